//! Between the table and the rules: a typed ruleset behind trait objects. The only place where rules' types become JSON.
//!
//! [`AnyRuleset`] is a ruleset as the lobby knows it, [`AnyGame`] one battle of it. Both are implemented once, here, for
//! every [`Ruleset`]: whoever writes a ruleset never meets them.

use std::{any::Any, fmt::Debug, marker::PhantomData};

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use crate::{
    dice::{Dice, NoDice, RollProof},
    ids::Seat,
    log::Body,
    notation::NotationError,
    picture::Picture,
    rule::{Rule, RuleId},
    ruleset::{
        About, Act, Fact, Focus, Gesture, Halt, Odds, OrderInfo, Pace, PhaseInfo, PlanEntry, Reject, Roll,
        Ruleset, ScenarioNames, SetupFault, Stage, Standing, Viewer,
    },
};

/// Why an order is refused, in the words of the API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which order of the list, from 0.
    pub order_index: usize,
    /// A stable kebab-case code.
    pub code: &'static str,
    /// The rule it rests on.
    pub rule: Option<RuleId>,
    /// True when it would be right at another time (409).
    pub untimely: bool,
    /// A sentence.
    pub message: String,
    /// Line and column, where the orders came as text.
    pub place: Option<(usize, usize)>,
    /// What it is about.
    pub about: Box<About>,
}

impl Refusal {
    /// The same, of a list that so many orders come before.
    #[must_use]
    pub fn later(mut self, n_before: usize) -> Self {
        self.order_index += n_before;
        self
    }

    /// A refusal of the table: the order would be right at another time.
    pub fn untimely(order_index: usize, code: &'static str, message: &str) -> Self {
        Refusal {
            order_index,
            code,
            rule: None,
            untimely: true,
            message: message.to_owned(),
            place: None,
            about: Box::default(),
        }
    }
}

/// One order of a ruleset, read and typed inside.
pub trait AnyOrder: Any + Debug + Send + Sync {
    /// In canonical JSON, defaults left out.
    fn json(&self) -> Value;
    /// In canonical notation.
    fn notation(&self) -> String;
    /// For the ruleset that read it.
    fn as_any(&self) -> &dyn Any;
}

struct Typed<R: Ruleset>(R::Command);

impl<R: Ruleset> Debug for Typed<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<R: Ruleset> AnyOrder for Typed<R> {
    fn json(&self) -> Value {
        to_value(&self.0)
    }

    fn notation(&self) -> String {
        R::format(&self.0)
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

/// An event that was decided: its body as the log will hold it, the dice it shows, and where it left the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// `{"type":…,"rules":[…],…}`, canonical.
    pub body: Body,
    /// In drawing order.
    pub rolls: Vec<Roll>,
    /// Round and phase after it.
    pub stage: Stage,
    /// What its line seals: the hidden events that came with it.
    pub seals: Vec<Hidden>,
    /// What its line opens.
    pub opens: Vec<Secret>,
}

/// A line of the log that this program cannot go on from (log-mapping §7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrupt {
    /// The body is no event that this program knows.
    BodyUnreadable,
    /// The body shows other dice than the line proves.
    RollsDiffer,
}

impl Corrupt {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Corrupt::BodyUnreadable => "body-unreadable",
            Corrupt::RollsDiffer => "rolls-differ",
        }
    }
}

