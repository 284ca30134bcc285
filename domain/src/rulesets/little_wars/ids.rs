//! The names of sides, men and guns: a side's letter, an arm's, a number, e.g. `ri12`, `bc3`, `rg1`. Whether such a man plays
//! here is not known here.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// One of the two armies. Ordered as ids are, by its letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_wars::Side)]
pub enum Side {
    /// The Blue Army.
    Blue,
    /// The Red Army.
    Red,
}

impl Side {
    /// Both, red first: coins and tables name them so.
    pub const ALL: [Side; 2] = [Side::Red, Side::Blue];

    /// The other one.
    pub fn enemy(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    /// As JSON writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Blue => "blue",
        }
    }

    /// What ids of its men begin with.
    pub fn letter(self) -> char {
        match self {
            Side::Red => 'r',
            Side::Blue => 'b',
        }
    }

    /// Its place in tables of two, red first.
    pub fn index(self) -> usize {
        match self {
            Side::Red => 0,
            Side::Blue => 1,
        }
    }
}

/// What a man is: on foot or mounted. Ordered as ids are, by its letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Arm {
    /// A horseman, `c`.
    Cavalry,
    /// A foot-soldier, `i`.
    Infantry,
}

impl Arm {
    /// Both.
    pub const ALL: [Arm; 2] = [Arm::Infantry, Arm::Cavalry];

    /// What ids of such men have in second place.
    pub fn letter(self) -> char {
        match self {
            Arm::Infantry => 'i',
            Arm::Cavalry => 'c',
        }
    }
}

/// A man: his side, his arm and a number, e.g. `ri12`. In id order (LW §3): letters first, then the number as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FigureId {
    /// Whose.
    pub side: Side,
    /// On foot or mounted.
    pub arm: Arm,
    /// Counted from 1 in each arm.
    pub number: u32,
}

/// A gun: the side that brought it and a number, e.g. `rg1`. It keeps its name in other hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GunId {
    /// Who brought it.
    pub origin: Side,
    /// Counted from 1.
    pub number: u32,
}

/// A man or a gun, in id order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PieceId {
    /// A man.
    Figure(FigureId),
    /// A gun.
    Gun(GunId),
}

/// The most digits of a number: what is longer is no name.
const MOST_DIGITS: usize = 5;

/// Side, kind and number of a name.
fn parts(text: &str) -> Option<(Side, char, u32)> {
    let mut letters = text.chars();
    let side = match letters.next() {
        Some('r') => Side::Red,
        Some('b') => Side::Blue,
        Some(_) | None => return None,
    };
    let kind = letters.next()?;
    let digits = letters.as_str();
    let is_number = (1..=MOST_DIGITS).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    is_number.then(|| digits.parse().ok()).flatten().map(|number| (side, kind, number))
}

impl FigureId {
    /// Reads a man's name.
    pub fn parse(text: &str) -> Option<FigureId> {
        match parts(text)? {
            (side, 'i', number) => Some(FigureId { side, arm: Arm::Infantry, number }),
            (side, 'c', number) => Some(FigureId { side, arm: Arm::Cavalry, number }),
            _ => None,
        }
    }
}

impl GunId {
    /// Reads a gun's name.
    pub fn parse(text: &str) -> Option<GunId> {
        match parts(text)? {
            (origin, 'g', number) => Some(GunId { origin, number }),
            _ => None,
        }
    }
}

impl PieceId {
    /// Reads a man's or a gun's name.
    pub fn parse(text: &str) -> Option<PieceId> {
        FigureId::parse(text).map(PieceId::Figure).or_else(|| GunId::parse(text).map(PieceId::Gun))
    }

    fn key(self) -> (Side, char, u32) {
        match self {
            PieceId::Figure(FigureId { side, arm, number }) => (side, arm.letter(), number),
            PieceId::Gun(GunId { origin, number }) => (origin, 'g', number),
        }
    }
}

impl PartialOrd for PieceId {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PieceId {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl From<FigureId> for PieceId {
    fn from(id: FigureId) -> Self {
        PieceId::Figure(id)
    }
}

impl From<GunId> for PieceId {
    fn from(id: GunId) -> Self {
        PieceId::Gun(id)
    }
}

impl fmt::Display for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.side.letter(), self.arm.letter(), self.number)
    }
}

impl fmt::Display for GunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}g{}", self.origin.letter(), self.number)
    }
}

impl fmt::Display for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceId::Figure(id) => id.fmt(f),
            PieceId::Gun(id) => id.fmt(f),
        }
    }
}

