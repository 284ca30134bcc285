//! The names of units and figures. A figure's name says which unit it belongs to; whether such a unit plays here is not
//! known here.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

/// A unit: one to three capital letters, e.g. `HUN`, `C`, `GAC`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitId([u8; 3]);

impl UnitId {
    /// Reads one to three capital letters.
    pub fn parse(text: &str) -> Option<UnitId> {
        let bytes = text.as_bytes();
        let is_name = (1..=3).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_uppercase);
        is_name.then(|| {
            let mut letters = [0; 3];
            letters[..bytes.len()].copy_from_slice(bytes);
            UnitId(letters)
        })
    }

    /// The letters.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&letter| letter == 0).unwrap_or(3);
        std::str::from_utf8(&self.0[..length]).expect("a unit's name is capital letters")
    }

    /// A figure of this unit.
    pub fn figure(self, number: u8) -> FigureId {
        FigureId { unit: self, number }
    }
}

/// A figure: its unit and a number from 1, e.g. `C4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FigureId {
    /// Its unit.
    pub unit: UnitId,
    /// 1 to 99.
    pub number: u8,
}

impl FigureId {
    /// Reads a unit's name and a number of 1 to 99 without a leading zero.
    pub fn parse(text: &str) -> Option<FigureId> {
        let digits = text.find(|letter: char| letter.is_ascii_digit())?;
        let (unit, number) = text.split_at(digits);
        let is_number = number.len() <= 2 && !number.starts_with('0');
        match (UnitId::parse(unit), number.parse::<u8>()) {
            (Some(unit), Ok(number)) if is_number => Some(FigureId { unit, number }),
            (Some(_) | None, Ok(_) | Err(_)) => None,
        }
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.unit, self.number)
    }
}

macro_rules! text_form {
    ($type:ident, $what:literal, $component:literal, $pattern:literal) => {
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                $type::parse(&text).ok_or_else(|| D::Error::custom(concat!("not ", $what)))
            }
        }

        impl utoipa::PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some($what))
                    .pattern(Some($pattern))
                    .build()
                    .into()
            }
        }

        impl utoipa::ToSchema for $type {
            fn name() -> std::borrow::Cow<'static, str> {
                $component.into()
            }
        }
    };
}

text_form!(UnitId, "a unit: one to three capital letters", "counting_coup.UnitId", "^[A-Z]{1,3}$");
text_form!(
    FigureId,
    "a figure: its unit's letters and a number of 1 to 99",
    "counting_coup.FigureId",
    "^[A-Z]{1,3}[1-9][0-9]?$"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_one_to_three_capital_letters() {
        for good in ["C", "GA", "HUN"] {
            assert_eq!(UnitId::parse(good).unwrap().as_str(), good);
        }
        for bad in ["", "c", "HUNK", "C1", "É", "H N"] {
            assert_eq!(UnitId::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_figure_is_its_unit_and_a_number_without_a_leading_zero() {
        let unit = UnitId::parse("HUN").unwrap();
        assert_eq!(FigureId::parse("HUN12"), Some(unit.figure(12)));
        assert_eq!(FigureId::parse("HUN12").unwrap().to_string(), "HUN12");
        for bad in ["", "HUN", "HUN0", "HUN01", "HUN100", "1", "hun1", "HUN1a", "HUN-1", "HUN+1"] {
            assert_eq!(FigureId::parse(bad), None, "{bad}");
        }
    }
}
