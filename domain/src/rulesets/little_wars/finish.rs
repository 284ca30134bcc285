//! How a battle ends (LW-9): the tests at the end of a move, in the order of LW-9.23, and what an end does to men and guns.
//!
//! Whoever has destroyed the enemy before a blow has won all the same (LW-9.11).

use super::{
    course::Course,
    event::{Event, PerSide},
    evolve,
    ids::{FigureId, Side},
    scenario::DrawBelow,
    score,
    state::{Figure, RetreatClock, State},
    words::{FreedBy, GameKind, Line, RearZone, Reason, Role, Status, TakenBy},
};

/// Men on the enemy's line who are a blow at the rear (LW-9.9).
const BLOW: usize = 3;
/// Moves the beaten side has to get away (LW-9.10).
const MOVES_TO_GET_AWAY: u32 = 6;
/// Side-moves without a stir that end the battle (LW-9.21).
const MOST_IDLE: u32 = 6;
/// From so many men a side on, the usual limit of a draw by numbers is the greater one (LW-9.7).
const GREAT_BATTLE: u32 = 50;

/// What a test says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// Three men or more stand on the enemy's line: he must get away.
    Blow(Vec<FigureId>),
    /// It is over.
    Over {
        /// Why.
        reason: Reason,
        /// Who has won.
        winner: Option<Side>,
    },
}

/// The tests, once the mover's move counts (LW-9.23); what they say is carried out.
pub(super) fn test(course: &mut Course) {
    match verdict(&course.state) {
        None => {}
        Some(Verdict::Blow(figures)) => {
            let side = course.state.mover;
            course.say(Event::BlowStruck { side, figures, moves_left: MOVES_TO_GET_AWAY });
        }
        Some(Verdict::Over { reason, winner }) => end(course, reason, winner),
    }
}

/// What the first test that says anything says (LW-9.23).
fn verdict(state: &State) -> Option<Verdict> {
    let counted = state.counted();
    if let Some(clock) = counted.retreat {
        return got_away(state, clock); // no other end once decided (LW-9.10)
    }
    let is_gone = PerSide::of(|side| state.free_men(side).next().is_none());
    let victory = if state.is_defensive() { siege(state, is_gone) } else { fight(state, is_gone) };
    victory
        .or_else(|| below_limit(state))
        .or_else(|| {
            let limit = state.options().quiet_moves;
            let is_still = counted.idle_moves >= MOST_IDLE || (limit > 0 && counted.quiet_moves >= limit);
            is_still.then(|| over(Reason::Idle, undecided(state))) // LW-9.21
        })
        .or_else(|| {
            let limit = state.options().max_moves;
            let is_reached =
                limit > 0 && Side::ALL.iter().all(|&side| *counted.moves_made.side(side) >= limit);
            is_reached.then(|| over(Reason::MoveLimit, ahead_on_points(state))) // LW-9.22
        })
}

fn over(reason: Reason, winner: Option<Side>) -> Verdict {
    Verdict::Over { reason, winner }
}

/// Whose an undecided battle is: the defender's, in the defensive game (LW-9.21, LW-9.22).
fn undecided(state: &State) -> Option<Side> {
    state.with_role(Role::Defender)
}

/// After a blow: the beaten side has no move left, or nobody to be caught (LW-9.10).
fn got_away(state: &State, clock: RetreatClock) -> Option<Verdict> {
    let is_over = clock.moves_left == 0 || state.free_men(clock.side).next().is_none();
    is_over.then(|| over(Reason::Blow, Some(clock.side.enemy())))
}

/// Victory in the open field: both gone, annihilation, a blow at the rear.
fn fight(state: &State, is_gone: PerSide<bool>) -> Option<Verdict> {
    match (is_gone.red, is_gone.blue) {
        (true, true) => Some(over(Reason::BothGone, None)), // LW-9.2
        (true, false) => Some(over(Reason::Annihilation, Some(Side::Blue))), // LW-9.1
        (false, true) => Some(over(Reason::Annihilation, Some(Side::Red))),
        (false, false) if state.options().game == GameKind::BlowAtTheRear => blow(state),
        (false, false) => None,
    }
}

/// The mover's armed men on the enemy's line, where there are three (LW-9.9).
fn blow(state: &State) -> Option<Verdict> {
    let figures: Vec<FigureId> = on_enemy_line(state, state.mover)
        .filter(|man| is_in_rear_zone(state, man))
        .map(|man| man.id)
        .collect();
    (figures.len() >= BLOW).then_some(Verdict::Blow(figures))
}

