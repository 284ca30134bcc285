//! Rows to write, as plain as they can be; a test changes what it is about.

use domain::ids::{GameId, Request, Seat};

use crate::*;

/// When everything in these samples happens, unless said otherwise.
pub const NOW: u64 = 1_800_000_000;

/// What a call must give.
///
/// # Panics
/// When it did not, with the whole chain of causes.
#[track_caller]
pub fn ok<T>(result: Result<T>) -> T {
    result.unwrap_or_else(|error| {
        let mut chain = error.to_string();
        let mut cause = std::error::Error::source(&error);
        while let Some(source) = cause {
            chain.push_str(&format!(": {source}"));
            cause = source.source();
        }
        panic!("{chain}")
    })
}

/// A game's id.
///
/// # Panics
/// When it is none.
pub fn game_id(id: &str) -> GameId {
    GameId::new(id).expect("the sample is well formed")
}

/// A seat.
///
/// # Panics
/// When it is none.
pub fn seat_id(seat: &str) -> Seat {
    Seat::new(seat).expect("the sample is well formed")
}

/// A request's key.
///
/// # Panics
/// When it is none.
pub fn request(key: &str) -> Request {
    Request::new(key).expect("the sample is well formed")
}

/// A player's id.
pub fn player_id(id: &str) -> PlayerId {
    PlayerId(id.into())
}

/// 32 bytes that tell themselves from others'.
pub fn hash(text: &str) -> [u8; 32] {
    let mut hash = [0_u8; 32];
    for (idx, byte) in text.bytes().enumerate() {
        hash[idx % 32] = hash[idx % 32].wrapping_mul(31).wrapping_add(byte);
    }
    hash
}

/// The row of an active game with no lines.
pub fn game_row(id: &str) -> GameRow {
    GameRow {
        id: game_id(id),
        origin: "fieldpost.example.org".into(),
        ruleset: "some_rules".into(),
        scenario: "skirmish".into(),
        title: "The hill".into(),
        visibility: Visibility::Unlisted,
        state: GameState::Active,
        round: 1,
        phase: "movement".into(),
        version: 0,
        head: [0; 32],
        revision: 1,
        host: None,
        imported: false,
        result: None,
        created: NOW,
        active: NOW,
    }
}

/// A seat's row, open.
pub fn seat_row(game: &str, seat: &str, place: u32) -> SeatRow {
    SeatRow {
        game: game_id(game),
        seat: seat_id(seat),
        place,
        side: seat.into(),
        status: SeatStatus::Open,
        player: None,
        bot: None,
        invite_hash: None,
        invite_email: None,
        commit: None,
        declined: false,
        since: None,
    }
}

/// A seat held by a player.
pub fn held(game: &str, seat: &str, place: u32, player: &str) -> SeatRow {
    SeatRow {
        status: SeatStatus::Taken,
        player: Some(player_id(player)),
        since: Some(NOW),
        ..seat_row(game, seat, place)
    }
}

