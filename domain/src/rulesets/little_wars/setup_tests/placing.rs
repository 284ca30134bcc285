//! Who may stand where, and who may say so: `pick`, `place`, `ready`, `assign`.

use serde_json::{Value, json};

use super::{Play, seat, types};
use crate::{
    ids::Seat,
    rulesets::little_wars::{command::Command, deployment, state::Phase},
};

/// Behind the curtain, red first.
fn curtain() -> Play {
    Play::begun("skirmish", "duel", json!({"deployment": "free", "first_move": "red"}), &[]).0
}

fn place(piece: &str, at: [i32; 2]) -> Value {
    let is_gun = piece.as_bytes()[1] == b'g';
    let block = if is_gun {
        json!({"gun": piece, "at": at})
    } else {
        json!({"figures": piece, "at": at, "step": [0, 0], "per_row": 1})
    };
    json!({"type": "place", "blocks": [block]})
}

fn row(figures: &str, at: [i32; 2], step: [i32; 2], per_row: u32) -> Value {
    json!({"figures": figures, "at": at, "step": step, "per_row": per_row})
}

#[test]
fn lw_1_9_a_man_stands_wholly_within_six_inches_of_his_line() {
    let mut play = curtain();
    play.accepted("red", json!([place("ri1", [4000, 1165])]));
    assert_eq!(play.refused("red", place("ri1", [4000, 1166])), ("outside-deployment", "LW-1.9"));
    assert_eq!(play.refused("red", place("rc1", [4000, 1141])), ("outside-deployment", "LW-1.9"));
    play.accepted("red", json!([place("rc1", [4300, 1140])]));
    assert_eq!(play.refused("red", place("rg1", [4000, 1121])), ("outside-deployment", "LW-1.9"));
    play.accepted("red", json!([place("rg1", [4600, 1120])]));
    play.accepted("red", json!([place("ri2", [400, 35])])); // behind the line too
    assert_eq!(play.refused("red", place("ri2", [400, 34])), ("outside-deployment", "LW-1.9"));
    assert_eq!(play.refused("red", place("ri2", [34, 600])), ("not-clear", "LW-5.6")); // wholly on the floor
}

#[test]
fn lw_1_10_blocks_are_tested_together_against_the_rest_of_the_draft() {
    let mut play = curtain();
    let nine = json!({"type": "place", "blocks": [row("ri1-ri9", [500, 300], [70, 0], 9)]});
    assert_eq!(play.refused("red", nine), ("too-close-to-man", "LW-5.7"));
    let four = json!({"type": "place", "blocks": [row("ri1-ri4", [500, 600], [100, 0], 4)]});
    let swap = json!({"type": "place", "blocks": [row("ri5", [600, 650], [0, 0], 1), row("ri2", [900, 600], [0, 0], 1)]});
    play.accepted("red", json!([four, swap]));
    assert_eq!(play.refused("red", place("ri6", [900, 650])), ("too-close-to-man", "LW-5.7"));
    let away = json!({"type": "place", "blocks": [row("ri6-ri7", [900, 9999], [0, 0], 1)]});
    assert_eq!(play.refused("red", away), ("off-table", "LW-0.9"));
    assert_eq!(play.refused("red", place("rg1", [600, 700])), ("too-close-to-man", "LW-5.7"));
    play.accepted("red", json!([place("rg1", [1200, 700])]));
    assert_eq!(play.refused("red", place("ri6", [1300, 700])), ("not-clear", "LW-5.6")); // the wheels
    // Sums beyond the plane are off the floor, no panic.
    let far = json!({"type": "place", "blocks": [row("ri1-ri9", [i32::MAX, 0], [i32::MAX, i32::MIN], 9)]});
    assert_eq!(play.refused("red", far), ("off-table", "LW-0.9"));
}

#[test]
fn each_test_is_made_for_all_before_the_next() {
    let mut play = curtain();
    let two = |first: [i32; 2], second: [i32; 2]| json!({"type": "place", "blocks": [row("ri1", first, [0, 0], 1), row("ri2", second, [0, 0], 1)]});
    assert_eq!(play.refused("red", two([500, 2000], [500, -1])).0, "off-table");
    assert_eq!(play.refused("red", two([10, 600], [500, 2000])).0, "outside-deployment");
    assert_eq!(play.refused("red", two([500, 600], [10, 600])).0, "not-clear");
    assert_eq!(play.refused("red", two([500, 600], [550, 600])).0, "too-close-to-man");
}

