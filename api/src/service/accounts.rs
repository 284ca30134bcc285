//! Accounts: made, proved, changed, left.
//!
//! Whether an address is known to us, nobody learns who does not read its mail: known and unknown ones do the same work,
//! in the same order, with the same number of writes.

use std::net::IpAddr;

use openapi::{
    pace::Pace,
    players::{MailState, Me, MeChange, NewPlayer, Notifications, PlayerMade, Vacation},
};
use serde::{Deserialize, Serialize};
use storage::{CodeKind, CodeRow, CodeTrial, PlayerId, PlayerRow};

use super::{fields, mails, pace, tokens, vacation::Wish};
use crate::{
    address,
    app::App,
    auth::{self, Caller},
    config::Registration,
    idempotency::{Answer, Ticket},
    layers::gate::too_many,
    post::{again, content::LetterContent},
    problem::{Problem, codes},
    random,
};

/// How long a code that proves an address is good.
const VERIFY_SECONDS: u64 = 7 * 24 * 3600;

/// How often a code may be tried.
pub(super) const TRIES: u32 = 5;

/// What a player's row keeps as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Which post he wants.
    pub notifications: Notifications,
    /// When it may come.
    pub pace: Pace,
    /// A new address that is not proved yet, while he has a proved one.
    pub email_pending: Option<String>,
}

impl Settings {
    /// The settings of a player. Members of a newer program are not lost, for a row is written only by `PATCH`.
    ///
    /// # Errors
    /// A 500 when the row holds something else.
    pub fn of(player: &PlayerRow) -> Result<Self, Problem> {
        if player.settings.is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(&player.settings).map_err(|error| Problem::internal(&error))
    }

    fn to_text(&self) -> Result<String, Problem> {
        serde_json::to_string(self).map_err(|error| Problem::internal(&error))
    }
}

/// Makes an account.
///
/// # Errors
/// 403 when none are made, 422 for what is not right, 429 for too many from one address.
pub fn sign_up(app: &App, new: &NewPlayer, client: IpAddr) -> Result<PlayerMade, Problem> {
    may_register(app, new)?;
    let player = fresh(app, new)?;
    if let Some(standing) =
        app.limits.sign_ups.take(&address::subnet(client)).filter(|standing| standing.exceeded)
    {
        return Err(too_many(codes::TOO_MANY_SIGN_UPS, &standing));
    }
    made(app, player)
}

/// Makes an account for somebody: the operator's word is enough, also where nobody can make one by himself.
///
/// # Errors
/// 422 for what is not right; as the store.
pub fn add(app: &App, new: &NewPlayer) -> Result<PlayerMade, Problem> {
    made(app, fresh(app, new)?)
}

/// The row of a new player.
fn fresh(app: &App, new: &NewPlayer) -> Result<PlayerRow, Problem> {
    let name = fields::name(&new.name, "/name");
    let email = fields::email(&new.email, "/email");
    let zone = new.zone.as_deref().map_or(Ok("UTC".to_owned()), |zone| fields::zone(zone, "/zone"));
    let (name, email, zone) = match (name, email, zone) {
        (Ok(name), Ok(email), Ok(zone)) => (name, email, zone),
        (name, email, zone) => {
            return Err(Problem::fields(
                [name.err(), email.err(), zone.err()].into_iter().flatten().collect(),
            ));
        }
    };
    Ok(PlayerRow {
        id: PlayerId(random::player_id()),
        name,
        email: Some(email),
        email_verified: false,
        zone,
        settings: Settings::default().to_text()?,
        email_failure: None,
        created: app.now(),
        erased: None,
        banned: None,
    })
}

/// Writes a new player with his first token, and asks his address whether it is his.
fn made(app: &App, player: PlayerRow) -> Result<PlayerMade, Problem> {
    let (token, row) = tokens::draw(app, &player.id, "first");
    app.store.create_player(player.clone(), row, Vec::new())?;
    let email = player.email.as_deref().unwrap_or_default();
    let throttled = app.limits.verify_mails.take(&fields::same_email(email)).exceeded;
    if !throttled {
        send_verify(app, &player, email)?;
    }
    let mail = if throttled { MailState::Throttled } else { MailState::Queued };
    Ok(PlayerMade { player: me(app, &player)?, token: token.to_string(), mail })
}

