//! Tokens: what signs in programs, and each browser.

use maud::{Markup, html};
use openapi::tokens::Tokens;

use super::{part, secret};
use crate::page::{
    form::{Field, Form},
    site::{Reader, trouble},
};

/// The page. `key` is for one sending of the form, `made` a token that was made just now.
pub fn tokens(reader: &Reader, tokens: &Tokens, key: &str, made: Option<&str>, form: &Form<'_>) -> Markup {
    let body = html! {
        p {
            "A token signs in a program of yours, as " code { "Authorization: Bearer …" } "; each browser you signed in with has "
            "one too. Whoever has a token can do all that you can, but not read your mail."
        }
        @if let Some(why) = form.why { (trouble(why)) }
        @if let Some(made) = made { (secret("Your new token.", made)) }
        form method="post" action=(reader.link("/me/tokens")) class="inline" {
            input type="hidden" name="key" value=(key);
            (form.field("text", &Field { name: "name", label: "For which machine or program", now: "", pointer: "/name" }))
            button { "Make a token" }
        }
        div class="wide" { table {
            thead { tr { @for head in ["Token", "Made", "Last used", "End it"] { th scope="col" { (head) } } } }
            @for token in &tokens.items {
                tr {
                    th scope="row" { bdi { (token.name) } @if token.current { " " span class="tag" { "this browser" } } }
                    td { (reader.moment(&token.created)) }
                    td { @match &token.last_used { Some(used) => (reader.moment(used)), None => "never" } }
                    td {
                        form method="post" action=(reader.link(&format!("/me/tokens/{}", token.id))) {
                            button name="do" value="revoke" {
                                @if token.current { "Sign out here" } @else { "Revoke" span class="hidden" { " " (token.name) } }
                            }
                        }
                    }
                }
            }
        } }
    };
    part(reader, "/me/tokens", "Your tokens", &body)
}
