//! A game: the table and one battle at it. Decides what is asked of it and takes in what was decided; it knows nothing of
//! hashes, seeds or time (that is [`crate::chronicle`]).

mod back;
mod decide;
mod draft;
mod known;
mod offers;
mod read;
mod server;

use std::{collections::BTreeSet, sync::Arc};

use serde::Deserialize;

pub use back::{MOST_POSITIONS, NoWayBack};
pub use decide::{Decision, Stop};
pub use draft::{Sending, Told};
pub use known::Known;
pub use offers::Due;
pub use read::Orders;
pub use server::aborted;

use crate::{
    dice::RollProof,
    ids::{Actor, Request, Seat},
    log::Body,
    ruleset::{Outcome, Stage, Standing, Viewer},
    seam::{AnyGame, AnyOrder, AnyRuleset, Corrupt, PreparedSeat, Secret},
    table::{ClockRules, Hand, Life, TABLE_EVENTS, Table, TableEvent},
};

/// A game, whole: a fold of its events.
pub struct Game {
    /// What is the same for all games.
    table: Table,
    /// The battle, as far as it is open.
    play: Box<dyn AnyGame>,
    /// The seats of the plan; one that is none of them keeps its secrets to itself.
    plan: Arc<[PreparedSeat]>,
    /// What is sealed and known to whoever keeps this game, in the order of the seals.
    secrets: Vec<Secret>,
    /// Where the battle stood since the last die, between turns: what a take-back can reach.
    positions: back::Positions,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Game {
            table: self.table.clone(),
            play: self.play.copy(),
            plan: self.plan.clone(),
            secrets: self.secrets.clone(),
            positions: self.positions.clone(),
        }
    }
}

/// What the table reads of a game's first line.
#[derive(Deserialize)]
struct TableRules {
    bots: BTreeSet<Seat>,
    clock: ClockRules,
}

impl Game {
    /// A game before its first event, from the `seats` and `rules` of its first line.
    ///
    /// # Errors
    /// [`Corrupt::BodyUnreadable`] when the rules are not of this ruleset.
    pub fn begin(ruleset: &dyn AnyRuleset, seats: &[Seat], rules: &Body) -> Result<Self, Corrupt> {
        let TableRules { bots, clock } =
            serde_json::from_str(rules.get()).map_err(|_| Corrupt::BodyUnreadable)?;
        let plan = ruleset.seats(rules)?.into();
        Ok(Game { plan, ..Game::of(Table::new(seats.to_vec(), bots, clock), ruleset.begin(rules)?) })
    }

