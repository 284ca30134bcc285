//! The front door, making a game, and taking a seat with a number of one's own, without a script.

use std::collections::BTreeSet;

use domain::{dice::commitment, hash::Hash};
use serde_json::{Value, json};

use crate::{
    browser::Browser,
    world::{START, World},
};

const NEW: &str = "/new/little_bighorn/skirmish";

async fn guest<'a>(world: &'a World, name: &str) -> Browser<'a> {
    let mut browser = Browser::new(world);
    let email = format!("{name}@example.org");
    assert_eq!(browser.press("/join", &[("name", name), ("email", &email)]).await.status, 303);
    browser
}

/// Makes a game by form, and gives it as the API shows it.
async fn made(browser: &mut Browser<'_>, battle: &str, more: &[(&str, &str)]) -> Value {
    let mut form = vec![("do", "make")];
    form.extend(more);
    let made = browser.press(battle, &form).await;
    assert_eq!(made.status, 303, "{more:?}: {}", made.text);
    browser.open(&format!("/v1{}?summary=true", made.header("location"))).await.json
}

#[actix_web::test]
async fn who_is_signed_in_makes_no_second_account_by_accident() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let page = browser.open("/join?next=/games/0123456789ab").await.text;
    assert!(page.contains("You are here already") && !page.contains("name=\"email\""), "{page}");
    assert!(page.contains("href=\"/games/0123456789ab\""), "{page}");
    assert!(!browser.open("/join?next=//evil.example").await.text.contains("evil"));
    assert!(
        !browser.open("/join?next=/%09/evil.example").await.text.contains("evil"),
        "browsers drop the tab"
    );
    assert_eq!(browser.open("/games/a%0Ab/turns").await.status, 404);
    let before = browser.cookie.clone();
    let refused = browser.press("/join", &[("name", "Ann"), ("email", "ann@example.org")]).await;
    assert_eq!(refused.status, 409);
    assert_eq!(browser.cookie, before);
    let zone = [("name", "Bob"), ("email", "bob@example.org"), ("zone", "Europe/Berlin")];
    let mut other = Browser::new(&world);
    let joined = other.press("/join", &[zone.as_slice(), &[("next", "/\t/evil.example/x")]].concat()).await;
    assert_eq!((joined.status.as_u16(), joined.header("location")), (303, "/"), "nowhere else");
    assert_eq!(other.open("/v1/me").await.json["zone"], "Europe/Berlin");
    let unknown = [("name", "Cid"), ("email", "cid@example.org"), ("zone", "Mars/Olympus")];
    let mut third = Browser::new(&world);
    assert_eq!(third.press("/join", &unknown).await.status, 303, "nobody typed that");
    assert_eq!(third.open("/v1/me").await.json["zone"], "UTC");
    let invited = [("name", "Dan"), ("email", "dan"), ("invite", "a-secret")];
    let refused = Browser::new(&world).press("/join", &invited).await;
    assert!(refused.status == 422 && refused.text.contains("value=\"a-secret\""), "{}", refused.text);
}

#[actix_web::test]
async fn lists_go_on_page_by_page_and_what_waits_comes_first() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let mut browser = Browser::joined(&world, "Ann").await;
    let public = [("visibility", "public"), ("seat.long_knives", "open"), ("seat.plains_nations", "open")];
    let mut expected = BTreeSet::new();
    for _ in 0..33 {
        let game = made(&mut browser, NEW, &public).await;
        expected.insert(game["id"].as_str().expect("an id").to_owned());
    }
    let watcher = Browser::new(&world);
    let mut path = "/".to_owned();
    let mut sizes = Vec::new();
    let mut found = BTreeSet::new();
    loop {
        let page = watcher.open(&path).await;
        assert_eq!(page.status, 200, "{path}");
        let games: Vec<String> = page
            .text
            .split("class=\"game\" href=\"/games/")
            .skip(1)
            .map(|rest| rest[..12].to_owned())
            .collect();
        sizes.push(games.len());
        found.extend(games);
        let Some(next) = page.text.split("rel=\"next\" href=\"").nth(1) else { break };
        path = next[..next.find('"').expect("an end")].replace("&amp;", "&");
    }
    assert_eq!((sizes, &found), (vec![10, 23], &expected));
    assert!(watcher.open("/").await.text.contains(">10+</span>"));

    let own = browser.against_the_bot("little_bighorn/skirmish").await;
    let page = browser.open("/").await.text;
    let at = |what: &str| page.find(what).unwrap_or_else(|| panic!("no {what}: {page}"));
    assert!(at("Your move") < at(&own) && at(&own) < at("Not begun"), "{page}");
    assert_eq!(page.matches(&format!("href=\"{own}\"")).count(), 1, "in one list only");
    assert_eq!(watcher.open("/games?list=over").await.status, 401);
    assert_eq!(watcher.open("/games?list=nonsense").await.status, 404);
    assert_eq!(watcher.open("/games?list=open&cursor=nonsense").await.status, 400);
    assert_eq!(browser.open("/games?list=to_move").await.text.matches("class=\"game\"").count(), 1);
}