/// A line of a turn.
pub fn line(game: &str, seq: u64, turn: Option<u64>) -> LineRow {
    let line = format!(r#"{{"game":"{game}","seq":{seq}}}"#);
    LineRow { seq, turn, round: 1, phase: "movement".into(), hash: hash(&line), line }
}

/// A turn.
pub fn turn(turn: u64, seat: &str, key: &str, first: u64, last: u64) -> TurnRow {
    TurnRow { turn, seat: seat.into(), request: request(key), first, last, body_hash: hash(key) }
}

/// A roll of epoch 0.
pub fn roll(index: u64, seq: u64) -> RollRow {
    RollRow { epoch: 0, index, seq, roll: format!(r#"{{"index":{index}}}"#) }
}

/// A letter to a player, due at once.
pub fn letter(message_id: &str, player: &str) -> NewLetter {
    NewLetter {
        game: None,
        seat: None,
        seq: 1,
        kind: "your_move".into(),
        player: Some(player_id(player)),
        address: None,
        content: b"content".to_vec(),
        message_id: message_id.into(),
        queued: NOW,
        due: NOW,
    }
}

/// A remembered answer.
pub fn answer(actor: &str, key: &str) -> AnswerRow {
    AnswerRow {
        actor: player_id(actor),
        key: key.into(),
        body_hash: hash(key),
        answer: vec![1, 2, 3],
        at: NOW,
    }
}

/// A game with nothing but its row.
pub fn new_game(id: &str) -> NewGame {
    NewGame {
        row: game_row(id),
        seats: Vec::new(),
        lines: Vec::new(),
        turns: Vec::new(),
        rolls: Vec::new(),
        to_act: Vec::new(),
        timers: Vec::new(),
        seeds: Vec::new(),
        secrets: Vec::new(),
        letters: Vec::new(),
        answer: None,
        bundle: None,
    }
}

/// A change that adds nothing to the game.
pub fn change(row: GameRow) -> Change {
    Change {
        row,
        lines: Vec::new(),
        turns: Vec::new(),
        rolls: Vec::new(),
        key: None,
        to_act: None,
        timers: None,
        seats: Vec::new(),
        seeds: None,
        secrets: Vec::new(),
        letters: Vec::new(),
        drop_drafts: Vec::new(),
        answer: None,
    }
}

/// A turn of `n_lines` lines with a roll and a letter, on top of this row.
pub fn turn_change(row: GameRow, number: u64, key: &str, n_lines: u64) -> Change {
    let id = row.id.to_string();
    let (first, last) = (row.version + 1, row.version + n_lines);
    let lines: Vec<LineRow> = (first..=last).map(|seq| line(&id, seq, Some(number))).collect();
    let head = lines.last().map_or(row.head, |line| line.hash);
    let letters = vec![NewLetter {
        game: Some(row.id.clone()),
        seat: Some(seat_id("red")),
        ..letter(&format!("<{id}.{last}@test>"), "p_red")
    }];
    Change {
        lines,
        turns: vec![turn(number, "red", key, first, last)],
        rolls: vec![roll(number + 1, first)],
        letters,
        ..change(GameRow { version: last, head, ..row })
    }
}

/// A player without an address.
pub fn player(id: &str) -> PlayerRow {
    PlayerRow {
        id: player_id(id),
        name: format!("Name of {id}"),
        email: None,
        email_verified: false,
        zone: "Europe/Berlin".into(),
        settings: r#"{"digest":true}"#.into(),
        email_failure: None,
        created: NOW,
        erased: None,
        banned: None,
    }
}

/// A player who has proved this address.
pub fn proved(id: &str, email: &str) -> PlayerRow {
    PlayerRow { email: Some(email.into()), email_verified: true, ..player(id) }
}

/// A player's token.
pub fn token(id: &str, player: &str) -> TokenRow {
    TokenRow {
        id: id.into(),
        hash: hash(&format!("{player} {id}")),
        player: player_id(player),
        name: "first".into(),
        created: NOW,
        used: None,
    }
}

/// Writes a player with a token.
pub fn join(store: &dyn Storage, row: PlayerRow) {
    let token = token("t1", &row.id.0);
    ok(store.create_player(row, token, Vec::new()));
}

/// A code with five tries, good for an hour.
pub fn code(kind: CodeKind, subject: &str, text: &str) -> CodeRow {
    CodeRow {
        kind,
        subject: subject.into(),
        hash: hash(text),
        email: "ann@example.org".into(),
        expires: NOW + 3600,
        tries: 5,
    }
}

/// What a seal hides.
pub fn secret(seq: u64, n: u64) -> SecretRow {
    SecretRow { seq, n, sealed: vec![u8::try_from(seq).unwrap_or(0), u8::try_from(n).unwrap_or(0)] }
}

/// A timer.
pub fn timer(game: &str, due: u64, seat: Option<&str>, kind: &str) -> TimerRow {
    TimerRow { game: game_id(game), due, seat: seat.map(seat_id), kind: kind.into() }
}

/// A seat that is waited for.
pub fn waits(seat: &str) -> ToActRow {
    ToActRow { seat: seat_id(seat), since: NOW, deadline: Some(NOW + 60) }
}
