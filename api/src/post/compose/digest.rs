//! Several letters in one mail: what waited for its hour, or for the shortest time between two mails to pass. Each is as true
//! as it would be alone, and is told once.
//!
//! The mail is a letter of its own that carries the others. Should one of them be no longer true before it has arrived, it is
//! dropped, and what it carried is looked at anew.

use openapi::players::Delivery;
use storage::{LetterRow, MadeLetter, NewLetter, PlayerRow};

use super::{
    Composed, Kind, Matter, Ready, Recipient, matter,
    message::{self, Draft, Thread},
    recipient,
    text::{Page, Section, What},
    unreadable,
};
use crate::{
    app::App,
    post::unsubscribe,
    problem::Problem,
    random,
    service::{accounts::Settings, pace::Pace},
};

/// The kind of these letters, as the outbox names it.
pub(super) const KIND: &str = "digest";

/// So many letters leave in one mail at most; the others in the next.
const N_LETTERS: usize = 40;

/// With more than so many, boards and orders are left to the games' own addresses.
const N_WHOLE: usize = 3;

/// Who waits for what, and when.
pub(super) struct Waiting<'a> {
    /// Whose letters.
    pub(super) player: &'a PlayerRow,
    /// What he wants.
    pub(super) settings: &'a Settings,
    /// When he wants it.
    pub(super) pace: &'a Pace,
}

impl Waiting<'_> {
    /// How he wants letters of this kind, if that can be chosen.
    pub(super) fn delivery(&self, kind: Kind) -> Option<Delivery> {
        self.settings.notifications.of(kind.setting()?)
    }

    /// Whether a letter may leave with another of his that leaves now.
    fn comes_along(&self, row: &LetterRow, kind: Kind, now: u64) -> bool {
        let letter = &row.letter;
        let has_waited = letter.queued < letter.due;
        match self.delivery(kind) {
            None | Some(Delivery::Off) => false,
            Some(Delivery::Digest) => self.pace.leaves(Delivery::Digest, letter.queued, None, now) <= now,
            Some(Delivery::Each) => self.pace.has_interval() || has_waited,
        }
    }
}

