//! The answer to a mail: what was done, dice and all, or which line was not understood and why; then how the game stands
//! now, so that the next mail can be written at once.

use domain::table::Life;

use super::{
    Recipient,
    game::Scene,
    history,
    message::{Answered, Draft, Thread},
    text::{Page, clean, joined as listed, spoken},
    when::moment,
    your_move,
};
use crate::{
    post::{
        address::Bearer,
        answer::{MailAnswer, Roll, Told, Wrong},
    },
    problem::{Problem, codes},
};

/// What mail can do, for who asks.
const HELP: &[&str] = &[
    "orders in notation   one a line: all of them are carried out, or none",
    "dry run              on the first line: the rest is only tried, up to",
    "                     the first die, and you are told its odds",
    "message ...          your words, to all at the table; all lines of the",
    "                     mail belong to them",
    "message @side ...    to your own side alone; @ and the name of a seat:",
    "                     to who holds it",
    "board                the board as it is now",
    "orders               what you may order now",
    "resign               give up your seat",
    "offer draw           also: accept draw, decline draw",
    "accept               take the seat you are invited to; decline leaves it",
    "accept COMMIT        take it with a number of your own, which you show",
    "reveal NUMBER        when all have joined",
    "vacation until 2027-02-01   your clocks stand still, in all your games;",
    "                     `vacation off` ends it",
    "help                 this",
    "end                  alone on a line: what follows is not read",
];

/// The letter.
///
/// # Errors
/// What the store says.
pub(super) fn draft(scene: &Scene<'_>, to: &Recipient, answer: &MailAnswer) -> Result<Draft, Problem> {
    let mut page = Page::default();
    page.greet(&to.greeting());
    let what = told(scene, to, answer, &mut page)?;
    scene.footer(&mut page, None);
    let answered = match &answer.told {
        // What he is told of is not his mail.
        Told::Stranger { .. } | Told::Unproven {} => None,
        Told::Done { .. }
        | Told::Repeated { .. }
        | Told::Drafted { .. }
        | Told::Foreseen { .. }
        | Told::Refused { .. }
        | Told::Doubtful { .. }
        | Told::Stale {}
        | Told::Nothing {}
        | Told::Written { .. }
        | Told::Joined {}
        | Told::Declined {}
        | Told::Revealed {}
        | Told::Away { .. }
        | Told::Help {}
        | Told::Board {}
        | Told::Orders {} => Some(Answered { message_id: answer.message_id.clone() }),
    };
    Ok(Draft {
        subject: scene.subject(what),
        page,
        head: Some(scene.note()),
        thread: Some(Thread { answered, ..scene.thread() }),
    })
}

