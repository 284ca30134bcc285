//! Links that end a kind of mail, without a log-in. Opening one shows a page with one button and does nothing, for mail
//! scanners open whatever they find; pressing it, or the button of a mail program (RFC 8058), ends that mail.

use actix_web::{HttpResponse, get, http::header::ContentType, post, web};
use maud::{Markup, html};

use crate::{
    app::App,
    page,
    post::unsubscribe::{self, ALL},
    problem::Problem,
};

/// End a kind of mail
///
/// A page with one button. Opening it does nothing.
#[utoipa::path(
    tag = "service",
    operation_id = "unsubscribe_page",
    params(("token" = String, Path, description = "From a mail.")),
    responses(
        (status = 200, description = "A page for people.", content_type = "text/html", body = String),
        (status = 404, description = "The link is not one of ours, or no longer in force.")
    )
)]
#[get("/unsubscribe/{token}")]
pub async fn ask(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse, Problem> {
    let app = app.into_inner();
    let read = token.clone();
    let unwanted = app.block(move |app| unsubscribe::read(app, &read)).await?;
    let body = html! {
        p { "You will get no more mail " (about(&unwanted.setting)) " at this address." }
        form method="post" action=(app.path(&format!("/unsubscribe/{token}"))) {
            input type="hidden" name="List-Unsubscribe" value="One-Click";
            button type="submit" { "No more mail " (about(&unwanted.setting)) }
        }
        p { "Opening this page has changed nothing." }
    };
    Ok(shown(&app, "No more mail?", &body))
}

/// End a kind of mail at once
///
/// What mail programs do when their button is pressed (RFC 8058). Doing it twice is no error. The body does not matter.
#[utoipa::path(
    tag = "service",
    operation_id = "unsubscribe",
    params(("token" = String, Path, description = "From a mail.")),
    responses(
        (status = 200, description = "It is done: a page for people.", content_type = "text/html", body = String),
        (status = 404, description = "The link is not one of ours, or no longer in force.")
    )
)]
#[post("/unsubscribe/{token}")]
pub async fn end(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse, Problem> {
    let app = app.into_inner();
    let unwanted = app
        .block(move |app| {
            let unwanted = unsubscribe::read(app, &token)?;
            unsubscribe::end(app, &unwanted)?;
            Ok(unwanted)
        })
        .await?;
    let body = html! {
        p { "Done: you get no more mail " (about(&unwanted.setting)) " at this address." }
        p {
            "Your games go on. Whoever has an account can have such mail again: the settings are "
            code { "notifications" } " of " a href=(app.path("/docs")) { code { "PATCH /v1/me" } } "."
        }
    };
    Ok(shown(&app, "No more mail", &body))
}

/// What a setting is about, in words.
fn about(setting: &str) -> &str {
    match setting {
        ALL => "about your games",
        "your_move" => "when it is your move",
        "reminder" => "that reminds you of your move",
        "time_out" => "about your time in a game",
        "invitation" => "that invites you to games",
        "started" => "when all have joined a game",
        "game_over" => "when a game is over",
        "press" => "when somebody writes to you",
        "offer" => "about offers",
        // A kind that was added: its own name says enough.
        other => other,
    }
}

fn shown(app: &App, title: &str, body: &Markup) -> HttpResponse {
    let whole = html! { main class="narrow" { h1 { (title) } (body) } };
    let markup = page::frame(title, app.config.base_url.path(), &whole);
    HttpResponse::Ok().insert_header(ContentType::html()).body(markup.into_string())
}
