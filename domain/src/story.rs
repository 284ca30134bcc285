//! The story of a game: each line as a sentence for people, with the names they see on the board. The rulesets tell their own
//! events, the table's and the protocol's are told here. [`crate::tell`] has the same lines for the record.
//!
//! A seat may be called "Company I" or "Long Knives": no sentence makes a verb agree with its name.

use serde_json::Value;

use crate::{
    game::Game,
    ids::{Actor, Seat},
    log::{Body, Kind, Line},
    prose::{listed, sentence, spoken},
    ruleset::{Outcome, OutcomeKind},
    seam::AnyRuleset,
    table::{
        AbortReason, DeadlineWhy, OfferAnswer, OfferTerms, ResumeWhy, StopWhy, Substitute, TableEvent,
        TimeOutAction,
    },
    tell::{notation, notations, tell_span, tell_terms, type_of},
};

/// Tells the lines of one game. Only names are taken from it, so it is all the same how far it has been played.
#[derive(Clone, Copy)]
pub struct Story<'a> {
    ruleset: &'a dyn AnyRuleset,
    game: &'a Game,
}

impl<'a> Story<'a> {
    /// The story of a game of this ruleset.
    pub fn new(ruleset: &'a dyn AnyRuleset, game: &'a Game) -> Self {
        Story { ruleset, game }
    }

    /// A line in a sentence.
    pub fn line(&self, line: &Line) -> String {
        let words = match &line.kind {
            Kind::Event(event) => return self.event(&event.seat, &event.body),
            Kind::Genesis(genesis) => format!("the game is set up for {}", self.names(&genesis.seats)),
            Kind::Commit { seat, commit: Some(_), .. } => {
                format!("a sealed number for the dice comes from {}", self.name(seat))
            }
            Kind::Commit { seat, commit: None, .. } => {
                format!("the dice do without a number from {}", self.name(seat))
            }
            Kind::Reveal { seat, .. } => format!("the sealed number from {} is opened", self.name(seat)),
            Kind::Wait(wait) => {
                format!(
                    "the orders{} wait for round {} of the public beacon",
                    self.from(&wait.seat),
                    wait.round
                )
            }
            Kind::Beacon(beacon) => format!("round {} of the public beacon is out", beacon.round),
            Kind::Epoch { epoch, reason } => {
                format!("the dice begin a new chain of seeds, number {}: {reason}", epoch.number)
            }
            Kind::End { body, .. } => self.end(body),
        };
        sentence(&words)
    }

    /// An event in a sentence: the ruleset's, or the table's.
    pub fn event(&self, actor: &Actor, body: &Body) -> String {
        match TableEvent::of(body) {
            Some(event) => sentence(&self.of_table(actor, &event)),
            None => self.game.play().narrate(body).unwrap_or_else(|| sentence(&spoken(&type_of(body)))),
        }
    }

    /// What is offered, in words that are no sentence yet.
    pub fn terms(&self, terms: &OfferTerms) -> String {
        match terms {
            OfferTerms::TakeBack { .. } | OfferTerms::Abort {} | OfferTerms::Pause { .. } => {
                tell_terms(terms)
            }
            OfferTerms::Time { seat, seconds } => {
                format!("{} more for {}", tell_span(*seconds), self.name(seat))
            }
        }
    }

    fn name<'b>(&'b self, seat: &'b Seat) -> &'b str {
        self.game.name_of(seat)
    }

    fn names(&self, seats: &[Seat]) -> String {
        listed(&seats.iter().map(|seat| self.name(seat)).collect::<Vec<_>>())
    }

    /// `by Company I`; nothing for what the server does.
    fn by(&self, actor: &Actor) -> String {
        self.after("by", actor)
    }

    /// `from Company I`; nothing for what the server does.
    fn from(&self, actor: &Actor) -> String {
        self.after("from", actor)
    }

    fn after(&self, word: &str, actor: &Actor) -> String {
        match actor {
            Actor::Seat(seat) => format!(" {word} {}", self.name(seat)),
            Actor::Server => String::new(),
        }
    }

    fn end(&self, body: &Body) -> String {
        let Ok(end) = serde_json::from_str::<Outcome>(body.get()) else {
            return "the game is over".to_owned();
        };
        let who = match (end.outcome, end.winners.as_slice()) {
            (OutcomeKind::Ranking, [_, ..]) => {
                format!("; the first places go to {}", self.names(&end.winners))
            }
            (OutcomeKind::Win | OutcomeKind::Draw | OutcomeKind::Aborted, [_, ..]) => {
                format!(", won by {}", self.names(&end.winners))
            }
            (OutcomeKind::Aborted, []) => " without a result".to_owned(),
            (OutcomeKind::Win | OutcomeKind::Draw | OutcomeKind::Ranking, []) => {
                " without a winner".to_owned()
            }
        };
        format!("the game is over{who} ({})", spoken(&end.reason))
    }

