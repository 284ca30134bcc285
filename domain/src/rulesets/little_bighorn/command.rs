//! The orders of a seat. Canonical JSON leaves defaults out; a form that is not one of these is refused before
//! anything is judged (LBH-14.4), so that whoever holds a [`Command`] need not ask for lengths again, but for the
//! two empty lists that have codes of their own (`path`, `targets`).

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

use super::{
    cell::Cell,
    pieces::{Class, FigureId},
};

/// The most targets an attack and the most cells a push may name.
pub(crate) const LONGEST_LIST: usize = 8;

/// One order of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = little_bighorn::Command)]
pub enum Command {
    /// Exchanges the places of pieces before the battle: `deploy gen1 m10 flag l9 sol3 m9`.
    Deploy {
        /// Pieces and the cells they go to, which are exactly those the pieces hold now.
        #[serde(deserialize_with = "form::some_placements")]
        #[schema(min_items = 1)]
        placements: Vec<Placement>,
    },
    /// Moves a figure: `sol3 k9`, `sol3 k9 flag`, `rid2 c7 d6 e5`.
    Move {
        /// Who.
        figure: FigureId,
        /// The cells entered, without the one it stands on.
        path: Vec<Cell>,
        /// Whether it takes the flag along.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(default = false)]
        with_flag: bool,
    },
    /// Attacks the first of its targets that it legally may: `off1 x chf1 rid2 push k9 l9 adv always`.
    Attack {
        /// Who.
        figure: FigureId,
        /// Whom, in order of preference.
        #[serde(deserialize_with = "form::few_figures")]
        #[schema(max_items = 8)]
        targets: Vec<FigureId>,
        /// Where the vanquished goes; left out, the attacker's standing order holds.
        #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        push: Option<Push>,
        /// Whether the victor follows; left out, the attacker's standing order holds.
        #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        advance: Option<Advance>,
    },
    /// Sets standing orders, at least one: `standing sol3 sol4 reply even to chf1 rider adv never`.
    #[serde(deserialize_with = "form::standing")]
    Standing {
        /// Whose.
        figures: Figures,
        /// When to answer distant fire.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        reply: Option<ReplyWhen>,
        /// Whom to answer; empty for anyone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        reply_to: Option<Vec<ReplyTo>>,
        /// Where the vanquished goes.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        push: Option<Push>,
        /// Whether the victor follows.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        advance: Option<Advance>,
    },
    /// Ends a phase for this seat: `end movement`, `end combat auto`.
    #[serde(deserialize_with = "form::end_phase")]
    EndPhase {
        /// Which.
        phase: Phase,
        /// In combat: fight first what melee is owed. Without meaning in other phases, and left out there.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schema(default = false)]
        auto_melee: bool,
    },
}

/// A piece and the cell it goes to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::Placement)]
pub struct Placement {
    /// A figure's id or `flag`.
    pub piece: FigureId,
    /// Where it goes.
    pub cell: Cell,
}

/// The name of the flag in a placement.
pub(crate) const FLAG: &str = "flag";

/// Whose standing orders are set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = little_bighorn::Figures)]
pub enum Figures {
    /// `"all"`: the seat's living figures.
    All(All),
    /// These, one at least.
    Named(Vec<FigureId>),
}

/// The word `all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::All)]
pub enum All {
    /// All of the seat's living figures.
    All,
}

/// When a figure answers distant fire (LBH-13.2). Melee does not ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::ReplyWhen)]
pub enum ReplyWhen {
    /// Whenever it can.
    #[default]
    Always,
    /// With a bonus at least as high as the attacker's.
    Even,
    /// With a higher bonus than the attacker's.
    Better,
    /// Never: it holds its fire.
    Never,
}

/// Whom a figure answers (LBH-13.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ReplyTo {
    /// Anyone of this class.
    Class(Class),
    /// This figure.
    Figure(FigureId),
}

impl utoipa::PartialSchema for ReplyTo {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Whom a figure answers: a class (`chief`) or a figure's id (`chf1`)."))
            .build()
            .into()
    }
}

impl ToSchema for ReplyTo {
    fn name() -> std::borrow::Cow<'static, str> {
        "little_bighorn.ReplyTo".into()
    }
}

