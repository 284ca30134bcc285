//! Facts of the opening as record lines.

use super::{ids, name, pieces, point};
use crate::rulesets::little_wars::{
    event::Event,
    ids::FigureId,
    words::{Line, Toss},
};

/// What happens before the first move, as one line.
pub(super) fn tell(event: &Event) -> String {
    match event {
        Event::CoinTossed { purpose, roll, side } => {
            let side = name(*side);
            match purpose {
                Toss::Arranger => format!("a coin ({roll}): {side} counts as arranger of the Country"),
                Toss::FirstMove => format!("a coin ({roll}): {side} moves first"),
                Toss::Defender => format!("a coin ({roll}): {side} defends"),
            }
        }
        Event::RolesSet { defender, attacker, left_out } => {
            let without = match left_out.as_slice() {
                [] => String::new(),
                left_out => format!(", without {}", pieces(left_out)),
            };
            format!("{} defends{without}; {} attacks", name(*defender), name(*attacker))
        }
        Event::LineChosen { side, line } => match line {
            Line::North => format!("{} starts from the north", name(*side)),
            Line::South => format!("{} starts from the south", name(*side)),
        },
        Event::HandicapRolled { side, rolls: [a, b], total, returned, removed } => format!(
            "{} throws for its handicap: {a}+{b}={total}; back come {}, left out stay {}",
            name(*side),
            ids(returned),
            ids(removed)
        ),
        Event::Placed { seat, figures, guns, .. } => {
            format!("{seat} would put down {} men and {} guns", figures.len(), guns.len())
        }
        Event::DeploymentCommitted { seat } => format!("{seat} is ready behind the curtain"),
        Event::Deployed { seat, pick, figures, guns } | Event::Sealed { seat, pick, figures, guns } => {
            let picked = pick.map_or_else(String::new, |pick| {
                format!(", picked {} infantry, {} cavalry, {} guns", pick.infantry, pick.cavalry, pick.guns)
            });
            let men: Vec<FigureId> = figures.iter().map(|placed| placed.id).collect();
            let guns: Vec<String> =
                guns.iter().map(|placed| format!("{} at {}", placed.id, point(placed.at))).collect();
            let guns = if guns.is_empty() { String::new() } else { format!("; {}", guns.join(", ")) };
            format!("{seat} puts down {}{guns}{picked}", ids(&men))
        }
        _ => String::new(),
    }
}
