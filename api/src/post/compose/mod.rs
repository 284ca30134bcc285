//! From a row of the outbox to the bytes that leave (RFC 5322): made when the letter first leaves, from what is true
//! then. Whether it is still true is asked again before each try; the text, once made, never changes.
//!
//! A letter waits here for its time: the shortest time between two mails, the hour of the digest, the end of quiet hours
//! ([`crate::service::pace`]). What is absent: sending, which is [`super::deliver`]'s.

mod account;
mod answer;
mod clock;
mod digest;
mod game;
mod held;
mod history;
mod html;
mod invitation;
mod joined;
mod lobby;
mod matter;
mod message;
pub mod notice;
mod offers;
mod orders;
mod over;
mod press;
mod text;
mod vacation;
pub(crate) mod when;
mod your_move;

use openapi::players::Delivery;
use storage::{LetterRow, MadeLetter, NewLetter, PlayerId, PlayerRow};

pub use held::is_paced;

use self::matter::{Matter, matter};
use super::unsubscribe;
use crate::{app::App, problem::Problem, service::accounts::Settings};

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Verify,
    SignIn,
    AddressTaken,
    AddressChanged,
    WebhookOff,
    Invitation,
    YourMove,
    AllJoined,
    GameOver,
    GameAborted,
    Press,
    Reply,
    Reminder,
    TimeOut,
    Offer,
    OfferAnswered,
    Rematch,
    Substitution,
    Clock,
    Unfilled,
    SeatLost,
    SeatFreed,
    /// One of the above that its owner asked for once more.
    Asked,
    /// Several of the above.
    Digest,
    VacationBegun,
    VacationOver,
}

impl Kind {
    /// Each with its word in the store.
    const ALL: [(&'static str, Kind); 26] = [
        ("verify", Kind::Verify),
        ("sign_in", Kind::SignIn),
        ("address_taken", Kind::AddressTaken),
        ("address_changed", Kind::AddressChanged),
        ("webhook_off", Kind::WebhookOff),
        ("invitation", Kind::Invitation),
        ("your_move", Kind::YourMove),
        ("all_joined", Kind::AllJoined),
        ("game_over", Kind::GameOver),
        ("game_aborted", Kind::GameAborted),
        ("press", Kind::Press),
        ("reply", Kind::Reply),
        ("reminder", Kind::Reminder),
        ("time_out", Kind::TimeOut),
        ("offer", Kind::Offer),
        ("offer_answered", Kind::OfferAnswered),
        ("rematch", Kind::Rematch),
        ("substitution", Kind::Substitution),
        ("clock", Kind::Clock),
        ("unfilled", Kind::Unfilled),
        ("seat_lost", Kind::SeatLost),
        ("seat_freed", Kind::SeatFreed),
        (ASKED, Kind::Asked),
        (digest::KIND, Kind::Digest),
        ("vacation_begun", Kind::VacationBegun),
        ("vacation_over", Kind::VacationOver),
    ];

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(own, _)| *own == word).map(|(_, kind)| kind)
    }

    /// The words of those between which there may be a shortest time: all whose times are a player's to choose, and what
    /// carries them.
    fn paced() -> Vec<&'static str> {
        let is_paced = |kind: Kind| kind.setting().is_some() || kind == Kind::Digest;
        Self::ALL.into_iter().filter(|(_, kind)| is_paced(*kind)).map(|(word, _)| word).collect()
    }

    /// The setting that switches it off; letters about an account cannot be.
    fn setting(self) -> Option<&'static str> {
        match self {
            Kind::Verify | Kind::SignIn | Kind::AddressTaken | Kind::AddressChanged | Kind::WebhookOff => {
                None
            }
            // Who writes is answered, and who asks for a mail gets it.
            Kind::Reply | Kind::Asked => None,
            // What it carries was switched off or not, one by one.
            Kind::Digest => None,
            Kind::Invitation => Some("invitation"),
            Kind::YourMove => Some("your_move"),
            Kind::AllJoined | Kind::Unfilled | Kind::SeatLost | Kind::SeatFreed => Some("started"),
            Kind::GameOver | Kind::GameAborted => Some("game_over"),
            Kind::Press => Some("press"),
            Kind::Reminder => Some("reminder"),
            Kind::TimeOut | Kind::Clock | Kind::VacationBegun | Kind::VacationOver => Some("time_out"),
            Kind::Offer | Kind::OfferAnswered | Kind::Rematch | Kind::Substitution => Some("offer"),
        }
    }
}

