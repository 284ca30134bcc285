//! What happened since a seat's last turn: told from the log's lines, with dice and rules, a heading per turn.

use std::fmt::Write;

use domain::{
    log::{Kind, Line},
    table::TableEvent,
    tell::tell,
};
use serde::Deserialize;

use super::{
    game::Scene,
    text::{LIST_WIDTH, Page, wrap},
};
use crate::problem::Problem;

/// Lines of the log read at a time.
const LINES: usize = 500;

/// The longest account, in lines of the mail.
const N_LINES: usize = 60;

/// Writes what happened since the seat's last turn, or since the start; gives the number of that turn.
///
/// # Errors
/// What the store says.
pub(super) fn since_last_turn(scene: &Scene<'_>, page: &mut Page) -> Result<Option<u64>, Problem> {
    let own = scene.app.last_turn_of(&scene.game, scene.seat, None)?;
    let own = own.map(|turn| (turn.turn, turn.first, turn.last));
    let end = scene.chronicle().ledger().version();
    let (after, title) = match own {
        None => (0, "What happened so far".to_owned()),
        // His own turn was the last of the game: that is the news.
        Some((_, first, last)) if end <= last => {
            (first.saturating_sub(1), "What your last turn did".to_owned())
        }
        Some((turn, _, last)) => (last, format!("What happened since your turn {turn}")),
    };
    let mut told = Told::default();
    let mut seq = after;
    while seq < end {
        let rows = scene.app.store.lines(&scene.game.row.id, seq, LINES)?;
        let Some(last) = rows.last() else { break };
        seq = last.seq;
        for row in &rows {
            let line = Line::read(&row.line).map_err(|error| Problem::internal(&error))?;
            told.take(scene, &line, row.turn);
        }
    }
    page.heading(&title);
    if told.lines.is_empty() {
        told.lines.push("Nothing that the rules would tell.".to_owned());
    }
    page.lines(&told.lines);
    if 0 < told.n_more {
        page.say(&format!("... and {} more events. All of them, from the first of these on:", told.n_more));
        page.lines([format!("{}/events?after={after}", scene.url())]);
    }
    Ok(own.map(|(turn, ..)| turn))
}

/// The account in the making.
#[derive(Default)]
struct Told {
    lines: Vec<String>,
    n_more: u64,
    turn: Option<u64>,
}

impl Told {
    fn take(&mut self, scene: &Scene<'_>, line: &Line, turn: Option<u64>) {
        let Some(words) = words(scene, line) else { return };
        if N_LINES <= self.lines.len() {
            self.n_more += 1;
            return;
        }
        if turn != self.turn || self.lines.is_empty() {
            self.lines.extend(heading(scene, line, turn));
            self.turn = turn;
        }
        self.lines.extend(words);
    }
}

/// Whose turn it is that begins here.
fn heading(scene: &Scene<'_>, line: &Line, turn: Option<u64>) -> Option<String> {
    let turn = turn?;
    Some(match line.seat() {
        Some(seat) if seat != "server" => format!("Turn {turn}, {}:", scene.who(seat)),
        Some(_) | None => format!("Turn {turn}, by the server:"),
    })
}

/// One event with its dice and rules; `None` for what tells the reader nothing: the protocol's lines, and orders,
/// whose effects follow.
fn words(scene: &Scene<'_>, line: &Line) -> Option<Vec<String>> {
    match &line.kind {
        Kind::Event(event) if is_orders(event.body.get()) => return None,
        Kind::Event(_) | Kind::Wait(_) | Kind::End { .. } | Kind::Epoch { .. } => {}
        Kind::Genesis(_) | Kind::Commit { .. } | Kind::Reveal { .. } | Kind::Beacon(_) => return None,
    }
    let told = tell(scene.chronicle().ruleset(), line);
    let mut notes = String::new();
    let dice: Vec<String> = line.rolls().iter().flat_map(|roll| &roll.values).map(u32::to_string).collect();
    if !dice.is_empty() {
        let _ = write!(notes, "[{}] ", dice.join(" "));
    }
    let rules = rules(line);
    if !rules.is_empty() {
        let _ = write!(notes, "({})", rules.join(", "));
    }
    let notes = notes.trim_end();
    let whole = format!("{told}  {notes}");
    if 2 + whole.chars().count() <= LIST_WIDTH {
        return Some(vec![format!("  {}", whole.trim_end())]);
    }
    let mut lines = wrap(&told, LIST_WIDTH, "  ", "    ");
    if !notes.is_empty() {
        lines.extend(wrap(notes, LIST_WIDTH, "      ", "      "));
    }
    Some(lines)
}

/// Whether a body is the orders that set a turn off.
fn is_orders(body: &str) -> bool {
    matches!(serde_json::from_str::<TableEvent>(body), Ok(TableEvent::OrdersGiven { .. }))
}

/// The rules an event cites.
fn rules(line: &Line) -> Vec<String> {
    #[derive(Deserialize)]
    struct Cites {
        #[serde(default)]
        rules: Vec<String>,
    }
    let Kind::Event(event) = &line.kind else { return Vec::new() };
    serde_json::from_str::<Cites>(event.body.get()).map_or_else(|_| Vec::new(), |cites| cites.rules)
}
