//! What may be chosen when a game is created (LW §3.1): a scenario's own choices, and all of them with the defaults filled in.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use super::super::words::{
    Adjudication, Composition, Deployment, FirstMove, GameKind, Gunnery, GunsFirstScope, RearZone, Rules,
    SideChoice,
};
use super::Scenario;

/// Below how many men on both sides the battle is drawn (LW-9.7): JSON has `"auto"` or a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = little_wars::DrawBelow)]
pub enum DrawBelow {
    /// `"auto"`: 15 where both sides start with 50 men or more, else 10.
    Auto(Auto),
    /// So many; 0 is never.
    Men(u32),
}

/// `"auto"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::Auto)]
pub enum Auto {
    /// The rules say.
    #[serde(rename = "auto")]
    Auto,
}

macro_rules! options {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $default:expr;)*) => {
        /// All options of a game.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        #[schema(as = little_wars::Options)]
        pub struct Options {
            $($(#[$doc])* pub $name: $type,)*
        }

        /// The options a scenario chooses; the others have their defaults.
        #[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        #[schema(as = little_wars::ScenarioOptions)]
        pub struct ScenarioOptions {
            $(
                $(#[$doc])*
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[schema(nullable = false)]
                pub $name: Option<$type>,
            )*
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $($name: $default,)* }
            }
        }

        /// The scenario's own options, defaults filled in.
        pub(in super::super) fn options(scenario: &Scenario) -> Options {
            let (own, default) = (&scenario.options, Options::default());
            Options { $($name: own.$name.unwrap_or(default.$name),)* }
        }
    };
}

options! {
    /// Which rules are played.
    rules: Rules = Rules::Core;
    /// What is fought for (LW-9).
    game: GameKind = GameKind::FightToTheFinish;
    /// How forces are made up (LW-10).
    composition: Composition = Composition::Fixed;
    /// Whole points to spend, where each side picks its force (LW-10.2).
    #[schema(minimum = 1, maximum = 1000)]
    selection_points: u32 = 150;
    /// Whether each side leaves out twelve men and throws for their return (LW-10.3).
    handicap_dice: bool = false;
    /// Who says which line a side starts from (LW-1.2).
    side_choice: SideChoice = SideChoice::Fixed;
    /// Who moves first (LW-1.6).
    first_move: FirstMove = FirstMove::Toss;
    /// Whether both put down at once, unseen (LW-1.7).
    curtain: bool = true;
    /// Whether players put their men down (LW-1.11).
    deployment: Deployment = Deployment::Free;
    /// How far shots scatter (LW-4.6).
    gunnery: Gunnery = Gunnery::Hurried;
    /// Which part of the line counts in a blow at the rear (LW-9.12).
    rear_zone: RearZone = RearZone::Whole;
    /// Below how many men on both sides the battle is drawn (LW-9.6, LW-9.7).
    draw_below: DrawBelow = DrawBelow::Auto(Auto::Auto);
    /// Moves a side after which points decide; 0 for no limit (LW-9.22).
    #[schema(maximum = 500)]
    max_moves: u32 = 0;
    /// Side-moves without a loss after which the battle is drawn; 0 for never (LW-9.21).
    #[schema(maximum = 100)]
    quiet_moves: u32 = 20;
    /// Whom the rule of guns first binds (LW-2.3).
    guns_first_scope: GunsFirstScope = GunsFirstScope::Seat;
    /// Who names the dead of a melee (LW-6.11).
    adjudication: Adjudication = Adjudication::Mover;
    /// Whether the time for a move shrinks with the force (LW-2.6).
    shrink_clock: bool = false;
}
