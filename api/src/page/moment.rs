//! One moment of a game, and the ways to the others.

use domain::picture::Picture;
use maud::{Markup, PreEscaped, html};
use openapi::{games::GameView, replay::Frame};

use super::{
    game::{frame, title},
    site::Reader,
};

/// A moment.
pub struct Moment<'a> {
    /// Who looks.
    pub reader: &'a Reader,
    /// The game today.
    pub game: &'a GameView,
    /// With whose eyes.
    pub seat: Option<&'a str>,
    /// After which line.
    pub at: u64,
    /// What that line says.
    pub frame: Option<&'a Frame>,
    /// The board after it.
    pub board: &'a Picture,
    /// The last lines of the turns before and after.
    pub turns: (Option<u64>, Option<u64>),
    /// The last line of an earlier round, and the first of a later one, where they are near.
    pub rounds: (Option<u64>, Option<u64>),
}

/// The page.
pub fn page(moment: &Moment<'_>) -> Markup {
    let (game, at) = (moment.game, moment.at);
    let path = moment.reader.link(&format!("/games/{}/replay", game.id));
    let to = |line: u64| match moment.seat {
        Some(seat) => format!("{path}?at={line}&seat={seat}"),
        None => format!("{path}?at={line}"),
    };
    let way = |line: Option<u64>, key: &str, words: &str| {
        html! {
            @match line.filter(|line| *line != at) {
                Some(line) => a class="button" href=(to(line)) data-key=(key) { (words) },
                None => span class="button off" aria-disabled="true" { (words) },
            }
        }
    };
    let (turn_before, turn_after) = moment.turns;
    let (round_before, round_after) = moment.rounds;
    html! {
        div class="replay" data-replay {
            h1 { a href=(moment.reader.link(&format!("/games/{}", game.id))) { bdi { (title(game)) } } small { " replay" } }
            nav aria-label="Moments" class="moments" {
                (way(Some(1), "Home", "first"))
                (way(round_before, "[", "⟪ round"))
                (way(turn_before, "PageUp", "« turn"))
                (way(at.checked_sub(1).filter(|line| 0 < *line), "ArrowLeft", "‹ back"))
                (way(Some(at + 1).filter(|line| *line <= game.version), "ArrowRight", "next ›"))
                (way(turn_after, "PageDown", "turn »"))
                (way(round_after, "]", "round ⟫"))
                (way(Some(game.version), "End", "last"))
                form method="get" action=(path) class="inline" {
                    @if let Some(seat) = moment.seat { input type="hidden" name="seat" value=(seat); }
                    label { "Line" input name="at" type="number" min="1" max=(game.version) value=(at) data-scrub; }
                    " of " (game.version) " " button { "Go" }
                }
            }
            p class="told" role="status" {
                @if let Some(told) = moment.frame {
                    span class="quiet" { "Round " (told.round) ", " (super::game::spoken(&told.phase)) ": " }
                    (frame(moment.reader, &game.ruleset, told))
                }
            }
            @if let Some(told) = moment.frame.filter(|told| !told.steps.is_empty()) {
                details { summary { "Step by step" } ol class="steps" { @for step in &told.steps { li { (step) } } } }
            }
            // The picture's renderer has escaped every text in it.
            div class="picture" data-zoom tabindex="0" role="group" aria-label="Board" { (PreEscaped(moment.board.to_svg())) }
            details { summary { "The board in letters" } pre class="letters" tabindex="0" { (moment.board.to_text()) } }
        }
    }
}
