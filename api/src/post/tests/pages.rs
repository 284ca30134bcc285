//! What a browser sees: the mailbox on this machine only, and the pages that mails link to.

use std::sync::Arc;

use actix_web::{
    body::MessageBody,
    http::StatusCode,
    test::{TestRequest, call_service, init_service},
};

use super::house::House;
use crate::{
    post::{
        content::LetterContent,
        deliver::{self, Round, Worker},
    },
    server,
};

async fn with_mail(variables: &[(&str, &str)]) -> House {
    let house = House::with(variables);
    let player = house.player_at("<b>Äda</b>", "ada@example.org", "UTC");
    let content = LetterContent::SignIn {
        name: "<script>alert(1)</script>".to_owned(),
        code: "K3M9-Q2X4".to_owned(),
        expires: house.app.now() + 900,
        zone: "UTC".to_owned(),
    };
    house.app.store.post(vec![content.letter(&house.app, &player, None).expect("a letter")]).expect("queued");
    let transport = deliver::transport(&house.app.config).expect("a way out");
    let beat = house.app.beats.register("outbox", 60, 0);
    let worker = Worker::new(Arc::clone(&house.app), transport, beat);
    while worker.round().await == Round::Worked {}
    house
}

async fn get(house: &House, path: &str, peer: &str, headers: &[(&str, &str)]) -> (StatusCode, String) {
    let service = init_service(server::http(Arc::clone(&house.app))).await;
    let mut request = TestRequest::get().uri(path).peer_addr(peer.parse().expect("an address"));
    for (name, value) in headers {
        request = request.insert_header((*name, *value));
    }
    let response = call_service(&service, request.to_request()).await;
    let status = response.status();
    let body =
        response.into_body().try_into_bytes().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (status, body.unwrap_or_default())
}

const HERE: &str = "127.0.0.1:5000";
const HOST: (&str, &str) = ("host", "127.0.0.1:8080");

#[actix_web::test]
async fn the_mailbox_shows_mails_as_text() {
    let house = with_mail(&[]).await;
    let (status, page) = get(&house, "/mailbox", HERE, &[HOST]).await;
    assert_eq!(status, StatusCode::OK);
    assert!(
        page.contains("Fieldpost: your code to sign in") && page.contains("&lt;b&gt;Äda&lt;/b&gt;"),
        "{page}"
    );
    let (_, rest) = page.split_once("/mailbox/").expect("a link");
    let (name, _) = rest.split_once('"').expect("its end");
    let (status, page) = get(&house, &format!("/mailbox/{name}"), HERE, &[HOST]).await;
    assert_eq!(status, StatusCode::OK);
    assert!(
        page.contains("K3M9-Q2X4") && page.contains("&lt;script&gt;") && !page.contains("<script>"),
        "{page}"
    );
    let (status, file) = get(&house, &format!("/mailbox/{name}/file"), HERE, &[HOST]).await;
    assert_eq!(status, StatusCode::OK);
    assert!(file.starts_with("From: ") && file.contains("Auto-Submitted: auto-generated\r\n"), "{file}");
    for missing in ["/mailbox/x.eml", "/mailbox/..%2Fkeys%2Fseal.key", "/mailbox/x.eml/file"] {
        assert_eq!(get(&house, missing, HERE, &[HOST]).await.0, StatusCode::NOT_FOUND, "{missing}");
    }
}

#[actix_web::test]
async fn the_mailbox_is_for_this_machine_alone() {
    let house = with_mail(&[]).await;
    for (peer, headers) in [
        ("10.0.0.5:5000", vec![HOST]),
        (HERE, vec![("host", "evil.example")]),
        (HERE, vec![HOST, ("x-forwarded-for", "8.8.8.8")]),
        (HERE, vec![HOST, ("forwarded", "for=8.8.8.8")]),
    ] {
        let (status, body) = get(&house, "/mailbox", peer, &headers).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{peer} {headers:?}");
        assert!(!body.contains("sign in"));
    }
    assert_eq!(get(&house, "/mailbox", "[::1]:9", &[("host", "localhost:8080")]).await.0, StatusCode::OK);
    for closed in [
        &[("FIELDPOST_BASE_URL", "https://fieldpost.example.org")][..],
        &[("FIELDPOST_TRUSTED_PROXIES", "127.0.0.1")],
        &[("FIELDPOST_BIND", "0.0.0.0:8080"), ("FIELDPOST_BASE_URL", "http://localhost:8080")],
    ] {
        let house = with_mail(closed).await;
        assert_eq!(get(&house, "/mailbox", HERE, &[HOST]).await.0, StatusCode::NOT_FOUND, "{closed:?}");
    }
}

#[actix_web::test]
async fn pages_that_mails_link_to_say_the_same_whatever_there_is() {
    let house = House::with(&[("FIELDPOST_BASE_URL", "https://x.example/war")]);
    for (path, said) in [
        ("/invitation/7k3m9q2x4c8n/red", "https://x.example/war/v1/games/7k3m9q2x4c8n/seats/red"),
        ("/move/7k3m9q2x4c8n/red", "https://x.example/war/v1/games/7k3m9q2x4c8n/turns?seat=red"),
        ("/number/7k3m9q2x4c8n/red", "https://x.example/war/v1/games/7k3m9q2x4c8n/seats/red/ready"),
        ("/verify", "https://x.example/war/v1/me/verify"),
        ("/sign-in", "https://x.example/war/v1/tokens"),
    ] {
        let (status, page) = get(&house, path, "8.8.8.8:1", &[]).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(page.contains(said), "{path}: {page}");
        let scripts: Vec<&str> = page.split("<script").skip(1).collect();
        assert!(
            matches!(scripts[..], [one] if one.starts_with(" type=\"module\" src=\"/war/site.js\">")),
            "{path}"
        );
        assert!(!page.contains("style="), "{path}");
    }
    for nonsense in ["/move/7k3m9q2x4c8n/server", "/move/A'B/red", "/invitation/x%22%3E/red"] {
        assert_eq!(get(&house, nonsense, "8.8.8.8:1", &[]).await.0, StatusCode::NOT_FOUND, "{nonsense}");
    }
}
