//! What happens before the first move, in sentences.

use super::{Names, men};
use crate::rulesets::little_wars::{
    event::Event,
    ids::FigureId,
    tell::{ids, name, pieces, point},
    words::{Line, Toss},
};

impl Names<'_> {
    /// A fact of the opening.
    pub(super) fn opening(&self, event: &Event) -> String {
        match event {
            Event::CoinTossed { purpose, roll, side } => {
                let does = match purpose {
                    Toss::Arranger => "counts as arranger of the Country",
                    Toss::FirstMove => "moves first",
                    Toss::Defender => "defends",
                };
                format!("a coin is tossed and shows {roll}: {} {does}", name(*side))
            }
            Event::RolesSet { defender, attacker, left_out } => {
                let without = match left_out.as_slice() {
                    [] => String::new(),
                    left_out => format!(" without {}", pieces(left_out)),
                };
                format!("{} defends{without}, and {} attacks", name(*defender), name(*attacker))
            }
            Event::LineChosen { side, line } => {
                let line = match line {
                    Line::North => "north",
                    Line::South => "south",
                };
                format!("{} starts from the {line}", name(*side))
            }
            Event::HandicapRolled { side, rolls: [one, other], total, returned, removed } => format!(
                "{} throws {one} + {other} = {total} for its handicap: back come {}, and out stay {}",
                name(*side),
                men(returned),
                men(removed)
            ),
            Event::Placed { seat, figures, guns, .. } => {
                let (seat, n_men, n_guns) = (self.seat(seat), figures.len(), guns.len());
                format!("put down in the draft of {seat}, men: {n_men}, guns: {n_guns}")
            }
            Event::DeploymentCommitted { seat } => {
                format!("everything is put down behind the curtain for {}", self.seat(seat))
            }
            Event::Deployed { seat, pick, figures, guns } | Event::Sealed { seat, pick, figures, guns } => {
                let picked = pick.map_or_else(String::new, |pick| {
                    format!(
                        ", from a force of {} infantry, {} cavalry and {} guns",
                        pick.infantry, pick.cavalry, pick.guns
                    )
                });
                let men: Vec<FigureId> = figures.iter().map(|placed| placed.id).collect();
                let guns: Vec<String> =
                    guns.iter().map(|placed| format!("gun {} at {}", placed.id, point(placed.at))).collect();
                let guns = if guns.is_empty() { String::new() } else { format!("; {}", guns.join("; ")) };
                format!("put down by {}{picked}: {} men ({}){guns}", self.seat(seat), men.len(), ids(&men))
            }
            _ => String::new(),
        }
    }
}
