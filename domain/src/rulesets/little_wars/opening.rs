//! The start: coins, roles, lines, handicap, and what is put down by itself (LW §4, LW-1, LW-9.13, LW-9.14, LW-10.3).

use super::{
    command::Command,
    course::{Chance, Course, one},
    decide::Asked,
    deployment,
    event::Event,
    ids::{Arm, FigureId, PieceId, Side},
    move_end,
    rejection::Rejection,
    rules::LW_10_3,
    scenario::Options,
    state::{Phase, State},
    words::{Composition, Deployment, FirstMove, GameKind, Line, Role, SideChoice, Toss},
};
use crate::{
    dice::{ClosedDice, Dice, NoDice, Throw},
    ids::Seat,
    ruleset::Halt,
};

/// Foot that a side leaves out, where dice bring some back (LW-10.3).
pub(super) const FOOT_LEFT_OUT: usize = 8;
/// Horse that it leaves out (LW-10.3).
pub(super) const HORSE_LEFT_OUT: usize = 4;

/// Who moves first, where no coin says it (LW-1.6); in the defensive game that is the attacker, and options say nothing
/// (LW-9.14, LW-9.16).
pub(super) fn first_by_option(options: &Options) -> Option<Side> {
    match (options.game, options.first_move) {
        (GameKind::Defensive, _) | (_, FirstMove::Toss) => None,
        (GameKind::FightToTheFinish | GameKind::BlowAtTheRear, FirstMove::Red) => Some(Side::Red),
        (GameKind::FightToTheFinish | GameKind::BlowAtTheRear, FirstMove::Blue) => Some(Side::Blue),
    }
}

/// The phase before the first move: it follows from what the coins have said, for no fact begins it.
pub(super) fn phase(state: &State) -> Phase {
    let options = state.options();
    let chooses = options.side_choice == SideChoice::OtherPlayer && !state.is_line_chosen;
    if state.is_defensive() && state.with_role(Role::Defender).is_none() {
        Phase::Start
    } else if chooses {
        if chooser_side(state).is_some() { Phase::ChooseSide } else { Phase::Start }
    } else if state.first_player.is_none() || next_thrower(state).is_some() {
        Phase::Start
    } else {
        match options.deployment {
            Deployment::Free => Phase::PuttingDown,
            Deployment::Fixed => Phase::Start, // LW-1.11: the first move begins at once
        }
    }
}

/// The side that chooses its line: the defender, or who did not win the toss for the Country (LW-1.2, LW-9.14).
fn chooser_side(state: &State) -> Option<Side> {
    if state.is_defensive() { state.with_role(Role::Defender) } else { state.arranger.map(Side::enemy) }
}

/// The seat that chooses its side's line, in that phase: its side's chief seat.
pub(super) fn chooser(state: &State) -> Option<&Seat> {
    chooser_side(state).and_then(|side| state.chief_seat(side))
}

/// `choose_side` (LW-1.2).
///
/// # Errors
/// That what follows would toss coins, and dice are closed.
pub(super) fn choose_side(
    course: &mut Course,
    asked: &Asked<'_>,
    line: Line,
    chance: &mut Chance<'_>,
) -> Result<(), Halt<Rejection>> {
    course.say(Event::LineChosen { side: asked.side, line });
    match chance {
        Chance::Dice(dice) => go_on(course, *dice)?,
        Chance::Rehearsal => go_on(course, &mut ClosedDice)?,
    }
    Ok(())
}

/// What the seat that chooses may say: the line it would have anyway first.
pub(super) fn hints(state: &State, seat: &Seat) -> Vec<Command> {
    let Some(side) = chooser_side(state).filter(|_| chooser(state) == Some(seat)) else { return Vec::new() };
    let line = state.house().scenario.line_of(side);
    [line, line.other()].map(|line| Command::ChooseSide { line }).to_vec()
}

/// The start of the game.
///
/// # Errors
/// [`NoDice`] when it would toss coins and dice are closed.
pub(super) fn start(state: &State, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
    let mut course = Course::from(state);
    if state.is_defensive() {
        let defender = toss(&mut course, Toss::Defender, dice)?; // LW-9.14
        let left_out = left_out(&course.state, defender);
        course.say(Event::RolesSet { defender, attacker: defender.enemy(), left_out });
    } else if state.options().side_choice == SideChoice::OtherPlayer {
        toss(&mut course, Toss::Arranger, dice)?; // LW-1.1
    }
    go_on(&mut course, dice)?;
    Ok(course.events)
}

