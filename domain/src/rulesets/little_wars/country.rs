//! The Country: what stands on the floor, and where men, guns and shots meet it (LW-1.3–1.5, LW-0.10). It never changes.

use super::{measures::spaced, scenario::Terrain, words::TerrainKind};
use crate::geometry::{Length, Place, Point, Polygon, Segment, march};

/// A sixteenth of an inch, in quarters of a hundredth (LW-5.6).
const SIXTEENTH: i64 = 25;
/// How far a checkpoint may lie beside its leg, and more, for it is rounded: in hundredths.
pub(super) const ROUNDING: i64 = 2;
/// The radius of a trunk that has none of its own.
const TRUNK: i32 = 15;

/// The things on the floor.
#[derive(Clone, PartialEq, Debug)]
pub struct Country {
    objects: Vec<Object>,
}

/// One thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: TerrainKind,
    /// Height above the floor.
    pub top: i64,
    /// Where it is.
    pub shape: Shape,
    /// The least box round it.
    bounds: Bounds,
}

/// Where a thing is.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// An area.
    Area(Polygon),
    /// Trunks of one radius, or the place of a label.
    Points(Vec<Point>, i64),
}

/// A box along the axes, edges included.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bounds {
    least: Point,
    most: Point,
}

impl Bounds {
    fn of(points: &[Point]) -> Bounds {
        let min = |of: fn(&Point) -> i32| points.iter().map(of).min().unwrap_or(0);
        let max = |of: fn(&Point) -> i32| points.iter().map(of).max().unwrap_or(0);
        Bounds { least: Point::new(min(|p| p.x), min(|p| p.y)), most: Point::new(max(|p| p.x), max(|p| p.y)) }
    }

    /// Whether a straight leg may come near it: nearer than `margin`, seen along the axes.
    fn is_met(self, leg: Segment, margin: i64) -> bool {
        let meets = |from: i32, to: i32, least: i32, most: i32| {
            i64::from(from.min(to)) <= i64::from(most) + margin
                && i64::from(least) - margin <= i64::from(from.max(to))
        };
        meets(leg.from.x, leg.to.x, self.least.x, self.most.x)
            && meets(leg.from.y, leg.to.y, self.least.y, self.most.y)
    }

    fn holds(self, point: Point, margin: i64) -> bool {
        let fits = |at: i32, least: i32, most: i32| {
            (i64::from(least) - margin..=i64::from(most) + margin).contains(&i64::from(at))
        };
        fits(point.x, self.least.x, self.most.x) && fits(point.y, self.least.y, self.most.y)
    }
}

impl Object {
    fn new(terrain: &Terrain) -> Option<Object> {
        let shape = match (&terrain.poly, &terrain.rect, &terrain.points) {
            (Some(corners), _, _) => Shape::Area(Polygon::new(corners.clone())?),
            (None, &Some([west, north, east, south]), _) => Shape::Area(Polygon::new(vec![
                Point::new(west, north),
                Point::new(east, north),
                Point::new(east, south),
                Point::new(west, south),
            ])?),
            (None, None, Some(points)) => {
                Shape::Points(points.clone(), terrain.radius.unwrap_or(TRUNK).into())
            }
            (None, None, None) => return None,
        };
        let bounds = match &shape {
            Shape::Area(area) => Bounds::of(area.corners()),
            Shape::Points(points, _) => Bounds::of(points),
        };
        Some(Object { id: terrain.id.clone(), kind: terrain.kind, top: terrain.top.into(), shape, bounds })
    }

    /// Where a point is, seen from an area; points are out of what has none.
    pub fn place(&self, point: Point) -> Place {
        match &self.shape {
            Shape::Area(area) if self.bounds.holds(point, 0) => area.place(point),
            Shape::Area(_) | Shape::Points(..) => Place::Out,
        }
    }

    /// Whether a point is in it or on its edge.
    pub fn covers(&self, point: Point) -> bool {
        self.place(point) != Place::Out
    }

    /// The north-west and the south-east corner of the least box round it.
    pub(super) fn bounds(&self) -> (Point, Point) {
        (self.bounds.least, self.bounds.most)
    }

    /// Its trunks and their radius; an area has none.
    pub(super) fn points(&self) -> (&[Point], i64) {
        match &self.shape {
            Shape::Area(_) => (&[], 0),
            Shape::Points(points, radius) => (points, *radius),
        }
    }

    /// Whether it stands in the way of shots, as a wall does (LW-4.16).
    pub fn is_solid(&self) -> bool {
        matches!(self.kind, TerrainKind::House | TerrainKind::Wall | TerrainKind::Hedge | TerrainKind::Rock)
    }

