//! Facts as sentences for people: "Soldier 2 (sol2) moves from h5 to g6." Figures have their names and ids, seats and sides
//! their names.

use super::{
    cell::Cell,
    command::{Advance, FLAG, Phase, Placement, Push, ReplyTo, ReplyWhen},
    event::{Bonus, Cause, Die, Ended, Event, Fate, NoReply, Reason},
    ground::Ground,
    pieces::{FigureId, Side},
    state::State,
    tell::{victory, why},
};
use crate::{
    ids::Seat,
    prose::{listed, sentence},
};

/// A fact as a sentence.
pub(super) fn narrate(known: &State, event: &Event) -> String {
    sentence(&Names(known.ground()).told(event))
}

/// Says who is who.
struct Names<'a>(&'a Ground);

impl Names<'_> {
    fn told(&self, event: &Event) -> String {
        match event {
            Event::PiecesDeployed { seat, placements } => {
                let placed: Vec<String> = placements.iter().map(|to| self.placed(to)).collect();
                format!("the pieces of {} are placed anew: {}", self.seat(seat), listed(&placed))
            }
            Event::PhaseBegan { round, mover, phase, awaited } => {
                let who = match awaited.as_slice() {
                    [] => acting(*phase, *mover).name().to_owned(),
                    seats => listed(&seats.iter().map(|seat| self.seat(seat)).collect::<Vec<_>>()),
                };
                let may = match phase {
                    Phase::Deployment => "exchange the places of pieces before the battle",
                    Phase::Movement => "move",
                    Phase::Combat => "attack",
                    Phase::ReturnFire => "return fire",
                };
                format!("round {round}: {who} may {may}")
            }
            Event::PhaseSkipped { round, mover, phase } => format!(
                "round {round}: {} have nothing to do in {}, which is skipped",
                acting(*phase, *mover).name(),
                phase.in_words()
            ),
            Event::PhaseEnded { seat, phase, how } => self.ended(seat.as_ref(), *phase, *how),
            Event::FigureMoved { figure, path, with_flag } => {
                format!(
                    "{} moves{}{}",
                    self.figure(figure),
                    if *with_flag { " with the flag" } else { "" },
                    way(path)
                )
            }
            Event::EncounterFought { .. } => self.fought(event),
            Event::FigureRetreated { figure, from, to, .. } => {
                format!("{} falls back from {from} to {to}", self.figure(figure))
            }
            Event::FigureEliminated { figure, cell, by, cause } => match cause {
                Cause::Fire => {
                    format!("{} is eliminated on {cell} by {}", self.figure(figure), self.figure(by))
                }
                Cause::NoRetreat => format!(
                    "{} has nowhere to fall back to and is eliminated on {cell} by {}",
                    self.figure(figure),
                    self.figure(by)
                ),
            },
            Event::FigureAdvanced { figure, from, to } => {
                format!("{} follows up from {from} to {to}", self.figure(figure))
            }
            Event::FlagCaptured { figure, cell } => {
                format!("{} takes the flag on {cell}", self.figure(figure))
            }
            Event::StandingSet { .. } => self.standing(event),
            Event::CommandPassed { from, to, figures } => format!(
                "the figures of {} are now commanded by {}: {}",
                self.seat(from),
                self.seat(to),
                self.figures(figures)
            ),
            Event::GameEnded { result, reason } => match result.side() {
                Some(_) => format!("{}: {}", victory(*result), why(*reason)),
                None if *reason == Reason::Agreed => {
                    "the battle is a draw: both sides agree to it".to_owned()
                }
                None => format!("the battle is a draw: {}", why(*reason)),
            },
        }
    }

    /// A seat's name.
    fn seat<'b>(&'b self, seat: &'b Seat) -> &'b str {
        let named = self.0.seats().iter().find(|entry| entry.seat == *seat);
        named.map_or(seat.as_str(), |entry| entry.name.as_str())
    }

    /// A figure's name, without its id: for the second time in a sentence.
    fn name<'b>(&'b self, figure: &'b FigureId) -> &'b str {
        let named = self.0.roster().iter().find(|piece| piece.id == *figure);
        named.map_or(figure.as_str(), |piece| piece.name.as_str())
    }

    /// A figure's name with the id that orders need.
    fn figure(&self, figure: &FigureId) -> String {
        format!("{} ({figure})", self.name(figure))
    }

    fn figures(&self, figures: &[FigureId]) -> String {
        listed(&figures.iter().map(|figure| self.figure(figure)).collect::<Vec<_>>())
    }

    fn placed(&self, to: &Placement) -> String {
        match to.piece.as_str() {
            FLAG => format!("the flag on {}", to.cell),
            _ => format!("{} on {}", self.figure(&to.piece), to.cell),
        }
    }

    fn ended(&self, seat: Option<&Seat>, phase: Phase, how: Ended) -> String {
        let phase = phase.in_words();
        let whose = seat.map_or_else(String::new, |seat| format!(" for {}", self.seat(seat)));
        match how {
            Ended::Order => format!("{phase} ends{whose}"),
            Ended::Timeout => format!("{phase} ends{whose}: time is up"),
            Ended::NothingLeft => format!("{phase} ends{whose}: nothing is left to do"),
        }
    }

    fn fought(&self, event: &Event) -> String {
        let Event::EncounterFought {
            attacker, target, melee, range, no_reply, rolls, winner, outcome, ..
        } = event
        else {
            return String::new();
        };
        let (who, whom) = (self.figure(attacker), self.figure(target));
        let attack = match melee {
            true => format!("{who} attacks {whom} hand to hand"),
            false => format!("{who} fires at {whom} at range {range}"),
        };
        let dice = match rolls.as_slice() {
            [attack, reply] => format!("{} against {}", die(attack), die(reply)),
            dice => {
                let dice: Vec<String> = dice.iter().map(die).collect();
                format!("{} without a reply{}", listed(&dice), no_reply.map_or("", unanswered))
            }
        };
        let is_attacker = winner.as_ref() != Some(target);
        let (best, other) = if is_attacker { (attacker, target) } else { (target, attacker) };
        let (best, other) = (self.name(best), self.name(other));
        let end = match outcome {
            Fate::Tie => "a tie, and nothing happens".to_owned(),
            Fate::Miss => "too low to hurt anybody".to_owned(),
            Fate::PushedBack => format!("{best} wins, {other} is pushed back"),
            Fate::NoRetreat => format!("{best} wins, {other} would be pushed back but has nowhere to go"),
            Fate::Eliminated => format!("{best} wins, {other} is eliminated"),
        };
        format!("{attack}: {dice}: {end}")
    }

    fn standing(&self, event: &Event) -> String {
        let Event::StandingSet { seat, figures, reply, reply_to, push, advance } = event else {
            return String::new();
        };
        let told = [
            reply.map(|when| {
                match when {
                    ReplyWhen::Always => "answer distant fire whenever possible",
                    ReplyWhen::Even => "answer distant fire with a bonus no lower than the attacker's",
                    ReplyWhen::Better => "answer distant fire with a higher bonus than the attacker's",
                    ReplyWhen::Never => "do not answer distant fire",
                }
                .to_owned()
            }),
            reply_to.as_ref().map(|to| self.answered(to)),
            push.as_ref().map(pushed),
            advance.map(|advance| {
                match advance {
                    Advance::Never => "never follow up",
                    Advance::Capture => "follow up only onto the unguarded flag",
                    Advance::IfEliminated => "follow up when the beaten is eliminated",
                    Advance::IfPushed => "follow up when the beaten is pushed back",
                    Advance::Always => "always follow up",
                }
                .to_owned()
            }),
        ];
        let told: Vec<String> = told.into_iter().flatten().collect();
        format!("standing orders from {} for {}: {}", self.seat(seat), self.figures(figures), told.join("; "))
    }

    fn answered(&self, to: &[ReplyTo]) -> String {
        let one = |to: &ReplyTo| match to {
            ReplyTo::Class(class) => format!("any {}", class.as_str()),
            ReplyTo::Figure(figure) => self.figure(figure),
        };
        match to {
            [] => "answer anybody".to_owned(),
            some => format!("answer only {}", listed(&some.iter().map(one).collect::<Vec<_>>())),
        }
    }
}

