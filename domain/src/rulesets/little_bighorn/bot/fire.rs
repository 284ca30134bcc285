//! The bot's fire, in combat and in return fire: the most promising attack first, as if each had missed.

use super::{
    super::{
        command::{Advance, Command, LONGEST_LIST, Phase, Push},
        ground::Contact,
        pieces::Side,
        state::State,
    },
    Plan,
    worth::Worth,
};

/// What an attack on the last guard of the flag is worth besides.
const LAST_GUARD: i64 = 2000;

/// An attack that is legal on the copy.
#[derive(Clone, Copy)]
struct Shot {
    attacker_idx: usize,
    target_idx: usize,
    contact: Contact,
    gain: i64,
}

/// Orders all attacks that promise something or must be made.
pub(super) fn fire(plan: &mut Plan) {
    let worth = Worth::of(&plan.position);
    loop {
        let shots = legal(plan, worth);
        let Some(best) = shots.iter().copied().reduce(better) else { return };
        let must = plan.position.phase == Phase::Combat && plan.position.owes_melee(best.attacker_idx); // LBH-7.9
        if best.gain <= 0 && !must {
            return;
        }
        let order = order(&plan.position, best, &shots);
        plan.orders.push(order);
        count_as_missed(&mut plan.position, best);
    }
}

/// The one that promises more; of equals the first, that is by attacker, then by target.
fn better(first: Shot, second: Shot) -> Shot {
    if first.gain < second.gain { second } else { first }
}

/// All legal attacks of the seat's figures, by attacker, then by target.
fn legal(plan: &Plan, worth: Worth) -> Vec<Shot> {
    let position = &plan.position;
    let side = plan.side();
    let melee_only = position.owing(side).is_some(); // LBH-7.10
    let mut shots = Vec::new();
    for (attacker_idx, attacker, from) in position.commanded_by(plan.seat_idx) {
        if attacker.shots_left() == 0 {
            continue;
        }
        for (target_idx, _, at) in position.living_of(side.other()) {
            let Ok(aim) = position.aim(attacker.class, from, at) else { continue };
            let contact = aim.contact;
            if contact == Contact::Distant && melee_only {
                continue;
            }
            let gain = worth.gain(position, attacker_idx, from, target_idx, contact);
            let on_last_guard = side == Side::PlainsNations
                && contact == Contact::Melee
                && at == position.flag
                && position.on(at).count() == 1;
            let gain = if on_last_guard { gain + LAST_GUARD } else { gain };
            shots.push(Shot { attacker_idx, target_idx, contact, gain });
        }
    }
    shots
}

/// The attack, with what else its attacker would gladly shoot at should the target be gone by then.
fn order(position: &State, best: Shot, shots: &[Shot]) -> Command {
    let mut others: Vec<Shot> = shots
        .iter()
        .copied()
        .filter(|shot| {
            shot.attacker_idx == best.attacker_idx && shot.target_idx != best.target_idx && 0 < shot.gain
        })
        .collect();
    others.sort_by_key(|shot| std::cmp::Reverse(shot.gain));
    let targets = std::iter::once(best).chain(others).take(LONGEST_LIST);
    let advance = match position.figures[best.attacker_idx].side() {
        Side::LongKnives => Advance::Capture,
        Side::PlainsNations => {
            let from_flag = |figure_idx: usize| {
                position.figures[figure_idx].cell.map(|cell| cell.distance(position.flag))
            };
            if from_flag(best.target_idx) < from_flag(best.attacker_idx) {
                Advance::IfEliminated
            } else {
                Advance::Capture
            }
        }
    };
    Command::Attack {
        figure: position.piece(best.attacker_idx).id.clone(),
        targets: targets.map(|shot| position.piece(shot.target_idx).id.clone()).collect(),
        push: Some(Push::Auto {}),
        advance: Some(advance),
    }
}

/// Shots and reply are used up; nobody is hurt.
fn count_as_missed(position: &mut State, shot: Shot) {
    let answered = position.reply(shot.target_idx, shot.attacker_idx, shot.contact).is_ok();
    position.figures[shot.attacker_idx].shots_used += 1;
    if answered {
        let target = &mut position.figures[shot.target_idx];
        target.shots_used += 1;
        target.replied = true; // LBH-7.14
    }
}
