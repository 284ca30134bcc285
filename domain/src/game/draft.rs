//! Secret phases (service §3): a seat's orders are its draft, outside the log, until one of them binds; then draft and
//! submission are decided together and become ONE line, the same whatever was decided, that seals what was.

use std::collections::BTreeMap;

use serde_json::{Value, value::RawValue};

use super::{
    Game, Orders,
    decide::{Decision, Making, Stop},
    read::{Order, Placed},
};
use crate::{
    dice::{ClosedDice, Dice, NoDice},
    ids::{Actor, Seat},
    log::Body,
    ruleset::{Act, Halt, Stage, Standing},
    seam::{AnyOrder, Corrupt, Decided, Hidden, Refusal, SealedAt, Secret},
    table::{TableEvent, TimeOutAction},
};

/// What becomes of a list of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// A turn.
    Turn,
    /// Nothing binds it: it is added to the seat's draft.
    Draft,
    /// It binds the seat's draft, and itself with it.
    Binds,
}

impl Game {
    /// What becomes of these orders of a seat: judged by their form alone.
    ///
    /// # Errors
    /// Every order that cannot be read.
    pub fn sending(&self, seat: &Seat, orders: &Orders<'_>) -> Result<Sending, Vec<Refusal>> {
        let (list, _) = self.read(orders)?;
        if self.may_submit(seat).is_err() {
            return Ok(Sending::Turn);
        }
        let rules: Vec<&dyn AnyOrder> = list.iter().filter_map(Order::of_rules).collect();
        let n_drafts = rules.iter().filter(|order| self.play.drafts(seat, **order)).count();
        Ok(match (n_drafts, rules.iter().any(|order| self.play.binds(*order))) {
            (0, false) => Sending::Turn,
            (0, true) | (1.., true) => Sending::Binds,
            (1.., false) if n_drafts == rules.len() => Sending::Draft,
            (1.., false) => Sending::Turn,
        })
    }

    /// Orders as a draft keeps them, in canonical JSON. Only their form is judged.
    ///
    /// # Errors
    /// Every order that cannot be read.
    pub fn as_draft(&self, orders: &Orders<'_>) -> Result<Vec<Value>, Vec<Refusal>> {
        let (list, _) = self.read(orders)?;
        Ok(list.iter().map(Order::json).collect())
    }

    /// Judges what would be a secret draft, by what the seat knows. Nothing is rolled, opened or written.
    ///
    /// # Errors
    /// As [`Game::submit`].
    pub fn judge_draft(
        &self,
        seat: &Seat,
        draft: &[Box<RawValue>],
        orders: &Orders<'_>,
    ) -> Result<Vec<Decided>, Vec<Refusal>> {
        self.may_submit(seat)?;
        let placed = self.read_with(draft, orders)?;
        let mut own = self.known_to(seat).copy();
        placed.check(&*own, seat)?;
        let mut done = Vec::new();
        for (at, order) in placed.list.iter().enumerate() {
            done.extend(match draft_order(&mut *own, seat, (at, order), &self.stage()) {
                Ok(done) => done,
                Err(Halt::Refused(why)) => return Err(placed.place(vec![why])),
                Err(Halt::NoDice) => break,
            });
        }
        Ok(done)
    }
}

/// One order of a secret draft, on a copy.
fn draft_order(
    own: &mut dyn crate::seam::AnyGame,
    seat: &Seat,
    (at, order): (usize, &Order),
    arrived: &Stage,
) -> Result<Vec<Decided>, Halt<Refusal>> {
    match order {
        Order::Rules(order) => own.draft(seat, (at, &**order), arrived),
        Order::Table(_) => Err(Halt::Refused(Refusal::untimely(
            at,
            "not-with-secret-orders",
            "an order of the table is sent apart from secret orders, for it is public at once",
        ))),
    }
}

