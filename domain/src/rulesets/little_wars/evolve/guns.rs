//! What facts do to guns.

use crate::rulesets::little_wars::{
    event::Event,
    ids::GunId,
    state::{SeatStage, State},
    words::GunStatus,
};

/// Takes in a fact about guns.
pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::ShotFired { gun, face, elevation, shot, .. } => {
            state.is_stirred = true;
            if let Some(at) = state.gun_at(*gun) {
                let gun = &mut state.guns[at];
                (gun.face, gun.elevation, gun.shots) = (*face, *elevation, *shot); // LW-4.5
            }
        }
        Event::GunMoved { gun, path, face, .. } => {
            state.is_stirred = true;
            if let (Some(at), Some(end)) = (state.gun_at(*gun), path.last()) {
                let gun = &mut state.guns[at];
                (gun.at, gun.face, gun.moved) = (*end, *face, true);
            }
        }
        Event::TrailNamed { gun, figures } => {
            state.trail_orders.insert(*gun, *figures);
            if !state.trail_untold.contains(gun) {
                state.trail_untold.push(*gun);
            }
        }
        Event::TrailOrdered { gun, figures } => {
            state.trail_orders.insert(*gun, *figures);
            state.trail_untold.retain(|untold| untold != gun);
        }
        Event::TrailUnmanned { .. } => {}
        Event::GunsClosed { seat } => {
            if let Some(seat) = state.seat_index(seat) {
                state.seats[seat].stage = state.seats[seat].stage.max(SeatStage::Men);
                let guns: Vec<_> =
                    state.guns.iter().filter(|gun| gun.seat == seat).map(|gun| gun.id).collect();
                state.trail_untold.retain(|gun| !guns.contains(gun));
                state.trail_orders.retain(|gun, _| !guns.contains(gun));
            }
        }
        Event::GunWithdrawn { gun, path, .. } => {
            (state.is_stirred, state.is_bloody) = (true, true);
            if let (Some(at), Some(end)) = (state.gun_at(*gun), path.last()) {
                let gun = &mut state.guns[at];
                (gun.at, gun.moved, gun.status) = (*end, true, GunStatus::Withdrawn);
            }
            forget_passes(state, *gun);
        }
        Event::GunCaptured { gun, to, seat, .. } => {
            (state.is_stirred, state.is_bloody) = (true, true); // LW-9.21
            let seat = state.seat_index(seat);
            if let (Some(at), Some(seat)) = (state.gun_at(*gun), seat) {
                (state.guns[at].holder, state.guns[at].seat) = (*to, seat);
            }
            forget_passes(state, *gun);
        }
        _ => {}
    }
}

/// Nobody counts any more as having passed a gun (LW-8.2).
fn forget_passes(state: &mut State, gun: GunId) {
    state.figures.iter_mut().for_each(|figure| figure.passed.retain(|passed| *passed != gun));
}
