//! The pages in a real browser: played by clicks, by keys alone and without scripting; watched; and by two at once.

use std::time::{Duration, Instant};

use crate::support::{
    Server, have,
    webdriver::{Browser, Driver, PROGRAMS},
};

const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';
const RIGHT: char = '\u{e014}';
const END: char = '\u{e010}';

/// Joins as a stranger does, and begins a battle against the bot.
pub fn against_the_bot(browser: &Browser<'_>, server: &Server, battle: &str) {
    browser.open(&server.url);
    browser.write("form input[name=name]", "Ann");
    browser.write("form input[name=email]", "ann@example.org");
    browser.click("form.inline button");
    browser.wait("a.card");
    begin(browser, server, battle);
}

/// Begins a battle against the bot.
pub fn begin(browser: &Browser<'_>, server: &Server, battle: &str) {
    browser.open(&format!("{}/new/{battle}", server.url));
    browser.click("button[value=bot]");
    browser.wait(".turn.mine");
}

/// Has a turn suggested and sends it, by pressing buttons; true when the battle is over. The other's answer may end it at any
/// moment, and takes the buttons away.
pub fn next_turn(browser: &Browser<'_>) -> bool {
    let over = |browser: &Browser<'_>| browser.has(".result");
    browser.until("the next move, or the end", |browser| browser.has(".turn.mine") || over(browser));
    browser.until("to suggest", |browser| over(browser) || browser.press("button[value=suggest]"));
    browser.until("a suggestion", |browser| over(browser) || !browser.value("#orders-text").is_empty());
    let before = browser.url();
    browser.until("to send", |browser| over(browser) || browser.press("button[value=send]"));
    browser.until("the turn is taken", |browser| {
        over(browser) || browser.url() != before || browser.has(".trouble")
    });
    assert!(!browser.has(".trouble"), "{}", browser.text(".trouble"));
    over(browser)
}

fn play_to_the_end(browser: &Browser<'_>) {
    let mut n_turns = 0;
    while !next_turn(browser) {
        n_turns += 1;
        assert!(n_turns < 300, "a skirmish comes to an end");
    }
    assert!(1 < n_turns);
}

#[test]
fn a_skirmish_of_each_ruleset_is_played_by_clicks() {
    if !have("a_skirmish_of_each_ruleset_is_played_by_clicks", PROGRAMS) {
        return;
    }
    let driver = Driver::start();
    for battle in ["little_bighorn/skirmish", "counting_coup/skirmish", "little_wars/skirmish"] {
        let server = Server::start();
        let browser = driver.browser(true);
        against_the_bot(&browser, &server, battle);
        play_to_the_end(&browser);
    }
}

#[test]
fn a_figure_is_moved_by_pressing_it_and_then_its_place() {
    if !have("a_figure_is_moved_by_pressing_it_and_then_its_place", PROGRAMS) {
        return;
    }
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    against_the_bot(&browser, &server, "little_bighorn/skirmish");
    browser.click(".picture a[href*='figure=sol1'] [data-figure=sol1]");
    browser.click(".picture .can[data-cell=f4]");
    assert_eq!(browser.value("#orders-text"), "sol1 f4\n");
    browser.click(".picture a[href*='figure=sol2'] [data-figure=sol2]");
    browser.wait(".possible[data-pointed=sol2]");
    assert_eq!(browser.value("#orders-text"), "sol1 f4\n", "the list stays");
    browser.click("button[value=try]");
    browser.wait(".foreseen");
    assert!(browser.text(".foreseen").contains("f4"), "{}", browser.text(".foreseen"));
    browser.click("button[value=send]");
    browser.until("it is told", |browser| browser.text("#happened").contains("sol1"));
}

#[test]
fn a_skirmish_is_played_by_keys_alone() {
    if !have("a_skirmish_is_played_by_keys_alone", PROGRAMS) {
        return;
    }
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    against_the_bot(&browser, &server, "little_bighorn/skirmish");
    // Goes from one thing to the next until the button has the focus; true when it was pressed, false when the battle is over.
    let press = |value: &str| {
        for _ in 0..300 {
            if browser.focused("value") == value {
                browser.keys(&[ENTER]);
                return true;
            }
            browser.keys(&[TAB]);
        }
        assert!(browser.has(".result"), "{value} cannot be reached by keys");
        false
    };
    let mut n_turns = 0;
    loop {
        browser.until("the next move, or the end", |browser| {
            browser.has(".turn.mine") || browser.has(".result")
        });
        if browser.has(".result") || !press("suggest") {
            break;
        }
        browser.until("a suggestion", |browser| {
            !browser.value("#orders-text").is_empty() || browser.has(".result")
        });
        let before = browser.url();
        if !press("send") {
            break;
        }
        browser.until("the turn is taken", |browser| browser.url() != before || browser.has(".result"));
        n_turns += 1;
        assert!(n_turns < 100, "a skirmish comes to an end");
    }
    assert!(1 < n_turns);
}

