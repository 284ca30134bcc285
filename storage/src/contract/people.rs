//! Accounts, what lets their owners in, and their end.

use super::{Place, samples::*};
use crate::*;

/// Every field; rewritten as a whole.
pub fn a_player_is_read_as_written(place: &dyn Place) {
    let store = place.open();
    let ann = PlayerRow {
        email: Some("Ann@Example.org".into()),
        email_failure: Some("550 no such user".into()),
        ..player("p_ann")
    };
    ok(store.create_player(ann.clone(), token("t1", "p_ann"), vec![letter("<hello@test>", "p_ann")]));
    assert_eq!(ok(store.player(&ann.id)), ann);
    assert_eq!(ok(store.letters_due(NOW, 9)).len(), 1);
    assert!(matches!(
        store.create_player(player("p_ann"), token("t2", "p_ann"), Vec::new()),
        Err(Error::Conflict)
    ));
    let changed = PlayerRow { name: "Änne".into(), zone: "UTC".into(), email_failure: None, ..ann };
    let remembered = answer("p_ann", "rename");
    ok(store.put_player(changed.clone(), vec![letter("<changed@test>", "p_ann")], Some(remembered.clone())));
    assert_eq!(ok(store.player(&changed.id)), changed);
    assert_eq!(ok(store.answer(&changed.id, "rename")), Some(remembered.clone()));
    assert!(matches!(store.put_player(changed, Vec::new(), Some(remembered)), Err(Error::Conflict)));
}

/// Many may write it in their row; one has proved it.
pub fn an_address_belongs_to_who_proved_it(place: &dyn Place) {
    let store = place.open();
    let unproved = PlayerRow { email_verified: false, ..proved("p_bob", "ann@example.org") };
    join(&*store, unproved.clone());
    assert_eq!(ok(store.player_by_email("ann@example.org")), None, "to nobody yet");
    let ann = proved("p_ann", "Ann@Example.ORG");
    join(&*store, ann.clone());
    for spelling in ["ann@example.org", "ANN@EXAMPLE.ORG", "Ann@Example.ORG"] {
        assert_eq!(ok(store.player_by_email(spelling)), Some(ann.clone()));
    }
    let late = PlayerRow { email_verified: true, ..unproved.clone() };
    assert!(matches!(store.put_player(late, vec![letter("<x@test>", "p_bob")], None), Err(Error::Conflict)));
    assert_eq!(ok(store.player(&unproved.id)), unproved);
    assert!(ok(store.letters_due(NOW, 9)).is_empty());
    // Who gives it up makes it free.
    ok(store.put_player(PlayerRow { email: None, email_verified: false, ..ann }, Vec::new(), None));
    ok(store.put_player(PlayerRow { email_verified: true, ..unproved }, Vec::new(), None));
    let umlaut = proved("p_zoe", "Zoë@Bücher.example");
    join(&*store, umlaut.clone());
    assert_eq!(ok(store.player_by_email("ZOË@BÜCHER.example")), Some(umlaut));
}

/// By hash, by owner, by id.
pub fn tokens_are_found_listed_and_revoked(place: &dyn Place) {
    let store = place.open();
    join(&*store, player("p_ann"));
    join(&*store, player("p_bob"));
    let (first, second) = (token("t1", "p_ann"), TokenRow { created: NOW + 1, ..token("t2", "p_ann") });
    ok(store.create_token(second.clone()));
    assert_eq!(ok(store.tokens_of(&player_id("p_ann"))), [first.clone(), second.clone()]);
    assert!(matches!(store.create_token(second.clone()), Err(Error::Conflict)));
    ok(store.touch_tokens(&[(first.hash, NOW + 50), ([9; 32], NOW)]));
    ok(store.touch_tokens(&[(first.hash, NOW + 40)]));
    assert_eq!(ok(store.token(&first.hash)), Some(TokenRow { used: Some(NOW + 50), ..first.clone() }));
    assert!(matches!(store.delete_token(&player_id("p_bob"), "t2"), Err(Error::NotFound)), "not his");
    ok(store.delete_token(&player_id("p_ann"), "t2"));
    assert!(matches!(store.delete_token(&player_id("p_ann"), "t2"), Err(Error::NotFound)));
    assert_eq!(ok(store.token(&second.hash)), None);
}