/// A type that JSON writes as one short word: its `parse` and `Display`, and the pattern of its schema.
macro_rules! one_word {
    ($name:ident, $schema:literal, $pattern:literal, $expected:literal) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                $name::parse(&text).ok_or_else(|| D::Error::custom($expected))
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().schema_type(Type::String).pattern(Some($pattern)).into()
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed($schema)
            }
        }
    };
}
one_word!(
    FigureId,
    "little_wars.FigureId",
    "^[rb][ic][1-9][0-9]{0,4}$",
    "a man is named like `ri12` or `bc3`"
);
one_word!(GunId, "little_wars.GunId", "^[rb]g[1-9][0-9]{0,4}$", "a gun is named like `rg1`");
one_word!(
    PieceId,
    "little_wars.PieceId",
    "^[rb][icg][1-9][0-9]{0,4}$",
    "a man or a gun is named like `ri12` or `rg1`"
);

/// One entry of a list of men: one, a range of an arm, or all of an arm. JSON and notation have it as one word: `ri3`,
/// `ri1-ri12`, `ri*`. Whom it means is judged, not read (LW-5.13).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Figures {
    /// This man.
    One(FigureId),
    /// From this one to that one; whether they fit is judged.
    Range(FigureId, FigureId),
    /// All of this side and arm.
    All(Side, Arm),
}

impl Figures {
    /// Reads an entry.
    pub fn parse(text: &str) -> Option<Figures> {
        if let Some((from, to)) = text.split_once('-') {
            return Some(Figures::Range(FigureId::parse(from)?, FigureId::parse(to)?));
        }
        match text {
            "ri*" => Some(Figures::All(Side::Red, Arm::Infantry)),
            "rc*" => Some(Figures::All(Side::Red, Arm::Cavalry)),
            "bi*" => Some(Figures::All(Side::Blue, Arm::Infantry)),
            "bc*" => Some(Figures::All(Side::Blue, Arm::Cavalry)),
            _ => FigureId::parse(text).map(Figures::One),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figures::One(id) => id.fmt(f),
            Figures::Range(from, to) => write!(f, "{from}-{to}"),
            Figures::All(side, arm) => write!(f, "{}{}*", side.letter(), arm.letter()),
        }
    }
}

one_word!(
    Figures,
    "little_wars.Figures",
    r"^[rb][ic](\*|[1-9][0-9]{0,4}(-[rb][ic][1-9][0-9]{0,4})?)$",
    "men are named like `ri3`, `ri1-ri12` or `ri*`"
);

/// One entry of a list of men and guns (`assign`, seat plans): as [`Figures`], and guns too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pieces {
    /// Men.
    Figures(Figures),
    /// This gun.
    Gun(GunId),
    /// From this gun to that one.
    Guns(GunId, GunId),
    /// All guns that a side brought.
    AllGuns(Side),
}

impl Pieces {
    /// Reads an entry.
    pub fn parse(text: &str) -> Option<Pieces> {
        match text {
            "rg*" => return Some(Pieces::AllGuns(Side::Red)),
            "bg*" => return Some(Pieces::AllGuns(Side::Blue)),
            _ => {}
        }
        if let Some((from, to)) = text.split_once('-')
            && let (Some(from), Some(to)) = (GunId::parse(from), GunId::parse(to))
        {
            return Some(Pieces::Guns(from, to));
        }
        GunId::parse(text).map(Pieces::Gun).or_else(|| Figures::parse(text).map(Pieces::Figures))
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pieces::Figures(figures) => figures.fmt(f),
            Pieces::Gun(id) => id.fmt(f),
            Pieces::Guns(from, to) => write!(f, "{from}-{to}"),
            Pieces::AllGuns(side) => write!(f, "{}g*", side.letter()),
        }
    }
}

one_word!(
    Pieces,
    "little_wars.Pieces",
    r"^[rb][icg](\*|[1-9][0-9]{0,4}(-[rb][icg][1-9][0-9]{0,4})?)$",
    "men and guns are named like `ri3`, `ri1-ri12`, `ri*` or `rg1`"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_before_numbers() {
        let mut names: Vec<PieceId> = ["rc1", "bi1", "rg2", "bc10", "bc2", "ri1", "bg1"]
            .map(|text| PieceId::parse(text).unwrap())
            .to_vec();
        names.sort();
        let sorted: Vec<String> = names.iter().map(ToString::to_string).collect();
        assert_eq!(sorted, ["bc2", "bc10", "bg1", "bi1", "rc1", "rg2", "ri1"]);
    }

    #[test]
    fn words_are_read_and_written_alike() {
        for text in ["ri1", "ri1-ri12", "bc*", "rg1", "bg1-bg3", "rg*", "ri3-bc9"] {
            assert_eq!(Pieces::parse(text).map(|read| read.to_string()).as_deref(), Some(text));
        }
        for text in ["", "r", "ri", "ri0", "ri01", "gi1", "ri1-", "ri-ri2", "ri*1", "ri123456", "rg1-ri2"] {
            assert_eq!(Pieces::parse(text), None, "{text}");
        }
    }
}
