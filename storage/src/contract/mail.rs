//! A player's mail as a whole: what leaves together, the list, the counts.

use super::{Place, samples::*};
use crate::*;

fn due(store: &dyn Storage) -> Vec<LetterRow> {
    ok(store.letters_due(NOW, 100))
}

fn ids(rows: &[LetterRow]) -> Vec<&str> {
    rows.iter().map(|row| row.letter.message_id.as_str()).collect()
}

fn bytes(text: &str) -> MadeLetter {
    MadeLetter { to: "ann@example.org".into(), bytes: text.into() }
}

fn digest() -> NewLetter {
    NewLetter { game: None, seat: None, kind: "digest".into(), ..letter("<digest@test>", "p_ann") }
}

/// Three letters of which the first two are carried; their numbers and the carrier's.
fn carried(store: &dyn Storage) -> (Vec<u64>, u64) {
    ok(store.post(["<1>", "<2>", "<3>"].map(|id| letter(id, "p_ann")).to_vec()));
    let numbers: Vec<u64> = due(store).iter().map(|row| row.id).collect();
    ok(store.carry(digest(), bytes("both"), &numbers[..2]));
    let carrier = due(store).into_iter().find(|row| row.letter.kind == "digest").expect("the carrier");
    assert_eq!(carrier.made, Some(bytes("both")));
    (numbers, carrier.id)
}

fn all(store: &dyn Storage, limit: usize, after: Option<MailPlace>) -> Vec<MailRow> {
    let filter = MailFilter { player: player_id("p_ann"), game: None, after, limit };
    ok(store.mails_of(&filter))
}

/// While it is on its way they are not due; then they are what it is.
pub fn letters_that_are_carried_share_one_end(place: &dyn Place) {
    let store = place.open();
    let (numbers, carrier) = carried(&*store);
    assert_eq!(ids(&due(&*store)), ["<3>", "<digest@test>"]);
    assert_eq!(ids(&ok(store.carried_letters(carrier))), ["<1>", "<2>"]);
    assert_eq!(ids(&ok(store.waiting_letters(&player_id("p_ann")))), ["<3>"]);
    let late = LetterOutcome::Made { made: bytes("alone"), at: NOW };
    assert!(matches!(store.letter_outcome(numbers[0], late), Err(Error::Conflict)), "it would leave twice");
    ok(store.letter_outcome(carrier, LetterOutcome::Sent(NOW + 5)));
    assert!(ok(store.carried_letters(carrier)).is_empty());
    assert_eq!(ids(&due(&*store)), ["<3>"]);
    let told = |row: &MailRow| match &row.fate {
        MailFate::Sent { state, carried, ended, .. } => (*state, *carried, *ended),
        MailFate::Received { .. } => panic!("{row:?}"),
    };
    let rows = all(&*store, 9, None);
    let of = |id| told(rows.iter().find(|row| row.place.id == id).expect("a row"));
    assert_eq!(of(numbers[0]), (LetterState::Sent, true, Some(NOW + 5)));
    assert_eq!(of(carrier), (LetterState::Sent, false, Some(NOW + 5)));
    assert_eq!(of(numbers[2]), (LetterState::Queued, false, None));
}

/// And they are due again.
pub fn a_carrier_that_is_dropped_sets_free_what_it_carried(place: &dyn Place) {
    let store = place.open();
    let (_, carrier) = carried(&*store);
    ok(store.letter_outcome(carrier, LetterOutcome::Dropped { at: NOW, why: "stale".into() }));
    assert_eq!(ids(&due(&*store)), ["<1>", "<2>", "<3>"]);
    assert!(due(&*store).iter().all(|row| row.made.is_none() && row.tries == 0));
}