/// What comes once the lines are known: the toss for the first move, the handicap, and with a fixed deployment the putting
/// down, in this order (LW §4).
fn go_on(course: &mut Course, dice: &mut dyn Dice) -> Result<(), NoDice> {
    if course.state.phase == Phase::ChooseSide {
        return Ok(());
    }
    if course.state.first_player.is_none() {
        toss(course, Toss::FirstMove, dice)?; // LW-1.6
    }
    while let Some(side) = next_thrower(&course.state) {
        throw_handicap(course, side, dice)?;
    }
    match course.state.options().deployment {
        Deployment::Free => {}
        Deployment::Fixed => {
            for at in 0..course.state.seats.len() {
                let deployed = deployment::default(&course.state, at);
                if !deployed.is_empty() {
                    course.say(deployed.open()); // LW-1.11
                }
            }
            move_end::begin(course);
        }
    }
    Ok(())
}

fn toss(course: &mut Course, purpose: Toss, dice: &mut dyn Dice) -> Result<Side, NoDice> {
    let coin = Throw {
        dice: 1,
        sides: 2,
        purpose: purpose.as_str(),
        roller: None,
        against: None,
        rule: purpose.rule(),
    };
    let roll = one(dice, &coin)?;
    let side = if roll == 1 { Side::Red } else { Side::Blue };
    course.say(Event::CoinTossed { purpose, roll, side });
    Ok(side)
}

/// What the defender does without: of each arm he keeps the first two thirds, and one gun at least (LW-9.13). A scenario
/// whose forces were agreed upon gives both sides theirs; a force that is picked is bought with fewer points (LW-10.2).
fn left_out(state: &State, defender: Side) -> Vec<PieceId> {
    let scenario = &state.house().scenario;
    if scenario.is_agreed() || state.options().composition == Composition::Selection {
        return Vec::new();
    }
    let kept = scenario.forces.of(defender).two_thirds();
    let goes = |id: &FigureId| match id.arm {
        Arm::Infantry => kept.infantry < id.number,
        Arm::Cavalry => kept.cavalry < id.number,
    };
    let men = state.figures.iter().map(|man| man.id).filter(|id| id.side == defender && goes(id));
    let guns = state.guns.iter().map(|gun| gun.id);
    let guns = guns.filter(|id| id.origin == defender && kept.guns < id.number);
    let mut out: Vec<PieceId> = men.map(PieceId::from).chain(guns.map(PieceId::from)).collect();
    out.sort();
    out
}

/// Whose turn it is to throw for the men left out: red first (LW-10.3).
fn next_thrower(state: &State) -> Option<Side> {
    let throws = state.options().handicap_dice;
    Side::ALL.into_iter().find(|side| throws && !state.has_thrown.side(*side))
}

/// Two dice say how many of the twelve come back: by id, foot first (LW-10.3).
fn throw_handicap(course: &mut Course, side: Side, dice: &mut dyn Dice) -> Result<(), NoDice> {
    let throw = Throw { dice: 2, sides: 6, purpose: "handicap", roller: None, against: None, rule: LW_10_3 };
    let values = dice.roll(&throw)?;
    let rolls = [values[0], values[1]];
    let total: u32 = rolls.iter().sum();
    let last = |arm: Arm, number: usize| {
        let men: Vec<FigureId> = course.state.figures.iter().map(|man| man.id).collect();
        let men: Vec<FigureId> = men.into_iter().filter(|id| (id.side, id.arm) == (side, arm)).collect();
        men[men.len().saturating_sub(number)..].to_vec()
    };
    let mut returned = last(Arm::Infantry, FOOT_LEFT_OUT);
    returned.extend(last(Arm::Cavalry, HORSE_LEFT_OUT));
    let removed = returned.split_off((total as usize).min(returned.len()));
    course.say(Event::HandicapRolled { side, rolls, total, returned, removed });
    Ok(())
}
