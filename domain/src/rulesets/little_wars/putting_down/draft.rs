//! A seat's draft: which force, who stands where, who gets whom (LW-1.9, LW-1.10, LW-10.2). Every order makes it anew, as a
//! whole; nothing of it is known to anybody else.

use super::{is_picked, is_ready, waiting};
use crate::{
    geometry::{Point, Vector},
    ids::Seat,
    rulesets::little_wars::{
        command::{Block, Command, GunBlock, MenBlock},
        course::Course,
        decide::Asked,
        deployment::{self, Deployed},
        event::{AssignedPiece, Event, Picked, PlacedFigure, PlacedGun},
        ids::{Arm, FigureId, Figures, GunId, PieceId, Pieces, Side},
        layout::Layout,
        rejection::{Code, Rejection},
        scenario::Force,
        state::{Draft, State},
        words::{Role, Status},
    },
};

/// A force has so many men at least (LW-10.6).
pub(in super::super) const FEWEST_MEN: u32 = 10;

/// The fewest men a picked force may have (LW-10.6); of a defender, who has but two thirds, one.
pub(in super::super) fn fewest_men(state: &State, side: Side) -> u32 {
    match state.sides.side(side).role {
        Role::Defender => 1,
        Role::None | Role::Attacker => FEWEST_MEN,
    }
}

/// `pick` (LW-10.2).
///
/// # Errors
/// `already-ready`, `not-in-box`, `over-points`, `too-few-men`, in this order.
pub(in super::super) fn pick(
    course: &mut Course,
    asked: &Asked<'_>,
    numbers: [u32; 3],
) -> Result<(), Rejection> {
    let state = &course.state;
    let [infantry, cavalry, guns] = numbers;
    let force = Force { infantry, cavalry, guns };
    if is_ready(state, asked) {
        return Err(Code::AlreadyReady.plain());
    }
    if !force.is_within(state.house().scenario.box_of(asked.side)) {
        return Err(Code::NotInBox.plain()); // LW-10.2
    }
    if deployment::budget(state, asked.side) < force.half_points() {
        return Err(Code::OverPoints.plain()); // LW-10.2
    }
    if force.men() < fewest_men(state, asked.side) {
        return Err(Code::TooFewMen.plain()); // LW-10.6
    }
    let pick = Picked { infantry, cavalry, guns };
    let pieces = picked(asked.side, pick);
    let assigned = state.seats[asked.at].draft.assigned.iter();
    let assigned = assigned.filter(|piece| pieces.contains(&piece.id)).cloned().collect();
    let draft = Draft { pick: Some(pick), figures: Vec::new(), guns: Vec::new(), assigned };
    say(course, asked, draft);
    Ok(())
}

/// The pieces of a picked force, numbered through, in id order (LW-10.2).
pub(in super::super) fn picked(side: Side, pick: Picked) -> Vec<PieceId> {
    let men = |arm: Arm, number: u32| (1..=number).map(move |number| FigureId { side, arm, number });
    let men = men(Arm::Cavalry, pick.cavalry).chain(men(Arm::Infantry, pick.infantry));
    let guns = (1..=pick.guns).map(|number| GunId { origin: side, number });
    let mut pieces: Vec<PieceId> = men.map(PieceId::from).chain(guns.map(PieceId::from)).collect();
    pieces.sort();
    pieces
}

fn say(course: &mut Course, asked: &Asked<'_>, draft: Draft) {
    let Draft { pick, figures, guns, assigned } = draft;
    course.say(Event::Placed { seat: asked.seat.clone(), pick, figures, guns, assigned });
}

/// What a seat that gives orders has to put down, its draft's force known, in id order.
fn own(state: &State, asked: &Asked<'_>) -> Vec<PieceId> {
    if is_picked(state) {
        let pick = state.seats[asked.at].draft.pick;
        pick.map(|pick| picked(asked.side, pick)).unwrap_or_default()
    } else {
        waiting(state, asked.at)
    }
}

/// Whether there is such a man or gun (LW §3). Of an enemy whose force is picked nobody knows it yet.
fn is_known(state: &State, asked: &Asked<'_>, piece: PieceId) -> Result<(), Rejection> {
    let pick = state.seats[asked.at].draft.pick.unwrap_or(Picked { infantry: 0, cavalry: 0, guns: 0 });
    let is_known = match (is_picked(state), piece) {
        (true, _) if piece.side() != asked.side => true,
        (true, PieceId::Figure(FigureId { arm: Arm::Infantry, number, .. })) => number <= pick.infantry,
        (true, PieceId::Figure(FigureId { arm: Arm::Cavalry, number, .. })) => number <= pick.cavalry,
        (true, PieceId::Gun(GunId { number, .. })) => number <= pick.guns,
        (false, PieceId::Figure(id)) => state.figure(id).is_some(),
        (false, PieceId::Gun(id)) => state.gun(id).is_some(),
    };
    if is_known { Ok(()) } else { Err(Code::UnknownFigure.of(piece)) }
}