#[test]
fn lw_11_2_only_ones_own_who_are_in_the_game() {
    let mut play = curtain();
    assert_eq!(play.refused("red", place("bi1", [500, 300])), ("not-your-figure", "LW-11.2"));
    assert_eq!(play.refused("red", place("bg1", [500, 300])), ("not-your-figure", "LW-11.2"));
    assert_eq!(play.refused("red", place("ri10", [500, 300])), ("unknown-figure", "§3"));
    assert_eq!(play.refused("red", place("rg2", [500, 300])), ("unknown-figure", "§3"));
    assert_eq!(play.refused("red", place("ri5-ri3", [500, 300])), ("unknown-figure", "§3"));
    assert_eq!(play.refused("red", place("ri5-rc9", [500, 300])), ("unknown-figure", "§3"));
    assert_eq!(play.refused("red", place("ri9-ri99999", [500, 300])), ("unknown-figure", "§3"));
    let star = json!({"type": "place", "blocks": [row("rc*", [500, 300], [140, 0], 5)]});
    play.accepted("red", json!([star]));
}

#[test]
fn lw_1_7_ready_binds_all_of_it_in_one_line() {
    let mut play = curtain();
    let ready = json!({"type": "ready"});
    assert_eq!(play.awaited(), ["red", "blue"]);
    assert_eq!(play.refused("red", ready.clone()), ("not-all-placed", "§4"));
    let all = json!({"type": "place", "blocks": [
        {"figures": "ri1-ri9", "at": [500, 300], "step": [100, 0], "per_row": 5, "row": [0, 100]},
        row("rc1-rc5", [1500, 300], [140, 0], 5),
        {"gun": "rg1", "at": [2600, 700]},
    ]});
    let said = play.accepted("red", json!([all, ready]));
    assert_eq!(said, [json!({"type": "deployment_committed", "seat": "red"})]);
    assert_eq!(play.awaited(), ["blue"]);
    assert_eq!(play.refused("red", place("ri1", [500, 300])), ("already-ready", "§4"));
    assert_eq!(play.refused("red", ready), ("already-ready", "§4"));
    assert!(play.places().is_empty()); // nobody sees it but his side
    assert_eq!(play.known(&seat("red")).on_floor().count(), 14);
    assert_eq!(play.known(&seat("blue")).on_floor().count(), 0);
    let said = play.time_out("blue", &[]);
    assert_eq!(types(&said), ["deployment_committed", "deployed", "deployed", "move_began"]);
    assert_eq!((play.at("ri7"), play.at("rg1"), play.at("bc1")), ([600, 400], [2600, 700], [4700, 4200]));
}

#[test]
fn lw_1_7_in_the_open_the_first_player_puts_down_first() {
    let choice = json!({"deployment": "free", "first_move": "blue", "curtain": false});
    let (mut play, said) = Play::begun("skirmish", "duel", choice, &[]);
    assert_eq!((said.len(), play.awaited()), (0, vec!["blue".to_owned()]));
    assert_eq!(play.refused("red", json!({"type": "ready"})), ("not-your-phase", "§4"));
    let orders = deployment::as_orders(&play.open, &seat("blue"));
    let said = play.accepted("blue", json!(orders));
    assert_eq!(types(&said), ["deployed"]);
    assert_eq!((play.awaited(), play.at("bg1")), (vec!["red".to_owned()], [1700, 4200]));
    assert_eq!(play.refused("blue", json!({"type": "ready"})), ("not-your-phase", "§4"));
    assert_eq!(types(&play.time_out("red", &[])), ["deployed", "move_began"]);
    assert_eq!(play.open.phase, Phase::Move);
}

