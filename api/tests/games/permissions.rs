//! Who may do what: a case for every operation of the document, asked by everybody, at games that everybody, those who
//! know the address, or only the players may see.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{
    table::{FIRST, SECOND, Table},
    world::{Answer, request},
};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Who {
    Nobody,
    Stranger,
    Host,
    Holder,
}

/// Which status everybody gets.
#[derive(Clone, Copy, Debug)]
enum Expect {
    /// The same for all.
    All(u16),
    /// 401 for who is not signed in, this for all others.
    SignedIn(u16),
    /// This for whoever may see the game.
    Watcher(u16),
    /// 401 for who is not signed in; for those who may see the game: stranger, host, holder of the seat.
    Player(u16, u16, u16),
}

impl Expect {
    fn status(self, visibility: &str, who: Who) -> u16 {
        let outside = visibility == "private" && matches!(who, Who::Nobody | Who::Stranger);
        match (self, who) {
            (Expect::All(status), _) => status,
            (Expect::SignedIn(_) | Expect::Player(..), Who::Nobody) => 401,
            (Expect::Watcher(_) | Expect::Player(..), _) if outside => 404,
            (Expect::SignedIn(status) | Expect::Watcher(status), _) => status,
            (Expect::Player(stranger, _, _), Who::Stranger) => stranger,
            (Expect::Player(_, host, _), Who::Host) => host,
            (Expect::Player(_, _, holder), Who::Holder) => holder,
        }
    }

    fn is_of_a_game(self) -> bool {
        matches!(self, Expect::Watcher(_) | Expect::Player(..))
    }
}

struct Case {
    id: &'static str,
    ask: &'static str,
    body: Value,
    expect: Expect,
}

fn case(id: &'static str, ask: &'static str, body: Value, expect: Expect) -> Case {
    Case { id, ask, body, expect }
}

