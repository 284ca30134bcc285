//! A message over the wire: one request, to the address that was looked at, without following anybody anywhere.

use std::time::Duration;

use ureq::{Agent, Error, unversioned::transport::DefaultConnector};

use super::target::{Guarded, Refused};
use crate::config::WebhookTargets;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);

/// How long all of it may take: longer, and it did not arrive.
const TOTAL: Duration = Duration::from_secs(10);

/// The longest head of an answer that is read, in bytes. Of its body nothing is.
const HEAD_BYTES: usize = 4096;

/// The longest wait an answer may ask for, in seconds.
const WAIT_SECONDS: u64 = 24 * 3600;

/// What the other side answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// After how many seconds it wants to be asked again.
    pub wait: Option<u64>,
}

/// A client that reaches what is allowed. It knows no proxy: one would connect to what it finds itself.
pub fn agent(allowed: WebhookTargets) -> Agent {
    let config = Agent::config_builder()
        .proxy(None)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .max_idle_connections(0)
        .max_response_header_size(HEAD_BYTES)
        .timeout_connect(Some(CONNECT))
        .timeout_global(Some(TOTAL))
        .user_agent(concat!("fieldpost/", env!("CARGO_PKG_VERSION")))
        .build();
    Agent::with_parts(config, DefaultConnector::default(), Guarded::new(allowed))
}

/// Sends a body with these headers. Blocks.
///
/// # Errors
/// Why there was no answer, in words that tell nothing of what is behind a name.
pub fn post(agent: &Agent, url: &str, headers: &[(String, String)], body: &str) -> Result<Answered, String> {
    let request = headers.iter().fold(agent.post(url), |request, (name, value)| request.header(name, value));
    let answer = request.send(body).map_err(|error| in_words(&error))?;
    let wait = answer.headers().get("retry-after").and_then(|value| value.to_str().ok());
    let wait = wait.and_then(|value| value.trim().parse::<u64>().ok());
    Ok(Answered { status: answer.status().as_u16(), wait: wait.map(|wait| wait.min(WAIT_SECONDS)) })
}

/// Messages of the system may name addresses: what is told is chosen here.
fn in_words(error: &Error) -> String {
    match error {
        Error::Timeout(_) => "There was no answer in time.".to_owned(),
        Error::Other(cause) if cause.is::<Refused>() => Refused::Host.to_string(),
        Error::Tls(_) | Error::Rustls(_) | Error::TlsRequired => {
            "No encrypted connection came about; is its certificate in order?".to_owned()
        }
        Error::LargeResponseHeader(..) => "The head of the answer was too large.".to_owned(),
        _ => "The connection failed, or broke off.".to_owned(),
    }
}
