//! Tokens: signing in again, and the tokens of a player.

use std::net::IpAddr;

use actix_web::http::StatusCode;
use openapi::tokens::{SignedIn, Token, TokenFromCode, TokenMade, Tokens};
use storage::{CodeKind, CodeRow, PlayerId, TokenRow};
use zeroize::Zeroizing;

use super::{accounts, fields};
use crate::{
    app::App,
    auth::{self, Caller},
    idempotency::{Answer, Ticket},
    layers::gate::too_many,
    post::content::LetterContent,
    problem::{Problem, codes},
    random,
};

/// How long a code that signs in is good.
const SIGN_IN_SECONDS: u64 = 15 * 60;

/// How many tokens a player has at most.
const N_TOKENS: usize = 100;

/// Draws a token.
pub(super) fn draw(app: &App, player: &PlayerId, name: &str) -> (Zeroizing<String>, TokenRow) {
    let token = random::token();
    let row = TokenRow {
        id: random::token_id(),
        hash: auth::hash(&token),
        player: player.clone(),
        name: name.to_owned(),
        created: app.now(),
        used: None,
    };
    (token, row)
}

/// Sends a code to whoever has proved this address. For an address nobody has, all is done but the letter.
///
/// # Errors
/// 422 for what is no address, 429 for too many mails: both whether a player has it or not.
pub fn sign_in(app: &App, email: &str) -> Result<(), Problem> {
    let email = fields::email(email, "/email").map_err(|fault| Problem::fields(vec![fault]))?;
    let subject = fields::same_email(&email);
    let standing = app.limits.sign_in_mails.take(&subject);
    if standing.exceeded {
        return Err(too_many(codes::TOO_MANY_MAILS, &standing));
    }
    let (code, expires) = (random::code(), app.now() + SIGN_IN_SECONDS);
    let letters = match app.store.player_by_email(&email)? {
        Some(player) => {
            let (name, zone) = (player.name.clone(), player.zone.clone());
            let content = LetterContent::SignIn { name, code: code.clone(), expires, zone };
            vec![content.letter(app, &player.id, player.email.as_deref())?]
        }
        None => Vec::new(),
    };
    let row = CodeRow {
        kind: CodeKind::SignIn,
        subject,
        hash: auth::hash(&random::typed_code(&code).unwrap_or(code)),
        email,
        expires,
        tries: accounts::TRIES,
    };
    app.store.put_code(row, letters)?;
    Ok(())
}

/// Exchanges a code for a token.
///
/// # Errors
/// 422 for a wrong code, 429 for too many tries.
pub fn from_code(app: &App, asked: &TokenFromCode, client: IpAddr) -> Result<SignedIn, Problem> {
    let name = name(asked.name.as_deref(), "signed in")?;
    let subject = fields::same_email(&asked.email);
    let email = accounts::try_code(app, CodeKind::SignIn, &subject, &asked.code, client)?;
    // A code for an address nobody has proved was sent to nobody; guessing it gains nothing.
    let player = app.store.player_by_email(&email)?;
    let wrong = || Problem::field(codes::WRONG_CODE, "/code", codes::WRONG_CODE.text);
    let player = player.ok_or_else(wrong)?;
    let (token, row) = one_more(app, &player.id, &name)?;
    let made = TokenMade { about: shown(&row, None), token: token.to_string() };
    Ok(SignedIn { made, player: accounts::me(app, &player)? })
}

/// A token for somebody who may have lost all of his: the oldest makes room.
fn one_more(app: &App, player: &PlayerId, name: &str) -> Result<(Zeroizing<String>, TokenRow), Problem> {
    if let [oldest, rest @ ..] = &app.store.tokens_of(player)?[..]
        && N_TOKENS <= rest.len() + 1
    {
        app.store.delete_token(player, &oldest.id)?;
    }
    let (token, row) = draw(app, player, name);
    app.store.create_token(row.clone())?;
    Ok((token, row))
}

/// A token that the operator hands over to its owner.
///
/// # Errors
/// 422 for a bad name; as the store.
pub fn from_operator(app: &App, player: &PlayerId, name: &str) -> Result<Zeroizing<String>, Problem> {
    let name = self::name(Some(name), "")?;
    Ok(one_more(app, player, &name)?.0)
}

/// Makes one more token.
///
/// # Errors
/// 409 when there are too many.
pub fn create(app: &App, caller: &Caller, name: Option<&str>, ticket: &Ticket) -> Result<Answer, Problem> {
    let name = self::name(name, "unnamed")?;
    if N_TOKENS <= app.store.tokens_of(&caller.player)?.len() {
        let detail = format!("You have {N_TOKENS} tokens: revoke one first.");
        return Err(Problem::new(codes::CONFLICT, detail));
    }
    let (token, row) = draw(app, &caller.player, &name);
    let made = TokenMade { about: shown(&row, None), token: token.to_string() };
    let answer = Answer::json(StatusCode::CREATED, &made)?;
    let remembered = ticket.remember(app, &answer)?;
    app.store.create_token(row)?;
    // Not one transaction: a crash in between leaves a token nobody has, which is listed and can be revoked.
    if let Some(remembered) = remembered {
        app.store.put_answer(remembered)?;
    }
    Ok(answer)
}

/// A player's tokens.
///
/// # Errors
/// What the store says.
pub fn list(app: &App, caller: &Caller) -> Result<Tokens, Problem> {
    let rows = app.store.tokens_of(&caller.player)?;
    Ok(Tokens { items: rows.iter().map(|row| shown(row, Some(caller))).collect(), next: None })
}

/// Revokes a token.
///
/// # Errors
/// 404 when the player has none of this id.
pub fn revoke(app: &App, caller: &Caller, id: &str) -> Result<(), Problem> {
    Ok(app.store.delete_token(&caller.player, id)?)
}

fn name(given: Option<&str>, default: &str) -> Result<String, Problem> {
    match given {
        None => Ok(default.to_owned()),
        Some(name) => fields::name(name, "/name").map_err(|fault| Problem::fields(vec![fault])),
    }
}

fn shown(row: &TokenRow, caller: Option<&Caller>) -> Token {
    Token {
        id: row.id.clone(),
        name: row.name.clone(),
        created: fields::rfc3339(row.created),
        last_used: row.used.map(fields::rfc3339),
        current: caller.is_some_and(|caller| caller.token_id == row.id),
    }
}
