//! How battles end (LW-9).

use serde_json::{Map, Value, json};

use super::{Play, bystanders, kinds, man, of_kind, row};
use crate::{
    ruleset::{Act, OutcomeKind, Standing},
    rulesets::little_wars::{
        event::Event,
        finish,
        ids::Side,
        score, table,
        words::{LeftBy, Status},
    },
};

/// The fact that ended it.
fn end(events: &[Event]) -> Value {
    let mut ended = of_kind(events, "game_ended");
    assert_eq!(ended.len(), 1, "{:?}", kinds(events));
    ended.remove(0)
}

/// Reason, winner and half-points of an end.
fn result(events: &[Event]) -> Value {
    let end = end(events);
    json!([end["reason"], end["winner"], end["half_points"]["red"], end["half_points"]["blue"]])
}

fn goes_on(events: &[Event]) -> bool {
    of_kind(events, "game_ended").is_empty()
}

fn withdraw(play: &mut Play, name: &str) {
    let (figure, path) = (man(name), Vec::new());
    play.take(vec![Event::FigureWithdrawn { figure, path, reason: LeftBy::Order }]);
}

#[test]
fn lw_9_1_whoever_has_no_free_man_left_has_lost_with_the_guns_he_leaves_behind() {
    let guns = json!({"rg1": {"at": [8000, 1000]}, "bg1": {"at": [2000, 6000]}});
    let mut play = Play::of(&json!({"ply": 4, "figures": bystanders(), "guns": guns}));
    withdraw(&mut play, "ri90");
    let events = play.done("red");
    assert_eq!(result(&events), json!(["annihilation", "blue", 2, 242]));
    let Standing::Over(outcome) = table::standing(&play.state) else { panic!("it is over") };
    assert_eq!((outcome.outcome, outcome.reason.as_str()), (OutcomeKind::Win, "annihilation"));
    assert_eq!(outcome.winners.iter().map(|seat| seat.as_str()).collect::<Vec<_>>(), ["blue"]);
    assert_eq!((outcome.scores["red"], outcome.scores["blue"]), (2, 242));
    assert!(play.state.guns.iter().all(|gun| gun.holder == Side::Blue));
}

#[test]
fn lw_9_2_both_gone_is_a_draw() {
    let men = json!({"ri1": [1000, 1000], "bi1": [1000, 1080]});
    let mut play = Play::of(&json!({"figures": men}));
    assert_eq!(result(&play.done("red")), json!(["both-gone", null, 100, 100]));
    let Standing::Over(outcome) = table::standing(&play.state) else { panic!("it is over") };
    assert_eq!((outcome.outcome, outcome.winners.len()), (OutcomeKind::Draw, 0));
}

#[test]
fn lw_9_3_lw_9_4_lw_9_8_the_end_of_hooks_farm_in_half_points() {
    let mut men: Map<String, Value> = Map::new();
    row(&mut men, "bi", 1..=20, [1000, 3000], 100);
    row(&mut men, "bc", 1..=8, [3200, 3000], 200);
    row(&mut men, "ri", 1..=7, [0, 0], 0);
    row(&mut men, "ri", 10..=12, [0, 0], 0);
    row(&mut men, "rc", 1..=7, [0, 0], 0);
    let gone = |name: String| (name, json!({"status": "withdrawn"}));
    let taken = |name: String| (name, json!({"status": "secured", "captor": "blue"}));
    let mut status: Map<String, Value> = Map::new();
    status.extend((1..=7).map(|k| gone(format!("ri{k}"))).chain((1..=4).map(|k| gone(format!("rc{k}")))));
    status.extend((10..=12).map(|k| taken(format!("ri{k}"))).chain((5..=7).map(|k| taken(format!("rc{k}")))));
    let guns = json!({
        "rg1": {"at": [9000, 700], "status": "withdrawn"}, "rg2": {"at": [4000, 2000]}, "rg3": {"at": [6000, 2000]},
        "bg1": {"at": [1000, 6000]}, "bg2": {"at": [4000, 6000]}, "bg3": {"at": [7000, 6000]}
    });
    let mut play = Play::of(&json!({"ply": 5, "figures": men, "status": status, "guns": guns}));
    let events = play.done("blue");
    assert_eq!(result(&events), json!(["annihilation", "blue", 52, 370]));
    assert_eq!(end(&events)["margin"], 318, "159 points");
    let blue =
        json!({"victory": 200, "guns": 100, "cavalry": 24, "infantry": 40, "own_prisoners": 0, "taken": 6});
    assert_eq!(end(&events)["breakdown"]["blue"], blue);
}

