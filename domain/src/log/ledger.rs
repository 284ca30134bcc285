//! The state of a game's log: what the next line follows from, and nothing that grows with every line, so that a copy is
//! cheap. It takes in lines that are trusted (our own store, or just judged) and judges nothing.

use std::{collections::BTreeMap, sync::Arc};

use super::{EpochHead, Event, Genesis, Kind, Line};
use crate::{
    dice,
    hash::Hash,
    ids::{Actor, GameId, Request, Seat},
};

/// A seal that is still closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Whose.
    pub owner: Actor,
    /// The hash in the log.
    pub seal: Hash,
}

/// The state of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    game: GameId,
    genesis: Arc<Genesis>,
    version: u64,
    head: Hash,
    time: u64,
    epoch: EpochHead,
    used: u64,
    last_seed: Hash,
    commits: BTreeMap<Seat, Option<Hash>>,
    entropy: BTreeMap<Seat, Hash>,
    mix: Option<Hash>,
    turn: Option<(Actor, Request)>,
    seals: BTreeMap<(u64, u64), Sealed>,
    awaited_round: Option<u64>,
    randomness: Option<Hash>,
    ended: bool,
}

impl Ledger {
    /// The state after a game's first line, whose text has this hash; `None` when it is no `genesis`.
    pub fn begin(line: &Line, hash: Hash) -> Option<Self> {
        let Kind::Genesis(genesis) = &line.kind else { return None };
        Some(Ledger {
            game: line.game.clone(),
            genesis: Arc::new((**genesis).clone()),
            version: 1,
            head: hash,
            time: line.time,
            last_seed: genesis.epoch.anchor,
            epoch: genesis.epoch.clone(),
            used: 0,
            commits: BTreeMap::new(),
            entropy: BTreeMap::new(),
            mix: None,
            turn: None,
            seals: BTreeMap::new(),
            awaited_round: None,
            randomness: None,
            ended: false,
        })
    }

    /// Takes in the next line, whose text has this hash.
    pub fn follow(&mut self, line: &Line, hash: Hash) {
        match &line.kind {
            // Never the next line of a log; there is nothing in it to take in.
            Kind::Genesis(_) => {}
            Kind::Commit { seat, commit, .. } => {
                self.leave_turn();
                self.commits.insert(seat.clone(), *commit);
                self.try_open();
            }
            Kind::Reveal { seat, entropy, .. } => {
                self.leave_turn();
                self.entropy.insert(seat.clone(), *entropy);
                self.try_open();
            }
            Kind::Event(event) => self.follow_event(line.seq, event),
            Kind::Wait(wait) => {
                self.turn = Some((wait.seat.clone(), wait.request.clone()));
                self.randomness = None;
                self.awaited_round = Some(wait.round);
            }
            Kind::Beacon(beacon) => {
                self.awaited_round = None;
                self.randomness = Some(beacon.randomness);
            }
            Kind::Epoch { epoch, .. } => {
                self.leave_turn();
                self.last_seed = epoch.anchor;
                self.epoch = epoch.clone();
                self.used = 0;
                self.commits.clear();
                self.entropy.clear();
                self.mix = None;
            }
            // It belongs to the turn before it (log-mapping §3).
            Kind::End { .. } => self.ended = true,
        }
        self.version += 1;
        self.head = hash;
        self.time = line.time;
    }

    fn follow_event(&mut self, seq: u64, event: &Event) {
        if !self.is_turn(&event.seat, &event.request) {
            self.turn = Some((event.seat.clone(), event.request.clone()));
            self.randomness = None;
        }
        for opening in &event.opens {
            self.seals.remove(&(opening.seq, opening.n));
        }
        for (n, seal) in (0..).zip(&event.seals) {
            self.seals.insert((seq, n), Sealed { owner: seal.owner.clone(), seal: seal.seal });
        }
        if let Some(roll) = event.rolls.last() {
            self.used = roll.index;
            self.last_seed = roll.seed;
        }
    }

    fn leave_turn(&mut self) {
        self.turn = None;
        self.randomness = None;
    }

