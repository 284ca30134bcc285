//! The page of a game: the board, what happened, what can be ordered, and who sits at the table.

mod orders;
mod people;
mod told;

use domain::{
    ids::Seat,
    picture::Picture,
    ruleset::{Outcome, OutcomeKind},
    rulesets,
};
use maud::{Markup, PreEscaped, html};
use openapi::{
    games::{GameLife, GameView, OwnSeat},
    messages::MessageView,
    replay::Frame,
    turns::{DryRun, OrdersView},
};

use serde_json::json;

pub use orders::Typed;
pub use told::frame;

use super::site::Reader;
use crate::problem::Problem;

/// All that the page of a game shows.
pub struct Scene<'a> {
    /// Who looks.
    pub reader: &'a Reader,
    /// The game as he may see it.
    pub game: &'a GameView,
    /// The seat of his with whose eyes he looks.
    pub seat: Option<&'a OwnSeat>,
    /// The board for these eyes.
    pub board: &'a Picture,
    /// The figure that is pointed at.
    pub figure: Option<&'a str>,
    /// What has happened after which line.
    pub lately: (u64, &'a [Frame]),
    /// What the seat may order.
    pub orders: Option<&'a OrdersView>,
    /// The orders by which the seat ends a part of its turn.
    pub endings: &'a [String],
    /// What stands in the form.
    pub typed: &'a Typed,
    /// What a dry run came to.
    pub tried: Option<&'a DryRun>,
    /// Why something just sent was refused.
    pub why: Option<&'a Problem>,
    /// Press, newest first.
    pub messages: &'a [MessageView],
}

impl Scene<'_> {
    /// A path below the game's page.
    fn link(&self, below: &str) -> String {
        self.reader.link(&format!("/games/{}{below}", self.game.id))
    }

    /// The page with another figure pointed at, and everything else as it is.
    fn pointing(&self, figure: &str) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        if let Some(seat) = self.seat {
            query.append_pair("seat", seat.seat.as_str());
        }
        query.append_pair("figure", figure);
        query.append_pair("since", &self.lately.0.to_string());
        self.link(&format!("?{}#orders", query.finish()))
    }

    /// A seat's name.
    fn name<'b>(&'b self, seat: &'b Seat) -> &'b str {
        self.game.seats.iter().find(|row| row.seat == *seat).map_or(seat.as_str(), |row| &row.name)
    }

    fn acts(&self) -> bool {
        self.seat.is_some_and(|seat| seat.acts)
    }
}

/// What a game is called.
pub fn title(game: &GameView) -> String {
    if game.title.is_empty() { spoken(&game.scenario) } else { game.title.clone() }
}

/// A word of the rules, for people.
pub(super) fn spoken(word: &str) -> String {
    word.replace(['_', '-'], " ")
}

/// The result, in a sentence.
pub(super) fn result(outcome: &Outcome, name: &dyn Fn(&Seat) -> String) -> String {
    let reason = spoken(&outcome.reason);
    let winners = outcome.winners.iter().map(name).collect::<Vec<_>>().join(", ");
    match outcome.outcome {
        OutcomeKind::Win => format!("{winners} won ({reason})."),
        OutcomeKind::Draw => format!("A draw ({reason})."),
        OutcomeKind::Ranking => format!("First: {winners} ({reason})."),
        OutcomeKind::Aborted => format!("Called off ({reason})."),
    }
}

