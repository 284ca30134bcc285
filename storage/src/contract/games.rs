//! A game's rows: written together, read as they are, never half.

use super::{Place, samples::*};
use crate::*;

/// A game with something in each of its tables.
fn full_game(id: &str) -> NewGame {
    let lines: Vec<LineRow> = (1..=3).map(|seq| line(id, seq, (seq != 1).then_some(0))).collect();
    let invited = SeatRow {
        status: SeatStatus::Invited,
        invite_hash: Some(hash("invitation")),
        invite_email: Some("bob@example.org".into()),
        ..seat_row(id, "blue", 1)
    };
    let red = SeatRow { commit: Some(hash("commit")), declined: true, ..held(id, "red", 0, "p_red") };
    NewGame {
        row: GameRow {
            version: 3,
            head: lines[2].hash,
            host: Some(player_id("p_red")),
            result: Some("{}".into()),
            ..game_row(id)
        },
        seats: vec![invited, red, SeatRow { bot: Some("standard".into()), ..seat_row(id, "green", 2) }],
        lines,
        turns: vec![turn(0, "server", "start", 2, 3)],
        rolls: vec![roll(1, 3), roll(2, 3)],
        to_act: vec![waits("red")],
        timers: vec![timer(id, NOW + 60, Some("red"), "time_out"), timer(id, NOW + 5, None, "bot")],
        seeds: vec![(0, vec![7; 5000]), (1, Vec::new())],
        secrets: vec![secret(3, 0)],
        letters: vec![letter("<first@test>", "p_red")],
        answer: Some(answer("p_red", "key-1")),
        bundle: Some(b"as it came\n".to_vec()),
    }
}

/// All of a game that can be read, to compare.
fn all_of(store: &dyn Storage, id: &str) -> impl PartialEq + std::fmt::Debug + use<> {
    let id = &game_id(id);
    (
        (
            store.game(id).ok(),
            ok(store.seats(id)),
            ok(store.lines(id, 0, 1000)),
            ok(store.turns(id, 0, 1000)),
        ),
        (ok(store.rolls(id, (0, 0), 1000)), ok(store.to_act(id)), ok(store.timers_due(u64::MAX, 1000))),
        (store.seeds(id, 0).ok(), store.seeds(id, 1).ok(), store.bundle(id).ok(), ok(store.secrets(id))),
        (ok(store.letters_due(u64::MAX, 1000)), ok(store.answer(&player_id("p_red"), "key-1"))),
    )
}

/// Each part comes back equal.
pub fn a_game_is_read_as_it_was_written(place: &dyn Place) {
    let (store, new) = (place.open(), full_game("g1"));
    ok(store.create_game(new.clone()));
    let id = &game_id("g1");
    assert_eq!(ok(store.game(id)), new.row);
    let seats: Vec<SeatRow> = [1, 0, 2].map(|idx: usize| new.seats[idx].clone()).into();
    assert_eq!(ok(store.seats(id)), seats, "in the plan's order");
    assert_eq!(ok(store.seat_by_invite(&hash("invitation"))), new.seats[0]);
    assert_eq!(ok(store.lines(id, 0, 100)), new.lines);
    assert_eq!(ok(store.turns(id, 0, 100)), new.turns);
    assert_eq!(ok(store.turn_of(id, "server", &request("start"))), Some(new.turns[0].clone()));
    assert_eq!(ok(store.turn_of(id, "red", &request("start"))), None);
    assert_eq!(ok(store.rolls(id, (0, 0), 100)), new.rolls);
    assert_eq!(ok(store.to_act(id)), new.to_act);
    assert_eq!(ok(store.timers_due(NOW + 60, 100)), [new.timers[1].clone(), new.timers[0].clone()]);
    assert_eq!(ok(store.seeds(id, 0)), new.seeds[0].1);
    assert_eq!(ok(store.seeds(id, 1)), new.seeds[1].1);
    assert_eq!(ok(store.secrets(id)), new.secrets);
    assert_eq!(Some(ok(store.bundle(id))), new.bundle);
    assert_eq!(ok(store.answer(&player_id("p_red"), "key-1")), new.answer);
    assert_eq!(ok(store.letters_due(NOW, 100))[0].letter, new.letters[0]);
}

/// The second game of an id changes nothing of the first.
pub fn an_id_is_taken_once(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(full_game("g1")));
    let before = all_of(&*store, "g1");
    let other = NewGame { row: GameRow { title: "Another".into(), ..game_row("g1") }, ..new_game("g1") };
    assert!(matches!(store.create_game(other), Err(Error::Conflict)));
    assert_eq!(all_of(&*store, "g1"), before);
}

