//! Deadlines as the binary keeps them, by the real clock: orders that come at the last moment, and a machine that dies while
//! time runs.

use std::{
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};

use crate::support::{JSON, Player, Server, verb};

/// The shortest clock there is.
const ALLOWED_SECONDS: u64 = 60;

/// After a deadline its time-out is written within so many seconds, on whatever machine this runs.
const TICK: Duration = Duration::from_secs(20);

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970")
}

/// Sleeps until a moment since 1970; not at all, if it is over.
fn until(moment: Duration) {
    thread::sleep(moment.saturating_sub(now()));
}

/// A game of two that has begun, in which the first seat is waited for.
fn begun(alice: &Player<'_>, bob: &Player<'_>, clock: &Value) -> String {
    let seats = json!([{"seat": "long_knives", "player": "me"}]);
    let wanted = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seats": seats, "clock": clock});
    let game = alice.post("/v1/games", &wanted).expect(201)["id"].as_str().expect("an id").to_owned();
    let taken = bob.put(&format!("/v1/games/{game}/seats/plains_nations"), &json!({})).expect(200);
    assert_eq!(taken["to_act"][0]["seat"], "long_knives");
    game
}

/// Seconds since 1970 of a time as answers tell it.
fn seconds(time: &Value) -> u64 {
    let text = time.as_str().expect("a time");
    let number = |from: usize, to: usize| text[from..to].parse::<u64>().expect("a number");
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    // Days since 1970 of the civil calendar, from the first of March on.
    let (shifted, months) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * months + 2) / 5 + day - 1;
    (days - 719_468) * 86_400 + number(11, 13) * 3_600 + number(14, 16) * 60 + number(17, 19)
}

fn deadline(server: &Server, game: &str) -> u64 {
    seconds(&server.get(&format!("/v1/games/{game}?summary=true")).expect(200)["to_act"][0]["deadline"])
}

/// The types of all lines after the turn that is the start, with their times.
fn told(server: &Server, game: &str) -> Vec<(String, u64)> {
    let events = server.get(&format!("/v1/games/{game}/events?limit=1000")).expect(200);
    let all = events["items"].as_array().expect("events").iter();
    all.skip_while(|event| event["type"] != "game_started")
        .filter(|event| event["turn"] != 0)
        .map(|event| (event["type"].as_str().expect("a type").to_owned(), seconds(&event["at"])))
        .collect()
}

#[test]
fn an_order_at_the_last_moment_is_carried_out_or_too_late_and_never_both() {
    const N_GAMES: u64 = 60;
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let clock = json!({"kind": "per_turn", "allow": format!("PT{ALLOWED_SECONDS}S"), "remind": []});
    let n_in_time: usize = thread::scope(|scope| {
        let mut sent = Vec::new();
        for n in 0..N_GAMES {
            let game = begun(&alice, &bob, &clock);
            let due = deadline(&server, &game);
            // From 600 ms before to 600 ms after it.
            let offset = Duration::from_millis(1_200 * n / (N_GAMES - 1));
            let moment = Duration::from_secs(due) + offset - Duration::from_millis(600);
            let alice = &alice;
            sent.push(scope.spawn(move || is_in_time(alice, &game, due, moment)));
        }
        sent.into_iter().map(|one| usize::from(one.join().expect("an end"))).sum()
    });
    // Half of them were sent before the deadline; how many of these had arrived by then, the machine decides.
    eprintln!("{n_in_time} of {N_GAMES} were in time");
    let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
    assert!(right, "{said}");
}

