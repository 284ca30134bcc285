//! What a letter tells, and whether it is still true: each kind with what is read for it. The words are its neighbours'.

use domain::table::Life;
use storage::NewLetter;

use super::{
    Kind, Recipient, account, answer, clock,
    game::Scene,
    invitation, joined,
    lobby::{Lobby, News},
    message::Draft,
    offers, over, press, unreadable, your_move,
};
use crate::{
    app::App,
    post::{address::Bearer, answer::MailAnswer, content::LetterContent},
    problem::Problem,
};

/// What a letter tells.
pub(super) enum Matter<'a> {
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
    /// Something is offered.
    Offer(Scene<'a>),
    /// An offer was declined, or a turn was taken back.
    OfferAnswered(Scene<'a>, u64),
    /// The game is to be played once more, or is.
    Rematch(Scene<'a>, Box<storage::RematchRow>),
    /// A seat has changed hands, or is to.
    Substitution(Scene<'a>, offers::Hands),
    /// Time stands still, or runs again.
    Clock(Scene<'a>),
    /// A game that has not begun.
    Lobby(Lobby<'a>),
}

/// What a letter tells, if it is still true.
///
/// # Errors
/// What the store says, or content this program cannot read.
pub(super) fn matter<'a>(
    app: &'a App,
    letter: &'a NewLetter,
    kind: Kind,
) -> Result<Result<Matter<'a>, &'static str>, Problem> {
    let content = || LetterContent::open(&app.keys, &letter.content, &letter.kind);
    let scene = || Scene::open(app, letter);
    let lobby = |news| Lobby::open(app, letter, news);
    Ok(match kind {
        Kind::Verify
        | Kind::SignIn
        | Kind::AddressTaken
        | Kind::AddressChanged
        | Kind::WebhookOff
        | Kind::VacationBegun
        | Kind::VacationOver => of_account(app, content()?),
        Kind::Invitation => {
            let (scene, invite) = (scene()?, secret(content()?)?);
            scene.invitation_stands(&invite).map(|()| Matter::Invitation(scene, invite))
        }
        Kind::YourMove => awaited(scene()?, letter, Matter::YourMove)?,
        Kind::Asked => asked(scene()?, letter)?,
        Kind::Digest => return Err(unreadable("one that carries others, and is about nothing itself")),
        Kind::AllJoined => owing(scene()?, letter)?,
        // Who made the game and holds no seat is told what became of it.
        Kind::GameAborted if letter.seat.is_none() => lobby(News::Closed)?.map(Matter::Lobby),
        Kind::Unfilled => lobby(News::Unfilled)?.map(Matter::Lobby),
        Kind::SeatLost => lobby(News::SeatLost)?.map(Matter::Lobby),
        Kind::SeatFreed => lobby(News::SeatFreed)?.map(Matter::Lobby),
        Kind::GameOver | Kind::GameAborted => {
            let scene = scene()?;
            scene.is_over().map(|()| Matter::Over(scene))
        }
        Kind::Press => {
            let scene = scene()?;
            press::carried(&scene, letter)?.map(|carried| Matter::Press(scene, carried))
        }
        Kind::Reminder => awaited(scene()?, letter, Matter::Reminder)?,
        Kind::TimeOut => {
            let scene = scene()?;
            scene.is_held_by(letter).map(|()| Matter::TimeOut(scene))
        }
        Kind::Offer => {
            let scene = scene()?;
            scene.is_played(letter).and_then(|()| scene.is_offered()).map(|()| Matter::Offer(scene))
        }
        Kind::OfferAnswered => {
            let (offer, scene) = (offer(content()?)?, scene()?);
            scene.is_held_by(letter).map(|()| Matter::OfferAnswered(scene, offer))
        }
        Kind::Rematch => {
            let scene = scene()?;
            let row = offers::rematch_of(&scene, letter)?;
            scene.is_held_by(letter).and(row).map(|row| Matter::Rematch(scene, Box::new(row)))
        }
        Kind::Substitution => {
            let scene = scene()?;
            offers::hands(&scene, letter).map(|hands| Matter::Substitution(scene, hands))
        }
        Kind::Clock => {
            let scene = scene()?;
            scene.is_played(letter).map(|()| Matter::Clock(scene))
        }
        Kind::Reply => reply(app, scene()?, letter)?,
    })
}

/// What is told of an account.
fn of_account<'a>(app: &App, content: LetterContent) -> Result<Matter<'a>, &'static str> {
    match account::is_late(&content, app.now()) {
        true => Err("its code is no longer good"),
        false => Ok(Matter::Account(content)),
    }
}

/// What is told of a seat while it is waited for.
fn awaited<'a>(
    scene: Scene<'a>,
    letter: &NewLetter,
    what: fn(Scene<'a>) -> Matter<'a>,
) -> Result<Result<Matter<'a>, &'static str>, Problem> {
    Ok(scene.is_awaited(letter)?.map(|()| what(scene)))
}

/// What is told of a seat while its number is wanted.
fn owing<'a>(scene: Scene<'a>, letter: &NewLetter) -> Result<Result<Matter<'a>, &'static str>, Problem> {
    Ok(scene.owes_number(letter)?.map(|()| Matter::AllJoined(scene)))
}

/// What is asked of a seat now.
fn asked<'a>(scene: Scene<'a>, letter: &NewLetter) -> Result<Result<Matter<'a>, &'static str>, Problem> {
    match scene.chronicle().game().table().life() {
        Life::Open => owing(scene, letter),
        Life::Active | Life::Ended(_) => awaited(scene, letter, Matter::YourMove),
    }
}

/// What is told to who wrote, as long as the seat is his, or was kept for him.
fn reply<'a>(
    app: &App,
    scene: Scene<'a>,
    letter: &NewLetter,
) -> Result<Result<Matter<'a>, &'static str>, Problem> {
    // Who is invited is told what came of his mail, whoever holds the seat by now.
    let is_his = |row: &storage::SeatRow| match scene.bearer {
        Bearer::Holder => row.player == letter.player,
        Bearer::Invited => true,
    };
    Ok(match scene.row().is_some_and(is_his) {
        true => Ok(Matter::Reply(scene, MailAnswer::open(&app.keys, &letter.content)?)),
        false => Err("somebody else holds the seat"),
    })
}

