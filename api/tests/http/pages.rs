//! The pages, as a browser without scripting uses them: links, forms, and a cookie.

use actix_web::test::TestRequest;
use api::post::content::LetterContent;
use serde_json::json;

use crate::{
    browser::{Browser, HOME, field},
    world::{Answer, World},
};

fn list(page: &str) -> String {
    let area = page.split("<textarea id=\"orders-text\"").nth(1).expect("a list of orders");
    let text = &area[area.find('>').expect("its tag") + 1..area.find("</textarea>").expect("its end")];
    text.replace("&gt;", ">").replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&")
}

async fn send(browser: &mut Browser<'_>, path: &str, page: &str, what: &str, orders: &str) -> Answer {
    let form = ["seat", "round", "phase", "key"].map(|name| (name, field(page, name)));
    let mut fields = form.to_vec();
    fields.extend([("orders", orders), ("do", what)]);
    browser.press(&format!("{path}/turns"), &fields).await
}

#[actix_web::test]
async fn a_skirmish_of_each_ruleset_is_played_to_its_end_without_a_script() {
    for battle in ["little_bighorn/skirmish", "counting_coup/skirmish", "little_wars/skirmish"] {
        let world = World::new();
        let mut browser = Browser::joined(&world, "Ann").await;
        let path = browser.against_the_bot(battle).await;
        let game = domain::ids::GameId::new(&path["/games/".len()..]).expect("an id");
        let mut n_sent = 0;
        loop {
            let opened = world.app.look(&game).expect("the game");
            for waited in opened.chronicle.awaited().to_vec() {
                let is_bot = opened.seat(&waited.seat).is_some_and(|row| row.bot.is_some());
                if is_bot {
                    world.app.bot_turn(&game, &waited.seat).expect("the bot plays");
                }
            }
            let page = browser.open(&path).await;
            assert_eq!(page.status, 200);
            if page.text.contains("class=\"result\"") {
                break;
            }
            if !page.text.contains("turn mine") {
                continue;
            }
            let proposed = send(&mut browser, &path, &page.text, "suggest", "").await;
            let done = send(&mut browser, &path, &proposed.text, "send", &list(&proposed.text)).await;
            assert_eq!(done.status, 303, "{battle}: {}", done.text);
            n_sent += 1;
            assert!(n_sent < 500, "{battle} comes to an end");
        }
        assert!(1 < n_sent, "{battle}");
        let replay = browser.open(&format!("{path}/replay?at=3")).await;
        assert!(replay.status == 200 && replay.text.contains("<svg"), "{battle}");
    }
}

#[actix_web::test]
async fn what_is_wrong_is_said_beside_what_was_typed() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let path = browser.against_the_bot("little_bighorn/skirmish").await;
    let page = browser.open(&path).await.text;
    let typed = "sol1 f4\nsol2 jumps <b>\n";
    for what in ["send", "try"] {
        let refused = send(&mut browser, &path, &page, what, typed).await;
        assert_eq!(refused.status, 422, "{}", refused.text);
        assert_eq!(list(&refused.text), typed);
        assert!(
            refused.text.contains("role=\"alert\"") && refused.text.contains("Line 2"),
            "{}",
            refused.text
        );
    }
    let tried = send(&mut browser, &path, &page, "try", "sol1 f4").await;
    assert!(tried.status == 200 && tried.text.contains("This would happen"), "{}", tried.text);
    let reloaded = browser.open(&format!("{path}/turns")).await;
    assert_eq!((reloaded.status.as_u16(), reloaded.header("location")), (303, &*path));
    let kept = send(&mut browser, &path, &page, "keep", "sol1 f4").await;
    assert_eq!(kept.status, 303);
    let page = browser.open(&path).await.text;
    assert_eq!(list(&page), "sol1 f4", "the draft is there on every device");
    let mut more = ["seat", "round", "phase", "key"].map(|name| (name, field(&page, name))).to_vec();
    more.extend([("orders", "sol1 f4"), ("add", "sol2 i4")]);
    let added = browser.press(&format!("{path}/turns"), &more).await;
    assert_eq!((added.status.as_u16(), &*list(&added.text)), (200, "sol1 f4\nsol2 i4\n"));
}

#[actix_web::test]
async fn a_form_sent_twice_is_one_turn() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let path = browser.against_the_bot("little_bighorn/skirmish").await;
    let page = browser.open(&path).await.text;
    let first = send(&mut browser, &path, &page, "send", "sol1 f4").await;
    let again = send(&mut browser, &path, &page, "send", "sol1 f4").await;
    assert_eq!((first.status.as_u16(), again.status.as_u16()), (303, 303), "{again:?}");
    assert_eq!(first.header("location"), again.header("location"));
    let told = browser.open(first.header("location").split('#').next().expect("a path")).await;
    assert_eq!(told.text.matches("Soldier 1 (sol1) moves from f5 to f4.").count(), 1, "{}", told.text);
}