    fn try_open(&mut self) {
        let n_revealing = self.commits.values().flatten().count();
        if self.all_committed() && self.entropy.len() == n_revealing {
            let seats = self.genesis.seats.iter().map(|s| (s.as_str(), self.entropy.get(s).copied()));
            self.mix = Some(dice::mix(&self.game, self.epoch.number, self.epoch.anchor, seats));
        }
    }

    /// The line that would follow now: the clock's time, but never before the last line's.
    pub fn next(&self, now: u64, kind: Kind) -> Line {
        Line {
            game: self.game.clone(),
            seq: self.version + 1,
            prev: self.head,
            time: now.max(self.time),
            kind,
        }
    }

    /// How many lines there are.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The hash of the last line.
    pub fn head(&self) -> Hash {
        self.head
    }

    /// The time of the last line, in Unix seconds.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// The game.
    pub fn game(&self) -> &GameId {
        &self.game
    }

    /// What the first line fixed.
    pub fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// The name in front of the signatures.
    pub fn origin(&self) -> &str {
        &self.genesis.origin
    }

    /// All seats, in the order of the first line.
    pub fn seats(&self) -> &[Seat] {
        &self.genesis.seats
    }

    /// The present epoch: number, length, anchor, and how many rolls it has had.
    pub fn epoch(&self) -> (u64, u64, Hash, u64) {
        (self.epoch.number, self.epoch.length, self.epoch.anchor, self.used)
    }

    /// The mix of the present epoch: `Some` exactly when it is open, that is when dice are legal.
    pub fn mix(&self) -> Option<Hash> {
        self.mix
    }

    /// Seats that still owe a commitment or, when all have committed, a reveal; in the order of the first line.
    pub fn owing(&self) -> Vec<Seat> {
        let owes = |seat: &&Seat| match self.commits.get(*seat) {
            None => true,
            Some(commit) => self.all_committed() && commit.is_some() && !self.entropy.contains_key(*seat),
        };
        self.genesis.seats.iter().filter(owes).cloned().collect()
    }

    /// Whether every seat has committed or declined in the present epoch.
    pub fn all_committed(&self) -> bool {
        self.commits.len() == self.genesis.seats.len()
    }

    /// A seat's commitment in the present epoch: `None` when it still owes one, `Some(None)` when it declined.
    pub fn commitment_of(&self, seat: &Seat) -> Option<Option<Hash>> {
        self.commits.get(seat).copied()
    }

    /// A seat's entropy in the present epoch, once revealed.
    pub fn entropy_of(&self, seat: &Seat) -> Option<Hash> {
        self.entropy.get(seat).copied()
    }

    /// The places of all seals still closed, in order: line, and place in its `seals`. What `end` must declare.
    pub fn closed_seals(&self) -> Vec<(u64, u64)> {
        self.seals.keys().copied().collect()
    }

    /// The closed seal at a place.
    pub fn sealed(&self, place: (u64, u64)) -> Option<&Sealed> {
        self.seals.get(&place)
    }

    /// Seat and request of the turn that the last line belongs to; `None` when it belongs to none.
    pub fn last_turn(&self) -> Option<&(Actor, Request)> {
        self.turn.as_ref()
    }

    /// Whether the last line is of this turn.
    pub fn is_turn(&self, seat: &Actor, request: &Request) -> bool {
        self.turn.as_ref().is_some_and(|turn| (&turn.0, &turn.1) == (seat, request))
    }

    /// The round that a `wait` waits for.
    pub fn awaited_round(&self) -> Option<u64> {
        self.awaited_round
    }

    /// The randomness of the turn in progress, once its round is in the log.
    pub fn randomness(&self) -> Option<Hash> {
        self.randomness
    }

    /// The seed that the last roll revealed; the anchor before the first.
    pub fn last_seed(&self) -> Hash {
        self.last_seed
    }

