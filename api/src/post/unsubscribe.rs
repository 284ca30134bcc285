//! Links that end a kind of mail without a log-in (RFC 8058). A link cannot be guessed (a keyed hash of 128 bits), says whose
//! mail it ends and which kind, and needs no row. It belongs to the address it was sent to: with another address, the
//! account has other links.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use openapi::players::{Delivery, Notifications};
use storage::{PlayerId, PlayerRow};

use crate::{
    app::App,
    auth::is_same,
    problem::{Problem, codes},
    service::{accounts, fields::same_email},
};

/// Stands for all kinds: in a mail that carries letters of several.
pub const ALL: &str = "all";

/// What begins the name of an address without an account, as that of a player's id does not.
const ADDRESS: &str = "a_";

/// Bytes of the keyed hash in a link.
const MAC_BYTES: usize = 16;

/// What a link ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwanted {
    who: Who,
    /// The setting, e.g. `your_move`, or [`ALL`].
    pub setting: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    Player(PlayerId),
    /// Of an address without an account: its keyed hash.
    Address([u8; 32]),
}

/// The link that ends mail of this setting to this address; `player` is whose it is, if he has an account.
pub fn link(app: &App, player: Option<&PlayerRow>, address: &str, setting: &str) -> String {
    let who = match player {
        Some(player) => player.id.0.clone(),
        None => format!("{ADDRESS}{}", URL_SAFE_NO_PAD.encode(address_hash(app, address))),
    };
    let mac = mac(app, &who, setting, player.map(|_| address));
    app.link(&format!("/unsubscribe/{who}.{setting}.{mac}"))
}

/// The name under which it is kept that an address wants no invitations.
pub fn address_hash(app: &App, address: &str) -> [u8; 32] {
    app.keys.mac("address", &same_email(address))
}

/// What a link ends.
///
/// # Errors
/// 404 when it is none of ours, or belongs to an address the player no longer has.
pub fn read(app: &App, token: &str) -> Result<Unwanted, Problem> {
    let none = || Problem::new(codes::NOT_FOUND, "This link is not one of ours, or no longer in force.");
    let mut parts = token.split('.');
    let (Some(who), Some(setting), Some(mac_given), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(none());
    };
    let (of, address) = match who.strip_prefix(ADDRESS) {
        Some(hash) => {
            let hash = URL_SAFE_NO_PAD.decode(hash).ok().and_then(|bytes| bytes.try_into().ok());
            (Who::Address(hash.ok_or_else(none)?), None)
        }
        None => {
            let id = PlayerId(who.to_owned());
            let email = match app.store.player(&id) {
                Ok(player) => player.email,
                Err(storage::Error::NotFound) => None,
                Err(error) => return Err(error.into()),
            };
            // Who asks about a player that is not there waits no shorter.
            (Who::Player(id), Some(email.unwrap_or_default()))
        }
    };
    let right = mac(app, who, setting, address.as_deref());
    let is_known = setting == ALL || Notifications::KINDS.contains(&setting);
    match is_same(right.as_bytes(), mac_given.as_bytes()) && is_known && address.as_deref() != Some("") {
        true => Ok(Unwanted { who: of, setting: setting.to_owned() }),
        false => Err(none()),
    }
}

/// Ends it. Doing so twice is no error.
///
/// # Errors
/// What the store says.
pub fn end(app: &App, unwanted: &Unwanted) -> Result<(), Problem> {
    match &unwanted.who {
        Who::Address(hash) => Ok(app.store.refuse_invitations(hash, app.now())?),
        Who::Player(player) => accounts::change_notifications(app, player, |notifications| {
            let ended = |setting: &&&str| unwanted.setting == ALL || unwanted.setting == **setting;
            let ending = Notifications::KINDS.iter().filter(ended);
            ending.fold(notifications, |all, setting| all.with(setting, Delivery::Off))
        }),
    }
}

fn mac(app: &App, who: &str, setting: &str, address: Option<&str>) -> String {
    let address = address.map(same_email).unwrap_or_default();
    let hash = app.keys.mac("unsubscribe", &format!("{who}\n{setting}\n{address}"));
    URL_SAFE_NO_PAD.encode(&hash[..MAC_BYTES])
}
