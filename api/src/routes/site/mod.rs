//! Pages for people: everything can be read and done without a script. They call the same services as the API; their forms
//! are taken from our own pages only.

mod account;
mod create;
mod dice;
mod game;
mod home;
mod me;
mod operator;
mod play;
mod replay;
mod rules;

use std::sync::Arc;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{self, ContentType},
    },
    web,
};
use maud::Markup;

use super::{
    mailbox,
    reply::{OF_THE_PROGRAM, hashed},
};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller, from_our_page, unauthorized},
    layers::frame::CSP_WITH_SCRIPTS,
    page::site::{self, Reader},
    problem::{Problem, codes},
    service::accounts,
};

/// Pages by path, each with its methods and their handlers: what is registered is what [`PAGES`] tells, so that tests find every
/// page.
macro_rules! pages {
    ($($path:literal: $($method:ident $handler:path),+;)+) => {
        /// Method and path of every page.
        pub const PAGES: &[(&str, &str)] = &[$($((stringify!($method), $path)),+),+];

        /// Registers the pages. They stand beside the API and not in its document.
        pub fn configure(config: &mut web::ServiceConfig) -> &mut web::ServiceConfig {
            config$(.service(web::resource($path)$(.$method($handler))+))+
        }
    };
}

pages! {
    "/": get home::home;
    "/site.css": get style;
    "/{script:(site|board|plan)\\.js}": get script;
    "/join": get account::join_page, post account::join;
    "/session": get account::to_sign_in, post account::enter;
    "/session/code": get account::to_sign_in, post account::send_code;
    "/session/end": get me::back, post account::leave;
    "/me": get me::profile::show, post me::profile::change;
    "/me/verify": get me::back, post me::profile::verify;
    "/me/tokens": get me::tokens::show, post me::tokens::create;
    "/me/tokens/{id}": get me::tokens::back, post me::tokens::revoke;
    "/me/webhooks": get me::webhooks::show, post me::webhooks::create;
    "/me/webhooks/{id}": get me::webhooks::one, post me::webhooks::press;
    "/me/mails": get me::mails::show, post me::mails::again;
    "/me/leave": get me::mails::leave, post me::mails::erase;
    "/new": get create::choose;
    "/new/{ruleset}/{scenario}": get create::form, post create::create;
    "/rules": get rules::list;
    "/rules/{ruleset}": get rules::book;
    "/operator": get operator::overview;
    "/games": get home::list;
    "/games/{game}": get game::game;
    "/games/{game}/dice": get dice::dice;
    "/games/{game}/replay": get replay::replay;
    "/games/{game}/turns": get game::back, post play::orders;
    "/games/{game}/messages": get game::back, post play::message;
    "/games/{game}/offers": get game::back, post play::offer;
    "/games/{game}/offers/{number}": get game::back, post play::answer;
    "/games/{game}/seats/{seat}": get game::back, post play::seat;
}

/// What a page's handler comes to.
pub(super) enum Shown {
    /// A page.
    Page(StatusCode, Markup),
    /// Go there.
    Away(String),
}

impl Shown {
    pub(super) fn page(reader: &Reader, title: &str, body: &Markup) -> Self {
        Shown::Page(StatusCode::OK, site::site(reader, title, body))
    }

    /// The page again, with what was not right on it.
    fn again(reader: &Reader, title: &str, body: &Markup, why: &Problem) -> Self {
        let status = why.status_code();
        Shown::Page(status, site::site(reader, title, body))
    }
}

/// Makes a page on a thread that may block; what goes wrong is a page too.
pub(super) async fn shown(
    app: &web::Data<App>,
    caller: Option<Caller>,
    work: impl FnOnce(&Arc<App>, &Reader) -> Result<Shown, Problem> + Send + 'static,
) -> HttpResponse {
    shown_to(app, caller, false, work).await
}

/// The same for pages that tell where mails are, if this server shows them to whoever asks.
async fn shown_with_mailbox(
    app: &web::Data<App>,
    request: &HttpRequest,
    caller: Option<Caller>,
    work: impl FnOnce(&Arc<App>, &Reader) -> Result<Shown, Problem> + Send + 'static,
) -> HttpResponse {
    shown_to(app, caller, mailbox::is_open(app, request), work).await
}

async fn shown_to(
    app: &web::Data<App>,
    caller: Option<Caller>,
    mailbox: bool,
    work: impl FnOnce(&Arc<App>, &Reader) -> Result<Shown, Problem> + Send + 'static,
) -> HttpResponse {
    let root = app.config.base_url.path().to_owned();
    let made = app
        .block(move |app| {
            let me = caller.map(|caller| accounts::read(app, &caller.player)).transpose()?;
            let reader = Reader { me, root, mailbox };
            let shown = work(app, &reader).or_else(|why| refused(&reader, &why))?;
            Ok(shown)
        })
        .await;
    answer(app, made)
}

/// A page that says why not.
pub async fn refusal(app: &web::Data<App>, caller: MaybeCaller, why: Problem) -> HttpResponse {
    shown(app, caller.0, |_, _| Err(why)).await
}

fn refused(reader: &Reader, why: &Problem) -> Result<Shown, Problem> {
    let status = why.status_code();
    Ok(Shown::Page(status, site::refused(reader, why)))
}

fn answer(app: &App, made: Result<Shown, Problem>) -> HttpResponse {
    match made {
        Ok(Shown::Page(status, markup)) => html(status, &markup),
        Ok(Shown::Away(to)) => away(&to),
        Err(why) => {
            let reader = Reader::stranger(app.config.base_url.path());
            let status = why.status_code();
            html(status, &site::refused(&reader, &why))
        }
    }
}

fn html(status: StatusCode, markup: &Markup) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header(ContentType::html())
        .insert_header((header::CONTENT_SECURITY_POLICY, CSP_WITH_SCRIPTS))
        // With `no-referrer` a browser would not tell us either that a form is ours.
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .body(markup.0.clone())
}

/// A caller, or the page that says that one must be signed in.
async fn signed_in(app: &web::Data<App>, caller: MaybeCaller) -> Result<Caller, HttpResponse> {
    match caller.0 {
        Some(caller) => Ok(caller),
        None => Err(shown(app, None, |_, _| Err(unauthorized())).await),
    }
}

fn away(to: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, to)).finish()
}

/// A form of somebody who is not signed in must come from a page of ours too.
fn ours(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    if from_our_page(app, request.headers()) { Ok(()) } else { Err(Problem::plain(codes::CROSS_SITE)) }
}

async fn style(request: HttpRequest) -> HttpResponse {
    hashed(&request, OF_THE_PROGRAM, "text/css; charset=utf-8", site::STYLE)
}

async fn script(request: HttpRequest) -> HttpResponse {
    let text = match request.match_info().get("script") {
        Some("board.js") => site::BOARD,
        Some("plan.js") => site::PLAN,
        Some(_) | None => site::SCRIPT,
    };
    hashed(&request, OF_THE_PROGRAM, "text/javascript; charset=utf-8", text)
}