/// `{n}` is another number each time, so that limits by address of mail do not come into play.
fn cases() -> Vec<Case> {
    use Expect::{All, Player, SignedIn, Watcher};
    let none = || Value::Null;
    let watched = |id, path| case(id, path, Value::Null, Watcher(200));
    vec![
        case("list_rulesets", "GET /v1/rulesets", none(), All(200)),
        case("read_ruleset", "GET /v1/rulesets/little_bighorn", none(), All(200)),
        case("read_rule", "GET /v1/rulesets/little_bighorn/rules/LBH-4.2", none(), All(200)),
        case("read_scenario", "GET /v1/rulesets/little_bighorn/scenarios/skirmish", none(), All(200)),
        case(
            "draw_scenario_svg",
            "GET /v1/rulesets/little_bighorn/scenarios/skirmish/board.svg",
            none(),
            All(200),
        ),
        case(
            "draw_scenario_txt",
            "GET /v1/rulesets/little_bighorn/scenarios/skirmish/board.txt",
            none(),
            All(200),
        ),
        case(
            "draw_scenario_png",
            "GET /v1/rulesets/little_bighorn/scenarios/skirmish/board.png",
            none(),
            All(200),
        ),
        case("list_games", "GET /v1/games", none(), All(200)),
        case(
            "create_game",
            "POST /v1/games",
            json!({"ruleset": "little_bighorn", "scenario": "skirmish"}),
            SignedIn(201),
        ),
        case("import_game", "POST /v1/games/import", json!({"log": []}), SignedIn(422)),
        watched("read_game", "GET /v1/games/{game}"),
        watched("list_turns", "GET /v1/games/{game}/turns"),
        watched("read_turn", "GET /v1/games/{game}/turns/0"),
        watched("list_events", "GET /v1/games/{game}/events"),
        watched("draw_board_svg", "GET /v1/games/{game}/board.svg"),
        watched("draw_board_txt", "GET /v1/games/{game}/board.txt"),
        watched("draw_board_png", "GET /v1/games/{game}/board.png"),
        watched("replay_game", "GET /v1/games/{game}/replay"),
        watched("list_dice", "GET /v1/games/{game}/dice"),
        watched("read_head", "GET /v1/games/{game}/head"),
        watched("read_audit", "GET /v1/games/{game}/audit"),
        watched("read_record", "GET /v1/games/{game}/record"),
        case("claim_seat", "PUT /v1/games/{game}/seats/{second}", json!({}), Player(409, 409, 409)),
        case("claim_seat", "PUT /v1/games/{game}/seats/nowhere", json!({}), Player(404, 404, 404)),
        case(
            "ready_seat",
            "POST /v1/games/{game}/seats/{first}/ready",
            json!({"entropy": "ab".repeat(32)}),
            Player(403, 403, 409),
        ),
        case("invite_to_seat", "POST /v1/games/{game}/seats/{first}/invite", none(), Player(403, 409, 403)),
        case("list_orders", "GET /v1/games/{game}/orders", none(), Player(403, 403, 200)),
        case("list_orders", "GET /v1/games/{game}/orders?seat={first}", none(), Player(403, 403, 200)),
        case("put_draft", "PUT /v1/games/{game}/draft", json!({"orders": [1]}), Player(403, 403, 200)),
        case("read_draft", "GET /v1/games/{game}/draft?seat={first}", none(), Player(403, 403, 200)),
        case("drop_draft", "DELETE /v1/games/{game}/draft", none(), Player(403, 403, 204)),
        case(
            "submit_turn",
            "POST /v1/games/{game}/turns?dry_run=true",
            json!({"orders": [{"type": "offer_draw"}]}),
            Player(403, 403, 200),
        ),
        case(
            "submit_turn",
            "POST /v1/games/{game}/turns",
            json!({"orders": [{"type": "offer_draw"}]}),
            Player(403, 403, 201),
        ),
        watched("list_messages", "GET /v1/games/{game}/messages"),
        case(
            "write_message",
            "POST /v1/games/{game}/messages",
            json!({"text": "Hello"}),
            Player(403, 403, 201),
        ),
        case("leave_seat", "DELETE /v1/games/{game}/seats/{first}", none(), Player(403, 403, 200)),
        case("about", "GET /v1/about", none(), All(200)),
        case("health", "GET /healthz", none(), All(200)),
        case("ready", "GET /readyz", none(), All(200)),
        case("root", "GET /", none(), All(303)),
        case("openapi", "GET /openapi.json", none(), All(200)),
        case("docs", "GET /docs", none(), All(200)),
        case("docs_style", "GET /docs/style.css", none(), All(200)),
        case("problems", "GET /problems", none(), All(200)),
        case("problem", "GET /problems/stale", none(), All(200)),
        // The pages that links in mails lead to tell nothing of a game: they show a button, whatever the address.
        case("invitation_page", "GET /invitation/{game}/{second}", none(), All(200)),
        case("move_page", "GET /move/{game}/{first}", none(), All(200)),
        case("number_page", "GET /number/{game}/{first}", none(), All(200)),
        case("verify_page", "GET /verify", none(), All(200)),
        case("sign_in_page", "GET /sign-in", none(), All(200)),
        // The post is shown on a loopback address only, which a test has not.
        case("mailbox", "GET /mailbox", none(), All(404)),
        case("mail", "GET /mailbox/x.eml", none(), All(404)),
        case("mail_file", "GET /mailbox/x.eml/file", none(), All(404)),
        // No mail comes in where no secret is configured.
        case("hand_over_mail", "POST /v1/mail/inbound", none(), All(404)),
        case("sign_up", "POST /v1/players", json!({"name": "N", "email": "n{n}@example.org"}), All(201)),
        case("sign_in", "POST /v1/sign-in", json!({"email": "s{n}@example.org"}), All(202)),
        case(
            "token_from_code",
            "POST /v1/tokens",
            json!({"email": "t{n}@example.org", "code": "AAAA-AAAA"}),
            All(422),
        ),
        case("read_me", "GET /v1/me", none(), SignedIn(200)),
        case("change_me", "PATCH /v1/me", json!({}), SignedIn(200)),
        case("verify_me", "POST /v1/me/verify", json!({"code": "AAAA-AAAA"}), SignedIn(422)),
        case("list_tokens", "GET /v1/me/tokens", none(), SignedIn(200)),
        case("create_token", "POST /v1/me/tokens", json!({}), SignedIn(201)),
        case("revoke_token", "DELETE /v1/me/tokens/t_none", none(), SignedIn(404)),
        case("list_webhooks", "GET /v1/me/webhooks", none(), SignedIn(200)),
        case("create_webhook", "POST /v1/me/webhooks", json!({"url": "https://8.8.8.8/hook"}), SignedIn(201)),
        case("read_webhook", "GET /v1/me/webhooks/w_none", none(), SignedIn(404)),
        case("change_webhook", "PATCH /v1/me/webhooks/w_none", json!({}), SignedIn(404)),
        case("delete_webhook", "DELETE /v1/me/webhooks/w_none", none(), SignedIn(404)),
        case("renew_webhook_secret", "POST /v1/me/webhooks/w_none/secret", none(), SignedIn(404)),
        case("test_webhook", "POST /v1/me/webhooks/w_none/test", none(), SignedIn(404)),
        case("list_webhook_deliveries", "GET /v1/me/webhooks/w_none/deliveries", none(), SignedIn(404)),
        case("erase_me", "DELETE /v1/me", none(), SignedIn(204)),
    ]
}

