//! Who may open and press what on the pages: a case for every page that is registered, asked by everybody, at games that
//! everybody, those who know the address, or only the players may see.

use actix_web::test::TestRequest;
use api::routes::PAGES;

use crate::{
    permissions::{
        Expect::{self, All, Apart, Eyes, Player, SignedIn, Watcher},
        Who, told,
    },
    table::{FIRST, SECOND, Table},
    world::Answer,
};

struct Case {
    /// As it is registered.
    page: (&'static str, &'static str),
    /// What is asked for, with a game's id still to be filled in.
    path: &'static str,
    /// The fields of its form.
    form: &'static str,
    expect: Expect,
}

fn opened(page: &'static str, path: &'static str, expect: Expect) -> Case {
    Case { page: ("get", page), path, form: "", expect }
}

fn pressed(page: &'static str, path: &'static str, form: &'static str, expect: Expect) -> Case {
    Case { page: ("post", page), path, form, expect }
}

/// `{n}` is another number each time.
fn cases() -> Vec<Case> {
    let plain = |page, expect| opened(page, page, expect);
    let form = |page, fields, expect| pressed(page, page, fields, expect);
    vec![
        plain("/", All(200)),
        plain("/site.css", All(200)),
        opened("/{script:(site|board|plan)\\.js}", "/site.js", All(200)),
        plain("/join", All(200)),
        form("/join", "name=N&email=n{n}@example.org", Apart(303, 409)),
        // What a form had answered cannot be opened; whoever loads it anew is led to the page of the form.
        plain("/session", All(303)),
        form("/session", "email=s{n}@example.org&code=AAAA-AAAA", All(422)),
        plain("/session/code", All(303)),
        form("/session/code", "email=c{n}@example.org", All(200)),
        plain("/session/end", All(303)),
        plain("/me", SignedIn(200)),
        form("/me", "name=Somebody", SignedIn(303)),
        form("/me", "name=Somebody&zone=Mars/Olympus", SignedIn(422)),
        plain("/me/verify", All(303)),
        form("/me/verify", "code=AAAA-AAAA", SignedIn(422)),
        plain("/me/tokens", SignedIn(200)),
        form("/me/tokens", "name=laptop", SignedIn(200)),
        opened("/me/tokens/{id}", "/me/tokens/t_none", All(303)),
        pressed("/me/tokens/{id}", "/me/tokens/t_none", "do=revoke", SignedIn(404)),
        plain("/me/webhooks", SignedIn(200)),
        form("/me/webhooks", "url=https://8.8.8.8/hook&shape=generic", SignedIn(200)),
        opened("/me/webhooks/{id}", "/me/webhooks/w_none", SignedIn(404)),
        pressed("/me/webhooks/{id}", "/me/webhooks/w_none", "do=test", SignedIn(404)),
        pressed("/me/webhooks/{id}", "/me/webhooks/w_none", "do=delete&sure=on", SignedIn(404)),
        plain("/me/mails", SignedIn(200)),
        form("/me/mails", "game=0123456789ab", SignedIn(404)),
        plain("/me/leave", SignedIn(200)),
        form("/me/leave", "", SignedIn(400)),
        plain("/new", All(200)),
        opened("/new/{ruleset}/{scenario}", "/new/little_bighorn/skirmish", All(200)),
        pressed("/new/{ruleset}/{scenario}", "/new/little_bighorn/skirmish", "do=try", SignedIn(200)),
        pressed("/new/{ruleset}/{scenario}", "/new/little_bighorn/skirmish", "do=bot", SignedIn(303)),
        plain("/rules", All(200)),
        opened("/rules/{ruleset}", "/rules/little_bighorn", All(200)),
        // For this machine alone: these requests come from nowhere.
        plain("/operator", All(404)),
        opened("/games", "/games?list=open", All(200)),
        opened("/games", "/games?list=over", SignedIn(200)),
        opened("/games/{game}", "/games/{game}", Watcher(200)),
        opened("/games/{game}", "/games/{game}?seat={first}", Eyes),
        opened("/games/{game}/replay", "/games/{game}/replay?at=3", Watcher(200)),
        opened("/games/{game}/dice", "/games/{game}/dice", Watcher(200)),
        // These lead back to the game without looking whether there is one.
        opened("/games/{game}/turns", "/games/{game}/turns", All(303)),
        opened("/games/{game}/messages", "/games/{game}/messages", All(303)),
        opened("/games/{game}/offers", "/games/{game}/offers", All(303)),
        opened("/games/{game}/offers/{number}", "/games/{game}/offers/1", All(303)),
        opened("/games/{game}/seats/{seat}", "/games/{game}/seats/{first}", All(303)),
        pressed(
            "/games/{game}/turns",
            "/games/{game}/turns",
            "do=try&seat={first}&orders=offer draw",
            Player(403, 403, 200),
        ),
        pressed(
            "/games/{game}/turns",
            "/games/{game}/turns",
            "do=keep&seat={first}&orders=offer draw",
            Player(403, 403, 303),
        ),
        pressed(
            "/games/{game}/turns",
            "/games/{game}/turns",
            "do=send&seat={first}&orders=offer draw",
            Player(403, 403, 303),
        ),
        pressed(
            "/games/{game}/messages",
            "/games/{game}/messages",
            "text=Hello&to=all&seat={first}",
            Player(403, 403, 303),
        ),
        pressed(
            "/games/{game}/offers",
            "/games/{game}/offers",
            "kind=abort&seat={first}",
            Player(403, 403, 303),
        ),
        pressed(
            "/games/{game}/offers/{number}",
            "/games/{game}/offers/77",
            "do=decline",
            Player(404, 404, 404),
        ),
        pressed(
            "/games/{game}/seats/{seat}",
            "/games/{game}/seats/{second}",
            "do=claim",
            Player(409, 409, 409),
        ),
        pressed(
            "/games/{game}/seats/{seat}",
            "/games/{game}/seats/nowhere",
            "do=claim",
            Player(404, 404, 404),
        ),
        pressed(
            "/games/{game}/seats/{seat}",
            "/games/{game}/seats/{first}",
            "do=leave",
            Player(403, 403, 303),
        ),
        // The last one: it ends the token that asks.
        form("/session/end", "", SignedIn(303)),
    ]
}

