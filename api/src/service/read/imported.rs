//! A verified log as the rows that a game of ours would have: lines with their places, turns, rolls, seats.

use domain::{
    chronicle::Chronicle,
    hash::Hash,
    log::{Kind, Line},
    rulesets,
    seam::{Corrupt, PlanChoice},
};
use storage::{
    GameRow, GameState, LineRow, PlayerId, RollRow, SeatRow, SeatStatus, ToActRow, TurnRow, Visibility,
};

use super::import::Verified;
use crate::{
    problem::Problem,
    service::{aftermath, answers::rolls_of, change::row_after, hall::Opened},
};

/// A game to be kept, row by row.
pub struct Kept {
    /// The game as it stands.
    pub opened: Opened,
    /// Its lines.
    pub lines: Vec<LineRow>,
    /// Its turns.
    pub turns: Vec<TurnRow>,
    /// Its rolls.
    pub rolls: Vec<RollRow>,
    /// Who was waited for when it was taken down.
    pub to_act: Vec<ToActRow>,
}

/// The rows of a verified log.
///
/// # Errors
/// 500 when a log that has been judged cannot be folded.
pub fn kept(verified: &Verified, host: &PlayerId, now: u64) -> Result<Kept, Problem> {
    let (chronicle, rows) = rows_of(&verified.log)?;
    let created = Line::read(&verified.log[0]).map_err(|why| Problem::internal(&why))?.time;
    let row = row_after(&row(verified, host, created), &chronicle, now);
    let seats = seats(verified, &chronicle, created)?;
    let opened = Opened::new(row, seats, chronicle);
    let to_act = aftermath::follow(&opened, now).to_act;
    Ok(Kept { opened, lines: rows.lines, turns: rows.turns, rolls: rows.rolls, to_act })
}

/// What is kept of a log beside it, and the game it leads to.
///
/// # Errors
/// 500 when a log that has been judged cannot be folded.
pub fn rows_of(log: &[String]) -> Result<(Chronicle, Rows), Problem> {
    let corrupt = |why: Corrupt| Problem::internal(&std::io::Error::other(why.code()));
    let Some(first) = log.first() else { return Err(corrupt(Corrupt::BodyUnreadable)) };
    let first = (first.as_str(), Hash::of(first));
    let mut chronicle = Chronicle::open(&rulesets::find, [first]).map_err(|why| Problem::internal(&why))?;
    let mut rows = Rows::default();
    for (at, text) in log.iter().enumerate() {
        let line = Line::read(text).map_err(|why| Problem::internal(&why))?;
        let hash = Hash::of(text);
        if at != 0 {
            chronicle.follow(&line, hash).map_err(corrupt)?;
        }
        rows.add(&chronicle, &line, text, hash)?;
    }
    chronicle.settle();
    Ok((chronicle, rows))
}

/// The rows of a log, in its order.
#[derive(Default)]
pub struct Rows {
    /// Its lines.
    pub lines: Vec<LineRow>,
    /// Its turns; the bodies that asked for them are not known.
    pub turns: Vec<TurnRow>,
    /// Its rolls.
    pub rolls: Vec<RollRow>,
}

impl Rows {
    /// Takes down a line that the chronicle has just followed.
    fn add(&mut self, chronicle: &Chronicle, line: &Line, text: &str, hash: Hash) -> Result<(), Problem> {
        let turn = chronicle.ledger().last_turn().map(|_| chronicle.turns().saturating_sub(1));
        let stage = match line.kind {
            Kind::Event(_) | Kind::Wait(_) => chronicle.game().stage(),
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Beacon(_)
            | Kind::Epoch { .. }
            | Kind::End { .. } => chronicle.stage(),
        };
        self.lines.push(LineRow {
            seq: line.seq,
            turn,
            round: stage.round,
            phase: stage.phase.to_owned(),
            hash: *hash.as_bytes(),
            line: text.to_owned(),
        });
        if let Some(turn) = turn {
            self.turn(turn, line);
        }
        let (epoch, ..) = chronicle.ledger().epoch();
        for roll in rolls_of(chronicle.ruleset(), epoch, line) {
            let (index, seq) = (roll.index, roll.seq);
            let roll = serde_json::to_string(&roll).map_err(|why| Problem::internal(&why))?;
            self.rolls.push(RollRow { epoch, index, seq, roll });
        }
        Ok(())
    }

    fn turn(&mut self, turn: u64, line: &Line) {
        match (self.turns.last_mut(), line.turn()) {
            (Some(last), _) if last.turn == turn => last.last = line.seq,
            (_, Some((seat, request))) => self.turns.push(TurnRow {
                turn,
                seat: seat.to_string(),
                request: request.clone(),
                first: line.seq,
                last: line.seq,
                body_hash: [0; 32],
            }),
            (_, None) => {}
        }
    }
}

fn row(verified: &Verified, host: &PlayerId, created: u64) -> GameRow {
    let names = verified.ruleset.names(&verified.rules.scenario);
    let (scenario, name) = names.map(|names| (names.id, names.name)).unwrap_or_default();
    GameRow {
        id: verified.id.clone(),
        origin: verified.genesis.origin.clone(),
        ruleset: verified.ruleset.id().to_owned(),
        scenario,
        title: domain::picture::clean(&name).chars().take(64).collect(),
        visibility: Visibility::Unlisted,
        state: GameState::Open,
        round: 0,
        phase: String::new(),
        version: 0,
        head: [0; 32],
        revision: 1,
        host: Some(host.clone()),
        imported: true,
        result: None,
        created,
        active: created,
    }
}

/// Nobody here holds a seat of a game from elsewhere.
fn seats(verified: &Verified, chronicle: &Chronicle, since: u64) -> Result<Vec<SeatRow>, Problem> {
    let rules = &verified.rules;
    let plan = PlanChoice::Custom(rules.seats.clone());
    let prepared = verified.ruleset.prepare(&rules.scenario, &plan, Some(&rules.options));
    let prepared =
        prepared.map_err(|_| Problem::internal(&std::io::Error::other("a plan that was checked")))?;
    let row = |(place, seat): (u32, domain::seam::PreparedSeat)| {
        let commit = chronicle.ledger().commitment_of(&seat.seat);
        let is_bot = rules.bots.iter().any(|bot| *bot == *seat.seat);
        let resigned = chronicle.game().table().has_resigned(&seat.seat);
        SeatRow {
            game: verified.id.clone(),
            place,
            side: seat.side,
            status: if resigned { SeatStatus::Resigned } else { SeatStatus::Taken },
            player: None,
            bot: is_bot.then(|| "standard".to_owned()),
            invite_hash: None,
            invite_email: None,
            commit: commit.flatten().map(|hash| *hash.as_bytes()),
            declined: commit == Some(None),
            since: Some(since),
            seat: seat.seat,
        }
    };
    Ok((0..).zip(prepared.seats).map(row).collect())
}
