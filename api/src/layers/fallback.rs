//! Where no route is found: 404, or, where the address is known, 405 and `OPTIONS` with the methods there are. The
//! addresses come from the document, so none is forgotten.

use std::{collections::BTreeSet, sync::LazyLock};

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    dev::ResourceDef,
    http::{Method, header},
    web,
};
use utoipa::openapi::PathItem;

use crate::{
    app::App,
    auth::MaybeCaller,
    problem::{Problem, codes},
    routes::{self, site},
};

/// Every address and its methods, as `Allow` names them.
static ADDRESSES: LazyLock<Vec<(ResourceDef, String)>> = LazyLock::new(|| {
    let paths = &routes::document().paths.paths;
    paths.iter().map(|(path, item)| (ResourceDef::new(path.as_str()), methods(item))).collect()
});

fn methods(item: &PathItem) -> String {
    let mut methods = BTreeSet::from(["OPTIONS"]);
    let known = [
        (&item.get, "GET"),
        (&item.put, "PUT"),
        (&item.post, "POST"),
        (&item.delete, "DELETE"),
        (&item.patch, "PATCH"),
    ];
    methods.extend(known.iter().filter(|(operation, _)| operation.is_some()).map(|(_, name)| *name));
    if item.get.is_some() {
        methods.insert("HEAD");
    }
    methods.into_iter().collect::<Vec<_>>().join(", ")
}

/// The methods of an address; `None` when there is no such address.
fn allow(path: &str) -> Option<String> {
    let allowed: Vec<&str> = ADDRESSES
        .iter()
        .filter(|(address, _)| address.is_match(path))
        .flat_map(|(_, methods)| methods.split(", "))
        .collect();
    let unique: BTreeSet<&str> = allowed.into_iter().collect();
    (!unique.is_empty()).then(|| unique.into_iter().collect::<Vec<_>>().join(", "))
}

/// Whether a person with a browser asks, and not for the API.
fn is_person(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    request.method() == Method::GET
        && !request.path().starts_with("/v1/")
        && accept.is_some_and(|accept| accept.contains("text/html"))
}

/// The handler.
pub async fn fallback(app: web::Data<App>, caller: MaybeCaller, request: HttpRequest) -> HttpResponse {
    match allow(request.path()) {
        None => {
            let why = Problem::nothing_here();
            if is_person(&request) { site::refusal(&app, caller, why).await } else { why.error_response() }
        }
        // Other sites get no access to read: no CORS header at all says so.
        Some(allow) if *request.method() == Method::OPTIONS => {
            HttpResponse::NoContent().insert_header((header::ALLOW, allow)).finish()
        }
        Some(allow) => {
            let detail = format!("{} cannot be done here: {allow}.", request.method());
            Problem::new(codes::METHOD_NOT_ALLOWED, detail)
                .with_header(header::ALLOW, &allow)
                .error_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::allow;

    #[test]
    fn an_address_knows_its_methods() {
        assert_eq!(allow("/v1/me").as_deref(), Some("DELETE, GET, HEAD, OPTIONS, PATCH"));
        assert_eq!(allow("/v1/me/tokens/t_x").as_deref(), Some("DELETE, OPTIONS"));
        assert_eq!(allow("/v1/nothing"), None);
    }
}