/// Every `NotFound` of the trait's documentation, and every empty answer.
pub fn what_is_not_there_is_not_found(place: &dyn Place) {
    let (store, id) = (place.open(), &game_id("nowhere"));
    let nobody = &player_id("p_nobody");
    assert!(matches!(store.game(id), Err(Error::NotFound)));
    assert!(matches!(store.change_game(change(game_row("nowhere"))), Err(Error::NotFound)));
    assert!(matches!(store.seat_by_invite(&[0; 32]), Err(Error::NotFound)));
    assert!(matches!(store.seeds(id, 0), Err(Error::NotFound)));
    assert!(matches!(store.bundle(id), Err(Error::NotFound)));
    assert!(matches!(store.game_ids(Some(id), 10), Err(Error::NotFound)));
    assert!(matches!(store.player(nobody), Err(Error::NotFound)));
    assert!(matches!(store.put_player(player("p_nobody"), Vec::new(), None), Err(Error::NotFound)));
    assert!(matches!(store.erase_player(nobody, NOW), Err(Error::NotFound)));
    assert!(matches!(store.create_token(token("t", "p_nobody")), Err(Error::NotFound)));
    assert!(matches!(store.delete_token(nobody, "t"), Err(Error::NotFound)));
    assert!(matches!(store.letter_outcome(1, LetterOutcome::Sent(NOW)), Err(Error::NotFound)));
    let draft = DraftRow { orders: "[]".into(), at: NOW };
    assert!(matches!(store.put_draft(id, &seat_id("red"), Some(draft)), Err(Error::NotFound)));
    assert_eq!(ok(store.player_by_email("a@example.org")), None);
    assert_eq!(ok(store.token(&[0; 32])), None);
    assert_eq!(ok(store.answer(nobody, "key")), None);
    assert_eq!(ok(store.draft(id, &seat_id("red"))), None);
    assert_eq!(ok(store.next_letter_due()), None);
    assert_eq!(ok(store.next_timer_due()), None);
    assert_eq!(ok(store.meta("generation")), None);
    assert_eq!(ok(store.post_depth()), PostDepth::default());
    assert!(ok(store.seats(id)).is_empty() && ok(store.lines(id, 0, 9)).is_empty());
    ok(store.drop_timer(&timer("nowhere", NOW, None, "bot")));
}

/// What is given replaces; what is not given stays; the revision rises by one.
pub fn a_change_is_made_whole(place: &dyn Place) {
    let store = place.open();
    let new = full_game("g1");
    ok(store.create_game(new.clone()));
    let id = &game_id("g1");
    ok(store.put_draft(id, &seat_id("red"), Some(DraftRow { orders: "[1]".into(), at: NOW })));
    let blue = SeatRow { invite_hash: None, invite_email: None, ..held("g1", "blue", 1, "p_blue") };
    let row = GameRow { active: NOW + 9, round: 2, phase: "fire".into(), ..ok(store.game(id)) };
    let mut turn = turn_change(row, 1, "key-2", 4);
    turn.rolls = vec![roll(3, 4)];
    turn.to_act = Some(vec![waits("blue")]);
    turn.timers = Some(Vec::new());
    turn.seats = vec![blue.clone()];
    turn.seeds = Some((2, vec![9; 10]));
    turn.secrets = vec![secret(4, 1), secret(4, 0)];
    turn.drop_drafts = vec![seat_id("red")];
    turn.answer = Some(answer("p_red", "key-2"));
    ok(store.change_game(turn.clone()));

    assert_eq!(ok(store.game(id)), GameRow { revision: 2, ..turn.row.clone() });
    assert_eq!(ok(store.lines(id, 3, 100)), turn.lines);
    assert_eq!(ok(store.turns(id, 1, 100)), turn.turns);
    assert_eq!(ok(store.rolls(id, (0, 2), 100)), turn.rolls);
    assert_eq!(ok(store.to_act(id)), [waits("blue")]);
    assert_eq!(ok(store.next_timer_due()), None);
    assert_eq!(ok(store.seats(id))[1], blue);
    assert!(matches!(store.seat_by_invite(&hash("invitation")), Err(Error::NotFound)));
    assert_eq!((ok(store.seeds(id, 0)), ok(store.seeds(id, 2))), (vec![7; 5000], vec![9; 10]));
    assert_eq!(
        ok(store.secrets(id)),
        [secret(3, 0), secret(4, 0), secret(4, 1)],
        "in the order of their seals"
    );
    assert_eq!(ok(store.draft(id, &seat_id("red"))), None);
    assert_eq!(ok(store.answer(&player_id("p_red"), "key-2")), turn.answer);
    assert_eq!(ok(store.letters_due(NOW, 100)).len(), 2);

    // A change beside the log: nothing but the row.
    let renamed = GameRow { title: "Renamed".into(), ..ok(store.game(id)) };
    ok(store.change_game(change(renamed.clone())));
    assert_eq!(ok(store.game(id)), GameRow { revision: 3, ..renamed });
    assert_eq!(ok(store.to_act(id)), [waits("blue")]);
}

