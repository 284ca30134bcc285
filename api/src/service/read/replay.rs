//! A game played again for one viewer, line by line: what was done, and what it changed in what he sees.

use domain::{
    chronicle::{Chronicle, Lore},
    hash::Hash,
    ids::GameId,
    log::Kind,
    ruleset::Viewer,
    rulesets,
    seam::Corrupt,
};
use openapi::replay::{Frame, ReplayPage};
use serde_json::Value;
use storage::{LineRow, PlayerId};

use super::{cursor, events::read, patch};
use crate::{
    app::App,
    problem::Problem,
    service::{
        answers::{event_view, is_void, rolls_of},
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
    /// What happened is enough: nobody looks at the views.
    pub only_told: bool,
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
        let lore = self.lore(&opened.row.id)?;
        let chronicle = self.up_to(&opened.row.id, after, &lore)?;
        let newest = &opened.chronicle;
        let mut player = Player { chronicle, newest, lore, viewer };
        let mut last: Option<Value> = None;
        let mut frames = Vec::with_capacity(rows.len());
        for row in &rows {
            let (mut frame, seen) = player.frame(row)?;
            if !wanted.only_told {
                let view = seen.game().view(&player.viewer);
                frame.delta = last.as_ref().map(|last| patch::diff(last, &view));
                frame.view = last.is_none().then(|| view.clone());
                last = Some(view);
            }
            frames.push(frame);
            player.chronicle = Some(seen);
        }
        let next = (to < version).then(|| cursor::encode("replay", &[&to]));
        Ok(ReplayPage { frames, next })
    }

    fn up_to(&self, game: &GameId, seq: u64, lore: &Lore) -> Result<Option<Chronicle>, Problem> {
        if seq == 0 { Ok(None) } else { fold(&*self.store, game, seq, lore.clone()).map(Some) }
    }
}

/// Plays lines to a viewer.
pub(super) struct Player<'a> {
    /// As far as it has been played; `None` before the first line.
    pub(super) chronicle: Option<Chronicle>,
    /// What is kept of the game's secrets; the viewer is shown those of his side.
    pub(super) lore: Lore,
    /// The game as it is now: it knows what was taken back later.
    pub(super) newest: &'a Chronicle,
    pub(super) viewer: Viewer,
}

impl Player<'_> {
    /// Plays a line: what it tells, without what it changes in the view, and the game after it, which is to be put back for
    /// the next line.
    pub(super) fn frame(&mut self, row: &LineRow) -> Result<(Frame, Chronicle), Problem> {
        let line = read(row)?;
        let hash = Hash::from_bytes(row.hash);
        let corrupt = |why: Corrupt| Problem::internal(&std::io::Error::other(why.code()));
        let chronicle = match self.chronicle.take() {
            None => {
                let opened = Chronicle::open(&rulesets::find, [(row.line.as_str(), hash)]);
                let mut opened = opened.map_err(|why| Problem::internal(&why))?;
                opened.knows(self.lore.clone());
                opened
            }
            Some(mut open) => {
                open.follow(&line, hash).map_err(corrupt)?;
                open
            }
        };
        let ruleset = chronicle.ruleset();
        let event = event_view(ruleset, &line, &place_of(row));
        let dice = rolls_of(ruleset, chronicle.ledger().epoch().0, &line);
        let frame = Frame {
            seq: event.seq,
            at: event.at,
            turn: event.turn,
            seat: event.seat,
            kind: event.kind,
            round: event.round,
            phase: event.phase,
            text: chronicle.story().line(&line),
            void: is_void(self.newest, &line),
            rules: event.rules,
            dice,
            steps: match &line.kind {
                Kind::Event(event) => ruleset.explain(&event.body),
                Kind::Genesis(_)
                | Kind::Commit { .. }
                | Kind::Reveal { .. }
                | Kind::Epoch { .. }
                | Kind::Wait(_)
                | Kind::Beacon(_)
                | Kind::End { .. } => Vec::new(),
            },
            view: None,
            delta: None,
        };
        Ok((frame, chronicle))
    }
}
