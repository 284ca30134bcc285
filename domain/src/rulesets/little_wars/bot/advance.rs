//! Whoever does not charge goes forward, out of the sight of guns (LW §13, step 6).

use super::{
    super::{
        command::Command,
        country::Shape,
        ids::FigureId,
        state::{Figure, Gun, State},
        words::{GameKind, Role},
    },
    Hand,
    guns::{towards, turned},
};
use crate::geometry::{Place, Point, march};

/// Turns in ten-thousandths: straight, then to both sides.
const TURNS: [i32; 5] = [0, 4000, -4000, 10_000, -10_000];
/// Nobody goes nearer to his goal than this.
const SHORT_OF: i64 = 400;
/// What it costs to be seen by a gun.
const SEEN: i64 = 500;
/// What hides from guns is at least so high.
const HIDES: i64 = 150;
/// What a whim may add to a score.
const WHIM: u64 = 500;
/// Which checkpoints of a line of sight are looked at.
const EVERY: usize = 5;

impl Hand<'_> {
    /// The rest advance.
    pub(super) fn advance(&mut self, kept: &[FigureId], whim: u64) {
        let defends = self.state.sides.side(self.side).role == Role::Defender;
        if defends {
            return;
        }
        let guns: Vec<Gun> = {
            let state = &self.state;
            state.guns_held(self.side.enemy()).filter(|gun| state.in_action(gun)).cloned().collect()
        };
        for id in self.idle(|man| man.is_armed()) {
            if kept.contains(&id) || self.state.is_escort(id) {
                continue;
            }
            if let Some(man) = self.state.figure(id).cloned() {
                self.advance_one(&man, &guns, whim);
            }
        }
    }

    fn advance_one(&mut self, man: &Figure, guns: &[Gun], whim: u64) {
        if let Some(line) = self.line_to_reach(man) {
            self.go_to_line(man, line);
            return;
        }
        let Some(goal) = self.goal(man) else { return };
        let whole = man.id.arm.reach() - 5;
        let mut places: Vec<(i64, usize, Option<Point>)> = vec![(0, 0, None)];
        for way in turned(towards(man.start, goal), &TURNS) {
            let ends = [whole, whole / 2, whole / 4].map(|length| way.walked(man.start, length));
            let fit = ends.into_iter().filter(|end| SHORT_OF <= end.distance(goal));
            places.extend(fit.map(|end| (0, 0, Some(end))));
        }
        for (at, (score, order, place)) in places.iter_mut().enumerate() {
            let stands = place.unwrap_or(man.at);
            let seen = guns.iter().filter(|gun| sees(&self.state, gun, stands)).count();
            let seen = i64::try_from(seen).unwrap_or(0);
            *score = goal.distance(stands) + SEEN * seen + fancy(whim, man.id, at);
            *order = at;
        }
        places.sort_by_key(|(score, order, _)| (*score, *order));
        for (_, _, place) in places {
            let Some(end) = place else { return };
            if self.give(Command::Move { figure: man.id, path: vec![end] }) {
                return;
            }
        }
    }

    /// The nearest free enemy, or gun that is the enemy's or has nobody near it.
    fn goal(&self, man: &Figure) -> Option<Point> {
        let state = &self.state;
        let enemies = state.free_men(self.side.enemy()).map(|enemy| enemy.at);
        let wanted = state.guns_on_floor().filter(|gun| {
            gun.holder != self.side || !state.free_men(gun.holder).any(|own| State::is_near_gun(gun, own))
        });
        let places = enemies.chain(wanted.map(|gun| gun.at));
        places.min_by_key(|at| (at.distance_squared(man.at), *at))
    }

    /// The y of the enemy's line, where reaching it is the game and it is no farther than any enemy.
    fn line_to_reach(&self, man: &Figure) -> Option<i32> {
        let state = &self.state;
        let is_game = state.options().game == GameKind::BlowAtTheRear && state.retreat.is_none();
        let attacks = state.sides.side(self.side).role == Role::Attacker;
        if !is_game && !attacks {
            return None;
        }
        let line = state.line_y(self.side.enemy());
        let away = (i64::from(line) - i64::from(man.at.y)).abs();
        let nearest = state.free_men(self.side.enemy()).map(|enemy| enemy.at.distance(man.at)).min();
        nearest.is_none_or(|enemy| away <= enemy).then_some(line)
    }

    fn go_to_line(&mut self, man: &Figure, line: i32) {
        if self.state.touches_line(self.side.enemy(), man.at, man.radius()) {
            return;
        }
        let reach = man.id.arm.reach() - 5;
        let goal = Point::new(man.at.x, line);
        let away = goal.distance(man.start);
        let ends = [away.min(reach), reach / 2, reach / 4];
        let ways = turned(towards(man.start, goal), &TURNS);
        let orders: Vec<Command> = ends
            .iter()
            .flat_map(|length| ways.iter().map(|way| way.walked(man.start, *length)))
            .map(|end| Command::Move { figure: man.id, path: vec![end] })
            .collect();
        self.give_first(orders);
    }
}

/// Whether nothing of the Country that hides stands strictly between a gun and a place.
fn sees(state: &State, gun: &Gun, place: Point) -> bool {
    let hides = |point: Point| {
        let tall = state.country().objects().iter().filter(|object| HIDES <= object.top);
        tall.filter(|object| matches!(object.shape, Shape::Area(_)))
            .any(|object| object.place(point) == Place::In)
    };
    !march(gun.at, place).step_by(EVERY).any(hides)
}

/// What a whim adds to the score of a man's n-th place: nothing without one.
fn fancy(whim: u64, man: FigureId, place: usize) -> i64 {
    if whim == 0 {
        return 0;
    }
    let name = u64::from(man.number) << 8 | u64::from(man.arm.letter() as u32) << 40 | place as u64;
    let mut mixed = whim ^ name.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for shift in [30, 27, 31] {
        mixed = (mixed ^ (mixed >> shift)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    i64::try_from(mixed % (WHIM + 1)).unwrap_or(0)
}
