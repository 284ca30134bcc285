//! What was probably meant: the right spelling that is nearest to a line that is not right.

use domain::{ids::Seat, notation, table::TABLE_ORDERS};

use super::super::hall::Opened;

/// The longest line that is compared, in characters.
const CHARACTERS: usize = 120;

/// The words of mail itself.
const WORDS: &[&str] = &["help", "board", "orders", "dry run"];

/// The nearest thing a seat may say now, if one is near.
pub(super) fn nearest(opened: &Opened, seat: &Seat, line: &str) -> Option<String> {
    let hints = opened.chronicle.game().hints(seat, None);
    let legal = hints.iter().map(|order| order.notation());
    let table = TABLE_ORDERS.iter().map(|(words, _)| *words);
    let known = table.chain(WORDS.iter().copied()).map(str::to_owned);
    nearest_of(line, legal.chain(known))
}

fn nearest_of(line: &str, candidates: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = notation::words(line).into_iter().map(|word| word.text).collect();
    let said: Vec<char> = words.join(" ").chars().take(CHARACTERS).collect();
    let limit = 2.max(said.len() / 4);
    let near = candidates.filter_map(|candidate| {
        let other: Vec<char> = candidate.chars().take(CHARACTERS).collect();
        if limit < said.len().abs_diff(other.len()) {
            return None;
        }
        let distance = distance(&said, &other);
        (0 < distance && distance <= limit && distance < said.len()).then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// How many letters must be changed, left out or put in.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, letter) in a.iter().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (place, other) in b.iter().enumerate() {
            let changed = before + usize::from(letter != other);
            before = row[place + 1];
            row[place + 1] = changed.min(before + 1).min(row[place] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest_of;

    fn of(line: &str) -> Option<String> {
        nearest_of(
            line,
            ["sol3 k9", "sol3 k10 flag", "end movement", "resign"].iter().map(|s| (*s).to_owned()),
        )
    }

    #[test]
    fn what_is_near_is_proposed_and_what_is_far_is_not() {
        assert_eq!(of("Sol3  K8").as_deref(), Some("sol3 k9"));
        assert_eq!(of("end mvement").as_deref(), Some("end movement"));
        assert_eq!(of("resing").as_deref(), Some("resign"));
        assert_eq!(of("Dear opponent, well played"), None);
        assert_eq!(of("x"), None);
    }
}
