//! A shot as one line (LW §14): `bg1 shot 2 at ri12: deflection 3+4=7, elevation 6+2=8, struck ri12, topple 5 ≥ 2, dead`.

use super::{super::notation::inches, point};
use crate::rulesets::little_wars::{
    command::{Aim, AimFigure, AimFigures, AimPlace},
    event::{DominoOutcome, Event, Mark, StrikeOutcome},
};

pub(super) fn tell(event: &Event) -> String {
    let Event::ShotFired { gun, shot, at, rolls, trace, .. } = event else { return String::new() };
    let sum = |[a, b]: [u32; 2]| format!("{a}+{b}={}", a + b);
    let mut told =
        vec![format!("deflection {}", sum(rolls.deflection)), format!("elevation {}", sum(rolls.elevation))];
    told.extend(trace.iter().filter_map(mark));
    format!("{gun} shot {shot} at {}: {}", aim(at), told.join(", "))
}

/// At whom or what a gun is aimed.
pub(in super::super) fn aim(at: &Aim) -> String {
    match at {
        Aim::Figure(AimFigure { figure }) => figure.to_string(),
        Aim::Figures(AimFigures { figures }) => {
            figures.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
        Aim::Place(AimPlace { x, y, .. }) => format!("{},{}", inches((*x).into()), inches((*y).into())),
    }
}

fn mark(mark: &Mark) -> Option<String> {
    Some(match mark {
        Mark::Muzzle { .. } => return None,
        Mark::Strike { figure, roll, need, outcome, .. } => {
            let fate = match outcome {
                StrikeOutcome::Fell | StrikeOutcome::TouchedDead => "dead",
                StrikeOutcome::Touched => "unhurt",
            };
            match (roll, need) {
                (Some(roll), Some(need)) => {
                    let sign = if roll >= need { "≥" } else { "<" };
                    format!("struck {figure}, topple {roll} {sign} {need}, {fate}")
                }
                (_, _) => format!("touched {figure}, {fate}"),
            }
        }
        Mark::Domino { figure, roll, need, outcome, .. } => match outcome {
            DominoOutcome::Fell => format!("falls on {figure}, {roll} ≥ {need}, dead"),
            DominoOutcome::Stands => format!("falls on {figure}, {roll} < {need}, who stands"),
        },
        Mark::Graze { at, roll, .. } => format!("grazes at {}, kick {roll}", point(*at)),
        Mark::Glance { object, roll, .. } => format!("glances off {object}, kick {roll}"),
        Mark::Rest { at, .. } => format!("rests at {}", point(*at)),
        Mark::Bank { at, .. } => format!("stopped by the bank at {}", point(*at)),
        Mark::Stopped { at, .. } => format!("stopped at {}", point(*at)),
        Mark::Off { at, .. } => format!("off the floor at {}", point(*at)),
    })
}
