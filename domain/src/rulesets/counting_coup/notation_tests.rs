//! Orders through JSON and notation and back: the examples of the rules, every order of the vectors, and all shapes with
//! the values at the edges of what is read.

use serde_json::{Value, json};

use super::{
    command::Command,
    notation::{format, parse},
};

/// The column of what is not understood and what is expected there.
fn fault(line: &str) -> (usize, String) {
    let error = parse(line).expect_err(line);
    (error.column, error.expected)
}

pub(super) fn read(json: &Value) -> Command {
    serde_json::from_value(json.clone()).unwrap_or_else(|why| panic!("{json}: {why}"))
}

/// Both ways, by every road; gives the line.
pub(super) fn goes_round(json: &Value) -> String {
    let command = read(json);
    assert_eq!(serde_json::to_value(&command).expect("orders have a JSON form"), *json);
    let line = format(&command);
    for written in [line.clone(), line.to_uppercase(), line.to_lowercase(), spaced(&line)] {
        assert_eq!(parse(&written).as_ref(), Ok(&command), "{written}");
    }
    line
}

/// With all the blanks that are free.
fn spaced(line: &str) -> String {
    let signs = [">", ",", ":", "@"];
    let line = signs.iter().fold(line.to_owned(), |line, sign| line.replace(sign, &format!(" {sign}\t")));
    format!("  {line}  # said by hand")
}

#[test]
fn the_examples_of_the_rules_are_read_and_written() {
    let figures = ["HUN2", "HUN3", "HUN4", "HUN9"];
    let examples = [
        (
            "move C4 > 12.50,30.00 > 14.00,31.25",
            json!({"type": "move", "figure": "C4", "path": [[1250, 3000], [1400, 3125]]}),
        ),
        (
            "move HUN* by +3.00,-2.50",
            json!({"type": "move_group", "unit": "HUN", "figures": "all", "by": [300, -250]}),
        ),
        (
            "move HUN2-4,HUN9 by +0.00,-6.00",
            json!({"type": "move_group", "unit": "HUN", "figures": figures, "by": [0, -600]}),
        ),
        ("charge HUN2 x C4", json!({"type": "charge", "figure": "HUN2", "target": "C4"})),
        (
            "shoot C* @ HUN within 12.00",
            json!({"type": "shoot", "unit": "C", "shooters": "all", "target": "HUN", "within": 1200}),
        ),
        (
            "shoot C1-3 @ HUN",
            json!({"type": "shoot", "unit": "C", "shooters": ["C1", "C2", "C3"], "target": "HUN"}),
        ),
        ("melee HUN2 x C4", json!({"type": "melee", "figure": "HUN2", "target": "C4"})),
        ("coup HUN1 x C4", json!({"type": "melee", "figure": "HUN1", "target": "C4", "coup": true})),
        (
            "lose C: C7,trooper nearest",
            json!({"type": "set_casualty_order", "unit": "C", "order": ["C7", "trooper"], "tie": "nearest"}),
        ),
        ("lose C: - farthest", json!({"type": "set_casualty_order", "unit": "C", "order": []})),
        ("coups HUN always", json!({"type": "set_coup_order", "unit": "HUN", "when_attacked": "always"})),
        ("done melee C,E", json!({"type": "done", "through": "melee", "units": ["C", "E"]})),
        ("done move", json!({"type": "done", "through": "move"})),
        ("resume", json!({"type": "resume"})),
    ];
    for (line, json) in examples {
        assert_eq!(goes_round(&json), line);
    }
}

