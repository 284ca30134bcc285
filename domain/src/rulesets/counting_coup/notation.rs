//! Orders as text, one a line: `move C4 > 12.50,30.00`, `shoot C* @ HUN within 12.00`. [`format`] writes the canonical
//! form, which [`parse`] reads back; the words are those of section 11 of the rules.
//!
//! JSON can say three things for which there are no words, all of them orders that are always refused: a path without a
//! point or off the table's north or west, figures that are none or not all of the unit named, and a casualty that is no
//! word of the game. They are written so that people see what is wrong (`move C1`, `shoot C:C1,E1 @ HUN`,
//! `lose C: "guidon" farthest`) and so that they are never read as another order: they are not read at all.

use super::{
    command::{
        Chosen, Command, Loss, MOST_FIGURES, MOST_POINTS, MOST_UNITS, Through, Tie, Token, Vector,
        WhenAttacked,
    },
    ids::{FigureId, UnitId},
};
use crate::{
    geometry::Point,
    notation::{NotationError, Reader},
};

/// Reads one order.
pub(super) fn parse(line: &str) -> Result<Command, NotationError> {
    let mut reader = Reader::new(line);
    let order = order(&mut reader)?;
    match reader.is_at_end() {
        true => Ok(order),
        false => reader.expected("the end of the line"),
    }
}

fn order(reader: &mut Reader) -> Result<Command, NotationError> {
    if reader.takes("move") {
        movement(reader)
    } else if reader.takes("charge") {
        let (figure, target) = against(reader)?;
        Ok(Command::Charge { figure, target })
    } else if reader.takes("shoot") {
        shoot(reader)
    } else if reader.takes("melee") {
        let (figure, target) = against(reader)?;
        Ok(Command::Melee { figure, target, coup: false })
    } else if reader.takes("coup") {
        let (figure, target) = against(reader)?;
        Ok(Command::Melee { figure, target, coup: true })
    } else if reader.takes("lose") {
        lose(reader)
    } else if reader.takes("coups") {
        let unit = reader.must(A_UNIT, unit)?;
        let when_attacked = reader.must("never or always", WhenAttacked::parse)?;
        Ok(Command::SetCoupOrder { unit, when_attacked })
    } else if reader.takes("done") {
        let through = reader.must("move, action or melee", Through::parse)?;
        Ok(Command::Done { through, units: units(reader)? })
    } else if reader.takes("resume") {
        Ok(Command::Resume { units: units(reader)? })
    } else {
        reader.expected("move, charge, shoot, melee, coup, lose, coups, done or resume")
    }
}

const A_UNIT: &str = "a unit, e.g. C";

fn unit(word: &str) -> Option<UnitId> {
    UnitId::parse(&word.to_ascii_uppercase())
}

fn figure(word: &str) -> Option<FigureId> {
    FigureId::parse(&word.to_ascii_uppercase())
}

/// A figure or a rising range of them: `C4`, `C3-6`.
fn range(word: &str) -> Option<Vec<FigureId>> {
    let Some((first, last)) = word.split_once('-') else { return figure(word).map(|one| vec![one]) };
    let first = figure(first)?;
    let last = figure(&format!("{}{last}", first.unit))?;
    let is_rising = first.unit == last.unit && first.number < last.number;
    is_rising.then(|| (first.number..=last.number).map(|number| first.unit.figure(number)).collect())
}

fn set(reader: &mut Reader) -> Result<(UnitId, Chosen), NotationError> {
    if let Some(unit) = reader.take(|word| word.strip_suffix('*').and_then(unit)) {
        return Ok((unit, Chosen::All));
    }
    let (unit, mut figures) = reader
        .must("a figure, a rising range like C3-6 or a whole unit like C*", |word| {
            range(word).and_then(|some| Some((some.first()?.unit, some)))
        })?;
    while reader.takes(",") {
        let more = reader.must(&format!("a figure of {unit}, {MOST_FIGURES} at most"), |word| {
            range(word)
                .filter(|some| some.iter().all(|one| one.unit == unit))
                .filter(|some| figures.len() + some.len() <= MOST_FIGURES)
        })?;
        figures.extend(more);
    }
    Ok((unit, Chosen::Named(figures)))
}

fn movement(reader: &mut Reader) -> Result<Command, NotationError> {
    let (unit, figures) = set(reader)?;
    if reader.takes("by") {
        let x = reader.signed_inches()?;
        reader.must_be("a comma", ",")?;
        return Ok(Command::MoveGroup { unit, figures, by: Vector { x, y: reader.signed_inches()? } });
    }
    let Chosen::Named(figures) = figures else { return reader.expected("by") };
    let [figure] = figures[..] else { return reader.expected("by") };
    let mut path = Vec::new();
    while path.len() < MOST_POINTS && reader.takes(">") {
        let x = reader.inches()?;
        reader.must_be("a comma", ",")?;
        path.push(Point::new(x, reader.inches()?));
    }
    match path.is_empty() {
        true => reader.expected("> or by"),
        false => Ok(Command::Move { figure, path }),
    }
}

