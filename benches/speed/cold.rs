//! Opening a game that is not in memory, by event; verifying a bundle, by die.

use std::time::Instant;

use domain::{
    audit,
    log::{self, Bundle},
    rulesets,
};

use super::{
    percentile,
    server::{Server, alone},
};

const TIMES: usize = 40;

pub fn run() {
    let mut server = Server::start();
    let mut player = server.player("player");
    let game = alone(&mut player);
    // Both sides as the bot suggests, to the end: a real battle.
    for _ in 0..400 {
        let seen = player.get(&format!("/v1/games/{game}?summary=true")).expect(200).json();
        let Some(seat) = seen["to_act"][0]["seat"].as_str() else { break };
        let orders = player.get(&format!("/v1/games/{game}/orders?limit=1&seat={seat}")).expect(200).json();
        let lines: Vec<_> = orders["suggested"]
            .as_array()
            .expect("a turn")
            .iter()
            .map(|order| order["order"].clone())
            .collect();
        player
            .post(&format!("/v1/games/{game}/turns"), &serde_json::json!({"seat": seat, "orders": lines}))
            .expect(201);
    }
    let token = player.token.clone();
    let bundle = player.get(&format!("/v1/games/{game}/audit")).expect(200).body;
    let seen = player.get(&format!("/v1/games/{game}?summary=true")).expect(200).json();
    let n_lines = u32::try_from(seen["version"].as_u64().expect("a version")).expect("a length");
    let mut cold = Vec::new();
    let mut warm = Vec::new();
    for _ in 0..TIMES {
        server.change(|_| ());
        let mut client = server.client(&token);
        client.get("/healthz").expect(200);
        client.get("/v1/me").expect(200);
        for times in [&mut cold, &mut warm] {
            let began = Instant::now();
            client.get(&format!("/v1/games/{game}?summary=true")).expect(200);
            times.push(began.elapsed());
        }
    }
    let (cold, warm) = (percentile(&mut cold, 50), percentile(&mut warm, 50));
    println!(
        "a game of {n_lines} lines: {cold:.0?} cold, {warm:.0?} open: {:.1?} a line",
        cold.saturating_sub(warm) / n_lines
    );
    verified(&bundle);
}

/// By our own library, as `fieldpost verify` does it: first the protocol, then every decision by the rules.
fn verified(bundle: &[u8]) {
    let (mut protocol, mut rules, mut n_rolls) = (Vec::new(), Vec::new(), 0);
    for _ in 0..TIMES {
        let began = Instant::now();
        let read = Bundle::read(bundle).expect("a bundle");
        let summary = log::verify(&read, None, &[]).expect("it verifies");
        protocol.push(began.elapsed());
        n_rolls = u32::try_from(summary.rolls).expect("a number");
        let began = Instant::now();
        audit::judge(&rulesets::find, &read.log, &mut |_| ()).expect("it was decided by the rules");
        rules.push(began.elapsed());
    }
    let [protocol, rules] = [&mut protocol, &mut rules].map(|times| percentile(times, 50));
    println!(
        "verifying its bundle of {} KB with {n_rolls} rolls: {protocol:.0?}, {:.1?} a roll; every decision again: {rules:.0?}",
        bundle.len() / 1000,
        protocol / n_rolls.max(1),
    );
}
