//! The board under the pointer, in a real browser: men chosen by a box, marched and closed by pressing, a gun aimed with its
//! odds, what is planned drawn over the board, the list undone, a large board moved by dragging.

use crate::{
    browser::against_the_bot,
    support::{
        Server, have,
        webdriver::{Browser, Driver, PROGRAMS},
    },
};

/// The last line of the list of orders.
fn last(browser: &Browser<'_>) -> String {
    browser.value("#orders-text").lines().last().unwrap_or_default().to_owned()
}

#[test]
fn men_are_chosen_by_a_box_and_marched_by_a_press() {
    if !have("men_are_chosen_by_a_box_and_marched_by_a_press", PROGRAMS) {
        return;
    }
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    against_the_bot(&browser, &server, "little_wars/skirmish");
    let (one, other) = ("[data-figure=rc1]", "[data-figure=rc5]");
    browser.drag((other, -14, -14), (one, 14, 14), true);
    browser.drag((one, -14, -14), (other, 14, 14), true);
    browser.until("chosen", |browser| browser.text(".pointing").contains("rc1-rc5"));
    browser.drag((one, 0, 40), (one, 0, 40), false);
    let order = last(&browser);
    assert!(order.starts_with("march rc1-rc5 by "), "{order}");
    browser.until("it is judged", |browser| browser.text("#said").contains("nothing wrong"));
    assert_eq!(browser.count(".planned polyline"), 5, "each one's way is drawn");
    // One of them stays.
    browser.click("button[value=undo]");
    assert_eq!(browser.value("#orders-text"), "");
    assert_eq!(browser.count(".planned polyline"), 0);
    browser.drag((one, 0, 0), (one, 0, 0), true);
    browser.until("one less", |browser| browser.text(".pointing").contains("rc2-rc5"));
    browser.drag((one, 0, 40), (one, 0, 40), false);
    browser.click("button[value=send]");
    browser.until("it is told", |browser| browser.text("#happened").contains("rc2"));
}

#[test]
fn a_gun_is_aimed_with_its_odds() {
    if !have("a_gun_is_aimed_with_its_odds", PROGRAMS) {
        return;
    }
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    against_the_bot(&browser, &server, "little_wars/skirmish");
    // No gun fires in the first move (LW-2.4): all stay where they are.
    browser.write("#orders-text", "done");
    browser.click("button[value=send]");
    browser.until("the second move", |browser| {
        browser.text("h1 + p").contains("round 2,") && browser.has(".turn.mine")
    });
    browser.click("[data-gun=rg1]");
    browser.wait(".possible[data-pointed=rg1]");
    // Some of them are where the gun cannot be turned to.
    let enemies = (1..=9).map(|number| format!("bi{number}"));
    let there = enemies.filter(|enemy| browser.has(&format!("[data-figure={enemy}]")));
    let enemy = there.into_iter().find(|enemy| {
        browser.hover(&format!(".picture [data-figure={enemy}]"));
        let words = format!("fire rg1 @ {enemy} — ");
        browser.until("odds, or why not", |browser| browser.text("#said").starts_with(&words));
        browser.text("#said").contains('%')
    });
    let enemy = enemy.expect("one of nine can be shot at");
    let place = format!(".picture [data-figure={enemy}]");
    browser.drag((&place, 0, 0), (&place, 0, 0), false);
    browser.until("the order stands", |browser| last(browser) == format!("fire rg1 @ {enemy}"));
    browser.click("button[value=try]");
    browser.wait(".foreseen .odds");
}

#[test]
fn a_board_larger_than_its_frame_is_moved_by_dragging() {
    if !have("a_board_larger_than_its_frame_is_moved_by_dragging", PROGRAMS) {
        return;
    }
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    against_the_bot(&browser, &server, "little_bighorn/skirmish");
    for _ in 0..3 {
        browser.click(".zoom button[title=Bigger]");
    }
    let before = browser.url();
    browser.drag((".picture", 100, 100), (".picture", -100, 20), false);
    let moved = [browser.property(".picture", "scrollLeft"), browser.property(".picture", "scrollTop")];
    assert_eq!(moved, ["200", "80"]);
    assert_eq!(browser.url(), before, "nothing was pressed");
    assert_eq!(browser.value("#orders-text"), "");
}
