//! Which rules a fact rests on (LW §7).

use super::{
    event::{Event, Mark},
    ids::FigureId,
    rules::*,
    state::State,
    words::{
        Composition, DeathCause, Deployment, FreedBy, LeftBy, MovedBy, Reason, ResolvedBy, Role, TakenBy,
    },
};
use crate::{ids::Seat, rule::RuleId};

/// The rules of a fact, the position before it known.
pub(super) fn cites(before: &State, event: &Event) -> Vec<RuleId> {
    match event {
        Event::CoinTossed { purpose, .. } => vec![purpose.rule()],
        Event::RolesSet { .. } => vec![LW_9_13, LW_9_14],
        Event::LineChosen { .. } => vec![LW_1_2],
        Event::HandicapRolled { .. } => vec![LW_10_3],
        Event::Placed { .. } => vec![LW_1_9, LW_1_10],
        Event::DeploymentCommitted { .. } => vec![LW_1_7],
        Event::Deployed { seat, .. } | Event::Sealed { seat, .. } => deployed(before, seat),
        Event::MoveBegan { .. } => vec![LW_2_1, LW_2_4, LW_2_5, LW_2_6, LW_2_7],
        Event::ShotFired { trace, .. } => shot(trace),
        Event::FigureKilled { cause, .. } => match cause {
            DeathCause::Fell => vec![LW_4_12],
            DeathCause::Touched => vec![LW_4_13],
            DeathCause::Domino => vec![LW_4_14],
            DeathCause::Melee => vec![LW_6_4, LW_6_7, LW_6_8],
        },
        Event::GunMoved { .. } => vec![LW_3_3, LW_3_4, LW_3_5],
        Event::FigureMoved { figure, reason, .. } => moved(*figure, *reason),
        Event::TrailNamed { .. } | Event::TrailOrdered { .. } | Event::TrailUnmanned { .. } => vec![LW_4_20],
        Event::GunsClosed { .. } => vec![LW_2_2],
        Event::SeatDone { late: false, .. } => vec![SEQUENCE],
        Event::SeatDone { late: true, .. } => vec![LW_2_8],
        Event::MeleeFormed { inferior, isolated, .. } => match (inferior, isolated) {
            (None, _) => vec![LW_6_1, LW_6_2, LW_6_3, LW_6_4],
            (Some(_), Some(true)) => vec![LW_6_1, LW_6_2, LW_6_3, LW_6_5, LW_6_6, LW_6_7, LW_6_11],
            (Some(_), Some(false) | None) => vec![LW_6_1, LW_6_2, LW_6_3, LW_6_5, LW_6_6, LW_6_8, LW_6_11],
        },
        Event::MeleeResolved { by: ResolvedBy::Mover, .. } => vec![LW_6_13],
        Event::MeleeResolved { by: ResolvedBy::Default, .. } => vec![LW_6_14],
        Event::PrisonerTaken { cause, .. } => vec![match cause {
            TakenBy::Melee => LW_7_1,
            TakenBy::Flag => LW_7_11,
            TakenBy::Retaken => LW_7_9,
            TakenBy::Capitulation => LW_9_10,
        }],
        Event::EscortChanged { .. } => vec![LW_7_3, LW_7_4, LW_7_5],
        Event::PrisonerFreed { cause, .. } => vec![match cause {
            FreedBy::EscortLost => LW_7_4,
            FreedBy::EscortAway => LW_7_5,
            FreedBy::Capitulation => LW_9_10,
        }],
        Event::PrisonerSecured { .. } => vec![LW_7_7],
        Event::FigureRearmed { .. } => vec![LW_7_8],
        Event::FlagRaised { .. } => vec![LW_7_10],
        Event::FigureWithdrawn { reason: LeftBy::Order, .. } => vec![LW_5_10],
        Event::FigureWithdrawn { reason: LeftBy::Crew, .. } | Event::GunWithdrawn { .. } => vec![LW_3_7],
        Event::GunPassesCleared { .. } | Event::GunPassed { .. } => vec![LW_8_2],
        Event::GunCaptured { .. } => vec![LW_8_1, LW_8_4, LW_11_5],
        Event::BlowStruck { .. } => vec![LW_9_9],
        Event::FiguresAssigned { .. } => vec![LW_11_3],
        Event::SeatLeft { .. } => vec![LW_9_19],
        Event::MovePassed { .. } | Event::MoveEnded { .. } => vec![SEQUENCE],
        Event::GameEnded { reason, .. } => ended(*reason),
    }
}

fn deployed(before: &State, seat: &Seat) -> Vec<RuleId> {
    let role = before.side_of(seat).map_or(Role::None, |side| before.sides.side(side).role);
    let mut rules = match (before.options().deployment, role) {
        (Deployment::Fixed, _) => vec![LW_1_10, LW_1_11],
        (Deployment::Free, Role::None) => vec![LW_1_9, LW_1_10],
        (Deployment::Free, Role::Defender) => vec![LW_1_10, LW_9_15],
        (Deployment::Free, Role::Attacker) => vec![LW_1_10, LW_9_16],
    };
    if before.options().composition == Composition::Selection {
        rules.push(LW_10_2);
    }
    rules
}

fn moved(figure: FigureId, reason: MovedBy) -> Vec<RuleId> {
    use super::ids::Arm;
    match (reason, figure.arm) {
        (MovedBy::Order, Arm::Infantry) => vec![LW_5_1, LW_5_3],
        (MovedBy::Order, Arm::Cavalry) => vec![LW_5_2, LW_5_3],
        (MovedBy::Crew, _) => vec![LW_3_3],
        (MovedBy::Trail, _) => vec![LW_4_20],
        (MovedBy::Escort | MovedBy::Prisoner, _) => vec![LW_7_3],
    }
}

/// The rules of a shot: those of every shot, and those of what it met, each once.
fn shot(trace: &[Mark]) -> Vec<RuleId> {
    let mut rules = vec![LW_4_2, LW_4_6, LW_4_7, LW_4_8];
    for mark in trace {
        rules.extend_from_slice(match mark {
            Mark::Muzzle { .. } | Mark::Rest { .. } => &[],
            Mark::Strike { .. } => &[LW_4_10, LW_4_11],
            Mark::Domino { .. } => &[LW_4_14],
            Mark::Graze { .. } => &[LW_4_18, LW_4_19],
            Mark::Glance { .. } => &[LW_4_16, LW_4_17, LW_4_19],
            Mark::Stopped { .. } => &[LW_4_16],
            Mark::Bank { .. } | Mark::Off { .. } => &[LW_4_9],
        });
    }
    rules.sort_by_key(|rule| RULES.iter().position(|known| known.id == *rule));
    rules.dedup();
    rules
}

fn ended(reason: Reason) -> Vec<RuleId> {
    let why = match reason {
        Reason::Annihilation => LW_9_1,
        Reason::BothGone => LW_9_2,
        Reason::BelowLimit => LW_9_6,
        Reason::Blow => LW_9_10,
        Reason::DefenceHeld | Reason::LineReached => LW_9_18,
        Reason::Idle => LW_9_21,
        Reason::MoveLimit => LW_9_22,
        Reason::Resigned => LW_9_19,
        Reason::Agreed => LW_9_20,
    };
    vec![why, LW_9_3, LW_9_4, LW_9_5]
}
