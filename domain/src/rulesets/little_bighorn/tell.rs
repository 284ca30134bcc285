//! Facts as record lines, for logs and mails: `sol3 k8-k9 +flag`, `off1 x rid2 r2 5+1=6 eliminated`.

use super::{
    cell::Cell,
    command::Phase,
    event::{Cause, Die, Ended, Event, Fate, Reason, Victor},
    notation::Line,
    pieces::{FigureId, Side},
};
use crate::ids::Seat;

/// A fact as one line.
pub(super) fn tell(event: &Event) -> String {
    match event {
        Event::PiecesDeployed { seat, placements } => {
            let placed: Vec<String> =
                placements.iter().map(|to| format!("{} {}", to.piece, to.cell)).collect();
            format!("{seat} deploys {}", placed.join(", "))
        }
        Event::PhaseBegan { round, mover, phase, awaited } => {
            format!("round {round}: {} begins [{}]", whose(*phase, *mover), seats(awaited))
        }
        Event::PhaseSkipped { round, mover, phase } => {
            format!("round {round}: {} skipped", whose(*phase, *mover))
        }
        Event::PhaseEnded { seat, phase, how } => ended(seat.as_ref(), *phase, *how),
        Event::FigureMoved { figure, path, with_flag } => {
            let cells: Vec<String> = path.iter().map(Cell::to_string).collect();
            format!("{figure} {}{}", cells.join("-"), if *with_flag { " +flag" } else { "" })
        }
        Event::EncounterFought { attacker, target, range, rolls, winner, outcome, .. } => {
            let what = fought(attacker, target, rolls, winner.as_ref(), *outcome);
            format!("{attacker} x {target} r{range} {what}")
        }
        Event::FigureRetreated { figure, to, .. } => format!("{figure} > {to}"),
        Event::FigureEliminated { figure, cell, cause, .. } => match cause {
            Cause::Fire => format!("{figure} out at {cell}"),
            Cause::NoRetreat => format!("{figure} out at {cell} (no retreat)"),
        },
        Event::FigureAdvanced { figure, to, .. } => format!("{figure} >> {to}"),
        Event::FlagCaptured { figure, .. } => format!("{figure} takes the flag"),
        Event::StandingSet { seat: _, figures, reply, reply_to, push, advance } => {
            let mut line = Line::default();
            line.add("standing").all(figures).changes(*reply, reply_to.as_deref(), push.as_ref(), *advance);
            line.0
        }
        Event::CommandPassed { from, to, figures } => {
            let mut line = Line::default();
            line.add(from).add("hands").all(figures).add("to").add(to);
            line.0
        }
        Event::GameEnded { result, reason } => format!("{}: {}", victory(*result), why(*reason)),
    }
}

/// The phase and the side that acts in it.
fn whose(phase: Phase, mover: Side) -> String {
    match phase {
        Phase::Deployment => phase.in_words().to_owned(),
        Phase::Movement | Phase::Combat => format!("{} {}", mover.name(), phase.in_words()),
        Phase::ReturnFire => format!("{} {}", mover.other().name(), phase.in_words()),
    }
}

fn seats(seats: &[Seat]) -> String {
    let names: Vec<&str> = seats.iter().map(Seat::as_str).collect();
    names.join(", ")
}

fn ended(seat: Option<&Seat>, phase: Phase, how: Ended) -> String {
    let why = match how {
        Ended::Order => "order",
        Ended::Timeout => "time is up",
        Ended::NothingLeft => "nothing left to do",
    };
    match seat {
        Some(seat) => format!("{} over for {seat} ({why})", phase.in_words()),
        None => format!("{} over ({why})", phase.in_words()),
    }
}

fn fought(
    attacker: &FigureId,
    target: &FigureId,
    rolls: &[Die],
    winner: Option<&FigureId>,
    outcome: Fate,
) -> String {
    let what = match outcome {
        Fate::Tie => "tie",
        Fate::Miss => "miss",
        Fate::PushedBack => "pushed back",
        Fate::NoRetreat => "eliminated, no retreat",
        Fate::Eliminated => "eliminated",
    };
    match (rolls, winner) {
        ([attack, reply], Some(winner)) => {
            let loser = if winner == attacker { target } else { attacker };
            format!("{} v {} {winner} wins, {loser} {what}", die(attack), die(reply))
        }
        ([attack, reply], None) => format!("{} v {} {what}", die(attack), die(reply)),
        ([attack], Some(_) | None) => format!("{}={} {what}", die(attack), attack.total),
        ([] | [_, _, _, ..], Some(_) | None) => what.to_owned(),
    }
}

fn die(die: &Die) -> String {
    match die.cover {
        0 => format!("{}+{}", die.value, die.bonus),
        cover => format!("{}+{}{cover:+}", die.value, die.bonus),
    }
}

pub(super) fn victory(result: Victor) -> String {
    match result.side() {
        Some(side) => format!("{} win", side.name()),
        None => "draw".to_owned(),
    }
}

pub(super) fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::ChiefsEliminated => "the last chief has fallen",
        Reason::FlagExit => "the flag has reached an exit",
        Reason::OfficersEliminated => "the general and every officer have fallen",
        Reason::FlagCaptured => "the flag is taken",
        Reason::Resignation => "the other side has given up",
        Reason::Agreed => "agreed",
        Reason::RoundLimit => "the last round is over",
        Reason::QuietLimit => "too many quiet rounds",
    }
}
