//! Little Wars: two toy armies on a floor, guns whose shots are simulated to the tenth of an inch, melees by arithmetic. This
//! file is the index; the rules are told in `docs/rules/little_wars.md`.
//!
//! Reading order: [`ids`], [`words`], [`measures`], [`scenario`] (the words), `country` and [`state`] (what follows from a
//! position), `check` and `decide` with a file per kind of order, `shot` and `melee` (what orders lead to), `move_end`,
//! `evolve`.

mod assign;
mod awaited;
mod board;
mod bot;
mod capture;
mod check;
mod cites;
mod close;
#[cfg(test)]
mod close_tests;
pub mod command;
mod country;
mod course;
mod decide;
mod deployment;
#[cfg(test)]
mod ends_tests;
mod escort;
#[cfg(test)]
mod escort_tests;
pub mod event;
mod evolve;
mod finish;
mod gun_move;
#[cfg(test)]
mod gun_tests;
#[cfg(any(test, feature = "testing"))]
pub mod harness;
mod hints;
pub mod ids;
mod layout;
mod leaving;
pub mod measures;
mod melee;
mod move_end;
mod moving;
#[cfg(test)]
mod moving_tests;
mod narrate;
mod notation;
mod opening;
pub mod pace;
mod pages;
mod places;
#[cfg(test)]
mod plain_tests;
mod plan_faults;
mod prisoners;
mod putting_down;
pub mod rejection;
mod rules;
pub mod scenario;
mod scenario_faults;
mod score;
mod selection;
#[cfg(test)]
mod selection_tests;
#[cfg(test)]
mod setup_tests;
pub mod shot;
pub mod state;
mod surrender;
mod table;
mod tell;
#[cfg(test)]
mod testing;
mod trail;
#[cfg(test)]
mod trail_tests;
pub mod view;
mod walk;
pub mod words;

use self::{
    command::Command,
    course::Chance,
    event::Event,
    ids::Side,
    rejection::Rejection,
    scenario::{DUEL, Scenario},
    state::{Phase, State},
};
use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    notation::NotationError,
    picture::Picture,
    rule::{Rule, RuleId},
    ruleset::{
        Act, Focus, Gesture, Halt, Odds, OrderInfo, Pace, PhaseInfo, Ruleset, ScenarioNames, Setup,
        SetupFault, Stage, Standing, Unreadable, Viewer,
    },
};

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct LittleWars;

impl Ruleset for LittleWars {
    const ID: &'static str = "little_wars";
    const NAME: &'static str = "Little Wars";
    const VERSION: u32 = 1;
    const HAS_MINUTES: bool = true; // LW-2.5
    const RULES: &'static [Rule] = rules::RULES;
    const FORM_RULE: RuleId = rules::ORDERS;
    const OVER_RULE: RuleId = rules::SEQUENCE;
    const BAD_OPTION: Unreadable = Unreadable { code: "bad-option", rule: Some(rules::OPTIONS) };
    const BAD_SCENARIO: Unreadable = Unreadable { code: "bad-scenario", rule: Some(rules::SCENARIO) };
    const SCENARIOS: &'static [(&'static str, &'static str)] = pages::SCENARIOS;
    const PHASES: &'static [PhaseInfo] = pages::PHASES;
    const ORDERS: &'static [OrderInfo] = pages::ORDERS;
    const ENDINGS: &'static [&'static str] = &["end_guns", "end_move", "ready"];
    const PRIMER: &'static [&'static str] = pages::PRIMER;
    const GESTURES: &'static [Gesture] = pages::GESTURES;

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
        let mut plans: Vec<_> =
            scenario.seat_plans.iter().map(|(name, plan)| (name.clone(), plan.clone())).collect();
        plans.sort_by_key(|(name, _)| (*name != scenario.default_seat_plan, name != DUEL));
        plans
    }

    fn plan_faults(
        scenario: &Scenario,
        options: &Self::Options,
        plan: &[Self::SeatEntry],
    ) -> Vec<SetupFault> {
        plan_faults::plan_faults(scenario, options, plan)
    }

    fn sides(scenario: &Scenario) -> Vec<(String, String)> {
        let name =
            |side: Side| scenario.sides.iter().find(|names| names.id == side).map(|names| names.name.clone());
        Side::ALL.into_iter().filter_map(|side| Some((side.as_str().to_owned(), name(side)?))).collect()
    }

    fn initial(setup: &Setup<Self>) -> State {
        State::at_start(setup)
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
        _arrived: &Stage,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt<Rejection>> {
        decide::order(state, seat, command, &mut Chance::Dice(dice)).map(|course| course.events)
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

    fn pace(state: &State) -> Option<Pace> {
        pace::pace(state)
    }

    fn is_secret(state: &State, seat: &Seat) -> bool {
        putting_down::is_secret(state, seat)
    }

    fn drafts(state: &State, seat: &Seat, command: &Command) -> bool {
        let is_place = matches!(command, Command::Place { .. }) && state.phase == Phase::PuttingDown;
        is_place || putting_down::is_secret(state, seat) // LW-1.7
    }

    fn binds(command: &Command) -> bool {
        matches!(command, Command::Ready {})
    }

    fn binding(_state: &State, _seat: &Seat) -> Option<Command> {
        Some(Command::Ready {})
    }

    fn lapse(state: &State, seat: &Seat, command: &Command) -> Vec<Event> {
        decide::lapse(state, seat, command)
    }

    fn leftover(state: &State, _seat: &Seat) -> Vec<Event> {
        move_end::leftover(state)
    }

    fn hints(known: &State, seat: &Seat, figure: Option<&str>) -> Vec<Command> {
        hints::hints(known, seat, figure)
    }

    fn odds(known: &State, seat: &Seat, command: &Command) -> Option<Odds> {
        shot::odds(known, seat, command)
    }

    fn bot(known: &State, seat: &Seat, whim: u64) -> Vec<Command> {
        bot::bot(known, seat, whim)
    }

    fn bot_agrees_to_draw(known: &State, seat: &Seat) -> bool {
        bot::agrees_to_draw(known, seat)
    }

    fn view(known: &State, _: &Viewer) -> view::View {
        view::view(known)
    }

    fn parse(line: &str) -> Result<Vec<Command>, NotationError> {
        notation::parse(line)
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

    fn explain(event: &Event) -> Vec<String> {
        shot::explain(event)
    }

    fn board(view: &view::View, focus: &Focus<'_, Event>) -> Picture {
        board::board(view, focus)
    }
}
