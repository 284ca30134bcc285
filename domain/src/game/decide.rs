//! Deciding: one submission.
//!
//! *No peeking* is kept here and nowhere else: up to the first die any illegal order refuses the whole list, from it on
//! none can be refused any more, and an order that no longer applies is recorded as lapsed (service §2).

use serde_json::value::RawValue;

use super::{
    Game, Orders,
    known::Known,
    read::{Order, Placed},
};
use crate::{
    dice::{ClosedDice, Dice, NoDice},
    ids::{Actor, Seat},
    log::Body,
    ruleset::{Act, Halt, Odds, Outcome, Stage, Standing},
    seam::{AnyGame, AnyOrder, Decided, Refusal},
    table::{Hand, Life, TableEvent, TableOrder},
};

/// What was decided, and the game it leads to. The old game is untouched: a lost race leaves nothing to undo.
pub struct Decision {
    /// What happened, in order; all of it is of one actor and one request.
    pub done: Vec<Decided>,
    /// The result, if the game has ended.
    pub outcome: Option<Outcome>,
    /// The game after it.
    pub next: Game,
    /// Set when dice were closed: where the first roll would have been.
    pub stopped: Option<Stop>,
    /// Whether all of it was the table's business, and no order of the rules was among it.
    pub only_table: bool,
}

/// Where a rehearsal with closed dice ends.
pub struct Stop {
    /// The order that would roll.
    pub order_index: usize,
    /// Its chances.
    pub odds: Option<Odds>,
}

/// What the rules are asked on a battle as somebody knows it.
type Ask<'a, E> = &'a mut dyn FnMut(&mut dyn AnyGame, &mut dyn Dice) -> Result<Vec<Decided>, E>;

/// A decision in the making.
pub(super) struct Making<'a> {
    /// The game as it is after what was decided so far.
    pub(super) game: Game,
    actor: Actor,
    pub(super) hand: Hand,
    pub(super) done: Vec<Decided>,
    pub(super) only_table: bool,
    /// Nothing will be written: the decision knows what its seat knows, and opens nothing.
    pub(super) rehearses: bool,
    /// A secret was opened: from now on nothing can be refused.
    pub(super) opened: bool,
    /// A draw was offered when these orders came, and they have not declined it. Whoever offered it and gives orders no
    /// longer offers it, so his own refusal is told by this alone.
    draw_stood: bool,
    dice: &'a mut dyn Dice,
}

