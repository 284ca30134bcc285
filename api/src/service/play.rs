//! The heart: a turn. Load, decide, append, answer; nothing awaits in between (style: the straight line of a turn).

mod drafting;
mod orders;
mod rehearse;
mod server;

pub use orders::OrdersWanted;
pub use server::Rung;

use std::time::Instant;

use domain::{
    chronicle::{Chronicle, Lore, Step, Written},
    game::{self, Sending},
    hash::Hash,
    ids::{Actor, GameId, Request, Seat},
    log::Line,
    notation,
    seam::Refusal,
};
use openapi::{
    drafts::{DraftView, Drafted},
    turns::TurnAnswer,
};
use serde_json::value::RawValue;
use storage::{LineRow, NewLetter, PlayerId, TurnRow};

use super::{
    answers::{Place, TurnLines},
    hall::{Opened, Proposal, fold},
    lobby::{may_see, seat_for},
};
use crate::{
    app::App,
    etag::IfMatch,
    problem::{Fault, FaultAbout, Problem, codes},
};

/// Orders in one submission, for all rulesets (service §11).
pub const MAX_ORDERS: usize = 500;

/// Two equal bodies within so many seconds are a double click.
pub(super) const DOUBLE_CLICK: u64 = 2;

/// Orders as they came.
pub enum Given {
    /// JSON values.
    Json(Vec<Box<RawValue>>),
    /// Notation.
    Text(String),
}

impl Given {
    /// As the domain takes them.
    pub fn orders(&self) -> game::Orders<'_> {
        match self {
            Given::Json(list) => game::Orders::Json(list),
            Given::Text(text) => game::Orders::Text(text),
        }
    }

    fn count(&self) -> usize {
        match self {
            Given::Json(list) => list.len(),
            Given::Text(text) => notation::order_lines(text).count(),
        }
    }
}

/// What a door has made of a request.
pub struct Submission {
    /// Who sends it.
    pub player: PlayerId,
    /// For which seat, if he says so.
    pub seat: Option<String>,
    /// What.
    pub given: Given,
    /// The round it is meant for.
    pub round: Option<u32>,
    /// The phase it is meant for.
    pub phase: Option<String>,
    /// On which version alone it shall be judged.
    pub if_match: Option<IfMatch>,
    /// The client's idempotency key.
    pub request: Option<Request>,
    /// SHA-256 of what was sent.
    pub body_hash: [u8; 32],
}

/// Letters that leave because of a turn, made from what is answered to it.
pub type Letters<'a> = &'a dyn Fn(&TurnAnswer) -> Result<Vec<NewLetter>, Problem>;

/// What became of a submission.
pub enum Submitted {
    /// A turn, on disk.
    Turn(Box<TurnAnswer>),
    /// It is a part of the seat's draft: nothing has happened at the table.
    Draft(Drafted),
}

/// What a door adds to a turn: asked for on the state the turn is judged on, written with it.
pub struct Door<'a> {
    /// Refuses what this door's callers may not do now.
    pub guard: &'a dyn Fn(&Opened, &Seat) -> Result<(), Problem>,
    /// Letters that leave because of the turn, beside those that follow by themselves.
    pub letters: Letters<'a>,
    /// The same for orders that became a draft.
    pub drafted: &'a dyn Fn(&DraftView) -> Result<Vec<NewLetter>, Problem>,
}

impl App {
    /// Takes a seat's turn. Whoever repeats a key with the same body gets the same answer, from the log.
    ///
    /// # Errors
    /// What the rules refuse (409, 422), with every fault; 409 `phase-over`, `repeated`; 412; 422
    /// `idempotency-key-reused`; 403, 404; 503.
    pub fn submit(&self, game: &GameId, wanted: &Submission) -> Result<Submitted, Problem> {
        let door = Door { guard: &|_, _| Ok(()), letters: &|_| Ok(Vec::new()), drafted: &|_| Ok(Vec::new()) };
        self.submit_at(&door, game, wanted)
    }

