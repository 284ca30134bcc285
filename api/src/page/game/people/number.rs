//! Taking a seat, and the number of one's own that a player may bring to the dice. A script draws and shows one by itself; here
//! is also how to bring one that no page has drawn.

use maud::{Markup, html};
use openapi::games::SeatView;

use super::super::Scene;

/// Taking a seat: by pressing one button, or with a number of one's own.
pub(super) fn taking(scene: &Scene<'_>, seat: &SeatView) -> Markup {
    let invitation = html! {
        @if seat.status == "invited" {
            label { "Invitation" input name="invite" data-fragment="invite" autocomplete="off"; }
        }
    };
    html! {
        (drawing(scene, seat, "Take this seat", &invitation))
        details {
            summary class="quiet" { "Take it with a number of your own" }
            (committing(scene, seat, "Take this seat with it", &invitation))
        }
    }
}

/// What the holder of a seat may do, or owes, about his number.
pub(super) fn own(scene: &Scene<'_>, seat: &SeatView) -> Markup {
    let owes = scene.game.dice.waiting.contains(&seat.seat);
    let has_committed = seat.entropy.as_deref() == Some("own");
    html! {
        @if owes && has_committed { (showing(scene, seat)) }
        @else if owes && 0 < scene.game.dice.epoch {
            p { "The dice are begun anew: you brought a number of your own, and are asked for another." }
            (drawing(scene, seat, "Draw one here", &html! {}))
            details {
                summary class="quiet" { "Bring one that was drawn elsewhere" }
                (committing(scene, seat, "Commit to it", &html! {}))
            }
        } @else if scene.game.phase == "joining" {
            details open[seat.entropy.is_none()] {
                summary class="quiet" {
                    @if has_committed { "You bring a number of your own to the dice" } @else { "Bring a number of your own to the dice" }
                }
                (committing(scene, seat, "Commit to it", &html! {}))
            }
        }
    }
}

/// A button with which the script draws a number and commits to it. Without a script nobody brings one.
fn drawing(scene: &Scene<'_>, seat: &SeatView, words: &str, more: &Markup) -> Markup {
    html! {
        form method="post" action=(action(scene, seat)) class="inline"
            data-claim=(seat.seat) data-game=(scene.game.id) data-epoch=(scene.game.dice.epoch) {
            input type="hidden" name="commit";
            (more)
            button name="do" value="claim" { (words) }
        }
    }
}

/// The form that commits to a number drawn elsewhere, and how to draw one.
fn committing(scene: &Scene<'_>, seat: &SeatView, words: &str, more: &Markup) -> Markup {
    let (game, epoch) = (&scene.game.id, scene.game.dice.epoch);
    html! {
        p class="quiet" {
            "The dice are made of the server's secret and of the players' numbers, so nobody, the operator included, can have chosen "
            "them. Draw 64 hexadecimal digits and keep them; here goes only what they hash to. When all have joined, you are asked "
            "for the digits themselves."
        }
        pre class="shell" { code {
            "MINE=$(openssl rand -hex 32); echo \"keep $MINE\"\n"
            (format!("printf 'fair-dice/v1/entropy\\n%s\\n%s\\n%s\\n%s\\n' {game} {epoch} {} $MINE | sha256sum", seat.seat))
        } }
        form method="post" action=(action(scene, seat)) class="inline" {
            label {
                "What it hashes to (64 hexadecimal digits)"
                input name="commit" required pattern="[0-9a-f]{64}" size="40" autocomplete="off" spellcheck="false";
            }
            (more)
            button name="do" value="claim" { (words) }
        }
    }
}

/// The form that shows the number, now that all have committed.
fn showing(scene: &Scene<'_>, seat: &SeatView) -> Markup {
    html! {
        form method="post" action=(action(scene, seat)) class="inline"
            data-reveal=(seat.seat) data-game=(scene.game.id) data-epoch=(scene.game.dice.epoch) {
            label {
                "All have joined: your number for the dice (64 hexadecimal digits)"
                input name="entropy" required pattern="[0-9a-f]{64}" size="40" autocomplete="off" spellcheck="false";
            }
            button name="do" value="ready" class="main" { "Show it" }
        }
        p class="quiet" {
            "If a browser drew it for you, open this page there: it shows it by itself. Whoever does not show his number within two "
            "days loses his seat before the start."
        }
    }
}

fn action(scene: &Scene<'_>, seat: &SeatView) -> String {
    scene.link(&format!("/seats/{}", seat.seat))
}
