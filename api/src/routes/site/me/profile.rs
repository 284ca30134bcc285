//! Name, address, zone; which mail comes, and when; absence.

use actix_web::{HttpRequest, HttpResponse, web};
use openapi::{
    pace::{PaceChange, QuietHours},
    players::{Me, MeChange, NotificationsChange, Vacation},
};
use serde_json::{Map, Value};

use super::{
    super::{Shown, shown_with_mailbox, signed_in},
    Showing,
};
use crate::{
    app::App,
    auth::{MaybeCaller, unauthorized},
    body::Fields,
    idempotency,
    layers::gate::Client,
    page::{self, form::Form, site::Reader},
    problem::{Problem, codes},
    service::{accounts, fields},
};

const TITLE: &str = "Your account";

pub async fn show(
    app: web::Data<App>,
    caller: MaybeCaller,
    request: HttpRequest,
    query: web::Query<Showing>,
) -> HttpResponse {
    shown_with_mailbox(&app, &request, caller.0, move |_, reader| {
        let me = own(reader)?;
        Ok(Shown::page(reader, TITLE, &page::me::profile(reader, me, query.done, &Form::default())))
    })
    .await
}

fn own(reader: &Reader) -> Result<&Me, Problem> {
    reader.me.as_ref().ok_or_else(unauthorized)
}

pub async fn change(
    app: web::Data<App>,
    caller: MaybeCaller,
    request: HttpRequest,
    fields: Fields,
) -> HttpResponse {
    let caller = match signed_in(&app, caller).await {
        Ok(caller) => caller,
        Err(page) => return page,
    };
    shown_with_mailbox(&app, &request, Some(caller.clone()), move |app, reader| {
        let me = own(reader)?;
        match wishes(me, &fields).and_then(|wishes| accounts::change(app, &caller, &wishes)) {
            Ok(_) => Ok(Shown::Away(reader.link("/me?done=true"))),
            Err(why) => {
                let form = Form { typed: Some(&fields), why: Some(&why) };
                Ok(Shown::again(reader, TITLE, &page::me::profile(reader, me, false, &form), &why))
            }
        }
    })
    .await
}

/// What is to be other than it is.
fn wishes(me: &Me, typed: &Fields) -> Result<MeChange, Problem> {
    let other = |name: &str, now: &str| typed.get(name).filter(|text| *text != now).map(str::to_owned);
    let kinds: Map<String, Value> =
        typed.under("mail.").map(|(kind, way)| (kind.to_owned(), way.into())).collect();
    let notifications: NotificationsChange = serde_json::from_value(Value::Object(kinds))
        .map_err(|why| Problem::new(codes::INVALID_FIELDS, why.to_string()))?;
    Ok(MeChange {
        name: other("name", &me.name),
        email: other("email", me.email.as_deref().unwrap_or("")),
        zone: other("zone", &me.zone),
        notifications: Some(notifications),
        pace: Some(PaceChange {
            interval: other("interval", &me.pace.interval),
            digest_at: other("digest_at", &me.pace.digest_at),
            quiet: quiet(typed),
        }),
        vacation: vacation(me, typed)?,
    })
}

/// Quiet hours, where the form has them: both fields empty end them.
fn quiet(typed: &Fields) -> Option<Option<QuietHours>> {
    let (from, to) = (typed.get("quiet.from"), typed.get("quiet.to"));
    let hours = || QuietHours { from: from.unwrap_or("").to_owned(), to: to.unwrap_or("").to_owned() };
    typed.has("quiet.from").then(|| from.or(to).map(|_| hours()))
}

/// An absence until a day begins in the player's zone.
fn vacation(me: &Me, typed: &Fields) -> Result<Option<Option<Vacation>>, Problem> {
    let before = me.vacation.as_ref().and_then(|away| fields::day_of(&away.until, &me.zone));
    match typed.get("vacation") {
        _ if !typed.has("vacation") => Ok(None),
        day if day == before.as_deref() => Ok(None),
        None => Ok(Some(None)),
        Some(day) => {
            let begins = fields::day(day, &me.zone).ok_or_else(|| {
                Problem::field(codes::BAD_TIME, "/vacation/until", "A day is written as 2027-01-06.")
            })?;
            Ok(Some(Some(Vacation { until: fields::rfc3339(begins) })))
        }
    }
}

pub async fn verify(
    app: web::Data<App>,
    caller: MaybeCaller,
    client: web::ReqData<Client>,
    request: HttpRequest,
    fields: Fields,
) -> HttpResponse {
    let caller = match signed_in(&app, caller).await {
        Ok(caller) => caller,
        Err(page) => return page,
    };
    let client = client.into_inner().0;
    let typed = fields.text("code").trim().to_owned();
    let who = caller.clone();
    let proved = idempotency::once_by_form(&app, &caller, &request, &fields, move |app, ticket| {
        accounts::verify(app, &who, &typed, client, ticket)
    })
    .await;
    shown_with_mailbox(&app, &request, Some(caller), move |_, reader| match proved {
        Ok(_) => Ok(Shown::Away(reader.link("/me?done=true"))),
        Err(why) => {
            let form = Form { typed: None, why: Some(&why) };
            let body = page::me::profile(reader, own(reader)?, false, &form);
            Ok(Shown::again(reader, TITLE, &body, &why))
        }
    })
    .await
}
