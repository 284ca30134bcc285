//! Shots on random floors: what holds of every one of them, and that the rules read word for word come to the same. Floors are
//! drawn from a number, so that a failure is the same on every machine.

use serde_json::json;

use super::{
    super::{
        aim::{Laid, lay},
        ball::Ball,
        deviation,
        falls::{self, Die, Flown},
        odds::{Follow, OF, chances},
        scene,
        scene::Scene,
    },
    slow::{Area, Floor, Man, Start, Wood},
    *,
};
use crate::{
    dice::NoDice,
    geometry::{turn, unit},
    rulesets::little_wars::{
        command::{Aim, AimFigure},
        country::Shape,
        event::{DominoOutcome, Mark},
        words::TerrainKind,
    },
};

/// Numbers that look random and never change.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// One of `least` to `most`.
    fn of(&mut self, least: i32, most: i32) -> i32 {
        least + (self.next() % (i64::from(most) - i64::from(least) + 1) as u64) as i32
    }

    /// A place on a floor, mostly on round numbers, so that edges are met exactly.
    fn place(&mut self, [width, height]: [i32; 2]) -> (i32, i32) {
        let mesh = if self.of(0, 2) == 0 { 1 } else { 10 };
        (mesh * self.of(0, width / mesh), mesh * self.of(0, height / mesh))
    }

    fn die(&mut self) -> u32 {
        self.of(1, 6) as u32
    }
}

const SIZE: [i32; 2] = [3_600, 2_400];

/// Walls, houses, hills and woods; about half of them stand straight.
fn country(numbers: &mut Numbers) -> Value {
    let things = (0..numbers.of(0, 7)).map(|at| {
        let (x, y) = numbers.place(SIZE);
        let kind = ["house", "wall", "rock", "hedge", "hill", "hill", "trees"][numbers.of(0, 6) as usize];
        let (wide, deep) = (10 * numbers.of(2, 60), 10 * numbers.of(2, 60));
        let top = if kind == "hill" { 10 * numbers.of(3, 15) } else { numbers.of(40, 400) };
        let mut thing = json!({"id": format!("t{at}"), "kind": kind, "top": top});
        if kind == "trees" {
            let trunks = (0..numbers.of(1, 6)).map(|_| numbers.place(SIZE)).collect::<Vec<_>>();
            thing["points"] = json!(trunks);
            thing["radius"] = json!(numbers.of(5, 40));
        } else if numbers.of(0, 1) == 0 {
            thing["rect"] = json!([x, y, x + wide, y + deep]);
        } else {
            let (slant, notch) = (numbers.of(-200, 200), numbers.of(1, deep - 1));
            thing["poly"] = json!([
                [x, y],
                [x + wide, y + slant],
                [x + wide, y + slant + deep],
                [x + wide / 2, y + notch + slant / 2],
                [x, y + deep]
            ]);
        }
        thing
    });
    things.collect()
}

/// A floor with men and guns on it; the men stand in crowds, closer than the rules let them.
fn floor(numbers: &mut Numbers) -> State {
    let country = country(numbers);
    let mut state = empty(SIZE, ["steady", "hurried"][numbers.of(0, 1) as usize], &country);
    let middle = numbers.place(SIZE);
    for number in 1..=numbers.of(1, 24) {
        let id = format!(
            "{}{}{number}",
            ['r', 'b'][numbers.of(0, 1) as usize],
            ['i', 'i', 'c'][numbers.of(0, 2) as usize]
        );
        let spread = 10 * numbers.of(1, 40);
        let near = |middle: i32, size: i32, by: i32| (middle + by).clamp(0, size);
        let (east, south) = (numbers.of(-spread, spread), numbers.of(-spread, spread));
        put(&mut state, &id, (near(middle.0, SIZE[0], east), near(middle.1, SIZE[1], south)));
        let at = state.figure_at(FigureId::parse(&id).expect("a name")).expect("a man");
        if numbers.of(0, 4) == 0 {
            state.figures[at].status = Status::Prisoner;
            state.figures[at].captor = Some(state.figures[at].side().enemy());
        }
    }
    for gun in ["rg1", "rg2", "bg1"] {
        let at = numbers.place(SIZE);
        put_gun(&mut state, gun, at);
    }
    state
}

fn wide(at: Point) -> (i128, i128) {
    (at.x.into(), at.y.into())
}

