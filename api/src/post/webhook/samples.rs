//! Rows for the tests of this folder.

use storage::{DeliveryRow, LetterState, NewLetter, PlayerId};

/// When everything in these tests happens.
pub(super) const NOW: u64 = 1_800_000_000;

/// A delivery of this kind that was tried so often.
pub(super) fn delivery(webhook: &str, player: &str, kind: &str, tries: u32) -> DeliveryRow {
    let letter = NewLetter {
        game: None,
        seat: None,
        seq: 0,
        kind: kind.to_owned(),
        player: Some(PlayerId(player.to_owned())),
        address: None,
        content: Vec::new(),
        message_id: "<m@x>".to_owned(),
        queued: NOW,
        due: NOW,
    };
    DeliveryRow {
        id: 1,
        webhook: webhook.to_owned(),
        letter,
        state: LetterState::Queued,
        tries,
        made: None,
        status: None,
        error: None,
        ended: None,
    }
}
