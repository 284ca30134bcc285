//! A letter in one line, for webhooks: what happened in which game, and nothing that only a seat may know. No other
//! player is named.

use domain::{ids::Seat, table::Life};
use serde::Serialize;
use storage::NewLetter;

use super::{Kind, Matter, clock, game::Scene, joined, matter, offers, over, unreadable, your_move};
use crate::{
    app::App,
    problem::Problem,
    service::{deadline::deadline_in, fields::rfc3339, lobby::REVEAL_WITHIN},
};

/// What a webhook is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Notice {
    /// Which game it is about; none for a test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameNotice>,
    /// The seat of whoever is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The round in which the game stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Its phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// How many lines its log has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The hash of the newest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// Until when the seat has time, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
    /// All of it in a line.
    pub text: String,
}

/// The game a notice is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameNotice {
    /// Its id.
    pub id: String,
    /// What people call it, cleaned.
    pub title: String,
    /// Its address in the API.
    pub url: String,
}

impl Notice {
    /// A text about no game.
    pub fn plain(text: String) -> Self {
        Self {
            game: None,
            seat: None,
            round: None,
            phase: None,
            version: None,
            head: None,
            deadline: None,
            text,
        }
    }
}

/// What a webhook is told of a letter now, or why it is told nothing.
///
/// # Errors
/// What the store says, or content this program cannot read.
pub fn notice(app: &App, letter: &NewLetter) -> Result<Result<Notice, &'static str>, Problem> {
    let kind = Kind::parse(&letter.kind).ok_or_else(|| unreadable("of a kind this program does not know"))?;
    let matter = match matter(app, letter, kind)? {
        Ok(matter) => matter,
        Err(why) => return Ok(Err(why)),
    };
    let (scene, what) = match &matter {
        Matter::Account(_) | Matter::Invitation(..) | Matter::Reply(..) | Matter::Lobby(_) => {
            return Ok(Err("it goes by mail only"));
        }
        Matter::AllJoined(scene) => (scene, joined::what(scene).to_owned()),
        Matter::YourMove(scene) => (scene, your_move::what(scene)),
        Matter::Over(scene) => (scene, over::what(scene).to_owned()),
        Matter::Press(scene, _) => (scene, "somebody wrote to you".to_owned()),
        Matter::Reminder(scene) => (scene, clock::REMINDER.to_owned()),
        Matter::TimeOut(scene) => (scene, clock::TIME_OUT.to_owned()),
        Matter::Offer(scene) => (scene, offers::offered(scene)),
        Matter::OfferAnswered(scene, number) => (scene, offers::answered_what(scene, *number).to_owned()),
        Matter::Rematch(scene, row) => (scene, offers::rematch_what(row).to_owned()),
        Matter::Substitution(scene, hands) => (scene, offers::hands_what(*hands).to_owned()),
        Matter::Clock(scene) => (scene, clock::changed_to(scene).to_owned()),
    };
    if scene.row().is_none_or(|row| row.player != letter.player) {
        return Ok(Err("somebody else holds the seat"));
    }
    let deadline = match (kind, scene.chronicle().game().table().life()) {
        (Kind::Press, _) => None,
        (_, Life::Active) => scene.awaited().and_then(|awaited| deadline_in(scene.chronicle(), awaited)),
        (_, Life::Open) => scene.awaited().map(|awaited| awaited.since + REVEAL_WITHIN),
        (_, Life::Ended(_)) => None,
    };
    Ok(Ok(tell(scene, &what, deadline)))
}

fn tell(scene: &Scene<'_>, what: &str, deadline: Option<u64>) -> Notice {
    let (stage, ledger) = (scene.stage(), scene.chronicle().ledger());
    let game = GameNotice { id: scene.game.row.id.to_string(), title: scene.title.clone(), url: scene.url() };
    Notice {
        game: Some(game),
        seat: Some(scene.seat.clone()),
        round: Some(stage.round),
        phase: Some(stage.phase.to_owned()),
        version: Some(ledger.version()),
        head: Some(ledger.head().to_string()),
        deadline: deadline.map(rfc3339),
        text: scene.subject(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use openapi::webhooks::WebhookEvent;

    #[test]
    fn every_event_of_webhooks_is_a_kind_of_letter_and_answers_to_mails_are_none() {
        for event in WebhookEvent::ALL {
            assert!(Kind::parse(event.as_str()).is_some(), "{event:?}");
            assert!(!storage::MAIL_ONLY.contains(&event.as_str()), "{event:?}");
        }
        assert!(storage::MAIL_ONLY.contains(&crate::post::answer::KIND));
    }
}
