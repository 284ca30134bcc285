//! Up to contact without a ruler (LW-5.12).

use serde_json::json;

use super::{
    rejection::Code,
    testing::{at, done, faults, position, refused, rejection},
};

fn six_against_one() -> super::state::State {
    position(&json!({"figures": {
        "ri1": [4000, 3000], "ri2": [4150, 3000], "ri3": [4300, 3000], "ri4": [4450, 3000], "ri5": [4600, 3000],
        "ri6": [4750, 3000], "bi1": [4400, 3900], "bi2": [4400, 5200], "ri90": [9000, 1200], "bi90": [9000, 6000]
    }}))
}

#[test]
fn lw_5_12_four_touch_him_the_others_stand_on_the_second_ring() {
    let mut state = six_against_one();
    done(&mut state, "close ri1-ri6 on bi1");
    let ends: Vec<_> = ["ri1", "ri2", "ri3", "ri4", "ri5", "ri6"].map(|id| at(&state, id)).to_vec();
    assert_eq!(ends, [(4368, 3827), (4463, 3851), (4320, 3909), (4472, 3935), (4441, 3715), (4531, 3763)]);
    assert_eq!(refused(&state, "close ri1 on bi1"), ("in-contact", "LW-5.5"));
}

#[test]
fn lw_5_12_out_of_reach_nobody_moves_and_a_shot_might_help() {
    let state = six_against_one();
    let why = rejection(&state, "close ri1-ri6 on bi2");
    assert_eq!((why.code, why.rule.0, why.is_curable), (Code::NoContact, "LW-5.12", true));
    assert_eq!(faults(&state, &["close ri1-ri6 on bi2", "move ri1 > 40,42"]), [(0, "no-contact")]);
}

#[test]
fn lw_5_12_only_armed_men_close_and_only_on_a_free_enemy() {
    let mut setup = json!({
        "figures": {"ri1": [4000, 3000], "ri2": [4150, 3000], "bi1": [4000, 3500], "bi2": [5000, 3500], "bi90": [9000, 6000]},
        "status": {
            "ri1": {"status": "disarmed", "freed_at": 1},
            "bi1": {"status": "prisoner", "captor": "red", "escort": "ri2"}
        },
    });
    let state = position(&setup);
    assert_eq!(refused(&state, "close ri1 on bi2"), ("not-available", "LW-5.11"));
    assert_eq!(refused(&state, "close ri2 on bi1"), ("not-available", "LW-5.12"));
    assert_eq!(refused(&state, "close ri2 on ri1"), ("not-available", "LW-5.12"));
    assert_eq!(refused(&state, "close ri2 on bi3"), ("unknown-figure", "§3"));
    setup["status"]["bi1"] = json!({"status": "disarmed", "freed_at": 1});
    let mut state = position(&setup);
    done(&mut state, "close ri1-ri2 on bi1");
    assert_eq!(at(&state, "ri1"), (4000, 3000), "a range passes over who cannot");
}