impl Making<'_> {
    /// Decides a draft that one of its orders binds: one line, whatever was decided. The other seats' secrets have no part
    /// in it, so no refusal can tell of them.
    ///
    /// # Errors
    /// The first order that is not legal. On an error nothing has changed.
    pub(super) fn bind(
        &mut self,
        seat: &Seat,
        list: &[Order],
        arrived: &Stage,
    ) -> Result<Option<Stop>, Refusal> {
        let mut own = self.game.known_to(seat).copy();
        let mut bound: Option<(usize, Vec<Decided>)> = None;
        for (at, order) in list.iter().enumerate() {
            let binding = order.of_rules().filter(|order| own.binds(*order) && bound.is_none());
            let decided = match binding {
                None => draft_order(&mut *own, seat, (at, order), arrived),
                Some(order) => own.decide(seat, (at, order), arrived, &mut ClosedDice),
            };
            match decided {
                Ok(done) if binding.is_some() => bound = Some((at, done)),
                Ok(_) if bound.is_some() => {
                    return Err(Refusal::untimely(at, "already-bound", "the orders before it bind already"));
                }
                Ok(_) => {}
                Err(Halt::Refused(why)) => return Err(why),
                Err(Halt::NoDice) => {
                    return Err(Refusal::untimely(at, "secret-roll", "no die is thrown in secret"));
                }
            }
        }
        let (at, done) = bound.expect("the caller has seen an order that binds");
        self.seal(seat, done);
        match self.reveal() {
            Ok(()) => Ok(None),
            Err(NoDice) => Ok(Some(Stop { order_index: at, odds: None })),
        }
    }

    /// A list in a secret phase: it binds, or it is nothing that could be written.
    pub(super) fn submit_secret(
        mut self,
        seat: &Seat,
        placed: &Placed,
        arrived: &Stage,
    ) -> Result<Decision, Vec<Refusal>> {
        self.only_table = false;
        let binds = |order: &Order| order.of_rules().is_some_and(|order| self.game.play.binds(order));
        if !placed.list.iter().any(binds) {
            let message = "these orders are secret: they are a draft until one of them binds it";
            return Err(placed.place(vec![Refusal::untimely(0, "not-bound", message)]));
        }
        self.game.table.acted(seat, self.hand);
        let stopped = self.bind(seat, &placed.list, arrived).map_err(|why| placed.place(vec![why]))?;
        let outcome = if stopped.is_some() { None } else { self.over() };
        Ok(self.finish(outcome, stopped))
    }

    /// The one line of a secret decision.
    fn seal(&mut self, seat: &Seat, done: Vec<Decided>) {
        let whole = done.len() == 1 && matches!(&*done[0].seals, [hidden] if hidden.owner == *seat);
        assert!(whole, "what binds is one open fact that seals one of the seat's own: the ruleset's error");
        for mut fact in done {
            self.game.play.take_in(&fact.body).expect("what was just written is read again");
            fact.stage = self.game.stage();
            self.add(vec![fact]);
        }
    }

    /// A time-out in a secret phase: the draft, if it may be bound as it is, else the rules' default; one line either way.
    ///
    /// # Errors
    /// [`NoDice`] when what follows rolls and dice are closed.
    pub(super) fn time_out_in_secret(&mut self, seat: &Seat, draft: &Orders<'_>) -> Result<(), NoDice> {
        let list = self.game.late_list(seat, draft);
        let binds = list.iter().filter_map(Order::of_rules).any(|order| self.game.play.binds(order));
        let arrived = self.game.stage();
        let legal = |making: &Self| {
            let rules: Vec<(usize, &dyn AnyOrder)> =
                list.iter().enumerate().filter_map(|(at, order)| Some((at, order.of_rules()?))).collect();
            making.game.known_to(seat).check(seat, &rules).is_empty()
        };
        if binds && legal(self) {
            match self.bind(seat, &list, &arrived) {
                Ok(None) => return Ok(()),
                Ok(Some(_)) => return Err(NoDice),
                Err(_) => {}
            }
        }
        let mut own = self.game.known_to(seat).copy();
        let done = own.answer(&Act::TimedOut(seat.clone()), &mut ClosedDice)?;
        self.seal(seat, done);
        self.reveal()
    }

    /// When every secret that was owed is bound, all are opened, and the rules answer (log-mapping §6).
    ///
    /// # Errors
    /// [`NoDice`] in a rehearsal, which opens nothing, or when the answer rolls and dice are closed.
    pub(super) fn reveal(&mut self) -> Result<(), NoDice> {
        match self.game.play.standing() {
            Standing::Waiting(_) | Standing::Over(_) => return Ok(()),
            Standing::Reveal if self.rehearses => return Err(NoDice),
            Standing::Reveal => {}
        }
        self.open_all();
        self.opened = true;
        self.tell(&Act::Opened)?;
        let led_on = self.game.play.standing() != Standing::Reveal;
        assert!(led_on, "what was opened leads on: the ruleset's error");
        Ok(())
    }

    fn finish_sealed(self, is_late: bool) -> Decision {
        if is_late {
            return self.finish_time_out();
        }
        let outcome = self.over();
        self.finish(outcome, None)
    }

    /// One line that opens everything sealed that can be opened.
    pub(super) fn open_all(&mut self) {
        let opens: Vec<Secret> = std::mem::take(&mut self.game.secrets);
        for secret in &opens {
            self.game.play.take_in(&secret.text).expect("the keeper has read its secrets");
        }
        self.table(&TableEvent::SecretsOpened {});
        self.done.last_mut().expect("it was just written").opens = opens;
    }

    /// Facts that were decided; what they seal is known from now on.
    pub(super) fn add(&mut self, facts: Vec<Decided>) {
        for fact in facts {
            for (n, hidden) in fact.seals.iter().enumerate() {
                let (owner, text) = (hidden.owner.clone(), hidden.text.clone());
                let at = SealedAt::Made { at: self.done.len(), n };
                self.game.secrets.push(Secret { owner, text, at });
            }
            self.done.push(fact);
        }
    }
}

