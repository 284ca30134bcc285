//! Giving orders: what is possible, the list that is being written, and what is wrong with it.

use domain::rulesets;
use maud::{Markup, html};
use openapi::{
    games::GameLife,
    turns::{DryRun, OrderView, OrdersView},
};

use super::{Scene, spoken};
use crate::page::site::trouble;

/// What stands in the form.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// Orders, one a line.
    pub orders: String,
    /// Makes it safe to press twice.
    pub key: String,
}

/// The form, for who has a seat in a running game.
pub(super) fn desk(scene: &Scene<'_>) -> Markup {
    let (Some(seat), GameLife::Active) = (scene.seat, scene.game.state) else {
        return html! { @if let Some(why) = scene.why { (trouble(why)) } };
    };
    let rows = scene.typed.orders.lines().count().clamp(6, 30);
    html! {
        section id="orders" {
            h2 { @if scene.acts() { "Your orders" } @else { "Orders" } }
            @if let Some(why) = scene.why { (trouble(why)) }
            (primer(scene))
            form method="post" action=(scene.link("/turns")) class="orders" {
                input type="hidden" name="seat" value=(seat.seat);
                input type="hidden" name="round" value=(scene.game.round);
                input type="hidden" name="phase" value=(scene.game.phase);
                input type="hidden" name="key" value=(scene.typed.key);
                input type="hidden" name="figure" value=(scene.figure.unwrap_or(""));
                label for="orders-text" { "One order a line, carried out from above" }
                textarea id="orders-text" name="orders" rows=(rows) spellcheck="false" autocapitalize="off"
                    aria-invalid=[scene.why.map(|_| "true")] { (scene.typed.orders) }
                p id="said" class="quiet" role="status" {}
                p class="buttons" {
                    button name="do" value="send" class="main" { "Send" }
                    button name="do" value="undo" { "Undo" }
                    button name="do" value="try" { "Try, up to the first die" }
                    button name="do" value="keep" { "Keep as a draft" }
                    button name="do" value="suggest" { "Suggest a turn" }
                }
                @if let Some(tried) = scene.tried { (foreseen(tried)) }
                @if let Some(orders) = scene.orders { (possible(scene, orders)) }
            }
        }
    }
}

/// How it is played, for whoever has not done so before.
fn primer(scene: &Scene<'_>) -> Markup {
    let lines = rulesets::find(&scene.game.ruleset).map_or(&[][..], |ruleset| ruleset.primer());
    html! {
        details class="primer" open[scene.game.round <= 1] {
            summary { "How it is played" }
            ul { @for line in lines { li { (marked(line)) } } }
            p {
                "Press a figure of yours on the board, then where it shall go or whom it shall attack: the order is written into "
                "the list. Or have a turn suggested, and send it. "
                a href=(scene.reader.link(&format!("/rules/{}", scene.game.ruleset))) { "All rules" } "."
            }
        }
    }
}

/// A line whose orders stand between backticks.
fn marked(line: &str) -> Markup {
    html! {
        @for (n, part) in line.split('`').enumerate() { @if n % 2 == 1 { code { (part) } } @else { (part) } }
    }
}

/// What would happen.
fn foreseen(tried: &DryRun) -> Markup {
    html! {
        div class="foreseen" role="status" {
            p { strong { "This would happen" } ", and nothing has yet:" }
            @if tried.events.is_empty() { p class="quiet" { "Nothing before the first die." } }
            ol { @for event in &tried.events { li { (event.text) } } }
            @if let (Some(index), Some(odds)) = (tried.order_index, &tried.odds) {
                p { "Order " (index + 1) " rolls: " (chances(odds)) }
            }
        }
    }
}

fn chances(odds: &domain::ruleset::Odds) -> Markup {
    html! {
        span class="odds" { @for chance in odds.outcomes.iter().filter(|chance| 0 < chance.n) {
            span { (spoken(&chance.name)) " " b { (percent(chance.n, odds.of)) } " (" (chance.n) "/" (odds.of) ") " }
        } }
    }
}

fn percent(n: u64, of: u64) -> String {
    let permille = u128::from(n) * 1000 / u128::from(of.max(1));
    format!("{}.{} %", permille / 10, permille % 10)
}

/// The orders there are, each as a button that writes it into the list; first those that end something.
fn possible(scene: &Scene<'_>, orders: &OrdersView) -> Markup {
    let pointed = scene.figure.filter(|figure| !figure.is_empty());
    let of_figures = || orders.items.iter().filter(|item| !scene.endings.contains(&item.notation));
    html! {
        div class="possible" data-pointed=[pointed] {
            @if !scene.endings.is_empty() {
                h3 { "To go on" }
                ul { @for order in scene.endings { li { button name="add" value=(order) class="order" { code { (order) } } } } }
            }
            h3 {
                @match pointed { Some(figure) => { "What " code { (figure) } " can do" }, None => "What can be done" }
            }
            p class="quiet" {
                "Press an order to write it into the list. "
                @match pointed {
                    Some(_) => a href=(scene.link(&format!("?seat={}#orders", orders.seat))) { "All" },
                    None => "Point at a figure on the board to see what it can do.",
                }
            }
            @if of_figures().next().is_none() { p { "Nothing of that kind now." } }
            ul { @for item in of_figures() { li { (choice(item)) } } }
            @if orders.next.is_some() { p class="quiet" { "There is more: point at a figure, or ask the API." } }
        }
    }
}

fn choice(item: &OrderView) -> Markup {
    html! {
        button name="add" value=(item.notation) class="order" { code { (item.notation) } }
        @if let Some(odds) = &item.odds { " " (chances(odds)) }
    }
}
