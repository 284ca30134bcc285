//! A shot: who may fire, the aim, the scatter, and what the shot does (LW-4). The flight itself is a machine of its own
//! (`ball`), which the live shot, its odds and the bot's look along the barrel all let run.
//!
//! What rebounds, glances or rolls kills as what flies does (LW-4.15). How far shots stray was chosen by a table of chances (LW-4.21),
//! which the tests count again.

mod aim;
mod ball;
mod best;
mod explain;
mod falls;
mod odds;
mod scene;
#[cfg(test)]
mod tests;

pub use best::{Bodies, RankedAim, along_the_barrel, best_aims, suggestions};
pub use explain::explain;
pub(super) use odds::odds;

use self::{
    aim::Laid,
    falls::{Die, Flown},
    scene::Scene,
};
use super::{
    command::Aim,
    course::{Chance, Course, one},
    decide::Asked,
    event::{DominoOutcome, Event, Mark, Scatter, ScatterDice, StrikeOutcome},
    ids::{GunId, Side},
    measures::MOST_SHOTS,
    prisoners,
    rejection::{Code, Rejection},
    rules, selection,
    state::{Gun, State},
    words::{DeathCause, Gunnery, Role},
};
use crate::{
    dice::{Dice, NoDice, Throw},
    ruleset::Halt,
};

/// Deviations by the sum of two dice, from 2 on, in ten-thousandths (LW-4.6).
const DEVIATIONS: [i32; 11] = [-120, -12, -9, -6, -3, 0, 3, 6, 9, 12, 120];
/// Faces of every die of a shot.
const FACES: u32 = 6;

/// `fire`: one shot.
pub(super) fn fire(
    course: &mut Course,
    asked: &Asked<'_>,
    gun: GunId,
    at: &Aim,
    elevation: Option<i32>,
    lie_down: bool,
    chance: &mut Chance<'_>,
) -> Result<(), Halt<Rejection>> {
    let state = &course.state;
    let gun = judged(state, asked, gun)?;
    let laid = laid(state, gun, at, elevation)?;
    let fired = match chance {
        Chance::Rehearsal => fired(gun, laid, lie_down, Shot::none()),
        Chance::Dice(dice) => {
            let shot = shoot(state, gun, &laid, lie_down, *dice)?;
            fired(gun, laid, lie_down, shot)
        }
    };
    let killed = killed(&fired);
    let has_losses = !killed.is_empty();
    course.say(fired);
    killed.into_iter().for_each(|event| course.say(event));
    if has_losses {
        prisoners::after_losses(course); // LW-7.4
    }
    Ok(())
}

/// Whether a side's guns may fire in its move at all (LW-2.4, LW-9.17).
pub(super) fn may_fire(state: &State, side: Side) -> bool {
    let side = state.sides.side(side);
    0 < side.moves_made || side.role == Role::Defender
}

/// Whether this seat may fire this gun now, whatever it is aimed at.
fn judged<'a>(state: &'a State, asked: &Asked<'_>, id: GunId) -> Result<&'a Gun, Rejection> {
    let gun = selection::gun(state, asked, id)?;
    selection::guns_open(state, asked)?; // LW-2.2
    if !may_fire(state, asked.side) {
        return Err(Code::NoFireYet.of(id));
    }
    if gun.moved {
        return Err(Code::GunAlreadyMoved.of(id)); // LW-3.2
    }
    if MOST_SHOTS <= gun.shots {
        return Err(Code::NoShotsLeft.of(id)); // LW-4.1
    }
    if !state.in_action(gun) {
        return Err(Code::GunNotInAction.of(id)); // LW-3.1
    }
    Ok(gun)
}

/// A gun laid at an aim, with room to swing there.
fn laid(state: &State, gun: &Gun, at: &Aim, elevation: Option<i32>) -> Result<Laid, Rejection> {
    let laid = aim::lay(state, gun, at, elevation)?;
    aim::swing(state, gun, &laid)?;
    Ok(laid)
}

/// The floor as a gun's shot finds it: all men are there, and those of its holder who are free may lie (LW-4.4).
fn scene<'a>(state: &'a State, gun: &Gun, lie_down: bool) -> Scene<'a> {
    let lies = |side, is_free| lie_down && is_free && side == gun.holder;
    Scene::new(state, Some(gun.id), |_| true, |man| lies(man.side(), man.is_free()))
}

/// What the dice made of a shot.
struct Shot {
    rolls: ScatterDice,
    scatter: Scatter,
    flown: Flown,
}