    /// Takes a seat's turn, as [`App::submit`], with what this door adds.
    ///
    /// # Errors
    /// As [`App::submit`], and what the door's guard refuses.
    pub fn submit_at(
        &self,
        door: &Door<'_>,
        game: &GameId,
        wanted: &Submission,
    ) -> Result<Submitted, Problem> {
        let began = Instant::now();
        limits(&wanted.given)?;
        self.may_order(&*self.look(game)?, wanted)
            .map(|_| ())
            .or_else(|why| self.unless_repeated(game, wanted, why))?;
        self.end_what_is_over(game)?;
        self.renew_epoch(game)?;
        let fresh = Request::new(&format!("auto:{}", crate::random::request_name()));
        let fresh = fresh.map_err(|why| Problem::internal(&why))?;
        let (mut is_new, mut is_doubted) = (false, false);
        let mut decide = |opened: &Opened| {
            // That a key has an answer already is rare. Then the rules refuse what was done before, or the store refuses to
            // write under that key; only then the answer is looked for.
            if std::mem::replace(&mut is_doubted, true)
                && let Some(done) = self.done_before(opened, wanted)?
            {
                return Ok(Proposal::new(done));
            }
            let judged = self.judge(opened, wanted, door, &fresh);
            is_new = judged.is_ok();
            judged.or_else(|why| {
                // Whoever has lost his seat since may still ask what became of his turn.
                self.done_before(opened, wanted)?.map(Proposal::new).ok_or(why)
            })
        };
        let (submitted, _) = self.change(game, &mut decide, None)?;
        if is_new && matches!(submitted, Submitted::Turn(_)) {
            self.metrics.turns.took(began.elapsed());
        }
        Ok(submitted)
    }

    /// What these orders lead to on the game as it stands; `fresh` is the turn's key if its sender gave none.
    fn judge(
        &self,
        opened: &Opened,
        wanted: &Submission,
        door: &Door<'_>,
        fresh: &Request,
    ) -> Result<Proposal<Submitted>, Problem> {
        let seat = self.may_order(opened, wanted)?;
        guards(opened, wanted)?;
        (door.guard)(opened, &seat)?;
        if wanted.request.is_none() {
            self.no_double_click(opened, &seat, wanted)?;
        }
        let sending = self.sending(opened, &seat, &wanted.given)?;
        let draft = match sending {
            Sending::Draft => return self.add_to_draft(opened, seat, wanted, door),
            Sending::Binds => self.kept_draft(&opened.row.id, &seat)?.unwrap_or_default().orders,
            Sending::Turn => Vec::new(),
        };
        let request = wanted.request.clone().unwrap_or_else(|| fresh.clone());
        let step = self.decide(opened, &seat, &draft, &wanted.given, request)?;
        let answer = self.answer_of(&step, &seat);
        let letters = (door.letters)(&answer)?;
        let mut proposal = Proposal::new(Submitted::Turn(Box::new(answer))).with(step);
        proposal.letters = letters;
        proposal.body_hash = wanted.body_hash;
        proposal.key = wanted.request.as_ref().map(|key| (wanted.player.clone(), key.to_string()));
        // What only the table heard leaves a secret draft as it is.
        let stays = sending == Sending::Turn && opened.chronicle.game().play().is_secret(&seat);
        proposal.drop_drafts = if stays { Vec::new() } else { vec![seat] };
        Ok(proposal)
    }

    /// What became of a request under this key before.
    fn done_before(&self, opened: &Opened, wanted: &Submission) -> Result<Option<Submitted>, Problem> {
        if let Some(turn) = self.turn_before(opened, wanted)? {
            let answer = self.repeated(&opened.row.id, &turn, wanted)?;
            return Ok(Some(Submitted::Turn(Box::new(answer))));
        }
        Ok(self.drafted_before(wanted)?.map(Submitted::Draft))
    }

