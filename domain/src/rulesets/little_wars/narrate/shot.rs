//! A shot in a sentence: at whom, how it strays, and all that it meets. [`crate::ruleset::Ruleset::explain`] reckons it.

use super::{Names, gun, man};
use crate::{
    prose::listed,
    rulesets::little_wars::{
        command::Aim,
        event::{DominoOutcome, Event, Mark, StrikeOutcome},
        tell::{aim, point},
    },
};

impl Names<'_> {
    /// A shot.
    pub(super) fn shot(&self, event: &Event) -> String {
        let Event::ShotFired { gun: id, shot, at, rolls, trace, .. } = event else { return String::new() };
        let at = match at {
            Aim::Figure(aimed) => man(aimed.figure),
            Aim::Figures(_) => format!("the first to be had of {}", aim(at)),
            Aim::Place(_) => format!("the place {}", aim(at)),
        };
        let sum = |[one, other]: [u32; 2]| format!("{one} + {other}");
        let met: Vec<String> = trace.iter().filter_map(|mark| self.mark(mark)).collect();
        format!(
            "{} fires its shot {shot} at {at} ({} to the side, {} up and down): it {}",
            gun(*id),
            sum(rolls.deflection),
            sum(rolls.elevation),
            listed(&met)
        )
    }

    fn mark(&self, mark: &Mark) -> Option<String> {
        Some(match mark {
            Mark::Muzzle { .. } => return None,
            Mark::Strike { figure, roll, need, outcome, .. } => {
                let fate = match outcome {
                    StrikeOutcome::Fell => "who falls and is dead",
                    StrikeOutcome::TouchedDead => "who stands but, as the first touched, is dead",
                    StrikeOutcome::Touched => "who is unhurt",
                };
                let die = roll
                    .zip(*need)
                    .map_or_else(String::new, |(roll, need)| format!(" (needs {need}, rolls {roll})"));
                format!("strikes {}, {fate}{die}", man(*figure))
            }
            Mark::Domino { figure, roll, need, outcome, .. } => {
                let fate = match outcome {
                    DominoOutcome::Fell => "who falls too and is dead",
                    DominoOutcome::Stands => "who stands",
                };
                format!("throws him against {}, {fate} (needs {need}, rolls {roll})", man(*figure))
            }
            Mark::Graze { at, roll, .. } => format!("grazes the ground at {} (kick {roll})", point(*at)),
            Mark::Glance { object, roll, .. } => {
                format!("glances off {} (kick {roll})", self.thing(object))
            }
            Mark::Rest { at, .. } => format!("comes to rest at {}", point(*at)),
            Mark::Bank { at, .. } => format!("is stopped by a bank at {}", point(*at)),
            Mark::Stopped { at, .. } => format!("is stopped at {}", point(*at)),
            Mark::Off { at, .. } => format!("leaves the floor at {}", point(*at)),
        })
    }
}
