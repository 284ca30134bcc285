//! A player's mails: what was sent to him and received from him, and one of them once more.

use actix_web::http::StatusCode;
use domain::{ids::GameId, table::Life};
use openapi::mail::{MailAgain, MailAsked, MailDirection, MailItem, MailItemState, MailPage};
use storage::{
    AnswerRow, LetterState, MailFate, MailFilter, MailPlace, MailRow, NewLetter, PlayerId, ReceivedMail,
    SeatRow, SeatStatus,
};

use super::{aftermath, fields, fields::rfc3339, hall::Opened, mail::Received, read::cursor};
use crate::{
    app::App,
    auth::Caller,
    idempotency::Answer,
    layers::gate::too_many,
    post::{
        address,
        compose::ASKED,
        receive::{self, Envelope, Incoming},
    },
    problem::{Problem, codes},
    random,
};

/// Mails on a page where no number is asked for.
const USUAL: usize = 50;

/// Mails on a page at most.
const MOST: usize = 200;

/// So many mails of a player are remembered.
const N_RECEIVED: usize = 200;

/// A page of a player's mails, newest first.
///
/// # Errors
/// 400 for a game, cursor or limit that cannot be read.
pub fn list(
    app: &App,
    caller: &Caller,
    game: Option<&str>,
    cursor: Option<&str>,
    limit: Option<usize>,
) -> Result<MailPage, Problem> {
    let limit = cursor::limit(limit, USUAL, MOST)?;
    let game = game.map(GameId::new).transpose();
    let game = game.map_err(|_| Problem::new(codes::BAD_QUERY, "`game` is the id of a game."))?;
    let filter = MailFilter {
        player: caller.player.clone(),
        game,
        after: cursor.map(place).transpose()?,
        limit: limit + 1,
    };
    let mut rows = app.store.mails_of(&filter)?;
    let is_last = rows.len() <= limit;
    rows.truncate(limit);
    let end = rows.last().filter(|_| !is_last).map(|row| row.place);
    let next = end.map(|end| cursor::encode("mails", &[&end.at, &u8::from(end.is_sent), &end.id]));
    Ok(MailPage { items: rows.into_iter().map(item).collect(), next })
}

fn place(text: &str) -> Result<MailPlace, Problem> {
    let [at, is_sent, id] = cursor::decode::<3>("mails", text)?;
    Ok(MailPlace { at: cursor::number(&at)?, is_sent: is_sent == "1", id: cursor::number(&id)? })
}

fn item(row: MailRow) -> MailItem {
    let (game, seat) = (row.game.as_ref().map(GameId::to_string), row.seat.map(|seat| seat.to_string()));
    let at = rfc3339(row.place.at);
    match row.fate {
        MailFate::Sent { kind, state, carried, tries, error, due, ended } => {
            let (state, is_queued) = match state {
                LetterState::Queued => (MailItemState::Queued, true),
                LetterState::Sent => (MailItemState::Sent, false),
                LetterState::Dropped => (MailItemState::Dropped, false),
                LetterState::Failed => (MailItemState::Failed, false),
            };
            MailItem {
                direction: MailDirection::Sent,
                kind: Some(kind),
                game,
                seat,
                state,
                together: carried,
                at,
                tries,
                // What the mail server said before it took the mail no longer matters.
                error: error.filter(|_| state != MailItemState::Sent),
                next_try: (is_queued && !carried).then(|| rfc3339(due)),
                ended: ended.map(rfc3339),
            }
        }
        MailFate::Received { heard, why } => MailItem {
            direction: MailDirection::Received,
            kind: None,
            game,
            seat,
            state: if heard { MailItemState::Answered } else { MailItemState::Ignored },
            together: false,
            ended: Some(at.clone()),
            at,
            tries: 0,
            error: why,
            next_try: None,
        },
    }
}

