//! Who may do what: a case for every operation of the document, asked by everybody, at games that everybody, those who
//! know the address, or only the players may see.

use std::collections::BTreeSet;

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::{
    table::{FIRST, SECOND, Table},
    world::{Answer, World, request},
};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Who {
    Nobody,
    Stranger,
    Host,
    Holder,
}

/// Which status everybody gets.
#[derive(Clone, Copy, Debug)]
pub enum Expect {
    /// The same for all.
    All(u16),
    /// 401 for who is not signed in, this for all others.
    SignedIn(u16),
    /// This for who is not signed in, that for all others.
    Apart(u16, u16),
    /// This for whoever may see the game.
    Watcher(u16),
    /// 401 for who is not signed in; for those who may see the game: stranger, host, holder of the seat.
    Player(u16, u16, u16),
    /// With the eyes of a seat: nobody but its holder, of those who may see the game.
    Eyes,
}

impl Expect {
    pub fn status(self, visibility: &str, who: Who) -> u16 {
        let outside = visibility == "private" && matches!(who, Who::Nobody | Who::Stranger);
        match (self, who) {
            (Expect::All(status), _) | (Expect::Apart(status, _), Who::Nobody) => status,
            (Expect::SignedIn(_) | Expect::Player(..), Who::Nobody) => 401,
            (Expect::Watcher(_) | Expect::Player(..) | Expect::Eyes, _) if outside => 404,
            (Expect::Eyes, Who::Nobody) => 401,
            (Expect::Eyes, Who::Stranger | Who::Host) => 403,
            (Expect::Eyes, Who::Holder) => 200,
            (Expect::SignedIn(status) | Expect::Apart(_, status) | Expect::Watcher(status), _) => status,
            (Expect::Player(stranger, _, _), Who::Stranger) => stranger,
            (Expect::Player(_, host, _), Who::Host) => host,
            (Expect::Player(_, _, holder), Who::Holder) => holder,
        }
    }