    /// The turn that was taken under this key before, by a seat that is or was the caller's.
    fn turn_before(&self, opened: &Opened, wanted: &Submission) -> Result<Option<TurnRow>, Problem> {
        let Some(request) = &wanted.request else { return Ok(None) };
        let own = opened.seats.iter().filter(|row| row.player.as_ref() == Some(&wanted.player));
        for row in own.filter(|row| wanted.seat.as_deref().is_none_or(|seat| seat == row.seat.as_str())) {
            if let Some(turn) = self.store.turn_of(&opened.row.id, &row.seat, request)? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }

    /// What refuses an order does not refuse the answer to one that was carried out.
    fn unless_repeated(&self, game: &GameId, wanted: &Submission, why: Problem) -> Result<(), Problem> {
        match self.turn_before(&*self.look(game)?, wanted)? {
            Some(_) => Ok(()),
            None => Err(why),
        }
    }

    fn may_order(&self, opened: &Opened, wanted: &Submission) -> Result<Seat, Problem> {
        may_see(opened, Some(&wanted.player))?;
        if opened.row.imported {
            return Err(Problem::plain(codes::IMPORTED));
        }
        seat_for(opened, &wanted.player, wanted.seat.as_deref())
    }

    /// Decides a list of orders on the game as it stands, in a secret phase after the seat's draft.
    pub(super) fn decide(
        &self,
        opened: &Opened,
        seat: &Seat,
        draft: &[Box<RawValue>],
        given: &Given,
        request: Request,
    ) -> Result<Step, Problem> {
        let chronicle = &opened.chronicle;
        let (epoch, length, ..) = chronicle.ledger().epoch();
        let seeds = self.seeds(&opened.row.id, epoch, length);
        let (orders, now) = (given.orders(), self.clock.now());
        chronicle.submit_with_draft(seat, draft, &orders, request, now, &seeds).map_err(|refusals| {
            let (ours, version) = (seeds.failure(), chronicle.ledger().version());
            ours.unwrap_or_else(|| refused_with(draft.len(), &refusals, given, version))
        })
    }

    fn answer_of(&self, step: &Step, seat: &Seat) -> TurnAnswer {
        let place = |line: &Written| Place {
            turn: line.turn,
            round: line.stage.round,
            phase: line.stage.phase,
            hash: line.hash,
        };
        self.turn_answer(TurnLines {
            after: &step.next,
            turn: step.next.turns() - 1,
            seat: &Actor::Seat(seat.clone()),
            lines: step.lines.iter().map(|line| (&line.line, place(line))).collect(),
        })
    }

    /// The first answer again, made from the log up to the turn's last line.
    fn repeated(&self, game: &GameId, turn: &TurnRow, wanted: &Submission) -> Result<TurnAnswer, Problem> {
        if turn.body_hash != wanted.body_hash {
            return Err(Problem::plain(codes::IDEMPOTENCY_KEY_REUSED));
        }
        self.answer_again(game, turn)
    }

    /// The answer to a turn, made from the log up to its last line.
    ///
    /// # Errors
    /// As reading the log.
    pub fn answer_again(&self, game: &GameId, turn: &TurnRow) -> Result<TurnAnswer, Problem> {
        let after: Chronicle = fold(&*self.store, game, turn.last, Lore::default())?;
        let count = usize::try_from(turn.last + 1 - turn.first).unwrap_or(usize::MAX);
        let rows = self.store.lines(game, turn.first - 1, count)?;
        let read = |row: &LineRow| Line::read(&row.line).map_err(|why| Problem::internal(&why));
        let lines: Vec<Line> = rows.iter().map(read).collect::<Result<_, _>>()?;
        let place = |row| -> Place<'_> { place_of(row) };
        let seat = Seat::new(&turn.seat).map_or(Actor::Server, Actor::Seat);
        Ok(self.turn_answer(TurnLines {
            after: &after,
            turn: turn.turn,
            seat: &seat,
            lines: lines.iter().zip(rows.iter().map(place)).collect(),
        }))
    }

    /// A double click: the very same body, by the same seat, in the same round, within two seconds. The first may have ended
    /// a phase, and the second would be taken for an order of the next.
    fn no_double_click(&self, opened: &Opened, seat: &Seat, wanted: &Submission) -> Result<(), Problem> {
        let turns = opened.chronicle.turns();
        let now = self.clock.now();
        // The last few turns are enough: within two seconds there are not many.
        for turn in self.store.turns(&opened.row.id, turns.saturating_sub(4), 4)? {
            if turn.seat != seat.as_str() || turn.body_hash != wanted.body_hash {
                continue;
            }
            let first = self.store.lines(&opened.row.id, turn.first.saturating_sub(2), 1)?;
            let last = self.store.lines(&opened.row.id, turn.last - 1, 1)?;
            let (Some(before), Some(last)) = (first.first(), last.first()) else { continue };
            let line = Line::read(&last.line).map_err(|why| Problem::internal(&why))?;
            let same_round = before.round == opened.chronicle.stage().round;
            if same_round && now <= line.time + DOUBLE_CLICK {
                return Err(Problem::plain(codes::REPEATED).with("turn", turn.turn));
            }
        }
        Ok(())
    }
}

/// Where a stored line stands.
pub fn place_of(row: &LineRow) -> Place<'_> {
    Place { turn: row.turn, round: row.round, phase: &row.phase, hash: Hash::from_bytes(row.hash) }
}