#[test]
fn what_is_free_is_free_and_written_in_one_way() {
    for (free, canonical) in [
        ("MOVE c4>12.5,30", "move C4 > 12.50,30.00"),
        ("move c1 > 0007.1 , 08", "move C1 > 7.10,8.00"),
        ("move C4 by +3,-0.5", "move C4 by +3.00,-0.50"),
        ("move C4 by -0,-0.00", "move C4 by +0.00,+0.00"),
        ("move C1,C2,C3,C5,C4 by +1,+1", "move C1-3,C5,C4 by +1.00,+1.00"),
        ("move C1-2,C3-4,C4-5,C1,C1 by +1,+1", "move C1-4,C4-5,C1,C1 by +1.00,+1.00"),
        ("shoot c*@hun within 3", "shoot C* @ HUN within 3.00"),
        ("shoot C2,C1@HUN", "shoot C2,C1 @ HUN"),
        ("lose C:-", "lose C: - farthest"),
        ("lose hun:Chief , hun3", "lose HUN: chief,HUN3 farthest"),
        ("done  Move  c , e # all of them", "done move C,E"),
        ("resume e,c", "resume E,C"),
        ("melee X1 x X2", "melee X1 x X2"),
    ] {
        let written = parse(free).map(|command| format(&command)).unwrap_or_default();
        assert_eq!(written, canonical, "{free}");
    }
}

#[test]
fn every_order_of_the_vectors_goes_round() {
    let vectors: Value =
        serde_json::from_str(include_str!("../../../vectors/counting_coup/vectors.json")).expect("JSON");
    let mut wordless = Vec::new();
    let mut orders = 0;
    let steps =
        vectors["vectors"].as_array().expect("vectors").iter().flat_map(|one| one["steps"].as_array());
    for order in steps.flatten().filter_map(|step| step["orders"].as_array()).flatten() {
        orders += 1;
        let line = format(&read(order));
        match parse(&line) {
            Ok(_) => assert_eq!(goes_round(order), line),
            Err(_) => wordless.push(line.clone()),
        }
        assert!(line.chars().count() <= 60 || 3 < line.matches('>').count(), "a long line: {line}");
    }
    wordless.sort();
    assert_eq!(
        wordless,
        ["move C1", "move C:- by +0.10,+0.00", "move C:C1,E1 by +0.10,+0.00", "move C:C2,E1 by +0.10,+0.00"]
    );
    assert!(200 < orders, "{orders} orders");
}

#[test]
fn every_shape_of_every_order_goes_round() {
    let lists = [
        vec![1],
        vec![99],
        vec![1, 2],
        vec![2, 1],
        vec![1, 1],
        vec![1, 3, 4, 5, 98, 99, 1],
        (1..=99).collect(),
    ];
    let numbers = [0, 1, 9, 10, 99, 100, 101, 2050, i32::MAX];
    let signed = [i32::MIN, -100, -99, -1, 0, 1, 99, 100, i32::MAX];
    let tokens = ["trooper", "officer", "bearer", "warrior", "melee", "bow", "rifle", "chief", "C1", "HUN99"];
    for unit in ["C", "GA", "HUN"] {
        let named =
            |list: &Vec<u8>| list.iter().map(|number| json!(format!("{unit}{number}"))).collect::<Value>();
        for chosen in lists.iter().map(named).chain([json!("all")]) {
            for (x, y) in signed.iter().flat_map(|x| signed.map(|y| (x, y))) {
                goes_round(&json!({"type": "move_group", "unit": unit, "figures": chosen, "by": [x, y]}));
            }
            goes_round(&json!({"type": "shoot", "unit": unit, "shooters": chosen, "target": "E"}));
            for within in [0, 1, 1200, u32::MAX] {
                let shooters = &chosen;
                goes_round(&json!(
                    {"type": "shoot", "unit": unit, "shooters": shooters, "target": "E", "within": within}
                ));
            }
        }
        let figure = format!("{unit}7");
        for (x, y) in numbers.iter().flat_map(|x| numbers.map(|y| (x, y))) {
            for legs in [1, 2, 7, 500] {
                goes_round(&json!({"type": "move", "figure": figure, "path": vec![[*x, y]; legs]}));
            }
        }
        goes_round(&json!({"type": "charge", "figure": figure, "target": "X9"}));
        for (first, then) in tokens.iter().flat_map(|first| tokens.map(|then| (first, then))) {
            for order in [json!([]), json!([first]), json!([first, then])] {
                goes_round(&json!({"type": "set_casualty_order", "unit": unit, "order": order}));
                goes_round(
                    &json!({"type": "set_casualty_order", "unit": unit, "order": order, "tie": "nearest"}),
                );
            }
        }
        for when in ["never", "always"] {
            goes_round(&json!({"type": "set_coup_order", "unit": unit, "when_attacked": when}));
        }
        for units in [json!([unit]), json!([unit, "E", unit]), json!(vec![unit; 64])] {
            goes_round(&json!({"type": "resume", "units": units}));
            for through in ["move", "action", "melee"] {
                goes_round(&json!({"type": "done", "through": through}));
                goes_round(&json!({"type": "done", "through": through, "units": units}));
            }
        }
    }
}