/// All or nothing: also the carrier is not there then.
pub fn what_no_longer_waits_cannot_be_carried(place: &dyn Place) {
    let store = place.open();
    ok(store.post(vec![letter("<1>", "p_ann"), letter("<2>", "p_ann"), letter("<b>", "p_bob")]));
    let numbers: Vec<u64> = due(&*store).iter().map(|row| row.id).collect();
    let carries = |which: &[u64]| store.carry(digest(), bytes("x"), which);
    assert!(matches!(carries(&[numbers[0], numbers[2]]), Err(Error::Conflict)), "another's");
    ok(store.letter_outcome(numbers[1], LetterOutcome::Sent(NOW)));
    assert!(matches!(carries(&numbers[..2]), Err(Error::Conflict)));
    assert_eq!(ids(&due(&*store)), ["<1>", "<b>"]);
    assert!(!ok(store.has_letter("<digest@test>")));
}

/// Neither carrier nor carried.
pub fn an_erased_player_gets_nothing_that_is_carried(place: &dyn Place) {
    let store = place.open();
    join(&*store, proved("p_ann", "ann@example.org"));
    let (_, carrier) = carried(&*store);
    ok(store.note_received(received(NOW, None), 9));
    ok(store.erase_player(&player_id("p_ann"), NOW));
    assert!(due(&*store).is_empty() && ok(store.carried_letters(carrier)).is_empty());
    assert!(all(&*store, 9, None).iter().all(|row| row.place.is_sent), "nor is it known that he wrote");
}

/// It only has another time, until settings change.
pub fn too_early_is_no_try(place: &dyn Place) {
    let store = place.open();
    ok(store.post(vec![letter("<1>", "p_ann"), letter("<2>", "p_bob")]));
    for row in due(&*store) {
        ok(store.letter_outcome(row.id, LetterOutcome::Wait { due: NOW + 3600 }));
    }
    assert!(due(&*store).is_empty());
    assert_eq!(ok(store.next_letter_due()), Some(NOW + 3600));
    assert_eq!(ok(store.hurry_letters(&player_id("p_ann"), NOW)), 1);
    let row = &due(&*store)[0];
    assert_eq!((row.letter.message_id.as_str(), row.tries), ("<1>", 0));
}

/// Dropped letters do not count, nor other kinds.
pub fn when_a_player_was_last_written_to(place: &dyn Place) {
    let store = place.open();
    let ann = player_id("p_ann");
    let of = |kind: &str, id: &str| NewLetter { kind: kind.into(), ..letter(id, "p_ann") };
    ok(store.post(vec![of("your_move", "<1>"), of("press", "<2>"), of("sign_in", "<3>")]));
    let last = || ok(store.last_set_out(&ann, &["your_move", "press"]));
    assert_eq!(last(), None);
    let numbers: Vec<u64> = due(&*store).iter().map(|row| row.id).collect();
    for (number, at) in [(numbers[0], NOW + 1), (numbers[1], NOW + 2), (numbers[2], NOW + 3)] {
        ok(store.letter_outcome(number, LetterOutcome::Made { made: bytes("x"), at }));
    }
    assert_eq!(last(), Some(NOW + 2));
    ok(store.letter_outcome(numbers[1], LetterOutcome::Dropped { at: NOW, why: String::new() }));
    ok(store.letter_outcome(numbers[0], LetterOutcome::Sent(NOW + 9)));
    assert_eq!(last(), Some(NOW + 1));
}

fn received(at: u64, game: Option<&str>) -> ReceivedMail {
    let why = Some("it came before".into());
    ReceivedMail {
        player: player_id("p_ann"),
        game: game.map(game_id),
        seat: game.map(|_| seat_id("red")),
        at,
        heard: false,
        why,
    }
}

