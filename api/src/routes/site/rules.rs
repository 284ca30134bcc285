//! The rules.

use actix_web::{HttpResponse, web};

use super::{Shown, shown};
use crate::{app::App, auth::MaybeCaller, page::rules, service::read::rulesets};

pub async fn list(app: web::Data<App>, caller: MaybeCaller) -> HttpResponse {
    shown(&app, caller.0, |_, reader| {
        Ok(Shown::page(reader, "Rules", &rules::list(reader, &rulesets::list(&reader.root))))
    })
    .await
}

pub async fn book(app: web::Data<App>, caller: MaybeCaller, ruleset: web::Path<String>) -> HttpResponse {
    shown(&app, caller.0, move |_, reader| {
        let page = rulesets::page(&ruleset, &reader.root)?;
        Ok(Shown::page(reader, &page.name, &rules::book(reader, &page)))
    })
    .await
}
