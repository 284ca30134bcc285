//! Who can hit whom: range, line, shots left, melee before distant fire; who would reply, and with which bonus.
//! Asked by the decider, by hints, odds and the bot alike.

use super::{
    cell::Cell,
    command::{ReplyTo, ReplyWhen},
    event::{Bonus, NoReply, Reply},
    ground::Contact,
    pieces::{Class, FigureId},
    rejection::Rejection,
    state::State,
};

/// A target within reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aim {
    /// Where the attacker stands.
    pub(super) from: Cell,
    /// Where the target stands.
    pub(super) to: Cell,
    /// In cells, the river counted.
    pub(super) range: u32,
    /// Melee or distant fire.
    pub(super) contact: Contact,
}

/// Why a target is not within reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Beyond {
    /// Too far for the weapon.
    OutOfRange,
    /// Near enough, but behind woods or rocks.
    Blocked,
}

impl State {
    /// Whether a weapon of that class reaches from one cell to another.
    pub(super) fn aim(&self, class: Class, from: Cell, to: Cell) -> Result<Aim, Beyond> {
        let distance = from.distance(to);
        if class.reach() < distance {
            return Err(Beyond::OutOfRange); // LBH-7.2 LBH-7.3
        }
        if distance < 2 {
            return Ok(Aim { from, to, range: distance, contact: Contact::Melee }); // LBH-7.4 LBH-9.8
        }
        let line = self.ground.line(from, to);
        if class.reach() < line.range {
            return Err(Beyond::OutOfRange);
        }
        if line.blocked {
            return Err(Beyond::Blocked);
        }
        Ok(Aim { from, to, range: line.range, contact: Contact::Distant }) // LBH-7.5
    }

    /// Whether one figure reaches another from where both stand now.
    pub(super) fn aim_at(&self, attacker_idx: usize, target_idx: usize) -> Option<Aim> {
        let (attacker, target) = (&self.figures[attacker_idx], &self.figures[target_idx]);
        self.aim(attacker.class, attacker.cell?, target.cell?).ok()
    }

    /// Why an attack on this target is not legal, or what it is. The attacker is of the acting side, lives and has a
    /// shot left; the target is an enemy.
    pub(super) fn attack_on(&self, attacker_idx: usize, target_idx: usize) -> Result<Aim, Rejection> {
        let (attacker, target) = (&self.figures[attacker_idx], &self.figures[target_idx]);
        let id = || self.piece(target_idx).id.clone();
        let (Some(from), Some(to)) = (attacker.cell, target.cell) else {
            return Err(Rejection::TargetEliminated(id()));
        };
        let aim = self.aim(attacker.class, from, to).map_err(|beyond| match beyond {
            Beyond::OutOfRange => Rejection::OutOfRange(id(), attacker.class),
            Beyond::Blocked => Rejection::LineBlocked(id()),
        })?;
        match aim.contact {
            Contact::Melee => Ok(aim),
            Contact::Distant if self.owing(attacker.side()).is_some() => Err(Rejection::MeleeFirst), // LBH-7.10
            Contact::Distant => Ok(aim),
        }
    }

    /// The enemies that a figure may attack now, in roster order. It is assumed to be of the acting side and its seat
    /// not to have ended the phase.
    pub(super) fn legal_targets(&self, attacker_idx: usize) -> Vec<usize> {
        let attacker = &self.figures[attacker_idx];
        if attacker.shots_left() == 0 {
            return Vec::new();
        }
        let melee_only = self.owing(attacker.side()).is_some(); // LBH-7.10
        self.living_of(attacker.side().other())
            .map(|(target_idx, _, _)| target_idx)
            .filter(|target_idx| match self.aim_at(attacker_idx, *target_idx).map(|aim| aim.contact) {
                Some(Contact::Melee) => true,
                Some(Contact::Distant) => !melee_only,
                None => false,
            })
            .collect()
    }

    /// Whether a figure has an attack that every rule but melee-first allows.
    pub(super) fn has_possible_attack(&self, attacker_idx: usize) -> bool {
        let attacker = &self.figures[attacker_idx];
        attacker.shots_left() != 0
            && self
                .living_of(attacker.side().other())
                .any(|(target_idx, _, _)| self.aim_at(attacker_idx, target_idx).is_some())
    }

    /// Whether some figure of a seat has a possible attack.
    pub(super) fn can_attack(&self, seat_idx: usize) -> bool {
        self.commanded_by(seat_idx).any(|(attacker_idx, _, _)| self.has_possible_attack(attacker_idx))
    }

    /// The bonus of a figure where it stands.
    pub(super) fn bonus(&self, figure_idx: usize, contact: Contact) -> Option<Bonus> {
        let figure = &self.figures[figure_idx];
        figure.cell.and_then(|cell| self.ground.bonus(figure.class.gait(), cell, contact))
    }

    /// Whether a figure has what a reply takes: a shot, no reply yet, an attacker within its reach.
    pub(super) fn unable_to_reply(&self, target_idx: usize, attacker_idx: usize) -> Option<NoReply> {
        let target = &self.figures[target_idx];
        if target.shots_left() == 0 {
            Some(NoReply::NoShotLeft) // LBH-7.17
        } else if target.replied {
            Some(NoReply::AlreadyReplied) // LBH-7.14
        } else if self.aim_at(target_idx, attacker_idx).is_none() {
            Some(NoReply::OutOfReach)
        } else {
            None
        }
    }

    /// Whether a target would reply, or why not. Standing orders are open, so everybody knows.
    pub(super) fn reply(
        &self,
        target_idx: usize,
        attacker_idx: usize,
        contact: Contact,
    ) -> Result<Reply, NoReply> {
        if let Some(reason) = self.unable_to_reply(target_idx, attacker_idx) {
            return Err(reason);
        }
        match contact {
            Contact::Melee => Ok(Reply::Compulsory), // LBH-7.15
            Contact::Distant if self.wants_to_reply(target_idx, attacker_idx) => Ok(Reply::Standing), // LBH-7.16
            Contact::Distant => Err(NoReply::Held),
        }
    }

    fn wants_to_reply(&self, target_idx: usize, attacker_idx: usize) -> bool {
        let standing = &self.figures[target_idx].standing;
        let own = self.bonus(target_idx, Contact::Distant).is_some();
        let theirs = self.bonus(attacker_idx, Contact::Distant).is_some();
        let on_this_ground = match standing.reply {
            ReplyWhen::Always => true, // LBH-13.2
            ReplyWhen::Even => theirs <= own,
            ReplyWhen::Better => !theirs && own,
            ReplyWhen::Never => false,
        };
        let attacker = self.piece(attacker_idx);
        let to_this_one = standing.reply_to.is_empty() // LBH-13.3
            || standing.reply_to.iter().any(|whom| whom.is(&attacker.id, attacker.class));
        on_this_ground && to_this_one
    }
}

impl ReplyTo {
    fn is(&self, figure: &FigureId, of_class: Class) -> bool {
        match self {
            ReplyTo::Class(class) => *class == of_class,
            ReplyTo::Figure(id) => id == figure,
        }
    }
}