/// The side that acts in a phase.
fn acting(phase: Phase, mover: Side) -> Side {
    match phase {
        Phase::Deployment | Phase::Movement | Phase::Combat => mover,
        Phase::ReturnFire => mover.other(),
    }
}

fn way(path: &[Cell]) -> String {
    match path {
        [from, by @ .., to] => {
            let by: Vec<String> = by.iter().map(Cell::to_string).collect();
            let by = if by.is_empty() { String::new() } else { format!(" by way of {}", listed(&by)) };
            format!(" from {from} to {to}{by}")
        }
        [] | [_] => String::new(),
    }
}

/// What a die shows, with what is added and for what: `3 + 1 (parapet)`.
fn die(die: &Die) -> String {
    let bonus = match die.bonus_reason {
        None => String::new(),
        Some(reason) => {
            let reason = match reason {
                Bonus::CavalryMelee => "on horseback",
                Bonus::Woods => "in woods",
                Bonus::Rocks => "in rocks",
                Bonus::Parapet => "on a parapet",
            };
            format!(" + {} ({reason})", die.bonus)
        }
    };
    let cover = match die.cover {
        0 => String::new(),
        cover => format!(" - {} (the target's cover)", cover.abs()),
    };
    format!("{}{bonus}{cover}", die.value)
}

fn unanswered(why: NoReply) -> &'static str {
    match why {
        NoReply::NoShotLeft => " (no shot left)",
        NoReply::AlreadyReplied => " (a reply was given already)",
        NoReply::OutOfReach => " (out of reach)",
        NoReply::Held => " (fire held)",
    }
}

fn pushed(push: &Push) -> String {
    match push {
        Push::Auto {} => "push the beaten where the rules choose".to_owned(),
        Push::To { cells } => {
            let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
            format!("push the beaten to the first free of {}", listed(&cells))
        }
        Push::Toward { cell } => format!("push the beaten towards {cell}"),
        Push::Away { cell } => format!("push the beaten away from {cell}"),
    }
}

#[cfg(test)]
mod tests;
