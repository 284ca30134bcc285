//! The dice of a game.

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::{Shown, shown};
use crate::{
    app::App,
    auth::MaybeCaller,
    page::{dice, game::title},
    service::read::games::Look,
};

/// Where the list of rolls goes on.
#[derive(Deserialize)]
pub struct From {
    cursor: Option<String>,
}

pub async fn dice(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: web::Path<String>,
    from: web::Query<From>,
) -> HttpResponse {
    let player = caller.0.as_ref().map(|caller| caller.player.clone());
    shown(&app, caller.0, move |app, reader| {
        let opened = app.seen(&id, player.as_ref())?;
        let look = Look { summary: true, ..Look::default() };
        let game = app.shown(&opened, player.as_ref(), &look)?;
        let rolls = app.dice_page(&id, player.as_ref(), from.cursor.as_deref(), None)?;
        Ok(Shown::page(reader, &format!("{}: dice", title(&game)), &dice::page(reader, &game, &rolls)))
    })
    .await
}
