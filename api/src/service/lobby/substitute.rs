//! Substitution: a seat of a running game is offered, and taken by somebody else or by a bot. With the seat go all powers that
//! hung on it, at once: turns, drafts, reply addresses, private games. The log says that the seat changed hands, not whose
//! they are.

use domain::{
    chronicle::Chronicle,
    hash::Hash,
    ids::{GameId, Seat},
    table::Substitute,
};
use openapi::offers::NewSubstitute;
use storage::{GameState, NewLetter, PlayerId, SeatRow, SeatStatus};

use super::{may_see, seat_of};
use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        aftermath::letter_at,
        change::Remember,
        deadline::{deadline_in, keeps_time},
        fields,
        hall::{Opened, Proposal},
    },
};

/// Where no time is kept, who is waited for so long is absent: 14 days, in seconds.
const ABSENT_AFTER: u64 = 14 * 86_400;

/// So many hand-overs must an absent player have let run out before the others may put a bot in his place.
const MISSED_BEFORE_A_BOT: u32 = 2;

/// A seat that was offered: the invitation's secret, where there is one.
pub type SeatOffered = Option<String>;

impl App {
    /// Offers a seat of a running game: to anybody, to an address, or to a bot, which takes it at once. Its holder may always;
    /// the others at the table, and who made the game, when he is absent.
    ///
    /// # Errors
    /// 403; 404; 409 when the game is not being played, the seat has resigned, or its holder is not absent; 422; 429.
    pub fn offer_seat(
        &self,
        game: &GameId,
        seat: &str,
        player: &PlayerId,
        wanted: &NewSubstitute,
        remember: Option<Remember<'_, SeatOffered>>,
    ) -> Result<SeatOffered, Problem> {
        let to = Wanted::of(wanted)?;
        let secret = crate::random::invite();
        let mut decide = |opened: &Opened| {
            may_see(opened, Some(player))?;
            is_played(opened)?;
            let row = seat_of(opened, seat)?;
            self.may_hand_over(opened, row, player, &to)?;
            let now = self.clock.now();
            let offered =
                SeatRow { status: SeatStatus::Offered, invite_hash: None, invite_email: None, ..row.clone() };
            let mut proposal = match &to {
                Wanted::Bot(bot) => {
                    return self.bot_takes(opened, row, bot, SeatStatus::Taken).map(|p| p.giving(None));
                }
                Wanted::Anybody => Proposal::new(None),
                Wanted::Email(email) => {
                    let kept = SeatRow { invite_email: Some(email.clone()), ..offered.clone() };
                    let letter = self.invitation(player, opened, &kept, email, &secret, now)?;
                    let mut proposal = Proposal::new(Some(secret.clone()));
                    proposal.letters.push(letter);
                    proposal
                }
            };
            let invite_email = match &to {
                Wanted::Email(email) => Some(email.clone()),
                Wanted::Anybody | Wanted::Bot(_) => None,
            };
            let invite_hash = proposal.value.as_deref().map(crate::auth::hash);
            if row.player.is_some() && row.player.as_ref() != Some(player) {
                let version = opened.chronicle.ledger().version();
                proposal.letters.push(self.told_of_offer(opened, row, "offered", version));
            }
            proposal.seats = vec![SeatRow { invite_hash, invite_email, ..offered }];
            Ok(proposal)
        };
        self.change(game, &mut decide, remember).map(|(secret, _)| secret)
    }

