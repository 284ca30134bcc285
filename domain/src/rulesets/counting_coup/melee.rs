//! Fights: one figure against one, and coups. An attack is an order: nobody must give one (CCC-7.2), and each owner matches
//! his own figures, in the order in which his orders come (CCC-7.5).

use super::{
    casualty,
    check::Asked,
    command::WhenAttacked,
    course::{Chance, Course, one},
    event::{Cause, Die, DieResult, DieRule, Event, HonorReason, Piece, Purpose},
    ground::CONTACT,
    guidon,
    ids::FigureId,
    phase::Kind,
    rejection::{Fault, Rejection},
    scenario::{GuidonGuard, Side},
    state::State,
};
use crate::{
    dice::{Dice, NoDice, Throw},
    ruleset::{Halt, Modifier},
};

/// A fight that may take place.
pub(super) struct Fight {
    pub(super) attacker_idx: usize,
    pub(super) defender_idx: usize,
    /// The chief who tries to count coup.
    pub(super) coup_idx: Option<usize>,
}

/// A figure attacks another.
pub(super) fn attack(
    course: &mut Course,
    asked: &Asked<'_>,
    figure: FigureId,
    target: FigureId,
    coup: bool,
    chance: &mut Chance<'_>,
) -> Result<(), Halt<Rejection>> {
    let fight = judge(&course.state, asked, figure, target, coup)?;
    match chance {
        Chance::Rehearsal => {
            for idx in [fight.attacker_idx, fight.defender_idx] {
                course.state.figures[idx].fought = true; // CCC-4.7
            }
        }
        Chance::Dice(dice) => resolve(course, &fight, *dice)?,
    }
    Ok(())
}

/// The fight that an order asks for, checked.
pub(super) fn judge(
    state: &State,
    asked: &Asked<'_>,
    figure: FigureId,
    target: FigureId,
    coup: bool,
) -> Result<Fight, Rejection> {
    let attacker_idx = asked.figure_to_act(state, figure, &[Kind::Melee])?;
    let (defender_idx, there) = asked.enemy_on_table(state, target)?;
    for (idx, id) in [(attacker_idx, figure), (defender_idx, target)] {
        if state.figures[idx].fought {
            return Err(Fault::AlreadyFought.of(id)); // CCC-7.4
        }
    }
    if !state.at(attacker_idx).is_some_and(|here| here.within(there, CONTACT)) {
        return Err(Fault::NotInContact.of(figure)); // CCC-7.3
    }
    if let Some(bearer_idx) = [attacker_idx, defender_idx].into_iter().find(|idx| is_guarded(state, *idx)) {
        return Err(Fault::GuidonGuarded.of(state.id(bearer_idx))); // CCC-7.9
    }
    if coup {
        may_count(state, attacker_idx, target)?;
    }
    let defends_by_coup = state.units[state.piece(defender_idx).unit_idx].coup_when_attacked
        == WhenAttacked::Always
        && may_count(state, defender_idx, figure).is_ok(); // CCC-9.6
    let coup_idx = match (coup, defends_by_coup) {
        (true, _) => Some(attacker_idx),
        (false, true) => Some(defender_idx),
        (false, false) => None,
    };
    Ok(Fight { attacker_idx, defender_idx, coup_idx })
}

/// Whether a figure may try a coup on that enemy.
fn may_count(state: &State, figure_idx: usize, on: FigureId) -> Result<(), Rejection> {
    let id = state.id(figure_idx);
    if !state.piece(figure_idx).is_chief() {
        return Err(Fault::NotAChief.of(id)); // CCC-9.1
    }
    if state.figures[figure_idx].couped.contains(&on) {
        return Err(Fault::CoupAlreadyCounted.of(id)); // CCC-9.5
    }
    Ok(())
}

/// Whether a figure bears a guidon that comrades still guard.
pub(super) fn is_guarded(state: &State, figure_idx: usize) -> bool {
    let unit_idx = state.piece(figure_idx).unit_idx;
    let guards = |comrade: usize| {
        comrade != figure_idx
            && !state.figures[comrade].fought
            && match state.ground().options.guidon_guard {
                GuidonGuard::Company => true,
                GuidonGuard::Contact => state.can_fight(comrade),
            }
    };
    state.is_bearer(figure_idx) && state.unit_on_table(unit_idx).any(|(comrade, _)| guards(comrade)) // CCC-7.9
}

