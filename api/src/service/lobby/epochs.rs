//! New epochs of running games: when seeds run low, and before the next die after the store was found to be older than
//! what this folder ran, for then seeds may have been shown already (verifiable-dice §§2, 8; service §10).

use domain::{
    chronicle::Step,
    ids::{GameId, Seat},
};
use storage::{GameState, SeatRow, SeatStatus};

use super::complete;
use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        hall::{Opened, Proposal},
        seeds::LOW,
    },
};

/// Whether a running game's epoch need not wait any more: every commitment is known, or who owes a number will not show it.
pub fn epoch_can_go_on(game: &Opened) -> bool {
    if game.row.state != GameState::Active || game.chronicle.ledger().mix().is_some() {
        return false;
    }
    match game.chronicle.has_commitments() {
        false => complete(&game.seats).is_some(),
        true => !withheld(game).is_empty(),
    }
}

/// The seats that owe a number they will not show: they have left, or their time for it is up.
fn withheld(game: &Opened) -> Vec<Seat> {
    let left =
        |row: &SeatRow| row.declined || row.status == SeatStatus::Resigned || ahead(game, row).is_some();
    let gone = |seat: &Seat| game.seat(seat).is_none_or(left);
    game.chronicle.ledger().owing().into_iter().filter(|seat| gone(seat)).collect()
}

/// The commitment of who took the seat over when those of the epoch stood in the log already: it is for the next one.
fn ahead(game: &Opened, row: &SeatRow) -> Option<[u8; 32]> {
    let own = row.commit.filter(|_| game.chronicle.has_commitments())?;
    let in_log = game.chronicle.ledger().commitment_of(&row.seat)?;
    (in_log.map(|hash| *hash.as_bytes()) != Some(own)).then_some(own)
}

impl App {
    /// Goes on with an epoch that need not wait any more.
    ///
    /// # Errors
    /// 404; as the store.
    pub fn tend_epoch(&self, game: &GameId) -> Result<(), Problem> {
        let mut decide = |opened: &Opened| match (epoch_can_go_on(opened), opened.chronicle.has_commitments())
        {
            (false, _) => Ok(Proposal::new(())),
            (true, false) => self.join(opened, Vec::new()),
            (true, true) => self.with_new_epoch(opened, opened.seats.clone(), "a number was not shown"),
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Opens a new epoch, if one is due. Whoever brought a number before owes a new one, unless he has committed to it already;
    /// where nobody does, play goes on at once.
    ///
    /// # Errors
    /// 404; as the store.
    pub fn renew_epoch(&self, game: &GameId) -> Result<(), Problem> {
        if self.due(&*self.look(game)?).is_none() {
            return Ok(());
        }
        let mut decide = |opened: &Opened| Ok(self.renewal(opened)?.unwrap_or_else(|| Proposal::new(())));
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// The new epoch that a game needs before its next die, if it does.
    ///
    /// # Errors
    /// As the store.
    pub fn renewal(&self, game: &Opened) -> Result<Option<Proposal<()>>, Problem> {
        let reason = self.due(game);
        reason.map(|reason| self.with_new_epoch(game, game.seats.clone(), reason)).transpose()
    }

    /// Why this game needs a new epoch now.
    fn due(&self, opened: &Opened) -> Option<&'static str> {
        let (_, length, _, used) = opened.chronicle.ledger().epoch();
        let playable =
            matches!(opened.row.state, GameState::Open | GameState::Active) && !opened.row.imported;
        let shown_before = self.restored_at.is_some_and(|at| opened.chronicle.epoch_since() < at);
        let running = opened.chronicle.ledger().mix().is_some();
        match (playable, shown_before, running && length - used < LOW) {
            (false, _, _) | (true, false, false) => None,
            (true, true, _) => Some("the store was restored"),
            (true, false, true) => Some("few seeds are left"),
        }
    }

    /// The step to a new epoch: all commit anew, and those who decline do so at once.
    pub(super) fn with_new_epoch(
        &self,
        opened: &Opened,
        seats: Vec<SeatRow>,
        reason: &str,
    ) -> Result<Proposal<()>, Problem> {
        // Where the clock has gone back since a restore, the new epoch would else look like one of before it.
        let now = self.clock.now().max(self.restored_at.unwrap_or(0));
        let (epoch, ..) = opened.chronicle.ledger().epoch();
        let chain = self.new_chain(&opened.row.id, epoch + 1);
        let mut step = opened.chronicle.new_epoch(chain.head.clone(), reason, now);
        let owing = opened.chronicle.owing_commitment();
        let started = opened.row.state == GameState::Active;
        let seats: Vec<SeatRow> = seats
            .into_iter()
            .map(|row| {
                let commit = ahead(opened, &row);
                // In a running game whoever brought no number, or had his time for it, relies on the others.
                let relies = started && commit.is_none() && !owing.contains(&row.seat);
                SeatRow { commit, declined: row.declined || relies, ..row }
            })
            .collect();
        if let Some(commits) = complete(&seats) {
            let seeds = self.unsaved_seeds(&opened.row.id, &chain);
            let committed = step.next.commit(&commits, now, &seeds);
            let Step { lines, kept, next } = committed.map_err(|domain::dice::NoDice| {
                seeds.failure().unwrap_or_else(|| Problem::plain(codes::ENTROPY_OWED))
            })?;
            step = Step { lines: step.lines.into_iter().chain(lines).collect(), kept, next };
        }
        let mut proposal = Proposal::new(()).with(step);
        proposal.seeds = Some((epoch + 1, chain.sealed));
        proposal.seats = seats;
        Ok(proposal)
    }
}
