//! What a seat may order now, as far as it can be listed: each is tried before it is told.

use super::{
    command::{Allocate, AllocateAuto, Command, Retreat, RetreatMany, Vector, Yes},
    course::Chance,
    decide,
    ids::{FigureId, Figures, GunId, PieceId},
    opening, putting_down,
    shot::suggestions,
    state::{Figure, Phase, SeatStage, State},
    words::Status,
};
use crate::{
    geometry::{Direction, Point, turn, unit},
    ids::Seat,
    ruleset::Halt,
};

/// Shots of each gun in an overview.
const SHOTS: usize = 3;
/// Enemies a man may close with, the nearest.
const ENEMIES: usize = 4;
/// Turns of a way in ten-thousandths.
const TURNS: [i32; 3] = [0, 6000, -6000];

/// Legal orders of a seat: those of a man or a gun, or a small overview.
pub(super) fn hints(known: &State, seat: &Seat, piece: Option<&str>) -> Vec<Command> {
    let orders = match known.phase {
        Phase::Start | Phase::Over => Vec::new(),
        Phase::ChooseSide => return opening::hints(known, seat),
        Phase::PuttingDown => return putting_down::hints(known, seat, piece),
        Phase::Adjudicate => known
            .melees
            .iter()
            .map(|melee| Command::Allocate(Allocate::Auto(AllocateAuto { melee: melee.number, auto: Yes })))
            .collect(),
        Phase::Move => match piece.map(PieceId::parse) {
            None => overview(known, seat),
            Some(Some(PieceId::Gun(gun))) => of_gun(known, seat, gun),
            Some(Some(PieceId::Figure(man))) => {
                known.figure(man).map(|man| of_man(known, man)).unwrap_or_default()
            }
            Some(None) => Vec::new(),
        },
    };
    let is_legal = |order: &Command| {
        let tried = decide::order(known, seat, order, &mut Chance::Rehearsal);
        matches!(tried, Ok(_) | Err(Halt::NoDice))
    };
    orders.into_iter().filter(is_legal).collect()
}

fn overview(known: &State, seat: &Seat) -> Vec<Command> {
    let Some(at) = known.seat_index(seat) else { return Vec::new() };
    let side = known.house.seats[at].side;
    let mut orders = Vec::new();
    if known.seats[at].stage == SeatStage::Guns {
        for gun in known.guns_held(side).filter(|gun| gun.seat == at) {
            orders.extend(suggestions(known, seat, gun.id).into_iter().take(SHOTS));
        }
        orders.push(Command::EndGuns {});
    }
    let ahead = known.ahead(side);
    for (side, arm) in super::ids::Arm::ALL.map(|arm| (side, arm)) {
        for inches in [arm.reach(), arm.reach() / 2] {
            let by = Vector { x: part(ahead.x, inches), y: part(ahead.y, inches) };
            orders.push(Command::March { figures: vec![Figures::All(side, arm)], by, loose: true });
        }
    }
    orders.push(Command::EndMove { side: false });
    orders
}

fn part(direction: i32, length: i64) -> i32 {
    i32::try_from(i64::from(direction.signum()) * length).unwrap_or(0)
}

fn of_gun(known: &State, seat: &Seat, gun: GunId) -> Vec<Command> {
    let mut orders = suggestions(known, seat, gun);
    let Some(gun) = known.gun(gun) else { return orders };
    let ahead = known.ahead(gun.holder);
    for length in [2395, 1195, 600] {
        orders.extend(TURNS.map(|by| Command::MoveGun {
            gun: gun.id,
            path: vec![turned(ahead, by).walked(gun.start, length)],
            crew: None,
            off: false,
        }));
    }
    orders
}

fn of_man(known: &State, man: &Figure) -> Vec<Command> {
    let mut orders = Vec::new();
    let ahead = known.ahead(man.side());
    if known.is_escort(man.id) {
        let back = Direction { x: -ahead.x, y: -ahead.y };
        let ends = [1200, 600].map(|length| back.walked(man.start, length));
        orders.extend(ends.map(|end| Command::Escort { escort: man.id, path: vec![end], prisoners: None }));
    }
    let mut enemies: Vec<&Figure> = known.free_men(man.side().enemy()).collect();
    enemies.sort_by_key(|enemy| (enemy.at.distance_squared(man.start), enemy.id));
    if man.status == Status::Armed {
        let near = enemies.iter().take(ENEMIES);
        let figures = || vec![Figures::One(man.id)];
        orders.extend(near.map(|enemy| Command::Close { figures: figures(), on: enemy.id }));
    }
    let goal = enemies.first().map_or(ahead, |enemy| towards(man.start, enemy.at).unwrap_or(ahead));
    let reach = man.id.arm.reach();
    for way in [goal, ahead, Direction { x: -ahead.x, y: -ahead.y }] {
        for by in TURNS {
            for length in [reach - 5, reach / 2] {
                let order = walk(man.id, turned(way, by).walked(man.start, length));
                if !orders.contains(&order) {
                    orders.push(order);
                }
            }
        }
    }
    let leave = Retreat::Many(RetreatMany { figures: vec![Figures::One(man.id)] });
    orders.push(Command::Retreat(leave));
    orders
}

fn walk(figure: FigureId, end: Point) -> Command {
    Command::Move { figure, path: vec![end] }
}

fn towards(from: Point, to: Point) -> Option<Direction> {
    let (east, south) = to.minus(from);
    ((east, south) != (0, 0)).then(|| unit(east, south))
}

fn turned(way: Direction, by: i32) -> Direction {
    let turned = turn(way, by);
    unit(turned.x.into(), turned.y.into())
}
