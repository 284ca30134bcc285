//! A game in one file that plays by itself: what each line tells, the boards as this viewer saw them, and the audit bundle.
//!
//! Boards are given as changes to the board before: a picture is a list of lines, most of which stay what they were, so a
//! whole game is little more than its first picture.

use std::{collections::HashMap, sync::Arc};

use domain::{
    chronicle::Chronicle,
    log::{Body, Kind},
    ruleset::{Focus, Viewer},
};
use openapi::replay::Frame;
use serde::Serialize;
use storage::{LineRow, PlayerId};

use super::{PAGE, events::read, replay::Player};
use crate::{
    app::App,
    etag, page,
    problem::Problem,
    service::{hall::Opened, lobby::viewer_for},
};

/// Up to this many lines each event has a board; beyond, each turn, so that drawing stays a matter of moments.
const EVENTS_DRAWN: u64 = 1_000;

/// A replay, ready to be put into its page.
pub struct ReplayFile {
    /// Which game.
    pub game: String,
    /// What people call it.
    pub title: String,
    /// What the script plays, as JSON.
    pub played: String,
    /// The audit bundle.
    pub bundle: String,
}

/// A replay, and what its tag is.
pub struct Taggable {
    /// Of what is shown to this viewer.
    pub tag: String,
    opened: Arc<Opened>,
    viewer: Viewer,
}

#[derive(Serialize)]
struct Played<'a> {
    game: &'a str,
    title: &'a str,
    ruleset: &'a str,
    scenario: &'a str,
    /// With whose eyes; `null` for a spectator.
    seat: Option<&'a str>,
    frames: Vec<Scene>,
    /// Lines of pictures, and of boards in letters.
    parts: Vec<String>,
}

/// A frame with its board.
#[derive(Serialize)]
struct Scene {
    #[serde(flatten)]
    frame: Frame,
    /// What it changes in the picture; left out where nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Change>,
    /// The same of the board in letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    letters: Option<Change>,
}

/// How a list of parts follows from the one before: so many of its first are kept, these follow, so many of its last end it.
type Change = (usize, Vec<usize>, usize);

/// Texts, each kept once.
#[derive(Default)]
struct Parts {
    all: Vec<String>,
    places: HashMap<String, usize>,
}

impl Parts {
    fn of(&mut self, text: &str) -> Vec<usize> {
        text.lines().map(|line| self.place(line)).collect()
    }

    fn place(&mut self, line: &str) -> usize {
        if let Some(place) = self.places.get(line) {
            return *place;
        }
        self.all.push(line.to_owned());
        self.places.insert(line.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// Replaces a list by its successor; gives what has changed.
fn change(last: &mut Vec<usize>, next: Vec<usize>) -> Option<Change> {
    if *last == next {
        return None;
    }
    let head = last.iter().zip(&next).take_while(|(a, b)| a == b).count();
    let both = last[head..].iter().rev().zip(next[head..].iter().rev());
    let tail = both.take_while(|(a, b)| a == b).count();
    let between = next[head..next.len() - tail].to_vec();
    *last = next;
    Some((head, between, tail))
}

impl App {
    /// The replay of a game for this viewer, not yet made: its tag may be all that is needed.
    ///
    /// # Errors
    /// 403 for another's eyes; 404.
    pub fn replay_tag(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        seat: Option<&str>,
    ) -> Result<Taggable, Problem> {
        let opened = self.seen(game, caller)?;
        let viewer = viewer_for(&opened, caller, seat)?;
        let ledger = opened.chronicle.ledger();
        let shown = format!("{}\n{viewer:?}\n{}", page::script::replay().policy, opened.row.title);
        let tag = etag::of(ledger.version(), &ledger.head(), shown.as_bytes());
        Ok(Taggable { tag, opened, viewer })
    }

    /// The replay.
    ///
    /// # Errors
    /// 500 when the log cannot be read.
    pub fn replay_file(&self, wanted: Taggable) -> Result<ReplayFile, Problem> {
        let Taggable { opened, viewer, .. } = wanted;
        let row = &opened.row;
        let version = opened.chronicle.ledger().version();
        let seat = match &viewer {
            Viewer::Seat(seat) => Some(seat.to_string()),
            Viewer::Spectator => None,
        };
        let lore = self.lore(&row.id)?;
        let mut player = Player { chronicle: None, newest: &opened.chronicle, lore, viewer };
        let mut lines = Vec::new();
        let mut stage = Stage { every_event: version <= EVENTS_DRAWN, ..Stage::default() };
        let mut from = 1;
        while from <= version {
            let to = version.min(from + PAGE as u64 - 1);
            let rows = self.line_rows(&row.id, from, to)?;
            for (n, row) in rows.iter().enumerate() {
                let is_last = rows.get(n + 1).is_none_or(|next| next.turn != row.turn);
                stage.play(&mut player, row, is_last)?;
            }
            lines.extend(rows.into_iter().map(|row| row.line));
            from = to + 1;
        }
        let played = Played {
            game: row.id.as_str(),
            title: &row.title,
            ruleset: &row.ruleset,
            scenario: &row.scenario,
            seat: seat.as_deref(),
            frames: stage.scenes,
            parts: stage.parts.all,
        };
        Ok(ReplayFile {
            game: row.id.to_string(),
            title: row.title.clone(),
            played: serde_json::to_string(&played).map_err(|why| Problem::internal(&why))?,
            bundle: self.bundle_text(&opened, lines)?,
        })
    }
}

/// The scenes so far.
#[derive(Default)]
struct Stage {
    every_event: bool,
    scenes: Vec<Scene>,
    parts: Parts,
    board: Vec<usize>,
    letters: Vec<usize>,
}

impl Stage {
    fn play(&mut self, player: &mut Player<'_>, row: &LineRow, is_last: bool) -> Result<(), Problem> {
        let (frame, seen) = player.frame(row)?;
        let line = read(row)?;
        let mut scene = Scene { frame, board: None, letters: None };
        // What the protocol writes moves nothing on the board, but the first line puts it up.
        if let (Kind::Event(event), true) = (&line.kind, self.every_event || is_last) {
            self.draw(&mut scene, player, &seen, std::slice::from_ref(&event.body));
        } else if row.seq == 1 {
            self.draw(&mut scene, player, &seen, &[]);
        }
        self.scenes.push(scene);
        player.chronicle = Some(seen);
        Ok(())
    }

    fn draw(&mut self, scene: &mut Scene, player: &Player<'_>, seen: &Chronicle, lately: &[Body]) {
        let picture = seen.game().board(&player.viewer, &Focus { lately, ..Focus::none() });
        let board = self.parts.of(&picture.to_svg());
        scene.board = change(&mut self.board, board);
        let letters = self.parts.of(&picture.to_text());
        scene.letters = change(&mut self.letters, letters);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_what_lies_between_what_stays() {
        let mut list = vec![1, 2, 3, 4];
        assert_eq!(change(&mut list, vec![1, 9, 3, 4]), Some((1, vec![9], 2)));
        assert_eq!(change(&mut list, vec![1, 9, 3, 4]), None);
        // What repeats itself is not counted twice.
        assert_eq!(change(&mut list, vec![1, 9, 9, 3, 4]), Some((2, vec![9], 2)));
        assert_eq!(change(&mut list, Vec::new()), Some((0, Vec::new(), 0)));
    }
}
