//! From a row of the outbox to the bytes that leave (RFC 5322): made when the letter first leaves, from what is true
//! then. Whether it is still true is asked again before each try; the text, once made, never changes.
//!
//! What is absent: sending (that is [`super::deliver`]), and the HTML part, which will stand beside the text in
//! [`message`].

mod account;
mod answer;
mod clock;
mod game;
mod history;
mod invitation;
mod joined;
mod message;
pub mod notice;
mod orders;
mod over;
mod press;
mod text;
mod when;
mod your_move;

use storage::{LetterRow, MadeLetter, NewLetter, PlayerId, PlayerRow};

use self::{
    game::Scene,
    message::{Draft, Thread},
};
use super::{answer::MailAnswer, content::LetterContent};
use crate::{app::App, problem::Problem, service::accounts::Settings};

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Verify,
    SignIn,
    AddressTaken,
    AddressChanged,
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
    Clock,
}

impl Kind {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "verify" => Kind::Verify,
            "sign_in" => Kind::SignIn,
            "address_taken" => Kind::AddressTaken,
            "address_changed" => Kind::AddressChanged,
            "invitation" => Kind::Invitation,
            "your_move" => Kind::YourMove,
            "all_joined" => Kind::AllJoined,
            "game_over" => Kind::GameOver,
            "game_aborted" => Kind::GameAborted,
            "press" => Kind::Press,
            "reply" => Kind::Reply,
            "reminder" => Kind::Reminder,
            "time_out" => Kind::TimeOut,
            "offer" => Kind::Offer,
            "clock" => Kind::Clock,
            _ => return None,
        })
    }

    /// The setting that switches it off; letters about an account cannot be.
    fn setting(self) -> Option<&'static str> {
        match self {
            // Who writes is answered.
            Kind::Verify | Kind::SignIn | Kind::AddressTaken | Kind::AddressChanged | Kind::Reply => None,
            Kind::Invitation => Some("invitation"),
            Kind::YourMove => Some("your_move"),
            Kind::AllJoined => Some("started"),
            Kind::GameOver | Kind::GameAborted => Some("game_over"),
            Kind::Press => Some("press"),
            Kind::Reminder => Some("reminder"),
            Kind::TimeOut | Kind::Clock => Some("time_out"),
            Kind::Offer => Some("offer"),
        }
    }
}

/// What became of a letter that wants to leave.
#[derive(Debug)]
pub enum Composed {
    /// It may leave.
    Ready(Ready),
    /// It is not wanted, or no longer true: why, for the log.
    Dropped(&'static str),
}

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
    let recipient = match recipient(app, letter, kind)? {
        Ok(recipient) => recipient,
        Err(why) => return Ok(Composed::Dropped(why)),
    };
    let matter = match matter(app, letter, kind)? {
        Ok(matter) => matter,
        Err(why) => return Ok(Composed::Dropped(why)),
    };
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
            Ok(player) => Some(player),
            Err(storage::Error::NotFound) => return Ok(Err("there is no such player")),
            Err(error) => return Err(error.into()),
        },
        (None, Some(address)) => app.store.player_by_email(address)?,
        (None, None) => return Ok(Err("nobody is named")),
    };
    if let (Some(player), Some(setting)) = (&player, kind.setting()) {
        let wanted = Settings::of(player)?.notifications.of(setting);
        // Until there is a digest, who wants one gets each: a late letter is worse than one more.
        if wanted == Some(openapi::players::Delivery::Off) {
            return Ok(Err("letters of this kind are switched off"));
        }
    }
    let proved =
        || player.as_ref().filter(|player| player.email_verified).and_then(|player| player.email.clone());
    match letter.address.clone().or_else(proved) {
        Some(address) => Ok(Ok(Recipient { player, address })),
        None => Ok(Err("the player has proved no address")),
    }
}

