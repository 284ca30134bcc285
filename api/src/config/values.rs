//! The values settings can have. Each is read from a text; what is said of a wrong one follows the quoted text.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use zeroize::Zeroizing;

use super::{LogFormat, Registration, WebhookTargets};

/// The longest part of an address before its `@` (RFC 5321).
const LOCAL_BYTES: usize = 64;

/// A text that must not be seen.
#[derive(Clone)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// The text itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("********")
    }
}

/// So many requests in so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many.
    pub n_requests: u32,
    /// In which time.
    pub seconds: u32,
}

/// The root of every link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    text: String,
    origin: String,
    path: String,
}

impl BaseUrl {
    /// Where a server without a public address is reached.
    pub fn local(bind: SocketAddr) -> Self {
        let origin = bind.to_string().replace(['[', ']'], "");
        Self { text: format!("http://{bind}"), origin, path: String::new() }
    }

    /// Without a slash at its end.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Host and path, as games are signed under.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The path under which the service lies, e.g. `/war`; empty at the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The host alone, e.g. for Message-IDs.
    pub fn host(&self) -> &str {
        let host = self.origin.split('/').next().unwrap_or("");
        match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
            _ => host,
        }
    }
}

/// A network, e.g. `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    address: IpAddr,
    n_bits: u8,
}

impl Net {
    /// True when the address lies in this network.
    pub fn contains(&self, address: IpAddr) -> bool {
        let bits = |address: IpAddr| match address {
            IpAddr::V4(v4) => (u128::from(v4.to_bits()) << 96, 32),
            IpAddr::V6(v6) => (v6.to_bits(), 128),
        };
        let ((mine, width), (theirs, other_width)) = (bits(self.address), bits(address.to_canonical()));
        let mask = u128::MAX.checked_shl(128 - u32::from(self.n_bits)).unwrap_or(0);
        width == other_width && mine & mask == theirs & mask
    }

    fn parse(text: &str) -> Option<Self> {
        let (address, n_bits) = match text.split_once('/') {
            Some((address, n_bits)) => (address, Some(n_bits.parse().ok()?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let n_bits = n_bits.unwrap_or(width);
        (n_bits <= width).then_some(Self { address, n_bits })
    }
}

pub(super) fn bind(text: &str) -> Result<SocketAddr, String> {
    if let Some(Ok(port)) = text.strip_prefix("localhost:").map(str::parse) {
        return Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    }
    text.parse().map_err(|_| "is not an address and port, e.g. 127.0.0.1:8080".to_owned())
}

pub(super) fn folder(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() { Err("is no folder".to_owned()) } else { Ok(PathBuf::from(text)) }
}

pub(super) fn base_url(text: &str) -> Result<BaseUrl, String> {
    let bad = || "is not like https://fieldpost.example.org or https://example.org/war".to_owned();
    let text = text.trim_end_matches('/').to_owned();
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).ok_or_else(bad)?;
    let origin = rest.to_ascii_lowercase().replace(['[', ']'], "");
    let path = rest.find('/').map_or("", |start| &rest[start..]).to_owned();
    // The form of an origin: verifiable-dice §1.
    let is_form = origin.len() <= 127
        && origin.bytes().next().is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b':')
        && origin.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"./:-".contains(&b));
    if is_form { Ok(BaseUrl { text, origin, path }) } else { Err(bad()) }
}

pub(super) fn smtp(text: &str) -> Result<Secret, String> {
    let rest = text.strip_prefix("smtps://").or_else(|| text.strip_prefix("smtp://"));
    match rest.map(|rest| rest.rsplit('@').next().unwrap_or("")) {
        Some(host) if !host.is_empty() => Ok(Secret(Zeroizing::new(text.to_owned()))),
        // The text holds a password: it is not quoted.
        _ => Err("is not like smtps://user:password@host".to_owned()),
    }
}

pub(super) fn mailbox(text: &str) -> Result<String, String> {
    let mailbox: Result<lettre::message::Mailbox, _> = text.parse();
    mailbox
        .map(|mailbox| mailbox.to_string())
        .map_err(|_| "is not like Fieldpost <post@example.org>".to_owned())
}

/// Lower case: on their way addresses may lose their capitals. A pattern, or one address for all answers.
pub(super) fn reply_to(text: &str) -> Result<String, String> {
    let bad = || "is not like reply+{token}@example.org or post@example.org".to_owned();
    let text = text.to_ascii_lowercase();
    let in_local = text.split('@').next().is_some_and(|local| local.contains("{token}"));
    let is_fixed = !text.contains(['{', '}']);
    if !is_fixed && (text.matches("{token}").count() != 1 || !in_local) {
        return Err(bad());
    }
    let filled = text.replace("{token}", &"x".repeat(crate::post::address::TOKEN_CHARACTERS));
    if LOCAL_BYTES < filled.split('@').next().unwrap_or("").len() {
        return Err(format!(
            "is too long: with a token of {} characters, more than {LOCAL_BYTES} would stand before the @",
            crate::post::address::TOKEN_CHARACTERS
        ));
    }
    let address: Result<lettre::Address, _> = filled.parse();
    address.map(|_| text).map_err(|_| bad())
}

