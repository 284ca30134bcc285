//! The white flag (LW-7.10).

use super::{
    course::Course,
    decide::Asked,
    event::Event,
    ids::{FigureId, Figures},
    measures::SIX_INCHES,
    melee::is_isolated,
    prisoners,
    rejection::{Code, Rejection},
    selection,
    state::{Figure, State},
};

/// `surrender`: of either side, in anybody's move.
pub(super) fn surrender(
    course: &mut Course,
    asked: &Asked<'_>,
    figures: &[Figures],
) -> Result<(), Rejection> {
    let state = &course.state;
    let is_own = |man: &Figure| man.seat == asked.at && man.side() == asked.side;
    selection::ids(state, figures, is_own, Figure::is_free)?;
    let mut body = selection::chosen(state, figures, |man| is_own(man) && man.is_free())?; // LW-5.13
    body.sort();
    let men: Vec<&Figure> = body.iter().filter_map(|id| state.figure(*id)).collect();
    if let Some(apart) = who_stands_apart(&men) {
        return Err(Code::NotABody.of(apart));
    }
    let support = support(state, asked, &men);
    if !is_isolated(men.len(), support.len()) {
        return Err(Code::NotIsolated.plain());
    }
    course.say(Event::FlagRaised { figures: body, support });
    prisoners::after_losses(course); // LW-7.4
    Ok(())
}

/// The first whom no chain of gaps of six inches or less joins to the first of them all (LW-7.10).
fn who_stands_apart(men: &[&Figure]) -> Option<FigureId> {
    let (mut joined, mut apart) = (Vec::new(), men.to_vec());
    joined.extend(apart.drain(..apart.len().min(1)));
    let mut next = 0;
    while let Some(&one) = joined.get(next) {
        let near;
        (near, apart) = apart.into_iter().partition(|man| State::within_gap(one, man, SIX_INCHES));
        let near: Vec<&Figure> = near;
        joined.extend(near);
        next += 1;
    }
    apart.first().map(|man| man.id)
}

/// Armed men of the side outside the body who are, each within his own arm's move, near one of it (LW-7.10).
fn support(state: &State, asked: &Asked<'_>, body: &[&Figure]) -> Vec<FigureId> {
    let is_of_it = |man: &Figure| body.iter().any(|one| one.id == man.id);
    let is_near = |man: &Figure| body.iter().any(|one| State::within_gap(man, one, man.id.arm.reach()));
    state.armed_men(asked.side).filter(|man| !is_of_it(man) && is_near(man)).map(|man| man.id).collect()
}