#[actix_web::test]
async fn every_kind_of_clock_is_chosen_by_form() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let mut browser = Browser::joined(&world, "Ann").await;
    let usual = json!(["1/2", "3/4", "PT1H"]);
    let per_turn = |allow: &str| {
        json!({"kind": "per_turn", "allow": allow, "on_timeout": "default_action", "resign_after": 3, "all_absent": "pause",
            "absence": "pause", "remind": usual})
    };
    let clock = made(&mut browser, NEW, &[("clock", "none"), ("on_timeout", "bot")]).await["clock"].clone();
    assert_eq!(clock, json!({"kind": "none"}));
    assert_eq!(made(&mut browser, NEW, &[("clock", "P3D")]).await["clock"], per_turn("P3D"));
    for (n, unit, allow) in [("2", "D", "P2D"), ("36", "H", "PT36H"), ("90", "M", "PT90M")] {
        let form = [("clock", "per_turn"), ("allow.n", n), ("allow.unit", unit)];
        assert_eq!(made(&mut browser, NEW, &form).await["clock"], per_turn(allow));
    }
    let bank = [
        ("clock", "bank"),
        ("start.n", "5"),
        ("start.unit", "D"),
        ("add.n", "12"),
        ("add.unit", "H"),
        ("cap.n", "6"),
        ("cap.unit", "D"),
        ("on_timeout", "forfeit"),
        ("resign_after", "0"),
        ("absence", "off"),
        ("remind.P1D", "on"),
    ];
    let clock = made(&mut browser, NEW, &bank).await["clock"].clone();
    assert_eq!(
        clock,
        json!({"kind": "bank", "start": "P5D", "add": "PT12H", "cap": "P6D", "on_timeout": "forfeit", "resign_after": 0,
            "all_absent": "pause", "absence": "off", "remind": ["P1D"]})
    );
    let daily = [
        ("clock", "daily"),
        ("at", "20:30"),
        ("zone", "Europe/Berlin"),
        ("day.sat", "on"),
        ("day.sun", "on"),
        ("min.n", "6"),
        ("min.unit", "H"),
    ];
    let clock = made(&mut browser, NEW, &daily).await["clock"].clone();
    assert_eq!(
        (&clock["at"], &clock["days"], &clock["min"]),
        (&json!("20:30"), &json!(["sat", "sun"]), &json!("PT6H"))
    );
    let live = [("clock", "live"), ("interval", "PT4M")];
    let clock = made(&mut browser, "/new/little_wars/skirmish", &live).await["clock"].clone();
    assert_eq!((&clock["kind"], &clock["interval"]), (&json!("live"), &json!("PT4M")));
    assert_eq!(clock["remind"], json!(["PT2M", "PT1M", "PT30S"]), "its own warnings");
}