impl Game {
    /// What the clock would send of a draft: the rules' orders of it, for the table's are not its business, and what binds
    /// them, if none of them does.
    fn late_list(&self, seat: &Seat, draft: &Orders<'_>) -> Vec<Order> {
        let read = self.read(draft).map(|(list, _)| list).unwrap_or_default();
        let mut list: Vec<Order> = read.into_iter().filter(|order| order.of_rules().is_some()).collect();
        if !list.iter().filter_map(Order::of_rules).any(|order| self.play.binds(order)) {
            list.extend(self.play.binding(seat).map(Order::Rules));
        }
        list
    }

    /// What a time-out in the open sends for a seat: its draft, where the rules keep one till it is bound, if all of it is
    /// legal as it is; else nothing.
    pub(super) fn late_orders(&self, seat: &Seat, draft: &Orders<'_>) -> Vec<Order> {
        let list = self.late_list(seat, draft);
        let drafts = |order: &dyn AnyOrder| self.play.drafts(seat, order);
        let is_of_draft = |order: &dyn AnyOrder| drafts(order) || self.play.binds(order);
        let rules = || list.iter().filter_map(Order::of_rules);
        if !rules().any(drafts) || !rules().all(is_of_draft) {
            return Vec::new();
        }
        let placed = Placed { list, lines: BTreeMap::new() };
        let tried = self.making(Actor::Seat(seat.clone()), &mut ClosedDice).submit(seat, &placed);
        if tried.is_ok() { placed.list } else { Vec::new() }
    }

    /// What follows the sealed line of a decision that nobody can make again (log-mapping §7): what the table opens, and
    /// what the rules make of it.
    ///
    /// # Errors
    /// [`NoDice`] when the dice are others than these.
    pub fn after_sealed(
        &self,
        actor: Actor,
        timed_out: Option<&Seat>,
        dice: &mut dyn Dice,
    ) -> Result<Decision, NoDice> {
        let mut making = self.making(actor, dice);
        making.reveal()?;
        Ok(making.finish_sealed(timed_out.is_some()))
    }

    /// A secret decision, told instead of made, and what follows from it.
    ///
    /// # Errors
    /// Outer: [`Corrupt`] when what is told is no event of these rules. Inner: [`NoDice`] when the dice are others than
    /// these.
    pub fn told_in_secret(
        &self,
        actor: Actor,
        told: Told,
        dice: &mut dyn Dice,
    ) -> Result<Result<Decision, NoDice>, Corrupt> {
        let Told { timed_out, body, text } = told;
        let mut making = self.making(actor.clone(), dice);
        let is_late = timed_out.is_some();
        let owner = match (actor, timed_out) {
            (Actor::Server, Some((seat, action))) => {
                let named = TableEvent::SeatTimedOut { seat: seat.clone(), action, orders: Vec::new() };
                making.table(&named);
                seat
            }
            (Actor::Seat(seat), None) => {
                making.game.bound(&seat, making.hand);
                seat
            }
            (Actor::Server, None) | (Actor::Seat(_), Some(_)) => return Err(Corrupt::BodyUnreadable),
        };
        making.game.play.take_in(&body)?;
        let seals = match text {
            Some(text) => {
                making.game.play.copy().take_in(&text)?;
                vec![Hidden { owner, text, salt: None }]
            }
            None => Vec::new(),
        };
        let stage = making.game.stage();
        making.add(vec![Decided { body, rolls: Vec::new(), stage, seals, opens: Vec::new() }]);
        Ok(making.reveal().map(|()| making.finish_sealed(is_late)))
    }
}

/// A secret decision as a record tells it.
#[derive(Clone, Debug)]
pub struct Told {
    /// The seat whose time was up, if that was its cause.
    pub timed_out: Option<(Seat, TimeOutAction)>,
    /// The open fact.
    pub body: Body,
    /// The hidden one, if it has been opened since.
    pub text: Option<Body>,
}
