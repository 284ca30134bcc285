//! What is known to whom (log-mapping §6). The game's state is the fold of what is open; what a viewer knows is that state
//! with the secrets of his side folded on top. What was not folded in cannot leak. Only deciding is given everything.

use std::ops::Deref;

use super::Game;
use crate::{
    ids::Seat,
    log::{Body, Opening},
    picture::Picture,
    ruleset::{Focus, Odds, Viewer},
    seam::{AnyGame, AnyOrder, Corrupt, SealedAt, Secret},
};

/// A battle as somebody knows it.
pub enum Known<'a> {
    /// He knows what everybody does.
    Open(&'a (dyn AnyGame + 'static)),
    /// He knows more: a copy with secrets folded in.
    More(Box<dyn AnyGame>),
}

impl Deref for Known<'_> {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        match self {
            Known::Open(play) => *play,
            Known::More(play) => &**play,
        }
    }
}

impl Game {
    /// The battle as a viewer knows it.
    pub fn known(&self, viewer: &Viewer) -> Known<'_> {
        match viewer {
            Viewer::Spectator => Known::Open(&*self.play),
            Viewer::Seat(seat) => self.known_to(seat),
        }
    }

    /// The battle as a seat knows it.
    pub fn known_to(&self, seat: &Seat) -> Known<'_> {
        self.with(|secret| self.are_of_one_side(&secret.owner, seat))
    }

    /// The battle with all that its keeper knows.
    pub(super) fn known_to_all(&self) -> Known<'_> {
        self.with(|_| true)
    }

    fn with(&self, knows: impl Fn(&Secret) -> bool) -> Known<'_> {
        let mut secrets = self.secrets.iter().filter(|secret| knows(secret)).peekable();
        if secrets.peek().is_none() {
            return Known::Open(&*self.play);
        }
        let mut play = self.play.copy();
        for secret in secrets {
            // One that this program cannot read tells it nothing; it is noticed when it is opened.
            let _ = play.take_in(&secret.text);
        }
        Known::More(play)
    }

    /// Whether two seats belong to one side, and so know each other's seals.
    pub fn are_of_one_side(&self, one: &Seat, other: &Seat) -> bool {
        let side = |seat| self.planned(seat).map(|own| &own.side);
        one == other || side(one).is_some_and(|own| side(other) == Some(own))
    }

    /// Legal orders of a seat, as far as it knows: those of a figure, or a small overview.
    pub fn hints(&self, seat: &Seat, figure: Option<&str>) -> Vec<Box<dyn AnyOrder>> {
        self.known_to(seat).hints(seat, figure)
    }

    /// The exact chances of an order, as far as the seat knows.
    pub fn odds(&self, seat: &Seat, order: &dyn AnyOrder) -> Option<Odds> {
        self.known_to(seat).odds(seat, order)
    }

    /// The board as this viewer sees it.
    pub fn board(&self, viewer: &Viewer, focus: &Focus<'_, Body>) -> Picture {
        self.known(viewer).board(viewer, focus)
    }

    /// What is sealed and known to whoever keeps this game.
    pub fn secrets(&self) -> &[Secret] {
        &self.secrets
    }

    /// Takes in a secret whose seal stands in the log.
    pub(crate) fn keep_secret(&mut self, secret: Secret) {
        self.secrets.push(secret);
    }

    /// Secrets that were sealed by the decision just written learn where their seals stand.
    pub(crate) fn settle_secrets(&mut self, written: impl Fn(SealedAt) -> SealedAt) {
        for secret in &mut self.secrets {
            secret.at = written(secret.at);
        }
    }

    /// Takes in what a line opens, in its order.
    ///
    /// # Errors
    /// [`Corrupt::BodyUnreadable`] when a text is no event that this program knows.
    pub fn open(&mut self, openings: &[Opening]) -> Result<(), Corrupt> {
        for opening in openings {
            let value: serde_json::Value =
                serde_json::from_str(&opening.text).map_err(|_| Corrupt::BodyUnreadable)?;
            let text = Body::of(&value).map_err(|_| Corrupt::BodyUnreadable)?;
            self.play.take_in(&text)?;
            self.secrets.retain(|secret| match secret.at {
                SealedAt::Line { seq, n, .. } => (seq, n) != (opening.seq, opening.n),
                SealedAt::Made { .. } => true,
            });
        }
        Ok(())
    }

    /// A seat has bound what its line seals, by this hand.
    pub(crate) fn bound(&mut self, seat: &Seat, hand: crate::table::Hand) {
        self.table.acted(seat, hand);
        if hand == crate::table::Hand::Own {
            self.table.lapse_by_turn(seat);
        }
    }
}
