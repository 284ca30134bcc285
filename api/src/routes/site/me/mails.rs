//! The mails there were, and leaving for good.

use actix_web::{HttpRequest, HttpResponse, web};
use openapi::{games::GameItem, mail::MailAgain};
use storage::PlayerId;

use super::{
    super::{Shown, account, shown, shown_with_mailbox, signed_in},
    CHOICES, Showing,
};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller, unauthorized},
    body::Fields,
    page::{self, form::Form, site::Reader},
    problem::{Problem, codes},
    service::{accounts, mails, read::list::GamesWanted},
};

const TITLE: &str = "Your mails";

pub async fn show(
    app: web::Data<App>,
    caller: MaybeCaller,
    request: HttpRequest,
    query: web::Query<Showing>,
) -> HttpResponse {
    let asker = caller.0.clone();
    shown_with_mailbox(&app, &request, caller.0, move |app, reader| {
        let caller = asker.ok_or_else(unauthorized)?;
        page(app, reader, &caller, &query, None)
    })
    .await
}

fn page(
    app: &App,
    reader: &Reader,
    caller: &Caller,
    showing: &Showing,
    why: Option<&Problem>,
) -> Result<Shown, Problem> {
    let list = mails::list(app, caller, None, showing.cursor.as_deref(), None)?;
    let waiting = waiting(app, &caller.player)?;
    let form = Form { typed: None, why };
    let body = page::me::mails(reader, &list, &waiting, showing.done, &form);
    Ok(match why {
        Some(why) => Shown::again(reader, TITLE, &body, why),
        None => Shown::page(reader, TITLE, &body),
    })
}

/// The games that wait for a player.
fn waiting(app: &App, player: &PlayerId) -> Result<Vec<GameItem>, Problem> {
    let wanted =
        GamesWanted { to_act: Some("me".to_owned()), limit: Some(CHOICES), ..GamesWanted::default() };
    Ok(app.list_games(Some(player), &wanted)?.items)
}

pub async fn again(app: web::Data<App>, caller: MaybeCaller, fields: Fields) -> HttpResponse {
    let caller = match signed_in(&app, caller).await {
        Ok(caller) => caller,
        Err(page) => return page,
    };
    shown(&app, Some(caller.clone()), move |app, reader| {
        let wanted =
            MailAgain { game: fields.text("game").to_owned(), seat: fields.get("seat").map(str::to_owned) };
        match mails::again(app, &caller, &wanted, &|_| Ok(None)) {
            Ok(_) => Ok(Shown::Away(reader.link("/me/mails?done=true"))),
            Err(why) => page(app, reader, &caller, &Showing { cursor: None, done: false }, Some(&why)),
        }
    })
    .await
}

pub async fn leave(app: web::Data<App>, caller: MaybeCaller) -> HttpResponse {
    shown(&app, caller.0, move |_, reader| {
        reader.me.as_ref().ok_or_else(unauthorized)?;
        Ok(Shown::page(reader, "Leave", &page::me::leave(reader, &Form::default())))
    })
    .await
}

pub async fn erase(app: web::Data<App>, caller: MaybeCaller, fields: Fields) -> HttpResponse {
    let caller = match signed_in(&app, caller).await {
        Ok(caller) => caller,
        Err(page) => return page,
    };
    let erased = if fields.has("sure") {
        let player = caller.player.clone();
        app.block(move |app| accounts::erase(app, &player)).await
    } else {
        Err(Problem::new(codes::BAD_REQUEST, "Tick the box if you want to leave for good."))
    };
    match erased {
        Ok(()) => account::farewell(&app),
        Err(why) => {
            shown(&app, Some(caller), move |_, reader| {
                let body = page::me::leave(reader, &Form { typed: None, why: Some(&why) });
                Ok(Shown::again(reader, "Leave", &body, &why))
            })
            .await
        }
    }
}
