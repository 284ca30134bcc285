//! How the bot moves the Long Knives: they hold the flag in its ring of parapets until they are no longer
//! outnumbered, or have once left; then they break out for the exit that is nearest and least watched.

use super::{
    super::{
        cell::Cell,
        ground::Terrain,
        pieces::{Class, Gait, Side},
        state::State,
        walks::Walk,
    },
    Next, Plan,
    road::Road,
    worth::{Worth, cover, near},
};

/// What the Long Knives are about.
enum Intent {
    /// To stay.
    Hold,
    /// To carry the flag to this exit.
    BreakOut(Cell, Road),
}

/// Orders all moves of the seat's figures.
pub(super) fn march(plan: &mut Plan) -> Next {
    let intent = intent(&plan.position);
    let mut figures = plan.own_figures();
    match &intent {
        Intent::Hold => {
            let road = Road::to(plan.position.ground(), plan.position.flag);
            figures.sort_by_key(|(_, cell)| road.steps(Gait::Foot, *cell));
        }
        Intent::BreakOut(exit, road) => {
            figures.sort_by_key(|(_, cell)| road.steps(Gait::Foot, *cell));
            if let Some(bearer_idx) = carry_flag(plan, *exit, road) {
                figures.retain(|(figure_idx, _)| *figure_idx != bearer_idx);
            }
            if plan.position.flag == *exit {
                return Next::Stop; // LBH-12.2
            }
        }
    }
    let worth = Worth::of(&plan.position);
    for (figure_idx, own) in figures {
        plan.settle(figure_idx, |position, to| score(position, worth, &intent, figure_idx, (own, to)));
    }
    Next::GoOn
}

fn intent(position: &State) -> Intent {
    let strength = |side| position.living_of(side).count();
    let outnumbered = strength(Side::LongKnives) < strength(Side::PlainsNations);
    let at_home = position.ground().triangles().blue.contains(&position.flag);
    if outnumbered && at_home {
        return Intent::Hold;
    }
    let cost = |exit: &Cell| {
        let road = Road::to(position.ground(), *exit);
        (road.steps(Gait::Foot, position.flag) + 2 * watchers(position, *exit), *exit)
    };
    match position.ground().exits().iter().min_by_key(|exit| cost(exit)) {
        Some(exit) => Intent::BreakOut(*exit, Road::to(position.ground(), *exit)),
        None => Intent::Hold, // no scenario is without exits
    }
}

/// Plains Nations near the straight way from the flag to an exit, seen at eleven cells.
fn watchers(position: &State, exit: Cell) -> i64 {
    let (cols, rows) = exit.minus(position.flag);
    let way: Vec<Cell> = (0..=10)
        .filter_map(|i| position.flag.offset(((cols * i).div_euclid(10), (rows * i).div_euclid(10))))
        .collect();
    let watches = |at: Cell| way.iter().any(|cell| cell.distance(at) <= 3);
    position.living_of(Side::PlainsNations).map(|(_, _, at)| i64::from(watches(at))).sum()
}

/// The first bearer on the flag's cell, who does nothing else; he takes it nearer to the exit, if he can.
fn carry_flag(plan: &mut Plan, exit: Cell, road: &Road) -> Option<usize> {
    let position = &plan.position;
    let may_bear = |figure_idx: usize| position.may_bear(position.figures[figure_idx].class);
    let bearer = plan
        .own_figures()
        .into_iter()
        .find(|(figure_idx, cell)| *cell == position.flag && may_bear(*figure_idx));
    let (bearer_idx, from) = bearer?;
    if position.flag_moved {
        return Some(bearer_idx); // LBH-4.11
    }
    let mut best: Option<(i64, Walk)> = None;
    for walk in position.walks(bearer_idx) {
        let score = flag_score(position, bearer_idx, walk.to, exit, road);
        if best.as_ref().is_none_or(|(highest, _)| *highest < score) {
            best = Some((score, walk));
        }
    }
    let left = |cell: Cell| road.steps(Gait::Foot, cell);
    if let Some((_, walk)) = best.filter(|(_, walk)| left(walk.to) < left(from)) {
        plan.carry(bearer_idx, walk);
    }
    Some(bearer_idx)
}

/// How good a cell is for the flag.
fn flag_score(position: &State, bearer_idx: usize, to: Cell, exit: Cell, road: &Road) -> i64 {
    let friends = position.living_of(Side::LongKnives).filter(|(figure_idx, _, _)| *figure_idx != bearer_idx);
    let escort = near(friends.map(|(_, _, at)| at), to, 2);
    let hunters: i64 = position
        .living_of(Side::PlainsNations)
        .map(|(_, figure, at)| {
            let notice = match figure.class {
                Class::Rider => 4,
                Class::Chief | Class::Warrior | Class::General | Class::Officer | Class::Soldier => 3,
            };
            i64::from(at.distance(to) <= notice)
        })
        .sum();
    let there = if to == exit { 10_000 } else { 0 };
    -100 * road.steps(Gait::Foot, to) + 30 * escort.min(6) - 15 * hunters
        + 20 * in_cover(position, to)
        + there
}

fn in_cover(position: &State, cell: Cell) -> i64 {
    i64::from(cover(position.ground(), Gait::Foot, cell) != 0)
}

/// How good a cell is for a figure without the flag.
fn score(position: &State, worth: Worth, intent: &Intent, figure_idx: usize, (own, to): (Cell, Cell)) -> i64 {
    let class = position.figures[figure_idx].class;
    let best = worth.best(position, figure_idx, to, |gain, _| gain);
    let fight = 2 * best - worth.risk(position, figure_idx, to).div_euclid(4);
    let from_flag = i64::from(to.distance(position.flag));
    let post = match intent {
        Intent::Hold => -500 * (from_flag - 3).max(0) + post_in_camp(position, class, to, from_flag),
        Intent::BreakOut(_, road) => -400 * (from_flag - 1).max(0) - 60 * road.steps(Gait::Foot, to),
    };
    let guard = match class {
        Class::Soldier => guard_score(position, figure_idx, own, to),
        Class::General | Class::Officer | Class::Chief | Class::Rider | Class::Warrior => 0,
    };
    fight + post + guard
}

/// Soldiers belong on the parapets, officers near the flag.
fn post_in_camp(position: &State, class: Class, to: Cell, from_flag: i64) -> i64 {
    let parapet = i64::from(position.ground().terrain(to) == Some(Terrain::Parapet));
    match class {
        Class::Soldier => 300 * parapet,
        Class::General | Class::Officer => 60 * parapet - 40 * from_flag,
        Class::Chief | Class::Rider | Class::Warrior => 0,
    }
}

/// The flag is never to be alone, and the better guarded the more enemies are near.
fn guard_score(position: &State, figure_idx: usize, own: Cell, to: Cell) -> i64 {
    let flag = position.flag;
    let others = position
        .on(flag)
        .filter(|(idx, figure)| *idx != figure_idx && figure.class == Class::Soldier)
        .count();
    let changes = match (own == flag, to == flag) {
        (false, true) if others == 0 => 3000,
        (true, false) if others == 0 => -5000,
        (true | false, true | false) => 0,
    };
    let enemies = near(position.living_of(Side::PlainsNations).map(|(_, _, at)| at), flag, 4);
    let stands = if to == flag && others < 2 && 0 < enemies { 150 + 80 * enemies.min(6) } else { 0 };
    changes + stands
}
