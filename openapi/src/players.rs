//! Players: making an account, and one's own account.

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::pace::{Pace, PaceChange};

/// Makes an account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Alice", "email": "alice@example.org"}))]
pub struct NewPlayer {
    /// The name others see: 1 to 64 characters of any script.
    pub name: String,
    /// Where your post goes once you have proved that it is yours. Never shown to others.
    pub email: String,
    /// IANA time zone in which deadlines are told; UTC if you name none.
    #[serde(default)]
    pub zone: Option<String>,
    /// The secret of an invitation to a seat; needed where accounts are made by invitation only.
    #[serde(default)]
    pub invite: Option<String>,
}

/// A new account. The token is shown this once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "player": {"id": "p_7k3m9q2x4c8n1r5t", "name": "Alice", "email": "alice@example.org", "email_verified": false,
        "email_pending": null, "email_failure": null, "zone": "UTC",
        "notifications": {"your_move": "each", "reminder": "each", "time_out": "each", "invitation": "each",
            "started": "each", "game_over": "each", "press": "each", "offer": "each"},
        "pace": {"interval": "PT0S", "digest_at": "08:00", "quiet": null},
        "vacation": null, "vacation_left": "P30D", "created": "2026-11-30T05:22:49Z"},
    "token": "fp_9s0mT3q8…", "mail": "queued"
}))]
pub struct PlayerMade {
    /// You.
    pub player: Me,
    /// Your token, for `Authorization: Bearer`. Only its hash is kept.
    pub token: String,
    /// Whether a mail with a code goes to the address.
    pub mail: MailState,
}

/// What became of a mail that was asked for. It does not depend on whether the address is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    /// It is on its way.
    Queued,
    /// Too many went to this address lately; ask again later (`PATCH /v1/me` with the address).
    Throttled,
}

/// Your own account.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({
    "id": "p_7k3m9q2x4c8n1r5t", "name": "Alice", "email": "alice@example.org", "email_verified": true,
    "email_pending": null, "email_failure": null, "zone": "Europe/Berlin",
    "notifications": {"your_move": "each", "reminder": "each", "time_out": "each", "invitation": "each",
        "started": "each", "game_over": "each", "press": "digest", "offer": "each"},
    "pace": {"interval": "PT1H", "digest_at": "08:00", "quiet": {"from": "22:00", "to": "07:00"}},
    "vacation": {"until": "2027-01-06T00:00:00Z"}, "vacation_left": "P12D", "created": "2026-11-30T05:22:49Z"
}))]
pub struct Me {
    /// Your id: public, and gives no power.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// Your address. Never shown to others.
    pub email: Option<String>,
    /// True when you have proved it.
    pub email_verified: bool,
    /// A new address that waits to be proved; until then post goes to the old one.
    pub email_pending: Option<String>,
    /// What the other mail server said when it refused post to your address for good.
    pub email_failure: Option<String>,
    /// IANA time zone in which deadlines are told.
    pub zone: String,
    /// Which post you want.
    pub notifications: Notifications,
    /// When it may come.
    pub pace: Pace,
    /// Your absence, while it lasts.
    pub vacation: Option<Vacation>,
    /// How long you may still be away within a year, beyond what you have declared (ISO 8601).
    pub vacation_left: String,
    /// When the account was made.
    #[schema(format = DateTime)]
    pub created: String,
}

/// Changes your account: what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"zone": "Europe/Berlin", "notifications": {"press": "digest"}}))]
pub struct MeChange {
    /// The name others see.
    #[serde(default, deserialize_with = "given")]
    pub name: Option<String>,
    /// A new address. It gets a code; once that is given to `POST /v1/me/verify`, it is yours and the old one is told.
    /// Your present, unproved address: sends the code again.
    #[serde(default, deserialize_with = "given")]
    pub email: Option<String>,
    /// IANA time zone.
    #[serde(default, deserialize_with = "given")]
    pub zone: Option<String>,
    /// Which post you want; kinds left out stay as they are.
    #[serde(default, deserialize_with = "given")]
    pub notifications: Option<NotificationsChange>,
    /// When post may come; what is left out stays as it is.
    #[serde(default, deserialize_with = "given")]
    pub pace: Option<PaceChange>,
    /// Your absence: it begins now, and your clocks stand still until it is over. `null` ends it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<Vacation>)]
    pub vacation: Option<Option<Vacation>>,
}

