//! Taking and leaving a seat; bringing one's number.

use domain::{
    ids::{GameId, Seat},
    table::AbortReason,
};
use openapi::games::{Claim, NewInvite, Ready};
use storage::{GameState, NewLetter, PlayerId, SeatRow, SeatStatus};

use super::{before_the_start, may_see, seat_of};
use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        aftermath::{letter_at, to_all, to_host},
        change::Remember,
        fields,
        hall::{Opened, Proposal},
        seeds::hex,
    },
};

/// What came of a change of seats.
pub type Claimed = std::sync::Arc<Opened>;

/// Whether a seat is free for this player, or his already.
fn may_take(row: &SeatRow, player: &PlayerId, invited: bool) -> Result<(), Problem> {
    let own = row.player.as_ref() == Some(player);
    match row.status {
        SeatStatus::Taken | SeatStatus::Offered if own => Ok(()),
        SeatStatus::Open => Ok(()),
        SeatStatus::Invited if invited => Ok(()),
        SeatStatus::Invited => {
            Err(Problem::new(codes::SEAT_KEPT, "This seat is kept for who has its invitation."))
        }
        SeatStatus::Taken | SeatStatus::Offered | SeatStatus::Resigned => {
            Err(Problem::new(codes::SEAT_TAKEN, "Somebody else holds this seat."))
        }
    }
}

impl App {
    /// Takes a seat, or chooses again as its holder.
    ///
    /// # Errors
    /// 404; 403 `seat-kept` without the invitation; 409 when it is taken, or the commitments stand in the log.
    pub fn claim_seat(
        &self,
        game: &GameId,
        seat: &str,
        player: &PlayerId,
        claim: &Claim,
    ) -> Result<Claimed, Problem> {
        self.claim_seat_telling(game, seat, player, claim, &|_| Ok(Vec::new()))
    }

    /// Takes a seat, as [`App::claim_seat`], with letters that leave because of it, made from the seat as it is then.
    ///
    /// # Errors
    /// As [`App::claim_seat`].
    pub fn claim_seat_telling(
        &self,
        game: &GameId,
        seat: &str,
        player: &PlayerId,
        claim: &Claim,
        letters: &dyn Fn(&SeatRow) -> Result<Vec<NewLetter>, Problem>,
    ) -> Result<Claimed, Problem> {
        let commit = claim.commit.as_deref().map(|text| hex("/commit", text)).transpose()?;
        let email = self.verified_address(player)?;
        let invite = claim.invite.as_deref().map(crate::auth::hash);
        let mut decide = |opened: &Opened| {
            // Who has the invitation may see a private game: that is what it is for.
            let row = match seat_of(opened, seat) {
                Ok(row) => row,
                // Not even that is told to who may not know of the game.
                Err(missing) => return may_see(opened, Some(player)).and(Err(missing)),
            };
            let invited = matches!(row.status, SeatStatus::Invited | SeatStatus::Offered)
                && (invite.is_some() && row.invite_hash == invite
                    || email.is_some() && row.invite_email.as_deref().map(fields::same_email) == email);
            if !invited {
                may_see(opened, Some(player))?;
            }
            if opened.row.state == GameState::Active
                && !opened.row.imported
                && row.status == SeatStatus::Offered
            {
                return self.take_over(opened, row, player, (invited, commit), letters);
            }
            // In a running game a new epoch asks those who brought a number for another.
            let asked = opened.row.state == GameState::Active
                && !opened.chronicle.has_commitments()
                && opened.chronicle.owing_commitment().contains(&row.seat);
            if !asked {
                before_the_start(opened)?;
            }
            if opened.chronicle.has_commitments() {
                return Err(Problem::new(
                    codes::SEATS_FIXED,
                    "The commitments stand in the log; nobody comes or goes.",
                ));
            }
            may_take(row, player, invited)?;
            let taken = SeatRow {
                status: SeatStatus::Taken,
                player: Some(player.clone()),
                invite_hash: None,
                invite_email: None,
                commit: commit.map(|hash| *hash.as_bytes()),
                declined: commit.is_none(),
                since: row.since.or(Some(self.clock.now())),
                ..row.clone()
            };
            let letters = letters(&taken)?;
            let mut proposal = self.join(opened, vec![taken])?;
            proposal.letters = letters;
            Ok(proposal)
        };
        self.change(game, &mut decide, None).map(|((), after)| after)
    }

