//! The pages of one's own account, without a script.

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::{
    browser::{Browser, field},
    world::{Answer, World, request},
};

/// What stands in an element of this class.
fn inside<'a>(page: &'a str, class: &str) -> &'a str {
    let rest =
        page.split(&format!("class=\"{class}\">")).nth(1).unwrap_or_else(|| panic!("no {class}: {page}"));
    rest.split('<').next().unwrap_or("")
}

/// The address of the only webhook on a page.
fn hook(page: &str) -> String {
    let at = page.find("/me/webhooks/w_").unwrap_or_else(|| panic!("no webhook: {page}"));
    page[at..].split(['"', '?', '#']).next().expect("an end").to_owned()
}

async fn me(browser: &Browser<'_>) -> Value {
    browser.open("/v1/me").await.json
}

#[actix_web::test]
async fn a_token_is_shown_once_and_a_form_sent_twice_makes_one() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let page = browser.open("/me/tokens").await.text;
    let form = [("key", field(&page, "key")), ("name", "the <laptop>")];
    let made = browser.press("/me/tokens", &form).await;
    let token = inside(&made.text, "secret").to_owned();
    assert!(made.status == 200 && token.starts_with("fp_"), "{}", made.text);
    let again = browser.press("/me/tokens", &form).await;
    assert_eq!(inside(&again.text, "secret"), token, "a page that is loaded anew");
    assert_eq!(world.ask("GET", "/v1/me", &token, Value::Null).await.json["name"], "Ann");

    let list = browser.open("/me/tokens").await.text;
    assert!(!list.contains(&token) && list.matches("the &lt;laptop&gt;</bdi>").count() == 1, "{list}");
    let refused = browser.press("/me/tokens", &[("name", &*"x".repeat(65))]).await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.text.contains("class=\"fault\"") && refused.text.contains(&"x".repeat(65)),
        "{}",
        refused.text
    );

    let tokens = browser.open("/v1/me/tokens").await.json;
    let ids = tokens["items"].as_array().expect("tokens");
    assert_eq!(ids.len(), 2);
    for is_own in [false, true] {
        let one = ids.iter().find(|one| one["current"] == is_own).expect("the token");
        let path = format!("/me/tokens/{}", one["id"].as_str().expect("an id"));
        assert_eq!(browser.press(&path, &[("do", "revoke")]).await.status, 303);
        assert_eq!(world.ask("GET", "/v1/me", &token, Value::Null).await.status, 401);
    }
    assert!(
        browser.cookie.ends_with('='),
        "with its own token the browser is signed out: {}",
        browser.cookie
    );
    assert_eq!(browser.open("/me/tokens").await.status, 401);
}

#[actix_web::test]
async fn mail_comes_when_it_is_wanted() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let wishes = [
        ("name", "Ann"),
        ("zone", "Europe/Berlin"),
        ("mail.your_move", "digest"),
        ("mail.reminder", "off"),
        ("interval", "PT3H"),
        ("digest_at", "07:30"),
        ("quiet.from", "22:00"),
        ("quiet.to", "06:00"),
    ];
    assert_eq!(browser.press("/me", &wishes).await.status, 303);
    let now = me(&browser).await;
    assert_eq!(
        now["pace"],
        json!({"interval": "PT3H", "digest_at": "07:30", "quiet": {"from": "22:00", "to": "06:00"}})
    );
    assert_eq!(
        (&now["notifications"]["your_move"], &now["notifications"]["reminder"]),
        (&json!("digest"), &json!("off"))
    );
    assert_eq!(now["notifications"]["press"], "each");
    let page = browser.open("/me").await.text;
    assert!(page.contains("value=\"PT3H\" selected") && page.contains("value=\"07:30\""), "{page}");

    let wrong = [("name", "Ann"), ("zone", "Europe/Berlin"), ("quiet.from", "22:00"), ("quiet.to", "22:00")];
    let refused = browser.press("/me", &wrong).await;
    assert_eq!(refused.status, 422);
    let beside = refused.text.split("name=\"quiet.to\"").nth(1).expect("the field");
    assert!(
        beside[..beside.find("</label>").expect("its end")].contains("class=\"fault\""),
        "{}",
        refused.text
    );
    assert!(
        beside[..beside.find('>').expect("its end")].contains("aria-invalid=\"true\""),
        "{}",
        refused.text
    );

    let quiet_no_more = [("name", "Ann"), ("quiet.from", ""), ("quiet.to", "")];
    assert_eq!(browser.press("/me", &quiet_no_more).await.status, 303);
    assert_eq!(me(&browser).await["pace"]["quiet"], Value::Null);
}

