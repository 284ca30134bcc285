//! After the 23 codes: the rules replay the log (log-mapping §7). Orders and acts of the table are decided again with the
//! recorded dice, and must give the lines that stand there: that shows the rules asked for *these* dice and no others.

mod acts;
mod recorded;
mod sealed;

use serde::Deserialize;
use serde_json::value::RawValue;

pub use recorded::RecordedDice;

use crate::{
    chronicle::{Chronicle, CorruptLog, Lore},
    dice::RollProof,
    game::{Decision, Game, Orders},
    hash::Hash,
    ids::{Actor, Seat},
    log::{Body, Kind, Line},
    ruleset::Outcome,
    seam::{AnyRuleset, Corrupt, Decided, PlanChoice},
    table::{Hand, Life, TimeOutAction},
};

/// How a log offends the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesFault {
    /// `body-unreadable` or `rolls-differ`.
    Corrupt(Corrupt),
    /// Decided again, it comes out otherwise.
    DecisionDiffers,
    /// `end` is not what the rules say.
    ResultDiffers,
}

impl RulesFault {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            RulesFault::Corrupt(why) => why.code(),
            RulesFault::DecisionDiffers => "decision-differs",
            RulesFault::ResultDiffers => "result-differs",
        }
    }
}

/// A fault and its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesFailure {
    /// What.
    pub fault: RulesFault,
    /// Where.
    pub seq: u64,
}

impl std::fmt::Display for RulesFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at line:{}", self.fault.code(), self.seq)
    }
}

impl std::error::Error for RulesFailure {}

/// What the rules have confirmed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct RulesReport {
    /// The ruleset.
    pub ruleset: String,
    /// Turns decided again, all the same.
    pub turns_decided: u64,
    /// Secret decisions, which nobody can make again: only folded, with what followed from them decided again.
    pub turns_sealed: u64,
    /// Turns only folded, because another version of the rules had decided them.
    pub turns_folded: u64,
    /// The version that decided, and this program's.
    pub versions: (u32, u32),
}

#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// What set a turn off, as far as it can be decided again.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Cause {
    GameStarted {},
    OrdersGiven {
        orders: Vec<serde_json::Value>,
    },
    SeatTimedOut {
        seat: Seat,
        action: TimeOutAction,
        #[serde(default)]
        orders: Vec<serde_json::Value>,
    },
    RulesUpdated {
        version: u32,
    },
    #[serde(other)]
    Other,
}

/// Replays a log that has passed the 23 codes. `progress` hears how many lines are done.
///
/// # Errors
/// The first [`RulesFailure`].
///
/// # Panics
/// When the log is empty: the protocol's verification has refused that.
pub fn judge(
    find: &dyn Fn(&str) -> Option<&'static dyn AnyRuleset>,
    log: &[String],
    progress: &mut dyn FnMut(usize),
) -> Result<RulesReport, RulesFailure> {
    let first = (log[0].as_str(), Hash::of(&log[0]));
    let mut chronicle = Chronicle::open(find, [first])
        .map_err(|CorruptLog { seq, why }| at(seq, RulesFault::Corrupt(why)))?;
    let opening = log.iter().filter(|text| text.contains("\"opens\":[{"));
    let lines: Vec<Line> = opening.filter_map(|text| Line::read(text).ok()).collect();
    chronicle.knows(Lore::opened_in(&lines));
    let ruleset = chronicle.ruleset();
    let written: Version = serde_json::from_str(chronicle.genesis().rules.get())
        .map_err(|_| at(1, RulesFault::Corrupt(Corrupt::BodyUnreadable)))?;
    let mut version = written.version;
    may_be_played(ruleset, &chronicle).map_err(|why| at(1, RulesFault::Corrupt(why)))?;
    let mut report = RulesReport {
        ruleset: ruleset.id().to_owned(),
        turns_decided: 0,
        turns_sealed: 0,
        turns_folded: 0,
        versions: (version, ruleset.version()),
    };
    let mut next = 1;
    while next < log.len() {
        let turn = read_turn(log, next)?;
        match turn.cause() {
            None => turn.ends_without_cause()?,
            Some(Cause::RulesUpdated { version: now }) => {
                turn.is_only_the_servers()?;
                version = now;
                report.versions.0 = now;
            }
            // What another version decided is only folded, and so is what follows: it stands on that.
            Some(_) if version != ruleset.version() || 0 < report.turns_folded => report.turns_folded += 1,
            Some(cause) if turn.sealed_at(&cause).is_some() => {
                turn.judge_sealed(&chronicle, &cause)?;
                report.turns_sealed += 1;
            }
            Some(cause) => {
                turn.decide_again(&chronicle, &cause)?;
                report.turns_decided += 1;
            }
        }
        for (line, text) in turn.lines.iter().zip(&log[next..]) {
            chronicle.follow(line, Hash::of(text)).map_err(|why| at(line.seq, RulesFault::Corrupt(why)))?;
        }
        chronicle.settle();
        next += turn.lines.len();
        progress(next);
    }
    Ok(report)
}

