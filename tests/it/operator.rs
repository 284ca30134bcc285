//! The operator's overview: for this machine, and for nobody who comes through a proxy.

use crate::support::Server;

#[test]
fn whoever_looks_after_the_server_sees_how_it_is() {
    let server = Server::start();
    let seen = server.call("GET", "/operator", None, &[("Accept", "text/html")], None);
    assert_eq!(seen.status, 200, "{}", seen.text());
    for words in [
        "All is well.",
        "can be written",
        "clockwork",
        "outbox",
        "letters wait",
        "turns since the start",
        "commits, on average",
        "Little Wars",
    ] {
        assert!(seen.text().contains(words), "{words}: {}", seen.text());
    }
    let from_elsewhere = [("Accept", "text/html"), ("X-Forwarded-For", "203.0.113.7")];
    assert_eq!(server.call("GET", "/operator", None, &from_elsewhere, None).status, 404);
}
