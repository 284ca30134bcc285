//! Orders in canonical notation.

use std::fmt::Display;

use crate::{
    geometry::Point,
    rulesets::little_wars::{
        command::{
            Aim, AimFigure, AimFigures, AimPlace, Allocate, AllocateAuto, AllocateNamed, Block, Command,
            GunBlock, MenBlock, Mover, Retreat, RetreatMany, RetreatOne, Vector,
        },
        ids::FigureId,
    },
};

/// An order in canonical notation; several blocks put down together are several lines.
pub(in super::super) fn format(command: &Command) -> String {
    match command {
        Command::ChooseSide { line } => format!("side {}", line.as_str()),
        Command::Pick { infantry, cavalry, guns } => {
            format!("pick {infantry} infantry {cavalry} cavalry {guns} guns")
        }
        Command::Place { blocks } => blocks.iter().map(block).collect::<Vec<_>>().join("\n"),
        Command::Ready {} => "ready".to_owned(),
        Command::Fire { gun, at, elevation, lie_down } => {
            let elevation = elevation.map(|given| format!(" e{given}")).unwrap_or_default();
            let standing = if *lie_down { "" } else { " standing" };
            format!("fire {gun} @ {}{elevation}{standing}", aim(at))
        }
        Command::MoveGun { gun, path, crew, off } => {
            let crew = crew.as_ref().map(|crew| format!(" crew {}", movers(crew))).unwrap_or_default();
            let off = if *off { " off" } else { "" };
            format!("gun {gun}{}{crew}{off}", legs(path))
        }
        Command::Trail { gun, figures } => {
            let man = |man: &Option<FigureId>| man.map_or_else(|| "-".to_owned(), |man| man.to_string());
            format!("trail {gun} {}", joined(figures.iter().map(man)))
        }
        Command::EndGuns {} => "guns done".to_owned(),
        Command::Move { figure, path } => format!("move {figure}{}", legs(path)),
        Command::March { figures, by, loose } => {
            format!("march {} by {}{}", joined(figures), vector(*by), if *loose { " loose" } else { "" })
        }
        Command::Line { figures, from, to } => {
            format!("line {} from {} to {}", joined(figures), point(*from), point(*to))
        }
        Command::Close { figures, on } => format!("close {} on {on}", joined(figures)),
        Command::Escort { escort, path, prisoners } => {
            let with = prisoners.as_ref().map(|with| format!(" with {}", movers(with))).unwrap_or_default();
            format!("escort {escort}{}{with}", legs(path))
        }
        Command::Retreat(Retreat::One(RetreatOne { figure, path })) => {
            format!("retreat {figure}{}", legs(path))
        }
        Command::Retreat(Retreat::Many(RetreatMany { figures })) => format!("retreat {}", joined(figures)),
        Command::Surrender { figures } => format!("flag {}", joined(figures)),
        Command::Assign { figures, seat } => format!("give {} to {seat}", joined(figures)),
        Command::EndMove { side } => if *side { "done side" } else { "done" }.to_owned(),
        Command::Allocate(Allocate::Auto(AllocateAuto { melee, .. })) => format!("melee {melee} auto"),
        Command::Allocate(Allocate::Named(AllocateNamed { melee, dead, captors })) => {
            let pair = |(prisoner, captor): &(FigureId, FigureId)| format!("{prisoner}:{captor}");
            let captors = match captors.is_empty() {
                true => String::new(),
                false => format!(" captors {}", joined(captors.iter().map(pair))),
            };
            format!("melee {melee} dead {}{captors}", joined(dead))
        }
    }
}

/// Hundredths of an inch in inches, with no more decimals than it needs.
pub(in super::super) fn inches(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        (_, _) => format!("{sign}{whole}.{part:02}"),
    }
}

fn joined<T: Display>(list: impl IntoIterator<Item = T>) -> String {
    list.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" ")
}

fn point(point: Point) -> String {
    format!("{},{}", inches(point.x.into()), inches(point.y.into()))
}

fn vector(vector: Vector) -> String {
    format!("{},{}", inches(vector.x.into()), inches(vector.y.into()))
}

fn legs(path: &[Point]) -> String {
    path.iter().map(|to| format!(" > {}", point(*to))).collect()
}

fn movers(movers: &[Mover]) -> String {
    let leg = |to: &Point| format!(">{}", point(*to));
    joined(movers.iter().map(|mover| {
        let path: String = mover.path.iter().flatten().map(leg).collect();
        format!("{}{path}", mover.figure)
    }))
}

fn aim(at: &Aim) -> String {
    match at {
        Aim::Figure(AimFigure { figure }) => figure.to_string(),
        Aim::Figures(AimFigures { figures }) => joined(figures),
        Aim::Place(AimPlace { x, y, h }) => {
            let height = h.map(|h| format!(" h{}", inches(h.into()))).unwrap_or_default();
            format!("{}{height}", point(Point::new(*x, *y)))
        }
    }
}

fn block(block: &Block) -> String {
    match block {
        Block::Gun(GunBlock { gun, at }) => format!("place {gun} at {}", point(*at)),
        Block::Men(MenBlock { figures, at, step, per_row, row }) => {
            let row = row.map(|row| format!(" row {}", vector(row))).unwrap_or_default();
            format!("place {figures} at {} step {} per {per_row}{row}", point(*at), vector(*step))
        }
    }
}
