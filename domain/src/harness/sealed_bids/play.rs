//! How sealed bids are played.

use std::collections::BTreeMap;

use super::{
    BOAST, OPEN,
    facts::{Command, Event, Rejection, Side, State},
};
use crate::{
    dice::{Dice, NoDice, Throw},
    ids::Seat,
    ruleset::{Act, Chance, Halt, Odds, Outcome, OutcomeKind, Standing},
};

fn throw(dice: &mut dyn Dice, purpose: &'static str, rule: crate::rule::RuleId) -> Result<u32, NoDice> {
    let throw = Throw { dice: 1, sides: 6, purpose, roller: None, against: None, rule };
    Ok(dice.roll(&throw)?[0])
}

/// What one order causes. A bid is never judged by what the other side has bid.
pub(super) fn decide(
    state: &State,
    seat: &Seat,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Halt<Rejection>> {
    let refused = |why| Err(Halt::Refused(why));
    let side = match state.side_of(seat) {
        Some(side) if state.ended.is_none() && !state.left.contains(seat) => side,
        Some(_) | None => return refused(Rejection::Over),
    };
    let is_committed = state.committed.contains(seat);
    match command {
        Command::Bid { .. } | Command::Ready {} if is_committed => refused(Rejection::AlreadyReady),
        Command::Bid { tokens } => {
            let free = state.purse(side).saturating_sub(state.bid_by(side, Some(seat)));
            if free < *tokens {
                return refused(Rejection::OverPurse);
            }
            Ok(vec![Event::BidMade { seat: seat.clone(), tokens: *tokens }])
        }
        Command::Ready {} => match state.bids.get(seat) {
            None => refused(Rejection::NoBid),
            Some(tokens) => Ok(bound(seat, *tokens)),
        },
        Command::Boast {} if !is_committed => refused(Rejection::NotReady),
        Command::Boast {} => {
            Ok(vec![Event::Boasted { seat: seat.clone(), value: throw(dice, "boast", BOAST)? }])
        }
    }
}

fn bound(seat: &Seat, tokens: u32) -> Vec<Event> {
    vec![Event::BidCommitted { seat: seat.clone() }, Event::BidMade { seat: seat.clone(), tokens }]
}

/// What the rules make of an act of the table.
pub(super) fn answer(state: &State, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
    Ok(match act {
        Act::Start => vec![Event::RoundBegan { round: 1 }],
        Act::TimedOut(seat) if state.owing().any(|owing| owing == seat) => bound(seat, 0),
        Act::TimedOut(_) => Vec::new(),
        Act::Resigned { seat, left } => {
            let mut events = vec![Event::SeatLeft { seat: seat.clone() }];
            let of_side = |side| left.iter().any(|seat| state.side_of(seat) == Some(side));
            let winner = match (of_side(Side::North), of_side(Side::South)) {
                (true, true) => return Ok(events),
                (true, false) => Some(Side::North),
                (false, true) => Some(Side::South),
                (false, false) => None,
            };
            events.push(Event::GameEnded { side: winner, reason: "resigned".to_owned() });
            events
        }
        Act::Drawn => vec![Event::GameEnded { side: None, reason: "agreed".to_owned() }],
        Act::Opened => opened(state, dice)?,
    })
}

/// A bid that could not be opened counts nothing.
fn opened(state: &State, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
    let luck = [throw(dice, "luck-north", OPEN)?, throw(dice, "luck-south", OPEN)?];
    let [north, south] = [Side::North, Side::South]
        .map(|side| state.bid_by(side, None) + luck[usize::from(side == Side::South)]);
    let side = match north.cmp(&south) {
        std::cmp::Ordering::Greater => Some(Side::North),
        std::cmp::Ordering::Less => Some(Side::South),
        std::cmp::Ordering::Equal => None,
    };
    let mut events = vec![Event::RoundTaken { side, dice: luck }];
    if state.round < state.rounds {
        events.push(Event::RoundBegan { round: state.round + 1 });
    } else {
        let taken = |of: Side| state.taken_by(of) + u32::from(side == Some(of));
        let winner = match taken(Side::North).cmp(&taken(Side::South)) {
            std::cmp::Ordering::Greater => Some(Side::North),
            std::cmp::Ordering::Less => Some(Side::South),
            std::cmp::Ordering::Equal => None,
        };
        events.push(Event::GameEnded { side: winner, reason: "rounds".to_owned() });
    }
    Ok(events)
}

/// Takes a fact in.
pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::RoundBegan { round } => {
            state.round = *round;
            state.committed.clear();
            state.bids.clear();
        }
        Event::BidCommitted { seat } => {
            state.committed.insert(seat.clone());
        }
        Event::BidMade { seat, tokens } => {
            state.bids.insert(seat.clone(), *tokens);
        }
        Event::RoundTaken { side, .. } => {
            for of in [Side::North, Side::South] {
                let left = state.purse(of).saturating_sub(state.bid_by(of, None));
                state.purses.insert(of, left);
            }
            if let Some(side) = side {
                *state.taken.entry(*side).or_default() += 1;
            }
        }
        Event::Boasted { .. } => {}
        Event::SeatLeft { seat } => {
            state.left.insert(seat.clone());
        }
        Event::GameEnded { side, reason } => state.ended = Some((*side, reason.clone())),
    }
}

/// Who is waited for, or how it ended.
pub(super) fn standing(state: &State) -> Standing {
    if let Some((side, reason)) = &state.ended {
        let winners = state.seats.iter().filter(|(_, of)| Some(*of) == *side);
        return Standing::Over(Outcome {
            outcome: if side.is_some() { OutcomeKind::Win } else { OutcomeKind::Draw },
            reason: reason.clone(),
            scores: BTreeMap::from(
                [Side::North, Side::South].map(|of| (of.as_str().to_owned(), i64::from(state.taken_by(of)))),
            ),
            winners: winners.map(|(seat, _)| seat.clone()).collect(),
            ranking: None,
            side_result: None,
        });
    }
    let owing: Vec<Seat> = state.owing().cloned().collect();
    if owing.is_empty() { Standing::Reveal } else { Standing::Waiting(owing) }
}

/// Legal orders.
pub(super) fn hints(known: &State, seat: &Seat) -> Vec<Command> {
    let Some(side) = known.side_of(seat) else { return Vec::new() };
    if known.owing().any(|owing| owing == seat) {
        let free = known.purse(side).saturating_sub(known.bid_by(side, Some(seat)));
        (0..=free).map(|tokens| Command::Bid { tokens }).collect()
    } else {
        vec![Command::Boast {}]
    }
}

/// The chances of an order.
pub(super) fn odds(known: &State, seat: &Seat, command: &Command) -> Option<Odds> {
    let boasts = *command == Command::Boast {} && known.committed.contains(seat) && known.ended.is_none();
    let face = |value: u32| Chance { name: value.to_string(), n: 1 };
    boasts.then(|| Odds { of: 6, outcomes: (1..=6).map(face).collect() })
}

/// A sensible whole turn: a part of what is left, perhaps a boast first bound.
pub(super) fn bot(known: &State, seat: &Seat, whim: u64) -> Vec<Command> {
    let Some(side) = known.side_of(seat) else { return Vec::new() };
    let free = known.purse(side).saturating_sub(known.bid_by(side, Some(seat)));
    let part = u32::try_from(whim % 3).unwrap_or(0) + 1;
    vec![Command::Bid { tokens: free / (part + 1) }, Command::Ready {}]
}
