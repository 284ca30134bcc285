//! The words of a line of notation, one after another. Blanks separate them; `>`, `,`, `:` and `@` are words of their
//! own, with or without blanks around them. Which words make an order is told by each ruleset that reads with this.

use super::{NotationError, Word, words};

const SIGNS: [char; 4] = ['>', ',', ':', '@'];

/// A line and how far it has been read.
pub(crate) struct Reader {
    words: Vec<Word>,
    at: usize,
}

impl Reader {
    pub(crate) fn new(line: &str) -> Reader {
        Reader { words: words(line).iter().flat_map(split_at_signs).collect(), at: 0 }
    }

    fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(|word| word.text.as_str())
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.peek().is_none()
    }

    /// Takes the next word if it can be read so.
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let found = self.peek().and_then(read);
        self.at += usize::from(found.is_some());
        found
    }

    /// Takes this word if it is the next.
    pub(crate) fn takes(&mut self, word: &str) -> bool {
        self.take(|next| (next == word).then_some(())).is_some()
    }

    pub(crate) fn must<T>(
        &mut self,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, NotationError> {
        match self.take(read) {
            Some(found) => Ok(found),
            None => self.expected(what),
        }
    }

    pub(crate) fn must_be(&mut self, what: &str, word: &str) -> Result<(), NotationError> {
        self.must(what, |next| (next == word).then_some(()))
    }

    /// One or more with commas between them, `most` at most.
    pub(crate) fn list<T>(
        &mut self,
        what: &str,
        most: usize,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, NotationError> {
        let mut found = vec![self.must(what, &read)?];
        while found.len() < most && self.takes(",") {
            found.push(self.must(what, &read)?);
        }
        Ok(found)
    }

    /// Inches without a sign, as hundredths.
    pub(crate) fn inches<T: TryFrom<i64>>(&mut self) -> Result<T, NotationError> {
        self.hundredths("inches, e.g. 12.50", inches)
    }

    /// Inches with a sign, as hundredths.
    pub(crate) fn signed_inches<T: TryFrom<i64>>(&mut self) -> Result<T, NotationError> {
        self.hundredths("inches with + or -, e.g. +3.00", |word| match word.strip_prefix('-') {
            Some(inches) => self::inches(inches).map(|hundredths| -hundredths),
            None => word.strip_prefix('+').and_then(self::inches),
        })
    }

    /// Inches with or without a sign, as hundredths.
    pub(crate) fn any_inches<T: TryFrom<i64>>(&mut self) -> Result<T, NotationError> {
        self.hundredths("inches, e.g. 12.5", |word| match word.strip_prefix('-') {
            Some(inches) => self::inches(inches).map(|hundredths| -hundredths),
            None => self::inches(word.strip_prefix('+').unwrap_or(word)),
        })
    }

    fn hundredths<T: TryFrom<i64>>(
        &mut self,
        what: &str,
        read: impl FnOnce(&str) -> Option<i64>,
    ) -> Result<T, NotationError> {
        match self.peek().and_then(read).map(T::try_from) {
            None => self.expected(what),
            Some(Err(_)) => self.expected("a smaller number"),
            Some(Ok(hundredths)) => {
                self.at += 1;
                Ok(hundredths)
            }
        }
    }

    pub(crate) fn expected<T>(&self, what: &str) -> Result<T, NotationError> {
        let end = || self.words.last().map_or(1, |word| word.column + word.text.chars().count());
        let column = self.words.get(self.at).map_or_else(end, |word| word.column);
        Err(NotationError { column, expected: what.to_owned() })
    }
}

fn split_at_signs(word: &Word) -> Vec<Word> {
    let mut parts: Vec<Word> = Vec::new();
    let mut after_sign = true;
    for (offset, letter) in word.text.chars().enumerate() {
        let is_sign = SIGNS.contains(&letter);
        match parts.last_mut() {
            Some(part) if !after_sign && !is_sign => part.text.push(letter),
            Some(_) | None => parts.push(Word { text: letter.to_string(), column: word.column + offset }),
        }
        after_sign = is_sign;
    }
    parts
}

/// Hundredths of `12`, `12.5` or `12.50`. What is out of all bounds becomes the greatest number there is.
pub(crate) fn inches(word: &str) -> Option<i64> {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let (whole, part) = word.split_once('.').unwrap_or((word, "0"));
    if !is_number(whole) || !is_number(part) || 2 < part.len() {
        return None;
    }
    let part: i64 = format!("{part:0<2}").parse().ok()?;
    Some(whole.parse().unwrap_or(i64::MAX).saturating_mul(100).saturating_add(part))
}
