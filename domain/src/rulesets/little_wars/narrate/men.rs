//! What happens to men, in sentences: melees, deaths, prisoners, flags.

use super::{gun, have, man, men};
use crate::rulesets::little_wars::{
    event::Event,
    ids::FigureId,
    tell::{ids, name},
    words::{DeathCause, FreedBy, ResolvedBy, TakenBy},
};

/// A fact about men.
pub(super) fn told(event: &Event) -> String {
    match event {
        Event::MeleeFormed { .. } => melee(event),
        Event::MeleeResolved { melee, dead, prisoners, by } => {
            let by = match by {
                ResolvedBy::Mover => "as the mover says",
                ResolvedBy::Default => "by the rule",
            };
            let dead = match dead.as_slice() {
                [] => "nobody dies".to_owned(),
                [one] => format!("{} dies", man(*one)),
                more => format!("{} die", men(more)),
            };
            let taken: String = prisoners.iter().map(|pair| captive(*pair)).collect();
            format!("melee {melee} is settled {by}: {dead}{taken}")
        }
        Event::FigureKilled { .. } => killed(event),
        Event::PrisonerTaken { figure, side, escort, cause } => {
            let how = match cause {
                TakenBy::Melee => "in the melee",
                TakenBy::Flag => "after hoisting the white flag",
                TakenBy::Retaken => "again, having no weapon",
                TakenBy::Capitulation => "with his whole army",
            };
            let escort = escort.map_or_else(String::new, |escort| format!(", led by {}", man(escort)));
            format!("{} becomes a prisoner of {} {how}{escort}", man(*figure), name(*side))
        }
        Event::EscortChanged { figure, escort } => {
            format!("{} takes over the prisoner {}", man(*escort), man(*figure))
        }
        Event::PrisonerFreed { figure, cause } => {
            let why = match cause {
                FreedBy::EscortLost => "without a weapon: his escort is gone",
                FreedBy::EscortAway => "without a weapon: his escort is too far away",
                FreedBy::Capitulation => "for his captors have capitulated",
            };
            format!("{} is free, {why}", man(*figure))
        }
        Event::PrisonerSecured { figure } => {
            format!("the prisoner {} is behind his captors' line and out of the battle", man(*figure))
        }
        Event::FigureRearmed { figure } => {
            format!("{} has a weapon again", man(*figure))
        }
        Event::FlagRaised { figures, support } => {
            let support = match support.as_slice() {
                [] => "with nobody in support".to_owned(),
                some => format!("with only {} in support", men(some)),
            };
            format!("the white flag is hoisted by {}, {support}", men(figures))
        }
        Event::BlowStruck { side, figures, moves_left } => format!(
            "{} strikes the blow at the rear: {} reached the enemy's line ({}), and the enemy has {moves_left} moves to \
             get away",
            name(*side),
            have(figures.len()),
            ids(figures)
        ),
        _ => String::new(),
    }
}

fn captive((prisoner, captor): (FigureId, Option<FigureId>)) -> String {
    match captor {
        Some(captor) => format!("; {} is taken by {}", man(prisoner), man(captor)),
        None => format!("; {} is taken, without an escort", man(prisoner)),
    }
}

fn killed(event: &Event) -> String {
    let Event::FigureKilled { figure, cause, gun: id, melee } = event else { return String::new() };
    let shot = id.map_or_else(|| "a shot".to_owned(), |id| format!("a shot of {}", gun(id)));
    let how = match cause {
        DeathCause::Fell => format!("knocked over by {shot}"),
        DeathCause::Touched => format!("the first man touched by {shot}"),
        DeathCause::Domino => format!("knocked over by a falling neighbour after {shot}"),
        DeathCause::Melee => format!("killed in melee {}", melee.unwrap_or_default()),
    };
    format!("{} is dead, {how}", man(*figure))
}

fn melee(event: &Event) -> String {
    let Event::MeleeFormed { melee, red, blue, inferior, support, isolated, kill, prisoners, .. } = event
    else {
        return String::new();
    };
    let who = format!(
        "melee {melee} is {} of Red against {} of Blue ({}; {})",
        red.len(),
        blue.len(),
        ids(red),
        ids(blue)
    );
    let Some(inferior) = inferior else { return format!("{who}: they are equal, so all die") };
    let state = match isolated {
        Some(true) => "is isolated",
        Some(false) | None => "is not isolated",
    };
    let support = match support.as_slice() {
        [] => "nobody".to_owned(),
        some => men(some),
    };
    let taken = match prisoners {
        0 => String::new(),
        1 => ", and 1 man is taken".to_owned(),
        n => format!(", and {n} men are taken"),
    };
    let dead = match kill {
        0 => "nobody dies".to_owned(),
        1 => "1 man dies on each side".to_owned(),
        n => format!("{n} men die on each side"),
    };
    format!("{who}: {}, with {support} in support, {state}; {dead}{taken}", name(*inferior))
}
