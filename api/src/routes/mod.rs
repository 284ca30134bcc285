//! The routes: each parses, calls one service function, answers. A new one is a handler with `#[utoipa::path]` and a
//! `.service(…)` line here; the document, `Allow` and `/docs` follow by themselves.

mod about;
mod audit;
mod audit_page;
mod board;
mod dice;
mod docs;
mod drafts;
mod events;
mod games;
mod inbound;
mod letters;
mod live;
mod mailbox;
mod mails;
mod me;
mod metrics;
mod offers;
mod orders;
mod players;
mod press;
mod replay;
mod reply;
mod rulesets;
mod seats;
mod sign_in;
pub mod site;
mod tokens;
mod turns;
mod unsubscribe;
mod webhooks;

pub use site::PAGES;

use std::sync::LazyLock;

use actix_web::App;
use utoipa::openapi::OpenApi;
use utoipa_actix_web::{AppExt, service_config::ServiceConfig};

/// Registers every route. They are tried in this order, each by a pattern of its own: what is asked most comes first.
pub fn configure(config: &mut ServiceConfig) {
    of_games(config);
    of_people(config);
    of_the_server(config);
    config.map(site::configure);
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
        .service(mails::list)
        .service(mails::again)
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
        .service(games::read)
        .service(turns::submit)
        .service(events::list)
        .service(orders::list)
        .service(games::list)
        .service(games::create)
        .service(audit::import_bundle)
        .service(rulesets::list)
        .service(rulesets::read)
        .service(rulesets::read_rule)
        .service(rulesets::read_scenario)
        .service(rulesets::draw_svg)
        .service(rulesets::draw_txt)
        .service(rulesets::draw_png)
        .service(seats::claim_seat)
        .service(seats::leave_seat)
        .service(seats::ready_seat)
        .service(seats::invite_to_seat)
        .service(seats::offer_seat)
        .service(drafts::read_draft)
        .service(drafts::put_draft)
        .service(drafts::drop_draft)
        .service(turns::list)
        .service(turns::read)
        .service(board::draw_svg)
        .service(board::draw_txt)
        .service(board::draw_png)
        .service(replay::list)
        .service(replay::read_file)
        .service(dice::list)
        .service(audit::read_head)
        .service(audit::read_bundle)
        .service(audit::read_record)
        .service(press::write)
        .service(press::list)
        .service(offers::make)
        .service(offers::list)
        .service(offers::accept)
        .service(offers::decline)
        .service(offers::withdraw);
}

fn of_the_server(config: &mut ServiceConfig) {
    config
        .service(about::about)
        .service(about::health)
        .service(about::ready)
        .service(metrics::metrics)
        .service(unsubscribe::ask)
        .service(unsubscribe::end)
        .service(letters::invitation)
        .service(letters::verify)
        .service(letters::sign_in)
        .service(letters::your_move)
        .service(letters::number)
        .service(inbound::hand_over)
        .service(mailbox::mailbox_list)
        .service(mailbox::mailbox_mail)
        .service(mailbox::mailbox_file)
        .service(mailbox::mailbox_html)
        .service(docs::document)
        .service(docs::docs)
        .service(docs::style)
        .service(audit_page::of_file)
        .service(audit_page::of_game)
        .service(audit_page::script)
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