/// So many men of each side, far apart.
fn numbers(red: i32, blue: i32, more: Value) -> Play {
    let mut men = Map::new();
    row(&mut men, "ri", 1..=red, [1000, 1000], 100);
    row(&mut men, "bi", 1..=blue, [1000, 6000], 100);
    let mut setup = json!({"figures": men, "options": {"draw_below": "auto"}});
    setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Play::of(&setup)
}

#[test]
fn lw_9_6_lw_9_7_below_fifteen_each_it_is_drawn_in_a_great_battle_below_ten_in_a_small_one() {
    let great = json!({"original": {"red": 75, "blue": 75}});
    let small = json!({"original": {"red": 49, "blue": 75}});
    assert_eq!(finish::draw_limit(&numbers(14, 14, great.clone()).state), 15);
    assert_eq!(finish::draw_limit(&numbers(14, 14, small.clone()).state), 10);
    assert_eq!(result(&numbers(14, 14, great.clone()).done("red")), json!(["below-limit", null, 128, 128]));
    assert!(goes_on(&numbers(15, 14, great).done("red")));
    assert!(goes_on(&numbers(10, 9, small.clone()).done("red")));
    assert_eq!(result(&numbers(9, 9, small).done("red"))[0], "below-limit");
    let agreed = json!({"options": {"draw_below": 3}});
    assert!(goes_on(&numbers(3, 2, agreed.clone()).done("red")));
    assert_eq!(result(&numbers(2, 2, agreed).done("red"))[0], "below-limit");
    assert!(goes_on(&numbers(1, 1, json!({"options": {"draw_below": 0}})).done("red")), "0 is never");
}

/// Red's men at these places of Blue's line.
fn at_line(places: &[[i32; 2]], options: Value) -> Play {
    let mut men = bystanders();
    for (k, at) in (1..).zip(places) {
        men.insert(format!("ri{k}"), json!(at));
    }
    let mut all = json!({"game": "blow_at_the_rear"});
    all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    Play::of(&json!({"figures": men, "options": all, "guns": {"bg1": {"at": [8000, 3000]}}}))
}

#[test]
fn lw_9_9_three_men_on_the_enemys_line_are_a_blow() {
    let mut two = at_line(&[[3000, 6565], [3200, 6565], [3400, 6564]], json!({}));
    assert!(of_kind(&two.done("red"), "blow_struck").is_empty());
    let mut three = at_line(&[[3000, 6565], [3200, 6565], [3400, 6600]], json!({}));
    let expected =
        json!([{"type": "blow_struck", "side": "red", "figures": ["ri1", "ri2", "ri3"], "moves_left": 6}]);
    assert_eq!(json!(of_kind(&three.done("red"), "blow_struck")), expected);
    let at = three.state.retreat.unwrap();
    assert_eq!((at.side, at.moves_left), (Side::Blue, 6));
}

#[test]
fn lw_9_10_lw_9_11_six_moves_to_get_away_then_what_is_left_capitulates() {
    let mut play = at_line(&[[3000, 6565], [3200, 6565], [3400, 6565]], json!({}));
    play.done("red");
    for left in (0..6).rev() {
        let events = play.done("blue");
        if left > 0 {
            assert_eq!(play.state.retreat.unwrap().moves_left, left);
            assert!(goes_on(&events) && goes_on(&play.done("red")));
        } else {
            assert_eq!(of_kind(&events, "prisoner_taken")[0]["cause"], "capitulation");
            assert_eq!(result(&events), json!(["blow", "red", 200 + 20 + 8 + 1, 1]));
        }
    }
}

