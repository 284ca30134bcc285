//! Reading a record.

use std::fmt;

use super::{FORMAT, Record, RecordItem, RecordRoll, RecordTurn};

/// Where a text is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl RecordFault {
    pub(super) fn new(line: usize, what: impl Into<String>) -> Self {
        RecordFault { line, what: what.into() }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for RecordFault {}

/// Reads a record; the inverse of [`Record::to_text`]. Blank lines and blanks at the end of lines do not matter.
///
/// # Errors
/// The first line that is none of a record.
pub fn parse_record(text: &str) -> Result<Record, RecordFault> {
    let mut headers = Vec::new();
    let mut rules: Option<String> = None;
    let mut turns: Vec<RecordTurn> = Vec::new();
    let mut last = 0;
    for (at, line) in (1..).zip(text.lines()) {
        last = at;
        let line = line.trim_end();
        match (&rules, turns.last_mut()) {
            _ if line.is_empty() => {}
            (None, _) => match line.strip_prefix("%rules ") {
                Some(json) => {
                    rules = Some(object(json).ok_or_else(|| fault(at, "the rules are no JSON object"))?)
                }
                None => headers
                    .push(header(line).ok_or_else(|| fault(at, "expected `[Name \"value\"]` or `%rules`"))?),
            },
            _ if line.starts_with("== ") => {
                turns.push(heading(line).ok_or_else(|| fault(at, "expected `== NUMBER SEAT TIME ==`"))?);
            }
            (Some(_), None) => return Err(fault(at, "expected `== NUMBER SEAT TIME ==`")),
            (Some(_), Some(turn)) => {
                turn.items.push(item(line).ok_or_else(|| fault(at, "this roll cannot be read"))?)
            }
        }
        let format = headers.first().is_none_or(|(name, value)| name == "Format" && value == FORMAT);
        if !format {
            return Err(fault(1, "expected `[Format \"fieldpost-record/1\"]`"));
        }
    }
    let rules = rules.ok_or_else(|| fault(last + 1, "expected `%rules`"))?;
    if headers.is_empty() {
        return Err(fault(1, "expected `[Format \"fieldpost-record/1\"]`"));
    }
    Ok(Record { headers, rules, turns })
}

fn fault(line: usize, what: &str) -> RecordFault {
    RecordFault::new(line, what)
}

fn object(json: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(json).ok()?;
    value.is_object().then(|| json.to_owned())
}

fn header(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(' ')?;
    let quoted = rest.strip_prefix('"')?.strip_suffix("\"]")?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_name {
        return None;
    }
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => value.push(letters.next().filter(|c| matches!(c, '\\' | '"'))?),
            '"' => return None,
            letter => value.push(letter),
        }
    }
    Some((name.to_owned(), value))
}

fn heading(line: &str) -> Option<RecordTurn> {
    let words: Vec<&str> = line.strip_prefix("== ")?.strip_suffix(" ==")?.split(' ').collect();
    let [turn, seat, at] = words.as_slice() else { return None };
    Some(RecordTurn {
        turn: turn.parse().ok()?,
        seat: (*seat).to_owned(),
        at: (*at).to_owned(),
        items: Vec::new(),
    })
}

fn item(line: &str) -> Option<RecordItem> {
    if let Some(roll) = line.strip_prefix("#% roll ") {
        return roll_of(roll).map(RecordItem::Roll);
    }
    if let Some(words) = line.strip_prefix('#') {
        return Some(RecordItem::Comment(words.strip_prefix(' ').unwrap_or(words).to_owned()));
    }
    if let Some(act) = line.strip_prefix("! ") {
        return Some(RecordItem::Act(act.to_owned()));
    }
    Some(RecordItem::Order(line.to_owned()))
}

fn roll_of(text: &str) -> Option<RecordRoll> {
    let mut words = text.splitn(5, ' ');
    let (epoch, index) = words.next()?.split_once('/')?;
    let sides = words.next()?.strip_prefix('d')?;
    let values = words.next()?.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
    Some(RecordRoll {
        epoch: epoch.parse().ok()?,
        index: index.parse().ok()?,
        sides: sides.parse().ok()?,
        values,
        rule: words.next()?.to_owned(),
        why: words.next()?.to_owned(),
    })
}