/// Orders as they are read.
fn raw(orders: &[serde_json::Value]) -> Option<Vec<Box<RawValue>>> {
    orders.iter().map(|order| serde_json::value::to_raw_value(order).ok()).collect()
}

/// Whether the first line holds what a game of this ruleset may be made of: folding trusts it.
fn may_be_played(ruleset: &dyn AnyRuleset, chronicle: &Chronicle) -> Result<(), Corrupt> {
    #[derive(Deserialize)]
    struct Rules {
        scenario: serde_json::Value,
        options: serde_json::Value,
        seats: serde_json::Value,
    }
    let genesis = chronicle.genesis();
    let Rules { scenario, options, seats } =
        serde_json::from_str(genesis.rules.get()).map_err(|_| Corrupt::BodyUnreadable)?;
    let prepared = ruleset
        .prepare(&scenario, &PlanChoice::Custom(seats), Some(&options))
        .map_err(|_| Corrupt::BodyUnreadable)?;
    let same = prepared.seats.iter().map(|seat| &seat.seat).eq(&genesis.seats);
    if same { Ok(()) } else { Err(Corrupt::BodyUnreadable) }
}

fn at(seq: u64, fault: RulesFault) -> RulesFailure {
    RulesFailure { fault, seq }
}

/// The lines of one turn, or one line of the protocol.
struct Turn {
    lines: Vec<Line>,
}

fn read_turn(log: &[String], from: usize) -> Result<Turn, RulesFailure> {
    let mut lines: Vec<Line> = Vec::new();
    for (offset, text) in log[from..].iter().enumerate() {
        let seq = (from + offset + 1) as u64;
        let line = Line::read(text).map_err(|_| at(seq, RulesFault::Corrupt(Corrupt::BodyUnreadable)))?;
        let belongs = match (&line.kind, lines.first()) {
            (_, None) => true,
            (Kind::Beacon(_) | Kind::End { .. }, Some(first)) => first.turn().is_some(),
            (_, Some(first)) => first.turn().is_some() && line.turn() == first.turn(),
        };
        if !belongs {
            break;
        }
        lines.push(line);
    }
    Ok(Turn { lines })
}

impl Turn {
    /// Bodies with their places; the `end` line's is not among them.
    fn bodies(&self) -> impl Iterator<Item = (u64, &Body, &[RollProof])> {
        self.lines.iter().filter_map(|line| match &line.kind {
            Kind::Event(event) => Some((line.seq, &event.body, event.rolls.as_slice())),
            Kind::Wait(wait) => Some((line.seq, &wait.body, [].as_slice())),
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Beacon(_)
            | Kind::Epoch { .. }
            | Kind::End { .. } => None,
        })
    }

    fn cause(&self) -> Option<Cause> {
        let (_, body, _) = self.bodies().next()?;
        Some(serde_json::from_str(body.get()).unwrap_or(Cause::Other))
    }

    fn first(&self) -> u64 {
        self.lines.first().map_or(0, |line| line.seq)
    }

    fn end(&self) -> Option<(u64, &Body)> {
        self.lines.iter().find_map(|line| match &line.kind {
            Kind::End { body, .. } => Some((line.seq, body)),
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Event(_)
            | Kind::Wait(_)
            | Kind::Beacon(_)
            | Kind::Epoch { .. } => None,
        })
    }

    /// Lines of the protocol decide nothing; an `end` among them is nobody's.
    fn ends_without_cause(&self) -> Result<(), RulesFailure> {
        match self.end() {
            Some((seq, _)) => Err(at(seq, RulesFault::ResultDiffers)),
            None => Ok(()),
        }
    }

    /// Another version takes over by a line of the server's, and by nothing else.
    fn is_only_the_servers(&self) -> Result<(), RulesFailure> {
        let alone = self.lines.len() == 1 && self.actor() == Some(&Actor::Server);
        if alone { Ok(()) } else { Err(at(self.first(), RulesFault::DecisionDiffers)) }
    }