/// Writes once more to the holder of a seat that is waited for: whatever his settings are, for he asks for it.
/// `remember` gives the row that remembers the answer, to be written with the letter.
///
/// # Errors
/// 404 for a game or seat that is not his, 409 when it is not waited for, or he has proved no address; 429.
pub fn again(
    app: &App,
    caller: &Caller,
    wanted: &MailAgain,
    remember: &dyn Fn(&Answer) -> Result<Option<AnswerRow>, Problem>,
) -> Result<Answer, Problem> {
    let game = app.seen(&wanted.game, Some(&caller.player))?;
    let seat = awaited(&game, &caller.player, wanted.seat.as_deref())?;
    let _one_at_a_time = app.player_rows();
    let owner = app.store.player(&caller.player)?;
    if !owner.email_verified {
        let why = "You have proved no address: no mail about games can go there.";
        return Err(Problem::new(codes::CONFLICT, why));
    }
    let key = format!("{}/{}/{}", caller.player, game.row.id, seat.seat);
    let standing = app.limits.mails_again.take(&key);
    if standing.exceeded {
        return Err(too_many(codes::TOO_MANY_MAILS, &standing));
    }
    let letter = aftermath::letter(app, &game, seat, ASKED, app.now());
    let mark = format!(".{}@", random::letter_id());
    let letter = NewLetter { message_id: letter.message_id.replacen('@', &mark, 1), ..letter };
    let told = MailAsked { game: game.row.id.to_string(), seat: seat.seat.to_string() };
    let answer = Answer::json(StatusCode::ACCEPTED, &told)?;
    app.store.put_player(owner, vec![letter], remember(&answer)?)?;
    app.wake.notify();
    Ok(answer)
}

/// The one seat of the player that is waited for, or the named one if it is.
fn awaited<'a>(game: &'a Opened, player: &PlayerId, named: Option<&str>) -> Result<&'a SeatRow, Problem> {
    let is_his = |row: &&SeatRow| {
        row.player.as_ref() == Some(player) && matches!(row.status, SeatStatus::Taken | SeatStatus::Offered)
    };
    let mut seats: Vec<&SeatRow> = game.seats.iter().filter(is_his).collect();
    if let Some(named) = named {
        seats.retain(|row| row.seat.as_str() == named);
    }
    if seats.is_empty() {
        return Err(Problem::new(codes::NOT_FOUND, "You hold no such seat in this game."));
    }
    let is_over = matches!(game.chronicle.game().table().life(), Life::Ended(_));
    seats.retain(|row| !is_over && game.chronicle.awaited().iter().any(|one| one.seat == row.seat));
    match seats.as_slice() {
        [] => Err(Problem::new(codes::CONFLICT, "The game does not wait for you: there is nothing to send.")),
        [one] => Ok(one),
        [..] => Err(Problem::plain(codes::SEAT_NEEDED)),
    }
}

/// A player's settings have changed: what waits is looked at anew.
///
/// # Errors
/// What the store says.
pub fn look_again(app: &App, player: &PlayerId) -> Result<(), Problem> {
    app.store.hurry_letters(player, app.now())?;
    app.wake.notify();
    Ok(())
}

/// Notes that a mail came from a player's proved address, so that he can see what became of it. Other mails are nobody's,
/// and leave no trace.
///
/// # Errors
/// What the store says.
pub fn note_received(app: &App, raw: &[u8], envelope: &Envelope, received: Received) -> Result<(), Problem> {
    let Incoming::Reply(reply) = receive::read(raw, envelope) else { return Ok(()) };
    let Some(player) = app.store.player_by_email(&fields::same_email(&reply.from))? else { return Ok(()) };
    let mut place = None;
    for ticket in address::tickets(&app.config, &reply) {
        let rows = app.store.seats(&ticket.game)?;
        let row = rows.into_iter().find(|row| row.place == ticket.place);
        if let Some(row) = row.filter(|row| row.player.as_ref() == Some(&player.id)) {
            place = Some((row.game, row.seat));
            break;
        }
    }
    let (game, seat) = place.unzip();
    let (heard, why) = match received {
        Received::Answered => (true, None),
        Received::Ignored(why) => (false, Some(why.to_owned())),
    };
    let mail = ReceivedMail { player: player.id, game, seat, at: app.now(), heard, why };
    Ok(app.store.note_received(mail, N_RECEIVED)?)
}
