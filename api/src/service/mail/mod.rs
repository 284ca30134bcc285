//! Playing by answering mails (service §6). A mail counts only with both factors: an address that was made for this seat
//! as its holder has it, and the address that holder has proved. Whatever it then asks for happens once, whole or not at
//! all, and is answered by exactly one letter; all other mail is neither obeyed nor answered.

mod away;
mod hand_over;
mod joining;
mod nearest;
mod words;

use std::sync::Arc;

use domain::{
    hash::Hash,
    ids::{GameId, Request},
};
use openapi::messages::{MessageSeat, MessageSide, MessageTo, NewMessage};
use storage::{AnswerRow, PlayerId, PlayerRow, SeatRow, SeatStatus};

use super::{
    fields,
    hall::Opened,
    play::{Door, Given, Submission},
    press::Writing,
};
use crate::{
    app::App,
    post::{
        address::{self, Bearer, Ticket},
        answer::{self, ID_DIGITS, MailAnswer, Roll, Told},
        receive::{self, Envelope, Incoming, Reply},
    },
    problem::{Chain, Problem, codes},
};

use words::Asked;

/// As many faults are told; who mends these sees the others.
const N_FAULTS: usize = 10;

/// Why a mail does not count for which nobody vouches.
const UNPROVEN: &str = "its sender is not proved: DMARC has not passed";

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// It was heard, and its writer is told what came of it.
    Answered,
    /// It was neither obeyed nor answered: why.
    Ignored(&'static str),
}

/// Where an address leads: to which seat of which game, and as what.
type WayIn = (Ticket, Arc<Opened>, SeatRow, Bearer);

/// A mail that counts.
struct Mail<'a> {
    reply: &'a Reply,
    game: GameId,
    seat: SeatRow,
    player: PlayerId,
    ticket: Ticket,
    /// The mail's id, in digits.
    id: String,
}

impl App {
    /// Takes a mail: does what it asks for, and queues the answer with it.
    ///
    /// # Errors
    /// 5xx and `busy`, when nothing was done and the same mail should come again.
    pub fn receive(&self, raw: &[u8], envelope: &Envelope) -> Result<Received, Problem> {
        let received = self.take_mail(raw, envelope)?;
        // What it asked for is done: that it cannot be listed is no reason for it to come again.
        if let Err(problem) = super::mails::note_received(self, raw, envelope, received) {
            tracing::warn!(error = %Chain(&problem), "a mail that came in could not be listed");
        }
        match received {
            Received::Answered => tracing::info!("a mail came in and is answered"),
            Received::Ignored(why) => tracing::info!(why, "a mail came in and is ignored"),
        }
        Ok(received)
    }

    fn take_mail(&self, raw: &[u8], envelope: &Envelope) -> Result<Received, Problem> {
        if self.config.inbound.is_none() {
            return Ok(Received::Ignored("no answers come in here"));
        }
        let reply = match receive::read(raw, envelope) {
            Incoming::Machine(why) => return Ok(Received::Ignored(why)),
            Incoming::Reply(reply) => reply,
        };
        let Some((ticket, opened, seat, bearer)) = self.opened_by(address::tickets(&self.config, &reply))?
        else {
            return Ok(Received::Ignored("it went to no reply address that is in force"));
        };
        let id = reply.id.to_string()[..ID_DIGITS].to_owned();
        let game = opened.row.id.clone();
        let _arrival = self.arrivals.note(&game, self.now());
        if self.store.has_letter(&answer::message_id(self, &game, &seat, &id))? {
            return Ok(Received::Ignored("it came before"));
        }
        let player = match (bearer, &seat.player) {
            (Bearer::Holder, Some(player)) => player.clone(),
            (Bearer::Holder, None) | (Bearer::Invited, _) => {
                return self.answered_invitation(&opened, &seat, &reply, &id);
            }
        };
        let owner = self.store.player(&player)?;
        let mail = Mail { reply: &reply, game, seat, player, ticket, id };
        match proved(&owner) {
            Some(address) if address == fields::same_email(&reply.from) => {
                if self.is_unproven(&reply) {
                    self.tell(&mail, &opened, Told::Unproven {})?;
                    return Ok(Received::Ignored(UNPROVEN));
                }
                self.hear(&mail, &opened)
            }
            Some(_) => {
                self.tell(&mail, &opened, Told::Stranger { from: reply.from.clone() })?;
                Ok(Received::Ignored("its sender is not who holds the seat"))
            }
            None => Ok(Received::Ignored("who holds the seat has proved no address")),
        }
    }

    /// Whether a sender must be proved here and this one is not.
    fn is_unproven(&self, reply: &Reply) -> bool {
        let server = self.config.inbound.as_ref().and_then(|inbound| inbound.require_dmarc.as_ref());
        server.is_some_and(|server| !reply.is_vouched_for_by(server))
    }

