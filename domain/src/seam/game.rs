//! One battle behind the seam.

use std::any::Any;

use serde_json::{Value, value::RawValue};

use super::{
    AnyGame, AnyOrder, Corrupt, Decided, Hidden, Refusal, Typed, decided, refusal, to_value,
    unknown_or_malformed,
};
use crate::{
    dice::{ClosedDice, Dice, NoDice, RollProof},
    ids::Seat,
    log::Body,
    picture::Picture,
    rule::RuleId,
    ruleset::{Act, Fact, Focus, Halt, Odds, Pace, Ruleset, Stage, Standing, Viewer},
};

/// A battle of ruleset `R`: its state, and nothing else.
pub struct Battle<R: Ruleset> {
    /// Private to the rules and to their tests.
    pub state: R::State,
}

impl<R: Ruleset> Battle<R> {
    /// Takes in what is open, and a draft without a line; a hidden event goes under seal to the open one before it.
    fn take_in_open(&mut self, events: &[R::Event]) -> Vec<Decided> {
        let mut done: Vec<Decided> = Vec::new();
        for event in events {
            match event.hidden() {
                None if event.is_draft() => R::evolve(&mut self.state, event),
                None => done.push(self.take_in_event(event)),
                Some(owner) => {
                    let fact = decided(event, &R::cites(&self.state, event), R::stage(&self.state));
                    assert!(fact.rolls.is_empty(), "rules roll in the open (verifiable-dice §3)");
                    let line = done.last_mut().expect("a hidden fact follows an open one: its line seals it");
                    line.seals.push(Hidden { owner: owner.clone(), text: fact.body, salt: None });
                }
            }
        }
        done
    }

    fn take_in_event(&mut self, event: &R::Event) -> Decided {
        let cites = R::cites(&self.state, event);
        R::evolve(&mut self.state, event);
        decided(event, &cites, R::stage(&self.state))
    }

    fn typed<'a>(&self, order: &'a dyn AnyOrder) -> &'a R::Command {
        order.as_any().downcast_ref().expect("an order is decided by the game that read it")
    }
}

fn boxed<R: Ruleset>(command: R::Command) -> Box<dyn AnyOrder> {
    Box::new(Typed::<R>(command))
}