    fn bars(&self, who: Walker) -> bool {
        match self.kind {
            // LW-1.4, LW-1.5
            TerrainKind::House | TerrainKind::Wall | TerrainKind::Rock | TerrainKind::Water => true,
            TerrainKind::Hedge => who == Walker::Gun,
            TerrainKind::Trees
            | TerrainKind::Hill
            | TerrainKind::Bridge
            | TerrainKind::Ford
            | TerrainKind::Label => false,
        }
    }
}

/// Who goes along a path (the columns of LW-1.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walker {
    /// A man, mounted or not.
    Man,
    /// A gun.
    Gun,
}

impl Country {
    /// The things of a scenario, in its order. What has no right shape is left out: a checked scenario has none.
    pub fn new(country: &[Terrain]) -> Country {
        Country { objects: country.iter().filter_map(Object::new).collect() }
    }

    /// All things, in the scenario's order.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Height of the ground at a point: the highest hill it is in or on, else the floor (LW-0.10).
    pub fn ground(&self, point: Point) -> i64 {
        let hills = self.objects.iter().filter(|object| object.kind == TerrainKind::Hill);
        hills.filter(|hill| hill.covers(point)).map(|hill| hill.top).max().unwrap_or(0)
    }

    /// The thing that bars a straight leg at the first of its checkpoints that lies where the walker may not go: strictly
    /// inside a thing that bars him, or on the edges of two such (LW-5.4).
    pub fn bar(&self, who: Walker, leg: Segment) -> Option<&Object> {
        let is_near = |object: &&Object| object.bars(who) && object.bounds.is_met(leg, ROUNDING);
        let near: Vec<&Object> = self.objects.iter().filter(is_near).collect();
        if near.is_empty() {
            return None;
        }
        march(leg.from, leg.to).find_map(|point| self.bar_at(&near, point)) // LW-0.8
    }

    fn bar_at<'a>(&self, barring: &[&'a Object], point: Point) -> Option<&'a Object> {
        let mut is_on_an_edge = false;
        for object in barring {
            let place = object.place(point);
            if place == Place::Out || (object.kind == TerrainKind::Water && self.crossing(point)) {
                continue;
            }
            if place == Place::In || is_on_an_edge {
                return Some(object);
            }
            is_on_an_edge = true;
        }
        None
    }

    /// Whether a point is in or on a bridge or a ford.
    pub fn crossing(&self, point: Point) -> bool {
        let crossings = |object: &&Object| matches!(object.kind, TerrainKind::Bridge | TerrainKind::Ford);
        self.objects.iter().filter(crossings).any(|object| object.covers(point))
    }

    /// The first thing of the Country of which a disc would not stand fairly clear (LW-5.6); guns and the floor's edge are
    /// not looked at.
    pub fn crowding(&self, at: Point, radius: i64) -> Option<&Object> {
        self.objects.iter().find(|object| match &object.shape {
            Shape::Area(area) => !self.is_clear_of(object, area, at, radius),
            Shape::Points(points, trunk) => {
                object.kind == TerrainKind::Trees
                    && object.bounds.holds(at, radius + trunk + SIXTEENTH)
                    && !points.iter().all(|&point| spaced(at, point, radius + trunk))
            }
        })
    }

    fn is_clear_of(&self, object: &Object, area: &Polygon, at: Point, radius: i64) -> bool {
        match object.kind {
            TerrainKind::House | TerrainKind::Wall | TerrainKind::Hedge | TerrainKind::Rock => {
                !object.bounds.holds(at, radius + SIXTEENTH)
                    || (area.place(at) == Place::Out && is_off_edges(area, at, radius))
            }
            TerrainKind::Hill => {
                !object.bounds.holds(at, radius + SIXTEENTH) || is_off_edges(area, at, radius)
            }
            TerrainKind::Water => object.place(at) != Place::In || self.crossing(at),
            TerrainKind::Trees | TerrainKind::Bridge | TerrainKind::Ford | TerrainKind::Label => true,
        }
    }

    /// The first edge of an area that a segment meets (LW-4.17).
    pub fn first_edge(object: &Object, segment: Segment) -> Option<Segment> {
        match &object.shape {
            Shape::Area(area) => area.first_met(segment),
            Shape::Points(..) => None,
        }
    }
}

fn is_off_edges(area: &Polygon, at: Point, radius: i64) -> bool {
    area.compare_distance(at, Length::quarters(4 * radius + SIXTEENTH)).is_ge()
}