/// A lost update is an error, and leaves no trace.
pub fn a_change_of_an_older_revision_is_refused_whole(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(full_game("g1")));
    let old = ok(store.game(&game_id("g1")));
    ok(store.change_game(change(old.clone())));
    let before = all_of(&*store, "g1");
    let mut late = turn_change(old.clone(), 1, "late", 2);
    late.rolls = vec![roll(3, 4)];
    assert!(matches!(store.change_game(late), Err(Error::Conflict)));
    let early = change(GameRow { revision: 9, ..old });
    assert!(matches!(store.change_game(early), Err(Error::Conflict)));
    assert_eq!(all_of(&*store, "g1"), before);
}

/// Neither before the end of the log nor beyond it, nor another version than the lines make.
pub fn lines_leave_no_gap(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(full_game("g1")));
    let row = ok(store.game(&game_id("g1")));
    let before = all_of(&*store, "g1");
    for (seqs, version) in [
        (vec![5], 4),
        (vec![3], 4),
        (vec![4, 6], 5),
        (vec![4, 4], 5),
        (vec![4], 5),
        (vec![], 4),
        (vec![4], 3),
    ] {
        let lines = seqs.iter().map(|seq| line("g1", *seq, Some(1))).collect();
        let change = Change { lines, ..change(GameRow { version, ..row.clone() }) };
        assert!(matches!(store.change_game(change), Err(Error::Conflict)), "{seqs:?} to version {version}");
    }
    assert_eq!(all_of(&*store, "g1"), before);
    let gap = NewGame { lines: vec![line("g2", 2, None)], ..new_game("g2") };
    assert!(matches!(store.create_game(gap), Err(Error::Conflict)));
}

/// Each key that can be taken, one after the other.
pub fn a_taken_key_refuses_the_whole_change(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(full_game("g1")));
    let row = ok(store.game(&game_id("g1")));
    let before = all_of(&*store, "g1");
    let fresh = || Change { rolls: vec![roll(3, 4)], ..turn_change(row.clone(), 1, "fresh", 2) };
    let same_request = Change { turns: vec![turn(1, "server", "start", 4, 5)], ..fresh() };
    let same_turn = Change { turns: vec![turn(0, "red", "fresh", 4, 5)], ..fresh() };
    let same_roll = Change { rolls: vec![roll(3, 4), roll(2, 4)], ..fresh() };
    let same_answer = Change { answer: Some(answer("p_red", "key-1")), ..fresh() };
    let answered = Change { key: Some((player_id("p_red"), "key-1".into())), ..fresh() };
    let same_epoch = Change { seeds: Some((1, vec![1])), ..fresh() };
    let same_seal = Change { secrets: vec![secret(4, 0), secret(3, 0)], ..fresh() };
    for (what, change) in [
        ("request", same_request),
        ("turn", same_turn),
        ("roll", same_roll),
        ("answer", same_answer),
        ("answered", answered),
        ("epoch", same_epoch),
        ("seal", same_seal),
    ] {
        assert!(matches!(store.change_game(change), Err(Error::Conflict)), "{what}");
        assert_eq!(all_of(&*store, "g1"), before, "{what}");
    }
    ok(store.change_game(Change { key: Some((player_id("p_red"), "key-9".into())), ..fresh() }));
}

/// As a change: all or nothing.
pub fn a_game_that_cannot_be_made_leaves_nothing(place: &dyn Place) {
    let store = place.open();
    ok(store.put_answer(answer("p_red", "key-1")));
    let before = all_of(&*store, "g1");
    assert!(matches!(store.create_game(full_game("g1")), Err(Error::Conflict)));
    assert_eq!(all_of(&*store, "g1"), before);
}

