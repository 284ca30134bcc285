//! Press: who reads what, in which order, and what becomes of it.

use super::{Place, samples::*};
use crate::*;

/// A game of three: red and green on one side, blue on the other.
fn table(store: &dyn Storage, id: &str, state: GameState) {
    let side = |seat: SeatRow, side: &str| SeatRow { side: side.into(), ..seat };
    let seats = vec![
        side(held(id, "red", 0, "p_red"), "warm"),
        side(held(id, "green", 1, "p_green"), "warm"),
        side(held(id, "blue", 2, "p_blue"), "cold"),
    ];
    let row = GameRow { state, ..game_row(id) };
    ok(store.create_game(NewGame { row, seats, ..new_game(id) }));
}

fn message(id: &str, to: Addressee) -> MessageRow {
    MessageRow {
        id: id.into(),
        game: game_id("g1"),
        seat: seat_id("red"),
        player: player_id("p_red"),
        to,
        text: Some(format!("text of {id}")),
        at: NOW,
    }
}

fn new(row: MessageRow, readers: &[&str]) -> NewMessage {
    NewMessage {
        row,
        revision: 1,
        readers: readers.iter().copied().map(seat_id).collect(),
        letters: Vec::new(),
        answer: None,
    }
}

fn filter(seats: &[&str]) -> MessageFilter {
    MessageFilter {
        game: game_id("g1"),
        seats: seats.iter().copied().map(seat_id).collect(),
        before: None,
        limit: 99,
    }
}

fn read_by(store: &dyn Storage, seats: &[&str]) -> Vec<String> {
    ok(store.messages(&filter(seats))).into_iter().map(|row| row.id).collect()
}

/// Every field; newest first; each to its readers, and what is for all to everybody.
pub fn a_message_is_read_by_whom_it_is_for(place: &dyn Place) {
    let store = place.open();
    table(&*store, "g1", GameState::Active);
    let to_all = message("m1", Addressee::All);
    ok(store.write_message(new(to_all.clone(), &[])));
    ok(store.write_message(new(message("m2", Addressee::Side("warm".into())), &["red", "green"])));
    ok(store.write_message(new(message("m3", Addressee::Seat(seat_id("blue"))), &["red", "blue"])));
    for (seats, ids) in [
        (&[][..], &["m1"][..]),
        (&["red"], &["m3", "m2", "m1"]),
        (&["green"], &["m2", "m1"]),
        (&["blue"], &["m3", "m1"]),
        (&["blue", "green"], &["m3", "m2", "m1"]),
        (&["yellow"], &["m1"]),
    ] {
        assert_eq!(read_by(&*store, seats), ids, "{seats:?}");
    }
    assert_eq!(ok(store.message(&game_id("g1"), "m1")), to_all);
    assert!(matches!(store.message(&game_id("g2"), "m1"), Err(Error::NotFound)), "another game");
    let row = ok(store.game(&game_id("g1")));
    assert_eq!((row.revision, row.active), (1, NOW), "the game has not moved");
}

/// By the id of the last message of the page before, whatever is written or hidden in between.
pub fn messages_come_in_pages(place: &dyn Place) {
    let store = place.open();
    table(&*store, "g1", GameState::Active);
    let write = |n: u32| {
        let to_blue = message(&format!("hidden{n}"), Addressee::Seat(seat_id("blue")));
        ok(store.write_message(new(message(&format!("m{n}"), Addressee::All), &[])));
        ok(store.write_message(new(to_blue, &["red", "blue"])));
    };
    (0..5).for_each(write);
    let mut page = MessageFilter { limit: 2, ..filter(&["green"]) };
    let mut seen = Vec::new();
    for n in 5.. {
        let rows = ok(store.messages(&page));
        let Some(last) = rows.last() else { break };
        page.before = Some(last.id.clone());
        seen.extend(rows.into_iter().map(|row| row.id));
        write(n);
    }
    assert_eq!(seen, ["m4", "m3", "m2", "m1", "m0"]);
    page.before = Some("m9".into());
    assert!(matches!(store.messages(&page), Err(Error::NotFound)));
}

