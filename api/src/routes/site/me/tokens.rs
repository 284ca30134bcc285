//! Tokens.

use actix_web::{HttpRequest, HttpResponse, web};

use super::super::{Shown, account, away, game::key, shown, signed_in};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller, unauthorized},
    body::Fields,
    idempotency,
    page::{self, form::Form, site::Reader},
    problem::Problem,
    service::tokens,
};

const TITLE: &str = "Your tokens";

pub async fn show(app: web::Data<App>, caller: MaybeCaller) -> HttpResponse {
    let asker = caller.0.clone();
    shown(&app, caller.0, move |app, reader| {
        let caller = asker.ok_or_else(unauthorized)?;
        page(app, reader, &caller, None, &Form::default())
    })
    .await
}

fn page(
    app: &App,
    reader: &Reader,
    caller: &Caller,
    made: Option<&str>,
    form: &Form<'_>,
) -> Result<Shown, Problem> {
    let body = page::me::tokens(reader, &tokens::list(app, caller)?, &key(), made, form);
    Ok(match form.why {
        Some(why) => Shown::again(reader, TITLE, &body, why),
        None => Shown::page(reader, TITLE, &body),
    })
}

/// Makes a token and shows it, this once; a form that is sent again shows the same one.
pub async fn create(
    app: web::Data<App>,
    caller: MaybeCaller,
    request: HttpRequest,
    fields: Fields,
) -> HttpResponse {
    let caller = match signed_in(&app, caller).await {
        Ok(caller) => caller,
        Err(page) => return page,
    };
    let (asker, name) = (caller.clone(), fields.get("name").map(str::to_owned));
    let made = idempotency::once_by_form(&app, &caller, &request, &fields, move |app, ticket| {
        tokens::create(app, &asker, name.as_deref(), ticket)
    })
    .await;
    shown(&app, Some(caller.clone()), move |app, reader| match made {
        Ok(made) => page(app, reader, &caller, made.value()["token"].as_str(), &Form::default()),
        Err(why) => page(app, reader, &caller, None, &Form { typed: Some(&fields), why: Some(&why) }),
    })
    .await
}

/// Whoever opens again what a form had answered, comes back to the list.
pub async fn back(app: web::Data<App>) -> HttpResponse {
    away(&app.path("/me/tokens"))
}

pub async fn revoke(app: web::Data<App>, caller: MaybeCaller, id: web::Path<String>) -> HttpResponse {
    let caller = match signed_in(&app, caller).await {
        Ok(caller) => caller,
        Err(page) => return page,
    };
    if caller.token_id == *id {
        return account::signed_out(&app, caller).await;
    }
    shown(&app, Some(caller.clone()), move |app, reader| {
        tokens::revoke(app, &caller, &id)?;
        Ok(Shown::Away(reader.link("/me/tokens")))
    })
    .await
}
