//! What is put down for whoever does not do it himself (LW-10.7, LW-10.8).

use serde_json::{Value, json};

use super::{Play, scenario, seat, types};
use crate::{
    geometry::Point,
    ids::Seat,
    ruleset::Ruleset,
    rulesets::little_wars::{
        LittleWars, deployment,
        event::Event,
        evolve::evolve,
        ids::{PieceId, Side},
        layout::Layout,
        scenario_faults::option_faults,
        state::{Phase, State},
        words::{Deployment, Status},
    },
};

/// Every mix of the options that have a part in the opening.
fn mixes() -> Vec<Value> {
    let mut mixes = vec![json!({})];
    let options: [(&str, &[Value]); 7] = [
        ("game", &[json!("fight_to_the_finish"), json!("blow_at_the_rear"), json!("defensive")]),
        ("composition", &[json!("fixed"), json!("selection")]),
        ("handicap_dice", &[json!(false), json!(true)]),
        ("side_choice", &[json!("fixed"), json!("other_player")]),
        ("first_move", &[json!("toss"), json!("red")]),
        ("curtain", &[json!(true), json!(false)]),
        ("deployment", &[json!("free"), json!("fixed")]),
    ];
    for (name, values) in options {
        let longer = mixes.iter().flat_map(|mix| {
            values.iter().map(move |value| {
                let mut mix = mix.clone();
                mix[name] = value.clone();
                mix
            })
        });
        mixes = longer.collect();
    }
    mixes
}

/// Whether everybody stands where he could have been put down.
fn stands(state: &State) -> bool {
    Side::ALL.into_iter().all(|side| {
        let layout = Layout::bound(state, side);
        let pieces: Vec<PieceId> = layout.men().map(|(id, _)| PieceId::from(id)).collect();
        let guns = layout.guns().map(|(id, _)| PieceId::from(id));
        layout.judge(state, &guns.chain(pieces).collect::<Vec<_>>()).is_ok()
    })
}

/// As many coins and dice as the start asks for, one after the other.
fn begun(scenario: &str, plan: &str, mix: &Value) -> Play {
    let play = Play::of(super::scenario(scenario), plan, mix);
    for n_dice in 0..8 {
        let mut dice = crate::harness::ScriptedDice::new([1, 2, 1, 2, 1, 2, 1, 2].into_iter().take(n_dice));
        if let Ok(said) = super::opening::start(&play.open, &mut dice) {
            let mut play = play;
            play.take_in(said);
            return play;
        }
    }
    panic!("{scenario} {mix}: it asks for more than eight dice");
}

#[test]
fn every_game_that_may_be_chosen_begins_though_nobody_comes() {
    let (mut n_played, mut n_refused) = (0, 0);
    for (id, _) in LittleWars::SCENARIOS {
        let data = scenario(id);
        for mix in mixes() {
            let options = super::chosen(&data, &mix);
            if !option_faults(&data, &options).is_empty() {
                n_refused += 1;
                continue;
            }
            let is_plain = mix["side_choice"] == "fixed" && mix["first_move"] == "red";
            let plans = LittleWars::seat_plans(&data);
            for (plan, _) in plans.into_iter().filter(|(plan, _)| is_plain || plan == "duel") {
                let mut play = begun(id, &plan, &mix);
                if play.open.phase == Phase::ChooseSide {
                    choose(&mut play);
                }
                play.all_absent(&[]);
                let what = format!("{id} {plan} {mix}");
                assert_eq!(play.open.phase, Phase::Move, "{what}");
                assert!(play.open.figures.iter().all(|man| man.status == Status::Armed), "{what}");
                assert!(play.open.guns.iter().all(|gun| gun.is_on_floor()), "{what}");
                assert!(stands(&play.open), "{what}");
                n_played += 1;
            }
        }
    }
    assert!(300 < n_played && 200 < n_refused, "{n_played} {n_refused}");
}