#[actix_web::test]
async fn with_the_cookie_only_our_own_pages_change_anything() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let fields = [("do", "bot")];
    let path = "/new/little_bighorn/skirmish";
    let foreign: [&[(&'static str, &str)]; 5] = [
        &[],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
        &[("origin", HOME), ("sec-fetch-site", "cross-site")],
        &[("origin", HOME), ("sec-fetch-site", "same-site")],
    ];
    for headers in foreign {
        let refused = browser.press_from(path, &fields, headers).await;
        assert_eq!(refused.problem(), (403, "cross-site"), "{headers:?}");
        let joined = browser.press_from("/join", &[("name", "B"), ("email", "b@example.org")], headers).await;
        assert_eq!(joined.status, 403, "{headers:?}");
        let api = TestRequest::post()
            .uri("/v1/games")
            .insert_header(("cookie", &*browser.cookie))
            .set_json(json!({"ruleset": "little_bighorn", "scenario": "skirmish"}));
        let api = headers.iter().fold(api, |asked, header| asked.insert_header(*header));
        assert_eq!(world.send(api).await.problem(), (403, "cross-site"), "{headers:?}");
    }
    for headers in [&[("origin", HOME)][..], &[("sec-fetch-site", "same-origin")]] {
        assert_eq!(browser.press_from(path, &fields, headers).await.status, 303, "{headers:?}");
    }
    let me = browser.open("/v1/me").await;
    assert_eq!(me.json["name"], "Ann", "reading by cookie is reading all the same");
}

#[actix_web::test]
async fn the_cookie_is_for_the_browser_alone_and_ends_with_the_token() {
    let world = World::with(&[("BASE_URL", "https://war.example/field")]);
    let mut browser = Browser::new(&world);
    let ours = [("origin", "https://war.example")];
    let form = [("name", "Ann"), ("email", "ann@example.org"), ("next", "//evil.example")];
    let made = browser.press_from("/join", &form, &ours).await;
    let set = made.header("set-cookie");
    for part in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/field;"] {
        assert!(set.contains(part), "{set}");
    }
    assert_eq!(made.header("location"), "/field/", "never to another site");
    let before = browser.cookie.clone();
    assert!(browser.open("/").await.text.contains("Your games"));
    assert_eq!(browser.press_from("/session/end", &[], &ours).await.status, 303);
    browser.cookie = before;
    let page = browser.open("/").await;
    assert!(page.status == 200 && page.text.contains("Tabletop battles, by post"), "as a stranger");
}

#[actix_web::test]
async fn who_comes_again_signs_in_with_a_code_and_proves_his_address() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let wrong = browser.press("/me/verify", &[("code", "0000-0000")]).await;
    assert!(wrong.status == 422 && wrong.text.contains("role=\"alert\""), "{wrong:?}");
    let code = world.last_code("ann@example.org");
    assert_eq!(browser.press("/me/verify", &[("code", &code)]).await.status, 303);

    let mut other = Browser::new(&world);
    let sent = other.press("/session/code", &[("email", "ann@example.org")]).await;
    assert!(sent.status == 200 && sent.text.contains("on its way"), "{sent:?}");
    let code = world.last_code("ann@example.org");
    let form = [("email", "ann@example.org"), ("code", &*code)];
    assert_eq!(other.press("/session", &form).await.status, 303);
    let saved =
        [("name", "Anna"), ("zone", "Europe/Berlin"), ("email", "ann@example.org"), ("mail.press", "off")];
    assert_eq!(other.press("/me", &saved).await.status, 303);
    let me = browser.open("/v1/me").await;
    assert_eq!((&me.json["name"], &me.json["notifications"]["press"]), (&json!("Anna"), &json!("off")));
    let kept = other.press("/me", &[("name", "A\u{202e}b"), ("zone", "Mars/Olympus")]).await;
    assert_eq!(kept.status, 422);
    assert!(kept.text.contains("Mars/Olympus"), "what was typed stays: {}", kept.text);
}

#[actix_web::test]
async fn who_was_invited_takes_the_seat_with_the_links_secret() {
    let world = World::new();
    let mut host = Browser::joined(&world, "Ann").await;
    let seats = [
        ("do", "make"),
        ("seat.long_knives", "me"),
        ("seat.plains_nations", "email"),
        ("email.plains_nations", "bob@example.org"),
        ("clock", "P3D"),
        ("visibility", "private"),
    ];
    let made = host.press("/new/little_bighorn/skirmish", &seats).await;
    assert_eq!(made.status, 303, "{}", made.text);
    let path = made.header("location").to_owned();
    let secret: Option<String> = world.letters().into_iter().find_map(|(_, _, content)| match content {
        LetterContent::Invitation { invite, .. } => Some(invite),
        _ => None,
    });
    let secret = secret.expect("an invitation");
    let mut guest = Browser::new(&world);
    let page = guest.open(&format!("/invitation/{}/plains_nations", &path["/games/".len()..])).await;
    assert!(page.text.contains("name=\"invite\""), "{}", page.text);
    assert_eq!(guest.press("/join", &[("name", "Bob"), ("email", "b@example.org")]).await.status, 303);
    let seat = format!("{path}/seats/plains_nations");
    assert_eq!(guest.open(&path).await.status, 404, "a private game");
    let wrong = guest.press(&seat, &[("do", "claim"), ("invite", "wrong")]).await;
    assert_eq!(wrong.status, 404, "{}", wrong.text);
    let taken = guest.press(&seat, &[("do", "claim"), ("invite", &secret)]).await;
    assert_eq!(taken.status, 303, "{}", taken.text);
    let page = guest.open(&path).await.text;
    assert!(page.contains("Waiting for") && page.contains("Long Knives"), "it has begun: {page}");
}

