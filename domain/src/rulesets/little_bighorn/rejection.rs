//! Why an order is not carried out: the code, the rule it rests on, and a sentence for whoever gave it.

use std::fmt;

use super::{
    cell::Cell,
    command::Phase,
    ground::Terrain,
    pieces::{Class, FigureId, Gait},
    rules,
};
use crate::{rule::RuleId, ruleset::Reject};

/// A fault of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// A move that names no cell.
    EmptyPath,
    /// An attack that names nobody.
    NoTargetNamed,
    /// No figure of this game.
    UnknownFigure(FigureId),
    /// Another seat's figure, or the flag without the general.
    NotYourFigure(FigureId),
    /// No cell of this board.
    OffBoard(Cell),
    /// The figure ordered has fallen.
    FigureEliminated(FigureId),
    /// Standing orders for all of nobody.
    NobodyLeft,
    /// The order belongs to another phase, or the seat has ended it.
    NotYourPhase(Phase),
    /// More cells than the figure has steps.
    PathTooLong(FigureId, Gait),
    /// The flag is not for this figure to carry.
    NotABearer(FigureId),
    /// A step between cells that do not touch.
    NotAdjacent(Cell, Cell, Gait),
    /// The terrain does not admit the figure.
    TerrainForbidden(Cell, Terrain),
    /// The target, or every target, has fallen.
    TargetEliminated(FigureId),
    /// A target of one's own side.
    NotAnEnemy(FigureId),
    /// The pieces named and the cells named are not the same ones.
    NotAPermutation,
    /// Not a triangle for this piece.
    WrongTriangle(FigureId, Cell),
    /// A second move.
    AlreadyMoved(FigureId),
    /// The bearer does not stand on the flag's cell.
    FlagNotHere(Cell),
    /// A second move of the flag.
    FlagAlreadyMoved,
    /// A step on from a cell beside an enemy.
    MustStop(Cell),
    /// A step onto the enemy.
    EnemyOccupied(Cell),
    /// A step onto a full cell.
    StackingLimit(Cell),
    /// A shot too many.
    NoShotLeft(FigureId, Class),
    /// The target is too far away.
    OutOfRange(FigureId, Class),
    /// Woods or rocks lie between.
    LineBlocked(FigureId),
    /// Distant fire while a figure of the side owes melee.
    MeleeFirst,
    /// The end of combat while a figure of the seat owes melee.
    MeleeOwed(FigureId),
    /// The battle is over.
    GameOver,
}

