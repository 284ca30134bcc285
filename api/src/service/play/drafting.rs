//! What is sent in a secret phase before it binds (service §3): it is judged by what the seat knows, added to the seat's
//! draft, and nobody else can tell.

use domain::{game::Sending, ids::Seat};
use openapi::drafts::{DraftView, Drafted};
use storage::{AnswerRow, NewDraft};

use super::{DOUBLE_CLICK, Door, Given, Submission, refused, refused_with};
use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        drafts::{Draft, few_enough, raw},
        hall::{Opened, Proposal},
        play::Submitted,
    },
};

impl App {
    /// What becomes of these orders.
    pub(super) fn sending(&self, opened: &Opened, seat: &Seat, given: &Given) -> Result<Sending, Problem> {
        let version = opened.chronicle.ledger().version();
        let sending = opened.chronicle.game().sending(seat, &given.orders());
        sending.map_err(|refusals| refused(&refusals, given, version))
    }

    /// Adds to the seat's draft.
    pub(super) fn add_to_draft(
        &self,
        opened: &Opened,
        seat: Seat,
        wanted: &Submission,
        door: &Door<'_>,
    ) -> Result<Proposal<Submitted>, Problem> {
        if let Some(done) = self.done_before(opened, wanted)? {
            return Ok(Proposal::new(done));
        }
        let (chronicle, game) = (&opened.chronicle, &opened.row.id);
        let now = self.clock.now();
        let before = self.kept_draft(game, &seat)?.unwrap_or_default();
        let refused = |refusals: Vec<domain::seam::Refusal>| {
            refused_with(before.orders.len(), &refusals, &wanted.given, chronicle.ledger().version())
        };
        let added = chronicle.game().as_draft(&wanted.given.orders()).map_err(refused)?;
        let is_again = added.len() <= before.orders.len() && {
            let tail = &before.orders[before.orders.len() - added.len()..];
            tail.iter().zip(raw(&added)?).all(|(old, new)| old.get() == new.get())
        };
        if wanted.request.is_none() && is_again && now <= before.at.saturating_add(DOUBLE_CLICK) {
            return Err(Problem::plain(codes::REPEATED));
        }
        few_enough(before.orders.len() + added.len())?;
        let judged = chronicle.game().judge_draft(&seat, &before.orders, &wanted.given.orders());
        judged.map_err(refused)?;
        let orders = before.orders.into_iter().chain(raw(&added)?).collect();
        let draft = Draft { orders, at: now };
        let view = self.draft_view(opened, seat.clone(), &draft)?;
        let new = NewDraft {
            game: game.clone(),
            draft: self.draft_row(game, &seat, &draft)?,
            seat,
            letters: (door.drafted)(&view)?,
            answer: self.drafted_answer(wanted, &view)?,
        };
        let mut proposal = Proposal::new(Submitted::Draft(Drafted { draft: view }));
        proposal.draft = Some(Box::new(new));
        Ok(proposal)
    }

    /// The answer to a request that became a draft before. What it changed can be changed again since, so it is remembered.
    pub(super) fn drafted_before(&self, wanted: &Submission) -> Result<Option<Drafted>, Problem> {
        let Some(key) = &wanted.request else { return Ok(None) };
        let Some(row) = self.store.answer(&wanted.player, key)? else { return Ok(None) };
        if row.body_hash != wanted.body_hash {
            return Err(Problem::plain(codes::IDEMPOTENCY_KEY_REUSED));
        }
        let plain = self.keys.decrypt(&row.answer, &answer_place(wanted, key));
        let plain = plain.map_err(|why| Problem::internal(&why))?;
        serde_json::from_slice(&plain).map(Some).map_err(|why| Problem::internal(&why))
    }

    fn drafted_answer(&self, wanted: &Submission, view: &DraftView) -> Result<Option<AnswerRow>, Problem> {
        let Some(key) = &wanted.request else { return Ok(None) };
        let text =
            serde_json::to_vec(&Drafted { draft: view.clone() }).map_err(|why| Problem::internal(&why))?;
        Ok(Some(AnswerRow {
            actor: wanted.player.clone(),
            key: key.to_string(),
            body_hash: wanted.body_hash,
            answer: self.keys.encrypt(&text, &answer_place(wanted, key)),
            at: self.clock.now(),
        }))
    }
}

fn answer_place(wanted: &Submission, key: &str) -> String {
    format!("drafted:{}:{key}", wanted.player)
}
