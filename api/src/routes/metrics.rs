//! What the operator's machines count: the post, by kind, and games that are broken. Counts tell when somebody wrote to
//! somebody, so they are for this machine, and for who has the operator's token.

use std::fmt::Write;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, HeaderMap},
    web,
};
use storage::{MailCount, PostDepth};

use crate::{
    app::App,
    auth,
    problem::{Problem, codes},
};

/// The form of the answer.
const PROMETHEUS: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Counts for the operator
///
/// In the text format of Prometheus: letters by kind and what became of them, the queue, the last success. Only for requests
/// that come from this machine itself, through no proxy, or have the operator's token as bearer.
#[utoipa::path(
    tag = "service",
    operation_id = "metrics",
    responses(
        (status = 200, description = "The counts.", content_type = "text/plain", body = String),
        (status = 404, description = "They are not for you.")
    )
)]
#[get("/metrics")]
pub async fn metrics(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    if !may_read(&app, &request) {
        return Err(Problem::new(codes::NOT_FOUND, "There is nothing at this address."));
    }
    let told = app.block(|app| Ok(told(&Counts::of(app)?, app.now()))).await?;
    Ok(HttpResponse::Ok().content_type(PROMETHEUS).body(told))
}

/// What is counted.
pub(super) struct Counts {
    /// Letters by kind and what became of them.
    pub(super) mails: Vec<MailCount>,
    /// The queue.
    pub(super) depth: PostDepth,
    /// Players with an address that was refused for good.
    pub(super) n_failing: u64,
    /// Games that could not be read.
    pub(super) n_corrupt: u64,
}

impl Counts {
    /// # Errors
    /// As the store.
    pub(super) fn of(app: &App) -> Result<Self, Problem> {
        Ok(Counts {
            mails: app.store.mail_counts()?,
            depth: app.store.post_depth()?,
            n_failing: app.store.failing_addresses()?,
            n_corrupt: app.hall.n_corrupt() as u64,
        })
    }
}

/// Whether the request comes from this machine itself, through no proxy, or has the operator's token.
pub(super) fn may_read(app: &App, request: &HttpRequest) -> bool {
    let by_proxy = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
    let is_direct = by_proxy.iter().all(|name| !request.headers().contains_key(*name));
    let is_here = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let is_known = app.config.metrics_token.as_ref().is_some_and(|token| {
        // Hashes are compared, so that the time it takes tells nothing.
        let (known, given) = (auth::hash(token.reveal()), bearer(request.headers()).map(auth::hash));
        given.is_some_and(|given| known.iter().zip(given).fold(0, |all, (a, b)| all | (a ^ b)) == 0)
    });
    is_known || is_direct && is_here
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The counts as Prometheus reads them.
fn told(counts: &Counts, now: u64) -> String {
    let Counts { mails, depth, n_failing, n_corrupt } = counts;
    let mut text = String::new();
    let mut name = |name: &str, kind: &str, help: &str, lines: &[(String, u64)]| {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
        for (labels, value) in lines {
            let _ = writeln!(text, "{name}{labels} {value}");
        }
    };
    let labels = |count: &MailCount| format!("{{kind=\"{}\",outcome=\"{}\"}}", count.kind, count.what);
    let totals: Vec<(String, u64)> = mails.iter().map(|count| (labels(count), count.n)).collect();
    name(
        "fieldpost_mail_total",
        "counter",
        "Letters by kind: sent, carried in another, dropped, failed; and how often one was deferred.",
        &totals,
    );
    let sent = mails.iter().filter(|count| count.what == "sent");
    let last: Vec<(String, u64)> =
        sent.map(|count| (format!("{{kind=\"{}\"}}", count.kind), count.last)).collect();
    name(
        "fieldpost_mail_last_success_timestamp_seconds",
        "gauge",
        "When a letter of this kind was last taken by the mail server.",
        &last,
    );
    let plain = |value| [(String::new(), value)];
    name("fieldpost_mail_queued", "gauge", "Letters that wait.", &plain(depth.queued));
    let age = depth.oldest.map_or(0, |oldest| now.saturating_sub(oldest));
    name("fieldpost_mail_oldest_seconds", "gauge", "Age of the oldest letter that waits.", &plain(age));
    name(
        "fieldpost_mail_failing_addresses",
        "gauge",
        "Players with an address that was refused for good.",
        &plain(*n_failing),
    );
    name(
        "fieldpost_games_corrupt",
        "gauge",
        "Games whose logs could not be read when somebody wanted them; all others are played on.",
        &plain(*n_corrupt),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_labels_and_types() {
        let count = |what: &str, n, last| MailCount { kind: "your_move".into(), what: what.into(), n, last };
        let depth = PostDepth { queued: 2, sent: 7, failed: 0, oldest: Some(90) };
        let mails = vec![count("deferred", 3, 10), count("sent", 7, 80)];
        let text = told(&Counts { mails, depth, n_failing: 1, n_corrupt: 3 }, 100);
        for line in [
            "# TYPE fieldpost_mail_total counter",
            "fieldpost_mail_total{kind=\"your_move\",outcome=\"deferred\"} 3",
            "fieldpost_mail_total{kind=\"your_move\",outcome=\"sent\"} 7",
            "fieldpost_mail_last_success_timestamp_seconds{kind=\"your_move\"} 80",
            "fieldpost_mail_queued 2",
            "fieldpost_mail_oldest_seconds 10",
            "fieldpost_mail_failing_addresses 1",
            "fieldpost_games_corrupt 3",
        ] {
            assert!(text.lines().any(|told| told == line), "{line}: {text}");
        }
    }
}
