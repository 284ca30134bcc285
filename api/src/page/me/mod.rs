//! One's own account: who one is and which mail comes when, tokens, webhooks, the mails there were, and leaving.

mod mails;
mod profile;
mod tokens;
mod webhooks;

use maud::{Markup, html};

pub use mails::{leave, mails};
pub use profile::profile;
pub use tokens::tokens;
pub use webhooks::{one as webhook, webhooks};

use super::site::Reader;

/// The parts of an account, each with its path.
const PARTS: [(&str, &str); 5] = [
    ("/me", "You and your mail"),
    ("/me/tokens", "Tokens"),
    ("/me/webhooks", "Webhooks"),
    ("/me/mails", "Mails so far"),
    ("/me/leave", "Leave"),
];

/// One of the parts, with the ways to the others.
fn part(reader: &Reader, here: &str, title: &str, body: &Markup) -> Markup {
    html! {
        h1 { (title) }
        nav class="parts" aria-label="Your account" {
            @for (path, words) in PARTS {
                a href=(reader.link(path)) aria-current=[(path == here).then_some("page")] { (words) }
            }
        }
        (body)
    }
}

/// A secret that is shown this once.
fn secret(about: &str, secret: &str) -> Markup {
    html! {
        div class="done" role="status" {
            p { (about) " It is shown this once: keep it." }
            p { code class="secret" { (secret) } }
        }
    }
}