#[test]
fn the_enemy_is_never_looked_at() {
    // In the open, on a floor where the sides' ground overlaps: blue's men do not stand in red's way.
    let choice = json!({"game": "defensive", "deployment": "free"});
    let (mut play, _) = Play::begun("skirmish", "duel", choice, &[2]);
    play.time_out("blue", &[]);
    let taken = play.open.on_floor().find(|man| man.id.to_string() == "bi1").unwrap().at;
    let before = play.refused("red", place("rc1", [taken.x, taken.y]));
    assert_eq!(before, ("outside-deployment", "LW-9.16"));
    let mut moved = play.clone();
    let man = moved.open.figures.iter_mut().find(|man| man.id.to_string() == "bi1").unwrap();
    man.at = crate::geometry::Point::new(1000, 700);
    moved.accepted("red", json!([place("ri1", [1000, 710])]));
}

#[test]
fn lw_9_15_the_defender_keeps_a_move_from_the_middle() {
    let choice = json!({"game": "defensive", "deployment": "free"});
    let (mut play, _) = Play::begun("hooks_farm", "duel", choice, &[2]);
    let outside = ("outside-deployment", "LW-9.15");
    assert_eq!(play.refused("red", json!({"type": "ready"})), ("not-your-phase", "§4"));
    for (piece, wrong, right) in [("bi1", 4835, 4836), ("bc1", 6060, 6061), ("bg1", 4880, 4881)] {
        assert_eq!(play.refused("blue", place(piece, [9300, wrong])), outside, "{piece}");
        play.accepted("blue", json!([place(piece, [9300, right])]));
        play.drafts.clear();
    }
    assert_eq!(play.refused("blue", place("bi2", [9000, 2300])), outside); // the attacker's side of it
    assert_eq!(play.refused("blue", place("bi34", [9000, 6600])), ("unknown-figure", "§3")); // left out
}

#[test]
fn lw_9_15_an_arm_without_such_ground_has_the_strip() {
    let (mut play, _) =
        Play::begun("skirmish", "duel", json!({"game": "defensive", "deployment": "free"}), &[2]);
    // The middle is 2400, the depth 2400: a horse would need more than 2400 + 60, foot more than 1200 + 35.
    play.accepted("blue", json!([place("bc1", [600, 3660])]));
    assert_eq!(play.refused("blue", place("bc1", [600, 3659])), ("outside-deployment", "LW-9.15"));
    play.accepted("blue", json!([place("bi1", [1000, 3636])]));
    assert_eq!(play.refused("blue", place("bi1", [1000, 3635])), ("outside-deployment", "LW-9.15"));
}

#[test]
fn lw_9_16_the_attacker_starts_within_a_move_of_his_line() {
    let (mut play, _) =
        Play::begun("hooks_farm", "duel", json!({"game": "defensive", "deployment": "free"}), &[2]);
    play.time_out("blue", &[]);
    let outside = ("outside-deployment", "LW-9.16");
    for (piece, right) in [("ri1", 1800), ("rc1", 3000), ("rg1", 1800)] {
        assert_eq!(play.refused("red", place(piece, [1000, right + 1])), outside, "{piece}");
        play.accepted("red", json!([place(piece, [1000, right])]));
        play.drafts.clear();
    }
    let said = play.time_out("red", &[]);
    assert_eq!(types(&said), ["deployed", "move_began"]);
    assert_eq!(play.open.mover, crate::rulesets::little_wars::ids::Side::Red);
    assert!(play.open.figures.iter().all(|man| man.start == man.at)); // LW-1.9 does not apply
}

/// Picked forces on the great floor, red first.
fn picking() -> Play {
    let choice = json!({"composition": "selection", "first_move": "red", "curtain": false});
    Play::begun("meeting_engagement", "duel", choice, &[]).0
}

fn pick(infantry: u32, cavalry: u32, guns: u32) -> Value {
    json!({"type": "pick", "infantry": infantry, "cavalry": cavalry, "guns": guns})
}

#[test]
fn lw_10_2_a_force_costs_at_most_150_points() {
    let mut play = picking();
    assert_eq!(play.awaited(), ["red", "blue"]); // the curtain is drawn whatever `curtain` says
    for (infantry, cavalry, guns) in [(100, 0, 5), (0, 100, 0), (60, 40, 3), (0, 80, 3), (110, 0, 4)] {
        play.accepted("red", json!([pick(infantry, cavalry, guns)]));
    }
    assert_eq!(play.refused("red", pick(101, 0, 5)), ("over-points", "LW-10.2"));
    assert_eq!(play.refused("red", pick(121, 0, 0)), ("not-in-box", "LW-10.2"));
    assert_eq!(play.refused("red", pick(u32::MAX, u32::MAX, u32::MAX)), ("not-in-box", "LW-10.2"));
    assert_eq!(play.refused("red", pick(5, 4, 0)), ("too-few-men", "LW-10.6"));
    assert_eq!(play.refused("red", json!({"type": "ready"})), ("not-all-placed", "§4"));
}