/// The number of the offer that was answered.
fn offer(content: LetterContent) -> Result<u64, Problem> {
    match content {
        LetterContent::OfferAnswered { offer } => Ok(offer),
        LetterContent::Verify { .. }
        | LetterContent::SignIn { .. }
        | LetterContent::AddressTaken { .. }
        | LetterContent::AddressChanged { .. }
        | LetterContent::Invitation { .. }
        | LetterContent::VacationBegun { .. }
        | LetterContent::VacationOver {}
        | LetterContent::WebhookOff { .. }
        | LetterContent::Press { .. } => Err(unreadable("about an offer and names none")),
    }
}

/// The secret of an invitation.
fn secret(content: LetterContent) -> Result<String, Problem> {
    match content {
        LetterContent::Invitation { invite } => Ok(invite),
        LetterContent::Verify { .. }
        | LetterContent::SignIn { .. }
        | LetterContent::AddressTaken { .. }
        | LetterContent::AddressChanged { .. }
        | LetterContent::WebhookOff { .. }
        | LetterContent::OfferAnswered { .. }
        | LetterContent::VacationBegun { .. }
        | LetterContent::VacationOver {}
        | LetterContent::Press { .. } => Err(unreadable("an invitation without a secret")),
    }
}

impl Matter<'_> {
    /// The letter.
    ///
    /// # Errors
    /// What the store says.
    pub(super) fn draft(&self, app: &App, to: &Recipient) -> Result<Draft, Problem> {
        match self {
            Matter::Account(content) => account::draft(app, to, content),
            Matter::Invitation(scene, invite) => invitation::draft(scene, to, invite),
            Matter::AllJoined(scene) => joined::draft(scene, to),
            Matter::YourMove(scene) => your_move::draft(scene, to),
            Matter::Over(scene) => over::draft(scene, to),
            Matter::Press(scene, carried) => Ok(press::draft(scene, to, carried)),
            Matter::Reply(scene, mail) => answer::draft(scene, to, mail),
            Matter::Reminder(scene) => clock::reminder(scene, to),
            Matter::TimeOut(scene) => clock::time_out(scene, to),
            Matter::Offer(scene) => Ok(offers::offer(scene, to)),
            Matter::OfferAnswered(scene, number) => Ok(offers::answered(scene, to, *number)),
            Matter::Rematch(scene, row) => Ok(offers::rematch(scene, to, row)),
            Matter::Substitution(scene, hands) => offers::substitution(scene, to, *hands),
            Matter::Clock(scene) => Ok(clock::changed(scene, to)),
            Matter::Lobby(lobby) => Ok(lobby.draft(to)),
        }
    }
}