fn try_code(store: &dyn Storage, text: &str, now: u64) -> CodeTrial {
    ok(store.try_code(CodeKind::SignIn, "ann@example.org", &hash(text), now))
}

/// Used up by being right; replaced by the next; of its kind and subject only.
pub fn a_code_opens_once_and_in_time(place: &dyn Place) {
    let store = place.open();
    let right = CodeTrial::Right("ann@example.org".into());
    assert_eq!(try_code(&*store, "123456", NOW), CodeTrial::Wrong, "there is none");
    ok(store.put_code(code(CodeKind::SignIn, "ann@example.org", "000000"), vec![letter("<1@test>", "p")]));
    ok(store.put_code(code(CodeKind::SignIn, "ann@example.org", "123456"), vec![letter("<2@test>", "p")]));
    assert_eq!(ok(store.letters_due(NOW, 9)).len(), 2);
    let verify = store.try_code(CodeKind::Verify, "ann@example.org", &hash("123456"), NOW);
    assert_eq!(ok(verify), CodeTrial::Wrong, "another kind");
    assert_eq!(try_code(&*store, "000000", NOW), CodeTrial::Wrong, "replaced");
    assert_eq!(try_code(&*store, "123456", NOW + 3599), right);
    assert_eq!(try_code(&*store, "123456", NOW + 3599), CodeTrial::Wrong, "used up");
    ok(store.put_code(code(CodeKind::SignIn, "ann@example.org", "222222"), Vec::new()));
    assert_eq!(try_code(&*store, "222222", NOW + 3601), CodeTrial::Wrong, "late");
}

/// Five tries: the fifth may still be right, the sixth may not.
pub fn a_code_forgives_only_so_often(place: &dyn Place) {
    let store = place.open();
    for (n_wrong, last) in [(4, CodeTrial::Right("ann@example.org".into())), (5, CodeTrial::Wrong)] {
        ok(store.put_code(code(CodeKind::SignIn, "ann@example.org", "123456"), Vec::new()));
        for _ in 0..n_wrong {
            assert_eq!(try_code(&*store, "654321", NOW), CodeTrial::Wrong);
        }
        assert_eq!(try_code(&*store, "123456", NOW), last);
    }
}

/// Until it is old.
pub fn an_answer_is_remembered_once(place: &dyn Place) {
    let (store, ann) = (place.open(), &player_id("p_ann"));
    let first = answer("p_ann", "k1");
    ok(store.put_answer(first.clone()));
    let second = AnswerRow { answer: vec![9], ..first.clone() };
    assert!(matches!(store.put_answer(second), Err(Error::Conflict)));
    assert_eq!(ok(store.answer(ann, "k1")), Some(first));
    ok(store.put_answer(answer("p_bob", "k1")));
    ok(store.put_answer(AnswerRow { at: NOW + 10, ..answer("p_ann", "k2") }));
    assert_eq!(ok(store.forget_answers(NOW)), 0);
    assert_eq!(ok(store.forget_answers(NOW + 10)), 2);
    assert_eq!(ok(store.answer(ann, "k1")), None);
    assert!(ok(store.answer(ann, "k2")).is_some());
}

fn game_of_ann(store: &dyn Storage) {
    let invited = SeatRow { invite_email: Some("ANN@example.org".into()), ..seat_row("g1", "blue", 1) };
    let mut seat = held("g1", "red", 0, "p_ann");
    seat.invite_email = Some("ann@example.org".into());
    ok(store.create_game(NewGame { seats: vec![seat, invited], ..new_game("g1") }));
    ok(store.put_draft(&game_id("g1"), &seat_id("red"), Some(DraftRow { orders: "[]".into(), at: NOW })));
    ok(store.put_code(code(CodeKind::Verify, "p_ann", "111111"), Vec::new()));
    ok(store.put_code(code(CodeKind::SignIn, "ann@example.org", "222222"), Vec::new()));
    ok(store.put_answer(answer("p_ann", "k1")));
}

