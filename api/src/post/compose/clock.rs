//! Letters about time and offers: a reminder, a time-out that was applied, a draw that is offered, time that stands still
//! or runs again. Each short: the board and the orders came with "your move".

use domain::table::{Life, StopWhy, TimeOutAction};
use storage::NewLetter;

use super::{
    Recipient,
    game::Scene,
    history,
    message::Draft,
    text::{Page, joined as listed},
    your_move,
};
use crate::problem::Problem;

/// What the letters say in a few words.
pub(super) const REMINDER: &str = "remember your move";
pub(super) const TIME_OUT: &str = "your time was up";
pub(super) const OFFER: &str = "a draw is offered";

/// The same of time that stands still, or runs again.
pub(super) fn changed_to(scene: &Scene<'_>) -> &'static str {
    match scene.chronicle().game().table().stopped() {
        Some(_) => "the game pauses",
        None => "the game goes on",
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
    page.say(&your_move::time(scene, to));
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

/// A draw is offered.
pub(super) fn offer(scene: &Scene<'_>, to: &Recipient) -> Draft {
    let mut page = opening(to);
    let by: Vec<String> =
        scene.chronicle().game().table().drawing().iter().map(|seat| scene.who(seat)).collect();
    page.say(&format!(
        "a draw is offered in \"{}\" ({}) by {}. It is agreed when everybody still in the game accepts.",
        scene.title,
        scene.battle(),
        listed(&by)
    ));
    page.say("Answer with the order `accept draw` or `decline draw`; if you say nothing, the offer stands.");
    closing(scene, page, OFFER, "offer")
}

/// Time stands still, or runs again.
pub(super) fn changed(scene: &Scene<'_>, to: &Recipient) -> Draft {
    let mut page = opening(to);
    let (title, battle) = (&scene.title, scene.battle());
    page.say(&match scene.chronicle().game().table().stopped().map(|pause| pause.why) {
        Some(StopWhy::AllAbsent) => format!(
            "everybody in \"{title}\" ({battle}) has let the time run out, one after the other. So time stands still: \
             nobody loses anything until somebody gives orders again."
        ),
        None => format!(
            "somebody in \"{title}\" ({battle}) has come back: time runs again, for everybody anew."
        ),
    });
    closing(scene, page, changed_to(scene), "time_out")
}

fn opening(to: &Recipient) -> Page {
    let mut page = Page::default();
    page.say(&to.greeting());
    page
}

fn closing(scene: &Scene<'_>, mut page: Page, what: &str, setting: &str) -> Draft {
    page.say("The game:");
    page.lines([scene.url()]);
    scene.witness(&mut page);
    scene.footer(&mut page, Some(setting));
    Draft {
        subject: scene.subject(what),
        text: page.finish(),
        head: Some(scene.note()),
        thread: Some(scene.thread()),
    }
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

    /// Whether an offer of a draw stands that this seat has not agreed to.
    pub(super) fn is_offered_a_draw(&self) -> Result<(), &'static str> {
        let game = self.chronicle().game();
        let drawing = game.table().drawing();
        let is_asked =
            !drawing.is_empty() && !drawing.contains(self.seat) && game.in_game().contains(self.seat);
        if is_asked { Ok(()) } else { Err("no offer of a draw waits for this seat") }
    }
}