/// `after` and `limit` of lines, turns and rolls.
pub fn the_log_comes_in_pages(place: &dyn Place) {
    let (store, id) = (place.open(), &game_id("g1"));
    ok(store.create_game(new_game("g1")));
    ok(store.create_game(new_game("g10")));
    for number in 0..10 {
        let row = ok(store.game(id));
        ok(store.change_game(turn_change(row, number, &format!("k{number}"), 2)));
    }
    let seqs = |after, limit| -> Vec<u64> {
        ok(store.lines(id, after, limit)).iter().map(|line| line.seq).collect()
    };
    assert_eq!(seqs(0, 3), [1, 2, 3]);
    assert_eq!(seqs(18, 30), [19, 20]);
    assert_eq!(seqs(20, 30), [0; 0]);
    assert_eq!(seqs(u64::MAX, 30), [0; 0]);
    assert_eq!(seqs(0, usize::MAX).len(), 20);
    let turns: Vec<u64> = ok(store.turns(id, 8, 9)).iter().map(|turn| turn.turn).collect();
    assert_eq!(turns, [8, 9]);
    let rolls: Vec<u64> = ok(store.rolls(id, (0, 4), 3)).iter().map(|roll| roll.index).collect();
    assert_eq!(rolls, [5, 6, 7]);
    assert!(ok(store.rolls(id, (1, 0), 3)).is_empty());
}

/// Any text, up to the largest line.
pub fn a_line_keeps_its_bytes(place: &dyn Place) {
    let store = place.open();
    let long = "x".repeat(1 << 20);
    let texts = ["{\"a\":\"\\u0000\"}", "käse — 盤 🎲", "with 'quotes' \"and\"\\", "a\u{0}b", " ", &long];
    let lines: Vec<LineRow> = texts
        .iter()
        .zip(1..)
        .map(|(text, seq)| LineRow { line: (*text).into(), ..line("g1", seq, None) })
        .collect();
    let row = GameRow { version: texts.len() as u64, ..game_row("g1") };
    ok(store.create_game(NewGame { row, lines: lines.clone(), ..new_game("g1") }));
    assert_eq!(ok(store.lines(&game_id("g1"), 0, 100)), lines);
}

/// Also for games of the same second.
pub fn ids_come_in_the_order_of_creation(place: &dyn Place) {
    let store = place.open();
    for (id, created) in [("zz", 1), ("aa", 2), ("mm", 2), ("bb", 3)] {
        let row = GameRow { created: NOW + created, ..game_row(id) };
        ok(store.create_game(NewGame { row, ..new_game(id) }));
    }
    assert_eq!(ok(store.game_ids(None, 2)), ["zz", "aa"].map(game_id));
    assert_eq!(ok(store.game_ids(Some(&game_id("aa")), 9)), ["mm", "bb"].map(game_id));
    assert!(ok(store.game_ids(Some(&game_id("bb")), 9)).is_empty());
}

/// A draft, its letter and its answer are written together; the game does not move.
pub fn a_draft_is_added_whole(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(full_game("g1")));
    let (id, red) = (&game_id("g1"), seat_id("red"));
    let before = ok(store.game(id));
    let new = |key: &str, orders: &str| NewDraft {
        game: id.clone(),
        seat: red.clone(),
        draft: DraftRow { orders: orders.into(), at: NOW },
        letters: vec![letter(&format!("<{key}@test>"), "p_red")],
        answer: Some(answer("p_red", key)),
    };
    ok(store.add_draft(new("key-2", "[1]")));
    assert_eq!(ok(store.draft(id, &red)).map(|draft| draft.orders), Some("[1]".to_owned()));
    assert_eq!(ok(store.answer(&player_id("p_red"), "key-2")), Some(answer("p_red", "key-2")));
    assert!(ok(store.has_letter("<key-2@test>")));
    assert!(matches!(store.add_draft(new("key-1", "[2]")), Err(Error::Conflict)));
    assert_eq!(ok(store.draft(id, &red)).map(|draft| draft.orders), Some("[1]".to_owned()));
    assert!(!ok(store.has_letter("<key-1@test>")));
    assert_eq!(ok(store.game(id)), before, "neither version nor revision tells of it");
    let nowhere = NewDraft { game: game_id("g9"), ..new("key-3", "[3]") };
    assert!(matches!(store.add_draft(nowhere), Err(Error::NotFound)));
}

/// One draft a seat; the last one counts.
pub fn a_draft_is_kept_and_forgotten(place: &dyn Place) {
    let (store, id, red) = (place.open(), &game_id("g1"), &seat_id("red"));
    ok(store.create_game(new_game("g1")));
    let draft = |orders: &str, at| DraftRow { orders: orders.into(), at };
    ok(store.put_draft(id, red, Some(draft("[1]", NOW))));
    ok(store.put_draft(id, red, Some(draft("[2]", NOW + 1))));
    assert_eq!(ok(store.draft(id, red)), Some(draft("[2]", NOW + 1)));
    assert_eq!(ok(store.draft(id, &seat_id("blue"))), None);
    ok(store.put_draft(id, red, None));
    ok(store.put_draft(id, red, None));
    assert_eq!(ok(store.draft(id, red)), None);
}
