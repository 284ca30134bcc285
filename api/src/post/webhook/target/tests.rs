//! Spellings of addresses, and what becomes of each: read, then looked at.

use super::*;

/// What becomes of an address here.
fn fate(text: &str, allowed: WebhookTargets) -> Result<(), Refused> {
    check(&parse(text, allowed)?, allowed)
}

/// Hosts that only this machine or its network reaches, however they are spelled.
const INSIDE: &[&str] = &[
    "127.0.0.1",
    "127.0.0.1:8443",
    "127.255.255.254",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "0x7f.0x0.0x0.0x1",
    "127.0.0.1.",
    "localhost",
    "LOCALHOST",
    "%6c%6f%63alhost",
    "127%2e0%2e0%2e1",
    "１２７．０．０．１",
    "①②⑦.⓪.⓪.①",
    "10.0.0.1",
    "10.255.255.255",
    "167772161",
    "012.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.1",
    "0xc0a80001",
    "100.64.0.1",
    "100.127.255.255",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:10.0.0.1]",
    "[0:0:0:0:0:ffff:c0a8:0001]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a00:1]",
    "[fc00::1]",
    "[fdff:ffff::1]",
];

/// Hosts that are nobody's, or the landlord's.
const NOBODY: &[&str] = &[
    "0.0.0.0",
    "0",
    "0x0",
    "0.1.2.3",
    "169.254.169.254",
    "0xa9fea9fe",
    "2852039166",
    "0251.0376.0251.0376",
    "169.254.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::127.0.0.1]",
    "[::ffff:169.254.169.254]",
    "[::ffff:0.0.0.0]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::1]",
    "[100::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[febf::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[2001::1]",
    "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
    "[2001:db8::1]",
    "[2002:7f00:1::1]",
    "[3fff::1]",
    "[5f00::1]",
    "no-such-host.invalid",
];

/// Hosts that everybody can reach; numbers, so that nobody is asked for a name.
const EVERYBODY: &[&str] = &[
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.1:8443",
    "100.63.255.255",
    "100.128.0.1",
    "126.255.255.255",
    "128.0.0.1",
    "134744072",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "192.169.0.1",
    "198.17.255.255",
    "223.255.255.255",
    "[2606:4700:4700::1111]",
    "[2a00:1450:4001::1]",
    "[2001:4860:4860::8888]",
    "[::ffff:8.8.8.8]",
    "[64:ff9b::8.8.8.8]",
];

#[test]
fn every_spelling_of_an_inner_address_is_refused_and_none_of_a_public_one() {
    let here = |host: &str, allowed| fate(&format!("https://{host}/hook"), allowed);
    for host in INSIDE {
        assert_eq!(here(host, WebhookTargets::PublicOnly), Err(Refused::Host), "{host}");
        assert_eq!(here(host, WebhookTargets::PrivateToo), Ok(()), "{host}");
    }
    // Not every resolver knows it with its dot; none of them may lead there.
    assert_eq!(here("localhost.", WebhookTargets::PublicOnly), Err(Refused::Host));
    for host in NOBODY {
        assert_eq!(here(host, WebhookTargets::PublicOnly), Err(Refused::Host), "{host}");
        assert_eq!(here(host, WebhookTargets::PrivateToo), Err(Refused::Host), "{host}");
    }
    for host in EVERYBODY {
        assert_eq!(here(host, WebhookTargets::PublicOnly), Ok(()), "{host}");
        assert_eq!(here(host, WebhookTargets::PrivateToo), Ok(()), "{host}");
    }
}

#[test]
fn what_is_no_address_of_a_webhook_is_told_why() {
    let long = format!("https://example.org/{}", "a".repeat(2048));
    for (text, why) in [
        ("", Refused::NoUrl),
        ("example.org/hook", Refused::NoUrl),
        ("//example.org/hook", Refused::NoUrl),
        ("https://", Refused::NoUrl),
        ("https://8.8.8.8:0/", Refused::NoUrl),
        ("https://8.8.8.8:99999/", Refused::NoUrl),
        ("https://256.1.1.1/", Refused::NoUrl),
        ("https://[fe80::1%25eth0]/", Refused::NoUrl),
        (&long, Refused::NoUrl),
        ("http://8.8.8.8/", Refused::Scheme),
        ("ftp://8.8.8.8/", Refused::Scheme),
        ("file:///etc/passwd", Refused::Scheme),
        ("gopher://127.0.0.1:25/_x", Refused::Scheme),
        ("https://user@8.8.8.8/", Refused::UserInfo),
        ("https://user:secret@8.8.8.8/", Refused::UserInfo),
        ("https://:secret@8.8.8.8/", Refused::UserInfo),
        ("https://8.8.8.8@127.0.0.1/", Refused::UserInfo),
        ("https://127.0.0.1#@8.8.8.8/", Refused::Host),
        ("https://127.0.0.1?@8.8.8.8/", Refused::Host),
    ] {
        assert_eq!(fate(text, WebhookTargets::PublicOnly), Err(why), "{text}");
    }
    // A backslash is a slash here, as in browsers: what is looked at is what is kept.
    let kept = parse("https://8.8.8.8\\@127.0.0.1/", WebhookTargets::PublicOnly);
    assert_eq!(kept.as_deref(), Ok("https://8.8.8.8/@127.0.0.1/"));
}

#[test]
fn an_address_is_kept_in_one_spelling_and_without_its_fragment() {
    let kept = |text: &str| parse(text, WebhookTargets::PrivateToo);
    assert_eq!(kept(" HTTPS://Example.ORG:443/a b?c=d#e "), Ok("https://example.org/a%20b?c=d".to_owned()));
    assert_eq!(kept("http://0x7f.1:8080"), Ok("http://127.0.0.1:8080/".to_owned()));
    assert_eq!(kept("https://bücher.example/"), Ok("https://xn--bcher-kva.example/".to_owned()));
}
