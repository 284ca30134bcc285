//! Games before their first move: what the coins say here, who may stand where in `placing`, what is put down for whoever does
//! not come in `absent`, what is refused before a game begins in `faults` and `choices`.

mod absent;
mod choices;
mod faults;
mod placing;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    LittleWars,
    command::Command,
    course::{Chance, Course},
    decide,
    event::Event,
    evolve::evolve,
    ids::{PieceId, Side},
    opening, putting_down,
    rejection::Rejection,
    scenario::{Options, Scenario},
    state::{Phase, State},
};
use crate::{
    harness::ScriptedDice,
    ids::Seat,
    ruleset::{Act, Fact, Halt, Reject, Ruleset, Setup, Standing},
};

fn seat(name: &str) -> Seat {
    Seat::new(name).unwrap()
}

fn scenario(id: &str) -> Scenario {
    let (_, text) = LittleWars::SCENARIOS.iter().find(|(name, _)| *name == id).unwrap();
    serde_json::from_str(text).unwrap()
}

/// The scenario's options with some replaced.
fn chosen(scenario: &Scenario, choice: &Value) -> Options {
    let mut all = serde_json::to_value(LittleWars::options(scenario)).unwrap();
    all.as_object_mut().unwrap().extend(choice.as_object().unwrap().clone());
    serde_json::from_value(all).unwrap()
}

/// A battle before its first move, as the table plays it: drafts are outside, what is sealed is folded when all have bound.
#[derive(Clone)]
struct Play {
    open: State,
    sealed: Vec<Event>,
    drafts: BTreeMap<Seat, Vec<Command>>,
}

impl Play {
    fn of(scenario: Scenario, plan: &str, choice: &Value) -> Play {
        let options = chosen(&scenario, choice);
        let seats = scenario.seat_plans[plan].clone();
        let open = LittleWars::initial(&Setup { scenario, options, seats });
        Play { open, sealed: Vec::new(), drafts: BTreeMap::new() }
    }

    /// Begun, with what was said.
    fn begun(id: &str, plan: &str, choice: Value, dice: &[u32]) -> (Play, Vec<Value>) {
        let mut play = Play::of(scenario(id), plan, &choice);
        let said = play.start(dice);
        (play, said)
    }

    fn start(&mut self, dice: &[u32]) -> Vec<Value> {
        let mut dice = ScriptedDice::new(dice.iter().copied());
        let said = opening::start(&self.open, &mut dice).unwrap();
        assert_eq!(dice.left(), 0);
        self.take_in(said)
    }

    /// The position as a seat knows it.
    fn known(&self, seat: &Seat) -> State {
        let side = self.open.side_of(seat);
        let mut state = self.open.clone();
        let own = self.sealed.iter().filter(|event| self.open.side_of(event.hidden().unwrap()) == side);
        own.for_each(|event| evolve(&mut state, event));
        state
    }

    /// Takes in what is open; what is sealed is opened once all have bound.
    fn take_in(&mut self, events: Vec<Event>) -> Vec<Value> {
        let mut said = Vec::new();
        for event in events {
            if event.hidden().is_some() {
                self.sealed.push(event);
            } else if !event.is_draft() {
                evolve(&mut self.open, &event);
                said.push(json!(event));
            }
        }
        if self.open.phase == Phase::PuttingDown && putting_down::standing(&self.open) == Standing::Reveal {
            for event in std::mem::take(&mut self.sealed) {
                let text = serde_json::to_string(&event).unwrap();
                let opened: Event = serde_json::from_str(&text).unwrap();
                assert_eq!(opened.hidden(), None);
                evolve(&mut self.open, &opened);
                said.push(json!(opened));
            }
            let mut course = Course::from(&self.open);
            putting_down::opened(&mut course);
            said.extend(self.take_in(course.events));
        }
        said
    }

