//! Words on a page: the parts a mail is made of, and how its text is set, on a page of fixed width. Words of players are
//! cleaned on their way in.
//!
//! What is absent: the HTML, which is made of the same parts in [`super::html`].

use std::fmt::Write;

use domain::picture::Picture;

pub(super) use domain::picture::clean;

/// The longest line of prose. Mail programs quote and indent, and 78 is where the standard wants lines to end.
pub(super) const WIDTH: usize = 72;

/// The longest line of a list.
pub(super) const LIST_WIDTH: usize = 76;

/// A page that is being written, part by part: the same parts become the text of a mail and its HTML, so that neither says
/// more than the other. In the text, parts are set apart by one blank line.
#[derive(Default)]
pub(super) struct Page {
    parts: Vec<Part>,
    section: Section,
    setting: Option<&'static str>,
}

/// What a part belongs to: a mail that carries several letters leaves some of it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Section {
    /// What the letter is about.
    #[default]
    Letter,
    /// The board.
    Board,
    /// What may be ordered.
    Orders,
    /// The witness of the log.
    Witness,
}

/// A part of a page.
#[derive(Clone)]
pub(super) struct Part {
    /// What it belongs to.
    pub(super) section: Section,
    /// What it is.
    pub(super) what: What,
}

/// What a part is.
#[derive(Clone)]
pub(super) enum What {
    /// Whom the letter is for.
    Greeting(String),
    /// A paragraph.
    Say(String),
    /// Until when there is time: a paragraph to be seen at once.
    Time(String),
    /// A heading over a letter in a mail that carries several.
    Chapter(String),
    /// A heading.
    Heading(String),
    /// Lines as they are: lists, commands, what is to be copied.
    Lines(Vec<String>),
    /// A code to be typed.
    Code(String),
    /// What somebody wrote, line by line.
    Quote(Vec<String>),
    /// Events of the log, each in lines, some with a heading before them.
    Events(Vec<(Option<String>, Vec<String>)>),
    /// Legal orders: a word, and what may follow it.
    Choices(Vec<(String, Vec<String>)>),
    /// A board.
    Board(Box<Picture>),
    /// What stands below the signature mark.
    Footer(Vec<String>),
}

