//! Joining and signing in.

use maud::{Markup, html};

use super::{
    form::Form,
    site::{Reader, own_path, trouble},
};
use crate::problem::Problem;

/// The form of a newcomer. Who is signed in is told so: he would make a second account.
pub fn join(reader: &Reader, next: &str, form: &Form<'_>) -> Markup {
    html! {
        h1 { "Join" }
        @if let Some(why) = form.why { (trouble(why)) }
        @if let Some(me) = &reader.me {
            p { "You are here already, as " strong { bdi { (me.name) } } "." }
            p {
                @if let Some(next) = own_path(next) { a class="button" href=(reader.link(next)) { "Go on" } " " }
                a class="button" href=(reader.link("/")) { "Your games" }
            }
            form method="post" action=(reader.link("/session/end")) class="inline" {
                p class="quiet" { "To make an account for somebody else, sign out first." }
                button class="plain" { "Sign out here" }
            }
        } @else {
            form method="post" action=(reader.link("/join")) class="stack" {
                input type="hidden" name="next" value=(next);
                (newcomer(form))
                // Whoever was sent here with one comes from the page of an invitation.
                @if !form.value("invite", "").is_empty() {
                    label { "Secret of your invitation" input name="invite" autocomplete="off" value=(form.value("invite", "")); }
                }
                button class="main" { "Join" }
            }
            p class="quiet" { "Here already? " a href=(reader.link("/sign-in")) { "Sign in" } "." }
        }
    }
}

/// What a newcomer says of himself. A script adds the zone of his browser.
pub fn newcomer(form: &Form<'_>) -> Markup {
    html! {
        input type="hidden" name="zone" data-own-zone;
        label {
            span { "Your name, as the others see it" }
            input name="name" required maxlength="64" autocomplete="nickname" value=(form.value("name", ""))
                aria-invalid=[form.is_wrong("/name").then_some("true")];
            (form.wrong("/name"))
        }
        label {
            span { "Mail address, for your turns" }
            input name="email" type="email" required autocomplete="email" value=(form.value("email", ""))
                aria-invalid=[form.is_wrong("/email").then_some("true")];
            (form.wrong("/email"))
        }
    }
}

/// Signing in, in two steps: ask for a code, and bring it.
pub fn sign_in(reader: &Reader, email: &str, sent: bool, why: Option<&Problem>) -> Markup {
    html! {
        @if let Some(why) = why { (trouble(why)) }
        @if sent && why.is_none() {
            p role="status" { "If a player has proved this address, a code is on its way to it. " (reader.mailbox_hint()) }
        }
        form method="post" action=(reader.link("/session/code")) class="stack" {
            label { "Your mail address" input name="email" type="email" required value=(email) autocomplete="email"; }
            button { @if sent { "Send another code" } @else { "Send me a code" } }
        }
        form method="post" action=(reader.link("/session")) class="stack" {
            h2 { "I have a code" }
            p class="quiet" { "It stands in the mail, and behind the " code { "#" } " of its link." }
            label { "Mail address" input name="email" type="email" required value=(email) autocomplete="email"; }
            label { "Code" input name="code" required autocomplete="one-time-code" data-fragment="code"; }
            button { "Sign in" }
        }
        p { "New here? " a href=(reader.link("/join")) { "Join" } "." }
    }
}

/// The same as a page of its own.
pub fn sign_in_page(reader: &Reader, email: &str, sent: bool, why: Option<&Problem>) -> Markup {
    html! { h1 { "Sign in" } (sign_in(reader, email, sent, why)) }
}