    /// Leaves a seat free that was kept for somebody who does not want it, or with who holds it and had offered it, with letters
    /// that leave because of it.
    ///
    /// # Errors
    /// 409 `seat-taken` when this invitation no longer stands; as the store.
    pub fn decline_seat(&self, kept: &SeatRow, letters: &[NewLetter]) -> Result<Claimed, Problem> {
        let mut decide = |opened: &Opened| {
            let stands = |row: &&SeatRow| row.invite_hash == kept.invite_hash;
            let row = opened.seat(&kept.seat).filter(stands);
            let mut proposal = match row.map(|row| (row, row.status)) {
                Some((row, SeatStatus::Offered)) => self.offer_declined(opened, row)?,
                Some((row, SeatStatus::Invited)) => {
                    before_the_start(opened)?;
                    self.free_seat(opened, &row.seat, "an invitation was declined")?
                }
                Some((_, SeatStatus::Open | SeatStatus::Taken | SeatStatus::Resigned)) | None => {
                    return Err(Problem::plain(codes::SEAT_TAKEN));
                }
            };
            proposal.letters.extend_from_slice(letters);
            Ok(proposal)
        };
        self.change(&kept.game, &mut decide, None).map(|((), after)| after)
    }

    /// Shows the number that was committed to.
    ///
    /// # Errors
    /// 403; 409 `seats-missing`, `nothing-owed`; 422 `entropy-mismatch`.
    pub fn seat_ready(
        &self,
        game: &GameId,
        seat: &str,
        player: &PlayerId,
        ready: &Ready,
        remember: Option<Remember<'_, ()>>,
    ) -> Result<Claimed, Problem> {
        let entropy = hex("/entropy", &ready.entropy)?;
        let opened = self.look(game)?;
        may_see(&opened, Some(player))?;
        self.own_seat(&opened, seat, player)?;
        self.renew_epoch(game)?;
        let mut decide = |opened: &Opened| {
            may_see(opened, Some(player))?;
            let seat = self.own_seat(opened, seat, player)?;
            if matches!(opened.row.state, GameState::Finished | GameState::Aborted) {
                return Err(Problem::plain(codes::GAME_OVER));
            }
            let now = self.clock.now();
            let mut refused = None;
            let step =
                self.with_seeds(opened, |seeds| match opened.chronicle.reveal(&seat, entropy, now, seeds) {
                    Ok(step) => step,
                    Err(why) => {
                        refused = Some(why);
                        Err(domain::dice::NoDice)
                    }
                });
            match (refused, step) {
                (Some(why), _) => Err(no_reveal(why)),
                (None, step) => Ok(Proposal::new(()).with(step?)),
            }
        };
        self.change(game, &mut decide, remember).map(|((), after)| after)
    }

    /// The address this player has proved, in the form in which two are compared.
    fn verified_address(&self, player: &PlayerId) -> Result<Option<String>, Problem> {
        let row = self.store.player(player)?;
        Ok(row.email.filter(|_| row.email_verified).map(|email| fields::same_email(&email)))
    }

    fn own_seat(&self, opened: &Opened, seat: &str, player: &PlayerId) -> Result<Seat, Problem> {
        let row = seat_of(opened, seat)?;
        match row.player.as_ref() == Some(player) {
            true => Ok(row.seat.clone()),
            false => Err(Problem::new(codes::FORBIDDEN, "This is not your seat.")),
        }
    }

