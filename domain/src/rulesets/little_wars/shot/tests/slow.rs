//! The rules of the flight once more, word for word and as slowly as can be: every man and thing of the floor is asked at every
//! checkpoint, in 128-bit numbers, with nothing of the machine it is compared with but the marks it makes.

use crate::{
    geometry::Point,
    rulesets::little_wars::{
        event::{DominoOutcome, Mark, StrikeOutcome},
        ids::{Arm, FigureId, GunId},
    },
};

/// A man: his name, his place, whether he lies.
#[derive(Clone, Debug)]
pub(super) struct Man {
    pub(super) id: FigureId,
    pub(super) at: (i128, i128),
    pub(super) lies: bool,
}

/// A thing with corners: its id, whether it is a hill, its height.
#[derive(Clone, Debug)]
pub(super) struct Area {
    pub(super) id: String,
    pub(super) is_hill: bool,
    pub(super) top: i128,
    pub(super) corners: Vec<(i128, i128)>,
}

/// A wood: its id, height, radius and trunks.
#[derive(Clone, Debug)]
pub(super) struct Wood {
    pub(super) id: String,
    pub(super) top: i128,
    pub(super) radius: i128,
    pub(super) trunks: Vec<(i128, i128)>,
}

/// A floor.
#[derive(Clone, Debug)]
pub(super) struct Floor {
    pub(super) size: (i128, i128),
    pub(super) men: Vec<Man>,
    pub(super) areas: Vec<Area>,
    pub(super) woods: Vec<Wood>,
    pub(super) guns: Vec<(GunId, (i128, i128))>,
}

/// A shot: where it begins and how high, where it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) muzzle: (i128, i128),
    pub(super) z: i128,
    pub(super) v: (i128, i128),
    pub(super) t: i128,
}

type Trace = (Vec<Mark>, Vec<FigureId>, Vec<FigureId>);

fn r16(a: i128) -> i128 {
    (a + 32_768) >> 16
}

fn rdiv(a: i128, b: i128) -> i128 {
    (2 * a + b).div_euclid(2 * b)
}

fn root(n: i128) -> i128 {
    n.unsigned_abs().isqrt() as i128
}

fn unit(x: i128, y: i128) -> (i128, i128) {
    let length = root((x * x + y * y) << 32);
    (rdiv(x << 32, length), rdiv(y << 32, length))
}

fn turn((a, b): (i128, i128), by: i128) -> (i128, i128) {
    (a - rdiv(b * by, 10_000), b + rdiv(a * by, 10_000))
}

fn cross(a: (i128, i128), b: (i128, i128), p: (i128, i128)) -> i128 {
    (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)
}

fn on_edge(a: (i128, i128), b: (i128, i128), p: (i128, i128)) -> bool {
    let dot = (p.0 - a.0) * (p.0 - b.0) + (p.1 - a.1) * (p.1 - b.1);
    cross(a, b, p) == 0 && dot <= 0
}

fn square(a: (i128, i128), b: (i128, i128)) -> i128 {
    (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)
}

fn point((x, y): (i128, i128)) -> Point {
    Point::new(x.try_into().expect("on the floor"), y.try_into().expect("on the floor"))
}

fn radius(id: FigureId) -> i128 {
    if id.arm == Arm::Infantry { 35 } else { 60 }
}

fn standing(id: FigureId) -> i128 {
    if id.arm == Arm::Infantry { 195 } else { 275 }
}

impl Area {
    fn edges(&self) -> Vec<[(i128, i128); 2]> {
        let n = self.corners.len();
        (0..n).map(|at| [self.corners[at], self.corners[(at + 1) % n]]).collect()
    }

    /// A ray to the west crosses the outline an odd number of times, or the point is on it.
    fn covers(&self, p: (i128, i128)) -> bool {
        let mut is_in = false;
        for [a, b] in self.edges() {
            if on_edge(a, b, p) {
                return true;
            }
            let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
            is_in ^= low.1 <= p.1 && p.1 < high.1 && 0 > cross(low, high, p);
        }
        is_in
    }

    fn normal(&self, from: (i128, i128), to: (i128, i128)) -> Option<(i128, i128)> {
        for [a, b] in self.edges() {
            let (one, two) = (cross(a, b, from), cross(a, b, to));
            let (three, four) = (cross(from, to, a), cross(from, to, b));
            let is_collinear = if from == to { one == 0 } else { one == 0 && two == 0 };
            let crosses = one.signum() * two.signum() < 0 && three.signum() * four.signum() < 0;
            let touches =
                on_edge(a, b, from) || on_edge(a, b, to) || on_edge(from, to, a) || on_edge(from, to, b);
            if !is_collinear && (crosses || touches) {
                return Some(unit(b.1 - a.1, a.0 - b.0));
            }
        }
        None
    }
}