    /// The first address that leads to a seat somebody holds, or is invited to.
    fn opened_by(&self, tickets: Vec<Ticket>) -> Result<Option<WayIn>, Problem> {
        for ticket in tickets {
            let opened = match self.look(&ticket.game) {
                Ok(opened) => opened,
                Err(problem) if problem.status() == 404 => continue,
                Err(problem) => return Err(problem),
            };
            let Some((seat, bearer)) = ticket.opens(self, &opened) else { continue };
            if matches!(seat.status, SeatStatus::Taken | SeatStatus::Offered | SeatStatus::Invited) {
                let seat = seat.clone();
                return Ok(Some((ticket, opened, seat, bearer)));
            }
        }
        Ok(None)
    }

    /// Does what a mail that counts asks for.
    fn hear(&self, mail: &Mail<'_>, opened: &Opened) -> Result<Received, Problem> {
        if let Some(line) = &mail.reply.own.doubt {
            return self.tell(mail, opened, Told::Doubtful { line: line.clone() });
        }
        let told = match words::asked(&mail.reply.own.lines) {
            Asked::Nothing => Told::Nothing {},
            Asked::Help => Told::Help {},
            Asked::Board => Told::Board {},
            Asked::Orders => Told::Orders {},
            Asked::Unknown { why } => Told::Refused { why, faults: Vec::new() },
            Asked::Message { to, text } => self.pass_on(mail, opened, to, text)?,
            Asked::Accept { commit } => self.choose_again(mail, commit)?,
            Asked::Reveal { entropy } => self.reveal_by_mail(mail, entropy)?,
            Asked::Vacation { until } => self.away_by_mail(mail, until.as_deref())?,
            Asked::Decline => Told::Refused {
                why: "You hold this seat already; `resign` gives it up.".to_owned(),
                faults: Vec::new(),
            },
            Asked::DryRun { lines } => self.rehearse_by_mail(mail, opened, lines)?,
            Asked::Turn { lines } => match self.turn_by_mail(mail, lines)? {
                Some(told) => told,
                // The answer was written with the turn.
                None => return Ok(Received::Answered),
            },
        };
        self.tell(mail, opened, told)
    }

    /// Queues the answer to a mail that changed nothing.
    fn tell(&self, mail: &Mail<'_>, opened: &Opened, told: Told) -> Result<Received, Problem> {
        // Strangers' mails do not use up what the holder of the seat may ask.
        let of = if is_of_strangers(&told) { "strangers" } else { "holder" };
        let caller = format!("{}/{}/{of}", mail.game, mail.seat.seat);
        if self.limits.mail_answers.take(&caller).exceeded {
            return Ok(Received::Ignored("too many mails of this seat were answered in the last hour"));
        }
        let version = opened.chronicle.ledger().version();
        self.store.post(vec![mail.answer(told).letter(
            self,
            (&mail.seat, Bearer::Holder),
            version,
            &mail.id,
        )?])?;
        self.wake.notify();
        Ok(Received::Answered)
    }

    /// Takes the turn; `None` when it was taken, for then its answer is queued already.
    fn turn_by_mail(&self, mail: &Mail<'_>, lines: &[String]) -> Result<Option<Told>, Problem> {
        let wanted = mail.submission(lines)?;
        let guard = |opened: &Opened, seat: &domain::ids::Seat| {
            self.not_carried_out(opened, seat, mail.ticket.seq, &wanted.body_hash)?;
            self.still_asked(opened, seat, mail.ticket.seq, lines)
        };
        let letters = |answer: &openapi::turns::TurnAnswer| {
            let told = Told::Done { turn: answer.turn };
            Ok(vec![mail.answer(told).letter(
                self,
                (&mail.seat, Bearer::Holder),
                answer.version,
                &mail.id,
            )?])
        };
        let drafted = |draft: &openapi::drafts::DraftView| {
            let version = self.look(&mail.game)?.chronicle.ledger().version();
            let told = Told::Drafted { orders: draft.notation.clone() };
            Ok(vec![mail.answer(told).letter(self, (&mail.seat, Bearer::Holder), version, &mail.id)?])
        };
        let door = Door { guard: &guard, letters: &letters, drafted: &drafted };
        match self.submit_at(&door, &mail.game, &wanted) {
            Ok(_) => Ok(None),
            Err(problem) => self.refusal(mail, lines, problem).map(Some),
        }
    }

    fn rehearse_by_mail(&self, mail: &Mail<'_>, opened: &Opened, lines: &[String]) -> Result<Told, Problem> {
        let stands = self.still_asked(opened, &mail.seat.seat, mail.ticket.seq, lines);
        let tried = match stands {
            Ok(()) => self.rehearse(&mail.game, &mail.submission(lines)?),
            Err(problem) => Err(problem),
        };
        match tried {
            Ok(tried) => {
                let orders: Vec<&String> = words::orders(lines).map(|(_, line)| line).collect();
                let order = tried.order_index.and_then(|at| orders.get(at));
                let chances = tried.odds.iter().flat_map(|odds| {
                    odds.outcomes.iter().map(|chance| format!("{} in {}: {}", chance.n, odds.of, chance.name))
                });
                let odds = chances.collect();
                let told = |event: &openapi::turns::Foreseen| match event.rules.as_slice() {
                    [] => event.text.clone(),
                    rules => format!("{}  ({})", event.text, rules.join(", ")),
                };
                Ok(Told::Foreseen {
                    events: tried.events.iter().map(told).collect(),
                    roll: order.map(|order| Roll { order: (*order).clone(), odds }),
                })
            }
            Err(problem) => self.refusal(mail, lines, problem),
        }
    }

