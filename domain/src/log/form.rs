//! The forms that members of a line have (verifiable-dice §1, §4), each a type that nothing else deserializes into. A
//! shape made of them accepts exactly the lines of the table.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::value::RawValue;

use super::{Body, canonical::MAX_NUMBER};
use crate::hash::bytes_of_hex;

/// The protocol's name and version: every line's `v`.
pub(super) const TAG: &str = "fair-dice/v1";

/// Items of any array that has no narrower bound.
pub(super) const MAX_ITEMS: usize = 1 << 20;

/// Defines a form: a type in one field, read as another and then tested.
macro_rules! form {
    ($(#[$doc:meta])* $name:ident($type:ty), $read:ty, |$value:ident| $made:expr, $what:literal) => {
        $(#[$doc])*
        pub(super) struct $name(pub(super) $type);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let $value = <$read>::deserialize(from)?;
                let made: Option<$type> = $made;
                made.map($name).ok_or_else(|| D::Error::custom(concat!("not ", $what)))
            }
        }
    };
}

form!(
    /// 0 to 2^53 - 1.
    Whole(u64), u64, |n| (n <= MAX_NUMBER).then_some(n), "a whole number below 2^53"
);
form!(
    /// 1 to 2^53 - 1.
    Positive(u64), u64, |n| (1..=MAX_NUMBER).contains(&n).then_some(n), "a number from 1, below 2^53"
);
form!(
    /// The seeds of an epoch, 1 to 2^20.
    Length(u64), u64, |n| (1..=1 << 20).contains(&n).then_some(n), "the length of an epoch"
);
form!(
    /// Faces of a die, 2 to 65536.
    Sides(u32), u32, |n| (2..=65536).contains(&n).then_some(n), "the faces of a die"
);
form!(
    /// `v`.
    Version(()), Cow<'de, str>, |text| (text == TAG).then_some(()), "this protocol"
);
form!(
    /// 1 to 200 bytes in lower-case hex.
    Signature(String), String,
    |text| ((2..=400).contains(&text.len()) && bytes_of_hex(&text).is_some()).then_some(text),
    "the hex of 1 to 200 bytes"
);
form!(
    /// An object of free content.
    Content(Body), &'de RawValue, |raw| Body::from_line(raw), "an object"
);

/// A struct that is read from an object only. Derived code alone would also take an array of its members' values.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(members)).map(Object)
            }
        }

        from.deserialize_map(Members(PhantomData))
    }
}

/// An array of `LOW` to `HIGH` items.
pub(super) struct Array<T, const LOW: usize, const HIGH: usize>(pub(super) Vec<T>);

/// An array with no bound of its own.
pub(super) type Items<T> = Array<T, 0, MAX_ITEMS>;

impl<'de, T: Deserialize<'de>, const LOW: usize, const HIGH: usize> Deserialize<'de> for Array<T, LOW, HIGH> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let items = Vec::deserialize(from)?;
        match items.len() {
            n if (LOW..=HIGH).contains(&n) => Ok(Array(items)),
            n => Err(D::Error::custom(format_args!("not {n} items, but {LOW} to {HIGH}"))),
        }
    }
}

/// A member that may be null but may not be missing: what derived code asks of an `Option` only with this.
pub(super) fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}