#[actix_web::test]
async fn a_vacation_ends_when_a_day_begins_in_ones_own_zone() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    assert_eq!(browser.press("/me", &[("name", "Ann"), ("zone", "Asia/Kathmandu")]).await.status, 303);
    let away = [("name", "Ann"), ("zone", "Asia/Kathmandu"), ("vacation", "2026-12-10")];
    let started = browser.press("/me", &away).await;
    assert_eq!(started.status, 303, "{}", started.text);
    assert_eq!(me(&browser).await["vacation"]["until"], "2026-12-09T18:15:00Z");
    let page = browser.open("/me").await.text;
    assert_eq!(field_of(&page, "vacation"), "2026-12-10");
    let too_far = [("name", "Ann"), ("vacation", "2029-01-01")];
    let refused = browser.press("/me", &too_far).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert_eq!(field_of(&refused.text, "vacation"), "2029-01-01", "what was typed stays");
    assert_eq!(browser.press("/me", &[("name", "Ann"), ("vacation", "soon")]).await.status, 422);
    assert_eq!(browser.press("/me", &[("name", "Ann"), ("vacation", "")]).await.status, 303);
    assert_eq!(me(&browser).await["vacation"], Value::Null);
}

/// What stands in a field with a type.
fn field_of<'a>(page: &'a str, name: &str) -> &'a str {
    let rest = page.split(&format!("name=\"{name}\"")).nth(1).expect("the field");
    let rest = rest.split("value=\"").nth(1).expect("its value");
    rest.split('"').next().unwrap_or("")
}

