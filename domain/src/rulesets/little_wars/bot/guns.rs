//! Shots, and guns that have nothing to shoot at (LW §13, steps 1 and 2).

use super::{
    super::{
        command::{Aim, AimFigure, AimFigures, Command},
        ids::{Arm, FigureId, Figures},
        measures::{CREW, FOOT, MOST_SHOTS, TWO_FEET},
        shot::{self, along_the_barrel},
        state::{Figure, Gun, State},
    },
    Hand,
};
use crate::geometry::{Direction, Point, turn, unit};

/// How many of the nearest enemies are looked at.
const LOOKED_AT: usize = 24;
/// How many of them a list has at most.
const LISTED: usize = 10;
/// How many of a list another gun leaves alone.
const TAKEN: usize = 4;
/// An enemy this near is not gone to with a gun.
const NEAR: i64 = 1200;
/// Turns in ten-thousandths: straight, to the right, to the left.
const TURNS: [i32; 3] = [0, 5000, -5000];

impl Hand<'_> {
    /// Fires every gun that has a target as often as it can; tells whether there was one.
    pub(super) fn shots(&mut self) -> bool {
        if !shot::may_fire(&self.state, self.side) {
            return false;
        }
        let guns: Vec<Gun> = self.own_guns();
        let mut taken: Vec<FigureId> = Vec::new();
        let mut fired = false;
        for gun in guns.iter().filter(|gun| !gun.moved && gun.shots < MOST_SHOTS) {
            if !self.state.in_action(gun) {
                continue;
            }
            let targets = self.targets(gun, &taken);
            let at = match targets[..] {
                [] => continue,
                [figure] => Aim::Figure(AimFigure { figure }),
                _ => {
                    Aim::Figures(AimFigures { figures: targets.iter().copied().map(Figures::One).collect() })
                }
            };
            for _ in gun.shots..MOST_SHOTS {
                let order = Command::Fire { gun: gun.id, at: at.clone(), elevation: None, lie_down: true };
                fired |= self.give(order);
            }
            taken.extend(targets.into_iter().take(TAKEN));
        }
        fired
    }

    /// Whom a gun would fire at: a shot with both sums 7 strikes a free enemy before it meets a die. Horsemen struck come
    /// first, then the nearest.
    pub(super) fn targets(&self, gun: &Gun, taken: &[FigureId]) -> Vec<FigureId> {
        if !shot::may_fire(&self.state, self.side) {
            return Vec::new();
        }
        let mut enemies: Vec<&Figure> =
            self.state.free_men(self.side.enemy()).filter(|man| !taken.contains(&man.id)).collect();
        enemies.sort_by_key(|man| (man.at.distance_squared(gun.at), man.id));
        let near = enemies.into_iter().take(LOOKED_AT);
        let mut targets: Vec<(bool, FigureId)> = near
            .filter_map(|man| {
                let struck = along_the_barrel(&self.state, gun.id, man.id)?;
                Some((struck.arm == Arm::Infantry, man.id))
            })
            .collect();
        targets.sort_by_key(|(is_foot, _)| *is_foot); // stable: the nearest first
        targets.into_iter().take(LISTED).map(|(_, id)| id).collect()
    }

    fn own_guns(&self) -> Vec<Gun> {
        let own = self.state.guns_held(self.side).filter(|gun| gun.seat == self.at);
        own.cloned().collect()
    }

    /// Moves guns that have not fired and have no target: towards the nearest enemy if he is far, or home.
    pub(super) fn move_guns(&mut self, goes_home: bool) {
        let guns: Vec<Gun> = self.own_guns();
        for gun in guns.iter().filter(|gun| gun.shots == 0 && !gun.moved) {
            if !self.state.in_action(gun) || self.state.gun(gun.id).is_some_and(|now| now.shots > 0) {
                continue;
            }
            let reach = reach_of(&self.state, gun);
            if goes_home {
                self.take_home(gun, reach);
                continue;
            }
            let nearest = self.state.free_men(self.side.enemy()).map(|man| man.at);
            let Some(enemy) = nearest.min_by_key(|at| at.distance_squared(gun.at)) else { continue };
            if enemy.distance(gun.at) < NEAR {
                continue;
            }
            let towards = towards(gun.at, enemy);
            let ways = (1..=5).rev().flat_map(|fifth| {
                let length = reach * fifth / 5 - 5;
                turned(towards, &TURNS).into_iter().map(move |way| (way, length))
            });
            let orders: Vec<Command> = ways
                .map(|(way, length)| Command::MoveGun {
                    gun: gun.id,
                    path: vec![way.walked(gun.start, length)],
                    crew: None,
                    off: false,
                })
                .collect();
            self.give_first(orders);
        }
    }

    fn take_home(&mut self, gun: &Gun, reach: i64) {
        let line = self.state.line_y(self.side);
        let off = Command::MoveGun {
            gun: gun.id,
            path: vec![Point::new(gun.start.x, line)],
            crew: None,
            off: true,
        };
        let back = self.back();
        let nearer = (1..=4).rev().map(|quarter| Command::MoveGun {
            gun: gun.id,
            path: vec![back.walked(gun.start, reach * quarter / 4 - 5)],
            crew: None,
            off: false,
        });
        let orders: Vec<Command> = std::iter::once(off).chain(nearer).collect();
        self.give_first(orders);
    }

    /// The direction of one's own line.
    pub(super) fn back(&self) -> Direction {
        let ahead = self.state.ahead(self.side);
        Direction { x: -ahead.x, y: -ahead.y }
    }
}

/// How far a gun may go with the crew the rules would take.
fn reach_of(state: &State, gun: &Gun) -> i64 {
    let horse = state.armed_men(gun.holder).filter(|man| {
        man.seat == gun.seat
            && man.id.arm == Arm::Cavalry
            && !man.moved
            && State::is_near_gun(gun, man)
            && !state.is_escort(man.id)
    });
    if CREW <= horse.count() { TWO_FEET } else { FOOT }
}

/// The direction from one place to another; to the east where they are one.
pub(super) fn towards(from: Point, to: Point) -> Direction {
    let (east, south) = to.minus(from);
    if (east, south) == (0, 0) { Direction { x: 65_536, y: 0 } } else { unit(east, south) }
}

/// A direction turned by each of these, then made as long as it was.
pub(super) fn turned(direction: Direction, turns: &[i32]) -> Vec<Direction> {
    let made = |turned: Direction| unit(turned.x.into(), turned.y.into());
    turns.iter().map(|&by| if by == 0 { direction } else { made(turn(direction, by)) }).collect()
}
