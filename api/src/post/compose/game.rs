//! What the letters about a game need of it: names, links, whether a letter is still true, and what all of them end
//! with.

use std::{collections::BTreeMap, ops::ControlFlow, sync::Arc};

use domain::{
    chronicle::{Awaited, Chronicle},
    hash::Hash,
    ids::Seat,
    log::Line,
    ruleset::Stage,
    seam::ScenarioPage,
    table::Life,
};
use serde::Deserialize;
use storage::{GameState, NewLetter, SeatRow, SeatStatus};

use super::{
    message::Thread,
    text::{Page, Section, clean, quoted, spoken},
    unreadable,
};
use crate::{
    app::App,
    auth,
    post::address::{self, Bearer},
    problem::{Problem, codes},
    service::hall::Opened,
};

/// A game, seen by one seat.
pub(super) struct Scene<'a> {
    /// The service.
    pub(super) app: &'a App,
    /// The game as it is.
    pub(super) game: Arc<Opened>,
    /// The seat the letter is for.
    pub(super) seat: &'a Seat,
    /// As what its reader has to do with the seat.
    pub(super) bearer: Bearer,
    /// The name people gave the game, cleaned.
    pub(super) title: String,
    rules: Rules,
    scenario: ScenarioPage,
    people: BTreeMap<Seat, String>,
    way: Option<address::Way>,
}

/// What a letter tells of the first line.
#[derive(Deserialize)]
struct Rules {
    seats: Vec<Named>,
    scenario: serde_json::Value,
}

#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    name: String,
}

impl<'a> Scene<'a> {
    /// The game and the seat a letter is about.
    ///
    /// # Errors
    /// What the store says, or a letter that names neither.
    pub(super) fn open(app: &'a App, letter: &'a NewLetter) -> Result<Self, Problem> {
        let (Some(id), Some(seat)) = (&letter.game, &letter.seat) else {
            return Err(unreadable("about a game and names none"));
        };
        let game = app.look(id)?;
        let rules: Rules = serde_json::from_str(game.chronicle.genesis().rules.get())
            .map_err(|error| Problem::internal(&error))?;
        let scenario = game.chronicle.ruleset().page(&rules.scenario).map_err(|faults| {
            Problem::internal(&std::io::Error::other(format!("a scenario that was played: {faults:?}")))
        })?;
        let mut people = BTreeMap::new();
        for row in &game.seats {
            let name = match (&row.player, &row.bot) {
                (_, Some(_)) => Some("a bot".to_owned()),
                (Some(id), None) => match app.store.player(id) {
                    Ok(player) => Some(clean(&player.name)),
                    Err(storage::Error::NotFound) => None,
                    Err(error) => return Err(error.into()),
                },
                (None, None) => None,
            };
            people.extend(name.map(|name| (row.seat.clone(), name)));
        }
        let bearer = Bearer::of(letter);
        let own = game.seat(seat).filter(|row| {
            let held = matches!(row.status, SeatStatus::Taken | SeatStatus::Offered | SeatStatus::Invited);
            let is_his = match bearer {
                Bearer::Holder => row.player == letter.player,
                Bearer::Invited => row.invite_email == letter.address,
            };
            held && is_his && takes_answers(&letter.kind)
        });
        let way = own.and_then(|row| address::of(app, id, row, bearer, letter.seq));
        Ok(Scene { app, title: clean(&game.row.title), game, seat, bearer, rules, scenario, people, way })
    }

    /// The game and its log.
    pub(super) fn chronicle(&self) -> &Chronicle {
        &self.game.chronicle
    }

    /// Where the game stands.
    pub(super) fn stage(&self) -> Stage {
        self.chronicle().stage()
    }

    /// The phase in words.
    pub(super) fn phase(&self) -> String {
        spoken(self.stage().phase)
    }

    /// The name of a seat.
    pub(super) fn name_of(&self, seat: &str) -> String {
        let row = self.game.seats.iter().find(|row| row.seat.as_str() == seat);
        let named = row.and_then(|row| self.rules.seats.get(usize::try_from(row.place).ok()?));
        named.filter(|named| !named.name.is_empty()).map_or_else(|| spoken(seat), |named| clean(&named.name))
    }

    /// The name of a side.
    pub(super) fn name_of_side(&self, side: &str) -> String {
        let named = self.scenario.sides.iter().find(|(id, _)| id == side);
        named.map_or_else(|| spoken(side), |(_, name)| clean(name))
    }