/// Puts the letter and all that may come along into one, if there is more than one that is true. It leaves in the next round.
///
/// # Errors
/// What the store says, or content this program cannot read.
pub(super) fn gather(app: &App, row: &LetterRow, waiting: &Waiting<'_>) -> Result<Option<Composed>, Problem> {
    let now = app.now();
    let rows = app.store.waiting_letters(&waiting.player.id)?;
    let mut found: Vec<(&LetterRow, Kind, Matter<'_>)> = Vec::new();
    for other in rows.iter().filter(|other| other.letter.address.is_none()) {
        let Some(kind) = Kind::parse(&other.letter.kind) else { continue };
        if N_LETTERS <= found.len() || other.id != row.id && !waiting.comes_along(other, kind, now) {
            continue;
        }
        // One that is not true, or cannot be read, is dropped or put off when its own time comes.
        if let Ok(Ok(matter)) = matter(app, &other.letter, kind) {
            found.push((other, kind, matter));
        }
    }
    let Ok(to) = recipient(app, &row.letter, Kind::Digest)? else { return Ok(None) };
    if found.len() < 2 || !found.iter().any(|(other, ..)| other.id == row.id) {
        return Ok(None);
    }
    found.sort_by_key(|(other, kind, _)| (*kind != Kind::YourMove, other.id));
    let draft = draft(app, &to, &found)?;
    let message_id = format!("<{}.{KIND}@{}>", random::letter_id(), app.config.base_url.host());
    let bytes = message::write(app, &to, &message_id, &draft)?;
    let letter = NewLetter {
        game: None,
        seat: None,
        seq: 0,
        kind: KIND.to_owned(),
        player: Some(waiting.player.id.clone()),
        address: None,
        content: Vec::new(),
        message_id,
        queued: now,
        due: now,
    };
    let carried: Vec<u64> = found.iter().map(|(other, ..)| other.id).collect();
    match app.store.carry(letter, MadeLetter { to: to.address, bytes }, &carried) {
        // Another process was faster, or one of them was dropped meanwhile: next time.
        Ok(()) | Err(storage::Error::Conflict) => Ok(Some(Composed::Carried)),
        Err(error) => Err(error.into()),
    }
}

/// Whether a mail that carries letters may leave: all of them are still true and wanted.
///
/// # Errors
/// What the store says, or content this program cannot read.
pub(super) fn leave(app: &App, row: &LetterRow) -> Result<Composed, Problem> {
    let to = match recipient(app, &row.letter, Kind::Digest)? {
        Ok(to) => to,
        Err(why) => return Ok(Composed::Dropped(why)),
    };
    let carried = app.store.carried_letters(row.id)?;
    if carried.is_empty() {
        return Ok(Composed::Dropped("nothing is left in it"));
    }
    for other in &carried {
        let kind = Kind::parse(&other.letter.kind).ok_or_else(|| unreadable("of an unknown kind"))?;
        let is_wanted = recipient(app, &other.letter, kind)?.is_ok();
        if !is_wanted || matter(app, &other.letter, kind)?.is_err() {
            return Ok(Composed::Dropped("something in it is no longer true, or not wanted"));
        }
    }
    let made = row.made.clone().ok_or_else(|| unreadable("a mail that carries others and has no text"))?;
    let marked = to.player.as_ref().filter(|player| player.email_failure.is_some());
    let marked = marked.map(|player| player.id.clone());
    if let Some(player) = &to.player {
        let pace = Pace::of(player, &Settings::of(player)?);
        let when = pace.awake(app.now());
        if app.now() < when {
            return Ok(Composed::Waits(when));
        }
    }
    Ok(Composed::Ready(Ready { to: to.address, made, marked }))
}

fn draft(app: &App, to: &Recipient, found: &[(&LetterRow, Kind, Matter<'_>)]) -> Result<Draft, Problem> {
    let mut letters: Vec<Draft> = Vec::new();
    for (row, kind, matter) in found {
        // A reminder beside the move it reminds of, or the same move twice, would be the same news again.
        let is_told = found.iter().any(|(other, other_kind, _)| {
            *other_kind == Kind::YourMove
                && (*kind == Kind::Reminder || *kind == Kind::YourMove && other.id < row.id)
                && (&other.letter.game, &other.letter.seat) == (&row.letter.game, &row.letter.seat)
        });
        if !is_told {
            letters.push(matter.draft(app, to)?);
        }
    }
    match <[Draft; 1]>::try_from(letters) {
        Ok([only]) => Ok(only),
        Err(letters) => Ok(together(app, to, &letters)),
    }
}

fn together(app: &App, to: &Recipient, letters: &[Draft]) -> Draft {
    let is_whole = letters.len() <= N_WHOLE;
    let mut page = Page::default();
    page.greet(&to.greeting());
    page.say(&format!("{} pieces of news from your games, as they stand now:", letters.len()));
    page.lines(letters.iter().enumerate().map(|(at, letter)| format!("  {}. {}", at + 1, letter.subject)));
    let thread = one_thread(letters);
    for (at, letter) in letters.iter().enumerate() {
        page.chapter(&format!("{}. {}", at + 1, letter.subject));
        for part in letter.page.parts() {
            let is_frame = matches!(part.what, What::Greeting(_) | What::Footer(_));
            let is_short = match part.section {
                Section::Letter => true,
                Section::Board | Section::Orders => is_whole,
                Section::Witness => false,
            };
            if is_short && !is_frame {
                page.copy(part);
            }
        }
        // Where all answers go to one address, only a letter of its own says what they are about.
        let way = letter.thread.as_ref().and_then(|thread| thread.way.as_ref());
        let answers = way.filter(|way| way.mark.is_none()).map(|way| &way.address);
        if let (Some(address), None) = (answers, &thread) {
            page.say("What you write to this address, from yours, is read as an answer about this seat:");
            page.lines([address]);
        }
    }
    if !is_whole {
        page.say("Boards and orders are left out here; the games' addresses above lead to them.");
    }
    let how = match &thread {
        Some(thread) if thread.way.is_some() => "An answer to this mail is read as one about this seat.",
        Some(_) | None => "Replies to this mail itself are not read.",
    };
    page.footer(
        [format!("Fieldpost, {}", app.config.base_url.as_str()), how.to_owned()],
        Some(setting(letters)),
    );
    let mut notes: Vec<&str> = letters.iter().filter_map(|letter| letter.head.as_deref()).collect();
    notes.sort_unstable();
    notes.dedup();
    let (first, n_more) = (&letters[0].subject, letters.len() - 1);
    Draft {
        subject: format!("{first}, and {n_more} more"),
        page,
        head: (!notes.is_empty()).then(|| notes.join("\n")),
        thread,
    }
}

/// The thread that all of them stand in, if they are about one seat.
fn one_thread(letters: &[Draft]) -> Option<Thread> {
    let mut threads = letters.iter().map(|letter| letter.thread.clone());
    let first = threads.next().flatten()?;
    threads.all(|other| other.is_some_and(|other| other.root == first.root)).then_some(first)
}

/// The setting that ends such mail: the one of all of them, or all.
fn setting(letters: &[Draft]) -> &'static str {
    let mut settings = letters.iter().map(|letter| letter.page.setting());
    let first = settings.next().flatten();
    first.filter(|_| settings.all(|other| other == first)).unwrap_or(unsubscribe::ALL)
}