#[test]
fn lw_9_10_lw_9_23_once_it_is_decided_no_other_end_counts() {
    let setup = json!({
        "figures": {"bi1": [5000, 6000], "bi2": [5200, 6000], "ri1": [3000, 3000]}, "ply": 4, "idle": 5,
        "options": {"game": "blow_at_the_rear", "draw_below": 15}, "retreat": {"side": "blue", "left": 4}
    });
    let mut play = Play::of(&setup);
    withdraw(&mut play, "ri1");
    assert!(goes_on(&play.done("red")), "the victor has nobody left, few fight, nothing moves: all the same");
    withdraw(&mut play, "bi1");
    withdraw(&mut play, "bi2");
    assert_eq!(result(&play.done("blue")), json!(["blow", "red", 202, 4]));
}

#[test]
fn lw_9_10_capitulation_frees_whom_the_beaten_side_holds_on_the_floor() {
    let men = json!({
        "ri1": [1000, 1000], "bi1": [2000, 6000], "bc2": [3000, 6000], "ri2": [2150, 6000], "ri3": [0, 0], "ri4": [5000, 6000]
    });
    let status = json!({
        "ri2": {"status": "prisoner", "captor": "blue", "escort": "bi1"},
        "ri3": {"status": "secured", "captor": "blue"},
        "ri4": {"status": "flag", "captor": "blue"}
    });
    let mut play =
        Play::of(&json!({"figures": men, "status": status, "guns": {"bg1": {"at": [8000, 6000]}}}));
    let events = play.resign("blue");
    let expected = ["prisoner_taken", "prisoner_taken", "prisoner_freed", "prisoner_freed", "game_ended"];
    assert_eq!(kinds(&events), expected);
    assert_eq!(result(&events), json!(["resigned", "red", 200 + 20 + 6 + 1 + 2, 2 + 1]));
    assert_eq!(play.man("ri3").status, Status::Secured, "who is behind the line stays taken");
}

#[test]
fn lw_9_12_half_of_the_line_or_its_middle_is_seen_by_its_owner() {
    for (zone, xs, is_blow) in [
        ("middle", [2400, 4800, 7200], true),
        ("middle", [2399, 4800, 7200], false),
        ("left", [4800, 3000, 1000], true),
        ("right", [4800, 3000, 1000], false),
        ("right", [4800, 6000, 7200], true),
        ("left", [4800, 6000, 7200], false),
        ("whole", [0, 6000, 9600], true),
    ] {
        let mut play = at_line(&xs.map(|x| [x, 6600]), json!({"rear_zone": zone}));
        assert_eq!(!of_kind(&play.done("red"), "blow_struck").is_empty(), is_blow, "{zone} {xs:?}");
    }
    // The northern line's left is the east.
    for (zone, is_blow) in [("left", true), ("right", false)] {
        let mut men = bystanders();
        row(&mut men, "bi", 1..=3, [5000, 600], 200);
        let options = json!({"game": "blow_at_the_rear", "rear_zone": zone});
        let mut play = Play::of(&json!({"ply": 5, "figures": men, "options": options}));
        assert_eq!(!of_kind(&play.done("blue"), "blow_struck").is_empty(), is_blow, "{zone}");
    }
}

/// The defensive game: Red attacked with 75 men, has so many on Blue's line and so many elsewhere.
fn siege(on_line: i32, elsewhere: i32, ply: u32) -> Play {
    let mut men = Map::from_iter([("bi1".to_owned(), json!([8000, 3000]))]);
    row(&mut men, "ri", 1..=on_line, [1000, 6600], 80);
    row(&mut men, "rc", 1..=elsewhere, [1000, 1200], 130);
    Play::of(&json!({
        "ply": ply, "figures": men, "options": {"game": "defensive", "draw_below": 15},
        "roles": {"red": "attacker", "blue": "defender"}, "original": {"red": 75, "blue": 50}
    }))
}

