//! Making a game: first which battle, then who and how.

mod clock;

pub use clock::REMINDERS;
use maud::{Markup, html};
use openapi::rulesets::{Rulesets, ScenarioView};
use serde_json::Value;

use super::{
    form::{Field, Form},
    site::{Reader, trouble},
};
use crate::{post::compose::when, service::lobby::Foreseen};

/// The battles there are.
pub fn choose(reader: &Reader, rulesets: &Rulesets) -> Markup {
    html! {
        h1 { "New game" }
        @for ruleset in &rulesets.items {
            section {
                h2 { (ruleset.name) " " small { a href=(reader.link(&format!("/rules/{}", ruleset.id))) { "rules" } } }
                ul class="cards" { @for scenario in &ruleset.scenarios {
                    li {
                        a class="card" href=(reader.link(&format!("/new/{}/{}", ruleset.id, scenario.id))) {
                            img src=(scenario.picture) alt="" loading="lazy";
                            strong { (scenario.name) }
                            span { (scenario.description) }
                        }
                    }
                } }
            }
        }
    }
}

/// What the form of a new game needs to know.
pub struct Battle<'a> {
    /// The ruleset's id and name.
    pub ruleset: (&'a str, &'a str),
    /// The scenario.
    pub scenario: &'a ScenarioView,
    /// The schema of the options.
    pub options: &'a Value,
    /// The chosen seat plan.
    pub plan: &'a str,
    /// Whether the rules have minutes of their own, which a clock can keep.
    pub has_minutes: bool,
}

/// Seats of the chosen plan, as the scenario names them.
pub fn seats<'a>(battle: &Battle<'a>) -> Vec<(&'a str, &'a str)> {
    let seats = battle.scenario.seat_plans.get(battle.plan).map_or(&[][..], Vec::as_slice);
    let text = |seat: &'a Value, name: &str| seat[name].as_str().unwrap_or("");
    seats.iter().map(|seat| (text(seat, "seat"), text(seat, "name"))).collect()
}

const VISIBLE: [(&str, &str); 3] =
    [("unlisted", "whoever has the link"), ("public", "everybody"), ("private", "the players")];

/// The form, filled in as it was sent; `foreseen` is what was asked for before the game is made: what it would begin with, in
/// these zones.
pub fn form(
    reader: &Reader,
    battle: &Battle<'_>,
    form: &Form<'_>,
    foreseen: Option<(&[Foreseen], &[String])>,
) -> Markup {
    let (ruleset, name) = battle.ruleset;
    let path = format!("/new/{ruleset}/{}", battle.scenario.id);
    html! {
        h1 { (battle.scenario.name) " " small { (name) } }
        p class="lead" { (battle.scenario.description) }
        @if let Some(why) = form.why { (trouble(why)) }
        @if let Some((first, zones)) = foreseen { (beginning(battle, first, zones)) }
        img class="preview" src=(battle.scenario.picture) alt="The battlefield at the start";
        @if 1 < battle.scenario.seat_plans.len() {
            form method="get" action=(reader.link(&path)) class="inline" {
                label { "Seats" select name="plan" {
                    @for plan in battle.scenario.seat_plans.keys() {
                        option value=(plan) selected[plan == battle.plan] { (super::game::spoken(plan)) }
                    }
                } }
                button { "Change" }
            }
        }
        @if let Some(me) = &reader.me {
            // A form of its own: whoever presses Enter in a field below wants what is said there.
            form method="post" action=(reader.link(&path)) {
                input type="hidden" name="plan" value=(battle.plan);
                button name="do" value="bot" class="main" { "Play against the bot now" }
            }
            form method="post" action=(reader.link(&path)) class="stack" {
                input type="hidden" name="plan" value=(battle.plan);
                details open[form.typed.is_some()] {
                    summary { "Choose who plays, and how" }
                    (sitting(battle, form))
                    (form.field("text", &Field { name: "title", label: "Title", now: "", pointer: "/title" }))
                    (clock::clock(battle, me, form))
                    (options(battle, form))
                    fieldset {
                        legend { "Who may see it" }
                        @for (value, words) in VISIBLE {
                            @let is_chosen = form.value("visibility", "unlisted") == value;
                            label { input type="radio" name="visibility" value=(value) checked[is_chosen]; " " (words) }
                        }
                    }
                    p {
                        button name="do" value="make" class="main" { "Make the game" } " "
                        button name="do" value="try" { "Try: when would the first turn end?" }
                    }
                }
            }
        } @else {
            p { a class="button" href=(reader.link(&format!("/join?next={path}"))) { "Join to play" } }
        }
    }
}

