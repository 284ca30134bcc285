//! When a letter is tried again.

/// Seconds after each try: soon, then ever more patiently; together a little less than two days.
const DELAYS: [u64; 12] = {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 3600;
    [
        MINUTE,
        5 * MINUTE,
        15 * MINUTE,
        HOUR,
        3 * HOUR,
        6 * HOUR,
        6 * HOUR,
        6 * HOUR,
        6 * HOUR,
        6 * HOUR,
        6 * HOUR,
        6 * HOUR,
    ]
};

/// How long to wait after a try that failed, with so many before it; `None`: it is given up.
pub(super) fn delay_seconds(n_before: u32) -> Option<u64> {
    DELAYS.get(usize::try_from(n_before).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_tried_for_about_two_days() {
        assert_eq!((delay_seconds(0), delay_seconds(4)), (Some(60), Some(3 * 3600)));
        let all: u64 = (0..).map_while(delay_seconds).sum();
        assert!((40 * 3600..48 * 3600).contains(&all), "{all}");
    }
}
