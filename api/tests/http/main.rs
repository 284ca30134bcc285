//! The doors that need no game, from outside: accounts, tokens, errors, limits, the document. A real store for each test.

mod accounts;
mod browser;
mod document;
mod errors;
mod hostile_pages;
mod injection;
mod limits;
mod lobby_pages;
mod mails;
mod own_pages;
mod pages;
mod promise;
#[allow(dead_code, reason = "shared with the tests of rulesets")]
#[path = "../../../domain/tests/support/schema.rs"]
mod schema;
mod tokens;
mod wire;
#[allow(dead_code, reason = "shared with the tests of games")]
mod world;