    fn of_table(&self, actor: &Actor, event: &TableEvent) -> String {
        match event {
            TableEvent::GameStarted {} => "the battle begins".to_owned(),
            TableEvent::OrdersGiven { orders } => {
                format!("orders{}: {}", self.from(actor), notations(self.ruleset, orders))
            }
            TableEvent::OrderLapsed { order_index, order, code, .. } => format!(
                "order {}{} can no longer be carried out ({}): {}",
                order_index + 1,
                self.from(actor),
                spoken(code),
                notation(self.ruleset, order)
            ),
            TableEvent::SeatTimedOut { seat, action, orders } => self.timed_out(seat, *action, orders),
            TableEvent::SeatResigned { seat } => format!("the battle is given up by {}", self.name(seat)),
            TableEvent::DrawOffered { seat } => format!("a draw is offered by {}", self.name(seat)),
            TableEvent::DrawAccepted { seat } => format!("the draw is accepted by {}", self.name(seat)),
            TableEvent::DrawDeclined { seat } => format!("the draw is declined by {}", self.name(seat)),
            TableEvent::OfferMade { offer, terms } => {
                format!("offer {offer}{} is {}", self.from(actor), self.terms(terms))
            }
            TableEvent::OfferAnswered { offer, answer } => {
                let answer = match answer {
                    OfferAnswer::Accepted => "accepted",
                    OfferAnswer::Declined => "declined",
                    OfferAnswer::Withdrawn => "withdrawn",
                };
                format!("offer {offer} is {answer}{}", self.by(actor))
            }
            TableEvent::TakenBack { to } => {
                format!("what was played after line {to} is taken back, and the battle goes on from there")
            }
            TableEvent::SeatSubstituted { seat, by } => {
                let by = match by {
                    Substitute::Player => "another player",
                    Substitute::Bot => "a bot",
                };
                format!("from here on {} will be played by {by}", self.name(seat))
            }
            TableEvent::SecretsOpened {} => "what was kept secret is opened".to_owned(),
            TableEvent::DeadlineSet { seat, why, .. } => {
                let why = match why {
                    DeadlineWhy::Outage => "the service was down",
                    DeadlineWhy::Granted => "the players have agreed to it",
                    DeadlineWhy::Host => "whoever made the game grants it",
                };
                format!("more time is given to {}: {why}", self.name(seat))
            }
            TableEvent::ClockStopped { seat, why, .. } => self.stopped(seat.as_ref(), *why),
            TableEvent::ClockResumed { seat, why } => self.resumed(seat.as_ref(), *why),
            TableEvent::RulesUpdated { version } => {
                format!("from here on version {version} of the rules decides")
            }
            TableEvent::GameAborted { why } => {
                let why = match why {
                    AbortReason::Operator => "the operator has ended it",
                    AbortReason::Agreed => "all have agreed",
                    AbortReason::NotFilled => "seats have stayed empty",
                };
                format!("the game ends without a result: {why}")
            }
        }
    }

    fn timed_out(&self, seat: &Seat, action: TimeOutAction, orders: &[Value]) -> String {
        let seat = self.name(seat);
        if !orders.is_empty() {
            let draft = notations(self.ruleset, orders);
            return format!("time has run out for {seat}, and the draft is sent: {draft}");
        }
        let done = match action {
            TimeOutAction::DefaultAction => "the rules' default is done",
            TimeOutAction::Bot => "a bot plays this turn",
            TimeOutAction::Forfeit => "the battle is given up",
        };
        format!("time has run out for {seat}, and {done}")
    }

    /// Time that stands still.
    fn stopped(&self, seat: Option<&Seat>, why: StopWhy) -> String {
        match (seat, why) {
            (Some(seat), _) => format!("time stands still for {}, whose player is away", self.name(seat)),
            (None, StopWhy::AllAbsent) => "time stands still: everybody has let it run out".to_owned(),
            (None, StopWhy::Agreed | StopWhy::Vacation) => {
                "time stands still: the players have agreed to a pause".to_owned()
            }
        }
    }

    /// Time that runs again.
    fn resumed(&self, seat: Option<&Seat>, why: ResumeWhy) -> String {
        match (seat, why) {
            (Some(seat), _) => format!("time runs again for {}, whose player is back", self.name(seat)),
            (None, ResumeWhy::Returned) => "time runs again: somebody has come back".to_owned(),
            (None, ResumeWhy::Elapsed | ResumeWhy::Vacation) => {
                "time runs again: the pause is over".to_owned()
            }
        }
    }
}
