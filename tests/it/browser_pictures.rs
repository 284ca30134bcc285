//! Pictures of the main pages for the documentation, on a phone and on a desktop, light and dark. They are taken when somebody
//! asks for them: `FIELDPOST_PICTURES=docs/pages cargo test --test it pictures`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    browser::{begin, next_turn},
    support::{
        Server, have,
        webdriver::{Browser, Driver, PROGRAMS},
    },
};

const PHONE: (u32, u32) = (390, 844);
const DESKTOP: (u32, u32) = (1280, 900);

/// Takes a picture under this name for each way of looking.
fn take(browser: &Browser<'_>, folder: &Path, name: &str, ways: &[((u32, u32), &str)]) {
    for (size, scheme) in ways {
        browser.shown_as(*size, scheme);
        browser.run("scrollTo(0, 0);");
        let screen = if *size == PHONE { "phone" } else { "desktop" };
        fs::write(folder.join(format!("{name}-{screen}-{scheme}.png")), browser.picture()).expect("written");
    }
}

#[test]
fn pictures_of_the_main_pages() {
    let name = "pictures_of_the_main_pages";
    let Some(folder) = std::env::var_os("FIELDPOST_PICTURES").map(PathBuf::from) else {
        println!("skipped: {name} needs FIELDPOST_PICTURES, the folder they are put into");
        return;
    };
    if !have(name, PROGRAMS) {
        return;
    }
    fs::create_dir_all(&folder).expect("a folder");
    let both = [(PHONE, "dark"), (DESKTOP, "light")];
    let (driver, server) = (Driver::start(), Server::start());
    let browser = driver.browser(true);
    let open = |path: &str| browser.open(&format!("{}{path}", server.url));
    browser.shown_as(DESKTOP, "light");
    open("/");
    take(&browser, &folder, "front", &[(PHONE, "light"), (DESKTOP, "dark")]);
    browser.write("form input[name=name]", "Ann");
    browser.write("form input[name=email]", "ann@example.org");
    browser.click("form.inline button");
    browser.wait("a.card");
    open("/new/little_wars/hooks_farm");
    take(&browser, &folder, "new-game", &both);
    for battle in ["counting_coup", "little_wars", "little_bighorn"] {
        browser.shown_as(DESKTOP, "light");
        begin(&browser, &server, &format!("{battle}/skirmish"));
        for _ in 0..3 {
            next_turn(&browser);
            browser.until("the answer", |browser| browser.has(".turn.mine") || browser.has(".result"));
        }
        take(&browser, &folder, &battle.replace('_', "-"), &both);
    }
    let game = browser.url().split(['?', '#']).next().unwrap_or_default().replace(&server.url, "");
    open(&format!("{game}/replay?at=20"));
    browser.wait("[type=range]");
    take(&browser, &folder, "replay", &[(PHONE, "light"), (DESKTOP, "dark")]);
    open(&format!("{game}/audit"));
    browser.click("#form button");
    browser.wait(".verdict");
    take(&browser, &folder, "audit", &both);
    open("/me");
    take(&browser, &folder, "account", &both);
}