#[test]
fn a_skirmish_is_played_with_scripting_off() {
    if !have("a_skirmish_is_played_with_scripting_off", PROGRAMS) {
        return;
    }
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(false);
    against_the_bot(&browser, &server, "little_bighorn/skirmish");
    assert!(!browser.has(".zoom"), "no script has run");
    let (mut n_turns, began) = (0, Instant::now());
    loop {
        // The page does not look by itself.
        let here = browser.url();
        browser.open(here.split('#').next().unwrap_or(&here));
        assert!(began.elapsed() < Duration::from_secs(300), "{here}: {}", browser.text("main"));
        if browser.has(".result") {
            break;
        }
        if browser.has(".turn.mine") {
            browser.click("button[value=suggest]");
            browser.until("a suggestion", |browser| !browser.value("#orders-text").is_empty());
            let before = browser.url();
            browser.click("button[value=send]");
            browser.until("the turn is taken", |browser| browser.url() != before);
            n_turns += 1;
        }
        assert!(n_turns < 100, "a skirmish comes to an end");
    }
}

#[test]
fn a_replay_is_watched_by_keys_and_each_moment_has_its_address() {
    if !have("a_replay_is_watched_by_keys_and_each_moment_has_its_address", PROGRAMS) {
        return;
    }
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    against_the_bot(&browser, &server, "little_bighorn/skirmish");
    next_turn(&browser);
    browser.click(".ways a[href$='/replay']");
    browser.wait("[data-scrub] ~ *, [type=range]");
    for line in 2..=5 {
        browser.keys(&[RIGHT]);
        browser.until("the next moment", |browser| browser.value("[data-scrub]") == line.to_string());
    }
    assert!(browser.url().ends_with("at=5"), "{}", browser.url());
    let told = browser.text(".told");
    browser.keys(&[END]);
    browser.until("the last moment", |browser| browser.value("[data-scrub]") != "5");
    let address = browser.url();
    let last = browser.text(".told");
    browser.open(&address);
    assert_eq!(browser.text(".told"), last, "an address is a moment");
    assert_ne!(last, told);
}

#[test]
fn two_browsers_see_each_others_turns_as_they_happen_through_an_outage_too() {
    if !have("two_browsers_see_each_others_turns_as_they_happen_through_an_outage_too", PROGRAMS) {
        return;
    }
    let (driver, mut server) = (Driver::start(), Server::start());
    let (ann, bob) = (driver.browser(true), driver.browser(true));
    for (browser, name) in [(&ann, "Ann"), (&bob, "Bob")] {
        browser.open(&format!("{}/join", server.url));
        browser.write("input[name=name]", name);
        browser.write("input[name=email]", &format!("{name}@example.org"));
        browser.click("form button");
        browser.wait("a.card");
    }
    ann.open(&format!("{}/new/little_bighorn/skirmish", server.url));
    ann.click("details summary");
    ann.click("button[value=make]");
    ann.wait(".game");
    bob.open(&ann.url());
    // The page draws a number for the dice, commits to it, and shows it when it is time.
    bob.click("button[value=claim]");
    bob.until("the battle begins", |bob| bob.text("#status").contains("Waiting for Long Knives"));
    ann.wait(".turn.mine");
    let version =
        |browser: &Browser<'_>| browser.attribute(".game", "data-version").parse::<u64>().unwrap_or(0);
    for outage in [false, true] {
        let (mover, other) = if ann.has(".turn.mine") { (&ann, &bob) } else { (&bob, &ann) };
        if outage {
            server.kill_and_restart();
        }
        let before = version(mover);
        next_turn(mover);
        mover.until("his own turn is seen", |mover| before < version(mover));
        let (moved, now) = (Instant::now(), version(mover));
        other.until("the other's turn is seen", |other| now <= version(other));
        // It takes a fifth of a second, after an outage one more; a busy machine may be slower. By itself the page looks
        // every twenty seconds only.
        assert!(moved.elapsed() < Duration::from_secs(10), "{:?}", moved.elapsed());
    }
}
