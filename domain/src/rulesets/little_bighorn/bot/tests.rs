//! The bot against the specification's own game, and against itself: what its orders and the hints promise must hold
//! at every point of a game.

use serde_json::Value;

use super::{super::*, bot};
use crate::{
    dice::{ClosedDice, Throw},
    ruleset::Halt,
};

const VECTORS: &str = include_str!("../../../../vectors/little_bighorn/vectors.json");

/// Dice from a list, or from a small generator where the list is empty.
struct TestDice {
    script: Vec<u32>,
    chance: u64,
    thrown: usize,
}

impl TestDice {
    fn next(&mut self) -> u32 {
        // An xorshift: any even spread will do here.
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        u32::try_from((self.chance >> 11) % 6).expect("less than six") + 1
    }
}

impl Dice for TestDice {
    fn roll(&mut self, _: &Throw) -> Result<Vec<u32>, NoDice> {
        let value = if self.script.is_empty() { self.next() } else { self.script[self.thrown] };
        self.thrown += 1;
        Ok(vec![value])
    }

    fn rolled(&self) -> usize {
        self.thrown
    }
}

fn start(scenario_idx: usize, plan_idx: usize, deployment: scenario::Deployment) -> State {
    let scenario: scenario::Scenario =
        serde_json::from_str(table::SCENARIOS[scenario_idx].1).expect("a scenario");
    let options = scenario::Options { deployment, ..scenario.options.clone() };
    let seats = scenario::seat_plans(&scenario)[plan_idx].1.clone();
    let mut state = LittleBighorn::initial(&Setup { scenario, options, seats });
    for event in phases::start(&state) {
        evolve::evolve(&mut state, &event);
    }
    state
}

/// Sends a list as the service would; before its first die nothing may be refused.
fn submit(state: &mut State, seat: &Seat, orders: &[Command], dice: &mut TestDice) {
    let thrown_before = dice.thrown;
    let numbered: Vec<(usize, Command)> = orders.iter().cloned().enumerate().collect();
    assert_eq!(check::check(state, seat, &numbered), [], "{orders:?}");
    for order in orders {
        if state.result.is_some() {
            return;
        }
        match decide::decide(state, seat, order, dice) {
            Ok(events) => events.iter().for_each(|event| evolve::evolve(state, event)),
            Err(halt) => assert!(thrown_before < dice.thrown, "{seat}: {order:?} {halt:?} in {orders:?}"),
        }
    }
}

#[test]
fn lbh_t143_every_list_is_what_the_specification_says() {
    let vectors: Value = serde_json::from_str(VECTORS).expect("the vectors");
    let games = vectors["games"].as_array().expect("games");
    let game = games.iter().find(|game| game["id"] == "LBH-T143").expect("the game");
    let mut state = start(0, 0, scenario::Deployment::Fixed);
    for step in game["steps"].as_array().expect("steps") {
        let seat = Seat::new(step["seat"].as_str().expect("a seat")).expect("a seat");
        let wanted: Vec<Command> = serde_json::from_value(step["orders"].clone()).expect("orders");
        assert_eq!(bot(&state, &seat), wanted);
        let script = serde_json::from_value(step["dice"].clone()).expect("dice");
        submit(&mut state, &seat, &wanted, &mut TestDice { script, chance: 0, thrown: 0 });
    }
    assert!(state.result.is_some());
}

/// What must hold for every seat at every point.
fn check_promises(state: &State) {
    for seat in state.ground().seats().iter().map(|entry| &entry.seat) {
        let hints = hints::hints(state, seat, None);
        for order in &hints {
            let rolls = match decide::decide(state, seat, order, &mut ClosedDice) {
                Ok(_) => false,
                Err(Halt::NoDice) => true,
                Err(Halt::Refused(fault)) => panic!("{seat}: {order:?} hinted but {fault:?}"),
            };
            let odds = odds::odds(state, seat, order);
            assert_eq!(odds.is_some(), rolls, "{order:?}");
            let told = odds.iter().flat_map(|odds| &odds.outcomes).map(|chance| chance.n).sum::<u64>();
            assert_eq!(told, odds.map_or(0, |odds| odds.of));
        }
    }
}

fn play(mut state: State, chance: u64) -> State {
    let mut dice = TestDice { script: Vec::new(), chance, thrown: 0 };
    while state.result.is_none() {
        check_promises(&state);
        let seat_idx = state.awaited().next().expect("somebody is awaited while the game lasts");
        let seat = state.seat(seat_idx).clone();
        let before = (state.round, state.mover, state.phase, state.deploying);
        let orders = bot(&state, &seat);
        submit(&mut state, &seat, &orders, &mut dice);
        let after = (state.round, state.mover, state.phase, state.deploying);
        assert!(state.result.is_some() || before != after || state.has_ended(seat_idx), "{seat}: {orders:?}");
        assert!(bot(&state, &seat).is_empty() || after != before);
    }
    state
}

#[test]
fn bots_are_never_refused_and_every_game_ends() {
    use scenario::Deployment::{Fixed, Free};
    for (scenario_idx, plan_idx, deployment, n_games) in
        [(0, 0, Fixed, 40), (0, 1, Free, 20), (1, 0, Fixed, 3), (1, 1, Free, 2)]
    {
        for game in 1..=n_games {
            let ended = play(start(scenario_idx, plan_idx, deployment), game * 7919 + 1);
            assert!(ended.round <= ended.ground().options().round_limit);
        }
    }
}

#[test]
fn a_draw_is_welcome_after_two_quiet_rounds() {
    let mut state = start(0, 0, scenario::Deployment::Fixed);
    state.quiet_rounds = 1;
    assert!(!super::agrees_to_draw(&state));
    state.quiet_rounds = 2;
    assert!(super::agrees_to_draw(&state));
}
