//! Pages for people, made on the server: no script, nothing from elsewhere.

pub mod docs;
pub mod problems;

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
