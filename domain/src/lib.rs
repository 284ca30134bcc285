//! All that is true of a game: rules, dice, log. Pure: the same log and the same code give the same bytes on every machine.
//!
//! Reading order: names and rules ([`ids`], [`rule`]); dice as the rules see them ([`dice`]); the log and its proof
//! ([`log`]); what a ruleset is ([`ruleset`], [`notation`], [`picture`], [`pointer`](mod@pointer)) and how the rest sees it ([`seam`]); what all
//! games share ([`table`]); a game ([`game`]), a game with its log ([`chronicle`]), the log judged by the rules ([`audit`]), and bots at play ([`simulate`]).
//!
//! Invariants: no I/O, clock, entropy, floats, hash-order dependence or async. Events are facts: folding never judges.

mod form;
pub mod hash;
pub mod ids;
pub mod rule;

pub mod dice;
pub mod log;

pub mod geometry;
pub mod notation;
pub mod picture;
pub mod pointer;
pub mod prose;
pub mod ruleset;
pub mod seam;

pub mod audit;
pub mod chronicle;
pub mod game;
pub mod simulate;
pub mod story;
pub mod table;
pub mod tell;

pub mod rulesets;

#[cfg(any(test, feature = "testing"))]
pub mod harness;
