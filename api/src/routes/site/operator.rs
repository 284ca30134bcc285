//! How the service is, for whoever looks after it. He is known as for `/metrics`: he asks from this machine itself (through a
//! tunnel, say), or has the token.

use actix_web::{HttpRequest, HttpResponse, web};

use super::{Shown, shown};
use crate::{
    app::App,
    auth::MaybeCaller,
    metrics::told::Stored,
    page::operator::{self, State},
    problem::Problem,
    routes::{about, metrics},
};

pub async fn overview(app: web::Data<App>, caller: MaybeCaller, request: HttpRequest) -> HttpResponse {
    let may_read = metrics::may_read(&app, &request);
    let checks = if may_read { about::checks(&app).await } else { Vec::new() };
    shown(&app, caller.0, move |app, reader| {
        if !may_read {
            return Err(Problem::nothing_here());
        }
        let stored = Stored::of(app)?;
        let state = State {
            checks: &checks,
            stored: &stored,
            n_corrupt: app.hall.n_corrupt(),
            n_open: app.hall.len(),
            n_streams: app.metrics.streams.get(),
            turns: app.metrics.turns.read(),
            since: app.metrics.since,
            now: app.now(),
        };
        Ok(Shown::page(reader, "Operator", &operator::page(&state)))
    })
    .await
}
