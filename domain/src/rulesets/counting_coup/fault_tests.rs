//! What is refused before a game begins: faults of scenarios here, of options and seat plans in `choices`. What the
//! scenarios of the house hold is in `house`.

mod choices;
mod house;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    scenario::{Scenario, TableSize, entry_slots},
    scenario_faults::faults,
};
use crate::ruleset::SetupFault;

const LAST_STAND: &str = include_str!("../../../scenarios/counting_coup/last_stand.json");
const SKIRMISH: &str = include_str!("../../../scenarios/counting_coup/skirmish.json");

fn last_stand() -> Value {
    serde_json::from_str(LAST_STAND).unwrap()
}

fn skirmish() -> Value {
    serde_json::from_str(SKIRMISH).unwrap()
}

fn read(json: &Value) -> Scenario {
    Scenario::deserialize(json).unwrap()
}

/// Puts a value at a place, new or not; null takes away what is there.
fn set(json: &mut Value, pointer: &str, value: Value) {
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    match (json.pointer_mut(parent).unwrap(), value) {
        (Value::Array(list), value) => list[last.parse::<usize>().unwrap()] = value,
        (Value::Object(members), Value::Null) => assert!(members.remove(last).is_some(), "{pointer}"),
        (Value::Object(members), value) => {
            members.insert(last.replace("~1", "/").replace("~0", "~"), value);
        }
        (parent, _) => panic!("{parent} has no members"),
    }
}

fn told(found: &[SetupFault]) -> Vec<String> {
    found.iter().map(|fault| format!("{} {} {}", fault.pointer, fault.code, fault.rule.unwrap())).collect()
}

/// The pointers of a broken scenario's faults.
fn pointers(json: &Value) -> Vec<String> {
    let found = faults(&read(json));
    assert!(found.iter().all(|fault| fault.code == "bad-scenario" && fault.rule.unwrap().0 == "CCC-3.5"));
    found.into_iter().map(|fault| fault.pointer).collect()
}

type Case = (&'static str, Value, &'static str);

/// Breaks a scenario in one place after the other, and expects one fault each.
fn expect(whole: &Value, cases: impl IntoIterator<Item = Case>) {
    for (pointer, value, expected) in cases {
        let mut broken = whole.clone();
        set(&mut broken, pointer, value.clone());
        assert_eq!(pointers(&broken), [expected], "{pointer} {value}");
    }
}

#[test]
fn the_head_of_a_scenario_is_told_its_faults() {
    let long = |n| json!("x".repeat(n));
    let cases = [
        ("/format", json!(2), "/format"),
        ("/ruleset", json!("little_bighorn"), "/ruleset"),
        ("/id", json!(""), "/id"),
        ("/id", json!("Last_Stand"), "/id"),
        ("/id", json!("1876"), "/id"),
        ("/id", long(65), "/id"),
        ("/title", json!(" "), "/title"),
        ("/title", json!("a\u{202e}b"), "/title"),
        ("/title", long(65), "/title"),
        ("/summary", json!("a\u{7}"), "/summary"),
        ("/summary", long(4097), "/summary"),
        ("/players/min", json!(0), "/players/min"),
        ("/players/max", json!(1), "/players/max"),
        ("/sides/0/name", json!(""), "/sides/0/name"),
        ("/sides/1/id", json!("cavalry"), "/sides"),
        ("/sides", json!([{"id": "nations", "name": "Plains Nations"}]), "/sides"),
        ("/options/round_limit", json!(0), "/options/round_limit"),
        ("/options/round_limit", json!(61), "/options/round_limit"),
        ("/random_deployment", Value::Null, "/options/deployment"),
        ("/table/width", json!(12_001), "/table/width"),
        ("/table/height", json!(299), "/table/height"),
    ];
    expect(&last_stand(), cases);
}

