//! Facts as record lines, for logs and mails: `ri5 moves 10,10 > 12,13 (3.61 inches)`. Men and guns have their ids, since
//! orders name them so; places and lengths are in inches.

mod lists;
mod opening;
mod shot;

pub(super) use self::{
    lists::{ids, pieces},
    shot::aim,
};
use super::{
    event::{Breakdown, Event, PerSide, Reason},
    ids::{FigureId, Side},
    notation::inches,
    words::{DeathCause, FreedBy, LeftBy, MovedBy, ResolvedBy, TakenBy, TrailPlace},
};
use crate::geometry::Point;

/// A fact as one line.
pub(super) fn tell(event: &Event) -> String {
    match event {
        Event::MoveBegan { side, number, minutes, may_fire, .. } => {
            let fire = if *may_fire { "" } else { "; no gun fires yet" };
            let s = if *minutes == 1 { "" } else { "s" };
            format!("move {number} of {}: {minutes} minute{s} of the book{fire}", name(*side))
        }
        Event::ShotFired { .. } => shot::tell(event),
        Event::GunMoved { gun, path, crew, .. } => format!("{gun} goes {} with {}", way(path), ids(crew)),
        Event::FigureMoved { figure, path, length, reason } => moved(*figure, path, *length, *reason),
        Event::TrailNamed { gun, figures } | Event::TrailOrdered { gun, figures } => {
            let man = |man: Option<FigureId>| man.map_or_else(|| "anybody".to_owned(), |man| man.to_string());
            format!(
                "at the trail of {gun}: {} to the left, {} to the right",
                man(figures[0]),
                man(figures[1])
            )
        }
        Event::TrailUnmanned { gun, place } => match place {
            TrailPlace::Left => format!("nobody comes to the left of the trail of {gun}"),
            TrailPlace::Right => format!("nobody comes to the right of the trail of {gun}"),
        },
        Event::GunsClosed { seat } => format!("the guns of {seat} have done"),
        Event::SeatDone { seat, late: false } => format!("{seat} has moved"),
        Event::SeatDone { seat, late: true } => format!("Time for {seat}: what stands, stands"),
        Event::MeleeFormed { .. } => melee(event),
        Event::FlagRaised { figures, support } => {
            let support = match support.as_slice() {
                [] => "nobody supports them".to_owned(),
                some => format!("only {} in support", ids(some)),
            };
            format!("{} hoist the white flag: {support}", ids(figures))
        }
        Event::FigureWithdrawn { figure, reason: LeftBy::Order, .. } => {
            format!("{figure} leaves over his own line")
        }
        Event::FigureWithdrawn { figure, reason: LeftBy::Crew, .. } => {
            format!("{figure} leaves with his gun")
        }
        Event::GunWithdrawn { gun, crew, .. } => format!("{gun} leaves over its line with {}", ids(crew)),
        Event::GunPassesCleared { gun, figures } => format!("{} have no longer passed {gun}", ids(figures)),
        Event::GunPassed { gun, figures } => format!("{} have passed {gun}", ids(figures)),
        Event::GunCaptured { gun, from, to, by, .. } => {
            format!("{} takes {gun} from {}: {} have passed it", name(*to), name(*from), ids(by))
        }
        Event::BlowStruck { side, figures, moves_left } => format!(
            "a blow at the rear: {} of {} stand on the enemy's line, who has {moves_left} moves to get away",
            ids(figures),
            name(*side)
        ),
        Event::FiguresAssigned { figures, to } => format!("{} go to {to}", pieces(figures)),
        Event::SeatLeft { seat, to, figures } => {
            format!("{seat} has left; {} go on under {to}", pieces(figures))
        }
        Event::MovePassed { side } => format!("{} has nobody to move", name(*side)),
        Event::MoveEnded { side, next } => {
            format!("the move of {} is over; {} is next", name(*side), name(*next))
        }
        Event::GameEnded { reason, winner, half_points, breakdown, margin } => {
            ended(*reason, *winner, half_points, breakdown, *margin)
        }
        _ => of_men(event),
    }
}

/// A fact about single men.
fn of_men(event: &Event) -> String {
    match event {
        Event::FigureKilled { figure, cause, gun, melee } => {
            let by = gun.map_or_else(|| "a shot".to_owned(), |gun| format!("a shot of {gun}"));
            match cause {
                DeathCause::Fell => format!("{figure} is dead: knocked over by {by}"),
                DeathCause::Touched => format!("{figure} is dead: the first touched by {by}"),
                DeathCause::Domino => format!("{figure} is dead: knocked over by a falling man, after {by}"),
                DeathCause::Melee => format!("{figure} is dead, in melee {}", melee.unwrap_or_default()),
            }
        }
        Event::MeleeResolved { melee, dead, prisoners, by } => {
            let by = match by {
                ResolvedBy::Mover => "as the mover says",
                ResolvedBy::Default => "by the rule",
            };
            let taken = match prisoners.as_slice() {
                [] => String::new(),
                pairs => {
                    format!("; {}", pairs.iter().map(|pair| captive(*pair)).collect::<Vec<_>>().join(", "))
                }
            };
            let dead = if dead.is_empty() { "nobody dies".to_owned() } else { format!("dead {}", ids(dead)) };
            format!("melee {melee} is settled {by}: {dead}{taken}")
        }
        Event::PrisonerTaken { figure, side, escort, cause } => {
            let escort = escort.map_or_else(String::new, |escort| format!(", led by {escort}"));
            let how = match cause {
                TakenBy::Melee => "in the melee",
                TakenBy::Flag => "after his white flag",
                TakenBy::Retaken => "again, for he had no weapon",
                TakenBy::Capitulation => "with his army",
            };
            format!("{figure} is a prisoner of {} {how}{escort}", name(*side))
        }
        Event::EscortChanged { figure, escort } => format!("{escort} takes {figure} over"),
        Event::PrisonerFreed { figure, cause } => match cause {
            FreedBy::EscortLost => format!("{figure} is free, without a weapon: his escort is gone"),
            FreedBy::EscortAway => format!("{figure} is free, without a weapon: his escort is too far away"),
            FreedBy::Capitulation => format!("{figure} is free: his captors have capitulated"),
        },
        Event::PrisonerSecured { figure } => format!("{figure} is behind his captors' line"),
        Event::FigureRearmed { figure } => format!("{figure} has a weapon again"),
        _ => opening::tell(event),
    }
}

