//! What figures are worth to the bot, what an attack promises and what a cell threatens: the arithmetic of section
//! 13, in whole numbers.

use super::super::{
    cell::Cell,
    ground::{Contact, Ground, Terrain},
    odds::Chances,
    pieces::{Class, Gait},
    state::State,
};

/// The chances by the two bonuses, attacker's first.
const ANSWERED: [[Chances; 2]; 2] =
    [[Chances::answered(0, 0), Chances::answered(0, 1)], [Chances::answered(1, 0), Chances::answered(1, 1)]];
/// The chances of an attack without reply, by the attacker's bonus; the option that counts cover is disregarded.
const UNANSWERED: [Chances; 2] = [Chances::unanswered(0), Chances::unanswered(1)];

/// What the figures of a position are worth: more, the fewer leaders are left.
#[derive(Clone, Copy)]
pub(super) struct Worth {
    chief: i64,
    officer: i64,
}

impl Worth {
    pub(super) fn of(position: &State) -> Worth {
        let lost = |classes: &[Class]| {
            let fallen = position.figures.iter().filter(|figure| !figure.is_living());
            i64::try_from(fallen.filter(|figure| classes.contains(&figure.class)).count()).unwrap_or(i64::MAX)
        };
        Worth {
            chief: 60 + 60 * lost(&[Class::Chief]),
            officer: 35 + 15 * lost(&[Class::General, Class::Officer]),
        }
    }

    fn value(self, class: Class) -> i64 {
        match class {
            Class::Chief => self.chief,
            Class::General | Class::Officer => self.officer,
            Class::Rider => 16,
            Class::Soldier => 14,
            Class::Warrior => 12,
        }
    }

    /// What an attack on a target within reach of `from` promises, if the attacker stood there.
    pub(super) fn gain(
        self,
        position: &State,
        attacker_idx: usize,
        from: Cell,
        target_idx: usize,
        contact: Contact,
    ) -> i64 {
        let (attacker, target) = (&position.figures[attacker_idx], &position.figures[target_idx]);
        let own = bonus(position.ground(), attacker.class.gait(), from, contact);
        let able = target.shots_left() != 0 && !target.replied;
        let reaches = match contact {
            Contact::Melee => true,
            Contact::Distant => target.class != Class::Rider,
        };
        let chances = if able && reaches {
            let theirs =
                target.cell.map_or(0, |cell| bonus(position.ground(), target.class.gait(), cell, contact));
            ANSWERED[own][theirs]
        } else {
            UNANSWERED[own]
        };
        let won = 4 * i64::from(chances.eliminated) + i64::from(chances.pushed_back);
        let lost = 4 * i64::from(chances.own_eliminated) + i64::from(chances.own_pushed_back);
        won * self.value(target.class) - lost * self.value(attacker.class)
    }

    /// The greatest of what each enemy within reach of `from` promises, by `weighed` (gain, where the enemy stands);
    /// 0 if there is none.
    pub(super) fn best(
        self,
        position: &State,
        attacker_idx: usize,
        from: Cell,
        weighed: impl Fn(i64, Cell) -> i64,
    ) -> i64 {
        let attacker = &position.figures[attacker_idx];
        position
            .living_of(attacker.side().other())
            .filter_map(|(target_idx, _, at)| {
                let aim = position.aim(attacker.class, from, at).ok()?;
                Some(weighed(self.gain(position, attacker_idx, from, target_idx, aim.contact), at))
            })
            .max()
            .unwrap_or(0)
    }

    /// What a figure risks on a cell: its worth times what the enemies near by could do to it.
    pub(super) fn risk(self, position: &State, figure_idx: usize, on: Cell) -> i64 {
        let figure = &position.figures[figure_idx];
        let ground = position.ground();
        let own = cover(ground, figure.class.gait(), on);
        let mut threat = 0;
        for (_, enemy, at) in position.living_of(figure.side().other()) {
            let notice = match enemy.class {
                Class::Chief => 6,
                Class::General | Class::Officer | Class::Soldier | Class::Rider | Class::Warrior => 4,
            };
            if notice < at.distance(on) {
                continue;
            }
            let chances = match enemy.class {
                Class::Rider => ANSWERED[1][own],
                Class::General | Class::Officer | Class::Soldier | Class::Chief | Class::Warrior => {
                    UNANSWERED[cover(ground, enemy.class.gait(), at)]
                }
            };
            let at_once = if position.aim(enemy.class, at, on).is_ok() { 2 } else { 1 };
            threat += at_once * (4 * i64::from(chances.eliminated) + i64::from(chances.pushed_back));
        }
        (self.value(figure.class) * threat).div_euclid(2)
    }
}

fn bonus(ground: &Ground, gait: Gait, cell: Cell, contact: Contact) -> usize {
    usize::from(ground.bonus(gait, cell, contact).is_some())
}

/// 1 for a figure on foot in woods, rocks or on a parapet, else 0.
pub(super) fn cover(ground: &Ground, gait: Gait, cell: Cell) -> usize {
    match gait {
        Gait::Foot => usize::from(ground.terrain(cell).and_then(Terrain::cover).is_some()),
        Gait::Mounted => 0,
    }
}

/// How many of these cells lie within a distance of a cell.
pub(super) fn near(cells: impl Iterator<Item = Cell>, of: Cell, within: u32) -> i64 {
    cells.map(|cell| i64::from(cell.distance(of) <= within)).sum()
}
