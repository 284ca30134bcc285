//! Orders as text, one a line (LW §11): `fire rg1 @ bi12`, `march ri1-ri12 by 0,11.5`. [`format`] writes the canonical form,
//! which [`parse`] reads back; a line of `fire` may stand for up to four equal orders.

mod write;

pub(super) use write::{format, inches};

use super::{
    command::{
        Aim, AimFigure, AimFigures, AimPlace, Allocate, AllocateAuto, AllocateNamed, Block, Command,
        GunBlock, Line, MenBlock, Mover, Retreat, RetreatMany, RetreatOne, Vector, Yes,
    },
    ids::{FigureId, Figures, GunId, Pieces},
};
use crate::{
    geometry::Point,
    ids::Seat,
    notation::{NotationError, Reader, read_inches},
};

/// The most entries of a list or points of a path that are read.
const MOST: usize = 500;
const A_MAN: &str = "a man, e.g. ri12";
const MEN: &str = "men, e.g. ri3, ri1-ri12 or ri*";
const A_GUN: &str = "a gun, e.g. rg1";

/// Reads the orders of one line: one, but for `x2` to `x4` after a shot.
pub(super) fn parse(line: &str) -> Result<Vec<Command>, NotationError> {
    let mut reader = Reader::new(line);
    let order = order(&mut reader)?;
    let times = match order {
        Command::Fire { .. } => reader.take(times).unwrap_or(1),
        _ => 1,
    };
    match reader.is_at_end() {
        true => Ok(vec![order; times]),
        false => reader.expected("the end of the line"),
    }
}

fn times(word: &str) -> Option<usize> {
    let times = word.strip_prefix('x')?.parse().ok()?;
    (1..=4).contains(&times).then_some(times)
}

fn order(reader: &mut Reader) -> Result<Command, NotationError> {
    const WORDS: &str = "fire, gun, trail, guns done, move, march, line, close, escort, retreat, flag, give, done, \
                         melee, side, pick, place or ready";
    if reader.takes("fire") {
        fire(reader)
    } else if reader.takes("gun") {
        gun(reader)
    } else if reader.takes("trail") {
        trail(reader)
    } else if reader.takes("guns") {
        reader.must_be("done", "done")?;
        Ok(Command::EndGuns {})
    } else if reader.takes("move") {
        let figure = reader.must(A_MAN, FigureId::parse)?;
        let path = path(reader)?;
        if path.is_empty() { reader.expected("> and a point") } else { Ok(Command::Move { figure, path }) }
    } else if reader.takes("march") {
        let figures = men(reader)?;
        reader.must_be("by", "by")?;
        let by = vector(reader)?;
        Ok(Command::March { figures, by, loose: reader.takes("loose") })
    } else if reader.takes("line") {
        let figures = men(reader)?;
        reader.must_be("from", "from")?;
        let from = point(reader)?;
        reader.must_be("to", "to")?;
        Ok(Command::Line { figures, from, to: point(reader)? })
    } else if reader.takes("close") {
        let figures = men(reader)?;
        reader.must_be("on", "on")?;
        Ok(Command::Close { figures, on: reader.must(A_MAN, FigureId::parse)? })
    } else if reader.takes("escort") {
        let escort = reader.must(A_MAN, FigureId::parse)?;
        let path = path(reader)?;
        let prisoners = if reader.takes("with") { Some(movers(reader)?) } else { None };
        Ok(Command::Escort { escort, path, prisoners })
    } else if reader.takes("retreat") {
        retreat(reader)
    } else if reader.takes("flag") {
        Ok(Command::Surrender { figures: men(reader)? })
    } else if reader.takes("give") {
        let figures = list(reader, "men and guns, e.g. ri1-ri5 or rg2", Pieces::parse)?;
        reader.must_be("to", "to")?;
        Ok(Command::Assign { figures, seat: reader.must("a seat", |word| Seat::new(word).ok())? })
    } else if reader.takes("done") {
        Ok(Command::EndMove { side: reader.takes("side") })
    } else if reader.takes("melee") {
        melee(reader)
    } else if reader.takes("side") {
        Ok(Command::ChooseSide { line: reader.must("north or south", Line::parse)? })
    } else if reader.takes("pick") {
        pick(reader)
    } else if reader.takes("place") {
        Ok(Command::Place { blocks: vec![block(reader)?] })
    } else if reader.takes("ready") {
        Ok(Command::Ready {})
    } else {
        reader.expected(WORDS)
    }
}

fn whole<T: std::str::FromStr>(word: &str) -> Option<T> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().ok()).flatten()
}

fn coordinates<T: TryFrom<i64>>(reader: &mut Reader) -> Result<(T, T), NotationError> {
    let x = reader.any_inches()?;
    reader.must_be("a comma", ",")?;
    Ok((x, reader.any_inches()?))
}

fn point(reader: &mut Reader) -> Result<Point, NotationError> {
    coordinates(reader).map(|(x, y)| Point::new(x, y))
}

fn vector(reader: &mut Reader) -> Result<Vector, NotationError> {
    coordinates(reader).map(|(x, y)| Vector { x, y })
}

fn path(reader: &mut Reader) -> Result<Vec<Point>, NotationError> {
    let mut path = Vec::new();
    while path.len() < MOST && reader.takes(">") {
        path.push(point(reader)?);
    }
    Ok(path)
}