/// What a letter tells.
enum Matter<'a> {
    /// About an account.
    Account(LetterContent),
    /// A seat is kept for the reader.
    Invitation(Scene<'a>, String),
    /// A seat's number is wanted.
    AllJoined(Scene<'a>),
    /// A seat is waited for.
    YourMove(Scene<'a>),
    /// A game is over.
    Over(Scene<'a>),
    /// Somebody at the table wrote.
    Press(Scene<'a>, press::Carried),
    /// The reader wrote to us.
    Reply(Scene<'a>, MailAnswer),
    /// A seat is still waited for.
    Reminder(Scene<'a>),
    /// A seat's time was up.
    TimeOut(Scene<'a>),
    /// A draw is offered.
    Offer(Scene<'a>),
    /// Time stands still, or runs again.
    Clock(Scene<'a>),
}

/// What a letter tells, if it is still true.
fn matter<'a>(
    app: &'a App,
    letter: &'a NewLetter,
    kind: Kind,
) -> Result<Result<Matter<'a>, &'static str>, Problem> {
    let content = || LetterContent::open(&app.keys, &letter.content, &letter.kind);
    let scene = || Scene::open(app, letter);
    Ok(match kind {
        Kind::Verify | Kind::SignIn | Kind::AddressTaken | Kind::AddressChanged => {
            let content = content()?;
            if account::is_late(&content, app.now()) {
                return Ok(Err("its code is no longer good"));
            }
            Ok(Matter::Account(content))
        }
        Kind::Invitation => match content()? {
            LetterContent::Invitation { invite } => {
                let scene = scene()?;
                scene.invitation_stands(&invite).map(|()| Matter::Invitation(scene, invite))
            }
            LetterContent::Verify { .. }
            | LetterContent::SignIn { .. }
            | LetterContent::AddressTaken { .. }
            | LetterContent::AddressChanged { .. }
            | LetterContent::Press { .. } => {
                return Err(unreadable("an invitation without a secret"));
            }
        },
        Kind::YourMove => {
            let scene = scene()?;
            scene.is_awaited(letter)?.map(|()| Matter::YourMove(scene))
        }
        Kind::AllJoined => {
            let scene = scene()?;
            scene.owes_number(letter)?.map(|()| Matter::AllJoined(scene))
        }
        Kind::GameOver | Kind::GameAborted => {
            let scene = scene()?;
            scene.is_over().map(|()| Matter::Over(scene))
        }
        Kind::Press => {
            let scene = scene()?;
            press::carried(&scene, letter)?.map(|carried| Matter::Press(scene, carried))
        }
        Kind::Reminder => {
            let scene = scene()?;
            scene.is_awaited(letter)?.map(|()| Matter::Reminder(scene))
        }
        Kind::TimeOut => {
            let scene = scene()?;
            scene.is_held_by(letter).map(|()| Matter::TimeOut(scene))
        }
        Kind::Offer => {
            let scene = scene()?;
            scene.is_played(letter).and_then(|()| scene.is_offered_a_draw()).map(|()| Matter::Offer(scene))
        }
        Kind::Clock => {
            let scene = scene()?;
            scene.is_played(letter).map(|()| Matter::Clock(scene))
        }
        Kind::Reply => {
            let scene = scene()?;
            match scene.row().is_some_and(|row| row.player == letter.player) {
                true => Ok(Matter::Reply(scene, MailAnswer::open(&app.keys, &letter.content)?)),
                false => Err("somebody else holds the seat"),
            }
        }
    })
}

impl Matter<'_> {
    fn draft(&self, app: &App, to: &Recipient) -> Result<Draft, Problem> {
        match self {
            Matter::Account(content) => Ok(account::draft(app, to, content)),
            Matter::Invitation(scene, invite) => invitation::draft(scene, to, invite),
            Matter::AllJoined(scene) => joined::draft(scene, to),
            Matter::YourMove(scene) => your_move::draft(scene, to),
            Matter::Over(scene) => over::draft(scene, to),
            Matter::Press(scene, carried) => Ok(press::draft(scene, to, carried)),
            Matter::Reply(scene, mail) => answer::draft(scene, to, mail),
            Matter::Reminder(scene) => clock::reminder(scene, to),
            Matter::TimeOut(scene) => clock::time_out(scene, to),
            Matter::Offer(scene) => Ok(clock::offer(scene, to)),
            Matter::Clock(scene) => Ok(clock::changed(scene, to)),
        }
    }
}

fn unreadable(what: &str) -> Problem {
    Problem::internal(&std::io::Error::new(std::io::ErrorKind::InvalidData, format!("a letter is {what}")))
}
