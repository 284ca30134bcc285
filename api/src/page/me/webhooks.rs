//! Webhooks: addresses that are told of one's games.

use maud::{Markup, html};
use openapi::{
    games::GameItem,
    webhooks::{
        DeliveryState, Webhook, WebhookDeliveries, WebhookDelivery, WebhookEvent, WebhookShape, Webhooks,
    },
};

use super::{part, secret};
use crate::page::{
    form::{Field, Form},
    game::spoken,
    site::{Reader, trouble},
};

const SHAPES: [(&str, &str); 4] = [
    ("generic", "JSON, signed (Standard Webhooks)"),
    ("discord", "a channel of Discord"),
    ("slack", "Slack, or what imitates it"),
    ("ntfy", "a topic of ntfy"),
];

fn told(event: WebhookEvent) -> &'static str {
    match event {
        WebhookEvent::YourMove => "It is your move",
        WebhookEvent::AllJoined => "All have joined: your number is wanted",
        WebhookEvent::GameOver => "A game is over",
        WebhookEvent::GameAborted => "A game was called off",
        WebhookEvent::Press => "Somebody wrote to you",
        WebhookEvent::Reminder => "It is still your move",
        WebhookEvent::TimeOut => "Your time was up",
        WebhookEvent::Offer => "An offer waits for your answer",
        WebhookEvent::OfferAnswered => "An offer was declined, or a turn taken back",
        WebhookEvent::Rematch => "A game is to be played once more",
        WebhookEvent::Substitution => "A seat changes hands",
        WebhookEvent::Clock => "Time stands still, or runs again",
    }
}

/// All of them, and the form of a new one. `games` are those it may be for, `key` is for one sending of the form.
pub fn webhooks(
    reader: &Reader,
    webhooks: &Webhooks,
    games: &[GameItem],
    key: &str,
    form: &Form<'_>,
) -> Markup {
    let body = html! {
        p { "A webhook is told of your games as you are by mail, whatever your mail settings are." }
        @if webhooks.items.is_empty() { p class="quiet" { "You have none." } }
        ul class="games" { @for webhook in &webhooks.items { li {
            a class="game" href=(reader.link(&format!("/me/webhooks/{}", webhook.id))) { bdi { (address(webhook)) } }
            p class="quiet" { (standing(webhook)) }
        } } }
        h2 { "A new one" }
        @if let Some(why) = form.why { (trouble(why)) }
        form method="post" action=(reader.link("/me/webhooks")) class="stack" {
            input type="hidden" name="key" value=(key);
            (wishes(None, games, form))
            button class="main" { "Make it" }
        }
    };
    part(reader, "/me/webhooks", "Your webhooks", &body)
}

/// One of them, with what was delivered to it. `made` is a secret that was drawn just now.
pub fn one(
    reader: &Reader,
    webhook: &Webhook,
    games: &[GameItem],
    deliveries: &WebhookDeliveries,
    made: Option<&str>,
    form: &Form<'_>,
) -> Markup {
    let path = reader.link(&format!("/me/webhooks/{}", webhook.id));
    let body = html! {
        p { bdi class="long" { (address(webhook)) } }
        p { (standing(webhook)) }
        @if let Some(why) = &webhook.off_reason { p class="trouble" { "Switched off by the server: " bdi { (why) } } }
        @if let Some(why) = form.why { (trouble(why)) }
        @if let Some(made) = made { (secret("The secret that signs its messages.", made)) }
        form method="post" action=(path) class="inline" {
            button name="do" value="test" { "Send it a test" }
            @if webhook.active { button name="do" value="off" { "Switch it off" } }
            @else { button name="do" value="on" class="main" { "Switch it on" } }
            button name="do" value="secret" { "Draw a new secret" }
        }
        (log(reader, webhook, deliveries))
        details open[form.typed.is_some()] {
            summary { "Change it" }
            form method="post" action=(path) class="stack" {
                (wishes(Some(webhook), games, form))
                button name="do" value="save" class="main" { "Save" }
            }
        }
        details {
            summary { "Delete it" }
            form method="post" action=(path) class="inline" {
                label { input type="checkbox" name="sure" required; " I want to" }
                button name="do" value="delete" { "Delete" }
            }
        }
    };
    part(reader, "/me/webhooks", "A webhook", &body)
}

