//! Who is in which melee, and what it comes to (LW-6.1–6.10).

use std::collections::{BTreeMap, BTreeSet};

use crate::rulesets::little_wars::{
    event::PerSide,
    ids::{FigureId, Side},
    measures::SIX_INCHES,
    state::{Figure, State},
};

/// The men of one melee, all lists in id order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knot {
    /// Those in contact.
    pub core: Vec<FigureId>,
    /// All who take part.
    pub men: PerSide<Vec<FigureId>>,
}

/// What a melee comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The smaller force; none between equals.
    pub inferior: Option<Side>,
    /// Who supports it, in id order.
    pub support: Vec<FigureId>,
    /// Whether that is too few.
    pub isolated: Option<bool>,
    /// How many of each side die.
    pub kill: usize,
    /// How many of the smaller force are taken.
    pub prisoners: usize,
    /// Which sides have a choice who dies.
    pub choice: PerSide<bool>,
}

/// The melees of a position, in the order of their lowest id (LW-6.3).
pub fn knots(state: &State) -> Vec<Knot> {
    let armed: Vec<&Figure> = state.figures.iter().filter(|man| man.is_armed()).collect(); // LW-6.1
    let is_in_contact: Vec<bool> = armed
        .iter()
        .map(|man| armed.iter().any(|other| other.side() != man.side() && State::in_contact(man, other)))
        .collect();
    // Whoever is within six inches of a man in contact is of his melee, and so joins all whom he is near to: one in contact
    // is near to whom he touches. Others draw in nobody (LW-6.2).
    let mut of = Groups::new(armed.len());
    for (at, man) in armed.iter().enumerate().filter(|(at, _)| is_in_contact[*at]) {
        for (other_at, other) in armed.iter().enumerate() {
            if State::within_gap(man, other, SIX_INCHES) {
                of.join(at, other_at);
            }
        }
    }
    let roots: Vec<usize> = (0..armed.len()).map(|at| of.root(at)).collect();
    let fought: BTreeSet<usize> =
        (0..armed.len()).filter(|at| is_in_contact[*at]).map(|at| roots[at]).collect();
    let mut by_root: BTreeMap<usize, Knot> = BTreeMap::new();
    for (at, man) in armed.iter().enumerate().filter(|(at, _)| fought.contains(&roots[*at])) {
        // The root is the lowest place, and places are in id order.
        let knot =
            by_root.entry(roots[at]).or_insert_with(|| Knot { core: Vec::new(), men: PerSide::default() });
        knot.men.side_mut(man.side()).push(man.id);
        if is_in_contact[at] {
            knot.core.push(man.id);
        }
    }
    by_root.into_values().collect()
}

/// Sets of places that only ever grow together; each is called by its lowest.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Groups {
        Groups((0..count).collect())
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        let (low, high) = (one.min(other), one.max(other));
        self.0[high] = low;
    }
}

/// What one of the position's melees comes to (LW-6.4–6.8).
pub fn terms(state: &State, knots: &[Knot], knot: &Knot) -> Terms {
    let numbers = PerSide::of(|side| knot.men.side(side).len());
    let (inferior, less, more) = match numbers.red.cmp(&numbers.blue) {
        std::cmp::Ordering::Less => (Side::Red, numbers.red, numbers.blue),
        std::cmp::Ordering::Greater => (Side::Blue, numbers.blue, numbers.red),
        std::cmp::Ordering::Equal => {
            let choice = PerSide { red: false, blue: false };
            let (kill, prisoners) = (numbers.red, 0); // LW-6.4
            return Terms { inferior: None, support: Vec::new(), isolated: None, kill, prisoners, choice };
        }
    };
    let support = support(state, knots, knot, inferior);
    let is_isolated = is_isolated(less, support.len());
    let (kill, prisoners) = if is_isolated { isolated_losses(less, more) } else { (less, 0) }; // LW-6.8
    let choice = PerSide::of(|side| (1..*numbers.side(side)).contains(&kill)); // LW-6.13
    Terms { inferior: Some(inferior), support, isolated: Some(is_isolated), kill, prisoners, choice }
}

/// Whether so many friends within a move are too few for a body: fewer than half its number (LW-6.6).
pub fn is_isolated(body: usize, support: usize) -> bool {
    2 * support < body
}

/// What an isolated smaller force comes to against a greater one: how many of each side die, how many of it are taken
/// (LW-6.7).
pub fn isolated_losses(less: usize, more: usize) -> (usize, usize) {
    let prisoners = (more - less).min(less);
    (less - prisoners, prisoners)
}

/// A side's armed men in no melee now who are, each within his own arm's move, near one of their side in contact (LW-6.6).
fn support(state: &State, knots: &[Knot], knot: &Knot, side: Side) -> Vec<FigureId> {
    let core: Vec<&Figure> =
        knot.core.iter().filter(|id| id.side == side).filter_map(|id| state.figure(*id)).collect();
    let is_busy =
        |man: &Figure| knots.iter().any(|other| other.men.side(side).binary_search(&man.id).is_ok());
    let is_near =
        |man: &Figure| core.iter().any(|fighter| State::within_gap(man, fighter, man.id.arm.reach()));
    state.armed_men(side).filter(|man| !is_busy(man) && is_near(man)).map(|man| man.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lw_6_7_the_books_own_numbers() {
        assert_eq!(isolated_losses(9, 11), (7, 2), "nine against eleven");
        assert_eq!(isolated_losses(13, 19), (7, 6), "nineteen against thirteen");
        assert_eq!(isolated_losses(12, 14), (10, 2), "and its second fight");
        assert_eq!(isolated_losses(18, 21), (15, 3), "Hook's Farm");
        assert_eq!(isolated_losses(6, 9), (3, 3), "Hook's Farm, the other charge");
    }

    #[test]
    fn lw_6_7_double_strength_takes_all() {
        assert_eq!(
            [(3, 10), (5, 10), (5, 9)].map(|(less, more)| isolated_losses(less, more)),
            [(0, 3), (0, 5), (1, 4)]
        );
    }

    #[test]
    fn lw_6_7_kills_and_prisoners_add_up() {
        for less in 1..60 {
            for more in less + 1..130 {
                let (kill, prisoners) = isolated_losses(less, more);
                assert_eq!(kill + prisoners, less);
                assert!(kill <= more && (more < 2 * less || kill == 0));
                assert_eq!(prisoners, (more - less).min(less));
            }
        }
    }

    #[test]
    fn lw_6_6_fewer_than_half_are_no_support() {
        assert!(is_isolated(13, 6) && !is_isolated(13, 7) && !is_isolated(4, 2) && is_isolated(18, 2));
        assert!(is_isolated(1, 0) && !is_isolated(0, 0));
    }
}