/// One battle, typed inside.
pub trait AnyGame: Send + Sync {
    /// A copy to decide on.
    fn copy(&self) -> Box<dyn AnyGame>;
    /// Reads an order from JSON.
    ///
    /// # Errors
    /// A [`Refusal`] with `unknown-order` or `malformed`.
    fn read_json(&self, order_index: usize, json: &RawValue) -> Result<Box<dyn AnyOrder>, Refusal>;
    /// Reads the orders of a line of notation: most have one.
    ///
    /// # Errors
    /// A [`Refusal`] with `malformed` and the place.
    fn read_text(
        &self,
        order_index: usize,
        line_number: usize,
        line: &str,
    ) -> Result<Vec<Box<dyn AnyOrder>>, Refusal>;
    /// What no die can change, for the whole list.
    fn check(&self, seat: &Seat, orders: &[(usize, &dyn AnyOrder)]) -> Vec<Refusal>;
    /// Decides one order, by its place in a list that arrived at this stage, and takes its open events in; what is hidden
    /// is sealed by the event before it, for those who may know. On an error nothing has changed.
    ///
    /// # Errors
    /// The refusal, or that it would roll and dice are closed.
    fn decide(
        &mut self,
        seat: &Seat,
        order: (usize, &dyn AnyOrder),
        arrived: &Stage,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Decided>, Halt<Refusal>>;
    /// Decides one order of a secret draft with closed dice, and takes in all it gives, hidden or not: for a copy that is
    /// thrown away. On an error nothing has changed.
    ///
    /// # Errors
    /// The refusal, or that it would roll.
    fn draft(
        &mut self,
        seat: &Seat,
        order: (usize, &dyn AnyOrder),
        arrived: &Stage,
    ) -> Result<Vec<Decided>, Halt<Refusal>>;
    /// Takes in an event whose dice are proved elsewhere: one decided on a copy, or a secret.
    ///
    /// # Errors
    /// [`Corrupt::BodyUnreadable`]: nothing has changed.
    fn take_in(&mut self, body: &Body) -> Result<(), Corrupt>;
    /// Whether what this seat orders now is secret.
    fn is_secret(&self, seat: &Seat) -> bool;
    /// Whether this order of the seat is a draft until another binds it.
    fn drafts(&self, seat: &Seat, order: &dyn AnyOrder) -> bool;
    /// What an order causes all the same when it lapses; taken in.
    fn lapse(&mut self, seat: &Seat, order: &dyn AnyOrder) -> Vec<Decided>;
    /// What a list of the seat's leaves behind that no line tells yet; taken in.
    fn leftover(&mut self, seat: &Seat) -> Vec<Decided>;
    /// Whether this order binds a draft.
    fn binds(&self, order: &dyn AnyOrder) -> bool;
    /// The order that binds a seat's draft when its time is up.
    fn binding(&self, seat: &Seat) -> Option<Box<dyn AnyOrder>>;
    /// Whether the other seats of its side may read a seat's draft.
    fn shares_draft(&self, seat: &Seat) -> bool;
    /// Tells the rules what the table reports, and takes their open events in.
    ///
    /// # Errors
    /// [`NoDice`] when it would roll and dice are closed.
    fn answer(&mut self, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Decided>, NoDice>;
    /// Takes in a body from the log, whose line proves these rolls.
    ///
    /// # Errors
    /// [`Corrupt`]: nothing has changed.
    fn apply(&mut self, body: &Body, proofs: &[RollProof]) -> Result<(), Corrupt>;
    /// Who is waited for, or how it ended.
    fn standing(&self) -> Standing;
    /// Round and phase.
    fn stage(&self) -> Stage;
    /// How long the rules themselves would give what goes on now.
    fn pace(&self) -> Option<Pace>;
    /// Whether a seat that has not resigned has a part in the battle still.
    fn takes_part(&self, seat: &Seat) -> bool;
    /// The rule that an order after the end offends.
    fn over_rule(&self) -> RuleId;
    /// Legal orders of a seat: those of a figure, or a small overview.
    fn hints(&self, seat: &Seat, figure: Option<&str>) -> Vec<Box<dyn AnyOrder>>;
    /// A sensible whole turn.
    fn bot(&self, seat: &Seat, whim: u64) -> Vec<Box<dyn AnyOrder>>;
    /// Whether a bot agrees to a draw.
    fn bot_agrees_to_draw(&self, seat: &Seat) -> bool;
    /// The exact chances of an order: `Some` exactly when deciding it would roll.
    fn odds(&self, seat: &Seat, order: &dyn AnyOrder) -> Option<Odds>;
    /// What the viewer is shown, as JSON.
    fn view(&self, viewer: &Viewer) -> Value;
    /// An event as a sentence for people, with this battle's names; `None` when it is none of the ruleset's.
    fn narrate(&self, body: &Body) -> Option<String>;
    /// The board as this viewer sees it; of the bodies in focus, those that are none of the ruleset's show nothing.
    fn board(&self, viewer: &Viewer, focus: &Focus<'_, Body>) -> Picture;
    /// The same battle in other hands (tests compare).
    fn same(&self, other: &dyn AnyGame) -> bool;
    /// For [`AnyGame::same`].
    fn as_any(&self) -> &dyn Any;
}

/// A ruleset as the lobby knows it.
pub trait AnyRuleset: Send + Sync {
    /// Stored with each game.
    fn id(&self) -> &'static str;
    /// Shown to people.
    fn name(&self) -> &'static str;
    /// Of its decisions.
    fn version(&self) -> u32;
    /// Whether its rules have minutes of their own.
    fn has_minutes(&self) -> bool;
    /// Its rules.
    fn rules(&self) -> &'static [Rule];
    /// Its order types.
    fn orders(&self) -> &'static [OrderInfo];
    /// The types of order that say that a seat has done with a part of its turn.
    fn endings(&self) -> &'static [&'static str];
    /// What is ordered by pointing; empty where all legal orders can be listed.
    fn gestures(&self) -> &'static [Gesture];
    /// Its sequence of play.
    fn phases(&self) -> &'static [PhaseInfo];
    /// The scenarios that come with it: id and JSON.
    fn scenarios(&self) -> &'static [(&'static str, &'static str)];
    /// What a scenario says of itself; `None` when it cannot be read.
    fn names(&self, scenario: &Value) -> Option<ScenarioNames>;
    /// What a scenario's page shows.
    ///
    /// # Errors
    /// The faults of a scenario that cannot be read.
    fn page(&self, scenario: &Value) -> Result<ScenarioPage, Vec<SetupFault>>;
    /// Checks what a new game is to be made of.
    ///
    /// # Errors
    /// Every fault found, with a JSON pointer that begins with `/scenario`, `/seat_plan` or `/options`.
    fn prepare(
        &self,
        scenario: &Value,
        plan: &PlanChoice,
        options: Option<&Value>,
    ) -> Result<Prepared, Vec<SetupFault>>;
    /// The battle before its first event, from the `rules` of a game's first line.
    ///
    /// # Errors
    /// [`Corrupt::BodyUnreadable`] when they are not of this ruleset.
    fn begin(&self, rules: &Body) -> Result<Box<dyn AnyGame>, Corrupt>;
    /// The seats of a game, in the plan's order, from the `rules` of its first line.
    ///
    /// # Errors
    /// [`Corrupt::BodyUnreadable`] when they are not of this ruleset.
    fn seats(&self, rules: &Body) -> Result<Vec<PreparedSeat>, Corrupt>;
    /// How it is played, in a few sentences; orders stand in backticks.
    fn primer(&self) -> &'static [&'static str];
    /// One event as a record line; `None` when it is none of this ruleset's.
    fn tell(&self, body: &Body) -> Option<String>;
    /// How an event came about, step by step; nothing where its line says it all, or when it is none of this ruleset's.
    fn explain(&self, body: &Body) -> Vec<String>;
    /// The dice an event shows; `None` when it is none of this ruleset's.
    fn rolls(&self, body: &Body) -> Option<Vec<Roll>>;
    /// An order in notation; `None` when it is none of this ruleset's.
    fn notation(&self, order: &RawValue) -> Option<String>;
    /// The orders of a line of the notation, as JSON.
    ///
    /// # Errors
    /// Where the line stops making sense.
    fn parse(&self, line: &str) -> Result<Vec<Value>, NotationError>;
    /// JSON schemas.
    fn schemas(&self) -> Schemas;
}

/// The one implementation of [`AnyRuleset`].
pub struct Seam<R>(pub PhantomData<fn() -> R>);

impl<R> Seam<R> {
    /// A ruleset, ready for the register.
    pub const fn new() -> Self {
        Seam(PhantomData)
    }
}

impl<R> Default for Seam<R> {
    fn default() -> Self {
        Self::new()
    }
}

pub(crate) fn to_value<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value)
        .expect("contract types have text keys and whole numbers: they are always JSON")
}