    pub fn is_of_a_game(self) -> bool {
        matches!(self, Expect::Watcher(_) | Expect::Player(..) | Expect::Eyes)
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
        watched("replay_file", "GET /v1/games/{game}/replay.html"),
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
        case(
            "put_draft",
            "PUT /v1/games/{game}/draft",
            json!({"orders": [{"type": "offer_draw"}]}),
            Player(403, 403, 200),
        ),
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
        watched("list_offers", "GET /v1/games/{game}/offers"),
        case("make_offer", "POST /v1/games/{game}/offers", json!({"kind": "abort"}), Player(403, 403, 201)),
        // The draw above is offer 1, this one is 2.
        case("accept_offer", "POST /v1/games/{game}/offers/2/accept", none(), Player(403, 403, 409)),
        case("decline_offer", "POST /v1/games/{game}/offers/77/decline", none(), Player(404, 404, 404)),
        case("withdraw_offer", "POST /v1/games/{game}/offers/2/withdraw", none(), Player(403, 403, 200)),
        case("offer_seat", "POST /v1/games/{game}/seats/{first}/substitute", none(), Player(403, 409, 200)),
        case("leave_seat", "DELETE /v1/games/{game}/seats/{first}", none(), Player(403, 403, 200)),
        case("about", "GET /v1/about", none(), All(200)),
        case("health", "GET /healthz", none(), All(200)),
        case("ready", "GET /readyz", none(), All(200)),
        case("openapi", "GET /openapi.json", none(), All(200)),
        case("docs", "GET /docs", none(), All(200)),
        case("docs_style", "GET /docs/style.css", none(), All(200)),
        // It tells nothing of a game: the browser asks for it, with what it may see.
        case("audit_page", "GET /games/{game}/audit", none(), All(200)),
        case("audit_page_of_file", "GET /audit", none(), All(200)),
        case("script", "GET /script/verify.js", none(), All(200)),
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
        case("mail_html", "GET /mailbox/x.eml/html", none(), All(404)),
        // Links of mails that nobody can make.
        case("unsubscribe_page", "GET /unsubscribe/p_x.your_move.x", none(), All(404)),
        case("unsubscribe", "POST /unsubscribe/p_x.your_move.x", none(), All(404)),
        // For this machine and the operator's token.
        case("metrics", "GET /metrics", none(), All(404)),
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
        case("list_my_mails", "GET /v1/me/mails", none(), SignedIn(200)),
        case("send_mail_again", "POST /v1/me/mails", json!({"game": "0123456789ab"}), SignedIn(404)),
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

/// What an operator's machines show, and no player.
const OPERATOR: &str = "a-secret-of-the-operator";

#[actix_web::test]
async fn what_is_no_token_in_force_opens_nothing() {
    let world = World::with(&[
        ("RATE_LIMIT", "off"),
        ("BASE_URL", "https://fieldpost.example.org"),
        ("REPLY_TO", "reply+{token}@fieldpost.example.org"),
        ("INBOUND_TOKEN", OPERATOR),
        ("METRICS_TOKEN", OPERATOR),
    ]);
    let table = Table::open_in(world, "public").await;
    let world = &table.world;
    let made = world.ask("POST", "/v1/me/tokens", &table.alice, json!({})).await;
    let (id, revoked) = (made.json["id"].as_str().expect("an id"), made.json["token"].as_str().expect("one"));
    let path = format!("/v1/me/tokens/{id}");
    assert_eq!(world.ask("DELETE", &path, &table.alice, Value::Null).await.status, 204);
    let erased = world.player("Erased", "erased@example.org").await;
    assert_eq!(world.ask("DELETE", "/v1/me", &erased, Value::Null).await.status, 204);
    let unknown = format!("fp_{}", "A".repeat(43));
    let cases: Vec<Case> =
        cases().into_iter().filter(|case| !matches!(case.expect, Expect::All(_))).collect();
    for token in [revoked, &erased, &unknown, OPERATOR] {
        let asked = cases.iter().map(|case| filled(case, token, &table.game, 0)).collect();
        for (case, answer) in cases.iter().zip(world.send_all(asked).await) {
            assert_eq!(answer.problem(), (401, "unauthorized"), "{} with {token}", case.ask);
        }
    }
}

#[actix_web::test]
async fn who_is_only_invited_is_a_stranger_to_a_private_game() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let host = world.player("Hester", "hester@example.org").await;
    let alice = world.proved("Alice", "alice@example.org").await;
    let seats = json!([{"seat": FIRST, "player": {"email": "alice@example.org"}}]);
    let wanted =
        json!({"ruleset": "little_bighorn", "scenario": "skirmish", "visibility": "private", "seats": seats});
    let made = world.ask("POST", "/v1/games", &host, wanted).await;
    let game = made.json["id"].as_str().expect("a game");
    let case = |case: &Case| case.id == "claim_seat";
    // The invitation opens his seat to him, and that is no stranger's: all else is as if there were no such game.
    is_a_stranger(&world, &alice, game, &case).await;
    let seat = format!("/v1/games/{game}/seats/{FIRST}");
    assert_eq!(world.ask("PUT", &seat, &alice, json!({})).await.status, 200, "his address is proved");
}

#[actix_web::test]
async fn who_has_left_a_private_game_is_a_stranger_to_it() {
    // Before the start.
    let open = Table::waiting("private").await;
    let seat = open.path(&format!("/seats/{FIRST}"));
    assert_eq!(open.world.ask("DELETE", &seat, &open.alice, Value::Null).await.status, 200);
    is_a_stranger(&open.world, &open.alice, &open.game, &|_| false).await;
    // In the middle: somebody else has his seat.
    let table = Table::begun("private").await;
    let wanted = json!({"email": "mallory@example.org"});
    let offered = table.post(&format!("/seats/{FIRST}/substitute"), &table.alice, wanted).await;
    assert_eq!(offered.status, 200, "{offered:?}");
    let seat = table.path(&format!("/seats/{FIRST}"));
    let taken =
        table.world.ask("PUT", &seat, &table.stranger, json!({"invite": offered.json["invite"]})).await;
    assert_eq!(taken.status, 200, "{taken:?}");
    is_a_stranger(&table.world, &table.alice, &table.game, &|_| false).await;
}

/// Whatever he asks of the game, he learns what he would learn of none.
async fn is_a_stranger(world: &World, token: &str, game: &str, but: &dyn Fn(&Case) -> bool) {
    let cases: Vec<Case> =
        cases().into_iter().filter(|case| case.expect.is_of_a_game() && !but(case)).collect();
    let asked = |game: &str| cases.iter().map(|case| filled(case, token, game, 0)).collect();
    let (answers, of_none) = (world.send_all(asked(game)).await, world.send_all(asked("0123456789ab")).await);
    for (case, (answer, of_none)) in cases.iter().zip(answers.iter().zip(&of_none)) {
        assert_eq!(answer.status, 404, "{}", case.ask);
        assert_eq!(told(answer), told(of_none), "{}", case.ask);
    }
}

/// All that an answer tells but the request's own id.
pub fn told(answer: &Answer) -> (u16, String, Vec<(String, String)>) {
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
    table.world.send(filled(case, token, game, number)).await
}

fn filled(case: &Case, token: &str, game: &str, number: u32) -> TestRequest {
    let (method, path) = case.ask.split_once(' ').expect("a method and a path");
    let path = path.replace("{game}", game).replace("{first}", FIRST).replace("{second}", SECOND);
    let body = case.body.to_string().replace("{n}", &number.to_string());
    let body: Value = serde_json::from_str(&body).expect("JSON");
    request(method, &path, token, &body)
}
