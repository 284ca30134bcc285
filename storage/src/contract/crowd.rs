//! Many at once: nothing lost, nothing twice, nobody harmed by his neighbour.

use std::{
    sync::{
        Barrier,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use super::{Place, samples::*};
use crate::*;

const N_THREADS: usize = 50;

/// Runs `work` in as many threads, all starting together.
fn together(work: impl Fn(usize) + Sync) {
    let start = Barrier::new(N_THREADS);
    thread::scope(|scope| {
        for n in 0..N_THREADS {
            let (start, work) = (&start, &work);
            scope.spawn(move || {
                start.wait();
                work(n);
            });
        }
    });
}

/// Plays a turn on the game as it is now; again when somebody was faster.
fn play(store: &dyn Storage, game: &str, key: &str) {
    loop {
        let row = ok(store.game(&game_id(game)));
        let number = row.revision - 1;
        match store.change_game(turn_change(row, number, key, 2)) {
            Ok(()) => return,
            Err(Error::Conflict) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn assert_log(store: &dyn Storage, game: &str, n_turns: usize) {
    let id = &game_id(game);
    let lines = ok(store.lines(id, 0, usize::MAX));
    assert_eq!(lines.len(), 2 * n_turns, "{game}");
    for (line, seq) in lines.iter().zip(1..) {
        assert_eq!(*line, super::samples::line(game, seq, Some((seq - 1) / 2)));
    }
    let row = ok(store.game(id));
    assert_eq!((row.version, row.revision), (2 * n_turns as u64, 1 + n_turns as u64));
    assert_eq!(Some(row.head), lines.last().map(|line| line.hash));
    let turns = ok(store.turns(id, 0, usize::MAX));
    assert!(turns.iter().zip(0..).all(|(turn, number)| turn.turn == number) && turns.len() == n_turns);
    assert_eq!(ok(store.rolls(id, (0, 0), usize::MAX)).len(), n_turns);
}

/// Each in a game of his own; what a call returned is read at once.
pub fn fifty_games_are_played_at_once(place: &dyn Place) {
    let store = place.open();
    together(|n| {
        let game = format!("g{n}");
        ok(store.create_game(new_game(&game)));
        for turn in 0..4 {
            play(&*store, &game, &format!("k{turn}"));
            assert_eq!(ok(store.game(&game_id(&game))).version, 2 * (turn + 1));
        }
    });
    for n in 0..N_THREADS {
        assert_log(&*store, &format!("g{n}"), 4);
    }
}

/// All in one game: each turn once, without a gap.
pub fn one_game_is_changed_by_fifty_at_once(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(new_game("g1")));
    together(|n| {
        for turn in 0..2 {
            play(&*store, "g1", &format!("k{n}-{turn}"));
        }
    });
    assert_log(&*store, "g1", 2 * N_THREADS);
    for n in 0..N_THREADS {
        for turn in 0..2 {
            let key = request(&format!("k{n}-{turn}"));
            assert!(ok(store.turn_of(&game_id("g1"), "red", &key)).is_some());
        }
    }
}

/// A double click, fifty times.
pub fn a_request_made_by_many_happens_once(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(new_game("g1")));
    let row = ok(store.game(&game_id("g1")));
    let n_done = AtomicUsize::new(0);
    together(|_| match store.change_game(turn_change(row.clone(), 0, "the-same", 2)) {
        Ok(()) => drop(n_done.fetch_add(1, Ordering::SeqCst)),
        Err(Error::Conflict) => {}
        Err(error) => panic!("{error}"),
    });
    assert_eq!(n_done.into_inner(), 1);
    assert_log(&*store, "g1", 1);
}

/// Neither can its tries be had twice by trying at once.
pub fn a_code_tried_by_many_opens_once(place: &dyn Place) {
    let store = place.open();
    ok(store.put_code(CodeRow { tries: 1000, ..code(CodeKind::Verify, "p_ann", "123456") }, Vec::new()));
    let n_right = AtomicUsize::new(0);
    together(|_| match ok(store.try_code(CodeKind::Verify, "p_ann", &hash("123456"), NOW)) {
        CodeTrial::Right(_) => drop(n_right.fetch_add(1, Ordering::SeqCst)),
        CodeTrial::Wrong => {}
    });
    assert_eq!(n_right.into_inner(), 1);
    ok(store.put_code(code(CodeKind::Verify, "p_ann", "123456"), Vec::new()));
    together(|n| {
        let guess = hash(&format!("{n:06}"));
        assert_eq!(ok(store.try_code(CodeKind::Verify, "p_ann", &guess, NOW)), CodeTrial::Wrong);
    });
    assert_eq!(ok(store.try_code(CodeKind::Verify, "p_ann", &hash("123456"), NOW)), CodeTrial::Wrong);
}

/// Writes that fail stand in the same commit as writes that do not.
pub fn a_refusal_harms_no_neighbour(place: &dyn Place) {
    let store = place.open();
    ok(store.create_game(new_game("taken")));
    together(|n| {
        for turn in 0..4 {
            if n % 2 == 0 {
                ok(store.create_game(new_game(&format!("g{n}-{turn}"))));
            } else {
                assert!(matches!(store.create_game(new_game("taken")), Err(Error::Conflict)));
            }
        }
    });
    assert_eq!(ok(store.game_ids(None, 1000)).len(), 1 + 2 * N_THREADS);
}

/// A letter for each change that was made, none for those refused.
pub fn every_change_leaves_its_letter(place: &dyn Place) {
    let store = place.open();
    for n in 0..5 {
        ok(store.create_game(new_game(&format!("g{n}"))));
    }
    together(|n| {
        for turn in 0..20 {
            play(&*store, &format!("g{}", n % 5), &format!("k{n}-{turn}"));
        }
    });
    let letters = ok(store.letters_due(NOW, usize::MAX));
    assert_eq!(letters.len(), 20 * N_THREADS);
    assert_eq!(ok(store.post_depth()).queued as usize, 20 * N_THREADS);
}

/// Both succeed, whoever is faster; neither repeats the other's work.
pub fn two_processes_write_one_store(place: &dyn Place) {
    let (server, tool) = (place.open(), place.open());
    ok(server.create_game(new_game("g1")));
    together(|n| {
        let store = if n % 5 == 0 { &tool } else { &server };
        for turn in 0..2 {
            play(&**store, "g1", &format!("k{n}-{turn}"));
        }
    });
    assert_log(&*server, "g1", 2 * N_THREADS);
    assert_log(&*tool, "g1", 2 * N_THREADS);
}
