//! That everybody can use the pages: axe-core finds nothing serious on any of them, in light and in dark, on a phone and on a
//! desktop; nothing is wider than the screen; the first page is small.

use serde_json::Value;

use crate::{
    browser::{begin, next_turn},
    support::{
        Server, have,
        webdriver::{Browser, Driver, PROGRAMS},
    },
};

/// Names the file `axe.min.js` of axe-core.
const AXE: &str = "AXE_CORE";

/// Where axe-core is; `None` where it is not and need not be.
fn axe(test: &str) -> Option<String> {
    match std::env::var(AXE) {
        Ok(path) => Some(std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"))),
        Err(_) if std::env::var_os("CI").is_some() => panic!("{test} needs {AXE}"),
        Err(_) => {
            println!("skipped: {test} needs {AXE}, the path of axe-core's axe.min.js");
            None
        }
    }
}

const RUN: &str = "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then((told) => done(told.violations\
    .filter((fault) => ['serious', 'critical'].includes(fault.impact))\
    .map((fault) => `${fault.id}: ${fault.help}: ${fault.nodes.slice(0, 3).map((node) => `${node.html} ${node.any.map((any) => any.message).join(' ')}`).join(' | ')}`)));";

/// What is wrong with the page that is shown.
fn faults(browser: &Browser<'_>, axe: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (size, scheme) in [((390, 844), "light"), ((1280, 900), "dark")] {
        browser.shown_as(size, scheme);
        browser.run(axe);
        let found = browser.run_async(RUN);
        let here = format!("{} {size:?} {scheme}", browser.url());
        let found = found.as_array().expect("a list").iter().filter_map(Value::as_str);
        faults.extend(found.map(|fault| format!("{here}: {fault}")));
        let root = "document.documentElement";
        let wide = browser.run(&format!("return {root}.scrollWidth - {root}.clientWidth;"));
        if wide != 0 {
            faults.push(format!("{here}: {wide} px wider than the screen"));
        }
    }
    faults
}

/// What is wrong with pages that answer a form.
fn of_forms(browser: &Browser<'_>, server: &Server, axe: &str) -> Vec<String> {
    let mut found = Vec::new();
    let open = |path: &str| browser.open(&format!("{}{path}", server.url));
    open("/me/tokens");
    browser.write("input[name=name]", "laptop");
    browser.click("form.inline button");
    browser.wait(".secret");
    found.extend(faults(browser, axe));
    for (url, mark) in [("ftp://example.org", ".fault"), ("https://8.8.8.8/hook", ".secret")] {
        open("/me/webhooks");
        browser.write("input[name=url]", url);
        browser.click("form.stack button");
        browser.wait(mark);
        found.extend(faults(browser, axe));
    }
    for (zone, mark) in [("Mars/Olympus", ".fault"), ("Europe/Berlin", ".foreseen")] {
        open("/new/little_wars/skirmish");
        browser.click("form details summary");
        browser.click("input[name=clock][value=daily]");
        browser.run("document.querySelector('input[name=zone]').value = '';");
        browser.write("input[name=zone]", zone);
        browser.click("button[value=try]");
        browser.wait(mark);
        found.extend(faults(browser, axe));
    }
    found
}

#[test]
fn the_first_page_is_small_and_asks_nobody_else() {
    if !have("the_first_page_is_small_and_asks_nobody_else", PROGRAMS) {
        return;
    }
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    browser.open(&server.url);
    browser.wait("main");
    let loaded = browser.run(
        "return performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))\
             .map((part) => [part.name, part.transferSize]);",
    );
    let loaded = loaded.as_array().expect("a list");
    assert!(3 <= loaded.len(), "a page, a style and a script at least: {loaded:?}");
    let of_others =
        loaded.iter().find(|part| !part[0].as_str().is_some_and(|url| url.starts_with(&server.url)));
    assert_eq!(of_others, None);
    let bytes: u64 = loaded.iter().filter_map(|part| part[1].as_u64()).sum();
    assert!(1_000 < bytes && bytes < 100_000, "{bytes} bytes");
}

#[test]
fn everybody_can_use_every_page() {
    let name = "everybody_can_use_every_page";
    let (true, Some(axe)) = (have(name, PROGRAMS), axe(name)) else { return };
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    let mut found = Vec::new();
    let look = |path: &str, mark: &str| {
        browser.open(&format!("{}{path}", server.url));
        browser.wait(mark);
        faults(&browser, &axe)
    };
    for path in ["/", "/operator", "/join", "/sign-in", "/rules", "/rules/little_wars", "/nowhere", "/docs"] {
        found.extend(look(path, "main, body"));
    }
    browser.open(&format!("{}/join", server.url));
    browser.write("input[name=name]", "Ann");
    browser.write("input[name=email]", "ann@example.org");
    browser.click("main form button");
    browser.wait("a.card");
    for battle in ["counting_coup/skirmish", "little_wars/skirmish", "little_bighorn/skirmish"] {
        begin(&browser, &server, battle);
        next_turn(&browser);
        browser.until("the answer", |browser| browser.has(".turn.mine"));
        let game = browser.url().split(['?', '#']).next().unwrap_or_default().replace(&server.url, "");
        let figure = browser.attribute(".picture a [data-figure]", "data-figure");
        found.extend(look(&format!("{game}?figure={figure}"), ".possible"));
        browser.write("#orders-text", "nonsense");
        browser.click("button[value=send]");
        browser.wait(".trouble");
        found.extend(faults(&browser, &axe));
        found.extend(look(&format!("{game}/replay?at=9"), "[type=range]"));
        found.extend(look(&format!("{game}/audit"), "h1"));
        found.extend(look(&format!("{game}/dice"), "h1"));
        found.extend(look(&format!("/v1{game}/replay.html"), "h1"));
    }
    let own = ["/me", "/me/tokens", "/me/webhooks", "/me/mails", "/me/leave", "/join", "/games?list=to_move"];
    for path in own.into_iter().chain(["/", "/new", "/new/little_wars/skirmish", "/audit"]) {
        found.extend(look(path, "h1"));
    }
    found.extend(of_forms(&browser, &server, &axe));
    assert!(found.is_empty(), "{}", found.join("\n"));
}
