//! The clock that a creator chooses: checked, and its defaults filled in.

use domain::table::{AllAbsent, OnTimeout};
use serde::Deserialize;
use serde_json::{Value, json};

use super::kinds::{Absence, Reminder, seconds, weekday};
use crate::problem::{Fault, Problem, codes, fault};

/// A minute and a year: what one hand-over may have.
const SPAN: std::ops::RangeInclusive<u64> = 60..=31_622_400;

/// When a seat is reminded if nobody says otherwise.
const REMIND: [&str; 3] = ["1/2", "3/4", "PT1H"];

/// The most reminders of one hand-over.
const MOST_REMINDERS: usize = 8;

/// The warnings of rules that have minutes of their own (LW-2.7).
const WARN: [&str; 3] = ["PT2M", "PT1M", "PT30S"];

/// Four and five minutes: what may lie between two moves (LW-2.9).
const INTERVALS: [u64; 2] = [240, 300];

const KINDS: &str = "`none`, `per_turn`, `bank`, `daily` or `live`";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chosen {
    kind: String,
    #[serde(default)]
    allow: Option<String>,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    add: Option<String>,
    #[serde(default)]
    cap: Option<String>,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    zone: Option<String>,
    #[serde(default)]
    days: Option<Vec<String>>,
    #[serde(default)]
    min: Option<String>,
    #[serde(default)]
    interval: Option<String>,
    #[serde(default)]
    on_timeout: Option<OnTimeout>,
    #[serde(default)]
    resign_after: Option<u32>,
    #[serde(default)]
    all_absent: Option<AllAbsent>,
    #[serde(default)]
    remind: Option<Vec<String>>,
    #[serde(default)]
    absence: Option<Absence>,
}

/// Checks the clock of a new game and fills in its defaults. Only where the rules have minutes of their own may it keep those.
///
/// # Errors
/// 422 with a pointer for each fault.
pub fn clock_of(chosen: Option<&Value>, has_minutes: bool) -> Result<Value, Problem> {
    let Some(chosen) = chosen else { return Ok(json!({ "kind": "none" })) };
    let clock: Chosen = serde_path_to_error::deserialize(chosen).map_err(|why| {
        let place = domain::pointer::of_path(why.path());
        Problem::fields(vec![bad(&place, &why.into_inner().to_string())])
    })?;
    let mut reading = Reading { has_minutes, faults: Vec::new() };
    let read = reading.clock(&clock);
    if reading.faults.is_empty() { Ok(read) } else { Err(Problem::fields(reading.faults)) }
}

fn bad(place: &str, detail: &str) -> Fault {
    fault(codes::BAD_CLOCK, &format!("/clock{place}"), detail)
}

/// The faults found so far.
struct Reading {
    has_minutes: bool,
    faults: Vec<Fault>,
}

impl Reading {
    fn fault(&mut self, place: &str, detail: &str) {
        self.faults.push(bad(place, detail));
    }

    fn clock(&mut self, chosen: &Chosen) -> Value {
        let own: &[&str] = match chosen.kind.as_str() {
            "none" => &[],
            "per_turn" => &["allow"],
            "bank" => &["start", "add", "cap"],
            "daily" => &["at", "zone", "days", "min"],
            "live" if self.has_minutes => &["interval"],
            "live" => {
                self.fault("/kind", "`live` keeps the rules' own minutes, and these rules have none");
                return Value::Null;
            }
            _ => {
                self.fault("/kind", KINDS);
                return Value::Null;
            }
        };
        self.nothing_foreign(chosen, own);
        let mut clock = match chosen.kind.as_str() {
            "per_turn" => {
                json!({ "kind": "per_turn", "allow": self.span("/allow", chosen.allow.as_deref(), None) })
            }
            "bank" => self.bank(chosen),
            "daily" => self.daily(chosen),
            "live" => self.live(chosen),
            _ => return json!({ "kind": "none" }),
        };
        clock["on_timeout"] = json!(chosen.on_timeout.unwrap_or_default());
        clock["resign_after"] = json!(chosen.resign_after.unwrap_or(3));
        clock["all_absent"] = json!(chosen.all_absent.unwrap_or(AllAbsent::Pause));
        clock["absence"] = json!(chosen.absence.unwrap_or_default());
        let usual = if chosen.kind == "live" { WARN } else { REMIND };
        clock["remind"] = json!(self.reminders(chosen.remind.as_deref(), usual));
        clock
    }