/// What a game would begin with.
fn beginning(battle: &Battle<'_>, first: &[Foreseen], zones: &[String]) -> Markup {
    let named = |seat: &domain::ids::Seat| {
        let found = seats(battle).into_iter().find(|(own, _)| *own == seat.as_str());
        found.map_or_else(|| seat.to_string(), |(_, name)| name.to_owned())
    };
    let own_zone = zones.first().map_or("UTC", String::as_str);
    html! {
        section class="foreseen" role="status" {
            h2 { "If all were at the table now" }
            p { "Nothing is made yet. A clock begins to run when the last seat is taken." }
            @for together in first.chunk_by(|one, next| one.deadline == next.deadline) {
                @let names = together.iter().map(|seat| named(&seat.seat)).collect::<Vec<_>>().join(", ");
                @let Foreseen { deadline, reminders, .. } = &together[0];
                @if let Some(deadline) = deadline {
                    p { "First to move: " strong { (names) } ", until" }
                    ul { @for zone in zones { li { (when::moment(*deadline, zone)) } } }
                    @if !reminders.is_empty() {
                        p { "Reminded at" }
                        ul { @for at in reminders { li { (when::moment(*at, own_zone)) } } }
                    }
                } @else {
                    p { "First to move: " strong { (names) } ", without a deadline." }
                }
            }
        }
    }
}

fn sitting(battle: &Battle<'_>, form: &Form<'_>) -> Markup {
    html! {
        fieldset {
            legend { "Seats" }
            @for (n, (seat, name)) in seats(battle).into_iter().enumerate() {
                @let (who, email) = (format!("seat.{seat}"), format!("email.{seat}"));
                @let at_first = if n == 0 { "me" } else { "open" };
                div class="seat" {
                    (form.choice(
                        &Field {
                            name: &who, label: if name.is_empty() { seat } else { name }, now: at_first,
                            pointer: &format!("/seats/{n}"),
                        },
                        &[("me", "I"), ("open", "whoever comes"), ("bot", "a bot"), ("email", "invited by mail")],
                    ))
                    (form.field("email", &Field { name: &email, label: "Address, if invited", now: "", pointer: "" }))
                }
            }
            label {
                input type="checkbox" name="entropy" checked[form.ticked("entropy", false)];
                " I bring a number of my own to the dice; the page of the game asks for it"
            }
        }
    }
}

/// The options, from their schema: a choice, a switch or a number each.
fn options(battle: &Battle<'_>, form: &Form<'_>) -> Markup {
    let Some(properties) = battle.options["properties"].as_object() else { return html! {} };
    html! {
        details open[form.is_wrong("/options")] {
            summary { "Options of the rules" }
            fieldset { @for (name, schema) in properties {
                @let of_scenario = plain(&battle.scenario.options[name]);
                @let (field, pointer) = (format!("option.{name}"), format!("/options/{name}"));
                @let label = super::game::spoken(name);
                @let field = Field { name: &field, label: &label, now: &of_scenario, pointer: &pointer };
                @let schema = resolved(schema, battle.options);
                div {
                    @if let Some(values) = choices(schema) {
                        @let words: Vec<String> = values.iter().map(|value| super::game::spoken(value)).collect();
                        @let pairs = values.iter().map(String::as_str).zip(words.iter().map(String::as_str));
                        (form.choice(&field, &pairs.collect::<Vec<_>>()))
                    } @else if schema["type"] == "boolean" {
                        (form.choice(&field, &[("true", "yes"), ("false", "no")]))
                    } @else {
                        (form.field(if schema["type"] == "integer" { "number" } else { "text" }, &field))
                    }
                    @if let Some(about) = schema["description"].as_str() { p class="quiet" { (about) } }
                }
            } }
        }
    }
}

/// A schema without the reference it may be.
fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    match schema["$ref"].as_str().and_then(|path| path.strip_prefix('#')) {
        Some(pointer) => root.pointer(pointer).unwrap_or(schema),
        None => schema,
    }
}

/// The words an option has to be one of.
fn choices(schema: &Value) -> Option<Vec<String>> {
    let listed = schema["enum"].as_array().map(|values| values.iter().map(plain).collect::<Vec<_>>());
    listed.or_else(|| {
        let one_of = schema["oneOf"].as_array()?;
        let words = one_of.iter().map(|one| one["const"].as_str().or_else(|| one["enum"][0].as_str()));
        words.map(|word| word.map(str::to_owned)).collect()
    })
}

/// A value as a field of a form.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// What a field of an option means, given what the scenario has: a text where that is a text.
pub fn option_value(of_scenario: &Value, typed: &str) -> Value {
    match of_scenario {
        Value::String(_) => Value::String(typed.to_owned()),
        _ => serde_json::from_str(typed).unwrap_or_else(|_| Value::String(typed.to_owned())),
    }
}