impl<R: Ruleset> AnyGame for Battle<R> {
    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(Battle::<R> { state: self.state.clone() })
    }

    fn read_json(&self, order_index: usize, json: &RawValue) -> Result<Box<dyn AnyOrder>, Refusal> {
        serde_json::from_str::<R::Command>(json.get())
            .map(boxed::<R>)
            .map_err(|why| unknown_or_malformed::<R>(order_index, json, &why))
    }

    fn read_text(
        &self,
        order_index: usize,
        line_number: usize,
        line: &str,
    ) -> Result<Vec<Box<dyn AnyOrder>>, Refusal> {
        R::parse(line).map(|orders| orders.into_iter().map(boxed::<R>).collect()).map_err(|why| Refusal {
            order_index,
            code: "malformed",
            rule: Some(R::FORM_RULE),
            untimely: false,
            message: format!("expected {}", why.expected),
            place: Some((line_number, why.column)),
            about: Box::default(),
        })
    }

    fn check(&self, seat: &Seat, orders: &[(usize, &dyn AnyOrder)]) -> Vec<Refusal> {
        let typed: Vec<(usize, R::Command)> =
            orders.iter().map(|&(at, order)| (at, self.typed(order).clone())).collect();
        R::check(&self.state, seat, &typed).iter().map(|(at, why)| refusal(*at, why)).collect()
    }

    fn decide(
        &mut self,
        seat: &Seat,
        (order_index, order): (usize, &dyn AnyOrder),
        arrived: &Stage,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Decided>, Halt<Refusal>> {
        match R::decide(&self.state, seat, self.typed(order), arrived, dice) {
            Ok(events) => Ok(self.take_in_open(&events)),
            Err(Halt::Refused(why)) => Err(Halt::Refused(refusal(order_index, &why))),
            Err(Halt::NoDice) => Err(Halt::NoDice),
        }
    }

    fn draft(
        &mut self,
        seat: &Seat,
        (order_index, order): (usize, &dyn AnyOrder),
        arrived: &Stage,
    ) -> Result<Vec<Decided>, Halt<Refusal>> {
        match R::decide(&self.state, seat, self.typed(order), arrived, &mut ClosedDice) {
            Ok(events) => Ok(events.iter().map(|event| self.take_in_event(event)).collect()),
            Err(Halt::Refused(why)) => Err(Halt::Refused(refusal(order_index, &why))),
            Err(Halt::NoDice) => Err(Halt::NoDice),
        }
    }

    fn take_in(&mut self, body: &Body) -> Result<(), Corrupt> {
        let event: R::Event = serde_json::from_str(body.get()).map_err(|_| Corrupt::BodyUnreadable)?;
        R::evolve(&mut self.state, &event);
        Ok(())
    }

    fn is_secret(&self, seat: &Seat) -> bool {
        R::is_secret(&self.state, seat)
    }

    fn drafts(&self, seat: &Seat, order: &dyn AnyOrder) -> bool {
        R::drafts(&self.state, seat, self.typed(order))
    }

    fn lapse(&mut self, seat: &Seat, order: &dyn AnyOrder) -> Vec<Decided> {
        let events = R::lapse(&self.state, seat, self.typed(order));
        self.take_in_open(&events)
    }

    fn leftover(&mut self, seat: &Seat) -> Vec<Decided> {
        let events = R::leftover(&self.state, seat);
        self.take_in_open(&events)
    }

    fn binds(&self, order: &dyn AnyOrder) -> bool {
        R::binds(self.typed(order))
    }

    fn binding(&self, seat: &Seat) -> Option<Box<dyn AnyOrder>> {
        R::binding(&self.state, seat).map(boxed::<R>)
    }

    fn shares_draft(&self, seat: &Seat) -> bool {
        R::shares_draft(&self.state, seat)
    }

    fn answer(&mut self, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Decided>, NoDice> {
        R::answer(&self.state, act, dice).map(|events| self.take_in_open(&events))
    }

    fn apply(&mut self, body: &Body, proofs: &[RollProof]) -> Result<(), Corrupt> {
        let event: R::Event = serde_json::from_str(body.get()).map_err(|_| Corrupt::BodyUnreadable)?;
        let shown = event.rolls();
        let same = shown.len() == proofs.len()
            && shown.iter().zip(proofs).all(|(roll, proof)| {
                roll.sides == proof.sides
                    && roll.values == proof.values
                    && roll.rule.0 == proof.rule
                    && roll.why() == proof.why
            });
        if !same {
            return Err(Corrupt::RollsDiffer);
        }
        R::evolve(&mut self.state, &event);
        Ok(())
    }

    fn standing(&self) -> Standing {
        R::standing(&self.state)
    }

    fn stage(&self) -> Stage {
        R::stage(&self.state)
    }

    fn pace(&self) -> Option<Pace> {
        R::pace(&self.state)
    }

    fn takes_part(&self, seat: &Seat) -> bool {
        R::takes_part(&self.state, seat)
    }

    fn over_rule(&self) -> RuleId {
        R::OVER_RULE
    }

    fn hints(&self, seat: &Seat, figure: Option<&str>) -> Vec<Box<dyn AnyOrder>> {
        R::hints(&self.state, seat, figure).into_iter().map(boxed::<R>).collect()
    }

    fn bot(&self, seat: &Seat, whim: u64) -> Vec<Box<dyn AnyOrder>> {
        R::bot(&self.state, seat, whim).into_iter().map(boxed::<R>).collect()
    }

    fn bot_agrees_to_draw(&self, seat: &Seat) -> bool {
        R::bot_agrees_to_draw(&self.state, seat)
    }

    fn odds(&self, seat: &Seat, order: &dyn AnyOrder) -> Option<Odds> {
        R::odds(&self.state, seat, self.typed(order))
    }

    fn view(&self, viewer: &Viewer) -> Value {
        to_value(&R::view(&self.state, viewer))
    }

    fn narrate(&self, body: &Body) -> Option<String> {
        let event: R::Event = serde_json::from_str(body.get()).ok()?;
        Some(R::narrate(&self.state, &event))
    }

    fn board(&self, viewer: &Viewer, focus: &Focus<'_, Body>) -> Picture {
        let lately: Vec<R::Event> =
            focus.lately.iter().filter_map(|body| serde_json::from_str(body.get()).ok()).collect();
        let Focus { figure, region, .. } = *focus;
        R::board(&R::view(&self.state, viewer), &Focus { figure, lately: &lately, region })
    }

    fn same(&self, other: &dyn AnyGame) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| other.state == self.state)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