fn list<T>(
    reader: &mut Reader,
    what: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, NotationError> {
    let mut found = vec![reader.must(what, &read)?];
    while found.len() < MOST
        && let Some(next) = reader.take(&read)
    {
        found.push(next);
    }
    Ok(found)
}

fn men(reader: &mut Reader) -> Result<Vec<Figures>, NotationError> {
    list(reader, MEN, Figures::parse)
}

fn movers(reader: &mut Reader) -> Result<Vec<Mover>, NotationError> {
    let mut found = Vec::new();
    while found.len() < MOST
        && let Some(figure) = reader.take(Figures::parse)
    {
        // Several have none of their own: what comes next is another's.
        let path = if matches!(figure, Figures::One(_)) { path(reader)? } else { Vec::new() };
        found.push(Mover { figure, path: (!path.is_empty()).then_some(path) });
    }
    if found.is_empty() { reader.expected(MEN) } else { Ok(found) }
}

fn fire(reader: &mut Reader) -> Result<Command, NotationError> {
    let gun = reader.must(A_GUN, GunId::parse)?;
    reader.must_be("@", "@")?;
    let at = match reader.take(Figures::parse) {
        Some(first) => {
            let mut figures = vec![first];
            while figures.len() < MOST
                && let Some(next) = reader.take(Figures::parse)
            {
                figures.push(next);
            }
            match figures[..] {
                [Figures::One(figure)] => Aim::Figure(AimFigure { figure }),
                _ => Aim::Figures(AimFigures { figures }),
            }
        }
        None => {
            let Point { x, y } = point(reader)?;
            let h = reader.take(|word| i32::try_from(read_inches(word.strip_prefix('h')?)?).ok());
            Aim::Place(AimPlace { x, y, h })
        }
    };
    let elevation = reader.take(|word| whole(word.strip_prefix('e')?));
    Ok(Command::Fire { gun, at, elevation, lie_down: !reader.takes("standing") })
}

fn gun(reader: &mut Reader) -> Result<Command, NotationError> {
    let gun = reader.must(A_GUN, GunId::parse)?;
    let path = path(reader)?;
    if path.is_empty() {
        return reader.expected("> and a point");
    }
    let crew = if reader.takes("crew") { Some(movers(reader)?) } else { None };
    Ok(Command::MoveGun { gun, path, crew, off: reader.takes("off") })
}

fn trail(reader: &mut Reader) -> Result<Command, NotationError> {
    let gun = reader.must(A_GUN, GunId::parse)?;
    let man = |word: &str| match word {
        "-" => Some(None),
        word => FigureId::parse(word).map(Some),
    };
    let mut figures = vec![reader.must("a man, or - for nobody in particular", man)?];
    figures.extend(reader.take(man));
    Ok(Command::Trail { gun, figures })
}

fn retreat(reader: &mut Reader) -> Result<Command, NotationError> {
    let figures = men(reader)?;
    let path = path(reader)?;
    match (&figures[..], path.is_empty()) {
        (_, true) => Ok(Command::Retreat(Retreat::Many(RetreatMany { figures }))),
        (&[Figures::One(figure)], false) => Ok(Command::Retreat(Retreat::One(RetreatOne { figure, path }))),
        (_, false) => reader.expected("one man for a path"),
    }
}

fn melee(reader: &mut Reader) -> Result<Command, NotationError> {
    let melee = reader.must("the melee's number", whole)?;
    if reader.takes("auto") {
        return Ok(Command::Allocate(Allocate::Auto(AllocateAuto { melee, auto: Yes })));
    }
    reader.must_be("auto or dead", "dead")?;
    let dead = men(reader)?;
    let mut captors = Vec::new();
    if reader.takes("captors") {
        while captors.is_empty() || !reader.is_at_end() {
            let prisoner = reader.must("a prisoner", FigureId::parse)?;
            reader.must_be("a colon", ":")?;
            captors.push((prisoner, reader.must("his captor", FigureId::parse)?));
        }
    }
    Ok(Command::Allocate(Allocate::Named(AllocateNamed { melee, dead, captors })))
}

fn pick(reader: &mut Reader) -> Result<Command, NotationError> {
    let mut number = |word: &str| {
        let number = reader.must("a number", whole)?;
        reader.must_be(word, word).map(|()| number)
    };
    Ok(Command::Pick { infantry: number("infantry")?, cavalry: number("cavalry")?, guns: number("guns")? })
}

fn block(reader: &mut Reader) -> Result<Block, NotationError> {
    if let Some(gun) = reader.take(GunId::parse) {
        reader.must_be("at", "at")?;
        return Ok(Block::Gun(GunBlock { gun, at: point(reader)? }));
    }
    let figures = reader.must("men or a gun, e.g. ri1-ri13 or rg1", Figures::parse)?;
    reader.must_be("at", "at")?;
    let at = point(reader)?;
    reader.must_be("step", "step")?;
    let step = vector(reader)?;
    reader.must_be("per", "per")?;
    let per_row = reader.must("how many in a row", whole)?;
    let row = if reader.takes("row") { Some(vector(reader)?) } else { None };
    Ok(Block::Men(MenBlock { figures, at, step, per_row, row }))
}
