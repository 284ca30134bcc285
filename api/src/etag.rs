//! Entity tags of games: `"<version>.<first 16 hex of the head>.<8 hex of all else the answer shows>"` (service §13).
//! `If-Match` compares the first two parts: a changed name makes no turn stale.

use domain::hash::Hash;

use crate::problem::{Problem, codes};

/// The first two parts: where the log stands.
pub fn position(version: u64, head: &Hash) -> String {
    format!("{version}.{}", &head.to_string()[..16])
}

/// The whole tag of an answer, quoted.
pub fn of(version: u64, head: &Hash, answer: &[u8]) -> String {
    let rest = Hash::of_bytes(answer);
    let rest = rest.as_bytes();
    format!(
        "\"{}.{:08x}\"",
        position(version, head),
        u32::from_be_bytes([rest[0], rest[1], rest[2], rest[3]])
    )
}

/// What an `If-Match` header demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IfMatch {
    /// `*`: that there is such a game.
    Any,
    /// One of these positions.
    Tags(Vec<String>),
}

impl IfMatch {
    /// Reads the header. A weak tag never matches (RFC 9110 §13.1.1).
    ///
    /// # Errors
    /// 400 when it is no list of tags.
    pub fn parse(header: &str) -> Result<Self, Problem> {
        if header.trim() == "*" {
            return Ok(IfMatch::Any);
        }
        let mut tags = Vec::new();
        for item in header.split(',').map(str::trim) {
            let strong = item.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'));
            let weak = item.strip_prefix("W/\"").and_then(|tag| tag.strip_suffix('"'));
            match (strong, weak) {
                (Some(tag), _) if !tag.contains('"') => tags.push(first_two(tag).to_owned()),
                (None, Some(_)) => {}
                (Some(_), _) | (None, None) => {
                    return Err(Problem::new(
                        codes::BAD_HEADER,
                        "If-Match is `*` or a list of quoted entity tags.",
                    ));
                }
            }
        }
        Ok(IfMatch::Tags(tags))
    }

    /// Whether a game that stands there is one of those meant.
    pub fn fits(&self, version: u64, head: &Hash) -> bool {
        match self {
            IfMatch::Any => true,
            IfMatch::Tags(tags) => tags.contains(&position(version, head)),
        }
    }
}

fn first_two(tag: &str) -> &str {
    match tag.match_indices('.').nth(1) {
        Some((at, _)) => &tag[..at],
        None => tag,
    }
}

/// Whether an `If-None-Match` header names this tag (weak comparison, RFC 9110 §13.1.2).
pub fn none_match(header: &str, tag: &str) -> bool {
    header.trim() == "*" || header.split(',').map(str::trim).any(|item| item.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn if_match_compares_where_the_log_stands_and_nothing_else() {
        let head = Hash::of("a line");
        let tag = of(16, &head, b"an answer");
        let parsed = IfMatch::parse(&tag).expect("our own tag");
        assert!(parsed.fits(16, &head));
        assert!(!parsed.fits(17, &head));
        assert!(!parsed.fits(16, &Hash::of("another")));
        assert!(IfMatch::parse(&of(16, &head, b"renamed")).expect("our own tag").fits(16, &head));
        assert!(!IfMatch::parse(&format!("W/{tag}")).expect("weak").fits(16, &head));
        assert!(IfMatch::parse("*").expect("star").fits(1, &head));
        assert!(IfMatch::parse("16").is_err());
    }

    #[test]
    fn if_none_match_compares_weakly() {
        assert!(none_match("W/\"a\", \"b\"", "\"a\""));
        assert!(!none_match("\"c\"", "\"a\""));
    }
}
