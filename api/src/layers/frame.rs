//! The frame around every request: its id, its span and line in the log, the headers of safety, and one form for
//! everything that goes wrong inside, be it a panic or the framework's own refusal.

use std::{
    panic::AssertUnwindSafe,
    pin::Pin,
    task::{Context, Poll},
    time::Instant,
};

use actix_web::{
    Error, HttpResponse, ResponseError,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::{self, Bytes},
};
use futures_util::FutureExt;
use openapi::document::PROBLEM_JSON;
use tracing::Instrument;

use super::request_id;
use crate::{
    app::App,
    metrics::PANICS,
    problem::{Problem, codes},
};

/// The header of the request's id.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// No script, no inline style, nothing from elsewhere, no frame around us.
const CSP: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The same for a page that has scripts of ours: only the pages that need them say so.
pub const CSP_WITH_SCRIPTS: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Said of every answer, unless the handler says otherwise.
static HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CONTENT_SECURITY_POLICY, CSP),
    (header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The middleware.
///
/// # Errors
/// What could not even be answered inside, as a [`Problem`].
pub async fn frame(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let started = Instant::now();
    let sent = request.headers().get(&X_REQUEST_ID).and_then(|value| value.to_str().ok());
    let id = request_id::of(sent);
    let method = request.method().clone();
    let app = request.app_data::<web::Data<App>>().cloned();
    let count = |route: Option<&str>, status| {
        if let Some(app) = &app {
            app.metrics.requests.answered(route, &method, status, started.elapsed());
        }
    };
    // The path may hold an invitation: the log gets the route only.
    let span = tracing::info_span!("request", request_id = %id, %method, route = tracing::field::Empty);
    let inside = AssertUnwindSafe(next.call(request)).catch_unwind().instrument(span.clone());
    let done = request_id::CURRENT.scope(id.clone(), inside).await;
    let _entered = span.enter();
    let latency_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let mut response = match done {
        Ok(Ok(response)) => response.map_into_boxed_body(),
        // A panic was logged where it happened, by the hook. What route it was on, nobody is left to say.
        broken => {
            let problem = match broken {
                Ok(Err(error)) => Problem::of_error(&error),
                Ok(Ok(_)) | Err(_) => Problem::plain(codes::INTERNAL),
            };
            count(None, problem.status_code());
            return Err(failed(problem, &id, latency_ms));
        }
    };
    if let Some(problem) = unformed(&response) {
        let allow = response.headers().get(header::ALLOW).cloned();
        let mut formed = request_id::CURRENT.sync_scope(id.clone(), || problem.error_response());
        if let Some(allow) = allow {
            formed.headers_mut().insert(header::ALLOW, allow);
        }
        response = response.into_response(formed);
    }
    finish(response.headers_mut(), &id);
    let route = response.request().match_pattern();
    span.record("route", route.as_deref().unwrap_or("-"));
    count(route.as_deref(), response.status());
    tracing::info!(status = response.status().as_u16(), latency_ms, "answered");
    if method == Method::HEAD {
        response = response.map_body(|_, body| BoxBody::new(NoBody(body.size())));
    }
    Ok(response)
}

/// An answer that never came to be: the problem with all an answer would have had.
fn failed(problem: Problem, id: &str, latency_ms: u64) -> Error {
    tracing::info!(status = problem.status(), latency_ms, "answered");
    let mut headers = HeaderMap::new();
    finish(&mut headers, id);
    let mut problem = problem.with("request_id", id);
    for (name, value) in &headers {
        problem = problem.with_header(name.clone(), value.to_str().unwrap_or(""));
    }
    problem.into()
}

/// The problem that should be said, where the framework said something of its own.
fn unformed(response: &ServiceResponse<BoxBody>) -> Option<Problem> {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return None;
    }
    let media =
        response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    // Our pages answer people in HTML.
    if media.starts_with(PROBLEM_JSON) || media.starts_with("text/html") {
        return None;
    }
    match response.response().error() {
        Some(error) => Some(Problem::of_error(error)),
        None => Some(Problem::of_status(status)),
    }
}

fn finish(headers: &mut HeaderMap, id: &str) {
    for (name, value) in &HEADERS {
        if !headers.contains_key(name) {
            headers.insert(name.clone(), HeaderValue::from_static(value));
        }
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(X_REQUEST_ID, id);
    }
}

/// The body of an answer to `HEAD`: as long as the one of `GET`, and never sent.
struct NoBody(BodySize);

impl MessageBody for NoBody {
    type Error = std::convert::Infallible;

    fn size(&self) -> BodySize {
        self.0
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Poll::Ready(None)
    }
}

/// Makes panics a line in the log, with the request they happened in.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let said = info.payload_as_str().unwrap_or("");
        PANICS.add();
        tracing::error!(request_id = request_id::current(), place, said, "panic");
    }));
}

/// An empty answer of this status.
pub fn empty(status: StatusCode) -> HttpResponse {
    HttpResponse::build(status).finish()
}