/// The page.
pub fn page(scene: &Scene<'_>) -> Markup {
    let game = scene.game;
    html! {
        div class="game" data-game=(game.id) data-version=(game.version)
            data-stream=(scene.reader.link(&format!("/v1/games/{}/events", game.id)))
            data-rehearse=(scene.reader.link(&format!("/v1/games/{}/turns", game.id))) {
            div class="title" {
                h1 { bdi { (title(game)) } }
                p class="quiet" {
                    a href=(scene.reader.link(&format!("/rules/{}", game.ruleset))) { (spoken(&game.ruleset)) }
                    ", " (spoken(&game.scenario))
                    @if game.state == GameLife::Active { " · round " (game.round) ", " (spoken(&game.phase)) }
                }
            }
            div id="status" role="status" { (status(scene)) }
            div class="table" {
                section class="board" aria-label="Board" {
                    (eyes(scene))
                    (board(scene))
                    (ways(scene))
                }
                div class="desk" {
                    (orders::desk(scene))
                    (told::lately(scene))
                    (people::seats(scene))
                    (people::offers(scene))
                    (people::press(scene))
                }
            }
        }
    }
}

fn status(scene: &Scene<'_>) -> Markup {
    let game = scene.game;
    html! {
        @if let Some(outcome) = &game.result {
            p class="result" { strong { (result(outcome, &|seat| scene.name(seat).to_owned())) } }
        }
        @if game.state == GameLife::Open { p { "The battle begins when every seat is taken." } }
        @for waited in &game.to_act {
            @let mine = game.mine.iter().any(|own| own.seat == waited.seat);
            p class=(if mine { "turn mine" } else { "turn" }) {
                @if mine { strong { "Your move" } " as " } @else { "Waiting for " }
                (scene.name(&waited.seat)) " since " (scene.reader.moment(&waited.since))
                @if let Some(deadline) = &waited.deadline { ", until " strong { (scene.reader.moment(deadline)) } }
            }
        }
    }
}

/// Whose eyes; only where there is a choice.
fn eyes(scene: &Scene<'_>) -> Markup {
    html! {
        @if 1 < scene.game.mine.len() {
            p class="eyes" {
                "With the eyes of "
                @for own in &scene.game.mine {
                    @let here = scene.seat.is_some_and(|seat| seat.seat == own.seat);
                    a href=(scene.link(&format!("?seat={}", own.seat))) aria-current=[here.then_some("page")] { (own.name) } " "
                }
            }
        }
    }
}

fn board(scene: &Scene<'_>) -> Markup {
    let svg = scene.board.to_svg_with_links(&|figure| scene.pointing(figure));
    let seat = scene.seat.filter(|_| scene.game.state == GameLife::Active);
    let row = seat.and_then(|own| scene.game.seats.iter().find(|row| row.seat == own.seat));
    let side = row.map(|row| row.side.as_str());
    let gestures = rulesets::find(&scene.game.ruleset).map_or(&[][..], |ruleset| ruleset.gestures());
    let now: Vec<_> =
        gestures.iter().filter(|gesture| gesture.phases.contains(&&*scene.game.phase)).collect();
    let gestures = (seat.is_some() && !now.is_empty()).then(|| json!(now).to_string());
    html! {
        // The picture's renderer has escaped every text in it.
        div class="picture" tabindex="0" role="group" aria-label="Board" data-zoom data-seat=[seat.map(|own| own.seat.as_str())] data-side=[side]
            data-gestures=[gestures] { (PreEscaped(svg)) }
        details { summary { "The board in letters" } pre class="letters" tabindex="0" { (scene.board.to_text()) } }
    }
}

fn ways(scene: &Scene<'_>) -> Markup {
    let api = |below: &str| scene.reader.link(&format!("/v1/games/{}{below}", scene.game.id));
    let eyes = scene.seat.map(|seat| format!("?seat={}", seat.seat)).unwrap_or_default();
    let of_eyes = format!("/replay.html{eyes}");
    html! {
        p class="ways" {
            a href=(scene.link("/replay")) { "Replay" }
            " · " a href=(api(&of_eyes)) { "Replay as one file" }
            " · " a href=(scene.link("/dice")) { "Dice" }
            " · " a href=(scene.link("/audit")) { "Check them" }
            " · " a href=(api("/record")) { "Record" }
            " · " a href=(api("/audit")) { "Audit bundle" }
        }
    }
}