#[test]
fn lw_9_18_a_quarter_of_the_attackers_men_on_the_line_win_and_fewer_than_a_quarter_left_lose() {
    assert!(goes_on(&siege(18, 10, 4).done("red")));
    assert_eq!(result(&siege(19, 10, 4).done("red")), json!(["line-reached", "red", 200 + 38 + 30, 2]));
    assert!(goes_on(&siege(19, 10, 5).done("blue")), "only at the end of his own move");
    assert!(goes_on(&siege(0, 19, 5).done("blue")), "no draw by numbers");
    assert_eq!(result(&siege(0, 18, 5).done("blue")), json!(["defence-held", "blue", 54, 202]));
    let mut destroyed = siege(0, 20, 5);
    withdraw(&mut destroyed, "bi1");
    assert_eq!(result(&destroyed.done("blue")), json!(["annihilation", "red", 260, 2]));
}

#[test]
fn lw_9_19_an_open_side_that_resigns_before_everybody_is_put_down_is_taken_whole() {
    let mut play = Play::of(&json!({"figures": bystanders(), "guns": {"bg1": {"at": [8000, 6000]}}}));
    let at = play.state.figure_at(man("bi90")).unwrap();
    play.state.figures[at].status = Status::Waiting;
    play.state.guns[0].waiting = true;
    assert_eq!(result(&play.resign("blue")), json!(["resigned", "red", 200 + 20 + 2 + 1, 1]));
    assert!(!play.man("bi90").is_on_floor());
}

#[test]
fn lw_9_20_an_agreed_draw() {
    let men = json!({"ri1": [1000, 1000], "bi1": [2000, 6000], "bc2": [3000, 6000]});
    let mut play = Play::of(&json!({"figures": men}));
    assert_eq!(result(&play.act(&Act::Drawn)), json!(["agreed", null, 102, 105]));
    assert!(play.act(&Act::Drawn).is_empty(), "once");
}

#[test]
fn lw_9_21_six_moves_of_nothing_or_twenty_without_a_loss() {
    let still = |more: Value| {
        let mut setup = json!({"figures": bystanders()});
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Play::of(&setup)
    };
    assert!(goes_on(&still(json!({"idle": 4})).done("red")));
    assert_eq!(result(&still(json!({"idle": 5})).done("red")), json!(["idle", null, 102, 102]));
    let mut moves = still(json!({"idle": 5, "quiet": 18}));
    moves.walk("ri90", [9000, 1300]);
    assert!(goes_on(&moves.done("red")));
    moves.walk("bi90", [9000, 6100]);
    assert_eq!(result(&moves.done("blue"))[0], "idle");
    let mut never = still(json!({"quiet": 99, "options": {"quiet_moves": 0}}));
    never.walk("ri90", [9000, 1300]);
    assert!(goes_on(&never.done("red")));
    let early = still(json!({"ply": 1}));
    assert_eq!(early.state.counted().quiet_moves, 0, "not before both sides may fire");
    assert_eq!(still(json!({"ply": 2})).state.counted().quiet_moves, 1);
    let options = json!({"game": "defensive"});
    let roles = json!({"red": "attacker", "blue": "defender"});
    let mut held = still(json!({"idle": 5, "options": options, "roles": roles}));
    assert_eq!(result(&held.done("red"))[1], "blue");
}

#[test]
fn lw_9_22_at_the_limit_of_moves_points_decide() {
    let options = json!({"max_moves": 3});
    let mut equal = Play::of(&json!({"figures": bystanders(), "options": options}));
    assert!(goes_on(&equal.done("red")), "Blue has made two moves");
    assert_eq!(result(&equal.done("blue")), json!(["move-limit", null, 102, 102]));
    let mut men = bystanders();
    men.insert("bc1".to_owned(), json!([8000, 6000]));
    let mut more = Play::of(&json!({"ply": 5, "figures": men, "options": options}));
    assert_eq!(result(&more.done("blue")), json!(["move-limit", "blue", 2, 205]));
    assert_eq!(score::standing(&more.state).blue.total(), 5);
}

#[test]
fn lw_9_23_annihilation_comes_before_a_draw_by_numbers_and_that_before_idleness_and_the_limit() {
    let setup = json!({"figures": bystanders(), "idle": 5, "options": {"draw_below": 15, "max_moves": 2}});
    let mut play = Play::of(&setup);
    assert_eq!(result(&play.done("red"))[0], "below-limit");
    let mut gone = Play::of(&setup);
    withdraw(&mut gone, "bi90");
    assert_eq!(result(&gone.done("red"))[0], "annihilation");
}