/// Orders that nobody else knows of yet.
fn drafted(scene: &Scene<'_>, orders: &[String], page: &mut Page) -> &'static str {
    page.say(&format!(
        "what you order now in \"{}\" is secret, so nothing has happened at the table, and nobody else can tell that you \
         wrote. Your draft is kept as follows; what you send next is added to it.",
        scene.title
    ));
    page.lines(orders);
    let binding = scene.chronicle().game().play().binding(scene.seat).map(|order| order.notation());
    if let Some(binding) = binding {
        page.say(&format!("With `{binding}` on a line of its own it is bound, as it is then."));
    }
    "kept as your draft"
}

/// Writes what is told; gives what it is about in a few words.
fn told(
    scene: &Scene<'_>,
    to: &Recipient,
    answer: &MailAnswer,
    page: &mut Page,
) -> Result<&'static str, Problem> {
    let title = &scene.title;
    let what = match &answer.told {
        Told::Done { turn } => {
            let words = format!("your orders are carried out: turn {turn} of \"{title}\".");
            turn_done(scene, *turn, &words, page)?;
            "done"
        }
        Told::Repeated { turn } => {
            let words = format!(
                "the very same orders came before, and were carried out as turn {turn} of \"{title}\". Nothing \
                 happened now."
            );
            turn_done(scene, *turn, &words, page)?;
            "done before"
        }
        Told::Drafted { orders } => drafted(scene, orders, page),
        Told::Refused { why, faults } => {
            refused(title, why, faults, page);
            own_lines(&answer.lines, page);
            "nothing was done"
        }
        Told::Doubtful { line } => {
            doubtful(title, line, page);
            "nothing was done"
        }
        Told::Stale {} => {
            stale(title, page);
            own_lines(&answer.lines, page);
            "the game has moved on"
        }
        Told::Nothing {} => nothing(title, page),
        Told::Help {} => {
            page.say("you play by answering these mails, from this address. What your mail may say:")
                .lines(HELP);
            "help"
        }
        Told::Joined {} => say(
            page,
            &format!("you hold a seat of \"{title}\": the {}.", scene.name_of(scene.seat)),
            "the seat is yours",
        ),
        Told::Declined {} => {
            let becomes = match scene.chronicle().game().table().life() {
                Life::Open => "is free for somebody else",
                Life::Active | Life::Ended(_) => "stays with who holds it",
            };
            let words = format!("the seat in \"{title}\" {becomes}. Nothing more comes about it.");
            say(page, &words, "declined")
        }
        Told::Away { until } => return Ok(away(*until, to, page)),
        Told::Revealed {} => {
            say(page, &format!("your number for \"{title}\" stands in its log."), "your number is shown")
        }
        Told::Board {} => "the board",
        Told::Orders {} => "what you may order",
        Told::Foreseen { events, roll } => return Ok(foreseen(title, events, roll.as_ref(), page)),
        Told::Written { to } => return Ok(written(scene, to.as_deref(), &answer.lines, page)),
        Told::Stranger { from } => return Ok(stranger(title, from, page)),
        Told::Unproven {} => return Ok(unproven(title, page)),
    };
    what_now(scene, page);
    Ok(what)
}

fn say<'a>(page: &mut Page, words: &str, what: &'a str) -> &'a str {
    page.say(words);
    what
}

/// That his clocks stand still, or run again.
fn away(until: Option<u64>, to: &Recipient, page: &mut Page) -> &'static str {
    let Some(until) = until else {
        return say(page, "you are back: your clocks run, each with the time that was left.", "you are back");
    };
    page.say(&format!(
        "you are away until {}: your clocks stand still in all your games that honour it. `vacation off` ends it sooner.",
        moment(until, to.zone())
    ));
    "you are away"
}

/// That his words are written, and to whom.
fn written(scene: &Scene<'_>, to: Option<&str>, lines: &[String], page: &mut Page) -> &'static str {
    page.say(&format!("your message is written to {} of \"{}\".", readers(scene, to), scene.title));
    own_lines(lines, page);
    "message written"
}

fn stale(title: &str, page: &mut Page) {
    page.say(&format!(
        "nothing was done: the mail you answered was about an earlier moment of \"{title}\". Here is how it stands \
         now; an answer to this mail counts."
    ));
}

fn nothing(title: &str, page: &mut Page) -> &'static str {
    page.say(&format!(
        "your mail about \"{title}\" came, but no line of yours was found in it. Write above the quoted mail, one order \
         a line. What your mail may say:"
    ));
    page.lines(HELP);
    "nothing was done"
}

fn doubtful(title: &str, line: &str, page: &mut Page) {
    page.say(&format!(
        "nothing was done in \"{title}\". This line of your mail stands right below a quoted one, and may be its end:"
    ));
    page.lines([format!("  {}", clean(line))]);
    page.say("Write your orders above the quoted mail, or leave a blank line between.");
}

/// The events of a turn, with their dice and rules.
fn turn_done(scene: &Scene<'_>, turn: u64, words: &str, page: &mut Page) -> Result<(), Problem> {
    page.say(words);
    let rows = scene.app.store.turns(&scene.game.row.id, turn, 1)?;
    let row = rows.first().ok_or_else(|| Problem::plain(codes::NOT_FOUND))?;
    page.heading("What your turn did");
    history::of_lines(scene, row.first, row.last, page)
}

