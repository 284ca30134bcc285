//! Absences, and offers to play once more.

use super::{Place, samples::*};
use crate::*;

fn absence(begun: u64, until: u64, state: AbsenceState) -> AbsenceRow {
    AbsenceRow { player: player_id("p_ann"), begun, until, state }
}

/// Whatever crashes in between.
pub fn an_absence_is_applied_and_ended_once(place: &dyn Place) {
    let store = place.open();
    join(&*store, player("p_ann"));
    let stranger = AbsenceRow { player: player_id("p_none"), ..absence(NOW, NOW + 100, AbsenceState::Fresh) };
    assert!(matches!(store.put_absence(stranger, None, Vec::new()), Err(Error::NotFound)));
    let fresh = absence(NOW, NOW + 100, AbsenceState::Fresh);
    let row = PlayerRow { zone: "UTC".into(), ..player("p_ann") };
    let people = store.people_version();
    ok(store.put_absence(fresh.clone(), Some(row.clone()), vec![letter("<away@test>", "p_ann")]));
    assert_ne!(store.people_version(), people, "his row may have changed with it");
    assert_eq!(ok(store.player(&player_id("p_ann"))), row);
    assert_eq!(ok(store.letters_due(NOW, 9)).len(), 1);
    assert_eq!(ok(store.absences_due(NOW, 9)), std::slice::from_ref(&fresh));
    let longer = absence(NOW, NOW + 200, AbsenceState::Fresh);
    ok(store.put_absence(longer.clone(), None, Vec::new()));
    let applied = absence(NOW, NOW + 200, AbsenceState::Applied);
    assert!(!ok(store.absence_done(&fresh, applied.clone(), Vec::new())), "it has changed meanwhile");
    assert!(ok(store.absence_done(&longer, applied.clone(), Vec::new())));
    assert!(ok(store.absences_due(NOW + 199, 9)).is_empty());
    assert_eq!(ok(store.absences_due(NOW + 200, 9)), std::slice::from_ref(&applied));
    let over = absence(NOW, NOW + 200, AbsenceState::Over);
    assert!(ok(store.absence_done(&applied, over.clone(), vec![letter("<back@test>", "p_ann")])));
    assert!(!ok(store.absence_done(&applied, over.clone(), vec![letter("<back2@test>", "p_ann")])));
    assert_eq!(ok(store.letters_due(NOW, 9)).len(), 2);
    ok(store.put_absence(absence(NOW + 500, NOW + 600, AbsenceState::Fresh), None, Vec::new()));
    assert_eq!(ok(store.absences_of(&player_id("p_ann"), 0)).len(), 2);
    assert_eq!(ok(store.absences_of(&player_id("p_ann"), NOW + 200)).len(), 1);
}

/// With all else about him.
pub fn who_is_erased_has_no_absences(place: &dyn Place) {
    let store = place.open();
    join(&*store, player("p_ann"));
    ok(store.put_absence(absence(NOW, NOW + 100, AbsenceState::Fresh), None, Vec::new()));
    ok(store.erase_player(&player_id("p_ann"), NOW));
    assert!(ok(store.absences_of(&player_id("p_ann"), 0)).is_empty());
    assert!(ok(store.absences_due(NOW, 9)).is_empty());
}

fn rematch() -> RematchRow {
    RematchRow {
        game: game_id("g1"),
        n: 3,
        seat: seat_id("red"),
        swap: true,
        agreed: vec![seat_id("red")],
        state: RematchState::Standing,
        declined_by: None,
        next: None,
        revision: 1,
        at: NOW,
    }
}

/// Two answers at once: one of them looks again.
pub fn a_rematch_is_answered_on_what_it_is(place: &dyn Place) {
    let store = place.open();
    assert!(matches!(store.put_rematch(rematch(), None, Vec::new(), None), Err(Error::NotFound)));
    ok(store.create_game(new_game("g1")));
    ok(store.put_rematch(rematch(), None, Vec::new(), None));
    assert!(matches!(store.put_rematch(rematch(), None, Vec::new(), None), Err(Error::Conflict)));
    assert_eq!(ok(store.rematches(&game_id("g1"))), [rematch()]);
    let declined = RematchRow {
        state: RematchState::Declined,
        declined_by: Some(seat_id("blue")),
        revision: 2,
        ..rematch()
    };
    ok(store.put_rematch(declined.clone(), None, Vec::new(), None));
    assert!(matches!(store.put_rematch(declined.clone(), None, Vec::new(), None), Err(Error::Conflict)));
    assert_eq!(ok(store.rematches(&game_id("g1"))), [declined]);
    assert!(ok(store.rematches(&game_id("g2"))).is_empty());
}

/// All of it, or nothing.
pub fn a_rematch_is_made_with_its_game_or_not_at_all(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(new_game("g1")));
    ok(store.put_rematch(rematch(), None, Vec::new(), None));
    let accepted = RematchRow {
        state: RematchState::Accepted,
        next: Some(game_id("g2")),
        agreed: vec![seat_id("red"), seat_id("blue")],
        revision: 2,
        ..rematch()
    };
    let stale = RematchRow { revision: 7, ..accepted.clone() };
    assert!(matches!(
        store.put_rematch(stale, Some(new_game("g2")), vec![letter("<x@test>", "p_ann")], None),
        Err(Error::Conflict)
    ));
    assert!(matches!(store.game(&game_id("g2")), Err(Error::NotFound)));
    assert!(ok(store.letters_due(NOW, 9)).is_empty());
    ok(store.put_rematch(accepted.clone(), Some(new_game("g2")), vec![letter("<x@test>", "p_ann")], None));
    assert_eq!(ok(store.game(&game_id("g2"))).id, game_id("g2"));
    assert_eq!(ok(store.rematches(&game_id("g1"))), [accepted]);
}
