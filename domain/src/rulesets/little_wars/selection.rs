//! Who is meant by an order, and whether they may be ordered at all: the tests "ids" and "men" of LW §6, and what a range or
//! a star means (LW-5.13).

use std::collections::BTreeSet;

use super::{
    command::{Command, Retreat},
    course::Course,
    decide::Asked,
    ids::{FigureId, Figures, GunId},
    rejection::{Code, Rejection},
    rules,
    state::{Figure, Gun, SeatStage, State},
    trail,
    words::{GunStatus, GunsFirstScope},
};

/// What a man must be to take an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    /// Free: armed or not.
    Free,
    /// Armed.
    Armed,
}

impl Fit {
    fn is(self, man: &Figure) -> bool {
        match self {
            Fit::Free => man.is_free(),
            Fit::Armed => man.is_armed(),
        }
    }
}

/// The men a list names, ranges as mere shorthand (LW-5.13): all there ever were, in the list's order, each once.
///
/// # Errors
/// `unknown-figure`.
pub(super) fn named(state: &State, entries: &[Figures]) -> Result<Vec<FigureId>, Rejection> {
    known(state, entries)?;
    Ok(each_once(entries.iter().flat_map(|&entry| of_entry(state, entry, |_| true))))
}

/// The first of the tests "ids": every id and every range's ends are of this game, and fit (LW §3, LW-5.13).
///
/// # Errors
/// `unknown-figure`.
pub(super) fn known(state: &State, entries: &[Figures]) -> Result<(), Rejection> {
    let is_known = |id: FigureId| match state.figure(id) {
        Some(_) => Ok(()),
        None => Err(Code::UnknownFigure.of(id)),
    };
    entries.iter().try_for_each(|entry| match *entry {
        Figures::One(id) => is_known(id),
        Figures::Range(from, to) => {
            is_known(from)?;
            is_known(to)?;
            let fits = (from.side, from.arm) == (to.side, to.arm) && from.number <= to.number;
            if fits { Ok(()) } else { Err(Code::UnknownFigure.of(to)) }
        }
        Figures::All(..) => Ok(()),
    })
}

/// The tests "ids": `owned` says whose order a man takes, `available` whether he can take it. Each test is made for all
/// before the next; of a range or a star it is enough here that one of its men is owned (LW-5.13).
///
/// # Errors
/// `unknown-figure`, `not-your-figure`, `not-available`.
pub(super) fn ids(
    state: &State,
    entries: &[Figures],
    owned: impl Fn(&Figure) -> bool,
    available: impl Fn(&Figure) -> bool,
) -> Result<(), Rejection> {
    known(state, entries)?;
    let single = || {
        entries.iter().filter_map(|entry| match *entry {
            Figures::One(id) => state.figure(id),
            Figures::Range(..) | Figures::All(..) => None,
        })
    };
    let of_others = |entry: &Figures| {
        let men = of_entry(state, *entry, |_| true);
        let is_own = |id: &FigureId| state.figure(*id).is_some_and(&owned);
        men.first().copied().filter(|_| !men.iter().any(is_own))
    };
    if let Some(id) = entries.iter().find_map(of_others) {
        return Err(Code::NotYourFigure.of(id)); // LW-11.2
    }
    match single().find(|man| !available(man)) {
        Some(man) => Err(Code::NotAvailable.of(man.id)), // LW-5.11
        None => Ok(()),
    }
}

/// Who is meant: men named singly as they are, of ranges and stars those that can be `meant`, each once, in the list's order
/// (LW-5.13).
///
/// # Errors
/// `not-available`, if that is nobody.
pub(super) fn chosen(
    state: &State,
    entries: &[Figures],
    meant: impl Fn(&Figure) -> bool,
) -> Result<Vec<FigureId>, Rejection> {
    let men = each_once(entries.iter().flat_map(|&entry| of_entry(state, entry, &meant)));
    if men.is_empty() { Err(Code::NotAvailable.plain()) } else { Ok(men) }
}

/// Who is meant by one entry.
pub(super) fn of_entry(state: &State, entry: Figures, meant: impl Fn(&Figure) -> bool) -> Vec<FigureId> {
    let (least, most) = match entry {
        Figures::One(id) => return vec![id],
        Figures::Range(from, to) => (from, to),
        Figures::All(side, arm) => {
            (FigureId { side, arm, number: 0 }, FigureId { side, arm, number: u32::MAX })
        }
    };
    let first = state.figures.partition_point(|man| man.id < least);
    let range = state.figures[first..].iter().take_while(|man| man.id <= most);
    range.filter(|man| meant(man)).map(|man| man.id).collect()
}

fn each_once(men: impl Iterator<Item = FigureId>) -> Vec<FigureId> {
    let mut seen = BTreeSet::new();
    men.filter(|&id| seen.insert(id)).collect()
}

/// The tests "ids" of a gun: its holder's, whoever brought it (LW-3.8).
///
/// # Errors
/// `unknown-figure`, `not-your-gun` (LW-8.3), `not-your-figure` (LW-11.2), `not-available`.
pub(super) fn gun<'a>(state: &'a State, asked: &Asked<'_>, id: GunId) -> Result<&'a Gun, Rejection> {
    let gun = state.gun(id).ok_or_else(|| Code::UnknownFigure.of(id))?;
    if gun.holder != asked.side {
        return Err(Code::NotYourGun.of(id));
    }
    if gun.seat != asked.at {
        return Err(Code::NotYourFigure.of(id));
    }
    match gun.status {
        GunStatus::OnField => Ok(gun),
        GunStatus::Withdrawn => Err(Code::NotAvailable.of(id)),
    }
}

