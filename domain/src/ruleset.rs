//! What a ruleset is: pure functions over its own types. The table and the service know a ruleset only through this
//! trait (typed, in tests) and through [`crate::seam`] (untyped, everywhere else).
//!
//! Invariant: a ruleset knows no clock, player, entropy, HTTP or storage; it has no order, event or notation for what is
//! the table's (resigning, draws, offers, time).

mod told;

use std::fmt::{Debug, Display};

use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

pub use told::{Chance, Modifier, Odds, OrderInfo, Outcome, OutcomeKind, PhaseInfo, Ranked, Roll, Stage};

use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    notation::NotationError,
    picture::Picture,
    rule::{Rule, RuleId},
};

/// What is read from data files and written into a game's first line.
pub trait Data: Serialize + DeserializeOwned + ToSchema + Clone + Debug + Send + Sync + 'static {}
impl<T: Serialize + DeserializeOwned + ToSchema + Clone + Debug + Send + Sync + 'static> Data for T {}

/// What crosses HTTP or stands in the log: its JSON is public and changes slowly.
pub trait Contract:
    Serialize + DeserializeOwned + ToSchema + Clone + PartialEq + Debug + Send + Sync + 'static
{
}
impl<T: Serialize + DeserializeOwned + ToSchema + Clone + PartialEq + Debug + Send + Sync + 'static> Contract
    for T
{
}

/// An event is a fact: it can say which dice it shows, and whether it is secret.
pub trait Fact {
    /// The dice it shows, in drawing order; equal to the line's rolls in sides, values, rule and why.
    fn rolls(&self) -> Vec<Roll>;
    /// The seat whose secret this is, while it is not yet opened.
    fn hidden(&self) -> Option<&Seat> {
        None
    }
}

/// Why an order is not carried out.
pub trait Reject: Display + Debug + Clone + PartialEq + Send + Sync + 'static {
    /// A stable kebab-case code.
    fn code(&self) -> &'static str;
    /// The rule it rests on.
    fn rule(&self) -> RuleId;
    /// True when the order would be right at another time (409), false when it is wrong (422).
    fn untimely(&self) -> bool;
    /// What it is about, for programs.
    fn about(&self) -> About {
        About::default()
    }
}

/// What a refusal is about, where the ruleset says so: members of the problem's item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The figure that fails the check.
    pub figure: Option<String>,
    /// The figure in its way.
    pub by: Option<String>,
    /// A length that is too great, in the ruleset's unit.
    pub length: Option<i64>,
}

/// How a decision ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt<R> {
    /// The order is not legal here.
    Refused(R),
    /// It would roll, and dice are closed.
    NoDice,
}

impl<R> From<NoDice> for Halt<R> {
    fn from(_: NoDice) -> Self {
        Halt::NoDice
    }
}

/// What a game is made of, checked.
#[derive(Clone, Debug)]
pub struct Setup<R: Ruleset> {
    /// The scenario, whole.
    pub scenario: R::Scenario,
    /// All options, defaults filled in.
    pub options: R::Options,
    /// The seat plan's entries, in its order.
    pub seats: Vec<R::SeatEntry>,
}

/// An entry of a seat plan: what one seat is and commands.
pub trait PlanEntry {
    /// The seat's id.
    fn seat(&self) -> &Seat;
    /// The side it belongs to.
    fn side(&self) -> &str;
    /// The name shown to people.
    fn name(&self) -> &str;
}

/// A fault in a scenario, an option or a seat plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFault {
    /// JSON pointer into the scenario (`/board/terrain/3`), the options (`/options/…`) or the seat plan (`/seat_plan/…`).
    pub pointer: String,
    /// A stable kebab-case code.
    pub code: &'static str,
    /// The rule it offends, where one says so.
    pub rule: Option<RuleId>,
    /// What is wrong, in a sentence.
    pub detail: String,
}

/// How a ruleset answers to what cannot even be read: the code and the rule of the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// A stable kebab-case code.
    pub code: &'static str,
    /// The rule that says so.
    pub rule: Option<RuleId>,
}

/// What a scenario says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioNames {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it is, in a sentence or two.
    pub description: String,
}

/// What the looker has in mind: the picture brings it out.
#[derive(Clone, Copy, Debug)]
pub struct Focus<'a, E> {
    /// A figure whose reach and targets are wanted.
    pub figure: Option<&'a str>,
    /// What has happened since the looker last acted, in order.
    pub lately: &'a [E],
}

impl<E> Focus<'_, E> {
    /// Nothing in particular.
    pub const fn none() -> Self {
        Focus { figure: None, lately: &[] }
    }
}

/// What the table reports to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// The battle begins.
    Start,
    /// The seat's time is up; do the safe default.
    TimedOut(Seat),
    /// The seat has left the game; `left` are the seats still in it, in the plan's order.
    Resigned {
        /// Who resigned.
        seat: Seat,
        /// Who is left, of all sides.
        left: Vec<Seat>,
    },
    /// All have agreed to a draw.
    Drawn,
    /// The secrets that were owed have been opened.
    Opened,
}

/// Where the sequence of play stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// These seats must act, at least one, in the plan's order.
    Waiting(Vec<Seat>),
    /// Every secret that was owed is bound: the table opens them.
    Reveal,
    /// The battle is over.
    Over(Outcome),
}

/// Who looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody without a seat.
    Spectator,
    /// One seat (a person with several seats gets several views, never the sum).
    Seat(Seat),
}

