//! Facts as sentences for people: "Red infantryman ri5 moves 3.61 inches from 10,10 to 12,13." Men and guns have the ids that
//! orders need; seats, and the things of the Country, their names.

mod men;
mod opening;
mod shot;

use super::{
    event::{Breakdown, Event, PerSide},
    ids::{Arm, FigureId, GunId, Side},
    notation::inches,
    state::State,
    tell::{ids, name, pieces, point, points, why},
    words::{LeftBy, MovedBy, TrailPlace},
};
use crate::{
    geometry::Point,
    ids::Seat,
    prose::{listed, sentence},
};

/// A fact as a sentence.
pub(super) fn narrate(known: &State, event: &Event) -> String {
    sentence(&Names(known).told(event))
}

/// Says who is who; nothing else is asked of the position.
struct Names<'a>(&'a State);

impl Names<'_> {
    fn told(&self, event: &Event) -> String {
        match event {
            Event::CoinTossed { .. }
            | Event::RolesSet { .. }
            | Event::LineChosen { .. }
            | Event::HandicapRolled { .. }
            | Event::Placed { .. }
            | Event::DeploymentCommitted { .. }
            | Event::Deployed { .. }
            | Event::Sealed { .. } => self.opening(event),
            Event::MoveBegan { .. }
            | Event::SeatDone { .. }
            | Event::FiguresAssigned { .. }
            | Event::SeatLeft { .. }
            | Event::MovePassed { .. }
            | Event::MoveEnded { .. }
            | Event::GameEnded { .. } => self.course(event),
            Event::ShotFired { .. } => self.shot(event),
            Event::GunMoved { .. }
            | Event::TrailNamed { .. }
            | Event::TrailOrdered { .. }
            | Event::TrailUnmanned { .. }
            | Event::GunsClosed { .. }
            | Event::GunWithdrawn { .. }
            | Event::GunPassesCleared { .. }
            | Event::GunPassed { .. }
            | Event::GunCaptured { .. } => self.of_guns(event),
            Event::FigureMoved { figure, path, length, reason } => {
                let verb = match reason {
                    MovedBy::Order => "moves",
                    MovedBy::Crew => "goes with his gun,",
                    MovedBy::Trail => "goes to the trail of a gun,",
                    MovedBy::Escort => "leads prisoners,",
                    MovedBy::Prisoner => "is led as a prisoner,",
                };
                format!("{} {verb} {} inches{}", man(*figure), inches(*length), way(path))
            }
            Event::FigureWithdrawn { figure, reason, .. } => {
                let how = match reason {
                    LeftBy::Order => "over his own line",
                    LeftBy::Crew => "with his gun",
                };
                format!("{} leaves the floor {how}", man(*figure))
            }
            Event::MeleeFormed { .. }
            | Event::MeleeResolved { .. }
            | Event::FigureKilled { .. }
            | Event::PrisonerTaken { .. }
            | Event::EscortChanged { .. }
            | Event::PrisonerFreed { .. }
            | Event::PrisonerSecured { .. }
            | Event::FigureRearmed { .. }
            | Event::FlagRaised { .. }
            | Event::BlowStruck { .. } => men::told(event),
        }
    }

    /// A seat's name.
    fn seat<'b>(&'b self, seat: &'b Seat) -> &'b str {
        let named = self.0.house().seats.iter().find(|entry| entry.seat == *seat);
        named.map_or(seat.as_str(), |entry| entry.name.as_str())
    }

    /// A thing of the Country, or a gun.
    fn thing(&self, id: &str) -> String {
        if let Some(id) = GunId::parse(id) {
            return gun(id);
        }
        match self.0.house().scenario.country.iter().find(|thing| thing.id == id) {
            Some(thing) => match &thing.name {
                Some(name) => name.clone(),
                None => format!("a {}", thing.kind.as_str()),
            },
            None => "something".to_owned(),
        }
    }

    /// How moves begin and end, and who commands.
    fn course(&self, event: &Event) -> String {
        match event {
            Event::MoveBegan { side, number, minutes, may_fire, .. } => {
                let fire = if *may_fire { "" } else { ", and no gun may fire yet" };
                let s = if *minutes == 1 { "" } else { "s" };
                format!(
                    "{} begins its move {number}, for which the book gives {minutes} minute{s}{fire}",
                    name(*side)
                )
            }
            Event::SeatDone { seat, late: false } => format!("the move of {} is done", self.seat(seat)),
            Event::SeatDone { seat, late: true } => {
                format!("time is up for {}: whoever has not moved stands", self.seat(seat))
            }
            Event::FiguresAssigned { figures, to } => {
                format!("from here on under the command of {}: {}", self.seat(to), pieces(figures))
            }
            Event::SeatLeft { seat, to, figures } => format!(
                "the battle is left by {}; from here on under the command of {}: {}",
                self.seat(seat),
                self.seat(to),
                pieces(figures)
            ),
            Event::MovePassed { side } => format!("{} has nobody to move", name(*side)),
            Event::MoveEnded { side, next } => {
                format!("the move of {} is over, and {} is next", name(*side), name(*next))
            }
            Event::GameEnded { reason, winner, half_points, breakdown, margin } => {
                let who = winner
                    .map_or_else(|| "the battle is a draw".to_owned(), |side| format!("{} wins", name(side)));
                let score = |side| score(side, half_points, breakdown);
                let margin = points(*margin);
                format!(
                    "{who}: {}; {}; {}; the margin is {margin}",
                    why(*reason),
                    score(Side::Red),
                    score(Side::Blue)
                )
            }
            _ => String::new(),
        }
    }

    fn of_guns(&self, event: &Event) -> String {
        match event {
            Event::GunMoved { gun: id, path, crew, .. } => {
                format!("{} is moved{} with {}", gun(*id), way(path), men(crew))
            }
            Event::TrailNamed { gun: id, figures } | Event::TrailOrdered { gun: id, figures } => {
                let who = |figure: Option<FigureId>| figure.map_or_else(|| "anybody".to_owned(), man);
                let [left, right] = figures.map(who);
                format!(
                    "{} is to be served by {left} to the left of its trail and {right} to the right",
                    gun(*id)
                )
            }
            Event::TrailUnmanned { gun: id, place } => {
                let place = match place {
                    TrailPlace::Left => "left",
                    TrailPlace::Right => "right",
                };
                format!("nobody comes to the {place} of the trail of {}", gun(*id))
            }
            Event::GunsClosed { seat } => format!("the guns of {} have done for this move", self.seat(seat)),
            Event::GunWithdrawn { gun: id, crew, .. } => {
                format!("{} leaves the floor over its own line with {}", gun(*id), men(crew))
            }
            Event::GunPassesCleared { gun: id, figures } => {
                format!("no longer counted as past {}: {}", gun(*id), men(figures))
            }
            Event::GunPassed { gun: id, figures } => {
                format!("{} got past {} in attack: {}", have(figures.len()), gun(*id), ids(figures))
            }
            Event::GunCaptured { gun: id, from, to, by, seat } => format!(
                "{} takes {} from {}, for {} got past it; it now belongs to {}",
                name(*to),
                gun(*id),
                name(*from),
                match by.len() {
                    1 => format!("{} has", men(by)),
                    _ => format!("{} have", men(by)),
                },
                self.seat(seat)
            ),
            _ => String::new(),
        }
    }
}