    fn actor(&self) -> Option<&Actor> {
        self.lines.first().and_then(|line| line.turn()).map(|(actor, _)| actor)
    }

    /// Whose hand a seat's turn is by: a bot's only where one holds the seat or stands in for it.
    fn hand(&self, game: &Game, seat: &Seat) -> Option<Hand> {
        let (_, request) = self.lines.first()?.turn()?;
        match game.hand(seat, request) {
            Hand::StandIn if !game.table().stood_in().contains(seat) => None,
            hand @ (Hand::Own | Hand::StandIn) => Some(hand),
        }
    }

    fn decide_again(&self, before: &Chronicle, cause: &Cause) -> Result<(), RulesFailure> {
        let mut dice = self.dice_after(0);
        let differs = || at(self.first(), RulesFault::DecisionDiffers);
        let decision = self.decision(before, cause, &mut dice).ok_or_else(differs)?;
        self.is_decided(0, decision, &dice)
    }

    /// The dice of the turn's lines but the first few.
    fn dice_after(&self, n_skipped: usize) -> RecordedDice<'_> {
        RecordedDice::new(self.bodies().skip(n_skipped).flat_map(|(_, _, proofs)| proofs).collect())
    }

    /// Whether the turn's lines but the first few are what was decided again with these dice.
    fn is_decided(
        &self,
        n_skipped: usize,
        decision: Decision,
        dice: &RecordedDice<'_>,
    ) -> Result<(), RulesFailure> {
        let mut decided = decision.done.iter();
        let from = self.lines.get(n_skipped).map_or(0, |line| line.seq);
        for (line, (seq, body, proofs)) in self.lines.iter().zip(self.bodies()).skip(n_skipped) {
            let same = |d: &Decided| {
                d.body == *body && d.rolls.len() == proofs.len() && sealed::same_secrets(line, d, from)
            };
            if !decided.next().is_some_and(same) {
                return Err(at(seq, RulesFault::DecisionDiffers));
            }
        }
        let last = self.lines.last().map_or(0, |line| line.seq);
        if decided.next().is_some() || !dice.are_used_up() || decision.stopped.is_some() {
            return Err(at(last, RulesFault::DecisionDiffers));
        }
        match (self.end(), decision.outcome) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(at(last, RulesFault::ResultDiffers)),
            (Some((seq, body)), outcome) => {
                let written: Option<Outcome> = serde_json::from_str(body.get()).ok();
                let same = written.is_some() && written == outcome;
                if same { Ok(()) } else { Err(at(seq, RulesFault::ResultDiffers)) }
            }
        }
    }

    /// What this cause leads to; `None` when it is no cause, or not one for this actor at this time.
    fn decision(&self, before: &Chronicle, cause: &Cause, dice: &mut RecordedDice<'_>) -> Option<Decision> {
        let game = before.game();
        match (cause, self.actor()?) {
            (Cause::GameStarted {}, Actor::Server) if *game.table().life() == Life::Open => {
                game.start(dice).ok()
            }
            (Cause::OrdersGiven { orders }, Actor::Seat(seat)) => {
                let orders = raw(orders)?;
                let decision =
                    game.submit_by(self.hand(game, seat)?, seat, &Orders::Json(&orders), dice).ok()?;
                // While an epoch is being opened only the table's orders are taken.
                (before.ledger().mix().is_some() || decision.only_table).then_some(decision)
            }
            (Cause::SeatTimedOut { seat, action, orders }, Actor::Server) => {
                let waited = before.awaited().iter().any(|awaited| awaited.seat == *seat);
                // A bot that was refused gets the default, whatever the clock's policy is.
                let policy = *action == TimeOutAction::DefaultAction
                    || game.table().time_out_action(seat) == Some(*action);
                match (waited && policy, before.ledger().mix()) {
                    (false, _) => None,
                    (true, Some(_)) => {
                        let draft = raw(orders)?;
                        game.time_out_with_draft(seat, *action, &Orders::Json(&draft), dice).ok()
                    }
                    (true, None) => Some(game.time_out_of_number(seat, *action)),
                }
            }
            (Cause::Other, actor) => {
                let first = self.lines.first()?;
                let (_, body, _) = self.bodies().next()?;
                acts::decision(before, actor, &serde_json::from_str(body.get()).ok()?, first.time)
            }
            (
                Cause::GameStarted {}
                | Cause::OrdersGiven { .. }
                | Cause::SeatTimedOut { .. }
                | Cause::RulesUpdated { .. },
                Actor::Server | Actor::Seat(_),
            ) => None,
        }
    }
}