/// The account of who has proved an address by writing from it: the one it has, or a new one. It has no token yet; who
/// wants one signs in with the address.
///
/// # Errors
/// 403 where no accounts are made; as the store.
pub fn by_mail(app: &App, email: &str, name: Option<&str>) -> Result<PlayerId, Problem> {
    if let Some(known) = app.store.player_by_email(email)? {
        return if known.banned.is_none() {
            Ok(known.id)
        } else {
            Err(Problem::plain(codes::REGISTRATION_CLOSED))
        };
    }
    match app.config.registration {
        // Whoever comes by mail was invited.
        Registration::Open | Registration::Invite => {}
        Registration::Closed => return Err(Problem::plain(codes::REGISTRATION_CLOSED)),
    }
    let email = fields::email(email, "/email").map_err(|fault| Problem::fields(vec![fault]))?;
    let local = email.split('@').next().unwrap_or("");
    let names = [name.unwrap_or(""), local, "A player"];
    let name = names.iter().find_map(|name| fields::name(name, "/name").ok());
    let player = PlayerRow {
        id: PlayerId(random::player_id()),
        name: name.unwrap_or_default(),
        email: Some(email),
        email_verified: true,
        zone: "UTC".to_owned(),
        settings: Settings::default().to_text()?,
        email_failure: None,
        created: app.now(),
        erased: None,
        banned: None,
    };
    // A token that nobody has seen: an account has a first one.
    let (_, row) = tokens::draw(app, &player.id, "first");
    let id = player.id.clone();
    app.store.create_player(player, row, Vec::new())?;
    Ok(id)
}

fn may_register(app: &App, new: &NewPlayer) -> Result<(), Problem> {
    match (app.config.registration, &new.invite) {
        (Registration::Open, _) => Ok(()),
        (Registration::Closed, _) => Err(Problem::plain(codes::REGISTRATION_CLOSED)),
        (Registration::Invite, None) => Err(Problem::plain(codes::REGISTRATION_BY_INVITATION)),
        (Registration::Invite, Some(invite)) => match app.store.seat_by_invite(&auth::hash(invite)) {
            Ok(_) => Ok(()),
            Err(storage::Error::NotFound) => Err(Problem::plain(codes::REGISTRATION_BY_INVITATION)),
            Err(error) => Err(error.into()),
        },
    }
}

/// Sends the code that proves an address, or, when it is another player's, tells him. Either way one code is drawn and
/// written with one letter.
fn send_verify(app: &App, player: &PlayerRow, email: &str) -> Result<(), Problem> {
    let (code, expires) = (random::code(), app.now() + VERIFY_SECONDS);
    let owner = app.store.player_by_email(email)?.filter(|owner| owner.id != player.id);
    let letter = match &owner {
        Some(owner) => {
            LetterContent::AddressTaken { name: owner.name.clone() }.letter(app, &owner.id, None)?
        }
        None => {
            let (name, zone) = (player.name.clone(), player.zone.clone());
            let content = LetterContent::Verify { name, code: code.clone(), expires, zone };
            content.letter(app, &player.id, Some(email))?
        }
    };
    let row = CodeRow {
        kind: CodeKind::Verify,
        subject: player.id.0.clone(),
        hash: auth::hash(&random::typed_code(&code).unwrap_or(code)),
        email: email.to_owned(),
        expires,
        tries: TRIES,
    };
    app.store.put_code(row, vec![letter])?;
    Ok(())
}

/// Proves the address of a player with the code that was sent there.
///
/// # Errors
/// 422 for a wrong code, 429 for too many tries, 409 when another player proved the address meanwhile.
pub fn verify(
    app: &App,
    caller: &Caller,
    typed: &str,
    client: IpAddr,
    ticket: &Ticket,
) -> Result<Answer, Problem> {
    let email = try_code(app, CodeKind::Verify, &caller.player.0, typed, client)?;
    let _one_at_a_time = app.player_rows();
    let mut player = app.store.player(&caller.player)?;
    let mut settings = Settings::of(&player)?;
    let old = player.email.clone().filter(|old| player.email_verified && *old != email);
    let letters = match &old {
        Some(old) => {
            let content = LetterContent::AddressChanged { name: player.name.clone() };
            vec![content.letter(app, &player.id, Some(old))?]
        }
        None if player.email_verified => Vec::new(),
        None => again::owed_to(app, &player.id),
    };
    settings.email_pending = None;
    player.email = Some(email.clone());
    player.email_verified = true;
    player.email_failure = None;
    player.settings = settings.to_text()?;
    let answer = Answer::json(actix_web::http::StatusCode::OK, &me(app, &player)?)?;
    let remembered = ticket.remember(app, &answer)?;
    match app.store.put_player(player, letters, remembered) {
        Ok(()) => Ok(answer),
        Err(storage::Error::Conflict) => match app.store.player_by_email(&email)? {
            Some(owner) if owner.id != caller.player => Err(Problem::plain(codes::ADDRESS_TAKEN)),
            Some(_) | None => Err(Problem::plain(codes::CONFLICT)),
        },
        Err(error) => Err(error.into()),
    }
}

/// Tries a code that came by mail; gives the address it proves.
///
/// # Errors
/// 422 for a wrong one, 429 for too many tries.
pub(super) fn try_code(
    app: &App,
    kind: CodeKind,
    subject: &str,
    typed: &str,
    client: IpAddr,
) -> Result<String, Problem> {
    if let Some(standing) =
        app.limits.tries.take(&address::subnet(client)).filter(|standing| standing.exceeded)
    {
        return Err(too_many(codes::TOO_MANY_TRIES, &standing));
    }
    let wrong = || Problem::field(codes::WRONG_CODE, "/code", codes::WRONG_CODE.text);
    let code = random::typed_code(typed).ok_or_else(wrong)?;
    match app.store.try_code(kind, subject, &auth::hash(&code), app.now())? {
        CodeTrial::Right(email) => Ok(email),
        CodeTrial::Wrong => Err(wrong()),
    }
}