    /// Gives a list of orders: what comes of it in the open, or the refusal with the place of the order.
    fn orders(&mut self, seat: &Seat, list: Value, dice: &[u32]) -> Result<Vec<Value>, (usize, Rejection)> {
        let mut commands = self.drafts.get(seat).cloned().unwrap_or_default();
        let n_before = commands.len();
        commands.extend(serde_json::from_value::<Vec<Command>>(list).unwrap());
        let mut dice = ScriptedDice::new(dice.iter().copied());
        let mut known = self.known(seat);
        let mut events = Vec::new();
        for (at, command) in commands.iter().enumerate() {
            match decide::order(&known, seat, command, &mut Chance::Dice(&mut dice)) {
                Ok(course) => {
                    events.extend(course.events);
                    known = course.state;
                }
                Err(Halt::Refused(why)) => return Err((at - n_before, why)),
                Err(Halt::NoDice) => panic!("too few dice"),
            }
        }
        assert_eq!(dice.left(), 0);
        self.drafts.remove(seat);
        if !events.is_empty() && events.iter().all(Fact::is_draft) {
            self.drafts.insert(seat.clone(), commands);
        }
        Ok(self.take_in(events))
    }

    /// One order that is refused: its code and rule.
    fn refused(&mut self, name: &str, order: Value) -> (&'static str, &'static str) {
        let before = self.clone();
        let (at, why) = self.orders(&seat(name), json!([order]), &[]).expect_err("it is refused");
        assert_eq!(at, 0);
        assert!(self.open == before.open && self.sealed == before.sealed && self.drafts == before.drafts);
        (why.code(), why.rule().0)
    }

    /// Orders that are accepted.
    fn accepted(&mut self, name: &str, list: Value) -> Vec<Value> {
        self.orders(&seat(name), list.clone(), &[]).unwrap_or_else(|why| panic!("{list}: {why:?}"))
    }

    fn time_out(&mut self, name: &str, dice: &[u32]) -> Vec<Value> {
        let mut dice = ScriptedDice::new(dice.iter().copied());
        let known = self.known(&seat(name));
        let said = LittleWars::answer(&known, &Act::TimedOut(seat(name)), &mut dice).unwrap();
        assert_eq!(dice.left(), 0);
        self.take_in(said)
    }

    fn awaited(&self) -> Vec<String> {
        match LittleWars::standing(&self.open) {
            Standing::Waiting(seats) => seats.iter().map(ToString::to_string).collect(),
            Standing::Reveal | Standing::Over(_) => Vec::new(),
        }
    }

    /// Everybody who is waited for lets his time run out, until the first move.
    fn all_absent(&mut self, dice: &[u32]) -> Vec<Value> {
        let mut said = Vec::new();
        let mut dice = dice;
        while self.open.phase != Phase::Move {
            let first = self.awaited().first().cloned().expect("somebody is waited for");
            let thrown = if self.open.phase == Phase::ChooseSide { std::mem::take(&mut dice) } else { &[] };
            said.extend(self.time_out(&first, thrown));
        }
        said
    }

    /// Where each piece is.
    fn places(&self) -> BTreeMap<PieceId, [i32; 2]> {
        let men = self.open.on_floor().map(|man| (man.id.into(), man.at.into()));
        let guns = self.open.guns_on_floor().map(|gun| (gun.id.into(), gun.at.into()));
        men.chain(guns).collect()
    }

    fn at(&self, id: &str) -> [i32; 2] {
        self.places()[&PieceId::parse(id).unwrap()]
    }
}

