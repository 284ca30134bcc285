//! Who of a melee dies, who is taken and by whom: as the mover says (LW-6.13), and where he does not, by default (LW-6.14).

use std::collections::BTreeMap;

use crate::rulesets::little_wars::{
    command::AllocateNamed,
    event::PerSide,
    ids::{Arm, FigureId, Figures, Side},
    measures::MOST_PRISONERS,
    rejection::{Code, Rejection},
    state::{Melee, State},
};

/// What a melee costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Losses {
    /// Of both sides, in id order.
    pub(super) dead: Vec<FigureId>,
    /// Each prisoner, in id order, and his captor, if one has room for him.
    pub(super) prisoners: Vec<(FigureId, Option<FigureId>)>,
}

/// The default's (LW-6.14).
pub(super) fn usual_losses(state: &State, melee: &Melee) -> Losses {
    let dead = PerSide::of(|side| usual_dead(state, melee, side));
    losses(state, melee, &dead, &BTreeMap::new())
}

/// The mover's; what he leaves out is the default's.
///
/// # Errors
/// `bad-allocation`: not men of this melee, not so many, somebody twice, or a captor who is none (LW-6.13).
pub(super) fn named_losses(state: &State, melee: &Melee, named: &AllocateNamed) -> Result<Losses, Rejection> {
    let mut by_side: PerSide<Vec<FigureId>> = PerSide::default();
    for id in spelt_out(state, &named.dead)? {
        let is_of_it = melee.men.side(id.side).binary_search(&id).is_ok();
        let dead = by_side.side_mut(id.side);
        if !is_of_it || dead.contains(&id) {
            return Err(Code::BadAllocation.of(id));
        }
        dead.push(id);
    }
    for side in Side::ALL {
        let dead = by_side.side_mut(side);
        if dead.is_empty() {
            *dead = usual_dead(state, melee, side);
        }
        if dead.len() != melee.kill {
            return Err(Code::BadAllocation.plain());
        }
    }
    let captors = named_captors(state, melee, &by_side, &named.captors)?;
    Ok(losses(state, melee, &by_side, &captors))
}

/// The men of a list, whoever they are: a range is merely shorthand here (LW-5.13).
fn spelt_out(state: &State, dead: &[Figures]) -> Result<Vec<FigureId>, Rejection> {
    let mut men = Vec::new();
    for &entry in dead {
        let (least, most) = match entry {
            Figures::One(id) => (id, id),
            Figures::Range(from, to) if (from.side, from.arm) == (to.side, to.arm) && from <= to => {
                if let Some(nobody) = [from, to].into_iter().find(|id| state.figure(*id).is_none()) {
                    return Err(Code::BadAllocation.of(nobody));
                }
                (from, to)
            }
            Figures::Range(_, to) => return Err(Code::UnknownFigure.of(to)),
            Figures::All(side, arm) => {
                (FigureId { side, arm, number: 0 }, FigureId { side, arm, number: u32::MAX })
            }
        };
        let named = state.figures.iter().map(|man| man.id).filter(|id| (least..=most).contains(id));
        let before = men.len();
        men.extend(named);
        let is_whole = !matches!(entry, Figures::One(_)) || men.len() > before;
        if !is_whole {
            return Err(Code::BadAllocation.of(least));
        }
    }
    Ok(men)
}

/// Of the mover's men the foot die before the horse, of the other side's the horse before the foot, each in id order
/// (LW-6.14).
fn usual_dead(state: &State, melee: &Melee, side: Side) -> Vec<FigureId> {
    let first = if side == state.mover { Arm::Infantry } else { Arm::Cavalry };
    let mut men = melee.men.side(side).clone();
    men.sort_by_key(|id| (id.arm != first, *id));
    men.truncate(melee.kill);
    men
}

/// The captors that were named: each a survivor of the greater force with room for his prisoners (LW-6.13).
fn named_captors(
    state: &State,
    melee: &Melee,
    dead: &PerSide<Vec<FigureId>>,
    named: &[(FigureId, FigureId)],
) -> Result<BTreeMap<FigureId, FigureId>, Rejection> {
    let mut captors = BTreeMap::new();
    for &(prisoner, captor) in named {
        let is_prisoner = prisoners(melee, dead).contains(&prisoner);
        let lives = survivors(melee, dead).contains(&captor);
        let room = room(state, captor, &captors);
        if !is_prisoner || captors.contains_key(&prisoner) {
            return Err(Code::BadAllocation.of(prisoner));
        }
        if !lives || room == 0 {
            return Err(Code::BadAllocation.of(captor));
        }
        captors.insert(prisoner, captor);
    }
    Ok(captors)
}

/// How many prisoners more a man can have, besides those he holds and is to hold (LW-7.2).
fn room(state: &State, captor: FigureId, captors: &BTreeMap<FigureId, FigureId>) -> usize {
    let new = captors.values().filter(|one| **one == captor).count();
    MOST_PRISONERS.saturating_sub(state.held_by(captor).count() + new)
}

/// The smaller force's men who do not die, where any are taken.
fn prisoners(melee: &Melee, dead: &PerSide<Vec<FigureId>>) -> Vec<FigureId> {
    melee.inferior.map_or_else(Vec::new, |side| living(melee, dead, side))
}

/// The greater force's men who do not die.
fn survivors(melee: &Melee, dead: &PerSide<Vec<FigureId>>) -> Vec<FigureId> {
    melee.inferior.map_or_else(Vec::new, |side| living(melee, dead, side.enemy()))
}

fn living(melee: &Melee, dead: &PerSide<Vec<FigureId>>, side: Side) -> Vec<FigureId> {
    melee.men.side(side).iter().copied().filter(|id| !dead.side(side).contains(id)).collect()
}

/// The captors that were not named are the nearest survivors with room, prisoner by prisoner in id order (LW-6.14).
fn losses(
    state: &State,
    melee: &Melee,
    dead: &PerSide<Vec<FigureId>>,
    named: &BTreeMap<FigureId, FigureId>,
) -> Losses {
    let mut captors = named.clone();
    let survivors = survivors(melee, dead);
    let taken = prisoners(melee, dead);
    for &prisoner in &taken {
        if captors.contains_key(&prisoner) {
            continue;
        }
        let Some(man) = state.figure(prisoner) else { continue };
        let nearest = survivors
            .iter()
            .filter(|captor| room(state, **captor, &captors) > 0)
            .filter_map(|captor| Some((state.figure(*captor)?.at.distance_squared(man.at), *captor)))
            .min();
        if let Some((_, captor)) = nearest {
            captors.insert(prisoner, captor);
        }
    }
    let mut all_dead: Vec<FigureId> = dead.red.iter().chain(&dead.blue).copied().collect();
    all_dead.sort();
    let prisoners = taken.into_iter().map(|id| (id, captors.get(&id).copied())).collect();
    Losses { dead: all_dead, prisoners }
}
