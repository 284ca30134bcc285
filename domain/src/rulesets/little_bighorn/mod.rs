//! The Battle of the Little Big Horn: squares, duels of one die against one, a flag. This file is the index; the
//! rules are told in `docs/rules/little_bighorn.md`.
//!
//! Reading order: [`pieces`], [`cell`], [`ground`] (the words and the board), [`state`] with `reach`, `steps` and
//! `retreat` (what follows from a position), `check` and `decide` with a file per kind of order, `evolve`.

pub mod board;
mod bot;
pub mod cell;
mod check;
pub mod command;
mod course;
mod decide;
mod deployment;
mod encounter;
pub mod event;
mod event_words;
mod evolve;
#[cfg(test)]
mod fault_tests;
mod fire;
pub mod ground;
#[cfg(any(test, feature = "testing"))]
pub mod harness;
mod hints;
mod line_of_fire;
mod movement;
mod narrate;
mod notation;
mod odds;
mod phases;
pub mod pieces;
mod plan_faults;
#[cfg(test)]
mod play_tests;
mod reach;
pub mod rejection;
mod retreat;
mod rules;
pub mod scenario;
mod scenario_faults;
mod standing;
pub mod state;
mod steps;
mod table;
mod tell;
#[cfg(test)]
mod vector_tests;
pub mod view;
mod walks;

use std::sync::Arc;

use self::{
    command::Command, event::Event, ground::Ground, pieces::Side, rejection::Rejection, state::State,
};
use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    notation::NotationError,
    picture::Picture,
    rule::{Rule, RuleId},
    ruleset::{
        Act, Focus, Halt, Odds, OrderInfo, PhaseInfo, Ruleset, ScenarioNames, Setup, SetupFault, Stage,
        Standing, Viewer,
    },
};

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct LittleBighorn;

impl Ruleset for LittleBighorn {
    const ID: &'static str = "little_bighorn";
    const NAME: &'static str = "The Battle of the Little Big Horn";
    const VERSION: u32 = 1;
    const RULES: &'static [Rule] = rules::RULES;
    const FORM_RULE: RuleId = rules::FIRST_PASS; // LBH-14.4
    const OVER_RULE: RuleId = rules::OVER; // LBH-12.5
    const SCENARIOS: &'static [(&'static str, &'static str)] = table::SCENARIOS;
    const PHASES: &'static [PhaseInfo] = table::PHASES;
    const ORDERS: &'static [OrderInfo] = table::ORDERS;
    const ENDINGS: &'static [&'static str] = &["end_phase"];
    const PRIMER: &'static [&'static str] = table::PRIMER;

    type Scenario = scenario::Scenario;
    type Options = scenario::Options;
    type SeatEntry = scenario::SeatEntry;
    type Command = Command;
    type Event = Event;
    type State = State;
    type View = view::View;
    type Rejection = Rejection;

    fn names(scenario: &Self::Scenario) -> ScenarioNames {
        let (id, name) = (scenario.id.clone(), scenario.name.clone());
        ScenarioNames { id, name, description: scenario.description.clone() }
    }

    fn faults(scenario: &Self::Scenario) -> Vec<SetupFault> {
        scenario_faults::faults(scenario)
    }

    fn options(scenario: &Self::Scenario) -> Self::Options {
        scenario.options.clone()
    }

    fn option_faults(_: &Self::Scenario, options: &Self::Options) -> Vec<SetupFault> {
        scenario_faults::option_faults(options)
    }

    fn seat_plans(scenario: &Self::Scenario) -> Vec<(String, Vec<Self::SeatEntry>)> {
        scenario::seat_plans(scenario)
    }

    fn plan_faults(
        scenario: &Self::Scenario,
        _: &Self::Options,
        plan: &[Self::SeatEntry],
    ) -> Vec<SetupFault> {
        scenario_faults::plan_faults(scenario, plan)
    }

    fn sides(_: &Self::Scenario) -> Vec<(String, String)> {
        Side::ALL.map(|side| (side.as_str().to_owned(), side.name().to_owned())).to_vec()
    }

    fn initial(setup: &Setup<Self>) -> State {
        State::at_start(Arc::new(Ground::new(&setup.scenario, &setup.options, &setup.seats)))
    }

    fn answer(state: &State, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
        table::answer(state, act, dice)
    }

    fn check(state: &State, seat: &Seat, commands: &[(usize, Command)]) -> Vec<(usize, Rejection)> {
        check::check(state, seat, commands)
    }

    fn decide(
        state: &State,
        seat: &Seat,
        command: &Command,
        _: &Stage,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt<Rejection>> {
        decide::decide(state, seat, command, dice)
    }

    fn cites(_: &State, event: &Event) -> Vec<RuleId> {
        event.rules()
    }

    fn evolve(state: &mut State, event: &Event) {
        evolve::evolve(state, event);
    }

    fn standing(state: &State) -> Standing {
        table::standing(state)
    }

    fn stage(state: &State) -> Stage {
        Stage { round: state.round, phase: view::ViewPhase::of(state).as_str() }
    }

    fn hints(known: &State, seat: &Seat, figure: Option<&str>) -> Vec<Command> {
        hints::hints(known, seat, figure)
    }

    fn odds(known: &State, seat: &Seat, command: &Command) -> Option<Odds> {
        odds::odds(known, seat, command)
    }

    fn bot(known: &State, seat: &Seat, _: u64) -> Vec<Command> {
        bot::bot(known, seat)
    }

    fn bot_agrees_to_draw(known: &State, _: &Seat) -> bool {
        bot::agrees_to_draw(known)
    }

    fn view(known: &State, _: &Viewer) -> view::View {
        view::view(known)
    }

    fn parse(line: &str) -> Result<Vec<Command>, NotationError> {
        notation::parse(line).map(|order| vec![order])
    }

    fn format(command: &Command) -> String {
        notation::format(command)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }

    fn narrate(known: &State, event: &Event) -> String {
        narrate::narrate(known, event)
    }

    fn board(view: &view::View, _: &Focus<'_, Event>) -> Picture {
        board::board(view)
    }
}