    /// Members of other kinds are faults, and `none` has no member at all.
    fn nothing_foreign(&mut self, chosen: &Chosen, own: &[&str]) {
        let given = [
            ("allow", chosen.allow.is_some()),
            ("start", chosen.start.is_some()),
            ("add", chosen.add.is_some()),
            ("cap", chosen.cap.is_some()),
            ("at", chosen.at.is_some()),
            ("zone", chosen.zone.is_some()),
            ("days", chosen.days.is_some()),
            ("min", chosen.min.is_some()),
            ("interval", chosen.interval.is_some()),
        ];
        for (name, _) in given.iter().filter(|(name, given)| *given && !own.contains(name)) {
            self.fault(&format!("/{name}"), &format!("a clock of kind `{}` has no `{name}`", chosen.kind));
        }
        let policy = [
            ("on_timeout", chosen.on_timeout.is_some()),
            ("resign_after", chosen.resign_after.is_some()),
            ("all_absent", chosen.all_absent.is_some()),
            ("remind", chosen.remind.is_some()),
            ("absence", chosen.absence.is_some()),
        ];
        for (name, _) in policy.iter().filter(|(_, given)| *given && own.is_empty()) {
            self.fault(&format!("/{name}"), "a clock of kind `none` has no time-outs");
        }
    }

    /// A duration of a minute to a year.
    fn span(&mut self, place: &str, given: Option<&str>, default: Option<&str>) -> String {
        let text = given.or(default).unwrap_or_default();
        match seconds(text) {
            Some(length) if SPAN.contains(&length) => {}
            Some(_) => self.fault(place, "from a minute to a year"),
            None => self.fault(
                place,
                "an ISO 8601 duration of days, hours, minutes and seconds, e.g. `P3D`, is needed",
            ),
        }
        text.to_owned()
    }

    fn bank(&mut self, chosen: &Chosen) -> Value {
        let start = self.span("/start", chosen.start.as_deref(), Some("P7D"));
        let add = self.span("/add", chosen.add.as_deref(), Some("P1D"));
        let cap = self.span("/cap", chosen.cap.as_deref(), Some("P10D"));
        if let (Some(least), Some(most)) = (seconds(&start).max(seconds(&add)), seconds(&cap))
            && most < least
        {
            self.fault("/cap", "not less than `start` and `add`");
        }
        json!({ "kind": "bank", "start": start, "add": add, "cap": cap })
    }

    fn daily(&mut self, chosen: &Chosen) -> Value {
        let at = chosen.at.as_deref().unwrap_or_default();
        let is_hour = at.len() == 5 && at.parse::<jiff::civil::Time>().is_ok();
        if !is_hour {
            self.fault("/at", "an hour of the day, e.g. `21:00`, is needed");
        }
        let zone = chosen.zone.as_deref().unwrap_or_default();
        if jiff::tz::TimeZone::get(zone).is_err() {
            self.fault("/zone", "a time zone of the IANA database, e.g. `Europe/Berlin`, is needed");
        }
        let days = chosen.days.clone().unwrap_or_default();
        for (at, name) in days.iter().enumerate() {
            if weekday(name).is_none() || days[..at].contains(name) {
                self.fault(&format!("/days/{at}"), "one of mon, tue, wed, thu, fri, sat, sun, each once");
            }
        }
        let min = self.span("/min", chosen.min.as_deref(), Some("PT12H"));
        if seconds(&min).is_some_and(|least| 7 * 86_400 < least) {
            self.fault("/min", "at most a week");
        }
        json!({ "kind": "daily", "at": at, "zone": zone, "days": days, "min": min })
    }

