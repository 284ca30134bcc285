//! What a log hides (log-mapping §6): seals are written with salts from outside, their texts kept apart; whoever reads the
//! log with them knows what is under the seals, whoever reads it without them knows what everybody does.

use std::{collections::BTreeMap, sync::Arc};

use super::{Chronicle, write::Writing};
use crate::{
    dice::{self, NoDice, Seeds},
    game::Decision,
    hash::Hash,
    ids::{Actor, Seat},
    log::{Body, Kind, Line, Opening, Seal},
    seam::{Decided, Hidden, SealedAt, Secret},
};

/// What one seal hides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The line.
    pub seq: u64,
    /// Which of its seals, from 0.
    pub n: u64,
    /// What it is salted with.
    pub salt: Hash,
    /// The hidden event, canonical.
    pub text: String,
}

/// What the seals of a log hide, as far as somebody knows. A copy is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lore(Arc<BTreeMap<(u64, u64), (Hash, String)>>);

impl Lore {
    /// What was kept.
    pub fn new(kept: impl IntoIterator<Item = Kept>) -> Self {
        Lore(Arc::new(kept.into_iter().map(|kept| ((kept.seq, kept.n), (kept.salt, kept.text))).collect()))
    }

    /// All that a log opens, early or late.
    pub fn opened_in<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Self {
        let opens = lines.into_iter().flat_map(|line| match &line.kind {
            Kind::Event(event) => event.opens.as_slice(),
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Wait(_)
            | Kind::Beacon(_)
            | Kind::Epoch { .. }
            | Kind::End { .. } => &[],
        });
        let kept =
            |open: &Opening| Kept { seq: open.seq, n: open.n, salt: open.salt, text: open.text.clone() };
        Lore::new(opens.map(kept))
    }

    fn add(&mut self, kept: Kept) {
        Arc::make_mut(&mut self.0).insert((kept.seq, kept.n), (kept.salt, kept.text));
    }
}

impl Chronicle {
    /// From here on the log is read by somebody who knows this. What does not fit its seal is not believed.
    pub fn knows(&mut self, lore: Lore) {
        self.lore = lore;
        let closed = self.ledger.closed_seals();
        let unknown = closed.into_iter().filter(|place| !self.knows_secret_at(*place)).collect::<Vec<_>>();
        for place in unknown {
            self.learn_at(place);
        }
    }

    /// The hidden event of a seal that stands in this log, for a seat of its owner's side.
    pub fn secret_at(&self, place: (u64, u64), owner: &Actor, seat: &Seat) -> Option<&str> {
        let Actor::Seat(owner) = owner else { return None };
        let may_know = self.game.are_of_one_side(owner, seat);
        self.lore.0.get(&place).filter(|_| may_know).map(|(_, text)| text.as_str())
    }

    /// The seals still closed whose text is not known here: they cannot be opened.
    pub fn lost_seals(&self) -> Vec<(u64, u64)> {
        let closed = self.ledger.closed_seals();
        closed.into_iter().filter(|place| !self.knows_secret_at(*place)).collect()
    }

    fn knows_secret_at(&self, place: (u64, u64)) -> bool {
        let is_there =
            |secret: &Secret| matches!(secret.at, SealedAt::Line { seq, n, .. } if (seq, n) == place);
        self.game.secrets().iter().any(is_there)
    }

    /// Takes in what is known of the seals of a line that was just read.
    pub(super) fn learn(&mut self, line: &Line) {
        if let Kind::Event(event) = &line.kind {
            for n in 0..event.seals.len() as u64 {
                self.learn_at((line.seq, n));
            }
        }
    }

    fn learn_at(&mut self, place @ (seq, n): (u64, u64)) {
        let (Some(sealed), Some((salt, text))) = (self.ledger.sealed(place), self.lore.0.get(&place)) else {
            return;
        };
        let fits = dice::seal(self.ledger.game(), sealed.owner.as_str(), *salt, text) == sealed.seal;
        let value = serde_json::from_str::<serde_json::Value>(text).ok();
        let body = value.and_then(|value| Body::of(&value).ok());
        let read = body.filter(|text| self.game.play().copy().take_in(text).is_ok());
        if let (true, Actor::Seat(owner), Some(text)) = (fits, &sealed.owner, read) {
            let at = SealedAt::Line { seq, n, salt: *salt };
            self.game.keep_secret(Secret { owner: owner.clone(), text, at });
        }
    }
}

impl Decision {
    /// The same with a salt for everything it seals.
    ///
    /// # Errors
    /// [`NoDice`] when there are no salts.
    pub(super) fn salted(mut self, salts: &dyn Seeds) -> Result<Self, NoDice> {
        for hidden in self.done.iter_mut().flat_map(|done| &mut done.seals) {
            hidden.salt = Some(salts.salt().ok_or(NoDice)?);
        }
        Ok(self)
    }
}

/// Where the lines of a decision are going to stand, and with which salts.
pub(super) struct PlacesWritten {
    first: u64,
    salts: Vec<Vec<Hash>>,
}

impl PlacesWritten {
    pub(super) fn of(first: u64, done: &[Decided]) -> Self {
        let salts = |done: &Decided| done.seals.iter().map(salt_of).collect();
        PlacesWritten { first, salts: done.iter().map(salts).collect() }
    }

    fn place(&self, at: SealedAt) -> (u64, u64, Hash) {
        match at {
            SealedAt::Line { seq, n, salt } => (seq, n, salt),
            SealedAt::Made { at, n } => (self.first + at as u64, n as u64, self.salts[at][n]),
        }
    }

    /// What a line opens.
    pub(super) fn openings(&self, secrets: &[Secret]) -> Vec<Opening> {
        let opening = |secret: &Secret| {
            let (seq, n, salt) = self.place(secret.at);
            Opening { n, salt, seq, text: secret.text.get().to_owned() }
        };
        secrets.iter().map(opening).collect()
    }
}

fn salt_of(hidden: &Hidden) -> Hash {
    hidden.salt.expect("a decision is salted before it is written")
}

impl Writing {
    /// The seals of the next line; their texts are kept.
    pub(super) fn seal(&mut self, hidden: &[Hidden]) -> Vec<Seal> {
        let (game, seq) = (self.next.ledger.game().clone(), self.next.ledger.version() + 1);
        let mut seals = Vec::new();
        for (n, hidden) in (0..).zip(hidden) {
            let (salt, text) = (salt_of(hidden), hidden.text.get());
            let seal = dice::seal(&game, &hidden.owner, salt, text);
            seals.push(Seal { owner: Actor::Seat(hidden.owner.clone()), seal });
            let kept = Kept { seq, n, salt, text: text.to_owned() };
            self.next.lore.add(kept.clone());
            self.kept.push(kept);
        }
        seals
    }

    /// The game after the turn learns where its secrets are sealed.
    pub(super) fn keep(&mut self, written: &PlacesWritten) {
        self.next.game.settle_secrets(|at| {
            let (seq, n, salt) = written.place(at);
            SealedAt::Line { seq, n, salt }
        });
    }
}