/// A set of rules for one kind of battle.
pub trait Ruleset: Sized + 'static {
    /// Stored with each game, never renamed.
    const ID: &'static str;
    /// The name shown to people.
    const NAME: &'static str;
    /// Of its decisions: raised when one changes.
    const VERSION: u32;
    /// Every rule; each event and refusal cites some of them.
    const RULES: &'static [Rule];
    /// The rule that an order of the wrong form offends.
    const FORM_RULE: RuleId;
    /// The rule that an order after the end offends.
    const OVER_RULE: RuleId;
    /// An option that does not exist, or a value that is none.
    const BAD_OPTION: Unreadable = Unreadable { code: "bad-option", rule: None };
    /// A scenario that has not the right form.
    const BAD_SCENARIO: Unreadable = Unreadable { code: "malformed", rule: None };
    /// The scenarios that come with it: id and JSON, the first one to be recommended to a newcomer.
    const SCENARIOS: &'static [(&'static str, &'static str)];
    /// The sequence of play.
    const PHASES: &'static [PhaseInfo];
    /// Its order types: an order whose `type` is none of these is `unknown-order`.
    const ORDERS: &'static [OrderInfo];

    /// The data file: board, terrain, order of battle.
    type Scenario: Data;
    /// What may be chosen when a game is created.
    type Options: Data;
    /// One entry of a seat plan.
    type SeatEntry: Data + PlanEntry;
    /// One order.
    type Command: Contract;
    /// One fact.
    type Event: Contract + Fact;
    /// Private: never serialized.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// What a viewer is shown.
    type View: Serialize + DeserializeOwned + ToSchema;
    /// Why not.
    type Rejection: Reject;

    /// What a scenario says of itself.
    fn names(scenario: &Self::Scenario) -> ScenarioNames;
    /// Checks a scenario for what no schema says. Empty: it is playable.
    fn faults(scenario: &Self::Scenario) -> Vec<SetupFault>;
    /// The scenario's own options.
    fn options(scenario: &Self::Scenario) -> Self::Options;
    /// Checks options for what no schema says: ranges, and what the scenario cannot give.
    fn option_faults(scenario: &Self::Scenario, options: &Self::Options) -> Vec<SetupFault>;
    /// The names of the scenario's seat plans, the default one first.
    fn seat_plans(scenario: &Self::Scenario) -> Vec<(String, Vec<Self::SeatEntry>)>;
    /// Checks a custom seat plan against the scenario and what the options leave of it.
    fn plan_faults(
        scenario: &Self::Scenario,
        options: &Self::Options,
        plan: &[Self::SeatEntry],
    ) -> Vec<SetupFault>;
    /// The seats of a plan that have a part in a game with these options.
    fn seats(_options: &Self::Options, plan: Vec<Self::SeatEntry>) -> Vec<Self::SeatEntry> {
        plan
    }
    /// The sides: id and the name shown to people.
    fn sides(scenario: &Self::Scenario) -> Vec<(String, String)>;

    /// The position before the first event.
    fn initial(setup: &Setup<Self>) -> Self::State;
    /// What the rules make of an act of the table.
    ///
    /// # Errors
    /// [`NoDice`] when it would roll and dice are closed.
    fn answer(state: &Self::State, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Self::Event>, NoDice>;
    /// What no die can change, for the whole list, judged on this state: the index of each faulty order, and its first fault.
    fn check(
        state: &Self::State,
        seat: &Seat,
        commands: &[(usize, Self::Command)],
    ) -> Vec<(usize, Self::Rejection)>;
    /// What one order causes; `arrived` is where the sequence of play stood when its list arrived.
    ///
    /// # Errors
    /// Why it is not legal here, or that it would roll and dice are closed.
    fn decide(
        state: &Self::State,
        seat: &Seat,
        command: &Self::Command,
        arrived: &Stage,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Self::Event>, Halt<Self::Rejection>>;
    /// The rules that a fact rests on, in the order of the body's `rules`; `before` is the position it meets.
    fn cites(before: &Self::State, event: &Self::Event) -> Vec<RuleId>;
    /// Takes a fact in. Total: it judges nothing.
    fn evolve(state: &mut Self::State, event: &Self::Event);
    /// Who is waited for, or how it ended.
    fn standing(state: &Self::State) -> Standing;
    /// Round and phase.
    fn stage(state: &Self::State) -> Stage;
    /// Whether a seat that has not resigned has a part in the battle still: one without is not asked about offers.
    fn takes_part(_state: &Self::State, _seat: &Seat) -> bool {
        true
    }
    /// Legal orders of a seat, as far as they can be listed: those that concern a figure, or without one an overview that
    /// stays small however many figures there are.
    fn hints(known: &Self::State, seat: &Seat, figure: Option<&str>) -> Vec<Self::Command>;
    /// The exact chances of an order: `Some` exactly when deciding it here would roll.
    fn odds(known: &Self::State, seat: &Seat, command: &Self::Command) -> Option<Odds>;
    /// A sensible whole turn; `whim` is chance that is not dice.
    fn bot(known: &Self::State, seat: &Seat, whim: u64) -> Vec<Self::Command>;
    /// Whether the bot agrees to a draw, once every seat that no bot holds does.
    fn bot_agrees_to_draw(known: &Self::State, seat: &Seat) -> bool;
    /// What a viewer who knows this is shown.
    fn view(known: &Self::State, viewer: &Viewer) -> Self::View;
    /// Reads one order of the notation (comments and blanks already removed); the exact inverse of [`Ruleset::format`].
    ///
    /// # Errors
    /// Where the line stops making sense, and what was expected.
    fn parse(line: &str) -> Result<Self::Command, NotationError>;
    /// An order in canonical notation.
    fn format(command: &Self::Command) -> String;
    /// A fact as one record line.
    fn tell(event: &Self::Event) -> String;
    /// The picture of what a viewer is shown.
    fn board(view: &Self::View, focus: &Focus<'_, Self::Event>) -> Picture;
}
