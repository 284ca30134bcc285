//! A shot in words: every mark with the die and the row of the table it rests on, so that a person can check it against the
//! rules with the dice on the page. `tell` says it in one line.

use super::{
    super::{
        event::{DominoOutcome, Event, Mark, StrikeOutcome},
        ids::{Arm, FigureId},
        notation::inches,
        tell::{aim, ids, point},
    },
    DEVIATIONS,
    ball::KICKS,
    falls::row,
};

/// A shot, a sentence for each thing that happened; each ends with the rules it rests on. Nothing for a fact that is no shot.
pub fn explain(event: &Event) -> Vec<String> {
    let Event::ShotFired { gun, shot, at, elevation, lie_down, rolls, scatter, trace, dead, .. } = event
    else {
        return Vec::new();
    };
    let lying = if *lie_down { "; the free men of its side lie" } else { "" };
    let aim = format!(
        "Shot {shot} of {gun} is aimed at {}, elevation {elevation}{lying} (LW-4.2, LW-4.4).",
        aim(at)
    );
    let scatter = [
        strays("Deflection", rolls.deflection, scatter.deflection, ["left", "right"]),
        strays("Elevation", rolls.elevation, scatter.elevation, ["down", "up"]),
    ];
    let mut told: Vec<String> = [aim].into_iter().chain(scatter).collect();
    let mut runs = false;
    for mark in trace {
        told.push(sentence(mark, runs));
        runs |= !matches!(mark, Mark::Muzzle { .. });
    }
    told.push(match dead.len() {
        0 => "Nobody is dead.".to_owned(),
        _ => format!("Dead: {}.", ids(dead)),
    });
    told
}

fn compared(roll: u32, need: u32) -> String {
    format!("{roll} {} {need}", if need <= roll { '≥' } else { '<' })
}

/// A throw of the scatter, with its row of the table and what the gunnery makes of it.
fn strays(what: &str, [one, other]: [u32; 2], strays: i32, [less, more]: [&str; 2]) -> String {
    let sum = one + other;
    let row = (sum as usize).checked_sub(2).and_then(|row| DEVIATIONS.get(row)).copied().unwrap_or(0);
    let times = if row == strays { String::new() } else { format!(", in haste {strays:+}") };
    let way = match strays {
        ..=-1 => format!(" ten-thousandths: {less}"),
        0 => ": straight".to_owned(),
        1.. => format!(" ten-thousandths: {more}"),
    };
    format!("{what} {one} + {other} = {sum}: the table gives {row:+}{times}{way} (LW-4.6).")
}

/// A mark in a sentence; `runs` says whether the shot had touched down before it.
fn sentence(mark: &Mark, runs: bool) -> String {
    match mark {
        Mark::Muzzle { at, z, energy } => format!(
            "It leaves the muzzle at {}, {}, with energy {energy} (LW-4.7, LW-4.8).",
            point(*at),
            high(*z)
        ),
        Mark::Strike { at, z, energy, figure, roll, need, outcome } => {
            let how = match roll.zip(*need) {
                Some((roll, need)) => topple(*figure, *energy, (roll, need), runs),
                None => "he cannot fall, no die is thrown (LW-4.11)".to_owned(),
            };
            let end = match outcome {
                StrikeOutcome::Fell => "he falls and is dead (LW-4.12)",
                StrikeOutcome::TouchedDead => "he stands, but nobody was dead before him: he is (LW-4.13)",
                StrikeOutcome::Touched => "he is unhurt, for somebody was dead before him (LW-4.13)",
            };
            let (at, z) = (point(*at), high(*z));
            format!("It strikes {figure} at {at}, {z}, with energy {energy} (LW-4.10); {how}; {end}.")
        }
        Mark::Domino { figure, roll, need, outcome, .. } => {
            let end = match outcome {
                DominoOutcome::Fell => "he falls too and is dead",
                DominoOutcome::Stands => "he stands",
            };
            let arm = arm(figure.arm);
            format!(
                "Against {figure} behind him, {arm}: the die shows {}: {end} (LW-4.14).",
                compared(*roll, *need)
            )
        }
        Mark::Graze { at, energy, roll, .. } => {
            let at = point(*at);
            format!(
                "It grazes the ground at {at}; energy {energy} is left (LW-4.18); {} (LW-4.19).",
                kick(*roll)
            )
        }
        Mark::Glance { at, z, energy, roll, object } => format!(
            "It glances off {object}, {}, and runs on from {} with energy {energy} (LW-4.16, LW-4.17); {} (LW-4.19).",
            high(*z),
            point(*at),
            kick(*roll)
        ),
        Mark::Rest { at, .. } => format!("It comes to rest at {} (LW-4.8).", point(*at)),
        Mark::Bank { at, .. } => format!("A bank stops it at {} (LW-4.9).", point(*at)),
        Mark::Stopped { at, .. } => {
            format!("A thing in its way stops it at {} (LW-4.16, LW-4.17).", point(*at))
        }
        Mark::Off { at, energy } => {
            format!("It leaves the floor beyond {} with energy {energy} (LW-4.9).", point(*at))
        }
    }
}

/// What the die of a struck man is held against, as LW-4.11 makes it up.
fn topple(figure: FigureId, energy: i64, (roll, need): (u32, u32), runs: bool) -> String {
    let mut made = format!("the table asks for {}", row(energy));
    if figure.arm == Arm::Cavalry {
        made.push_str(", 1 more for a horseman");
    }
    if runs {
        made.push_str(", 1 more for a shot that runs");
    }
    format!("{made}; the die shows {} (LW-4.11)", compared(roll, need))
}

fn kick(die: u32) -> String {
    let by = (die as usize).checked_sub(1).and_then(|face| KICKS.get(face)).copied().unwrap_or(0);
    format!("the die of the kick shows {die}: {by:+} ten-thousandths")
}

fn arm(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "on foot",
        Arm::Cavalry => "on horseback",
    }
}

fn high(hundredths: i64) -> String {
    format!("{} inches above the floor", inches(hundredths))
}
