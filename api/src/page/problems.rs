//! What problems mean: as a page, as text, as JSON.

use maud::{Markup, html};
use serde_json::{Value, json};

use crate::problem::Code;

/// As a page.
pub fn page(codes: &[Code], root: &str) -> Markup {
    let title = match codes {
        [code] => code.title,
        _ => "Problems",
    };
    let body = html! {
        main class="narrow" {
            h1 { (title) }
            @for code in codes {
                section id=(code.code) {
                    h2 { code { (code.code) } " " span class="status" { (code.status) } }
                    p { strong { (code.title) "." } " " (code.text) }
                }
            }
            p { a href=(format!("{root}/problems")) { "All problems" } " · " a href=(format!("{root}/docs")) { "The API" } }
        }
    };
    super::frame(title, root, &body)
}

/// As text.
pub fn text(codes: &[Code]) -> String {
    let one = |code: &Code| format!("{} ({})\n{}. {}\n", code.code, code.status, code.title, code.text);
    codes.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// As JSON.
pub fn json(codes: &[Code]) -> Value {
    let one = |code: &Code| {
        json!({
            "type": format!("/problems/{}", code.code), "code": code.code, "status": code.status,
            "title": code.title, "description": code.text
        })
    };
    match codes {
        [code] => one(code),
        _ => json!({"items": codes.iter().map(one).collect::<Vec<_>>(), "next": null}),
    }
}
