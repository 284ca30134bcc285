//! Coming to a game by mail: taking the seat one is invited to, before the start or from somebody, or leaving it, and bringing
//! a number to the dice. Who
//! writes from the address that was invited, to the address that only its invitation had, has proved it.

use openapi::games::{Claim, Ready};
use storage::SeatRow;

use super::{Mail, Received, words, words::Asked};
use crate::{
    app::App,
    post::{
        address::Bearer,
        answer::{MailAnswer, Told},
        receive::Reply,
    },
    problem::{Problem, codes},
    service::{accounts, fields, hall::Opened},
};

/// What is said to an invited person whose answer says neither yes nor no.
const YES_OR_NO: &str = "This is an invitation: answer `accept`, `accept COMMIT` or `decline`.";

impl App {
    /// Does what somebody answers who is invited to a seat.
    ///
    /// # Errors
    /// 5xx and `busy`, when nothing was done and the same mail should come again.
    pub(super) fn answered_invitation(
        &self,
        opened: &Opened,
        seat: &SeatRow,
        reply: &Reply,
        id: &str,
    ) -> Result<Received, Problem> {
        let invited = seat.invite_email.as_deref().map(fields::same_email);
        if invited != Some(fields::same_email(&reply.from)) {
            return Ok(Received::Ignored("its sender is not who was invited"));
        }
        if self.is_unproven(reply) {
            return self.invited_is_unproven(opened, seat, id);
        }
        let answer =
            |told| MailAnswer { message_id: reply.message_id.clone(), lines: reply.own.lines.clone(), told };
        let version = opened.chronicle.ledger().version();
        let letter = |told| answer(told).letter(self, (seat, Bearer::Invited), version, id);
        let done = match words::asked(&reply.own.lines) {
            Asked::Accept { commit } if reply.own.doubt.is_none() => {
                let claim = Claim { invite: None, commit };
                let player = accounts::by_mail(self, &reply.from, reply.name.as_deref());
                // Now the seat is his.
                let told = |seat: &SeatRow| {
                    let told = answer(Told::Joined {}).letter(self, (seat, Bearer::Holder), version, id)?;
                    Ok(vec![told])
                };
                player.and_then(|player| {
                    self.claim_seat_telling(&opened.row.id, &seat.seat, &player, &claim, &told).map(|_| ())
                })
            }
            Asked::Decline if reply.own.doubt.is_none() => {
                self.decline_seat(seat, &[letter(Told::Declined {})?]).map(|_| ())
            }
            Asked::Help => {
                self.store.post(vec![letter(Told::Help {})?])?;
                Ok(())
            }
            Asked::Accept { .. }
            | Asked::Decline
            | Asked::Nothing
            | Asked::Board
            | Asked::Orders
            | Asked::Message { .. }
            | Asked::DryRun { .. }
            | Asked::Turn { .. }
            | Asked::Reveal { .. }
            | Asked::Vacation { .. }
            | Asked::Unknown { .. } => Err(Problem::new(codes::SEAT_KEPT, YES_OR_NO)),
        };
        match done {
            Ok(()) => {}
            Err(problem) if 500 <= problem.status() || problem.code() == codes::BUSY.code => {
                return Err(problem);
            }
            Err(problem) => {
                let key = format!("{}/{}/invited", opened.row.id, seat.seat);
                if self.limits.mail_answers.take(&key).exceeded {
                    return Ok(Received::Ignored(
                        "too many mails of this seat were answered in the last hour",
                    ));
                }
                let told = Told::Refused { why: problem.body().detail.clone(), faults: Vec::new() };
                self.store.post(vec![letter(told)?])?;
            }
        }
        self.wake.notify();
        Ok(Received::Answered)
    }

    /// Tells who is invited that a mail in his name did not count.
    fn invited_is_unproven(&self, opened: &Opened, seat: &SeatRow, id: &str) -> Result<Received, Problem> {
        let key = format!("{}/{}/strangers", opened.row.id, seat.seat);
        if !self.limits.mail_answers.take(&key).exceeded {
            let told = MailAnswer { message_id: None, lines: Vec::new(), told: Told::Unproven {} };
            let version = opened.chronicle.ledger().version();
            self.store.post(vec![told.letter(self, (seat, Bearer::Invited), version, id)?])?;
            self.wake.notify();
        }
        Ok(Received::Ignored(super::UNPROVEN))
    }

    /// The holder of a seat chooses again whether he brings a number.
    pub(super) fn choose_again(&self, mail: &Mail<'_>, commit: Option<String>) -> Result<Told, Problem> {
        let claim = Claim { invite: None, commit };
        match self.claim_seat(&mail.game, &mail.seat.seat, &mail.player, &claim) {
            Ok(_) => Ok(Told::Joined {}),
            Err(problem) => self.refusal(mail, &[], problem),
        }
    }

    /// The holder of a seat shows his number.
    pub(super) fn reveal_by_mail(&self, mail: &Mail<'_>, entropy: String) -> Result<Told, Problem> {
        match self.seat_ready(&mail.game, &mail.seat.seat, &mail.player, &Ready { entropy }, None) {
            Ok(_) => Ok(Told::Revealed {}),
            Err(problem) => self.refusal(mail, &[], problem),
        }
    }
}