impl Page {
    /// Its parts, in order.
    pub(super) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The setting that switches letters like this one off.
    pub(super) fn setting(&self) -> Option<&'static str> {
        self.setting
    }

    /// What follows belongs to this section, until the next is named.
    pub(super) fn section(&mut self, section: Section) -> &mut Self {
        self.section = section;
        self
    }

    /// Whom the letter is for.
    pub(super) fn greet(&mut self, words: &str) -> &mut Self {
        self.put(What::Greeting(words.to_owned()))
    }

    /// A paragraph, wrapped.
    pub(super) fn say(&mut self, words: &str) -> &mut Self {
        self.put(What::Say(words.to_owned()))
    }

    /// A paragraph that tells until when there is time.
    pub(super) fn time(&mut self, words: &str) -> &mut Self {
        self.put(What::Time(words.to_owned()))
    }

    /// The heading of a letter among several.
    pub(super) fn chapter(&mut self, words: &str) -> &mut Self {
        self.put(What::Chapter(words.to_owned()))
    }

    /// A heading, underlined.
    pub(super) fn heading(&mut self, words: &str) -> &mut Self {
        self.put(What::Heading(words.to_owned()))
    }

    /// Lines as they are.
    pub(super) fn lines(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> &mut Self {
        self.put(What::Lines(owned(lines)))
    }

    /// A code to be typed.
    pub(super) fn code(&mut self, code: &str) -> &mut Self {
        self.put(What::Code(code.to_owned()))
    }

    /// What somebody wrote: nobody takes it for words of ours.
    pub(super) fn quote(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> &mut Self {
        self.put(What::Quote(owned(lines)))
    }

    /// Events of the log.
    pub(super) fn events(&mut self, events: Vec<(Option<String>, Vec<String>)>) -> &mut Self {
        self.put(What::Events(events))
    }

    /// Legal orders.
    pub(super) fn choices(&mut self, groups: Vec<(String, Vec<String>)>) -> &mut Self {
        self.put(What::Choices(groups))
    }

    /// A board.
    pub(super) fn board(&mut self, picture: Picture) -> &mut Self {
        self.put(What::Board(Box::new(picture)))
    }

    /// What stands below the signature mark: mail programs show it faintly, and do not quote it. With a setting, a link
    /// that switches it off follows.
    pub(super) fn footer(
        &mut self,
        lines: impl IntoIterator<Item = impl AsRef<str>>,
        setting: Option<&'static str>,
    ) -> &mut Self {
        self.setting = setting;
        self.section(Section::Letter).put(What::Footer(owned(lines)))
    }

    /// A part of another page.
    pub(super) fn copy(&mut self, part: &Part) -> &mut Self {
        self.parts.push(part.clone());
        self
    }

    fn put(&mut self, what: What) -> &mut Self {
        self.parts.push(Part { section: self.section, what });
        self
    }

    /// The page as text, one line end at its end. `unwanted` is the link that ends such mail.
    pub(super) fn to_text(&self, unwanted: Option<&str>) -> String {
        let mut text = String::new();
        for part in &self.parts {
            if !text.is_empty() {
                text.push('\n');
            }
            for line in lines_of(&part.what, unwanted) {
                // The mark of a signature is the one line that ends with a blank.
                text.push_str(if line == MARK { MARK } else { line.trim_end() });
                text.push('\n');
            }
        }
        text
    }
}

/// What a signature begins with (RFC 3676 §4.3).
const MARK: &str = "-- ";

/// What stands before each line of a quotation.
const BAR: &str = "| ";

/// What is said before the link that ends a kind of mail.
pub(super) const UNWANTED: &str = "To get no more mail of this kind, open this and press the button:";

fn owned(lines: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<String> {
    lines.into_iter().map(|line| line.as_ref().to_owned()).collect()
}

fn lines_of(what: &What, unwanted: Option<&str>) -> Vec<String> {
    let underlined = |words: &str, with: &str| vec![words.to_owned(), with.repeat(words.chars().count())];
    match what {
        What::Greeting(words) | What::Say(words) | What::Time(words) => wrap(words, WIDTH, "", ""),
        What::Chapter(words) => {
            let mut lines = vec![String::new()];
            lines.extend(underlined(words, "="));
            lines
        }
        What::Heading(words) => underlined(words, "-"),
        What::Lines(lines) => lines.clone(),
        What::Code(code) => vec![format!("    {code}")],
        What::Quote(lines) => lines.iter().flat_map(|line| quoted_line(line)).collect(),
        What::Events(events) => {
            events.iter().flat_map(|(heading, lines)| heading.iter().chain(lines)).cloned().collect()
        }
        What::Choices(groups) => groups.iter().flat_map(|(first, rests)| group(first, rests)).collect(),
        What::Board(picture) => picture.to_text().trim_end().lines().map(str::to_owned).collect(),
        What::Footer(lines) => {
            let mut all = vec![MARK.to_owned()];
            all.extend(lines.iter().cloned());
            all.extend(unwanted.into_iter().flat_map(|link| [UNWANTED.to_owned(), link.to_owned()]));
            all
        }
    }
}

/// A line behind a bar. Lines that fit stay as they are, for they may be a drawing.
fn quoted_line(line: &str) -> Vec<String> {
    match BAR.len() + line.chars().count() <= WIDTH {
        true => vec![format!("{BAR}{line}")],
        false => wrap(line, WIDTH, BAR, BAR),
    }
}

/// Legal orders that begin with the same word, in lines.
pub(super) fn group(first: &str, rests: &[String]) -> Vec<String> {
    match rests {
        [] => vec![first.to_owned()],
        [rest] if rest.is_empty() => vec![first.to_owned()],
        rests => {
            let rests: Vec<&str> = rests.iter().map(String::as_str).collect();
            choices(&format!("{first}:"), &rests)
        }
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
        page.heading("Now").say("a b").lines(["x ", "y"]).quote(["hello", ""]).footer(["z"], Some("press"));
        assert_eq!(page.to_text(None), "Now\n---\n\na b\n\nx\ny\n\n| hello\n|\n\n-- \nz\n");
        let with_link = page.to_text(Some("https://x.example/u"));
        assert!(with_link.ends_with(&format!("\nz\n{UNWANTED}\nhttps://x.example/u\n")), "{with_link}");
    }
}
