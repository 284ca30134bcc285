//! Random play, good orders and bad: the properties of section 12 that hold whatever is ordered.

use serde_json::json;

use super::{
    LittleBighorn,
    cell::Cell,
    command::{Advance, All, Command, Figures, Phase, Placement, Push, ReplyWhen},
    event::Event,
    evolve::evolve,
    ground::Ground,
    pieces::{FigureId, Gait, Side},
    rejection::Rejection,
    scenario::{Deployment, Scenario},
    state::State,
};
use crate::{
    dice::{ClosedDice, Dice, NoDice, Throw},
    ids::Seat,
    ruleset::{Act, Fact, Halt, Ruleset, Setup, Standing},
};

/// Chance that is no dice (xorshift), and dice from it.
struct Chance {
    now: u64,
    thrown: usize,
}

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.now ^= self.now << 13;
        self.now ^= self.now >> 7;
        self.now ^= self.now << 17;
        usize::try_from(self.now >> 33).unwrap() % bound
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

impl Dice for Chance {
    fn roll(&mut self, throw: &Throw) -> Result<Vec<u32>, NoDice> {
        assert_eq!((throw.dice, throw.sides), (1, 6));
        self.thrown += 1;
        Ok(vec![u32::try_from(self.below(6)).unwrap() + 1])
    }

    fn rolled(&self) -> usize {
        self.thrown
    }
}

fn scenario(idx: usize) -> Scenario {
    serde_json::from_str(LittleBighorn::SCENARIOS[idx].1).unwrap()
}

fn begin(scenario_idx: usize, plan_idx: usize, deployment: Deployment) -> State {
    let scenario = scenario(scenario_idx);
    let (_, seats) = LittleBighorn::seat_plans(&scenario).remove(plan_idx);
    let mut options = scenario.options.clone();
    options.deployment = deployment;
    LittleBighorn::initial(&Setup { scenario, options, seats })
}

fn ids(state: &State, side: Side) -> Vec<FigureId> {
    state.living_of(side).map(|(idx, _, _)| state.piece(idx).id.clone()).collect()
}

fn near(state: &State, from: Cell, chance: &mut Chance) -> Cell {
    let cells: Vec<Cell> = state.ground().neighbours(from).collect();
    *chance.pick(&cells).unwrap()
}

/// Any order that is likely enough to be legal.
fn some_order(state: &State, seat_idx: usize, chance: &mut Chance) -> Command {
    let side = state.side_of(seat_idx);
    let own: Vec<(FigureId, Cell)> =
        state.commanded_by(seat_idx).map(|(idx, _, cell)| (state.piece(idx).id.clone(), cell)).collect();
    let end = Command::EndPhase { phase: state.phase, auto_melee: chance.below(2) == 0 };
    let Some((figure, cell)) = chance.pick(&own).cloned() else { return end };
    match (chance.below(12), state.phase) {
        (0, _) => end,
        (1, _) => Command::Standing {
            figures: if chance.below(2) == 0 { Figures::All(All::All) } else { Figures::Named(vec![figure]) },
            reply: chance.pick(&[ReplyWhen::Always, ReplyWhen::Even, ReplyWhen::Better]).copied(),
            reply_to: None,
            push: Some(Push::Away { cell }),
            advance: chance.pick(&[Advance::Always, Advance::Capture, Advance::IfPushed]).copied(),
        },
        (2..=6, Phase::Combat | Phase::ReturnFire) | (2, Phase::Movement | Phase::Deployment) => {
            let enemies = ids(state, side.other());
            let targets = (0..chance.below(9)).filter_map(|_| chance.pick(&enemies).cloned()).collect();
            Command::Attack { figure, targets, push: None, advance: None }
        }
        (_, Phase::Combat | Phase::ReturnFire) => {
            let class = figure.form().unwrap().0;
            let mut targets = ids(state, side.other());
            let reach = class.reach() + u32::try_from(chance.below(2)).unwrap();
            targets.retain(|id| {
                let cell = state.find(id).and_then(|idx| state.figures[idx].cell);
                cell.is_some_and(|at| at.distance(cell_of(state, &figure)) <= reach)
            });
            targets.truncate(8);
            Command::Attack { figure, targets, push: None, advance: Some(Advance::Always) }
        }
        (3..=9, Phase::Deployment) => {
            let (other, other_cell) = chance.pick(&own).cloned().unwrap();
            let to = |piece, cell| Placement { piece, cell };
            Command::Deploy { placements: vec![to(figure, other_cell), to(other, cell)] }
        }
        (_, Phase::Movement | Phase::Deployment) => {
            let mut path = Vec::new();
            let steps = if figure.form().unwrap().0.gait() == Gait::Foot { 1 } else { 1 + chance.below(3) };
            for _ in 0..steps {
                path.push(near(state, path.last().copied().unwrap_or(cell), chance));
            }
            let with_flag = cell == state.flag && chance.below(2) == 0;
            Command::Move { figure, path, with_flag }
        }
    }
}

fn cell_of(state: &State, id: &FigureId) -> Cell {
    state.find(id).and_then(|idx| state.figures[idx].cell).unwrap()
}

/// P2 of the specification.
fn check_position(state: &State) {
    for (_, _, cell) in state.living() {
        let on: Vec<_> = state.on(cell).map(|(_, figure)| figure.class).collect();
        let mounted = on.iter().filter(|class| class.gait() == Gait::Mounted).count();
        let foot = on.len() - mounted;
        assert!(matches!((foot, mounted), (0..=3, 0) | (0, 1..=2) | (1, 1)), "stack on {cell}: {on:?}");
        assert!(on.iter().all(|class| class.side() == on[0].side()), "mixed {cell}");
        assert!(on.iter().all(|class| state.ground().admits(class.gait(), cell)), "terrain {cell}");
    }
    assert!(state.figures.iter().all(|figure| figure.shots_used <= figure.class.shots()));
}