/// The row, its readers, its letters and the answer; only on the revision it was decided on.
pub fn a_message_is_written_whole_or_not_at_all(place: &dyn Place) {
    let store = place.open();
    table(&*store, "g1", GameState::Active);
    let carried = || vec![letter("<m1@test>", "p_blue")];
    let whole = NewMessage {
        letters: carried(),
        answer: Some(answer("p_red", "k1")),
        ..new(message("m1", Addressee::Seat(seat_id("blue"))), &["red", "blue"])
    };
    let late = NewMessage { revision: 2, ..whole.clone() };
    let elsewhere =
        NewMessage { row: MessageRow { game: game_id("g9"), ..whole.row.clone() }, ..whole.clone() };
    assert!(matches!(store.write_message(late), Err(Error::Conflict)));
    assert!(matches!(store.write_message(elsewhere), Err(Error::NotFound)));
    assert!(read_by(&*store, &["red"]).is_empty() && ok(store.letters_due(NOW, 9)).is_empty());
    ok(store.write_message(whole));
    assert_eq!(ok(store.letters_due(NOW, 9)).len(), 1);
    assert!(ok(store.answer(&player_id("p_red"), "k1")).is_some());
    let same_key = NewMessage {
        letters: vec![letter("<m2@test>", "p_blue")],
        answer: Some(answer("p_red", "k1")),
        ..new(message("m2", Addressee::All), &[])
    };
    let same_id = new(message("m1", Addressee::All), &[]);
    for refused in [same_key, same_id] {
        assert!(matches!(store.write_message(refused), Err(Error::Conflict)));
    }
    assert_eq!(read_by(&*store, &["red"]), ["m1"]);
    assert_eq!(ok(store.letters_due(NOW, 9)).len(), 1);
}

fn hand_over(store: &dyn Storage, to: Option<&str>) {
    let row = ok(store.game(&game_id("g1")));
    let before = ok(store.seats(&game_id("g1"))).remove(1);
    let seat = SeatRow { player: to.map(player_id), ..before };
    ok(store.change_game(Change { seats: vec![seat], ..change(row) }));
}

/// In a running game its new holder reads what was written to it.
pub fn press_stays_with_a_seat_that_is_handed_over(place: &dyn Place) {
    let store = place.open();
    table(&*store, "g1", GameState::Active);
    ok(store.write_message(new(message("m1", Addressee::Seat(seat_id("green"))), &["red", "green"])));
    hand_over(&*store, Some("p_new"));
    assert_eq!(read_by(&*store, &["green"]), ["m1"]);
}

/// Else anybody could take a free seat, read, and leave it again.
pub fn before_the_start_press_goes_with_who_leaves(place: &dyn Place) {
    let store = place.open();
    table(&*store, "g1", GameState::Open);
    ok(store.write_message(new(message("m1", Addressee::Seat(seat_id("green"))), &["red", "green"])));
    hand_over(&*store, Some("p_green"));
    assert_eq!(read_by(&*store, &["green"]), ["m1"], "nobody has left");
    hand_over(&*store, None);
    assert!(read_by(&*store, &["green"]).is_empty());
    assert_eq!(read_by(&*store, &["red"]), ["m1"]);
}

/// What he wrote is gone, and its letters do not leave; what was written to him is its author's.
pub fn an_erased_player_leaves_no_text(place: &dyn Place) {
    let store = place.open();
    table(&*store, "g1", GameState::Active);
    join(&*store, player("p_red"));
    let carried = vec![letter("<m1@test>", "p_blue")];
    ok(store.write_message(NewMessage { letters: carried, ..new(message("m1", Addressee::All), &[]) }));
    let theirs =
        MessageRow { seat: seat_id("blue"), player: player_id("p_blue"), ..message("m2", Addressee::All) };
    let carried = vec![letter("<m2@test>", "p_green")];
    ok(store.write_message(NewMessage { letters: carried, ..new(theirs, &[]) }));
    ok(store.erase_player(&player_id("p_red"), NOW + 5));
    let texts: Vec<Option<String>> =
        ok(store.messages(&filter(&[]))).into_iter().map(|row| row.text).collect();
    assert_eq!(texts, [Some("text of m2".into()), None]);
    let left: Vec<String> =
        ok(store.letters_due(NOW, 9)).into_iter().map(|row| row.letter.message_id).collect();
    assert_eq!(left, ["<m2@test>"]);
}

/// Its text is in there; what else is, leaves without it.
pub fn an_erased_message_stops_the_letter_it_is_carried_in(place: &dyn Place) {
    let store = place.open();
    table(&*store, "g1", GameState::Active);
    join(&*store, player("p_red"));
    let letters = vec![letter("<m1@test>", "p_blue")];
    ok(store.write_message(NewMessage { letters, ..new(message("m1", Addressee::All), &[]) }));
    ok(store.post(vec![letter("<other@test>", "p_blue")]));
    let carried: Vec<u64> = ok(store.letters_due(NOW, 9)).iter().map(|row| row.id).collect();
    let made = MadeLetter { to: "blue@example.org".into(), bytes: b"with m1".to_vec() };
    ok(store.carry(letter("<both@test>", "p_blue"), made, &carried));
    ok(store.erase_player(&player_id("p_red"), NOW));
    let left: Vec<String> =
        ok(store.letters_due(NOW, 9)).into_iter().map(|row| row.letter.message_id).collect();
    assert_eq!(left, ["<other@test>"]);
}