/// The same floor for the slow reading of the rules.
fn slow(state: &State, lie_down: bool) -> Floor {
    let objects = state.country().objects();
    let mut floor = Floor {
        size: (SIZE[0].into(), SIZE[1].into()),
        men: Vec::new(),
        areas: Vec::new(),
        woods: Vec::new(),
        guns: Vec::new(),
    };
    for object in objects {
        let (id, top) = (object.id.clone(), object.top.into());
        match &object.shape {
            Shape::Area(area) => floor.areas.push(Area {
                id,
                is_hill: object.kind == TerrainKind::Hill,
                top,
                corners: area.corners().iter().map(|corner| wide(*corner)).collect(),
            }),
            Shape::Points(trunks, radius) => floor.woods.push(Wood {
                id,
                top,
                radius: (*radius).into(),
                trunks: trunks.iter().map(|trunk| wide(*trunk)).collect(),
            }),
        }
    }
    for man in state.figures.iter().filter(|man| man.status != Status::Waiting) {
        let lies = lie_down && man.side() == Side::Red && man.status == Status::Armed;
        floor.men.push(Man { id: man.id, at: wide(man.at), lies });
    }
    for gun in state.guns.iter().filter(|gun| !gun.waiting && gun.id.to_string() != "rg1") {
        floor.guns.push((gun.id, wide(gun.at)));
    }
    floor
}

/// The energy a mark tells, and whether it ends the trace.
fn energy(mark: &Mark) -> (i64, bool) {
    match mark {
        Mark::Muzzle { energy, .. }
        | Mark::Strike { energy, .. }
        | Mark::Domino { energy, .. }
        | Mark::Graze { energy, .. }
        | Mark::Glance { energy, .. } => (*energy, false),
        Mark::Rest { energy, .. }
        | Mark::Bank { energy, .. }
        | Mark::Stopped { energy, .. }
        | Mark::Off { energy, .. } => (*energy, true),
    }
}

fn assert_sound(Flown { trace, dead, touched }: &Flown) {
    let energies: Vec<(i64, bool)> = trace.iter().map(energy).collect();
    assert!(energies.is_sorted_by(|(before, _), (after, _)| after <= before), "{trace:?}");
    assert!(energies.iter().all(|(energy, _)| (0..=100).contains(energy)), "{trace:?}");
    let ends: Vec<usize> = (0..trace.len()).filter(|at| energies[*at].1).collect();
    assert_eq!(ends, [trace.len() - 1], "{trace:?}");
    let domino = |mark: &Mark| {
        if let Mark::Domino { figure, outcome: DominoOutcome::Fell, .. } = mark {
            Some(*figure)
        } else {
            None
        }
    };
    let dominoes: Vec<FigureId> = trace.iter().filter_map(domino).collect();
    assert!(dead.iter().all(|man| touched.contains(man) || dominoes.contains(man)), "{trace:?}");
    assert!(touched.is_empty() || dead.first() == touched.first(), "the first struck is dead: {trace:?}");
    let mut once = [dead.clone(), touched.clone()];
    once.iter_mut().for_each(|men| men.sort());
    assert!(once.iter().all(|men| men.is_sorted_by(|one, next| one < next)), "nobody twice: {trace:?}");
}

#[test]
fn lw_4_8_a_slow_reading_of_the_rules_comes_to_the_same_shots() {
    let (mut numbers, mut met) = (Numbers(1_913), [0_u32; 6]);
    for _ in 0..400 {
        let state = floor(&mut numbers);
        let gun = state.guns.iter().find(|gun| gun.id.to_string() == "rg1").expect("it is there");
        let lie_down = numbers.of(0, 1) == 0;
        let (scene, slow) = (scene(&state, gun, lie_down), slow(&state, lie_down));
        for _ in 0..25 {
            let (east, south) = (numbers.of(-99, 99), numbers.of(-99, 99));
            if (east, south) == (0, 0) {
                continue; // no direction
            }
            let v = turn(unit(east.into(), south.into()), numbers.of(-720, 720));
            let most = [300, 4_220][numbers.of(0, 1) as usize];
            let (t, z) = (numbers.of(-1_720, most), numbers.of(100, 300));
            let mut dice: Vec<u32> = (0..40).map(|_| numbers.die()).collect();
            dice.reverse();
            let mut same = dice.clone();
            let ball = Ball::new(&scene, gun.at, z.into(), v, t);
            let mut roll = |_: Die| -> Result<u32, NoDice> { Ok(dice.pop().expect("dice enough")) };
            let flown = falls::fly(&scene, ball, &mut roll).expect("dice enough");
            let start = Start { muzzle: wide(gun.at), z: z.into(), v: (v.x.into(), v.y.into()), t: t.into() };
            let (trace, dead, touched) = slow.shoot(start, &mut || same.pop().expect("dice enough"));
            assert_eq!(flown, Flown { trace, dead, touched });
            assert_sound(&flown);
            for mark in &flown.trace {
                let kind = match mark {
                    Mark::Strike { .. } => 0,
                    Mark::Domino { .. } => 1,
                    Mark::Graze { .. } => 2,
                    Mark::Glance { .. } => 3,
                    Mark::Bank { .. } => 4,
                    Mark::Stopped { .. } => 5,
                    Mark::Muzzle { .. } | Mark::Rest { .. } | Mark::Off { .. } => continue,
                };
                met[kind] += 1;
            }
        }
    }
    assert!(met.iter().all(|n| 150 < *n), "all kinds of marks are met often: {met:?}");
}

