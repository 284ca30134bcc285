//! What holds of every order and of every line: random ones, through JSON and notation and back.

use proptest::{collection::vec, option, prelude::*};

use super::{
    command::{Chosen, Command, Loss, Through, Tie, Token, Vector, WhenAttacked},
    ids::UnitId,
    notation::parse,
    notation_tests::{goes_round, read},
};
use crate::geometry::Point;

fn any_unit() -> impl Strategy<Value = UnitId> {
    vec(b'A'..=b'Z', 1..=3).prop_filter_map("capital letters", |letters| {
        UnitId::parse(&String::from_utf8(letters).expect("letters"))
    })
}

fn any_word<T: Copy + std::fmt::Debug>(words: &'static [T]) -> impl Strategy<Value = T> {
    (0..words.len()).prop_map(|at| words[at])
}

/// Any order that has words.
fn any_order() -> impl Strategy<Value = Command> {
    let set = || {
        let named = |unit: UnitId, numbers: Vec<u8>| {
            Chosen::Named(numbers.into_iter().map(|number| unit.figure(number)).collect())
        };
        let numbers = prop_oneof![vec(1..100u8, 1..=100), vec(1..5u8, 1..=20)];
        (any_unit(), option::of(numbers))
            .prop_map(move |(unit, numbers)| (unit, numbers.map_or(Chosen::All, |some| named(unit, some))))
    };
    let figure = || (any_unit(), 1..100u8).prop_map(|(unit, number)| unit.figure(number));
    let loss = prop_oneof![any_word(Token::ALL).prop_map(Loss::Token), figure().prop_map(Loss::Figure)];
    let point = (0..=i32::MAX, 0..=i32::MAX).prop_map(|(x, y)| Point::new(x, y));
    let units = || option::of(vec(any_unit(), 1..=64));
    prop_oneof![
        (figure(), vec(point, 1..=500)).prop_map(|(figure, path)| Command::Move { figure, path }),
        (set(), any::<(i32, i32)>()).prop_map(|((unit, figures), (x, y))| {
            Command::MoveGroup { unit, figures, by: Vector { x, y } }
        }),
        (figure(), figure()).prop_map(|(figure, target)| Command::Charge { figure, target }),
        (set(), any_unit(), any::<Option<u32>>()).prop_map(|((unit, shooters), target, within)| {
            Command::Shoot { unit, shooters, target, within }
        }),
        (figure(), figure(), any::<bool>()).prop_map(|(figure, target, coup)| Command::Melee {
            figure,
            target,
            coup
        }),
        (any_unit(), vec(loss, 0..=100), any_word(Tie::ALL))
            .prop_map(|(unit, order, tie)| Command::SetCasualtyOrder { unit, order, tie }),
        (any_unit(), any_word(WhenAttacked::ALL))
            .prop_map(|(unit, when_attacked)| Command::SetCoupOrder { unit, when_attacked }),
        (any_word(Through::ALL), units()).prop_map(|(through, units)| Command::Done { through, units }),
        units().prop_map(|units| Command::Resume { units }),
    ]
}

proptest! {
    #[test]
    fn any_order_with_words_goes_round(order in any_order()) {
        let json = serde_json::to_value(&order).expect("orders have a JSON form");
        prop_assert_eq!(&read(&json), &order);
        goes_round(&json);
    }

    #[test]
    fn what_is_read_is_written_so_that_it_is_read_again(
        pieces in vec(any_word(&PIECES), 0..12), start in any_word(&STARTS)
    ) {
        let line = format!("{start} {}", pieces.concat());
        if let Ok(order) = parse(&line) {
            goes_round(&serde_json::to_value(&order).expect("orders have a JSON form"));
        }
    }

    #[test]
    fn no_text_is_too_odd(line in ".*") {
        let _ = parse(&line);
    }
}

const STARTS: [&str; 9] =
    ["move", "charge", "shoot", "melee", "coup", "lose C:", "coups C", "done move", "resume"];
const PIECES: [&str; 24] = [
    "C1", "C2-4", "C", "C*", "E1", " by ", "+1.00", "-0.5", "12", ",", ",", " > ", ">", ":", "@", "-", " x ",
    " ", " within ", "trooper", "nearest", " always", "melee", "#",
];
