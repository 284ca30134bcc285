//! The shot on its way: one straight line after another until it meets something (LW-4.7–4.10, LW-4.16–4.19). It throws no
//! die: whoever lets it fly decides what a kick or a man's fall comes to, by dice or by trying them all.

use super::{
    super::event::Mark,
    scene::{Lane, STEP, Scene, Thing},
};
use crate::{
    geometry::{Direction, Point, Segment, r16, turn, unit},
    rulesets::little_wars::country::Country,
};

/// Energy at the muzzle (LW-4.8).
const FULL: i64 = 100;
/// Checkpoints that cost one energy, in the air and on the floor (LW-4.8).
const AIR: i64 = 100;
const FLOOR: i64 = 5;
/// What a man costs (LW-4.10).
const MAN: i64 = 60;
/// With less than this a thing stops it (LW-4.16).
const LEAST_BOUNCE: i64 = 20;
/// Bounces, grazes included, after which a thing stops it (LW-4.16).
const MOST_BOUNCES: u32 = 2;
/// Kicks by their die, in ten-thousandths to the right (LW-4.19).
pub(super) const KICKS: [i32; 6] = [-1_500, -800, -300, 300, 800, 1_500];
/// The square of one whole tangent.
const WHOLE_SQUARED: i64 = 100_000_000;
/// More checkpoints than a line has on any floor.
const ENDLESS: i64 = 1 << 20;

/// Height of the flight above the muzzle's floor, so far along it (LW-4.7).
pub(super) fn height(muzzle: i64, tangent: i32, along: i64) -> i64 {
    let tangent = i64::from(tangent);
    let up = along * tangent * 1_200_000_000 - along * along * (WHOLE_SQUARED + tangent * tangent);
    muzzle + up.div_euclid(120_000 * WHOLE_SQUARED)
}

/// A shot under way.
#[derive(Clone, Debug)]
pub(super) struct Ball {
    origin: Point,
    /// Where it goes.
    pub(super) direction: Direction,
    way: Way,
    /// What it has left.
    pub(super) energy: i64,
    bounces: u32,
    before: Point,
    ground_before: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Flies { muzzle: i64, tangent: i32 },
    Runs,
}

/// What it has met.
pub(super) enum Met<'a> {
    /// A man: [`Ball::pass`] is next.
    Man {
        /// Where the shot is.
        at: Point,
        /// How high.
        z: i64,
        /// Whom, by his place in the scene.
        man: usize,
    },
    /// The ground: [`Ball::kick`] is next.
    Ground {
        /// Where.
        at: Point,
        /// The ground.
        z: i64,
    },
    /// A thing: [`Ball::kick`] is next.
    Thing {
        /// From where it runs on.
        at: Point,
        /// How high it struck.
        z: i64,
        /// What.
        thing: Thing<'a>,
    },
    /// It is over.
    End(Mark),
}

impl Ball {
    /// A shot that leaves a muzzle, which is so high above the floor, in a direction and at an elevation.
    pub(super) fn new(
        scene: &Scene<'_>,
        from: Point,
        muzzle: i64,
        direction: Direction,
        tangent: i32,
    ) -> Ball {
        Ball {
            origin: from,
            direction,
            way: Way::Flies { muzzle, tangent },
            energy: FULL,
            bounces: 0,
            before: from,
            ground_before: scene.ground(from),
        }
    }

    /// The mark of its leaving the gun.
    pub(super) fn muzzle(&self) -> Mark {
        let z = match self.way {
            Way::Flies { muzzle, .. } => muzzle,
            Way::Runs => self.ground_before,
        };
        Mark::Muzzle { at: self.origin, z, energy: self.energy }
    }

    /// Whether it has touched down.
    pub(super) fn runs(&self) -> bool {
        self.way == Way::Runs
    }

