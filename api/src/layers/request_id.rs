//! The id of a request: the client's if it is sane, else ours. Known to all that happens for the request.

use crate::random;

tokio::task_local! {
    /// Set around everything that happens for a request.
    pub static CURRENT: String;
}

/// The id of the request that is being answered.
pub fn current() -> Option<String> {
    CURRENT.try_with(Clone::clone).ok()
}

/// The id a client sent, if it may stand in logs and headers; else a new one.
pub fn of(sent: Option<&str>) -> String {
    match sent {
        Some(id) if is_sane(id) => id.to_owned(),
        _ => random::request_id(),
    }
}

fn is_sane(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= 128
        && id
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-' | b'/' | b'+' | b'='))
        && !id.contains(crate::random::TOKEN_PREFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sane_id_is_kept_and_any_other_replaced() {
        assert_eq!(of(Some("0b9f6c1e-5a77-4b1e")), "0b9f6c1e-5a77-4b1e");
        for bad in [None, Some(""), Some("a b"), Some("<script>"), Some(&*"x".repeat(129)), Some("fp_abc")] {
            let made = of(bad);
            assert!(Some(&*made) != bad && is_sane(&made), "{made}");
        }
    }
}
