//! Seats of running games that are taken over by people who have nothing but a mailbox, and the numbers they bring.

use domain::{
    dice::commitment,
    hash::Hash,
    ids::{GameId, Seat},
};
use openapi::games::{Claim, Ready};
use serde_json::json;
use storage::{PlayerId, SeatRow, SeatStatus};

use super::{
    clock::tick,
    house::{House, START},
    mail_in::{Table, answer_address, proposed},
    offers::verify,
};
use crate::service::mail::Received;

const CAROL: &str = "carol@example.org";

impl Table {
    /// Who is waited for, his seat, and an address at which he answers.
    fn holder(&self) -> (PlayerId, SeatRow, String) {
        let (who, letter) = self.mover();
        let player = self.account(&who).expect("an account").id;
        let opened = self.house.app.look(&self.game).expect("the game");
        let row = opened.held_by(&player).next().expect("a seat").clone();
        (player, row, answer_address(&letter))
    }

    fn account(&self, email: &str) -> Option<storage::PlayerRow> {
        self.house.app.store.player_by_email(email).expect("a store")
    }

    /// He offers it to Carol, who has never been here; the address at which she answers.
    async fn offered(&mut self, holder: &PlayerId, row: &SeatRow) -> String {
        let wanted = serde_json::from_value(json!({ "email": CAROL })).expect("an offer");
        self.house.app.offer_seat(&self.game, &row.seat, holder, &wanted, None).expect("his own seat");
        self.post().await;
        answer_address(&self.newest("invitation", "carol"))
    }

    fn row(&self, seat: &Seat) -> SeatRow {
        self.house.app.look(&self.game).expect("the game").seat(seat).expect("a seat").clone()
    }
}

#[actix_web::test]
async fn who_has_nothing_but_a_mailbox_takes_a_running_seat_over_and_plays_on() {
    let mut table = Table::new().await;
    let ((holder, row, old), (who, _)) = (table.holder(), table.mover());
    let to = table.offered(&holder, &row).await;
    assert_ne!(to, old, "an address of the holder's would be no use to her, and is not hers");
    let text =
        table.newest("invitation", "carol").shown().text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["you would take the seat over", "the word `accept`", "it stays with who holds it"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Until she has it she sees nothing with its eyes, and nobody else has it by her address.
    assert!(matches!(table.send("mallory@example.org", &to, "accept"), Received::Ignored(_)));
    for words in ["board", "resign", "help"] {
        assert_eq!(table.send(CAROL, &to, words), Received::Answered, "{words}");
        table.post().await;
        let told = table.newest("reply", "carol").shown().text;
        assert!(!told.contains("The board") && !told.contains("A whole turn"), "{told}");
    }
    assert_eq!((table.row(&row.seat).player, table.account(CAROL)), (Some(holder), None));
    assert_eq!(table.send(CAROL, &to, "Accept\n\nSent from my iPhone"), Received::Answered);
    let carol = table.account(CAROL).expect("an account");
    assert_eq!((carol.name.as_str(), carol.email_verified), ("Somebody", true));
    let taken = table.row(&row.seat);
    assert_eq!(
        (taken.status, taken.player, taken.declined),
        (SeatStatus::Taken, Some(carol.id.clone()), true)
    );
    table.post().await;
    assert!(table.newest("reply", "carol").shown().text.contains("you hold a seat of"));
    // What she is sent is all she needs; the addresses of who left, and that of the offer, are dead.
    let letter = table.newest("your_move", "carol");
    let own = answer_address(&letter);
    for (from, dead) in [(who.as_str(), &old), (CAROL, &to), (CAROL, &old)] {
        let received = table.send(from, dead, &proposed(&letter));
        assert!(matches!(received, Received::Ignored(_)), "{from}: {received:?}");
    }
    let before = table.version();
    assert_eq!(table.send(CAROL, &own, &proposed(&letter)), Received::Answered);
    assert!(before < table.version());
    table.post().await;
    assert!(table.newest("reply", "carol").shown().text.contains("your orders are carried out"));
    verify(&table.house, &table.game);
}

#[actix_web::test]
async fn who_declines_a_running_seat_leaves_it_with_its_holder_who_is_told() {
    let mut table = Table::new().await;
    let (holder, row, old) = table.holder();
    let (who, letter) = table.mover();
    let to = table.offered(&holder, &row).await;
    assert_eq!(table.send(CAROL, &to, "decline"), Received::Answered);
    let kept = table.row(&row.seat);
    assert_eq!((kept.status, kept.player, kept.invite_email), (SeatStatus::Taken, Some(holder), None));
    table.post().await;
    assert!(table.newest("reply", "carol").shown().text.contains("stays with who holds it"));
    let told =
        table.newest("substitution", &who).shown().text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("does not want it") && told.contains("The game waits for you"), "{told}");
    assert!(table.account(CAROL).is_none(), "who wants nothing here has no account");
    assert!(matches!(table.send(CAROL, &to, "accept"), Received::Ignored(_)));
    let before = table.version();
    assert_eq!(table.send(&who, &old, &proposed(&letter)), Received::Answered);
    assert!(before < table.version(), "his addresses are as good as before");
}

/// A number, and what commits to it.
fn number(game: &GameId, epoch: u64, seat: &Seat) -> (String, String) {
    let number = Hash::of(&format!("number {epoch}"));
    (number.to_string(), commitment(game, epoch, seat, &number).to_string())
}

