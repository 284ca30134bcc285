//! Who is waited for, since when, and how long it took: noted between turns, because within one a seat may come and go.
//!
//! A hand-over keeps its time. What stood still (a pause, an absence) is none of it; who takes back that he was done, or
//! has a turn taken back, goes on with what he had left; who takes a seat over begins anew.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{Chronicle, Minutes};
use crate::{
    ids::{Actor, Seat},
    ruleset::Stage,
    table::{Life, StopWhy},
};

/// A seat that is waited for, since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// Which.
    pub seat: Seat,
    /// Unix seconds: the time of the line that made it so.
    pub since: u64,
    /// So many seconds since then its time stood still.
    pub still: u64,
    /// Where in its time the rules' own minutes stand.
    pub minutes: Minutes,
}

impl Awaited {
    /// A hand-over that begins.
    fn fresh(seat: Seat, since: u64) -> Self {
        Awaited { seat, since, still: 0, minutes: Minutes::default() }
    }

    /// Whether both are the same hand-over, however much time stood still in it.
    pub fn is_same(&self, other: &Awaited) -> bool {
        (&self.seat, self.since) == (&other.seat, other.since)
    }

    /// When its time would have begun to run, had it never stood still.
    pub fn begun(&self) -> u64 {
        self.since.saturating_add(self.still)
    }
}

/// Hand-overs that have ended in one round and phase.
#[derive(Clone, Default)]
struct Left {
    stage: Option<Stage>,
    seats: Vec<Awaited>,
}

/// How things were waited for after a line that may be gone back to.
#[derive(Clone)]
struct Mark {
    after: u64,
    awaited: Vec<Awaited>,
    /// How many hand-overs each seat had behind it.
    n_took: BTreeMap<Seat, usize>,
}

/// What is noted between turns beside who is waited for.
#[derive(Clone, Default)]
pub(super) struct Noted {
    /// Up to when.
    at: u64,
    /// Why time stood still for all then, if it did.
    stopped: Option<StopWhy>,
    /// The seats whose own time stood still then.
    away: BTreeSet<Seat>,
    /// How often each seat had been handed over.
    hands: BTreeMap<Seat, u32>,
    /// The seats that have left off in the present round and phase, and since when they had been waited for.
    left: Left,
    /// The seats that have just taken a hand-over up again.
    back: Vec<Seat>,
    marks: Vec<Arc<Mark>>,
    /// The lines that take-backs have made void, from and to.
    void: Vec<(u64, u64)>,
    /// The move whose minutes ran, and whether it was settled outside them.
    pub(super) paced: Option<(u32, bool)>,
    /// The last turn told the rules something: it was more than talk at the table.
    pub(super) has_orders: bool,
}

impl Noted {
    pub(super) fn at(time: u64) -> Self {
        Noted { at: time, ..Noted::default() }
    }

    /// Changes certain hand-overs wherever they may be gone back to.
    pub(super) fn change_marked(&mut self, is_it: &dyn Fn(&Awaited) -> bool, change: &dyn Fn(&mut Awaited)) {
        for mark in self.marks.iter_mut().filter(|mark| mark.awaited.iter().any(is_it)) {
            Arc::make_mut(mark).awaited.iter_mut().filter(|known| is_it(known)).for_each(change);
        }
    }
}

impl Chronicle {
    /// Notes who is waited for since when.
    pub fn settle(&mut self) {
        let now = self.ledger.time();
        self.stand_still(now);
        self.game.settle();
        self.change_hands();
        match self.game.take_taken_back() {
            Some(to) => self.go_back(to, now),
            None => self.go_on(now),
        }
        self.keep_minutes(now);
        let table = self.game.table();
        self.noted.stopped = table.stopped().map(|pause| pause.why);
        self.noted.away = table.away().keys().cloned().collect();
        self.mark();
    }

    /// Since it was last noted time may have stood still.
    fn stand_still(&mut self, now: u64) {
        let passed = now.saturating_sub(self.noted.at);
        self.noted.at = now;
        if passed == 0 {
            return;
        }
        let (stopped, away) = (self.noted.stopped.is_some(), self.noted.away.clone());
        let is_still = |seat: &Seat| stopped || away.contains(seat);
        let known = self.awaited.iter_mut().chain(&mut self.noted.left.seats);
        known.filter(|known| is_still(&known.seat)).for_each(|known| known.still += passed);
        self.game.hold_still(&is_still, passed);
    }

    /// Who has taken a seat over begins anew: his hand-over, his store of time, and he relies on the others' numbers.
    fn change_hands(&mut self) {
        for seat in self.ledger.seats() {
            let hands = self.game.table().handed_over(seat);
            if self.noted.hands.get(seat).copied().unwrap_or(0) == hands {
                continue;
            }
            self.noted.hands.insert(seat.clone(), hands);
            self.awaited.retain(|known| known.seat != *seat);
            self.noted.left.seats.retain(|left| left.seat != *seat);
            self.took.remove(seat);
            self.own.remove(seat);
        }
    }

    /// The seats that must act, or owe a commitment or a number.
    fn waited_for(&self) -> Vec<Seat> {
        match (self.ledger.mix(), self.game.table().life()) {
            (None, Life::Active) if !self.has_commitments() => self.owing_commitment(),
            (None, Life::Open | Life::Active) if self.has_commitments() => self.ledger.owing(),
            (_, Life::Open | Life::Active | Life::Ended(_)) => self.game.awaited(),
        }
    }