    /// Frees the seats whose numbers did not come in time; who lost one is told, and who is not asked for anything.
    ///
    /// # Errors
    /// As the store; nothing happens when the numbers have come meanwhile.
    pub fn free_unrevealed(&self, game: &GameId, now: u64) -> Result<(), Problem> {
        let mut decide = |opened: &Opened| {
            let late: Vec<Seat> = opened
                .chronicle
                .awaited()
                .iter()
                .filter(|a| a.since + super::REVEAL_WITHIN <= now)
                .map(|a| a.seat.clone())
                .collect();
            if late.is_empty() || opened.row.state != GameState::Open {
                return Ok(Proposal::new(()));
            }
            let mut proposal = self.free_seats(opened, &late, "a number did not come in time")?;
            let version = proposal
                .step
                .as_ref()
                .map_or_else(|| opened.chronicle.ledger().version(), |step| step.next.ledger().version());
            // Who brought a number is asked for another, and learns it so.
            let kind = |row: &SeatRow| match (late.contains(&row.seat), row.declined) {
                (true, _) => Some("seat_lost"),
                (false, true) => Some("seat_freed"),
                (false, false) => None,
            };
            let people = opened.seats.iter().filter(|row| row.player.is_some() && row.bot.is_none());
            proposal.letters = people
                .filter_map(|row| Some(letter_at(self, opened, row, (kind(row)?, version), now)))
                .chain(to_host(self, opened, "seat_freed", now))
                .collect();
            Ok(proposal)
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Warns whom it concerns that a game is closed soon if it does not fill.
    ///
    /// # Errors
    /// As the store; nothing happens when it has begun meanwhile.
    pub fn warn_unfilled(&self, game: &GameId, now: u64) -> Result<(), Problem> {
        let mut decide = |opened: &Opened| {
            let mut proposal = Proposal::new(());
            if opened.row.state == GameState::Open && now < opened.row.created + super::OPEN_FOR {
                proposal.letters = to_all(self, opened, "unfilled", now);
            }
            Ok(proposal)
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Closes a game that did not fill.
    ///
    /// # Errors
    /// As the store; nothing happens when it has begun meanwhile.
    pub fn close_unfilled(&self, game: &GameId, now: u64) -> Result<(), Problem> {
        let mut decide = |opened: &Opened| {
            let old = opened.row.created + super::OPEN_FOR <= now && opened.row.state == GameState::Open;
            match old {
                true => Ok(Proposal::new(()).with(opened.chronicle.abort(AbortReason::NotFilled, now))),
                false => Ok(Proposal::new(())),
            }
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Makes a new invitation for a seat nobody holds; the old one dies.
    ///
    /// # Errors
    /// 403 for who did not make the game; 409 when the seat is taken.
    pub fn invite(
        &self,
        game: &GameId,
        seat: &str,
        host: &PlayerId,
        wanted: &NewInvite,
        remember: Option<Remember<'_, String>>,
    ) -> Result<(String, Claimed), Problem> {
        let email = match wanted.email.as_deref() {
            None => None,
            Some(text) => Some(fields::email(text, "/email").map_err(|fault| Problem::fields(vec![fault]))?),
        };
        let secret = crate::random::invite();
        let mut decide = |opened: &Opened| {
            may_see(opened, Some(host))?;
            if opened.row.host.as_ref() != Some(host) {
                return Err(Problem::new(codes::FORBIDDEN, "Only who made the game invites."));
            }
            before_the_start(opened)?;
            let row = seat_of(opened, seat)?;
            if !matches!(row.status, SeatStatus::Open | SeatStatus::Invited) {
                return Err(Problem::new(codes::SEAT_TAKEN, "Somebody holds this seat."));
            }
            let mut proposal = Proposal::new(secret.clone());
            let kept = SeatRow {
                status: SeatStatus::Invited,
                invite_hash: Some(crate::auth::hash(&secret)),
                invite_email: email.clone(),
                ..row.clone()
            };
            if let Some(email) = &email {
                proposal.letters.push(self.invitation(
                    host,
                    opened,
                    &kept,
                    email,
                    &secret,
                    self.clock.now(),
                )?);
            }
            proposal.seats = vec![kept];
            Ok(proposal)
        };
        self.change(game, &mut decide, remember)
    }
}

fn no_reveal(why: domain::chronicle::NoReveal) -> Problem {
    match why {
        domain::chronicle::NoReveal::NotYet => Problem::new(
            codes::SEATS_MISSING,
            "Not all seats have taken part yet; numbers are shown only after that.",
        ),
        domain::chronicle::NoReveal::NotOwed => {
            Problem::new(codes::NOTHING_OWED, "This seat owes no number.")
        }
        domain::chronicle::NoReveal::Mismatch => Problem::field(
            codes::ENTROPY_MISMATCH,
            "/entropy",
            "This is not the number whose commitment stands in the log.",
        ),
    }
}
