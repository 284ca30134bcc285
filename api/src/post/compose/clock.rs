//! Letters about time: a reminder, a time-out that was applied, time that stands still, runs again or was given. Each short:
//! the board and the orders came with "your move".

use domain::table::{Life, StopWhy, TimeOutAction};
use storage::NewLetter;

use super::{Recipient, game::Scene, history, message::Draft, text::Page, when::moment, your_move};
use crate::problem::Problem;

/// What the letters say in a few words.
pub(super) const REMINDER: &str = "remember your move";
pub(super) const TIME_OUT: &str = "your time was up";

/// The same of time that stands still, or runs again.
pub(super) fn changed_to(scene: &Scene<'_>) -> &'static str {
    let table = scene.chronicle().game().table();
    match (table.stopped(), table.granted(scene.seat), table.away().is_empty()) {
        (Some(_), _, _) => "the game pauses",
        (None, Some(_), _) => "you have more time",
        (None, None, false) => "somebody is away",
        (None, None, true) => "the clock runs",
    }
}

/// A reminder is true while the seat is waited for and its time is not up.
pub(super) fn reminder(scene: &Scene<'_>, to: &Recipient) -> Result<Draft, Problem> {
    let mut page = opening(to);
    page.say(&format!(
        "the game \"{}\" ({}) waits for you. You command the {}. This is round {}, {}.",
        scene.title,
        scene.battle(),
        scene.name_of(scene.seat),
        scene.stage().round,
        scene.phase(),
    ));
    page.time(&your_move::time(scene, to));
    history::since_last_turn(scene, &mut page)?;
    your_move::choices(scene, &mut page);
    your_move::suggestion(scene, &mut page);
    Ok(closing(scene, page, REMINDER, "reminder"))
}

/// What was done because a seat's time was up.
pub(super) fn time_out(scene: &Scene<'_>, to: &Recipient) -> Result<Draft, Problem> {
    let mut page = opening(to);
    let table = scene.chronicle().game().table();
    page.say(&format!(
        "your time was up in \"{}\" ({}), where you command the {}.",
        scene.title,
        scene.battle(),
        scene.name_of(scene.seat)
    ));
    page.say(&match (table.has_resigned(scene.seat), table.stood_in().contains(scene.seat)) {
        (true, _) => "Your seat has been given up, as the clock of this game says.".to_owned(),
        (false, true) => "A bot plays this turn for you. The next one is yours again.".to_owned(),
        (false, false) => {
            "What the rules do for an absent player was done; your next turn is yours.".to_owned()
        }
    });
    if !table.has_resigned(scene.seat) && table.time_out_action(scene.seat) == Some(TimeOutAction::Forfeit) {
        page.say("If your time runs out once more in a row, your seat is given up.");
    }
    history::since_last_turn(scene, &mut page)?;
    Ok(closing(scene, page, TIME_OUT, "time_out"))
}

/// Time stands still, or runs again.
pub(super) fn changed(scene: &Scene<'_>, to: &Recipient) -> Draft {
    let mut page = opening(to);
    let (title, battle) = (&scene.title, scene.battle());
    let table = scene.chronicle().game().table();
    page.say(&match table.stopped() {
        Some(pause) if pause.why == StopWhy::AllAbsent => format!(
            "everybody in \"{title}\" ({battle}) has let the time run out, one after the other. So time stands still: \
             nobody loses anything until somebody gives orders again."
        ),
        Some(pause) => format!(
            "all in \"{title}\" ({battle}) have agreed to a pause. Time stands still for everybody until {}, and runs again by \
             itself; what you had left you will have then.",
            moment(pause.until.unwrap_or_default(), to.zone())
        ),
        None if table.granted(scene.seat).is_some() => {
            format!("in \"{title}\" ({battle}) you were given more time.")
        }
        None if table.away().is_empty() => format!("in \"{title}\" ({battle}) time runs for everybody again."),
        None => format!("in \"{title}\" ({battle}) not everybody's time runs."),
    });
    for (seat, until) in table.away() {
        page.say(&format!(
            "{} is away until {}: the time of that seat stands still.",
            scene.who(seat),
            moment(*until, to.zone())
        ));
    }
    if scene.awaited().is_some() {
        page.say(&format!("The game waits for you. {}", your_move::time(scene, to)));
    }
    closing(scene, page, changed_to(scene), "time_out")
}

pub(super) fn opening(to: &Recipient) -> Page {
    let mut page = Page::default();
    page.greet(&to.greeting());
    page
}

pub(super) fn closing(scene: &Scene<'_>, mut page: Page, what: &str, setting: &'static str) -> Draft {
    page.say("The game:");
    page.lines([scene.url()]);
    scene.witness(&mut page);
    scene.footer(&mut page, Some(setting));
    Draft { subject: scene.subject(what), page, head: Some(scene.note()), thread: Some(scene.thread()) }
}

impl Scene<'_> {
    /// Whether the seat is the reader's, given up or not.
    pub(super) fn is_held_by(&self, letter: &NewLetter) -> Result<(), &'static str> {
        let is_held = self.row().is_some_and(|row| row.player == letter.player);
        if is_held { Ok(()) } else { Err("somebody else holds the seat") }
    }

    /// Whether the reader still holds the seat in a game that is being played.
    pub(super) fn is_played(&self, letter: &NewLetter) -> Result<(), &'static str> {
        match self.chronicle().game().table().life() {
            Life::Active => self.is_held_by(letter),
            Life::Open | Life::Ended(_) => Err("the game is not being played"),
        }
    }
}
