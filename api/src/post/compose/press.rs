//! "Somebody wrote to you": who, to whom, when, the text, and how to answer.

use serde_json::json;
use storage::{Addressee, MessageRow, NewLetter};

use super::{
    Recipient,
    game::Scene,
    message::Draft,
    text::{Page, clean, quoted},
    unreadable,
    when::moment,
};
use crate::{post::content::LetterContent, problem::Problem};

/// A message that is carried.
pub(super) struct Carried {
    row: MessageRow,
    /// What it says.
    text: String,
    /// Who wrote it, cleaned.
    author: String,
}

/// The message, if it may still be carried to who is named in the letter.
///
/// # Errors
/// What the store says, or a letter that names no message.
pub(super) fn carried(
    scene: &Scene<'_>,
    letter: &NewLetter,
) -> Result<Result<Carried, &'static str>, Problem> {
    let (app, game) = (scene.app, &scene.game.row.id);
    let id = match LetterContent::open(&app.keys, &letter.content, &letter.kind)? {
        LetterContent::Press { message } => message,
        LetterContent::Verify { .. }
        | LetterContent::SignIn { .. }
        | LetterContent::AddressTaken { .. }
        | LetterContent::AddressChanged { .. }
        | LetterContent::WebhookOff { .. }
        | LetterContent::OfferAnswered { .. }
        | LetterContent::VacationBegun { .. }
        | LetterContent::VacationOver {}
        | LetterContent::Invitation { .. } => return Err(unreadable("of press, and names no message")),
    };
    if scene.row().is_none_or(|row| row.player != letter.player) {
        return Ok(Err("somebody else holds the seat"));
    }
    let row = match app.store.message(game, &id) {
        Ok(row) => row,
        Err(storage::Error::NotFound) => return Ok(Err("there is no such message")),
        Err(error) => return Err(error.into()),
    };
    let Some(text) = row.text.clone() else { return Ok(Err("its author has been erased")) };
    let author = clean(&app.store.player(&row.player)?.name);
    Ok(Ok(Carried { row, text, author }))
}

/// The letter.
pub(super) fn draft(scene: &Scene<'_>, to: &Recipient, carried: &Carried) -> Draft {
    let from = format!("{} ({})", carried.author, scene.name_of(&carried.row.seat));
    let whom = match &carried.row.to {
        Addressee::All => "to all".to_owned(),
        Addressee::Side(side) => format!("to the side {}", scene.name_of_side(side)),
        Addressee::Seat(_) => "to you".to_owned(),
    };
    let mut page = Page::default();
    page.greet(&to.greeting());
    page.say(&format!(
        "{from} wrote {whom} in \"{}\" ({}) on {}:",
        scene.title,
        scene.battle(),
        moment(carried.row.at, to.zone())
    ));
    page.quote(set(&carried.text));
    page.say(how_to_answer(scene, &carried.row.to));
    page.lines(answer(scene, &carried.row));
    page.say("What was written to you before:");
    page.lines([format!("{}/messages", scene.url())]);
    scene.footer(&mut page, Some("press"));
    Draft {
        subject: scene.subject(&format!("{from} wrote {whom}")),
        page,
        head: None,
        thread: Some(scene.thread()),
    }
}

/// The text, line by line, cleaned.
fn set(text: &str) -> impl Iterator<Item = String> {
    text.split('\n').map(|line| clean(&line.replace('\t', "    ")))
}

/// What is said before the command that answers: nobody shall take for private what by mail is not.
fn how_to_answer(scene: &Scene<'_>, to: &Addressee) -> &'static str {
    match (scene.is_answerable(), to) {
        (true, Addressee::Side(_) | Addressee::Seat(_)) => {
            "To answer there, and to nobody else (`message ...` in an answer by mail is read by all at the table):"
        }
        (true, Addressee::All) => "To answer, if not by mail (`message ...`):",
        (false, Addressee::All | Addressee::Side(_) | Addressee::Seat(_)) => "To answer:",
    }
}

/// A command that writes back: to the author alone, where he wrote to this seat alone.
fn answer(scene: &Scene<'_>, row: &MessageRow) -> Vec<String> {
    let to = match &row.to {
        Addressee::All => json!("all"),
        Addressee::Side(side) => json!({"side": side}),
        Addressee::Seat(_) => json!({"seat": row.seat}),
    };
    let body = json!({"seat": scene.seat, "to": to, "text": "..."}).to_string();
    vec![
        scene.url_line(),
        "curl -sS \"$URL/messages\" -H \"Authorization: Bearer $TOKEN\" \\".to_owned(),
        "  -H 'Content-Type: application/json' \\".to_owned(),
        format!("  -d {}", quoted(&body)),
    ]
}
