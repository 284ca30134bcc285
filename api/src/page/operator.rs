//! The operator's overview.

use std::collections::BTreeMap;

use domain::rulesets;
use maud::{Markup, html};
use openapi::about::Check;
use storage::{MailCount, PostDepth};

use super::game::spoken;
use crate::{post::compose::when, service::fields};

/// How the service is.
pub struct State<'a> {
    /// What it needs, and how that is.
    pub checks: &'a [Check],
    /// Letters by kind and what became of them.
    pub mails: &'a [MailCount],
    /// The queue of letters.
    pub depth: PostDepth,
    /// Players with an address that was refused for good.
    pub n_failing: u64,
    /// Games whose logs could not be read.
    pub n_corrupt: u64,
    /// Games in memory.
    pub n_open: usize,
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
        (post(state))
        h2 { "Versions" }
        p {
            "Fieldpost " (env!("CARGO_PKG_VERSION")) "; "
            @for ruleset in rulesets::ALL { (ruleset.name()) " " (ruleset.version()) "; " }
            "time zones " (fields::zones_version()) "."
        }
        p class="quiet" { "The same for machines: " code { "/readyz" } ", " code { "/metrics" } ", " code { "/v1/about" } "." }
    }
}

fn post(state: &State<'_>) -> Markup {
    let mut by_kind: BTreeMap<&str, Vec<&MailCount>> = BTreeMap::new();
    for count in state.mails {
        by_kind.entry(&count.kind).or_default().push(count);
    }
    html! {
        h2 { "The post" }
        p {
            (state.depth.queued) " letters wait"
            @if let Some(oldest) = state.depth.oldest { ", the oldest since " (when::moment(oldest, "UTC")) }
            "; " (state.n_failing) " players have an address that was refused for good."
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
