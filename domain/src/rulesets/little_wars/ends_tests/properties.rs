//! What holds at the end of every move, on random floors.

use std::collections::BTreeSet;

use proptest::{collection::vec, prelude::*};
use serde_json::{Map, Value, json};

use super::Play;
use crate::rulesets::little_wars::{
    event::Event,
    ids::{FigureId, Side},
    measures::MOST_PRISONERS,
    melee,
    state::Phase,
    words::Status,
};

/// What a man is like at first, by a number: mostly armed.
fn status(kind: u8, escort: &str, is_red: bool) -> Option<Value> {
    let captor = if is_red { "blue" } else { "red" };
    match kind {
        0 | 1 => Some(json!({"status": "disarmed", "freed_at": 1})),
        2 => Some(json!({"status": "flag", "captor": captor})),
        3..=5 => Some(json!({"status": "prisoner", "captor": captor, "escort": escort})),
        _ => None,
    }
}

/// A crowd: each man's side, arm, place and kind; the first of each side is armed and leads the prisoners, seven at most.
fn crowd() -> impl Strategy<Value = Value> {
    let one = (any::<bool>(), any::<bool>(), 0..14_i32, 0..14_i32, 0..16_u8);
    (vec(one, 2..60), any::<bool>(), 0..3_u8).prop_map(|(all, is_auto, game)| {
        let (mut men, mut statuses) = (Map::new(), Map::new());
        let mut places = BTreeSet::from([(0, 0), (1, 0)]);
        men.insert("ri1".to_owned(), json!([3000, 600]));
        men.insert("bi1".to_owned(), json!([3090, 600]));
        let mut led = [0, 0];
        for (number, (is_red, is_horse, x, y, kind)) in (2..).zip(all) {
            if !places.insert((x, y)) {
                continue;
            }
            let (side, arm) = (if is_red { 'r' } else { 'b' }, if is_horse { 'c' } else { 'i' });
            let id = format!("{side}{arm}{number}");
            // Near enough for contact on foot; horse stand closer than they would be put, which no rule here asks about.
            men.insert(id.clone(), json!([3000 + 82 * x, 600 + 500 * (y % 3) + 82 * y]));
            let escort = if is_red { "bi1" } else { "ri1" };
            if let Some(status) = status(kind, escort, is_red) {
                let count = &mut led[usize::from(is_red)];
                *count += u32::from(status["status"] == "prisoner");
                if *count as usize <= MOST_PRISONERS || status["status"] != "prisoner" {
                    statuses.insert(id, status);
                }
            }
        }
        let game = ["fight_to_the_finish", "blow_at_the_rear", "fight_to_the_finish"][usize::from(game)];
        let adjudication = if is_auto { "auto" } else { "mover" };
        let guns = json!({"rg1": {"at": [3600, 1500]}, "bg1": {"at": [3300, 2000]}});
        json!({
            "figures": men, "status": statuses, "guns": guns,
            "options": {"game": game, "adjudication": adjudication, "quiet_moves": 8, "draw_below": 2}
        })
    })
}

/// Melees: nobody is in two of them, and what they cost is what LW-6.7 and LW-6.8 say.
fn melees_add_up(play: &Play) {
    let knots = melee::knots(&play.state);
    let mut seen: BTreeSet<FigureId> = BTreeSet::new();
    for knot in &knots {
        for id in knot.men.red.iter().chain(&knot.men.blue) {
            assert!(seen.insert(*id), "{id} fights twice");
        }
        assert!(
            knot.core.iter().any(|id| id.side == Side::Red)
                && knot.core.iter().any(|id| id.side == Side::Blue)
        );
        let terms = melee::terms(&play.state, &knots, knot);
        let (red, blue) = (knot.men.red.len(), knot.men.blue.len());
        let (less, more) = (red.min(blue), red.max(blue));
        match terms.isolated {
            None => assert_eq!((terms.kill, terms.prisoners, less), (red, 0, more)),
            Some(true) => {
                assert_eq!(terms.prisoners, (more - less).min(less));
                assert_eq!(terms.kill, less - terms.prisoners);
            }
            Some(false) => assert_eq!((terms.kill, terms.prisoners), (less, 0)),
        }
    }
}

