//! Places at the end: the band with most honor, the company that kept its guidon longest.

use std::cmp::Reverse;

use super::{
    event::{BandRank, CompanyRank},
    scenario::Side,
    state::State,
};

fn of_side(state: &State, side: Side) -> impl Iterator<Item = usize> + '_ {
    (0..state.units.len()).filter(move |idx| state.unit(*idx).side == side)
}

fn figures_left(state: &State, unit_idx: usize) -> u32 {
    u32::try_from(state.unit_on_table(unit_idx).count()).unwrap_or(u32::MAX)
}

/// Units with their ranks by a key, the least first; equals share a rank and stay in the order of units.
fn ranked<K: Ord>(units: impl Iterator<Item = usize>, key: impl Fn(usize) -> K) -> Vec<(usize, u32)> {
    let mut keyed: Vec<(K, usize)> = units.map(|idx| (key(idx), idx)).collect();
    keyed.sort();
    keyed
        .iter()
        .map(|(key, idx)| {
            let better = keyed.iter().filter(|(other, _)| other < key).count();
            (*idx, u32::try_from(better).unwrap_or(u32::MAX).saturating_add(1)) // CCC-13.8
        })
        .collect()
}

/// The bands, best first.
pub(super) fn nations(state: &State) -> Vec<BandRank> {
    let key = |idx: usize| {
        let own = &state.units[idx];
        let merits = (own.honor, own.guidon_points, own.coups, own.melee_wins);
        (own.retired, Reverse(merits), own.hits_taken) // CCC-13.4 CCC-13.7
    };
    ranked(of_side(state, Side::Nations), key)
        .into_iter()
        .map(|(idx, rank)| BandRank { unit: state.unit_id(idx), rank, honor: state.units[idx].honor })
        .collect()
}

/// The cavalry's units, best first.
pub(super) fn cavalry(state: &State) -> Vec<CompanyRank> {
    let key = |idx: usize| {
        let own = &state.units[idx];
        let kept = match own.guidon_lost {
            None => figures_left(state, idx),
            Some(loss) => loss.order,
        };
        (own.retired, own.guidon_lost.is_some(), Reverse(kept)) // CCC-13.5 CCC-13.7
    };
    ranked(of_side(state, Side::Cavalry), key)
        .into_iter()
        .map(|(idx, rank)| CompanyRank {
            unit: state.unit_id(idx),
            rank,
            figures_left: figures_left(state, idx),
            guidon_lost: state.units[idx].guidon_lost,
        })
        .collect()
}