/// The name of a side.
pub(super) fn name(side: Side) -> &'static str {
    match side {
        Side::Red => "Red",
        Side::Blue => "Blue",
    }
}

/// A place in inches.
pub(super) fn point(point: Point) -> String {
    format!("{},{}", inches(point.x.into()), inches(point.y.into()))
}

fn way(path: &[Point]) -> String {
    path.iter().map(|at| point(*at)).collect::<Vec<_>>().join(" > ")
}

fn moved(figure: FigureId, path: &[Point], length: i64, reason: MovedBy) -> String {
    let way = format!("{} ({} inches)", way(path), inches(length));
    match reason {
        MovedBy::Order => format!("{figure} moves {way}"),
        MovedBy::Crew => format!("{figure} goes with the gun {way}"),
        MovedBy::Trail => format!("{figure} goes to the trail {way}"),
        MovedBy::Escort => format!("{figure} leads prisoners {way}"),
        MovedBy::Prisoner => format!("{figure} is led {way}"),
    }
}

fn captive((prisoner, captor): (FigureId, Option<FigureId>)) -> String {
    match captor {
        Some(captor) => format!("{prisoner} a prisoner of {captor}"),
        None => format!("{prisoner} a prisoner without an escort"),
    }
}

fn melee(event: &Event) -> String {
    let Event::MeleeFormed { melee, red, blue, inferior, support, isolated, kill, prisoners, .. } = event
    else {
        return String::new();
    };
    let who = format!(
        "melee {melee}: {} red ({}) against {} blue ({})",
        red.len(),
        ids(red),
        blue.len(),
        ids(blue)
    );
    let Some(inferior) = inferior else { return format!("{who}: equal, all die") };
    let n = |n: u32, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    let support = match support.as_slice() {
        [] => "no support".to_owned(),
        some => format!("{} in support ({})", some.len(), ids(some)),
    };
    let state = match isolated {
        Some(true) => "isolated",
        Some(false) | None => "supported",
    };
    let taken = match prisoners {
        0 => String::new(),
        taken => format!(
            ", {} taken",
            n(*taken, "is", "are").replace(" is", " man is").replace(" are", " men are")
        ),
    };
    format!("{who}: {} has {support}, is {state}: {} dead a side{taken}", name(*inferior), kill)
}

fn ended(
    reason: Reason,
    winner: Option<Side>,
    half_points: &PerSide<i64>,
    breakdown: &PerSide<Breakdown>,
    margin: i64,
) -> String {
    let why = why(reason);
    let who = winner.map_or_else(|| "a draw".to_owned(), |side| format!("{} wins", name(side)));
    let of = |side: Side| {
        let own = breakdown.side(side);
        let half = *half_points.side(side);
        let parts = [
            (own.victory, "victory"),
            (own.guns, "guns"),
            (own.cavalry, "cavalry"),
            (own.infantry, "infantry"),
            (own.own_prisoners, "own men taken"),
            (own.taken, "prisoners"),
        ];
        let told = parts.iter().filter(|(n, _)| *n != 0).map(|(n, what)| format!("{} {what}", points(*n)));
        format!("{} {} ({})", name(side), points(half), told.collect::<Vec<_>>().join(", "))
    };
    format!("{who}: {why}; {}; {}; margin {} points", of(Side::Red), of(Side::Blue), points(margin))
}

/// Why the battle is over.
pub(super) fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Annihilation => "the enemy has no free man left",
        Reason::BothGone => "nobody is left",
        Reason::BelowLimit => "both forces are too small to go on",
        Reason::Blow => "the blow at the rear is done",
        Reason::DefenceHeld => "the defence has held",
        Reason::LineReached => "the attackers stand on the defenders' line",
        Reason::Idle => "nothing happens any more",
        Reason::MoveLimit => "all moves are made",
        Reason::Resigned => "the other side has resigned",
        Reason::Agreed => "both sides agree",
    }
}

/// Half-points as points: `52½`.
pub(super) fn points(half: i64) -> String {
    match half % 2 {
        0 => format!("{}", half / 2),
        _ => format!("{}½", half / 2),
    }
}
