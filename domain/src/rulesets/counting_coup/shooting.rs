//! Volleys: who sees whom, how far, what is needed, and who falls. Contact changes nothing about it (CCC-6.8).

use super::{
    casualty,
    check::Asked,
    command::Chosen,
    course::{Chance, Course, one},
    event::{Band, Cause, Die, DieResult, DieRule, Event, Piece, Purpose, Shot},
    ground::NEAR,
    ids::UnitId,
    phase::Kind,
    rejection::{Detail, Fault, Rejection},
    scenario::Side,
    state::State,
};
use crate::{
    dice::{Dice, NoDice, Throw},
    geometry::Point,
    ruleset::Halt,
};

/// An order to shoot.
pub(super) struct Volley<'a> {
    pub(super) unit: UnitId,
    pub(super) shooters: &'a Chosen,
    pub(super) target: UnitId,
    pub(super) within: Option<u32>,
}

/// A shooter, what it sees of the target, and how far the nearest of that is.
pub(super) struct Line {
    pub(super) shooter_idx: usize,
    pub(super) at: Point,
    /// The target's figures that it sees, in figure order.
    pub(super) seen: Vec<usize>,
    /// In hundredths of an inch, rounded up.
    pub(super) distance: i64,
}

/// A unit shoots at a unit.
pub(super) fn shoot(
    course: &mut Course,
    asked: &Asked<'_>,
    volley: &Volley<'_>,
    chance: &mut Chance<'_>,
) -> Result<(), Halt<Rejection>> {
    let lines = lines(&course.state, asked, volley)?;
    match chance {
        Chance::Rehearsal => {
            lines.iter().for_each(|line| course.state.figures[line.shooter_idx].acted = true); // CCC-4.7
        }
        Chance::Dice(dice) => {
            let target_idx = course
                .state
                .ground()
                .unit_idx(volley.target)
                .ok_or_else(|| Halt::Refused(Fault::UnknownUnit.of_unit(volley.target)))?;
            let shots = fire(&course.state, &lines, volley.target, *dice)?;
            take_hits(course, volley, target_idx, &lines, shots);
        }
    }
    Ok(())
}

/// Who shoots, checked.
pub(super) fn lines(state: &State, asked: &Asked<'_>, volley: &Volley<'_>) -> Result<Vec<Line>, Rejection> {
    let unit_idx = asked.unit_to_order(state, volley.unit, &[Kind::Action])?;
    let target_idx =
        state.ground().unit_idx(volley.target).ok_or_else(|| Fault::UnknownUnit.of_unit(volley.target))?;
    if state.unit(target_idx).side == state.unit(unit_idx).side {
        return Err(Fault::NotAnEnemy.of_unit(volley.target));
    }
    let line = |(idx, at): (usize, Point)| line(state, idx, at, target_idx);
    let mut lines: Vec<Line> = match volley.shooters {
        Chosen::All => state
            .unit_on_table(unit_idx)
            .filter(|(idx, _)| !state.figures[*idx].acted && state.piece(*idx).shoots())
            .filter_map(line)
            .collect(),
        Chosen::Named(named) => {
            let judge = |idx: usize, state: &State| judge_shooter(state, idx, target_idx);
            asked.named(state, volley.unit, named, judge)?.into_iter().filter_map(line).collect()
        }
    };
    if let Some(within) = volley.within {
        lines.retain(|line| line.distance <= i64::from(within)); // CCC-6.9
    }
    if lines.is_empty() {
        let Volley { target, within, .. } = *volley;
        let nobody = Detail::NoShooter { asking: volley.shooters.into(), target, within };
        return Err(Fault::EmptyOrder.of_unit(volley.unit).with(nobody)); // CCC-6.9
    }
    Ok(lines)
}

fn judge_shooter(state: &State, figure_idx: usize, target_idx: usize) -> Result<(), Rejection> {
    let id = state.id(figure_idx);
    if state.figures[figure_idx].acted {
        return Err(Fault::AlreadyActed.of(id)); // CCC-6.1
    }
    if !state.piece(figure_idx).shoots() {
        return Err(Fault::CannotShoot.of(id)); // CCC-6.2
    }
    let sees = state.at(figure_idx).is_some_and(|at| line(state, figure_idx, at, target_idx).is_some());
    if sees { Ok(()) } else { Err(Fault::NoLineOfSight.of(id)) } // CCC-6.4
}

