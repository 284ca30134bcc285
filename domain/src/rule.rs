//! A rule's name and its sentence. Events and refusals cite rules; the rules pages and the API explain them.

use serde::Serialize;

/// The id of a rule, e.g. `LBH-7.3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::fmt::Debug for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Where a rule comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The source says it.
    Source,
    /// Our ruling, where the source is silent or unclear.
    Ruling,
    /// The source says it; its exact form is ours.
    SourceAndRuling,
}

/// A rule of a ruleset, in one of our own sentences.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rule {
    /// Its id.
    pub id: RuleId,
    /// The heading it stands under, e.g. `Movement`.
    pub section: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    /// What it says.
    pub text: &'static str,
}