fn limits(given: &Given) -> Result<(), Problem> {
    match given.count() {
        0 => Err(Problem::plain(codes::NO_ORDERS)),
        count if MAX_ORDERS < count => Err(Problem::new(
            codes::TOO_MANY_ORDERS,
            format!("A turn has at most {MAX_ORDERS} orders; these are {count}."),
        )),
        _ => Ok(()),
    }
}

/// What is said to who wants to be judged on an older state.
pub(super) fn stale(opened: &Opened) -> Problem {
    let ledger = opened.chronicle.ledger();
    let tag = crate::etag::position(ledger.version(), &ledger.head());
    Problem::plain(codes::STALE)
        .with("version", ledger.version())
        .with_header(actix_web::http::header::ETAG, &format!("\"{tag}.0\""))
}

/// The guards a client may have set: a version, or a round and phase.
fn guards(opened: &Opened, wanted: &Submission) -> Result<(), Problem> {
    let ledger = opened.chronicle.ledger();
    if let Some(if_match) = &wanted.if_match
        && !if_match.fits(ledger.version(), &ledger.head())
    {
        return Err(stale(opened));
    }
    let stage = opened.chronicle.stage();
    let elsewhere = wanted.round.is_some_and(|round| round != stage.round)
        || wanted.phase.as_ref().is_some_and(|phase| phase != stage.phase);
    if elsewhere {
        let detail = format!("The game stands in round {}, phase {}.", stage.round, stage.phase);
        return Err(Problem::new(codes::PHASE_OVER, detail)
            .with("round", stage.round)
            .with("phase", stage.phase)
            .with("version", ledger.version()));
    }
    Ok(())
}

/// The rules' refusals as a problem: its code is the first one's; every fault is told.
pub fn refused(refusals: &[Refusal], given: &Given, version: u64) -> Problem {
    refused_with(0, refusals, given, version)
}

/// The same where so many orders of the seat's draft come before those given: a fault among them points into the draft.
pub(super) fn refused_with(n_draft: usize, refusals: &[Refusal], given: &Given, version: u64) -> Problem {
    let own = |why: &Refusal| why.order_index.checked_sub(n_draft);
    let fault = |why: &Refusal| Fault {
        code: why.code.to_owned(),
        detail: why.message.clone(),
        pointer: match own(why) {
            None => Some(format!("/draft/orders/{}", why.order_index)),
            Some(at) => matches!(given, Given::Json(_)).then(|| format!("/orders/{at}")),
        },
        line: why.place.and_then(|(line, _)| u32::try_from(line).ok()),
        column: why.place.and_then(|(_, column)| u32::try_from(column).ok()),
        order_index: own(why).and_then(|at| u32::try_from(at).ok()),
        about: Box::new(FaultAbout {
            rule: why.rule.map(|rule| rule.0.to_owned()),
            figure: why.about.figure.clone(),
            by: why.about.by.clone(),
            length: why.about.length,
        }),
    };
    let (code, untimely, message) = match refusals.first() {
        Some(first) => (first.code, first.untimely, first.message.as_str()),
        None => ("refused", false, "the orders were refused"),
    };
    let (status, title) = if untimely { (409, "Not now") } else { (422, "An order is not legal") };
    Problem::of_rules(code, status, title, format!("Nothing was done: {message}."))
        .with_faults(refusals.iter().map(fault).collect())
        .with("version", version)
}