/// What a figure sees of a unit; `None` when that is nothing.
pub(super) fn line(state: &State, shooter_idx: usize, at: Point, target_idx: usize) -> Option<Line> {
    let seen: Vec<(usize, Point)> =
        state.unit_on_table(target_idx).filter(|(_, there)| state.ground().sees(at, *there)).collect();
    let nearest = seen.iter().map(|(_, there)| *there).min_by_key(|there| at.distance_squared(*there))?;
    let distance = at.distance(nearest); // CCC-6.3
    Some(Line { shooter_idx, at, seen: seen.into_iter().map(|(idx, _)| idx).collect(), distance })
}

/// The table: near or far, and the least value that hits.
pub(super) fn needed(state: &State, side: Side, distance: i64) -> (Band, u32) {
    let band = if distance <= NEAR { Band::Short } else { Band::Long }; // CCC-2.4
    let better = match state.ground().near_shots_are_better() {
        true => Band::Short, // CCC-6.6
        false => Band::Long, // CCC-6.7
    };
    let needed = match side {
        Side::Cavalry if band == better => 4,
        Side::Nations if band == better => 5,
        Side::Cavalry | Side::Nations => 6,
    };
    (band, needed)
}

fn fire(state: &State, lines: &[Line], target: UnitId, dice: &mut dyn Dice) -> Result<Vec<Shot>, NoDice> {
    let rule = match state.ground().near_shots_are_better() {
        true => DieRule::Shot,
        false => DieRule::ShotAsFirstPrinted,
    };
    let mut shots = Vec::with_capacity(lines.len());
    for line in lines {
        let piece = state.piece(line.shooter_idx);
        let (band, needed) = needed(state, piece.side, line.distance);
        let value = one(
            dice,
            &Throw {
                dice: 1,
                sides: 6,
                purpose: Purpose::Shoot.as_str(),
                roller: Some(piece.id.to_string()),
                against: Some(target.to_string()),
                rule: rule.id(),
            },
        )?;
        let roll = Die {
            purpose: Purpose::Shoot,
            rule,
            seat: state.seat_of(piece.unit_idx).clone(),
            roller: Piece::Figure(piece.id),
            against: Some(Piece::Unit(target)),
            sides: 6,
            value,
            modifiers: Vec::new(),
            total: i64::from(value),
            result: if needed <= value { DieResult::Hit } else { DieResult::Miss },
        };
        shots.push(Shot { figure: piece.id, distance: line.distance, band, needed, roll });
    }
    Ok(shots)
}

/// The volley has been fired: its hits are taken one by one, in the shooters' order (CCC-6.10).
fn take_hits(course: &mut Course, volley: &Volley<'_>, target_idx: usize, lines: &[Line], shots: Vec<Shot>) {
    let hitting: Vec<&Line> = lines
        .iter()
        .zip(&shots)
        .filter(|(_, shot)| shot.roll.result == DieResult::Hit)
        .map(|(line, _)| line)
        .collect();
    let hits = u32::try_from(hitting.len()).unwrap_or(u32::MAX);
    course.say(Event::VolleyFired { unit: volley.unit, target: volley.target, shots, hits });
    for line in hitting {
        let shooter = course.state.id(line.shooter_idx);
        match casualty::chosen(&course.state, target_idx, &line.seen, line.at) {
            Some(figure_idx) => casualty::strike(course, figure_idx, Cause::Shot, shooter), // CCC-11.7
            None => course.say(Event::HitWasted { figure: shooter }),                       // CCC-6.13
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::counting_coup::harness::position;

    fn needs(edition: &str, table: &str) -> Vec<u32> {
        let json = serde_json::json!({
            "table": {"width": 6000, "height": 4000}, "hills": [], "round": 1, "phase": "cavalry_action",
            "options": {"edition": edition, "shooting_table": table, "deployment": "fixed", "round_limit": null,
                "chief_first_hit": "stays", "guidon_guard": "company"},
            "units": [],
        });
        let (state, _) = position(&json).expect("an empty table");
        let at = |side, distance| super::needed(&state, side, distance).1;
        let (near, far) = (NEAR, NEAR + 1);
        vec![at(Side::Nations, near), at(Side::Cavalry, near), at(Side::Nations, far), at(Side::Cavalry, far)]
    }

    #[test]
    fn ccc_1_5_the_tables_differ_in_v1_as_printed_alone() {
        let (ours, first) = (vec![5, 4, 6, 6], vec![6, 6, 5, 4]);
        assert_eq!(needs("v2", "as_printed"), ours); // CCC-6.6
        assert_eq!(needs("v2", "corrected"), ours);
        assert_eq!(needs("v1", "corrected"), ours);
        assert_eq!(needs("v1", "as_printed"), first); // CCC-6.7
    }
}