/// Where the vanquished goes (LBH-13.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = little_bighorn::Push)]
pub enum Push {
    /// By the automatic choice of LBH-8.10: `push auto`.
    Auto {},
    /// To the first of these that it can: `push k9 l9`.
    To {
        /// One to eight cells.
        #[serde(deserialize_with = "form::few_cells")]
        #[schema(min_items = 1, max_items = 8)]
        cells: Vec<Cell>,
    },
    /// As near to a cell as it can: `push toward a1`.
    Toward {
        /// Which.
        cell: Cell,
    },
    /// As far from a cell as it can: `push away k1`.
    Away {
        /// Which.
        cell: Cell,
    },
}

impl Default for Push {
    fn default() -> Self {
        Push::Auto {}
    }
}

/// Whether the victor of a melee follows into the vanquished's cell (LBH-13.4). All but `never` include taking the
/// unguarded flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Advance)]
pub enum Advance {
    /// Not even onto the flag.
    Never,
    /// Only onto the unguarded flag.
    #[default]
    Capture,
    /// When the vanquished has fallen.
    IfEliminated,
    /// When the vanquished was pushed back.
    IfPushed,
    /// Whenever it can.
    Always,
}

/// A phase of the sequence of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Phase)]
pub enum Phase {
    /// Both sides in turn place their pieces, with the option `deployment: free`.
    Deployment,
    /// The mover moves.
    Movement,
    /// The mover attacks.
    Combat,
    /// The other side attacks with what shots it has left.
    ReturnFire,
}

impl Phase {
    /// As JSON and notation write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Deployment => "deployment",
            Phase::Movement => "movement",
            Phase::Combat => "combat",
            Phase::ReturnFire => "return_fire",
        }
    }

    /// As people read it.
    pub fn in_words(self) -> &'static str {
        match self {
            Phase::Deployment => "deployment",
            Phase::Movement => "movement",
            Phase::Combat => "combat",
            Phase::ReturnFire => "return fire",
        }
    }
}

/// What serde is told beyond the types: lengths of lists, and that `null` is no value of an optional field.
mod form {
    use super::*;

    pub(super) use crate::form::given;

    fn within<E: Error, T>(list: Vec<T>, least: usize, most: usize) -> Result<Vec<T>, E> {
        if list.len() < least || most < list.len() {
            return Err(E::invalid_length(list.len(), &"a list of another length"));
        }
        Ok(list)
    }

    pub(super) fn some_placements<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Placement>, D::Error> {
        within(Vec::deserialize(from)?, 1, usize::MAX)
    }

    pub(super) fn few_figures<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<FigureId>, D::Error> {
        within(Vec::deserialize(from)?, 0, LONGEST_LIST)
    }

    pub(super) fn few_cells<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Cell>, D::Error> {
        within(Vec::deserialize(from)?, 1, LONGEST_LIST)
    }

    impl<'de> Deserialize<'de> for Figures {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            #[derive(Deserialize)]
            #[serde(untagged, expecting = "\"all\" or a list of figures")]
            enum Either {
                All(All),
                Named(Vec<FigureId>),
            }
            match Either::deserialize(from)? {
                Either::All(all) => Ok(Figures::All(all)),
                Either::Named(figures) => within(figures, 1, usize::MAX).map(Figures::Named),
            }
        }
    }

    pub(super) fn end_phase<'de, D: Deserializer<'de>>(from: D) -> Result<(Phase, bool), D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            phase: Phase,
            #[serde(default)]
            auto_melee: bool,
        }
        let Fields { phase, auto_melee } = Fields::deserialize(from)?;
        Ok((phase, auto_melee && phase == Phase::Combat)) // LBH-14.8: ignored in other phases
    }

    type Set = (Figures, Option<ReplyWhen>, Option<Vec<ReplyTo>>, Option<Push>, Option<Advance>);

    pub(super) fn standing<'de, D: Deserializer<'de>>(from: D) -> Result<Set, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            figures: Figures,
            #[serde(default, deserialize_with = "given")]
            reply: Option<ReplyWhen>,
            #[serde(default, deserialize_with = "given")]
            reply_to: Option<Vec<ReplyTo>>,
            #[serde(default, deserialize_with = "given")]
            push: Option<Push>,
            #[serde(default, deserialize_with = "given")]
            advance: Option<Advance>,
        }
        let Fields { figures, reply, reply_to, push, advance } = Fields::deserialize(from)?;
        if reply.is_none() && reply_to.is_none() && push.is_none() && advance.is_none() {
            return Err(D::Error::custom("a standing order that sets nothing")); // LBH-14.4
        }
        Ok((figures, reply, reply_to, push, advance))
    }
}