/// How the game stands now.
fn what_now(scene: &Scene<'_>, page: &mut Page) {
    match scene.bearer {
        Bearer::Holder => {}
        Bearer::Invited => return, // what a seat sees is for who holds it
    }
    match scene.chronicle().game().table().life() {
        Life::Ended(_) => {
            page.say("The game is over; another mail tells how it ended.");
            return;
        }
        Life::Open => {
            page.say(
                "The game has not begun: you get a mail when it has, or when something is asked of you.",
            );
            return;
        }
        Life::Active => {}
    }
    let names: Vec<String> =
        scene.chronicle().awaited().iter().map(|awaited| scene.who(&awaited.seat)).collect();
    let stage = scene.stage();
    let waits = format!(
        "It is round {}, {}. The game waits for: {}.",
        stage.round,
        spoken(stage.phase),
        listed(&names)
    );
    let is_awaited = scene.awaited().is_some();
    your_move::board(scene, page);
    page.say(&waits);
    let is_closed = scene.chronicle().ledger().mix().is_none();
    if is_awaited && !is_closed {
        your_move::choices(scene, page);
        your_move::suggestion(scene, page);
    }
}

fn foreseen(title: &str, events: &[String], roll: Option<&Roll>, page: &mut Page) -> &'static str {
    page.say(&format!("this was a dry run in \"{title}\": nothing is done. Your orders would do this:"));
    match events {
        [] => page.lines(["  nothing before the first die"]),
        events => page.lines(events.iter().map(|event| format!("  {}", clean(event)))),
    };
    if let Some(roll) = roll {
        page.say("Then this order would roll dice:");
        page.lines([format!("  {}", clean(&roll.order))]);
        page.lines(roll.odds.iter().map(|chance| format!("    {chance}")));
    }
    page.say("To mean it, send the same without the line `dry run`.");
    "dry run"
}

fn refused(title: &str, why: &str, faults: &[Wrong], page: &mut Page) {
    page.say(&format!("nothing was done in \"{title}\"."));
    if faults.is_empty() {
        page.say(&clean(why));
    }
    for fault in faults {
        let rule = fault.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
        let mut lines = match fault.number {
            Some(number) => vec![format!("Line {number}: {}", clean(&fault.line))],
            None => Vec::new(),
        };
        lines.extend(super::text::wrap(
            &format!("{}{rule}", clean(&fault.why)),
            super::text::WIDTH,
            "  ",
            "  ",
        ));
        lines.extend(fault.nearest.as_ref().map(|nearest| format!("  Did you mean: {nearest}")));
        page.lines(lines);
    }
}

/// What the writer wrote, as it was read.
fn own_lines(lines: &[String], page: &mut Page) {
    if !lines.is_empty() {
        page.say("Your lines were:");
        page.lines(lines.iter().map(|line| format!("  {}", clean(line))));
    }
}

/// Who reads a message, by the word that named them.
fn readers(scene: &Scene<'_>, to: Option<&str>) -> String {
    match to {
        None => "all at the table".to_owned(),
        Some(to) if scene.game.seats.iter().any(|row| row.seat.as_str() == to) => scene.name_of(to),
        Some("side") => "your side".to_owned(),
        Some(side) => format!("the side of {}", scene.name_of_side(side)),
    }
}

fn unproven(title: &str, page: &mut Page) -> &'static str {
    page.say(&format!(
        "a mail about \"{title}\" names you as its sender, but it could not be proved to come from you: here only mail counts \
         that has passed DMARC. Nothing was done. If it was you, send it again by the mail server of your own address. If it \
         was not, somebody has tried to write in your name."
    ));
    "a mail that may not be yours"
}

fn stranger(title: &str, from: &str, page: &mut Page) -> &'static str {
    page.say(&format!(
        "a mail to your reply address of \"{title}\" came from {}, which is not the address you have proved. Nothing was \
         done, and its sender was told nothing. If it was you, write from this address. If it was not, somebody has seen \
         a mail of yours: he can do nothing with it, as long as he cannot write in your name.",
        clean(from)
    ));
    "a mail from another address"
}
