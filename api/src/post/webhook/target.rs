//! Where a webhook may lead. Whoever names an address makes this server write there, so addresses inside the operator's
//! network are refused: when a webhook is saved, and again at each delivery, which goes to exactly the address that was
//! looked at.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use ureq::{
    Error, Timeout,
    config::Config,
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::{NextTimeout, time::Duration},
    },
};
use url::Url;

use crate::config::WebhookTargets;

/// The longest address of a webhook, in bytes.
const URL_BYTES: usize = 2048;

/// How long a name may take to be found when a webhook is saved, in seconds.
const RESOLVE_SECONDS: u64 = 5;

/// Why an address may not be a webhook's. What a name stands for is not told, nor whether it stands for anything: else
/// the refusals would map the operator's network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is no address, or too long.
    NoUrl,
    /// It is not of a scheme that is allowed here.
    Scheme,
    /// It holds a name or password.
    UserInfo,
    /// Its host cannot be found, or is none that everybody can reach.
    Host,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::NoUrl => "This is no address of at most 2048 bytes, e.g. https://example.org/hook.",
            Refused::Scheme => "Addresses of webhooks begin with https://.",
            Refused::UserInfo => "An address of a webhook holds no name and no password.",
            Refused::Host => "The host cannot be found, or is not one that everybody can reach.",
        })
    }
}

impl std::error::Error for Refused {}

/// An address as it was typed, in the one spelling that is kept. Its host is not looked at yet.
///
/// # Errors
/// Why it cannot be a webhook's.
pub fn parse(text: &str, allowed: WebhookTargets) -> Result<String, Refused> {
    let mut url = Url::parse(text.trim()).map_err(|_| Refused::NoUrl)?;
    url.set_fragment(None);
    match (url.scheme(), allowed) {
        ("https", _) | ("http", WebhookTargets::PrivateToo) => {}
        _ => return Err(Refused::Scheme),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refused::UserInfo);
    }
    let text = String::from(url);
    // What the client cannot read it would refuse at each delivery.
    let is_uri = text.len() <= URL_BYTES && text.parse::<Uri>().is_ok_and(|uri| uri.port_u16() != Some(0));
    if is_uri { Ok(text) } else { Err(Refused::NoUrl) }
}

/// Looks at every address that the host of a webhook stands for now. Blocks.
///
/// # Errors
/// [`Refused::Host`] when there is none, or one that is not allowed.
pub fn check(url: &str, allowed: WebhookTargets) -> Result<(), Refused> {
    let uri: Uri = url.parse().map_err(|_| Refused::NoUrl)?;
    let timeout = NextTimeout {
        after: Duration::from_secs(RESOLVE_SECONDS),
        reason: Timeout::Resolve,
        ..NextTimeout::default()
    };
    let found = Guarded::new(allowed).resolve(&uri, &Config::default(), timeout);
    found.map(drop).map_err(|_| Refused::Host)
}

/// Finds addresses, and gives none away of which one is not allowed. The client connects to what it is given here, so
/// that a name cannot stand for another address a moment later.
#[derive(Debug)]
pub struct Guarded {
    names: DefaultResolver,
    allowed: WebhookTargets,
}

impl Guarded {
    /// With what this server allows.
    pub fn new(allowed: WebhookTargets) -> Self {
        Self { names: DefaultResolver::default(), allowed }
    }
}

impl Resolver for Guarded {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let refused = || Error::Other(Box::new(Refused::Host));
        let found = self.names.resolve(uri, config, timeout).map_err(|_| refused())?;
        let is_allowed = |address: IpAddr| match (reach(address), self.allowed) {
            (Reach::Everybody, _) | (Reach::Inside, WebhookTargets::PrivateToo) => true,
            (Reach::Inside, WebhookTargets::PublicOnly) | (Reach::Nobody, _) => false,
        };
        if found.iter().all(|address| is_allowed(address.ip())) { Ok(found) } else { Err(refused()) }
    }
}

/// Who can reach an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// It is one of the public network.
    Everybody,
    /// This machine and those of its network.
    Inside,
    /// It is none of a single machine, or answers for the machine's landlord (link-local and metadata addresses).
    Nobody,
}

/// Addresses at which clouds tell a machine its secrets, outside of the link-local ones.
const METADATA: &[IpAddr] = &[
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
    IpAddr::V4(Ipv4Addr::new(168, 63, 129, 16)),
    IpAddr::V4(Ipv4Addr::new(192, 0, 0, 192)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V6(Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254)),
];

fn reach(address: IpAddr) -> Reach {
    if METADATA.contains(&address) {
        return Reach::Nobody;
    }
    match address {
        IpAddr::V4(v4) => reach_v4(v4),
        IpAddr::V6(v6) => reach_v6(v6),
    }
}

/// The registry of special addresses (RFC 6890 and what was added to it).
fn reach_v4(address: Ipv4Addr) -> Reach {
    match address.octets() {
        [10 | 127, ..] | [192, 168, ..] => Reach::Inside,
        [100, b, ..] if b & 0xc0 == 64 => Reach::Inside,
        [172, b, ..] if b & 0xf0 == 16 => Reach::Inside,
        [0 | 224..=255, ..] | [169, 254, ..] | [198, 18 | 19, ..] => Reach::Nobody,
        [192, 0, 0 | 2, _] | [192, 88, 99, _] | [198, 51, 100, _] | [203, 0, 113, _] => Reach::Nobody,
        _ => Reach::Everybody,
    }
}

/// Only global unicast addresses are for everybody, and of those not the ones in which another protocol's, or examples',
/// are wrapped. An IPv4 address in its IPv6 form is judged as what it is.
fn reach_v6(address: Ipv6Addr) -> Reach {
    if address == Ipv6Addr::LOCALHOST {
        return Reach::Inside;
    }
    let v4 = |high: u16, low: u16| IpAddr::V4(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)));
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => reach(v4(high, low)),
        [0xfc00..=0xfdff, ..] => Reach::Inside,
        // Protocols and tunnels (Teredo among them), examples, 6to4.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x2002, ..] => Reach::Nobody,
        [0x3fff, 0..=0xfff, ..] => Reach::Nobody,
        [0x2000..=0x3fff, ..] => Reach::Everybody,
        _ => Reach::Nobody,
    }
}

#[cfg(test)]
mod tests;
