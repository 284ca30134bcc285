//! What a game looks like from outside: lines, rolls, turns and the game itself as the API shows them. Each is a function of
//! what is stored, so that a repeated request gets the same bytes again.

mod seats;

use domain::{
    chronicle::{Awaited, Chronicle},
    dice::RollProof,
    hash::Hash,
    ids::{Actor, Seat},
    log::{Body, Kind, Line, Opening, Seal, Signer},
    ruleset::{Roll, Viewer},
    seam::AnyRuleset,
    table::TableEvent,
    tell::{notation, tell, tell_body, type_of},
};
use openapi::{
    games::{DiceState, GameLife, GameView, GameVisibility, PlayerRef, SeatView, ToAct},
    turns::{EventView, Lapsed, OpenedView, OrderView, RollView, TurnAnswer},
};
use serde::Deserialize;
use serde_json::Value;
use storage::{GameState, Visibility};

use self::seats::away_until;
pub use self::seats::{own_seats, seat_view, waiting};
use super::{deadline::deadline_in, fields::rfc3339, hall::Opened, offers::standing};
use crate::app::App;

/// A roll as the API shows it.
pub fn roll_view(seq: u64, epoch: u64, roll: &Roll, proof: &RollProof) -> RollView {
    RollView {
        seq,
        epoch,
        index: proof.index,
        purpose: roll.purpose.clone(),
        rule: proof.rule.clone(),
        seat: roll.seat.clone(),
        roller: roll.roller.clone(),
        against: roll.against.clone(),
        sides: proof.sides,
        values: proof.values.clone(),
        value: roll.value,
        modifiers: roll.modifiers.iter().map(Into::into).collect(),
        total: roll.total,
        result: roll.result.clone(),
        seed: proof.seed.to_string(),
    }
}

/// Where a line stands: what is kept beside it.
pub struct Place<'a> {
    /// Its turn.
    pub turn: Option<u64>,
    /// Round after it.
    pub round: u32,
    /// Phase after it.
    pub phase: &'a str,
    /// Its hash.
    pub hash: Hash,
}

/// A line as the API shows it.
pub fn event_view(ruleset: &dyn AnyRuleset, line: &Line, place: &Place<'_>) -> EventView {
    let (kind, body) = match &line.kind {
        Kind::Event(event) => (type_of(&event.body), value(&event.body)),
        Kind::Genesis(_)
        | Kind::Commit { .. }
        | Kind::Reveal { .. }
        | Kind::Wait(_)
        | Kind::Beacon(_)
        | Kind::Epoch { .. }
        | Kind::End { .. } => (line.kind_name().to_owned(), protocol_members(line)),
    };
    let rules = match body.get("rules") {
        Some(Value::Array(rules)) if matches!(line.kind, Kind::Event(_)) => {
            rules.iter().filter_map(|rule| rule.as_str().map(str::to_owned)).collect()
        }
        Some(_) | None => Vec::new(),
    };
    let seat = line.seat().map(|seat| match seat {
        "server" => Actor::Server,
        seat => Seat::new(seat).map_or(Actor::Server, Actor::Seat),
    });
    EventView {
        seq: line.seq,
        at: rfc3339(line.time),
        turn: place.turn,
        seat,
        round: place.round,
        phase: place.phase.to_owned(),
        kind,
        rules,
        text: tell(ruleset, line),
        void: false,
        body,
        secret: None,
        opens: match &line.kind {
            Kind::Event(event) => event.opens.iter().map(|opening| opened_view(ruleset, opening)).collect(),
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Wait(_)
            | Kind::Beacon(_)
            | Kind::Epoch { .. }
            | Kind::End { .. } => Vec::new(),
        },
        hash: place.hash.to_string(),
    }
}

/// The same for one viewer: a seal's own side gets its content with it (service §3).
pub fn event_for(chronicle: &Chronicle, viewer: &Viewer, line: &Line, place: &Place<'_>) -> EventView {
    let void = is_void(chronicle, line);
    let mut view = EventView { void, ..event_view(chronicle.ruleset(), line, place) };
    if let (Kind::Event(event), Viewer::Seat(seat)) = (&line.kind, viewer) {
        let secret = |(n, seal): (u64, &Seal)| chronicle.secret_at((line.seq, n), &seal.owner, seat);
        view.secret =
            (0..).zip(&event.seals).find_map(secret).and_then(|text| serde_json::from_str(text).ok());
    }
    view
}

