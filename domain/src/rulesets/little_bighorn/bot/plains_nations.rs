//! How the bot moves the Plains Nations: they gather at five squares around the camp, then assault together; whoever
//! can take the flag does.

use super::{
    super::{
        cell::Cell,
        pieces::{Class, Gait, Side},
        state::State,
    },
    Next, Plan,
    road::Road,
    worth::{Worth, cover, near},
};

/// What all of them know before the first moves.
struct Outlook {
    worth: Worth,
    /// Ways to the flag.
    flag: Road,
    stage: Stage,
    /// The exit that the flag is about to reach.
    threatened: Option<(Cell, Road)>,
}

/// What the Plains Nations are about.
#[derive(Clone, Copy)]
enum Stage {
    /// Closing in, out of reach.
    Gather,
    /// At them.
    Assault,
}

/// Orders all moves of the seat's figures.
pub(super) fn march(plan: &mut Plan) -> Next {
    let outlook = outlook(&plan.position);
    let mut figures = plan.own_figures();
    figures.sort_by_key(|(figure_idx, cell)| {
        outlook.flag.steps(plan.position.figures[*figure_idx].class.gait(), *cell)
    });
    for (figure_idx, _) in figures {
        if plan.position.flag_unguarded() {
            let flag = plan.position.flag;
            let onto_flag = plan.position.walks(figure_idx).into_iter().find(|walk| walk.to == flag);
            if let Some(walk) = onto_flag {
                plan.walk(figure_idx, walk);
                return Next::Stop; // LBH-12.4
            }
        }
        plan.settle(figure_idx, |position, to| score(position, &outlook, figure_idx, to));
    }
    Next::GoOn
}

fn outlook(position: &State) -> Outlook {
    let ground = position.ground();
    let nearest = ground
        .exits()
        .iter()
        .map(|exit| (*exit, Road::to(ground, *exit)))
        .min_by_key(|(exit, road)| (road.steps(Gait::Foot, position.flag), *exit));
    let threatened = nearest.filter(|(_, road)| road.steps(Gait::Foot, position.flag) <= 6);
    let fallen =
        position.figures.iter().any(|figure| figure.side() == Side::PlainsNations && !figure.is_living());
    let assault = gathered(position) || 7 <= position.round || threatened.is_some() || fallen;
    Outlook {
        worth: Worth::of(position),
        flag: Road::to(ground, position.flag),
        stage: if assault { Stage::Assault } else { Stage::Gather },
        threatened,
    }
}

/// Whether seven in ten of the riders and warriors are near the Long Knives.
fn gathered(position: &State) -> bool {
    let troops = position.living_of(Side::PlainsNations).filter(|(_, figure, _)| !figure.class.is_leader());
    let (mut all, mut close) = (0, 0);
    for (_, _, at) in troops {
        all += 1;
        close += i64::from(to_nearest_enemy(position, at) <= 5);
    }
    7 * all <= 10 * close
}

fn to_nearest_enemy(position: &State, from: Cell) -> i64 {
    let distances = position.living_of(Side::LongKnives).map(|(_, _, at)| i64::from(at.distance(from)));
    distances.min().unwrap_or(0) // LBH-12.7: while the game lasts there is one
}

/// How good a cell is for a figure.
fn score(position: &State, outlook: &Outlook, figure_idx: usize, to: Cell) -> i64 {
    let class = position.figures[figure_idx].class;
    let way = outlook.flag.steps(class.gait(), to);
    let plan = match (class.is_leader(), outlook.stage) {
        (true, Stage::Gather | Stage::Assault) => {
            -2 * outlook.worth.risk(position, figure_idx, to) - 20 * way
        }
        (false, Stage::Gather) => gathering_score(position, class.gait(), to) - 10 * way,
        (false, Stage::Assault) => assault_score(position, outlook.worth, figure_idx, to) - 150 * way,
    };
    plan + barring_score(outlook, class, to)
}

/// Near, but not under fire.
fn gathering_score(position: &State, gait: Gait, to: Cell) -> i64 {
    let distance = to_nearest_enemy(position, to);
    let enemies = near(position.living_of(Side::LongKnives).map(|(_, _, at)| at), to, 4);
    -100 * (distance - 5).abs() - 40 * enemies + 30 * in_cover(position, gait, to)
}

/// What can be hit from there, from cover if possible; above all, who guards the flag.
fn assault_score(position: &State, worth: Worth, figure_idx: usize, to: Cell) -> i64 {
    let class = position.figures[figure_idx].class;
    let best = worth.best(position, figure_idx, to, |gain, at| match (at == position.flag, at.touches(to)) {
        (true, true) => gain + 300,
        (true, false) => gain + 100,
        (false, true | false) => gain,
    });
    let best = best.max(0);
    let covered = in_cover(position, class.gait(), to);
    let shelter = if 0 < best { 250 } else { 20 };
    let exposed = match class {
        Class::Warrior if covered == 0 && position.touches(Side::LongKnives, to) => -200,
        Class::Warrior | Class::Rider | Class::Chief => 0,
        Class::General | Class::Officer | Class::Soldier => 0,
    };
    best + shelter * covered + exposed
}

/// With the flag six steps from an exit, the exit is to be barred.
fn barring_score(outlook: &Outlook, class: Class, to: Cell) -> i64 {
    let Some((exit, road)) = &outlook.threatened else { return 0 };
    let on_it = if to == *exit { 800 } else { 0 };
    let way = match class {
        Class::Chief => 0,
        Class::Rider | Class::Warrior => -40 * road.steps(class.gait(), to),
        Class::General | Class::Officer | Class::Soldier => 0,
    };
    on_it + way
}

fn in_cover(position: &State, gait: Gait, cell: Cell) -> i64 {
    i64::from(cover(position.ground(), gait, cell) != 0)
}
