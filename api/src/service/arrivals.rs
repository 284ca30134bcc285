//! Orders that have completely arrived and are not judged yet: no time runs out over the head of somebody who was there
//! before its end, however busy the machine is (service §4).

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::ids::GameId;

/// When those came, in Unix seconds, by game.
type Waiting = Mutex<BTreeMap<GameId, Vec<u64>>>;

/// All that have arrived.
#[derive(Clone, Default)]
pub struct Arrivals(Arc<Waiting>);

/// One of them, until it is judged.
pub struct Arrival {
    waiting: Arc<Waiting>,
    game: GameId,
    at: u64,
}

impl Arrivals {
    /// Notes that orders for a game, whether or not there is such a game, have arrived now; what is given back is held until
    /// they are judged.
    pub fn note(&self, game: &GameId, now: u64) -> Arrival {
        lock(&self.0).entry(game.clone()).or_default().push(now);
        Arrival { waiting: Arc::clone(&self.0), game: game.clone(), at: now }
    }

    /// Whether orders that are not judged yet came before this moment.
    pub fn any_before(&self, game: &GameId, moment: u64) -> bool {
        lock(&self.0).get(game).is_some_and(|arrivals| arrivals.iter().any(|at| *at < moment))
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        let mut waiting = lock(&self.waiting);
        let Some(arrivals) = waiting.get_mut(&self.game) else { return };
        if let Some(place) = arrivals.iter().position(|at| *at == self.at) {
            arrivals.swap_remove(place);
        }
        if arrivals.is_empty() {
            waiting.remove(&self.game);
        }
    }
}

fn lock(waiting: &Waiting) -> MutexGuard<'_, BTreeMap<GameId, Vec<u64>>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_known_until_it_is_judged_and_nothing_is_kept_of_it() {
        let (arrivals, game) = (Arrivals::default(), GameId::new("7k3m9q2x4c8n").expect("an id"));
        let (first, second) = (arrivals.note(&game, 10), arrivals.note(&game, 10));
        assert!(arrivals.any_before(&game, 11) && !arrivals.any_before(&game, 10));
        drop(first);
        assert!(arrivals.any_before(&game, 11));
        drop(second);
        assert!(!arrivals.any_before(&game, 11) && lock(&arrivals.0).is_empty());
    }
}