/// Whether a piece is the seat's own (LW-11.2), or where forces are picked, its side's.
fn is_own(state: &State, asked: &Asked<'_>, piece: PieceId) -> Result<(), Rejection> {
    let seat = match piece {
        PieceId::Figure(id) => state.figure(id).map(|man| man.seat),
        PieceId::Gun(id) => state.gun(id).map(|gun| gun.seat),
    };
    let is_own = if is_picked(state) { piece.side() == asked.side } else { seat == Some(asked.at) };
    if is_own { Ok(()) } else { Err(Code::NotYourFigure.of(piece)) }
}

/// Whether a piece is not yet on the floor.
fn is_waiting(state: &State, piece: PieceId) -> Result<(), Rejection> {
    let is_down = match piece {
        PieceId::Figure(id) => state.figure(id).is_some_and(|man| man.status != Status::Waiting),
        PieceId::Gun(id) => state.gun(id).is_some_and(|gun| !gun.waiting),
    };
    if is_down { Err(Code::NotAvailable.of(piece)) } else { Ok(()) }
}

/// What a word names, in id order, all of which there must be: a range whose ends do not fit, or that runs beyond who there is,
/// names somebody who never was (LW §6). Of an enemy whose force is picked the first is named for all.
fn named(state: &State, asked: &Asked<'_>, word: Pieces) -> Result<Vec<PieceId>, Rejection> {
    let man = |side, arm, number| PieceId::from(FigureId { side, arm, number });
    let gun = |origin, number| PieceId::from(GunId { origin, number });
    let range = |of: &dyn Fn(u32) -> PieceId, from: u32, to: u32| {
        if to < from {
            return Err(Code::UnknownFigure.of(of(to)));
        }
        let is_secret = is_picked(state) && of(from).side() != asked.side;
        let to = if is_secret { from } else { to };
        let mut pieces = Vec::new();
        for piece in (from..=to).map(of) {
            is_known(state, asked, piece)?;
            pieces.push(piece);
        }
        Ok(pieces)
    };
    let last = |of: &dyn Fn(u32) -> PieceId| {
        let all = if is_picked(state) { own(state, asked) } else { Vec::new() };
        let known = state.figures.iter().map(|man| PieceId::from(man.id));
        let known = known.chain(state.guns.iter().map(|gun| PieceId::from(gun.id))).chain(all);
        let numbers = known.filter_map(|piece| (of(piece.number()) == piece).then_some(piece.number()));
        numbers.max().unwrap_or(1)
    };
    match word {
        Pieces::Figures(Figures::One(id)) => {
            range(&|number| man(id.side, id.arm, number), id.number, id.number)
        }
        Pieces::Figures(Figures::Range(from, to)) if (from.side, from.arm) == (to.side, to.arm) => {
            range(&|number| man(from.side, from.arm, number), from.number, to.number)
        }
        Pieces::Figures(Figures::Range(_, to)) => Err(Code::UnknownFigure.of(to)),
        Pieces::Figures(Figures::All(side, arm)) => {
            let of = |number| man(side, arm, number);
            range(&of, 1, last(&of))
        }
        Pieces::Gun(id) => range(&|number| gun(id.origin, number), id.number, id.number),
        Pieces::Guns(from, to) if from.origin == to.origin => {
            range(&|number| gun(from.origin, number), from.number, to.number)
        }
        Pieces::Guns(_, to) => Err(Code::UnknownFigure.of(to)),
        Pieces::AllGuns(origin) => {
            let of = |number| gun(origin, number);
            range(&of, 1, last(&of))
        }
    }
}