#[test]
fn what_has_no_words_is_shown_but_not_read() {
    let lose = |loss: &str| json!({"type": "set_casualty_order", "unit": "C", "order": [loss]});
    for (json, line) in [
        (json!({"type": "move", "figure": "C1", "path": []}), "move C1"),
        (json!({"type": "move", "figure": "C1", "path": [[-5, 100]]}), "move C1 > -0.05,1.00"),
        (
            json!({"type": "move_group", "unit": "C", "figures": ["E1"], "by": [0, 0]}),
            "move C:E1 by +0.00,+0.00",
        ),
        (
            json!({"type": "shoot", "unit": "C", "shooters": ["C1", "C2", "E1"], "target": "HUN"}),
            "shoot C:C1,C2,E1 @ HUN",
        ),
        (json!({"type": "shoot", "unit": "C", "shooters": [], "target": "HUN"}), "shoot C:- @ HUN"),
        (lose("guidon"), r#"lose C: "guidon" farthest"#),
        (lose("Trooper"), r#"lose C: "Trooper" farthest"#),
        (lose("bow,rifle"), r#"lose C: "bow,rifle" farthest"#),
        (lose(""), r#"lose C: "" farthest"#),
        (lose("x\nresign # \"\u{202e}"), r##"lose C: "x\nresign # \"\u{202e}" farthest"##),
    ] {
        let command = read(&json);
        assert_eq!(serde_json::to_value(&command).expect("orders have a JSON form"), json);
        assert_eq!(format(&command), line);
        assert!(parse(line).is_err(), "{line}");
    }
}

const ORDER: &str = "move, charge, shoot, melee, coup, lose, coups, done or resume";
const SET: &str = "a figure, a rising range like C3-6 or a whole unit like C*";
const MORE: &str = "a figure of C, 100 at most";
const FIGURE: &str = "a figure, e.g. C4";
const UNIT: &str = "a unit, e.g. C";
const INCHES: &str = "inches, e.g. 12.50";
const SIGNED: &str = "inches with + or -, e.g. +3.00";
const SMALLER: &str = "a smaller number";
const LOSS: &str = "a figure, a kind of figure or -";
const END: &str = "the end of the line";

/// Bad lines, each with the column of what is not understood and what is expected there.
fn says_where(lines: &[(&str, usize, &str)]) {
    for (line, column, expected) in lines {
        assert_eq!(fault(line), (*column, (*expected).to_owned()), "{line}");
    }
}

#[test]
fn a_bad_move_says_where_and_what_was_expected() {
    says_where(&[
        ("moveC1 > 1,1", 1, ORDER),
        ("move", 5, SET),
        ("move C", 6, SET),
        ("move C0 > 1,1", 6, SET),
        ("move C04 > 1,1", 6, SET),
        ("move C100 > 1,1", 6, SET),
        ("move HUNK1 > 1,1", 6, SET),
        ("move C6-3 by +1,+1", 6, SET),
        ("move C3-3 by +1,+1", 6, SET),
        ("move C3-C6 by +1,+1", 6, SET),
        ("move C3 -6 by +1,+1", 9, "> or by"),
        ("move C * by +1,+1", 6, SET),
        ("move C:C1 by +1,+1", 6, SET),
        ("move C1", 8, "> or by"),
        ("move C1 # north", 8, "> or by"),
        ("move C1 12,30", 9, "> or by"),
        ("move C1-2 > 1,1", 11, "by"),
        ("move C1,C2 > 1,1", 12, "by"),
        ("move C* > 1,1", 9, "by"),
        ("move C1,E1 by +1,+1", 9, MORE),
        ("move C1,C* by +1,+1", 9, MORE),
        ("move C1-99,C1,C2 by +1,+1", 15, MORE),
        ("move C1-99,C1-2 by +1,+1", 12, MORE),
        ("move C1,by +1,+1", 9, MORE),
        ("move C1 by 1,+1", 12, SIGNED),
        ("move C1 by +1,1", 15, SIGNED),
        ("move C1 by + 1,+1", 12, SIGNED),
        ("move C1 by +.5,+1", 12, SIGNED),
        ("move C1 by +-1,+1", 12, SIGNED),
        ("move C1 by +1 +1", 15, "a comma"),
        ("move C1 by +1,+21474836.48", 15, SMALLER),
        ("move C1 by -21474836.49,+1", 12, SMALLER),
        ("move C1 by +1,+1 > 2,2", 18, END),
        ("move C1 > 1.,1", 11, INCHES),
        ("move C1 > .5,1", 11, INCHES),
        ("move C1 > 1.505,1", 11, INCHES),
        ("move C1 > 1.5.0,1", 11, INCHES),
        ("move C1 > +1,1", 11, INCHES),
        ("move C1 > -1,1", 11, INCHES),
        ("move C1 > 1", 12, "a comma"),
        ("move C1 > 1,", 13, INCHES),
        ("move C1 > 1,1 2,2", 15, END),
        ("move C1 > 1,1 >", 16, INCHES),
        ("move C1 > 21474836.48,1", 11, SMALLER),
        ("move C1 > 1,99999999999999999999999", 13, SMALLER),
        ("move żółw", 6, SET),
    ]);
}

#[test]
fn a_bad_order_says_where_and_what_was_expected() {
    says_where(&[
        ("", 1, ORDER),
        ("  # nothing", 1, ORDER),
        (" march C1", 2, ORDER),
        ("żółw", 1, ORDER),
        ("charge C1 HUN1", 11, "x"),
        ("charge C1 x HUN", 13, FIGURE),
        ("charge C* x HUN1", 8, FIGURE),
        ("charge C1xHUN1", 8, FIGURE),
        ("coup HUN1 x C4 x C5", 16, END),
        ("shoot C1 HUN", 10, "@"),
        ("shoot C1 @ HUN1", 12, UNIT),
        ("shoot C1 @ HUN within", 22, INCHES),
        ("shoot C1 @ HUN within -1", 23, INCHES),
        ("shoot C1 @ HUN within 42949672.96", 23, SMALLER),
        ("shoot C1 @ HUN 12", 16, END),
        ("lose C trooper", 8, "a colon"),
        ("lose C1: trooper", 6, UNIT),
        ("lose C: guidon", 9, LOSS),
        ("lose C: trooper,", 17, LOSS),
        ("lose C: trooper,-", 17, LOSS),
        ("lose C: trooper officer", 17, END),
        ("lose C: -farthest", 9, LOSS),
        ("lose C: trooper nearest farthest", 25, END),
        ("coups HUN", 10, "never or always"),
        ("coups HUN1 never", 7, UNIT),
        ("done", 5, "move, action or melee"),
        ("done shoot", 6, "move, action or melee"),
        ("done move C E", 13, END),
        ("done move C1", 11, UNIT),
        ("done move C,", 13, UNIT),
    ]);
}

#[test]
fn lists_have_the_same_bounds_in_notation_as_in_json() {
    let path = |points: usize| format!("move C1{}", " > 1.00,1.00".repeat(points));
    assert!(parse(&path(500)).is_ok());
    assert_eq!(fault(&path(501)), (path(500).len() + 2, END.to_owned()));
    let units = |count: usize| format!("resume {}", vec!["C"; count].join(","));
    assert!(parse(&units(64)).is_ok());
    assert_eq!(fault(&units(65)), (units(64).len() + 1, END.to_owned()));
    let losses = |count: usize| format!("lose C: {}", vec!["bow"; count].join(","));
    assert!(parse(&losses(100)).is_ok());
    assert_eq!(fault(&losses(101)), (losses(100).len() + 1, END.to_owned()));
    assert!(parse("shoot C1-99,C1 @ HUN").is_ok());
}
