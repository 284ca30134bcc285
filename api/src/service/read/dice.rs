//! Every roll of a game, and how even they are. Whole numbers only.

use std::collections::BTreeMap;

use domain::ids::{GameId, Seat};
use openapi::{
    dice::{DicePage, DiceStatistics, FaceCount, SeatDice},
    turns::RollView,
};
use storage::{PlayerId, RollRow};

use super::cursor;
use crate::{app::App, problem::Problem};

/// Rolls on a page where no number is asked for.
const USUAL: usize = 100;

/// Rolls on a page at most.
const MOST: usize = 1_000;

/// Dice with more faces are not counted face by face.
const FACES: u32 = 1_000;

impl App {
    /// A page of rolls, and statistics over all.
    ///
    /// # Errors
    /// 400 for a cursor or limit that cannot be read; 404.
    pub fn dice_page(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        cursor: Option<&str>,
        limit: Option<usize>,
    ) -> Result<DicePage, Problem> {
        let limit = cursor::limit(limit, USUAL, MOST)?;
        let after = match cursor {
            None => (0, 0),
            Some(text) => {
                let [epoch, index] = cursor::decode("dice", text)?;
                (cursor::number(&epoch)?, cursor::number(&index)?)
            }
        };
        let opened = self.seen(game, caller)?;
        let id = &opened.row.id;
        let rows = self.store.rolls(id, after, limit + 1)?;
        let next = match rows.get(limit.saturating_sub(1)) {
            Some(last) if limit < rows.len() => Some(cursor::encode("dice", &[&last.epoch, &last.index])),
            Some(_) | None => None,
        };
        let items = rows.iter().take(limit).map(read).collect::<Result<_, _>>()?;
        Ok(DicePage { items, statistics: self.statistics(id)?, next })
    }

    fn statistics(&self, game: &GameId) -> Result<DiceStatistics, Problem> {
        let mut tally = Tally::default();
        let mut after = (0, 0);
        loop {
            let rows = self.store.rolls(game, after, super::PAGE)?;
            for row in &rows {
                tally.add(&read(row)?);
                after = (row.epoch, row.index);
            }
            if rows.len() < super::PAGE {
                return Ok(tally.statistics());
            }
        }
    }
}

fn read(row: &RollRow) -> Result<RollView, Problem> {
    serde_json::from_str(&row.roll).map_err(|why| Problem::internal(&why))
}

/// Dice counted.
#[derive(Default)]
pub struct Tally {
    rolls: u64,
    all: BTreeMap<u32, Count>,
    seats: BTreeMap<Option<Seat>, BTreeMap<u32, Count>>,
}

/// Dice of one kind, counted.
#[derive(Default)]
struct Count {
    dice: u64,
    sum: u64,
    faces: BTreeMap<u32, u64>,
}

impl Count {
    fn add(&mut self, values: &[u32]) {
        for value in values {
            self.dice += 1;
            self.sum += u64::from(*value);
            *self.faces.entry(*value).or_default() += 1;
        }
    }

    fn shown(&self, sides: u32) -> FaceCount {
        let of_face = |face| self.faces.get(&face).copied().unwrap_or(0);
        FaceCount {
            sides,
            dice: self.dice,
            sum: self.sum,
            mean_thousandths: rounded(u128::from(self.sum) * 1000, self.dice),
            expected_mean_thousandths: (u64::from(sides) + 1) * 500,
            faces: if sides <= FACES { (1..=sides).map(of_face).collect() } else { Vec::new() },
            chi_square_thousandths: self.chi_square(sides),
            degrees_of_freedom: sides.saturating_sub(1),
        }
    }

    /// Σ (o − n/k)² / (n/k) = (k · Σ o² − n²) / n; faces that never came up add nothing to Σ o².
    fn chi_square(&self, sides: u32) -> u64 {
        let squares: u128 = self.faces.values().map(|n| u128::from(*n) * u128::from(*n)).sum();
        let excess =
            (u128::from(sides) * squares).saturating_sub(u128::from(self.dice) * u128::from(self.dice));
        rounded(excess * 1000, self.dice)
    }
}

/// A fraction, to the nearest whole number; 0 of nothing.
fn rounded(numerator: u128, denominator: u64) -> u64 {
    let denominator = u128::from(denominator);
    if denominator == 0 {
        return 0;
    }
    u64::try_from((numerator + denominator / 2) / denominator).unwrap_or(u64::MAX)
}

impl Tally {
    /// Takes a roll in.
    pub fn add(&mut self, roll: &RollView) {
        self.rolls += 1;
        self.all.entry(roll.sides).or_default().add(&roll.values);
        let own = self.seats.entry(roll.seat.clone()).or_default();
        own.entry(roll.sides).or_default().add(&roll.values);
    }

    /// What was counted.
    pub fn statistics(&self) -> DiceStatistics {
        let shown =
            |counts: &BTreeMap<u32, Count>| counts.iter().map(|(sides, count)| count.shown(*sides)).collect();
        DiceStatistics {
            rolls: self.rolls,
            dice: self.all.values().map(|count| count.dice).sum(),
            all: shown(&self.all),
            seats: self
                .seats
                .iter()
                .map(|(seat, own)| SeatDice { seat: seat.clone(), dice: shown(own) })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roll(seat: &str, values: &[u32]) -> RollView {
        RollView {
            seq: 1,
            epoch: 0,
            index: 1,
            purpose: "attack".to_owned(),
            rule: "X-1".to_owned(),
            seat: Seat::new(seat).ok(),
            roller: None,
            against: None,
            sides: 6,
            values: values.to_vec(),
            value: values.iter().sum(),
            modifiers: Vec::new(),
            total: 0,
            result: None,
            seed: String::new(),
        }
    }

    #[test]
    fn even_dice_have_a_chi_square_of_nothing_and_sixes_one_that_tells() {
        let mut tally = Tally::default();
        tally.add(&roll("red", &[1, 2, 3, 4, 5, 6]));
        let even = tally.statistics();
        assert_eq!((even.rolls, even.dice), (1, 6));
        assert_eq!((even.all[0].mean_thousandths, even.all[0].chi_square_thousandths), (3500, 0));
        tally.add(&roll("blue", &[6, 6, 6, 6, 6, 6]));
        let all = tally.statistics();
        let names: Vec<_> = all.seats.iter().map(|own| own.seat.as_deref().unwrap_or("")).collect();
        assert_eq!(names, ["blue", "red"]);
        assert_eq!(all.seats[0].dice[0].faces, [0, 0, 0, 0, 0, 6]);
        // Six sixes: (6 · 36 − 36) / 6 = 30, with 5 degrees of freedom.
        assert_eq!(
            (all.seats[0].dice[0].chi_square_thousandths, all.seats[0].dice[0].degrees_of_freedom),
            (30_000, 5)
        );
    }

    #[test]
    fn no_dice_are_no_division_by_nothing() {
        assert_eq!(Count::default().shown(6).mean_thousandths, 0);
        assert_eq!(Count::default().shown(6).chi_square_thousandths, 0);
    }
}
