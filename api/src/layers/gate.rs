//! The gate: no token in the address, `HEAD` where `GET` is, who asks, and not too often.

use actix_web::{
    Error, HttpMessage, HttpRequest, ResponseError,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{HeaderName, HeaderValue},
    },
    middleware::Next,
    web,
};

use crate::{
    address,
    app::App,
    auth::{self, Identity},
    limits::Standing,
    problem::{Problem, codes},
};

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// The address of the client, seen through trusted proxies: in the request's extensions.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub std::net::IpAddr);

/// Whether a request comes from this machine itself: through no proxy, and under a name of this machine, for a stranger's page
/// may have had its own name lead here.
pub fn is_from_here(request: &HttpRequest) -> bool {
    let by_proxy = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
    by_proxy.iter().all(|name| !request.headers().contains_key(*name))
        && request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback())
        && is_here(host_of(request.connection_info().host()))
}

/// Whether a host, as addresses write it, is this machine.
pub fn is_here(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// A host without its port.
fn host_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => name,
        Some(_) | None => host,
    }
}

/// Probes and metrics are asked by the operator's machines, often, and cost nothing.
fn is_free(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}

/// The middleware.
///
/// # Errors
/// None of its own: refusals are answers.
pub async fn gate(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if has_token(request.query_string()) {
        return Ok(refuse(request, &auth::token_in_url()));
    }
    let Some(app) = request.app_data::<web::Data<App>>().cloned() else {
        return Ok(refuse(request, &Problem::plain(codes::INTERNAL)));
    };
    let peer = request.peer_addr().map(|peer| peer.ip());
    let client = address::client(peer, request.headers(), &app.config.trusted_proxies);
    request.extensions_mut().insert(Client(client));
    if *request.method() == Method::HEAD {
        // The answer's body is dropped by the frame; the length in its head stays.
        request.head_mut().method = Method::GET;
    }
    if is_free(request.path()) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let identity = auth::identify(&app, request.method(), request.headers()).await;
    let standing = match &identity {
        Ok(Some(caller)) => app.limits.requests_of_token.take(&caller.token_hash),
        Ok(None) | Err(_) => app.limits.requests_of_address.take(&address::subnet(client)),
    };
    request.extensions_mut().insert(Identity(identity));
    let mut response = match standing {
        Some(standing) if standing.exceeded => {
            refuse(request, &too_many(codes::TOO_MANY_REQUESTS, &standing))
        }
        Some(_) | None => next.call(request).await?.map_into_boxed_body(),
    };
    if let Some(standing) = standing {
        tell(&mut response, &standing);
    }
    Ok(response)
}

/// The 429 of an exceeded limit.
pub fn too_many(code: crate::problem::Code, standing: &Standing) -> Problem {
    let detail = format!("{}. {} Try again in {} s.", code.title, standing.in_words(), standing.reset.max(1));
    Problem::new(code, detail)
        .with("policy", standing.policy)
        .retry_after(standing.reset)
        .with_header(RATE_LIMIT_POLICY, &standing.policy_header())
        .with_header(RATE_LIMIT, &standing.limit_header())
}

/// Tells how the limit stands, unless a narrower one was told already.
fn tell(response: &mut ServiceResponse<BoxBody>, standing: &Standing) {
    let headers = response.headers_mut();
    if headers.contains_key(&RATE_LIMIT) {
        return;
    }
    for (name, value) in
        [(RATE_LIMIT_POLICY, standing.policy_header()), (RATE_LIMIT, standing.limit_header())]
    {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
}

fn refuse(request: ServiceRequest, problem: &Problem) -> ServiceResponse<BoxBody> {
    request.into_response(problem.error_response())
}

/// True when a token, or what the client takes for one, is in the query.
fn has_token(query: &str) -> bool {
    query.split('&').any(|pair| {
        let name = pair.split('=').next().unwrap_or("");
        name.eq_ignore_ascii_case("token") || name.eq_ignore_ascii_case("access_token")
    }) || query.contains("=fp_")
}

#[cfg(test)]
mod tests {
    use super::{has_token, host_of, is_here};

    #[test]
    fn only_loopback_names_are_here() {
        for here in ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "[::1]", "::1"] {
            assert!(is_here(host_of(here)) || is_here(here), "{here}");
        }
        for elsewhere in ["example.org", "localhost.example.org:80", "10.0.0.1", "", "127.0.0.1.nip.io"] {
            assert!(!is_here(host_of(elsewhere)), "{elsewhere}");
        }
    }

    #[test]
    fn a_token_in_the_query_is_seen() {
        for query in ["token=x", "wait=30&Token=", "access_token=fp_x", "invite=fp_x"] {
            assert!(has_token(query), "{query}");
        }
        for query in ["", "tokens=1", "after=token", "limit=10&next=abc"] {
            assert!(!has_token(query), "{query}");
        }
    }
}