fn take_in(state: &mut State, events: &[Event]) {
    for event in events {
        let json = serde_json::to_value(event).unwrap();
        assert_eq!(&serde_json::from_value::<Event>(json).unwrap(), event);
        assert!(!event.rules().is_empty());
        assert!(!LittleBighorn::tell(event).is_empty());
        evolve(state, event);
        check_position(state);
    }
    assert!(!matches!(LittleBighorn::standing(state), Standing::Waiting(seats) if seats.is_empty()), "P3");
    if state.result.is_none() {
        for side in Side::ALL {
            assert!(state.living_of(side).any(|(_, figure, _)| figure.class.is_leader()), "LBH-12.6");
        }
    }
}

/// One order by anybody: what `check` refuses `decide` refuses, what is refused rolls nothing, closed dice say the
/// same.
fn try_order(state: &mut State, seat: &Seat, command: &Command, chance: &mut Chance) -> Option<Rejection> {
    let before = chance.thrown;
    let checked = LittleBighorn::check(state, seat, &[(0, command.clone())]);
    let now = LittleBighorn::stage(state);
    let closed = LittleBighorn::decide(state, seat, command, &now, &mut ClosedDice);
    match LittleBighorn::decide(state, seat, command, &now, chance) {
        Ok(events) => {
            assert_eq!(checked, [], "{command:?}");
            let shown: usize = events.iter().map(|event| event.rolls().len()).sum();
            assert_eq!(shown, chance.thrown - before, "P8");
            assert_eq!(closed.is_err(), shown != 0, "closed dice stop exactly what rolls");
            take_in(state, &events);
            None
        }
        Err(Halt::Refused(why)) => {
            assert_eq!(chance.thrown, before, "P5");
            assert_eq!(closed, Err(Halt::Refused(why.clone())));
            Some(why)
        }
        Err(Halt::NoDice) => panic!("dice were open"),
    }
}

fn play(mut state: State, seed: u64) -> (usize, usize) {
    let mut chance = Chance { now: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, thrown: 0 };
    let start = LittleBighorn::answer(&state, &Act::Start, &mut ClosedDice).unwrap();
    take_in(&mut state, &start);
    let seats: Vec<Seat> = state.ground().seats().iter().map(|entry| entry.seat.clone()).collect();
    let mut left = seats.clone();
    let (mut accepted, mut refused) = (0, 0);
    while state.result.is_none() {
        let awaited = match LittleBighorn::standing(&state) {
            Standing::Waiting(seats) => seats,
            Standing::Over(_) | Standing::Reveal => break,
        };
        let anybody = if chance.below(10) == 0 { chance.pick(&left) } else { chance.pick(&awaited) };
        let seat = anybody.unwrap().clone();
        match chance.below(400) {
            0 => {
                left.retain(|other| *other != seat);
                let act = Act::Resigned { seat, left: left.clone() };
                let events = LittleBighorn::answer(&state, &act, &mut chance).unwrap();
                take_in(&mut state, &events);
            }
            1..=5 => {
                let events =
                    LittleBighorn::answer(&state, &Act::TimedOut(seat.clone()), &mut chance).unwrap();
                take_in(&mut state, &events);
                let waited =
                    matches!(LittleBighorn::standing(&state), Standing::Waiting(on) if on.contains(&seat));
                assert!(!waited, "LBH-12.12: a time-out leads on");
            }
            6.. => {
                let seat_idx = state.ground().seat_idx(&seat).unwrap();
                let command = some_order(&state, seat_idx, &mut chance);
                match try_order(&mut state, &seat, &command, &mut chance) {
                    None => accepted += 1,
                    Some(_) => refused += 1,
                }
            }
        }
    }
    let over = LittleBighorn::standing(&state);
    assert!(matches!(over, Standing::Over(_)), "{over:?}");
    (accepted, refused)
}

#[test]
fn whatever_is_ordered_positions_stay_legal_and_games_end() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 1..=16 {
        for scenario_idx in [0, 1] {
            for plan_idx in [0, 1] {
                let deployment = if seed % 4 == 0 { Deployment::Free } else { Deployment::Fixed };
                let (more, fewer) = play(begin(scenario_idx, plan_idx, deployment), seed);
                accepted += more;
                refused += fewer;
            }
        }
    }
    assert!(5_000 < accepted && 5_000 < refused, "{accepted} accepted, {refused} refused");
}

#[test]
fn lbh_9_9_lines_are_the_same_from_both_ends() {
    for idx in [0, 1] {
        let scenario = scenario(idx);
        let ground = Ground::new(&scenario, &scenario.options, &[]);
        for from in ground.cells() {
            for to in ground.cells().filter(|to| from < *to) {
                assert_eq!(ground.line(from, to), ground.line(to, from), "P4: {from} {to}");
            }
        }
    }
}

#[test]
fn outcomes_are_scored_in_half_points() {
    let mut state = begin(0, 1, Deployment::Fixed);
    let act = Act::Resigned { seat: Seat::new("headquarters").unwrap(), left: Vec::new() };
    let events = LittleBighorn::answer(&state, &act, &mut ClosedDice).unwrap();
    take_in(&mut state, &events);
    let Standing::Over(outcome) = LittleBighorn::standing(&state) else { panic!("not over") };
    assert_eq!(
        serde_json::to_value(&outcome).unwrap(),
        json!({"outcome": "win", "reason": "resignation", "scores": {"long_knives": 0, "plains_nations": 2},
            "winners": ["band_gall", "band_crazy_horse"]})
    );
}
