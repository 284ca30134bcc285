//! "Your move": what is asked, what happened, the board, what may be ordered, a whole turn to copy, until when.

use domain::{
    ruleset::{Focus, Viewer},
    table::TimeOutAction,
};

use super::{
    Recipient,
    game::Scene,
    history, joined,
    message::Draft,
    offers, orders,
    text::{Page, Section, joined as listed, spoken},
    when::moment,
};
use crate::{problem::Problem, service::deadline::deadline_in};

/// The letter.
///
/// # Errors
/// What the store says.
pub(super) fn draft(scene: &Scene<'_>, to: &Recipient) -> Result<Draft, Problem> {
    let is_closed = is_closed(scene);
    let mut page = Page::default();
    page.greet(&to.greeting());
    if is_closed {
        joined::ask(scene, to, &mut page);
    } else {
        ask(scene, to, &mut page);
    }
    let own_turn = history::since_last_turn(scene, &mut page)?;
    board(scene, &mut page);
    if !is_closed {
        choices(scene, &mut page);
        suggestion(scene, &mut page);
    }
    scene.witness(&mut page);
    if own_turn.is_none() {
        // Who relies on the others' numbers has had no joining letter.
        scene.key(&mut page)?;
    }
    scene.footer(&mut page, Some("your_move"));
    Ok(Draft {
        subject: scene.subject(&what(scene)),
        page,
        head: Some(scene.note()),
        thread: Some(scene.thread()),
    })
}

/// What is asked, in a few words.
pub(super) fn what(scene: &Scene<'_>) -> String {
    let stage = scene.stage();
    match is_closed(scene) {
        true => "the dice need your number".to_owned(),
        false => format!("your move, round {}, {}", stage.round, spoken(stage.phase)),
    }
}

/// Whether numbers are owed before the next die.
fn is_closed(scene: &Scene<'_>) -> bool {
    scene.chronicle().ledger().mix().is_none()
}

/// What is asked and until when.
fn ask(scene: &Scene<'_>, to: &Recipient, page: &mut Page) {
    let (name, battle) = (scene.name_of(scene.seat), scene.battle());
    page.say(&format!(
        "it is your turn in \"{}\" ({battle}). You command the {name}. This is round {}, {}.",
        scene.title,
        scene.stage().round,
        scene.phase(),
    ));
    page.time(&time(scene, to));
    let others: Vec<String> = scene
        .chronicle()
        .awaited()
        .iter()
        .filter(|awaited| awaited.seat != *scene.seat)
        .map(|awaited| scene.who(&awaited.seat))
        .collect();
    if !others.is_empty() {
        page.say(&format!("The game waits for others as well: {}.", listed(&others)));
    }
    offers::also(scene, page);
    page.say("The game, and what to do with this mail:");
    page.lines([scene.url(), scene.page("move")]);
}

/// The deadline and what its passing does.
pub(super) fn time(scene: &Scene<'_>, to: &Recipient) -> String {
    let chronicle = scene.chronicle();
    let table = chronicle.game().table();
    match (table.stopped(), table.away().get(scene.seat)) {
        (Some(pause), _) => {
            return match pause.until {
                Some(until) => format!(
                    "Time stands still in this game until {}, as all have agreed.",
                    moment(until, to.zone())
                ),
                None => "Time stands still in this game until somebody gives orders again.".to_owned(),
            };
        }
        (None, Some(until)) => {
            return format!("You are away until {}: your time stands still.", moment(*until, to.zone()));
        }
        (None, None) => {}
    }
    let Some(until) = scene.awaited().and_then(|awaited| deadline_in(chronicle, awaited)) else {
        return "This game has no clock: take the time you need.".to_owned();
    };
    let phase = scene.stage().phase;
    let default = chronicle.ruleset().phases().iter().find(|info| info.phase == phase);
    let then = match chronicle.game().table().time_out_action(scene.seat) {
        Some(TimeOutAction::DefaultAction) => match default {
            Some(info) => {
                format!("the rules' default is done for you ({}: {})", spoken(phase), info.on_timeout)
            }
            None => "the rules' default is done for you".to_owned(),
        },
        Some(TimeOutAction::Bot) => "a bot plays this turn for you".to_owned(),
        Some(TimeOutAction::Forfeit) => "your seat resigns".to_owned(),
        None => "the game waits on for you".to_owned(),
    };
    format!("You have time until {}. If your turn is not over by then, {then}.", moment(until, to.zone()))
}

/// The board as this seat sees it.
pub(super) fn board(scene: &Scene<'_>, page: &mut Page) {
    let picture = scene.chronicle().game().board(&Viewer::Seat(scene.seat.clone()), &Focus::none());
    page.section(Section::Board).heading("The board").board(picture).section(Section::Letter);
}

/// What may be ordered.
pub(super) fn choices(scene: &Scene<'_>, page: &mut Page) {
    let hints = scene.chronicle().game().hints(scene.seat, None);
    let notations: Vec<String> = hints.iter().map(|order| order.notation()).collect();
    let (groups, n_left) = orders::legal(&notations);
    page.section(Section::Orders).heading("What you may order now");
    page.say(
        "One order a line: the word before the colon, then one of the choices after it. A turn may go on into your \
         next phases: each order is judged on what those before it have left.",
    );
    page.choices(groups);
    if 0 < n_left {
        page.say(&format!("... and {n_left} more. All of them, with exact odds:"));
    } else {
        page.say("The same with exact odds:");
    }
    page.lines([
        scene.url_line(),
        format!("curl -sS \"$URL/orders?seat={}\" -H \"Authorization: Bearer $TOKEN\"", scene.seat),
    ]);
    page.section(Section::Letter);
}

/// A whole turn and the command that sends it.
pub(super) fn suggestion(scene: &Scene<'_>, page: &mut Page) {
    let suggested = scene.chronicle().game().suggested(scene.seat);
    let notations: Vec<String> =
        suggested.iter().take(orders::N_SUGGESTED).map(|order| order.notation()).collect();
    let stage = scene.stage();
    page.section(Section::Orders).heading("A whole turn, ready to send");
    if scene.is_answerable() {
        page.say(
            "A bot would play this. Change it as you like, and send it as your answer to this mail. With `dry run` on a \
             line of its own before it you are told what would happen, up to the first die, and nothing is done.",
        );
        page.lines(&notations).section(Section::Letter);
        return;
    }
    page.say(
        "A bot would play this. Change it as you like, then paste it into a shell. TOKEN is the token you got with \
         your account (TOKEN=fp_...). Round and phase in the address guard you: if the game has moved on, nothing \
         happens. With &dry_run=true behind them you see what would happen, up to the first die.",
    );
    let query = format!("seat={}&round={}&phase={}", scene.seat, stage.round, stage.phase);
    let mut lines = vec![scene.url_line()];
    lines.extend(orders::command(&query, &notations));
    page.lines(lines);
    page.say(
        "The answer tells what happened, dice and all, and in `to_act` who is waited for now. If that is still you, \
         your turn goes on: ask for your orders again as above. No other mail comes until the game has waited for \
         somebody else.",
    );
    page.section(Section::Letter);
}
