//! The worked examples of shots, odds, aims and the calibration, each by its name in the vectors.

use serde_json::{Value, json};

use super::{
    super::{
        aim, falls,
        odds::{Chances, Follow, OF, chances},
        scene, shoot,
    },
    *,
};
use crate::{
    geometry::unit,
    harness::ScriptedDice,
    rulesets::little_wars::{
        command::{Aim, AimFigure, AimPlace},
        measures::{near_gun, spaced, touching, trail_end, trail_place},
        words::{Gunnery, TrailPlace},
    },
};

fn aimed(at: &Value) -> Aim {
    match at {
        Value::String(figure) => {
            Aim::Figure(AimFigure { figure: FigureId::parse(figure).expect("a man's name") })
        }
        place => {
            let [x, y, h]: [i32; 3] = serde_json::from_value(place.clone()).expect("a place");
            Aim::Place(AimPlace { x, y, h: Some(h) })
        }
    }
}

fn example<'a>(all: &'a Value, kind: &str, name: &str) -> &'a Value {
    let named =
        |example: &&Value| example["name"].as_str().is_some_and(|full| full.split(' ').next() == Some(name));
    all[kind].as_array().expect("examples").iter().find(named).expect("an example of that name")
}

/// Fires as the example says, and compares everything that came of it.
fn shot(name: &str) {
    let all = vectors();
    let example = example(&all, "shots", name);
    let state = position(example);
    let gun = &state.guns.iter().find(|gun| gun.id.to_string() == example["gun"]["id"]).expect("the gun");
    let elevation = example["elevation_given"].as_i64().map(|n| n.try_into().expect("small"));
    let laid = aim::lay(&state, gun, &aimed(&example["at"]), elevation).expect("it can be aimed there");
    assert_eq!(laid.face, direction(&example["expect"]["face"]), "{name}");
    assert_eq!(json!(laid.elevation), example["expect"]["elevation"], "{name}");
    let dice = ["deflection", "elevation", "then"].into_iter().flat_map(|of| {
        example["dice"][of].as_array().expect("dice").iter().map(|die| die.as_u64().expect("a die") as u32)
    });
    let mut dice = ScriptedDice::new(dice);
    let lie_down = example["lie_down"] == true;
    let shot = shoot(&state, gun, &laid, lie_down, &mut dice).expect("dice enough");
    assert_eq!(dice.left(), 0, "{name}: dice that nobody asked for");
    let falls::Flown { trace, dead, touched } = shot.flown;
    for (mark, wanted) in trace.iter().zip(example["expect"]["trace"].as_array().expect("marks")) {
        assert_eq!(json!(mark), *wanted, "{name}");
    }
    let come = json!({"face": laid.face, "elevation": laid.elevation, "trace": trace, "dead": dead, "touched": touched});
    assert_eq!(come, example["expect"], "{name}");
}

macro_rules! shots {
    ($($test:ident $name:literal)*) => {
        $(
            #[test]
            fn $test() {
                shot($name);
            }
        )*

        #[test]
        fn no_example_of_a_shot_is_forgotten() {
            let all = vectors();
            let names = all["shots"].as_array().expect("shots").iter().map(|shot| {
                shot["name"].as_str().expect("a name").split(' ').next().expect("a word").to_owned()
            });
            assert_eq!(names.collect::<Vec<_>>(), [$($name),*]);
        }
    };
}

shots! {
    s1_lw_4_7_lw_4_11_a_clean_hit "S1"
    s2_lw_4_6_lw_4_18_wild_to_the_right "S2"
    s3_lw_4_13_touched_not_knocked_over "S3"
    s4_lw_4_14_too_far_behind_to_be_knocked_over "S4"
    s5_lw_4_14_neighbours_fall_in_a_chain "S5"
    s6_lw_4_15_a_graze_then_a_man "S6"
    s7_lw_4_16_lw_4_17_a_wall "S7"
    s8_lw_4_16_over_the_wall "S8"
    s9_lw_4_15_lw_4_17_off_a_house_into_a_man "S9"
    s10_lw_4_9_a_bank "S10"
    s11_lw_0_10_a_man_on_a_hill "S11"
    s12_lw_4_4_own_men_lie "S12"
    s13_lw_4_4_own_men_stand "S13"
    s14_lw_4_11_a_horseman_is_harder_to_fell "S14"
    s15_lw_4_6_hurried_the_deviation_is_six_times_as_great "S15"
    s16_lw_4_6_hurried_and_wild_into_another "S16"
    s17_lw_4_16_lw_4_17_a_trunk "S17"
    s18_lw_4_16_lw_4_23_a_gun_is_cover "S18"
    s19_lw_4_17_on_a_roof_it_stops "S19"
    s20_lw_4_10_lw_4_11_a_lying_man_cannot_fall "S20"
    s21_lw_4_16_a_graze_is_a_bounce "S21"
    s22_lw_4_16_the_third_bounce_stops_it "S22"
    s23_lw_4_16_spent_against_a_stone "S23"
    s24_lw_4_14_a_horse_falls_on_the_foot_behind "S24"
    s25_lw_4_8_off_the_hill_and_down "S25"
    s26_lw_4_10_two_men_abreast "S26"
    s27_lw_4_10_at_the_same_distance_the_lower_id "S27"
    s28_lw_4_16_lw_1_5_over_a_hedge_and_a_lying_friend "S28"
    s29_lw_4_6_hurried_and_wild "S29"
}

