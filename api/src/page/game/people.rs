//! Who sits at the table, what they offer each other, and what they write.

mod number;

use maud::{Markup, html};
use openapi::{
    games::{GameLife, SeatView},
    messages::{MessageTo, MessageView},
    offers::OfferView,
};

use super::{Scene, spoken};

/// The seats, and what the reader may do about them.
pub(super) fn seats(scene: &Scene<'_>) -> Markup {
    html! {
        section id="seats" {
            h2 { "At the table" }
            ul class="seats" { @for seat in &scene.game.seats { li { (one(scene, seat)) } } }
        }
    }
}

fn one(scene: &Scene<'_>, seat: &SeatView) -> Markup {
    let is_mine = scene.game.mine.iter().any(|own| own.seat == seat.seat);
    let action = scene.link(&format!("/seats/{}", seat.seat));
    let (open, running) = (scene.game.state == GameLife::Open, scene.game.state == GameLife::Active);
    let can_take = !is_mine
        && !scene.game.imported
        && (seat.status == "open" || seat.status == "offered" || seat.status == "invited");
    html! {
        strong { (seat.name) } " "
        @match (&seat.player, seat.bot) {
            (Some(player), _) => bdi { (player.name) },
            (None, true) => "a bot",
            (None, false) => em { (spoken(&seat.status)) },
        }
        @if is_mine { " " span class="tag" { "you" } }
        @if seat.player.is_some() && scene.game.dice.waiting.contains(&seat.seat) { " " span class="tag" { "owes a number" } }
        @if let Some(until) = &seat.away_until { " " span class="quiet" { "away until " (scene.reader.moment(until)) } }
        @if can_take && (open || running) {
            @if scene.reader.me.is_some() { (number::taking(scene, seat)) }
            @else {
                " " a class="button" href=(scene.reader.link(&format!("/join?next=/games/{}", scene.game.id))) { "Join to take it" }
            }
        }
        @if is_mine { (number::own(scene, seat)) }
        @if is_mine && (open || running) {
            details {
                summary class="quiet" { @if open { "Leave" } @else { "Leave or hand over" } }
                form method="post" action=(action) class="inline" {
                    @if open { button name="do" value="leave" { "Leave this seat" } }
                    @else {
                        button name="do" value="offer" { "Offer this seat to others" }
                        button name="do" value="bot" { "Let a bot take it" }
                        label { input type="checkbox" name="sure" required; " I want to" }
                        button name="do" value="leave" { "Resign" }
                    }
                }
            }
        }
    }
}

/// Offers that stand, and what the reader may offer.
pub(super) fn offers(scene: &Scene<'_>) -> Markup {
    let Some(own) = scene.seat else { return html! {} };
    let action = scene.link("/offers");
    let offer = |kind: &str, words: &str| {
        html! { button name="kind" value=(kind) { (words) } }
    };
    html! {
        section id="offers" {
            h2 { "Offers" }
            @for standing in &scene.game.offers { (answering(scene, standing)) }
            @if scene.game.state == GameLife::Active {
                details {
                    summary { "Offer something" }
                    form method="post" action=(action) class="inline" {
                        input type="hidden" name="seat" value=(own.seat);
                        (offer("draw", "A draw"))
                        (offer("take_back", "To take my last turn back"))
                        (offer("abort", "To call the game off"))
                        label { "Days" input name="days" type="number" min="1" max="7" value="3"; }
                        (offer("pause", "To let time stand still so long"))
                        (offer("time", "More time for me"))
                    }
                }
            } @else if scene.game.state == GameLife::Finished {
                form method="post" action=(action) class="inline" {
                    input type="hidden" name="seat" value=(own.seat);
                    (offer("rematch", "Once more")) (offer("swap", "Once more, sides swapped"))
                }
            }
        }
    }
}

fn answering(scene: &Scene<'_>, offer: &OfferView) -> Markup {
    let is = |seat: &domain::ids::Seat| scene.game.mine.iter().any(|own| own.seat == *seat);
    let from = offer.seat.as_ref();
    let asked = offer.waits_for.iter().find(|seat| is(seat));
    html! {
        form method="post" action=(scene.link(&format!("/offers/{}", offer.offer))) class="inline offer" {
            p {
                @if let Some(seat) = from { (scene.name(seat)) " offers " } (offer.text)
                @if let Some(game) = &offer.game { " " a href=(scene.reader.link(&format!("/games/{game}"))) { "The new game" } }
            }
            @if let Some(seat) = asked {
                input type="hidden" name="seat" value=(seat);
                button name="do" value="accept" { "Accept" } button name="do" value="decline" { "Decline" }
            } @else if let Some(seat) = from.filter(|seat| is(seat)) {
                input type="hidden" name="seat" value=(seat);
                button name="do" value="withdraw" { "Withdraw" }
            }
        }
    }
}

/// What the players write.
pub(super) fn press(scene: &Scene<'_>) -> Markup {
    html! {
        section id="press" {
            h2 { "Press" }
            @if let Some(own) = scene.seat {
                form method="post" action=(scene.link("/messages")) class="stack" {
                    input type="hidden" name="seat" value=(own.seat);
                    label { "To" select name="to" {
                        option value="all" { "all" }
                        @for seat in scene.game.seats.iter().filter(|seat| seat.seat != own.seat) {
                            option value=(format!("seat:{}", seat.seat)) { (seat.name) }
                        }
                        @for side in sides(scene) { option value=(format!("side:{side}")) { "the side " (spoken(side)) } }
                    } }
                    label { "Message" textarea name="text" rows="2" required maxlength="4000" {} }
                    button { "Write" }
                }
            }
            @if scene.messages.is_empty() { p class="quiet" { "Nobody has written." } }
            ul class="press" { @for message in scene.messages { li { (written(scene, message)) } } }
        }
    }
}

/// Sides with more than one seat.
fn sides<'a>(scene: &'a Scene<'_>) -> Vec<&'a str> {
    let mut sides: Vec<&str> = scene.game.seats.iter().map(|seat| seat.side.as_str()).collect();
    sides.sort_unstable();
    let many = |side: &&str| 1 < scene.game.seats.iter().filter(|seat| seat.side == **side).count();
    sides.dedup();
    sides.into_iter().filter(many).collect()
}

fn written(scene: &Scene<'_>, message: &MessageView) -> Markup {
    html! {
        p class="quiet" {
            (scene.name(&message.from.seat))
            @if let Some(player) = &message.from.player { " (" bdi { (player.name) } ")" }
            " to "
            @match &message.to {
                MessageTo::Word(_) => "all",
                MessageTo::Side(to) => (spoken(&to.side)),
                MessageTo::Seat(to) => (spoken(&to.seat)),
            }
            ", " (scene.reader.moment(&message.at))
        }
        @match &message.text {
            Some(text) => p class="words" dir="auto" { (text) },
            None => p class="quiet" { "(its author is gone)" },
        }
    }
}
