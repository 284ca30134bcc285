//! A whole shot with its dice: whom it strikes, who falls and who falls with him (LW-4.10–4.15).

use super::{
    super::{
        event::{DominoOutcome, Mark, StrikeOutcome},
        ids::{Arm, FigureId},
    },
    ball::{Ball, Met},
    scene::{Man, Scene},
};
use crate::{
    dice::NoDice,
    geometry::{Direction, Point},
};

/// Of a die.
const FACES: u32 = 6;
/// How far beside his line a fallen man reaches another's disc (LW-4.14).
const LEANS: i64 = 20;
/// A difference of ground from which nobody falls against another (LW-4.14).
const STEP_UP: i64 = 50;

/// A die asked for on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Die {
    /// Whether a man falls (LW-4.11).
    Topple(FigureId),
    /// Whether his neighbour does (LW-4.14).
    Domino(FigureId),
    /// Where it goes on (LW-4.19).
    Kick,
}

/// What came of a shot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flown {
    /// What it met.
    pub(super) trace: Vec<Mark>,
    /// Who is dead.
    pub(super) dead: Vec<FigureId>,
    /// Whom it struck.
    pub(super) touched: Vec<FigureId>,
}

/// What the die of a struck man must show by the shot's energy: the row of LW-4.11.
pub(super) fn row(energy: i64) -> u32 {
    match energy {
        60.. => 2,
        40..=59 => 3,
        25..=39 => 4,
        10..=24 => 5,
        ..=9 => 6,
    }
}

/// What the die of a struck man must show, more than six included (LW-4.11).
fn need(energy: i64, arm: Arm, runs: bool) -> u32 {
    row(energy) + u32::from(arm == Arm::Cavalry) + u32::from(runs)
}

/// What a neighbour's die must show (LW-4.14).
pub(super) fn domino_need(arm: Arm) -> u32 {
    match arm {
        Arm::Infantry => 5,
        Arm::Cavalry => 6,
    }
}

/// A shot under way, and what has come of it so far. Men are known by their places in the scene.
struct Course<'a> {
    scene: &'a Scene<'a>,
    trace: Vec<Mark>,
    touched: Vec<usize>,
    /// Dead, in the order in which they died: fallen, or the first touched.
    dead: Vec<usize>,
}

/// Lets a shot fly to its end.
///
/// # Errors
/// [`NoDice`] where a die is asked for that is not given.
pub(super) fn fly(
    scene: &Scene<'_>,
    mut ball: Ball,
    roll: &mut dyn FnMut(Die) -> Result<u32, NoDice>,
) -> Result<Flown, NoDice> {
    let mut course = Course { scene, trace: vec![ball.muzzle()], touched: Vec::new(), dead: Vec::new() };
    loop {
        let lane = ball.lane(scene);
        let spared: Vec<usize> = course.touched.iter().chain(&course.dead).copied().collect();
        match ball.fly(scene, &lane, &spared) {
            Met::Man { at, z, man } => {
                course.strike(&ball, man, (at, z), roll)?;
                if let Some(rest) = ball.pass() {
                    return Ok(course.over(rest));
                }
            }
            Met::Ground { at, z } => {
                let die = roll(Die::Kick)?;
                course.trace.push(Mark::Graze { at, z, energy: ball.energy, roll: die });
                ball.kick(die);
            }
            Met::Thing { at, z, thing } => {
                let die = roll(Die::Kick)?;
                let (energy, object) = (ball.energy, thing.id());
                course.trace.push(Mark::Glance { at, z, energy, roll: die, object });
                ball.kick(die);
            }
            Met::End(mark) => return Ok(course.over(mark)),
        }
    }
}

impl Course<'_> {
    fn over(mut self, end: Mark) -> Flown {
        self.trace.push(end);
        let names = |men: Vec<usize>| men.into_iter().map(|man| self.scene.men[man].id).collect();
        Flown { dead: names(self.dead), touched: names(self.touched), trace: self.trace }
    }

    /// A man is struck: he falls, or is only touched (LW-4.11–4.13).
    fn strike(
        &mut self,
        ball: &Ball,
        man: usize,
        (at, z): (Point, i64),
        roll: &mut dyn FnMut(Die) -> Result<u32, NoDice>,
    ) -> Result<(), NoDice> {
        let struck = &self.scene.men[man];
        let need = need(ball.energy, struck.id.arm, ball.runs());
        let can_fall = !struck.lies && need <= FACES; // LW-4.11
        let die = if can_fall { Some(roll(Die::Topple(struck.id))?) } else { None };
        let falls = die.is_some_and(|die| need <= die);
        let outcome = match (falls, self.dead.is_empty()) {
            (true, _) => StrikeOutcome::Fell,            // LW-4.12
            (false, true) => StrikeOutcome::TouchedDead, // LW-4.13
            (false, false) => StrikeOutcome::Touched,
        };
        let need = can_fall.then_some(need);
        let (energy, figure) = (ball.energy, struck.id);
        self.trace.push(Mark::Strike { at, z, energy, figure, roll: die, need, outcome });
        self.touched.push(man);
        if outcome != StrikeOutcome::Touched {
            self.dead.push(man);
        }
        if falls { self.topple(man, ball, roll) } else { Ok(()) }
    }

    /// A fallen man may take his neighbours with him, one after another (LW-4.14).
    fn topple(
        &mut self,
        mut fallen: usize,
        ball: &Ball,
        roll: &mut dyn FnMut(Die) -> Result<u32, NoDice>,
    ) -> Result<(), NoDice> {
        while let Some(next) = self.neighbour(fallen, ball.direction) {
            let man = &self.scene.men[next];
            let (die, need) = (roll(Die::Domino(man.id))?, domino_need(man.id.arm));
            let outcome = if need <= die { DominoOutcome::Fell } else { DominoOutcome::Stands };
            let (at, energy, figure) = (man.at, ball.energy, man.id);
            self.trace.push(Mark::Domino { at, energy, figure, roll: die, need, outcome });
            if outcome == DominoOutcome::Stands {
                break;
            }
            self.dead.push(next);
            fallen = next;
        }
        Ok(())
    }

    /// Who stands where a fallen man lies: the nearest along the shot, then by id (LW-4.14).
    fn neighbour(&self, fallen: usize, direction: Direction) -> Option<usize> {
        let men = &self.scene.men;
        let man = &men[fallen];
        let (v_east, v_south) = (i64::from(direction.x), i64::from(direction.y));
        let along = |other: &Man| {
            let (east, south) = other.at.minus(man.at);
            let along = (east * v_east + south * v_south) >> 16;
            let across = (east * v_south - south * v_east).abs() >> 16;
            let radius = other.id.arm.radius();
            let is_in_reach = 0 < along && along <= man.id.arm.height() + radius && across <= radius + LEANS;
            (is_in_reach && (man.ground - other.ground).abs() < STEP_UP).then_some(along)
        };
        (0..men.len())
            .filter(|other| !men[*other].lies && !self.dead.contains(other))
            .filter_map(|other| Some((along(&men[other])?, other)))
            .min()
            .map(|(_, other)| other)
    }
}