fn address(webhook: &Webhook) -> &str {
    webhook.url.as_deref().unwrap_or("an address this server can read no more: delete it and make it anew")
}

fn standing(webhook: &Webhook) -> Markup {
    html! {
        @if webhook.active { "On" } @else { strong { "Off" } }
        ", as " (SHAPES.iter().find(|(shape, _)| *shape == webhook.shape.as_str()).map_or("", |(_, words)| words))
        @if webhook.events.is_empty() { ", told everything" } @else { ", told " (webhook.events.len()) " kinds of things" }
        @if let Some(game) = &webhook.game { ", of the game " (game) }
        @if webhook.failures == 1 { "; the last try failed" }
        @else if 0 < webhook.failures { "; the last " (webhook.failures) " tries failed" }
    }
}

/// The fields of a webhook: of a new one, or as one is.
fn wishes(webhook: Option<&Webhook>, games: &[GameItem], form: &Form<'_>) -> Markup {
    let url = webhook.and_then(|webhook| webhook.url.as_deref()).unwrap_or("");
    let shape = webhook.map_or(WebhookShape::Generic, |webhook| webhook.shape);
    let game = webhook.and_then(|webhook| webhook.game.as_deref()).unwrap_or("");
    let mut choices = vec![("", "all of them")];
    choices.extend(games.iter().map(|game| (game.id.as_str(), &*game.title)));
    if choices.iter().all(|(id, _)| *id != game) {
        choices.push((game, game));
    }
    html! {
        (form.field("url", &Field { name: "url", label: "Address (https)", now: url, pointer: "/url" }))
        (form.choice(&Field { name: "shape", label: "It is", now: shape.as_str(), pointer: "/shape" }, &SHAPES))
        (form.choice(&Field { name: "game", label: "Of which game", now: game, pointer: "/game" }, &choices))
        fieldset {
            legend { "What it is told; nothing ticked: everything, also what will be added" }
            div class="ticks" { @for event in WebhookEvent::ALL {
                @let name = format!("event.{}", event.as_str());
                @let at_first = webhook.is_some_and(|webhook| webhook.events.contains(event));
                label { input type="checkbox" name=(name) checked[form.ticked(&name, at_first)]; " " (told(*event)) }
            } }
        }
    }
}

fn log(reader: &Reader, webhook: &Webhook, deliveries: &WebhookDeliveries) -> Markup {
    html! {
        h2 id="deliveries" { "What was sent there" }
        @if deliveries.items.is_empty() { p class="quiet" { "Nothing within a week." } } @else {
            div class="wide" { table {
                thead { tr { @for head in ["When", "What", "What became of it"] { th scope="col" { (head) } } } }
                @for delivery in &deliveries.items { (row(reader, delivery)) }
            } }
        }
        @if let Some(next) = &deliveries.next {
            p { a href=(reader.link(&format!("/me/webhooks/{}?cursor={next}#deliveries", webhook.id))) { "Older ones" } }
        }
    }
}

fn row(reader: &Reader, delivery: &WebhookDelivery) -> Markup {
    let state = match delivery.state {
        DeliveryState::Queued => "on its way",
        DeliveryState::Sent => "taken",
        DeliveryState::Dropped => "not sent",
        DeliveryState::Failed => "given up",
    };
    html! {
        tr {
            td { (reader.moment(&delivery.queued)) }
            td {
                (spoken(&delivery.event))
                @if let Some(game) = &delivery.game { ", " a href=(reader.link(&format!("/games/{game}"))) { (game) } }
            }
            td {
                (state) ", " (delivery.tries) @if delivery.tries == 1 { " try" } @else { " tries" }
                @if let Some(status) = delivery.status { ", the last answer was " (status) }
                @if let Some(why) = &delivery.error { ": " bdi { (why) } }
                @if let Some(next) = &delivery.next_try { "; next try " (reader.moment(next)) }
            }
        }
    }
}
