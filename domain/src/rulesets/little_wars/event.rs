//! The facts of a game (LW §7): the position is the fold of these alone. `rules` is no field here: which rules a fact rests
//! on follows from it and the position, and the seam adds them to the body.

mod fact;
mod parts;
mod shot;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use parts::{
    AssignedPiece, Breakdown, DeployedFigure, DeployedGun, PerSide, Picked, PlacedFigure, PlacedGun,
};
pub use shot::{DominoOutcome, Mark, Scatter, ScatterDice, StrikeOutcome};

pub use super::words::{
    DeathCause, FreedBy, LeftBy, Line, MovedBy, Reason, ResolvedBy, TakenBy, Toss, TrailPlace,
};
use super::{
    command::Aim,
    ids::{FigureId, GunId, PieceId, Side},
};
use crate::{
    geometry::{Direction, Point},
    ids::Seat,
};

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = little_wars::Event)]
pub enum Event {
    /// A coin was tossed: 1 is red, 2 is blue.
    CoinTossed {
        /// What for.
        purpose: Toss,
        /// What fell.
        roll: u32,
        /// Whom it named.
        side: Side,
    },
    /// Who defends, and what he does without (LW-9.13).
    RolesSet {
        /// The weaker side.
        defender: Side,
        /// The stronger side.
        attacker: Side,
        /// What the defender leaves out.
        left_out: Vec<PieceId>,
    },
    /// A side's line is known; the other has the other one.
    LineChosen {
        /// Whose.
        side: Side,
        /// Which.
        line: Line,
    },
    /// A side throws for the men it had left out (LW-10.3).
    HandicapRolled {
        /// Whose.
        side: Side,
        /// The two dice.
        rolls: [u32; 2],
        /// Their sum.
        total: u32,
        /// Who comes back.
        returned: Vec<FigureId>,
        /// Who stays out.
        removed: Vec<FigureId>,
    },
    /// Where a seat's men and guns stand in its draft: told to the fold alone, it leaves no line.
    Placed {
        /// Whose draft.
        seat: Seat,
        /// The force, if this is a new one.
        pick: Option<Picked>,
        /// Men.
        figures: Vec<PlacedFigure>,
        /// Guns.
        guns: Vec<PlacedGun>,
        /// Men and guns given to another seat in the draft.
        assigned: Vec<AssignedPiece>,
    },
    /// A seat has bound its deployment (LW-1.7).
    DeploymentCommitted {
        /// Which.
        seat: Seat,
    },
    /// A seat's deployment.
    Deployed {
        /// Whose.
        seat: Seat,
        /// The force that was picked.
        #[schema(required = true)]
        pick: Option<Picked>,
        /// Its men.
        figures: Vec<DeployedFigure>,
        /// Its guns.
        guns: Vec<DeployedGun>,
    },
    /// The same, under seal until all are opened (LW-1.7). It is only ever written: what is opened is read as `deployed`.
    #[serde(rename = "deployed", skip_deserializing)]
    Sealed {
        /// Whose.
        seat: Seat,
        /// The force that was picked.
        pick: Option<Picked>,
        /// Its men.
        figures: Vec<DeployedFigure>,
        /// Its guns.
        guns: Vec<DeployedGun>,
    },
    /// A side's move begins.
    MoveBegan {
        /// Whose.
        side: Side,
        /// Which of its moves, from 1.
        number: u32,
        /// The source's minutes for it (LW-2.5).
        minutes: u32,
        /// Those of its first move.
        full_minutes: u32,
        /// Warnings, in half-minutes before Time (LW-2.7).
        warnings: Vec<u32>,
        /// Whether its guns may fire (LW-2.4).
        may_fire: bool,
    },
    /// A gun has fired.
    ShotFired {
        /// Which.
        gun: GunId,
        /// Which of its shots in this move, 1 to 4.
        shot: u8,
        /// At whom or what.
        at: Aim,
        /// Where it points.
        face: Direction,
        /// In ten-thousandths of its tangent.
        elevation: i32,
        /// Whether its own men lay.
        lie_down: bool,
        /// The dice of the scatter.
        rolls: ScatterDice,
        /// What they came to, in ten-thousandths.
        scatter: Scatter,
        /// What the shot met.
        trace: Vec<Mark>,
        /// Who is dead of it.
        dead: Vec<FigureId>,
        /// Whom the shot touched.
        touched: Vec<FigureId>,
    },
    /// A man is dead.
    FigureKilled {
        /// Who.
        figure: FigureId,
        /// How.
        cause: DeathCause,
        /// By which gun.
        #[schema(required = true)]
        gun: Option<GunId>,
        /// In which melee.
        #[schema(required = true)]
        melee: Option<u32>,
    },
    /// A gun has been moved.
    GunMoved {
        /// Which.
        gun: GunId,
        /// Where its axis went, from where it stood.
        path: Vec<Point>,
        /// Where it points.
        face: Direction,
        /// Who went with it.
        crew: Vec<FigureId>,
    },
    /// A man has moved.
    FigureMoved {
        /// Who.
        figure: FigureId,
        /// Where he went, from where he stood when the move began.
        path: Vec<Point>,
        /// Hundredths of an inch.
        length: i64,
        /// Why.
        reason: MovedBy,
    },
    /// Who is to serve a trail: told to the fold alone while a list is decided, it leaves no line.
    TrailNamed {
        /// Of which gun.
        gun: GunId,
        /// Left and right.
        figures: [Option<FigureId>; 2],
    },
    /// Who is to serve a trail, once the guns close: the list that said so left them open.
    TrailOrdered {
        /// Of which gun.
        gun: GunId,
        /// Left and right; `null` leaves a place to the rules.
        figures: [Option<FigureId>; 2],
    },
    /// Nobody serves this side of a trail.
    TrailUnmanned {
        /// Of which gun.
        gun: GunId,
        /// Which side.
        place: TrailPlace,
    },
    /// A seat's guns have done.
    GunsClosed {
        /// Whose.
        seat: Seat,
    },
    /// A seat has done.
    SeatDone {
        /// Which.
        seat: Seat,
        /// Whether its time was up.
        late: bool,
    },
    /// Men are in a melee.
    MeleeFormed {
        /// Its number.
        melee: u32,
        /// Those in contact.
        core: Vec<FigureId>,
        /// Red's men in it.
        red: Vec<FigureId>,
        /// Blue's men in it.
        blue: Vec<FigureId>,
        /// The smaller force.
        #[schema(required = true)]
        inferior: Option<Side>,
        /// Who supports it.
        support: Vec<FigureId>,
        /// Whether that is too few.
        #[schema(required = true)]
        isolated: Option<bool>,
        /// How many of each side die.
        kill: u32,
        /// How many of the smaller force are taken.
        prisoners: u32,
        /// Which sides have a choice who.
        choice: PerSide<bool>,
        /// Who chooses.
        #[schema(required = true)]
        decider: Option<Seat>,
    },
    /// A melee is settled.
    MeleeResolved {
        /// Its number.
        melee: u32,
        /// Who is dead.
        dead: Vec<FigureId>,
        /// Prisoners, each with his captor.
        #[schema(value_type = Vec<Vec<Option<FigureId>>>)]
        prisoners: Vec<(FigureId, Option<FigureId>)>,
        /// Who named them.
        by: ResolvedBy,
    },
    /// A man is a prisoner.
    PrisonerTaken {
        /// Who.
        figure: FigureId,
        /// Whose.
        side: Side,
        /// His escort.
        #[schema(required = true)]
        escort: Option<FigureId>,
        /// How.
        cause: TakenBy,
    },
    /// A prisoner has another escort.
    EscortChanged {
        /// Who.
        figure: FigureId,
        /// The new one.
        escort: FigureId,
    },
    /// A prisoner is free, without a weapon.
    PrisonerFreed {
        /// Who.
        figure: FigureId,
        /// How.
        cause: FreedBy,
    },
    /// A prisoner is behind his captor's line.
    PrisonerSecured {
        /// Who.
        figure: FigureId,
    },
    /// A freed man has a weapon again.
    FigureRearmed {
        /// Who.
        figure: FigureId,
    },
    /// A body has surrendered.
    FlagRaised {
        /// Who.
        figures: Vec<FigureId>,
        /// Who supported them.
        support: Vec<FigureId>,
    },
    /// A man has left over his own line.
    FigureWithdrawn {
        /// Who.
        figure: FigureId,
        /// Where he went.
        path: Vec<Point>,
        /// Why.
        reason: LeftBy,
    },
    /// A gun has left over its holder's line.
    GunWithdrawn {
        /// Which.
        gun: GunId,
        /// Where its axis went.
        path: Vec<Point>,
        /// Who went with it.
        crew: Vec<FigureId>,
    },
    /// Men no longer count as having passed a gun.
    GunPassesCleared {
        /// Which.
        gun: GunId,
        /// Who.
        figures: Vec<FigureId>,
    },
    /// Men have passed a gun's wheels.
    GunPassed {
        /// Which.
        gun: GunId,
        /// Who.
        figures: Vec<FigureId>,
    },
    /// A gun has changed hands.
    GunCaptured {
        /// Which.
        gun: GunId,
        /// Who held it.
        from: Side,
        /// Who holds it.
        to: Side,
        /// Who had passed it.
        by: Vec<FigureId>,
        /// The seat that has it now.
        seat: Seat,
    },
    /// Three men stand on the enemy's line: his side is beaten (LW-9.9).
    BlowStruck {
        /// The victor.
        side: Side,
        /// Who stands there.
        figures: Vec<FigureId>,
        /// Moves the beaten side has to get away.
        moves_left: u32,
    },
    /// Men and guns have another seat.
    FiguresAssigned {
        /// What.
        figures: Vec<PieceId>,
        /// Whose.
        to: Seat,
    },
    /// A seat has left; what it had goes on under another.
    SeatLeft {
        /// Which.
        seat: Seat,
        /// Who has its men.
        to: Seat,
        /// What.
        figures: Vec<PieceId>,
    },
    /// A side had nobody to act: its move is over.
    MovePassed {
        /// Which.
        side: Side,
    },
    /// A move is over.
    MoveEnded {
        /// Whose.
        side: Side,
        /// Whose is next.
        next: Side,
    },
    /// The battle is over.
    GameEnded {
        /// Why.
        reason: Reason,
        /// Who has won.
        #[schema(required = true)]
        winner: Option<Side>,
        /// What each has.
        half_points: PerSide<i64>,
        /// What for.
        breakdown: PerSide<Breakdown>,
        /// By how much.
        margin: i64,
    },
}