#[test]
fn hills_are_told_their_faults() {
    let lobe = json!({"x": 4500, "y": 3000, "r": 300});
    let cases = [
        ("/hills/3/id", json!("H0"), "/hills/3/id"),
        ("/hills/3/id", json!("H100"), "/hills/3/id"),
        ("/hills/3/id", json!("H+4"), "/hills/3/id"),
        ("/hills/3/id", json!("K4"), "/hills/3/id"),
        ("/hills/3/id", json!("H1"), "/hills/3/id"),
        ("/hills/3/name", json!(""), "/hills/3/name"),
        ("/hills/3/lobes", json!([]), "/hills/3/lobes"),
        ("/hills/3/lobes", json!(vec![lobe.clone(); 9]), "/hills/3/lobes"),
        ("/hills/3/lobes/1/r", json!(49), "/hills/3/lobes/1/r"),
        ("/hills/3/lobes/1/r", json!(2001), "/hills/3/lobes/1/r"),
        ("/hills/3/lobes/1/x", json!(299), "/hills/3/lobes/1"),
        ("/hills/3/lobes/1/y", json!(5701), "/hills/3/lobes/1"),
        ("/hills", json!(vec![json!({"id": "H1", "name": "Hill", "lobes": [lobe]}); 201]), "/hills"),
    ];
    expect(&last_stand(), cases);
    let mut rim = last_stand();
    set(&mut rim, "/hills/3/lobes/1", json!({"x": 8700, "y": 300, "r": 300}));
    assert_eq!(pointers(&rim), [""; 0]);
}

#[test]
fn ccc_3_5_units_and_figures_are_told_their_faults() {
    let cases = [
        ("/units/1/name", json!(""), "/units/1/name"),
        ("/units/1/custer", Value::Null, "/units/1"),
        ("/units/6/entry", Value::Null, "/units/6"),
        ("/units/1/figures/3/id", json!("C5"), "/units/1/figures/3/id"),
        ("/units/1/figures/3/id", json!("E4"), "/units/1/figures/3/id"),
        ("/units/1/figures/0/name", json!("\t"), "/units/1/figures/0/name"),
        ("/units/1/figures/0/role", json!("chief"), "/units/1/figures/0/role"),
        ("/units/6/figures/1/role", json!("trooper"), "/units/6/figures/1/role"),
        ("/units/1/figures/0/weapon", json!("rifle"), "/units/1/figures/0/weapon"),
        ("/units/6/figures/1/weapon", json!("carbine"), "/units/6/figures/1/weapon"),
        ("/units/6/figures/0/weapon", json!("bow"), "/units/6/figures/0/weapon"),
        ("/units/6/figures/0/enters", json!(0), "/units/6/figures/0/enters"),
        ("/units/6/figures/0/enters", Value::Null, "/units/6/figures/0"),
        ("/units/6/figures/0/at", json!([100, 100]), "/units/6/figures/0"),
        ("/units/1/figures/1/bearer", Value::Null, "/units/1/figures"),
        ("/units/1/figures/0/bearer", json!(true), "/units/1/figures"),
        ("/units/6/figures/1/bearer", json!(true), "/units/6/figures"),
        ("/units/1/figures/3/at", json!([49, 50]), "/units/1/figures/3/at"),
        ("/units/1/figures/3/at", json!([50, 5951]), "/units/1/figures/3/at"),
        ("/units/1/figures/3/at", json!([3965, 3810]), "/units/1/figures/4/at"),
        ("/units/0/figures/0/at", json!([4461, 3000]), "/units/0/figures/1/at"),
        ("/units/6/entry/at", json!([2000, 1]), "/units/6/entry/at"),
        ("/units/6/entry/at", json!([9001, 0]), "/units/6/entry/at"),
        ("/units/6/entry/edge", json!("S"), "/units/6/entry/at"),
        ("/units/8/entry/at", json!([8999, 3000]), "/units/8/entry/at"),
        ("/units/11/entry/at", json!([0, -1]), "/units/11/entry/at"),
    ];
    expect(&last_stand(), cases);
    let edges =
        [("/units/1/figures/3/at", json!([50, 5950])), ("/units/0/figures/0/at", json!([4460, 3000]))];
    for (pointer, value) in edges {
        let mut fine = last_stand();
        set(&mut fine, pointer, value);
        assert_eq!(pointers(&fine), [""; 0], "{pointer}");
    }
}

