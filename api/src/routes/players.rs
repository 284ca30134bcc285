//! Making an account.

use actix_web::{HttpResponse, post, web};
use openapi::players::{NewPlayer, PlayerMade};

use crate::{app::App, body::Json, layers::gate::Client, problem::Problem, service::accounts};

/// Make an account and play at once
///
/// The token in the answer is shown this once. The address gets one mail with a code, for `POST /v1/me/verify`; until
/// then no other mail goes there. The answer does not depend on whether the address is known. Safe to repeat: each time
/// makes another account.
#[utoipa::path(
    tag = "players",
    request_body = NewPlayer,
    responses((status = 201, description = "The account, and its token.", body = PlayerMade,
        headers(("Location" = String, description = "`/v1/me`"))))
)]
#[post("/v1/players")]
pub async fn sign_up(
    app: web::Data<App>,
    client: web::ReqData<Client>,
    body: Json<NewPlayer>,
) -> Result<HttpResponse, Problem> {
    let client = client.into_inner().0;
    let made = app.block(move |app| accounts::sign_up(app, &body.value, client)).await?;
    Ok(HttpResponse::Created().insert_header(("Location", app.path("/v1/me"))).json(made))
}
