//! Signing in again.

use actix_web::{HttpResponse, post, web};
use openapi::tokens::{SignIn, SignInAnswer, SignedIn, TokenFromCode};

use crate::{app::App, body::Json, layers::gate::Client, problem::Problem, service::tokens};

/// Ask for a one-time code by mail
///
/// The player who has proved this address gets a code, good for 15 minutes and 5 tries. The answer is the same for an
/// address nobody has. At most 3 mails go to one address in 10 minutes; beyond that the answer is 429, known or not.
#[utoipa::path(
    tag = "players",
    request_body = SignIn,
    responses((status = 202, description = "Taken, whether the address is known or not.", body = SignInAnswer))
)]
#[post("/v1/sign-in")]
pub async fn sign_in(app: web::Data<App>, body: Json<SignIn>) -> Result<HttpResponse, Problem> {
    app.block(move |app| tokens::sign_in(app, &body.value.email)).await?;
    let detail = "If a player has proved this address, a code is on its way to it.".to_owned();
    Ok(HttpResponse::Accepted().json(SignInAnswer { detail }))
}

/// Exchange a code for a token
///
/// The code from the mail that `POST /v1/sign-in` asked for.
#[utoipa::path(
    tag = "players",
    request_body = TokenFromCode,
    responses((status = 201, description = "A token, and whose it is.", body = SignedIn))
)]
#[post("/v1/tokens")]
pub async fn token_from_code(
    app: web::Data<App>,
    client: web::ReqData<Client>,
    body: Json<TokenFromCode>,
) -> Result<HttpResponse, Problem> {
    let client = client.into_inner().0;
    let made = app.block(move |app| tokens::from_code(app, &body.value, client)).await?;
    Ok(HttpResponse::Created().json(made))
}
