//! Mail that comes in by HTTP: handed over by a mail server's pipe or hook, whole, as RFC 5322 bytes.

use actix_web::{HttpRequest, HttpResponse, http::header, post, web};
use openapi::mail::{MailOutcome, MailReceived};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    app::App,
    auth, body,
    config::Secret,
    post::receive::{Envelope, LIMIT_BYTES},
    problem::{Problem, codes},
    service::mail::Received,
};

/// What the mail server knows beside the mail.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HandedOver {
    /// Whom it was handed over for: the envelope's recipient, if it is known. Else the mail's own headers tell.
    to: Option<String>,
}

/// Hand over a mail
///
/// For the operator's mail server: an answer of a player to one of our mails, to the byte. `Authorization: Bearer` with
/// the secret of `FIELDPOST_INBOUND_TOKEN`. When this answers 200, the mail is done with; the same mail again does nothing
/// again. After 5xx it should come again.
#[utoipa::path(
    tag = "service",
    operation_id = "hand_over_mail",
    params(HandedOver),
    request_body(content = String, content_type = "message/rfc822"),
    responses(
        (status = 200, description = "It is done with.", body = MailReceived),
        (status = 404, description = "No mail comes in this way here.")
    ),
    security((), ("bearer" = []))
)]
#[post("/v1/mail/inbound")]
pub async fn hand_over(
    app: web::Data<App>,
    request: HttpRequest,
    query: web::Query<HandedOver>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let Some(token) = app.config.inbound.as_ref().and_then(|inbound| inbound.token.as_ref()) else {
        return Err(Problem::plain(codes::NOT_FOUND));
    };
    may_hand_over(token, &request)?;
    body::media_type(&request, &["message/rfc822"])?;
    let raw = body::read(&request, &mut payload.into_inner(), LIMIT_BYTES).await?;
    let envelope = Envelope { sender: None, recipients: query.into_inner().to.into_iter().collect() };
    let app = app.into_inner();
    let received = app.block(move |app| app.receive(&raw, &envelope)).await?;
    let (outcome, why) = match received {
        Received::Answered => (MailOutcome::Answered, None),
        Received::Ignored(why) => (MailOutcome::Ignored, Some(why.to_owned())),
    };
    Ok(HttpResponse::Ok().json(MailReceived { outcome, why }))
}

/// Compares hashes, so that the time it takes tells nothing.
fn may_hand_over(token: &Secret, request: &HttpRequest) -> Result<(), Problem> {
    let sent =
        request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or("");
    let given = match sent.split_once(' ') {
        Some((scheme, given)) if scheme.eq_ignore_ascii_case("bearer") => given.trim(),
        Some(_) | None => return Err(auth::unauthorized()),
    };
    let (known, given) = (auth::hash(token.reveal()), auth::hash(given));
    if auth::is_same(&known, &given) { Ok(()) } else { Err(auth::unauthorized()) }
}
