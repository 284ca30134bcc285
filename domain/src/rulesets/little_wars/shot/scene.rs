//! The floor as a shot finds it, and the part of it that lies along one straight line. What is left out of a line is
//! certainly not met on it; what is kept is tested exactly, checkpoint by checkpoint.

use super::super::{
    country::{Country, Object},
    ids::{FigureId, GunId},
    measures::{GUN_HEIGHT, LYING, WHEEL},
    scenario::TableSize,
    state::{Figure, State},
    words::TerrainKind,
};
use crate::geometry::{Direction, Point, isqrt};

/// The radius of the shot itself (LW-4.10, LW-4.16).
const SHOT: i64 = 8;
/// Between two checkpoints, in hundredths of an inch (LW-0.8).
pub(super) const STEP: i64 = 10;
/// One whole of a direction's parts.
const WHOLE: i64 = 65_536;

/// What a shot can meet.
pub(super) struct Scene<'a> {
    table: TableSize,
    country: &'a Country,
    /// Men, in id order.
    pub(super) men: Vec<Man>,
    hills: Vec<&'a Object>,
    solids: Vec<&'a Object>,
    posts: Vec<Post<'a>>,
}

/// A man in the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    /// His name.
    pub(super) id: FigureId,
    /// His centre.
    pub(super) at: Point,
    /// The ground under it.
    pub(super) ground: i64,
    /// He lies while the gun fires (LW-4.4).
    pub(super) lies: bool,
}

impl Man {
    fn height(&self) -> i64 {
        if self.lies { LYING } else { self.id.arm.height() }
    }

    fn is_met(&self, at: Point, z: i64) -> bool {
        let reach = self.id.arm.radius() + SHOT;
        (self.ground..=self.ground + self.height()).contains(&z)
            && at.distance_squared(self.at) <= reach * reach // LW-4.10
    }
}

/// A thing that a shot strikes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Thing<'a> {
    /// An area of the Country.
    Area(&'a Object),
    /// A trunk of a wood, or the wheels of a gun: round.
    Round(Post<'a>),
}

impl Thing<'_> {
    /// Its id: of the Country, or a gun's.
    pub(super) fn id(&self) -> String {
        match self {
            Thing::Area(object) => object.id.clone(),
            Thing::Round(Post { owner: Owner::Trees(object), .. }) => object.id.clone(),
            Thing::Round(Post { owner: Owner::Gun(gun), .. }) => gun.to_string(),
        }
    }
}

/// A round thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post<'a> {
    /// Its middle.
    pub(super) centre: Point,
    /// Its radius and the shot's.
    reach: i64,
    /// Above the floor.
    top: i64,
    owner: Owner<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Owner<'a> {
    Trees(&'a Object),
    Gun(GunId),
}

impl<'a> Scene<'a> {
    /// The floor of a position. `is_there` says which men of those on it are in the way, `lies` which of them lie; `gun` is the
    /// one that fires, whose own wheels are none.
    pub(super) fn new(
        state: &'a State,
        gun: Option<GunId>,
        is_there: impl Fn(&Figure) -> bool,
        lies: impl Fn(&Figure) -> bool,
    ) -> Scene<'a> {
        let country = state.country();
        let there = state.on_floor().filter(|figure| is_there(figure));
        let men = there.map(|figure| {
            let ground = country.ground(figure.at);
            Man { id: figure.id, at: figure.at, ground, lies: lies(figure) }
        });
        let hills = country.objects().iter().filter(|object| object.kind == TerrainKind::Hill);
        let solids = country.objects().iter().filter(|object| object.is_solid());
        let trunks = country.objects().iter().filter(|object| object.kind == TerrainKind::Trees);
        let trunks = trunks.flat_map(|object| {
            let (centres, radius) = object.points();
            let reach = radius + SHOT;
            centres.iter().map(move |&centre| Post {
                centre,
                reach,
                top: object.top,
                owner: Owner::Trees(object),
            })
        });
        let wheels = state.guns_on_floor().filter(|other| Some(other.id) != gun).map(|other| Post {
            centre: other.at,
            reach: WHEEL + SHOT,
            top: country.ground(other.at) + GUN_HEIGHT, // LW-4.23
            owner: Owner::Gun(other.id),
        });
        Scene {
            table: state.house().scenario.table,
            country,
            men: men.collect(),
            hills: hills.collect(),
            solids: solids.collect(),
            posts: trunks.chain(wheels).collect(),
        }
    }

    /// Height of the ground.
    pub(super) fn ground(&self, at: Point) -> i64 {
        self.country.ground(at)
    }

    /// Whether a point is on the floor.
    pub(super) fn holds(&self, at: Point) -> bool {
        self.table.holds(at)
    }
}

