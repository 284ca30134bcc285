//! A shot as its event shows it: the dice of the scatter, and a mark for everything it met (LW §7 `trace`).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Event, Toss};
use crate::{
    geometry::Point,
    rule::RuleId,
    ruleset::Roll,
    rulesets::little_wars::{
        ids::FigureId,
        rules::{LW_1_1, LW_1_6, LW_4_6, LW_4_11, LW_4_14, LW_4_19, LW_9_14, LW_10_3},
    },
};

/// The dice of the scatter (LW-4.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::ScatterDice)]
pub struct ScatterDice {
    /// To the side.
    pub deflection: [u32; 2],
    /// Up and down.
    pub elevation: [u32; 2],
}

/// How far a shot strays, in ten-thousandths (LW-4.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::Scatter)]
pub struct Scatter {
    /// To the right.
    pub deflection: i32,
    /// Up.
    pub elevation: i32,
}

/// Something a shot met, in the order in which it did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = little_wars::Mark)]
pub enum Mark {
    /// It leaves the gun.
    Muzzle {
        /// Where.
        at: Point,
        /// How high above the floor.
        z: i64,
        /// 100.
        energy: i64,
    },
    /// It strikes a man.
    Strike {
        /// Where the shot is.
        at: Point,
        /// How high.
        z: i64,
        /// Before the strike.
        energy: i64,
        /// Whom.
        figure: FigureId,
        /// The die, if one was thrown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        roll: Option<u32>,
        /// What it needed, if one was thrown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        need: Option<u32>,
        /// What became of him.
        outcome: StrikeOutcome,
    },
    /// A falling man falls against his neighbour.
    Domino {
        /// Where the neighbour stands.
        at: Point,
        /// As in the strike.
        energy: i64,
        /// The neighbour.
        figure: FigureId,
        /// The die.
        roll: u32,
        /// What it needed.
        need: u32,
        /// What became of him.
        outcome: DominoOutcome,
    },
    /// It grazes the ground and runs on.
    Graze {
        /// Where.
        at: Point,
        /// The ground.
        z: i64,
        /// After it.
        energy: i64,
        /// The die of the kick.
        roll: u32,
    },
    /// It glances off a thing and runs on.
    Glance {
        /// From where.
        at: Point,
        /// How high it struck.
        z: i64,
        /// After it.
        energy: i64,
        /// The die of the kick.
        roll: u32,
        /// The thing: of the Country, or a gun.
        object: String,
    },
    /// It has come to rest.
    Rest {
        /// Where.
        at: Point,
        /// 0 or less was left: 0.
        energy: i64,
    },
    /// A bank stops it.
    Bank {
        /// Where.
        at: Point,
        /// 0.
        energy: i64,
    },
    /// A thing stops it.
    Stopped {
        /// Where.
        at: Point,
        /// 0.
        energy: i64,
    },
    /// It has left the floor.
    Off {
        /// Where it was last.
        at: Point,
        /// What was left.
        energy: i64,
    },
}

/// What became of a man who was struck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = little_wars::StrikeOutcome)]
pub enum StrikeOutcome {
    /// He fell: dead.
    Fell,
    /// He stood, but is the first touched: dead.
    TouchedDead,
    /// He stood, unhurt.
    Touched,
}

/// What became of a falling man's neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = little_wars::DominoOutcome)]
pub enum DominoOutcome {
    /// He fell too: dead.
    Fell,
    /// He stood.
    Stands,
}

struct Die<'a> {
    purpose: &'static str,
    rule: RuleId,
    roller: Option<String>,
    against: Option<String>,
    sides: u32,
    values: &'a [u32],
}

impl Die<'_> {
    fn roll(self, result: Option<String>) -> Roll {
        let value = self.values.iter().sum();
        Roll {
            purpose: self.purpose.to_owned(),
            rule: self.rule,
            seat: None,
            roller: self.roller,
            against: self.against,
            sides: self.sides,
            values: self.values.to_vec(),
            value,
            modifiers: Vec::new(),
            total: value.into(),
            result,
        }
    }
}

impl Toss {
    /// The rule that asks for the coin.
    pub fn rule(self) -> RuleId {
        match self {
            Toss::Arranger => LW_1_1,
            Toss::FirstMove => LW_1_6,
            Toss::Defender => LW_9_14,
        }
    }
}

/// The dice a fact shows, in drawing order (LW §7).
pub(super) fn rolls(event: &Event) -> Vec<Roll> {
    match event {
        Event::CoinTossed { purpose, roll, side } => {
            let die = Die {
                purpose: purpose.as_str(),
                rule: purpose.rule(),
                roller: None,
                against: None,
                sides: 2,
                values: &[*roll],
            };
            vec![die.roll(Some(side.as_str().to_owned()))]
        }
        Event::HandicapRolled { rolls, .. } => {
            let (roller, against) = (None, None);
            vec![
                Die { purpose: "handicap", rule: LW_10_3, roller, against, sides: 6, values: rolls }
                    .roll(None),
            ]
        }
        Event::ShotFired { gun, rolls, trace, .. } => {
            let roller = || Some(gun.to_string());
            let die = |purpose, rule, against: Option<FigureId>, values| Die {
                purpose,
                rule,
                roller: roller(),
                against: against.map(|id| id.to_string()),
                sides: 6,
                values,
            };
            let scatter = [
                die("deflection", LW_4_6, None, &rolls.deflection[..]).roll(None),
                die("elevation", LW_4_6, None, &rolls.elevation[..]).roll(None),
            ];
            let met = trace.iter().filter_map(|mark| match mark {
                Mark::Strike { figure, roll: Some(roll), outcome, .. } => {
                    Some(die("topple", LW_4_11, Some(*figure), std::slice::from_ref(roll)).roll(Some(
                        if *outcome == StrikeOutcome::Fell { "fell" } else { "stands" }.to_owned(),
                    )))
                }
                Mark::Domino { figure, roll, outcome, .. } => {
                    Some(die("domino", LW_4_14, Some(*figure), std::slice::from_ref(roll)).roll(Some(
                        if *outcome == DominoOutcome::Fell { "fell" } else { "stands" }.to_owned(),
                    )))
                }
                Mark::Graze { roll, .. } | Mark::Glance { roll, .. } => {
                    Some(die("kick", LW_4_19, None, std::slice::from_ref(roll)).roll(None))
                }
                Mark::Strike { roll: None, .. }
                | Mark::Muzzle { .. }
                | Mark::Rest { .. }
                | Mark::Bank { .. }
                | Mark::Stopped { .. }
                | Mark::Off { .. } => None,
            });
            scatter.into_iter().chain(met).collect()
        }
        _ => Vec::new(),
    }
}
