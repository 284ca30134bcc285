//! What has happened since the looker last acted: trails of those who moved, shots, fights, and where figures fell. Who
//! stood where at the time is found by going through the events backwards from the present position.

use std::collections::BTreeMap;

use super::{
    super::{
        event::{Cause, DieResult, Event, Shot},
        ids::{FigureId, UnitId},
        tell::tell,
        view::View,
    },
    Plan,
    paint::{INK, RED, WHITE},
    signs,
};
use crate::{
    geometry::Point,
    picture::{self, Item, at},
};

/// What is drawn of it.
#[derive(Default)]
pub(super) struct Lately {
    /// Under the figures: trails and shots.
    pub(super) below: Vec<Item>,
    /// Under them too, but over that: where figures fell.
    pub(super) fallen: Vec<Item>,
    /// Over them: fights.
    pub(super) above: Vec<Item>,
}

/// The position as it was before the events gone through so far.
struct Then {
    places: BTreeMap<FigureId, Point>,
    /// Who was hit by whose shot, and where, since the last volley gone through.
    shot: Vec<(FigureId, Point)>,
}

impl Plan<'_> {
    /// The events as drawn, the latest on top.
    pub(super) fn lately(&self, events: &[Event]) -> Lately {
        let mut then = Then::of(self.view);
        let mut drawn = Lately::default();
        for event in events.iter().rev() {
            self.draw_event(event, &then, &mut drawn);
            then.undo(event);
        }
        drawn.below.reverse();
        drawn.fallen.reverse();
        drawn.above.reverse();
        drawn
    }

    fn draw_event(&self, event: &Event, then: &Then, drawn: &mut Lately) {
        match event {
            Event::FigureMoved { figure, start, path, .. } => {
                let points: Vec<picture::Point> =
                    std::iter::once(start).chain(path).map(|point| self.spot(*point)).collect();
                drawn.below.push(
                    Item::group([
                        trail(points, self.pixel),
                        Item::circle(self.spot(*start), 20).stroke(INK, self.px(1)).faded(55),
                    ])
                    .class("trail")
                    .data("trail", figure.to_string())
                    .titled(tell(event)),
                );
            }
            Event::VolleyFired { target, shots, .. } => {
                let shots = shots.iter().filter_map(|shot| self.shot(*target, shot, then));
                drawn.below.extend(shots.rev());
            }
            Event::MeleeFought { attacker, defender, .. } => {
                let places = (then.places.get(attacker), then.places.get(defender));
                if let (Some(one), Some(other)) = places {
                    let (one, other) = (self.spot(*one), self.spot(*other));
                    let middle = at((one.x + other.x) / 2, (one.y + other.y) / 2);
                    let mark = Item::group(clash(middle)).class("clash").titled(tell(event));
                    drawn.above.push(mark);
                }
            }
            Event::FigureRemoved { figure, point, .. } => {
                let mark = Item::group(fallen(self.spot(*point))).class("removed");
                drawn.fallen.push(mark.data("removed", figure.to_string()).titled(tell(event)));
            }
            Event::DirectionRolled { .. }
            | Event::FigurePlaced { .. }
            | Event::EntryDelayed { .. }
            | Event::RoundStarted { .. }
            | Event::RoundEnded { .. }
            | Event::PhaseStarted { .. }
            | Event::PhaseEnded { .. }
            | Event::HitWasted { .. }
            | Event::CoupCounted { .. }
            | Event::HonorAwarded { .. }
            | Event::ChiefUnhorsed { .. }
            | Event::GravestonePlaced { .. }
            | Event::GuidonPassed { .. }
            | Event::GuidonFallen { .. }
            | Event::GuidonRecovered { .. }
            | Event::GuidonCaptured { .. }
            | Event::GuidonLost { .. }
            | Event::CasualtyOrderSet { .. }
            | Event::CoupOrderSet { .. }
            | Event::UnitDone { .. }
            | Event::UnitResumed { .. }
            | Event::UnitRetired { .. }
            | Event::GameEnded { .. } => {}
        }
    }

    /// A shot goes to whom it hit; else to the figure of the target unit from which its distance was taken.
    fn shot(&self, target: UnitId, shot: &Shot, then: &Then) -> Option<Item> {
        let from = *then.places.get(&shot.figure)?;
        let hit = then.shot.iter().find(|(by, _)| *by == shot.figure).map(|(_, point)| *point);
        let to = hit.or_else(|| then.aim(target, from, shot.distance))?;
        let line = Item::line([self.spot(from), self.spot(to)]);
        let item = match shot.roll.result {
            DieResult::Hit => Item::group([
                line.stroke(RED, self.px(2)).faded(70),
                Item::circle(self.spot(to), 60).stroke(RED, self.px(1)),
            ]),
            DieResult::Miss | DieResult::Win | DieResult::Lose | DieResult::Direction(_) => {
                Item::group([line.stroke(INK, self.px(1)).dashed(self.px(2), self.px(4)).faded(45)])
            }
        };
        let title = format!("{} shoots at {target}: {}", shot.figure, shot.roll.result);
        Some(item.class("shot").data("shot", shot.roll.result.to_string()).titled(title))
    }
}

