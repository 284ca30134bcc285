//! "You are away", "you are back": to the player himself, once for all of his games.

use domain::ids::Seat;
use storage::{GameState, PlayerId};

use super::{
    Recipient,
    text::{Page, clean, quoted},
    when::moment,
};
use crate::{
    app::App,
    problem::Problem,
    service::deadline::{deadline_in, honours_absence, keeps_time},
};

/// What is told of one game.
struct Told {
    title: String,
    /// Whether its clock honours an absence.
    honours: bool,
    /// Until when a seat of his has time there, if it is waited for.
    due: Vec<(Seat, Option<u64>)>,
}

/// His absence has begun.
pub(super) fn begun(app: &App, to: &Recipient, until: u64, page: &mut Page) -> Result<(), Problem> {
    page.say(&format!(
        "you are away until {}, as you have said. Until then your clocks stand still; they run again by themselves. You may \
         play all the same.",
        moment(until, to.zone())
    ));
    let games = games(app, to)?;
    let (still, running): (Vec<&Told>, Vec<&Told>) = games.iter().partition(|game| game.honours);
    list(page, "Your time stands still in:", &still);
    list(page, "These games go on without regard to absence, as was agreed when they were made:", &running);
    if let Some(player) = &to.player {
        page.say(&format!("You have {} left for this year.", app.vacation_left(&player.id)?));
    }
    page.say("To end it sooner, or to change it:");
    page.lines([
        format!("curl -sS -X PATCH {} \\", quoted(&app.link("/v1/me"))),
        "  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\".to_owned(),
        "  -d '{\"vacation\":null}'".to_owned(),
    ]);
    Ok(())
}

/// His absence is over.
pub(super) fn over(app: &App, to: &Recipient, page: &mut Page) -> Result<(), Problem> {
    page.say("your absence is over: your clocks run again, each with the time that was left.");
    let games = games(app, to)?;
    let waiting: Vec<String> = games
        .iter()
        .flat_map(|game| game.due.iter().map(move |(seat, due)| (game, seat, due)))
        .map(|(game, seat, due)| match due {
            Some(due) => format!("  {} ({seat}): until {}", game.title, moment(*due, to.zone())),
            None => format!("  {} ({seat})", game.title),
        })
        .collect();
    match waiting.is_empty() {
        true => page.say("No game waits for you."),
        false => page.say("These games wait for you:").lines(waiting),
    };
    Ok(())
}

fn list(page: &mut Page, words: &str, games: &[&Told]) {
    if !games.is_empty() {
        page.say(words).lines(games.iter().map(|game| format!("  {}", game.title)));
    }
}

/// The running games of the reader.
fn games(app: &App, to: &Recipient) -> Result<Vec<Told>, Problem> {
    let Some(player) = to.player.as_ref().map(|player| &player.id) else { return Ok(Vec::new()) };
    let mut games: Vec<(domain::ids::GameId, Told)> = Vec::new();
    for row in app.store.seats_of(player)? {
        if games.iter().any(|(id, _)| *id == row.game) {
            continue;
        }
        if let Some(told) = told(app, player, &row.game) {
            games.push((row.game, told));
        }
    }
    Ok(games.into_iter().map(|(_, told)| told).collect())
}

/// A game that cannot be read is not spoken of; nor is one without a clock, in which nothing changes.
fn told(app: &App, player: &PlayerId, game: &domain::ids::GameId) -> Option<Told> {
    let opened = app.look(game).ok().filter(|opened| opened.row.state == GameState::Active)?;
    let own: Vec<Seat> = opened.held_by(player).map(|row| row.seat.clone()).collect();
    let chronicle = &opened.chronicle;
    let waiting = chronicle.awaited().iter().filter(|awaited| own.contains(&awaited.seat));
    let due = waiting.map(|awaited| (awaited.seat.clone(), deadline_in(chronicle, awaited))).collect();
    keeps_time(chronicle).then(|| Told {
        title: clean(&opened.row.title),
        honours: honours_absence(chronicle),
        due,
    })
}
