//! Offers: draw, take-back, abort, pause, time, rematch; and seats that are handed over.

use domain::ids::{GameId, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::{GameLife, ToAct};

/// Something offered to the others. Which of your seats offers it, `?seat=` says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(example = json!({"kind": "take_back"}))]
pub enum NewOffer {
    /// A draw: the same as the order `offer_draw`.
    Draw {},
    /// That the battle be again as it was before a turn. Done at once while nobody else has acted since.
    TakeBack {
        /// The turn; left out: the last one in which this seat gave orders.
        #[serde(default)]
        to_turn: Option<u64>,
    },
    /// That the game ends without a result.
    Abort {},
    /// That time stands still for all; it runs again by itself.
    Pause {
        /// ISO 8601, from a minute to 30 days.
        #[serde(rename = "for")]
        length: String,
    },
    /// That a seat has more time for its present hand-over. Who is given it is not asked: between two it is done at once. Who
    /// made the game and plays no seat of it asks nobody.
    Time {
        /// Which seat; left out: the one that offers. Who plays none says which.
        #[serde(default)]
        seat: Option<String>,
        /// How much more: ISO 8601, from a minute to 7 days.
        add: String,
    },
    /// To play a game that is over once more: same rules, scenario, options, seats and clock.
    Rematch {
        /// With the sides swapped.
        #[serde(default)]
        swap: bool,
    },
}

/// An offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(example = json!({
    "offer": 3, "kind": "pause", "seat": "long_knives", "state": "standing", "text": "to let time stand still for 3 days",
    "for": "P3D", "agreed": [], "waits_for": ["plains_nations"]
}))]
pub struct OfferView {
    /// Its number in the game, from 1.
    pub offer: u64,
    /// `draw`, `take_back`, `abort`, `pause`, `time` or `rematch`.
    pub kind: String,
    /// Who made it.
    #[schema(value_type = String)]
    pub seat: Option<Seat>,
    /// `standing`, `accepted`, `declined`, `withdrawn`, or `lapsed` (by its maker's next turn, or because it became
    /// pointless).
    pub state: String,
    /// What is offered, in words.
    pub text: String,
    /// Who declined it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declined_by: Option<Seat>,
    /// `take_back`: the line after which the battle is to stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// `pause`: how long.
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    pub length: Option<String>,
    /// `time`: who would have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_to: Option<Seat>,
    /// `time`: how much more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<String>,
    /// `rematch`: with the sides swapped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swap: Option<bool>,
    /// `rematch`: the game it led to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
    /// The seats whose answer it waits for.
    pub waits_for: Vec<Seat>,
}

/// An offer that was made or answered, and what came of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OfferDone {
    /// The offer as it is now; `null` when nobody was asked, as when who made the game gave time.
    pub offer: Option<OfferView>,
    /// Number of lines in the game's log now.
    pub version: u64,
    /// Hash of the newest.
    pub head: String,
    /// The game's life now.
    pub state: GameLife,
    /// Who must act now.
    pub to_act: Vec<ToAct>,
}

/// A page of a game's offers, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferPage {
    /// The offers.
    pub items: Vec<OfferView>,
    /// Give it as `cursor` to get older ones; `null` on the last page.
    pub next: Option<String>,
}

/// To whom a seat is offered.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "carol@example.org"}))]
pub struct NewSubstitute {
    /// To somebody by address: he gets a mail, and nobody else may take the seat. Left out, and no bot: to anybody who may
    /// see the game.
    #[serde(default)]
    pub email: Option<String>,
    /// `standard`: a bot takes the seat at once.
    #[serde(default)]
    pub bot: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_has_the_terms_of_its_kind_and_no_others() {
        let read = |text| serde_json::from_str::<NewOffer>(text);
        assert_eq!(read(r#"{"kind":"take_back"}"#).ok(), Some(NewOffer::TakeBack { to_turn: None }));
        let pause = NewOffer::Pause { length: "P3D".into() };
        assert_eq!(read(r#"{"kind":"pause","for":"P3D"}"#).ok(), Some(pause));
        for bad in [
            r#"{"kind":"pause"}"#,
            r#"{"kind":"abort","for":"P3D"}"#,
            r#"{"kind":"draw","x":1}"#,
            r#"{"kind":"bribe"}"#,
            r#"{}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
