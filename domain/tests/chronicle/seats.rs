//! Seats whose holders are away, and seats that change hands, as lines.

use domain::table::{Fate, OfferTerms, Substitute};

use super::*;

const KNIVES: &str = "long_knives";
const NATIONS: &str = "plains_nations";

fn duel() -> Told {
    let mut told =
        begun_with("little_bighorn", json!({"kind": "per_turn", "allow": "P3D", "all_absent": "run"}));
    nobody_reveals(&mut told, 2_000);
    told
}

fn still(told: &Told, name: &str) -> Option<u64> {
    told.game.awaited().iter().find(|awaited| *awaited.seat == *name).map(|awaited| awaited.still)
}

#[test]
fn who_is_away_loses_no_time_and_the_others_lose_theirs() {
    let mut told = duel();
    told.take(told.game.send_away(&seat(KNIVES), 90_000, 3_000));
    assert!(
        told.game.game().table().is_still(&seat(KNIVES))
            && !told.game.game().table().is_still(&seat(NATIONS))
    );
    told.take(told.game.bring_back(&seat(KNIVES), 50_000));
    assert_eq!((since(&told, KNIVES), still(&told, KNIVES)), (Some(2_000), Some(47_000)));
    submit(&mut told, KNIVES, "end movement\nend combat", 0, 51_000);
    assert_eq!(told.game.hand_overs(&seat(KNIVES)), [2_000]);
    told.take(told.game.send_away(&seat(KNIVES), 90_000, 52_000));
    submit(&mut told, NATIONS, "end return_fire\nend movement\nend combat", 0, 55_000);
    assert_eq!(told.game.hand_overs(&seat(NATIONS)), [4_000], "his own time ran");
    told.take(told.game.bring_back(&seat(KNIVES), 90_000));
    assert_eq!((since(&told, KNIVES), still(&told, KNIVES)), (Some(55_000), Some(35_000)));
    judged(&told);
}

#[test]
fn who_takes_a_seat_over_begins_anew_and_what_the_other_had_begun_is_over() {
    let mut told = duel();
    let late = told.game.time_out(&seat(KNIVES), TimeOutAction::DefaultAction, 300_000, &seeds(0));
    told.take(late.expect("seeds"));
    while told.game.awaited()[0].seat.as_str() == NATIONS {
        let own = told.game.game().suggested(&seat(NATIONS));
        let lines: Vec<String> = own.iter().map(|order| order.notation()).collect();
        submit(&mut told, NATIONS, &lines.join("\n"), 0, 310_000);
    }
    let request = Request::new("an-offer").expect("a request");
    let terms = OfferTerms::Pause { seconds: 600 };
    told.take(
        told.game.offer(&seat(KNIVES), &terms, request, 320_000).unwrap_or_else(|why| panic!("{why:?}")),
    );
    submit(&mut told, KNIVES, "offer draw", 0, 330_000);
    told.take(told.game.send_away(&seat(KNIVES), 900_000, 340_000));
    told.take(told.game.set_deadline(&seat(KNIVES), 345_000, DeadlineWhy::Outage, 341_000));
    assert_ne!(told.game.game().table().times_out(&seat(KNIVES)) + 1, 0);
    told.take(told.game.substitute(&seat(KNIVES), Substitute::Player, 350_000));
    let table = told.game.game().table();
    assert_eq!(since(&told, KNIVES), Some(350_000), "a whole hand-over");
    assert_eq!((table.times_out(&seat(KNIVES)), table.granted(&seat(KNIVES))), (0, None));
    assert!(table.away().is_empty() && table.drawing().is_empty());
    assert!(table.offers().iter().all(|offer| offer.fate == Fate::Lapsed));
    assert!(told.game.hand_overs(&seat(KNIVES)).is_empty(), "the other's slowness is not his");
    judged(&told);
    told.take(told.game.substitute(&seat(NATIONS), Substitute::Bot, 360_000));
    assert!(told.game.game().table().bots().contains(&seat(NATIONS)));
    told.take(told.game.substitute(&seat(NATIONS), Substitute::Player, 370_000));
    assert!(told.game.game().table().bots().is_empty());
    judged(&told);
}

#[test]
fn a_newcomer_relies_on_the_others_numbers() {
    let mut told = begun();
    both_reveal(&mut told, 0, 2_000);
    told.take(told.game.substitute(&seat(KNIVES), Substitute::Player, 8_000));
    told.take(told.game.new_epoch(head(1), "a test", 9_000));
    assert_eq!(told.game.owing_commitment(), [seat(NATIONS)]);
    judged(&told);
}