    /// Takes a seat that is offered, with letters that leave because of it, made from the seat as it is then; its holder takes
    /// it back. Who commits to a number brings it to the next dice that are opened.
    pub(super) fn take_over(
        &self,
        opened: &Opened,
        row: &SeatRow,
        player: &PlayerId,
        (is_invited, commit): (bool, Option<Hash>),
        letters: &dyn Fn(&SeatRow) -> Result<Vec<NewLetter>, Problem>,
    ) -> Result<Proposal<()>, Problem> {
        let freed =
            SeatRow { status: SeatStatus::Taken, invite_hash: None, invite_email: None, ..row.clone() };
        if row.player.as_ref() == Some(player) && row.bot.is_none() {
            let mut proposal = Proposal::new(());
            proposal.seats = vec![freed];
            return Ok(proposal);
        }
        if row.invite_hash.is_some() && !is_invited {
            return Err(Problem::new(codes::SEAT_KEPT, "This seat is kept for who has its invitation."));
        }
        let other_side = |own: &SeatRow| own.player.as_ref() == Some(player) && own.side != row.side;
        if opened.seats.iter().any(other_side) || self.store.has_left(&opened.row.id, player)? {
            return Err(Problem::plain(codes::HAS_SAT_HERE));
        }
        let now = self.clock.now();
        let step = opened.chronicle.substitute(&row.seat, Substitute::Player, now);
        let taken = SeatRow {
            player: Some(player.clone()),
            bot: None,
            commit: commit.map(|hash| *hash.as_bytes()),
            declined: commit.is_none(),
            since: Some(now),
            ..freed
        };
        let mut proposal = Proposal::new(());
        proposal.letters = self.told_of_change(opened, row, &taken, &step.next);
        proposal.letters.extend(letters(&taken)?);
        proposal.seats = vec![taken];
        proposal.drop_drafts = vec![row.seat.clone()];
        Ok(proposal.with(step))
    }

    /// Who was offered a seat does not want it: it stays with who holds it, and he is told.
    pub(super) fn offer_declined(&self, opened: &Opened, row: &SeatRow) -> Result<Proposal<()>, Problem> {
        is_played(opened)?;
        let mut proposal = Proposal::new(());
        if row.player.is_some() && row.bot.is_none() {
            let version = opened.chronicle.ledger().version();
            proposal.letters.push(self.told_of_offer(opened, row, "declined", version));
        }
        let (invite_hash, invite_email) = (None, None);
        proposal.seats =
            vec![SeatRow { status: SeatStatus::Taken, invite_hash, invite_email, ..row.clone() }];
        Ok(proposal)
    }

    /// A letter to who holds a seat, or held it, about what became of it. Told twice at one version, it is queued once.
    fn told_of_offer(&self, opened: &Opened, row: &SeatRow, what: &str, version: u64) -> NewLetter {
        let letter = letter_at(self, opened, row, ("substitution", version), self.clock.now());
        let message_id = letter.message_id.replacen("substitution@", &format!("substitution.{what}@"), 1);
        NewLetter { message_id, ..letter }
    }

    /// A bot takes a seat; it may stay offered.
    pub(super) fn bot_takes(
        &self,
        opened: &Opened,
        row: &SeatRow,
        bot: &str,
        status: SeatStatus,
    ) -> Result<Proposal<()>, Problem> {
        let now = self.clock.now();
        let step = opened.chronicle.substitute(&row.seat, Substitute::Bot, now);
        let taken = SeatRow {
            status,
            player: None,
            bot: Some(bot.to_owned()),
            commit: None,
            declined: true,
            since: Some(now),
            invite_hash: row.invite_hash.filter(|_| status == SeatStatus::Offered),
            invite_email: row.invite_email.clone().filter(|_| status == SeatStatus::Offered),
            ..row.clone()
        };
        let mut proposal = Proposal::new(());
        proposal.letters = self.told_of_change(opened, row, &taken, &step.next);
        proposal.seats = vec![taken];
        proposal.drop_drafts = vec![row.seat.clone()];
        Ok(proposal.with(step))
    }

    /// Letters about a change of hands: to who held the seat, to the others, and to the newcomer if nothing is asked of him
    /// (else "your move" tells him all).
    fn told_of_change(
        &self,
        opened: &Opened,
        before: &SeatRow,
        taken: &SeatRow,
        after: &Chronicle,
    ) -> Vec<NewLetter> {
        let (now, version) = (self.clock.now(), after.ledger().version());
        let letter = |row: &SeatRow| letter_at(self, opened, row, ("substitution", version), now);
        let mut letters = Vec::new();
        if before.player.is_some() && before.player != taken.player {
            letters.push(self.told_of_offer(opened, before, "left", version));
        }
        let is_awaited = after.awaited().iter().any(|awaited| awaited.seat == taken.seat);
        if taken.player.is_some() && !is_awaited {
            letters.push(letter(taken));
        }
        let others = opened.seats.iter().filter(|row| {
            row.seat != taken.seat
                && row.player.is_some()
                && row.bot.is_none()
                && row.player != before.player
                && row.player != taken.player
        });
        letters.extend(others.map(letter));
        letters
    }

