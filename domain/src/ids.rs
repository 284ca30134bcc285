//! The names of things: games, seats, requests. Values are drawn elsewhere and passed in; here is only their form
//! (verifiable-dice §1), checked once, so that whoever holds one need not ask again.

use std::{borrow::Borrow, fmt, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize};

/// A text that has not the form of the name it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadName {
    /// What it should have been: "seat", "game id", "request".
    pub what: &'static str,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a {}", self.what)
    }
}

impl std::error::Error for BadName {}

fn lower_or_digit(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

/// `[a-z0-9][a-z0-9_-]{0,62}`: games and seats.
fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    !bytes.is_empty()
        && bytes.len() <= 63
        && lower_or_digit(bytes[0])
        && bytes.iter().all(|&b| lower_or_digit(b) || b == b'_' || b == b'-')
}

/// `[A-Za-z0-9._:-]{1,64}`: an idempotency key.
fn is_request(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 64
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-'))
}

macro_rules! name {
    ($(#[$doc:meta])* $type:ident, $what:literal, $test:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = String)]
        pub struct $type(Arc<str>);

        impl $type {
            /// # Errors
            /// [`BadName`] when the text has not this name's form.
            pub fn new(text: &str) -> Result<Self, BadName> {
                let test: fn(&str) -> bool = $test;
                if test(text) { Ok(Self(text.into())) } else { Err(BadName { what: $what }) }
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::ops::Deref for $type {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $type {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&*self.0, f)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                Self::new(&text).map_err(serde::de::Error::custom)
            }
        }
    };
}

name!(
    /// A game's id: part of every hash input of its dice.
    GameId, "game id", is_name
);
name!(
    /// What one player commands in a game; never `server`.
    Seat, "seat", |text| is_name(text) && text != "server"
);
name!(
    /// The idempotency key of a turn, public in the log.
    Request, "request", is_request
);

impl Request {
    /// Whether it is the request of a bot's turn (log-mapping §3): no client's may look so.
    pub fn is_bots(&self) -> bool {
        self.starts_with("bot:")
    }
}

/// Who wrote an event: a seat, or the server (start, clock, operator).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Actor {
    /// A seat's own act.
    Seat(Seat),
    /// Start, clock, operator.
    Server,
}

impl Actor {
    /// As the line's `seat` shows it.
    pub fn as_str(&self) -> &str {
        match self {
            Actor::Seat(seat) => seat.as_str(),
            Actor::Server => "server",
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Actor {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Actor {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        match &*text {
            "server" => Ok(Actor::Server),
            seat => Seat::new(seat).map(Actor::Seat).map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_lower_case_and_never_the_server() {
        assert!(Seat::new("plains_nations").is_ok());
        assert!(Seat::new("7th-cavalry").is_ok());
        for bad in ["", "server", "Red", "_red", "rot weiß", &"x".repeat(64)] {
            assert!(Seat::new(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_request_is_what_a_client_may_send_as_its_key() {
        assert!(Request::new("0b9f6c1e-5a77-4b1e-9d0a-3f2f6f1c8e21").is_ok());
        assert!(Request::new("clock:16").is_ok());
        assert!(Request::new("two words").is_err());
        assert!(Request::new(&"k".repeat(65)).is_err());
    }
}
