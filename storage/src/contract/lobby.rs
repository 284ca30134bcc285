//! Finding games: who sees which, in what order.

use super::{Place, samples::*};
use crate::*;

fn put(store: &dyn Storage, row: GameRow, seats: Vec<SeatRow>) {
    let id = row.id.to_string();
    ok(store.create_game(NewGame { row, seats, ..new_game(&id) }));
}

fn found(store: &dyn Storage, filter: &GameFilter) -> Vec<String> {
    ok(store.games(filter)).into_iter().map(|row| row.id.to_string()).collect()
}

fn seen_by(viewer: Option<&str>) -> GameFilter {
    GameFilter { viewer: viewer.map(player_id), limit: 100, ..GameFilter::default() }
}

/// Unlisted and private games only for host and holders.
pub fn only_public_games_are_listed_for_others(place: &dyn Place) {
    let store = place.open();
    for (id, visibility) in
        [("pub", Visibility::Public), ("unl", Visibility::Unlisted), ("prv", Visibility::Private)]
    {
        let row = GameRow { visibility, host: Some(player_id("p_host")), ..game_row(id) };
        put(&*store, row, vec![held(id, "red", 0, "p_red"), seat_row(id, "blue", 1)]);
    }
    for viewer in [None, Some("p_other")] {
        assert_eq!(found(&*store, &seen_by(viewer)), ["pub"]);
    }
    for viewer in ["p_host", "p_red"] {
        assert_eq!(found(&*store, &seen_by(Some(viewer))), ["prv", "pub", "unl"]);
        let mine = GameFilter { mine: true, ..seen_by(Some(viewer)) };
        assert_eq!(found(&*store, &mine), ["prv", "pub", "unl"]);
    }
    for nobody in [GameFilter { mine: true, ..seen_by(None) }, GameFilter { to_act: true, ..seen_by(None) }] {
        assert!(found(&*store, &nobody).is_empty());
    }
}

fn give_seat_up(store: &dyn Storage, visibility: Visibility, state: GameState) {
    let row = GameRow { visibility, state, ..game_row("g1") };
    put(store, row, vec![held("g1", "red", 0, "p_red")]);
    let row = ok(store.game(&game_id("g1")));
    ok(store.change_game(Change { seats: vec![held("g1", "red", 0, "p_new")], ..change(row) }));
    assert_eq!(found(store, &seen_by(Some("p_new"))), ["g1"]);
}

/// After a substitution; but who may no longer see it does not find it either.
pub fn who_held_a_seat_still_finds_the_game(place: &dyn Place) {
    let store = place.open();
    give_seat_up(&*store, Visibility::Unlisted, GameState::Active);
    assert_eq!(found(&*store, &seen_by(Some("p_red"))), ["g1"]);
    assert!(ok(store.has_left(&game_id("g1"), &player_id("p_red"))));
    assert!(!ok(store.has_left(&game_id("g1"), &player_id("p_new"))));
    let mine = GameFilter { mine: true, ..seen_by(Some("p_red")) };
    assert!(found(&*store, &mine).is_empty(), "but it is his no more");
}

/// As if there were no such game.
pub fn who_held_a_seat_of_a_private_game_does_not(place: &dyn Place) {
    let store = place.open();
    give_seat_up(&*store, Visibility::Private, GameState::Active);
    assert!(found(&*store, &seen_by(Some("p_red"))).is_empty());
    assert!(ok(store.has_left(&game_id("g1"), &player_id("p_red"))));
}

/// He never played it.
pub fn who_left_before_the_start_does_not(place: &dyn Place) {
    let store = place.open();
    give_seat_up(&*store, Visibility::Private, GameState::Open);
    assert!(found(&*store, &seen_by(Some("p_red"))).is_empty());
}

/// Each filter, and some together.
pub fn games_are_found_by_state_ruleset_and_seat(place: &dyn Place) {
    let store = place.open();
    let states = [GameState::Open, GameState::Active, GameState::Finished, GameState::Aborted];
    for (idx, state) in (0_u64..).zip(states) {
        let ruleset = if idx % 2 == 0 { "even" } else { "odd" };
        let (visibility, id) = (Visibility::Public, state.as_str());
        let row = GameRow { state, visibility, ruleset: ruleset.into(), active: NOW - idx, ..game_row(id) };
        put(&*store, row, vec![held(id, "red", 0, "p_red"), held(id, "blue", 1, "p_blue")]);
    }
    let row = ok(store.game(&game_id("active")));
    ok(store.change_game(Change { to_act: Some(vec![waits("red")]), ..change(row) }));

    let two = GameFilter { states: vec![GameState::Finished, GameState::Open], ..seen_by(None) };
    assert_eq!(found(&*store, &two), ["open", "finished"]);
    let odd = GameFilter { ruleset: Some("odd".into()), ..seen_by(Some("p_other")) };
    assert_eq!(found(&*store, &odd), ["active", "aborted"]);
    let both = GameFilter { states: vec![GameState::Aborted], ..odd };
    assert_eq!(found(&*store, &both), ["aborted"]);
    let to_act = |player| GameFilter { to_act: true, ..seen_by(Some(player)) };
    assert_eq!(found(&*store, &to_act("p_red")), ["active"]);
    assert!(found(&*store, &to_act("p_blue")).is_empty());
}

/// Newest activity first, ids within a second, each game on one page.
pub fn pages_neither_repeat_nor_leave_out(place: &dyn Place) {
    let store = place.open();
    let mut expected = Vec::new();
    for n in 0..23_u64 {
        let id = format!("g{n:02}");
        let (visibility, host) = match n % 3 {
            0 => (Visibility::Public, None),
            1 => (Visibility::Public, Some(player_id("p_host"))),
            _ => (Visibility::Private, Some(player_id("p_host"))),
        };
        let active = NOW + (n * 7 % 5);
        put(&*store, GameRow { visibility, host, active, ..game_row(&id) }, Vec::new());
        expected.push((std::cmp::Reverse(active), id));
    }
    expected.sort();
    for mine in [false, true] {
        let mut filter = GameFilter { mine, limit: 4, ..seen_by(Some("p_host")) };
        let mut all = Vec::new();
        loop {
            let page = ok(store.games(&filter));
            assert!(page.len() <= 4);
            let Some(last) = page.last() else { break };
            filter.after = Some((last.active, last.id.clone()));
            all.extend(page.into_iter().map(|row| (std::cmp::Reverse(row.active), row.id.to_string())));
        }
        let own = |id: &str| !mine || id[1..].parse::<u64>().is_ok_and(|n| n % 3 != 0);
        let wanted: Vec<_> = expected.iter().filter(|(_, id)| own(id)).cloned().collect();
        assert_eq!(all, wanted);
    }
}

/// Over is over.
pub fn a_player_has_the_seats_of_games_that_are_not_over(place: &dyn Place) {
    let store = place.open();
    for state in [GameState::Open, GameState::Active, GameState::Finished, GameState::Aborted] {
        let id = state.as_str();
        let seats =
            vec![held(id, "red", 0, "p_red"), held(id, "blue", 1, "p_blue"), held(id, "green", 2, "p_red")];
        put(&*store, GameRow { state, ..game_row(id) }, seats);
    }
    let seats = ok(store.seats_of(&player_id("p_red")));
    let places: Vec<(&str, &str)> = seats.iter().map(|row| (row.game.as_str(), row.seat.as_str())).collect();
    assert_eq!(places, [("active", "red"), ("active", "green"), ("open", "red"), ("open", "green")]);
}
