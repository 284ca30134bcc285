//! What a letter of the outbox is made of. It is stored encrypted, for it may hold a code; the text is made from it
//! when the letter leaves.

use serde::{Deserialize, Serialize};
use storage::{NewLetter, PlayerId};

use crate::{app::App, keys::Keys, problem::Problem, random};

/// What a letter says, by kind. Most letters about games have no content of their own: they tell the game as it is
/// when they leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum LetterContent {
    /// A code that proves an address, to be given to `POST /v1/me/verify` by the player who asked.
    Verify {
        /// Who asked, as he calls himself.
        name: String,
        /// The code as it is typed.
        code: String,
        /// Until when, Unix seconds.
        expires: u64,
        /// The zone to tell times in.
        zone: String,
    },
    /// A code that signs in.
    SignIn {
        /// Whose account.
        name: String,
        /// The code as it is typed.
        code: String,
        /// Until when, Unix seconds.
        expires: u64,
        /// The zone to tell times in.
        zone: String,
    },
    /// Somebody made an account, or changed one, with an address that is yours already: sign in with it instead.
    AddressTaken {
        /// The owner.
        name: String,
    },
    /// Your account has another address now; this goes to the old one.
    AddressChanged {
        /// Whose account.
        name: String,
    },
    /// A webhook of yours was switched off by us.
    WebhookOff {
        /// Whose.
        name: String,
        /// Its id.
        webhook: String,
        /// The host it leads to, if that can still be read: all of its address would let others write there.
        host: Option<String>,
        /// Why, in words.
        why: String,
    },
    /// A seat is kept for whoever reads this.
    Invitation {
        /// The secret that opens it.
        invite: String,
    },
    /// An offer was declined, or a turn was taken back.
    OfferAnswered {
        /// The offer's number.
        offer: u64,
    },
    /// The player's absence has begun, or ends at another time.
    VacationBegun {
        /// When it ends, Unix seconds.
        until: u64,
    },
    /// The player's absence is over.
    VacationOver {},
    /// Somebody at the table wrote.
    Press {
        /// The id of the message. Its text stays where it can be erased.
        message: String,
    },
}

impl LetterContent {
    /// The kind, as the outbox and the Message-ID name it.
    pub fn kind(&self) -> &'static str {
        match self {
            LetterContent::Verify { .. } => "verify",
            LetterContent::SignIn { .. } => "sign_in",
            LetterContent::AddressTaken { .. } => "address_taken",
            LetterContent::AddressChanged { .. } => "address_changed",
            LetterContent::WebhookOff { .. } => "webhook_off",
            LetterContent::Invitation { .. } => "invitation",
            LetterContent::Press { .. } => "press",
            LetterContent::OfferAnswered { .. } => "offer_answered",
            LetterContent::VacationBegun { .. } => "vacation_begun",
            LetterContent::VacationOver {} => "vacation_over",
        }
    }

    /// A letter about an account. With `address` it goes there, whatever address the player has; without, to the one
    /// the player has proved by the time it leaves.
    ///
    /// # Errors
    /// A 500 when it cannot be written as JSON.
    pub fn letter(&self, app: &App, player: &PlayerId, address: Option<&str>) -> Result<NewLetter, Problem> {
        let (kind, now) = (self.kind(), app.now());
        Ok(NewLetter {
            game: None,
            seat: None,
            seq: 0,
            kind: kind.to_owned(),
            player: Some(player.clone()),
            address: address.map(str::to_owned),
            content: self.seal(&app.keys)?,
            message_id: format!("<{}.{kind}@{}>", random::letter_id(), app.config.base_url.host()),
            queued: now,
            due: now,
        })
    }

    /// The content as it is stored. It is bound to its kind, so that a code cannot be shown as something else.
    ///
    /// # Errors
    /// A 500 when it cannot be written as JSON.
    pub fn seal(&self, keys: &Keys) -> Result<Vec<u8>, Problem> {
        let text = serde_json::to_vec(self).map_err(|error| Problem::internal(&error))?;
        Ok(keys.encrypt(&text, &place(self.kind())))
    }

    /// The content as it was.
    ///
    /// # Errors
    /// A 500 when it was sealed with another key or as another kind, or by a newer program.
    pub fn open(keys: &Keys, sealed: &[u8], kind: &str) -> Result<Self, Problem> {
        let text = keys.decrypt(sealed, &place(kind)).map_err(|error| Problem::internal(&error))?;
        serde_json::from_slice(&text).map_err(|error| Problem::internal(&error))
    }
}

fn place(kind: &str) -> String {
    format!("letter:{kind}")
}
