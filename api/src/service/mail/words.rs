//! What a mail asks for: the words that are read before the ruleset's notation, and orders.

use domain::{ids::Seat, notation};
use openapi::problem::Fault;

use super::{super::hall::Opened, nearest::nearest};
use crate::post::answer::Wrong;

/// What a mail asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked<'a> {
    /// Nothing was written.
    Nothing,
    /// `help`
    Help,
    /// `board`
    Board,
    /// `orders`
    Orders,
    /// `accept`, `accept COMMIT`
    Accept {
        /// The hash of a number of his own.
        commit: Option<String>,
    },
    /// `decline`
    Decline,
    /// `reveal NUMBER`
    Reveal {
        /// The number.
        entropy: String,
    },
    /// `vacation until DAY`, `vacation off`
    Vacation {
        /// The day on which he is back, or a time (RFC 3339); `None`: now.
        until: Option<String>,
    },
    /// `message …`: all lines belong to it.
    Message {
        /// `@side`, or `@` and a seat: whom it is for, if not all.
        to: Option<String>,
        /// What to write.
        text: String,
    },
    /// `dry run`: the other lines are only tried.
    DryRun {
        /// These.
        lines: &'a [String],
    },
    /// Orders, to be carried out.
    Turn {
        /// These.
        lines: &'a [String],
    },
    /// A word that asks for what cannot be done, or not with what stands beside it.
    Unknown {
        /// Why, in a sentence.
        why: String,
    },
}

/// What these lines ask for.
pub(super) fn asked(lines: &[String]) -> Asked<'_> {
    let Some((first, rest)) = lines.split_first() else { return Asked::Nothing };
    if orders(lines).next().is_none() {
        return Asked::Nothing;
    }
    let words: Vec<String> = notation::words(first).into_iter().map(|word| word.text).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let alone = |asked| match orders(rest).next() {
        None => asked,
        Some(_) => Asked::Unknown {
            why: format!("`{}` stands alone; your other lines were not carried out.", words.join(" ")),
        },
    };
    match words.as_slice() {
        ["help" | "?"] => alone(Asked::Help),
        ["board"] => alone(Asked::Board),
        ["orders"] => alone(Asked::Orders),
        ["accept"] => alone(Asked::Accept { commit: None }),
        // Two words of the table begin alike.
        ["accept", commit] if *commit != "draw" => {
            alone(Asked::Accept { commit: Some((*commit).to_owned()) })
        }
        ["decline"] => alone(Asked::Decline),
        ["reveal", entropy] => alone(Asked::Reveal { entropy: (*entropy).to_owned() }),
        ["dry", "run"] if orders(rest).next().is_none() => {
            Asked::Unknown { why: "Below `dry run` stand the orders to be tried.".to_owned() }
        }
        ["dry", "run"] => Asked::DryRun { lines: rest },
        ["message", ..] => {
            let own = first.trim_start().get("message".len()..).unwrap_or("").trim();
            let (to, own) = match own.strip_prefix('@') {
                Some(named) => {
                    let (to, own) = named.split_once(char::is_whitespace).unwrap_or((named, ""));
                    (Some(to.trim_end_matches([':', ',']).to_lowercase()), own.trim())
                }
                None => (None, own),
            };
            let text: Vec<&str> = std::iter::once(own).chain(rest.iter().map(String::as_str)).collect();
            Asked::Message { to, text: text.join("\n").trim().to_owned() }
        }
        ["vacation", "off"] => alone(Asked::Vacation { until: None }),
        ["vacation", "until", until] => alone(Asked::Vacation { until: Some((*until).to_owned()) }),
        ["vacation", ..] => Asked::Unknown {
            why: "Say `vacation until 2027-02-01`, the day on which you are back, or `vacation off`."
                .to_owned(),
        },
        _ => Asked::Turn { lines },
    }
}

/// The lines that are orders, with their places.
pub(super) fn orders(lines: &[String]) -> impl Iterator<Item = (usize, &String)> {
    lines.iter().enumerate().filter(|(_, line)| !notation::words(line).is_empty())
}

/// A fault, told of the writer's line.
pub(super) fn wrong(opened: &Opened, seat: &Seat, lines: &[String], fault: &Fault) -> Wrong {
    let place = match (fault.line, fault.order_index) {
        (Some(line), _) => usize::try_from(line).ok().and_then(|line| line.checked_sub(1)),
        (None, Some(order)) => {
            let order = usize::try_from(order).ok();
            order.and_then(|order| orders(lines).nth(order)).map(|(at, _)| at)
        }
        (None, None) => None,
    };
    let line = place.and_then(|at| lines.get(at)).cloned().unwrap_or_default();
    Wrong {
        number: place.and_then(|at| u32::try_from(at + 1).ok()),
        nearest: if line.is_empty() { None } else { nearest(opened, seat, &line) },
        line,
        why: fault.detail.clone(),
        rule: fault.about.rule.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn words_are_read_before_orders_whatever_their_case() {
        assert_eq!(asked(&lines("HELP")), Asked::Help);
        assert_eq!(asked(&lines(" Board  # please")), Asked::Board);
        assert_eq!(asked(&lines("orders")), Asked::Orders);
        assert_eq!(asked(&[]), Asked::Nothing);
        assert_eq!(asked(&lines("# nothing yet")), Asked::Nothing);
        let tried = lines("Dry Run\nsol3 k9");
        assert_eq!(asked(&tried), Asked::DryRun { lines: &tried[1..] });
        assert!(matches!(asked(&lines("dry run")), Asked::Unknown { .. }));
        assert_eq!(asked(&lines("Accept")), Asked::Accept { commit: None });
        assert_eq!(asked(&lines("accept AB")), Asked::Accept { commit: Some("ab".into()) });
        assert_eq!(asked(&lines("decline")), Asked::Decline);
        assert_eq!(asked(&lines("reveal 0F")), Asked::Reveal { entropy: "0f".into() });
        let draw = lines("accept draw");
        assert_eq!(asked(&draw), Asked::Turn { lines: &draw });
        let turn = lines("offer draw\nsol3 k9");
        assert_eq!(asked(&turn), Asked::Turn { lines: &turn });
    }

    #[test]
    fn a_word_beside_orders_does_nothing_half() {
        assert!(matches!(asked(&lines("help\nsol3 k9")), Asked::Unknown { .. }));
        assert!(matches!(asked(&lines("vacation until the day after")), Asked::Unknown { .. }));
        assert!(matches!(asked(&lines("vacation off\nsol3 k9")), Asked::Unknown { .. }));
        let day = Some("2027-02-01".to_owned());
        assert_eq!(asked(&lines("Vacation until 2027-02-01")), Asked::Vacation { until: day });
        assert_eq!(asked(&lines("vacation off")), Asked::Vacation { until: None });
    }

    #[test]
    fn a_message_has_all_lines() {
        assert_eq!(
            asked(&lines("Message Good move.\nresign?")),
            Asked::Message { to: None, text: "Good move.\nresign?".into() }
        );
        for (written, to) in [
            ("message @Side  Now.", "side"),
            ("Message @long_knives: Now.", "long_knives"),
            ("message @side\nNow.", "side"),
        ] {
            assert_eq!(asked(&lines(written)), Asked::Message { to: Some(to.into()), text: "Now.".into() });
        }
    }
}
