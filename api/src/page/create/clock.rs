//! The clock of a new game. Of the kinds that are not chosen the style sheet hides the fields.

use maud::{Markup, html};
use openapi::players::Me;

use super::Battle;
use crate::page::form::{Field, Form};

/// Lengths of time that are chosen often.
const USUAL: [(&str, &str); 4] = [
    ("none", "none: take your time"),
    ("P1D", "a day for each turn"),
    ("P3D", "three days for each turn"),
    ("P7D", "a week for each turn"),
];

const UNITS: [(&str, &str); 3] = [("D", "days"), ("H", "hours"), ("M", "minutes")];

const DAYS: [(&str, &str); 7] = [
    ("mon", "Monday"),
    ("tue", "Tuesday"),
    ("wed", "Wednesday"),
    ("thu", "Thursday"),
    ("fri", "Friday"),
    ("sat", "Saturday"),
    ("sun", "Sunday"),
];

/// Reminders of which one can choose, and whether they are usual.
pub const REMINDERS: [(&str, &str, bool); 5] = [
    ("1/2", "when half of the time is over", true),
    ("3/4", "when three quarters are over", true),
    ("P1D", "a day before the end", false),
    ("PT3H", "three hours before the end", false),
    ("PT1H", "an hour before the end", true),
];

/// The fields.
pub fn clock(battle: &Battle<'_>, me: &Me, form: &Form<'_>) -> Markup {
    let kind = |value: &str, words: &str, more: Markup| {
        html! {
            div class="kind" {
                label { input type="radio" name="clock" value=(value) checked[form.value("clock", "none") == value]; " " (words) }
                @if !more.0.is_empty() { div class="more" { (more) } }
            }
        }
    };
    html! {
        fieldset class="clock" {
            legend { "Clock" }
            (form.wrong("/clock/kind"))
            @for (value, words) in USUAL { (kind(value, words, html! {})) }
            (kind("per_turn", "another time for each turn", span(form, "allow", "For each turn", ("2", "D"))))
            (kind("bank", "a store of time, and more for each turn", html! {
                (span(form, "start", "To begin with", ("7", "D")))
                (span(form, "add", "More for each turn", ("1", "D")))
                (span(form, "cap", "Never more than", ("10", "D")))
            }))
            (kind("daily", "at an hour of the day", daily(me, form)))
            @if battle.has_minutes {
                (kind("live", "live: the minutes of the rules", form.choice(
                    &Field { name: "interval", label: "Before each move", now: "PT5M", pointer: "/clock/interval" },
                    &[("PT5M", "five minutes"), ("PT4M", "four minutes")],
                )))
            }
            (policy(form))
        }
    }
}

/// A length of time: a number and its unit.
fn span(form: &Form<'_>, name: &str, label: &str, (n, unit): (&str, &str)) -> Markup {
    let (number, units) = (format!("{name}.n"), format!("{name}.unit"));
    let pointer = format!("/clock/{name}");
    html! {
        div class="seat" {
            (form.field("number", &Field { name: &number, label, now: n, pointer: &pointer }))
            (form.choice(&Field { name: &units, label: "in", now: unit, pointer: "" }, &UNITS))
        }
    }
}

fn daily(me: &Me, form: &Form<'_>) -> Markup {
    html! {
        div class="seat" {
            (form.field("time", &Field { name: "at", label: "Turns end at", now: "21:00", pointer: "/clock/at" }))
            (form.field("text", &Field { name: "zone", label: "in the time zone", now: &me.zone, pointer: "/clock/zone" }))
        }
        fieldset {
            legend { "On these days; none ticked: on all" }
            @for (day, words) in DAYS {
                @let name = format!("day.{day}");
                label { input type="checkbox" name=(name) checked[form.ticked(&name, false)]; " " (words) }
            }
        }
        (span(form, "min", "But never sooner than after", ("12", "H")))
    }
}

/// What comes of time, whatever clock it is.
fn policy(form: &Form<'_>) -> Markup {
    html! {
        div class="policy" {
            (form.choice(
                &Field {
                    name: "on_timeout", label: "When somebody's time is up", now: "default_action",
                    pointer: "/clock/on_timeout",
                },
                &[
                    ("default_action", "the rules do something safe for him"),
                    ("bot", "a bot plays that turn"),
                    ("forfeit", "he has resigned"),
                    ("wait", "nothing: we wait"),
                ],
            ))
            (form.field("number", &Field {
                name: "resign_after", label: "So many times in a row, and he has resigned (0: never)", now: "3",
                pointer: "/clock/resign_after",
            }))
            (form.choice(
                &Field {
                    name: "absence", label: "While somebody is on vacation", now: "pause", pointer: "/clock/absence",
                },
                &[("pause", "his time stands still"), ("off", "his time runs on")],
            ))
            (form.choice(
                &Field {
                    name: "all_absent", label: "When nobody has come in time, one after the other", now: "pause",
                    pointer: "/clock/all_absent",
                },
                &[("pause", "time stands still until somebody orders"), ("run", "time runs on")],
            ))
            fieldset {
                legend { "Reminders" }
                (form.wrong("/clock/remind"))
                @for (value, words, is_usual) in REMINDERS {
                    @let name = format!("remind.{value}");
                    label { input type="checkbox" name=(name) checked[form.ticked(&name, is_usual)]; " " (words) }
                }
            }
            (form.field("text", &Field {
                name: "zones", label: "Time zones of the others, for a try (e.g. Europe/Berlin, America/Chicago)", now: "",
                pointer: "/zones",
            }))
        }
    }
}