#[actix_web::test]
async fn a_webhook_is_made_tried_changed_and_deleted() {
    let world = World::with(&[("WEBHOOK_PRIVATE", "true")]);
    let mut browser = Browser::joined(&world, "Ann").await;
    let page = browser.open("/me/webhooks").await.text;
    let refused = browser.press("/me/webhooks", &[("url", "ftp://x.example/<b>"), ("shape", "ntfy")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text.contains("ftp://x.example/&lt;b&gt;"), "{}", refused.text);
    assert!(refused.text.contains("value=\"ntfy\" selected") && refused.text.contains("class=\"fault\""));

    let form = [
        ("key", field(&page, "key")),
        ("url", "http://127.0.0.1:9/hook"),
        ("shape", "generic"),
        ("game", ""),
        ("event.your_move", "on"),
        ("event.game_over", "on"),
    ];
    let made = browser.press("/me/webhooks", &form).await;
    let secret = inside(&made.text, "secret").to_owned();
    assert!(made.status == 200 && secret.starts_with("whsec_"), "{}", made.text);
    let again = browser.press("/me/webhooks", &form).await;
    assert_eq!(inside(&again.text, "secret"), secret);
    let list = browser.open("/me/webhooks").await.text;
    assert_eq!(list.matches("/me/webhooks/w_").count(), 1, "one was made: {list}");
    let path = hook(&list);
    let kept = |answer: Answer| answer.json["items"][0].clone();
    let row = kept(browser.open("/v1/me/webhooks").await);
    assert_eq!(row["events"], json!(["your_move", "game_over"]));

    let page = browser.open(&path).await.text;
    assert!(!page.contains("whsec_") && page.contains("Nothing within a week."), "{page}");
    let tested = browser.press(&path, &[("do", "test")]).await;
    assert_eq!((tested.status.as_u16(), tested.header("location")), (303, &*format!("{path}#deliveries")));
    assert!(browser.open(&path).await.text.contains("on its way"));
    assert_eq!(browser.press(&path, &[("do", "off")]).await.status, 303);
    assert_eq!(kept(browser.open("/v1/me/webhooks").await)["active"], false);
    assert_eq!(browser.press(&path, &[("do", "on")]).await.status, 303);
    let renewed = browser.press(&path, &[("do", "secret")]).await;
    let other = inside(&renewed.text, "secret");
    assert!(other.starts_with("whsec_") && other != secret);

    let change =
        [("do", "save"), ("url", "http://127.0.0.1:9/hook"), ("shape", "slack"), ("event.press", "on")];
    assert_eq!(browser.press(&path, &change).await.status, 303);
    let row = kept(browser.open("/v1/me/webhooks").await);
    assert_eq!(
        (&row["shape"], &row["events"], &row["active"]),
        (&json!("slack"), &json!(["press"]), &json!(true))
    );
    let wrong = browser.press(&path, &[("do", "save"), ("url", "nonsense"), ("shape", "slack")]).await;
    assert!(wrong.status == 422 && wrong.text.contains("value=\"nonsense\""), "{}", wrong.text);

    assert_eq!(browser.press(&path, &[("do", "delete")]).await.status, 400, "it has to be said twice");
    assert_eq!(browser.press(&path, &[("do", "delete"), ("sure", "on")]).await.status, 303);
    assert_eq!(browser.open(&path).await.status, 404);
    assert!(browser.open("/me/webhooks").await.text.contains("You have none."));
}

#[actix_web::test]
async fn mails_are_listed_and_sent_again() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let code = world.last_code("ann@example.org");
    assert_eq!(browser.press("/me/verify", &[("code", &code)]).await.status, 303);
    let path = browser.against_the_bot("little_bighorn/skirmish").await;
    let game = &path["/games/".len()..];
    let page = browser.open("/me/mails").await.text;
    assert!(page.contains("Send me its mail again") && page.contains("verify"), "{page}");
    let form = [("game", game), ("seat", "long_knives")];
    let listed = |answer: Answer| answer.json["items"].as_array().expect("mails").len();
    let before = listed(browser.open("/v1/me/mails").await);
    let sent = browser.press("/me/mails", &form).await;
    assert_eq!((sent.status.as_u16(), sent.header("location")), (303, "/me/mails?done=true"));
    assert_eq!(listed(browser.open("/v1/me/mails").await), before + 1);
    let other = browser.press("/me/mails", &[("game", game), ("seat", "plains_nations")]).await;
    assert!(other.status == 404 && other.text.contains("role=\"alert\""), "{}", other.text);
}

#[actix_web::test]
async fn who_leaves_for_good_says_so_twice() {
    let world = World::new();
    let mut browser = Browser::joined(&world, "Ann").await;
    let asked = browser.press("/me/leave", &[]).await;
    assert!(asked.status == 400 && asked.text.contains("Tick the box"), "{}", asked.text);
    assert_eq!(me(&browser).await["name"], "Ann");
    assert_eq!(browser.press("/me/leave", &[("sure", "on")]).await.status, 303);
    assert!(browser.cookie.ends_with('='), "{}", browser.cookie);
    assert_eq!(browser.open("/v1/me").await.status, 401);
}

#[actix_web::test]
async fn mails_are_pointed_out_where_they_are_shown() {
    let world = World::with(&[("BASE_URL", "http://127.0.0.1:8080")]);
    let here = |host: &str| {
        TestRequest::get()
            .uri("/")
            .insert_header(("host", host))
            .peer_addr("127.0.0.1:4000".parse().expect("an address"))
    };
    assert!(world.send(here("127.0.0.1:8080")).await.text.contains("href=\"/mailbox\""));
    assert!(!world.send(here("war.example")).await.text.contains("/mailbox"));
    assert!(!world.send(request("GET", "/", "", &Value::Null)).await.text.contains("/mailbox"));
}