/// Newest first, in pages, by game, the owner's alone.
pub fn mails_sent_and_received_are_one_list(place: &dyn Place) {
    let store = place.open();
    let about = |id: &str, queued| NewLetter {
        game: Some(game_id("g1")),
        seat: Some(seat_id("red")),
        queued,
        ..letter(id, "p_ann")
    };
    let about_none = NewLetter { game: None, seat: None, queued: NOW + 2, ..letter("<c>", "p_ann") };
    ok(store.post(vec![about("<a>", NOW), about("<b>", NOW + 1), about_none, letter("<x>", "p_bob")]));
    ok(store.note_received(received(NOW + 1, Some("g1")), 9));
    ok(store.note_received(received(NOW + 3, None), 9));
    let whole = all(&*store, 9, None);
    let shape: Vec<(u64, bool)> = whole.iter().map(|row| (row.place.at - NOW, row.place.is_sent)).collect();
    assert_eq!(shape, [(3, false), (2, true), (1, true), (1, false), (0, true)]);
    let (mut paged, mut after) = (Vec::new(), None);
    loop {
        let page = all(&*store, 2, after);
        let Some(end) = page.last() else { break };
        after = Some(end.place);
        paged.extend(page);
    }
    assert_eq!(paged, whole);
    let game = Some(game_id("g1"));
    let of_game = MailFilter { player: player_id("p_ann"), game, after: None, limit: 9 };
    assert_eq!(ok(store.mails_of(&of_game)).len(), 3);
    assert_eq!(whole[0].fate, MailFate::Received { heard: false, why: Some("it came before".into()) });
}

/// What is queued stays, whatever its age.
pub fn the_list_is_bounded_and_old_mail_is_forgotten(place: &dyn Place) {
    let store = place.open();
    for n in 0..5 {
        ok(store.note_received(received(NOW + n, None), 3));
    }
    let times: Vec<u64> = all(&*store, 9, None).iter().map(|row| row.place.at - NOW).collect();
    assert_eq!(times, [4, 3, 2]);
    ok(store.post(vec![letter("<1>", "p_ann"), letter("<2>", "p_ann")]));
    let number = due(&*store)[0].id;
    ok(store.letter_outcome(number, LetterOutcome::Sent(NOW + 1)));
    assert_eq!(ok(store.forget_mail(NOW + 1, 9)), 0);
    assert_eq!(ok(store.forget_mail(NOW + 4, 9)), 3);
    assert!(!ok(store.has_letter("<1>")) && ok(store.has_letter("<2>")));
    assert_eq!(all(&*store, 9, None).len(), 2);
}

/// Carried ones apart, and each time one was put off.
pub fn ends_are_counted_by_kind(place: &dyn Place) {
    let store = place.open();
    let (numbers, carrier) = carried(&*store);
    let later = LetterOutcome::Retry { due: NOW + 60, error: "421".into() };
    ok(store.letter_outcome(carrier, later));
    ok(store.letter_outcome(carrier, LetterOutcome::Sent(NOW + 60)));
    ok(store.letter_outcome(numbers[2], LetterOutcome::Failed { at: NOW + 7, error: "550".into() }));
    let kind = letter("<1>", "p_ann").kind;
    let count = |kind: &str, what: &str, n, last| MailCount { kind: kind.into(), what: what.into(), n, last };
    let mut expected = vec![
        count("digest", "deferred", 1, NOW + 60),
        count("digest", "sent", 1, NOW + 60),
        count(&kind, "carried", 2, NOW + 60),
        count(&kind, "failed", 1, NOW + 7),
    ];
    expected.sort_by(|a, b| (&a.kind, &a.what).cmp(&(&b.kind, &b.what)));
    assert_eq!(ok(store.mail_counts()), expected);
    join(&*store, PlayerRow { email_failure: Some("550".into()), ..proved("p_bob", "bob@example.org") });
    assert_eq!(ok(store.failing_addresses()), 1);
}

/// Once and for all; saying so twice is no error.
pub fn an_address_may_refuse_invitations(place: &dyn Place) {
    let store = place.open();
    let (one, two) = (hash("one"), hash("two"));
    ok(store.refuse_invitations(&one, NOW));
    ok(store.refuse_invitations(&one, NOW + 1));
    assert_eq!((ok(store.refuses_invitations(&one)), ok(store.refuses_invitations(&two))), (true, false));
}