/// Name, address and all ways in are gone; the seat stays his.
pub fn an_erased_player_leaves_only_a_seat(place: &dyn Place) {
    let (store, ann) = (place.open(), &player_id("p_ann"));
    join(&*store, proved("p_ann", "ann@example.org"));
    game_of_ann(&*store);
    ok(store.erase_player(ann, NOW + 5));

    let row = ok(store.player(ann));
    assert_eq!((row.name.as_str(), row.email, row.email_verified), ("former player", None, false));
    assert_eq!((row.settings.as_str(), row.erased, row.created), ("{}", Some(NOW + 5), NOW));
    assert_eq!(ok(store.player_by_email("ann@example.org")), None);
    assert!(ok(store.tokens_of(ann)).is_empty());
    assert_eq!(ok(store.token(&token("t1", "p_ann").hash)), None);
    assert_eq!(ok(store.answer(ann, "k1")), None);
    assert_eq!(ok(store.draft(&game_id("g1"), &seat_id("red"))), None);
    assert_eq!(ok(store.try_code(CodeKind::Verify, "p_ann", &hash("111111"), NOW)), CodeTrial::Wrong);
    assert_eq!(try_code(&*store, "222222", NOW), CodeTrial::Wrong);
    let seats = ok(store.seats(&game_id("g1")));
    assert_eq!(seats[0].player.as_ref(), Some(ann));
    assert!(seats.iter().all(|seat| seat.invite_email.is_none()));
    // Twice is no error, and the address is free.
    ok(store.erase_player(ann, NOW + 9));
    assert_eq!(ok(store.player(ann)).erased, Some(NOW + 5));
    join(&*store, proved("p_new", "ann@example.org"));
}

/// His tokens open nothing, and a change of his row that was begun before does not undo it.
pub fn a_banned_player_has_no_way_in_until_the_ban_is_lifted(place: &dyn Place) {
    let (store, ann) = (place.open(), &player_id("p_ann"));
    join(&*store, proved("p_ann", "ann@example.org"));
    let known = token("t1", "p_ann").hash;
    let before = ok(store.player(ann));
    assert!(ok(store.token(&known)).is_some());
    let people = store.people_version();
    ok(store.ban_player(ann, Some(NOW + 5)));
    assert_ne!(store.people_version(), people);
    assert_eq!(ok(store.token(&known)), None);
    ok(store.put_player(before, Vec::new(), None));
    assert_eq!(ok(store.player(ann)).banned, Some(NOW + 5));
    ok(store.ban_player(ann, None));
    assert_eq!((ok(store.player(ann)).banned, ok(store.token(&known)).is_some()), (None, true));
    assert!(matches!(store.ban_player(&player_id("p_nobody"), Some(NOW)), Err(Error::NotFound)));
}

/// Else anybody could delete what is on its way to anybody.
pub fn erasing_an_account_does_not_touch_an_address_it_never_proved(place: &dyn Place) {
    let store = place.open();
    join(&*store, proved("p_ann", "ann@example.org"));
    game_of_ann(&*store);
    let invitation =
        NewLetter { player: None, address: Some("ann@example.org".into()), ..letter("<i@test>", "") };
    ok(store.post(vec![invitation]));
    join(&*store, PlayerRow { email_verified: false, ..proved("p_bad", "ann@example.org") });
    ok(store.erase_player(&player_id("p_bad"), NOW));
    assert_eq!(ok(store.letters_due(NOW, 9)).len(), 1);
    assert_eq!(ok(store.seats(&game_id("g1")))[1].invite_email.as_deref(), Some("ANN@example.org"));
    assert_eq!(try_code(&*store, "222222", NOW), CodeTrial::Right("ann@example.org".into()));
}