fn types(said: &[Value]) -> Vec<&str> {
    said.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

#[test]
fn lw_1_6_a_coin_says_who_moves_first_unless_an_option_does() {
    let (play, said) = Play::begun("skirmish", "duel", json!({}), &[2]);
    assert_eq!(
        said[0],
        json!({"type": "coin_tossed", "purpose": "toss-first-move", "roll": 2, "side": "blue"})
    );
    assert_eq!(types(&said), ["coin_tossed", "deployed", "deployed", "move_began"]);
    assert_eq!((play.open.mover, play.open.phase), (Side::Blue, Phase::Move));
    let (play, said) = Play::begun("skirmish", "duel", json!({"first_move": "blue"}), &[]);
    assert_eq!(types(&said), ["deployed", "deployed", "move_began"]);
    assert_eq!(play.open.mover, Side::Blue);
}

#[test]
fn lw_1_11_a_fixed_deployment_is_put_down_at_once_facing_the_enemy() {
    let (play, said) = Play::begun("skirmish", "duel", json!({"first_move": "red"}), &[]);
    assert_eq!(said[0]["seat"], json!("red"));
    assert_eq!(said[0]["pick"], Value::Null);
    assert_eq!(said[0]["figures"][0], json!({"id": "rc1", "seat": "red", "at": [1300, 600]}));
    assert_eq!(said[0]["figures"][13], json!({"id": "ri9", "seat": "red", "at": [3080, 600]}));
    assert_eq!(
        said[0]["guns"],
        json!([{"id": "rg1", "seat": "red", "at": [4300, 600], "face": [0, 65_536]}])
    );
    assert_eq!(said[1]["guns"][0]["face"], json!([0, -65_536])); // LW-1.10
    assert_eq!(play.places().len(), 30);
}

#[test]
fn lw_1_2_the_other_player_chooses_and_deployments_turn_round() {
    let choice = json!({"side_choice": "other_player"});
    let (mut play, said) = Play::begun("skirmish", "duel", choice, &[1]);
    assert_eq!(said, [json!({"type": "coin_tossed", "purpose": "toss-arranger", "roll": 1, "side": "red"})]); // LW-1.1
    assert_eq!((play.open.phase, play.awaited()), (Phase::ChooseSide, vec!["blue".to_owned()]));
    let north = json!({"type": "choose_side", "line": "north"});
    assert_eq!(play.refused("red", north.clone()), ("not-your-phase", "§4"));
    let said = play.orders(&seat("blue"), json!([north]), &[1]).unwrap();
    assert_eq!(types(&said), ["line_chosen", "coin_tossed", "deployed", "deployed", "move_began"]);
    assert_eq!(play.at("rc1"), [4700, 4200]);
    assert_eq!(play.at("bg1"), [4300, 600]);
    assert_eq!(
        said[2]["guns"][0],
        json!({"id": "rg1", "seat": "red", "at": [1700, 4200], "face": [0, -65_536]})
    );
    let gun = play.open.guns.iter().find(|gun| gun.id.origin == Side::Blue).unwrap();
    assert_eq!((gun.face.x, gun.face.y), (0, 65_536));
}

#[test]
fn lw_1_2_who_does_not_choose_keeps_the_scenarios_line() {
    let choice = json!({"side_choice": "other_player", "first_move": "blue"});
    let (mut play, _) = Play::begun("skirmish", "duel", choice, &[2]);
    let said = play.time_out("red", &[]);
    assert_eq!(said[0], json!({"type": "line_chosen", "side": "red", "line": "north"}));
    assert_eq!(types(&said), ["line_chosen", "deployed", "deployed", "move_began"]);
    assert_eq!(play.at("rc1"), [1300, 600]);
}

#[test]
fn lw_1_2_a_choice_that_leads_to_a_coin_is_not_rehearsed_beyond_it() {
    let (play, _) = Play::begun("skirmish", "duel", json!({"side_choice": "other_player"}), &[1]);
    let command: Command = serde_json::from_value(json!({"type": "choose_side", "line": "south"})).unwrap();
    assert_eq!(LittleWars::check(&play.open, &seat("blue"), &[(0, command.clone())]), []);
    let halt = decide::order(&play.open, &seat("blue"), &command, &mut Chance::Rehearsal);
    assert_eq!(halt.map(|course| course.events).unwrap_err(), Halt::NoDice);
    let hints = LittleWars::hints(&play.open, &seat("blue"), None);
    assert_eq!((hints.len(), &hints[0]), (2, &command)); // blue is the scenario's southern side
    assert_eq!(LittleWars::hints(&play.open, &seat("red"), None), []);
}

#[test]
fn lw_9_13_and_9_14_the_winner_of_the_toss_defends_with_two_thirds() {
    let choice = json!({"game": "defensive", "deployment": "free"});
    let (play, said) = Play::begun("hooks_farm", "duel", choice, &[2]);
    assert_eq!(
        said[0],
        json!({"type": "coin_tossed", "purpose": "toss-defender", "roll": 2, "side": "blue"})
    );
    assert_eq!(types(&said), ["coin_tossed", "roles_set"]); // first_move is the attacker's, and no coin (LW-9.16)
    let left_out = said[1]["left_out"].as_array().unwrap();
    assert_eq!(
        (left_out.len(), &left_out[0], &left_out[9], &left_out[10]),
        (27, &json!("bc17"), &json!("bg3"), &json!("bi34"))
    );
    assert_eq!(play.open.sides.blue.original, 33 + 16);
    assert_eq!(play.open.sides.red.original, 75);
    assert_eq!(play.awaited(), ["blue"]); // LW-9.15: the defender puts out first
    assert_eq!(play.open.first_player, Some(Side::Red));
}

#[test]
fn lw_9_13_forces_that_were_agreed_upon_are_left_as_they_are() {
    let mut agreed = scenario("skirmish");
    agreed.agreed = Some(true);
    let mut play = Play::of(agreed, "duel", &json!({"game": "defensive"}));
    let said = play.start(&[1]);
    assert_eq!(said[1], json!({"type": "roles_set", "defender": "red", "attacker": "blue", "left_out": []}));
    let (_, said) = Play::begun("skirmish", "duel", json!({"game": "defensive"}), &[1]);
    let left_out = json!(["rc4", "rc5", "ri7", "ri8", "ri9"]); // and the one gun stays
    assert_eq!(said[1]["left_out"], left_out);
    assert_eq!(types(&said), ["coin_tossed", "roles_set", "deployed", "deployed", "move_began"]); // LW-1.11
    assert_eq!(said[2]["figures"].as_array().unwrap().len(), 9);
}

#[test]
fn lw_9_14_the_defender_chooses_his_line_where_lines_are_chosen() {
    let choice = json!({"game": "defensive", "side_choice": "other_player", "deployment": "free"});
    let (mut play, said) = Play::begun("skirmish", "duel", choice, &[1]);
    assert_eq!(types(&said), ["coin_tossed", "roles_set"]);
    assert_eq!((play.open.phase, play.awaited()), (Phase::ChooseSide, vec!["red".to_owned()]));
    let said = play.orders(&seat("red"), json!([{"type": "choose_side", "line": "south"}]), &[]).unwrap();
    assert_eq!(said, [json!({"type": "line_chosen", "side": "red", "line": "south"})]);
    assert_eq!((play.open.phase, play.awaited()), (Phase::PuttingDown, vec!["red".to_owned()]));
}

#[test]
fn lw_10_3_dice_bring_back_some_of_twelve_men() {
    let (play, said) = Play::begun("hooks_farm", "duel", json!({"handicap_dice": true}), &[3, 5, 1, 2]);
    let red = json!({
        "type": "handicap_rolled", "side": "red", "rolls": [3, 5], "total": 8,
        "returned": ["ri43", "ri44", "ri45", "ri46", "ri47", "ri48", "ri49", "ri50"],
        "removed": ["rc22", "rc23", "rc24", "rc25"],
    });
    assert_eq!(said[0], red);
    assert_eq!(said[1]["returned"], json!(["bi43", "bi44", "bi45"]));
    let removed = ["bi46", "bi47", "bi48", "bi49", "bi50", "bc22", "bc23", "bc24", "bc25"];
    assert_eq!(said[1]["removed"], json!(removed));
    assert_eq!((play.open.sides.red.original, play.open.sides.blue.original), (71, 66));
    assert_eq!(play.places().len(), 71 + 66 + 6); // their places stay empty
    let (_, said) = Play::begun("hooks_farm", "duel", json!({"handicap_dice": true}), &[6, 6, 4, 5]);
    assert_eq!(said[0]["removed"], json!([]));
    assert_eq!(said[1]["returned"].as_array().unwrap().last(), Some(&json!("bc22"))); // foot first
}

#[test]
fn the_start_asks_for_no_die_that_is_closed() {
    let play = Play::of(scenario("skirmish"), "duel", &json!({}));
    assert!(opening::start(&play.open, &mut crate::dice::ClosedDice).is_err());
}
