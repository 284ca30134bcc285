//! Letters and timers: what leaves when, and never twice.

use super::{Place, samples::*};
use crate::*;

fn due(store: &dyn Storage, now: u64) -> Vec<LetterRow> {
    ok(store.letters_due(now, 100))
}

fn dropped() -> LetterOutcome {
    LetterOutcome::Dropped { at: NOW, why: "no longer true".into() }
}

fn made(text: &str) -> LetterOutcome {
    let made = MadeLetter { to: "ann@example.org".into(), bytes: text.into() };
    LetterOutcome::Made { made, at: NOW }
}

/// A second of the same id is no error and no letter, even when the first has left.
pub fn a_letter_is_queued_once(place: &dyn Place) {
    let store = place.open();
    let first = NewLetter {
        game: Some(game_id("g1")),
        seat: Some(seat_id("red")),
        address: Some("ann@example.org".into()),
        player: None,
        ..letter("<1@test>", "")
    };
    let again = NewLetter { kind: "reminder".into(), ..first.clone() };
    ok(store.post(vec![first.clone(), again.clone(), letter("<2@test>", "p_ann")]));
    ok(store.post(vec![again.clone()]));
    let rows = due(&*store, NOW);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].letter, first);
    assert_eq!((rows[0].state, rows[0].tries, &rows[0].made), (LetterState::Queued, 0, &None));
    ok(store.letter_outcome(rows[0].id, LetterOutcome::Sent(NOW)));
    ok(store.post(vec![again]));
    assert_eq!(due(&*store, NOW).len(), 1);
    let known = ["<1@test>", "<2@test>", "<3@test>"].map(|id| ok(store.has_letter(id)));
    assert_eq!(known, [true, true, false], "one that has left is known");
}

/// By time, then by age.
pub fn letters_leave_in_order_and_in_time(place: &dyn Place) {
    let store = place.open();
    let at = |id: &str, due| NewLetter { due, ..letter(id, "p_ann") };
    ok(store.post(vec![at("<c>", NOW + 20), at("<a>", NOW), at("<b>", NOW), at("<d>", NOW + 30)]));
    let ids =
        |now| -> Vec<String> { due(&*store, now).into_iter().map(|row| row.letter.message_id).collect() };
    assert_eq!(ids(NOW - 1), [""; 0]);
    assert_eq!(ids(NOW), ["<a>", "<b>"]);
    assert_eq!(ids(NOW + 29), ["<a>", "<b>", "<c>"]);
    assert_eq!(ok(store.letters_due(NOW + 99, 1)).len(), 1);
    assert_eq!(ok(store.next_letter_due()), Some(NOW));
    for row in due(&*store, NOW) {
        ok(store.letter_outcome(row.id, dropped()));
    }
    assert_eq!(ok(store.next_letter_due()), Some(NOW + 20));
}

/// What was made may have left already: another text would be another letter under the same id.
pub fn a_letter_keeps_its_first_text(place: &dyn Place) {
    let store = place.open();
    ok(store.post(vec![letter("<1@test>", "p_ann")]));
    let id = due(&*store, NOW)[0].id;
    ok(store.letter_outcome(id, made("first")));
    ok(store.letter_outcome(id, made("first")));
    assert!(matches!(store.letter_outcome(id, made("second")), Err(Error::Conflict)));
    ok(store.letter_outcome(id, LetterOutcome::Retry { due: NOW + 60, error: "421 later".into() }));
    assert!(due(&*store, NOW + 59).is_empty());
    let row = &due(&*store, NOW + 60)[0];
    assert_eq!((row.tries, row.state), (1, LetterState::Queued));
    assert_eq!(row.made, Some(MadeLetter { to: "ann@example.org".into(), bytes: b"first".to_vec() }));
}