impl Making<'_> {
    /// A fact of the table.
    pub(super) fn table(&mut self, event: &TableEvent) {
        self.game
            .take_in(&self.actor, self.hand, event)
            .expect("only a position that is kept is decided to be taken back to");
        let body = Body::of(event).expect("a table's event is whole numbers and texts");
        let stage = self.game.stage();
        let (rolls, seals, opens) = (Vec::new(), Vec::new(), Vec::new());
        self.done.push(Decided { body, rolls, stage, seals, opens });
    }

    /// Tells the rules, and takes in what they answer; when that was the last secret owed, what is opened too.
    pub(super) fn act(&mut self, act: &Act) -> Result<(), NoDice> {
        self.tell(act)?;
        self.reveal()
    }

    /// Tells the rules, and takes in what they answer.
    pub(super) fn tell(&mut self, act: &Act) -> Result<(), NoDice> {
        self.ask(&mut |play, dice| play.answer(act, dice))
    }

    /// Lets the rules decide on all that is known here: in a rehearsal what its seat knows, else everything. What they
    /// give enters the open state, and only what is open of it.
    fn ask<E>(&mut self, decide: Ask<'_, E>) -> Result<(), E> {
        let known = match (&self.actor, self.rehearses) {
            (Actor::Seat(seat), true) => self.game.known_to(seat),
            (Actor::Seat(_) | Actor::Server, _) => self.game.known_to_all(),
        };
        let facts = match known {
            Known::Open(_) => decide(&mut *self.game.play, self.dice)?,
            Known::More(mut play) => {
                let mut facts = decide(&mut *play, self.dice)?;
                for fact in &mut facts {
                    self.game.play.take_in(&fact.body).expect("what was just written is read again");
                    fact.stage = self.game.play.stage();
                }
                facts
            }
        };
        self.add(facts);
        Ok(())
    }

    /// Whether an order may be refused still.
    fn may_refuse(&self) -> bool {
        self.dice.rolled() == 0 && !self.opened
    }

    fn lapse(&mut self, order_index: usize, order: &Order, why: &Refusal) {
        self.table(&TableEvent::OrderLapsed {
            order_index,
            order: order.json(),
            code: why.code.to_owned(),
            rules: why.rule.iter().map(|rule| rule.0.to_owned()).collect(),
        });
    }

    /// A seat leaves the game.
    pub(super) fn resign(&mut self, seat: &Seat) -> Result<(), NoDice> {
        self.table(&TableEvent::SeatResigned { seat: seat.clone() });
        let left = self.game.table.left();
        self.act(&Act::Resigned { seat: seat.clone(), left })?;
        self.agree() // who has left is no longer asked: those who stay may have agreed already
    }

    /// One order of the table; on a refusal nothing has changed.
    fn table_order(
        &mut self,
        seat: &Seat,
        order_index: usize,
        order: TableOrder,
    ) -> Result<(), Halt<Refusal>> {
        let offered = !self.game.table.drawing().is_empty();
        let own = self.game.table.drawing().contains(seat);
        let refuse = |code, message| Err(Halt::Refused(Refusal::untimely(order_index, code, message)));
        let no_draw = || refuse("no-draw-offered", "no offer of a draw stands");
        match order {
            TableOrder::Resign {} => self.resign(seat)?,
            TableOrder::OfferDraw {} | TableOrder::AcceptDraw {} | TableOrder::DeclineDraw {}
                if !self.game.in_game().contains(seat) =>
            {
                return refuse("no-part-left", "this seat has no part in the battle any more");
            }
            TableOrder::OfferDraw {} if own => {
                return refuse("draw-already-offered", "this seat has offered a draw");
            }
            TableOrder::OfferDraw {} => {
                self.table(&TableEvent::DrawOffered { seat: seat.clone() });
                self.agree()?;
            }
            TableOrder::AcceptDraw {} if !offered => return no_draw(),
            TableOrder::DeclineDraw {} if !std::mem::take(&mut self.draw_stood) => return no_draw(),
            TableOrder::AcceptDraw {} if own => {
                return refuse("draw-already-offered", "this seat has agreed already");
            }
            TableOrder::AcceptDraw {} => {
                self.table(&TableEvent::DrawAccepted { seat: seat.clone() });
                self.agree()?;
            }
            TableOrder::DeclineDraw {} => self.table(&TableEvent::DrawDeclined { seat: seat.clone() }),
        }
        Ok(())
    }

    /// The draw, if all that are still in the game want it.
    fn agree(&mut self) -> Result<(), NoDice> {
        let agreed = self.over().is_none() && self.game.draw_is_agreed();
        if agreed { self.act(&Act::Drawn) } else { Ok(()) }
    }

    fn order(
        &mut self,
        seat: &Seat,
        order_index: usize,
        order: &Order,
        arrived: &Stage,
    ) -> Result<(), Halt<Refusal>> {
        if self.game.table.has_resigned(seat) {
            return Err(Halt::Refused(gone(order_index)));
        }
        match order {
            Order::Table(order) => self.table_order(seat, order_index, *order),
            Order::Rules(rules) => {
                self.only_table = false;
                let rules = (order_index, &**rules);
                // What the seat cannot know cannot refuse its order: it lapses, in the open (service §3).
                if !self.game.secrets().is_empty()
                    && let Err(Halt::Refused(why)) =
                        self.game.known_to(seat).copy().decide(seat, rules, arrived, &mut ClosedDice)
                {
                    return Err(Halt::Refused(why));
                }
                let before = self.game.secrets().len();
                match self.ask(&mut |play, dice| play.decide(seat, rules, arrived, dice)) {
                    Err(Halt::Refused(why)) if 0 < before => self.lapse(order_index, order, &why),
                    decided => decided?,
                }
                let open = self.game.secrets().len() == before;
                assert!(open, "orders that stand in the log hide nothing: the ruleset's error");
                self.reveal()?;
                self.agree()?; // a seat may have lost its part in the battle: the others may have agreed already
                Ok(())
            }
        }
    }

    /// A whole list of one seat's.
    pub(super) fn submit(mut self, seat: &Seat, placed: &Placed) -> Result<Decision, Vec<Refusal>> {
        placed.check(&*self.game.known_to(seat), seat)?;
        let arrived = self.game.stage();
        let list = &placed.list;
        if list.iter().any(|order| order.of_rules().is_some()) && self.game.play.is_secret(seat) {
            return self.submit_secret(seat, placed, &arrived);
        }
        let is_draft = |order: &dyn AnyOrder| self.game.play.drafts(seat, order);
        let binds = |order: &dyn AnyOrder| self.game.play.binds(order);
        if list.iter().filter_map(Order::of_rules).any(is_draft)
            && !list.iter().filter_map(Order::of_rules).any(binds)
        {
            let message = "some of these orders are a draft until one binds it: send the others apart";
            return Err(placed.place(vec![Refusal::untimely(0, "not-bound", message)]));
        }
        self.table(&TableEvent::OrdersGiven { orders: list.iter().map(Order::json).collect() });
        let stopped = self.carry_out(seat, list, &arrived).map_err(|why| placed.place(vec![why]))?;
        let outcome = if stopped.is_some() { None } else { self.over() };
        Ok(self.finish(outcome, stopped))
    }

    /// One order after the other. Stops before the first roll when dice are closed.
    ///
    /// # Errors
    /// The first order that is illegal before the first die.
    pub(super) fn carry_out(
        &mut self,
        seat: &Seat,
        list: &[Order],
        arrived: &Stage,
    ) -> Result<Option<Stop>, Refusal> {
        for (at, order) in list.iter().enumerate() {
            if self.over().is_some() {
                break; // the rest is not tried and leaves no line
            }
            match self.order(seat, at, order, arrived) {
                Ok(()) => {}
                Err(Halt::Refused(why)) if self.may_refuse() => return Err(why),
                Err(Halt::Refused(why)) => {
                    if let Some(order) = order.of_rules() {
                        let facts = self.game.play.lapse(seat, order);
                        self.add(facts);
                    }
                    self.lapse(at, order, &why);
                }
                Err(Halt::NoDice) => {
                    let odds = order.of_rules().and_then(|order| self.game.odds(seat, order));
                    return Ok(Some(Stop { order_index: at, odds }));
                }
            }
        }
        if self.over().is_none() {
            let facts = self.game.play.leftover(seat);
            self.add(facts);
        }
        Ok(None)
    }

    /// The result, if the battle is over.
    pub(super) fn over(&self) -> Option<Outcome> {
        match self.game.play.standing() {
            Standing::Over(outcome) => Some(outcome),
            Standing::Waiting(_) | Standing::Reveal => None,
        }
    }

    /// What has been decided.
    pub(super) fn finish(mut self, outcome: Option<Outcome>, stopped: Option<Stop>) -> Decision {
        if outcome.is_some() && !self.game.secrets().is_empty() && !self.rehearses {
            self.open_all();
        }
        // What shows dice or secrets, or binds one, is not taken back.
        let binds =
            |done: &Decided| !(done.rolls.is_empty() && done.seals.is_empty() && done.opens.is_empty());
        if self.done.iter().any(binds) {
            self.game.forget_positions();
        }
        if let Some(outcome) = &outcome {
            self.game.end(outcome.clone());
        }
        Decision { done: self.done, outcome, next: self.game, stopped, only_table: self.only_table }
    }
}

