//! What must be true when it is over.

use std::collections::{BTreeMap, BTreeSet};

use domain::ids::GameId;
use serde_json::Value;

use super::{Tally, world::World};

impl World {
    /// The seeds of all dice in the store.
    pub(super) fn all_seeds(&self) -> BTreeSet<String> {
        let games = self.store().game_ids(None, 10_000).expect("games");
        games.iter().flat_map(|game| self.rolls(game).into_values()).collect()
    }

    /// The seed of each roll of a game by epoch and index.
    fn rolls(&self, game: &GameId) -> BTreeMap<(u64, u64), String> {
        let rows = self.store().rolls(game, (0, 0), 100_000).expect("rolls");
        let roll = |row: storage::RollRow| {
            let roll: Value = serde_json::from_str(&row.roll).expect("JSON");
            ((row.epoch, row.index), roll["seed"].as_str().unwrap_or_default().to_owned())
        };
        rows.into_iter().map(roll).collect()
    }

    pub(super) async fn prove(mut self) -> Tally {
        let store = self.store();
        let report = crate::cli::all_games(&*store).unwrap_or_else(|why| panic!("{why:?}"));
        assert!(report.faults.is_empty(), "{:?}", report.faults);
        let games = store.game_ids(None, 10_000).expect("games");
        assert_eq!(report.games, games.len());
        let mut seeds = BTreeSet::new();
        for game in &games {
            self.is_once(game);
            for (place, seed) in self.rolls(game) {
                assert_eq!(seed.len(), 64, "{game} {place:?}: a roll has a seed");
                assert!(
                    !self.lost_seeds.contains(&seed),
                    "{game} {place:?}: this seed had been shown before"
                );
                assert!(seeds.insert(seed), "{game} {place:?}: a seed falls twice");
            }
        }
        for told in std::mem::take(&mut self.told) {
            self.is_kept(&told.request.path, &told.request.key, &told.answer.json());
        }
        self.tally.trace = std::mem::take(&mut self.trace).end();
        std::mem::take(&mut self.tally)
    }

    /// No line is missing, no turn and no message is there twice.
    fn is_once(&mut self, game: &GameId) {
        let store = self.store();
        let row = store.game(game).expect("a game");
        let lines = store.lines(game, 0, 100_000).expect("lines");
        assert!(lines.iter().map(|line| line.seq).eq(1..=row.version), "{game}: no line is missing");
        let turns = store.turns(game, 1, 100_000).expect("turns");
        self.tally.turns += turns.len() as u64;
        let requests: BTreeSet<_> =
            turns.iter().map(|turn| (turn.seat.clone(), turn.request.clone())).collect();
        assert_eq!(requests.len(), turns.len(), "{game}: no turn is there twice");
    }

    /// What was acknowledged is there.
    fn is_kept(&self, path: &str, key: &str, said: &Value) {
        let store = self.store();
        if path == "/v1/games" {
            let id = GameId::new(said["id"].as_str().expect("an id")).expect("an id");
            store.game(&id).unwrap_or_else(|why| panic!("{id} was made: {why}"));
            return;
        }
        let game = GameId::new(path.split('/').nth(3).expect("a game")).expect("an id");
        if path.ends_with("/messages") {
            let id = said["id"].as_str().expect("an id");
            store.message(&game, id).unwrap_or_else(|why| panic!("{key} was written: {why}"));
            return;
        }
        let (Some(version), Some(head)) = (said["version"].as_u64(), said["head"].as_str()) else { return };
        let line = store.lines(&game, version - 1, 1).expect("a line").remove(0);
        let hash = domain::hash::Hash::from_bytes(line.hash).to_string();
        assert_eq!(hash, head, "{game}: {key} led to line {version}");
        if let Some(number) = said["turn"].as_u64() {
            let turn = store.turns(&game, number, 1).expect("turns").remove(0);
            assert_eq!(turn.request.as_str(), key, "{game}: turn {number}");
        }
        for roll in said["dice"].as_array().into_iter().flatten() {
            let place =
                (roll["epoch"].as_u64().expect("a number"), roll["index"].as_u64().expect("a number"));
            assert_eq!(self.rolls(&game)[&place], roll["seed"].as_str().expect("a seed"), "{game}: {key}");
        }
    }
}
