//! One encounter, from the dice to what follows from them. Several figures may attack the same enemy; each attack
//! is an encounter of its own (LBH-7.13). The order of things is that of LBH-7.32.

use std::cmp::Ordering;

use super::{
    cell::Cell,
    command::{Advance, Push},
    course::Course,
    event::{Cause, Die, DieRule, Event, Fate, NoReply, Purpose, Reply},
    ground::Contact,
    movement, phases,
    reach::Aim,
    state::State,
};
use crate::dice::{Dice, NoDice, Throw};

/// A legal attack, and what its attacker wants done with the vanquished.
pub(super) struct Strike {
    pub(super) attacker_idx: usize,
    pub(super) target_idx: usize,
    pub(super) aim: Aim,
    pub(super) push: Push,
    pub(super) advance: Advance,
}

/// Who is beaten, and what becomes of him.
struct Beaten {
    winner_idx: usize,
    /// Where the winner stands.
    from: Cell,
    loser_idx: usize,
    /// Where the loser stood.
    vacated: Cell,
    blow: Blow,
}

/// What becomes of the beaten.
enum Blow {
    /// Out by the die.
    Killed,
    /// Out for want of a cell.
    Cornered,
    /// To one of these cells.
    Pushed(Vec<Cell>),
}

/// Fights it out.
pub(super) fn encounter(course: &mut Course, strike: &Strike, dice: &mut dyn Dice) -> Result<(), NoDice> {
    let state = &course.state;
    let reply = state.reply(strike.target_idx, strike.attacker_idx, strike.aim.contact); // LBH-7.28
    let rolls = roll(state, strike, reply, dice)?;
    let (outcome, beaten) = read(state, strike, &rolls);
    let event = fought(state, strike, reply, rolls, outcome, beaten.as_ref());
    course.say(event);
    if let Some(beaten) = beaten {
        follow_up(course, strike, &beaten);
    }
    Ok(())
}

/// The attacker's die, then the replying one: all the chance there is.
fn roll(
    state: &State,
    strike: &Strike,
    reply: Result<Reply, NoReply>,
    dice: &mut dyn Dice,
) -> Result<Vec<Die>, NoDice> {
    let (attacker_idx, target_idx) = (strike.attacker_idx, strike.target_idx);
    let contact = strike.aim.contact;
    match reply {
        Ok(_) => {
            let attack = throw(state, Purpose::Attack, DieRule::Answered, (attacker_idx, target_idx), dice)?;
            let answer = throw(state, Purpose::Reply, DieRule::Answered, (target_idx, attacker_idx), dice)?;
            Ok(vec![scored(state, attack, attacker_idx, contact), scored(state, answer, target_idx, contact)])
        }
        Err(_) => {
            let attack =
                throw(state, Purpose::Attack, DieRule::Unanswered, (attacker_idx, target_idx), dice)?;
            let attack = scored(state, attack, attacker_idx, contact);
            Ok(vec![against_cover(state, attack, target_idx, contact)])
        }
    }
}

/// One d6, without bonus yet.
fn throw(
    state: &State,
    purpose: Purpose,
    rule: DieRule,
    (roller_idx, against_idx): (usize, usize),
    dice: &mut dyn Dice,
) -> Result<Die, NoDice> {
    let (figure, against) = (state.piece(roller_idx).id.clone(), state.piece(against_idx).id.clone());
    let throw = Throw {
        dice: 1,
        sides: 6,
        purpose: purpose.as_str(),
        roller: Some(figure.to_string()),
        against: Some(against.to_string()),
        rule: rule.id(),
    };
    let value = dice.roll(&throw)?.first().copied().expect("a throw of one die has one value");
    let seat = state.seat(state.figures[roller_idx].seat_idx).clone();
    let total = i32::try_from(value).expect("a d6 shows 1 to 6");
    Ok(Die {
        purpose,
        rule,
        sides: 6,
        seat,
        figure,
        against,
        value,
        bonus: 0,
        bonus_reason: None,
        cover: 0,
        total,
    })
}

/// With the roller's own bonus.
fn scored(state: &State, die: Die, roller_idx: usize, contact: Contact) -> Die {
    match state.bonus(roller_idx, contact) {
        Some(reason) => Die { bonus: 1, bonus_reason: Some(reason), total: die.total + 1, ..die }, // LBH-10.6
        None => die,
    }
}

/// Against a target that does not reply, whose bonus counts only by an option.
fn against_cover(state: &State, die: Die, target_idx: usize, contact: Contact) -> Die {
    let counts = state.ground.options().unanswered_cover; // LBH-10.8
    match state.bonus(target_idx, contact) {
        Some(_) if counts => Die { cover: -1, total: die.total - 1, ..die },
        Some(_) | None => die,
    }
}

