//! What the form of a new game asks for.

use openapi::games::{GameVisibility, NewGame, SeatBot, SeatChoice, SeatEmail, SeatPlayer, SeatWord};
use serde_json::{Map, Value, json};

use crate::{
    body::Fields,
    page::create::{self, Battle, REMINDERS},
    problem::{Problem, codes},
};

/// The game.
///
/// # Errors
/// 400 for what no form of ours sends.
pub fn game(battle: &Battle<'_>, fields: &Fields) -> Result<NewGame, Problem> {
    let quick = fields.get("do") == Some("bot");
    let options: Map<String, Value> = fields
        .under("option.")
        .map(|(name, typed)| (name, create::option_value(&battle.scenario.options[name], typed.trim())))
        .filter(|(name, value)| *value != battle.scenario.options[*name] && *value != json!(""))
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    let visibility = match fields.get("visibility") {
        None | Some("unlisted") => GameVisibility::Unlisted,
        Some("public") => GameVisibility::Public,
        Some("private") => GameVisibility::Private,
        Some(_) => return Err(Problem::new(codes::BAD_REQUEST, "A game is public, unlisted or private.")),
    };
    Ok(NewGame {
        ruleset: battle.ruleset.0.to_owned(),
        scenario: json!(battle.scenario.id),
        seat_plan: Some(json!(battle.plan)),
        options: Some(Value::Object(options)).filter(|_| !quick),
        title: fields.get("title").filter(|_| !quick).map(str::to_owned),
        seats: if quick { against_bots(battle) } else { seats(battle, fields) },
        clock: if quick { None } else { clock(fields)? },
        visibility: Some(visibility),
    })
}

fn choice(seat: &str, player: SeatPlayer, entropy: bool) -> SeatChoice {
    SeatChoice { seat: Some(seat.to_owned()), side: None, player, entropy }
}

fn bot() -> SeatPlayer {
    SeatPlayer::Bot(SeatBot { bot: "standard".to_owned() })
}

fn against_bots(battle: &Battle<'_>) -> Vec<SeatChoice> {
    let player = |n| if n == 0 { SeatPlayer::Word(SeatWord::Me) } else { bot() };
    let seats = create::seats(battle).into_iter().enumerate();
    seats.map(|(n, (seat, _))| choice(seat, player(n), false)).collect()
}

fn seats(battle: &Battle<'_>, fields: &Fields) -> Vec<SeatChoice> {
    let taken = |(seat, _)| match fields.get(&format!("seat.{seat}")) {
        Some("me") => choice(seat, SeatPlayer::Word(SeatWord::Me), fields.has("entropy")),
        Some("bot") => choice(seat, bot(), false),
        Some("email") => {
            let email = fields.text(&format!("email.{seat}")).trim().to_owned();
            choice(seat, SeatPlayer::Email(SeatEmail { email }), false)
        }
        Some(_) | None => choice(seat, SeatPlayer::Word(SeatWord::Open), false),
    };
    create::seats(battle).into_iter().map(taken).collect()
}

/// The clock, as the API takes it; what of it is not right, is found there.
fn clock(fields: &Fields) -> Result<Option<Value>, Problem> {
    let mut clock = match fields.get("clock") {
        None | Some("none") => return Ok(None),
        Some("per_turn") => json!({"kind": "per_turn", "allow": span(fields, "allow")}),
        Some("bank") => json!({
            "kind": "bank", "start": span(fields, "start"), "add": span(fields, "add"), "cap": span(fields, "cap"),
        }),
        Some("daily") => json!({
            "kind": "daily", "at": fields.text("at"), "zone": fields.text("zone").trim(), "min": span(fields, "min"),
            "days": fields.under("day.").map(|(day, _)| day).collect::<Vec<_>>(),
        }),
        Some("live") => json!({"kind": "live", "interval": fields.get("interval").unwrap_or("PT5M")}),
        Some(usual) => json!({"kind": "per_turn", "allow": usual}),
    };
    for name in ["on_timeout", "absence", "all_absent"] {
        if let Some(chosen) = fields.get(name) {
            clock[name] = json!(chosen);
        }
    }
    if let Some(times) = fields.get("resign_after") {
        let times: u32 = times.parse().map_err(|_| {
            Problem::field(codes::BAD_CLOCK, "/clock/resign_after", "How many times is a whole number.")
        })?;
        clock["resign_after"] = json!(times);
    }
    // Where the form had reminders: what is usual differs from clock to clock, so it is left to the clock.
    let chosen = |(value, ..): &(&str, &str, bool)| fields.has(&format!("remind.{value}"));
    let is_usual = REMINDERS.iter().all(|reminder| chosen(reminder) == reminder.2);
    if fields.has("on_timeout") && !is_usual {
        let reminders = REMINDERS.iter().filter(|reminder| chosen(reminder));
        clock["remind"] = json!(reminders.map(|(value, ..)| value).collect::<Vec<_>>());
    }
    Ok(Some(clock))
}

/// A length of time as ISO 8601 writes it, from a number and its unit.
fn span(fields: &Fields, name: &str) -> String {
    let (n, unit) = (fields.text(&format!("{name}.n")).trim(), fields.text(&format!("{name}.unit")));
    if unit == "D" { format!("P{n}D") } else { format!("PT{n}{unit}") }
}
