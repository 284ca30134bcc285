//! The routes: each parses, calls one service function, answers. A new one is a handler with `#[utoipa::path]` and a
//! `.service(…)` line here; the document, `Allow` and `/docs` follow by themselves.

mod about;
mod audit;
mod board;
mod dice;
mod docs;
mod events;
mod games;
mod inbound;
mod letters;
mod live;
mod mailbox;
mod me;
mod orders;
mod players;
mod press;
mod replay;
mod reply;
mod rulesets;
mod seats;
mod sign_in;
mod tokens;
mod turns;
mod webhooks;

use std::sync::LazyLock;

use actix_web::App;
use utoipa::openapi::OpenApi;
use utoipa_actix_web::{AppExt, service_config::ServiceConfig};

/// Registers every route.
pub fn configure(config: &mut ServiceConfig) {
    of_people(config);
    of_games(config);
    of_the_server(config);
}

fn of_people(config: &mut ServiceConfig) {
    config
        .service(players::sign_up)
        .service(sign_in::sign_in)
        .service(sign_in::token_from_code)
        .service(me::read)
        .service(me::change)
        .service(me::erase)
        .service(me::verify)
        .service(tokens::list)
        .service(tokens::create)
        .service(tokens::revoke)
        .service(webhooks::list)
        .service(webhooks::create)
        .service(webhooks::read)
        .service(webhooks::change)
        .service(webhooks::delete)
        .service(webhooks::renew_secret)
        .service(webhooks::test)
        .service(webhooks::deliveries);
}

fn of_games(config: &mut ServiceConfig) {
    config
        .service(rulesets::list)
        .service(rulesets::read)
        .service(rulesets::read_rule)
        .service(rulesets::read_scenario)
        .service(rulesets::draw_svg)
        .service(rulesets::draw_txt)
        .service(rulesets::draw_png)
        .service(games::create)
        .service(games::list)
        .service(audit::import_bundle)
        .service(games::read)
        .service(seats::claim_seat)
        .service(seats::leave_seat)
        .service(seats::ready_seat)
        .service(seats::invite_to_seat)
        .service(orders::list)
        .service(orders::read_draft)
        .service(orders::put_draft)
        .service(orders::drop_draft)
        .service(turns::submit)
        .service(turns::list)
        .service(turns::read)
        .service(events::list)
        .service(board::draw_svg)
        .service(board::draw_txt)
        .service(board::draw_png)
        .service(replay::list)
        .service(dice::list)
        .service(audit::read_head)
        .service(audit::read_bundle)
        .service(audit::read_record)
        .service(press::write)
        .service(press::list);
}

fn of_the_server(config: &mut ServiceConfig) {
    config
        .service(about::about)
        .service(about::health)
        .service(about::ready)
        .service(letters::invitation)
        .service(letters::verify)
        .service(letters::sign_in)
        .service(letters::your_move)
        .service(letters::number)
        .service(inbound::hand_over)
        .service(mailbox::mailbox_list)
        .service(mailbox::mailbox_mail)
        .service(mailbox::mailbox_file)
        .service(docs::front_door)
        .service(docs::document)
        .service(docs::docs)
        .service(docs::style)
        .service(docs::problems)
        .service(docs::problem);
}

/// The OpenAPI document, collected from the handlers.
pub fn document() -> &'static OpenApi {
    static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(|| {
        let frame = openapi::document::frame(env!("CARGO_PKG_VERSION"));
        let (_, mut document) =
            App::new().into_utoipa_app().openapi(frame).configure(configure).split_for_parts();
        let codes =
            crate::problem::codes::CODES.iter().map(|code| (code.code, code.status, code.title, code.text));
        openapi::document::finish(&mut document, codes);
        document
    });
    &DOCUMENT
}