/// What the totals mean.
fn read(state: &State, strike: &Strike, rolls: &[Die]) -> (Fate, Option<Beaten>) {
    let attacker = (strike.attacker_idx, strike.aim.from);
    let target = (strike.target_idx, strike.aim.to);
    let (attack, answer) = (rolls.first().map_or(0, |die| die.total), rolls.get(1).map(|die| die.total));
    let order = answer.map_or(Ordering::Greater, |answer| attack.cmp(&answer)); // LBH-7.18
    let (winner, loser, total) = match order {
        Ordering::Equal => return (Fate::Tie, None),     // LBH-7.19
        Ordering::Greater => (attacker, target, attack), // LBH-7.23 LBH-10.7
        Ordering::Less => (target, attacker, answer.unwrap_or(0)),
    };
    let (fate, blow) = match total {
        6.. => (Fate::Eliminated, Blow::Killed), // LBH-7.20
        4..=5 => match state.retreats(loser.0, winner.0) {
            choices if choices.is_empty() => (Fate::NoRetreat, Blow::Cornered), // LBH-8.5
            choices => (Fate::PushedBack, Blow::Pushed(choices)),               // LBH-7.21
        },
        ..=3 => return (Fate::Miss, None), // LBH-7.22
    };
    let beaten = Beaten { winner_idx: winner.0, from: winner.1, loser_idx: loser.0, vacated: loser.1, blow };
    (fate, Some(beaten))
}

fn fought(
    state: &State,
    strike: &Strike,
    reply: Result<Reply, NoReply>,
    rolls: Vec<Die>,
    outcome: Fate,
    beaten: Option<&Beaten>,
) -> Event {
    let id = |figure_idx: usize| state.piece(figure_idx).id.clone();
    Event::EncounterFought {
        attacker: id(strike.attacker_idx),
        target: id(strike.target_idx),
        attacker_cell: strike.aim.from,
        target_cell: strike.aim.to,
        melee: strike.aim.contact == Contact::Melee,
        range: strike.aim.range,
        reply: reply.unwrap_or(Reply::None),
        no_reply: reply.err(),
        rolls,
        winner: beaten.map(|beaten| id(beaten.winner_idx)),
        outcome,
    }
}

/// Retreat or elimination, then the end of the game or an advance.
fn follow_up(course: &mut Course, strike: &Strike, beaten: &Beaten) {
    let standing = &course.state.figures[beaten.winner_idx].standing;
    let (push, advance) = match beaten.winner_idx == strike.attacker_idx {
        true => (strike.push.clone(), strike.advance),
        false => (standing.push.clone(), standing.advance), // LBH-13.1
    };
    match &beaten.blow {
        Blow::Killed => eliminate(course, beaten, Cause::Fire),
        Blow::Cornered => eliminate(course, beaten, Cause::NoRetreat),
        Blow::Pushed(choices) => retreat(course, beaten, choices, &push),
    }
    if !course.is_over() && strike.aim.contact == Contact::Melee && follows(&course.state, beaten, advance) {
        follow(course, beaten); // LBH-7.24: not after distant fire
    }
}

/// The loser leaves the board.
fn eliminate(course: &mut Course, beaten: &Beaten, cause: Cause) {
    let state = &course.state;
    let (figure, by) = (state.piece(beaten.loser_idx).id.clone(), state.piece(beaten.winner_idx).id.clone());
    course.say(Event::FigureEliminated { figure, cell: beaten.vacated, by, cause });
    phases::end_if_leaderless(course, course.state.figures[beaten.loser_idx].side()); // LBH-12.5
}

/// The loser falls back, not those who stand with it (LBH-8.9); the flag stays.
fn retreat(course: &mut Course, beaten: &Beaten, choices: &[Cell], push: &Push) {
    let state = &course.state;
    let Some(to) = state.pick_retreat(beaten.loser_idx, choices, push) else { return };
    let figure = state.piece(beaten.loser_idx).id.clone();
    course.say(Event::FigureRetreated { figure, from: beaten.vacated, to, choices: choices.to_vec() });
}

/// Whether the victor of a melee goes into the vanquished's cell.
fn follows(state: &State, beaten: &Beaten, advance: Advance) -> bool {
    let winner = &state.figures[beaten.winner_idx];
    let can = state.ground.admits(winner.class.gait(), beaten.vacated)
        && state.check_room(beaten.winner_idx, beaten.vacated).is_ok(); // LBH-7.24 LBH-2.6
    let captures = state.takes_flag(winner.side(), beaten.vacated);
    let wants = match (advance, &beaten.blow) {
        (Advance::Never, Blow::Killed | Blow::Cornered | Blow::Pushed(_)) => false,
        (Advance::Always, Blow::Killed | Blow::Cornered | Blow::Pushed(_)) => true,
        (Advance::Capture, Blow::Killed | Blow::Cornered | Blow::Pushed(_)) => captures,
        (Advance::IfEliminated, Blow::Killed | Blow::Cornered) => true, // LBH-13.4
        (Advance::IfEliminated, Blow::Pushed(_)) => captures,
        (Advance::IfPushed, Blow::Pushed(_)) => true,
        (Advance::IfPushed, Blow::Killed | Blow::Cornered) => captures,
    };
    can && wants
}

/// An advance is no move, and leaves the flag where it is (LBH-4.12); but it may take it.
fn follow(course: &mut Course, beaten: &Beaten) {
    let winner = &course.state.figures[beaten.winner_idx];
    let captures = course.state.takes_flag(winner.side(), beaten.vacated);
    let figure = course.state.piece(beaten.winner_idx).id.clone();
    course.say(Event::FigureAdvanced { figure, from: beaten.from, to: beaten.vacated }); // LBH-6.2
    if captures {
        movement::capture(course, beaten.winner_idx, beaten.vacated);
    }
}
