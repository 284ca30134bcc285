//! What a position is made of.

use crate::{
    geometry::{Direction, Point},
    rulesets::little_wars::{
        event::{AssignedPiece, Breakdown, PerSide, Picked, PlacedFigure, PlacedGun},
        ids::{FigureId, GunId, Side},
        scenario::SeatEntry,
        words::{GunStatus, Line, Reason, Role, Status, Used},
    },
};

/// A man. He faces nowhere, stands in no formation and does not shoot (LW-5.8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// His name.
    pub id: FigureId,
    /// His seat's place in the plan.
    pub seat: usize,
    /// Where he is; meaningless while he waits and after he has left the floor.
    pub at: Point,
    /// What has become of him.
    pub status: Status,
    /// Whose captive he is.
    pub captor: Option<Side>,
    /// Who leads him.
    pub escort: Option<FigureId>,
    /// The ply in which he was freed.
    pub freed_at: Option<u32>,
    /// From where he is measured in this move.
    pub start: Point,
    /// He has moved in it.
    pub moved: bool,
    /// He was used in it.
    pub used: Option<Used>,
    /// The guns he has passed, in id order (LW-8.2).
    pub passed: Vec<GunId>,
    /// He was taken at the end of the move that has just ended (LW-7.5): this ply.
    pub taken_at: Option<u32>,
}

impl Figure {
    /// His side.
    pub fn side(&self) -> Side {
        self.id.side
    }

    /// His disc's radius.
    pub fn radius(&self) -> i64 {
        self.id.arm.radius()
    }

    /// He has a place on the floor.
    pub fn is_on_floor(&self) -> bool {
        self.status.is_on_floor()
    }

    /// A free man on the floor.
    pub fn is_free(&self) -> bool {
        self.status.is_free()
    }

    /// On the floor and fit to fight.
    pub fn is_armed(&self) -> bool {
        self.status == Status::Armed
    }
}

/// A gun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gun {
    /// Its name.
    pub id: GunId,
    /// Whose it is now.
    pub holder: Side,
    /// Its seat's place in the plan.
    pub seat: usize,
    /// Where its axis is.
    pub at: Point,
    /// Where it points.
    pub face: Direction,
    /// In ten-thousandths of its tangent.
    pub elevation: i32,
    /// Where its axis was when the move began.
    pub start: Point,
    /// Where it pointed then.
    pub start_face: Direction,
    /// It has moved in this move.
    pub moved: bool,
    /// Shots in this move.
    pub shots: u8,
    /// Whether it is on the floor.
    pub status: GunStatus,
    /// It is not yet put down.
    pub waiting: bool,
}

impl Gun {
    /// It stands on the floor.
    pub fn is_on_floor(&self) -> bool {
        self.status == GunStatus::OnField && !self.waiting
    }
}

/// A side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideState {
    /// Its back line.
    pub line: Line,
    /// Whether it attacks or defends.
    pub role: Role,
    /// Men at the start.
    pub original: u32,
    /// The source's minutes for its latest move; 0 before the first (LW-2.5).
    pub minutes: u32,
    /// Those for its first move; 0 before it (LW-2.6).
    pub full_minutes: u32,
    /// Moves it has made.
    pub moves_made: u32,
}

impl SideState {
    pub(super) fn new(line: Line) -> Self {
        SideState { line, role: Role::None, original: 0, minutes: 0, full_minutes: 0, moves_made: 0 }
    }
}

/// How far a seat is in its move (LW-2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Its guns may still act.
    Guns,
    /// Its guns are closed.
    Men,
    /// It has done.
    Done,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatState {
    /// It has left the game.
    pub left: bool,
    /// How far it is in its move.
    pub stage: Stage,
    /// Its time was up in this move.
    pub late: bool,
    /// It has bound its deployment.
    pub ready: bool,
    /// What it would put down.
    pub draft: Draft,
}

impl SeatState {
    pub(super) fn new(_: &SeatEntry) -> Self {
        let draft = Draft::default();
        SeatState { left: false, stage: Stage::Guns, late: false, ready: false, draft }
    }
}

/// What a seat would put down: no line of the log tells of it before it is bound (LW-1.7).
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The force, where it is picked.
    pub pick: Option<Picked>,
    /// Men, in id order.
    pub figures: Vec<PlacedFigure>,
    /// Guns, in id order.
    pub guns: Vec<PlacedGun>,
    /// Given to other seats, in id order.
    pub assigned: Vec<AssignedPiece>,
}

/// A melee whose dead are still to be named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Melee {
    /// Its number.
    pub number: u32,
    /// Its men, by side, in id order.
    pub men: PerSide<Vec<FigureId>>,
    /// The smaller force.
    pub inferior: Option<Side>,
    /// How many of each side die.
    pub kill: usize,
    /// How many of the smaller force are taken.
    pub prisoners: usize,
    /// Which sides have a choice.
    pub choice: PerSide<bool>,
}

/// The beaten side's time to get away (LW-9.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetreatClock {
    /// Who is beaten.
    pub side: Side,
    /// Moves it has left.
    pub moves_left: u32,
}

/// How the battle ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// Who has won.
    pub winner: Option<Side>,
    /// What each has, in half-points.
    pub half_points: PerSide<i64>,
    /// What for.
    pub breakdown: PerSide<Breakdown>,
}

/// Where the sequence of play stands (LW §4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing has happened.
    Start,
    /// A seat chooses its side's line.
    ChooseSide,
    /// Men and guns are put down.
    PuttingDown,
    /// A side moves.
    Move,
    /// The mover names the dead.
    Adjudicate,
    /// It is over.
    Over,
}

impl Phase {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Start => "start",
            Phase::ChooseSide => "choose_side",
            Phase::PuttingDown => "putting_down",
            Phase::Move => "move",
            Phase::Adjudicate => "adjudicate",
            Phase::Over => "over",
        }
    }

    /// The phase of that name.
    pub fn parse(name: &str) -> Option<Phase> {
        [Phase::Start, Phase::ChooseSide, Phase::PuttingDown, Phase::Move, Phase::Adjudicate, Phase::Over]
            .into_iter()
            .find(|phase| phase.as_str() == name)
    }
}
