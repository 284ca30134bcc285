//! The front door.

use maud::{Markup, html};
use openapi::games::GameItem;

use super::{account, form::Form, site::Reader};

/// One of the lists of games.
pub struct List {
    /// Its name in addresses.
    pub id: &'static str,
    title: &'static str,
    /// What is said when it is empty, if anything.
    none: &'static str,
    /// The states of its games; `None`: all.
    pub states: Option<&'static str>,
    /// Which of them.
    pub whose: Whose,
}

/// Whose games a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those that wait for the reader.
    ToMove,
    /// Those in which he has a seat or which he made, and that wait for others.
    Mine,
    /// Everybody's in which he has no seat.
    Others,
}

const fn list(
    id: &'static str,
    title: &'static str,
    none: &'static str,
    states: Option<&'static str>,
    whose: Whose,
) -> List {
    List { id, title, none, states, whose }
}

/// All lists, in the order in which the front door has them.
pub const LISTS: [List; 7] = [
    list("to_move", "Your move", "Nobody waits for you.", None, Whose::ToMove),
    list("playing", "Others to move", "", Some("active"), Whose::Mine),
    list("not_begun", "Not begun", "", Some("open"), Whose::Mine),
    list("over", "Over", "", Some("finished,aborted"), Whose::Mine),
    list(
        "open",
        "Tables you may join",
        "No open table at the moment: make one.",
        Some("open"),
        Whose::Others,
    ),
    list("running", "Battles to watch", "", Some("active"), Whose::Others),
    list("finished", "Battles fought", "", Some("finished"), Whose::Others),
];

/// A page of a list.
pub struct Listed {
    /// Which.
    pub list: &'static List,
    /// Its games.
    pub games: Vec<GameItem>,
    /// Where it goes on.
    pub next: Option<String>,
}

/// The front door.
pub fn page(reader: &Reader, lists: &[Listed]) -> Markup {
    html! {
        @if reader.me.is_none() { (welcome(reader)) } @else {
            h1 { "Your games" }
            p { a class="button" href=(reader.link("/new")) { "New game" } }
        }
        @if reader.mailbox { p class="quiet" { (reader.mailbox_hint()) } }
        @for listed in lists {
            @if !listed.games.is_empty() || listed.next.is_some() || !listed.list.none.is_empty() {
                section { h2 { (listed.list.title) (count(listed)) } (games(reader, listed)) }
            }
        }
    }
}

/// One list, page by page.
pub fn whole(reader: &Reader, listed: &Listed) -> Markup {
    html! {
        h1 { (listed.list.title) }
        (games(reader, listed))
        p { a href=(reader.link("/")) { "All lists" } }
    }
}

/// What a list is called.
pub fn title(list: &List) -> &'static str {
    list.title
}

fn welcome(reader: &Reader) -> Markup {
    html! {
        section class="welcome" {
            h1 { "Tabletop battles, by post" }
            p class="lead" {
                "Move when you have time. Every die comes from a seed committed to before the first move, so each roll can be "
                "checked, and a finished battle watched again move by move."
            }
            form method="post" action=(reader.link("/join")) class="inline" {
                (account::newcomer(&Form::default()))
                button class="main" { "Play" }
            }
            p class="quiet" {
                "The address gets one mail to prove it; nothing else goes there before. Here already? "
                a href=(reader.link("/sign-in")) { "Sign in" } "."
            }
        }
    }
}

/// How many games there are, as far as they were counted.
fn count(listed: &Listed) -> Markup {
    html! {
        @if !listed.games.is_empty() {
            " " span class="count" { (listed.games.len()) @if listed.next.is_some() { "+" } }
        }
    }
}

fn games(reader: &Reader, listed: &Listed) -> Markup {
    let List { id, none, .. } = listed.list;
    html! {
        @if listed.games.is_empty() && listed.next.is_none() { p class="quiet" { @if none.is_empty() { "None." } @else { (none) } } }
        ul class="games" { @for game in &listed.games { li { (item(reader, game)) } } }
        @if let Some(next) = &listed.next {
            p { a rel="next" href=(reader.link(&format!("/games?list={id}&cursor={next}"))) { "More" } }
        }
    }
}

fn item(reader: &Reader, game: &GameItem) -> Markup {
    let name = |seat: &domain::ids::Seat| {
        game.seats
            .iter()
            .find(|row| row.seat == *seat)
            .map_or_else(|| seat.to_string(), |row| row.name.clone())
    };
    let title = if game.title.is_empty() { &game.scenario } else { &game.title };
    html! {
        a class="game" href=(reader.link(&format!("/games/{}", game.id))) { bdi { (title) } }
        span class="quiet" { " " (game.ruleset.replace('_', " ")) ", " (game.scenario.replace('_', " ")) }
        p class="quiet" {
            @for (n, seat) in game.seats.iter().enumerate() {
                @if 0 < n { " · " }
                (seat.name) ": "
                @match (&seat.player, seat.bot) {
                    (Some(player), _) => bdi { (player.name) },
                    (None, true) => "bot",
                    (None, false) => em { "open" },
                }
            }
        }
        @for waited in &game.to_act {
            p class="quiet" {
                "Waiting for " (name(&waited.seat)) " since " (reader.moment(&waited.since))
                @if let Some(deadline) = &waited.deadline { "; time until " strong { (reader.moment(deadline)) } }
            }
        }
        @if let Some(outcome) = &game.result {
            p { strong { (super::game::result(outcome, &name)) } }
        }
    }
}
