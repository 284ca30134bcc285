//! Which rules a fact rests on.

use super::{
    event::{Cause, Event, Fate, HonorReason, LossReason, MovedBy, Placing, Reason},
    ids::FigureId,
    rules,
    scenario::Side,
    state::{Guidon, State},
};
use crate::rule::RuleId;

/// The rules of a fact, the position before it known.
pub(super) fn cites(before: &State, event: &Event) -> Vec<RuleId> {
    match event {
        Event::DirectionRolled { .. } => vec![rules::RING, rules::DEPLOYMENT],
        Event::FigurePlaced { figure, reason, .. } => match reason {
            Placing::Deploy => vec![deployed_by(before, *figure)],
            Placing::Enter => vec![rules::ENTRY],
        },
        Event::EntryDelayed { .. } => vec![rules::ENTRY],
        Event::RoundStarted { .. } | Event::RoundEnded { .. } => vec![rules::ROUND],
        Event::PhaseStarted { .. } => vec![rules::SEQUENCE, rules::STILL_TO_ACT, rules::FRESH_PHASE],
        Event::PhaseEnded { .. } => vec![rules::PHASE_ENDS],
        Event::FigureMoved { by, .. } => match by {
            MovedBy::Move => vec![rules::ALLOWANCE, rules::PATH],
            MovedBy::Group => vec![rules::ALLOWANCE, rules::GROUP],
            MovedBy::Charge => vec![rules::ALLOWANCE, rules::CHARGE],
        },
        Event::VolleyFired { shots, .. } => {
            let table = shots.first().map_or(rules::SHOOTING_TABLE, |shot| shot.roll.rule.id());
            vec![rules::RANGE, rules::SIGHT, table, rules::VOLLEY]
        }
        Event::HitWasted { .. } => vec![rules::WASTED],
        Event::MeleeFought { attacker, coup, tie, .. } => fight(*attacker, *coup, *tie),
        Event::CoupCounted { .. } => vec![rules::COUP_COUNTED],
        Event::HonorAwarded { reason, .. } => vec![match reason {
            HonorReason::Melee => rules::HONOR_FOR_FIGHT,
            HonorReason::Guidon => rules::HONOR_FOR_GUIDON,
            HonorReason::CustersGuidon => rules::HONOR_FOR_CUSTERS,
            HonorReason::Coup => rules::HONOR_FOR_COUP,
        }],
        Event::ChiefUnhorsed { .. } => vec![rules::CHIEF_HIT, rules::FIRST_HIT],
        Event::FigureRemoved { figure, cause, fate, .. } => removed(before, *figure, *cause, *fate),
        Event::GravestonePlaced { .. } => vec![rules::GRAVESTONE],
        Event::GuidonPassed { .. } => vec![rules::GUIDON_PASSES],
        Event::GuidonFallen { .. } => vec![rules::GUIDON_FALLS],
        Event::GuidonRecovered { .. } => vec![rules::GUIDON_RECOVERED],
        Event::GuidonCaptured { unit, .. } => vec![captured(before, *unit)],
        Event::GuidonLost { reason, .. } => match reason {
            LossReason::Captured | LossReason::Destroyed => vec![rules::GUIDON_LOST],
        },
        Event::CasualtyOrderSet { .. } => vec![rules::CASUALTY_ORDER],
        Event::CoupOrderSet { .. } => vec![rules::COUP_ORDER],
        Event::UnitDone { .. } => vec![rules::DONE],
        Event::UnitResumed { .. } => vec![rules::RESUME],
        Event::UnitRetired { .. } => vec![rules::RESIGNATION],
        Event::GameEnded { reason, .. } => ended(*reason),
    }
}

/// Custer and his bearer have a rule of their own; the others stand as the options say.
fn deployed_by(before: &State, figure: FigureId) -> RuleId {
    let is_custers = before.ground().unit_idx(figure.unit).is_some_and(|idx| before.unit(idx).custers);
    if is_custers { rules::CUSTER } else { rules::DEPLOYMENT } // CCC-3.1
}

fn fight(attacker: FigureId, coup: Option<FigureId>, tie: bool) -> Vec<RuleId> {
    let tied = tie.then_some(rules::TIE);
    let tried = match coup {
        None => Vec::new(),
        Some(chief) if chief == attacker => vec![rules::COUP, rules::NO_BONUS],
        Some(_) => vec![rules::COUP, rules::NO_BONUS, rules::COUP_ORDER],
    };
    [rules::FIGHT, rules::MODIFIERS].into_iter().chain(tied).chain(tried).collect()
}

fn removed(before: &State, figure: FigureId, cause: Cause, fate: Fate) -> Vec<RuleId> {
    let piece = before.ground().figure_idx(figure).map(|idx| before.piece(idx));
    let is_chief = piece.is_some_and(|piece| piece.is_chief());
    let side = piece.map_or(Side::Nations, |piece| piece.side);
    let what = match (side, is_chief, fate) {
        (Side::Cavalry, _, _) => rules::CAVALRY_FALLS,
        (Side::Nations, false, _) => rules::WARRIOR_RETURNS,
        (Side::Nations, true, Fate::Returns) => rules::FIRST_HIT,
        (Side::Nations, true, Fate::Permanent) => rules::SECOND_HIT,
    };
    match cause {
        Cause::Shot => vec![what, rules::HITS_TAKEN, rules::CHOICE],
        Cause::Melee | Cause::CoupFailed => vec![what],
    }
}

fn captured(before: &State, unit: super::ids::UnitId) -> RuleId {
    let guidon = before.ground().unit_idx(unit).and_then(|idx| before.units[idx].guidon);
    match guidon {
        Some(Guidon::Fallen(_)) => rules::GUIDON_TAKEN_UP,
        Some(Guidon::Carried(_) | Guidon::Captured(_)) | None => rules::GUIDON_CAPTURED,
    }
}

fn ended(reason: Reason) -> Vec<RuleId> {
    let why = match reason {
        Reason::CavalryDestroyed => rules::DESTROYED,
        Reason::RoundLimit => rules::ROUND_LIMIT,
        Reason::Drawn => rules::DRAW,
        Reason::CavalryResigned | Reason::NationsResigned => rules::RESIGNATION,
    };
    vec![why, rules::SIDE_RESULT, rules::NATIONS_RANKING, rules::CAVALRY_RANKING]
}
