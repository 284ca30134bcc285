//! The worker: what fails is tried again, what is refused is given up, nothing is lost and nothing leaves twice.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use storage::PlayerId;

use super::house::{Arrived, FakePost, House};
use crate::post::{
    content::LetterContent,
    deliver::{self, Failure, Round, Transport},
};

/// Queues so many letters, each to a player of its own.
fn queue(house: &House, n_letters: usize) -> Vec<PlayerId> {
    let mut letters = Vec::new();
    let mut players = Vec::new();
    for n in 0..n_letters {
        let player = house.player(&format!("P{n}"));
        let content = LetterContent::AddressTaken { name: format!("P{n}") };
        letters.push(content.letter(&house.app, &player, None).expect("a letter"));
        players.push(player);
    }
    house.app.store.post(letters).expect("queued");
    players
}

fn later() -> Failure {
    Failure::Later("421 try again later".to_owned())
}

#[actix_web::test]
async fn what_fails_is_tried_again_with_the_same_bytes() {
    let house = House::new();
    queue(&house, 1);
    let post = FakePost::new();
    post.fail([later(), later()]);
    house.post_all(&post).await;
    let waiting = &house.queued()[0];
    assert_eq!((waiting.tries, waiting.letter.due), (1, house.app.now() + 60));
    let made = waiting.made.clone().expect("its text is kept");
    house.pass(59);
    house.post_all(&post).await;
    assert_eq!(house.queued()[0].tries, 1);
    house.pass(1);
    house.post_all(&post).await;
    assert_eq!((house.queued()[0].tries, house.queued()[0].letter.due), (2, house.app.now() + 300));
    house.pass(300);
    house.post_all(&post).await;
    assert_eq!(post.arrived()[0].bytes, made.bytes);
    assert!(house.queued().is_empty());
}

#[actix_web::test]
async fn after_two_days_a_letter_is_given_up() {
    let house = House::new();
    queue(&house, 1);
    let post = FakePost::new();
    post.fail((0..100).map(|_| later()));
    let mut n_tries = 0;
    while let Some(row) = house.queued().first() {
        house.pass(row.letter.due.saturating_sub(house.app.now()));
        house.post_all(&post).await;
        n_tries += 1;
    }
    assert_eq!(n_tries, 13);
    let depth = house.app.store.post_depth().expect("a depth");
    assert_eq!((depth.queued, depth.sent, depth.failed), (0, 0, 1));
    assert!(house.app.now() - super::house::START < 48 * 3600);
}

#[actix_web::test]
async fn an_address_that_does_not_exist_is_marked_and_its_next_success_unmarks_it() {
    let house = House::new();
    let players = queue(&house, 2);
    let post = FakePost::new();
    post.refuse("p0@example.org", Failure::NoSuchAddress("550 5.1.1 no such user".to_owned()));
    house.post_all(&post).await;
    let failure = |id| house.app.store.player(id).expect("a player").email_failure;
    assert_eq!(failure(&players[0]).as_deref(), Some("550 5.1.1 no such user"));
    assert_eq!(failure(&players[1]), None);
    assert_eq!(post.arrived().len(), 1, "the other letter left");
    assert_eq!(house.app.store.post_depth().expect("a depth").failed, 1);
    let content = LetterContent::AddressTaken { name: "P0".to_owned() };
    let letter = content.letter(&house.app, &players[0], None).expect("a letter");
    house.app.store.post(vec![letter]).expect("queued");
    let works = FakePost::new();
    house.post_all(&works).await;
    assert_eq!((works.arrived().len(), failure(&players[0])), (1, None));
}

#[actix_web::test]
async fn a_letter_of_which_the_server_does_not_like_the_content_marks_nobody() {
    let house = House::new();
    let players = queue(&house, 1);
    let post = FakePost::new();
    post.fail([Failure::Refused("554 5.7.1 looks like spam".to_owned())]);
    house.post_all(&post).await;
    assert_eq!(house.app.store.player(&players[0]).expect("a player").email_failure, None);
    assert_eq!(house.app.store.post_depth().expect("a depth").failed, 1);
}

#[actix_web::test]
async fn a_letter_that_cannot_be_made_holds_up_no_other() {
    let house = House::new();
    queue(&house, 1);
    let mut letter = house.queued()[0].letter.clone();
    (letter.content, letter.message_id) = (b"nonsense".to_vec(), "<1@x>".to_owned());
    let mut unknown = letter.clone();
    (unknown.kind, unknown.message_id) = ("of_another_time".to_owned(), "<2@x>".to_owned());
    house.app.store.post(vec![letter, unknown]).expect("queued");
    let post = FakePost::new();
    house.post_all(&post).await;
    assert_eq!(post.arrived().len(), 1);
    assert!(house.queued().iter().all(|row| row.tries == 1 && row.made.is_none()));
}

