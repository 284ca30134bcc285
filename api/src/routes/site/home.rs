//! The front door: what waits for the reader, what he plays, and what everybody may watch.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use storage::PlayerId;

use super::{Shown, shown, shown_with_mailbox};
use crate::{
    app::App,
    auth::{MaybeCaller, unauthorized},
    page::home::{self, LISTS, List, Listed, Whose},
    problem::{Problem, codes},
    service::read::list::GamesWanted,
};

/// Games of a list on the front door.
const FIRST: usize = 10;
/// Games on a page of one list.
const SHOWN: usize = 30;

pub async fn home(app: web::Data<App>, caller: MaybeCaller, request: HttpRequest) -> HttpResponse {
    let player = caller.0.as_ref().map(|caller| caller.player.clone());
    shown_with_mailbox(&app, &request, caller.0, move |app, reader| {
        let for_him = LISTS.iter().filter(|list| player.is_some() || list.whose == Whose::Others);
        let lists = for_him.map(|list| listed(app, player.as_ref(), list, None, FIRST));
        let lists = lists.collect::<Result<Vec<_>, _>>()?;
        Ok(Shown::page(reader, "Tabletop battles by post", &home::page(reader, &lists)))
    })
    .await
}

/// Which list, and where it goes on.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(default)]
    list: String,
    cursor: Option<String>,
}

pub async fn list(app: web::Data<App>, caller: MaybeCaller, wanted: web::Query<Wanted>) -> HttpResponse {
    let player = caller.0.as_ref().map(|caller| caller.player.clone());
    shown(&app, caller.0, move |app, reader| {
        let list = LISTS.iter().find(|list| list.id == wanted.list);
        let list = list.ok_or_else(|| Problem::new(codes::NOT_FOUND, "There is no such list of games."))?;
        if player.is_none() && list.whose != Whose::Others {
            return Err(unauthorized());
        }
        let listed = listed(app, player.as_ref(), list, wanted.cursor.clone(), SHOWN)?;
        Ok(Shown::page(reader, home::title(list), &home::whole(reader, &listed)))
    })
    .await
}

fn listed(
    app: &App,
    player: Option<&PlayerId>,
    list: &'static List,
    cursor: Option<String>,
    limit: usize,
) -> Result<Listed, Problem> {
    let wanted = GamesWanted {
        state: list.states.map(str::to_owned),
        mine: list.whose == Whose::Mine,
        to_act: (list.whose == Whose::ToMove).then(|| "me".to_owned()),
        cursor,
        limit: Some(limit),
        ..GamesWanted::default()
    };
    let mut page = app.list_games(player, &wanted)?;
    // A game stands in one list only.
    page.items.retain(|game| match list.whose {
        Whose::ToMove => true,
        Whose::Mine => !game.mine.iter().any(|seat| seat.acts),
        Whose::Others => game.mine.is_empty(),
    });
    Ok(Listed { list, games: page.items, next: page.next })
}