fn opened_view(ruleset: &dyn AnyRuleset, opening: &Opening) -> OpenedView {
    let body: Value = serde_json::from_str(&opening.text).unwrap_or(Value::Null);
    let text = Body::of(&body).map_or_else(|_| String::new(), |body| tell_body(ruleset, &body));
    OpenedView { seq: opening.seq, n: opening.n, text, body }
}

/// Whether a line was made void by a take-back: what the battle says there, and the orders that led to it. What the table
/// did meanwhile happened all the same.
pub fn is_void(chronicle: &Chronicle, line: &Line) -> bool {
    let Kind::Event(event) = &line.kind else { return false };
    let is_of_the_battle = match TableEvent::of(&event.body) {
        None => true,
        Some(event) => matches!(
            event,
            TableEvent::OrdersGiven { .. } | TableEvent::OrderLapsed { .. } | TableEvent::SeatTimedOut { .. }
        ),
    };
    is_of_the_battle && chronicle.is_void(line.seq)
}

fn value(body: &Body) -> Value {
    serde_json::from_str(body.get()).unwrap_or(Value::Null)
}

/// A protocol line without what every line has.
fn protocol_members(line: &Line) -> Value {
    let mut all: Value = serde_json::from_str(&line.to_text()).unwrap_or(Value::Null);
    if let Value::Object(members) = &mut all {
        for common in ["v", "game", "seq", "prev", "time", "type"] {
            members.remove(common);
        }
    }
    all
}

/// An order in JSON and in notation.
pub fn order_view(ruleset: &dyn AnyRuleset, order: &Value) -> OrderView {
    OrderView { notation: notation(ruleset, order), order: order.clone(), odds: None }
}

/// The state of a game as a word of the API.
pub fn life(state: GameState) -> GameLife {
    match state {
        GameState::Open => GameLife::Open,
        GameState::Active => GameLife::Active,
        GameState::Finished => GameLife::Finished,
        GameState::Aborted => GameLife::Aborted,
    }
}

/// The state of a fold as a word of the API.
pub fn life_of(chronicle: &Chronicle) -> GameLife {
    match chronicle.game().table().life() {
        domain::table::Life::Open => GameLife::Open,
        domain::table::Life::Active => GameLife::Active,
        domain::table::Life::Ended(outcome) if outcome.outcome == domain::ruleset::OutcomeKind::Aborted => {
            GameLife::Aborted
        }
        domain::table::Life::Ended(_) => GameLife::Finished,
    }
}

/// Who may see a game, as a word of the API.
pub fn visibility(visibility: Visibility) -> GameVisibility {
    match visibility {
        Visibility::Public => GameVisibility::Public,
        Visibility::Unlisted => GameVisibility::Unlisted,
        Visibility::Private => GameVisibility::Private,
    }
}

/// Who must act, with deadlines.
pub fn to_act(chronicle: &Chronicle) -> Vec<ToAct> {
    let view = |awaited: &Awaited| ToAct {
        seat: awaited.seat.clone(),
        since: rfc3339(awaited.since),
        deadline: deadline_in(chronicle, awaited).map(rfc3339),
    };
    chronicle.awaited().iter().map(view).collect()
}

/// A turn, made from its lines and the chronicle folded up to its last one.
pub struct TurnLines<'a> {
    /// The chronicle after the turn.
    pub after: &'a Chronicle,
    /// Its number.
    pub turn: u64,
    /// Who made it.
    pub seat: &'a Actor,
    /// Its lines.
    pub lines: Vec<(&'a Line, Place<'a>)>,
}

impl App {
    /// The answer to a submission (service §13): a function of the log up to the turn's last line.
    pub fn turn_answer(&self, turn: TurnLines<'_>) -> TurnAnswer {
        let TurnLines { after, turn, seat, lines } = turn;
        let ruleset = after.ruleset();
        let (epoch, ..) = after.ledger().epoch();
        let (version, head) = (after.ledger().version(), after.ledger().head());
        let stage = after.stage();
        let events: Vec<EventView> =
            lines.iter().map(|(line, place)| event_view(ruleset, line, place)).collect();
        let dice = lines.iter().flat_map(|(line, _)| rolls_of(ruleset, epoch, line)).collect();
        let lapsed = lines.iter().filter_map(|(line, _)| lapsed(line)).collect();
        TurnAnswer {
            turn,
            seat: seat.clone(),
            version,
            head: head.to_string(),
            receipt: self.sign_head(after),
            events,
            dice,
            lapsed,
            to_act: to_act(after),
            round: stage.round,
            phase: stage.phase.to_owned(),
            state: life_of(after),
            result: after.game().outcome().cloned(),
        }
    }

