//! A game as portable text: headers, orders in notation, dice and results as comments. Whoever has the text and the rules
//! can play the game again, die by die; what it does not prove, the audit bundle does.
//!
//! ```text
//! [Format "fieldpost-record/1"]
//! [Game "7k3m9q2x4c8n"]
//! %rules {"bots":[],"clock":{…},"options":{…},"ruleset":"…","scenario":{…},"seats":[…],"version":1}
//!
//! == 1 long_knives 2027-01-15T11:11:00Z ==
//! off1 e3
//! off1 x chf1 push a3
//! # off1 f3-e3
//! # off1 x chf1 r3 5:3 pushed back
//! #% roll 0/1 d6 5 X-7.18 attack: off1 x chf1
//! ```
//!
//! `docs/api.md` tells the form whole. Writing ([`Record::to_text`]) and reading ([`parse_record`]) are inverse.

mod parse;
mod play;
mod take_down;

pub use parse::{RecordFault, parse_record};

use std::fmt::Write;

/// The form that is written and read.
pub const FORMAT: &str = "fieldpost-record/1";

/// A game, taken down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values for people, in order; the first is the format.
    pub headers: Vec<(String, String)>,
    /// The `rules` of the game's first line: all that a game is made of.
    pub rules: String,
    /// What was done.
    pub turns: Vec<RecordTurn>,
}

/// A turn, taken down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordTurn {
    /// Its number.
    pub turn: u64,
    /// Who made it; `server` for start and clock.
    pub seat: String,
    /// When (RFC 3339, UTC).
    pub at: String,
    /// What it says.
    pub items: Vec<RecordItem>,
}

/// A line of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordItem {
    /// An order, in notation.
    Order(String),
    /// What was no order: `start`, `time_out SEAT ACTION`, `abort WHY`, `rules VERSION`, `taken_back TURN` (to before it); and
    /// of secrets, whose orders nobody knows, `bound BODY` with, once it is open, `sealed TEXT`.
    Act(String),
    /// What happened, in words.
    Comment(String),
    /// A throw of dice.
    Roll(RecordRoll),
}

/// A throw of dice, taken down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRoll {
    /// Its epoch.
    pub epoch: u64,
    /// Its index in the epoch.
    pub index: u64,
    /// Faces.
    pub sides: u32,
    /// Each die.
    pub values: Vec<u32>,
    /// The rule that asked for it.
    pub rule: String,
    /// Purpose, roller and target.
    pub why: String,
}

impl Record {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.headers {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            line(&mut text, format_args!("[{name} \"{value}\"]"));
        }
        line(&mut text, format_args!("%rules {}", self.rules));
        for turn in &self.turns {
            line(&mut text, format_args!("\n== {} {} {} ==", turn.turn, turn.seat, turn.at));
            for item in &turn.items {
                match item {
                    RecordItem::Order(order) => line(&mut text, format_args!("{order}")),
                    RecordItem::Act(act) => line(&mut text, format_args!("! {act}")),
                    RecordItem::Comment(words) => line(&mut text, format_args!("# {words}")),
                    RecordItem::Roll(roll) => line(&mut text, format_args!("#% roll {}", roll.to_text())),
                }
            }
        }
        text
    }
}

impl RecordRoll {
    fn to_text(&self) -> String {
        let values: Vec<String> = self.values.iter().map(u32::to_string).collect();
        format!(
            "{}/{} d{} {} {} {}",
            self.epoch,
            self.index,
            self.sides,
            values.join(","),
            self.rule,
            self.why
        )
    }
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    writeln!(text, "{words}").expect("a String takes every write");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Record {
        let roll = RecordRoll {
            epoch: 0,
            index: 1,
            sides: 6,
            values: vec![5, 3],
            rule: "X-7.18".to_owned(),
            why: "attack: off1 x chf1".to_owned(),
        };
        let turn = |turn, seat: &str, items| RecordTurn {
            turn,
            seat: seat.to_owned(),
            at: "2027-01-15T11:11:00Z".to_owned(),
            items,
        };
        Record {
            headers: vec![
                ("Format".to_owned(), FORMAT.to_owned()),
                ("Title".to_owned(), "A \"last\" \\ stand [x]".to_owned()),
            ],
            rules: "{\"bots\":[]}".to_owned(),
            turns: vec![
                turn(
                    0,
                    "server",
                    vec![RecordItem::Act("start".to_owned()), RecordItem::Comment(String::new())],
                ),
                turn(
                    1,
                    "red",
                    vec![
                        RecordItem::Order("off1 x chf1 push a3".to_owned()),
                        RecordItem::Comment("% not a roll".to_owned()),
                        RecordItem::Roll(roll),
                    ],
                ),
            ],
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let record = sample();
        let text = record.to_text();
        assert_eq!(parse_record(&text), Ok(record.clone()), "{text}");
        // Editors may leave blanks and other line ends.
        assert_eq!(parse_record(&text.replace('\n', "  \r\n")), Ok(record));
    }

    #[test]
    fn a_fault_is_told_with_its_line() {
        let text = sample().to_text();
        for (from, to, at) in [
            ("fieldpost-record/1", "fieldpost-record/2", 1),
            ("[Title", "Title", 2),
            ("[x]\"]", "[x]]", 2),
            ("%rules {", "%rules ", 3),
            ("== 0 server", "== zero server", 5),
            ("0/1 d6 5,3", "0/1 d6 5,x", 12),
            ("! start", "?! start\n== 1 ==", 7),
        ] {
            assert!(text.contains(from), "{from}");
            let fault = parse_record(&text.replace(from, to)).expect_err(to);
            assert_eq!(fault.line, at, "{to}: {fault}");
        }
    }
}