impl Shot {
    /// One that rolls nothing and meets nothing: a rehearsal's.
    fn none() -> Shot {
        Shot {
            rolls: ScatterDice { deflection: [0, 0], elevation: [0, 0] },
            scatter: Scatter { deflection: 0, elevation: 0 },
            flown: Flown { trace: Vec::new(), dead: Vec::new(), touched: Vec::new() },
        }
    }
}

/// How far a shot strays with these two dice, in ten-thousandths (LW-4.6).
fn deviation(gunnery: Gunnery, sum: u32) -> i32 {
    let row = (sum as usize).checked_sub(2).and_then(|row| DEVIATIONS.get(row));
    row.copied().unwrap_or(0) * haste(gunnery)
}

/// What the table of deviations is multiplied by (LW-4.6).
fn haste(gunnery: Gunnery) -> i32 {
    match gunnery {
        Gunnery::Hurried => 6,
        Gunnery::Steady => 1,
    }
}

/// Throws the dice of the scatter, then lets the shot fly with those it asks for on its way.
fn shoot(state: &State, gun: &Gun, laid: &Laid, lie_down: bool, dice: &mut dyn Dice) -> Result<Shot, NoDice> {
    let gunnery = state.options().gunnery;
    let [deflection, elevation] = [two(dice, gun.id, "deflection")?, two(dice, gun.id, "elevation")?];
    let strays = |dice: [u32; 2]| deviation(gunnery, dice.iter().sum());
    let scatter = Scatter { deflection: strays(deflection), elevation: strays(elevation) };
    let scene = scene(state, gun, lie_down);
    let ball = laid.ball(&scene, (scatter.deflection, scatter.elevation));
    let flown = falls::fly(&scene, ball, &mut |die| one(dice, &throw(gun.id, die)))?;
    Ok(Shot { rolls: ScatterDice { deflection, elevation }, scatter, flown })
}

fn two(dice: &mut dyn Dice, gun: GunId, purpose: &'static str) -> Result<[u32; 2], NoDice> {
    let roller = Some(gun.to_string());
    let throw = Throw { dice: 2, sides: FACES, purpose, roller, against: None, rule: rules::LW_4_6 };
    dice.roll(&throw).map(|values| [values[0], values[1]])
}

/// A die that a shot asks for on its way (LW §7).
fn throw(gun: GunId, die: Die) -> Throw {
    let (purpose, rule, against) = match die {
        Die::Topple(man) => ("topple", rules::LW_4_11, Some(man)),
        Die::Domino(man) => ("domino", rules::LW_4_14, Some(man)),
        Die::Kick => ("kick", rules::LW_4_19, None),
    };
    let (roller, against) = (Some(gun.to_string()), against.map(|man| man.to_string()));
    Throw { dice: 1, sides: FACES, purpose, roller, against, rule }
}

/// The fact of a shot.
fn fired(gun: &Gun, laid: Laid, lie_down: bool, shot: Shot) -> Event {
    let Shot { rolls, scatter, flown: Flown { trace, dead, touched } } = shot;
    let Laid { at, face, elevation, .. } = laid;
    let (gun, shot) = (gun.id, gun.shots + 1);
    Event::ShotFired { gun, shot, at, face, elevation, lie_down, rolls, scatter, trace, dead, touched }
}

/// The facts of the men a shot has killed, in the order in which they died (LW-4.12–4.14).
fn killed(fired: &Event) -> Vec<Event> {
    let Event::ShotFired { gun, trace, .. } = fired else { return Vec::new() };
    let cause = |mark: &Mark| match mark {
        Mark::Strike { figure, outcome: StrikeOutcome::Fell, .. } => Some((*figure, DeathCause::Fell)),
        Mark::Strike { figure, outcome: StrikeOutcome::TouchedDead, .. } => {
            Some((*figure, DeathCause::Touched))
        }
        Mark::Domino { figure, outcome: DominoOutcome::Fell, .. } => Some((*figure, DeathCause::Domino)),
        Mark::Strike { outcome: StrikeOutcome::Touched, .. }
        | Mark::Domino { outcome: DominoOutcome::Stands, .. }
        | Mark::Muzzle { .. }
        | Mark::Graze { .. }
        | Mark::Glance { .. }
        | Mark::Rest { .. }
        | Mark::Bank { .. }
        | Mark::Stopped { .. }
        | Mark::Off { .. } => None,
    };
    let deaths = trace.iter().filter_map(cause);
    deaths
        .map(|(figure, cause)| Event::FigureKilled { figure, cause, gun: Some(*gun), melee: None })
        .collect()
}
