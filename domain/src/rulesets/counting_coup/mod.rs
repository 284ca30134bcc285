//! Counting Coup on Custer: many units on a table of inches, everybody of a side at once. This file is the index; the rules
//! are told in `docs/rules/counting_coup.md`.
//!
//! Reading order: [`ids`], [`scenario`], [`phase`] (the words), `ground` and `state` (what follows from a position), `check`
//! and `decide` with a file per kind of order, `casualty` and `guidon` (what orders lead to), `phases`, `evolve`.

mod board;
mod bot;
mod bounds;
mod casualty;
mod check;
mod cites;
pub mod command;
mod course;
mod decide;
pub mod die;
pub mod event;
mod event_words;
mod evolve;
#[cfg(test)]
mod fault_tests;
mod ground;
mod guidon;
#[cfg(any(test, feature = "testing"))]
pub mod harness;
mod hints;
pub mod ids;
mod melee;
mod movement;
mod narrate;
mod notation;
#[cfg(test)]
mod notation_properties;
#[cfg(test)]
mod notation_tests;
mod odds;
pub mod phase;
mod phases;
mod plan_faults;
mod ranking;
pub mod rejection;
mod rules;
pub mod scenario;
mod scenario_faults;
mod shooting;
pub mod state;
mod table;
mod tell;
pub mod view;

use std::sync::Arc;

use self::{
    command::Command,
    course::Chance,
    event::Event,
    ground::Ground,
    rejection::Rejection,
    scenario::{Scenario, Side},
    state::State,
};
use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    notation::NotationError,
    picture::Picture,
    rule::{Rule, RuleId},
    ruleset::{
        Act, Focus, Gesture, Halt, Odds, OrderInfo, PhaseInfo, Ruleset, ScenarioNames, Setup, SetupFault,
        Stage, Standing, Unreadable, Viewer,
    },
};

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct CountingCoup;

impl Ruleset for CountingCoup {
    const ID: &'static str = "counting_coup";
    const NAME: &'static str = "Counting Coup on Custer";
    const VERSION: u32 = 1;
    const RULES: &'static [Rule] = rules::RULES;
    const FORM_RULE: RuleId = rules::REHEARSAL; // CCC-4.7
    const OVER_RULE: RuleId = rules::CHECKS; // CCC-4.2
    const BAD_OPTION: Unreadable = Unreadable { code: "bad-option", rule: Some(rules::OPTIONS) }; // CCC-1.8
    const BAD_SCENARIO: Unreadable = Unreadable { code: "bad-scenario", rule: Some(rules::SCENARIO) }; // CCC-3.5
    const SCENARIOS: &'static [(&'static str, &'static str)] = table::SCENARIOS;
    const PHASES: &'static [PhaseInfo] = table::PHASES;
    const ORDERS: &'static [OrderInfo] = table::ORDERS;
    const ENDINGS: &'static [&'static str] = &["done"];
    const GESTURES: &'static [Gesture] = table::GESTURES;
    const PRIMER: &'static [&'static str] = table::PRIMER;

    type Scenario = Scenario;
    type Options = scenario::Options;
    type SeatEntry = scenario::SeatEntry;
    type Command = Command;
    type Event = Event;
    type State = State;
    type View = view::View;
    type Rejection = Rejection;

    fn names(scenario: &Scenario) -> ScenarioNames {
        let (id, name) = (scenario.id.clone(), scenario.title.clone());
        ScenarioNames { id, name, description: scenario.summary.clone() }
    }

    fn faults(scenario: &Scenario) -> Vec<SetupFault> {
        scenario_faults::faults(scenario)
    }

    fn options(scenario: &Scenario) -> Self::Options {
        scenario::options(scenario)
    }

    fn option_faults(scenario: &Scenario, options: &Self::Options) -> Vec<SetupFault> {
        scenario_faults::option_faults(scenario, options)
    }

    fn seat_plans(scenario: &Scenario) -> Vec<(String, Vec<Self::SeatEntry>)> {
        scenario::seat_plans(scenario)
    }

    fn plan_faults(
        scenario: &Scenario,
        options: &Self::Options,
        plan: &[Self::SeatEntry],
    ) -> Vec<SetupFault> {
        plan_faults::plan_faults(scenario, &options.units, plan)
    }

    fn seats(options: &Self::Options, plan: Vec<Self::SeatEntry>) -> Vec<Self::SeatEntry> {
        scenario::seats(options, plan)
    }

    fn sides(_: &Scenario) -> Vec<(String, String)> {
        Side::ALL.map(|side| (side.as_str().to_owned(), side.name().to_owned())).to_vec() // CCC-1.1
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
        arrived: &Stage,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt<Rejection>> {
        decide::order(state, seat, command, arrived, &mut Chance::Dice(dice)).map(|course| course.events)
    }

    fn cites(before: &State, event: &Event) -> Vec<RuleId> {
        cites::cites(before, event)
    }

    fn evolve(state: &mut State, event: &Event) {
        evolve::evolve(state, event);
    }

    fn standing(state: &State) -> Standing {
        table::standing(state)
    }

    fn stage(state: &State) -> Stage {
        decide::stage(state)
    }

    fn takes_part(state: &State, seat: &Seat) -> bool {
        let is_live = |seat_idx| state.ground().commanded(seat_idx).any(|unit_idx| state.is_live(unit_idx));
        state.ground().seat_idx(seat).is_some_and(is_live) // CCC-13.6
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

    fn bot_agrees_to_draw(known: &State, seat: &Seat) -> bool {
        bot::agrees_to_draw(known, seat)
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

    fn board(view: &view::View, focus: &Focus<'_, Event>) -> Picture {
        board::board(view, focus)
    }
}
