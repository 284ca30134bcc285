//! Until when a seat has time: a pure function of the game's clock and the moment it came to act (service §4).

use domain::{
    chronicle::{Awaited, Chronicle},
    table::{Life, OnTimeout},
};
use serde::Deserialize;

use crate::problem::{Problem, codes, fault as fault_at};

/// The clocks that can be chosen.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Clock {
    None {},
    PerTurn {
        allow: String,
    },
    #[serde(other)]
    Other,
}

/// When the time of this seat is up, in Unix seconds; `None`: never.
pub fn deadline_in(chronicle: &Chronicle, awaited: &Awaited) -> Option<u64> {
    if *chronicle.game().table().life() != Life::Active {
        return None;
    }
    #[derive(Deserialize)]
    struct Rules {
        clock: Clock,
    }
    let Rules { clock } = serde_json::from_str(chronicle.genesis().rules.get()).ok()?;
    match clock {
        Clock::PerTurn { allow } => Some(awaited.since + seconds(&allow)?),
        Clock::None {} | Clock::Other => None,
    }
}

/// An ISO 8601 duration of days, hours, minutes and seconds, in seconds.
fn seconds(text: &str) -> Option<u64> {
    let span: jiff::SignedDuration = match text.parse::<jiff::Span>() {
        Ok(span) => span.to_duration(jiff::SpanRelativeTo::days_are_24_hours()).ok()?,
        Err(_) => return None,
    };
    u64::try_from(span.as_secs()).ok()
}

/// Checks the clock of a new game and fills in its defaults.
///
/// # Errors
/// 422 with a pointer.
pub fn clock_of(chosen: Option<&serde_json::Value>) -> Result<serde_json::Value, Problem> {
    let Some(chosen) = chosen else { return Ok(serde_json::json!({ "kind": "none" })) };
    let fault = |pointer: &str, detail: &str| {
        Err(Problem::fields(vec![fault_at(codes::BAD_CLOCK, &format!("/clock{pointer}"), detail)]))
    };
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Chosen {
        kind: String,
        #[serde(default)]
        allow: Option<String>,
        #[serde(default)]
        on_timeout: Option<OnTimeout>,
        #[serde(default)]
        resign_after: Option<u32>,
    }
    let clock: Chosen = match Chosen::deserialize(chosen) {
        Ok(clock) => clock,
        Err(why) => return fault("", &why.to_string()),
    };
    if !["none", "per_turn"].contains(&clock.kind.as_str()) {
        return fault("/kind", "`none` or `per_turn`; the other kinds are not offered by this version");
    }
    // A stand-in's orders would count as the seat's own: not before the clock knows them apart.
    if clock.on_timeout == Some(OnTimeout::Bot) {
        return fault(
            "/on_timeout",
            "`default_action`, `forfeit` or `wait`; `bot` is not offered by this version",
        );
    }
    let policy = clock.on_timeout.is_some() || clock.resign_after.is_some();
    match (clock.kind.as_str(), clock.allow) {
        ("none", None) if policy => fault("", "a clock of kind `none` has no time-outs"),
        ("none", None) => Ok(serde_json::json!({ "kind": "none" })),
        ("none", Some(_)) => fault("/allow", "a clock of kind `none` has no allowance"),
        ("per_turn", None) => fault("/allow", "how long a seat has, e.g. `P3D`"),
        ("per_turn", Some(allow)) => match seconds(&allow) {
            Some(60..=31_622_400) => Ok(serde_json::json!({
                "kind": "per_turn",
                "allow": allow,
                "on_timeout": clock.on_timeout.unwrap_or_default(),
                "resign_after": clock.resign_after.unwrap_or(3),
            })),
            Some(_) => fault("/allow", "from a minute to a year"),
            None => fault("/allow", "an ISO 8601 duration of days, hours, minutes and seconds, e.g. `P3D`"),
        },
        (_, _) => fault("/kind", "`none` or `per_turn`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_of_days_and_hours_are_seconds() {
        assert_eq!(seconds("P3D"), Some(259_200));
        assert_eq!(seconds("PT12H30M"), Some(45_000));
        assert_eq!(seconds("P1M"), None);
        assert_eq!(seconds("three days"), None);
    }
}