    /// Passes a message on. It is remembered under the mail's id with the message itself, so that a mail that comes again
    /// after a crash writes no second one.
    fn pass_on(
        &self,
        mail: &Mail<'_>,
        opened: &Opened,
        to: Option<String>,
        text: String,
    ) -> Result<Told, Problem> {
        let key = mail.request()?;
        if self.store.answer(&mail.player, &key)?.is_some() {
            return Ok(Told::Written { to });
        }
        let is_side = |name: &str| opened.seats.iter().any(|row| row.side == name);
        let is_seat = |name: &str| opened.seats.iter().any(|row| row.seat.as_str() == name);
        let addressee = to.clone().map(|to| match to.as_str() {
            "side" if !is_seat(&to) => MessageTo::Side(MessageSide { side: mail.seat.side.clone() }),
            side if !is_seat(side) && is_side(side) => MessageTo::Side(MessageSide { side: to }),
            _ => MessageTo::Seat(MessageSeat { seat: to }),
        });
        let wanted = NewMessage { text, to: addressee, seat: Some(mail.seat.seat.to_string()) };
        let writing = Writing { player: mail.player.clone(), wanted, key: Some(key.to_string()) };
        let remember = |_: &openapi::messages::MessageView, _: &Opened| {
            Ok(Some(AnswerRow {
                actor: mail.player.clone(),
                key: key.to_string(),
                body_hash: *mail.reply.id.as_bytes(),
                answer: Vec::new(),
                at: self.now(),
            }))
        };
        match self.write_message(&mail.game, &writing, Some(&remember)) {
            Ok(_) => Ok(Told::Written { to }),
            Err(problem) => self.refusal(mail, &[], problem),
        }
    }

    /// What is told of a refusal. What is no refusal is given back: the mail is to come again.
    fn refusal(&self, mail: &Mail<'_>, lines: &[String], problem: Problem) -> Result<Told, Problem> {
        if 500 <= problem.status() || [codes::BUSY.code, codes::CONFLICT.code].contains(&problem.code()) {
            return Err(problem);
        }
        let body = problem.body();
        if problem.code() == codes::PHASE_OVER.code {
            return Ok(Told::Stale {});
        }
        let turn = body.more.get("turn").and_then(serde_json::Value::as_u64);
        if let (Some(turn), true) = (turn, problem.code() == codes::REPEATED.code) {
            return Ok(Told::Repeated { turn });
        }
        let opened = self.look(&mail.game)?;
        let told = body.errors.iter().take(N_FAULTS);
        let faults = told.map(|fault| words::wrong(&opened, &mail.seat.seat, lines, fault)).collect();
        Ok(Told::Refused { why: body.detail.clone(), faults })
    }
}

impl Mail<'_> {
    /// The request of all that this mail causes (log-mapping §3).
    fn request(&self) -> Result<Request, Problem> {
        Request::new(&format!("mail:{}", self.id)).map_err(|why| Problem::internal(&why))
    }

    fn answer(&self, told: Told) -> MailAnswer {
        if is_of_strangers(&told) {
            return MailAnswer { message_id: None, lines: Vec::new(), told };
        }
        let lines = self.reply.own.lines.clone();
        MailAnswer { message_id: self.reply.message_id.clone(), lines, told }
    }

    fn submission(&self, lines: &[String]) -> Result<Submission, Problem> {
        let text = lines.join("\n");
        // The same lines in answer to another mail of ours are another turn.
        let body_hash = *Hash::of(&format!("mail\n{}\n{text}", self.ticket.seq)).as_bytes();
        Ok(Submission {
            player: self.player.clone(),
            seat: Some(self.seat.seat.to_string()),
            given: Given::Text(text),
            round: None,
            phase: None,
            if_match: None,
            request: Some(self.request()?),
            body_hash,
        })
    }
}

/// Whether what is told is about a mail that is not, or may not be, the reader's own.
fn is_of_strangers(told: &Told) -> bool {
    matches!(told, Told::Stranger { .. } | Told::Unproven {})
}

/// The address from which a player may write, in lower case: he has proved it.
fn proved(player: &PlayerRow) -> Option<String> {
    let may_write = player.email_verified && player.erased.is_none() && player.banned.is_none();
    let email = player.email.as_ref().filter(|_| may_write)?;
    Some(fields::same_email(email))
}