#[test]
fn lw_10_2_men_are_numbered_through_and_a_new_pick_clears_the_places() {
    let mut play = picking();
    assert_eq!(play.refused("red", place("ri1", [500, 500])), ("unknown-figure", "§3")); // nothing is picked
    play.accepted("red", json!([pick(20, 3, 1), place("ri20", [500, 500])]));
    assert_eq!(play.refused("red", place("ri21", [500, 600])), ("unknown-figure", "§3"));
    assert_eq!(play.refused("red", place("bi1", [500, 600])), ("not-your-figure", "LW-11.2"));
    assert_eq!(play.refused("red", place("bi250", [500, 600])), ("not-your-figure", "LW-11.2"));
    let rest = json!([
        {"type": "place", "blocks": [row("ri1-ri19", [600, 500], [100, 0], 19), row("rc*", [3000, 500], [140, 0], 3)]},
        {"type": "place", "blocks": [{"gun": "rg1", "at": [4000, 700]}]},
    ]);
    play.accepted("red", rest.clone());
    let again = [pick(20, 3, 1), json!({"type": "ready"})];
    let (at, why) = play.orders(&seat("red"), json!(again), &[]).unwrap_err();
    assert_eq!((at, why.code.as_str()), (1, "not-all-placed"));
    assert_eq!(types(&play.accepted("red", json!([{"type": "ready"}]))), ["deployment_committed"]);
    let said = play.time_out("blue", &[]);
    assert_eq!(said[1]["pick"], json!({"infantry": 20, "cavalry": 3, "guns": 1}));
    assert_eq!(said[2]["pick"], json!({"infantry": 64, "cavalry": 36, "guns": 3}));
    assert_eq!((play.open.sides.red.original, play.open.sides.blue.original), (23, 100));
    // LW-10.7, seen from the southern line
    assert_eq!((play.at("bg1"), play.at("bg3")), ([2000, 8700], [10_000, 8700]));
    assert_eq!((play.at("bc1"), play.at("bc4"), play.at("bi62")), ([100, 9000], [520, 9000], [1780, 8860]));
}

#[test]
fn lw_10_2_the_defender_has_two_thirds_of_the_points() {
    let choice = json!({"composition": "selection", "game": "defensive"});
    let (mut play, said) = Play::begun("meeting_engagement", "duel", choice, &[1]);
    assert_eq!(said[1]["left_out"], json!([]));
    play.accepted("red", json!([pick(100, 0, 0)]));
    assert_eq!(play.refused("red", pick(101, 0, 0)), ("over-points", "LW-10.2"));
    play.accepted("red", json!([pick(5, 0, 0)])); // LW-10.6 excepts him
    assert_eq!(play.refused("red", pick(0, 0, 5)), ("too-few-men", "LW-10.6"));
    play.accepted("blue", json!([pick(110, 0, 4)]));
    assert_eq!(play.refused("blue", pick(5, 0, 0)), ("too-few-men", "LW-10.6"));
    play.drafts.clear();
    let said = play.all_absent(&[]);
    assert_eq!(types(&said[..2]), ["deployment_committed", "deployment_committed"]);
    assert_eq!(said[2]["pick"], json!({"infantry": 42, "cavalry": 24, "guns": 2}));
}