/// What became of a letter that wants to leave.
#[derive(Debug)]
pub enum Composed {
    /// It may leave.
    Ready(Ready),
    /// It is not wanted, or no longer true: why, for the log and its owner.
    Dropped(&'static str),
    /// It is too early for it: until when, Unix seconds.
    Waits(u64),
    /// It leaves in another letter.
    Carried,
}

/// The kind of a letter that its owner asked for once more.
pub const ASKED: &str = "asked";

/// A letter that may leave.
#[derive(Debug)]
pub struct Ready {
    /// Where it goes now: a player may have changed his address since the text was made.
    pub to: String,
    /// The text and the address in it.
    pub made: MadeLetter,
    /// Whose address is marked as failing: it is not, if this arrives.
    pub marked: Option<PlayerId>,
}

/// Makes a letter, or finds the text that was made for it, unless it should not leave.
///
/// # Errors
/// What the store says, or content this program cannot read.
pub fn compose(app: &App, row: &LetterRow) -> Result<Composed, Problem> {
    let letter = &row.letter;
    let kind = Kind::parse(&letter.kind).ok_or_else(|| unreadable("a kind this program does not know"))?;
    if kind == Kind::Digest {
        return digest::leave(app, row);
    }
    let recipient = match recipient(app, letter, kind)? {
        Ok(recipient) => recipient,
        Err(why) => return Ok(Composed::Dropped(why)),
    };
    let matter = match matter(app, letter, kind)? {
        Ok(matter) => matter,
        Err(why) => return Ok(Composed::Dropped(why)),
    };
    if let Some(held) = held::held(app, row, kind, &recipient)? {
        return Ok(held);
    }
    let made = match &row.made {
        Some(made) => made.clone(),
        None => {
            let draft = matter.draft(app, &recipient)?;
            let bytes = message::write(app, &recipient, &letter.message_id, &draft)?;
            MadeLetter { to: recipient.address.clone(), bytes }
        }
    };
    let marked = recipient.player.as_ref().filter(|player| player.email_failure.is_some());
    Ok(Composed::Ready(Ready { marked: marked.map(|player| player.id.clone()), to: recipient.address, made }))
}

/// Who gets a letter.
pub(super) struct Recipient {
    /// His account, if he has one.
    player: Option<PlayerRow>,
    /// The one address it goes to.
    address: String,
}

impl Recipient {
    /// What he is called, cleaned.
    fn name(&self) -> Option<String> {
        self.player.as_ref().map(|player| text::clean(&player.name))
    }

    /// The zone he reads times in.
    fn zone(&self) -> &str {
        self.player.as_ref().map_or("UTC", |player| player.zone.as_str())
    }

    fn greeting(&self) -> String {
        self.name().map_or_else(|| "Hello,".to_owned(), |name| format!("Hello {name},"))
    }
}

/// Who gets it, or why nobody does. What goes to an address nobody has proved is only what proves it, or invites.
fn recipient(app: &App, letter: &NewLetter, kind: Kind) -> Result<Result<Recipient, &'static str>, Problem> {
    let player = match (&letter.player, &letter.address) {
        (Some(id), _) => match app.store.player(id) {
            Ok(player) if player.erased.is_some() => return Ok(Err("the player has gone")),
            Ok(player) if player.banned.is_some() => return Ok(Err("the player is banned")),
            Ok(player) => Some(player),
            Err(storage::Error::NotFound) => return Ok(Err("there is no such player")),
            Err(error) => return Err(error.into()),
        },
        (None, Some(address)) => app.store.player_by_email(address)?,
        (None, None) => return Ok(Err("nobody is named")),
    };
    if let (Some(player), Some(setting)) = (&player, kind.setting())
        && Settings::of(player)?.notifications.of(setting) == Some(Delivery::Off)
    {
        return Ok(Err("letters of this kind are switched off"));
    }
    if let (None, Some(address), Kind::Invitation) = (&player, &letter.address, kind)
        && app.store.refuses_invitations(&unsubscribe::address_hash(app, address))?
    {
        return Ok(Err("this address wants no invitations"));
    }
    let proved =
        || player.as_ref().filter(|player| player.email_verified).and_then(|player| player.email.clone());
    match letter.address.clone().or_else(proved) {
        Some(address) => Ok(Ok(Recipient { player, address })),
        None => Ok(Err("the player has proved no address")),
    }
}

fn unreadable(what: &str) -> Problem {
    Problem::internal(&std::io::Error::new(std::io::ErrorKind::InvalidData, format!("a letter is {what}")))
}
