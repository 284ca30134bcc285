//! What a ruleset is: pure functions over its own types. The table and the service know a ruleset only through this
//! trait (typed, in tests) and through [`crate::seam`] (untyped, everywhere else).
//!
//! Invariant: a ruleset knows no clock, player, entropy, HTTP or storage; it has no order, event or notation for what is
//! the table's (resigning, draws, offers, time).

pub mod course;
mod gesture;
mod pace;
mod told;
mod words;

use std::fmt::{Debug, Display};

use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

pub use gesture::{Chosen, Gesture, Target};
pub use pace::{Allowance, Pace};
pub use told::{Chance, Modifier, Odds, OrderInfo, Outcome, OutcomeKind, PhaseInfo, Ranked, Roll, Stage};
pub(crate) use words::words;

use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    notation::NotationError,
    picture::{Picture, Region},
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
    /// The seat whose secret this is: it is sealed by the line of the open fact before it, and told when it is opened
    /// (log-mapping §6). It shows no dice.
    fn hidden(&self) -> Option<&Seat> {
        None
    }
    /// Whether it is told to the fold alone while a list is decided: it leaves no line, and when the list has ended the
    /// position is as if it had not been, but for what [`Ruleset::leftover`] tells.
    fn is_draft(&self) -> bool {
        false
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
    /// The part of a measured floor that is to be shown, and nothing else of it.
    pub region: Option<Region>,
}

impl<E> Focus<'_, E> {
    /// Nothing in particular.
    pub const fn none() -> Self {
        Focus { figure: None, lately: &[], region: None }
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
    /// The secrets that were owed have been opened, as far as they can be: for one that is missing (its key is lost) the
    /// rules' default holds, as if the seat's time had run out.
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
    /// Whether the rules have minutes of their own ([`Ruleset::pace`]), so that a clock may keep those.
    const HAS_MINUTES: bool = false;
    /// The scenarios that come with it: id and JSON, the first one to be recommended to a newcomer.
    const SCENARIOS: &'static [(&'static str, &'static str)];
    /// The sequence of play.
    const PHASES: &'static [PhaseInfo];
    /// Its order types: an order whose `type` is none of these is `unknown-order`.
    const ORDERS: &'static [OrderInfo];
    /// Those of them that say that a seat has done with a part of its turn: whoever does not know the rules looks for these.
    const ENDINGS: &'static [&'static str];
    /// How it is played, in a few sentences for who has never seen its rules: the aim, the turn, the orders that he needs,
    /// in backticks, and the end.
    const PRIMER: &'static [&'static str];
    /// What is ordered by pointing, where a list of the legal orders would be only a sample of them.
    const GESTURES: &'static [Gesture] = &[];

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
    /// How long the rules themselves would give what goes on now, where they have minutes of their own
    /// ([`Ruleset::HAS_MINUTES`]); `None`: as long as the clock says.
    fn pace(_state: &Self::State) -> Option<Pace> {
        None
    }
    /// Whether what this seat orders now is secret (service §3): then its orders are a draft until one of them binds it.
    /// A function of what everybody knows.
    fn is_secret(_state: &Self::State, _seat: &Seat) -> bool {
        false
    }
    /// Whether this order is a draft until another binds it: all are where [`Ruleset::is_secret`]; elsewhere those that
    /// only prepare what one order will do in the open.
    fn drafts(state: &Self::State, seat: &Seat, _command: &Self::Command) -> bool {
        Self::is_secret(state, seat)
    }
    /// Whether this order binds a draft. Where [`Ruleset::is_secret`], it is decided after the rest of the draft and
    /// gives two facts: an open one, the same whatever was decided, and a hidden one of this seat's that says all of it.
    /// What the draft's other orders give is taken in on a copy and forgotten.
    fn binds(_command: &Self::Command) -> bool {
        false
    }
    /// The order that binds a seat's draft as it is, for when its time is up. Where there is none, or the draft is not
    /// legal, the rules are told [`Act::TimedOut`], and answer with the same two facts.
    fn binding(_state: &Self::State, _seat: &Seat) -> Option<Self::Command> {
        None
    }
    /// Whether a seat's draft may be read by the other seats of its side.
    fn shares_draft(_state: &Self::State, _seat: &Seat) -> bool {
        false
    }
    /// What an order causes all the same when it lapses (service §2): told before the line that says so.
    fn lapse(_state: &Self::State, _seat: &Seat, _command: &Self::Command) -> Vec<Self::Event> {
        Vec::new()
    }
    /// What a list has left in the position that no line tells yet, at its end.
    fn leftover(_state: &Self::State, _seat: &Seat) -> Vec<Self::Event> {
        Vec::new()
    }
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
    /// Reads one line of the notation (comments and blanks already removed): one order, or several equal ones where there
    /// is a short word for that; the exact inverse of [`Ruleset::format`].
    ///
    /// # Errors
    /// Where the line stops making sense, and what was expected.
    fn parse(line: &str) -> Result<Vec<Self::Command>, NotationError>;
    /// An order in canonical notation.
    fn format(command: &Self::Command) -> String;
    /// A fact as one record line.
    fn tell(event: &Self::Event) -> String;
    /// A fact as one plain sentence for people, with the names they see on the board and the ids that orders need. Of what
    /// is known it takes names alone, which never change: it reads the same whenever, and to whomever, it is told.
    fn narrate(known: &Self::State, event: &Self::Event) -> String;
    /// How a fact came about, step by step, for who wants to reckon it again: each step with its dice and rules. Nothing where
    /// the record line says it all.
    fn explain(_event: &Self::Event) -> Vec<String> {
        Vec::new()
    }
    /// The picture of what a viewer is shown.
    fn board(view: &Self::View, focus: &Focus<'_, Self::Event>) -> Picture;
}
