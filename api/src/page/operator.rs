//! The operator's overview.

use std::collections::BTreeMap;

use domain::rulesets;
use maud::{Markup, html};
use openapi::about::Check;
use storage::{Distribution, MailCount};

use super::game::spoken;
use crate::{metrics::told::Stored, post::compose::when, service::fields};

/// How the service is.
pub struct State<'a> {
    /// What it needs, and how that is.
    pub checks: &'a [Check],
    /// What the store knows.
    pub stored: &'a Stored,
    /// Games whose logs could not be read.
    pub n_corrupt: usize,
    /// Games in memory.
    pub n_open: usize,
    /// Event streams that are open.
    pub n_streams: u64,
    /// How long turns took, in microseconds.
    pub turns: Distribution,
    /// Unix seconds of the start.
    pub since: u64,
    /// Unix seconds.
    pub now: u64,
}

/// The page.
pub fn page(state: &State<'_>) -> Markup {
    let is_well = state.checks.iter().all(|check| check.ok) && state.n_corrupt == 0;
    html! {
        h1 { "How the service is" }
        p class=(if is_well { "done" } else { "trouble" }) {
            @if is_well { "All is well." } @else { "Something is wrong." } " " (when::moment(state.now, "UTC"))
        }
        h2 { "What it needs" }
        table {
            thead { tr { th scope="col" { "Part" } th scope="col" { "Well" } th scope="col" { "How it is" } } }
            tbody {
                @for check in state.checks {
                    tr { th scope="row" { (check.name) } td { (if check.ok { "yes" } else { "no" }) } td { (check.detail) } }
                }
            }
        }
        h2 { "Games" }
        p { (state.n_open) " in memory, " (state.n_corrupt) " that could not be read since the start ("
            code { "fieldpost check" } " finds all)." }
        p {
            (state.turns.n()) " turns since the start (" (when::moment(state.since, "UTC")) "), on average " (mean(&state.turns)) "; "
            (state.n_streams) " event streams are open."
        }
        h2 { "The store" }
        p {
            (state.stored.stats.commits.n()) " commits, on average " (mean(&state.stored.stats.commits)) "; "
            (state.stored.stats.failures) " failed; its write-ahead log has " (state.stored.stats.wal_bytes / 1024) " KiB. "
            (state.stored.n_timers) " timers are due."
        }
        (post(state.stored))
        h2 { "Versions" }
        p {
            "Fieldpost " (env!("CARGO_PKG_VERSION")) "; "
            @for ruleset in rulesets::ALL { (ruleset.name()) " " (ruleset.version()) "; " }
            "time zones " (fields::zones_version()) "."
        }
        p class="quiet" { "The same for machines: " code { "/readyz" } ", " code { "/metrics" } ", " code { "/v1/about" } "." }
    }
}

/// The mean of durations, for people.
fn mean(times: &Distribution) -> String {
    match times.n() {
        0 => "0 ms".to_owned(),
        n => format!("{:.1} ms", times.sum as f64 / n as f64 / 1000.0),
    }
}

fn post(stored: &Stored) -> Markup {
    let mut by_kind: BTreeMap<&str, Vec<&MailCount>> = BTreeMap::new();
    for count in &stored.mails {
        by_kind.entry(&count.kind).or_default().push(count);
    }
    html! {
        h2 { "The post" }
        p {
            (stored.depth.queued) " letters wait"
            @if let Some(oldest) = stored.depth.oldest { ", the oldest since " (when::moment(oldest, "UTC")) }
            "; " (stored.n_failing) " players have an address that was refused for good."
        }
        @if !by_kind.is_empty() {
            table {
                thead { tr { th scope="col" { "Letter" } th scope="col" { "What became of it" } th scope="col" { "Last" } } }
                tbody {
                    @for (kind, counts) in by_kind {
                        @for count in counts {
                            tr {
                                th scope="row" { (spoken(kind)) }
                                td { (spoken(&count.what)) " " (count.n) }
                                td { (when::moment(count.last, "UTC")) }
                            }
                        }
                    }
                }
            }
        }
    }
}