/// The chooser takes the line that is not his; what follows may ask for a coin and for dice.
fn choose(play: &mut Play) {
    let chooser = seat(&play.awaited()[0]);
    let line = play.open.sides.side(play.open.side_of(&chooser).unwrap()).line.other();
    let list = json!([{"type": "choose_side", "line": line.as_str()}]);
    for n_dice in 0..8 {
        let command = serde_json::from_value(list[0].clone()).unwrap();
        let values = [2, 1, 6, 3, 5, 4, 1, 1];
        let mut dice = crate::harness::ScriptedDice::new(values.into_iter().take(n_dice));
        let mut chance = super::Chance::Dice(&mut dice);
        if super::decide::order(&play.open, &chooser, &command, &mut chance).is_ok() {
            play.orders(&chooser, list, &values[..n_dice]).unwrap();
            return;
        }
    }
    panic!("it asks for more than eight dice");
}

#[test]
fn the_default_as_orders_is_what_a_time_out_puts_down() {
    for (id, plan, mix) in [
        ("skirmish", "duel", json!({"deployment": "free", "first_move": "red"})),
        ("hooks_farm", "wings", json!({"deployment": "free"})),
        ("hooks_farm", "wings", json!({"deployment": "free", "curtain": false})),
        ("hooks_farm", "duel", json!({"deployment": "free", "game": "defensive"})),
        ("meeting_engagement", "staff", json!({"first_move": "red"})),
        ("meeting_engagement", "duel", json!({"first_move": "blue", "composition": "selection"})),
    ] {
        let mut absent = begun(id, plan, &mix);
        let mut present = absent.clone();
        absent.all_absent(&[]);
        while present.open.phase != Phase::Move {
            let name = present.awaited()[0].clone();
            let orders = deployment::as_orders(&present.known(&seat(&name)), &seat(&name));
            present.accepted(&name, json!(orders));
        }
        assert!(present.open == absent.open, "{id} {plan} {mix}");
    }
}

#[test]
fn lw_10_8_a_time_out_binds_the_draft_where_it_may_be_bound() {
    let choice = json!({"deployment": "free", "first_move": "red"});
    let (mut play, _) = Play::begun("skirmish", "duel", choice, &[]);
    let mut orders = deployment::as_orders(&play.open, &seat("red"));
    orders.pop();
    let other = json!({"type": "place", "blocks": [{"gun": "rg1", "at": [5400, 700]}]});
    let drafted = |play: &Play, list: &[Value]| {
        let mut known = play.known(&seat("red"));
        for order in list {
            let command = serde_json::from_value(order.clone()).unwrap();
            let chance = &mut super::Chance::Rehearsal;
            known = super::decide::order(&known, &seat("red"), &command, chance).unwrap().state;
        }
        let mut course = super::Course::from(&known);
        super::putting_down::time_out(&mut course, &seat("red"));
        course.events
    };
    let mut list: Vec<Value> = orders.iter().map(|order| json!(order)).collect();
    list.push(other.clone());
    let whole = drafted(&play, &list);
    assert_eq!(json!(whole[1])["guns"][0]["at"], json!([5400, 700]));
    let part = drafted(&play, &[other]);
    assert_eq!(json!(part[1])["guns"][0]["at"], json!([4300, 600]));
    assert_eq!(whole[0], Event::DeploymentCommitted { seat: seat("red") });
    assert_eq!(whole[0], part[0]);
    play.all_absent(&[]);
}

