//! Men and guns: Red's men round, Blue's square, a bar for a horse; captives ringed, with a line to who leads them; guns with
//! their facing, their trail, and the six inches within which their crew stands.

use super::{
    super::{
        ids::{Arm, Side},
        measures::{MUZZLE, SIX_INCHES, WHEEL, trail_end},
        view::{FigureView, GunView},
        words::Status,
    },
    Plan,
    paint::{DEATH, FAINT, INK, READY, WHITE, paint},
    words,
};
use crate::picture::{Item, Point, at};

impl Plan<'_> {
    /// From north to south.
    pub(super) fn men(&self) -> Vec<Item> {
        let mut standing: Vec<(&FigureView, Point)> =
            self.view.figures.iter().filter_map(|man| Some((man, self.spot(man.at?)))).collect();
        standing.sort_by_key(|(_, at)| (at.y, at.x));
        let drawn = standing.into_iter().map(|(man, middle)| {
            Item::group(man_at(man.id.side, man.id.arm, man.status, middle, &man.id.number.to_string()))
                .class("figure")
                .data("figure", man.id.to_string())
                .data("side", man.id.side.as_str())
                .data("status", man.status.as_str())
                .titled(words::man(man))
        });
        drawn.collect()
    }

    /// From captives to who leads them.
    pub(super) fn leads(&self) -> Vec<Item> {
        let place = |id| self.view.figures.iter().find(|man| Some(man.id) == id).and_then(|man| man.at);
        let led = self.view.figures.iter().filter(|man| man.status == Status::Prisoner);
        led.filter_map(|man| {
            let ends = [self.spot(man.at?), self.spot(place(man.escort)?)];
            Some(Item::line(ends).stroke(INK, self.px(1)).faded(60).class("lead"))
        })
        .collect()
    }

    /// The six inches about every gun on the floor: green where it is in action, grey where not, broken in dispute.
    pub(super) fn rings(&self) -> Vec<Item> {
        let on_floor = self.view.guns.iter().filter_map(|gun| Some((gun, self.spot(gun.at?))));
        let drawn = on_floor.map(|(gun, middle)| {
            let radius = i32::try_from(SIX_INCHES + WHEEL).unwrap_or(0);
            let ring = Item::circle(middle, radius);
            match (gun.in_dispute, gun.in_action) {
                (true, _) => ring.stroke(DEATH, self.px(1)).dashed(self.px(4), self.px(4)),
                (false, true) => ring.stroke(READY, self.px(1)).faded(80),
                (false, false) => ring.stroke(FAINT, self.px(1)).faded(50),
            }
            .class("gun-ring")
        });
        drawn.collect()
    }

    /// All guns on the floor.
    pub(super) fn guns(&self) -> Vec<Item> {
        let drawn = self.view.guns.iter().filter_map(|gun| {
            let place = gun.at?;
            let middle = self.spot(place);
            let muzzle = self.spot(gun.face.walked(place, MUZZLE));
            let trail = self.spot(trail_end(place, gun.face));
            let item = Item::group(gun_at(gun, middle, muzzle, trail))
                .class("gun")
                .data("gun", gun.id.to_string())
                .data("side", gun.holder.as_str())
                .titled(words::gun(gun));
            Some(item)
        });
        drawn.collect()
    }
}

fn radius(arm: Arm) -> i32 {
    i32::try_from(arm.radius()).unwrap_or(35)
}

/// A man of this kind, with his number.
pub(super) fn man_at(side: Side, arm: Arm, status: Status, middle: Point, number: &str) -> Vec<Item> {
    let (paint, radius) = (paint(side), radius(arm));
    let hollow = status == Status::Disarmed;
    let shape = match side {
        Side::Red => Item::circle(middle, radius),
        Side::Blue => Item::rect(at(middle.x - radius, middle.y - radius), 2 * radius, 2 * radius),
    };
    let body = if hollow { shape.fill(WHITE) } else { shape.fill(paint.body) };
    let mut items = vec![body.stroke(paint.edge, 8)];
    if arm == Arm::Cavalry {
        let bar =
            [at(middle.x - radius, middle.y + radius / 2), at(middle.x + radius, middle.y + radius / 2)];
        items.push(Item::line(bar).stroke(paint.edge, 12));
    }
    let ink = if hollow { paint.edge } else { WHITE };
    let lift = if arm == Arm::Cavalry { radius / 4 } else { 0 };
    items.push(Item::label(at(middle.x, middle.y - lift), radius, number).fill(ink));
    match status {
        Status::Prisoner => items.push(Item::circle(middle, radius + 22).stroke(INK, 8)),
        Status::Flag => {
            let foot = at(middle.x, middle.y - radius);
            let pole = [foot, at(foot.x, foot.y - 90)];
            items.push(Item::line(pole).stroke(INK, 8));
            items.push(Item::rect(at(foot.x, foot.y - 90), 70, 45).fill(WHITE).stroke(INK, 6));
        }
        Status::Waiting
        | Status::Armed
        | Status::Disarmed
        | Status::Secured
        | Status::Dead
        | Status::Withdrawn => {}
    }
    items
}

fn gun_at(gun: &GunView, middle: Point, muzzle: Point, trail: Point) -> Vec<Item> {
    let paint = paint(gun.holder);
    let wheel = i32::try_from(WHEEL).unwrap_or(80);
    vec![
        Item::line([middle, trail]).stroke(INK, 26),
        Item::circle(middle, wheel).fill(paint.body).stroke(paint.edge, 12),
        Item::line([middle, muzzle]).stroke(INK, 44),
        Item::label(middle, 70, gun.id.number.to_string()).fill(WHITE),
    ]
}

/// A gun that points north, for the legend.
pub(super) fn sample_gun(side: Side, middle: Point) -> Vec<Item> {
    let paint = paint(side);
    vec![
        Item::line([middle, at(middle.x, middle.y + 110)]).stroke(INK, 20),
        Item::circle(middle, 60).fill(paint.body).stroke(paint.edge, 10),
        Item::line([middle, at(middle.x, middle.y - 110)]).stroke(INK, 34),
    ]
}
