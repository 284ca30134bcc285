//! Name, address, zone; which mail comes, and when; absence.

use maud::{Markup, html};
use openapi::players::{Delivery, Me};

use super::part;
use crate::{
    page::{
        form::{Field, Form},
        site::{Reader, trouble},
    },
    service::fields,
};

/// What kinds of mail there are, in words.
const KINDS: [(&str, &str); 8] = [
    ("your_move", "It is your move"),
    ("reminder", "Reminders before a deadline"),
    ("time_out", "Somebody's time has run out"),
    ("invitation", "Invitations"),
    ("started", "A game begins"),
    ("game_over", "A game is over"),
    ("press", "Messages of other players"),
    ("offer", "Offers, pauses and other changes of the clock"),
];

const WAYS: [(Delivery, &str, &str); 3] = [
    (Delivery::Each, "each", "each one"),
    (Delivery::Digest, "digest", "once a day"),
    (Delivery::Off, "off", "never"),
];

const INTERVALS: [(&str, &str); 6] = [
    ("PT0S", "none: each mail comes at once"),
    ("PT15M", "a quarter of an hour"),
    ("PT1H", "an hour"),
    ("PT3H", "three hours"),
    ("PT12H", "half a day"),
    ("P1D", "a day"),
];

/// The page.
pub fn profile(reader: &Reader, me: &Me, done: bool, form: &Form<'_>) -> Markup {
    let body = html! {
        @if let Some(why) = form.why { (trouble(why)) } @else if done { p role="status" class="done" { "Saved." } }
        (address(reader, me))
        form method="post" action=(reader.link("/me")) class="stack" {
            (form.field("text", &Field { name: "name", label: "Name, as the others see it", now: &me.name, pointer: "/name" }))
            (form.field("email", &Field {
                name: "email", label: "Mail address", now: me.email.as_deref().unwrap_or(""), pointer: "/email",
            }))
            label {
                span { "Time zone, e.g. Europe/Berlin" }
                input name="zone" required data-zone value=(form.value("zone", &me.zone))
                    aria-invalid=[form.is_wrong("/zone").then_some("true")];
                (form.wrong("/zone"))
            }
            (kinds(me, form))
            (pace(me, form))
            (vacation(me, form))
            button class="main" { "Save" }
        }
        form method="post" action=(reader.link("/session/end")) { button class="plain" { "Sign out here" } }
    };
    part(reader, "/me", "Your account", &body)
}

fn address(reader: &Reader, me: &Me) -> Markup {
    let open = me.email_pending.as_deref().or(if me.email_verified { None } else { me.email.as_deref() });
    html! {
        @if let Some(why) = &me.email_failure {
            p class="trouble" role="alert" { "Mail to you comes back: " bdi { (why) } }
        }
        @if let Some(email) = open {
            form method="post" action=(reader.link("/me/verify")) class="inline" {
                p {
                    bdi { (email) } " is not proved yet: a mail with a code went there. Until then no other mail does. "
                    (reader.mailbox_hint())
                }
                label { "Code" input name="code" required autocomplete="one-time-code" data-fragment="code"; }
                button { "Prove it" }
            }
        }
    }
}

fn kinds(me: &Me, form: &Form<'_>) -> Markup {
    html! {
        fieldset {
            legend { "Which mail" }
            div class="wide" { table {
                thead { tr { th scope="col" { "When" } @for (_, _, word) in WAYS { th scope="col" { (word) } } } }
                @for (kind, words) in KINDS {
                    @let name = format!("mail.{kind}");
                    @let now = WAYS.iter().find(|(way, _, _)| me.notifications.of(kind) == Some(*way)).map_or("", |(_, value, _)| value);
                    tr {
                        th scope="row" { (words) }
                        @for (_, value, word) in WAYS {
                            td {
                                input type="radio" name=(name) value=(value) checked[form.value(&name, now) == value]
                                    aria-label=(format!("{words}: {word}"));
                            }
                        }
                    }
                }
            } }
            p class="quiet" { "Mail about your account, and answers to your own mails, always come." }
        }
    }
}

fn pace(me: &Me, form: &Form<'_>) -> Markup {
    let pace = &me.pace;
    let mut intervals = INTERVALS.to_vec();
    if INTERVALS.iter().all(|(value, _)| *value != pace.interval) {
        intervals.push((&pace.interval, &pace.interval));
    }
    let quiet = pace.quiet.as_ref().map_or(("", ""), |quiet| (&*quiet.from, &*quiet.to));
    let hour = |name, label, now, pointer| form.field("time", &Field { name, label, now, pointer });
    html! {
        fieldset {
            legend { "When mail comes" }
            (form.choice(
                &Field {
                    name: "interval", label: "Shortest time between two mails", now: &pace.interval,
                    pointer: "/pace/interval",
                },
                &intervals,
            ))
            (hour("digest_at", "Hour of what comes once a day", &pace.digest_at, "/pace/digest_at"))
            div class="seat" {
                (hour("quiet.from", "No mail from", quiet.0, "/pace/quiet/from"))
                (hour("quiet.to", "until", quiet.1, "/pace/quiet/to"))
            }
            p class="quiet" { "Hours of your own time zone. Leave both empty to have no quiet hours." }
        }
    }
}

fn vacation(me: &Me, form: &Form<'_>) -> Markup {
    let until =
        me.vacation.as_ref().and_then(|away| fields::day_of(&away.until, &me.zone)).unwrap_or_default();
    let left = me.vacation_left.trim_start_matches('P').trim_end_matches('D');
    let left = if left == "T0S" { "0" } else { left };
    html! {
        fieldset {
            legend { "Vacation" }
            p class="quiet" { "Your clocks stand still from now until that day begins. Left this year: " (left) " days." }
            (form.field("date", &Field {
                name: "vacation", label: "Back on (empty: not away)", now: &until, pointer: "/vacation/until",
            }))
        }
    }
}
