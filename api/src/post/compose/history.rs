//! What happened since a seat's last turn: told from the log's lines, with dice and rules, a heading per turn.

use std::{collections::VecDeque, fmt::Write};

use domain::{
    log::{Kind, Line},
    table::TableEvent,
};
use serde::Deserialize;

use super::{
    game::Scene,
    text::{LIST_WIDTH, Page, wrap},
};
use crate::{problem::Problem, service::answers::is_void};

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
    // What somebody else did who held the seat before, its holder has not seen.
    let own = match own {
        Some(turn) => {
            let since = scene.row().and_then(|row| row.since).unwrap_or(0);
            scene.time_of(turn.last)?.filter(|made| since <= *made).map(|_| turn)
        }
        None => None,
    };
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
    page.heading(&title);
    of_lines(scene, after + 1, end, page)?;
    Ok(own.map(|(turn, ..)| turn))
}

/// Writes what these lines of the log tell, from the first to the last.
///
/// # Errors
/// What the store says.
pub(super) fn of_lines(scene: &Scene<'_>, first: u64, last: u64, page: &mut Page) -> Result<(), Problem> {
    let after = first.saturating_sub(1);
    let mut told = Told::default();
    let mut seq = after;
    while seq < last {
        let rows = scene.app.store.lines(&scene.game.row.id, seq, LINES)?;
        let Some(newest) = rows.last() else { break };
        seq = newest.seq;
        for row in rows.iter().filter(|row| row.seq <= last) {
            let line = Line::read(&row.line).map_err(|error| Problem::internal(&error))?;
            told.take(scene, &line, row.turn);
        }
    }
    let n_left_out = told.n_left_out;
    if 0 < n_left_out {
        page.say(&format!("{n_left_out} earlier events are left out here. All of them:"));
        page.lines([format!("{}/events?after={after}", scene.url())]);
    }
    match told.events.is_empty() {
        true => page.say("Nothing that the rules would tell."),
        false => page.events(told.events.into()),
    };
    Ok(())
}

/// The account in the making: events with the headings before them.
#[derive(Default)]
struct Told {
    events: VecDeque<(Option<String>, Vec<String>)>,
    n_lines: usize,
    n_left_out: u64,
    turn: Option<u64>,
}

impl Told {
    fn take(&mut self, scene: &Scene<'_>, line: &Line, turn: Option<u64>) {
        let Some(words) = words(scene, line) else { return };
        let heading =
            (turn != self.turn || self.events.is_empty()).then(|| heading(scene, line, turn)).flatten();
        self.turn = turn;
        self.n_lines += words.len() + usize::from(heading.is_some());
        self.events.push_back((heading, words));
        // The newest is what a player needs: what does not fit is left out at the beginning.
        while N_LINES < self.n_lines && 1 < self.events.len() {
            let Some((heading, words)) = self.events.pop_front() else { break };
            self.n_lines -= words.len() + usize::from(heading.is_some());
            self.n_left_out += 1;
            if let Some(next) = self.events.front_mut()
                && next.0.is_none()
                && let Some(heading) = heading
            {
                next.0 = Some(heading);
                self.n_lines += 1;
            }
        }
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
    let told = scene.chronicle().story().line(line);
    let told = if is_void(scene.chronicle(), line) { format!("(taken back) {told}") } else { told };
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
