//! A game played again for one viewer, line by line: what was done, and what it changed in what he sees.

use domain::{chronicle::Chronicle, hash::Hash, ids::GameId, ruleset::Viewer, rulesets, seam::Corrupt};
use openapi::replay::{Frame, ReplayPage};
use serde_json::Value;
use storage::{LineRow, PlayerId};

use super::{cursor, events::read, patch};
use crate::{
    app::App,
    problem::Problem,
    service::{
        answers::{event_view, rolls_of},
        hall::fold,
        lobby::viewer_for,
        play::place_of,
    },
};

/// Frames on a page where no number is asked for.
const USUAL: usize = 200;

/// Frames on a page at most.
const MOST: usize = 1_000;

/// Which part of a replay is wanted.
#[derive(Clone, Debug, Default)]
pub struct ReplayWanted {
    /// With the eyes of which seat.
    pub seat: Option<String>,
    /// Frames after this line.
    pub after: Option<u64>,
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// How many.
    pub limit: Option<usize>,
}

impl App {
    /// A page of frames.
    ///
    /// # Errors
    /// 400 for a cursor or limit that cannot be read; 403 for another's eyes; 404.
    pub fn replay(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        wanted: &ReplayWanted,
    ) -> Result<ReplayPage, Problem> {
        let limit = cursor::limit(wanted.limit, USUAL, MOST)?;
        let after = match &wanted.cursor {
            None => wanted.after.unwrap_or(0),
            Some(text) => {
                let [seq] = cursor::decode("replay", text)?;
                cursor::number(&seq)?
            }
        };
        let opened = self.seen(game, caller)?;
        let viewer = viewer_for(&opened, caller, wanted.seat.as_deref())?;
        let version = opened.chronicle.ledger().version();
        if version <= after {
            return Ok(ReplayPage { frames: Vec::new(), next: None });
        }
        let to = version.min(after + limit as u64);
        let rows = self.line_rows(&opened.row.id, after + 1, to)?;
        let mut player = Player { chronicle: self.up_to(&opened.row.id, after)?, viewer, last: None };
        let frames = rows.iter().map(|row| player.frame(row)).collect::<Result<_, _>>()?;
        let next = (to < version).then(|| cursor::encode("replay", &[&to]));
        Ok(ReplayPage { frames, next })
    }

    fn up_to(&self, game: &GameId, seq: u64) -> Result<Option<Chronicle>, Problem> {
        if seq == 0 { Ok(None) } else { fold(&*self.store, game, seq).map(Some) }
    }
}

/// Plays lines to a viewer.
struct Player {
    chronicle: Option<Chronicle>,
    viewer: Viewer,
    /// What the viewer saw last; `None` before the first frame of the page.
    last: Option<Value>,
}

impl Player {
    fn frame(&mut self, row: &LineRow) -> Result<Frame, Problem> {
        let line = read(row)?;
        let hash = Hash::from_bytes(row.hash);
        let corrupt = |why: Corrupt| Problem::internal(&std::io::Error::other(why.code()));
        let chronicle = match self.chronicle.take() {
            None => Chronicle::open(&rulesets::find, [(row.line.as_str(), hash)])
                .map_err(|why| Problem::internal(&why))?,
            Some(mut open) => {
                open.follow(&line, hash).map_err(corrupt)?;
                open
            }
        };
        let ruleset = chronicle.ruleset();
        let view = chronicle.game().view(&self.viewer);
        let event = event_view(ruleset, &line, &place_of(row));
        let dice = rolls_of(ruleset, chronicle.ledger().epoch().0, &line);
        let delta = self.last.as_ref().map(|last| patch::diff(last, &view));
        let first = self.last.is_none().then(|| view.clone());
        self.last = Some(view);
        self.chronicle = Some(chronicle);
        Ok(Frame {
            seq: event.seq,
            at: event.at,
            turn: event.turn,
            seat: event.seat,
            kind: event.kind,
            round: event.round,
            phase: event.phase,
            text: event.text,
            rules: event.rules,
            dice,
            view: first,
            delta,
        })
    }
}
