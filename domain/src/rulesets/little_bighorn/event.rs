//! The facts of a game: the position is the fold of these alone. `rules` is not a field here: it follows from the
//! fact ([`Event::rules`]) and the seam adds it to the body.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use super::event_words::{
    Bonus, Cause, Die, DieRule, Ended, Fate, NoReply, Purpose, Reason, Reply, Victor,
};
use super::{
    cell::Cell,
    command::{Advance, Phase, Placement, Push, ReplyTo, ReplyWhen},
    pieces::{FigureId, Gait, Side},
    rules,
};
use crate::{
    ids::Seat,
    rule::RuleId,
    ruleset::{Fact, Roll},
};

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = little_bighorn::Event)]
pub enum Event {
    /// Pieces have exchanged their places before the battle.
    PiecesDeployed {
        /// Whose.
        seat: Seat,
        /// Pieces and their new cells.
        placements: Vec<Placement>,
    },
    /// A phase begins: the seats it waits for.
    PhaseBegan {
        /// The round.
        round: u32,
        /// The side that makes the movement of this turn.
        mover: Side,
        /// The phase.
        phase: Phase,
        /// Who is waited for, in the plan's order.
        awaited: Vec<Seat>,
    },
    /// A phase in which nobody has anything to do does not take place.
    PhaseSkipped {
        /// The round.
        round: u32,
        /// The side that makes the movement of this turn.
        mover: Side,
        /// The phase.
        phase: Phase,
    },
    /// A seat has ended a phase; or nothing is left to do in it.
    PhaseEnded {
        /// Whose phase; null when nothing was left.
        #[schema(required = true)]
        seat: Option<Seat>,
        /// The phase.
        phase: Phase,
        /// Why.
        how: Ended,
    },
    /// A figure has moved.
    FigureMoved {
        /// Who.
        figure: FigureId,
        /// The cells, the one it left first.
        path: Vec<Cell>,
        /// Whether the flag went along.
        with_flag: bool,
    },
    /// An attack with its reply, if there was one, and how it ended.
    EncounterFought {
        /// Who attacked.
        attacker: FigureId,
        /// Whom.
        target: FigureId,
        /// Where the attacker stood.
        attacker_cell: Cell,
        /// Where the target stood.
        target_cell: Cell,
        /// Whether they touched.
        melee: bool,
        /// The range in cells, the river counted.
        range: u32,
        /// Whether the target replied, and why.
        reply: Reply,
        /// Why it did not.
        #[schema(required = true)]
        no_reply: Option<NoReply>,
        /// The attacker's die, then the replying one.
        rolls: Vec<Die>,
        /// Who won, where somebody is beaten.
        #[schema(required = true)]
        winner: Option<FigureId>,
        /// What it came to.
        outcome: Fate,
    },
    /// The beaten figure falls back.
    FigureRetreated {
        /// Who.
        figure: FigureId,
        /// From where.
        from: Cell,
        /// Where to.
        to: Cell,
        /// All cells it could have gone to, by row, then by column.
        choices: Vec<Cell>,
    },
    /// The beaten figure is out of the game.
    FigureEliminated {
        /// Who.
        figure: FigureId,
        /// Where it stood.
        cell: Cell,
        /// Who beat it.
        by: FigureId,
        /// Whether the die killed it or it had nowhere to go.
        cause: Cause,
    },
    /// The victor of a melee has followed into the vanquished's cell.
    FigureAdvanced {
        /// Who.
        figure: FigureId,
        /// From where.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// A figure of the Plains Nations stands on the flag.
    FlagCaptured {
        /// Who.
        figure: FigureId,
        /// Where.
        cell: Cell,
    },
    /// Standing orders are given: the fields shown, for these figures.
    StandingSet {
        /// Whose.
        seat: Seat,
        /// For whom.
        figures: Vec<FigureId>,
        /// When to answer distant fire.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        reply: Option<ReplyWhen>,
        /// Whom to answer; empty for anyone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        reply_to: Option<Vec<ReplyTo>>,
        /// Where the vanquished goes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        push: Option<Push>,
        /// Whether the victor follows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        advance: Option<Advance>,
    },
    /// The living figures of a seat that has resigned are another's now.
    CommandPassed {
        /// Who resigned.
        from: Seat,
        /// Who commands them now.
        to: Seat,
        /// The figures, in roster order.
        figures: Vec<FigureId>,
    },
    /// The battle is over.
    GameEnded {
        /// Who has won.
        result: Victor,
        /// Why.
        reason: Reason,
    },
}

impl Event {
    /// The rules it rests on.
    pub(super) fn rules(&self) -> Vec<RuleId> {
        match self {
            Event::PiecesDeployed { .. } => vec![rules::DEPLOYMENT],
            Event::PhaseBegan { .. } => vec![rules::SEQUENCE],
            Event::PhaseSkipped { .. } => vec![rules::NOTHING_LEFT],
            Event::PhaseEnded { how, .. } => match how {
                Ended::Order => vec![rules::END_PHASE],
                Ended::Timeout => vec![rules::TIMEOUT],
                Ended::NothingLeft => vec![rules::NOTHING_LEFT],
            },
            Event::FigureMoved { figure, with_flag, .. } => {
                let step = match figure.form().map(|(class, _)| class.gait()) {
                    Some(Gait::Mounted) => rules::MOUNTED_MOVE,
                    Some(Gait::Foot) | None => rules::FOOT_MOVE,
                };
                if *with_flag { vec![step, rules::FLAG_BEARER] } else { vec![step] }
            }
            Event::EncounterFought { reply, outcome, .. } => {
                let how = match reply {
                    Reply::Compulsory | Reply::Standing => rules::ANSWERED,
                    Reply::None => rules::UNANSWERED,
                };
                let what = match outcome {
                    Fate::Tie => rules::TIE,
                    Fate::Miss => rules::MISS,
                    Fate::PushedBack | Fate::NoRetreat => rules::PUSHED_BACK,
                    Fate::Eliminated => rules::ELIMINATED,
                };
                vec![how, what]
            }
            Event::FigureRetreated { .. } => vec![rules::RETREAT, rules::VICTOR_CHOOSES],
            Event::FigureEliminated { cause, .. } => match cause {
                Cause::Fire => vec![rules::ELIMINATED],
                Cause::NoRetreat => vec![rules::NO_RETREAT],
            },
            Event::FigureAdvanced { .. } => vec![rules::ADVANCE],
            Event::FlagCaptured { .. } => vec![rules::FLAG_CAPTURED],
            Event::StandingSet { .. } => vec![rules::STANDING],
            Event::CommandPassed { .. } => vec![rules::COMMAND_PASSES],
            Event::GameEnded { reason, .. } => vec![reason.rule()],
        }
    }
}

impl Fact for Event {
    fn rolls(&self) -> Vec<Roll> {
        match self {
            Event::EncounterFought { rolls, .. } => rolls.iter().map(Die::roll).collect(),
            Event::PiecesDeployed { .. }
            | Event::PhaseBegan { .. }
            | Event::PhaseSkipped { .. }
            | Event::PhaseEnded { .. }
            | Event::FigureMoved { .. }
            | Event::FigureRetreated { .. }
            | Event::FigureEliminated { .. }
            | Event::FigureAdvanced { .. }
            | Event::FlagCaptured { .. }
            | Event::StandingSet { .. }
            | Event::CommandPassed { .. }
            | Event::GameEnded { .. } => Vec::new(),
        }
    }
}
