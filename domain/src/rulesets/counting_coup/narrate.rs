//! Facts as sentences for people: "Trooper C4 moves 3.10 inches from 12.50,30.00 to 14.00,31.25." Units have their names and
//! ids; figures their roles or, where history has one, a name, and their ids.

use super::{
    command::WhenAttacked,
    event::{
        BandRank, Cause, CompanyRank, Die, DieResult, Event, Fate, HonorReason, LossReason, MovedBy, Placing,
        Shot,
    },
    ground::Ground,
    ids::{FigureId, UnitId},
    notation::inches,
    phase::{Kind, Phase},
    state::State,
    tell::{losses, place, tie_in_words, victory, why_over},
};
use crate::{
    geometry::Point,
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
            Event::DirectionRolled { unit, roll, direction } => {
                let taken = match i64::from(*direction) == roll.total {
                    true => "",
                    false => ", where another unit stands already, so the next free place is taken",
                };
                let unit = self.unit(*unit);
                format!("{unit} starts at {direction} o'clock: the die shows {}{taken}", roll.value)
            }
            Event::FigurePlaced { figure, point, reason } => {
                let verb = match reason {
                    Placing::Deploy => "starts",
                    Placing::Enter => "comes onto the table",
                };
                format!("{} {verb} at {}", self.figure(*figure), place(*point))
            }
            Event::EntryDelayed { figure } => {
                format!("{} finds no room to come onto the table and waits a round", self.figure(*figure))
            }
            Event::RoundStarted { round } => format!("round {round} begins"),
            Event::RoundEnded { round } => format!("round {round} is over"),
            Event::PhaseStarted { round, phase, must_act } => self.phase(*round, *phase, must_act),
            Event::PhaseEnded { round: _, phase } => format!("{} is over", phase.in_words()),
            Event::FigureMoved { figure, start, path, length, by } => {
                self.moved(*figure, *start, path, *length, *by)
            }
            Event::VolleyFired { unit, target, shots, hits } => self.volley(*unit, *target, shots, *hits),
            Event::HitWasted { figure } => {
                format!("the hit of {} is wasted: nobody is left in sight", self.figure(*figure))
            }
            Event::MeleeFought { .. } => self.melee(event),
            Event::CoupCounted { chief, figure } => {
                format!("{} counts coup on {}", self.figure(*chief), self.figure(*figure))
            }
            Event::HonorAwarded { .. } => self.honor(event),
            Event::ChiefUnhorsed { .. } | Event::FigureRemoved { .. } | Event::GravestonePlaced { .. } => {
                self.hit(event)
            }
            Event::GuidonPassed { .. }
            | Event::GuidonFallen { .. }
            | Event::GuidonRecovered { .. }
            | Event::GuidonCaptured { .. }
            | Event::GuidonLost { .. } => self.guidon(event),
            Event::CasualtyOrderSet { .. }
            | Event::CoupOrderSet { .. }
            | Event::UnitDone { .. }
            | Event::UnitResumed { .. }
            | Event::UnitRetired { .. } => self.orders(event),
            Event::GameEnded { reason, side_result, nations_ranking, cavalry_ranking } => {
                let bands: Vec<String> = nations_ranking.iter().map(|own| self.band(own)).collect();
                let companies: Vec<String> = cavalry_ranking.iter().map(|own| self.company(own)).collect();
                let result = match side_result.side() {
                    Some(_) => victory(*side_result),
                    None => "the battle is a draw".to_owned(),
                };
                let why = why_over(*reason);
                format!(
                    "{result}: {why}; the bands: {}; the companies: {}",
                    bands.join(", "),
                    companies.join(", ")
                )
            }
        }
    }

    /// A unit's name with the id that orders need.
    fn unit(&self, id: UnitId) -> String {
        let named = self.0.units.iter().find(|unit| unit.id == id);
        named.map_or_else(|| id.to_string(), |unit| format!("{} ({id})", unit.name))
    }

    /// A figure's name, or what it is, with the id that orders need.
    fn figure(&self, id: FigureId) -> String {
        let named = self.0.figures.iter().find(|figure| figure.id == id);
        named.map_or_else(
            || id.to_string(),
            |figure| match &figure.name {
                Some(name) => format!("{name} ({id})"),
                None => format!("{} {id}", figure.role.as_str()),
            },
        )
    }

    fn phase(&self, round: u32, phase: Phase, must_act: &[UnitId]) -> String {
        let may = match phase.kind() {
            Kind::Move => "move",
            Kind::Action => "shoot or move again",
            Kind::Melee => "attack",
        };
        let phase = phase.in_words();
        match must_act {
            [] => format!("round {round}, {phase}: nobody has anything to do"),
            units => {
                let units: Vec<String> = units.iter().map(|unit| self.unit(*unit)).collect();
                format!("round {round}, {phase}: {} may {may}", listed(&units))
            }
        }
    }

    fn moved(&self, figure: FigureId, start: Point, path: &[Point], length: i64, by: MovedBy) -> String {
        let verb = match by {
            MovedBy::Move | MovedBy::Group => "moves",
            MovedBy::Charge => "charges",
        };
        let figure = self.figure(figure);
        match path {
            [via @ .., end] if length != 0 => {
                let via: Vec<String> = via.iter().map(|point| place(*point)).collect();
                let via =
                    if via.is_empty() { String::new() } else { format!(" by way of {}", via.join(" and ")) };
                format!(
                    "{figure} {verb} {} inches from {} to {}{via}",
                    inches(length),
                    place(start),
                    place(*end)
                )
            }
            [] | [_, ..] => format!("{figure} moves on the spot at {}", place(start)),
        }
    }

    fn volley(&self, unit: UnitId, target: UnitId, shots: &[Shot], hits: u32) -> String {
        let n = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
        let told: Vec<String> = shots.iter().map(shot).collect();
        format!(
            "{} shoots at {} and scores {} with {}: {}",
            self.unit(unit),
            self.unit(target),
            n(hits as usize, "hit"),
            n(shots.len(), "shot"),
            told.join("; ")
        )
    }

    fn melee(&self, event: &Event) -> String {
        let Event::MeleeFought { attacker, defender, coup, attacker_roll, defender_roll, tie, winner } =
            event
        else {
            return String::new();
        };
        let (who, whom) = (self.figure(*attacker), self.figure(*defender));
        let attack = match coup {
            Some(chief) if chief == attacker => format!("{who} tries to count coup on {whom}"),
            Some(_) => format!("{who} attacks {whom}, who tries to count coup"),
            None => format!("{who} attacks {whom}"),
        };
        let winner = self.figure(*winner);
        let on_tie = if *tie { ", for a tie goes to the Plains Nations" } else { "" };
        format!("{attack}: {} against {}: {winner} wins{on_tie}", die(attacker_roll), die(defender_roll))
    }

    fn honor(&self, event: &Event) -> String {
        let Event::HonorAwarded { unit, points, reason, figure, total } = event else { return String::new() };
        let earned = match reason {
            HonorReason::Melee => "a fight won",
            HonorReason::Coup => "a coup counted",
            HonorReason::Guidon => "a guidon captured",
            HonorReason::CustersGuidon => "Custer's guidon, captured",
        };
        let (unit, figure) = (self.unit(*unit), self.figure(*figure));
        format!("{unit} earns {points} honor for {earned} by {figure}, and now has {total}")
    }

    /// What becomes of a figure that is hit.
    fn hit(&self, event: &Event) -> String {
        match event {
            Event::ChiefUnhorsed { figure, point, cause, by } => {
                let how = self.why(*cause, *by);
                format!("{} loses his horse at {}, {how}", self.figure(*figure), place(*point))
            }
            Event::FigureRemoved { figure, point, cause, by, fate, returns_round } => {
                let (who, how) = (self.figure(*figure), self.why(*cause, *by));
                let back = match (fate, returns_round) {
                    (Fate::Permanent, Some(_) | None) => String::new(),
                    (Fate::Returns, Some(round)) => format!(", and comes back in round {round}"),
                    (Fate::Returns, None) => ", and will come back".to_owned(),
                };
                let verb = match fate {
                    Fate::Permanent => "falls",
                    Fate::Returns => "leaves the table",
                };
                format!("{who} {verb} at {}, {how}{back}", place(*point))
            }
            Event::GravestonePlaced { figure, point, cause: _ } => {
                format!("a gravestone marks where {} fell at {}", self.figure(*figure), place(*point))
            }
            _ => String::new(),
        }
    }

    fn why(&self, cause: Cause, by: FigureId) -> String {
        let by = self.figure(by);
        match cause {
            Cause::Shot => format!("shot by {by}"),
            Cause::Melee => format!("beaten by {by}"),
            Cause::CoupFailed => format!("foiled by {by} in counting coup"),
        }
    }

    fn guidon(&self, event: &Event) -> String {
        match event {
            Event::GuidonPassed { unit, previous, to } => format!(
                "{} takes the guidon of {} over from {}",
                self.figure(*to),
                self.unit(*unit),
                self.figure(*previous)
            ),
            Event::GuidonFallen { unit, point } => {
                format!("the guidon of {} falls to the ground at {}", self.unit(*unit), place(*point))
            }
            Event::GuidonRecovered { unit, by } => {
                format!("{} picks up the guidon of {}", self.figure(*by), self.unit(*unit))
            }
            Event::GuidonCaptured { unit, by } => {
                format!("{} captures the guidon of {}", self.figure(*by), self.unit(*unit))
            }
            Event::GuidonLost { unit, reason, order } => {
                let how = match reason {
                    LossReason::Captured => "to the enemy",
                    LossReason::Destroyed => "with its last figure",
                };
                format!("{} has lost its guidon {how}, as number {order} of the game", self.unit(*unit))
            }
            _ => String::new(),
        }
    }

    /// What a unit is told to do, or does no more.
    fn orders(&self, event: &Event) -> String {
        match event {
            Event::CasualtyOrderSet { unit, order, tie } => {
                let (unit, tie) = (self.unit(*unit), tie_in_words(*tie));
                let first = match order.as_slice() {
                    [] => "the usual ones".to_owned(),
                    some => losses(some),
                };
                format!("when {unit} is shot at, these fall first: {first}, and among equals {tie}")
            }
            Event::CoupOrderSet { unit, when_attacked } => {
                let does = match when_attacked {
                    WhenAttacked::Never => "fights as usual",
                    WhenAttacked::Always => "tries to count coup",
                };
                format!("a chief of {} who is attacked {does}", self.unit(*unit))
            }
            Event::UnitDone { unit, through } => {
                format!("{} does nothing more up to the end of {}", self.unit(*unit), through.in_words())
            }
            Event::UnitResumed { unit } => format!("{} goes on after all", self.unit(*unit)),
            Event::UnitRetired { unit } => {
                format!("{} retires: its figures stand idle to the end", self.unit(*unit))
            }
            _ => String::new(),
        }
    }

    fn band(&self, place: &BandRank) -> String {
        format!("{}. {} with {} honor", place.rank, self.unit(place.unit), place.honor)
    }

    fn company(&self, place: &CompanyRank) -> String {
        let CompanyRank { unit, rank, figures_left, guidon_lost } = place;
        let guidon = match guidon_lost {
            Some(loss) => format!("its guidon lost in round {}", loss.round),
            None => "its guidon kept".to_owned(),
        };
        format!("{rank}. {} with {figures_left} left and {guidon}", self.unit(*unit))
    }
}

fn shot(shot: &Shot) -> String {
    let (distance, roll) = (inches(shot.distance), &shot.roll);
    let result = match roll.result {
        DieResult::Hit => "a hit",
        DieResult::Miss | DieResult::Win | DieResult::Lose | DieResult::Direction(_) => "a miss",
    };
    format!("{} at {distance} inches needs {} and rolls {}, {result}", shot.figure, shot.needed, roll.value)
}

/// What a die shows, with what is added and for what: `3 + 1 (leader)`.
fn die(die: &Die) -> String {
    let added = die.modifiers.iter().map(|own| format!(" + {} ({})", own.value, own.name));
    std::iter::once(die.value.to_string()).chain(added).collect()
}

#[cfg(test)]
mod tests;