#[test]
fn lw_10_8_where_a_friend_stands_the_raster_has_a_place() {
    let (mut play, _) = Play::begun("hooks_farm", "wings", json!({"deployment": "free"}), &[]);
    // The right wing takes the places of the left wing's first three men, of its gun, and the first of the raster.
    let mut orders: Vec<Value> =
        deployment::as_orders(&play.open, &seat("red_right")).iter().map(|one| json!(one)).collect();
    let taken = [("ri48", [6900, 500]), ("ri49", [7070, 500]), ("ri50", [7240, 510])];
    for (man, at) in taken {
        let place =
            json!({"type": "place", "blocks": [{"figures": man, "at": at, "step": [0, 0], "per_row": 1}]});
        orders.insert(orders.len() - 1, place);
    }
    for (man, at) in [("rc24", [100, 600]), ("rc25", [7290, 950])] {
        let place =
            json!({"type": "place", "blocks": [{"figures": man, "at": at, "step": [0, 0], "per_row": 1}]});
        orders.insert(orders.len() - 1, place);
    }
    play.accepted("red_right", json!(orders));
    let said = play.time_out("red_left", &[]);
    assert_eq!(said.len(), 1);
    let known = play.known(&seat("red_left"));
    assert!(stands(&known));
    let at = |id: &str| known.figures.iter().find(|man| man.id.to_string() == id).unwrap().at;
    assert_eq!(known.guns.iter().find(|gun| gun.id.to_string() == "rg1").unwrap().at, Point::new(380, 600));
    // Guns first, then horse, then foot: row 0, every 1.4 inches; beside the horse at 100 there is room for a man at 240.
    assert_eq!([at("ri1"), at("ri2"), at("ri3")], [240, 520, 660].map(|x| Point::new(x, 600)));
    assert_eq!(at("ri4"), Point::new(7410, 500));
}

#[test]
fn nobody_stops_a_battle_by_filling_the_ground() {
    let choice = json!({"deployment": "free", "first_move": "red"});
    let mut narrow = scenario("hooks_farm");
    narrow.country.clear();
    let mut play = Play::of(narrow, "wings", &choice);
    play.start(&[]);
    // More of red's left wing than the floor could hold in fact: every inch of the strip has its man.
    let mut known = play.open.clone();
    let model = known.figures.iter().find(|man| man.id.to_string() == "ri1").unwrap().clone();
    let mut number = 1000;
    for x in (50..9600).step_by(100) {
        for y in (50..1200).step_by(100) {
            number += 1;
            let mut man = model.clone();
            (man.id.number, man.at, man.status) = (number, Point::new(x, y), Status::Armed);
            known.figures.push(man);
        }
    }
    known.figures.sort_by_key(|man| man.id);
    let at = known.seat_index(&seat("red_right")).unwrap();
    let deployed = deployment::default(&known, at);
    assert_eq!((deployed.figures.len(), deployed.guns.len()), (37 + 20, 2));
    assert_eq!(deployed.guns[0].at, Point::new(4300, 1080)); // his place in the scenario, cramped as it is
}

#[test]
fn lw_9_19_what_a_seat_that_leaves_had_is_put_down_all_the_same() {
    // Behind the curtain: the right wing has bound, the left wing leaves its men to it.
    let (mut play, _) = Play::begun("hooks_farm", "wings", json!({"deployment": "free"}), &[]);
    play.time_out("red_right", &[]);
    let left = play.open.seat_index(&seat("red_left")).unwrap();
    let pieces = super::putting_down::waiting(&play.open, left);
    let leaves = Event::SeatLeft { seat: seat("red_left"), to: seat("red_right"), figures: pieces };
    evolve(&mut play.open, &leaves);
    assert_eq!(play.awaited(), ["blue_right", "blue_left"]);
    play.time_out("blue_right", &[]);
    let said = play.time_out("blue_left", &[]);
    assert_eq!(said.iter().filter(|event| event["type"] == "deployed").count(), 4);
    assert_eq!(play.open.phase, Phase::Move);
    assert!(stands(&play.open) && play.open.figures.iter().all(|man| man.seat != left));
    // And what a seat that has left since had bound goes to who has its men now.
    let (mut play, _) = Play::begun("hooks_farm", "wings", json!({"deployment": "free"}), &[]);
    play.time_out("red_left", &[]);
    let pieces = super::putting_down::waiting(&play.open, left);
    evolve(
        &mut play.open,
        &Event::SeatLeft { seat: seat("red_left"), to: seat("red_right"), figures: pieces },
    );
    play.all_absent(&[]);
    assert!(stands(&play.open) && play.open.figures.iter().all(|man| man.seat != left));
    assert_eq!(play.at("ri1"), [6900, 500]);
}

