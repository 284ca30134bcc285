//! Bots play a whole game, log and all: for statistics, for finding what is wrong with a ruleset, and for showing how it
//! goes. The seeds come from a number, so anybody can play the same game again; nothing about them is secret.

use std::collections::BTreeSet;

use crate::{
    chronicle::{Chronicle, NewGame, Step},
    dice::{NumberedSalts, Seed, SeedChain},
    game::Orders,
    hash::Hash,
    ids::{GameId, Seat},
    log::{EpochHead, Signer},
    ruleset::Outcome,
    seam::{AnyRuleset, Prepared},
};

/// Seeds of a simulated game: more than any bot throws.
const LENGTH: u64 = 16_384;

/// When every simulated game begins.
const BEGIN: u64 = 1_800_000_000;

/// More turns than a game of bots may take.
const BOUND: u64 = 5_000;

/// A game that bots have played.
pub struct Simulated {
    /// Its log, line by line.
    pub log: Vec<String>,
    /// The game at its end.
    pub end: Chronicle,
    /// How it ended.
    pub outcome: Outcome,
    /// Turns, the start and what the server did included.
    pub turns: u64,
    /// Rounds, as the ruleset counts.
    pub rounds: u32,
    /// Rolls of the dice.
    pub rolls: u64,
}

/// What went wrong: a fault of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// In which game.
    pub number: u64,
    /// What.
    pub what: String,
    /// The log up to there.
    pub log: Vec<String>,
}

impl std::fmt::Display for Stuck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "game {}: {}", self.number, self.what)
    }
}

impl std::error::Error for Stuck {}

/// Plays game `number`.
///
/// # Errors
/// [`Stuck`] when a bot is refused, nobody is waited for, or the game does not end.
///
/// # Panics
/// When what was prepared cannot begin: the ruleset's error.
pub fn simulate(
    ruleset: &'static dyn AnyRuleset,
    prepared: &Prepared,
    number: u64,
) -> Result<Simulated, Stuck> {
    let secret = |what: &str| Seed::from_bytes(*Hash::of(&format!("simulated {what} {number}")).as_bytes());
    let signer = Signer::new("simulation", secret("signer").expose()).expect("a word is an origin");
    let seeds = SeedChain::new(secret("game"), LENGTH);
    let new = NewGame {
        id: GameId::new(&format!("simulated-{number}")).expect("a word and a number are an id"),
        origin: signer.origin(),
        vkey: signer.vkey(),
        prepared,
        bots: prepared.seats.iter().map(|seat| seat.seat.clone()).collect::<BTreeSet<Seat>>(),
        clock: serde_json::json!({ "kind": "none" }),
        epoch: EpochHead { anchor: seeds.anchor(), length: LENGTH, number: 0 },
        now: BEGIN,
    };
    let salted = NumberedSalts::new(&seeds, number);
    let mut log = Vec::new();
    let take = |step: Step, log: &mut Vec<String>| {
        log.extend(step.lines.into_iter().map(|line| line.text));
        step.next
    };
    let begun = Chronicle::create(ruleset, new).unwrap_or_else(|why| panic!("{}: {why:?}", ruleset.id()));
    let mut game = take(begun, &mut log);
    let declined = vec![None; prepared.seats.len()];
    let stuck = |what: String, log: &Vec<String>| Stuck { number, what, log: log.clone() };
    match game.commit(&declined, BEGIN, &salted) {
        Ok(step) => game = take(step, &mut log),
        Err(_) => return Err(stuck("the seeds are used up".to_owned(), &log)),
    }
    while game.game().outcome().is_none() {
        if BOUND <= game.turns() {
            return Err(stuck("it does not end".to_owned(), &log));
        }
        let Some(seat) = game.game().bots_due().first().cloned() else {
            return Err(stuck("nobody is waited for, yet it goes on".to_owned(), &log));
        };
        let orders = game.game().bot_orders(&seat, number);
        let raw: Vec<_> = orders
            .iter()
            .map(|order| serde_json::value::to_raw_value(order).expect("an order is JSON"))
            .collect();
        let now = game.ledger().time() + 60;
        match game.submit(&seat, &Orders::Json(&raw), game.own_request("bot"), now, &salted) {
            Ok(step) => game = take(step, &mut log),
            Err(why) => return Err(stuck(format!("the bot of {seat} is refused: {why:?}"), &log)),
        }
    }
    let (_, _, _, rolls) = game.ledger().epoch();
    let outcome = game.game().outcome().cloned().expect("the loop has ended");
    Ok(Simulated { log, outcome, turns: game.turns(), rounds: game.game().stage().round, rolls, end: game })
}
