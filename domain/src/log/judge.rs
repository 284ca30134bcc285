//! May this line stand here? The steps of verifiable-dice §6 for one line, by kind, in their order: pure functions of the
//! state before it. The verifier keeps that state.

use std::collections::BTreeSet;

use super::{Beacon, Code, Event, Kind, Ledger, Wait, beacon_round, beacon_time, shape::Common};
use crate::{
    dice::{commitment, seal, stream_key, values},
    hash::{Hash, bytes_of_hex},
    ids::{Actor, Request, Seat},
};

fn need(holds: bool, code: Code) -> Result<(), Code> {
    if holds { Ok(()) } else { Err(code) }
}

/// The steps that come before a line's kind is looked at. `ledger` is `None` for the first line.
pub(super) fn common(line: &Common, ledger: Option<&Ledger>) -> Result<(), Code> {
    let (version, head, time) = ledger.map_or((0, Hash::ZERO, 0), |l| (l.version(), l.head(), l.time()));
    need(line.seq == version + 1, Code::SeqGap)?;
    need(line.prev == head, Code::PrevMismatch)?;
    need(ledger.is_none_or(|l| *l.game() == line.game), Code::GameMismatch)?;
    need(time <= line.time, Code::TimeBackwards)
}

/// The steps for the first line, and the key it is expected to name.
pub(super) fn first(kind: &Kind, expected_vkey: Option<&str>) -> Result<(), Code> {
    let Kind::Genesis(genesis) = kind else { return Err(Code::LineIllegal) };
    need(expected_vkey.is_none_or(|vkey| vkey == genesis.vkey), Code::KeyMismatch)?;
    need(genesis.epoch.number == 0, Code::LineIllegal)
}

/// The steps for a line after the first: its time, its kind, and all turns there have been.
pub(super) fn kind(
    time: u64,
    kind: &Kind,
    ledger: &Ledger,
    turns: &BTreeSet<(Actor, Request)>,
) -> Result<(), Code> {
    let is_beacon = matches!(kind, Kind::Beacon(_));
    need(!ledger.ended() && is_beacon == ledger.awaited_round().is_some(), Code::LineIllegal)?;
    match kind {
        Kind::Genesis(_) => Err(Code::LineIllegal),
        Kind::Commit { seat, epoch, .. } => {
            let is_due = ledger.seats().contains(seat) && ledger.commitment_of(seat).is_none();
            need(is_due && *epoch == ledger.epoch().0, Code::LineIllegal)
        }
        Kind::Reveal { seat, epoch, entropy } => reveal(seat, *epoch, entropy, ledger),
        Kind::Event(event) => self::event(event, ledger, turns),
        Kind::Wait(wait) => self::wait(time, wait, ledger, turns),
        Kind::Beacon(beacon) => self::beacon(time, beacon, ledger),
        Kind::Epoch { epoch, .. } => need(epoch.number == ledger.epoch().0 + 1, Code::LineIllegal),
        Kind::End { unopened, .. } => need(*unopened == ledger.closed_seals(), Code::SealUnopened),
    }
}

fn reveal(seat: &Seat, epoch: u64, entropy: &Hash, ledger: &Ledger) -> Result<(), Code> {
    let is_due = ledger.all_committed() && ledger.entropy_of(seat).is_none() && epoch == ledger.epoch().0;
    let commit = ledger.commitment_of(seat).flatten().filter(|_| is_due).ok_or(Code::LineIllegal)?;
    need(commitment(ledger.game(), epoch, seat, entropy) == commit, Code::EntropyMismatch)
}

fn is_known(actor: &Actor, ledger: &Ledger) -> bool {
    match actor {
        Actor::Server => true,
        Actor::Seat(seat) => ledger.seats().contains(seat),
    }
}

fn event(event: &Event, ledger: &Ledger, turns: &BTreeSet<(Actor, Request)>) -> Result<(), Code> {
    let continues = ledger.is_turn(&event.seat, &event.request);
    let randomness = ledger.randomness().filter(|_| continues);
    // In an instant game an open epoch is enough; in a beacon game the turn must also have waited for its round.
    let open = ledger.mix().filter(|_| ledger.genesis().beacon.is_none() || randomness.is_some());
    let known = is_known(&event.seat, ledger) && event.seals.iter().all(|seal| is_known(&seal.owner, ledger));
    need(known && (open.is_some() || event.rolls.is_empty()), Code::LineIllegal)?;
    need(continues || is_new(&event.seat, &event.request, turns), Code::RequestDuplicate)?;
    openings(event, ledger)?;
    match open {
        Some(mix) => rolls(event, ledger, mix, randomness),
        None => Ok(()),
    }
}

fn is_new(seat: &Actor, request: &Request, turns: &BTreeSet<(Actor, Request)>) -> bool {
    !turns.contains(&(seat.clone(), request.clone()))
}

fn openings(event: &Event, ledger: &Ledger) -> Result<(), Code> {
    let mut opened = BTreeSet::new();
    for opening in &event.opens {
        let place = (opening.seq, opening.n);
        let sealed = ledger.sealed(place).filter(|_| opened.insert(place)).ok_or(Code::SealUnknown)?;
        let found = seal(ledger.game(), sealed.owner.as_str(), opening.salt, &opening.text);
        need(found == sealed.seal, Code::SealMismatch)?;
    }
    Ok(())
}

fn rolls(event: &Event, ledger: &Ledger, mix: Hash, randomness: Option<Hash>) -> Result<(), Code> {
    let (epoch, length, _, mut used) = ledger.epoch();
    let mut seed = ledger.last_seed();
    for roll in &event.rolls {
        need(roll.index == used + 1 && roll.index <= length, Code::RollIndex)?;
        need(Hash::of(&roll.seed.to_string()) == seed, Code::SeedMismatch)?;
        let key = stream_key(roll.seed, ledger.game(), epoch, roll.index, mix, randomness);
        let dice = u16::try_from(roll.values.len()).map_err(|_| Code::DiceMismatch)?;
        need(values(&key, roll.sides, dice) == roll.values, Code::DiceMismatch)?;
        (used, seed) = (roll.index, roll.seed);
    }
    Ok(())
}

fn wait(time: u64, wait: &Wait, ledger: &Ledger, turns: &BTreeSet<(Actor, Request)>) -> Result<(), Code> {
    let known = is_known(&wait.seat, ledger) && ledger.mix().is_some();
    let chain = ledger.genesis().beacon.as_ref().filter(|_| known).ok_or(Code::LineIllegal)?;
    // It is the first line of its turn, so that even the turn in progress is one that was carried out.
    need(is_new(&wait.seat, &wait.request, turns), Code::RequestDuplicate)?;
    need(wait.round == beacon_round(chain, time), Code::BeaconRound)
}

fn beacon(time: u64, beacon: &Beacon, ledger: &Ledger) -> Result<(), Code> {
    let chain = ledger.genesis().beacon.as_ref().ok_or(Code::LineIllegal)?;
    let published = beacon_time(chain, beacon.round) <= u128::from(time);
    need(ledger.awaited_round() == Some(beacon.round) && published, Code::BeaconRound)?;
    let signature = bytes_of_hex(&beacon.signature).ok_or(Code::BeaconValue)?;
    need(Hash::of_bytes(&signature) == beacon.randomness, Code::BeaconValue)
}