impl Floor {
    fn ground(&self, p: (i128, i128)) -> i128 {
        self.areas
            .iter()
            .filter(|area| area.is_hill && area.covers(p))
            .map(|hill| hill.top)
            .max()
            .unwrap_or(0)
    }

    /// LW-4.16: who is struck, and the normal there.
    fn object(&self, prev: (i128, i128), p: (i128, i128), z: i128) -> Option<(String, Option<(i128, i128)>)> {
        let away = |c: (i128, i128)| (prev != c).then(|| unit(prev.0 - c.0, prev.1 - c.1));
        for area in &self.areas {
            if !area.is_hill && area.covers(p) && z < area.top {
                return Some((area.id.clone(), area.normal(prev, p)));
            }
        }
        for wood in &self.woods {
            for trunk in &wood.trunks {
                if square(*trunk, p) <= (wood.radius + 8).pow(2) && z < wood.top {
                    return Some((wood.id.clone(), away(*trunk)));
                }
            }
        }
        for (gun, axis) in &self.guns {
            if square(*axis, p) <= 88 * 88 && z < self.ground(*axis) + 150 {
                return Some((gun.to_string(), away(*axis)));
            }
        }
        None
    }

    fn neighbour(&self, fallen: &Man, v: (i128, i128), dead: &[FigureId]) -> Option<&Man> {
        let mut best: Option<(i128, &Man)> = None;
        for man in self.men.iter().filter(|man| !man.lies && !dead.contains(&man.id)) {
            let w = (man.at.0 - fallen.at.0, man.at.1 - fallen.at.1);
            let along = (w.0 * v.0 + w.1 * v.1) >> 16;
            let across = (w.0 * v.1 - w.1 * v.0).abs() >> 16;
            let is_level = (self.ground(man.at) - self.ground(fallen.at)).abs() < 50;
            let reach = standing(fallen.id) + radius(man.id);
            if 0 < along && along <= reach && across <= radius(man.id) + 20 && is_level {
                let nearer = best.is_none_or(|(least, other)| (along, man.id) < (least, other.id));
                if nearer {
                    best = Some((along, man));
                }
            }
        }
        best.map(|(_, man)| man)
    }

    /// LW-4.7–4.19 from the muzzle to the end.
    pub(super) fn shoot(&self, start: Start, die: &mut dyn FnMut() -> u32) -> Trace {
        let mut shot = Shot {
            floor: self,
            trace: vec![Mark::Muzzle { at: point(start.muzzle), z: start.z as i64, energy: 100 }],
            dead: Vec::new(),
            touched: Vec::new(),
            start,
            flies: true,
            origin: start.muzzle,
            v: start.v,
            energy: 100,
            bounces: 0,
            k: 0,
            prev: start.muzzle,
        };
        while shot.step(die) {}
        (shot.trace, shot.dead, shot.touched)
    }
}

struct Shot<'a> {
    floor: &'a Floor,
    trace: Vec<Mark>,
    dead: Vec<FigureId>,
    touched: Vec<FigureId>,
    start: Start,
    flies: bool,
    origin: (i128, i128),
    v: (i128, i128),
    energy: i128,
    bounces: u32,
    k: i128,
    prev: (i128, i128),
}