impl Reject for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::EmptyPath => "empty-path",
            Rejection::NoTargetNamed => "no-target-named",
            Rejection::UnknownFigure(_) => "unknown-figure",
            Rejection::NotYourFigure(_) => "not-your-figure",
            Rejection::OffBoard(_) => "off-board",
            Rejection::FigureEliminated(_) | Rejection::NobodyLeft => "figure-eliminated",
            Rejection::NotYourPhase(_) => "not-your-phase",
            Rejection::PathTooLong(..) => "path-too-long",
            Rejection::NotABearer(_) => "not-a-bearer",
            Rejection::NotAdjacent(..) => "not-adjacent",
            Rejection::TerrainForbidden(..) => "terrain-forbidden",
            Rejection::TargetEliminated(_) => "target-eliminated",
            Rejection::NotAnEnemy(_) => "not-an-enemy",
            Rejection::NotAPermutation => "not-a-permutation",
            Rejection::WrongTriangle(..) => "wrong-triangle",
            Rejection::AlreadyMoved(_) => "already-moved",
            Rejection::FlagNotHere(_) => "flag-not-here",
            Rejection::FlagAlreadyMoved => "flag-already-moved",
            Rejection::MustStop(_) => "must-stop",
            Rejection::EnemyOccupied(_) => "enemy-occupied",
            Rejection::StackingLimit(_) => "stacking-limit",
            Rejection::NoShotLeft(..) => "no-shot-left",
            Rejection::OutOfRange(..) => "out-of-range",
            Rejection::LineBlocked(_) => "line-blocked",
            Rejection::MeleeFirst => "melee-first",
            Rejection::MeleeOwed(_) => "melee-owed",
            Rejection::GameOver => "game-over",
        }
    }

    fn rule(&self) -> RuleId {
        match self {
            Rejection::UnknownFigure(_) => rules::FIRST_PASS,
            Rejection::NoTargetNamed | Rejection::NotAnEnemy(_) => rules::TARGET_NAMED,
            Rejection::NotYourFigure(_) => rules::OWN_FIGURES,
            Rejection::OffBoard(_) => rules::BOARD,
            Rejection::FigureEliminated(_) | Rejection::NobodyLeft | Rejection::TargetEliminated(_) => {
                rules::FALLEN
            }
            Rejection::NotYourPhase(_) => rules::WRONG_PHASE,
            Rejection::EmptyPath => rules::FOOT_MOVE,
            Rejection::PathTooLong(_, gait) | Rejection::NotAdjacent(_, _, gait) => match gait {
                Gait::Foot => rules::FOOT_MOVE,
                Gait::Mounted => rules::MOUNTED_MOVE,
            },
            Rejection::NotABearer(_) => rules::FLAG_BEARER,
            Rejection::TerrainForbidden(_, terrain) => match terrain {
                Terrain::River => rules::RIVER,
                Terrain::Open | Terrain::Woods | Terrain::Rocks | Terrain::Parapet | Terrain::Ford => {
                    rules::MOUNTED_TERRAIN
                }
            },
            Rejection::NotAPermutation => rules::DEPLOYMENT,
            Rejection::WrongTriangle(..) => rules::TRIANGLES,
            Rejection::AlreadyMoved(_) => rules::ONE_MOVE,
            Rejection::FlagNotHere(_) => rules::FLAG_PICK_UP,
            Rejection::FlagAlreadyMoved => rules::FLAG_ONCE,
            Rejection::MustStop(_) => rules::MUST_STOP,
            Rejection::EnemyOccupied(_) => rules::ENEMY_CELL,
            Rejection::StackingLimit(_) => rules::STACKING,
            Rejection::NoShotLeft(_, class) => match class {
                Class::General | Class::Officer => rules::TWO_SHOTS,
                Class::Soldier | Class::Chief | Class::Rider | Class::Warrior => rules::ONE_SHOT,
            },
            Rejection::OutOfRange(_, class) => match class {
                Class::Rider => rules::TOMAHAWKS_REACH,
                Class::General | Class::Officer | Class::Soldier | Class::Chief | Class::Warrior => {
                    rules::FIREARMS_REACH
                }
            },
            Rejection::LineBlocked(_) => rules::LINE,
            Rejection::MeleeFirst => rules::MELEE_FIRST,
            Rejection::MeleeOwed(_) => rules::MELEE_OWED,
            Rejection::GameOver => rules::OVER,
        }
    }

    fn untimely(&self) -> bool {
        matches!(self, Rejection::NotYourPhase(_) | Rejection::GameOver)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::EmptyPath => write!(f, "a move names at least one cell"),
            Rejection::NoTargetNamed => write!(f, "an attack names at least one target"),
            Rejection::UnknownFigure(id) => write!(f, "there is no figure {:?} in this game", id.as_str()),
            Rejection::NotYourFigure(id) => write!(f, "{id} is not under the command of this seat"),
            Rejection::OffBoard(cell) => write!(f, "{cell} is not on the board"),
            Rejection::FigureEliminated(id) => write!(f, "{id} has fallen"),
            Rejection::NobodyLeft => write!(f, "this seat has no living figure"),
            Rejection::NotYourPhase(phase) => {
                write!(f, "this order belongs to the seat's own {}, which is not now", phase.in_words())
            }
            Rejection::PathTooLong(id, gait) => match gait {
                Gait::Foot => write!(f, "{id} is on foot and moves one cell"),
                Gait::Mounted => write!(f, "{id} is mounted and moves three cells at most"),
            },
            Rejection::NotABearer(id) => write!(f, "{id} may not carry the flag"),
            Rejection::NotAdjacent(from, to, _) => write!(f, "{from} and {to} do not touch"),
            Rejection::TerrainForbidden(cell, terrain) => {
                write!(f, "{cell} is {}: this figure may not enter it", terrain.as_str())
            }
            Rejection::TargetEliminated(id) => write!(f, "the target {id} has fallen"),
            Rejection::NotAnEnemy(id) => write!(f, "{id} is no enemy"),
            Rejection::NotAPermutation => {
                write!(f, "the cells named are not exactly those that the pieces named hold now")
            }
            Rejection::WrongTriangle(id, cell) => write!(f, "{cell} is no starting square for {id}"),
            Rejection::AlreadyMoved(id) => write!(f, "{id} has moved this turn"),
            Rejection::FlagNotHere(cell) => write!(f, "the flag stands on {cell}, not with this figure"),
            Rejection::FlagAlreadyMoved => write!(f, "the flag has moved this turn"),
            Rejection::MustStop(cell) => write!(f, "{cell} is beside an enemy: the move ends there"),
            Rejection::EnemyOccupied(cell) => write!(f, "an enemy stands on {cell}"),
            Rejection::StackingLimit(cell) => write!(f, "{cell} has no room for this figure"),
            Rejection::NoShotLeft(id, _) => write!(f, "{id} has no shot left this turn"),
            Rejection::OutOfRange(id, _) => write!(f, "{id} is out of range"),
            Rejection::LineBlocked(id) => write!(f, "woods or rocks stand between the attacker and {id}"),
            Rejection::MeleeFirst => write!(f, "the melees of the side come before its distant fire"),
            Rejection::MeleeOwed(id) => write!(f, "{id} is in contact and must attack first"),
            Rejection::GameOver => write!(f, "the battle is over"),
        }
    }
}