fn have(n_men: usize) -> String {
    if n_men == 1 { "1 man has".to_owned() } else { format!("{n_men} men have") }
}

/// A man, as in "red infantryman ri5".
fn man(id: FigureId) -> String {
    let arm = match id.arm {
        Arm::Infantry => "infantryman",
        Arm::Cavalry => "cavalryman",
    };
    format!("{} {arm} {id}", id.side.as_str())
}

/// Men: one by what he is, several by their number and ids.
fn men(all: &[FigureId]) -> String {
    match all {
        [] => "nobody".to_owned(),
        [one] => man(*one),
        more => format!("{} men ({})", more.len(), ids(more)),
    }
}

fn gun(id: GunId) -> String {
    format!("gun {id}")
}

fn way(path: &[Point]) -> String {
    match path {
        [from, by @ .., to] => {
            let by: Vec<String> = by.iter().map(|at| point(*at)).collect();
            let by = if by.is_empty() { String::new() } else { format!(" by way of {}", by.join(" and ")) };
            format!(" from {} to {}{by}", point(*from), point(*to))
        }
        [] => String::new(),
        [here] => format!(" at {}", point(*here)),
    }
}

fn score(side: Side, half_points: &PerSide<i64>, breakdown: &PerSide<Breakdown>) -> String {
    let own = breakdown.side(side);
    let parts = [
        (own.victory, "victory"),
        (own.guns, "guns"),
        (own.cavalry, "cavalry"),
        (own.infantry, "infantry"),
        (own.own_prisoners, "own men taken"),
        (own.taken, "prisoners"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(half, _)| *half != 0)
        .map(|(half, what)| format!("{} for {what}", points(*half)))
        .collect();
    let total = points(*half_points.side(side));
    match parts.as_slice() {
        [] => format!("{} has {total} points", name(side)),
        some => format!("{} has {total} points: {}", name(side), listed(some)),
    }
}

#[cfg(test)]
mod tests;