/// Sent, dropped and failed are final and counted.
pub fn a_letter_comes_to_one_end(place: &dyn Place) {
    let store = place.open();
    let letters = (0..6).map(|n| NewLetter { queued: NOW + n, ..letter(&format!("<{n}>"), "p_ann") });
    ok(store.post(letters.collect()));
    let ids: Vec<u64> = due(&*store, NOW).iter().map(|row| row.id).collect();
    let failed = || LetterOutcome::Failed { at: NOW, error: "550 no".into() };
    ok(store.letter_outcome(ids[0], LetterOutcome::Sent(NOW)));
    ok(store.letter_outcome(ids[1], dropped()));
    ok(store.letter_outcome(ids[2], failed()));
    ok(store.letter_outcome(ids[3], LetterOutcome::Sent(NOW)));
    let depth = PostDepth { queued: 2, sent: 2, failed: 1, oldest: Some(NOW + 4) };
    assert_eq!(ok(store.post_depth()), depth);
    for outcome in [
        LetterOutcome::Sent(NOW + 1),
        dropped(),
        failed(),
        LetterOutcome::Retry { due: NOW, error: String::new() },
    ] {
        ok(store.letter_outcome(ids[0], outcome.clone()));
        ok(store.letter_outcome(ids[1], outcome));
    }
    assert_eq!(ok(store.post_depth()), depth);
    assert!(
        matches!(store.letter_outcome(ids[1], made("too late")), Err(Error::Conflict)),
        "it must not leave"
    );
    assert_eq!(due(&*store, NOW).len(), 2);
}

/// Neither as a player nor at his address.
pub fn an_erased_player_gets_no_letter(place: &dyn Place) {
    let store = place.open();
    join(&*store, proved("p_ann", "ann@example.org"));
    let to =
        |id: &str, address: &str| NewLetter { player: None, address: Some(address.into()), ..letter(id, "") };
    ok(store.post(vec![
        letter("<1>", "p_ann"),
        letter("<2>", "p_bob"),
        to("<3>", "Ann@Example.org"),
        to("<4>", "bob@example.org"),
    ]));
    ok(store.erase_player(&player_id("p_ann"), NOW));
    let left: Vec<String> = due(&*store, NOW).into_iter().map(|row| row.letter.message_id).collect();
    assert_eq!(left, ["<2>", "<4>"]);
}

/// And are there until they are taken away.
pub fn timers_come_due_in_order(place: &dyn Place) {
    let store = place.open();
    for id in ["g1", "g2"] {
        let timers = vec![
            timer(id, NOW + 10, Some("red"), "time_out"),
            timer(id, NOW + 5, Some("red"), "reminder"),
            timer(id, NOW + 5, None, "bot"),
            timer(id, NOW + 5, None, "bot"),
        ];
        ok(store.create_game(NewGame { timers, ..new_game(id) }));
    }
    assert!(ok(store.timers_due(NOW + 4, 9)).is_empty());
    assert_eq!(ok(store.n_timers_due(NOW + 4)), 0);
    assert_eq!(ok(store.n_timers_due(NOW + 99)), ok(store.timers_due(NOW + 99, 99)).len() as u64);
    assert_eq!(ok(store.next_timer_due()), Some(NOW + 5));
    let first = ok(store.timers_due(NOW + 5, 99));
    let expected: Vec<TimerRow> = ["g1", "g2"]
        .iter()
        .flat_map(|id| [timer(id, NOW + 5, None, "bot"), timer(id, NOW + 5, Some("red"), "reminder")])
        .collect();
    assert_eq!(first, expected, "a timer given twice is one");
    assert_eq!(ok(store.timers_due(NOW + 99, 5)).len(), 5);
    for timer in &first {
        ok(store.drop_timer(timer));
        ok(store.drop_timer(timer));
    }
    assert_eq!(ok(store.next_timer_due()), Some(NOW + 10));
    assert_eq!(ok(store.timers_due(NOW + 99, 9)).len(), 2);
}

/// The others' stay.
pub fn a_changed_game_has_only_its_new_timers(place: &dyn Place) {
    let store = place.open();
    for id in ["g1", "g2"] {
        let timers = vec![timer(id, NOW + 10, Some("red"), "time_out")];
        ok(store.create_game(NewGame { timers, ..new_game(id) }));
    }
    let row = ok(store.game(&game_id("g1")));
    ok(store.change_game(change(row)));
    assert_eq!(ok(store.timers_due(NOW + 99, 9)).len(), 2, "not given: they stay");
    let row = ok(store.game(&game_id("g1")));
    let timers = Some(vec![timer("g1", NOW + 20, Some("blue"), "time_out")]);
    ok(store.change_game(Change { timers, ..change(row) }));
    let left = ok(store.timers_due(NOW + 99, 9));
    assert_eq!(
        left,
        [timer("g2", NOW + 10, Some("red"), "time_out"), timer("g1", NOW + 20, Some("blue"), "time_out")]
    );
}