fn counted(state: &State, at: &Aim, lie_down: bool) -> Chances {
    let gun = state.guns.iter().find(|gun| gun.is_on_floor() && gun.holder == Side::Red).expect("a gun");
    let laid = aim::lay(state, gun, at, None).expect("it can be aimed there");
    chances(&scene(state, gun, lie_down), state.options().gunnery, &laid, Follow::ToTheEnd)
}

#[test]
fn o1_to_o5_lw_4_22_the_chances_are_exact() {
    for example in vectors()["odds"].as_array().expect("odds") {
        let state = position(example);
        let found = counted(&state, &aimed(&example["at"]), example["lie_down"] == true);
        let mut shown: Value = found.men.iter().map(|(man, n)| (man.to_string(), json!(n))).collect();
        shown["nobody"] = json!(found.nobody);
        assert_eq!((&shown, &json!(OF)), (&example["outcomes"], &example["of"]), "{}", example["name"]);
    }
}

/// The chance of the man aimed at, alone in the open on level ground.
fn alone(gunnery: &str, arm: &str, inches: i32) -> u64 {
    let mut state = empty([(2_000 + 100 * inches + 8_000).min(60_000), 6_000], gunnery, &json!([]));
    let name = if arm == "infantry" { "bi1" } else { "bc1" };
    put_gun(&mut state, "rg1", (2_000, 3_000));
    put(&mut state, name, (2_000 + 100 * inches, 3_000));
    let found = counted(&state, &aimed(&json!(name)), true);
    found.men.iter().map(|(_, n)| n).sum()
}

#[test]
fn lw_4_21_the_calibration_is_that_of_the_rules() {
    for case in vectors()["calibration"]["cases"].as_array().expect("cases") {
        let (gunnery, arm) = (case[0].as_str().expect("a word"), case[1].as_str().expect("a word"));
        let inches = case[2].as_i64().expect("a number").try_into().expect("small");
        assert_eq!(json!(alone(gunnery, arm, inches)), case[3], "{case}");
    }
}

#[test]
fn lw_4_21_a_toy_soldier_nine_times_out_of_ten_at_nine_yards() {
    let hits = alone("steady", "infantry", 9 * 36);
    assert_eq!(hits, 42_072);
    assert_eq!(
        (1_000 * hits / OF, OF),
        (901, 46_656),
        "nine hundred and one in a thousand, and a little more"
    );
}

#[test]
fn lw_4_2_a_gun_is_laid() {
    let all = vectors();
    for case in all["measure"]["lay"]["cases"].as_array().expect("cases") {
        let mut state = empty([14_000, 7_200], "steady", &json!([]));
        put_gun(&mut state, "rg1", (2_000, 3_000));
        let gun = state.guns.iter().find(|gun| gun.is_on_floor()).expect("a gun");
        let (x, y) = pair(&case[0]);
        let high = case[1].as_i64().expect("a number").try_into().expect("small");
        let at = Aim::Place(AimPlace { x, y, h: Some(high) });
        match aim::lay(&state, gun, &at, None) {
            Ok(laid) => {
                assert_eq!([json!(laid.face), json!(laid.elevation)], [case[2].clone(), case[3].clone()])
            }
            Err(why) => assert_eq!(json!(why.code.as_str()), case[2]),
        }
    }
}

#[test]
fn lw_0_2_lw_0_3_lw_4_20_measures_are_those_of_the_rules() {
    let measure = &vectors()["measure"];
    for case in measure["unit"]["cases"].as_array().expect("cases") {
        let (east, south) = pair(&case[0]);
        assert_eq!(unit(east.into(), south.into()), direction(&case[1]));
    }
    let point = |value: &Value| Point::new(pair(value).0, pair(value).1);
    let radius = |arm: &Value| if arm == "infantry" { 35 } else { 60 };
    for case in measure["pair"]["cases"].as_array().expect("cases") {
        let far = Point::new(case[2].as_i64().expect("a number").try_into().expect("small"), 0);
        let radii = radius(&case[0]) + radius(&case[1]);
        let found = [spaced(Point::new(0, 0), far, radii), touching(Point::new(0, 0), far, radii)];
        assert_eq!(json!(found), json!([case[3], case[4]]), "{case}");
    }
    for case in measure["near_gun"]["cases"].as_array().expect("cases") {
        let (axis, face) = (point(&case[0]), direction(&case[1]));
        assert_eq!(trail_end(axis, face), point(&case[4]), "{case}");
        assert_eq!(json!(near_gun(axis, face, point(&case[3]), radius(&case[2]))), case[5], "{case}");
    }
    for case in measure["trail_places"]["cases"].as_array().expect("cases") {
        let places = [TrailPlace::Left, TrailPlace::Right]
            .map(|side| trail_place(point(&case[0]), direction(&case[1]), radius(&case[2]), side));
        assert_eq!(json!(places), json!([case[3], case[4]]), "{case}");
    }
}

#[test]
fn lw_4_6_the_table_of_deviations() {
    let row = |gunnery| (2..=12).map(|sum| super::super::deviation(gunnery, sum)).collect::<Vec<_>>();
    assert_eq!(row(Gunnery::Steady), [-120, -12, -9, -6, -3, 0, 3, 6, 9, 12, 120]);
    assert_eq!(row(Gunnery::Hurried), [-720, -72, -54, -36, -18, 0, 18, 36, 54, 72, 720]);
}
