//! Bodies, read strictly: a limit that also holds for chunked bodies, a time, the right media type, UTF-8, and JSON that
//! means one thing only.
//!
//! What cannot be read is 400 with line and column; what can be read but is not what the route takes is 422 with a JSON
//! Pointer.

mod form;
mod json;

use std::time::Duration;

use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    error::PayloadError,
    http::header,
    web::{Bytes, BytesMut},
};
pub use form::Fields;
use futures_util::{StreamExt, future::LocalBoxFuture};
use serde::de::DeserializeOwned;

use crate::problem::{Fault, Problem, codes};

/// The limit of a body where a route has none of its own.
pub const LIMIT_BYTES: usize = 256 * 1024;

/// How long a whole body may take.
const TIME: Duration = Duration::from_secs(30);

/// A JSON body: the value, and the bytes it was read from (for idempotency).
pub struct Json<T> {
    /// What was sent.
    pub value: T,
    /// As it was sent.
    pub raw: Bytes,
}

/// A JSON body that may be left out altogether.
pub struct MaybeJson<T> {
    /// What was sent, if anything was.
    pub value: Option<T>,
    /// As it was sent.
    pub raw: Bytes,
}

impl<T: DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            media_type(&request, &["application/json"])?;
            let raw = read(&request, &mut payload, LIMIT_BYTES).await?;
            Ok(Self { value: parse_json(&raw)?, raw })
        })
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for MaybeJson<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let raw = read(&request, &mut payload, LIMIT_BYTES).await?;
            if raw.is_empty() {
                return Ok(Self { value: None, raw });
            }
            media_type(&request, &["application/json"])?;
            Ok(Self { value: Some(parse_json(&raw)?), raw })
        })
    }
}

/// Which of these media types the body has (parameters such as `charset` do not matter, but must not say another one
/// than UTF-8).
///
/// # Errors
/// 415.
pub fn media_type<'a>(request: &HttpRequest, allowed: &[&'a str]) -> Result<&'a str, Problem> {
    let given =
        request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let mut parts = given.split(';').map(str::trim);
    let essence = parts.next().unwrap_or("").to_ascii_lowercase();
    let foreign_charset = parts.any(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let value = value.trim_matches('"');
        name.eq_ignore_ascii_case("charset")
            && !value.eq_ignore_ascii_case("utf-8")
            && !value.eq_ignore_ascii_case("us-ascii")
    });
    match allowed.iter().find(|media| **media == essence) {
        Some(media) if !foreign_charset => Ok(media),
        Some(_) => Err(Problem::new(codes::UNSUPPORTED_MEDIA_TYPE, "The body must be UTF-8.")),
        None => {
            let wanted = allowed.join(" or ");
            let detail = format!("Send the body with `Content-Type: {wanted}`.");
            Err(Problem::new(codes::UNSUPPORTED_MEDIA_TYPE, detail)
                .with_header(header::ACCEPT, &allowed.join(", ")))
        }
    }
}

/// Reads a body of at most `limit` bytes; never holds more.
///
/// # Errors
/// 413 above the limit, 415 when it is packed, 408 when it takes too long, 400 when it breaks off.
pub async fn read(request: &HttpRequest, payload: &mut Payload, limit: usize) -> Result<Bytes, Problem> {
    let packed = request.headers().get(header::CONTENT_ENCODING).is_some_and(|value| value != "identity");
    if packed {
        let problem =
            Problem::new(codes::UNSUPPORTED_MEDIA_TYPE, "Send the body unpacked, without Content-Encoding.");
        return Err(problem.with_header(header::ACCEPT_ENCODING, "identity"));
    }
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced.and_then(|text| text.parse::<u64>().ok()).is_some_and(|length| (limit as u64) < length) {
        return Err(too_large(limit));
    }
    let reading = async {
        let mut body = BytesMut::new();
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|error| unreadable(&error))?;
            if limit < body.len() + chunk.len() {
                return Err(too_large(limit));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body.freeze())
    };
    tokio::time::timeout(TIME, reading).await.unwrap_or_else(|_| {
        let detail = format!("The body was not complete after {} seconds.", TIME.as_secs());
        Err(Problem::new(codes::REQUEST_TIMEOUT, detail))
    })
}

/// Reads a text, e.g. orders in notation.
///
/// # Errors
/// As [`read`], and 400 when it is not UTF-8.
pub async fn read_text(request: &HttpRequest, payload: &mut Payload) -> Result<(String, Bytes), Problem> {
    let raw = read(request, payload, LIMIT_BYTES).await?;
    let text = utf8(&raw)?.to_owned();
    Ok((text, raw))
}

/// Reads bytes as JSON of this shape.
///
/// # Errors
/// 400 when it is no JSON, 422 when it is other JSON.
pub fn parse_json<T: DeserializeOwned>(raw: &[u8]) -> Result<T, Problem> {
    let text = utf8(raw)?;
    json::check(text)?;
    json::read(text)
}

fn utf8(raw: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(raw).map_err(|error| {
        let before = &raw[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|b| **b != b'\n').count();
        let detail = format!("The body is not UTF-8: see line {line}, byte {column}.");
        Problem::new(codes::NOT_UTF8, detail.clone()).with_faults(vec![Fault {
            code: codes::NOT_UTF8.code.to_owned(),
            detail,
            line: u32::try_from(line).ok(),
            column: u32::try_from(column).ok(),
            ..Default::default()
        }])
    })
}

/// The limit is named, so that nobody has to guess it.
fn too_large(limit: usize) -> Problem {
    let in_force = match limit % (1024 * 1024) {
        0 => format!("{} MiB", limit / (1024 * 1024)),
        _ => format!("{} KiB", limit / 1024),
    };
    Problem::new(codes::BODY_TOO_LARGE, format!("The body has more than {in_force} ({limit} bytes)."))
}

fn unreadable(error: &PayloadError) -> Problem {
    tracing::debug!(%error, "a body broke off");
    Problem::new(codes::BAD_REQUEST, "The body broke off, or its chunks are not right.")
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_media_type_is_compared_without_its_parameters() {
        let of = |value: &str| {
            let request = TestRequest::default().insert_header(("content-type", value)).to_http_request();
            media_type(&request, &["application/json", "text/plain"]).map_err(|problem| problem.status())
        };
        assert_eq!(of("application/json"), Ok("application/json"));
        assert_eq!(of("Text/Plain; charset=\"UTF-8\""), Ok("text/plain"));
        assert_eq!(of("text/plain; charset=latin1"), Err(415));
        assert_eq!(of("application/x-www-form-urlencoded"), Err(415));
        assert_eq!(of(""), Err(415));
    }

    #[test]
    fn a_byte_that_is_not_utf8_is_found() {
        let problem = parse_json::<serde_json::Value>(b"{\n\"a\": \"\xff\"}").expect_err("not UTF-8");
        assert_eq!(problem.code(), "not-utf8");
        assert_eq!((problem.body().errors[0].line, problem.body().errors[0].column), (Some(2), Some(7)));
    }
}
