//! The store as a whole: restarts, other processes, copies, the end.

use super::{Place, samples::*};
use crate::*;

/// Closed or not, all that was answered is there.
pub fn what_was_written_is_there_after_a_restart(place: &dyn Place) {
    let store = place.open();
    ok(store.ready());
    ok(store.create_game(new_game("g1")));
    ok(store.change_game(turn_change(ok(store.game(&game_id("g1"))), 0, "k0", 5)));
    join(&*store, player("p_ann"));
    let (row, lines) = (ok(store.game(&game_id("g1"))), ok(store.lines(&game_id("g1"), 0, 99)));
    let letters = ok(store.letters_due(NOW, 99));
    store.close();
    drop(store);
    let store = place.open();
    assert_eq!(ok(store.game(&game_id("g1"))), row);
    assert_eq!(ok(store.lines(&game_id("g1"), 0, 99)), lines);
    assert_eq!(ok(store.letters_due(NOW, 99)), letters);
    assert_eq!(ok(store.player(&player_id("p_ann"))), player("p_ann"));
    ok(store.change_game(turn_change(row, 1, "k1", 2)));
    drop(store);
    assert_eq!(ok(place.open().lines(&game_id("g1"), 0, 99)).len(), 7);
}

/// So that a cache is emptied when it must be, and not at each of our own turns.
pub fn only_another_process_changes_the_data_version(place: &dyn Place) {
    let (store, other) = (place.open(), place.open());
    ok(store.put_meta("k", "0"));
    let mut version = ok(store.data_version());
    for round in 0..3 {
        for n in 0..3 {
            ok(store.put_meta("k", &format!("{round} {n}")));
            assert_eq!(ok(store.data_version()), version, "our own");
        }
        for n in 0..3 {
            ok(other.put_meta("k", &format!("{round} {n}")));
            assert_ne!(ok(store.data_version()), version, "another's");
            version = ok(store.data_version());
            assert_eq!(ok(store.data_version()), version, "nobody's");
        }
        ok(store.put_meta("k", "back"));
        version = ok(store.data_version());
    }
}

/// One value a key.
pub fn values_of_the_store_are_kept(place: &dyn Place) {
    let store = place.open();
    ok(store.put_meta("generation", "1"));
    ok(store.put_meta("generation", "2"));
    ok(store.put_meta("other", ""));
    assert_eq!(ok(store.meta("generation")).as_deref(), Some("2"));
    assert_eq!(ok(store.meta("other")).as_deref(), Some(""));
}

/// The copy opens as a store; a second to the same name is refused and leaves the first.
pub fn a_copy_has_all_and_replaces_nothing(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(new_game("g1")));
    ok(store.change_game(turn_change(ok(store.game(&game_id("g1"))), 0, "k0", 5)));
    let path = place.spare_path();
    let mut heard = Vec::new();
    ok(store.backup(&path, &mut |done, all| heard.push((done, all))));
    assert!(heard.last().is_some_and(|(done, all)| 0 < *all && done == all));
    ok(store.create_game(new_game("g2")));
    assert!(matches!(store.backup(&path, &mut |_, _| {}), Err(Error::Backend(_))));
    let copy = place.open_copy(&path);
    assert_eq!(ok(copy.game_ids(None, 9)), [game_id("g1")]);
    assert_eq!(ok(copy.lines(&game_id("g1"), 0, 99)), ok(store.lines(&game_id("g1"), 0, 99)));
    ok(copy.change_game(turn_change(ok(copy.game(&game_id("g1"))), 1, "k1", 2)));
}

/// Every later call is an error.
pub fn a_closed_store_fails_and_does_not_hang(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(new_game("g1")));
    store.close();
    store.close();
    assert!(store.game(&game_id("g1")).is_err());
    assert!(store.create_game(new_game("g2")).is_err());
    assert!(store.ready().is_err());
    assert!(store.data_version().is_err());
}