#[actix_web::test]
async fn when_the_server_is_down_the_others_are_not_even_tried() {
    let house = House::new();
    queue(&house, 20);
    let post = FakePost::new();
    post.fail((0..20).map(|_| Failure::Down("connection refused".to_owned())));
    assert_eq!(house.worker(&post).round().await, Round::Failed);
    let untouched = house.queued().iter().filter(|row| row.tries == 0).count();
    assert!(16 <= untouched, "{untouched}");
}

#[actix_web::test]
async fn a_player_who_changes_his_address_gets_what_waits_there() {
    let house = House::new();
    let players = queue(&house, 1);
    let post = FakePost::new();
    post.fail([later()]);
    house.post_all(&post).await;
    house.change_player(&players[0], |row| row.email = Some("new@example.org".to_owned()));
    house.pass(60);
    house.post_all(&post).await;
    assert_eq!(post.arrived()[0].to, "new@example.org");
}

/// By Message-ID.
fn sorted(arrived: Vec<Arrived>) -> BTreeMap<String, Vec<Arrived>> {
    let mut sorted: BTreeMap<String, Vec<Arrived>> = BTreeMap::new();
    for letter in arrived {
        sorted.entry(letter.message_id()).or_default().push(letter);
    }
    sorted
}

#[actix_web::test]
async fn a_thousand_letters_survive_a_crash_and_none_is_lost_or_changed() {
    let house = House::new();
    queue(&house, 1000);
    let post = FakePost::new();
    post.hang_after(Some(400));
    let worker = house.worker(&post);
    let round = async { while worker.round().await == Round::Worked {} };
    // The machine dies while letters are on their way: they were taken, but nobody noted it.
    assert!(tokio::time::timeout(Duration::from_secs(60), poll_until_hung(round, &post)).await.is_ok());
    drop(worker);
    post.hang_after(None);
    house.post_all(&post).await;
    let letters = sorted(post.arrived());
    assert_eq!(letters.len(), 1000);
    let twice: Vec<&Vec<Arrived>> = letters.values().filter(|copies| 1 < copies.len()).collect();
    assert!(!twice.is_empty() && twice.len() <= 8, "{} left twice", twice.len());
    for copies in twice {
        assert!(copies.len() == 2 && copies[0] == copies[1], "the same to the byte");
    }
    let depth = house.app.store.post_depth().expect("a depth");
    assert_eq!((depth.queued, depth.sent, depth.failed), (0, 1000, 0));
}

/// Polls the worker until its letters hang, then lets it go.
async fn poll_until_hung(worker: impl Future<Output = ()>, post: &Arc<FakePost>) {
    tokio::pin!(worker);
    let mut seen = usize::MAX;
    loop {
        tokio::select! {
            () = &mut worker => return,
            () = tokio::time::sleep(Duration::from_millis(500)) => {}
        }
        let now = post.arrived().len();
        if now == seen {
            return;
        }
        seen = now;
    }
}

#[actix_web::test]
async fn the_worker_wakes_and_stops() {
    let house = House::new();
    let post = FakePost::new();
    let transport = Arc::clone(&post) as Arc<dyn Transport>;
    let running = actix_web::rt::spawn(deliver::run(Arc::clone(&house.app), transport));
    tokio::time::sleep(Duration::from_millis(50)).await;
    queue(&house, 3);
    house.app.wake.notify();
    let arrived = async {
        while post.arrived().len() < 3 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), arrived).await.expect("woken");
    house.app.stop.set();
    tokio::time::timeout(Duration::from_secs(5), running).await.expect("in time").expect("an end");
    assert!(house.app.beats.checks(house.app.now()).iter().any(|check| check.name == "outbox" && check.ok));
}

#[actix_web::test]
async fn mails_are_whole_files_for_the_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let house = House::with(&[]);
    queue(&house, 2);
    let transport = deliver::transport(&house.app.config).expect("files");
    let beat = house.app.beats.register("outbox", 60, 0);
    let worker = deliver::Worker::new(Arc::clone(&house.app), transport, beat);
    while worker.round().await == Round::Worked {}
    let (entries, _) = crate::post::mailbox::list(house.data(), None).expect("a list");
    assert_eq!(entries.len(), 2);
    assert!(entries[0].name.starts_with("20270115T080000Z-address_taken-"), "{}", entries[0].name);
    assert!(entries[0].to.contains("@example.org"));
    let folder = house.data().join("mail");
    let mode = |path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!((mode(folder.clone()), mode(folder.join(&entries[0].name))), (0o700, 0o600));
    assert!(house.queued().is_empty());
}