/// What holds between two moves.
fn is_sound(play: &Play) {
    let state = &play.state;
    for man in &state.figures {
        match man.status {
            Status::Prisoner => assert!(man.captor == Some(man.side().enemy()) && man.freed_at.is_none()),
            Status::Flag | Status::Secured => {
                assert!(man.captor == Some(man.side().enemy()) && man.escort.is_none())
            }
            Status::Armed | Status::Disarmed | Status::Dead | Status::Withdrawn | Status::Waiting => {
                assert!(man.captor.is_none() && man.escort.is_none(), "{man:?}");
            }
        }
        let has_escort = man.status != Status::Prisoner
            || state.phase == Phase::Over
            || man.escort.and_then(|escort| state.figure(escort)).is_some_and(|escort| escort.is_armed());
        assert!(has_escort, "{man:?}");
        assert!(state.held_by(man.id).count() <= MOST_PRISONERS, "LW-7.2");
    }
}

/// Who was killed and taken, against what the melees said.
fn events_agree(events: &[Event]) {
    let mut dead: BTreeSet<FigureId> = BTreeSet::new();
    let (mut told_dead, mut told_taken, mut taken) = (0, 0, 0);
    for event in events {
        match event {
            Event::MeleeFormed { red, blue, kill, prisoners, inferior, .. } => {
                let (less, more) = (red.len().min(blue.len()), red.len().max(blue.len()));
                assert!(*kill as usize + *prisoners as usize == less || (inferior.is_none() && less == more));
            }
            Event::MeleeResolved { dead, prisoners, .. } => {
                told_dead += dead.len();
                told_taken += prisoners.len();
            }
            Event::FigureKilled { figure, .. } => assert!(dead.insert(*figure), "{figure} died twice"),
            Event::PrisonerTaken { cause, .. } => {
                taken += usize::from(*cause == crate::rulesets::little_wars::words::TakenBy::Melee);
            }
            Event::GameEnded { half_points, breakdown, margin, winner, .. } => {
                for side in Side::ALL {
                    assert_eq!(*half_points.side(side), breakdown.side(side).total());
                }
                let victories = breakdown.red.victory + breakdown.blue.victory;
                assert_eq!(victories, 200);
                assert!(winner.is_none_or(|winner| breakdown.side(winner).victory == 200));
                assert_eq!(*margin, (half_points.red - half_points.blue).abs());
                assert_eq!(breakdown.red.guns + breakdown.blue.guns, 40, "each gun counts once (LW-9.5)");
                assert_eq!(breakdown.red.own_prisoners, breakdown.blue.taken);
                assert_eq!(breakdown.blue.own_prisoners, breakdown.red.taken);
            }
            _ => {}
        }
    }
    assert_eq!((told_dead, told_taken), (dead.len(), taken));
}

proptest! {
    #[test]
    fn the_end_of_every_move_is_sound(setup in crowd(), walks in vec((0..60_usize, -6..7_i32, -6..7_i32), 0..40)) {
        let mut play = Play::of(&setup);
        let mut walks = walks.into_iter();
        for _ in 0..12 {
            if play.state.phase == Phase::Over {
                break;
            }
            let by = play.state.mover.as_str();
            for (at, x, y) in walks.by_ref().take(5) {
                let men: Vec<String> =
                    play.state.free_men(play.state.mover).map(|man| man.id.to_string()).collect();
                if let Some(name) = men.get(at) {
                    let start = play.man(name).start;
                    play.walk(name, [start.x + 82 * x, start.y + 82 * y]);
                }
            }
            melees_add_up(&play);
            let mut events = play.done(by);
            while play.state.phase == Phase::Adjudicate {
                let (by, number) = (play.awaited().remove(0), play.state.melees[0].number);
                let auto = json!({"type": "allocate", "melee": number, "auto": true});
                events.extend(play.order(&by, auto).expect("the default is legal"));
            }
            events_agree(&events);
            is_sound(&play);
        }
    }
}
