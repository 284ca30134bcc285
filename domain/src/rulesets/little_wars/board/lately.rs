//! What has happened since the looker last acted: paths from ghost to man, the way of every shot (through the air solid, along
//! the ground dotted), melees as they were judged, crosses where men fell.

use super::{
    super::{
        event::{DominoOutcome, Event, Mark, StrikeOutcome},
        ids::FigureId,
        tell::tell,
        view::View,
    },
    Plan,
    paint::{DEATH, INK, SHOT, WHITE},
};
use crate::{
    geometry,
    picture::{Item, Point, at},
};

/// Between the men who fought and the frame round them, from their middles, in hundredths of an inch.
const AROUND: i32 = 130;

/// Below and above the men.
#[derive(Default)]
pub(super) struct Lately {
    /// Paths and shots.
    pub(super) below: Vec<Item>,
    /// Crosses.
    pub(super) above: Vec<Item>,
}

impl Plan<'_> {
    /// The events as drawn, the latest on top.
    pub(super) fn lately(&self, events: &[Event]) -> Lately {
        let mut drawn = Lately::default();
        for (at, event) in events.iter().enumerate() {
            let then = Then { view: self.view, later: &events[at..] };
            match event {
                Event::FigureMoved { figure, path, .. } | Event::FigureWithdrawn { figure, path, .. } => {
                    drawn.below.push(self.path(path, event).data("path", figure.to_string()));
                }
                Event::GunMoved { gun, path, .. } | Event::GunWithdrawn { gun, path, .. } => {
                    drawn.below.push(self.path(path, event).data("path", gun.to_string()));
                }
                Event::ShotFired { gun, trace, .. } => {
                    let way = Item::group(self.shot(trace)).class("shot").data("shot", gun.to_string());
                    drawn.below.push(way.titled(tell(event)));
                    drawn.above.extend(self.fallen(trace));
                }
                Event::MeleeFormed { melee, red, blue, .. } => {
                    let mark = self.melee(red.iter().chain(blue).filter_map(|man| then.place_of(*man)));
                    drawn
                        .below
                        .extend(mark.map(|mark| mark.data("melee", melee.to_string()).titled(tell(event))));
                }
                Event::MeleeResolved { dead, .. } => {
                    let dead = dead.iter().filter_map(|man| Some((then.place_of(*man)?, *man)));
                    drawn.above.extend(self.crosses(dead));
                }
                _ => {}
            }
        }
        drawn
    }

    fn path(&self, path: &[geometry::Point], event: &Event) -> Item {
        let points: Vec<Point> = path.iter().map(|point| self.spot(*point)).collect();
        let ghost = points.first().map(|start| Item::circle(*start, 30).stroke(INK, self.px(1)).faded(45));
        let line = Item::line(points).stroke(INK, self.px(1)).dashed(self.px(4), self.px(4)).faded(40);
        Item::group(std::iter::once(line).chain(ghost).collect::<Vec<_>>()).class("path").titled(tell(event))
    }

    /// Solid through the air, dotted along the ground: what struck, glanced or grazed runs.
    fn shot(&self, trace: &[Mark]) -> Vec<Item> {
        let mut items = Vec::new();
        let mut from: Option<Point> = None;
        let mut runs = false;
        for mark in trace {
            let Some((place, then_runs)) = touched(mark) else { continue };
            let here = self.spot(place);
            if let Some(from) = from {
                let line = Item::line([from, here]).stroke(SHOT, self.px(1));
                items.push(if runs { line.dashed(self.px(1), self.px(3)) } else { line });
            }
            (from, runs) = (Some(here), runs || then_runs);
        }
        items
    }

    fn fallen(&self, trace: &[Mark]) -> Vec<Item> {
        let dead = trace.iter().filter_map(|mark| match mark {
            Mark::Strike {
                at, figure, outcome: StrikeOutcome::Fell | StrikeOutcome::TouchedDead, ..
            }
            | Mark::Domino { at, figure, outcome: DominoOutcome::Fell, .. } => Some((*at, *figure)),
            _ => None,
        });
        self.crosses(dead)
    }

    fn crosses(&self, dead: impl Iterator<Item = (geometry::Point, FigureId)>) -> Vec<Item> {
        dead.map(|(place, figure)| {
            Item::group(cross(self.spot(place))).class("dead").titled(format!("{figure} fell here"))
        })
        .collect()
    }

    /// A frame round all who fought.
    fn melee(&self, men: impl Iterator<Item = geometry::Point>) -> Option<Item> {
        let spots: Vec<Point> = men.map(|man| self.spot(man)).collect();
        let (west, east) = (spots.iter().map(|spot| spot.x).min()?, spots.iter().map(|spot| spot.x).max()?);
        let (north, south) = (spots.iter().map(|spot| spot.y).min()?, spots.iter().map(|spot| spot.y).max()?);
        let corner = at(west - AROUND, north - AROUND);
        let frame = Item::rounded(corner, east - west + 2 * AROUND, south - north + 2 * AROUND, AROUND);
        Some(melee_frame(frame, self.pixel).class("melee"))
    }
}

