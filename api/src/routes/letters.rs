//! The pages that mails link to. Opening one does nothing and asks nobody: it says the same whether or not there is
//! such a game, and the secret behind the `#` of a link never reaches us. Acting is a POST or PUT, which the page
//! spells out.

use actix_web::{HttpResponse, get, http::header::ContentType, web};
use domain::ids::{GameId, Seat};
use maud::{Markup, html};

use crate::{
    app::App,
    page,
    problem::{Problem, codes},
};

/// A game and a seat of a path: their form only.
fn place(path: (String, String)) -> Result<(GameId, Seat), Problem> {
    let (game, seat) = (GameId::new(&path.0), Seat::new(&path.1));
    game.ok()
        .zip(seat.ok())
        .ok_or_else(|| Problem::new(codes::NOT_FOUND, "There is nothing at this address."))
}

/// What an invitation is
#[utoipa::path(
    tag = "service",
    operation_id = "invitation_page",
    params(("game" = String, Path), ("seat" = String, Path)),
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/invitation/{game}/{seat}")]
pub async fn invitation(
    app: web::Data<App>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = place(path.into_inner())?;
    let url = app.link(&format!("/v1/games/{game}"));
    let body = html! {
        p {
            "A seat is kept for you. What follows the " code { "#" } " in the address of this page is the secret that "
            "opens it; put it in place of " code { "SECRET" } "."
        }
        h2 { "Have an account" }
        (shell(&[
            &format!("curl -sS '{}' -H 'Content-Type: application/json' \\", app.link("/v1/players")),
            "  -d '{\"name\":\"YOUR NAME\",\"email\":\"you@example.org\"}'",
        ]))
        p { "The answer holds your token (" code { "fp_…" } "): keep it." }
        h2 { "Take the seat" }
        (shell(&[
            "TOKEN=fp_...",
            &format!("curl -sS -X PUT '{url}/seats/{seat}' \\"),
            "  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\",
            "  -d '{\"invite\":\"SECRET\"}'",
        ]))
        p {
            "The mail also tells how to bring a number of your own to the dice, so that nobody can have chosen "
            "them."
        }
    };
    Ok(shown(&app, "You are invited", &body))
}

/// What proving an address is
#[utoipa::path(
    tag = "service",
    operation_id = "verify_page",
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/verify")]
pub async fn verify(app: web::Data<App>) -> HttpResponse {
    let body = html! {
        p {
            "Your code stands in the mail, and behind the " code { "#" } " in the address of this page. Send it with "
            "the token you got with your account, and your address is proved:"
        }
        (shell(&[
            "TOKEN=fp_...",
            &format!("curl -sS '{}' -H \"Authorization: Bearer $TOKEN\" \\", app.link("/v1/me/verify")),
            "  -H 'Content-Type: application/json' -d '{\"code\":\"XXXX-XXXX\"}'",
        ]))
        p { "If you made no account here, do nothing." }
    };
    shown(&app, "Is this your address?", &body)
}

/// What signing in is
#[utoipa::path(
    tag = "service",
    operation_id = "sign_in_page",
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/sign-in")]
pub async fn sign_in(app: web::Data<App>) -> HttpResponse {
    let body = html! {
        p {
            "Your code stands in the mail, and behind the " code { "#" } " in the address of this page. It is "
            "exchanged for a token, once:"
        }
        (shell(&[
            &format!("curl -sS '{}' -H 'Content-Type: application/json' \\", app.link("/v1/tokens")),
            "  -d '{\"email\":\"you@example.org\",\"code\":\"XXXX-XXXX\"}'",
        ]))
        p { "If you did not ask for a code, do nothing, and give it to nobody." }
    };
    shown(&app, "Sign in", &body)
}

/// What a turn is
#[utoipa::path(
    tag = "service",
    operation_id = "move_page",
    params(("game" = String, Path), ("seat" = String, Path)),
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/move/{game}/{seat}")]
pub async fn your_move(
    app: web::Data<App>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = place(path.into_inner())?;
    let url = app.link(&format!("/v1/games/{game}"));
    let token = "-H \"Authorization: Bearer $TOKEN\"";
    let body = html! {
        p {
            "It is, or was, your turn. The mail holds the board, your legal orders and a whole turn that is ready to "
            "send."
        }
        h2 { "See how the game stands" }
        (shell(&[
            "TOKEN=fp_...",
            &format!("curl -sS '{url}/board.txt?seat={seat}' {token}"),
            &format!("curl -sS '{url}/orders?seat={seat}' {token}"),
        ]))
        h2 { "Send your orders, one a line" }
        (shell(&[
            &format!("curl -sS '{url}/turns?seat={seat}' {token} \\"),
            "  -H 'Content-Type: text/plain' --data-binary @- <<'ORDERS'",
            "...",
            "ORDERS",
        ]))
        p { "With " code { "?dry_run=true" } " you see what would happen, up to the first die, and nothing does." }
    };
    Ok(shown(&app, "Your move", &body))
}

/// What a number for the dice is
#[utoipa::path(
    tag = "service",
    operation_id = "number_page",
    params(("game" = String, Path), ("seat" = String, Path)),
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/number/{game}/{seat}")]
pub async fn number(app: web::Data<App>, path: web::Path<(String, String)>) -> Result<HttpResponse, Problem> {
    let (game, seat) = place(path.into_inner())?;
    let url = app.link(&format!("/v1/games/{game}/seats/{seat}/ready"));
    let body = html! {
        p {
            "The dice are made of the server's secret and of the players' numbers. Each of you committed to a number "
            "before any was shown; now that all have, each shows it. So nobody, the operator included, can have "
            "chosen the dice."
        }
        (shell(&[
            "TOKEN=fp_...",
            "MINE=...   # the 64 digits you drew",
            &format!("curl -sS '{url}' -H \"Authorization: Bearer $TOKEN\" \\"),
            "  -H 'Content-Type: application/json' -d \"{\\\"entropy\\\":\\\"$MINE\\\"}\"",
        ]))
    };
    Ok(shown(&app, "Show your number", &body))
}

/// Lines to be copied into a shell.
fn shell(lines: &[&str]) -> Markup {
    html! { pre { code { (lines.join("\n")) } } }
}

fn shown(app: &App, title: &str, body: &Markup) -> HttpResponse {
    let whole = html! { main class="narrow" { h1 { (title) } (body) } };
    let markup = page::frame(title, app.config.base_url.path(), &whole);
    HttpResponse::Ok().insert_header(ContentType::html()).body(markup.into_string())
}
