//! Webhooks: who is told what, and what became of it.

use super::{Place, samples::*};
use crate::*;

fn hook(id: &str, player: &str) -> WebhookRow {
    WebhookRow {
        id: id.into(),
        player: player_id(player),
        sealed: vec![1, 2, 3],
        shape: "generic".into(),
        game: None,
        events: Vec::new(),
        active: true,
        off_reason: None,
        failures: 0,
        failing_since: None,
        created: NOW,
    }
}

/// A store in which Ann and Bob have these webhooks.
fn store_with(place: &dyn Place, hooks: &[WebhookRow]) -> Box<dyn Storage> {
    let store = place.open();
    join(&*store, player("p_ann"));
    join(&*store, player("p_bob"));
    for hook in hooks {
        ok(store.create_webhook(hook.clone(), 9, None));
    }
    store
}

fn about(game: &str, message_id: &str) -> NewLetter {
    NewLetter {
        game: Some(game_id(game)),
        seat: Some(seat_id("red")),
        due: NOW + 500,
        ..letter(message_id, "p_ann")
    }
}

fn due(store: &dyn Storage, now: u64) -> Vec<DeliveryRow> {
    ok(store.deliveries_due(now, 100))
}

fn miss(at: u64, again: Option<u64>) -> Miss {
    Miss { at, status: Some(503), error: "503".into(), again, off_reason: None }
}

/// Every field, again and again.
pub fn a_webhook_is_read_as_written_by_its_owner_alone(place: &dyn Place) {
    let whole = WebhookRow {
        game: Some(game_id("g1")),
        events: vec!["your_move".into(), "game_over".into()],
        active: false,
        off_reason: Some("it is gone".into()),
        failures: 3,
        failing_since: Some(NOW),
        ..hook("w_1", "p_ann")
    };
    let late = WebhookRow { created: NOW + 1, ..hook("w_0", "p_ann") };
    let store = store_with(place, &[late.clone(), whole.clone(), hook("w_2", "p_bob")]);
    let (ann, bob) = (player_id("p_ann"), player_id("p_bob"));
    assert_eq!(ok(store.webhook(&ann, "w_1")), whole);
    assert_eq!(ok(store.webhooks_of(&ann)), [whole.clone(), late]);
    let changed = WebhookRow { sealed: vec![9], shape: "slack".into(), ..hook("w_1", "p_ann") };
    ok(store.put_webhook(changed.clone(), Some(answer("p_ann", "k1"))));
    assert_eq!(ok(store.webhook(&ann, "w_1")), changed);
    assert!(ok(store.answer(&ann, "k1")).is_some());
    assert!(matches!(store.webhook(&bob, "w_1"), Err(Error::NotFound)));
    assert!(matches!(store.put_webhook(hook("w_1", "p_bob"), None), Err(Error::NotFound)));
    assert!(matches!(store.delete_webhook(&bob, "w_1"), Err(Error::NotFound)));
    assert!(matches!(store.post_to_webhook("w_1", letter("<x>", "p_bob"), None), Err(Error::NotFound)));
    ok(store.delete_webhook(&ann, "w_1"));
    assert!(matches!(store.delete_webhook(&ann, "w_1"), Err(Error::NotFound)));
}

/// Whoever asks at the same time; and a refused one leaves no answer.
pub fn nobody_has_more_webhooks_than_he_may(place: &dyn Place) {
    let store = store_with(place, &[hook("w_1", "p_ann"), hook("w_9", "p_bob")]);
    ok(store.create_webhook(hook("w_2", "p_ann"), 2, Some(answer("p_ann", "k1"))));
    let third = store.create_webhook(hook("w_3", "p_ann"), 2, Some(answer("p_ann", "k2")));
    assert!(matches!(third, Err(Error::Conflict)));
    let again = store.create_webhook(hook("w_1", "p_ann"), 9, Some(answer("p_ann", "k2")));
    assert!(matches!(again, Err(Error::Conflict)), "the id is taken");
    assert_eq!(ok(store.answer(&player_id("p_ann"), "k2")), None);
    assert_eq!(ok(store.webhooks_of(&player_id("p_ann"))).len(), 2);
}

