//! Casualties: what becomes of a figure that is hit, and who of a unit takes a hit.

use super::{
    command::{Loss, Tie, Token},
    course::Course,
    event::{Cause, Event, Fate, LossReason},
    guidon,
    ids::FigureId,
    scenario::{ChiefFirstHit, Role, Side, Weapon},
    state::State,
};
use crate::geometry::Point;

/// A figure is hit by a shot, by the worse of a fight, or in its own attempt at a coup.
pub(super) fn strike(course: &mut Course, figure_idx: usize, cause: Cause, by: FigureId) {
    let Some(point) = course.state.at(figure_idx) else { return };
    match course.state.piece(figure_idx).side {
        Side::Cavalry => fell(course, figure_idx, point, cause, by),
        Side::Nations => fell_back(course, figure_idx, point, cause, by),
    }
}

/// A cavalryman is out for good; his guidon goes its way.
fn fell(course: &mut Course, figure_idx: usize, point: Point, cause: Cause, by: FigureId) {
    let figure = course.state.id(figure_idx);
    let unit_idx = course.state.piece(figure_idx).unit_idx;
    let bore = course.state.is_bearer(figure_idx);
    course.say(Event::FigureRemoved { figure, point, cause, by, fate: Fate::Permanent, returns_round: None }); // CCC-8.1
    course.say(Event::GravestonePlaced { figure, point, cause }); // CCC-12.1
    match cause {
        Cause::Shot if bore => guidon::leave_behind(course, figure_idx, point),
        Cause::Melee if bore => guidon::capture(course, unit_idx, by), // CCC-10.2
        Cause::Shot | Cause::Melee | Cause::CoupFailed => {}
    }
    if course.state.unit_on_table(unit_idx).next().is_none() {
        guidon::lose(course, unit_idx, LossReason::Destroyed); // CCC-10.7
    }
}

/// A warrior goes back to the village; a chief loses his horse first, then himself.
fn fell_back(course: &mut Course, figure_idx: usize, point: Point, cause: Cause, by: FigureId) {
    let figure = course.state.id(figure_idx);
    let is_chief = course.state.piece(figure_idx).is_chief();
    let is_first = course.state.figures[figure_idx].hits == 0;
    let stays = course.state.ground().options.chief_first_hit == ChiefFirstHit::Stays;
    let back = course.state.round + 1;
    let returns =
        Event::FigureRemoved { figure, point, cause, by, fate: Fate::Returns, returns_round: Some(back) };
    course.say(match (is_chief, is_first) {
        (false, _) => returns,                                                      // CCC-8.2
        (true, true) if stays => Event::ChiefUnhorsed { figure, point, cause, by }, // CCC-8.4 CCC-8.5
        (true, true) => returns,
        (true, false) => {
            Event::FigureRemoved { figure, point, cause, by, fate: Fate::Permanent, returns_round: None } // CCC-8.6
        }
    });
}

/// The figure that takes a hit, of those that the shooter saw: by the unit's standing order, then by the default.
pub(super) fn chosen(state: &State, unit_idx: usize, seen: &[usize], shooter_at: Point) -> Option<usize> {
    let own = &state.units[unit_idx];
    let eligible: Vec<(usize, Point)> = seen.iter().filter_map(|idx| Some((*idx, state.at(*idx)?))).collect(); // CCC-6.10
    let tail = default_tail(state.unit(unit_idx).side).iter().map(|token| Loss::Token(*token));
    own.casualty_order.iter().cloned().chain(tail).find_map(|loss| {
        let fitting = eligible.iter().filter(|(idx, _)| fits(state, *idx, &loss));
        let far = |(idx, at): &&(usize, Point)| {
            let distance = at.distance_squared(shooter_at);
            let rank = match own.casualty_tie {
                Tie::Farthest => -distance,
                Tie::Nearest => distance,
            };
            (rank, *idx)
        };
        fitting.min_by_key(far).map(|(idx, _)| *idx) // CCC-6.12
    })
}

/// Who goes when the standing order names nobody else.
fn default_tail(side: Side) -> &'static [Token] {
    match side {
        Side::Cavalry => &[Token::Trooper, Token::Officer, Token::Bearer],
        Side::Nations => &[Token::Warrior, Token::Chief],
    } // CCC-6.11
}

/// Whether an entry of a casualty order speaks of this figure.
fn fits(state: &State, figure_idx: usize, loss: &Loss) -> bool {
    let piece = state.piece(figure_idx);
    let bears = state.is_bearer(figure_idx);
    match loss {
        Loss::Figure(id) => piece.id == *id,
        Loss::Other(_) => false,
        Loss::Token(Token::Bearer) => bears,
        Loss::Token(Token::Trooper) => piece.role == Role::Trooper && !bears,
        Loss::Token(Token::Officer) => piece.role == Role::Officer && !bears,
        Loss::Token(Token::Warrior) => piece.role == Role::Warrior,
        Loss::Token(Token::Chief) => piece.role == Role::Chief,
        Loss::Token(Token::Melee) => piece.role == Role::Warrior && !piece.is_armed(),
        Loss::Token(Token::Bow) => piece.role == Role::Warrior && piece.weapon == Weapon::Bow,
        Loss::Token(Token::Rifle) => piece.role == Role::Warrior && piece.weapon == Weapon::Rifle,
    }
}

/// The kinds of figures that a casualty order of that side may name.
pub(super) fn tokens(side: Side) -> &'static [Token] {
    match side {
        Side::Cavalry => &[Token::Trooper, Token::Officer, Token::Bearer],
        Side::Nations => &[Token::Warrior, Token::Melee, Token::Bow, Token::Rifle, Token::Chief],
    } // CCC-6.11
}

/// Whether a casualty order may name this of a unit.
pub(super) fn may_name(state: &State, unit_idx: usize, loss: &Loss) -> bool {
    match loss {
        Loss::Figure(id) => {
            state.ground().figure_idx(*id).is_some_and(|idx| state.piece(idx).unit_idx == unit_idx)
        }
        Loss::Other(_) => false,
        Loss::Token(token) => tokens(state.unit(unit_idx).side).contains(token),
    } // CCC-6.11
}