#[actix_web::test]
async fn offers_are_made_and_answered_and_seats_given_up_by_form() {
    let world = World::new();
    let mut ann = Browser::joined(&world, "Ann").await;
    let seats = [("do", "make"), ("seat.long_knives", "me"), ("seat.plains_nations", "open")];
    let made = ann.press("/new/little_bighorn/skirmish", &seats).await;
    let path = made.header("location").to_owned();
    let mut bob = Browser::new(&world);
    assert_eq!(bob.press("/join", &[("name", "Bob"), ("email", "b@example.org")]).await.status, 303);
    let seat = format!("{path}/seats/plains_nations");
    assert_eq!(bob.press(&seat, &[("do", "claim")]).await.status, 303);

    let offers = format!("{path}/offers");
    let refused = ann.press(&offers, &[("kind", "pause"), ("days", "2"), ("seat", "long_knives")]).await;
    assert_eq!(refused.status, 409, "no clock runs");
    assert!(refused.text.contains("no-clock"), "{}", refused.text);
    assert_eq!(ann.press(&offers, &[("kind", "draw"), ("seat", "long_knives")]).await.status, 303);
    assert!(bob.open(&path).await.text.contains("Long Knives offers a draw"));
    let one = format!("{offers}/1");
    assert_eq!(
        ann.press(&one, &[("do", "accept"), ("seat", "long_knives")]).await.status,
        409,
        "not his to accept"
    );
    assert_eq!(ann.press(&one, &[("do", "withdraw"), ("seat", "long_knives")]).await.status, 303);
    assert!(!bob.open(&path).await.text.contains("Long Knives offers a draw"));

    assert_eq!(bob.press(&seat, &[("do", "bot")]).await.status, 303);
    assert!(ann.open(&path).await.text.contains("a bot"), "it sits there at once");
    assert_eq!(bob.press(&seat, &[("do", "leave")]).await.status, 403, "it is his no more");
    let own = format!("{path}/seats/long_knives");
    assert_eq!(ann.press(&own, &[("do", "leave"), ("sure", "on")]).await.status, 303);
    assert!(ann.open(&path).await.text.contains("class=\"result\""), "who resigns has lost");
    assert_eq!(ann.press(&offers, &[("kind", "bribe"), ("seat", "long_knives")]).await.status, 400);
}

#[actix_web::test]
async fn names_and_messages_are_text() {
    let world = World::new();
    let hostile = "<img src=x onerror=a>";
    let mut browser = Browser::joined(&world, hostile).await;
    let path = browser.against_the_bot("little_bighorn/skirmish").await;
    let script = "\"><script>alert(1)</script>";
    let written =
        browser.press(&format!("{path}/messages"), &[("text", script), ("seat", "long_knives")]).await;
    assert_eq!(written.status, 303, "{}", written.text);
    for page in [&*path, "/", "/me", "/new/little_bighorn/skirmish"] {
        let page = browser.open(page).await.text;
        assert!(!page.contains("<img src=x") && !page.contains("<script>"), "{page}");
    }
    let page = browser.open(&path).await.text;
    assert!(
        page.contains("&lt;img src=x onerror=a&gt;") && page.contains("&lt;script&gt;alert(1)"),
        "{page}"
    );
}

#[actix_web::test]
async fn what_is_not_there_or_not_for_us_is_a_page_too() {
    let world = World::new();
    let browser = Browser::new(&world);
    for (path, status) in [
        ("/games/7k3m9q2x4c8n", 404),
        ("/games/7k3m9q2x4c8n/replay", 404),
        ("/games/x", 404),
        ("/rules/no_such", 404),
        ("/new/little_bighorn/no_such", 404),
        ("/me", 401),
    ] {
        let page = browser.open(path).await;
        assert_eq!(page.status, status, "{path}");
        assert!(page.header("content-type").starts_with("text/html"), "{path}: {page:?}");
    }
    let mut stranger = Browser::new(&world);
    let refused = stranger.press("/new/little_bighorn/skirmish", &[("do", "bot")]).await;
    assert_eq!(refused.status, 401);
    assert!(refused.text.contains("Sign in or join"), "{}", refused.text);
    assert_eq!(world.send(TestRequest::delete().uri("/rules")).await.status, 405);
    let rules = browser.open("/rules/little_bighorn").await.text;
    assert!(rules.contains("id=\"LBH-7.3\""), "every rule has its place");
    for page in ["/", "/new", "/rules/little_wars"] {
        let page = browser.open(page).await.text;
        for foreign in ["src=\"http", "href=\"http", " style=", "onclick", "@import"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
    }
}
