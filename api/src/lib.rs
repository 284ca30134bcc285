//! The doors: HTTP, post, clock and command line, and the one hall behind them, [`service`].
//!
//! Invariants: no rule is decided here and no secret filtered; no ruleset's name occurs here. Keys and entropy live here
//! only: seeds and sealed texts are encrypted before the archive sees them. All that is async is here; the archive and
//! the rules are called through [`app::App::block`].

pub mod address;
pub mod app;
pub mod auth;
pub mod body;
pub mod cli;
pub mod config;
pub mod etag;
pub mod idempotency;
pub mod keys;
pub mod layers;
pub mod limits;
pub mod metrics;
pub mod page;
pub mod png;
pub mod post;
pub mod problem;
pub mod random;
pub mod record;
pub mod routes;
pub mod server;
pub mod service;
pub mod tasks;
