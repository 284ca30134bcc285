//! The service and what is around it: its folder, its clock, its ends and new beginnings.

use std::{
    collections::BTreeSet,
    path::PathBuf,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use actix_web::{body::to_bytes, test};
use futures_util::future::LocalBoxFuture;
use storage::{Storage, sqlite::SqliteStorage};
use tempfile::TempDir;

use super::{
    Random, Tally, Trace,
    club::{Person, Request, Table, Told},
    luck::{Disk, Post},
};
use crate::{
    app::{App, Clock},
    config::{Config, Settings, Sources},
    keys::Keys,
    post::{
        deliver::{Round, Transport, Worker},
        tests::house::START,
    },
    server,
    service::{clockwork, housekeeping},
};

pub(super) const HOUR: u64 = 3_600;
const A_WHILE: u64 = 1_800;

/// The operator's word for mail that comes in.
pub(super) const INBOUND: &str = "a-secret-of-the-operator";

pub(super) struct Watch(AtomicU64);

impl Watch {
    pub(super) fn set(&self, now: u64) {
        self.0.store(now, Ordering::SeqCst);
    }
}

impl Clock for Watch {
    fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// What the service said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) text: String,
}

impl Answer {
    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }
}

type Door = Rc<dyn Fn(test::TestRequest) -> LocalBoxFuture<'static, Answer>>;

/// One life of the process.
struct Life {
    app: Arc<App>,
    door: Door,
    worker: Worker,
    failing: clockwork::Failing,
}

/// Everything.
pub(super) struct World {
    pub(super) random: Random,
    pub(super) folder: TempDir,
    config: Config,
    pub(super) watch: Arc<Watch>,
    pub(super) disk: Arc<Disk>,
    pub(super) post: Arc<Post>,
    life: Option<Life>,
    pub(super) people: Vec<Person>,
    pub(super) tables: Vec<Table>,
    /// Sent and never answered, or answered that it could not be done now.
    pub(super) open: Vec<Request>,
    pub(super) told: Vec<Told>,
    /// A copy of the store, what had been acknowledged by then, and the games there were.
    pub(super) copy: Option<(PathBuf, usize, usize)>,
    /// Seeds that were shown in a time that was undone by a restoring.
    pub(super) lost_seeds: BTreeSet<String>,
    pub(super) tally: Tally,
    pub(super) trace: Trace,
    pub(super) n_requests: u64,
    pub(super) is_calm: bool,
}

