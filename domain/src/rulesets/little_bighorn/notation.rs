//! Orders as text, one a line: `sol3 k9 flag`, `off1 x chf1 rid2 push k9 adv always`. `format` writes the canonical
//! form, which `parse` reads back; the words are those of section 11 of the rules.

use super::{
    cell::Cell,
    command::{
        Advance, All, Command, FLAG, Figures, LONGEST_LIST, Phase, Placement, Push, ReplyTo, ReplyWhen,
    },
    pieces::{Class, FigureId},
};
use crate::notation::{NotationError, Word, words};

/// Reads one order.
pub(super) fn parse(line: &str) -> Result<Command, NotationError> {
    let words = words(line);
    let mut reader = Reader { words: &words, at: 0 };
    let order = order(&mut reader)?;
    match reader.peek() {
        None => Ok(order),
        Some(_) => reader.expected("the end of the line"),
    }
}

struct Reader<'a> {
    words: &'a [Word],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(|word| word.text.as_str())
    }

    /// Takes the next word if it can be read so.
    fn take<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let found = self.peek().and_then(read);
        self.at += usize::from(found.is_some());
        found
    }

    fn takes(&mut self, word: &str) -> bool {
        self.take(|next| (next == word).then_some(())).is_some()
    }

    fn must<T>(&mut self, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, NotationError> {
        match self.take(read) {
            Some(found) => Ok(found),
            None => self.expected(what),
        }
    }

    /// One or more, `most` at most.
    fn some<T>(
        &mut self,
        what: &str,
        most: usize,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, NotationError> {
        let mut found = vec![self.must(what, &read)?];
        while found.len() < most {
            match self.take(&read) {
                Some(next) => found.push(next),
                None => break,
            }
        }
        Ok(found)
    }

    fn expected<T>(&self, what: &str) -> Result<T, NotationError> {
        let end = || self.words.last().map_or(1, |word| word.column + word.text.chars().count());
        let column = self.words.get(self.at).map_or_else(end, |word| word.column);
        Err(NotationError { column, expected: what.to_owned() })
    }
}

fn order(reader: &mut Reader<'_>) -> Result<Command, NotationError> {
    if reader.takes("standing") {
        standing(reader)
    } else if reader.takes("deploy") {
        let mut placements = vec![placement(reader)?];
        while reader.peek().is_some() {
            placements.push(placement(reader)?);
        }
        Ok(Command::Deploy { placements })
    } else if reader.takes("end") {
        end(reader)
    } else {
        let figure = reader.must("a figure, standing, deploy or end", figure)?;
        if reader.takes("x") {
            let targets = reader.some("a figure", LONGEST_LIST, self::figure)?;
            Ok(Command::Attack { figure, targets, push: push(reader)?, advance: advance(reader)? })
        } else {
            let path = reader.some("a cell or x", usize::MAX, Cell::parse)?;
            Ok(Command::Move { figure, path, with_flag: reader.takes(FLAG) })
        }
    }
}

fn figure(word: &str) -> Option<FigureId> {
    let id = FigureId::new(word);
    id.form().is_some().then_some(id)
}

fn placement(reader: &mut Reader<'_>) -> Result<Placement, NotationError> {
    let piece = |word: &str| if word == FLAG { Some(FigureId::new(FLAG)) } else { figure(word) };
    let piece = reader.must("a figure or flag", piece)?;
    Ok(Placement { piece, cell: reader.must("a cell", Cell::parse)? })
}

fn end(reader: &mut Reader<'_>) -> Result<Command, NotationError> {
    let phases = [Phase::Deployment, Phase::Movement, Phase::Combat, Phase::ReturnFire];
    let phase = |word: &str| phases.into_iter().find(|phase| phase.as_str() == word);
    let phase = reader.must("deployment, movement, combat or return_fire", phase)?;
    let auto_melee = phase == Phase::Combat && reader.takes("auto");
    Ok(Command::EndPhase { phase, auto_melee })
}

fn standing(reader: &mut Reader<'_>) -> Result<Command, NotationError> {
    let figures = match reader.takes("all") {
        true => Figures::All(All::All),
        false => Figures::Named(reader.some("all or a figure", usize::MAX, figure)?),
    };
    let reply = match reader.takes("reply") {
        true => Some(reader.must("always, even, better or never", ReplyWhen::parse)?),
        false => None,
    };
    let reply_to = match reader.takes("to") {
        true if reader.takes("anyone") => Some(Vec::new()),
        true => Some(reader.some("anyone, a figure or a class", usize::MAX, whom)?),
        false => None,
    };
    let (push, advance) = (push(reader)?, advance(reader)?);
    if reply.is_none() && reply_to.is_none() && push.is_none() && advance.is_none() {
        return reader.expected("reply, to, push or adv");
    }
    Ok(Command::Standing { figures, reply, reply_to, push, advance })
}

fn whom(word: &str) -> Option<ReplyTo> {
    Class::parse(word).map(ReplyTo::Class).or_else(|| figure(word).map(ReplyTo::Figure))
}

fn push(reader: &mut Reader<'_>) -> Result<Option<Push>, NotationError> {
    if !reader.takes("push") {
        Ok(None)
    } else if reader.takes("auto") {
        Ok(Some(Push::Auto {}))
    } else if reader.takes("toward") {
        Ok(Some(Push::Toward { cell: reader.must("a cell", Cell::parse)? }))
    } else if reader.takes("away") {
        Ok(Some(Push::Away { cell: reader.must("a cell", Cell::parse)? }))
    } else {
        Ok(Some(Push::To { cells: reader.some("auto, toward, away or a cell", LONGEST_LIST, Cell::parse)? }))
    }
}

fn advance(reader: &mut Reader<'_>) -> Result<Option<Advance>, NotationError> {
    match reader.takes("adv") {
        true => reader.must("never, capture, eliminated, pushed or always", Advance::parse).map(Some),
        false => Ok(None),
    }
}

/// An order in canonical notation.
pub(super) fn format(command: &Command) -> String {
    let mut line = Line::default();
    match command {
        Command::Deploy { placements } => {
            line.add("deploy");
            for to in placements {
                line.add(&to.piece).add(to.cell);
            }
        }
        Command::Move { figure, path, with_flag } => {
            line.add(figure).all(path);
            if *with_flag {
                line.add(FLAG);
            }
        }
        Command::Attack { figure, targets, push, advance } => {
            line.add(figure).add("x").all(targets).push(push.as_ref()).advance(*advance);
        }
        Command::Standing { figures, reply, reply_to, push, advance } => {
            line.add("standing");
            match figures {
                Figures::All(All::All) => line.add("all"),
                Figures::Named(figures) => line.all(figures),
            };
            line.changes(*reply, reply_to.as_deref(), push.as_ref(), *advance);
        }
        Command::EndPhase { phase, auto_melee } => {
            line.add("end").add(phase.as_str());
            if *auto_melee && *phase == Phase::Combat {
                line.add("auto");
            }
        }
    }
    line.0
}

/// A line of words with single blanks between them.
#[derive(Default)]
pub(super) struct Line(pub(super) String);

impl Line {
    /// One more word.
    pub(super) fn add(&mut self, word: impl std::fmt::Display) -> &mut Line {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(&word.to_string());
        self
    }

    /// More words.
    pub(super) fn all<T: std::fmt::Display>(&mut self, words: &[T]) -> &mut Line {
        for word in words {
            self.add(word);
        }
        self
    }

    /// The settings of a standing order that are given.
    pub(super) fn changes(
        &mut self,
        reply: Option<ReplyWhen>,
        reply_to: Option<&[ReplyTo]>,
        push: Option<&Push>,
        advance: Option<Advance>,
    ) -> &mut Line {
        if let Some(reply) = reply {
            self.add("reply").add(reply.word());
        }
        let whom = match reply_to {
            None => self,
            Some([]) => self.add("to").add("anyone"),
            Some(some) => self.add("to").all(some),
        };
        whom.push(push).advance(advance)
    }

    fn push(&mut self, push: Option<&Push>) -> &mut Line {
        match push {
            None => self,
            Some(Push::Auto {}) => self.add("push").add("auto"),
            Some(Push::To { cells }) => self.add("push").all(cells),
            Some(Push::Toward { cell }) => self.add("push").add("toward").add(cell),
            Some(Push::Away { cell }) => self.add("push").add("away").add(cell),
        }
    }

    fn advance(&mut self, advance: Option<Advance>) -> &mut Line {
        match advance {
            None => self,
            Some(advance) => self.add("adv").add(advance.word()),
        }
    }
}

impl std::fmt::Display for ReplyTo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplyTo::Class(class) => f.write_str(class.as_str()),
            ReplyTo::Figure(id) => f.write_str(id),
        }
    }
}

impl ReplyWhen {
    const ALL: [ReplyWhen; 4] = [ReplyWhen::Always, ReplyWhen::Even, ReplyWhen::Better, ReplyWhen::Never];

    fn parse(word: &str) -> Option<ReplyWhen> {
        ReplyWhen::ALL.into_iter().find(|reply| reply.word() == word)
    }

    fn word(self) -> &'static str {
        match self {
            ReplyWhen::Always => "always",
            ReplyWhen::Even => "even",
            ReplyWhen::Better => "better",
            ReplyWhen::Never => "never",
        }
    }
}

impl Advance {
    const ALL: [Advance; 5] =
        [Advance::Never, Advance::Capture, Advance::IfEliminated, Advance::IfPushed, Advance::Always];

    fn parse(word: &str) -> Option<Advance> {
        Advance::ALL.into_iter().find(|advance| advance.word() == word)
    }

    fn word(self) -> &'static str {
        match self {
            Advance::Never => "never",
            Advance::Capture => "capture",
            Advance::IfEliminated => "eliminated",
            Advance::IfPushed => "pushed",
            Advance::Always => "always",
        }
    }
}
