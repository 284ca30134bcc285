//! Whose request it is: the address of the client, seen through the proxies the operator trusts.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use actix_web::http::header::{HeaderMap, HeaderName};

use crate::config::Net;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED: HeaderName = HeaderName::from_static("forwarded");

/// The client's address. Forwarding headers count only when the connection comes from a trusted proxy; then it is the
/// right-most hop that is not one. Anything else in them the client could have invented.
pub fn client(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[Net]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(*address));
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)).to_canonical();
    if !is_trusted(&peer) {
        return peer;
    }
    let mut nearest = peer;
    for hop in hops(headers).into_iter().rev() {
        match hop {
            // A hop that names no address ends the trust: what stands left of it is hearsay.
            None => return nearest,
            Some(address) if is_trusted(&address) => nearest = address,
            Some(address) => return address,
        }
    }
    nearest
}

/// What limits are kept by: an IPv6 client has a whole /64 to itself.
pub fn subnet(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
    }
}

/// The hops, left to right. Both headers at once would be a contradiction; `X-Forwarded-For` is what proxies really set.
fn hops(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let texts = |name: &HeaderName| {
        let values = headers.get_all(name).map(|value| value.to_str().unwrap_or("").to_owned());
        values.collect::<Vec<_>>().join(",")
    };
    if headers.contains_key(&X_FORWARDED_FOR) {
        return texts(&X_FORWARDED_FOR).split(',').map(address).collect();
    }
    if headers.contains_key(&FORWARDED) {
        return texts(&FORWARDED).split(',').map(forwarded_for).collect();
    }
    Vec::new()
}

/// The `for` of one element of `Forwarded` (RFC 7239).
fn forwarded_for(element: &str) -> Option<IpAddr> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| address(value))?
    })
}

/// An address, with or without port, brackets and quotes.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = match text.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => text,
    };
    let parsed = bare.parse::<IpAddr>().ok();
    let parsed = parsed.or_else(|| bare.parse::<std::net::SocketAddr>().ok().map(|address| address.ip()));
    parsed.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;
    use crate::config::{Config, Settings, Sources};

    fn of(peer: &str, trusted: &str, headers: &[(HeaderName, &'static str)]) -> String {
        let variables = vec![("FIELDPOST_TRUSTED_PROXIES".to_owned(), trusted.to_owned())];
        let settings = Settings::read(Sources { variables, ..Default::default() }).expect("settings");
        let nets = Config::new(&settings).expect("a configuration").trusted_proxies;
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name.clone(), HeaderValue::from_static(value));
        }
        client(peer.parse().ok(), &map, &nets).to_string()
    }

    #[test]
    fn forwarding_headers_of_strangers_do_not_count() {
        assert_eq!(of("8.8.8.8", "", &[(X_FORWARDED_FOR, "1.1.1.1")]), "8.8.8.8");
        assert_eq!(of("8.8.8.8", "10.0.0.0/8", &[(X_FORWARDED_FOR, "1.1.1.1")]), "8.8.8.8");
    }

    #[test]
    fn behind_trusted_proxies_it_is_the_right_most_hop_that_is_none() {
        let proxies = "10.0.0.0/8, 127.0.0.1";
        assert_eq!(of("127.0.0.1", proxies, &[(X_FORWARDED_FOR, "6.6.6.6, 1.1.1.1, 10.0.0.7")]), "1.1.1.1");
        assert_eq!(
            of("127.0.0.1", proxies, &[(X_FORWARDED_FOR, "6.6.6.6"), (X_FORWARDED_FOR, "1.1.1.1:55")]),
            "1.1.1.1"
        );
        assert_eq!(of("127.0.0.1", proxies, &[(X_FORWARDED_FOR, "1.1.1.1, unknown, 10.0.0.7")]), "10.0.0.7");
        assert_eq!(
            of("127.0.0.1", proxies, &[(FORWARDED, "for=1.1.1.1, For=\"[2001:db8::1]:4\";proto=https")]),
            "2001:db8::1"
        );
        assert_eq!(of("127.0.0.1", proxies, &[]), "127.0.0.1");
    }

    #[test]
    fn an_ipv6_client_is_its_64() {
        let of = |text: &str| subnet(text.parse().expect("an address")).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("1.2.3.4"), "1.2.3.4");
    }
}
