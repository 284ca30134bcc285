//! Orders as text: what every ruleset's notation shares. One order a line, no meaning in letter case or in the number of
//! blanks, `#` begins a comment.

mod reader;

pub(crate) use reader::{Reader, inches as read_inches};

/// Where a line of notation stops making sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The column of the first letter not understood, from 1, counted in characters.
    pub column: usize,
    /// What was expected there, in a few words.
    pub expected: String,
}

impl std::fmt::Display for NotationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "column {}: expected {}", self.column, self.expected)
    }
}

impl std::error::Error for NotationError {}

/// A word of a line and the column it begins at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Lower case.
    pub text: String,
    /// From 1, in characters.
    pub column: usize,
}

/// Lower-cased words of a line, its comment left out.
pub fn words(line: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut inside = false;
    for (at, letter) in line.chars().enumerate() {
        match letter {
            '#' => break,
            blank if blank.is_whitespace() => inside = false,
            letter => {
                if !inside {
                    found.push(Word { text: String::new(), column: at + 1 });
                    inside = true;
                }
                if let Some(word) = found.last_mut() {
                    word.text.extend(letter.to_lowercase());
                }
            }
        }
    }
    found
}

/// The lines of a text that hold an order, with their line numbers from 1. Blank and comment lines are no orders.
pub fn order_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text); // some editors begin a file with it
    text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !words(line).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_columns_and_comments_are_none() {
        let found = words("  Sol3  K9 flag # for the flag");
        let seen: Vec<_> = found.iter().map(|w| (w.text.as_str(), w.column)).collect();
        assert_eq!(seen, [("sol3", 3), ("k9", 9), ("flag", 12)]);
        assert!(words(" # nothing").is_empty());
    }

    #[test]
    fn only_lines_with_orders_count() {
        let text = "sol3 k9\n\n# a comment\r\nend movement\n";
        assert_eq!(
            order_lines(text).map(|(at, line)| (at, line.trim())).collect::<Vec<_>>(),
            [(1, "sol3 k9"), (4, "end movement")]
        );
    }
}
