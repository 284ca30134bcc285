//! What each viewer asks: every operation that may tell of a game.

use serde_json::{Value, json};

use super::Secret;

/// A request: the operation it belongs to, method, path below the game (or with `/v1` whole), `Accept`, body.
pub(super) struct Ask {
    pub(super) operation: &'static str,
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) accept: &'static str,
    pub(super) body: Body,
}

pub(super) enum Body {
    None,
    Json(Value),
    Text(String),
}

pub(super) fn read(operation: &'static str, path: &str) -> Ask {
    Ask { operation, method: "GET", path: path.to_owned(), accept: "*/*", body: Body::None }
}

/// All that can be asked without changing anything.
pub(super) fn reading(secret: &Secret) -> Vec<Ask> {
    let accept = |accept, ask| Ask { accept, ..ask };
    let mut asks = vec![
        read("read_game", ""),
        read("read_game", "?summary=true"),
        read("read_game", "?at=4"),
        read("list_games", "/v1/games"),
        read("list_games", "/v1/games?mine=true&to_act=me"),
        read("list_turns", "/turns"),
        read("read_turn", "/turns/1"),
        read("list_events", "/events"),
        accept("application/x-ndjson", read("list_events", "/events")),
        read("draw_board_svg", "/board.svg"),
        read("draw_board_txt", "/board.txt"),
        read("draw_board_png", "/board.png"),
        read("replay_game", "/replay"),
        read("replay_file", "/replay.html"),
        read("list_dice", "/dice"),
        read("read_head", "/head"),
        read("read_audit", "/audit"),
        read("read_record", "/record"),
        read("list_messages", "/messages"),
        read("list_offers", "/offers"),
        read("list_orders", "/orders"),
        read("read_draft", "/draft"),
        read("page", "page:"),
        read("page", "page:?since=0"),
        read("page", "page:/replay?at=4"),
    ];
    for seat in secret.seats {
        asks.extend([
            read("page", &format!("page:?seat={seat}")),
            read("page", &format!("page:/replay?at=4&seat={seat}")),
        ]);
        asks.extend(
            ["", "/board.txt", "/board.svg", "/replay", "/replay.html", "/orders", "/draft", "/events"].map(
                |path| {
                    let operation = match path {
                        "" => "read_game",
                        "/board.txt" => "draw_board_txt",
                        "/board.svg" => "draw_board_svg",
                        "/replay" => "replay_game",
                        "/replay.html" => "replay_file",
                        "/orders" => "list_orders",
                        "/draft" => "read_draft",
                        _ => "list_events",
                    };
                    read(operation, &format!("{path}?seat={seat}"))
                },
            ),
        );
    }
    let legal = secret.legal.iter().map(|orders| Body::Json(json!({"orders": orders})));
    let illegal = secret.illegal.iter().map(|text| Body::Text((*text).to_owned()));
    asks.extend(legal.chain(illegal).map(|body| Ask {
        operation: "submit_turn",
        method: "POST",
        path: "/turns?dry_run=true".to_owned(),
        accept: "*/*",
        body,
    }));
    asks
}

/// All that changes something, and what is refused.
pub(super) fn acting(secret: &Secret) -> Vec<Ask> {
    let ask = |operation, method, path: &str, body| {
        let path = path.replace("{owner}", secret.owner).replace("{other}", secret.other);
        Ask { operation, method, path, accept: "*/*", body }
    };
    let say = |text: &&str| ask("submit_turn", "POST", "/turns", Body::Text((*text).to_owned()));
    let mut asks: Vec<Ask> = secret.illegal.iter().map(say).collect();
    asks.extend([
        ask("submit_turn", "POST", "/turns?seat={owner}", Body::Text(secret.binding.to_owned())),
        ask("put_draft", "PUT", "/draft?seat={owner}", Body::Json(json!({"orders": secret.drafts[0]}))),
        ask("put_draft", "PUT", "/draft", Body::Json(json!({"orders": secret.drafts[0]}))),
        ask("drop_draft", "DELETE", "/draft", Body::None),
        ask("claim_seat", "PUT", "/seats/{owner}", Body::Json(json!({}))),
        ask("leave_seat", "DELETE", "/seats/{owner}", Body::None),
        ask("invite_to_seat", "POST", "/seats/{owner}/invite", Body::None),
        ask("offer_seat", "POST", "/seats/{owner}/substitute", Body::Json(json!({}))),
        ask("make_offer", "POST", "/offers", Body::Json(json!({"kind": "no such kind"}))),
        ask("accept_offer", "POST", "/offers/1/accept", Body::None),
        ask("decline_offer", "POST", "/offers/1/decline", Body::None),
        ask("withdraw_offer", "POST", "/offers/1/withdraw", Body::None),
        ask("ready_seat", "POST", "/seats/{other}/ready", Body::Json(json!({"entropy": "ab".repeat(32)}))),
        ask("write_message", "POST", "/messages", Body::Json(json!({"text": "What have you put down?"}))),
    ]);
    let orders = |orders: &Value| ask("submit_turn", "POST", "/turns", Body::Json(json!({"orders": orders})));
    asks.extend(secret.legal.iter().map(orders));
    asks
}

/// Operations that know nothing of a running game.
pub(super) const OF_NO_GAME: &[&str] = &[
    "about",
    "audit_page",
    "audit_page_of_file",
    "change_me",
    "change_webhook",
    "create_game",
    "create_token",
    "create_webhook",
    "delete_webhook",
    "docs",
    "docs_style",
    "draw_scenario_png",
    "draw_scenario_svg",
    "draw_scenario_txt",
    "erase_me",
    "hand_over_mail",
    "health",
    "import_game",
    "invitation_page",
    "list_my_mails", // one's own, whose texts are compared below
    "list_rulesets",
    "list_tokens",
    "list_webhook_deliveries",
    "list_webhooks",
    "mail",
    "mail_file",
    "mail_html",
    "mailbox",
    "metrics",
    "move_page",
    "number_page",
    "openapi",
    "problem",
    "problems",
    "read_me",
    "read_rule",
    "read_ruleset",
    "read_scenario",
    "read_webhook",
    "ready",
    "renew_webhook_secret",
    "revoke_token",
    "script",
    "send_mail_again",
    "sign_in",
    "sign_in_page",
    "sign_up",
    "test_webhook",
    "token_from_code",
    "unsubscribe",
    "unsubscribe_page",
    "verify_me",
    "verify_page",
];

impl Ask {
    pub(super) fn text(&self) -> String {
        match &self.body {
            Body::None => String::new(),
            Body::Json(body) => body.to_string(),
            Body::Text(text) => text.clone(),
        }
    }
}