/// The account of a player.
///
/// # Errors
/// What the store says.
pub fn read(app: &App, player: &PlayerId) -> Result<Me, Problem> {
    me(app, &app.store.player(player)?)
}

/// Changes an account: all of it, or nothing.
///
/// # Errors
/// 422 for what is not right, 429 for too many mails to the new address.
pub fn change(app: &App, caller: &Caller, change: &MeChange) -> Result<Me, Problem> {
    let name = change.name.as_deref().map(|name| fields::name(name, "/name")).transpose();
    let email = change.email.as_deref().map(|email| fields::email(email, "/email")).transpose();
    let zone = change.zone.as_deref().map(|zone| fields::zone(zone, "/zone")).transpose();
    let vacation = change.vacation.as_ref().map(|vacation| wish(vacation.as_ref())).transpose();
    let (name, email, zone, vacation) = match (name, email, zone, vacation) {
        (Ok(name), Ok(email), Ok(zone), Ok(vacation)) => (name, email, zone, vacation),
        (name, email, zone, vacation) => {
            let faults = [name.err(), email.err(), zone.err(), vacation.err()];
            return Err(Problem::fields(faults.into_iter().flatten().collect()));
        }
    };
    let one_at_a_time = app.player_rows();
    let mut player = app.store.player(&caller.player)?;
    let mut settings = Settings::of(&player)?;
    if let Some(wanted) = &change.pace {
        settings.pace = pace::changed(&settings.pace, wanted).map_err(Problem::fields)?;
    }
    player.name = name.unwrap_or(player.name);
    player.zone = zone.unwrap_or(player.zone);
    if let Some(notifications) = &change.notifications {
        settings.notifications = settings.notifications.changed(notifications);
    }
    let is_proved = |email: &str| player.email_verified && player.email.as_deref() == Some(email);
    let to_prove = email.as_deref().filter(|email| !is_proved(email)).map(str::to_owned);
    match &to_prove {
        Some(new) if player.email_verified => settings.email_pending = Some(new.clone()),
        Some(new) => player.email = Some(new.clone()),
        None if email.is_some() => settings.email_pending = None,
        None => {}
    }
    if let Some(new) = &to_prove {
        let standing = app.limits.verify_mails.take(&fields::same_email(new));
        if standing.exceeded {
            return Err(too_many(codes::TOO_MANY_MAILS, &standing));
        }
    }
    player.settings = settings.to_text()?;
    let declared = vacation.map(|wish| app.declare(&player, wish)).transpose()?.flatten();
    let absence = match declared {
        Some(declared) => Some(app.write_absence(declared, Some(player.clone()))?),
        None => app.store.put_player(player.clone(), Vec::new(), None).map(|()| None)?,
    };
    if change.notifications.is_some() || change.pace.is_some() || change.zone.is_some() {
        mails::look_again(app, &player.id)?;
    }
    if let Some(new) = &to_prove {
        send_verify(app, &player, new)?;
    }
    drop(one_at_a_time);
    if let Some(absence) = absence {
        app.apply_declared(&absence);
    }
    me(app, &player)
}

/// Changes which post a player wants.
///
/// # Errors
/// What the store says.
pub fn change_notifications(
    app: &App,
    player: &PlayerId,
    change: impl FnOnce(Notifications) -> Notifications,
) -> Result<(), Problem> {
    let _one_at_a_time = app.player_rows();
    let mut row = app.store.player(player)?;
    let mut settings = Settings::of(&row)?;
    settings.notifications = change(settings.notifications);
    row.settings = settings.to_text()?;
    Ok(app.store.put_player(row, Vec::new(), None)?)
}

/// What is asked for of an absence.
fn wish(vacation: Option<&Vacation>) -> Result<Wish, openapi::problem::Fault> {
    match vacation {
        Some(vacation) => fields::time(&vacation.until, "/vacation/until").map(Wish::Until),
        None => Ok(Wish::Back),
    }
}

/// Leaves all games and erases a player.
///
/// # Errors
/// What the games or the store say.
pub fn erase(app: &App, player: &PlayerId) -> Result<(), Problem> {
    app.give_up_all(player)?;
    let _one_at_a_time = app.player_rows();
    Ok(app.store.erase_player(player, app.now())?)
}

/// An account as its owner sees it.
pub(super) fn me(app: &App, player: &PlayerRow) -> Result<Me, Problem> {
    let settings = Settings::of(player)?;
    Ok(Me {
        id: player.id.0.clone(),
        name: player.name.clone(),
        email: player.email.clone(),
        email_verified: player.email_verified,
        email_pending: settings.email_pending,
        email_failure: player.email_failure.clone(),
        zone: player.zone.clone(),
        notifications: settings.notifications,
        pace: settings.pace,
        vacation: app.vacation_of(&player.id)?,
        vacation_left: app.vacation_left(&player.id)?,
        created: fields::rfc3339(player.created),
    })
}
