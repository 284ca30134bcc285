//! Questions about men and guns that many rules ask.

use std::collections::BTreeSet;

use super::{Figure, Gun, State};
use crate::{
    geometry::Point,
    rulesets::little_wars::{
        event::PerSide,
        ids::{Arm, FigureId, GunId, Pieces, Side},
        measures::{CREW, MOST_PRISONERS, SIX_INCHES, WHEEL, near_gun, touching},
        scenario::Force,
        words::{GunStatus, Status},
    },
};

impl State {
    /// Puts a side's force beside the floor, numbered from 1 in each arm; what a plan names has its seat, the rest the first
    /// seat's of the side.
    pub(in super::super) fn muster(&mut self, side: Side, force: Force) {
        let nowhere = Point::new(0, 0);
        self.figures.retain(|figure| figure.id.side != side);
        self.guns.retain(|gun| gun.id.origin != side);
        for (arm, number) in [(Arm::Infantry, force.infantry), (Arm::Cavalry, force.cavalry)] {
            for number in 1..=number {
                let id = FigureId { side, arm, number };
                let man = Figure {
                    id,
                    seat: self.planned_seat(side, |pieces| pieces.names_figure(id)),
                    at: nowhere,
                    status: Status::Waiting,
                    captor: None,
                    escort: None,
                    freed_at: None,
                    start: nowhere,
                    moved: false,
                    used: None,
                    passed: Vec::new(),
                    taken_at: None,
                };
                self.figures.push(man);
            }
        }
        let ahead = self.ahead(side);
        for number in 1..=force.guns {
            let id = GunId { origin: side, number };
            let gun = Gun {
                id,
                holder: side,
                seat: self.planned_seat(side, |pieces| pieces.names_gun(id)),
                at: nowhere,
                face: ahead,
                elevation: 0,
                start: nowhere,
                start_face: ahead,
                moved: false,
                shots: 0,
                status: GunStatus::OnField,
                waiting: true,
            };
            self.guns.push(gun);
        }
        self.figures.sort_by_key(|figure| figure.id);
        self.guns.sort_by_key(|gun| gun.id);
        self.sides.side_mut(side).original = force.men();
    }

    fn planned_seat(&self, side: Side, names: impl Fn(&Pieces) -> bool) -> usize {
        let seats = &self.house.seats;
        let named = seats.iter().position(|entry| entry.side == side && entry.figures.iter().any(&names));
        named.or_else(|| seats.iter().position(|entry| entry.side == side)).unwrap_or(0)
    }

    /// The direction from a side's own line towards the enemy's (LW-1.10).
    pub fn ahead(&self, side: Side) -> crate::geometry::Direction {
        use crate::{geometry::Direction, rulesets::little_wars::words::Line};
        match self.sides.side(side).line {
            Line::North => Direction { x: 0, y: 65_536 },
            Line::South => Direction { x: 0, y: -65_536 },
        }
    }