/// Something, and the checkpoints at which it can be met.
struct Stretch<T> {
    first: i64,
    last: i64,
    what: T,
}

/// A straight line of checkpoints with what lies along it.
pub(super) struct Lane<'a> {
    origin: Point,
    pub(super) direction: Direction,
    men: Vec<Stretch<usize>>,
    hills: Vec<Stretch<&'a Object>>,
    solids: Vec<Stretch<&'a Object>>,
    posts: Vec<Stretch<Post<'a>>>,
    /// All stretches together, in order.
    busy: Vec<(i64, i64)>,
    /// The last checkpoint on the floor.
    last: i64,
}

impl<'a> Lane<'a> {
    /// The line from a point in a direction, with all that can be met on its first `most` checkpoints.
    pub(super) fn new(scene: &Scene<'a>, origin: Point, direction: Direction, most: i64) -> Lane<'a> {
        let line = Line::new(origin, direction, most);
        let area = |object: &&'a Object| {
            let (first, last) = line.past_box(object.bounds())?;
            Some(Stretch { first, last, what: *object })
        };
        let men = scene.men.iter().enumerate().filter_map(|(man, Man { id, at, .. })| {
            let (first, last) = line.past_disc(*at, id.arm.radius() + SHOT)?;
            Some(Stretch { first, last, what: man })
        });
        let posts = scene.posts.iter().filter_map(|post| {
            let (first, last) = line.past_disc(post.centre, post.reach)?;
            Some(Stretch { first, last, what: *post })
        });
        let mut lane = Lane {
            origin,
            direction,
            men: men.collect(),
            hills: scene.hills.iter().filter_map(area).collect(),
            solids: scene.solids.iter().filter_map(area).collect(),
            posts: posts.collect(),
            busy: Vec::new(),
            last: line.last_on(scene.table),
        };
        // A checkpoint is rounded to both sides alike, and so it is off the floor for good once it is off it.
        while scene.holds(lane.at(STEP * (lane.last + 1))) && lane.last < most {
            lane.last += 1;
        }
        lane.busy = lane.stretches();
        lane
    }

    fn stretches(&self) -> Vec<(i64, i64)> {
        let areas = self.hills.iter().chain(&self.solids).map(|stretch| (stretch.first, stretch.last));
        let men = self.men.iter().map(|stretch| (stretch.first, stretch.last));
        let posts = self.posts.iter().map(|stretch| (stretch.first, stretch.last));
        let mut all: Vec<(i64, i64)> = areas.chain(men).chain(posts).collect();
        all.sort_unstable();
        all
    }

    /// The last checkpoint up to which there is nothing but level floor, seen from one.
    pub(super) fn quiet_until(&self, checkpoint: i64) -> i64 {
        let next = checkpoint + 1;
        let mut until = self.last;
        for (first, last) in &self.busy {
            if next < *first {
                until = until.min(first - 1);
                break;
            }
            if next <= *last {
                return checkpoint;
            }
        }
        until.max(checkpoint)
    }

    /// The point so many hundredths of an inch along it.
    pub(super) fn at(&self, along: i64) -> Point {
        self.direction.walked(self.origin, along)
    }

    /// Height of the ground at a checkpoint.
    pub(super) fn ground(&self, checkpoint: i64, at: Point) -> i64 {
        here(&self.hills, checkpoint).filter(|hill| hill.covers(at)).map(|hill| hill.top).max().unwrap_or(0)
    }

