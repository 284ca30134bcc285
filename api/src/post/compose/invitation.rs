//! "You are invited": who invites to which battle, and the commands that take the seat. The secret stands behind the
//! `#` of the link, which browsers keep to themselves, and in the command's body, never in a query.

use serde_json::json;

use super::{
    Recipient,
    game::Scene,
    joined,
    message::Draft,
    text::{Page, Section, quoted},
    when::moment,
};
use crate::{config::Registration, problem::Problem, service::lobby::OPEN_FOR};

/// The letter.
///
/// # Errors
/// What the store says.
pub(super) fn draft(scene: &Scene<'_>, to: &Recipient, invite: &str) -> Result<Draft, Problem> {
    let host = scene.host()?;
    let mut page = Page::default();
    page.greet(&to.greeting());
    opening(scene, to, host.as_deref(), &mut page);
    if scene.is_answerable() {
        let declined = if is_running(scene) { "stays with who holds it" } else { "is free for others" };
        page.say(&format!(
            "To take the seat, answer this mail with the word `accept`; with `decline` it {declined}. That is all \
             you need: from then on you play by answering mails. What follows is for who rather uses curl, or brings a \
             number of his own to the dice (`accept COMMIT` then, with the commitment that is made below)."
        ));
    }
    page.say("A page that explains; opening it does nothing:");
    page.lines([format!("{}#{invite}", scene.page("invitation"))]);
    account(scene, to, invite, &mut page);
    page.heading("2. Take the seat");
    page.lines([
        scene.url_line(),
        format!("curl -sS -X PUT \"$URL/seats/{}\" \\", scene.seat),
        "  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\".to_owned(),
        format!("  -d {}", quoted(&json!({ "invite": invite }).to_string())),
    ]);
    own_number(scene, invite, &mut page);
    scene.key(&mut page)?;
    scene.witness(&mut page);
    page.section(Section::Letter);
    page.say("If you do not know what this is about, do nothing: the seat simply stays free.");
    scene.footer(&mut page, Some("invitation"));
    let who = host.map_or_else(|| "you are invited".to_owned(), |host| format!("{host} invites you"));
    Ok(Draft { subject: scene.subject(&who), page, head: Some(scene.note()), thread: Some(scene.thread()) })
}

/// Who invites to what.
fn opening(scene: &Scene<'_>, to: &Recipient, host: Option<&str>, page: &mut Page) {
    page.say(&format!(
        "{} invites you to a battle by post: \"{}\" ({}). A seat is kept for you: the {}.",
        host.unwrap_or("somebody"),
        scene.title,
        scene.battle(),
        scene.name_of(scene.seat),
    ));
    if !scene.description().is_empty() {
        page.say(&scene.description());
    }
    page.lines(scene.game.seats.iter().map(|row| match row.seat == *scene.seat {
        true => format!("  {} (you)", scene.name_of(&row.seat)),
        false => format!("  {}", scene.who(&row.seat)),
    }));
    if is_running(scene) {
        page.say(&format!(
            "The game is being played, in round {}: you would take the seat over from somebody, with a whole turn's time. You \
             play when you have time, by curl; each time it is your turn you get a mail.",
            scene.stage().round
        ));
        return;
    }
    page.say(&format!(
        "You play when you have time, by curl; each time it is your turn you get a mail. The game waits for its \
         players until {}.",
        moment(scene.game.row.created + OPEN_FOR, to.zone())
    ));
}

/// Whether the seat would be taken over in a game that is being played.
fn is_running(scene: &Scene<'_>) -> bool {
    scene.game.row.state == storage::GameState::Active
}

/// How to come by a token.
fn account(scene: &Scene<'_>, to: &Recipient, invite: &str, page: &mut Page) {
    page.heading("1. Have an account");
    if to.player.is_some() {
        page.say("You have one: TOKEN is the token you got with it (TOKEN=fp_...).");
        return;
    }
    let (name, email) = ("YOUR NAME", to.address.as_str());
    let body = match scene.app.config.registration {
        Registration::Open => json!({ "name": name, "email": email }),
        Registration::Invite => json!({ "name": name, "email": email, "invite": invite }),
        Registration::Closed => {
            page.say("Accounts are made by the operator of this server: ask for one, and for its token.");
            return;
        }
    };
    page.say("Put in your name and run this. The answer holds your token (fp_...): keep it, it is your key.");
    page.lines([
        format!("TOKEN=$(curl -sS {} \\", quoted(&scene.app.link("/v1/players"))),
        "  -H 'Content-Type: application/json' \\".to_owned(),
        format!("  -d {} \\", quoted(&body.to_string())),
        "  | tee /dev/stderr | grep -o 'fp_[A-Za-z0-9_-]*')".to_owned(),
    ]);
}

/// The same with a number of his own.
fn own_number(scene: &Scene<'_>, invite: &str, page: &mut Page) {
    let (present, ..) = scene.chronicle().ledger().epoch();
    // The present dice are made already, once all have committed to numbers for them.
    let is_next = is_running(scene) && scene.chronicle().has_commitments();
    let (epoch, when) = match is_next {
        true => (present + 1, "show it when the dice are opened anew, as the present ones are made already"),
        false => (present, "show it when all have joined"),
    };
    page.heading("Or: take it with a number of your own");
    page.say(&format!(
        "The dice are made of the server's secret and of the players' numbers. If you bring a number, nobody, the \
         operator included, can have chosen the dice. You commit to it now and {when}; keep \
         the file until then."
    ));
    let mut lines = vec![scene.url_line(), format!("INVITE={}", quoted(invite))];
    lines.extend(joined::draw(scene, epoch));
    lines.push(format!("curl -sS -X PUT \"$URL/seats/{}\" \\", scene.seat));
    lines.push("  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\".to_owned());
    lines.push("  -d \"{\\\"invite\\\":\\\"$INVITE\\\",\\\"commit\\\":\\\"$COMMIT\\\"}\"".to_owned());
    page.lines(lines);
}