#[test]
fn a_seal_whose_key_is_lost_is_put_down_by_default() {
    for mix in [json!({"first_move": "red"}), json!({"first_move": "red", "composition": "selection"})] {
        let (mut play, _) = Play::begun("meeting_engagement", "duel", mix, &[]);
        play.time_out("red", &[]);
        play.sealed.clear();
        let said = play.time_out("blue", &[]);
        assert_eq!(types(&said), ["deployment_committed", "deployed", "deployed", "move_began"]);
        assert!(stands(&play.open) && play.places().len() == 206);
    }
}

#[test]
fn small_purses_still_buy_ten_men() {
    let data = scenario("skirmish");
    for points in 10..=26 {
        let choice = json!({"composition": "selection", "deployment": "free", "selection_points": points, "first_move": "red"});
        let options = super::chosen(&data, &choice);
        let told = option_faults(&data, &options);
        // Nine foot are in the box: the tenth man is a horseman, and the ten cost 21 half-points.
        assert_eq!(told.is_empty(), 11 <= points, "{points}: {told:?}");
        if told.is_empty() {
            let mut play = Play::of(data.clone(), "duel", &choice);
            play.start(&[]);
            play.all_absent(&[]);
            let men = play.open.figures.iter().filter(|man| man.id.side == Side::Red).count();
            assert!((10..=14).contains(&men) && stands(&play.open), "{points}");
        }
    }
    let defensive = json!({"composition": "selection", "deployment": "free", "game": "defensive"});
    assert_eq!(option_faults(&data, &super::chosen(&data, &defensive)), []);
}

#[test]
fn a_deployment_turned_onto_things_finds_other_ground() {
    let mut data = scenario("skirmish");
    let house = json!({"id": "inn", "kind": "house", "top": 300, "rect": [1800, 4000, 2100, 4300]});
    data.country.push(serde_json::from_value(house).unwrap()); // where red's ri1 and ri2 would stand, turned
    let choice = json!({"side_choice": "other_player", "first_move": "red"});
    let mut play = Play::of(data, "duel", &choice);
    play.start(&[1]);
    let south: Seat = seat("blue");
    play.orders(&south, json!([{"type": "choose_side", "line": "north"}]), &[]).unwrap();
    assert_eq!(play.open.options().deployment, Deployment::Fixed);
    assert!(stands(&play.open));
    assert_eq!((play.at("ri1"), play.at("ri3")), ([100, 4200], [1530, 4200]));
}

#[test]
fn hints_put_everybody_down_one_after_the_other() {
    for (id, plan, mix) in [
        ("skirmish", "duel", json!({"deployment": "free", "first_move": "red"})),
        ("hooks_farm", "wings", json!({"deployment": "free", "curtain": false})),
        ("meeting_engagement", "staff", json!({"first_move": "red", "composition": "selection"})),
    ] {
        let mut play = begun(id, plan, &mix);
        while play.open.phase != Phase::Move {
            let name = play.awaited()[0].clone();
            let whole = deployment::as_orders(&play.known(&seat(&name)), &seat(&name));
            let mut draft = play.known(&seat(&name));
            let mut list = Vec::new();
            loop {
                let hints = LittleWars::hints(&draft, &seat(&name), None);
                assert!(
                    hints
                        .iter()
                        .all(|hint| LittleWars::check(&draft, &seat(&name), &[(0, hint.clone())]).is_empty())
                );
                let next = whole.iter().find(|order| hints.contains(order) && !list.contains(*order));
                let Some(next) = next else { break };
                list.push(next.clone());
                let chance = &mut super::Chance::Rehearsal;
                draft = super::decide::order(&draft, &seat(&name), next, chance).unwrap().state;
            }
            assert_eq!(list.len(), whole.len(), "{id} {name}");
            play.accepted(&name, json!(list));
        }
    }
    let play = begun("skirmish", "duel", &json!({"deployment": "free", "first_move": "red"}));
    let one = LittleWars::hints(&play.open, &seat("red"), Some("rc3"));
    assert_eq!(
        json!(one),
        json!([{"type": "place", "blocks": [{"figures": "rc3", "at": [1640, 600], "step": [0, 0], "per_row": 1}]}])
    );
}
