//! What to fire at: the aims of a gun by their chances, for a player who asks for the best one and for the bot.

use std::cmp::Reverse;

use super::{
    super::{
        command::{Aim, AimFigure, Command},
        ids::{Arm, FigureId, GunId, Side},
        state::{Figure, Gun, State},
    },
    aim::Laid,
    odds::{Chances, Follow, OF, chances, odds, straight},
};
use crate::{geometry::Point, ids::Seat};

/// How many of the nearest men have their chances guessed.
const LOOKED_AT: usize = 40;
/// How many of those have their chances counted.
const COUNTED: usize = 10;

/// Whom one would strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bodies<'a> {
    /// Any enemy.
    Enemies,
    /// One of these.
    Men(&'a [FigureId]),
    /// An enemy who stands in this box, its edges included.
    Box {
        /// Its north-west corner.
        least: Point,
        /// Its south-east corner.
        most: Point,
    },
}

impl Bodies<'_> {
    fn hold(self, man: &Figure) -> bool {
        match self {
            Bodies::Enemies => true,
            Bodies::Men(men) => men.contains(&man.id),
            Bodies::Box { least, most } => {
                (least.x..=most.x).contains(&man.at.x) && (least.y..=most.y).contains(&man.at.y)
            }
        }
    }
}

/// An aim and what it is good for: how likely the first man struck, who is dead in any case, is one of these (LW-4.22).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedAim {
    /// At whom.
    pub figure: FigureId,
    /// Of [`RankedAim::OF`]: one of those one would strike.
    pub wanted: u64,
    /// A free enemy, whoever he is.
    pub enemy: u64,
    /// A man of one's own, or a prisoner of either side.
    pub own: u64,
    /// Each man, in id order.
    pub men: Vec<(FigureId, u64)>,
}

impl RankedAim {
    /// What all chances together come to.
    pub const OF: u64 = OF;

    fn new(state: &State, gun: &Gun, figure: FigureId, chances: Chances, bodies: Bodies<'_>) -> RankedAim {
        let sum = |is: &dyn Fn(&Figure) -> bool| {
            let counted = chances.men.iter().filter(|(man, _)| state.figure(*man).is_some_and(is));
            counted.map(|(_, n)| n).sum()
        };
        let is_enemy = |man: &Figure| is_target(man, gun.holder);
        RankedAim {
            figure,
            wanted: sum(&|man| is_enemy(man) && bodies.hold(man)),
            enemy: sum(&is_enemy),
            own: sum(&|man| !is_enemy(man)),
            men: chances.men,
        }
    }

    /// The better one comes first: what is wanted, then any enemy, then fewer of one's own, a horseman, the lower id.
    fn rank(&self) -> impl Ord + use<> {
        let is_foot = self.figure.arm == Arm::Infantry;
        (Reverse(self.wanted), Reverse(self.enemy), self.own, is_foot, self.figure)
    }
}

/// A free man of the enemy's.
fn is_target(man: &Figure, side: Side) -> bool {
    man.side() != side && man.is_free()
}

/// The best aims of a gun at these men, the best first, each with its exact chances: at most ten, and none without a chance.
/// Who is out of reach and whoever the barrel cannot be swung to have none. Whether the gun may fire now is not asked.
pub fn best_aims(known: &State, gun: GunId, bodies: Bodies<'_>) -> Vec<RankedAim> {
    let Some(gun) = known.gun(gun).filter(|gun| gun.is_on_floor()) else { return Vec::new() };
    let scene = super::scene(known, gun, true);
    let ranked = |(figure, laid): &(FigureId, Laid), follow| {
        let chances = chances(&scene, known.options().gunnery, laid, follow);
        RankedAim::new(known, gun, *figure, chances, bodies)
    };
    let mut targets: Vec<&Figure> =
        known.on_floor().filter(|man| is_target(man, gun.holder) && bodies.hold(man)).collect();
    targets.sort_by_key(|man| (man.at.distance_squared(gun.at), man.id));
    let mut aims: Vec<(FigureId, Laid)> = targets
        .into_iter()
        .filter_map(|man| Some((man.id, lay(known, gun, man.id)?)))
        .take(LOOKED_AT)
        .collect();
    aims.sort_by_cached_key(|aim| Reverse(ranked(aim, Follow::ToTheFirstDie).wanted));
    let counted = aims.iter().take(COUNTED).map(|aim| ranked(aim, Follow::ToTheEnd));
    let mut ranked: Vec<RankedAim> = counted.filter(|aim| 0 < aim.wanted).collect();
    ranked.sort_by_key(RankedAim::rank);
    ranked
}

fn lay(known: &State, gun: &Gun, figure: FigureId) -> Option<Laid> {
    super::laid(known, gun, &aim_at(figure), None).ok()
}

/// The free enemy whom a shot at a man strikes first with both sums 7, if it meets no die before him; none, too, where the gun
/// cannot be aimed at him.
pub fn along_the_barrel(known: &State, gun: GunId, at: FigureId) -> Option<FigureId> {
    let gun = known.gun(gun).filter(|gun| gun.is_on_floor())?;
    let met = straight(&super::scene(known, gun, true), &lay(known, gun, at)?)?;
    known.figure(met).filter(|man| is_target(man, gun.holder)).map(|man| man.id)
}

fn aim_at(figure: FigureId) -> Aim {
    Aim::Figure(AimFigure { figure })
}

/// Shots that a seat may order of a gun now, the best first: at most ten.
pub fn suggestions(known: &State, seat: &Seat, gun: GunId) -> Vec<Command> {
    let shots = best_aims(known, gun, Bodies::Enemies).into_iter();
    let shots =
        shots.map(|aim| Command::Fire { gun, at: aim_at(aim.figure), elevation: None, lie_down: true });
    shots.filter(|shot| odds(known, seat, shot).is_some()).collect()
}
