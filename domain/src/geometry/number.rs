//! Whole-number arithmetic whose rounding is fixed: roots, quotients and the scale of directions.

use std::cmp::Ordering;

/// The greatest integer not above the square root of `n`; 0 for a negative `n`.
pub const fn isqrt(n: i64) -> i64 {
    if n < 0 { 0 } else { n.isqrt() }
}

/// The least integer not below the square root of `n`; 0 for a negative `n`.
pub const fn isqrt_up(n: i64) -> i64 {
    let root = isqrt(n);
    if root * root < n { root + 1 } else { root }
}

/// `a / b` to the nearest integer, halves upwards: ⌊a/b + ½⌋, for negative numbers too.
///
/// Division by 0 is never to be asked for: it gives 0. The one quotient that is no `i64`, that of `i64::MIN` and −1,
/// gives `i64::MAX`.
pub fn rdiv(a: i64, b: i64) -> i64 {
    rdiv_wide(a.into(), b)
}

/// [`rdiv`] where `a` is beyond an `i64`; its size must stay below 2¹²⁶. A result beyond an `i64` is cut to its end.
pub(super) fn rdiv_wide(a: i128, b: i64) -> i64 {
    let (a, b) = if b < 0 { (-a, -i128::from(b)) } else { (a, i128::from(b)) };
    let rounded = (2 * a + b).checked_div_euclid(2 * b).unwrap_or(0);
    i64::try_from(rounded).unwrap_or(if rounded < 0 { i64::MIN } else { i64::MAX })
}

/// `a / 65,536` to the nearest integer, halves upwards: what remains of a product with one coordinate of a direction.
pub const fn r16(a: i64) -> i64 {
    (a >> 16) + ((a >> 15) & 1)
}

/// The nearest coordinate there is.
pub(super) fn coordinate(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX })
}

/// Compares the products of two pairs, of any size.
pub(super) fn compare_products(one: (u128, u128), other: (u128, u128)) -> Ordering {
    match (one.0.checked_mul(one.1), other.0.checked_mul(other.1)) {
        (Some(one), Some(other)) => one.cmp(&other),
        (Some(_) | None, Some(_) | None) => product(one).cmp(&product(other)),
    }
}

/// The upper and the lower half of a product.
fn product((a, b): (u128, u128)) -> (u128, u128) {
    const LOWER: u128 = u64::MAX as u128;
    let (a, a_lower) = (a >> 64, a & LOWER);
    let (b, b_lower) = (b >> 64, b & LOWER);
    let lowest = a_lower * b_lower;
    let first = a * b_lower + (lowest >> 64);
    let second = a_lower * b + (first & LOWER);
    (a * b + (first >> 64) + (second >> 64), (second << 64) | (lowest & LOWER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_whole_and_rounded_as_named() {
        assert_eq!([-4, 0, 1, 15, 16, 17].map(isqrt), [0, 0, 1, 3, 4, 4]);
        assert_eq!([-4, 0, 1, 15, 16, 17].map(isqrt_up), [0, 0, 1, 4, 4, 5]);
        assert_eq!(isqrt(i64::MAX), 3_037_000_499);
        assert_eq!(isqrt_up(i64::MAX), 3_037_000_500);
    }

    #[test]
    fn halves_go_upwards_on_both_sides_of_zero() {
        assert_eq!(
            [(7, 2), (-7, 2), (-5, 10), (5, 10), (-6, 10)].map(|(a, b)| rdiv(a, b)),
            [4, -3, 0, 1, -1]
        );
        assert_eq!([32_767, 32_768, -32_768, -32_769].map(r16), [0, 1, 0, -1]);
    }

    #[test]
    fn no_quotient_panics() {
        assert_eq!(rdiv(i64::MIN, -1), i64::MAX);
        assert_eq!(rdiv(i64::MIN, 1), i64::MIN);
        assert_eq!(rdiv(7, -2), -3);
        assert_eq!(rdiv(7, 0), 0);
        assert_eq!(r16(i64::MAX), 1 << 47);
        assert_eq!(r16(i64::MIN), -(1 << 47));
    }

    #[test]
    fn products_beyond_every_integer_compare() {
        assert_eq!(product((u128::MAX, u128::MAX)), (u128::MAX - 1, 1));
        assert_eq!(compare_products((u128::MAX, 3), (u128::MAX, 2)), Ordering::Greater);
        assert_eq!(compare_products((1 << 100, 1 << 40), (1 << 70, 1 << 70)), Ordering::Equal);
        assert_eq!(compare_products((u128::MAX, 1), (1 << 64, 1 << 64)), Ordering::Less);
    }
}