    /// The name of a seat and who holds it.
    pub(super) fn who(&self, seat: &str) -> String {
        match self.people.get(seat) {
            Some(person) => format!("{} ({person})", self.name_of(seat)),
            None => self.name_of(seat),
        }
    }

    /// Who made the game.
    pub(super) fn host(&self) -> Result<Option<String>, Problem> {
        match self.game.row.host.as_ref().map(|host| self.app.store.player(host)) {
            Some(Ok(host)) if host.erased.is_none() => Ok(Some(clean(&host.name))),
            Some(Ok(_) | Err(storage::Error::NotFound)) | None => Ok(None),
            Some(Err(error)) => Err(error.into()),
        }
    }

    /// The rules and the scenario, by name.
    pub(super) fn battle(&self) -> String {
        let rules = self.chronicle().ruleset().name();
        match self.scenario.names.name.as_str() {
            "" => rules.to_owned(),
            scenario => format!("{rules}, {}", clean(scenario)),
        }
    }

    /// What the scenario says of itself.
    pub(super) fn description(&self) -> String {
        clean(&self.scenario.names.description)
    }

    /// A subject that begins with the game, as all of its letters do.
    pub(super) fn subject(&self, what: &str) -> String {
        format!("{}: {what} ({})", self.title, self.name_of(self.seat))
    }

    /// The thread its letters stand in.
    pub(super) fn thread(&self) -> Thread {
        let thread = Thread::of(&self.game.row.id, self.seat, self.app.config.base_url.host());
        Thread { way: self.way.clone(), ..thread }
    }

    /// Whether this letter can be answered.
    pub(super) fn is_answerable(&self) -> bool {
        self.way.is_some()
    }

    /// The game's address in the API.
    pub(super) fn url(&self) -> String {
        self.app.link(&format!("/v1/games/{}", self.game.row.id))
    }

    /// The line of a shell that the commands of a letter begin with.
    pub(super) fn url_line(&self) -> String {
        format!("URL={}", quoted(&self.url()))
    }

    /// A page of ours about this seat.
    pub(super) fn page(&self, name: &str) -> String {
        self.app.link(&format!("/{name}/{}/{}", self.game.row.id, self.seat))
    }

    /// The seat's row.
    pub(super) fn row(&self) -> Option<&SeatRow> {
        self.game.seat(self.seat)
    }

    /// Since when the seat is waited for, if it is.
    pub(super) fn awaited(&self) -> Option<&Awaited> {
        self.chronicle().awaited().iter().find(|awaited| awaited.seat == *self.seat)
    }

    /// The newest head, signed.
    pub(super) fn note(&self) -> String {
        self.app.sign_head(self.chronicle())
    }

    /// The hash of the first line: with the key, what a witness needs from outside.
    pub(super) fn first_line(&self) -> Result<Hash, Problem> {
        let rows = self.app.store.lines(&self.game.row.id, 0, 1)?;
        rows.first().map(|row| Hash::from_bytes(row.hash)).ok_or_else(|| Problem::plain(codes::NOT_FOUND))
    }