/// Whether a seat's guns may still act (LW-2.2).
///
/// # Errors
/// `guns-first`.
pub(super) fn guns_open(state: &State, asked: &Asked<'_>) -> Result<(), Rejection> {
    match state.seats[asked.at].stage {
        SeatStage::Guns => Ok(()),
        SeatStage::Men | SeatStage::Done => Err(Code::GunsFirst.plain()),
    }
}

/// Whether another seat of the side has guns in action that are not closed, where the rule of guns first binds the whole side
/// (LW-2.3).
fn guns_of_side(state: &State, asked: &Asked<'_>) -> Result<(), Rejection> {
    if state.options().guns_first_scope == GunsFirstScope::Seat {
        return Ok(());
    }
    let is_open = |gun: &&Gun| {
        let seat = &state.seats[gun.seat];
        gun.seat != asked.at && !seat.left && seat.stage == SeatStage::Guns && state.in_action(gun)
    };
    match state.guns_held(asked.side).find(is_open) {
        Some(gun) => Err(Code::GunsFirst.plain().by_rule(rules::LW_2_3).because_of(gun.id)),
        None => Ok(()),
    }
}

/// Begins an order of the men stage: "ids", then `guns-first`; from here the seat's guns are closed, whatever becomes of the
/// order (LW-2.2).
///
/// # Errors
/// `unknown-figure`, `not-your-figure`, `not-available`, `guns-first`.
pub(super) fn begin(
    course: &mut Course,
    asked: &Asked<'_>,
    entries: &[Figures],
    fit: Fit,
) -> Result<(), Rejection> {
    ids(&course.state, entries, |man| man.seat == asked.at, |man| fit.is(man))?;
    guns_of_side(&course.state, asked)?;
    trail::close(course, asked.at);
    Ok(())
}

/// The tests "men" of LW §6, and who is meant.
///
/// # Errors
/// Those of [`begin`]; `not-available`, if nobody is meant; `already-moved`, `in-contact`, `just-freed`.
pub(super) fn men(
    course: &mut Course,
    asked: &Asked<'_>,
    entries: &[Figures],
    fit: Fit,
) -> Result<Vec<FigureId>, Rejection> {
    begin(course, asked, entries, fit)?;
    let state = &course.state;
    let escorts = state.escorts();
    let can_be_meant = |man: &Figure| {
        let is_at_hand = man.seat == asked.at && fit.is(man) && !escorts.contains(&man.id);
        is_at_hand && may_be_ordered(state, man).is_ok()
    };
    let men = chosen(state, entries, can_be_meant)?;
    let all = || men.iter().filter_map(|&id| state.figure(id));
    all().try_for_each(is_unused)?;
    all().try_for_each(|man| is_let_go(state, man))?;
    all().try_for_each(|man| may_move_again(state, man))?;
    Ok(men)
}

fn may_be_ordered(state: &State, man: &Figure) -> Result<(), Rejection> {
    is_unused(man)?;
    is_let_go(state, man)?;
    may_move_again(state, man)
}

/// He was no crew, trail man or escort in this move (LW-5.3).
fn is_unused(man: &Figure) -> Result<(), Rejection> {
    if man.used.is_none() { Ok(()) } else { Err(Code::AlreadyMoved.of(man.id)) }
}

/// He has not moved into contact with a free enemy in this move (LW-5.5).
fn is_let_go(state: &State, man: &Figure) -> Result<(), Rejection> {
    let holder = || state.free_men(man.side().enemy()).find(|enemy| State::in_contact(man, enemy));
    match man.moved.then(holder).flatten() {
        Some(enemy) => Err(Code::InContact.of(man.id).because_of(enemy.id)),
        None => Ok(()),
    }
}

/// He was not freed in this ply (LW-7.6).
fn may_move_again(state: &State, man: &Figure) -> Result<(), Rejection> {
    match man.freed_at {
        Some(ply) if state.ply <= ply => Err(Code::JustFreed.of(man.id)),
        Some(_) | None => Ok(()),
    }
}

/// Whom an order of the men stage names for the tests "men", and what they must be; nothing for other orders.
pub(super) fn of_men_order(command: &Command) -> Option<(Vec<Figures>, Fit)> {
    match command {
        Command::Move { figure, .. } => Some((vec![Figures::One(*figure)], Fit::Free)),
        Command::Retreat(Retreat::One(one)) => Some((vec![Figures::One(one.figure)], Fit::Free)),
        Command::Retreat(Retreat::Many(many)) => Some((many.figures.clone(), Fit::Free)),
        Command::March { figures, .. } | Command::Line { figures, .. } => Some((figures.clone(), Fit::Free)),
        Command::Close { figures, .. } => Some((figures.clone(), Fit::Armed)),
        Command::Escort { escort, .. } => Some((vec![Figures::One(*escort)], Fit::Armed)),
        Command::ChooseSide { .. }
        | Command::Pick { .. }
        | Command::Place { .. }
        | Command::Ready {}
        | Command::Fire { .. }
        | Command::MoveGun { .. }
        | Command::Trail { .. }
        | Command::EndGuns {}
        | Command::Surrender { .. }
        | Command::Assign { .. }
        | Command::EndMove { .. }
        | Command::Allocate(_) => None,
    }
}