/// By game and kind, whatever the hour; and not for a change that was refused, nor for a letter that is known.
pub fn a_letter_goes_to_the_webhooks_that_want_it_with_its_cause(place: &dyn Place) {
    let of = |events: &[&str]| events.iter().map(|event| (*event).to_owned()).collect();
    let store = store_with(
        place,
        &[
            hook("w_all", "p_ann"),
            WebhookRow { game: Some(game_id("g1")), ..hook("w_g1", "p_ann") },
            WebhookRow { game: Some(game_id("g2")), ..hook("w_g2", "p_ann") },
            WebhookRow { events: of(&["all_joined", "your_move"]), ..hook("w_move", "p_ann") },
            WebhookRow { events: of(&["your_move_again", "game_over"]), ..hook("w_over", "p_ann") },
            WebhookRow { active: false, ..hook("w_off", "p_ann") },
            hook("w_bob", "p_bob"),
        ],
    );
    ok(store.create_game(new_game("g1")));
    let row = ok(store.game(&game_id("g1")));
    let answer = NewLetter { kind: MAIL_ONLY[0].into(), ..about("g1", "<re@test>") };
    let addressed = NewLetter { address: Some("ann@example.org".into()), ..about("g1", "<to@test>") };
    let letters = vec![about("g1", "<1@test>"), letter("<code@test>", "p_ann"), answer, addressed];
    let stale = GameRow { revision: 7, ..row.clone() };
    assert!(store.change_game(Change { letters: letters.clone(), ..change(stale) }).is_err());
    assert!(due(&*store, NOW).is_empty());
    ok(store.change_game(Change { letters: letters.clone(), ..change(row) }));
    ok(store.post(letters));
    let told = due(&*store, NOW);
    let mut hooks: Vec<&str> = told.iter().map(|row| row.webhook.as_str()).collect();
    hooks.sort_unstable();
    assert_eq!(hooks, ["w_all", "w_g1", "w_move"]);
    let expected = NewLetter { due: NOW, ..about("g1", "<1@test>") };
    assert!(told.iter().all(|row| row.letter == expected && row.tries == 0 && row.made.is_none()));
    // What goes once more to an address that was proved, was told.
    ok(store.put_player(player("p_ann"), vec![about("g1", "<1.again@test>")], None));
    assert_eq!(ok(store.deliveries("w_all", None, 9)).len(), 1);
}

/// The first of each by time; another's thousand keep nobody out.
pub fn each_webhook_has_one_turn_at_a_time(place: &dyn Place) {
    let bobs = hook("w_bob", "p_bob");
    let store = store_with(place, &[hook("w_ann", "p_ann"), bobs]);
    let many: Vec<NewLetter> = (0..50).map(|n| about("g1", &format!("<{n}@test>"))).collect();
    ok(store.post(many));
    let test = NewLetter { queued: NOW + 5, ..letter("<test>", "p_bob") };
    let id = ok(store.post_to_webhook("w_bob", test, Some(answer("p_bob", "k"))));
    assert!(ok(store.answer(&player_id("p_bob"), "k")).is_some());
    assert_eq!(due(&*store, NOW + 4).len(), 1);
    assert_eq!(ok(store.next_delivery_due()), Some(NOW));
    let both = due(&*store, NOW + 5);
    assert_eq!(both.iter().map(|row| row.webhook.as_str()).collect::<Vec<_>>(), ["w_ann", "w_bob"]);
    assert_eq!((both[1].id, both[0].letter.message_id.as_str()), (id, "<0@test>"));
    ok(store.delivery_outcome(both[0].id, DeliveryOutcome::Missed(miss(NOW, Some(NOW + 60)))));
    assert_eq!(due(&*store, NOW)[0].letter.message_id, "<1@test>", "the others need not wait for it");
}

/// Sent, dropped, given up: whatever is said afterwards.
pub fn a_delivery_comes_to_one_end(place: &dyn Place) {
    let store = store_with(place, &[hook("w_ann", "p_ann")]);
    ok(store.post(vec![about("g1", "<1>"), about("g1", "<2>"), about("g1", "<3>")]));
    let ids: Vec<u64> = ok(store.deliveries("w_ann", None, 9)).iter().rev().map(|row| row.id).collect();
    ok(store.delivery_outcome(ids[0], DeliveryOutcome::Made(b"bytes".to_vec())));
    ok(store.delivery_outcome(ids[0], DeliveryOutcome::Missed(miss(NOW, Some(NOW + 10)))));
    let read = |id: u64| {
        ok(store.deliveries("w_ann", None, 9)).into_iter().find(|row| row.id == id).expect("the row")
    };
    let row = read(ids[0]);
    assert_eq!((row.tries, row.made, row.letter.due), (1, Some(b"bytes".to_vec()), NOW + 10));
    assert_eq!((row.status, row.error.as_deref(), row.state), (Some(503), Some("503"), LetterState::Queued));
    ok(store.delivery_outcome(ids[0], DeliveryOutcome::Sent { at: NOW + 10, status: 204 }));
    let why = DeliveryOutcome::Dropped { at: NOW, why: "old".into() };
    ok(store.delivery_outcome(ids[1], why.clone()));
    ok(store.delivery_outcome(ids[2], DeliveryOutcome::Missed(miss(NOW, None))));
    for id in &ids {
        ok(store.delivery_outcome(*id, DeliveryOutcome::Made(b"late".to_vec())));
        ok(store.delivery_outcome(*id, DeliveryOutcome::Sent { at: NOW + 99, status: 200 }));
        ok(store.delivery_outcome(*id, why.clone()));
    }
    let ends: Vec<_> = ids.iter().map(|id| read(*id)).map(|row| (row.state, row.tries, row.made)).collect();
    assert_eq!(
        ends,
        [(LetterState::Sent, 2, None), (LetterState::Dropped, 0, None), (LetterState::Failed, 1, None)]
    );
    assert_eq!((read(ids[0]).status, read(ids[0]).error), (Some(204), None));
    assert!(due(&*store, NOW + 999).is_empty());
    assert!(matches!(store.delivery_outcome(999, why), Err(Error::NotFound)));
}