/// From here on new epochs are due, as after a restore.
fn restored(house: &mut House, seconds: u64) {
    house.pass(seconds);
    house.restart();
    let now = house.app.now();
    let app = std::sync::Arc::get_mut(&mut house.app).expect("nobody else has it");
    app.restored_at = Some(now);
}

#[actix_web::test]
async fn the_number_of_who_takes_over_by_mail_counts_from_the_next_epoch_on() {
    let mut table = Table::new().await;
    let (holder, row, _) = table.holder();
    let to = table.offered(&holder, &row).await;
    let (number, commit) = number(&table.game, 1, &row.seat);
    let text = table.newest("invitation", "carol").shown().text;
    assert!(
        text.contains("fair-dice/v1/entropy\\n%s\\n1\\n"),
        "the letter commits for the next epoch: {text}"
    );
    assert_eq!(table.send(CAROL, &to, &format!("accept {commit}")), Received::Answered);
    table.post().await;
    let letter = table.newest("your_move", "carol");
    restored(&mut table.house, 60);
    // Her orders are the first that would need dice: so the epoch opens, and with it her number is wanted.
    assert_eq!(table.send(CAROL, &answer_address(&letter), &proposed(&letter)), Received::Answered);
    let opened = table.house.app.look(&table.game).expect("the game");
    let ledger = opened.chronicle.ledger();
    assert_eq!((ledger.epoch().0, ledger.owing()), (1, vec![row.seat.clone()]));
    table.post().await;
    let letter = table.newest("all_joined", "carol");
    assert!(letter.shown().text.contains(&commit) && letter.shown().text.contains("`reveal NUMBER`"));
    assert_eq!(table.send(CAROL, &answer_address(&letter), &format!("reveal {number}")), Received::Answered);
    table.post().await;
    let letter = table.newest("your_move", "carol");
    let before = table.version();
    assert_eq!(table.send(CAROL, &answer_address(&letter), &proposed(&letter)), Received::Answered);
    assert!(before < table.version());
    verify(&table.house, &table.game);
}

#[actix_web::test]
async fn who_takes_over_while_a_number_is_owed_opens_the_dice_with_his_own() {
    let mut house = House::new();
    let (alice, bob, carol) = (house.player("Alice"), house.player("Bob"), house.player("Carol"));
    let [first, second] = [0, 1].map(|place| Seat::new(&House::seats()[place]).expect("a seat"));
    let seats = json!([{"seat": first, "player": "me", "entropy": true}, {"seat": second, "player": "open"}]);
    let game = house.game(&alice, json!("open"), json!({ "seats": seats })).game.row.id.clone();
    let claim = |house: &House, seat: &Seat, player: &PlayerId, commit: Option<String>| {
        house.app.claim_seat(&game, seat, player, &Claim { invite: None, commit }).expect("a seat")
    };
    let show = |house: &House, player: &PlayerId, epoch| {
        let ready = Ready { entropy: number(&game, epoch, &first).0 };
        house.app.seat_ready(&game, &first, player, &ready, None).expect("a number")
    };
    let commit = |epoch| Some(number(&game, epoch, &first).1);
    claim(&house, &first, &alice, commit(0));
    claim(&house, &second, &bob, None);
    show(&house, &alice, 0);
    restored(&mut house, 60);
    house.app.renew_epoch(&game).expect("it is due");
    claim(&house, &first, &alice, commit(1));
    // Alice owes the number of epoch 1, which Carol cannot know.
    let anybody = serde_json::from_value(json!({})).expect("an offer");
    house.app.offer_seat(&game, &first, &alice, &anybody, None).expect("her own seat");
    let opened = claim(&house, &first, &carol, commit(2));
    assert_eq!(opened.chronicle.ledger().owing(), std::slice::from_ref(&first));
    tick(&house);
    let opened = house.app.look(&game).expect("the game");
    let ledger = opened.chronicle.ledger();
    assert_eq!((ledger.epoch().0, ledger.owing()), (2, vec![first.clone()]));
    let opened = show(&house, &carol, 2);
    assert!(opened.chronicle.ledger().mix().is_some() && START < house.app.now());
    verify(&house, &game);
}

#[test]
fn a_game_that_began_in_a_time_that_was_lost_begins_with_other_dice() {
    let mut house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    // One whose rules let the dice say who begins.
    let ruleset = domain::rulesets::ALL.iter().find(|ruleset| ruleset.has_minutes()).expect("a ruleset");
    let seats = json!([{"seat": "red", "player": "me"}, {"seat": "blue", "player": "open"}]);
    let wanted = json!({"ruleset": ruleset.id(), "scenario": "skirmish", "seats": seats});
    let game = house.game(&alice, json!("open"), wanted).game.row.id.clone();
    // Whoever takes the seat might have seen in the lost time who is to begin.
    restored(&mut house, 60);
    let claim = serde_json::from_value(json!({})).expect("a claim");
    let opened = house.app.claim_seat(&game, "blue", &bob, &claim).expect("a seat");
    let ledger = opened.chronicle.ledger();
    assert!(ledger.mix().is_some(), "it has begun");
    assert_eq!((ledger.epoch().0, 0 < ledger.epoch().3), (1, true), "and its first die is of a new epoch");
    verify(&house, &game);
}