/// A player's absence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"until": "2027-01-06T00:00:00Z"}))]
pub struct Vacation {
    /// When you are back.
    #[schema(format = DateTime)]
    pub until: String,
}

/// Proves an address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "K3M9-Q2X4"}))]
pub struct Verify {
    /// The code from the mail; letter case, blanks and hyphens do not matter.
    pub code: String,
}

/// How post of one kind reaches you.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// A mail each time.
    #[default]
    Each,
    /// Once a day, together, at the hour of `pace.digest_at`.
    Digest,
    /// Not at all.
    Off,
}

macro_rules! notifications {
    ($($(#[doc = $doc:literal])+ $kind:ident),+ $(,)?) => {
        /// Which post you want, by kind. Kinds may be added.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(default)]
        pub struct Notifications { $($(#[doc = $doc])+ pub $kind: Delivery),+ }

        /// Which kinds of post shall change.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct NotificationsChange {
            $($(#[doc = $doc])+ #[serde(default, deserialize_with = "given")] pub $kind: Option<Delivery>),+
        }

        impl Notifications {
            /// These settings with a change applied.
            pub fn changed(&self, change: &NotificationsChange) -> Self {
                Self { $($kind: change.$kind.unwrap_or(self.$kind)),+ }
            }

            /// How post of this kind shall be delivered; `None` for a kind that cannot be switched off.
            pub fn of(&self, kind: &str) -> Option<Delivery> {
                match kind { $(stringify!($kind) => Some(self.$kind),)+ _ => None }
            }

            /// These settings with one kind delivered like this; an unknown kind changes nothing.
            pub fn with(mut self, kind: &str, delivery: Delivery) -> Self {
                match kind { $(stringify!($kind) => self.$kind = delivery,)+ _ => {} }
                self
            }

            /// The kinds there are.
            pub const KINDS: &'static [&'static str] = &[$(stringify!($kind)),+];
        }
    };
}

notifications!(
    /// A seat of yours is waited for.
    your_move,
    /// A deadline of yours comes near.
    reminder,
    /// A deadline passed, and what was done; time stands still or runs again, for all or for you.
    time_out,
    /// You are invited to a seat.
    invitation,
    /// All have joined: reveal your number, or begin.
    started,
    /// A game of yours is over.
    game_over,
    /// Somebody wrote to you.
    press,
    /// An offer needs your answer, or was answered; a seat changes hands; a rematch.
    offer,
);

/// A field that may be left out but not be null: `null` would be a way to ask for nothing.
pub(crate) fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A field that may be left out (`None`), be null (`Some(None)`) or have a value.
pub(crate) fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(from).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vacation_is_left_alone_ended_or_set() {
        let read = |text| serde_json::from_str::<MeChange>(text).expect("a change");
        assert_eq!(read("{}").vacation, None);
        assert_eq!(read(r#"{"vacation":null}"#).vacation, Some(None));
        assert!(matches!(read(r#"{"vacation":{"until":"2027-01-06T00:00:00Z"}}"#).vacation, Some(Some(_))));
    }

    #[test]
    fn a_change_of_one_kind_leaves_the_others() {
        let now = Notifications { offer: Delivery::Off, ..Default::default() };
        let change = serde_json::from_str(r#"{"press":"digest"}"#).expect("a change");
        let then = now.changed(&change);
        assert_eq!(
            (then.press, then.offer, then.your_move),
            (Delivery::Digest, Delivery::Off, Delivery::Each)
        );
        assert_eq!(then.of("press"), Some(Delivery::Digest));
        assert!(Notifications::KINDS.contains(&"game_over"));
        assert!(serde_json::from_str::<NotificationsChange>(r#"{"pres":"off"}"#).is_err());
    }
}