/// The name by which a mail server signs what it found out (RFC 8601, section 2.5).
pub(super) fn authserv_id(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
        && !["true", "false"].contains(&text);
    match is_name {
        true => Ok(text.to_owned()),
        false => {
            Err("is not the name by which a mail server signs its results, e.g. mx.example.org".to_owned())
        }
    }
}

pub(super) fn token(text: &str) -> Result<Secret, String> {
    let is_word = 16 <= text.len() && text.bytes().all(|b| b.is_ascii_graphic());
    match is_word {
        true => Ok(Secret(Zeroizing::new(text.to_owned()))),
        // It is a secret: it is not quoted.
        false => Err("is shorter than 16 characters, or not one word".to_owned()),
    }
}

pub(super) fn nets(text: &str) -> Result<Vec<Net>, String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            Net::parse(part)
                .ok_or_else(|| "is not a list of addresses or networks, e.g. 10.0.0.0/8,::1".to_owned())
        })
        .collect()
}

pub(super) fn registration(text: &str) -> Result<Registration, String> {
    [Registration::Open, Registration::Invite, Registration::Closed]
        .into_iter()
        .find(|mode| mode.as_str() == text)
        .ok_or_else(|| "is none of open, invite, closed".to_owned())
}

pub(super) fn vacation_days(text: &str) -> Result<u64, String> {
    let days = text.parse().ok().filter(|days| *days <= 365);
    days.ok_or_else(|| "is not a number of days from 0 to 365".to_owned())
}

pub(super) fn rate_limit(text: &str) -> Result<Option<Rate>, String> {
    if text == "off" {
        return Ok(None);
    }
    let rate = text.split_once('/').and_then(|(number, unit)| {
        let seconds = match unit {
            "s" => 1,
            "m" | "min" => 60,
            "h" => 3600,
            _ => return None,
        };
        let n_requests = number.parse().ok().filter(|n: &u32| 1 <= *n && *n <= 1_000_000)?;
        Some(Rate { n_requests, seconds })
    });
    rate.map(Some).ok_or_else(|| "is neither like 100/s nor `off`".to_owned())
}

pub(super) fn webhook_targets(text: &str) -> Result<WebhookTargets, String> {
    match text {
        "true" => Ok(WebhookTargets::PrivateToo),
        "false" => Ok(WebhookTargets::PublicOnly),
        _ => Err("is neither true nor false".to_owned()),
    }
}

pub(super) fn log(text: &str) -> Result<String, String> {
    match tracing_subscriber::EnvFilter::builder().parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err("is no log filter, e.g. info or warn,api=debug".to_owned()),
    }
}

pub(super) fn log_format(text: &str) -> Result<LogFormat, String> {
    match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("is neither text nor json".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_contains_its_addresses() {
        let contains = |net: &str, address: &str| {
            let net = Net::parse(net).expect("a network");
            net.contains(address.parse().expect("an address"))
        };
        assert!(contains("10.0.0.0/8", "10.200.1.1") && !contains("10.0.0.0/8", "11.0.0.1"));
        assert!(contains("10.0.0.0/8", "::ffff:10.1.1.1"));
        assert!(contains("fd00::/8", "fdff::1") && !contains("fd00::/8", "10.0.0.1"));
        assert!(contains("0.0.0.0/0", "8.8.8.8") && !contains("0.0.0.0/0", "::1"));
        assert!(contains("127.0.0.1", "127.0.0.1") && !contains("127.0.0.1", "127.0.0.2"));
        assert_eq!(Net::parse("10.0.0.0/33"), None);
    }

    #[test]
    fn a_base_url_has_an_origin_a_path_and_a_host() {
        let of = |text| {
            base_url(text).map(|url| (url.origin().to_owned(), url.path().to_owned(), url.host().to_owned()))
        };
        let is =
            |origin: &str, path: &str, host: &str| Ok((origin.to_owned(), path.to_owned(), host.to_owned()));
        assert_eq!(of("https://X.example/war/"), is("x.example/war", "/war", "x.example"));
        assert_eq!(of("http://localhost:8080"), is("localhost:8080", "", "localhost"));
        for bad in ["", "x.example", "ftp://x", "https://", "https://a b", "https://x?y", "https://user@x"] {
            assert!(base_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_rate_has_a_number_and_a_unit() {
        assert_eq!(rate_limit("off"), Ok(None));
        assert_eq!(rate_limit("90/min"), Ok(Some(Rate { n_requests: 90, seconds: 60 })));
        for bad in ["", "100", "0/s", "100/d", "-1/s", "1.5/s"] {
            assert!(rate_limit(bad).is_err(), "{bad}");
        }
    }
}
