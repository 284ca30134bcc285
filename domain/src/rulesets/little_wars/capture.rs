//! Passing guns and taking them (LW-8). The end of a move looks at them gun by gun, in id order.
//!
//! Tested at the ends of moves alone (LW-8.4). While four of its own men are with it a gun is used, whoever else is near (LW-8.5).

use super::{
    course::Course,
    event::Event,
    ids::{FigureId, GunId},
    measures::CREW,
    state::{Figure, Gun, State},
};

/// Passes and captures of all guns on the floor.
pub(super) fn look_at_guns(course: &mut Course) {
    let guns: Vec<GunId> = course.state.guns_on_floor().map(|gun| gun.id).collect();
    for gun in guns {
        clear_passes(course, gun);
        note_passes(course, gun);
        capture(course, gun);
    }
}

/// Who no longer counts as having passed a gun: he is not armed, not within six inches, or the gun has been moved (LW-8.2).
fn clear_passes(course: &mut Course, id: GunId) {
    let state = &course.state;
    let Some(gun) = state.gun(id) else { return };
    let was_moved = gun.moved && gun.holder == state.mover;
    let figures = those(state, |man| {
        man.passed.contains(&id) && (was_moved || !man.is_armed() || !State::is_near_gun(gun, man))
    });
    if !figures.is_empty() {
        course.say(Event::GunPassesCleared { gun: id, figures });
    }
}

/// Who has moved past a gun's axis: he is beyond it as seen from where his move began (LW-8.2).
fn note_passes(course: &mut Course, id: GunId) {
    let state = &course.state;
    let Some(gun) = state.gun(id) else { return };
    if gun.holder == state.mover {
        return;
    }
    let figures = those(state, |man| {
        man.side() == state.mover
            && man.is_armed()
            && man.moved
            && !man.passed.contains(&id)
            && State::is_near_gun(gun, man)
            && is_beyond(gun, man)
    });
    if !figures.is_empty() {
        course.say(Event::GunPassed { gun: id, figures });
    }
}

fn is_beyond(gun: &Gun, man: &Figure) -> bool {
    let (past, attack) = (man.at.minus(gun.at), gun.at.minus(man.start));
    let dot = |a: i64, b: i64| i128::from(a) * i128::from(b);
    dot(past.0, attack.0) + dot(past.1, attack.1) > 0
}

/// A gun with none of its holder's men within six inches, which four armed enemies have passed, is theirs (LW-8.1).
fn capture(course: &mut Course, id: GunId) {
    let state = &course.state;
    let Some(gun) = state.gun(id) else { return };
    let (from, to) = (gun.holder, gun.holder.enemy());
    let is_defended = state.free_men(from).any(|man| State::is_near_gun(gun, man)); // LW-8.3
    let passed = |man: &Figure| man.side() == to && man.is_armed() && man.passed.contains(&id);
    let by = those(state, |man| passed(man) && State::is_near_gun(gun, man));
    if is_defended || by.len() < CREW {
        return;
    }
    let seat = by.first().and_then(|lowest| state.figure(*lowest)).map(|man| man.seat); // LW-11.5
    let Some(seat) = seat.map(|at| state.house.seats[at].seat.clone()) else { return };
    course.say(Event::GunCaptured { gun: id, from, to, by, seat });
}

fn those(state: &State, fits: impl Fn(&Figure) -> bool) -> Vec<FigureId> {
    state.on_floor().filter(|man| fits(man)).map(|man| man.id).collect()
}
