//! Gives a target one input after the other.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use crate::{found, mutate::Mutator, targets::Target};

/// What came of a run.
pub struct Run {
    /// Inputs tried.
    pub n_inputs: u64,
    /// The first that broke something.
    pub broke: Option<Vec<u8>>,
    /// The one that took longest, and how long.
    pub slowest: (Duration, Vec<u8>),
}

/// Tries what once broke it, the seeds, and then inputs made of both while `more` says so (it is told how many there
/// were). The same number makes the same inputs.
///
/// # Errors
/// What once broke it cannot be read.
pub fn run(target: &Target, number: u64, mut more: impl FnMut(u64) -> bool) -> std::io::Result<Run> {
    let mut seeds = found(target)?;
    seeds.extend((target.seeds)());
    let mut run = Run { n_inputs: 0, broke: None, slowest: (Duration::ZERO, Vec::new()) };
    for seed in &seeds {
        run.take(target, seed);
    }
    let mut inputs = Mutator::new(target.shape, seeds, number);
    while run.broke.is_none() && more(run.n_inputs) {
        run.take(target, &inputs.next_input());
    }
    (target.end)();
    Ok(run)
}

impl Run {
    fn take(&mut self, target: &Target, input: &[u8]) {
        let begun = Instant::now();
        let broke = catch_unwind(AssertUnwindSafe(|| (target.run)(input))).is_err();
        let took = begun.elapsed();
        self.n_inputs += 1;
        if self.slowest.0 < took {
            self.slowest = (took, input.to_vec());
        }
        if broke && self.broke.is_none() {
            self.broke = Some(input.to_vec());
        }
    }
}
