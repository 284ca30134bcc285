//! A browser without scripting: it opens, presses, and keeps the cookie.

use actix_web::test::TestRequest;

use crate::world::{Answer, World};

pub const HOME: &str = "http://127.0.0.1:8080";

/// A browser: it keeps the cookie, and says where its forms come from.
pub struct Browser<'a> {
    pub world: &'a World,
    pub cookie: String,
}

impl<'a> Browser<'a> {
    pub fn new(world: &'a World) -> Self {
        Browser { world, cookie: String::new() }
    }

    pub async fn joined(world: &'a World, name: &str) -> Self {
        let mut browser = Browser::new(world);
        let made = browser.press("/join", &[("name", name), ("email", "ann@example.org")]).await;
        assert_eq!(made.status, 303, "{made:?}");
        browser
    }

    pub async fn open(&self, path: &str) -> Answer {
        self.world.send(TestRequest::get().uri(path).insert_header(("cookie", &*self.cookie))).await
    }

    pub async fn press(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.press_from(path, fields, &[("origin", HOME)]).await
    }

    pub async fn press_from(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        headers: &[(&'static str, &str)],
    ) -> Answer {
        let mut sent =
            TestRequest::post().uri(path).insert_header(("cookie", &*self.cookie)).set_form(fields);
        for header in headers {
            sent = sent.insert_header(*header);
        }
        let answer = self.world.send(sent).await;
        if let Some((cookie, _)) = answer.header("set-cookie").split_once(';') {
            cookie.clone_into(&mut self.cookie);
        }
        answer
    }

    /// A game against the bot; its path.
    pub async fn against_the_bot(&mut self, battle: &str) -> String {
        let made = self.press(&format!("/new/{battle}"), &[("do", "bot")]).await;
        assert_eq!(made.status, 303, "{made:?}");
        made.header("location").to_owned()
    }
}

/// What stands in a field of the form, as a browser would send it back.
pub fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let at = page.find(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("no {name}: {page}"));
    let rest = &page[at + name.len() + 15..];
    &rest[..rest.find('"').expect("an end")]
}