#[actix_web::test]
async fn a_try_tells_the_first_deadline_in_each_zone_and_makes_nothing() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    assert_eq!(browser.press("/me", &[("name", "Ann"), ("zone", "Europe/Berlin")]).await.status, 303);
    let form = [
        ("do", "try"),
        ("clock", "per_turn"),
        ("allow.n", "2"),
        ("allow.unit", "D"),
        ("zones", "America/Chicago, Asia/Kathmandu"),
        ("seat.long_knives", "me"),
        ("seat.plains_nations", "email"),
        ("email.plains_nations", "bob@example.org"),
        ("title", "A <try>"),
    ];
    let tried = browser.press(NEW, &form).await;
    assert_eq!(tried.status, 200, "{}", tried.text);
    // Two days after the first moment of every test.
    assert_eq!(START + 2 * 86_400, 1_796_172_800);
    for told in [
        "Wednesday 2 December 2026, 01:53 CET (Europe/Berlin), which is 2026-12-02 00:53:20 UTC",
        "Tuesday 1 December 2026, 18:53 CST (America/Chicago)",
        "Wednesday 2 December 2026, 06:38 +0545 (Asia/Kathmandu)",
        "Reminded at",
        "value=\"A &lt;try&gt;\"",
        "value=\"bob@example.org\"",
    ] {
        assert!(tried.text.contains(told), "{told}: {}", tried.text);
    }
    assert_eq!(browser.open("/v1/games?mine=true").await.json["items"], json!([]));
    let mails = world.letters().into_iter().filter(|(kind, ..)| kind == "invitation").count();
    assert_eq!(mails, 0, "nobody is invited by a try");

    for (more, beside) in [
        (("zones", "Mars/Olympus"), "zones"),
        (("allow.n", "0"), "allow.n"),
        (("allow.n", "soon"), "allow.n"),
        (("email.plains_nations", "bob"), "seat.plains_nations"),
        (("title", "a\u{202e}b"), "title"),
        (("option.round_limit", "many"), "option.round_limit"),
    ] {
        let mut wrong: Vec<_> = form.iter().copied().filter(|(name, _)| *name != more.0).collect();
        wrong.push(more);
        let refused = browser.press(NEW, &wrong).await;
        assert_eq!(refused.status, 422, "{more:?}: {}", refused.text);
        let field = refused.text.split(&format!("name=\"{beside}\"")).nth(1).expect(beside);
        let end = field.find("</label>").expect("its end");
        assert!(field[..end].contains("class=\"fault\""), "{more:?}: {field}");
    }
    let live = browser.press("/new/little_wars/skirmish", &[("do", "try"), ("clock", "live")]).await;
    assert!(live.status == 200 && live.text.contains("First to move"), "{}", live.text);
    let none = browser.press(NEW, &[("do", "try"), ("clock", "none")]).await;
    assert!(none.text.contains("without a deadline"), "{}", none.text);
    let mut nobody = Browser::new(&world);
    assert_eq!(nobody.press(NEW, &[("do", "try")]).await.status, 401);
}

#[actix_web::test]
async fn numbers_of_ones_own_are_committed_to_and_shown_by_form() {
    let world = World::new();
    let mut ann = Browser::joined(&world, "Ann").await;
    let seats = [("seat.long_knives", "me"), ("seat.plains_nations", "open"), ("entropy", "on")];
    let game = made(&mut ann, NEW, &seats).await["id"].as_str().expect("an id").to_owned();
    let path = format!("/games/{game}");
    let mut bob = guest(&world, "Bob").await;
    for (browser, seat, n) in [(&mut ann, "long_knives", "1"), (&mut bob, "plains_nations", "2")] {
        let page = browser.open(&path).await.text;
        assert!(page.contains(&format!("{game} 0 {seat} $MINE")), "how to reckon it: {page}");
        assert!(page.contains("name=\"commit\" required"), "{page}");
        let own: Hash = n.repeat(64).parse().expect("a number");
        let commit = commitment(&game, 0, seat, &own).to_string();
        let action = format!("{path}/seats/{seat}");
        let wrong = browser.press(&action, &[("do", "claim"), ("commit", "12")]).await;
        assert!(wrong.status == 422 && wrong.text.contains("role=\"alert\""), "{}", wrong.text);
        let taken = browser.press(&action, &[("do", "claim"), ("commit", &commit)]).await;
        assert_eq!(taken.status, 303, "{}", taken.text);
    }
    for (browser, seat, n) in [(&mut ann, "long_knives", "1"), (&mut bob, "plains_nations", "2")] {
        let page = browser.open(&path).await.text;
        assert!(page.contains("name=\"entropy\"") && !page.contains("name=\"commit\""), "{page}");
        let action = format!("{path}/seats/{seat}");
        let wrong = browser.press(&action, &[("do", "ready"), ("entropy", &"3".repeat(64))]).await;
        assert_eq!(wrong.status, 422, "{}", wrong.text);
        assert_eq!(browser.press(&action, &[("do", "ready"), ("entropy", &n.repeat(64))]).await.status, 303);
    }
    let begun = ann.open(&format!("/v1{path}?summary=true")).await.json;
    assert_eq!((&begun["state"], &begun["dice"]["open"]), (&json!("active"), &json!(true)));
    let page = ann.open(&path).await.text;
    assert!(!page.contains("name=\"entropy\"") && !page.contains("name=\"commit\""), "it is done: {page}");
}
