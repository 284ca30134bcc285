//! How fast shots of Little Wars are simulated, and how fast their odds and the best aims are counted.
//!
//! `cargo run --release -p domain --example aim`: the meeting engagement as its scenario puts it down, and again
//! with the armies nearer; for some aims of a gun the exact odds, for the gun its best aims, and whole shots with their dice.

#![allow(clippy::disallowed_types)] // a stop-watch beside the rules, not in them

use std::time::{Duration, Instant};

use domain::{
    dice::NumberedDice,
    geometry::{Direction, Point},
    ids::Seat,
    ruleset::{Ruleset, Setup},
    rulesets::little_wars::{
        LittleWars,
        command::{Aim, AimFigure, AimPlace, Block, Command},
        event::{DeployedFigure, DeployedGun, Event},
        ids::{FigureId, Figures, GunId, Side},
        scenario::Scenario,
        shot::{Bodies, best_aims},
        state::State,
    },
};

const ROUNDS: u32 = 20;
const SHOTS: u32 = 2_000;

/// Runs several times; the middle of the times.
fn median<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            std::hint::black_box(run());
            begin.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

fn seat(side: Side) -> Seat {
    Seat::new(side.as_str()).expect("a side is a seat in a duel")
}

/// The men of a block, in order.
fn men(figures: Figures) -> Vec<FigureId> {
    match figures {
        Figures::One(id) => vec![id],
        Figures::Range(from, to) => {
            (from.number..=to.number).map(|number| FigureId { number, ..from }).collect()
        }
        Figures::All(..) => panic!("the scenario names its men"),
    }
}

/// Everything where the scenario puts it, each side `nearer` the middle by so many hundredths; red's third move has begun.
fn position(nearer: i32) -> State {
    let found = LittleWars::SCENARIOS.iter().find(|(id, _)| *id == "meeting_engagement");
    let (_, text) = found.expect("a scenario of the house");
    let scenario: Scenario = serde_json::from_str(text).expect("scenarios have the right form");
    let seats = scenario.seat_plans["duel"].clone();
    let options = LittleWars::options(&scenario);
    let moved = |side: Side, at: Point| match side {
        Side::Red => Point::new(at.x, at.y + nearer),
        Side::Blue => Point::new(at.x, at.y - nearer),
    };
    let (mut figures, mut guns) = (Vec::new(), Vec::new());
    for block in &scenario.deployment {
        match block {
            Block::Gun(block) => {
                let (side, south) =
                    (block.gun.origin, if block.gun.origin == Side::Red { 65_536 } else { -65_536 });
                let (at, face) = (moved(side, block.at), Direction { x: 0, y: south });
                guns.push(DeployedGun { id: block.gun, seat: seat(side), at, face });
            }
            Block::Men(block) => {
                for (k, id) in (0..).zip(men(block.figures)) {
                    let per_row = i32::try_from(block.per_row.get()).expect("a short row");
                    let (step, row) = (block.step, block.row.map_or((0, 0), |row| (row.x, row.y)));
                    let (across, down) = (k % per_row, k / per_row);
                    let x = block.at.x + across * step.x + down * row.0;
                    let y = block.at.y + across * step.y + down * row.1;
                    figures.push(DeployedFigure {
                        id,
                        seat: seat(id.side),
                        at: moved(id.side, Point::new(x, y)),
                    });
                }
            }
        }
    }
    let mut state = LittleWars::initial(&Setup { scenario, options, seats });
    let began = |side, number| Event::MoveBegan {
        side,
        number,
        minutes: 7,
        full_minutes: 7,
        warnings: vec![4, 2, 1],
        may_fire: 1 < number,
    };
    let ended = |side: Side| Event::MoveEnded { side, next: side.enemy() };
    let mut facts = vec![Event::Deployed { seat: seat(Side::Red), pick: None, figures, guns }];
    for number in 1..=2 {
        facts.extend(Side::ALL.into_iter().flat_map(|side| [began(side, number), ended(side)]));
    }
    facts.push(began(Side::Red, 3));
    facts.iter().for_each(|fact| LittleWars::evolve(&mut state, fact));
    state
}

fn fire(gun: GunId, at: Aim) -> Command {
    Command::Fire { gun, at, elevation: None, lie_down: true }
}

fn main() {
    let gun = GunId::parse("rg1").expect("a gun's name");
    for (what, nearer) in
        [("as put down", 0), ("each side 16 inches on", 1_600), ("each side 26 inches on", 2_600)]
    {
        let state = position(nearer);
        println!("meeting engagement, {what}");
        let aims = ["bi1", "bi32", "bi64", "bc1", "bc20", "bc36"].map(|man| {
            let figure = FigureId::parse(man).expect("a man's name");
            (man, fire(gun, Aim::Figure(AimFigure { figure })))
        });
        let place = fire(gun, Aim::Place(AimPlace { x: 6_000, y: 4_800, h: Some(0) }));
        for (name, command) in aims.into_iter().chain([("60,48", place)]) {
            let Some(odds) = LittleWars::odds(&state, &seat(Side::Red), &command) else {
                println!("  odds {name:>6}: it cannot be aimed there");
                continue;
            };
            let nobody = odds.outcomes.last().map_or(0, |chance| chance.n);
            let (men, percent) = (odds.outcomes.len() - 1, 100 * (odds.of - nobody) / odds.of);
            let time = median(|| LittleWars::odds(&state, &seat(Side::Red), &command));
            println!("  odds {name:>6}: {time:>9.2?}  {men:>2} men may be struck, somebody in {percent}%");
        }
        println!("  best aims  : {:>9.2?}", median(|| best_aims(&state, gun, Bodies::Enemies)));
        shots(&state, gun);
    }
}

/// Whole shots with their dice, decided as orders are.
fn shots(state: &State, gun: GunId) {
    let ranked = best_aims(state, gun, Bodies::Enemies);
    let Some(best) = ranked.first() else {
        println!("  nobody can be aimed at");
        return;
    };
    let command = fire(gun, Aim::Figure(AimFigure { figure: best.figure }));
    let stage = LittleWars::stage(state);
    let (begin, mut dead) = (Instant::now(), 0);
    for number in 0..SHOTS {
        let mut dice = NumberedDice::new(number.into(), 0);
        let events = LittleWars::decide(state, &seat(Side::Red), &command, &stage, &mut dice);
        dead += events
            .expect("a legal order")
            .iter()
            .filter(|event| matches!(event, Event::FigureKilled { .. }))
            .count();
    }
    let time = begin.elapsed();
    let rate = 1_000_000 * u128::from(SHOTS) / time.as_micros().max(1);
    println!("  shots      : {rate} a second at {}, {dead} dead of {SHOTS}", best.figure);
}
