//! What keeps a letter back: the hour at which its reader wants it, and other letters with which it leaves.

use openapi::{
    pace,
    players::{Delivery, Notifications},
};
use storage::LetterRow;

use super::{Composed, Kind, Recipient, digest};
use crate::{
    app::App,
    problem::Problem,
    service::{accounts::Settings, pace::Pace},
};

/// Whether a letter's time depends on others to the same player: then they are looked at one after the other.
///
/// # Errors
/// What the store says.
pub fn is_paced(app: &App, row: &LetterRow) -> Result<bool, Problem> {
    let is_pacable = Kind::parse(&row.letter.kind).is_some_and(|kind| kind.setting().is_some());
    let Some(id) = row.letter.player.as_ref().filter(|_| is_pacable) else { return Ok(false) };
    match app.store.player(id) {
        Ok(player) => {
            let settings = Settings::of(&player)?;
            let has_digest = |kind: &&str| settings.notifications.of(kind) == Some(Delivery::Digest);
            let with_digest = Notifications::KINDS.iter().any(has_digest);
            Ok(with_digest || settings.pace != pace::Pace::default())
        }
        Err(storage::Error::NotFound) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// What keeps a letter from leaving by itself now: its time has not come, or others leave with it.
///
/// # Errors
/// What the store says, or content this program cannot read.
pub(super) fn held(
    app: &App,
    row: &LetterRow,
    kind: Kind,
    to: &Recipient,
) -> Result<Option<Composed>, Problem> {
    let Some(player) = to.player.as_ref().filter(|_| kind.setting().is_some()) else { return Ok(None) };
    let settings = Settings::of(player)?;
    let pace = Pace::of(player, &settings);
    let waiting = digest::Waiting { player, settings: &settings, pace: &pace };
    let (now, delivery) = (app.now(), waiting.delivery(kind).unwrap_or_default());
    // What has set out once is only kept from the night.
    let is_new = row.made.is_none() && row.tries == 0;
    let last = match is_new && pace.has_interval() && delivery == Delivery::Each {
        true => app.store.last_set_out(&player.id, &Kind::paced())?,
        false => None,
    };
    let when = if is_new { pace.leaves(delivery, row.letter.queued, last, now) } else { pace.awake(now) };
    if now < when {
        return Ok(Some(Composed::Waits(when)));
    }
    let has_waited = row.letter.queued < row.letter.due;
    match is_new && (has_waited || pace.has_interval() || delivery == Delivery::Digest) {
        true => digest::gather(app, row, &waiting),
        false => Ok(None),
    }
}
