//! "The battle is over": how it ended, the last events, the board, and how to check that all was fair.

use domain::{
    ruleset::{Focus, Outcome, OutcomeKind, Viewer},
    table::Life,
};
use storage::Visibility;

use super::{
    Recipient,
    game::Scene,
    history,
    message::Draft,
    text::{Page, Section, joined as listed, spoken},
};
use crate::problem::Problem;

/// The letter.
///
/// # Errors
/// What the store says.
pub(super) fn draft(scene: &Scene<'_>, to: &Recipient) -> Result<Draft, Problem> {
    let (outcome, what) = (outcome(scene), what(scene));
    let mut page = Page::default();
    page.greet(&to.greeting());
    page.say(&format!("{what}: \"{}\" ({}).", scene.title, scene.battle()));
    if let Some(outcome) = outcome {
        page.say(&result(scene, outcome));
        scores(scene, outcome, &mut page);
    }
    if has_begun(scene)? {
        history::since_last_turn(scene, &mut page)?;
        let picture = scene.chronicle().game().board(&Viewer::Seat(scene.seat.clone()), &Focus::none());
        page.section(Section::Board).heading("The board at the end").board(picture).section(Section::Letter);
        check(scene, &mut page);
    }
    scene.witness(&mut page);
    scene.footer(&mut page, Some("game_over"));
    Ok(Draft { subject: scene.subject(what), page, head: Some(scene.note()), thread: Some(scene.thread()) })
}

/// What has happened, in a few words.
pub(super) fn what(scene: &Scene<'_>) -> &'static str {
    match outcome(scene).is_none_or(|outcome| outcome.outcome == OutcomeKind::Aborted) {
        true => "the game is called off",
        false => "the battle is over",
    }
}

fn outcome<'a>(scene: &'a Scene<'_>) -> Option<&'a Outcome> {
    match scene.chronicle().game().table().life() {
        Life::Ended(outcome) => Some(outcome),
        // A letter of this kind leaves only after the end.
        Life::Open | Life::Active => None,
    }
}

/// Whether the battle had begun: otherwise there is nothing to see.
fn has_begun(scene: &Scene<'_>) -> Result<bool, Problem> {
    let first = scene.app.store.turns(&scene.game.row.id, 0, 1)?;
    Ok(first.first().is_some_and(|turn| turn.request.as_str() == "start"))
}

/// The result in words.
fn result(scene: &Scene<'_>, outcome: &Outcome) -> String {
    let reason = spoken(&outcome.reason);
    let winners: Vec<String> = outcome.winners.iter().map(|seat| scene.who(seat)).collect();
    match outcome.outcome {
        OutcomeKind::Win if outcome.winners.contains(scene.seat) && winners.len() == 1 => {
            format!("You have won ({reason}). Congratulations!")
        }
        OutcomeKind::Win if outcome.winners.contains(scene.seat) => {
            format!("Your side has won ({reason}): {}. Congratulations!", listed(&winners))
        }
        OutcomeKind::Win => format!("{} won ({reason}). Thank you for playing.", listed(&winners)),
        OutcomeKind::Draw => format!("It is a draw ({reason}). Thank you for playing."),
        OutcomeKind::Ranking => {
            let places = match outcome.winners.contains(scene.seat) {
                true => format!("You are among the first ({reason}). Congratulations!"),
                false => format!("The first places go to others ({reason}). Thank you for playing."),
            };
            let side = match outcome.side_result.as_deref() {
                Some("draw") => " Neither side has won.".to_owned(),
                Some(side) => format!(" As a side, the {} have won.", scene.name_of_side(side)),
                None => String::new(),
            };
            format!("{places} First: {}.{side}", listed(&winners))
        }
        OutcomeKind::Aborted => format!("It has no result ({reason})."),
    }
}

fn scores(scene: &Scene<'_>, outcome: &Outcome, page: &mut Page) {
    if let Some(ranking) = &outcome.ranking {
        let mut side = "";
        for place in ranking {
            if side != place.side {
                page.say(&format!("{}:", scene.name_of_side(&place.side)));
                side = &place.side;
            }
            let score =
                outcome.scores.get(&place.unit).map_or_else(String::new, |score| format!(" ({score})"));
            page.lines([format!("  {}. {}{score}", place.rank, place.unit)]);
        }
    } else if !outcome.scores.is_empty() {
        page.lines(outcome.scores.iter().map(|(who, score)| format!("  {}: {score}", spoken(who))));
    }
}

/// Where the whole game can be seen and checked.
fn check(scene: &Scene<'_>, page: &mut Page) {
    page.heading("See it again, and check it");
    page.lines([format!("replay  {}/replay", scene.url()), format!("audit   {}/audit", scene.url())]);
    page.say(
        "The audit bundle holds the whole log with every die and its proof. Save this mail as mail.eml (or its \
         attachment) beside it; KEY is the key that your first mail about this game told you:",
    );
    let token = match scene.game.row.visibility {
        Visibility::Private => " -H \"Authorization: Bearer $TOKEN\"",
        Visibility::Public | Visibility::Unlisted => "",
    };
    page.lines([
        scene.url_line(),
        format!("curl -sS \"$URL/audit\"{token} > game.json"),
        "fieldpost verify game.json --mail mail.eml --vkey \"$KEY\"".to_owned(),
    ]);
}
