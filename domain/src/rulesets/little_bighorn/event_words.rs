//! The words of the events: how an encounter ends, why there was no reply, what a die shows, why the battle is over.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    pieces::{FigureId, Side},
    rules,
};
use crate::{
    ids::Seat,
    rule::RuleId,
    ruleset::{Modifier, Roll},
};

/// Why a phase has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Ended)]
pub enum Ended {
    /// The seat said so.
    Order,
    /// The seat's time was up.
    Timeout,
    /// Nobody has anything left to do.
    NothingLeft,
}

/// Whether a target replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Reply)]
pub enum Reply {
    /// In melee it must, if it can.
    Compulsory,
    /// At a distance, as its standing order says.
    Standing,
    /// It does not.
    None,
}

/// Why a target does not reply, the first of these that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = little_bighorn::NoReply)]
pub enum NoReply {
    /// It has fired all its shots.
    NoShotLeft,
    /// It has replied once this turn.
    AlreadyReplied,
    /// Its weapon does not reach so far.
    OutOfReach,
    /// Its standing order holds the fire.
    Held,
}

/// How an encounter ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Fate)]
pub enum Fate {
    /// Equal totals.
    Tie,
    /// The better total is 3 or less.
    Miss,
    /// 4 or 5: the loser retreats.
    PushedBack,
    /// 4 or 5, and the loser has nowhere to go: it is out.
    NoRetreat,
    /// 6 or more: the loser is out.
    Eliminated,
}

/// What eliminated a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Cause)]
pub enum Cause {
    /// A total of 6 or more.
    Fire,
    /// It had to retreat and could not.
    NoRetreat,
}

/// One d6 of an encounter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_bighorn::Die)]
pub struct Die {
    /// Attack or reply.
    pub purpose: Purpose,
    /// The rule that asks for it.
    pub rule: DieRule,
    /// Faces: 6.
    pub sides: u32,
    /// The seat that commands the figure.
    pub seat: Seat,
    /// Who rolls.
    pub figure: FigureId,
    /// Against whom.
    pub against: FigureId,
    /// What fell.
    pub value: u32,
    /// 0 or 1.
    pub bonus: u32,
    /// For what.
    #[schema(required = true)]
    pub bonus_reason: Option<Bonus>,
    /// With the option `unanswered_cover`: minus the bonus of a target that does not reply.
    pub cover: i32,
    /// Value, bonus and cover.
    pub total: i32,
}

/// What a die is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Purpose)]
pub enum Purpose {
    /// The attacker's die.
    Attack,
    /// The target's die.
    Reply,
}

impl Purpose {
    /// As the log writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Purpose::Attack => "attack",
            Purpose::Reply => "reply",
        }
    }
}

/// The rule a die rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_bighorn::DieRule)]
pub enum DieRule {
    /// Both roll.
    #[serde(rename = "LBH-7.18")]
    Answered,
    /// The attacker alone rolls.
    #[serde(rename = "LBH-7.23")]
    Unanswered,
}

impl DieRule {
    /// Its id.
    pub fn id(self) -> RuleId {
        match self {
            DieRule::Answered => rules::ANSWERED,
            DieRule::Unanswered => rules::UNANSWERED,
        }
    }
}

/// What a bonus of +1 is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Bonus)]
pub enum Bonus {
    /// Mounted, in melee.
    CavalryMelee,
    /// On foot in woods.
    Woods,
    /// On foot in rocks.
    Rocks,
    /// On foot on a parapet.
    Parapet,
}

impl Bonus {
    /// As the log writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Bonus::CavalryMelee => "cavalry_melee",
            Bonus::Woods => "woods",
            Bonus::Rocks => "rocks",
            Bonus::Parapet => "parapet",
        }
    }
}

/// The winner of the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Victor)]
pub enum Victor {
    /// The Long Knives.
    LongKnives,
    /// The Plains Nations.
    PlainsNations,
    /// Nobody.
    Draw,
}

impl Victor {
    /// The victory of a side.
    pub fn of(side: Side) -> Victor {
        match side {
            Side::LongKnives => Victor::LongKnives,
            Side::PlainsNations => Victor::PlainsNations,
        }
    }

    /// The side that has won.
    pub fn side(self) -> Option<Side> {
        match self {
            Victor::LongKnives => Some(Side::LongKnives),
            Victor::PlainsNations => Some(Side::PlainsNations),
            Victor::Draw => None,
        }
    }
}

/// Why the battle is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Reason)]
pub enum Reason {
    /// The last chief has fallen.
    ChiefsEliminated,
    /// The flag has reached an exit.
    FlagExit,
    /// The general and every officer have fallen.
    OfficersEliminated,
    /// The Plains Nations have the flag.
    FlagCaptured,
    /// A side has given up.
    Resignation,
    /// A draw was agreed.
    Agreed,
    /// The last round is over.
    RoundLimit,
    /// Too many rounds without an attack or a move of the flag.
    QuietLimit,
}

impl Reason {
    /// As JSON writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::ChiefsEliminated => "chiefs_eliminated",
            Reason::FlagExit => "flag_exit",
            Reason::OfficersEliminated => "officers_eliminated",
            Reason::FlagCaptured => "flag_captured",
            Reason::Resignation => "resignation",
            Reason::Agreed => "agreed",
            Reason::RoundLimit => "round_limit",
            Reason::QuietLimit => "quiet_limit",
        }
    }

    pub(super) fn rule(self) -> RuleId {
        match self {
            Reason::ChiefsEliminated => rules::CHIEFS_ELIMINATED,
            Reason::FlagExit => rules::FLAG_EXIT,
            Reason::OfficersEliminated => rules::OFFICERS_ELIMINATED,
            Reason::FlagCaptured => rules::FLAG_CAPTURED,
            Reason::Resignation => rules::RESIGNATION,
            Reason::Agreed => rules::AGREED,
            Reason::RoundLimit => rules::ROUND_LIMIT,
            Reason::QuietLimit => rules::QUIET_LIMIT,
        }
    }
}

impl Die {
    pub(super) fn roll(&self) -> Roll {
        let bonus = self
            .bonus_reason
            .map(|reason| Modifier { name: reason.as_str().to_owned(), value: i64::from(self.bonus) });
        let cover = (self.cover != 0)
            .then(|| Modifier { name: "unanswered_cover".to_owned(), value: i64::from(self.cover) });
        Roll {
            purpose: self.purpose.as_str().to_owned(),
            rule: self.rule.id(),
            seat: Some(self.seat.clone()),
            roller: Some(self.figure.to_string()),
            against: Some(self.against.to_string()),
            sides: self.sides,
            values: vec![self.value],
            value: self.value,
            modifiers: bonus.into_iter().chain(cover).collect(),
            total: i64::from(self.total),
            result: None,
        }
    }
}