/// And switch off when told so.
pub fn failures_are_counted_until_something_arrives(place: &dyn Place) {
    let (store, ann) = (store_with(place, &[hook("w_ann", "p_ann")]), player_id("p_ann"));
    ok(store.post(vec![about("g1", "<1>"), about("g1", "<2>")]));
    let ids: Vec<u64> = ok(store.deliveries("w_ann", None, 9)).iter().map(|row| row.id).collect();
    let state = || {
        let row = ok(store.webhook(&ann, "w_ann"));
        (row.failures, row.failing_since, row.active, row.off_reason)
    };
    ok(store.delivery_outcome(ids[0], DeliveryOutcome::Missed(miss(NOW + 1, Some(NOW)))));
    ok(store.delivery_outcome(ids[1], DeliveryOutcome::Missed(miss(NOW + 2, Some(NOW)))));
    assert_eq!(state(), (2, Some(NOW + 1), true, None));
    ok(store.delivery_outcome(ids[0], DeliveryOutcome::Sent { at: NOW, status: 200 }));
    assert_eq!(state(), (0, None, true, None));
    let put_off = DeliveryOutcome::PutOff { until: NOW + 9, error: "unreadable".into() };
    ok(store.delivery_outcome(ids[1], put_off));
    assert_eq!(state(), (0, None, true, None), "that was not the webhook's fault");
    assert_eq!(ok(store.next_delivery_due()), Some(NOW + 9));
    let gone = Miss { off_reason: Some("gone".into()), ..miss(NOW + 3, None) };
    ok(store.delivery_outcome(ids[1], DeliveryOutcome::Missed(gone)));
    assert_eq!(state(), (1, Some(NOW + 3), false, Some("gone".into())));
    ok(store.post(vec![about("g1", "<3>")]));
    assert_eq!(ok(store.deliveries("w_ann", None, 9)).len(), 2, "nothing is queued for what is off");
}

/// Newest first, page by page; what waits is not forgotten.
pub fn ended_deliveries_are_listed_and_forgotten(place: &dyn Place) {
    let store = store_with(place, &[hook("w_ann", "p_ann")]);
    ok(store.post((0..5).map(|n| about("g1", &format!("<{n}>"))).collect()));
    let first = ok(store.deliveries("w_ann", None, 3));
    let rest = ok(store.deliveries("w_ann", Some(first[2].id), 3));
    let ids = |rows: &[DeliveryRow]| -> Vec<String> {
        rows.iter().map(|row| row.letter.message_id.clone()).collect()
    };
    assert_eq!(
        (ids(&first), ids(&rest)),
        (vec!["<4>".into(), "<3>".into(), "<2>".into()], vec!["<1>".into(), "<0>".into()])
    );
    for (row, at) in [(&first[0], NOW + 1), (&first[1], NOW + 2)] {
        ok(store.delivery_outcome(row.id, DeliveryOutcome::Dropped { at, why: String::new() }));
    }
    assert_eq!(ok(store.forget_deliveries(NOW + 2)), 1);
    assert_eq!(ids(&ok(store.deliveries("w_ann", None, 9))), ["<3>", "<2>", "<1>", "<0>"]);
}

/// Nor anything on its way to them.
pub fn who_is_erased_has_no_webhooks(place: &dyn Place) {
    let store = store_with(place, &[hook("w_ann", "p_ann"), hook("w_bob", "p_bob")]);
    ok(store.post(vec![about("g1", "<1>")]));
    let id = due(&*store, NOW)[0].id;
    ok(store.erase_player(&player_id("p_ann"), NOW));
    assert!(ok(store.webhooks_of(&player_id("p_ann"))).is_empty());
    assert!(due(&*store, NOW).is_empty());
    let late = store.delivery_outcome(id, DeliveryOutcome::Sent { at: NOW, status: 200 });
    assert!(matches!(late, Err(Error::NotFound)));
    assert_eq!(ok(store.webhooks_of(&player_id("p_bob"))).len(), 1);
}
