//! Facts as record lines, for logs and mails: `C4 moves 12.50,30.00 > 14.00,31.25 (3.10 inches)`. Figures and units have
//! their ids, since orders name them so; peoples and phases have words.

use super::{
    command::{Loss, Tie, WhenAttacked},
    event::{
        BandRank, Cause, CompanyRank, Die, Event, Fate, HonorReason, LossReason, MovedBy, Placing, Reason,
        Shot, SideResult,
    },
    ids::{FigureId, UnitId},
    notation::inches,
};
use crate::geometry::Point;

/// A fact as one line.
pub(super) fn tell(event: &Event) -> String {
    match event {
        Event::DirectionRolled { unit, roll, direction } => match i64::from(*direction) == roll.total {
            true => format!("{unit} starts at {direction} o'clock (rolled {})", roll.value),
            false => format!("{unit} starts at {direction} o'clock (rolled {}, taken already)", roll.value),
        },
        Event::FigurePlaced { figure, point, reason } => match reason {
            Placing::Deploy => format!("{figure} starts at {}", place(*point)),
            Placing::Enter => format!("{figure} comes on at {}", place(*point)),
        },
        Event::EntryDelayed { figure } => format!("{figure} finds no room to come on and waits a round"),
        Event::RoundStarted { round } => format!("round {round}"),
        Event::RoundEnded { round } => format!("round {round} is over"),
        Event::PhaseStarted { round: _, phase, must_act } => match must_act.as_slice() {
            [] => format!("{}: nobody to act", phase.in_words()),
            units => format!("{}: {} to act", phase.in_words(), listed(units)),
        },
        Event::PhaseEnded { round: _, phase } => format!("{} is over", phase.in_words()),
        Event::FigureMoved { figure, start, path, length, by } => moved(*figure, *start, path, *length, *by),
        Event::VolleyFired { unit, target, shots, hits } => {
            let told: Vec<String> = shots.iter().map(shot).collect();
            format!("{unit} shoots at {target}: {}: {hits} of {} hit", told.join(", "), shots.len())
        }
        Event::HitWasted { figure } => format!("the hit of {figure} finds nobody left in sight"),
        Event::MeleeFought { attacker, defender, coup, attacker_roll, defender_roll, tie, winner } => {
            let rolls = [(attacker, attacker_roll), (defender, defender_roll)];
            format!("{}: {}", attack(*attacker, *defender, *coup), outcome(rolls, *tie, *winner))
        }
        Event::CoupCounted { chief, figure } => format!("{chief} counts coup on {figure}"),
        Event::HonorAwarded { unit, points, reason, figure, total } => {
            format!("{figure} earns {unit} {points} honor for {}: {total} in all", earned(*reason))
        }
        Event::ChiefUnhorsed { figure, point, cause, by } => {
            format!("{figure} loses his horse at {}, {}", place(*point), why_hit(*cause, *by))
        }
        Event::FigureRemoved { figure, point, cause, by, fate, returns_round } => {
            let how = format!("at {}, {}", place(*point), why_hit(*cause, *by));
            match (fate, returns_round) {
                (Fate::Permanent, Some(_) | None) => format!("{figure} falls {how}"),
                (Fate::Returns, Some(round)) => format!("{figure} is out {how}: back in round {round}"),
                (Fate::Returns, None) => format!("{figure} is out {how}: will be back"),
            }
        }
        Event::GravestonePlaced { figure, point, cause: _ } => {
            format!("a gravestone for {figure} at {}", place(*point))
        }
        Event::GuidonPassed { unit, previous, to } => {
            format!("{to} takes the guidon of {unit} over from {previous}")
        }
        Event::GuidonFallen { unit, point } => format!("the guidon of {unit} falls at {}", place(*point)),
        Event::GuidonRecovered { unit, by } => format!("{by} picks up the guidon of {unit}"),
        Event::GuidonCaptured { unit, by } => format!("{by} captures the guidon of {unit}"),
        Event::GuidonLost { unit, reason, order } => lost(*unit, *reason, *order),
        Event::CasualtyOrderSet { unit, order, tie } => casualties(*unit, order, *tie),
        Event::CoupOrderSet { unit, when_attacked } => match when_attacked {
            WhenAttacked::Never => format!("a chief of {unit} who is attacked fights as usual"),
            WhenAttacked::Always => format!("a chief of {unit} who is attacked tries to count coup"),
        },
        Event::UnitDone { unit, through } => format!("{unit} is done through {}", through.in_words()),
        Event::UnitResumed { unit } => format!("{unit} is not done after all"),
        Event::UnitRetired { unit } => format!("{unit} retires: its figures stand idle to the end"),
        Event::GameEnded { reason, side_result, nations_ranking, cavalry_ranking } => format!(
            "{}: {}; bands: {}; companies: {}",
            victory(*side_result),
            why_over(*reason),
            nations_ranking.iter().map(band).collect::<Vec<_>>().join(", "),
            cavalry_ranking.iter().map(company).collect::<Vec<_>>().join(", "),
        ),
    }
}

