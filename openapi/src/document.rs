//! The frame of the OpenAPI document: title, tags, security, and what every operation shares.
//!
//! The paths come from the handlers, which `api` knows; this module is given the whole and finishes it.

use serde_json::json;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Components, ContentBuilder, HeaderBuilder, InfoBuilder, LicenseBuilder, ObjectBuilder, OpenApi,
        OpenApiBuilder, PathItem, Ref, RefOr, Response, ResponseBuilder,
        extensions::ExtensionsBuilder,
        path::{Operation, Parameter, ParameterIn},
        schema::Type,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
        tag::TagBuilder,
    },
};

use crate::problem::Problem;

/// The media type of every refusal and failure.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// The tags in the order in which they are shown, with a sentence each.
pub const TAGS: &[(&str, &str)] = &[
    ("players", "Making an account, and signing in again."),
    ("me", "Your own account."),
    ("tokens", "Your tokens: listed, named, revoked."),
    ("webhooks", "Being told of your games at an address of yours, beside your mail."),
    ("rulesets", "The games there are: options, scenarios, orders, rules."),
    ("games", "Making, finding and joining games."),
    ("play", "What you may order, and ordering it."),
    ("record", "What happened: events, turns, dice, replay, audit."),
    ("talk", "Press and offers between players."),
    ("service", "The server itself."),
];

const DESCRIPTION: &str = "\
Tabletop battles by post: send a turn when you have time, prove every die afterwards.

* JSON, UTF-8, snake_case. Times are RFC 3339 in UTC, durations ISO 8601.
* `Authorization: Bearer fp_…`. `POST /v1/players` gives a token at once. Never put a token into an address.
* Refusals and failures are `application/problem+json` (RFC 9457) with a stable `code`; each code is explained under \
`/problems/{code}`, and the list stands in `x-problem-codes` below.
* Unknown request fields are refused (422), for they are typing errors. Ignore answer fields you do not know: fields may \
be added.
* `Idempotency-Key` (`[A-Za-z0-9._:-]{1,64}`) on a POST of a signed-in player: the same key and body give the first \
answer again, byte for byte.
* A body is at most 256 KiB, JSON at most 32 deep, numbers are whole and below 2^53.
* Every answer tells its limit in `RateLimit-Policy` and `RateLimit`; a 429 says in `Retry-After` when to try again.
* `X-Request-Id` is echoed, or made; name it when you report a fault.";

/// The document without paths.
pub fn frame(version: &str) -> OpenApi {
    let info = InfoBuilder::new()
        .title("Fieldpost")
        .version(version)
        .description(Some(DESCRIPTION))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").build()))
        .build();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("fp_…")
        .description(Some("A token from `POST /v1/players`, `POST /v1/tokens` or `POST /v1/me/tokens`."))
        .build();
    let mut components = Components::new();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    let tags = TAGS.iter().map(|(name, text)| TagBuilder::new().name(*name).description(Some(*text)).build());
    OpenApiBuilder::new().info(info).components(Some(components)).tags(Some(tags)).build()
}

/// Adds to each operation what is true of all: the problem any of them may answer with. `codes` are code, status, title
/// and meaning of every kind.
pub fn finish<'a>(document: &mut OpenApi, codes: impl Iterator<Item = (&'a str, u16, &'a str, &'a str)>) {
    for item in document.paths.paths.values_mut() {
        for operation in operations(item) {
            operation.parameters.iter_mut().flatten().for_each(say_header);
            let responses = &mut operation.responses.responses;
            responses
                .entry("default".to_owned())
                .or_insert_with(|| RefOr::Ref(Ref::new("#/components/responses/Problem")));
            responses.iter_mut().filter(|(status, _)| status.starts_with(['4', '5'])).for_each(say_problem);
        }
    }
    let codes: Vec<serde_json::Value> = codes
        .map(|(code, status, title, text)| json!({"code": code, "status": status, "title": title, "description": text}))
        .collect();
    let listed = ExtensionsBuilder::new().add("x-problem-codes", codes).build();
    document.extensions.get_or_insert_default().merge(listed);
    let reference = RefOr::Ref(Ref::from_schema_name("Problem"));
    let retry = HeaderBuilder::new().description(Some("Seconds to wait, on 429 and 503.")).build();
    let problem = ResponseBuilder::new()
        .description("Refused, or failed: see `code`.")
        .content(PROBLEM_JSON, ContentBuilder::new().schema(Some(reference)).build())
        .header("Retry-After", retry)
        .build();
    if let Some(components) = &mut document.components {
        for (name, schema) in schemas() {
            components.schemas.entry(name).or_insert(schema);
        }
        components.responses.insert("Problem".to_owned(), RefOr::T(problem));
    }
}

/// A header is a text or left out, never null; and the key of a request has one form everywhere.
fn say_header(parameter: &mut RefOr<Parameter>) {
    let RefOr::T(parameter) = parameter else { return };
    if parameter.parameter_in != ParameterIn::Header {
        return;
    }
    let text = ObjectBuilder::new().schema_type(Type::String);
    let text = match parameter.name.as_str() {
        "Idempotency-Key" => text.pattern(Some("^[A-Za-z0-9._:-]{1,64}$")),
        _ => text,
    };
    parameter.schema = Some(RefOr::T(text.into()));
}

/// A refusal that an operation names for itself has the form of all others.
fn say_problem((_, response): (&String, &mut RefOr<Response>)) {
    if let RefOr::T(response) = response
        && response.content.is_empty()
    {
        let reference = RefOr::Ref(Ref::from_schema_name("Problem"));
        let content = ContentBuilder::new().schema(Some(reference)).build();
        response.content.insert(PROBLEM_JSON.to_owned(), RefOr::T(content));
    }
}

/// The operations of a path.
fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch].into_iter().flatten()
}

/// The schemas every document has, whether or not an operation names them.
fn schemas() -> Vec<(String, RefOr<utoipa::openapi::Schema>)> {
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    schemas
}
