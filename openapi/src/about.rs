//! What this server is, and how it is.

use serde::Serialize;
use utoipa::ToSchema;

/// What this server is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "name": "fieldpost", "version": "0.1.0", "origin": "fieldpost.example.org",
    "base_url": "https://fieldpost.example.org", "api": ["v1"], "registration": "open", "mail": "smtp",
    "rulesets": [{"id": "some_battle", "name": "Some Battle", "version": 1}],
    "time_zones": {"source": "IANA", "version": "2026a"}, "now": "2026-11-30T05:22:49Z"
}))]
pub struct About {
    /// Always `fieldpost`.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// The name under which this server signs the heads and dice of its games.
    pub origin: String,
    /// Where it is reached.
    pub base_url: String,
    /// The versions of the API it speaks.
    pub api: Vec<String>,
    /// Who may make an account: `open`, `invite` or `closed`.
    pub registration: String,
    /// How mail leaves: `smtp`, or `files` when this server keeps it in its data folder.
    pub mail: String,
    /// The games it knows.
    pub rulesets: Vec<RulesetVersion>,
    /// Its time-zone data.
    pub time_zones: TimeZones,
    /// The server's clock.
    #[schema(format = DateTime)]
    pub now: String,
}

/// A ruleset and its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RulesetVersion {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version: raised when a rule is read differently.
    pub version: u32,
}

/// Which time-zone data deadlines are computed with.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeZones {
    /// Always `IANA`.
    pub source: String,
    /// Its release.
    pub version: String,
}

/// The process is alive.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"status": "ok"}))]
pub struct Health {
    /// Always `ok`.
    pub status: String,
}

/// Whether the service can do its work.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"status": "ok", "checks": [{"name": "store", "ok": true, "detail": "can be written"}]}))]
pub struct Readiness {
    /// `ok`.
    pub status: String,
    /// What was looked at.
    pub checks: Vec<Check>,
}

/// One thing that must be well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Check {
    /// What.
    pub name: String,
    /// True when it is well.
    pub ok: bool,
    /// How it is.
    pub detail: String,
}
