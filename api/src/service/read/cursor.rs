//! Cursors: where a page ended, in a form that clients hand back and do not look into.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::problem::{Problem, codes};

/// A cursor of this kind of collection.
pub fn encode(kind: &str, parts: &[&dyn std::fmt::Display]) -> String {
    let mut text = kind.to_owned();
    for part in parts {
        text.push_str(&format!(" {part}"));
    }
    URL_SAFE_NO_PAD.encode(text)
}

/// The parts of a cursor.
///
/// # Errors
/// 400 when it is not one of ours, or of another collection.
pub fn decode<const N: usize>(kind: &str, cursor: &str) -> Result<[String; N], Problem> {
    let parts = || {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
        let mut words = text.split(' ').map(str::to_owned);
        (words.next()? == kind).then(|| words.collect::<Vec<_>>())?.try_into().ok()
    };
    parts().ok_or_else(bad)
}

/// A number of a cursor.
///
/// # Errors
/// 400 when it is none.
pub fn number(part: &str) -> Result<u64, Problem> {
    part.parse().map_err(|_| bad())
}

/// The 400 of a cursor that is not one of ours.
pub fn bad() -> Problem {
    Problem::new(codes::BAD_QUERY, "The cursor is not one that this collection gave.")
}

/// How many items a page shall have.
///
/// # Errors
/// 400 when that is none, or more than `most`.
pub fn limit(wanted: Option<usize>, usual: usize, most: usize) -> Result<usize, Problem> {
    match wanted {
        None => Ok(usual),
        Some(wanted) if (1..=most).contains(&wanted) => Ok(wanted),
        Some(_) => Err(Problem::new(codes::BAD_QUERY, format!("`limit` is a number from 1 to {most}."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_whole_and_only_to_its_collection() {
        let cursor = encode("games", &[&42, &"7k3m"]);
        assert_eq!(decode::<2>("games", &cursor).ok(), Some(["42".to_owned(), "7k3m".to_owned()]));
        assert_eq!(decode::<2>("dice", &cursor).expect_err("another").status(), 400);
        assert_eq!(decode::<1>("games", &cursor).expect_err("too long").status(), 400);
        for bad in ["", "42", "ä", "!!!!"] {
            assert_eq!(decode::<1>("games", bad).expect_err(bad).code(), "bad-query");
        }
    }

    #[test]
    fn a_page_is_not_empty_and_not_endless() {
        assert_eq!(limit(None, 20, 100).ok(), Some(20));
        assert_eq!(limit(Some(100), 20, 100).ok(), Some(100));
        assert!(limit(Some(0), 20, 100).is_err() && limit(Some(101), 20, 100).is_err());
    }
}
