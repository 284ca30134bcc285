//! Pages for people, made on the server: they can be read and used without a script, and take nothing from elsewhere.

pub mod account;
pub mod audit;
pub mod create;
pub mod dice;
pub mod docs;
pub mod form;
pub mod game;
pub mod home;
pub mod me;
pub mod moment;
pub mod operator;
pub mod problems;
pub mod replay;
pub mod rules;
pub mod script;
pub mod site;

use maud::{DOCTYPE, Markup, html};

/// The style sheet of these pages.
pub const STYLE: &str = include_str!("style.css");

/// A page: `root` is the path under which the service lies.
pub fn frame(title: &str, root: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href=(format!("{root}/docs/style.css"));
            }
            body { (body) }
        }
    }
}
