//! How the bot leads the 7th Cavalry: it keeps its distance, shoots at whoever is nearest, and attacks only with an
//! advantage, since equal dice lose.

use super::{
    super::{command::Command, melee, movement, state::State},
    Plan, enemies, shot,
    step::compass,
};
use crate::geometry::Point;

/// Nobody moves away from an enemy who is farther off, in hundredths of an inch.
const ALARM: i64 = 1300;
/// How far a figure moves away, in the order in which equals are tried.
const STEPS: [i64; 2] = [600, 300];
/// The least advantage with which it attacks.
const ADVANTAGE: i64 = 1;

/// Orders the moves of the cavalry's first phase.
pub(super) fn keep_away(plan: &mut Plan<'_>) {
    for (figure_idx, at) in plan.ready() {
        if !plan.goes_on() {
            return;
        }
        if let Some(end) = refuge(&plan.position, figure_idx, at) {
            let figure = plan.position.id(figure_idx);
            plan.give(Command::Move { figure, path: vec![end] });
        }
    }
}

/// The point in reach that is farthest from its nearest enemy, if that is farther than where the figure stands.
fn refuge(position: &State, figure_idx: usize, at: Point) -> Option<Point> {
    let enemy = position.piece(figure_idx).side.other();
    let enemies: Vec<Point> = position.side_on_table(enemy).map(|(_, there)| there).collect();
    let from_nearest = |point: Point| enemies.iter().map(|there| point.distance_squared(*there)).min();
    let now = from_nearest(at)?;
    if ALARM * ALARM < now {
        return None;
    }
    let (mut greatest, mut best) = (now, None);
    for end in STEPS.into_iter().flat_map(|length| compass(at, length)) {
        let reached = from_nearest(end)?;
        if greatest < reached && movement::judge_path(position, figure_idx, &[end]).is_ok() {
            (greatest, best) = (reached, Some(end));
        }
    }
    best
}

/// Orders the shots of the cavalry's second phase; who sees nobody stands.
pub(super) fn fire(plan: &mut Plan<'_>) {
    for (figure_idx, at) in plan.ready() {
        if !plan.goes_on() {
            return;
        }
        let position = &plan.position;
        let enemies = enemies(position, figure_idx, at);
        let seen = enemies.into_iter().find(|(_, _, there)| position.ground().sees(at, *there));
        if let Some((_, enemy_idx, _)) = seen {
            plan.give(shot(position, figure_idx, enemy_idx));
        }
    }
}

/// Orders the fights of the cavalry's third phase.
pub(super) fn attack(plan: &mut Plan<'_>) {
    while plan.goes_on() {
        let next = fight(plan);
        if !next.is_some_and(|order| plan.give(order)) {
            return;
        }
    }
}

/// The first legal fight with an advantage.
fn fight(plan: &Plan<'_>) -> Option<Command> {
    let (position, asked) = (&plan.position, plan.asked());
    let mut fights = plan.ready().into_iter().flat_map(|(figure_idx, _)| {
        position.touching(figure_idx).map(move |enemy_idx| (figure_idx, enemy_idx))
    });
    fights.find_map(|(figure_idx, enemy_idx)| {
        let (figure, target) = (position.id(figure_idx), position.id(enemy_idx));
        let fight = melee::judge(position, &asked, figure, target, false).ok()?;
        let bonus = |idx: usize| -> i64 {
            melee::modifiers(position, idx, fight.coup_idx).iter().map(|modifier| modifier.value).sum()
        };
        let is_worth_it = ADVANTAGE <= bonus(figure_idx) - bonus(enemy_idx);
        is_worth_it.then_some(Command::Melee { figure, target, coup: false })
    })
}