/// A gun laid at some man, as far as it can be.
fn laid(state: &State, numbers: &mut Numbers) -> Option<Laid> {
    let gun = state.guns.iter().find(|gun| gun.id.to_string() == "rg1").expect("it is there");
    let men: Vec<FigureId> = state.on_floor().map(|man| man.id).collect();
    let figure = men[numbers.next() as usize % men.len()];
    lay(state, gun, &Aim::Figure(AimFigure { figure }), None).ok()
}

/// The first man struck, by every die there is.
fn by_all_dice(scene: &Scene<'_>, state: &State, laid: &Laid) -> (Vec<(FigureId, u64)>, u64) {
    let mut counted: std::collections::BTreeMap<Option<FigureId>, u64> = std::collections::BTreeMap::new();
    let pairs = || (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    let strays = |sum| deviation(state.options().gunnery, sum);
    for (across, up) in pairs().flat_map(|across| pairs().map(move |up| (across, up))) {
        let mut kicks: Vec<u32> = Vec::new();
        loop {
            // The dice of kicks count up like an odometer whose length is what the shot asks for.
            let mut asked = 0;
            let mut roll = |die: Die| match die {
                Die::Topple(_) | Die::Domino(_) => Ok(1),
                Die::Kick => {
                    asked += 1;
                    if kicks.len() < asked {
                        kicks.push(1);
                    }
                    Ok(kicks[asked - 1])
                }
            };
            let ball = laid.ball(scene, (strays(across), strays(up)));
            let flown = falls::fly(scene, ball, &mut roll).expect("dice enough");
            let first = flown.touched.first().copied();
            *counted.entry(first).or_default() += 46_656 / 1_296 / 6_u64.pow(kicks.len().min(2) as u32);
            while kicks.last() == Some(&6) {
                kicks.pop();
            }
            match kicks.last_mut() {
                Some(last) => *last += 1,
                None => break,
            }
        }
    }
    let nobody = counted.remove(&None).unwrap_or(0);
    (counted.into_iter().filter_map(|(man, n)| Some((man?, n))).collect(), nobody)
}

#[test]
fn lw_4_22_the_odds_are_what_all_dice_come_to() {
    let (mut numbers, mut tried, mut crowded) = (Numbers(1_915), 0, 0);
    while tried < 12 {
        let state = floor(&mut numbers);
        let Some(laid) = laid(&state, &mut numbers) else { continue };
        let gun = state.guns.iter().find(|gun| gun.id.to_string() == "rg1").expect("it is there");
        let scene = scene(&state, gun, true);
        let found = chances(&scene, state.options().gunnery, &laid, Follow::ToTheEnd);
        let (men, nobody) = by_all_dice(&scene, &state, &laid);
        assert_eq!((&found.men, found.nobody), (&men, nobody));
        tried += 1;
        crowded += u32::from(2 < men.len());
    }
    assert!(2 < crowded, "some of them have several men: {crowded}");
}

#[test]
fn lw_4_22_odds_come_to_a_whole() {
    let mut numbers = Numbers(1_917);
    for _ in 0..120 {
        let state = floor(&mut numbers);
        let Some(laid) = laid(&state, &mut numbers) else { continue };
        let gun = state.guns.iter().find(|gun| gun.id.to_string() == "rg1").expect("it is there");
        let scene = scene(&state, gun, true);
        let whole = chances(&scene, state.options().gunnery, &laid, Follow::ToTheEnd);
        assert_eq!(whole.men.iter().map(|(_, n)| n).sum::<u64>() + whole.nobody, OF);
        let first = chances(&scene, state.options().gunnery, &laid, Follow::ToTheFirstDie);
        assert_eq!(first.men.iter().map(|(_, n)| n).sum::<u64>() + first.nobody, OF);
        assert!(whole.nobody <= first.nobody);
        assert!(whole.men.is_sorted_by_key(|(man, _)| *man));
    }
}
