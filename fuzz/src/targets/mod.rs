//! What is given such bytes, one room a file.

mod house;
mod http;
mod log;
mod mail;
mod notation;
mod record;
mod scenario;

use crate::mutate::Shape;

/// Something that reads what strangers send.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What its inputs look like.
    pub shape: Shape,
    /// Inputs that are well meant: others are made of them.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Gives it an input.
    ///
    /// # Panics
    /// When something does not hold.
    pub run: fn(&[u8]),
    /// Puts away what it has kept open from input to input.
    pub end: fn(),
}

/// All of them.
pub static TARGETS: &[Target] = &[
    Target { name: "log", shape: Shape::JsonLines, seeds: log::seeds, run: log::run, end: nothing },
    Target { name: "bundle", shape: Shape::Json, seeds: log::bundles, run: log::run_bundle, end: nothing },
    Target { name: "notation", shape: Shape::Text, seeds: notation::seeds, run: notation::run, end: nothing },
    Target {
        name: "orders",
        shape: Shape::Json,
        seeds: notation::json_seeds,
        run: notation::run_json,
        end: nothing,
    },
    Target { name: "scenario", shape: Shape::Json, seeds: scenario::seeds, run: scenario::run, end: nothing },
    Target { name: "record", shape: Shape::Text, seeds: record::seeds, run: record::run, end: nothing },
    Target { name: "mail", shape: Shape::Letter, seeds: mail::seeds, run: mail::run, end: nothing },
    Target { name: "http", shape: Shape::Letter, seeds: http::seeds, run: http::run, end: http::end },
];

fn nothing() {}

/// Whether a code is one that programs can rely on: kebab-case, and not empty.
fn is_code(code: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    code.split('-').all(is_word)
}
