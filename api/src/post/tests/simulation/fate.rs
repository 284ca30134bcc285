//! What befalls the service as a whole: starts in order, clocks that jump, copies that are put back, and rest in the end.

use super::world::{Answer, HOUR, World};
use crate::post::tests::house::START;

impl World {
    /// An end in order and a new start at the same second: what anybody sees is the same, from memory and from disk.
    pub(super) async fn stops_and_starts(&mut self) {
        self.trace.note("is stopped and started");
        self.quietly(async |world| {
            let looks = world.looks().await;
            world.end();
            world.begin().await;
            for (look, before) in looks.iter().zip(world.see(&looks).await) {
                assert_eq!(look.1, before, "{:?} is another after a new start", look.0);
            }
        })
        .await;
    }

    /// Each game as each person sees it.
    async fn looks(&mut self) -> Vec<((usize, String), Answer)> {
        let mut all = Vec::new();
        for table in &self.tables {
            for person in 0..self.people.len() {
                all.push((
                    (person, format!("/v1/games/{}", table.game)),
                    Answer { status: 0, text: String::new() },
                ));
            }
        }
        let answers = self.see(&all).await;
        all.into_iter().zip(answers).map(|((look, _), answer)| (look, answer)).collect()
    }

    async fn see(&mut self, looks: &[((usize, String), Answer)]) -> Vec<Answer> {
        let mut seen = Vec::new();
        for ((person, path), _) in looks {
            let request = self.people[*person].request("GET", path);
            seen.push(self.call(request, path).await.expect("nobody dies now"));
        }
        seen
    }

    pub(super) fn clock_jumps(&mut self) {
        let jump = [-HOUR.cast_signed(), -120, -3, 90, HOUR.cast_signed(), 30 * HOUR.cast_signed()];
        let jump = *self.random.of(&jump).expect("one of them");
        self.trace.note(&format!("the clock jumps by {jump} s"));
        self.watch.set(self.now().saturating_add_signed(jump).max(START));
    }

    pub(super) fn copies(&mut self) {
        let path = self.folder.path().join("copy.sqlite");
        let _ = std::fs::remove_file(&path);
        self.trace.note("a copy is made");
        let done = self.store().backup(&path, &mut |_, _| {});
        self.copy = done.is_ok().then_some((path, self.told.len(), self.tables.len()));
    }

    /// The store is lost; the copy is put in its place. What was acknowledged since is lost too, and what was shown since
    /// must not be used again.
    pub(super) async fn restores(&mut self) {
        let Some((path, n_told, n_tables)) = self.copy.take() else { return };
        self.trace.note("the copy is put back");
        self.tally.restored += 1;
        self.quietly(async |world| {
            let before = world.all_seeds();
            world.end();
            crate::cli::restore(world.folder.path(), &path, false).unwrap_or_else(|why| panic!("{why:?}"));
            world.wait(60);
            world.begin().await;
            let kept = world.all_seeds();
            world.lost_seeds.extend(before.difference(&kept).cloned());
        })
        .await;
        self.told.truncate(n_told);
        self.tables.truncate(n_tables);
        // What was asked for in the time that was lost is asked for no more.
        self.open.clear();
        self.post.forgets();
    }

    /// The trouble is over. What nobody answered is asked for again, and what is due is done.
    pub(super) async fn comes_to_rest(&mut self) {
        self.is_calm = true;
        self.disk.moody(false);
        self.disk.full(false);
        self.post.moody(false);
        self.trace.note("the trouble is over");
        for request in std::mem::take(&mut self.open) {
            self.send(request).await;
        }
        assert!(self.open.is_empty(), "all was answered: {:?}", self.open);
        for _ in 0..3 {
            self.pass(7 * HOUR).await;
        }
        let now = self.now();
        assert_eq!(self.store().timers_due(now, 10).expect("timers"), Vec::new(), "all that is due is done");
        assert_eq!(
            self.store().letters_due(now, 10).expect("letters"),
            Vec::new(),
            "no letter waits in vain"
        );
    }
}
