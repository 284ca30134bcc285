//! The exact chances of a shot: every pair of sums, every die of a kick before the first man (LW-4.22). They come of the same
//! flight as the shot itself.

use super::{
    super::{
        command::Command,
        course::Chance as Source,
        decide,
        ids::{FigureId, Side},
        state::State,
        words::Gunnery,
    },
    DEVIATIONS, FACES,
    aim::Laid,
    ball::{Ball, Met},
    haste,
    scene::{Lane, Scene},
};
use crate::{
    dice::{Dice, NoDice, Throw},
    ids::Seat,
    ruleset::{Chance, Halt, Odds},
};

/// All of it: two pairs of dice, and two kicks at most.
pub(super) const OF: u64 = 46_656;
/// What two kicks divide by.
const TWO_KICKS: u64 = 36;

/// How likely each man is to be the first struck, of [`OF`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chances {
    /// Whoever may be, in id order.
    pub(super) men: Vec<(FigureId, u64)>,
    /// Nobody is.
    pub(super) nobody: u64,
}

/// The exact chances of an order: `Some` exactly when deciding it here would roll. Those of a shot are of the man it strikes
/// first, who is dead in any case (LW-4.22); those of any other order are of its first throw.
pub(in super::super) fn odds(known: &State, seat: &Seat, command: &Command) -> Option<Odds> {
    // The decider itself says whether it rolls, so there is no second opinion that could differ.
    let mut asked = FirstThrow(None);
    match decide::order(known, seat, command, &mut Source::Dice(&mut asked)) {
        Err(Halt::NoDice) => {}
        Ok(_) | Err(Halt::Refused(_)) => return None,
    }
    if let Command::Fire { gun, at, elevation, lie_down } = command {
        let gun = known.gun(*gun)?;
        let laid = super::laid(known, gun, at, *elevation).ok()?;
        let scene = super::scene(known, gun, *lie_down);
        return Some(told(&chances(&scene, known.options().gunnery, &laid, Follow::ToTheEnd)));
    }
    asked.0.map(|throw| of_throw(&throw))
}

/// Closed dice that remember what was asked of them.
struct FirstThrow(Option<Throw>);

impl Dice for FirstThrow {
    fn roll(&mut self, throw: &Throw) -> Result<Vec<u32>, NoDice> {
        self.0 = self.0.take().or_else(|| Some(throw.clone()));
        Err(NoDice)
    }

    fn rolled(&self) -> usize {
        0
    }
}

/// A coin's sides, or the sums of other dice.
fn of_throw(throw: &Throw) -> Odds {
    let faces = u64::from(throw.sides);
    if throw.sides == 2 {
        let chance = |side: Side| Chance { name: side.as_str().to_owned(), n: 1 };
        return Odds { of: faces, outcomes: Side::ALL.map(chance).to_vec() };
    }
    let mut ways = vec![1_u64];
    for _ in 0..throw.dice {
        let mut next = vec![0; ways.len() + throw.sides as usize - 1];
        for (sum, n) in ways.iter().enumerate() {
            next[sum..sum + throw.sides as usize].iter_mut().for_each(|ways| *ways += n);
        }
        ways = next;
    }
    let chance = |(above, n): (usize, u64)| Chance { name: (above + usize::from(throw.dice)).to_string(), n };
    Odds { of: ways.iter().sum(), outcomes: ways.into_iter().enumerate().map(chance).collect() }
}

fn told(chances: &Chances) -> Odds {
    let men = chances.men.iter().map(|(man, n)| Chance { name: man.to_string(), n: *n });
    let nobody = Chance { name: "nobody".to_owned(), n: chances.nobody };
    Odds { of: OF, outcomes: men.chain([nobody]).collect() }
}

/// In how many of 36 throws two dice come to a row of the table of deviations (LW-4.22).
fn weight(row: usize) -> u64 {
    6 - row.abs_diff(5) as u64
}

/// How far shots are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Follow {
    /// To the first man or the end, by every die of a kick.
    ToTheEnd,
    /// To the first man or the first die: what is left then counts as nobody. It is a tenth of the work.
    ToTheFirstDie,
}

/// The chances of a gun as it is laid (LW-4.22).
pub(super) fn chances(scene: &Scene<'_>, gunnery: Gunnery, laid: &Laid, follow: Follow) -> Chances {
    let haste = haste(gunnery);
    let mut count = Count { scene, follow, men: vec![0; scene.men.len()], nobody: 0 };
    for (across, deflection) in DEVIATIONS.into_iter().enumerate() {
        // All elevations of one deflection fly along one line.
        let lane = laid.ball(scene, (deflection * haste, 0)).lane(scene);
        for (up, elevation) in DEVIATIONS.into_iter().enumerate() {
            let ball = laid.ball(scene, (deflection * haste, elevation * haste));
            count.follow(ball, &lane, weight(across) * weight(up) * TWO_KICKS);
        }
    }
    let Count { men, nobody, .. } = count;
    let men = scene.men.iter().map(|man| man.id).zip(men).filter(|(_, n)| 0 < *n);
    Chances { men: men.collect(), nobody }
}

/// The man whom a gun as it is laid strikes with both sums 7, if it meets no die before him.
pub(super) fn straight(scene: &Scene<'_>, laid: &Laid) -> Option<FigureId> {
    let mut ball = laid.ball(scene, (0, 0));
    match ball.fly(scene, &ball.lane(scene), &[]) {
        Met::Man { man, .. } => Some(scene.men[man].id),
        Met::Ground { .. } | Met::Thing { .. } | Met::End(_) => None,
    }
}

struct Count<'a> {
    scene: &'a Scene<'a>,
    follow: Follow,
    men: Vec<u64>,
    nobody: u64,
}

impl Count<'_> {
    /// Lets a shot of this weight fly to the first man.
    fn follow(&mut self, mut ball: Ball, lane: &Lane<'_>, weight: u64) {
        match (ball.fly(self.scene, lane, &[]), self.follow) {
            (Met::Man { man, .. }, _) => self.men[man] += weight,
            (Met::End(_), _) | (Met::Ground { .. } | Met::Thing { .. }, Follow::ToTheFirstDie) => {
                self.nobody += weight;
            }
            (Met::Ground { .. } | Met::Thing { .. }, Follow::ToTheEnd) => {
                for die in 1..=FACES {
                    let mut kicked = ball.clone();
                    kicked.kick(die);
                    let lane = kicked.lane(self.scene);
                    self.follow(kicked, &lane, weight / u64::from(FACES));
                }
            }
        }
    }
}
