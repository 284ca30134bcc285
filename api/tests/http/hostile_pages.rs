//! Whatever people call themselves, their games, tokens and battles, on a page it is text.

use serde_json::{Value, json};

use crate::{browser::Browser, world::World};

/// As somebody would write it who wants it to be more than text; 64 characters at most.
const HOSTILE: &str = "\"><img src=x onerror=alert(1)>'&lt;<script>alert(2)</script>";
/// Letters that are written from right to left: a name may have them, and must not turn what stands beside it.
const TURNED: &str = "\u{645}\u{62d}\u{645}\u{62f}";

fn is_text(page: &str, path: &str) {
    for markup in ["<img src=x", "<script>", "onerror=alert(1)>'", "'&lt;<"] {
        assert!(!page.contains(markup), "{path}: {markup}: {page}");
    }
}

/// A game of a battle that its maker has written, with names as he likes.
async fn of_ones_own(world: &World, token: &str) -> String {
    let known = world.get("/v1/rulesets/little_bighorn/scenarios/skirmish").await;
    let mut scenario = known.json["data"].clone();
    for name in ["name", "description"] {
        assert!(scenario[name].is_string(), "{scenario}");
        scenario[name] = json!(HOSTILE);
    }
    scenario["id"] = json!("of_ones_own");
    let game = json!({"ruleset": "little_bighorn", "scenario": scenario, "title": HOSTILE, "visibility": "public",
        "seats": [{"seat": "long_knives", "player": "me"}, {"seat": "plains_nations", "player": {"bot": "standard"}}]});
    let made = world.ask("POST", "/v1/games", token, game).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.json["id"].as_str().expect("an id").to_owned()
}

#[actix_web::test]
async fn names_titles_scenarios_press_tokens_and_webhooks_are_text_on_every_page() {
    let world = World::with(&[("RATE_LIMIT", "off"), ("WEBHOOK_PRIVATE", "true")]);
    let token = world.player(HOSTILE, "ann@example.org").await;
    let mut browser = Browser::new(&world);
    browser.cookie = format!("fieldpost={token}");
    let game = of_ones_own(&world, &token).await;
    let path = format!("/games/{game}");
    let message = [("text", HOSTILE), ("seat", "long_knives")];
    assert_eq!(browser.press(&format!("{path}/messages"), &message).await.status, 303);
    let made = browser.press("/me/tokens", &[("name", HOSTILE)]).await;
    assert_eq!(made.status, 200, "{}", made.text);
    is_text(&made.text, "a token just made");
    let hook = json!({"url": "https://8.8.8.8/\"><img src=x onerror=alert(1)>'", "game": game});
    let hook = world.ask("POST", "/v1/me/webhooks", &token, hook).await;
    assert_eq!(hook.status, 201, "{hook:?}");
    let hook = format!("/me/webhooks/{}", hook.json["id"].as_str().expect("an id"));
    let (replay, dice, audit) =
        (format!("{path}/replay?at=1"), format!("{path}/dice"), format!("{path}/audit"));
    for (page, shows) in [
        ("/", true),
        ("/games?list=to_move", true),
        (&*path, true),
        (&*replay, true),
        (&*dice, true),
        (&*audit, false),
        ("/me", true),
        ("/me/tokens", true),
        ("/me/webhooks", true),
        (&*hook, true),
        ("/me/mails", true),
        ("/me/leave", true),
        ("/join", true),
        ("/new", true),
        ("/new/little_bighorn/skirmish", true),
        ("/rules", true),
    ] {
        let answer = browser.open(page).await;
        assert_eq!(answer.status, 200, "{page}: {}", answer.text);
        is_text(&answer.text, page);
        assert_eq!(
            answer.text.contains("&lt;img src=x onerror=alert(1)&gt;"),
            shows,
            "{page}: {}",
            answer.text
        );
    }
    let stranger = Browser::new(&world).open("/").await.text;
    assert!(stranger.contains("&lt;script&gt;alert(2)&lt;/script&gt;"), "{stranger}");
    is_text(&stranger, "the front door");
}

#[actix_web::test]
async fn what_was_typed_comes_back_as_text() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let mut browser = Browser::joined(&world, "Ann").await;
    let long = format!("{HOSTILE}{}", "x".repeat(100));
    let hostile = long.as_str();
    let all = |names: &[&'static str]| names.iter().map(|name| (*name, hostile)).collect::<Vec<_>>();
    let forms = [
        (
            "/me",
            all(&["name", "email", "zone", "interval", "digest_at", "quiet.from", "quiet.to", "vacation"]),
        ),
        ("/me/tokens", all(&["name", "key"])),
        ("/me/webhooks", all(&["url", "shape", "game"])),
        ("/me/mails", all(&["game", "seat"])),
        (
            "/new/little_bighorn/skirmish",
            [
                all(&["title", "zones", "option.round_limit", "email.long_knives"]),
                vec![("seat.long_knives", "email")],
            ]
            .concat(),
        ),
        (
            "/new/little_bighorn/skirmish",
            [all(&["at", "zone", "min.n", "min.unit", "day.mon", "remind.1/2"]), vec![("clock", "daily")]]
                .concat(),
        ),
    ];
    for (path, form) in forms {
        let refused = browser.press(path, &form).await;
        assert!((400..500).contains(&refused.status.as_u16()), "{path}: {refused:?}");
        is_text(&refused.text, path);
    }
    let mut stranger = Browser::new(&world);
    for (path, form) in [
        ("/join", all(&["name", "email", "next", "zone"])),
        ("/session", all(&["email", "code"])),
        ("/session/code", all(&["email"])),
    ] {
        let refused = stranger.press(path, &form).await;
        assert_eq!(refused.status, 422, "{path}: {refused:?}");
        is_text(&refused.text, path);
        assert!(refused.text.contains("&lt;img src=x"), "{path}: what was typed stays: {}", refused.text);
    }
}

#[actix_web::test]
async fn names_that_run_the_other_way_stand_apart() {
    let world = World::new();
    let mut browser = Browser::joined(&world, TURNED).await;
    let path = browser.against_the_bot("little_bighorn/skirmish").await;
    for page in ["/", &path, "/join"] {
        let answer = browser.open(page).await.text;
        let apart = answer.matches(&format!("<bdi>{TURNED}</bdi>")).count();
        assert!(0 < apart && apart == answer.matches(TURNED).count(), "{page}: {answer}");
    }
    for turning in ["\u{202e}ecilA", "a\u{2066}b", "a\u{200f}b"] {
        let refused = browser.press("/me", &[("name", turning)]).await;
        assert_eq!(refused.status, 422, "{turning:?}");
        assert_eq!(browser.press("/me/tokens", &[("name", turning)]).await.status, 422, "{turning:?}");
        let title = [("do", "make"), ("title", turning)];
        assert_eq!(browser.press("/new/little_bighorn/skirmish", &title).await.status, 422, "{turning:?}");
    }
    let me = browser.open("/v1/me").await.json;
    assert_eq!(me["name"], Value::from(TURNED));
}
