//! Words on a page of fixed width: how the text part of a mail is set. Words of players are cleaned on their way in.

use std::fmt::Write;

pub(super) use domain::picture::clean;

/// The longest line of prose. Mail programs quote and indent, and 78 is where the standard wants lines to end.
pub(super) const WIDTH: usize = 72;

/// The longest line of a list.
pub(super) const LIST_WIDTH: usize = 76;

/// A page that is being written. Its parts are set apart by one blank line.
#[derive(Default)]
pub(super) struct Page(String);

impl Page {
    /// The finished page, one line end at its end.
    pub(super) fn finish(self) -> String {
        self.0
    }

    /// A paragraph, wrapped.
    pub(super) fn say(&mut self, words: &str) -> &mut Self {
        self.lines(wrap(words, WIDTH, "", ""))
    }

    /// A heading, underlined.
    pub(super) fn heading(&mut self, words: &str) -> &mut Self {
        self.lines([words.to_owned(), "-".repeat(words.chars().count())])
    }

    /// What stands below the signature mark: mail programs show it faintly, and do not quote it.
    pub(super) fn footer(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> &mut Self {
        self.0.push_str("\n-- ");
        self.lines(lines)
    }

    /// Lines as they are: lists, boards, what is to be copied.
    pub(super) fn lines(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> &mut Self {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        for line in lines {
            self.0.push_str(line.as_ref().trim_end());
            self.0.push('\n');
        }
        self
    }
}

/// Words in lines of at most so many characters, where they have blanks to break at. The first line begins with
/// `first`, the others with `rest`.
pub(super) fn wrap(words: &str, width: usize, first: &str, rest: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut is_empty) = (first.to_owned(), true);
    for word in words.split_whitespace() {
        if !is_empty && width < line.chars().count() + 1 + word.chars().count() {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

/// Choices with bars between them, wrapped so that no choice is broken.
pub(super) fn choices(head: &str, choices: &[&str]) -> Vec<String> {
    let indent = " ".repeat(head.chars().count());
    let (mut lines, mut line) = (Vec::new(), head.to_owned());
    for (at, choice) in choices.iter().enumerate() {
        let bar = if at == 0 { " " } else { " | " };
        // The bar that ends a full line must fit, too.
        if 0 < at && LIST_WIDTH < line.chars().count() + bar.len() + choice.chars().count() + 2 {
            line.push_str(" |");
            lines.push(std::mem::replace(&mut line, format!("{indent} {choice}")));
        } else {
            let _ = write!(line, "{bar}{choice}");
        }
    }
    lines.push(line);
    lines
}

/// A text as one word of a POSIX shell.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A word of the rules as people write it: `return_fire` is "return fire".
pub(super) fn spoken(word: &str) -> String {
    word.replace('_', " ")
}

/// Names in a row: "a", "a and b", "a, b and c".
pub(super) fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_where_they_can_be() {
        assert_eq!(wrap("one two three", 8, "", "  "), ["one two", "  three"]);
        assert_eq!(wrap("a_word_that_is_long ok", 8, "- ", "  "), ["- a_word_that_is_long", "  ok"]);
        assert_eq!(wrap("", 8, "x", ""), ["x"]);
    }

    #[test]
    fn choices_are_not_broken() {
        let long = "x war1 push toward m9 adv eliminated # far";
        assert_eq!(choices("sol3:", &["k9", "k10 flag"]), ["sol3: k9 | k10 flag"]);
        assert_eq!(
            choices("sol3:", &[long, long, "l1"]),
            [format!("sol3: {long} |"), format!("      {long} | l1")]
        );
        assert!(choices("x:", &vec!["k10"; 99]).iter().all(|line| line.len() <= LIST_WIDTH));
    }

    #[test]
    fn a_quote_does_not_end_the_quoting() {
        assert_eq!(quoted("o'neill@x.example"), r"'o'\''neill@x.example'");
    }

    #[test]
    fn parts_stand_apart() {
        let mut page = Page::default();
        page.heading("Now").say("a b").lines(["x ", "y"]).footer(["z"]);
        assert_eq!(page.finish(), "Now\n---\n\na b\n\nx\ny\n\n-- \nz\n");
    }
}
