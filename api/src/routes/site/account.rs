//! Joining, signing in and out. Being signed in is the API's token, in a cookie no script can read.

use actix_web::{HttpRequest, HttpResponse, http::header, web};
use openapi::{players::NewPlayer, tokens::TokenFromCode};

use super::{Shown, answer, away, ours, shown, shown_with_mailbox, signed_in};
use crate::{
    app::App,
    auth::{COOKIE, Caller, MaybeCaller},
    body::Fields,
    layers::gate::Client,
    page::{account, form::Form, site},
    problem::{Problem, codes},
    service::{accounts, fields, tokens},
};

/// How long a browser keeps the cookie: as long as any does, 400 days.
const KEPT_SECONDS: u64 = 400 * 86_400;

/// The header that sets the cookie (RFC 6265 §4.1); a token has letters, digits and underscores only.
fn cookie(app: &App, token: &str, seconds: u64) -> (header::HeaderName, String) {
    let (root, base) = (app.config.base_url.path(), app.config.base_url.as_str());
    let path = if root.is_empty() { "/" } else { root };
    let secure = if base.starts_with("https:") { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    (header::SET_COOKIE, text)
}

/// Signs in, and leads on to a path of ours.
fn entered(app: &App, token: &str, next: Option<&str>) -> HttpResponse {
    let below = |next: &str| next.strip_prefix(app.config.base_url.path()).map(str::to_owned);
    let next =
        next.and_then(|next| below(next).filter(|rest| rest.starts_with('/')).or(Some(next.to_owned())));
    let next = next.as_deref().and_then(site::own_path).unwrap_or("/");
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, app.path(next)))
        .insert_header(cookie(app, token, KEPT_SECONDS))
        .finish()
}

pub async fn join_page(app: web::Data<App>, caller: MaybeCaller, query: web::Query<Next>) -> HttpResponse {
    shown(&app, caller.0, move |_, reader| {
        let form = Form::default();
        Ok(Shown::page(reader, "Join", &account::join(reader, &query.next, &form)))
    })
    .await
}

/// Where to go on.
#[derive(serde::Deserialize)]
pub struct Next {
    #[serde(default)]
    next: String,
}

pub async fn join(
    app: web::Data<App>,
    caller: MaybeCaller,
    client: web::ReqData<Client>,
    request: HttpRequest,
    typed: Fields,
) -> HttpResponse {
    if caller.0.is_some() {
        return shown(&app, caller.0, move |_, reader| {
            let why = Problem::new(codes::CONFLICT, "You have an account, and are signed in to it.");
            let body = account::join(reader, typed.text("next"), &Form { typed: None, why: Some(&why) });
            Ok(Shown::again(reader, "Join", &body, &why))
        })
        .await;
    }
    let new = NewPlayer {
        name: typed.text("name").to_owned(),
        email: typed.text("email").trim().to_owned(),
        // The browser's own zone, of which we may not have heard.
        zone: typed.get("zone").and_then(|zone| fields::zone(zone, "/zone").ok()),
        invite: typed.get("invite").map(str::to_owned),
    };
    let client = client.into_inner().0;
    let made = match ours(&app, &request) {
        Ok(()) => app.block(move |app| accounts::sign_up(app, &new, client)).await,
        Err(why) => Err(why),
    };
    match made {
        Ok(made) => entered(&app, &made.token, typed.get("next").or(Some("/new"))),
        Err(why) => {
            shown(&app, None, move |_, reader| {
                let form = Form { typed: Some(&typed), why: Some(&why) };
                Ok(Shown::again(reader, "Join", &account::join(reader, typed.text("next"), &form), &why))
            })
            .await
        }
    }
}

pub async fn send_code(app: web::Data<App>, request: HttpRequest, fields: Fields) -> HttpResponse {
    let allowed = ours(&app, &request);
    shown_with_mailbox(&app, &request, None, move |app, reader| {
        allowed?;
        let email = fields.text("email").trim();
        match tokens::sign_in(app, email) {
            Ok(()) => Ok(Shown::page(reader, "Sign in", &account::sign_in_page(reader, email, true, None))),
            Err(why) => {
                let body = account::sign_in_page(reader, email, false, Some(&why));
                Ok(Shown::again(reader, "Sign in", &body, &why))
            }
        }
    })
    .await
}

pub async fn enter(
    app: web::Data<App>,
    client: web::ReqData<Client>,
    request: HttpRequest,
    fields: Fields,
) -> HttpResponse {
    let asked = TokenFromCode {
        email: fields.text("email").trim().to_owned(),
        code: fields.text("code").trim().to_owned(),
        name: Some("web page".to_owned()),
    };
    let client = client.into_inner().0;
    let email = asked.email.clone();
    let made = match ours(&app, &request) {
        Ok(()) => app.block(move |app| tokens::from_code(app, &asked, client)).await,
        Err(why) => Err(why),
    };
    match made {
        Ok(made) => entered(&app, &made.made.token, fields.get("next")),
        Err(why) => {
            shown(&app, None, move |_, reader| {
                let body = account::sign_in_page(reader, &email, true, Some(&why));
                Ok(Shown::again(reader, "Sign in", &body, &why))
            })
            .await
        }
    }
}

/// Whoever opens again what a form had answered, comes back to signing in.
pub async fn to_sign_in(app: web::Data<App>) -> HttpResponse {
    away(&app.path("/sign-in"))
}

pub async fn leave(app: web::Data<App>, caller: MaybeCaller) -> HttpResponse {
    match signed_in(&app, caller).await {
        Ok(caller) => signed_out(&app, caller).await,
        Err(page) => page,
    }
}

/// Ends the token of a browser, and its cookie.
pub(super) async fn signed_out(app: &web::Data<App>, caller: Caller) -> HttpResponse {
    match app.block(move |app| tokens::revoke(app, &caller, &caller.token_id)).await {
        Ok(()) => farewell(app),
        Err(why) => answer(app, Err(why)),
    }
}

/// To the front door, without a cookie.
pub(super) fn farewell(app: &App) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, app.path("/")))
        .insert_header(cookie(app, "", 0))
        .finish()
}
