//! Rules that have minutes of their own, and what a clock makes of them.

/// How long the ruleset itself would give what goes on now, next to what it gave at first: a clock gives as large a part of its
/// allowance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Which of the battle's moves it is for, counted from 0: each has minutes of its own.
    pub number: u32,
    /// Its minutes are over, and what goes on now is settled in extra time outside them (LW-2.9).
    pub is_extra: bool,
    /// Minutes of the rules for it, at least 1.
    pub minutes: u32,
    /// Minutes to which a whole allowance belongs, at least 1.
    pub full_minutes: u32,
    /// Its warnings, in half-minutes before its end, the earliest first.
    pub warnings: Vec<u32>,
}

/// What a clock gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// Seconds in all.
    pub seconds: u64,
    /// When so many seconds are left, the player is reminded; the earliest reminder first.
    pub reminders: Vec<u64>,
}

impl Pace {
    /// The part of a clock's whole allowance that belongs to what goes on now, in seconds: at least a quarter of it, at most all;
    /// and its reminders, in the proportions of the rules' own warnings (LW-2.7).
    pub fn allowance(&self, whole: u64) -> Allowance {
        let (full, now) = (u128::from(self.full_minutes.max(1)), u128::from(self.minutes.max(1)));
        let share = u64::try_from(u128::from(whole) * now / full).unwrap_or(u64::MAX);
        let seconds = share.clamp(whole.div_ceil(4), whole);
        let left = |half_minutes: &u32| {
            let left = u128::from(seconds) * u128::from(*half_minutes) / (2 * now);
            u64::try_from(left).unwrap_or(u64::MAX)
        };
        Allowance { seconds, reminders: self.warnings.iter().map(left).collect() }
    }
}