/// Sends a whole turn at this moment; whether it was in time. The answer and the log say the same, and the hand-over ended
/// once: by the orders or by the clock.
fn is_in_time(alice: &Player<'_>, game: &str, due: u64, moment: Duration) -> bool {
    let orders = alice.get(&format!("/v1/games/{game}/orders?seat=long_knives&limit=1")).expect(200);
    let list: Vec<&Value> =
        orders["suggested"].as_array().expect("a list").iter().map(|one| &one["order"]).collect();
    let turn =
        json!({"seat": "long_knives", "orders": list, "round": 1, "phase": orders["phase"]}).to_string();
    let (path, key) = (format!("/v1/games/{game}/turns"), ("Idempotency-Key", "the-last-moment"));
    until(moment);
    let answer = alice.server.call("POST", &path, Some(&alice.token), &[JSON, key], Some(turn.as_bytes()));
    let in_time = answer.status == 201;
    assert!(!in_time || moment < Duration::from_secs(due), "what is sent after the deadline is too late");
    if !in_time {
        assert_eq!(answer.status, 409, "{}", answer.text());
        // The phase has passed to the other side, and bears the same name.
        let code = answer.json()["code"].as_str().expect("a code").to_owned();
        assert!(["phase-over", "not-your-phase"].contains(&code.as_str()), "{}", answer.text());
    }
    let first = first_turn(alice.server, game);
    let by_us = first["request"] == "the-last-moment" && first["seat"] == "long_knives";
    let by_clock =
        first["seat"] == "server" && first["request"].as_str().is_some_and(|name| name.starts_with("clock:"));
    assert_eq!((by_us, by_clock), (in_time, !in_time), "{first}");
    let events = alice.get(&format!("/v1/games/{game}/events?limit=1000")).expect(200);
    // What comes later is of the other side's hand-over.
    let early =
        events["items"].as_array().expect("events").iter().filter(|event| event["turn"].as_u64() <= Some(2));
    let is_time_out =
        |event: &&Value| event["type"] == "seat_timed_out" && event["body"]["seat"] == "long_knives";
    let time_outs: Vec<&Value> = early.filter(is_time_out).collect();
    assert_eq!(time_outs.len(), usize::from(!in_time), "{events}");
    assert!(time_outs.iter().all(|event| due <= seconds(&event["at"])), "no time-out before the deadline");
    let ours = |turn: &&Value| turn["request"] == "the-last-moment";
    let turns = alice.get(&format!("/v1/games/{game}/turns")).expect(200);
    let n_ours = turns["items"].as_array().expect("turns").iter().filter(ours).count();
    assert_eq!(n_ours, usize::from(in_time), "{turns}");
    in_time
}

/// The turn after the start, when there is one.
fn first_turn(server: &Server, game: &str) -> Value {
    let end = now() + TICK;
    while now() < end {
        let turn = server.get(&format!("/v1/games/{game}/turns/1"));
        if turn.status == 200 {
            return turn.json();
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("neither orders nor a time-out in {game}")
}

#[test]
fn six_deadlines_that_pass_while_the_machine_is_dead_cost_nobody_his_turn() {
    let mut server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let allow = format!("PT{ALLOWED_SECONDS}S");
    // Six deadlines, each in another second; of some games the reminder comes before the machine dies, of some it would have
    // come later, and who is late loses his turn or his seat.
    let policies =
        [("1/6", "default_action"), ("5/6", "forfeit"), ("1/6", "forfeit"), ("5/6", "default_action")];
    let mut games = Vec::new();
    for (remind, on_timeout) in policies.iter().cycle().take(6) {
        let clock = json!({"kind": "per_turn", "allow": allow, "remind": [remind], "on_timeout": on_timeout});
        games.push(begun(&alice, &bob, &clock));
        thread::sleep(Duration::from_secs(1));
    }
    let token = alice.token.clone();
    let deadlines: Vec<u64> = games.iter().map(|game| deadline(&server, game)).collect();
    assert!(deadlines.windows(2).all(|two| two[0] < two[1]), "{deadlines:?}");
    until(Duration::from_secs(deadlines[0] - 22));
    server.kill_and_restart_at(|| until(Duration::from_secs(deadlines[5] + 2)));
    let back = now().as_secs();
    for (game, due) in games.iter().zip(&deadlines) {
        let end = now() + TICK;
        while told(&server, game).is_empty() && now() < end {
            thread::sleep(Duration::from_millis(50));
        }
        let told = told(&server, game);
        assert_eq!((told.len(), told[0].0.as_str()), (1, "deadline_set"), "{told:?}");
        // The time is that at which it happened, not that at which it was due.
        assert!(due + 2 <= told[0].1 && told[0].1 <= now().as_secs(), "{due}: {told:?}");
        assert_eq!(deadline(&server, game), told[0].1 + ALLOWED_SECONDS, "more time, counted from then");
    }
    // In the interval after the return nothing more happens by itself, and all can play.
    until(Duration::from_secs(back + 15));
    for game in &games {
        assert_eq!(told(&server, game).len(), 1);
        Player { server: &server, token: token.clone() }.play_suggested(game, "long_knives");
    }
    let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
    assert!(right, "{said}");
}
