//! Webhooks.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use openapi::webhooks::{NewWebhook, WebhookChange, WebhookEvent, WebhookShape};

use super::{
    super::{Shown, game::key, shown, signed_in},
    Showing, own_games,
};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller, unauthorized},
    body::Fields,
    idempotency::{self, Ticket},
    page::{self, form::Form, site::Reader},
    problem::{Problem, codes},
    service::webhooks,
};

const TITLE: &str = "Your webhooks";

pub async fn show(app: web::Data<App>, caller: MaybeCaller) -> HttpResponse {
    let asker = caller.0.clone();
    shown(&app, caller.0, move |app, reader| {
        let caller = asker.ok_or_else(unauthorized)?;
        list(app, reader, &caller, &Form::default())
    })
    .await
}

fn list(app: &App, reader: &Reader, caller: &Caller, form: &Form<'_>) -> Result<Shown, Problem> {
    let (all, games) = (webhooks::list(app, caller)?, own_games(app, &caller.player)?);
    let body = page::me::webhooks(reader, &all, &games, &key(), form);
    Ok(page_or_again(reader, &body, form))
}

fn page_or_again(reader: &Reader, body: &maud::Markup, form: &Form<'_>) -> Shown {
    match form.why {
        Some(why) => Shown::again(reader, TITLE, body, why),
        None => Shown::page(reader, TITLE, body),
    }
}

/// Makes a webhook and shows it with its secret, this once.
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
    let asker = caller.clone();
    let wanted = Wishes::of(&fields);
    let made = idempotency::once_by_form(&app, &caller, &request, &fields, move |app, ticket| {
        let Wishes { url, shape, events, game } = wanted;
        let shape = shape.ok_or_else(|| Problem::new(codes::BAD_REQUEST, "There is no such shape."))?;
        webhooks::create(app, &asker, &NewWebhook { url, shape, events, game, active: true }, ticket)
    })
    .await;
    shown(&app, Some(caller.clone()), move |app, reader| match made {
        Ok(made) => {
            let made = made.value();
            let id = made["id"].as_str().unwrap_or_default();
            Of { app, reader, caller: &caller, id }.page(None, made["secret"].as_str(), &Form::default())
        }
        Err(why) => list(app, reader, &caller, &Form { typed: Some(&fields), why: Some(&why) }),
    })
    .await
}

/// What the form of a webhook asks for.
struct Wishes {
    url: String,
    shape: Option<WebhookShape>,
    events: Vec<WebhookEvent>,
    game: Option<String>,
}

impl Wishes {
    fn of(fields: &Fields) -> Self {
        Wishes {
            url: fields.text("url").trim().to_owned(),
            shape: WebhookShape::parse(fields.text("shape")),
            events: fields.under("event.").filter_map(|(word, _)| WebhookEvent::parse(word)).collect(),
            game: fields.get("game").map(str::to_owned),
        }
    }
}

/// A webhook that somebody looks at.
struct Of<'a> {
    app: &'a App,
    reader: &'a Reader,
    caller: &'a Caller,
    id: &'a str,
}

impl Of<'_> {
    fn page(&self, cursor: Option<&str>, made: Option<&str>, form: &Form<'_>) -> Result<Shown, Problem> {
        let Of { app, reader, caller, id } = *self;
        let webhook = webhooks::read(app, caller, id)?;
        let deliveries = webhooks::deliveries(app, caller, id, cursor, None)?;
        let games = own_games(app, &caller.player)?;
        let body = page::me::webhook(reader, &webhook, &games, &deliveries, made, form);
        Ok(page_or_again(reader, &body, form))
    }

    /// The buttons that need no ticket.
    fn pressed(&self, fields: &Fields) -> Result<Shown, Problem> {
        let Of { app, reader, caller, id } = *self;
        match fields.text("do") {
            on @ ("on" | "off") => {
                self.changed(&WebhookChange { active: Some(on == "on"), ..WebhookChange::default() })
            }
            "save" => {
                let Wishes { url, shape, events, game } = Wishes::of(fields);
                let before = webhooks::read(app, caller, id)?.url;
                let url = Some(url).filter(|url| before.as_ref() != Some(url));
                self.changed(&WebhookChange {
                    url,
                    shape,
                    events: Some(events),
                    game: Some(game),
                    active: None,
                })
            }
            "delete" if fields.has("sure") => {
                webhooks::delete(app, caller, id)?;
                Ok(Shown::Away(reader.link("/me/webhooks")))
            }
            "delete" => Err(Problem::new(codes::BAD_REQUEST, "Tick the box if you want it deleted.")),
            _ => Err(Problem::new(codes::BAD_REQUEST, "There is no such button.")),
        }
    }

    fn changed(&self, change: &WebhookChange) -> Result<Shown, Problem> {
        webhooks::change(self.app, self.caller, self.id, change)?;
        Ok(self.back(""))
    }

    fn back(&self, anchor: &str) -> Shown {
        Shown::Away(self.reader.link(&format!("/me/webhooks/{}{anchor}", self.id)))
    }
}

pub async fn one(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: web::Path<String>,
    query: web::Query<Showing>,
) -> HttpResponse {
    let asker = caller.0.clone();
    shown(&app, caller.0, move |app, reader| {
        let caller = asker.ok_or_else(unauthorized)?;
        let of = Of { app, reader, caller: &caller, id: &id };
        of.page(query.cursor.as_deref(), None, &Form::default())
    })
    .await
}

/// One of the buttons of a webhook.
pub async fn press(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: web::Path<String>,
    request: HttpRequest,
    fields: Fields,
) -> HttpResponse {
    let caller = match signed_in(&app, caller).await {
        Ok(caller) => caller,
        Err(page) => return page,
    };
    let (asker, own) = (caller.clone(), id.clone());
    let asked = match fields.text("do") {
        "test" => {
            let test = move |app: &Arc<App>, ticket: &Ticket| webhooks::test(app, &asker, &own, ticket);
            Some(idempotency::once_by_form(&app, &caller, &request, &fields, test).await)
        }
        "secret" => {
            let renew =
                move |app: &Arc<App>, ticket: &Ticket| webhooks::renew_secret(app, &asker, &own, ticket);
            Some(idempotency::once_by_form(&app, &caller, &request, &fields, renew).await)
        }
        _ => None,
    };
    shown(&app, Some(caller.clone()), move |app, reader| {
        let of = Of { app, reader, caller: &caller, id: &id };
        let done = match asked {
            Some(asked) => asked.and_then(|answer| match answer.value()["secret"].as_str() {
                Some(secret) => of.page(None, Some(secret), &Form::default()),
                None => Ok(of.back("#deliveries")),
            }),
            None => of.pressed(&fields),
        };
        done.or_else(|why| {
            let typed = Some(&fields).filter(|fields| fields.text("do") == "save");
            of.page(None, None, &Form { typed, why: Some(&why) })
        })
    })
    .await
}