impl Then {
    fn of(view: &View) -> Then {
        let standing = view.figures.iter().filter_map(|figure| Some((figure.id, figure.at?)));
        Then { places: standing.collect(), shot: Vec::new() }
    }

    /// Takes an event back.
    fn undo(&mut self, event: &Event) {
        match event {
            Event::FigureMoved { figure, start, .. } => {
                self.places.insert(*figure, *start);
            }
            Event::FigurePlaced { figure, .. } => {
                self.places.remove(figure);
            }
            Event::FigureRemoved { figure, point, cause, by, .. } => {
                self.places.insert(*figure, *point);
                self.was_hit(*cause, *by, *point);
            }
            Event::ChiefUnhorsed { point, cause, by, .. } => self.was_hit(*cause, *by, *point),
            Event::VolleyFired { .. } => self.shot.clear(),
            Event::DirectionRolled { .. }
            | Event::EntryDelayed { .. }
            | Event::RoundStarted { .. }
            | Event::RoundEnded { .. }
            | Event::PhaseStarted { .. }
            | Event::PhaseEnded { .. }
            | Event::HitWasted { .. }
            | Event::MeleeFought { .. }
            | Event::CoupCounted { .. }
            | Event::HonorAwarded { .. }
            | Event::GravestonePlaced { .. }
            | Event::GuidonPassed { .. }
            | Event::GuidonFallen { .. }
            | Event::GuidonRecovered { .. }
            | Event::GuidonCaptured { .. }
            | Event::GuidonLost { .. }
            | Event::CasualtyOrderSet { .. }
            | Event::CoupOrderSet { .. }
            | Event::UnitDone { .. }
            | Event::UnitResumed { .. }
            | Event::UnitRetired { .. }
            | Event::GameEnded { .. } => {}
        }
    }

    fn was_hit(&mut self, cause: Cause, by: FigureId, point: Point) {
        match cause {
            Cause::Shot => self.shot.push((by, point)),
            Cause::Melee | Cause::CoupFailed => {}
        }
    }

    /// The figure of a unit at that distance; if there is none, the nearest.
    fn aim(&self, target: UnitId, from: Point, distance: i64) -> Option<Point> {
        let figures = self.places.iter().filter(|(id, _)| id.unit == target);
        figures
            .map(|(_, there)| *there)
            .min_by_key(|there| (there.distance(from) != distance, there.distance_squared(from)))
    }
}

fn trail(points: Vec<picture::Point>, pixel: i32) -> Item {
    Item::line(points).stroke(INK, 2 * pixel).dashed(4 * pixel, 4 * pixel).faded(40)
}

/// Two blades across each other.
fn clash(middle: picture::Point) -> Vec<Item> {
    let blades = signs::cross(middle, 26, WHITE, 20).into_iter();
    blades.chain(signs::cross(middle, 26, INK, 9)).collect()
}

fn fallen(middle: picture::Point) -> Vec<Item> {
    let casing = signs::cross(middle, 32, WHITE, 24).into_iter();
    casing.chain(signs::cross(middle, 32, RED, 12)).collect()
}

/// The signs of what happened lately, for the legend.
pub(super) fn samples(size: i32, pixel: i32) -> Vec<(&'static str, Vec<Item>)> {
    let middle = at(size / 2, size / 2);
    let ends = [at(size / 8, size * 7 / 8), at(size * 7 / 8, size / 8)];
    vec![
        ("lately: has come from there", vec![trail(ends.to_vec(), pixel)]),
        ("shot: hit", vec![Item::line(ends).stroke(RED, 2 * pixel).faded(70)]),
        ("shot: miss", vec![Item::line(ends).stroke(INK, pixel).dashed(2 * pixel, 4 * pixel).faded(45)]),
        ("a fight", clash(middle)),
        ("a figure fell or left", fallen(middle)),
    ]
}
