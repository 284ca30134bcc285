//! The pages that mails link to. Opening one does nothing and asks nobody: it says the same whether or not there is
//! such a game, and the secret behind the `#` of a link never reaches us. Acting is a POST or PUT, which the page
//! spells out.

use actix_web::{HttpResponse, get, web};
use domain::ids::{GameId, Seat};
use maud::{Markup, html};

use super::site::{Shown, shown};
use crate::{
    app::App,
    auth::MaybeCaller,
    page::{account, form::Form, site::Reader},
    problem::Problem,
};

/// Who opens a page. A link of a mail can always be opened, also with a token that is not in force.
type Opener = Option<MaybeCaller>;

/// A game and a seat of a path: their form only.
fn place(path: (String, String)) -> Result<(GameId, Seat), Problem> {
    let (game, seat) = (GameId::new(&path.0), Seat::new(&path.1));
    game.ok().zip(seat.ok()).ok_or_else(Problem::nothing_here)
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
    opener: Opener,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = place(path.into_inner())?;
    let url = app.link(&format!("/v1/games/{game}"));
    let by_hand = taking_by_hand(&app, &url, &seat);
    let shown = page(app, opener, "You are invited", move |reader| {
        html! {
            p { "A seat is kept for you. What follows the " code { "#" } " in the address of this page is the secret that opens it." }
            @if let Some(me) = &reader.me {
                h2 { "Take it, as " bdi { (me.name) } }
                form method="post" action=(reader.link(&format!("/games/{game}/seats/{seat}"))) class="inline" data-claim=(seat) data-game=(game)
                    data-ask=(reader.link(&format!("/v1/games/{game}?summary=true"))) {
                    input type="hidden" name="commit";
                    label { "Secret" input name="invite" required autocomplete="off" data-fragment="invite"; }
                    button name="do" value="claim" class="main" { "Take the seat" }
                }
            } @else {
                h2 { "First say who you are" }
                form method="post" action=(reader.link("/join")) class="inline" {
                    input type="hidden" name="next" value=(format!("/invitation/{game}/{seat}")) data-next;
                    (account::newcomer(&Form::default()))
                    label { "Secret, where the server wants it" input name="invite" autocomplete="off" data-fragment="invite"; }
                    button class="main" { "Join" }
                }
                p class="quiet" { "Here already? " a href=(reader.link("/sign-in")) { "Sign in" } ", and open this page once more." }
            }
            (by_hand)
        }
    });
    Ok(shown.await)
}

/// How to take a seat with a program.
fn taking_by_hand(app: &App, url: &str, seat: &Seat) -> Markup {
    html! {
        details {
        summary { "With any HTTP client" }
        p { "Put the secret in place of " code { "SECRET" } "." }
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
        }
    }
}

/// What proving an address is
#[utoipa::path(
    tag = "service",
    operation_id = "verify_page",
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/verify")]
pub async fn verify(app: web::Data<App>, opener: Opener) -> HttpResponse {
    let url = app.link("/v1/me/verify");
    let body = move |reader: &Reader| {
        html! {
            p { "Your code stands in the mail, and behind the " code { "#" } " in the address of this page." }
            form method="post" action=(reader.link("/me/verify")) class="inline" {
                label { "Code" input name="code" required autocomplete="one-time-code" data-fragment="code"; }
                button class="main" { "Prove the address" }
            }
            p { "Or send it with the token you got with your account:" }
            (shell(&[
                "TOKEN=fp_...",
                &format!("curl -sS '{}' -H \"Authorization: Bearer $TOKEN\" \\", url),
                "  -H 'Content-Type: application/json' -d '{\"code\":\"XXXX-XXXX\"}'",
            ]))
            p { "If you made no account here, do nothing." }
        }
    };
    page(app, opener, "Is this your address?", body).await
}

/// What signing in is
#[utoipa::path(
    tag = "service",
    operation_id = "sign_in_page",
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/sign-in")]
pub async fn sign_in(app: web::Data<App>, opener: Opener) -> HttpResponse {
    let url = app.link("/v1/tokens");
    let body = move |reader: &Reader| {
        html! {
            @if let Some(me) = &reader.me { p { "You are signed in already, as " strong { bdi { (me.name) } } "." } }
            (account::sign_in(reader, "", false, None))
            p { "With any HTTP client a code is exchanged for a token, once:" }
            (shell(&[
                &format!("curl -sS '{}' -H 'Content-Type: application/json' \\", url),
                "  -d '{\"email\":\"you@example.org\",\"code\":\"XXXX-XXXX\"}'",
            ]))
            p { "If you did not ask for a code, do nothing, and give it to nobody." }
        }
    };
    page(app, opener, "Sign in", body).await
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
    opener: Opener,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = place(path.into_inner())?;
    let url = app.link(&format!("/v1/games/{game}"));
    let token = "-H \"Authorization: Bearer $TOKEN\"";
    let body = move |reader: &Reader| {
        html! {
            p {
                "It is, or was, your turn. The mail holds the board, your legal orders and a whole turn that is ready to "
                "send."
            }
            p { a class="button" href=(reader.link(&format!("/games/{game}?seat={seat}"))) { "To the game" } }
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
        }
    };
    Ok(page(app, opener, "Your move", body).await)
}

/// What a number for the dice is
#[utoipa::path(
    tag = "service",
    operation_id = "number_page",
    params(("game" = String, Path), ("seat" = String, Path)),
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/number/{game}/{seat}")]
pub async fn number(
    app: web::Data<App>,
    opener: Opener,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = place(path.into_inner())?;
    let url = app.link(&format!("/v1/games/{game}/seats/{seat}/ready"));
    let body = move |reader: &Reader| {
        html! {
            p {
                "The dice are made of the server's secret and of the players' numbers. Each of you committed to a number "
                "before any was shown; now that all have, each shows it. So nobody, the operator included, can have "
                "chosen the dice."
            }
            p { "The page of the game does it by itself, if the number was drawn there: "
                a class="button" href=(reader.link(&format!("/games/{game}?seat={seat}"))) { "To the game" } }
            (shell(&[
                "TOKEN=fp_...",
                "MINE=...   # the 64 digits you drew",
                &format!("curl -sS '{url}' -H \"Authorization: Bearer $TOKEN\" \\"),
                "  -H 'Content-Type: application/json' -d \"{\\\"entropy\\\":\\\"$MINE\\\"}\"",
            ]))
        }
    };
    Ok(page(app, opener, "Show your number", body).await)
}

/// Lines to be copied into a shell.
fn shell(lines: &[&str]) -> Markup {
    html! { pre { code { (lines.join("\n")) } } }
}

/// A page with a heading.
async fn page(
    app: web::Data<App>,
    opener: Opener,
    title: &'static str,
    body: impl FnOnce(&Reader) -> Markup + Send + 'static,
) -> HttpResponse {
    let caller = opener.and_then(|opener| opener.0);
    shown(&app, caller, move |_, reader| {
        let body = html! { h1 { (title) } (body(reader)) };
        Ok(Shown::page(reader, title, &body))
    })
    .await
}
