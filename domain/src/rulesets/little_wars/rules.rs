//! Every rule of the game by its id; events, dice and refusals cite them by name. What the rules of `moves` say comes before a
//! melee, what those of `fights` say after it.

use crate::rule::{Rule, RuleId};

macro_rules! rulebook {
    ($($section:literal { $($id:literal $name:ident $origin:ident $text:literal)* })*) => {
        use crate::rule::{Origin, Rule, RuleId};

        $($(
            #[allow(dead_code)] // every rule has its name, cited by it or not
            #[doc = $text]
            #[allow(dead_code)] // some rules are cited in comments alone, where they are carried out
            pub const $name: RuleId = RuleId($id);
        )*)*

        /// These rules, in their order.
        pub(super) const RULES: &[Rule] = &[$($(
            Rule { id: RuleId($id), section: $section, origin: Origin::$origin, text: $text },
        )*)*];
    };
}

mod fights;
mod moves;

pub use fights::*;
pub use moves::*;

const N_RULES: usize = moves::RULES.len() + fights::RULES.len();

/// All rules, in their order.
pub(super) const RULES: &[Rule] = &all();

const fn all() -> [Rule; N_RULES] {
    let mut all = [moves::RULES[0]; N_RULES];
    let mut at = 0;
    while at < N_RULES {
        let n_moves = moves::RULES.len();
        all[at] = if at < n_moves { moves::RULES[at] } else { fights::RULES[at - n_moves] };
        at += 1;
    }
    all
}

/// The sequence of play, section 4 of the rules.
pub const SEQUENCE: RuleId = RuleId("§4");
/// The state, section 3 of the rules.
pub const STATE: RuleId = RuleId("§3");
/// The orders, section 6 of the rules.
pub const ORDERS: RuleId = RuleId("§6");
/// Scenario data, section 10 of the rules.
pub const SCENARIO: RuleId = RuleId("§10");
/// The options, section 3.1 of the rules.
pub const OPTIONS: RuleId = RuleId("§3.1");
