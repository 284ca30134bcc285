//! What happened: sentences, the dice in them, and the rules that asked for these.

use maud::{Markup, html};
use openapi::{replay::Frame, turns::RollView};

use super::{Scene, spoken};
use crate::page::site::Reader;

/// What has happened since.
pub(super) fn lately(scene: &Scene<'_>) -> Markup {
    let (after, frames) = scene.lately;
    html! {
        section id="happened" {
            h2 { "What happened" }
            @if frames.is_empty() { p class="quiet" { "Nothing new." } }
            ol class="story" start=(after + 1) {
                @for told in frames { li value=(told.seq) { (frame(scene.reader, &scene.game.ruleset, told)) } }
            }
            p class="quiet" {
                @if 0 < after { a href=(scene.link("?since=0#happened")) { "From the beginning" } " · " }
                a href=(scene.link(&format!("/replay?at={}", after.max(1)))) { "Watch it" }
            }
        }
    }
}

/// One event: its sentence, its dice, its rules.
pub fn frame(reader: &Reader, ruleset: &str, frame: &Frame) -> Markup {
    html! {
        span class=[frame.void.then_some("void")] {
            span class="sentence" { (frame.text) }
            @for roll in &frame.dice { (die(roll)) }
            @if !frame.rules.is_empty() {
                span class="cited" {
                    @for rule in &frame.rules {
                        " " a href=(reader.link(&format!("/rules/{ruleset}#{rule}"))) { (rule) }
                    }
                }
            }
            @if frame.void { " " em { "(taken back)" } }
        }
    }
}

/// Dice as dice, with what they were for.
fn die(roll: &RollView) -> Markup {
    let purpose = spoken(&roll.purpose);
    html! {
        span class="roll" title=(format!("{purpose}, rule {}", roll.rule)) {
            span class="hidden" { (purpose) ": " }
            @for value in &roll.values {
                span class="die" data-sides=(roll.sides) aria-label=(format!("{value} of {}", roll.sides)) { (value) }
            }
            @for modifier in &roll.modifiers {
                span class="modifier" { (format!("{:+} {}", modifier.value, spoken(&modifier.name))) }
            }
            @if !roll.modifiers.is_empty() { span class="total" { "= " (roll.total) } }
        }
    }
}
