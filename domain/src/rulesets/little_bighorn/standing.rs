//! Standing orders: what a figure does of its own accord while others are on move. They are open to all and bind from
//! the next attack.

use super::{
    check,
    command::{Advance, Figures, Push, ReplyTo, ReplyWhen},
    course::Course,
    event::Event,
    pieces::FigureId,
    rejection::Rejection,
    state::State,
};

/// What a standing order sets; the rest stays as it is.
pub(super) struct Changes<'a> {
    pub(super) reply: Option<ReplyWhen>,
    pub(super) reply_to: &'a Option<Vec<ReplyTo>>,
    pub(super) push: &'a Option<Push>,
    pub(super) advance: Option<Advance>,
}

/// In any phase, on move or not (LBH-13.1).
pub(super) fn set(
    state: &State,
    seat_idx: usize,
    figures: &Figures,
    changes: &Changes<'_>,
) -> Result<Course, Rejection> {
    let figures = match figures {
        Figures::All(_) => living(state, seat_idx)?,
        Figures::Named(named) => all_living(state, named)?,
    };
    let mut course = Course::from(state);
    course.say(Event::StandingSet {
        seat: state.seat(seat_idx).clone(),
        figures,
        reply: changes.reply,
        reply_to: changes.reply_to.clone(),
        push: changes.push.clone(),
        advance: changes.advance,
    });
    Ok(course)
}

fn living(state: &State, seat_idx: usize) -> Result<Vec<FigureId>, Rejection> {
    let all: Vec<_> = state.commanded_by(seat_idx).map(|(idx, _, _)| state.piece(idx).id.clone()).collect();
    match all.is_empty() {
        true => Err(Rejection::NobodyLeft),
        false => Ok(all),
    }
}

fn all_living(state: &State, named: &[FigureId]) -> Result<Vec<FigureId>, Rejection> {
    for id in named {
        if !state.figures[check::figure(state, id)?].is_living() {
            return Err(Rejection::FigureEliminated(id.clone())); // LBH-14.5: for all of them or for none
        }
    }
    Ok(named.to_vec())
}