    /// The head of a log as a signed note.
    pub fn sign_head(&self, chronicle: &Chronicle) -> String {
        let ledger = chronicle.ledger();
        let sign = |signer: &Signer| signer.sign(ledger.game(), ledger.version(), ledger.head());
        if ledger.origin() == self.signer.origin() {
            return sign(&self.signer);
        }
        // A game keeps the name it was made under, whatever the service is called today.
        Signer::new(ledger.origin(), self.keys.signing())
            .map_or_else(|_| sign(&self.signer), |own| sign(&own))
    }

    /// The state of a game's dice.
    pub fn dice_state(&self, game: &Opened) -> DiceState {
        let ledger = game.chronicle.ledger();
        let (epoch, length, anchor, rolls) = ledger.epoch();
        DiceState {
            epoch,
            anchor: anchor.to_string(),
            length,
            rolls,
            open: ledger.mix().is_some() && game.row.state == GameState::Active,
            waiting: waiting(game),
            vkey: game.chronicle.genesis().vkey.clone(),
        }
    }

    /// The game without its view.
    pub fn game_view(
        &self,
        game: &Opened,
        people: &dyn Fn(&storage::PlayerId) -> Option<PlayerRef>,
    ) -> GameView {
        #[derive(Deserialize)]
        struct Rules {
            options: Value,
            clock: Value,
            seats: Vec<Named>,
        }
        #[derive(Deserialize)]
        struct Named {
            name: String,
        }
        let rules: Rules = serde_json::from_str(game.chronicle.genesis().rules.get()).unwrap_or(Rules {
            options: Value::Null,
            clock: Value::Null,
            seats: Vec::new(),
        });
        let ledger = game.chronicle.ledger();
        let stage = game.chronicle.stage();
        let name =
            |place: u32| rules.seats.get(place as usize).map(|seat| seat.name.clone()).unwrap_or_default();
        GameView {
            id: game.row.id.clone(),
            title: game.row.title.clone(),
            ruleset: game.row.ruleset.clone(),
            scenario: game.row.scenario.clone(),
            options: rules.options,
            visibility: visibility(game.row.visibility),
            state: life(game.row.state),
            imported: game.row.imported,
            round: stage.round,
            phase: stage.phase.to_owned(),
            now: rfc3339(self.clock.now()),
            to_act: to_act(&game.chronicle),
            mine: Vec::new(),
            version: ledger.version(),
            head: ledger.head().to_string(),
            dice: self.dice_state(game),
            seats: game
                .seats
                .iter()
                .map(|row| SeatView {
                    away_until: away_until(game, &row.seat),
                    ..seat_view(row, name(row.place), people)
                })
                .collect(),
            clock: rules.clock,
            offers: standing(game),
            draw: game.chronicle.game().table().drawing().iter().cloned().collect(),
            result: game.chronicle.game().outcome().cloned(),
            view: None,
        }
    }
}

/// The rolls a line shows.
pub fn rolls_of(ruleset: &dyn AnyRuleset, epoch: u64, line: &Line) -> Vec<RollView> {
    let Kind::Event(event) = &line.kind else { return Vec::new() };
    if event.rolls.is_empty() {
        return Vec::new();
    }
    let shown = ruleset.rolls(&event.body).unwrap_or_default();
    shown.iter().zip(&event.rolls).map(|(roll, proof)| roll_view(line.seq, epoch, roll, proof)).collect()
}

fn lapsed(line: &Line) -> Option<Lapsed> {
    let Kind::Event(event) = &line.kind else { return None };
    match TableEvent::of(&event.body)? {
        TableEvent::OrderLapsed { order_index, order, code, rules } => {
            Some(Lapsed { order_index, order, code, rule: rules.into_iter().next() })
        }
        TableEvent::GameStarted {}
        | TableEvent::OrdersGiven { .. }
        | TableEvent::SeatTimedOut { .. }
        | TableEvent::SeatResigned { .. }
        | TableEvent::DrawOffered { .. }
        | TableEvent::DrawAccepted { .. }
        | TableEvent::DrawDeclined { .. }
        | TableEvent::OfferMade { .. }
        | TableEvent::OfferAnswered { .. }
        | TableEvent::TakenBack { .. }
        | TableEvent::SeatSubstituted { .. }
        | TableEvent::DeadlineSet { .. }
        | TableEvent::ClockStopped { .. }
        | TableEvent::ClockResumed { .. }
        | TableEvent::SecretsOpened {}
        | TableEvent::RulesUpdated { .. }
        | TableEvent::GameAborted { .. } => None,
    }
}