impl World {
    pub(super) async fn new(seed: u64) -> Self {
        // In memory where the machine has that: what a disk does is the test's to decide.
        let shm = std::path::Path::new("/dev/shm");
        let folder =
            if shm.is_dir() { tempfile::tempdir_in(shm) } else { tempfile::tempdir() }.expect("a folder");
        let variables = [
            ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
            ("FIELDPOST_REPLY_TO", "reply+{token}@fieldpost.example.org"),
            ("FIELDPOST_INBOUND_TOKEN", INBOUND),
            ("FIELDPOST_RATE_LIMIT", "off"),
            ("FIELDPOST_DATA", folder.path().to_str().expect("a path")),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let settings = Settings::read(Sources { variables, ..Default::default() }).expect("settings");
        let disk = Disk::new(seed);
        let mut world = World {
            random: Random::new(seed, 4),
            config: Config::new(&settings).expect("a configuration"),
            folder,
            watch: Arc::new(Watch(AtomicU64::new(START))),
            post: Post::new(seed, &disk),
            disk,
            life: None,
            people: Vec::new(),
            tables: Vec::new(),
            open: Vec::new(),
            told: Vec::new(),
            copy: None,
            lost_seeds: BTreeSet::new(),
            tally: Tally::default(),
            trace: Trace::default(),
            n_requests: 0,
            is_calm: false,
        };
        world.begin().await;
        world.settle_people();
        world.disk.moody(true);
        world.post.moody(true);
        world
    }

    pub(super) fn app(&self) -> Arc<App> {
        Arc::clone(&self.life().app)
    }

    fn life(&self) -> &Life {
        self.life.as_ref().expect("the service lives")
    }

    pub(super) fn now(&self) -> u64 {
        self.watch.now()
    }

    pub(super) fn store(&self) -> Arc<dyn Storage> {
        Arc::clone(&self.life().app.store)
    }

    /// The start of a process: what it finds on disk, and nothing else.
    pub(super) async fn begin(&mut self) {
        self.disk.live();
        let path = self.folder.path().join("fieldpost.sqlite");
        let store = SqliteStorage::open(path).expect("the store").with_luck(Arc::clone(&self.disk) as Arc<_>);
        let keys = Keys::open(self.folder.path()).expect("the keys");
        let clock = Arc::clone(&self.watch) as Arc<dyn Clock>;
        let mut app = App::new(self.config.clone(), Arc::new(store), keys, clock);
        let now = self.now();
        app.restored_at = app.keys.count_start(&*app.store, now).expect("a start").restored_at;
        app.outage = housekeeping::outage(&*app.store, now).expect("the store");
        let app = Arc::new(app);
        housekeeping::live(&app).expect("a sign of life");
        let service = Rc::new(test::init_service(server::http(Arc::clone(&app))).await);
        let door: Door = Rc::new(move |request| {
            let service = Rc::clone(&service);
            Box::pin(async move {
                let answer = test::call_service(&*service, request.to_request()).await;
                let status = answer.status().as_u16();
                let text = to_bytes(answer.into_body()).await.map_err(|_| "broken off").expect("a body");
                Answer { status, text: String::from_utf8_lossy(&text).into_owned() }
            })
        });
        let beat = app.beats.register("outbox", 60, now);
        let mut worker = Worker::new(Arc::clone(&app), Arc::clone(&self.post) as Arc<dyn Transport>, beat);
        worker.lanes = 1;
        self.life = Some(Life { app, door, worker, failing: clockwork::Failing::default() });
    }

    pub(super) fn end(&mut self) {
        if let Some(life) = self.life.take() {
            life.app.stop.set();
            life.app.store.close();
        }
    }

    /// Somebody asks. `None` when the process died before he was answered.
    pub(super) async fn call(&mut self, request: test::TestRequest, what: &str) -> Option<Answer> {
        self.tally.requests += 1;
        let before = self.disk.n_failures();
        let door = Rc::clone(&self.life().door);
        let answer = door(request).await;
        if self.disk.is_dead() {
            self.trace.note(&format!("{what}: dies"));
            self.dies().await;
            return None;
        }
        self.trace.note(&format!("{what}: {} {:x?}", answer.status, &crate::auth::hash(&answer.text)[..6]));
        if 500 <= answer.status {
            assert!(before < self.disk.n_failures(), "{what}: fails without a cause: {answer:?}");
            assert_eq!(answer.status, 503, "{what}: {answer:?}");
            let has_hash = answer.text.split(|c: char| !c.is_ascii_hexdigit()).any(|word| word.len() == 64);
            assert!(!has_hash, "what did not happen is not told: {answer:?}");
            self.tally.failures += 1;
        }
        Some(answer)
    }

    /// The process is no more. After a while there is another.
    async fn dies(&mut self) {
        self.tally.deaths += 1;
        self.end();
        let away = [0, 1, 15, 60, HOUR, 5 * HOUR][usize::try_from(self.random.below(6)).expect("a few")];
        self.wait(away);
        self.quietly(async |world| world.begin().await).await;
        self.trace.note(&format!("begins again after {away} s"));
    }

    /// Without bad luck, for what no start can do without.
    pub(super) async fn quietly(&mut self, work: impl AsyncFnOnce(&mut Self)) {
        self.disk.moody(false);
        self.disk.full(false);
        work(self).await;
        self.disk.moody(!self.is_calm);
    }

    pub(super) fn wait(&self, seconds: u64) {
        self.watch.0.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Something happens.
    pub(super) async fn step(&mut self) {
        if self.disk.is_full() && self.random.once_in(6) {
            self.trace.note("there is room again");
            self.disk.full(false);
        }
        match self.random.below(100) {
            0..70 => self.somebody_acts().await,
            70..88 => {
                let seconds = [600, HOUR, 5 * HOUR, 12 * HOUR, 30 * HOUR, 60 * HOUR];
                let seconds = *self.random.of(&seconds).expect("one of them");
                self.pass(seconds).await;
            }
            88..91 => self.stops_and_starts().await,
            91..93 => {
                self.disk.die();
                self.trace.note("is killed");
                self.dies().await;
            }
            93..95 => {
                self.trace.note("the disk is full");
                self.disk.full(true);
            }
            95 => {
                self.trace.note("the disk is gone for a moment");
                self.disk.gone(true);
                self.somebody_acts().await;
                self.disk.gone(false);
            }
            96 => self.clock_jumps(),
            97 => self.copies(),
            98 => self.restores().await,
            _ => self.keeps_house().await,
        }
    }

    /// Time goes by, and all that is due is done at its moment.
    pub(super) async fn pass(&mut self, seconds: u64) {
        let end = self.now() + seconds;
        self.trace.note(&format!("{seconds} s go by"));
        loop {
            self.rounds().await;
            // What is due and was not done is tried again after a while.
            let later = self.now() + A_WHILE;
            let next = self.store().next_timer_due().ok().flatten().unwrap_or(end);
            let next = if next <= self.now() { later } else { next };
            if end < next {
                break;
            }
            self.wait(next - self.now());
            self.sign_of_life().await;
        }
        self.wait(end.saturating_sub(self.now()));
        self.sign_of_life().await;
        self.rounds().await;
        self.tally.days = (self.now() - START) / (24 * HOUR);
    }

    async fn sign_of_life(&mut self) {
        let app = self.app();
        // What fails is tried again.
        let _ = app.block(|app| housekeeping::live(app)).await;
        self.dies_if_it_must().await;
    }

    async fn dies_if_it_must(&mut self) {
        if self.disk.is_dead() {
            self.dies().await;
        }
    }

    /// What is due by now: clockwork and post.
    async fn rounds(&mut self) {
        for _ in 0..200 {
            let failures = self.disk.n_failures();
            let failing = std::mem::take(&mut self.life.as_mut().expect("the service lives").failing);
            let done = self.app().block(move |app| clockwork::due(app, failing)).await;
            if self.disk.is_dead() {
                self.dies().await;
                continue;
            }
            let Ok((failing, pause)) = done else {
                assert!(failures < self.disk.n_failures(), "the clockwork fails without a cause");
                break;
            };
            self.life.as_mut().expect("the service lives").failing = failing;
            let round = self.life().worker.round().await;
            if self.disk.is_dead() {
                self.dies().await;
                continue;
            }
            if !pause.is_zero() && round != Round::Worked {
                break;
            }
        }
        let n_letters = self.post.arrived.lock().expect("a lock").len() as u64;
        self.trace.note(&format!("{n_letters} letters have come"));
        self.tally.letters = n_letters;
    }

    async fn keeps_house(&mut self) {
        let app = self.app();
        let _ = app.block(|app| housekeeping::once(app)).await;
        self.dies_if_it_must().await;
    }
}