    fn may_hand_over(
        &self,
        opened: &Opened,
        row: &SeatRow,
        player: &PlayerId,
        to: &Wanted,
    ) -> Result<(), Problem> {
        if row.status == SeatStatus::Resigned {
            return Err(Problem::plain(codes::SEAT_RESIGNED));
        }
        if row.player.as_ref() == Some(player) && row.bot.is_none() {
            return Ok(());
        }
        let is_host = opened.row.host.as_ref() == Some(player);
        if row.bot.is_some() {
            return match (is_host, to) {
                (true, Wanted::Anybody | Wanted::Email(_)) => Ok(()),
                (true, Wanted::Bot(_)) => Err(Problem::new(codes::SEAT_TAKEN, "A bot holds this seat.")),
                (false, _) => {
                    Err(Problem::new(codes::FORBIDDEN, "Only who made the game offers a bot's seat."))
                }
            };
        }
        if !is_host && opened.held_by(player).next().is_none() {
            return Err(Problem::new(codes::FORBIDDEN, "You have no seat in this game."));
        }
        let n_missed = n_missed(&opened.chronicle, &row.seat, self.clock.now());
        match to {
            Wanted::Bot(_) if n_missed < MISSED_BEFORE_A_BOT => Err(Problem::new(
                codes::NOT_ABSENT,
                "Only when two of its hand-overs in a row have run out do the others give a seat to a bot.",
            )),
            Wanted::Anybody | Wanted::Email(_) if n_missed == 0 => Err(Problem::plain(codes::NOT_ABSENT)),
            Wanted::Bot(_) | Wanted::Anybody | Wanted::Email(_) => Ok(()),
        }
    }
}

/// To whom a seat is offered.
enum Wanted {
    Anybody,
    Email(String),
    Bot(String),
}

impl Wanted {
    fn of(wanted: &NewSubstitute) -> Result<Self, Problem> {
        match (&wanted.email, wanted.bot.as_deref()) {
            (None, None) => Ok(Wanted::Anybody),
            (None, Some("standard")) => Ok(Wanted::Bot("standard".to_owned())),
            (None, Some(_)) => {
                Err(Problem::field(codes::INVALID_FIELDS, "/bot", "There is one bot: `standard`."))
            }
            (Some(email), None) => fields::email(email, "/email")
                .map(Wanted::Email)
                .map_err(|fault| Problem::fields(vec![fault])),
            (Some(_), Some(_)) => Err(Problem::field(
                codes::INVALID_FIELDS,
                "/bot",
                "A seat is offered to an address or given to a bot, not both.",
            )),
        }
    }
}

fn is_played(opened: &Opened) -> Result<(), Problem> {
    match opened.row.state {
        GameState::Active if opened.row.imported => Err(Problem::plain(codes::IMPORTED)),
        GameState::Active => Ok(()),
        GameState::Open => Err(Problem::plain(codes::NOT_STARTED)),
        GameState::Finished | GameState::Aborted => Err(Problem::plain(codes::GAME_OVER)),
    }
}

/// How many hand-overs in a row a seat has let run out; one that is still going on counts when its time is up, where the
/// clock waits on, or when it has been waited for very long, where no time is kept. Who is away is not absent.
pub(in crate::service) fn n_missed(chronicle: &Chronicle, seat: &Seat, now: u64) -> u32 {
    let table = chronicle.game().table();
    let told = table.times_out(seat);
    if told != 0 || table.is_still(seat) {
        return told;
    }
    let Some(awaited) = chronicle.awaited().iter().find(|awaited| awaited.seat == *seat) else { return 0 };
    let is_late = match deadline_in(chronicle, awaited) {
        Some(deadline) => deadline <= now,
        None => !keeps_time(chronicle) && awaited.since.saturating_add(ABSENT_AFTER) <= now,
    };
    u32::from(is_late)
}