/// A point in inches, as orders write it.
pub(super) fn place(point: Point) -> String {
    format!("{},{}", inches(point.x.into()), inches(point.y.into()))
}

/// The result in a few words.
pub(super) fn victory(result: SideResult) -> String {
    match result.side() {
        Some(side) => format!("{} win", side.name()),
        None => "draw".to_owned(),
    }
}

/// Why the battle is over.
pub(super) fn why_over(reason: Reason) -> &'static str {
    match reason {
        Reason::CavalryDestroyed => "no cavalryman is left on the table",
        Reason::RoundLimit => "the last round is over",
        Reason::Drawn => "a draw was agreed",
        Reason::CavalryResigned => "all of the cavalry have given up",
        Reason::NationsResigned => "all of the Plains Nations have given up",
    }
}

/// What hit a figure, and who did it.
pub(super) fn why_hit(cause: Cause, by: FigureId) -> String {
    match cause {
        Cause::Shot => format!("shot by {by}"),
        Cause::Melee => format!("beaten by {by}"),
        Cause::CoupFailed => format!("foiled by {by} in counting coup"),
    }
}

/// Whom a casualty order names, first choice first.
pub(super) fn losses(order: &[Loss]) -> String {
    listed(order)
}

/// Who falls among equals.
pub(super) fn tie_in_words(tie: Tie) -> &'static str {
    match tie {
        Tie::Farthest => "the farthest",
        Tie::Nearest => "the nearest",
    }
}

fn listed<T: std::fmt::Display>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

fn moved(figure: FigureId, start: Point, path: &[Point], length: i64, by: MovedBy) -> String {
    let verb = match by {
        MovedBy::Move | MovedBy::Group => "moves",
        MovedBy::Charge => "charges",
    };
    let points: Vec<String> = std::iter::once(&start).chain(path).map(|point| place(*point)).collect();
    match length {
        0 => format!("{figure} moves on the spot at {}", place(start)),
        _ => format!("{figure} {verb} {} ({} inches)", points.join(" > "), inches(length)),
    }
}

fn shot(shot: &Shot) -> String {
    let (distance, roll) = (inches(shot.distance), &shot.roll);
    format!("{} {distance} needs {} rolls {} {}", shot.figure, shot.needed, roll.value, roll.result)
}

fn attack(attacker: FigureId, defender: FigureId, coup: Option<FigureId>) -> String {
    match coup {
        Some(chief) if chief == attacker => format!("{attacker} tries to count coup on {defender}"),
        Some(_) => format!("{attacker} attacks {defender}, who tries to count coup"),
        None => format!("{attacker} attacks {defender}"),
    }
}

fn outcome(rolls: [(&FigureId, &Die); 2], tie: bool, winner: FigureId) -> String {
    let [attacker, defender] = rolls;
    let (best, other) = if *attacker.0 == winner { (attacker, defender) } else { (defender, attacker) };
    let on_tie = if tie { " on a tie" } else { "" };
    format!("{} ({}) beats {} ({}){on_tie}", best.0, die(best.1), other.0, die(other.1))
}

/// The die with what was added, as far as something was: `4+1 leader = 5`, `3`.
fn die(die: &Die) -> String {
    let added: String =
        die.modifiers.iter().map(|modifier| format!("{:+} {}", modifier.value, modifier.name)).collect();
    match added.is_empty() {
        true => die.value.to_string(),
        false => format!("{}{added} = {}", die.value, die.total),
    }
}

fn earned(reason: HonorReason) -> &'static str {
    match reason {
        HonorReason::Melee => "a fight won",
        HonorReason::Coup => "a coup",
        HonorReason::Guidon => "a guidon",
        HonorReason::CustersGuidon => "Custer's guidon",
    }
}

fn lost(unit: UnitId, reason: LossReason, order: u32) -> String {
    let how = match reason {
        LossReason::Captured => "to the enemy",
        LossReason::Destroyed => "with its last figure",
    };
    format!("{unit} has lost its guidon {how}: number {order} of the game")
}

fn casualties(unit: UnitId, order: &[Loss], tie: Tie) -> String {
    let tie = tie_in_words(tie);
    match order {
        [] => format!("casualties of {unit}: the default order, {tie} among equals"),
        some => format!("casualties of {unit}: {} first, {tie} among equals", losses(some)),
    }
}

fn band(place: &BandRank) -> String {
    format!("{}. {} with {} honor", place.rank, place.unit, place.honor)
}

fn company(place: &CompanyRank) -> String {
    let CompanyRank { unit, rank, figures_left, guidon_lost } = place;
    match guidon_lost {
        Some(loss) => format!("{rank}. {unit} with {figures_left} left, guidon lost in round {}", loss.round),
        None => format!("{rank}. {unit} with {figures_left} left and its guidon"),
    }
}

#[cfg(test)]
mod tests;