#[test]
fn lw_10_2_the_chief_seat_acts_for_its_whole_side() {
    let choice = json!({"composition": "selection", "first_move": "red"});
    let (mut play, _) = Play::begun("meeting_engagement", "staff", choice, &[]);
    assert_eq!(play.awaited(), ["red_general", "blue_general"]);
    assert_eq!(play.refused("red_left", pick(20, 0, 0)), ("not-your-phase", "§4"));
    let give = |figures: Value, to: &str| json!({"type": "assign", "figures": figures, "seat": to});
    assert_eq!(play.refused("red_left", give(json!(["ri1"]), "red_left")), ("not-your-phase", "§4"));
    assert_eq!(play.refused("red_general", give(json!(["ri1"]), "red_left")), ("unknown-figure", "§3"));
    play.accepted("red_general", json!([pick(12, 0, 1), give(json!(["ri1-ri3", "rg*"]), "red_left")]));
    assert_eq!(play.refused("red_general", give(json!(["ri1"]), "blue_left")), ("no-such-seat", "LW-11.3"));
    assert_eq!(play.refused("red_general", give(json!(["rg2"]), "red_left")), ("unknown-figure", "§3"));
    assert_eq!(play.refused("red_general", give(json!(["rg1-rg2"]), "red_left")), ("unknown-figure", "§3"));
    assert_eq!(play.refused("red_general", give(json!(["bi1"]), "red_left")), ("not-your-figure", "LW-11.2"));
    let places = json!([
        {"type": "place", "blocks": [row("ri*", [500, 600], [140, 0], 12), {"gun": "rg1", "at": [3000, 600]}]},
        give(json!(["ri3-ri4"]), "red_right"),
        give(json!(["ri2"]), "red_general"),
        {"type": "ready"},
    ]);
    assert_eq!(types(&play.accepted("red_general", places)), ["deployment_committed"]);
    let said = play.time_out("blue_general", &[]);
    let owners: Vec<&str> =
        said[1]["figures"].as_array().unwrap()[..5].iter().map(|man| man["seat"].as_str().unwrap()).collect();
    assert_eq!(owners, ["red_left", "red_general", "red_right", "red_right", "red_general"]);
    assert_eq!(said[1]["guns"][0]["seat"], json!("red_left"));
    let left = play.open.seat_index(&seat("red_left")).unwrap();
    assert_eq!(play.open.figures.iter().filter(|man| man.seat == left).count(), 1);
}

#[test]
fn lw_11_3_men_change_hands_in_an_open_putting_down_not_behind_the_curtain() {
    let give = |figures: Value, to: &str| json!({"type": "assign", "figures": figures, "seat": to});
    let open = json!({"deployment": "free", "curtain": false});
    let (mut play, _) = Play::begun("hooks_farm", "wings", open, &[]);
    assert_eq!(play.refused("red_right", give(json!(["ri14"]), "red_left")), ("not-general", "LW-11.3"));
    assert_eq!(play.refused("red_left", give(json!(["ri14"]), "blue_left")), ("no-such-seat", "LW-11.3"));
    assert_eq!(play.refused("red_left", give(json!(["bi14"]), "red_right")), ("not-your-figure", "LW-11.2"));
    assert_eq!(play.refused("red_left", give(json!(["ri51"]), "red_right")), ("unknown-figure", "§3"));
    assert_eq!(play.refused("red_left", give(json!(["ri50-ri51"]), "red_right")), ("unknown-figure", "§3"));
    assert_eq!(play.refused("blue_right", give(json!(["bi1"]), "blue_left")), ("not-your-phase", "§4"));
    let said = play.accepted("red_left", json!([give(json!(["ri1-ri2", "rg1", "ri2"]), "red_right")]));
    assert_eq!(
        said,
        [json!({"type": "figures_assigned", "figures": ["ri1", "ri2", "rg1"], "to": "red_right"})]
    );
    let said = play.time_out("red_left", &[]);
    assert_eq!(
        (said.len(), said[0]["figures"].as_array().unwrap().len(), &said[0]["guns"]),
        (1, 16, &json!([]))
    );
    play.accepted("red_right", json!([place("ri1", [9100, 600])]));
    // What stands stands, and nobody would put down what a seat that is ready were given.
    assert_eq!(play.refused("red_left", give(json!(["ri3"]), "red_right")), ("already-ready", "LW-11.3"));
    assert_eq!(play.refused("red_left", give(json!(["ri14"]), "red_left")), ("already-ready", "LW-11.3"));
    let (mut play, _) = Play::begun("hooks_farm", "wings", json!({"deployment": "free"}), &[]);
    assert_eq!(play.refused("red_left", give(json!(["ri1-ri2"]), "red_right")), ("not-your-phase", "§4"));
}

