//! The mails of a server without a mail server, to be read in a browser. They hold codes that sign in, so they are
//! shown to this machine only: elsewhere there is nothing at these addresses.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, ContentType},
    web,
};
use maud::{Markup, html};
use serde::Deserialize;

use crate::{
    app::App,
    config::Mail,
    layers::gate::{is_from_here, is_here},
    page,
    post::mailbox::{self, Entry, Shown},
    problem::{Problem, codes},
};

/// Where to go on in the list.
#[derive(Deserialize)]
pub struct Before {
    before: Option<String>,
}

/// The mails of this server
///
/// Only where mails are files, and only on the machine the server runs on.
#[utoipa::path(
    tag = "service",
    operation_id = "mailbox",
    params(("before" = Option<String>, Query, description = "Only mails before this one.")),
    responses(
        (status = 200, description = "A page for people.", content_type = "text/html", body = String),
        (status = 404, description = "Mails are not shown here.")
    )
)]
#[get("/mailbox")]
pub async fn mailbox_list(
    app: web::Data<App>,
    request: HttpRequest,
    query: web::Query<Before>,
) -> Result<HttpResponse, Problem> {
    may_read(&app, &request)?;
    let app = app.into_inner();
    let before = query.into_inner().before;
    let read = app.block(move |app| {
        mailbox::list(&app.config.data, before.as_deref()).map_err(|error| Problem::internal(&error))
    });
    let (entries, next) = read.await?;
    Ok(html(&list_page(&app, &entries, next.as_deref())))
}

/// One mail
#[utoipa::path(
    tag = "service",
    operation_id = "mail",
    params(("name" = String, Path, description = "The name of its file.")),
    responses(
        (status = 200, description = "A page for people.", content_type = "text/html", body = String),
        (status = 404, description = "There is no such mail, or mails are not shown here.")
    )
)]
#[get("/mailbox/{name}")]
pub async fn mailbox_mail(
    app: web::Data<App>,
    request: HttpRequest,
    name: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (app, name) = (app.into_inner(), name.into_inner());
    let bytes = bytes(&app, &request, &name).await?;
    Ok(html(&mail_page(&app, &name, &mailbox::show(&bytes))))
}

/// One mail as a file
#[utoipa::path(
    tag = "service",
    operation_id = "mail_file",
    params(("name" = String, Path, description = "The name of its file.")),
    responses(
        (status = 200, description = "The mail to the byte.", content_type = "message/rfc822", body = String),
        (status = 404, description = "There is no such mail, or mails are not shown here.")
    )
)]
#[get("/mailbox/{name}/file")]
pub async fn mailbox_file(
    app: web::Data<App>,
    request: HttpRequest,
    name: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (app, name) = (app.into_inner(), name.into_inner());
    let bytes = bytes(&app, &request, &name).await?;
    // The name is one of our own: nothing in it needs quoting.
    let attached = format!("attachment; filename=\"{name}\"");
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "message/rfc822"))
        .insert_header((header::CONTENT_DISPOSITION, attached))
        .body(bytes))
}

/// One mail as it looks
#[utoipa::path(
    tag = "service",
    operation_id = "mail_html",
    params(("name" = String, Path, description = "The name of its file.")),
    responses(
        (status = 200, description = "The mail's HTML, its pictures in it.", content_type = "text/html", body = String),
        (status = 404, description = "There is no such mail, it has no HTML, or mails are not shown here.")
    )
)]
#[get("/mailbox/{name}/html")]
pub async fn mailbox_html(
    app: web::Data<App>,
    request: HttpRequest,
    name: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (app, name) = (app.into_inner(), name.into_inner());
    let bytes = bytes(&app, &request, &name).await?;
    let shown = mailbox::show(&bytes);
    let html = shown.html.ok_or_else(|| Problem::new(codes::NOT_FOUND, "This mail has no HTML."))?;
    Ok(HttpResponse::Ok()
        .insert_header(ContentType::html())
        .insert_header((header::CONTENT_SECURITY_POLICY, AS_MAIL))
        .body(html))
}

/// A mail may do what it may do in a mail program: show itself.
const AS_MAIL: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox allow-popups";

async fn bytes(app: &std::sync::Arc<App>, request: &HttpRequest, name: &str) -> Result<Vec<u8>, Problem> {
    may_read(app, request)?;
    let name = name.to_owned();
    let read = app
        .block(move |app| mailbox::read(&app.config.data, &name).map_err(|error| Problem::internal(&error)));
    read.await?.ok_or_else(|| Problem::new(codes::NOT_FOUND, "There is no such mail."))
}

/// Whether mails are shown to whoever asks this.
pub(super) fn is_open(app: &App, request: &HttpRequest) -> bool {
    may_read(app, request).is_ok()
}

/// Refuses all but this machine. A proxy on it would bring the world in: so nothing is shown where one is trusted, named in a
/// header, or implied by a public address.
fn may_read(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    let config = &app.config;
    let is_local = config.trusted_proxies.is_empty()
        && config.bind.ip().is_loopback()
        && is_here(config.base_url.host());
    match (&config.mail, is_local && is_from_here(request)) {
        (Mail::Files { .. }, true) => Ok(()),
        (Mail::Files { .. } | Mail::Smtp { .. }, _) => Err(Problem::nothing_here()),
    }
}

fn list_page(app: &App, entries: &[Entry], next: Option<&str>) -> Markup {
    let body = html! {
        main {
            h1 { "Mailbox" }
            p {
                "No mail server is configured, so every mail is a file in "
                code { (app.config.data.join("mail").display()) }
                ". They are shown here, on this machine only, for all players."
            }
            @if entries.is_empty() {
                p { "There are no mails yet." }
            } @else {
                table {
                    thead { tr { th { "Date" } th { "To" } th { "Subject" } } }
                    tbody {
                        @for entry in entries {
                            tr {
                                td { (entry.date) }
                                td { (entry.to) }
                                td { a href=(app.path(&format!("/mailbox/{}", entry.name))) { (entry.subject) } }
                            }
                        }
                    }
                }
            }
            @if let Some(next) = next {
                p { a href=(app.path(&format!("/mailbox?before={next}"))) { "Older mails" } }
            }
        }
    };
    page::frame("Mailbox", app.config.base_url.path(), &body)
}

fn mail_page(app: &App, name: &str, mail: &Shown) -> Markup {
    let body = html! {
        main {
            p {
                a href=(app.path("/mailbox")) { "All mails" } " · "
                a href=(app.path(&format!("/mailbox/{name}/file"))) { "As a file" }
                @if mail.html.is_some() {
                    " · "
                    a href=(app.path(&format!("/mailbox/{name}/html"))) { "As it looks" }
                }
            }
            dl {
                @for (name, value) in &mail.headers {
                    dt { (name) }
                    dd { (value) }
                }
            }
            pre { (mail.text) }
            @for (name, text) in &mail.attachments {
                h2 { (name) }
                pre { (text) }
            }
        }
    };
    let subject = mail.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("subject"));
    page::frame(subject.map_or("Mail", |(_, subject)| subject), app.config.base_url.path(), &body)
}

fn html(markup: &Markup) -> HttpResponse {
    HttpResponse::Ok().insert_header(ContentType::html()).body(markup.0.clone())
}