impl Shot<'_> {
    fn end(&mut self, mark: Mark) -> bool {
        self.trace.push(mark);
        false
    }

    /// One checkpoint; whether there is another.
    fn step(&mut self, die: &mut dyn FnMut() -> u32) -> bool {
        self.k += 1;
        let s = 10 * self.k;
        let p = (self.origin.0 + r16(s * self.v.0), self.origin.1 + r16(s * self.v.1));
        let (prev, size) = (self.prev, self.floor.size);
        if p.0 < 0 || p.1 < 0 || p.0 > size.0 || p.1 > size.1 {
            return self.end(Mark::Off { at: point(prev), energy: self.energy as i64 });
        }
        if self.k % (if self.flies { 100 } else { 5 }) == 0 {
            self.energy -= 1;
        }
        if !self.flies && self.energy <= 0 {
            return self.end(Mark::Rest { at: point(prev), energy: 0 });
        }
        let (t, ground) = (self.start.t, self.floor.ground(p));
        let whole = 100_000_000;
        let up = (s * t * 1_200_000_000 - s * s * (whole + t * t)).div_euclid(120_000 * whole);
        let z = if self.flies { self.start.z + up } else { ground };
        if ground > self.floor.ground(prev) && (!self.flies || z < ground) {
            return self.end(Mark::Bank { at: point(prev), energy: 0 });
        }
        if let Some(man) = self.struck(p, z) {
            self.strike(&man, p, z, die);
            self.energy -= 60;
            self.prev = p;
            if self.energy <= 0 {
                return self.end(Mark::Rest { at: point(p), energy: 0 });
            }
            return self.run(p);
        }
        if let Some((object, normal)) = self.floor.object(prev, p, z) {
            self.bounces += 1;
            let (Some(n), true) = (normal, self.bounces <= 2 && self.energy >= 20) else {
                return self.end(Mark::Stopped { at: point(prev), energy: 0 });
            };
            let dot = r16(self.v.0 * n.0 + self.v.1 * n.1);
            self.v = (self.v.0 - r16(2 * dot * n.0), self.v.1 - r16(2 * dot * n.1));
            self.energy /= 3;
            let (at, z, energy, roll) = (point(prev), z as i64, self.energy as i64, self.kick(die));
            self.trace.push(Mark::Glance { at, z, energy, roll, object });
            return self.run(prev);
        }
        self.prev = p;
        if self.flies && z <= ground {
            let slope = (t - (s * (whole + t * t)).div_euclid(600_000_000)).abs();
            self.energy -= 10 + slope / 100;
            self.bounces += 1;
            if self.energy <= 0 {
                return self.end(Mark::Rest { at: point(p), energy: 0 });
            }
            let (energy, roll) = (self.energy as i64, self.kick(die));
            self.trace.push(Mark::Graze { at: point(p), z: ground as i64, energy, roll });
            return self.run(p);
        }
        true
    }

    fn run(&mut self, from: (i128, i128)) -> bool {
        (self.flies, self.origin, self.k) = (false, from, 0);
        true
    }

    fn kick(&mut self, die: &mut dyn FnMut() -> u32) -> u32 {
        let roll = die();
        self.v = turn(self.v, [-1_500, -800, -300, 300, 800, 1_500][roll as usize - 1]);
        roll
    }

    fn struck(&self, p: (i128, i128), z: i128) -> Option<Man> {
        let floor = self.floor;
        let is_met = |man: &&Man| {
            let (ground, height) = (floor.ground(man.at), if man.lies { 40 } else { standing(man.id) });
            let is_out = self.dead.contains(&man.id) || self.touched.contains(&man.id);
            !is_out && ground <= z && z <= ground + height && square(man.at, p) <= (radius(man.id) + 8).pow(2)
        };
        let met = floor.men.iter().filter(is_met);
        met.min_by_key(|man| (square(man.at, p), man.id)).cloned()
    }

    fn strike(&mut self, man: &Man, p: (i128, i128), z: i128, die: &mut dyn FnMut() -> u32) {
        let mut need = if self.energy >= 60 {
            2
        } else if self.energy >= 40 {
            3
        } else if self.energy >= 25 {
            4
        } else if self.energy >= 10 {
            5
        } else {
            6
        };
        need += u32::from(man.id.arm == Arm::Cavalry) + u32::from(!self.flies);
        let roll = (need <= 6 && !man.lies).then(&mut *die);
        let falls = roll.is_some_and(|roll| roll >= need);
        let outcome = if falls {
            StrikeOutcome::Fell
        } else if self.dead.is_empty() {
            StrikeOutcome::TouchedDead
        } else {
            StrikeOutcome::Touched
        };
        let (need, energy, figure) = (roll.map(|_| need), self.energy as i64, man.id);
        self.trace.push(Mark::Strike { at: point(p), z: z as i64, energy, figure, roll, need, outcome });
        self.touched.push(man.id);
        if outcome != StrikeOutcome::Touched {
            self.dead.push(man.id);
        }
        let mut fallen = man.clone();
        while falls && let Some(next) = self.floor.neighbour(&fallen, self.v, &self.dead).cloned() {
            let (roll, need) = (die(), if next.id.arm == Arm::Infantry { 5 } else { 6 });
            let outcome = if roll >= need { DominoOutcome::Fell } else { DominoOutcome::Stands };
            self.trace.push(Mark::Domino {
                at: point(next.at),
                energy,
                figure: next.id,
                roll,
                need,
                outcome,
            });
            if roll < need {
                break;
            }
            self.dead.push(next.id);
            fallen = next;
        }
    }
}