#[test]
fn every_page_has_a_case() {
    let cases = cases();
    for page in PAGES {
        assert!(
            cases.iter().any(|case| case.page == *page),
            "{page:?} has no case: who may open or press it?"
        );
    }
    for case in &cases {
        assert!(PAGES.contains(&case.page), "{:?} is no page", case.page);
        let path = case.path.split('?').next().unwrap_or("");
        let parts = |path: &str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
        let (page, path) = (parts(case.page.1), parts(path));
        assert!(page.len() == path.len(), "{} is not {:?}", case.path, case.page);
        let same = |(page, path): (&String, &String)| page.starts_with('{') || page == path;
        assert!(page.iter().zip(&path).all(same), "{} is not {:?}", case.path, case.page);
    }
}

#[actix_web::test]
async fn everybody_gets_the_pages_of_a_public_game() {
    walk("public").await;
}

#[actix_web::test]
async fn everybody_gets_the_pages_of_an_unlisted_game() {
    walk("unlisted").await;
}

#[actix_web::test]
async fn nobody_but_its_people_gets_the_pages_of_a_private_game() {
    walk("private").await;
}

async fn walk(visibility: &str) {
    let table = Table::begun(visibility).await;
    let mut number = 0;
    for case in cases() {
        for who in [Who::Nobody, Who::Stranger, Who::Host, Who::Holder] {
            number += 1;
            let answer = ask(&table, &case, who, &table.game, number).await;
            let expected = case.expect.status(visibility, who);
            let what = format!("{} {} {visibility} {who:?}", case.page.0, case.path);
            assert_eq!(answer.status, expected, "{what}: {answer:?}");
            if 400 <= expected {
                let media = answer.header("content-type");
                assert!(media.starts_with("text/html"), "{what}: people get a page: {answer:?}");
            }
            let hidden = visibility == "private" && case.expect.is_of_a_game();
            if hidden && matches!(who, Who::Nobody | Who::Stranger) {
                let unknown = ask(&table, &case, who, "0123456789ab", number).await;
                assert_eq!(told(&answer), told(&unknown), "{what}: he learns that the game exists");
            }
        }
    }
}

async fn ask(table: &Table, case: &Case, who: Who, game: &str, number: u32) -> Answer {
    let token = match who {
        Who::Nobody => "",
        Who::Stranger => &table.stranger,
        Who::Host => &table.host,
        Who::Holder => &table.alice,
    };
    let fill = |text: &str| {
        let text = text.replace("{game}", game).replace("{first}", FIRST).replace("{second}", SECOND);
        text.replace("{n}", &number.to_string())
    };
    let path = fill(case.path);
    let asked = match case.page.0 {
        "get" => TestRequest::get().uri(&path),
        _ => {
            let form = fill(case.form);
            TestRequest::post()
                .uri(&path)
                .insert_header(("content-type", "application/x-www-form-urlencoded"))
                .insert_header(("origin", "http://127.0.0.1:8080"))
                .set_payload(form)
        }
    };
    table.world.send(asked.insert_header(("cookie", format!("fieldpost={token}")))).await
}