#[test]
fn ccc_3_5_counts_and_repetitions_are_told() {
    let figures = |json: &Value, n: usize| vec![json["units"][6]["figures"][1].clone(); n];
    let with = |edit: &dyn Fn(&mut Value)| {
        let mut broken = skirmish();
        edit(&mut broken);
        pointers(&broken)
    };
    let empty = with(&|json| set(json, "/units/2/figures", json!([])));
    assert_eq!(empty, ["/units", "/units/2/figures"]); // and so the nations are too few
    let enters = with(&|json| set(json, "/units/0/figures/2/enters", json!(1)));
    assert_eq!(enters, ["/units/0/figures/2"]);
    let later = with(&|json| {
        set(json, "/units/0/figures/2/at", Value::Null);
        set(json, "/units/0/figures/2/enters", json!(1));
    });
    assert_eq!(later, ["/units/0/figures/2/enters"]);
    let again = with(&|json| set(json, "/units/2", json["units"][1].clone()));
    assert!(again.contains(&"/units/2/id".to_owned()), "{again:?}");
    let many = with(&|json| set(json, "/units/2/figures", json!(figures(&last_stand(), 21))));
    assert!(many.contains(&"/units/2/figures".to_owned()), "{many:?}");
    assert!(many.len() <= 50, "{many:?}");
    let host = with(&|json| set(json, "/units/2/figures", json!(figures(&last_stand(), 501))));
    assert_eq!(host, ["/units"]);
    let crowd = with(&|json| {
        let mut unit = json["units"][2].clone();
        unit["figures"] = json!([]);
        set(json, "/units", json!(vec![unit; 501]));
    });
    assert_eq!(crowd, ["/units"]);
    let torn = with(&|json| {
        for unit in 1..3 {
            for figure in 0..7 {
                for member in ["role", "weapon"] {
                    let value = if member == "role" { "trooper" } else { "carbine" };
                    set(json, &format!("/units/{unit}/figures/{figure}/{member}"), json!(value));
                    set(json, &format!("/units/{unit}/figures/{figure}/name"), json!(""));
                }
            }
        }
        (0..10).for_each(|figure| set(json, &format!("/units/0/figures/{figure}/role"), json!("chief")));
    });
    assert_eq!(torn.len(), 50);
}

#[test]
fn ccc_3_4_random_deployment_must_fit_in_every_direction() {
    let cases = [
        ("/random_deployment/units/1", json!("X"), "/random_deployment/units/1"),
        ("/random_deployment/units/1", json!("HUN"), "/random_deployment/units/1"),
        ("/random_deployment/units/1", json!("C"), "/random_deployment/units/1"),
        ("/random_deployment/units", json!(vec!["C"; 13]), "/random_deployment/units"),
        ("/random_deployment/ring/11", json!([-1200, 3000]), "/random_deployment/ring/11"),
        ("/random_deployment/ring/1", json!([0, -1200]), "/random_deployment/ring/1"),
        ("/random_deployment/ring/6", json!([0, 0]), "/random_deployment/ring/6"),
    ];
    expect(&last_stand(), cases);
    let mut short = last_stand();
    short["random_deployment"]["ring"].as_array_mut().unwrap().pop();
    assert_eq!(pointers(&short), ["/random_deployment/ring"]);
    let mut short = last_stand();
    short["random_deployment"]["formation"].as_array_mut().unwrap().pop();
    assert_eq!(pointers(&short), ["/random_deployment/formation"; 5]);
    let mut none = last_stand();
    set(&mut none, "/random_deployment/units", json!([]));
    set(&mut none, "/random_deployment/formation", json!([]));
    assert_eq!(pointers(&none), ["/random_deployment/formation"]);
    let mut crowded = last_stand();
    set(&mut crowded, "/random_deployment/formation/1", json!([34, 0]));
    let all: Vec<String> = (0..12).map(|direction| format!("/random_deployment/ring/{direction}")).collect();
    assert_eq!(pointers(&crowded), all);
    // Two units of 12 and 2 need less room than two of 12.
    let mut beside = last_stand();
    let mut ring: Vec<[i32; 2]> = (0..12).map(|direction| [-3900 + 600 * direction, -2400]).collect();
    ring[1][0] = ring[0][0] + 370;
    set(&mut beside, "/random_deployment/ring", json!(ring));
    set(&mut beside, "/random_deployment/units", json!(["GAC", "L"]));
    assert_eq!(pointers(&beside), [""; 0]);
    set(&mut beside, "/random_deployment/units", json!(["C", "GAC", "L"]));
    assert_eq!(pointers(&beside), ["/random_deployment/ring/1"]);
    // One unit alone is never beside another.
    let mut alone = last_stand();
    set(&mut alone, "/random_deployment/units", json!(["L"]));
    set(&mut alone, "/random_deployment/ring", json!(vec![[0, -2000]; 12]));
    assert_eq!(pointers(&alone), [""; 0]);
}