    fn go_on(&mut self, now: u64) {
        let before = std::mem::take(&mut self.awaited);
        // Whoever is waited for when time runs again after all were absent has it from the beginning.
        let anew = self.noted.stopped == Some(StopWhy::AllAbsent) && self.game.table().stopped().is_none();
        let stage = self.stage(); // an epoch that opens is a stage of its own: after it all have their time anew
        if anew || self.noted.left.stage.as_ref() != Some(&stage) {
            self.noted.left = Left { stage: Some(stage), seats: Vec::new() };
        }
        // Who was done and takes that back by himself in the same phase goes on where he left off: no new time, no letter.
        let seats = self.waited_for();
        let left = &mut self.noted.left.seats;
        let back = match &self.current {
            Some((Actor::Seat(seat), _)) => left.iter().find(|left| left.seat == *seat),
            Some((Actor::Server, _)) | None => None,
        };
        let is_back =
            |left: &&Awaited| seats.contains(&left.seat) && before.iter().all(|a| a.seat != left.seat);
        let back = back.filter(is_back).cloned();
        let known = |seat: &Seat| {
            let known = before.iter().filter(|_| !anew).chain(&back).find(|known| known.seat == *seat);
            known.cloned().unwrap_or_else(|| Awaited::fresh(seat.clone(), now))
        };
        self.awaited = seats.iter().map(known).collect();
        for ended in before.iter().filter(|a| !self.awaited.iter().any(|b| b.is_same(a))) {
            let took = now.saturating_sub(ended.begun());
            self.took.entry(ended.seat.clone()).or_default().push(took);
            left.retain(|left| left.seat != ended.seat);
            left.push(ended.clone());
        }
        if let Some(back) = &back {
            left.retain(|left| left.seat != back.seat);
            self.took.entry(back.seat.clone()).or_default().pop(); // the same hand-over goes on
        }
        self.noted.back = back.into_iter().map(|back| back.seat).collect();
    }

    /// A take-back: everybody goes on with the time he had left when he left off, and void hand-overs cost nobody any.
    fn go_back(&mut self, to: u64, now: u64) {
        let before = std::mem::take(&mut self.awaited);
        self.noted.marks.retain(|mark| mark.after <= to);
        let then = self.noted.marks.last().filter(|mark| mark.after == to).map(Arc::clone);
        let then = then
            .unwrap_or_else(|| Arc::new(Mark { after: to, awaited: Vec::new(), n_took: BTreeMap::new() }));
        let n_took = |seat: &Seat| then.n_took.get(seat).copied().unwrap_or(0);
        let mut back = Vec::new();
        let seats = self.waited_for();
        for seat in seats {
            let Some(known) = then.awaited.iter().find(|known| known.seat == seat) else {
                self.awaited.push(Awaited::fresh(seat, now));
                continue;
            };
            let (still, passed) = match before.iter().find(|now| known.is_same(now)) {
                Some(goes_on) => (goes_on.still, now.saturating_sub(goes_on.begun())),
                None => {
                    let took = self.took.get(&seat).and_then(|took| took.get(n_took(&seat)));
                    let used = took.copied().unwrap_or(0);
                    back.push(seat);
                    (now.saturating_sub(known.since).saturating_sub(used), used)
                }
            };
            self.awaited.push(Awaited { still, minutes: known.minutes.resumed(passed), ..known.clone() });
            let resume = |marked: &mut Awaited| marked.minutes = marked.minutes.resumed(passed);
            self.noted.change_marked(&|marked| marked.is_same(known), &resume);
        }
        self.noted.paced = self.paced();
        for (seat, took) in &mut self.took {
            took.truncate(n_took(seat));
        }
        self.noted.left = Left { stage: Some(self.stage()), seats: Vec::new() };
        self.noted.back = back;
        self.noted.void.push((to + 1, self.ledger.version()));
    }

    /// Remembers how things stand, where they may be gone back to.
    fn mark(&mut self) {
        if self.ledger.mix().is_none() {
            return;
        }
        let after = self.ledger.version();
        self.game.keep_position(after, self.current.as_ref().map(|(actor, _)| actor));
        let earliest = self.game.earliest_position();
        let marks = &mut self.noted.marks;
        marks.retain(|mark| earliest.is_some_and(|earliest| earliest <= mark.after));
        if earliest.is_some() && marks.last().is_none_or(|last| last.after < after) {
            let n_took = self.took.iter().map(|(seat, took)| (seat.clone(), took.len())).collect();
            marks.push(Arc::new(Mark { after, awaited: self.awaited.clone(), n_took }));
        }
    }

    /// The seats that have just taken their hand-overs up again, after they had left off.
    pub fn back(&self) -> &[Seat] {
        &self.noted.back
    }

    /// Whether a take-back has made a line void: what the battle says there does not count any more.
    pub fn is_void(&self, seq: u64) -> bool {
        self.noted.void.iter().any(|(first, last)| *first <= seq && seq <= *last)
    }

    /// How long a seat's hand-overs took so far, in seconds, in their order.
    pub fn hand_overs(&self, seat: &Seat) -> &[u64] {
        self.took.get(seat).map_or(&[], Vec::as_slice)
    }
}
