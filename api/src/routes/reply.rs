//! Answers with an entity tag, answers that are kept for a repeated request, and pages that link to the next one.

use std::cell::RefCell;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::Bytes,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use storage::AnswerRow;
use utoipa::IntoParams;

use crate::{
    app::App,
    etag,
    idempotency::{Answer, Ticket},
    problem::Problem,
    service::read::games::GameAnswer,
};

/// Only this reader may keep it, and asks each time whether it still holds.
pub const REVALIDATED: &str = "private, no-cache";

/// Anybody may keep it for a while: it changes only with the program.
pub const OF_THE_PROGRAM: &str = "public, max-age=300";

/// 200 with a tag, or 304 where the client has it already.
pub fn tagged(
    request: &HttpRequest,
    tag: &str,
    cache: &str,
    media: &str,
    body: impl Into<Bytes>,
) -> HttpResponse {
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, cache), (header::VARY, "Authorization")];
    let has = has(request, tag);
    let mut answer = if has { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    for header in headers {
        answer.insert_header(header);
    }
    if has { answer.finish() } else { answer.content_type(media).body(body.into()) }
}

/// The same with a tag made from the body.
pub fn hashed(request: &HttpRequest, cache: &str, media: &str, body: impl Into<Bytes>) -> HttpResponse {
    let body = body.into();
    let tag = format!("\"{}\"", &domain::hash::Hash::of_bytes(&body).to_string()[..16]);
    tagged(request, &tag, cache, media, body)
}

fn has(request: &HttpRequest, tag: &str) -> bool {
    known(request).is_some_and(|known| etag::none_match(&known, tag))
}

/// What the client says it has.
pub fn known(request: &HttpRequest) -> Option<String> {
    let values = request.headers().get_all(header::IF_NONE_MATCH);
    let lists: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
    (!lists.is_empty()).then(|| lists.join(","))
}

/// Which page of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// How many, at most 100.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

/// A page, with a link to the next one in the header too.
pub fn page(request: &HttpRequest, next: Option<&str>, page: &impl Serialize) -> HttpResponse {
    let mut answer = HttpResponse::Ok();
    if let Some(next) = next {
        let others = request.query_string().split('&').filter(|pair| {
            let name = pair.split('=').next().unwrap_or("");
            !pair.is_empty() && name != "cursor" && name != "after"
        });
        let query: Vec<&str> = others.collect();
        let and = if query.is_empty() { "" } else { "&" };
        // A relative reference (RFC 8288 §3.1): it holds under any path a proxy serves us at.
        answer
            .insert_header((header::LINK, format!("<?{}{and}cursor={next}>; rel=\"next\"", query.join("&"))));
    }
    answer.json(page)
}

/// A game, 200.
pub fn game(answer: &GameAnswer) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::ETAG, answer.tag.as_str()))
        .insert_header((header::CACHE_CONTROL, REVALIDATED))
        .content_type(header::ContentType::json())
        .body(answer.body.clone())
}

/// A game as an answer that can be given again.
///
/// # Errors
/// 500: a game's answer is always JSON.
pub fn game_again(status: StatusCode, answer: GameAnswer) -> Result<Answer, Problem> {
    let body = RawValue::from_string(answer.body).map_err(|why| Problem::internal(&why))?;
    Ok(Answer::json(status, &body)?.with_header(header::ETAG, answer.tag))
}

/// An answer that is made while its effect is written, so that what is kept for a repeated request is what is sent.
pub struct Keeping<'a> {
    app: &'a App,
    ticket: &'a Ticket,
    answer: RefCell<Option<Answer>>,
}

impl<'a> Keeping<'a> {
    /// Nothing is made yet.
    pub fn new(app: &'a App, ticket: &'a Ticket) -> Self {
        Keeping { app, ticket, answer: RefCell::new(None) }
    }

    /// Notes the answer; gives the row to be written with the effect. A lost race makes it anew: the last one holds.
    ///
    /// # Errors
    /// Why it cannot be made: then there must be no effect either.
    pub fn row(&self, answer: Result<Answer, Problem>) -> Result<Option<AnswerRow>, Problem> {
        let answer = answer?;
        let row = self.ticket.remember(self.app, &answer)?;
        *self.answer.borrow_mut() = Some(answer);
        Ok(row)
    }

    /// The answer.
    ///
    /// # Errors
    /// Why it could not be made.
    pub fn answer(self) -> Result<Answer, Problem> {
        let missing = || Problem::internal(&std::io::Error::other("an act that made no answer"));
        self.answer.into_inner().ok_or_else(missing)
    }
}
