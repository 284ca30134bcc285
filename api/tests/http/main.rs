//! The doors that need no game, from outside: accounts, tokens, errors, limits, the document. A real store for each test.

mod accounts;
mod document;
mod errors;
mod limits;
mod tokens;
mod wire;
#[allow(dead_code, reason = "shared with the tests of games")]
mod world;