    fn live(&mut self, chosen: &Chosen) -> Value {
        let interval = chosen.interval.as_deref().unwrap_or("PT5M");
        if !seconds(interval).is_some_and(|length| INTERVALS.contains(&length)) {
            self.fault("/interval", "four or five minutes, `PT4M` or `PT5M`"); // LW-2.9
        }
        json!({ "kind": "live", "interval": interval })
    }

    fn reminders(&mut self, given: Option<&[String]>, usual: [&str; 3]) -> Vec<String> {
        let wanted = given.map_or_else(|| usual.map(str::to_owned).to_vec(), <[String]>::to_vec);
        if MOST_REMINDERS < wanted.len() {
            self.fault("/remind", &format!("at most {MOST_REMINDERS}"));
        }
        for (at, text) in wanted.iter().enumerate() {
            if Reminder::parse(text).is_none() {
                let detail = "a share of the time such as `1/2`, or how long before its end, such as `PT1H`";
                self.fault(&format!("/remind/{at}"), detail);
            }
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointers(clock: Value) -> Vec<String> {
        match clock_of(Some(&clock), true) {
            Ok(_) => Vec::new(),
            Err(problem) => {
                problem.body().errors.iter().map(|fault| fault.pointer.clone().unwrap_or_default()).collect()
            }
        }
    }

    #[test]
    fn defaults_are_filled_in() {
        let clock = clock_of(Some(&json!({"kind": "per_turn", "allow": "P3D"})), false).unwrap_or_default();
        assert_eq!(
            clock,
            json!({"kind": "per_turn", "allow": "P3D", "on_timeout": "default_action", "resign_after": 3,
                "all_absent": "pause", "absence": "pause", "remind": ["1/2", "3/4", "PT1H"]})
        );
        let bank = clock_of(Some(&json!({"kind": "bank"})), false).unwrap_or_default();
        assert_eq!(
            (&bank["start"], &bank["add"], &bank["cap"]),
            (&json!("P7D"), &json!("P1D"), &json!("P10D"))
        );
        let daily = json!({"kind": "daily", "at": "21:00", "zone": "Europe/Berlin"});
        assert_eq!(clock_of(Some(&daily), false).unwrap_or_default()["min"], "PT12H");
        assert_eq!(clock_of(None, false).unwrap_or_default(), json!({"kind": "none"}));
    }

    #[test]
    fn each_fault_is_told_at_its_place() {
        assert_eq!(pointers(json!({"kind": "hourglass"})), ["/clock/kind"]);
        assert_eq!(pointers(json!({"kind": "none", "allow": "P3D"})), ["/clock/allow"]);
        assert_eq!(pointers(json!({"kind": "none", "remind": []})), ["/clock/remind"]);
        assert_eq!(pointers(json!({"kind": "per_turn"})), ["/clock/allow"]);
        assert_eq!(pointers(json!({"kind": "per_turn", "allow": "PT1S"})), ["/clock/allow"]);
        assert_eq!(pointers(json!({"kind": "bank", "cap": "P1D"})), ["/clock/cap"]);
        let daily =
            json!({"kind": "daily", "at": "9", "zone": "Mars/Olympus", "days": ["mon", "mon"], "min": "P8D"});
        assert_eq!(pointers(daily), ["/clock/at", "/clock/zone", "/clock/days/1", "/clock/min"]);
        assert_eq!(
            pointers(json!({"kind": "per_turn", "allow": "P3D", "remind": ["1/1"]})),
            ["/clock/remind/0"]
        );
        assert_eq!(pointers(json!({"kind": "per_turn", "allow": 3})), ["/clock/allow"]);
    }
}