fn gone(order_index: usize) -> Refusal {
    Refusal::untimely(order_index, "seat-resigned", "this seat has left the game")
}

impl Game {
    /// A decision of this actor's, about to be made.
    pub(super) fn making<'a>(&self, actor: Actor, dice: &'a mut dyn Dice) -> Making<'a> {
        Making {
            game: self.clone(),
            actor,
            hand: Hand::Own,
            done: Vec::new(),
            only_table: true,
            rehearses: false,
            opened: false,
            draw_stood: !self.table.drawing().is_empty(),
            dice,
        }
    }

    /// Decides a list of orders of one seat.
    ///
    /// # Errors
    /// Why nothing of the list is carried out: every fault that no die can change, or the first order that is illegal
    /// before the first die.
    pub fn submit(
        &self,
        seat: &Seat,
        orders: &Orders<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Decision, Vec<Refusal>> {
        self.submit_by(Hand::Own, seat, orders, dice)
    }

    /// The same, by somebody's hand.
    ///
    /// # Errors
    /// As [`Game::submit`].
    pub fn submit_by(
        &self,
        hand: Hand,
        seat: &Seat,
        orders: &Orders<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Decision, Vec<Refusal>> {
        self.submit_with_draft(hand, seat, &[], orders, dice)
    }

    /// The same, in a secret phase together with the seat's draft. Refusals count its orders along, from the draft's first.
    ///
    /// # Errors
    /// As [`Game::submit`].
    pub fn submit_with_draft(
        &self,
        hand: Hand,
        seat: &Seat,
        draft: &[Box<RawValue>],
        orders: &Orders<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Decision, Vec<Refusal>> {
        let mut making = self.making(Actor::Seat(seat.clone()), dice);
        making.hand = hand;
        making.submit(seat, &self.read_if_may(seat, draft, orders)?)
    }

    /// Tries orders with closed dice, by what the seat knows: it ends before the first roll and before anything is opened,
    /// with [`Decision::stopped`].
    ///
    /// # Errors
    /// As [`Game::submit`].
    pub fn rehearse(
        &self,
        seat: &Seat,
        draft: &[Box<RawValue>],
        orders: &Orders<'_>,
    ) -> Result<Decision, Vec<Refusal>> {
        let mut closed = ClosedDice;
        let mut making = self.making(Actor::Seat(seat.clone()), &mut closed);
        making.rehearses = true;
        making.submit(seat, &self.read_if_may(seat, draft, orders)?)
    }

    fn read_if_may(
        &self,
        seat: &Seat,
        draft: &[Box<RawValue>],
        orders: &Orders<'_>,
    ) -> Result<Placed, Vec<Refusal>> {
        self.may_submit(seat)?;
        self.read_with(draft, orders)
    }

    pub(super) fn may_submit(&self, seat: &Seat) -> Result<(), Vec<Refusal>> {
        let refuse = |code, rule, message| Err(vec![Refusal { rule, ..Refusal::untimely(0, code, message) }]);
        match self.table.life() {
            Life::Open => refuse("not-started", None, "the game has not begun"),
            Life::Ended(_) => refuse("game-over", Some(self.play.over_rule()), "the game is over"),
            Life::Active if self.table.has_resigned(seat) => Err(vec![gone(0)]),
            Life::Active => Ok(()),
        }
    }
}