/// The two figures of a charge or a fight.
fn against(reader: &mut Reader) -> Result<(FigureId, FigureId), NotationError> {
    let attacker = reader.must("a figure, e.g. C4", figure)?;
    reader.must_be("x", "x")?;
    Ok((attacker, reader.must("a figure, e.g. C4", figure)?))
}

fn shoot(reader: &mut Reader) -> Result<Command, NotationError> {
    let (unit, shooters) = set(reader)?;
    reader.must_be("@", "@")?;
    let target = reader.must(A_UNIT, self::unit)?;
    let within = match reader.takes("within") {
        true => Some(reader.inches()?),
        false => None,
    };
    Ok(Command::Shoot { unit, shooters, target, within })
}

fn lose(reader: &mut Reader) -> Result<Command, NotationError> {
    let loss = |word: &str| Token::parse(word).map(Loss::Token).or_else(|| figure(word).map(Loss::Figure));
    let unit = reader.must(A_UNIT, unit)?;
    reader.must_be("a colon", ":")?;
    let order = match reader.takes("-") {
        true => Vec::new(),
        false => reader.list("a figure, a kind of figure or -", MOST_FIGURES, loss)?,
    };
    let tie = reader.take(Tie::parse).unwrap_or_default();
    Ok(Command::SetCasualtyOrder { unit, order, tie })
}

fn units(reader: &mut Reader) -> Result<Option<Vec<UnitId>>, NotationError> {
    match reader.is_at_end() {
        true => Ok(None),
        false => reader.list(A_UNIT, MOST_UNITS, unit).map(Some),
    }
}

/// An order in canonical notation.
pub(super) fn format(command: &Command) -> String {
    match command {
        Command::Move { figure, path } => {
            let leg = |to: &Point| format!(" > {},{}", inches(to.x.into()), inches(to.y.into()));
            format!("move {figure}{}", path.iter().map(leg).collect::<String>())
        }
        Command::MoveGroup { unit, figures, by: Vector { x, y } } => {
            format!("move {} by {},{}", written_set(*unit, figures), signed_inches(*x), signed_inches(*y))
        }
        Command::Charge { figure, target } => format!("charge {figure} x {target}"),
        Command::Shoot { unit, shooters, target, within } => {
            let within = within.map(|most| format!(" within {}", inches(most.into()))).unwrap_or_default();
            format!("shoot {} @ {target}{within}", written_set(*unit, shooters))
        }
        Command::Melee { figure, target, coup: false } => format!("melee {figure} x {target}"),
        Command::Melee { figure, target, coup: true } => format!("coup {figure} x {target}"),
        Command::SetCasualtyOrder { unit, order, tie } => {
            format!("lose {unit}: {} {}", written_list(order), tie.as_str())
        }
        Command::SetCoupOrder { unit, when_attacked } => format!("coups {unit} {}", when_attacked.as_str()),
        Command::Done { through, units } => format!("done {}{}", through.as_str(), written_units(units)),
        Command::Resume { units } => format!("resume{}", written_units(units)),
    }
}

/// Hundredths of an inch in inches, with two decimals.
pub(super) fn inches(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let hundredths = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

fn signed_inches(hundredths: i32) -> String {
    let plus = if hundredths < 0 { "" } else { "+" };
    format!("{plus}{}", inches(hundredths.into()))
}

fn written_list<T: std::fmt::Display>(list: &[T]) -> String {
    match list {
        [] => "-".to_owned(),
        some => some.iter().map(T::to_string).collect::<Vec<_>>().join(","),
    }
}

fn written_units(units: &Option<Vec<UnitId>>) -> String {
    units.as_ref().map(|some| format!(" {}", written_list(some))).unwrap_or_default()
}

fn written_set(unit: UnitId, chosen: &Chosen) -> String {
    let figures = match chosen {
        Chosen::All => return format!("{unit}*"),
        Chosen::Named(figures) => figures,
    };
    if figures.is_empty() || figures.iter().any(|one| one.unit != unit) {
        return format!("{unit}:{}", written_list(figures));
    }
    let run = |run: &[FigureId]| match run {
        [first, .., last] => format!("{first}-{}", last.number),
        [] | [_] => written_list(run),
    };
    let rises = |one: &FigureId, next: &FigureId| one.number.checked_add(1) == Some(next.number);
    figures.chunk_by(rises).map(run).collect::<Vec<_>>().join(",")
}
