//! How often one may ask.

use serde_json::{Value, json};

use crate::world::{World, request};

#[actix_web::test]
async fn requests_are_limited_by_token_and_by_address() {
    let world = World::with(&[("RATE_LIMIT", "3/h")]);
    let alice = world.player("Alice", "alice@example.org").await;
    let bob = world.player("Bob", "bob@example.org").await;
    for left in ["2", "1", "0"] {
        let answer = world.ask("GET", "/v1/me", &alice, Value::Null).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("ratelimit-policy"), "\"token\";q=3;w=3600");
        assert!(answer.header("ratelimit").starts_with(&format!("\"token\";r={left};t=")), "{answer:?}");
    }
    let answer = world.ask("GET", "/v1/me", &alice, Value::Null).await;
    assert_eq!((answer.problem(), &answer.json["policy"]), ((429, "too-many-requests"), &json!("token")));
    let wait: u64 = answer.header("retry-after").parse().expect("seconds");
    assert!((1190..=1200).contains(&wait), "{wait}");
    assert_eq!(world.ask("GET", "/v1/me", &bob, Value::Null).await.status, 200, "another token");
    assert_eq!(world.get("/v1/about").await.status, 200, "the third of this address");
    assert_eq!(world.get("/v1/about").await.problem(), (429, "too-many-requests"));
    assert_eq!(world.get("/nowhere").await.problem().0, 429, "wherever it goes");
    for _ in 0..10 {
        assert_eq!(world.get("/healthz").await.status, 200, "probes are free");
    }
}

#[actix_web::test]
async fn clients_behind_a_trusted_proxy_have_limits_of_their_own() {
    let world = World::with(&[("RATE_LIMIT", "1/h"), ("TRUSTED_PROXIES", "10.0.0.0/8")]);
    let ask = async |peer: &str, forwarded: &str| {
        let request = request("GET", "/v1/about", "", &Value::Null)
            .peer_addr(format!("{peer}:4000").parse().expect("an address"))
            .insert_header(("x-forwarded-for", forwarded.to_owned()));
        world.send(request).await.status.as_u16()
    };
    assert_eq!(ask("10.0.0.1", "9.9.9.9, 1.1.1.1").await, 200);
    assert_eq!(
        ask("10.0.0.1", "8.8.8.8, 1.1.1.1").await,
        429,
        "what stands left of the last hop is invented"
    );
    assert_eq!(ask("10.0.0.1", "2.2.2.2").await, 200);
    assert_eq!(ask("3.3.3.3", "4.4.4.4").await, 200);
    assert_eq!(ask("3.3.3.3", "5.5.5.5").await, 429, "a stranger's header does not count");
}

#[actix_web::test]
async fn a_mailbox_gets_three_mails_in_ten_minutes_and_who_asks_is_told() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    world.proved("Alice", "alice@example.org").await;
    let before = world.letters().len();
    for email in ["alice@example.org", "unknown@example.org"] {
        let mut statuses = Vec::new();
        for _ in 0..10 {
            let answer = world.ask("POST", "/v1/sign-in", "", json!({"email": email})).await;
            if answer.status == 429 {
                assert_eq!(answer.problem(), (429, "too-many-mails"));
                assert!(!answer.header("retry-after").is_empty() && !answer.text.contains("alice"));
            }
            statuses.push(answer.status.as_u16());
        }
        assert_eq!(statuses, [202, 202, 202, 429, 429, 429, 429, 429, 429, 429], "{email}");
    }
    assert_eq!(world.letters().len(), before + 3);

    let mut mail = Vec::new();
    for _ in 0..5 {
        let body = json!({"name": "X", "email": "victim@example.org"});
        let made = world.ask("POST", "/v1/players", "", body).await;
        assert_eq!(made.status, 201, "always");
        mail.push(made.json["mail"].as_str().unwrap_or("").to_owned());
    }
    assert_eq!(mail, ["queued", "queued", "queued", "throttled", "throttled"]);
    assert_eq!(world.letters().len(), before + 6);
}

#[actix_web::test]
async fn codes_cannot_be_tried_for_ever() {
    let world = World::new();
    let mut last = 0;
    // A few come back while we try.
    for n_tries in 0..60 {
        let body = json!({"email": format!("p{n_tries}@example.org"), "code": "0000-0000"});
        let answer = world.ask("POST", "/v1/tokens", "", body).await;
        last = answer.status.as_u16();
        if last == 429 {
            assert_eq!(answer.problem().1, "too-many-tries");
            assert!(30 <= n_tries, "{n_tries}");
            break;
        }
    }
    assert_eq!(last, 429);
}

#[actix_web::test]
async fn invitations_are_limited_by_mailbox_and_by_who_sends_them() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let mut hosts = Vec::new();
    for name in ["mallory", "trudy"] {
        let token = world.player(name, &format!("{name}@example.org")).await;
        let game = json!({"ruleset": "little_bighorn", "scenario": "skirmish"});
        let made = world.ask("POST", "/v1/games", &token, game).await;
        let seat =
            format!("/v1/games/{}/seats/long_knives/invite", made.json["id"].as_str().expect("a game"));
        hosts.push((token, seat));
    }
    let invite = |host: usize, email: &str| {
        let (token, seat) = &hosts[host];
        request("POST", seat, token, &json!({"email": email}))
    };
    let before = world.letters().len();
    // Two people and one mailbox, whatever its case.
    let spellings = ["victim@example.org", "Victim@Example.org"];
    let asked = (0..12).map(|n| invite(n / 6, spellings[n % 2])).collect();
    let statuses: Vec<u16> =
        world.send_all(asked).await.iter().map(|answer| answer.status.as_u16()).collect();
    assert_eq!(statuses, [vec![201; 10], vec![429; 2]].concat());
    // One person and many mailboxes: he has sent six already.
    let asked = (0..46).map(|n| invite(0, &format!("v{n}@example.org"))).collect();
    let answers = world.send_all(asked).await;
    let n_sent = answers.iter().take_while(|answer| answer.status == 201).count();
    assert_eq!(n_sent, 44);
    for answer in &answers[n_sent..] {
        assert_eq!(
            (answer.problem(), &answer.json["policy"]),
            ((429, "too-many-mails"), &json!("invitations"))
        );
        assert!(!answer.header("retry-after").is_empty());
    }
    assert_eq!(world.letters().len(), before + 10 + n_sent, "a refused invitation sends nothing");
    let other = world.send(invite(1, "v45@example.org")).await;
    assert_eq!(other.status, 201, "another may: {other:?}");
}
