//! Refusals and failures on their way out: the one place where what went wrong becomes an answer (RFC 9457).
//!
//! Handlers and services return `Result<_, Problem>`. What the framework refuses by itself comes here too, through
//! [`Problem::of_error`]. A failure of the server is logged here, once, with its chain; the answer names only the
//! request id.

pub mod codes;

use std::{error::Error, fmt};

use actix_web::{
    HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{self, HeaderName, HeaderValue},
    },
};
use openapi::document::PROBLEM_JSON;
pub use openapi::problem::{Fault, FaultAbout};
use serde_json::Value;

pub use codes::Code;

use crate::layers::request_id;

/// Why a request was refused, or failed.
pub struct Problem(Box<Inner>);

struct Inner {
    body: openapi::problem::Problem,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    /// A problem of a known kind; `detail` says what it is this time.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self::of_rules(code.code, code.status, code.title, detail)
    }

    /// A problem of the kind only, with nothing to add.
    pub fn plain(code: Code) -> Self {
        Self::new(code, code.text)
    }

    /// What is said of an address that there is not, or not for who asks.
    pub fn nothing_here() -> Self {
        Self::new(codes::NOT_FOUND, "There is nothing at this address.")
    }

    /// A problem whose code is a ruleset's.
    pub fn of_rules(code: &str, status: u16, title: &str, detail: impl Into<String>) -> Self {
        let body = openapi::problem::Problem {
            kind: format!("/problems/{code}"),
            title: title.to_owned(),
            status,
            code: code.to_owned(),
            detail: detail.into(),
            ..Default::default()
        };
        Self(Box::new(Inner { body, headers: Vec::new() }))
    }

    /// Several fields are not right: one problem for all. `faults` is not empty.
    pub fn fields(faults: Vec<Fault>) -> Self {
        let detail = faults.iter().map(|fault| fault.detail.as_str()).collect::<Vec<_>>().join(" ");
        Self::new(codes::INVALID_FIELDS, detail).with_faults(faults)
    }

    /// One field is not right.
    pub fn field(code: Code, pointer: &str, detail: impl Into<String>) -> Self {
        Self::fields(vec![fault(code, pointer, detail)])
    }

    /// A failure of the server: logged with its chain, told as a request id.
    pub fn internal(error: &(dyn Error + 'static)) -> Self {
        tracing::error!(error = %Chain(error), "request failed");
        Self::plain(codes::INTERNAL)
    }

    /// With the faults it consists of.
    pub fn with_faults(mut self, faults: Vec<Fault>) -> Self {
        self.0.body.errors = faults;
        self
    }

    /// With a further member, e.g. `version`.
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.0.body.more.insert(member.to_owned(), value.into());
        self
    }

    /// With the resource it happened to.
    pub fn with_instance(mut self, instance: impl Into<String>) -> Self {
        self.0.body.instance = Some(instance.into());
        self
    }

    /// With a header, e.g. the present `ETag`. A value that cannot stand in a header is left out.
    pub fn with_header(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.0.headers.push((name, value));
        }
        self
    }

    /// With the time after which the same request may pass.
    pub fn retry_after(self, seconds: u64) -> Self {
        self.with_header(header::RETRY_AFTER, &seconds.max(1).to_string())
    }

    /// Its code.
    pub fn code(&self) -> &str {
        &self.0.body.code
    }

    /// Its status.
    pub fn status(&self) -> u16 {
        self.0.body.status
    }

    /// What is sent.
    pub fn body(&self) -> &openapi::problem::Problem {
        &self.0.body
    }

    /// What the framework refused, in our form. A problem of ours stays as it is.
    pub fn of_error(error: &actix_web::Error) -> Self {
        if let Some(ours) = error.as_error::<Problem>() {
            return ours.clone();
        }
        Self::of_status(error.as_response_error().status_code())
    }

    /// A problem of which no more than the status is known.
    pub fn of_status(status: StatusCode) -> Self {
        let code = *codes::of_status(status.as_u16());
        let mut problem = Self::plain(code);
        problem.0.body.status = status.as_u16();
        problem
    }
}

/// A fault of one field.
pub fn fault(code: Code, pointer: &str, detail: impl Into<String>) -> Fault {
    Fault {
        code: code.code.to_owned(),
        detail: detail.into(),
        pointer: Some(pointer.to_owned()),
        ..Default::default()
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        answer.insert_header((header::CONTENT_TYPE, PROBLEM_JSON));
        answer.insert_header((header::CACHE_CONTROL, "no-store"));
        for (name, value) in &self.0.headers {
            answer.insert_header((name, value));
        }
        let mut body = self.0.body.clone();
        if self.status() >= 500
            && let Some(id) = request_id::current()
        {
            body.more.insert("request_id".to_owned(), Value::String(id));
        }
        // Strings, numbers and maps with string keys always can be written.
        answer.body(serde_json::to_vec(&body).unwrap_or_default())
    }
}

impl Clone for Problem {
    fn clone(&self) -> Self {
        Self(Box::new(Inner { body: self.0.body.clone(), headers: self.0.headers.clone() }))
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem").field("code", &self.code()).field("detail", &self.0.body.detail).finish()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.0.body.detail)
    }
}

impl Error for Problem {}

impl From<storage::Error> for Problem {
    fn from(error: storage::Error) -> Self {
        match error {
            storage::Error::NotFound => Self::plain(codes::NOT_FOUND),
            storage::Error::Conflict => Self::plain(codes::CONFLICT),
            storage::Error::Unavailable(_) => {
                tracing::error!(error = %Chain(&error), "the store cannot be written");
                Self::plain(codes::STORAGE_UNAVAILABLE).retry_after(10)
            }
            storage::Error::Corrupt(_) | storage::Error::Foreign(_) | storage::Error::Backend(_) => {
                Self::internal(&error)
            }
        }
    }
}

/// An error with all its causes, on one line.
pub struct Chain<'a>(pub &'a (dyn Error + 'static));

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_type_title_status_code_and_detail() {
        let problem =
            Problem::field(codes::BAD_NAME, "/name", "A name has 1 to 64 characters.").with("version", 42);
        let text = serde_json::to_string(problem.body()).expect("a problem can be written");
        assert_eq!(
            text,
            r#"{"type":"/problems/invalid-fields","title":"Some fields are not right","status":422,"code":"invalid-fields","detail":"A name has 1 to 64 characters.","errors":[{"code":"bad-name","detail":"A name has 1 to 64 characters.","pointer":"/name"}],"version":42}"#
        );
    }

    #[test]
    fn a_full_disk_is_told_as_such_and_a_fault_is_not_told() {
        let full = storage::Error::Unavailable("no space left".into());
        assert_eq!(Problem::from(full).code(), "storage-unavailable");
        let fault = Problem::from(storage::Error::Backend("secret path".into()));
        assert_eq!(fault.status(), 500);
        assert!(!fault.body().detail.contains("secret"));
    }
}