    /// The line it is on.
    pub(super) fn lane<'a>(&self, scene: &Scene<'a>) -> Lane<'a> {
        let most = if self.runs() { FLOOR * self.energy } else { ENDLESS };
        Lane::new(scene, self.origin, self.direction, most)
    }

    /// Goes along its lane to what it meets next. Men of `spared` it passes.
    pub(super) fn fly<'a>(&mut self, scene: &Scene<'_>, lane: &Lane<'a>, spared: &[usize]) -> Met<'a> {
        let mut checkpoint = 0;
        loop {
            let quiet = lane.quiet_until(checkpoint);
            if checkpoint < quiet {
                if let Some(met) = self.glide(lane, checkpoint, quiet) {
                    return met;
                }
                checkpoint = quiet;
            }
            checkpoint += 1;
            if let Some(met) = self.step(scene, lane, checkpoint, spared) {
                return met;
            }
        }
    }

    /// One checkpoint, each test in its turn (LW-4.8).
    fn step<'a>(
        &mut self,
        scene: &Scene<'_>,
        lane: &Lane<'a>,
        checkpoint: i64,
        spared: &[usize],
    ) -> Option<Met<'a>> {
        let along = STEP * checkpoint;
        let at = lane.at(along);
        if !scene.holds(at) {
            return Some(Met::End(Mark::Off { at: self.before, energy: self.energy })); // LW-4.9
        }
        self.energy -= self.cost(checkpoint - 1, checkpoint);
        if self.runs() && self.energy <= 0 {
            return Some(Met::End(Mark::Rest { at: self.before, energy: 0 }));
        }
        let ground = lane.ground(checkpoint, at);
        let z = self.height(along, ground);
        if self.ground_before < ground && (self.runs() || z < ground) {
            return Some(Met::End(Mark::Bank { at: self.before, energy: 0 })); // LW-4.9
        }
        if let Some(man) = lane.man(scene, checkpoint, (at, z), spared) {
            (self.before, self.ground_before) = (at, ground);
            return Some(Met::Man { at, z, man });
        }
        if let Some(thing) = lane.thing(checkpoint, (at, z)) {
            return Some(self.strike_thing((at, z), thing));
        }
        (self.before, self.ground_before) = (at, ground);
        match self.way {
            Way::Flies { tangent, .. } if z <= ground => Some(self.graze(tangent, along)),
            Way::Flies { .. } | Way::Runs => None,
        }
    }

    /// Goes over level floor with nothing on it, as so many steps would: to where it comes down or to rest, else to `to`.
    fn glide<'a>(&mut self, lane: &Lane<'a>, from: i64, to: i64) -> Option<Met<'a>> {
        let comes_down = |checkpoint: i64| self.height(STEP * checkpoint, 1) <= 0;
        let end = match self.way {
            Way::Runs => {
                let rest = FLOOR * (from / FLOOR + self.energy);
                (rest <= to).then_some(rest)
            }
            // Its height is that of a parabola: once it is down it is down for good.
            Way::Flies { .. } => comes_down(to).then(|| first(from, to, comes_down)),
        };
        let reached = end.unwrap_or(to);
        self.energy -= self.cost(from, reached);
        self.ground_before = 0;
        match (end, self.way) {
            (None, _) => {
                self.before = lane.at(STEP * to);
                None
            }
            (Some(rest), Way::Runs) => {
                Some(Met::End(Mark::Rest { at: lane.at(STEP * (rest - 1)), energy: 0 }))
            }
            (Some(down), Way::Flies { tangent, .. }) => {
                self.before = lane.at(STEP * down);
                Some(self.graze(tangent, STEP * down))
            }
        }
    }

    /// What the way from one checkpoint to another costs (LW-4.8).
    fn cost(&self, from: i64, to: i64) -> i64 {
        let every = if self.runs() { FLOOR } else { AIR };
        to / every - from / every
    }

    /// How high it is: in the air by its flight, else on the ground.
    fn height(&self, along: i64, ground: i64) -> i64 {
        match self.way {
            Way::Flies { muzzle, tangent } => height(muzzle, tangent, along),
            Way::Runs => ground,
        }
    }

    /// On behind a man it has struck; where it does not get so far, it rests there (LW-4.10).
    pub(super) fn pass(&mut self) -> Option<Mark> {
        self.energy -= MAN;
        self.run_from_here();
        (self.energy <= 0).then_some(Mark::Rest { at: self.before, energy: 0 })
    }

    /// On in another direction, by a die (LW-4.19).
    pub(super) fn kick(&mut self, die: u32) {
        let by = (die as usize).checked_sub(1).and_then(|face| KICKS.get(face));
        self.direction = turn(self.direction, by.copied().unwrap_or(0));
    }

    /// From where it is, or was before it struck, it runs along the floor.
    fn run_from_here(&mut self) {
        self.origin = self.before;
        self.way = Way::Runs;
    }

    /// It comes down (LW-4.18).
    fn graze<'a>(&mut self, tangent: i32, along: i64) -> Met<'a> {
        let tangent = i64::from(tangent);
        let fall = (along * (WHOLE_SQUARED + tangent * tangent)).div_euclid(60_000 * 10_000);
        self.energy -= 10 + (tangent - fall).abs() / 100;
        self.bounces += 1;
        if self.energy <= 0 {
            return Met::End(Mark::Rest { at: self.before, energy: 0 });
        }
        self.run_from_here();
        Met::Ground { at: self.before, z: self.ground_before }
    }

    /// It strikes a thing: it stops, or glances off (LW-4.16, LW-4.17).
    fn strike_thing<'a>(&mut self, (at, z): (Point, i64), thing: Thing<'a>) -> Met<'a> {
        self.bounces += 1;
        let stopped = Met::End(Mark::Stopped { at: self.before, energy: 0 });
        if MOST_BOUNCES < self.bounces || self.energy < LEAST_BOUNCE {
            return stopped;
        }
        let Some(normal) = normal(&thing, Segment { from: self.before, to: at }) else { return stopped };
        self.direction = mirrored(self.direction, normal);
        self.energy /= 3;
        self.run_from_here();
        Met::Thing { at: self.before, z, thing }
    }
}

/// Which way a thing throws back what comes along a segment; none, where it has no side there (LW-4.17).
fn normal(thing: &Thing<'_>, step: Segment) -> Option<Direction> {
    match thing {
        Thing::Area(object) => Country::first_edge(object, step).map(|edge| {
            let (east, south) = edge.to.minus(edge.from);
            unit(south, -east)
        }),
        Thing::Round(post) => {
            let (east, south) = step.from.minus(post.centre);
            ((east, south) != (0, 0)).then(|| unit(east, south))
        }
    }
}

/// A direction thrown back by what faces along a normal.
fn mirrored(direction: Direction, normal: Direction) -> Direction {
    let wide = |n: i32| i64::from(n);
    let dot = r16(wide(direction.x) * wide(normal.x) + wide(direction.y) * wide(normal.y));
    let part =
        |from: i32, normal: i32| i32::try_from(wide(from) - r16(2 * dot * wide(normal))).unwrap_or(from);
    Direction { x: part(direction.x, normal.x), y: part(direction.y, normal.y) }
}

/// The first number after `from` that is so, where `to` is, and all from the first on are.
fn first(from: i64, to: i64, is_so: impl Fn(i64) -> bool) -> i64 {
    let (mut before, mut is) = (from, to);
    while before + 1 < is {
        let middle = (before + is) / 2;
        if is_so(middle) {
            is = middle;
        } else {
            before = middle;
        }
    }
    is
}
