//! What all pages for players have around them: a head with the ways about, and who is signed in.

use maud::{DOCTYPE, Markup, html};
use openapi::players::Me;

use crate::{post::compose::when, problem::Problem};

/// The style sheet of these pages.
pub const STYLE: &str = include_str!("site.css");
/// What a browser with scripting adds to them.
pub const SCRIPT: &str = include_str!("site.js");
/// What it adds to a board.
pub const BOARD: &str = include_str!("board.js");
/// What is drawn over one.
pub const PLAN: &str = include_str!("plan.js");

/// A pennon, small enough to stand in every page.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath \
     d='M3 1v15' stroke='%23777' stroke-width='2'/%3E%3Cpath d='M4 2l11 4-11 4z' fill='%238c2f1b'/%3E%3C/svg%3E";

/// Who looks at a page, and under which path the service lies.
pub struct Reader {
    /// Who, if he is signed in.
    pub me: Option<Me>,
    /// The path before all links, without a slash at its end.
    pub root: String,
    /// Whether this server shows him its mails, having no mail server.
    pub mailbox: bool,
}

impl Reader {
    /// Somebody of whom nothing is known.
    pub fn stranger(root: &str) -> Self {
        Reader { me: None, root: root.to_owned(), mailbox: false }
    }

    /// A link to a path such as `/games/x`.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.root)
    }

    /// Where mails are, if this server shows them.
    pub fn mailbox_hint(&self) -> Markup {
        html! {
            @if self.mailbox {
                "This server has no mail server: its mails are shown in the " a href=(self.link("/mailbox")) { "mailbox" } "."
            }
        }
    }

    /// A moment in the reader's zone, with its name, and in UTC.
    pub fn moment(&self, rfc3339: &str) -> Markup {
        let zone = self.me.as_ref().map_or("UTC", |me| &me.zone);
        let seconds =
            rfc3339.parse::<jiff::Timestamp>().ok().and_then(|at| u64::try_from(at.as_second()).ok());
        html! { time datetime=(rfc3339) { (seconds.map_or_else(|| rfc3339.to_owned(), |at| when::moment(at, zone))) } }
    }
}

/// A whole page.
pub fn site(reader: &Reader, title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Fieldpost" }
                link rel="icon" href=(ICON);
                link rel="stylesheet" href=(reader.link("/site.css"));
                script type="module" src=(reader.link("/site.js")) {}
            }
            body {
                a class="skip" href="#main" { "Skip to the page" }
                header class="head" {
                    a class="brand" href=(reader.link("/")) { "Fieldpost" }
                    nav aria-label="Site" {
                        a href=(reader.link("/new")) { "New game" }
                        a href=(reader.link("/rules")) { "Rules" }
                        a href=(reader.link("/docs")) { "API" }
                        @if let Some(me) = &reader.me {
                            a class="me" href=(reader.link("/me")) { bdi { (me.name) } }
                        } @else {
                            a class="me" href=(reader.link("/sign-in")) { "Sign in" }
                        }
                    }
                }
                main id="main" { (body) }
                footer {
                    p {
                        "Every die comes from a seed that was committed to in advance: "
                        a href=(reader.link("/rules")) { "rules" } ", "
                        a href=(reader.link("/docs")) { "API" } ", "
                        a href=(reader.link("/problems")) { "what refusals mean" } "."
                    }
                }
            }
        }
    }
}

/// What went wrong, for people: the words of the problem, each fault, and its code.
pub fn trouble(problem: &Problem) -> Markup {
    let body = problem.body();
    html! {
        div class="trouble" role="alert" {
            p { strong { (body.title) } }
            @if body.errors.is_empty() {
                p { (body.detail) }
            } @else {
                ul { @for fault in &body.errors {
                    li {
                        @if let Some(line) = fault.line { "Line " (line) ": " }
                        (fault.detail)
                        @if let Some(rule) = &fault.about.rule { " (" (rule) ")" }
                    }
                } }
            }
            p class="quiet" { "Code " code { (body.code) } }
        }
    }
}

/// A page that tells of nothing but a problem.
pub fn refused(reader: &Reader, problem: &Problem) -> Markup {
    let body = html! {
        h1 { (problem.body().title) }
        (trouble(problem))
        @if problem.status() == 401 {
            p { a class="button" href=(reader.link("/sign-in")) { "Sign in or join" } }
        }
        p { a href=(reader.link("/")) { "To the start" } }
    };
    site(reader, &problem.body().title, &body)
}

/// What leads to a page of ours, whatever a browser makes of it: a path of plain letters that is no other host.
pub fn own_path(path: &str) -> Option<&str> {
    let is_own = path.starts_with('/') && !path[1..].starts_with(['/', '\\']);
    Some(path).filter(|path| is_own && path.bytes().all(|byte| byte.is_ascii_graphic()))
}

#[cfg(test)]
mod tests {
    use super::own_path;

    #[test]
    fn only_a_path_of_ours_is_gone_to() {
        for ours in ["/", "/games/x?seat=red#orders", "/me"] {
            assert_eq!(own_path(ours), Some(ours));
        }
        for other in [
            "",
            "games",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "/a\nb",
            "/\u{7f}",
            "https://x",
        ] {
            assert_eq!(own_path(other), None, "{other:?}");
        }
    }
}