mod game;
mod lobby;
mod prepared;
mod secret;

pub use game::Battle;
pub use prepared::{PlanChoice, Prepared, PreparedSeat, ScenarioPage, Schemas};
pub use secret::{Hidden, SealedAt, Secret};

#[derive(Deserialize)]
struct GenesisRules<R: Ruleset> {
    scenario: R::Scenario,
    options: R::Options,
    seats: Vec<R::SeatEntry>,
}

fn unknown_or_malformed<R: Ruleset>(order_index: usize, json: &RawValue, why: &serde_json::Error) -> Refusal {
    #[derive(Deserialize)]
    struct Tag<'a> {
        #[serde(rename = "type", borrow)]
        tag: std::borrow::Cow<'a, str>,
    }
    let unknown = match serde_json::from_str::<Tag<'_>>(json.get()) {
        Ok(Tag { tag }) if !R::ORDERS.iter().any(|o| o.order == tag) => Some(tag),
        Ok(_) | Err(_) => None,
    };
    let (code, message) = match unknown {
        Some(tag) => {
            let known: Vec<&str> = R::ORDERS.iter().map(|o| o.order).collect();
            ("unknown-order", format!("`{tag}` is no order here; there are {}", known.join(", ")))
        }
        None => ("malformed", format!("the order has not the right form: {}", without_place(why))),
    };
    malformed(order_index, code, R::FORM_RULE, message)
}

fn malformed(order_index: usize, code: &'static str, rule: RuleId, message: String) -> Refusal {
    let (rule, about) = (Some(rule), Box::default());
    Refusal { order_index, code, rule, untimely: false, message, place: None, about }
}

/// serde_json's message without its "at line 1 column 9", which counts inside one order and would mislead.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

fn refusal<J: Reject>(order_index: usize, why: &J) -> Refusal {
    Refusal {
        order_index,
        code: why.code(),
        rule: Some(why.rule()),
        untimely: why.untimely(),
        message: why.to_string(),
        place: None,
        about: Box::new(why.about()),
    }
}

fn prepared_seat<E: PlanEntry>(entry: &E) -> PreparedSeat {
    PreparedSeat { seat: entry.seat().clone(), side: entry.side().to_owned(), name: entry.name().to_owned() }
}

fn decided<E: serde::Serialize + Fact>(event: &E, cites: &[RuleId], stage: Stage) -> Decided {
    let mut body = to_value(event);
    let rules = Value::Array(cites.iter().map(|rule| Value::from(rule.0)).collect());
    body.as_object_mut().expect("an event is a tagged object").insert("rules".to_owned(), rules);
    Decided {
        body: Body::of(&body).expect("an event is whole numbers and texts"),
        rolls: event.rolls(),
        stage,
        seals: Vec::new(),
        opens: Vec::new(),
    }
}
