//! The mails there were, and leaving for good.

use maud::{Markup, html};
use openapi::{
    games::GameItem,
    mail::{MailDirection, MailItem, MailItemState, MailPage},
};

use super::part;
use crate::page::{
    form::Form,
    game::spoken,
    site::{Reader, trouble},
};

/// What was sent and received; `waiting` are the games that wait for the reader.
pub fn mails(reader: &Reader, mails: &MailPage, waiting: &[GameItem], done: bool, form: &Form<'_>) -> Markup {
    let body = html! {
        p {
            "What was sent to you and what came from your address, for 90 days: what it was about and what became of it. Texts are "
            "not kept. " (reader.mailbox_hint())
        }
        @if let Some(why) = form.why { (trouble(why)) } @else if done { p role="status" class="done" { "It is on its way." } }
        @for game in waiting { @for seat in game.mine.iter().filter(|seat| seat.acts) {
            form method="post" action=(reader.link("/me/mails")) class="inline" {
                input type="hidden" name="game" value=(game.id);
                input type="hidden" name="seat" value=(seat.seat);
                p { a href=(reader.link(&format!("/games/{}", game.id))) { bdi { (game.title) } } " waits for you as " (seat.name) "." }
                button { "Send me its mail again" }
            }
        } }
        @if mails.items.is_empty() { p class="quiet" { "None yet." } } @else {
            div class="wide" { table {
                thead { tr { @for head in ["When", "What", "Game", "What became of it"] { th scope="col" { (head) } } } }
                @for mail in &mails.items { (row(reader, mail)) }
            } }
        }
        @if let Some(next) = &mails.next { p { a href=(reader.link(&format!("/me/mails?cursor={next}"))) { "Older ones" } } }
    };
    part(reader, "/me/mails", "Your mails", &body)
}

fn row(reader: &Reader, mail: &MailItem) -> Markup {
    let state = match mail.state {
        MailItemState::Queued => "it waits",
        MailItemState::Sent => "sent",
        MailItemState::Dropped => "not sent",
        MailItemState::Failed => "refused for good",
        MailItemState::Answered => "answered",
        MailItemState::Ignored => "ignored",
    };
    html! {
        tr {
            td { (reader.moment(&mail.at)) }
            td {
                @match mail.direction {
                    MailDirection::Sent => (spoken(mail.kind.as_deref().unwrap_or("mail"))),
                    MailDirection::Received => "from you",
                }
            }
            td { @if let Some(game) = &mail.game {
                a href=(reader.link(&format!("/games/{game}"))) { (game) }
                @if let Some(seat) = &mail.seat { " " (spoken(seat)) }
            } }
            td {
                (state)
                @if mail.together { ", together with others" }
                @if let Some(why) = &mail.error { ": " bdi { (why) } }
                @if let Some(next) = &mail.next_try { "; next try " (reader.moment(next)) }
            }
        }
    }
}

/// Leaving for good.
pub fn leave(reader: &Reader, form: &Form<'_>) -> Markup {
    let body = html! {
        @if let Some(why) = form.why { (trouble(why)) }
        p {
            "Your seats are resigned, or go to those who are offered them; your name, address, tokens, webhooks and settings are "
            "erased. What you played stays in the logs of the games: they know seats, not persons. There is no way back."
        }
        form method="post" action=(reader.link("/me/leave")) class="stack" {
            label { input type="checkbox" name="sure" required; " I want to leave for good" }
            button { "Erase my account" }
        }
    };
    part(reader, "/me/leave", "Leave", &body)
}