#[test]
fn every_operation_has_a_case() {
    let document = serde_json::to_value(api::routes::document()).expect("JSON");
    let cases = cases();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for item in document["paths"].as_object().expect("paths").values() {
        for operation in item.as_object().expect("operations").values() {
            let id = operation["operationId"].as_str().expect("an id");
            assert!(cases.iter().any(|case| case.id == id), "{id} has no case: who may do it?");
            known.insert(id.to_owned());
        }
    }
    for case in &cases {
        assert!(known.contains(case.id), "{} is no operation", case.id);
    }
}

#[actix_web::test]
async fn everybody_gets_what_is_his_at_a_public_game() {
    walk("public").await;
}

#[actix_web::test]
async fn everybody_gets_what_is_his_at_an_unlisted_game() {
    walk("unlisted").await;
}

#[actix_web::test]
async fn everybody_gets_what_is_his_at_a_private_game() {
    walk("private").await;
}

async fn walk(visibility: &str) {
    let table = Table::begun(visibility).await;
    let mut number = 0;
    for case in cases() {
        for who in [Who::Nobody, Who::Stranger, Who::Host, Who::Holder] {
            number += 1;
            let answer = ask(&table, &case, who, &table.game, number).await;
            let expected = case.expect.status(visibility, who);
            assert_eq!(answer.status, expected, "{} {visibility} {who:?}: {answer:?}", case.ask);
            if 400 <= expected {
                assert!(answer.json["code"].is_string(), "{answer:?}");
            }
            let hidden = visibility == "private" && case.expect.is_of_a_game();
            if hidden && matches!(who, Who::Nobody | Who::Stranger) {
                let unknown = ask(&table, &case, who, "0123456789ab", number).await;
                assert_eq!(
                    told(&answer),
                    told(&unknown),
                    "{}: {who:?} learns that the game exists",
                    case.ask
                );
            }
        }
    }
}

/// All that an answer tells but the request's own id.
fn told(answer: &Answer) -> (u16, String, Vec<(String, String)>) {
    let headers = answer.headers.iter().filter(|(name, _)| name.as_str() != "x-request-id");
    let headers = headers.map(|(name, value)| (name.to_string(), format!("{value:?}")));
    (answer.status.as_u16(), answer.text.clone(), headers.collect::<BTreeSet<_>>().into_iter().collect())
}

async fn ask(table: &Table, case: &Case, who: Who, game: &str, number: u32) -> Answer {
    let token = match who {
        Who::Nobody => "",
        Who::Stranger => &table.stranger,
        Who::Host => &table.host,
        Who::Holder => &table.alice,
    };
    let (method, path) = case.ask.split_once(' ').expect("a method and a path");
    let path = path.replace("{game}", game).replace("{first}", FIRST).replace("{second}", SECOND);
    let body = case.body.to_string().replace("{n}", &number.to_string());
    let body: Value = serde_json::from_str(&body).expect("JSON");
    table.world.send(request(method, &path, token, &body)).await
}
