//! Letters about an account: a code that proves an address or signs in, and what its owner must be told.

use serde_json::json;

use super::{
    Recipient,
    game::no_replies,
    message::Draft,
    text::{Page, clean, quoted},
    vacation,
    when::moment,
};
use crate::{app::App, post::content::LetterContent, problem::Problem};

/// Whether a letter's code is no longer good.
pub(super) fn is_late(content: &LetterContent, now: u64) -> bool {
    match content {
        LetterContent::Verify { expires, .. } | LetterContent::SignIn { expires, .. } => *expires <= now,
        LetterContent::AddressTaken { .. }
        | LetterContent::AddressChanged { .. }
        | LetterContent::WebhookOff { .. }
        | LetterContent::Invitation { .. }
        | LetterContent::OfferAnswered { .. }
        | LetterContent::VacationBegun { .. }
        | LetterContent::VacationOver {}
        | LetterContent::Press { .. } => false,
    }
}

/// The letter.
///
/// # Errors
/// What the store says.
pub(super) fn draft(app: &App, to: &Recipient, content: &LetterContent) -> Result<Draft, Problem> {
    let mut page = Page::default();
    let subject = match content {
        LetterContent::Verify { name, code, expires, zone } => {
            hello(&mut page, name);
            verify(app, code, &moment(*expires, zone), &mut page);
            "Fieldpost: is this your address?"
        }
        LetterContent::SignIn { name, code, expires, zone } => {
            hello(&mut page, name);
            sign_in(app, to, code, &moment(*expires, zone), &mut page);
            "Fieldpost: your code to sign in"
        }
        LetterContent::AddressTaken { name } => {
            hello(&mut page, name);
            taken(app, to, &mut page);
            "Fieldpost: you have an account already"
        }
        LetterContent::AddressChanged { name } => {
            hello(&mut page, name);
            changed(app, &mut page);
            "Fieldpost: your account has a new address"
        }
        LetterContent::WebhookOff { name, webhook, host, why } => {
            hello(&mut page, name);
            webhook_off(app, webhook, host.as_deref(), why, &mut page);
            "Fieldpost: a webhook of yours is switched off"
        }
        LetterContent::VacationBegun { until } => {
            page.greet(&to.greeting());
            vacation::begun(app, to, *until, &mut page)?;
            "Fieldpost: you are away"
        }
        LetterContent::VacationOver {} => {
            page.greet(&to.greeting());
            vacation::over(app, to, &mut page)?;
            "Fieldpost: you are back"
        }
        // Letters about a game.
        LetterContent::Invitation { .. }
        | LetterContent::OfferAnswered { .. }
        | LetterContent::Press { .. } => "Fieldpost",
    };
    page.footer([format!("Fieldpost, {}", app.config.base_url.as_str()), no_replies(app).to_owned()], None);
    Ok(Draft { subject: subject.to_owned(), page, head: None, thread: None })
}

fn hello(page: &mut Page, name: &str) {
    page.greet(&format!("Hello {},", clean(name)));
}

fn webhook_off(app: &App, webhook: &str, host: Option<&str>, why: &str, page: &mut Page) {
    let to = host.map_or_else(String::new, |host| format!(" (to {})", clean(host)));
    page.say(&format!(
        "your webhook {webhook}{to} is switched off: {}. Nothing more is sent there; your mail goes on as before. When the other \
         side works again, switch it on:",
        clean(why)
    ));
    page.lines([
        format!("curl -sS -X PATCH {} \\", quoted(&app.link(&format!("/v1/me/webhooks/{webhook}")))),
        "  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\".to_owned(),
        format!("  -d {}", quoted(&json!({ "active": true }).to_string())),
    ]);
}

fn verify(app: &App, code: &str, until: &str, page: &mut Page) {
    page.say(
        "somebody, we hope you, made an account with this address. If it was you, prove it: then your games can \
         write to you. Your code is",
    );
    page.code(code);
    page.say("Send it with your token, the one you got with the account (TOKEN=fp_...):");
    page.lines([
        format!("curl -sS {} \\", quoted(&app.link("/v1/me/verify"))),
        "  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\".to_owned(),
        format!("  -d {}", quoted(&json!({ "code": code }).to_string())),
    ]);
    page.say(&format!("It is good until {until}. A page that explains:"));
    page.lines([app.link(&format!("/verify#{code}"))]);
    page.say("If it was not you, do nothing: the account stays without an address.");
}

fn sign_in(app: &App, to: &Recipient, code: &str, until: &str, page: &mut Page) {
    page.say("here is your code to sign in:");
    page.code(code);
    page.say("It is exchanged for a token, once:");
    let body = json!({ "email": to.address, "code": code }).to_string();
    page.lines([
        format!("curl -sS {} \\", quoted(&app.link("/v1/tokens"))),
        "  -H 'Content-Type: application/json' \\".to_owned(),
        format!("  -d {}", quoted(&body)),
    ]);
    page.say(&format!("It is good until {until}. A page that explains:"));
    page.lines([app.link(&format!("/sign-in#{code}"))]);
    page.say("If you did not ask for it, do nothing. Give the code to nobody: it opens your account.");
}

fn taken(app: &App, to: &Recipient, page: &mut Page) {
    page.say(
        "somebody, perhaps you, just gave this address for another account. It belongs to yours, so nothing has \
         changed. If it was you, sign in instead of making a new account; a code comes by mail:",
    );
    let body = json!({ "email": to.address }).to_string();
    page.lines([
        format!("curl -sS {} \\", quoted(&app.link("/v1/sign-in"))),
        "  -H 'Content-Type: application/json' \\".to_owned(),
        format!("  -d {}", quoted(&body)),
    ]);
    page.say("If it was not you, you need do nothing.");
}

fn changed(app: &App, page: &mut Page) {
    page.say("your account has another address now; this is the last mail to the old one.");
    page.say(&format!(
        "If it was not you, somebody has a token of yours. Revoke all that you do not know, as {} explains, or tell \
         the operator of this server.",
        app.link("/docs")
    ));
}