/// `place` (LW-1.9, LW-1.10): the blocks of one order are tested together, against the rest of the seat's draft and what its
/// side has already bound.
///
/// # Errors
/// `already-ready`, ids, `off-table`, `outside-deployment`, `not-clear`, `too-close-to-man`, in this order.
pub(in super::super) fn place(
    course: &mut Course,
    asked: &Asked<'_>,
    blocks: &[Block],
) -> Result<(), Rejection> {
    let state = &course.state;
    if is_ready(state, asked) {
        return Err(Code::AlreadyReady.plain());
    }
    let mut wanted: Vec<(PieceId, Option<Point>)> = Vec::new();
    for block in blocks {
        match block {
            Block::Gun(GunBlock { gun, at }) => {
                let guns = named(state, asked, Pieces::Gun(*gun))?;
                wanted.extend(guns.into_iter().map(|gun| (gun, Some(*at))));
            }
            Block::Men(block) => {
                let men = named(state, asked, Pieces::Figures(block.figures))?;
                wanted.extend(men.into_iter().enumerate().map(|(k, man)| (man, block.place(k))));
            }
        }
    }
    wanted.iter().try_for_each(|(piece, _)| is_own(state, asked, *piece))?;
    wanted.iter().try_for_each(|(piece, _)| is_waiting(state, *piece))?;
    let table = state.house().scenario.table;
    let mut layout = with_draft(state, asked);
    let mut pieces = Vec::new();
    for (piece, at) in wanted {
        let at = at.filter(|at| table.holds(*at)).ok_or_else(|| Code::OffTable.of(piece))?; // LW-0.9
        layout.put(piece, at);
        pieces.push(piece);
    }
    layout.judge(state, &pieces)?; // LW-1.10
    let Draft { pick, assigned, .. } = state.seats[asked.at].draft.clone();
    let own = own(state, asked);
    let is_his = |piece: PieceId| own.binary_search(&piece).is_ok();
    let figures = layout.men().filter(|(id, _)| is_his((*id).into()));
    let guns = layout.guns().filter(|(id, _)| is_his((*id).into()));
    let draft = Draft {
        pick,
        figures: figures.map(|(id, at)| PlacedFigure { id, at }).collect(),
        guns: guns.map(|(id, at)| PlacedGun { id, at }).collect(),
        assigned,
    };
    say(course, asked, draft);
    Ok(())
}

/// What the seat's side has bound, and the seat's draft.
fn with_draft(state: &State, asked: &Asked<'_>) -> Layout {
    let mut layout = Layout::bound(state, asked.side);
    let draft = &state.seats[asked.at].draft;
    draft.figures.iter().for_each(|placed| layout.put(placed.id.into(), placed.at));
    draft.guns.iter().for_each(|placed| layout.put(placed.id.into(), placed.at));
    layout
}

/// The draft as a deployment.
pub(super) fn drafted(state: &State, asked: &Asked<'_>) -> Result<Deployed, Rejection> {
    let draft = &state.seats[asked.at].draft;
    if is_picked(state) && draft.pick.is_none() {
        return Err(Code::NotAllPlaced.plain());
    }
    let (own, layout) = (own(state, asked), with_draft(state, asked));
    if let Some(missing) = own.iter().find(|piece| layout.at(**piece).is_none()) {
        return Err(Code::NotAllPlaced.of(*missing));
    }
    layout.judge(state, &own)?;
    let owner = |piece: PieceId| {
        let given = draft.assigned.iter().find(|assigned| assigned.id == piece);
        given.map_or(asked.seat, |assigned| &assigned.seat).clone()
    };
    Ok(Deployed::of(state, asked.at, (draft.pick, &own), &layout, owner))
}

/// `assign` in the chief seat's list, where forces are picked (LW-10.2, LW-11.3).
///
/// # Errors
/// `already-ready`, `no-such-seat`, ids.
pub(in super::super) fn assign(
    course: &mut Course,
    asked: &Asked<'_>,
    pieces: &[Pieces],
    to: &Seat,
) -> Result<(), Rejection> {
    let state = &course.state;
    if is_ready(state, asked) {
        return Err(Code::AlreadyReady.plain());
    }
    if !state.seats_of(asked.side).any(|(entry, _)| entry.seat == *to) {
        return Err(Code::NoSuchSeat.plain());
    }
    let mut draft = state.seats[asked.at].draft.clone();
    let mut given = Vec::new();
    for word in pieces {
        given.extend(named(state, asked, *word)?);
    }
    given.iter().try_for_each(|piece| is_own(state, asked, *piece))?;
    draft.assigned.retain(|assigned| !given.contains(&assigned.id));
    given.sort();
    given.dedup();
    if to != asked.seat {
        draft.assigned.extend(given.into_iter().map(|id| AssignedPiece { id, seat: to.clone() }));
        draft.assigned.sort_by_key(|assigned| assigned.id);
    }
    say(course, asked, draft);
    Ok(())
}

/// The order that leaves a man where his draft has him.
pub(super) fn stay(id: FigureId, at: Point) -> Command {
    let step = Vector { x: 0, y: 0 };
    let figures = Figures::One(id);
    let block = MenBlock { figures, at, step, per_row: std::num::NonZeroU32::MIN, row: None };
    Command::Place { blocks: vec![Block::Men(block)] }
}
