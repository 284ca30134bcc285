//! How sentences are put together. What they say is said by the rulesets and by [`crate::story`].

/// Items in a row, as one says them: `a`, `a and b`, `a, b and c`.
pub fn listed<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// Words as a sentence: a capital letter at the beginning, a full stop at the end.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// A word of the contract as one says it: `not-in-reach`, `flag_exit` without what joins its parts.
pub fn spoken(word: &str) -> String {
    word.replace(['_', '-'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_said_in_a_row() {
        assert_eq!(listed::<&str>(&[]), "");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn a_sentence_has_a_beginning_and_an_end() {
        assert_eq!(sentence("élan is all"), "Élan is all.");
        assert_eq!(sentence(""), "");
    }
}