#[test]
fn extreme_numbers_are_faults_and_no_panic() {
    let extremes = [i32::MIN, i32::MIN + 1, -1, 0, i32::MAX - 1, i32::MAX];
    let places = [
        "/table/width",
        "/table/height",
        "/hills/0/lobes/0/x",
        "/hills/0/lobes/0/r",
        "/units/0/figures/0/at/0",
        "/units/0/figures/0/at/1",
        "/units/6/entry/at/0",
        "/units/8/entry/at/1",
        "/random_deployment/centre/0",
        "/random_deployment/ring/3/1",
        "/random_deployment/formation/3/0",
    ];
    let mut all = last_stand();
    for number in extremes {
        for place in places {
            let mut one = last_stand();
            set(&mut one, place, json!(number));
            let found = pointers(&one);
            let harmless = number.abs_diff(0) <= 1; // e.g. a band enters at the corner
            assert!(harmless || !found.is_empty(), "{place} {number}");
            set(&mut all, place, json!(number));
        }
        assert!(!pointers(&all).is_empty());
        for entry in read(&all).units.iter().filter_map(|unit| unit.entry) {
            for length in extremes {
                entry_slots(&entry, &TableSize { width: length, height: length }).for_each(drop);
            }
        }
    }
    let mut late = last_stand();
    set(&mut late, "/units/6/figures/0/enters", json!(u32::MAX));
    set(&mut late, "/players/max", json!(u32::MAX));
    assert_eq!(pointers(&late), [""; 0]);
}

#[test]
fn what_the_types_say_is_read_strictly() {
    let cases = [
        ("/extra", json!(1)),
        ("/hills/0/extra", json!(1)),
        ("/units/0/figures/0/extra", json!(1)),
        ("/units/0/figures/0/name", json!(1)),
        ("/units/0/figures/0/bearer", json!(false)),
        ("/units/0/figures/0/at", json!([1, 2, 3])),
        ("/units/0/figures/0/at/0", json!(1.5)),
        ("/units/0/id", json!("GACK")),
        ("/units/0/side", json!("both")),
        ("/units/6/entry/edge", json!("north")),
        ("/units/6/figures/0/enters", json!(-1)),
        ("/options/edition", json!("v3")),
        ("/options/round_limit", Value::Null),
        ("/options/units", json!(["C"])),
        ("/seat_plans/duel/0/seat", json!("server")),
    ];
    for (pointer, value) in cases {
        let mut broken = last_stand();
        set(&mut broken, pointer, value);
        assert!(Scenario::deserialize(&broken).is_err(), "{pointer}");
    }
    for member in ["/random_deployment", "/units/6/custer", "/units/6/entry", "/units/6/figures/1/name"] {
        let mut broken = last_stand();
        set(&mut broken, member, json!(0));
        *broken.pointer_mut(member).unwrap() = Value::Null;
        assert!(Scenario::deserialize(&broken).is_err(), "{member}");
    }
    let mut endless = last_stand();
    endless["options"]["round_limit"] = Value::Null;
    assert_eq!(serde_json::to_value(read(&endless)).unwrap(), endless);
    assert_eq!(pointers(&endless), [""; 0]);
}