    /// Men on the floor, in id order.
    pub fn on_floor(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| figure.is_on_floor())
    }

    /// Free men of a side on the floor, in id order.
    pub fn free_men(&self, side: Side) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(move |figure| figure.side() == side && figure.is_free())
    }

    /// Armed men of a side on the floor, in id order.
    pub fn armed_men(&self, side: Side) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(move |figure| figure.side() == side && figure.is_armed())
    }

    /// Guns on the floor, in id order.
    pub fn guns_on_floor(&self) -> impl Iterator<Item = &Gun> {
        self.guns.iter().filter(|gun| gun.is_on_floor())
    }

    /// Guns a side holds on the floor, in id order.
    pub fn guns_held(&self, side: Side) -> impl Iterator<Item = &Gun> {
        self.guns_on_floor().filter(move |gun| gun.holder == side)
    }

    /// Whether two men are in virtual contact (LW-0.6).
    pub fn in_contact(a: &Figure, b: &Figure) -> bool {
        touching(a.at, b.at, a.radius() + b.radius())
    }

    /// Whether the gap between two men is at most this, in hundredths of an inch (LW-0.4).
    pub fn within_gap(a: &Figure, b: &Figure, gap: i64) -> bool {
        a.at.within(b.at, gap + a.radius() + b.radius())
    }

    /// Whether a man is within six inches of a gun as it stands, or, if it has fired, as it stood when the move began
    /// (LW-0.7, LW-3.1).
    pub fn serves(&self, gun: &Gun, man: &Figure) -> bool {
        let near = |axis, face| near_gun(axis, face, man.at, man.radius());
        // What it shot in its last move is past as soon as that is over.
        let has_fired = gun.shots > 0 && gun.holder == self.mover;
        near(gun.at, gun.face) || (has_fired && near(gun.start, gun.start_face))
    }

    /// Whether a man is within six inches of a gun as it stands (LW-0.7).
    pub fn is_near_gun(gun: &Gun, man: &Figure) -> bool {
        near_gun(gun.at, gun.face, man.at, man.radius())
    }

    /// Whether a gun is in action: four armed men of its holder's are with it (LW-3.1).
    pub fn in_action(&self, gun: &Gun) -> bool {
        gun.is_on_floor()
            && self.armed_men(gun.holder).filter(|man| self.serves(gun, man)).take(CREW).count() == CREW
    }

    /// The prisoners an escort holds, in id order.
    pub fn held_by(&self, escort: FigureId) -> impl Iterator<Item = &Figure> {
        let is_held =
            move |figure: &&Figure| figure.status == Status::Prisoner && figure.escort == Some(escort);
        self.figures.iter().filter(is_held)
    }

    /// All who lead prisoners.
    pub fn escorts(&self) -> BTreeSet<FigureId> {
        let prisoners = self.figures.iter().filter(|figure| figure.status == Status::Prisoner);
        prisoners.filter_map(|figure| figure.escort).collect()
    }

    /// Whether a man leads prisoners.
    pub fn is_escort(&self, id: FigureId) -> bool {
        self.held_by(id).next().is_some()
    }

    /// The nearest armed man of a side with room for one prisoner more, among those within six inches of a man: by squared
    /// distance of centres, then id (LW-7.4, LW-7.5, LW-7.11).
    pub fn nearest_escort(&self, side: Side, prisoner: &Figure) -> Option<FigureId> {
        self.armed_men(side)
            .filter(|man| State::within_gap(man, prisoner, SIX_INCHES))
            .filter(|man| self.held_by(man.id).count() < MOST_PRISONERS)
            .min_by_key(|man| (man.at.distance_squared(prisoner.at), man.id))
            .map(|man| man.id)
    }

    /// Free men and guns each side has on the floor: what its minutes are reckoned from (LW-2.5).
    pub fn strength(&self) -> PerSide<(usize, usize)> {
        PerSide::of(|side| (self.free_men(side).count(), self.guns_held(side).count()))
    }

    /// Whether a gun's wheel disc is within a gap of a man, in hundredths of an inch.
    pub fn wheels_within(gun: &Gun, man: &Figure, gap: i64) -> bool {
        gun.at.within(man.at, gap + WHEEL + man.radius())
    }
}

impl Pieces {
    /// Whether it names this man.
    pub fn names_figure(&self, id: FigureId) -> bool {
        use super::super::ids::Figures;
        match *self {
            Pieces::Figures(Figures::One(one)) => one == id,
            Pieces::Figures(Figures::Range(from, to)) => (from..=to).contains(&id),
            Pieces::Figures(Figures::All(side, arm)) => (id.side, id.arm) == (side, arm),
            Pieces::Gun(_) | Pieces::Guns(..) | Pieces::AllGuns(_) => false,
        }
    }

    /// Whether it names this gun.
    pub fn names_gun(&self, id: GunId) -> bool {
        match *self {
            Pieces::Gun(one) => one == id,
            Pieces::Guns(from, to) => (from..=to).contains(&id),
            Pieces::AllGuns(side) => id.origin == side,
            Pieces::Figures(_) => false,
        }
    }
}