/// The battle as it is, and what has happened since a moment, that moment first.
struct Then<'a> {
    view: &'a View,
    later: &'a [Event],
}

impl Then<'_> {
    /// Where a man stood at that moment: where his next move began, or else where he is, or fell.
    fn place_of(&self, id: FigureId) -> Option<geometry::Point> {
        let moved = self.later.iter().find_map(|event| match event {
            Event::FigureMoved { figure, path, .. } | Event::FigureWithdrawn { figure, path, .. }
                if *figure == id =>
            {
                path.first().copied()
            }
            _ => None,
        });
        let man = || self.view.figures.iter().find(|man| man.id == id);
        moved.or_else(|| man().and_then(|man| man.at.or(man.fell)))
    }
}

fn melee_frame(frame: Item, pixel: i32) -> Item {
    frame.stroke(DEATH, pixel).dashed(6 * pixel, 2 * pixel)
}

/// Where a mark is on the way of a shot, and whether the shot runs from there.
fn touched(mark: &Mark) -> Option<(geometry::Point, bool)> {
    match mark {
        Mark::Muzzle { at, .. } => Some((*at, false)),
        Mark::Strike { at, .. } | Mark::Graze { at, .. } | Mark::Glance { at, .. } => Some((*at, true)),
        Mark::Rest { at, .. } | Mark::Bank { at, .. } | Mark::Stopped { at, .. } | Mark::Off { at, .. } => {
            Some((*at, true))
        }
        Mark::Domino { .. } => None,
    }
}

fn cross(middle: Point) -> Vec<Item> {
    let arm = 45;
    let strokes = [
        [at(middle.x - arm, middle.y - arm), at(middle.x + arm, middle.y + arm)],
        [at(middle.x - arm, middle.y + arm), at(middle.x + arm, middle.y - arm)],
    ];
    let with = |colour, width| strokes.map(|ends| Item::line(ends).stroke(colour, width)).into_iter();
    with(WHITE, 30).chain(with(DEATH, 16)).collect()
}

/// The signs of what happened lately, for the legend.
pub(super) fn samples(size: i32, pixel: i32) -> Vec<(&'static str, Vec<Item>)> {
    let ends = [at(size / 8, size * 7 / 8), at(size * 7 / 8, size / 8)];
    vec![
        (
            "lately: has come from there",
            vec![Item::line(ends).stroke(INK, pixel).dashed(4 * pixel, 4 * pixel)],
        ),
        ("a shot through the air", vec![Item::line(ends).stroke(SHOT, pixel)]),
        ("a shot along the ground", vec![Item::line(ends).stroke(SHOT, pixel).dashed(pixel, 3 * pixel)]),
        (
            "a melee as it was judged",
            vec![melee_frame(Item::rounded(at(size / 8, size / 4), size * 3 / 4, size / 2, size / 4), pixel)],
        ),
        ("a man fell here", cross(at(size / 2, size / 2))),
    ]
}
