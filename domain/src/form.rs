//! What serde is told of forms beyond their types: that `null` is no value of a field that may be left out, and how long a
//! list may be.

use serde::{Deserialize, Deserializer, de::Error};

/// A field that is there has a value.
pub(crate) fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A list of so many entries at most.
pub(crate) fn at_most<'de, const MOST: usize, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    let list = Vec::deserialize(from)?;
    match list.len() <= MOST {
        true => Ok(list),
        false => Err(D::Error::custom(format!("a list has at most {MOST} entries here"))),
    }
}

/// Such a list, in a field that is there.
pub(crate) fn given_at_most<'de, const MOST: usize, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Vec<T>>, D::Error> {
    at_most::<MOST, D, T>(from).map(Some)
}
