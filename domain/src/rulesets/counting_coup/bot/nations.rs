//! How the bot leads the Plains Nations: everybody closes in, and whoever is in contact attacks. A warrior who falls is
//! back in the next round.

use std::cmp::Reverse;

use super::{
    super::{
        command::Command,
        ground::{CONTACT, NEAR},
        melee, movement,
        phase::Kind,
        scenario::Edition,
        state::State,
    },
    Plan, enemies, shot,
    step::step,
};
use crate::geometry::Point;

/// How many enemies a figure tries to charge.
const CHARGES_TRIED: usize = 4;

/// Orders the moves, charges and shots of a phase; whoever is nearest to an enemy goes first.
pub(super) fn close_in(plan: &mut Plan<'_>) {
    let mut figures = plan.ready();
    let to_nearest = |(idx, at): &(usize, Point)| {
        let enemy = plan.position.piece(*idx).side.other();
        plan.position.side_on_table(enemy).map(|(_, there)| at.distance_squared(there)).min()
    };
    figures.sort_by_cached_key(to_nearest); // stable: equals keep figure order
    for (figure_idx, at) in figures {
        if !plan.goes_on() {
            return;
        }
        if let Some(order) = order(&plan.position, figure_idx, at) {
            plan.give(order);
        }
    }
}

/// What a figure does.
fn order(position: &State, figure_idx: usize, at: Point) -> Option<Command> {
    let enemies = enemies(position, figure_idx, at);
    let (_, nearest_idx, nearest_at) = *enemies.first()?;
    let may_shoot = match position.phase.kind() {
        Kind::Action => position.piece(figure_idx).shoots(),
        Kind::Move | Kind::Melee => false,
    };
    if at.within(nearest_at, CONTACT) {
        return may_shoot.then(|| shot(position, figure_idx, nearest_idx));
    }
    let in_range = || {
        let near = enemies.iter().take_while(|(_, _, there)| at.within(*there, NEAR));
        near.filter(|_| may_shoot).find(|(_, _, there)| position.ground().sees(at, *there))
    };
    charge(position, figure_idx, at, &enemies)
        .or_else(|| in_range().map(|(_, enemy_idx, _)| shot(position, figure_idx, *enemy_idx)))
        .or_else(|| {
            let end = step(position, figure_idx, at, nearest_at)?;
            Some(Command::Move { figure: position.id(figure_idx), path: vec![end] })
        })
}

/// A charge at an enemy in reach: rather at one whom fewer of the Plains Nations touch, then at a nearer one.
fn charge(
    position: &State,
    figure_idx: usize,
    at: Point,
    enemies: &[(i64, usize, Point)],
) -> Option<Command> {
    let reach = position.allowance(figure_idx) + CONTACT;
    let mut in_reach: Vec<_> = enemies.iter().take_while(|(_, _, there)| at.within(*there, reach)).collect();
    in_reach.sort_by_cached_key(|(_, enemy_idx, _)| position.touching(*enemy_idx).count()); // stable: the nearest first
    let can_charge = |(_, _, there): &&&(i64, usize, Point)| {
        movement::charge_spot(position, figure_idx, at, *there).is_some()
    };
    let (_, target_idx, _) = in_reach.iter().take(CHARGES_TRIED).find(can_charge)?;
    Some(Command::Charge { figure: position.id(figure_idx), target: position.id(*target_idx) })
}

/// Orders fights until no legal one is left.
pub(super) fn attack(plan: &mut Plan<'_>) {
    while plan.goes_on() {
        let next = fight(plan);
        if !next.is_some_and(|order| plan.give(order)) {
            return;
        }
    }
}

/// The next fight: one with a bearer before one by a chief before any other.
fn fight(plan: &Plan<'_>) -> Option<Command> {
    let (position, asked) = (&plan.position, plan.asked());
    let fights = plan.ready().into_iter().flat_map(|(figure_idx, _)| {
        position.touching(figure_idx).map(move |enemy_idx| (figure_idx, enemy_idx))
    });
    let is_legal = |(figure_idx, enemy_idx): &(usize, usize)| {
        melee::judge(position, &asked, position.id(*figure_idx), position.id(*enemy_idx), false).is_ok()
    };
    let worth = |(figure_idx, enemy_idx): &(usize, usize)| {
        Reverse((position.is_bearer(*enemy_idx), position.piece(*figure_idx).is_chief()))
    };
    let (figure_idx, enemy_idx) = fights.filter(is_legal).min_by_key(worth)?; // the first of equals
    let (figure, target) = (position.id(figure_idx), position.id(enemy_idx));
    Some(Command::Melee { figure, target, coup: counts_coup(position, figure_idx, enemy_idx) })
}

/// Whether a figure rather tries to count coup.
fn counts_coup(position: &State, figure_idx: usize, enemy_idx: usize) -> bool {
    let figure = &position.figures[figure_idx];
    let dares = match position.ground().options.edition {
        Edition::V1 => true, // nothing else earns honor there (CCC-11.5)
        Edition::V2 => figure.hits == 0,
    };
    position.piece(figure_idx).is_chief()
        && !position.is_bearer(enemy_idx)
        && !figure.couped.contains(&position.id(enemy_idx))
        && dares
}