    /// The man struck at a checkpoint: the nearest, then by id (LW-4.10).
    pub(super) fn man(
        &self,
        scene: &Scene<'_>,
        checkpoint: i64,
        (at, z): (Point, i64),
        spared: &[usize],
    ) -> Option<usize> {
        here(&self.men, checkpoint)
            .filter(|man| scene.men[**man].is_met(at, z) && !spared.contains(man))
            .min_by_key(|man| (at.distance_squared(scene.men[**man].at), **man))
            .copied()
    }

    /// The thing struck at a checkpoint: areas before trunks, trunks before wheels (LW-4.16).
    pub(super) fn thing(&self, checkpoint: i64, (at, z): (Point, i64)) -> Option<Thing<'a>> {
        let area = here(&self.solids, checkpoint).find(|object| z < object.top && object.covers(at));
        let is_met =
            |post: &&Post<'_>| z < post.top && at.distance_squared(post.centre) <= post.reach * post.reach;
        area.map(|object| Thing::Area(object))
            .or_else(|| here(&self.posts, checkpoint).find(is_met).map(|post| Thing::Round(*post)))
    }
}

fn here<T>(stretches: &[Stretch<T>], checkpoint: i64) -> impl Iterator<Item = &T> {
    stretches
        .iter()
        .filter(move |stretch| (stretch.first..=stretch.last).contains(&checkpoint))
        .map(|stretch| &stretch.what)
}

/// A line as it is before its checkpoints are rounded. A rounded one is less than a hundredth of an inch off.
struct Line {
    origin: Point,
    east: i64,
    south: i64,
    square: i64,
    length: i64,
    most: i64,
}

impl Line {
    fn new(origin: Point, direction: Direction, most: i64) -> Line {
        let (east, south) = (i64::from(direction.x), i64::from(direction.y));
        let square = (east * east + south * south).max(1);
        Line { origin, east, south, square, length: isqrt(square), most }
    }

    /// The checkpoints that can be within a reach of a point.
    fn past_disc(&self, centre: Point, reach: i64) -> Option<(i64, i64)> {
        let (east, south) = centre.minus(self.origin);
        let reach = reach + 2;
        if reach * (self.length + 1) < (east * self.south - south * self.east).abs() {
            return None;
        }
        let middle = ((east * self.east + south * self.south) * WHOLE).div_euclid(self.square);
        let half = reach * WHOLE / self.length + 2;
        self.checkpoints(middle - half, middle + half)
    }

    /// The checkpoints that can be in a box.
    fn past_box(&self, (least, most): (Point, Point)) -> Option<(i64, i64)> {
        let (west, north) = least.minus(self.origin);
        let (east, south) = most.minus(self.origin);
        let across = between(west - 1, east + 1, self.east)?;
        let down = between(north - 1, south + 1, self.south)?;
        self.checkpoints(across.0.max(down.0), across.1.min(down.1))
    }

    /// A checkpoint that is surely on the floor, not far from the last one that is.
    fn last_on(&self, table: TableSize) -> i64 {
        let along = |from: i32, size: i32, part: i64| {
            let left = if part < 0 { from.into() } else { i64::from(size) - i64::from(from) };
            (left * WHOLE).checked_div(part.abs()).unwrap_or(i64::MAX)
        };
        let across = along(self.origin.x, table.width, self.east);
        let down = along(self.origin.y, table.height, self.south);
        (across.min(down).min(STEP * self.most) / STEP - 1).max(0)
    }

    fn checkpoints(&self, from: i64, to: i64) -> Option<(i64, i64)> {
        let (first, last) = (from.div_euclid(STEP), to.div_euclid(STEP) + 1);
        (from <= to && 1 <= last && first <= self.most).then_some((first, last))
    }
}

/// How far along a line one coordinate is between two values, those being counted from the line's origin.
fn between(least: i64, most: i64, part: i64) -> Option<(i64, i64)> {
    if part == 0 {
        return (least..=most).contains(&0).then_some((0, i64::MAX / WHOLE));
    }
    let along = |to: i64| (to * WHOLE).div_euclid(part);
    let (one, other) = (along(least), along(most));
    Some((one.min(other) - 1, one.max(other) + 1))
}