    /// Whether the log is closed.
    pub fn ended(&self) -> bool {
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::log::{Body, Opening, Seal, Signer};

    fn seat(name: &str) -> Seat {
        Seat::new(name).expect("a name")
    }

    fn begun() -> Ledger {
        let genesis = Genesis {
            origin: "dice.example.org".to_owned(),
            vkey: Signer::new("dice.example.org", &[7; 32]).expect("an origin").vkey(),
            seats: vec![seat("red"), seat("blue"), seat("bot")],
            rules: Body::of(&json!({})).expect("canonical"),
            beacon: None,
            epoch: EpochHead { anchor: Hash::of("anchor"), length: 4, number: 0 },
        };
        let line = Line::first(GameId::new("g-1").expect("a name"), 1000, genesis);
        Ledger::begin(&line, Hash::of(&line.to_text())).expect("a first line")
    }

    fn put(ledger: &mut Ledger, now: u64, kind: Kind) {
        let line = ledger.next(now, kind);
        ledger.follow(&line, Hash::of(&line.to_text()));
    }

    fn event(request: &str, seals: Vec<Seal>, opens: Vec<Opening>) -> Kind {
        let request = Request::new(request).expect("a request");
        let body = Body::of(&json!({})).expect("canonical");
        Kind::Event(Event { seat: Actor::Server, request, body, rolls: Vec::new(), seals, opens })
    }

    #[test]
    fn seats_owe_commitments_then_reveals_until_the_epoch_is_open() {
        let mut ledger = begun();
        let entropy = |name: &str| Hash::of(name);
        let commit = |name: &str, commit| Kind::Commit { seat: seat(name), epoch: 0, commit };
        let bound = |name: &str| commit(name, Some(dice::commitment("g-1", 0, name, &entropy(name))));
        let reveal = |name: &str| Kind::Reveal { seat: seat(name), epoch: 0, entropy: entropy(name) };
        put(&mut ledger, 2000, bound("red"));
        assert_eq!(ledger.owing(), [seat("blue"), seat("bot")]);
        put(&mut ledger, 1500, bound("blue"));
        assert_eq!(ledger.time(), 2000, "time never falls");
        put(&mut ledger, 2000, commit("bot", None));
        assert_eq!(ledger.commitment_of(&seat("bot")), Some(None));
        assert_eq!(ledger.owing(), [seat("red"), seat("blue")]);
        put(&mut ledger, 2000, reveal("blue"));
        assert_eq!((ledger.owing(), ledger.mix()), (vec![seat("red")], None));
        put(&mut ledger, 2000, reveal("red"));
        let seats = [("red", Some(entropy("red"))), ("blue", Some(entropy("blue"))), ("bot", None)];
        assert_eq!(ledger.mix(), Some(dice::mix("g-1", 0, Hash::of("anchor"), seats)));
        assert_eq!(ledger.owing(), []);

        let epoch = EpochHead { anchor: Hash::of("new"), length: 9, number: 1 };
        put(&mut ledger, 3000, Kind::Epoch { epoch, reason: String::new() });
        assert_eq!((ledger.mix(), ledger.owing().len(), ledger.version()), (None, 3, 7));
        assert_eq!(ledger.epoch(), (1, 9, Hash::of("new"), 0));
    }

    #[test]
    fn only_closed_seals_are_kept() {
        let mut ledger = begun();
        let seal =
            |text: &str| Seal { owner: Actor::Server, seal: dice::seal("g-1", "server", Hash::ZERO, text) };
        put(&mut ledger, 1000, event("a", vec![seal("0"), seal("1")], Vec::new()));
        assert_eq!(ledger.closed_seals(), [(2, 0), (2, 1)]);
        let opening = Opening { n: 0, salt: Hash::ZERO, seq: 2, text: "0".to_owned() };
        put(&mut ledger, 1000, event("b", Vec::new(), vec![opening]));
        assert_eq!(ledger.closed_seals(), [(2, 1)]);
        assert_eq!(ledger.last_turn().map(|turn| turn.1.as_str()), Some("b"));
        let body = Body::of(&json!({})).expect("canonical");
        let unopened = ledger.closed_seals();
        put(&mut ledger, 1000, Kind::End { body, unopened });
        assert!(ledger.ended() && ledger.last_turn().is_some());
    }
}