    /// Whether the invitation still opens its seat.
    pub(super) fn invitation_stands(&self, invite: &str) -> Result<(), &'static str> {
        let row = self.row().ok_or("there is no such seat")?;
        let kept = row.status == SeatStatus::Invited && row.invite_hash == Some(auth::hash(invite));
        let offered = row.status == SeatStatus::Offered && row.invite_hash == Some(auth::hash(invite));
        match (self.game.row.state, kept) {
            (GameState::Open, true) => Ok(()),
            (GameState::Active, _) if offered => Ok(()),
            (GameState::Open, false) => Err("the invitation is used or replaced"),
            (GameState::Active | GameState::Finished | GameState::Aborted, _) => {
                Err("the game has begun without it")
            }
        }
    }

    /// Whether the seat is waited for, by the same player, since this letter was written, and has not acted.
    pub(super) fn is_awaited(&self, letter: &NewLetter) -> Result<Result<(), &'static str>, Problem> {
        if *self.chronicle().game().table().life() != Life::Active {
            return Ok(Err("the game is not being played"));
        }
        self.same_hand_over(letter)
    }

    /// Whether the seat's number is still wanted, since this letter was written.
    pub(super) fn owes_number(&self, letter: &NewLetter) -> Result<Result<(), &'static str>, Problem> {
        let chronicle = self.chronicle();
        if !chronicle.has_commitments() {
            let owes = |row: &&SeatRow| !row.declined && row.commit.is_none() && row.player == letter.player;
            return Ok(self.row().filter(owes).map(|_| ()).ok_or("no commitment is wanted"));
        }
        if !chronicle.is_opening() {
            return Ok(Err("no number is wanted"));
        }
        self.same_hand_over(letter)
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> Result<(), &'static str> {
        match self.chronicle().game().table().life() {
            Life::Ended(_) => Ok(()),
            Life::Open | Life::Active => Err("the game is not over"),
        }
    }

    fn same_hand_over(&self, letter: &NewLetter) -> Result<Result<(), &'static str>, Problem> {
        let row = self.row().filter(|row| matches!(row.status, SeatStatus::Taken | SeatStatus::Offered));
        if row.is_none_or(|row| row.player != letter.player) {
            return Ok(Err("somebody else holds the seat"));
        }
        let Some(awaited) = self.awaited() else { return Ok(Err("the seat is not waited for")) };
        // A letter is written when the seat comes to act, or, once more, later in the same hand-over.
        if self.time_of(letter.seq)?.is_none_or(|written| written < awaited.since) {
            return Ok(Err("the seat is waited for since another time"));
        }
        // Turns of the same second need their numbers: whoever has acted since knows where he stands.
        let mut acted = false;
        let end = self.chronicle().turns();
        self.app.newest_turns(&self.game.row.id, end, &mut |turn| {
            acted = acted || (letter.seq < turn.first && turn.seat == self.seat.as_str());
            if letter.seq < turn.first && !acted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(if acted { Err("the seat has acted since") } else { Ok(()) })
    }

    /// When a line was written.
    pub(super) fn time_of(&self, seq: u64) -> Result<Option<u64>, Problem> {
        let rows = self.app.store.lines(&self.game.row.id, seq.saturating_sub(1), 1)?;
        Ok(rows.first().and_then(|row| Line::read(&row.line).ok()).map(|line| line.time))
    }

    /// The key and the first line: what the joining letter must tell (verifiable-dice §5).
    pub(super) fn key(&self, page: &mut Page) -> Result<(), Problem> {
        page.section(Section::Witness).say(
            "Keep this for checking: the key that signs this game, and the hash of the first line of its log. They \
             never change.",
        );
        let (key, first) = (&self.chronicle().genesis().vkey, self.first_line()?);
        page.lines([format!("  key     {key}"), format!("  line 1  {first}")]);
        Ok(())
    }

    /// The head of the log: the reader's own witness.
    pub(super) fn witness(&self, page: &mut Page) {
        let ledger = self.chronicle().ledger();
        page.section(Section::Witness).heading("Your witness");
        page.say(
            "The game is a log that only grows. This is its newest line's hash; the attached head.txt says the same, \
             signed. Keep this mail: with it you can prove that nobody rewrote the game.",
        );
        page.lines([format!("  version {}", ledger.version()), format!("  head    {}", ledger.head())]);
    }

    /// What every letter about a game ends with.
    pub(super) fn footer(&self, page: &mut Page, setting: Option<&'static str>) {
        let mut lines = vec![format!("Fieldpost, {}", self.app.config.base_url.as_str())];
        match self.way {
            Some(_) => lines.extend(HOW_TO_ANSWER.iter().map(|line| (*line).to_owned())),
            None => lines.push(no_replies(self.app).to_owned()),
        }
        page.footer(lines, setting);
    }
}

/// What is said of answering by mail.
pub(super) fn no_replies(app: &App) -> &'static str {
    match &app.config.inbound {
        None => "Replies to this mail are not read: no reply address is configured here.",
        Some(_) => "Replies to this mail are not read.",
    }
}

/// What is said of answering by mail where it is possible.
const HOW_TO_ANSWER: &[&str] = &[
    "You can play by answering this mail, from this address: one order a line,",
    "above the line at its top. The word `help` alone tells more.",
];

/// Whether a letter of this kind is about a seat that may act upon it by mail: nothing is ordered in a game that is over.
fn takes_answers(kind: &str) -> bool {
    !["game_over", "game_aborted"].contains(&kind)
}