/// Armed men of a side who touch the enemy's line or are beyond it.
fn on_enemy_line(state: &State, side: Side) -> impl Iterator<Item = &Figure> {
    state.armed_men(side).filter(move |man| state.touches_line(side.enemy(), man.at, man.radius()))
}

/// Whether a man stands in the part of the enemy's line that counts, as its owner sees it when he faces his enemy: the
/// northern line's left is the east (LW-9.12).
fn is_in_rear_zone(state: &State, man: &Figure) -> bool {
    let (x, width) = (i64::from(man.at.x), i64::from(state.house.scenario.table.width));
    let (is_west, is_east) = (2 * x <= width, 2 * x >= width);
    let is_north = state.sides.side(man.side().enemy()).line == Line::North;
    match state.options().rear_zone {
        RearZone::Whole => true,
        RearZone::Middle => width <= 4 * x && 4 * x <= 3 * width,
        RearZone::Left => {
            if is_north {
                is_east
            } else {
                is_west
            }
        }
        RearZone::Right => {
            if is_north {
                is_west
            } else {
                is_east
            }
        }
    }
}

/// The defensive game: the line reached, the defence held, the defender destroyed (LW-9.18).
fn siege(state: &State, is_gone: PerSide<bool>) -> Option<Verdict> {
    let (attacker, defender) = (state.with_role(Role::Attacker)?, state.with_role(Role::Defender)?);
    let original = state.sides.side(attacker).original as usize;
    let has_come = state.mover == attacker && on_enemy_line(state, attacker).count() >= original.div_ceil(4);
    if has_come {
        Some(over(Reason::LineReached, Some(attacker)))
    } else if 4 * state.free_men(attacker).count() < original {
        Some(over(Reason::DefenceHeld, Some(defender)))
    } else {
        is_gone.side(defender).then(|| over(Reason::Annihilation, Some(attacker)))
    }
}

/// A draw by numbers: both sides have fewer men than agreed (LW-9.6); never in the defensive game (LW-9.18).
fn below_limit(state: &State) -> Option<Verdict> {
    let limit = draw_limit(state) as usize;
    let is_below =
        !state.is_defensive() && Side::ALL.iter().all(|&side| state.free_men(side).count() < limit);
    is_below.then(|| over(Reason::BelowLimit, None))
}

/// Below how many men on both sides the battle is drawn (LW-9.7).
pub(super) fn draw_limit(state: &State) -> u32 {
    let is_great = Side::ALL.iter().all(|&side| state.sides.side(side).original >= GREAT_BATTLE);
    match state.options().draw_below {
        DrawBelow::Men(men) => men,
        DrawBelow::Auto(_) if is_great => 15,
        DrawBelow::Auto(_) => 10,
    }
}

/// Who has more half-points before those for a victory; between equals nobody, or the defender (LW-9.22).
fn ahead_on_points(state: &State) -> Option<Side> {
    let score = score::standing(state);
    match score.red.total().cmp(&score.blue.total()) {
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Equal => undecided(state),
    }
}

/// Ends the battle: who capitulates is taken and gives up whom he holds, then the points are counted.
pub(super) fn end(course: &mut Course, reason: Reason, winner: Option<Side>) {
    if let (true, Some(winner)) = (evolve::is_capitulation(reason), winner) {
        capitulate(course, winner.enemy());
    }
    let mut after = course.state.clone();
    evolve::give_up_guns(&mut after, reason, winner);
    let breakdown = score::with_victory(&after, winner);
    let half_points = PerSide::of(|side| breakdown.side(side).total());
    let margin = (half_points.red - half_points.blue).abs(); // LW-9.8
    course.say(Event::GameEnded { reason, winner, half_points, breakdown, margin });
}

/// A side's free men are prisoners, those not yet put down too, and the prisoners it has on the floor are free (LW-9.10,
/// LW-9.19).
fn capitulate(course: &mut Course, loser: Side) {
    let side = loser.enemy();
    let is_taken = |man: &&Figure| man.side() == loser && (man.is_free() || man.status == Status::Waiting);
    let taken: Vec<FigureId> = course.state.figures.iter().filter(is_taken).map(|man| man.id).collect();
    for figure in taken {
        course.say(Event::PrisonerTaken { figure, side, escort: None, cause: TakenBy::Capitulation });
    }
    let is_freed = |man: &&Figure| {
        man.side() == side
            && man.captor == Some(loser)
            && matches!(man.status, Status::Prisoner | Status::Flag)
    };
    let freed: Vec<FigureId> = course.state.figures.iter().filter(is_freed).map(|man| man.id).collect();
    for figure in freed {
        course.say(Event::PrisonerFreed { figure, cause: FreedBy::Capitulation });
    }
}