/// What a figure adds to its die.
pub(super) fn modifiers(state: &State, figure_idx: usize, coup_idx: Option<usize>) -> Vec<Modifier> {
    let has = |name: &str, it: bool| it.then(|| Modifier { name: name.to_owned(), value: 1 });
    if coup_idx == Some(figure_idx) {
        return Vec::new(); // CCC-9.2
    }
    let leader = has("leader", state.piece(figure_idx).leads());
    let mounted = has("mounted", state.figures[figure_idx].mounted);
    leader.into_iter().chain(mounted).collect() // CCC-7.8
}

fn throw(
    state: &State,
    fight: &Fight,
    (roller_idx, against_idx): (usize, usize),
    dice: &mut dyn Dice,
) -> Result<Die, NoDice> {
    let purpose = if fight.coup_idx.is_some() { Purpose::Coup } else { Purpose::Melee };
    let piece = state.piece(roller_idx);
    let against = state.id(against_idx);
    let value = one(
        dice,
        &Throw {
            dice: 1,
            sides: 6,
            purpose: purpose.as_str(),
            roller: Some(piece.id.to_string()),
            against: Some(against.to_string()),
            rule: DieRule::Fight.id(),
        },
    )?;
    let modifiers = modifiers(state, roller_idx, fight.coup_idx);
    Ok(Die {
        purpose,
        rule: DieRule::Fight,
        seat: state.seat_of(piece.unit_idx).clone(),
        roller: Piece::Figure(piece.id),
        against: Some(Piece::Figure(against)),
        sides: 6,
        value,
        total: i64::from(value) + modifiers.iter().map(|modifier| modifier.value).sum::<i64>(),
        modifiers,
        result: DieResult::Lose,
    })
}

fn resolve(course: &mut Course, fight: &Fight, dice: &mut dyn Dice) -> Result<(), NoDice> {
    let state = &course.state;
    let (attacker_idx, defender_idx) = (fight.attacker_idx, fight.defender_idx);
    let mut attacker_roll = throw(state, fight, (attacker_idx, defender_idx), dice)?; // CCC-7.6
    let mut defender_roll = throw(state, fight, (defender_idx, attacker_idx), dice)?;
    let attacker_wins = match attacker_roll.total.cmp(&defender_roll.total) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => state.piece(attacker_idx).side == Side::Nations, // CCC-7.7
    };
    let (winner_idx, loser_idx) = match attacker_wins {
        true => (attacker_idx, defender_idx),
        false => (defender_idx, attacker_idx),
    };
    let winning = if attacker_wins { &mut attacker_roll } else { &mut defender_roll };
    winning.result = DieResult::Win;
    let (winner, loser) = (state.id(winner_idx), state.id(loser_idx));
    let event = Event::MeleeFought {
        attacker: state.id(attacker_idx),
        defender: state.id(defender_idx),
        coup: fight.coup_idx.map(|idx| state.id(idx)),
        tie: attacker_roll.total == defender_roll.total,
        attacker_roll,
        defender_roll,
        winner,
    };
    let winners_side = state.piece(winner_idx).side;
    course.say(event);
    match (winners_side, fight.coup_idx) {
        (Side::Nations, Some(_)) => {
            course.say(Event::CoupCounted { chief: winner, figure: loser });
            guidon::award(course, winner, 2, HonorReason::Coup); // CCC-9.3 CCC-9.7 CCC-11.6
        }
        (Side::Nations, None) => {
            if course.state.ground().fights_earn_honor() {
                guidon::award(course, winner, 1, HonorReason::Melee); // CCC-11.1
            }
            casualty::strike(course, loser_idx, Cause::Melee, winner);
        }
        (Side::Cavalry, Some(_)) => casualty::strike(course, loser_idx, Cause::CoupFailed, winner), // CCC-9.4
        (Side::Cavalry, None) => casualty::strike(course, loser_idx, Cause::Melee, winner),
    }
    Ok(()) // CCC-7.10: the winner stays
}
