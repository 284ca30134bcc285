//! "All have joined": the commitments stand in the log, and a seat's number is wanted. The joining letter: it
//! carries the key and the hash of the first line.

use domain::table::Life;

use super::{Recipient, game::Scene, message::Draft, text::Page, when::moment};
use crate::{problem::Problem, service::lobby::REVEAL_WITHIN};

/// The letter.
///
/// # Errors
/// What the store says.
pub(super) fn draft(scene: &Scene<'_>, to: &Recipient) -> Result<Draft, Problem> {
    let mut page = Page::default();
    page.greet(&to.greeting());
    let (title, battle, name) = (&scene.title, scene.battle(), scene.name_of(scene.seat));
    let all_have = scene.chronicle().has_commitments();
    page.say(&match all_have {
        true => format!(
            "all seats of \"{title}\" ({battle}) are taken, and all commitments stand in the log. You command the {name}."
        ),
        false => format!("you command the {name} in \"{title}\" ({battle})."),
    });
    page.lines(scene.game.seats.iter().map(|row| format!("  {}", scene.who(&row.seat))));
    ask(scene, to, &mut page);
    scene.key(&mut page)?;
    scene.witness(&mut page);
    scene.footer(&mut page, Some("started"));
    Ok(Draft {
        subject: scene.subject(what(scene)),
        page,
        head: Some(scene.note()),
        thread: Some(scene.thread()),
    })
}

/// What is asked, in a few words.
pub(super) fn what(scene: &Scene<'_>) -> &'static str {
    match scene.chronicle().has_commitments() {
        true => "all have joined, show your number",
        false => "a new number is wanted",
    }
}

/// Asks for a commitment or a number, whichever is owed.
pub(super) fn ask(scene: &Scene<'_>, to: &Recipient, page: &mut Page) {
    let ledger = scene.chronicle().ledger();
    let (epoch, ..) = ledger.epoch();
    match ledger.commitment_of(scene.seat) {
        Some(Some(commitment)) => {
            page.say("Now show the number you committed to. Your commitment in the log is");
            page.lines([format!("  {commitment}")]);
            page.say(
                "Put your number into MINE and run this. If you kept it as the invitation proposed, it lies in a \
                 file.",
            );
            page.lines(reveal(scene));
            if scene.is_answerable() {
                page.say("Or answer this mail with the line `reveal NUMBER`, in which NUMBER is yours.");
            }
            if let (Life::Open, Some(awaited)) = (scene.chronicle().game().table().life(), scene.awaited()) {
                page.time(&format!(
                    "You have time until {}. After that your seat is free again, and all commit anew. With the last \
                     number the battle begins by itself.",
                    moment(awaited.since + REVEAL_WITHIN, to.zone())
                ));
            }
        }
        Some(None) => {
            page.say(
                "The dice are opened anew. You rely on the others' numbers; there is nothing to do for you.",
            );
        }
        None => {
            page.say(&format!(
                "The dice of \"{}\" are opened anew (epoch {epoch}). Before the next die every seat commits to a new \
                 number, and shows it when all have.",
                scene.title
            ));
            page.lines(commit(scene, epoch));
            if scene.is_answerable() {
                page.say("Or answer this mail with the line `accept COMMIT`, with the commitment that is made there.");
            }
        }
    }
    page.say("What this is about:");
    page.lines([scene.page("number")]);
}

fn reveal(scene: &Scene<'_>) -> Vec<String> {
    vec![
        scene.url_line(),
        format!("MINE=$(cat {})", file(scene)),
        format!("curl -sS \"$URL/seats/{}/ready\" -H \"Authorization: Bearer $TOKEN\" \\", scene.seat),
        "  -H 'Content-Type: application/json' -d \"{\\\"entropy\\\":\\\"$MINE\\\"}\"".to_owned(),
    ]
}

/// The lines that draw a number, keep it, and make its commitment (verifiable-dice §7).
pub(super) fn draw(scene: &Scene<'_>, epoch: u64) -> Vec<String> {
    vec![
        format!("openssl rand -hex 32 > {}", file(scene)),
        format!("COMMIT=$(printf 'fair-dice/v1/entropy\\n%s\\n{epoch}\\n%s\\n%s\\n' \\"),
        format!("  {} {} \\", scene.game.row.id, scene.seat),
        format!("  \"$(cat {})\" | sha256sum | cut -c-64)", file(scene)),
    ]
}

fn commit(scene: &Scene<'_>, epoch: u64) -> Vec<String> {
    let mut lines = vec![scene.url_line()];
    lines.extend(draw(scene, epoch));
    lines.push(format!("curl -sS -X PUT \"$URL/seats/{}\" \\", scene.seat));
    lines.push("  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\".to_owned());
    lines.push("  -d \"{\\\"commit\\\":\\\"$COMMIT\\\"}\"".to_owned());
    lines
}

/// Where a player keeps his number.
fn file(scene: &Scene<'_>) -> String {
    format!("number-{}-{}", scene.game.row.id, scene.seat)
}