    /// A game made of its parts (tests set up positions).
    pub fn of(table: Table, play: Box<dyn AnyGame>) -> Self {
        let (plan, secrets) = (Arc::default(), Vec::new());
        Game { table, play, plan, secrets, positions: back::Positions::default() }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The battle as everybody knows it; what a viewer knows beyond that is [`Game::known`].
    pub fn play(&self) -> &dyn AnyGame {
        &*self.play
    }

    /// What the plan says of a seat.
    fn planned(&self, seat: &Seat) -> Option<&PreparedSeat> {
        self.plan.iter().find(|own| own.seat == *seat)
    }

    /// The name of a seat; its id where the plan does not name it.
    pub fn name_of<'a>(&'a self, seat: &'a Seat) -> &'a str {
        self.planned(seat).map_or(seat.as_str(), |own| own.name.as_str())
    }

    /// The result, when there is one.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self.table.life() {
            Life::Ended(outcome) => Some(outcome),
            Life::Open | Life::Active => None,
        }
    }

    /// Who must act, in the plan's order; nobody before the start and after the end.
    pub fn awaited(&self) -> Vec<Seat> {
        match (self.table.life(), self.play.standing()) {
            (Life::Active, Standing::Waiting(seats)) => seats,
            (Life::Active, Standing::Reveal | Standing::Over(_)) | (Life::Open | Life::Ended(_), _) => {
                Vec::new()
            }
        }
    }

    /// Round and phase.
    pub fn stage(&self) -> Stage {
        self.play.stage()
    }

    /// The seats still in the game, in the plan's order: not resigned, and with a part in the battle.
    pub fn in_game(&self) -> Vec<Seat> {
        self.table.left().into_iter().filter(|seat| self.play.takes_part(seat)).collect()
    }

    /// Whether an offer of a draw stands and every seat still in the game has offered or accepted it.
    pub fn draw_is_agreed(&self) -> bool {
        self.draw_waits_for(|_| true).is_some_and(|seats| seats.is_empty())
    }

    /// When a draw is offered: the seats of a kind, still in the game, that have not agreed to it.
    fn draw_waits_for(&self, kind: impl Fn(&Seat) -> bool) -> Option<Vec<Seat>> {
        let drawing = self.table.drawing();
        let silent = |seat: &Seat| !drawing.contains(seat) && kind(seat);
        (!drawing.is_empty()).then(|| self.in_game().into_iter().filter(silent).collect())
    }

    /// The bots that owe an answer to an offer of a draw: all that have given none, once everybody else has agreed.
    fn bots_asked(&self) -> Vec<Seat> {
        let is_bot = |seat: &Seat| self.table.bots().contains(seat);
        match self.draw_waits_for(|seat| !is_bot(seat)) {
            Some(people) if people.is_empty() => self.draw_waits_for(is_bot).unwrap_or_default(),
            Some(_) | None => Vec::new(),
        }
    }

    /// The seats for which a bot has something to do: it holds them, or plays a hand-over for somebody absent.
    pub fn bots_due(&self) -> Vec<Seat> {
        if *self.table.life() != Life::Active {
            return Vec::new();
        }
        let (awaited, asked) = (self.awaited(), self.bots_asked());
        let plays = |seat: &Seat| self.table.bots().contains(seat) || self.table.stood_in().contains(seat);
        let due = |seat: &Seat| (awaited.contains(seat) && plays(seat)) || asked.contains(seat);
        self.table.left().into_iter().filter(due).collect()
    }

    /// Whose hand a turn of a seat is by, which was asked for under this key.
    pub fn hand(&self, seat: &Seat, request: &Request) -> Hand {
        let is_bots_seat = self.table.bots().contains(seat);
        if request.is_bots() && !is_bots_seat { Hand::StandIn } else { Hand::Own }
    }

    /// Between turns: hand-overs that have ended are forgotten.
    pub fn settle(&mut self) {
        let awaited = self.awaited();
        self.table.keep_hand_overs(&awaited);
    }

    /// What a bot sends for this seat now, as orders in JSON; empty when it has nothing to say.
    pub fn bot_orders(&self, seat: &Seat, whim: u64) -> Vec<serde_json::Value> {
        let mut orders = Vec::new();
        if self.bots_asked().contains(seat) {
            let answer =
                if self.known_to(seat).bot_agrees_to_draw(seat) { "accept_draw" } else { "decline_draw" };
            orders.push(serde_json::json!({ "type": answer }));
        }
        // What is public at once is said apart from what is secret; it is asked again for that.
        let apart = !orders.is_empty() && self.play.is_secret(seat);
        if self.awaited().contains(seat) && !apart {
            orders.extend(self.known_to(seat).bot(seat, whim).iter().map(|order| order.json()));
        }
        orders
    }

    /// A sensible whole turn for a seat, to be suggested.
    pub fn suggested(&self, seat: &Seat) -> Vec<Box<dyn AnyOrder>> {
        if self.awaited().contains(seat) { self.known_to(seat).bot(seat, 0) } else { Vec::new() }
    }

    /// What a viewer is shown of the battle.
    pub fn view(&self, viewer: &Viewer) -> serde_json::Value {
        self.known(viewer).view(viewer)
    }

    /// Takes in the body of an event line by `actor`'s `hand`, which proves these rolls.
    ///
    /// # Errors
    /// [`Corrupt`]: nothing has changed.
    pub fn apply(
        &mut self,
        actor: &Actor,
        hand: Hand,
        body: &Body,
        proofs: &[RollProof],
    ) -> Result<(), Corrupt> {
        #[derive(Deserialize)]
        struct Tag<'a> {
            #[serde(rename = "type", borrow)]
            tag: std::borrow::Cow<'a, str>,
        }
        let Tag { tag } = serde_json::from_str(body.get()).map_err(|_| Corrupt::BodyUnreadable)?;
        if !TABLE_EVENTS.contains(&&*tag) {
            self.play.apply(body, proofs)?;
            if !proofs.is_empty() {
                self.forget_positions();
            }
            return Ok(());
        }
        let event: TableEvent = serde_json::from_str(body.get()).map_err(|_| Corrupt::BodyUnreadable)?;
        if !proofs.is_empty() {
            return Err(Corrupt::RollsDiffer);
        }
        self.take_in(actor, hand, &event)
    }

    /// Takes in the result of the `end` line.
    ///
    /// # Errors
    /// [`Corrupt::BodyUnreadable`] when it is no result.
    pub fn apply_end(&mut self, body: &Body) -> Result<(), Corrupt> {
        let outcome: Outcome = serde_json::from_str(body.get()).map_err(|_| Corrupt::BodyUnreadable)?;
        self.end(outcome);
        Ok(())
    }

    /// The game is over: offers that stood are closed with it.
    fn end(&mut self, outcome: Outcome) {
        self.close_offers();
        self.table.end(outcome);
    }

    /// Whether two games are in the same state, as everybody knows it.
    pub fn same(&self, other: &Game) -> bool {
        self.table == other.table && self.play.same(&*other.play) && self.positions.same(&other.positions)
    }
}
