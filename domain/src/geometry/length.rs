//! A length that distances are compared with. Distances themselves are roots and have no exact number.

/// A length, exact to a quarter of a hundredth of an inch: a sixteenth of an inch is 25 of them. No distance is below
/// a negative one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Length {
    quarters: i128,
}

impl Length {
    /// Of so many hundredths of an inch.
    pub const fn hundredths(n: i64) -> Length {
        Length { quarters: 4 * n as i128 }
    }

    /// Of so many quarters of a hundredth of an inch.
    pub const fn quarters(n: i64) -> Length {
        Length { quarters: n as i128 }
    }

    /// Its square in sixteenths of a square hundredth; none for a negative length. What is longer than any distance in
    /// the plane counts as a shorter one that is so too, which keeps the square below 2⁷³.
    pub(super) fn squared(self) -> Option<u128> {
        const BEYOND_THE_PLANE: u128 = 1 << 36;
        let quarters = u128::try_from(self.quarters).ok()?;
        Some(quarters.min(BEYOND_THE_PLANE).pow(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundredth_has_four_quarters() {
        assert_eq!(Length::hundredths(-3), Length::quarters(-12));
        assert!(Length::quarters(25) < Length::hundredths(7));
    }

    #[test]
    fn a_negative_length_has_no_square_and_no_square_overflows() {
        assert_eq!(Length::quarters(-1).squared(), None);
        assert_eq!(Length::quarters(25).squared(), Some(625));
        assert_eq!(Length::hundredths(i64::MAX).squared(), Some(1 << 72));
    }
}