#[test]
fn lw_1_10_a_friend_who_has_bound_is_in_the_way_one_who_has_not_is_not() {
    let (mut play, _) = Play::begun("hooks_farm", "wings", json!({"deployment": "free"}), &[]);
    let (left, right) = (seat("red_left"), seat("red_right"));
    let taken = place("ri14", [6900, 500]); // ri1's place in the scenario
    play.accepted("red_left", json!([place("ri1", [6900, 500])]));
    play.accepted("red_right", json!([taken.clone()])); // a draft is nobody's business
    let mine = |play: &Play, seat: &Seat| -> Vec<Command> { deployment::as_orders(&play.known(seat), seat) };
    play.drafts.clear();
    let orders = mine(&play, &left);
    assert_eq!(types(&play.accepted("red_left", json!(orders))), ["deployment_committed"]);
    assert_eq!(play.refused("red_right", taken), ("too-close-to-man", "LW-5.7"));
    assert_eq!(types(&play.accepted("red_right", json!(mine(&play, &right)))), ["deployment_committed"]);
    // A friend's seal is known to his side alone.
    assert_eq!(play.known(&right).on_floor().count(), 75);
    assert_eq!(play.known(&seat("blue_left")).on_floor().count(), 0);
}

#[test]
fn orders_of_another_phase_are_not_for_now() {
    let mut play = curtain();
    assert_eq!(play.refused("red", pick(9, 5, 1)), ("not-your-phase", "§4"));
    assert_eq!(
        play.refused("red", json!({"type": "choose_side", "line": "north"})),
        ("not-your-phase", "§4")
    );
    assert_eq!(play.refused("red", json!({"type": "end_move"})), ("not-your-phase", "§4"));
    let (mut play, _) = Play::begun("skirmish", "duel", json!({"first_move": "red"}), &[]);
    assert_eq!(play.refused("red", json!({"type": "ready"})), ("not-your-phase", "§4"));
    assert_eq!(play.refused("red", place("ri1", [500, 600])), ("not-your-phase", "§4"));
}

#[test]
fn lw_11_3_in_a_move_men_and_guns_change_hands_before_they_move() {
    let (mut play, _) = Play::begun("hooks_farm", "wings", json!({}), &[]);
    let give = |figures: Value| json!({"type": "assign", "figures": figures, "seat": "red_right"});
    let man = play.open.figure_at("ri5".parse_id()).unwrap();
    play.open.figures[man].moved = true;
    assert_eq!(play.refused("red_left", give(json!(["ri5"]))), ("already-moved", "LW-11.3"));
    assert_eq!(play.refused("red_left", give(json!(["ri1-ri9"]))), ("already-moved", "LW-11.3"));
    play.open.figures[man].status = crate::rulesets::little_wars::words::Status::Dead;
    assert_eq!(play.refused("red_left", give(json!(["ri5"]))), ("not-available", "LW-5.11"));
    let said = play.accepted("red_left", json!([give(json!(["ri4-ri6", "rg*"]))])); // the dead man is passed over
    assert_eq!(said[0]["figures"], json!(["ri4", "ri6", "rg1", "rg2", "rg3"]));
    play.open.guns.iter_mut().filter(|gun| gun.id.number == 1).for_each(|gun| gun.shots = 1);
    assert_eq!(play.refused("red_left", give(json!(["rg1"]))), ("gun-already-fired", "LW-11.3"));
    play.open.guns.iter_mut().for_each(|gun| gun.moved = true);
    assert_eq!(play.refused("red_left", give(json!(["rg2"]))), ("gun-already-moved", "LW-11.3"));
    assert_eq!(play.refused("red_left", give(json!(["bg1"]))), ("not-your-gun", "LW-8.3"));
    assert_eq!(play.refused("red_left", give(json!([]))), ("not-available", "LW-5.11"));
}

trait ParseId {
    fn parse_id(&self) -> crate::rulesets::little_wars::ids::FigureId;
}

impl ParseId for str {
    fn parse_id(&self) -> crate::rulesets::little_wars::ids::FigureId {
        crate::rulesets::little_wars::ids::FigureId::parse(self).unwrap()
    }
}
