//! A replay as one file: style, script and data inside, so that it plays and verifies from a disk, without any request.

use maud::{DOCTYPE, PreEscaped, html};

use super::script;
use crate::service::read::replay_file::ReplayFile;

/// The file.
pub fn page(file: &ReplayFile) -> String {
    let inline = script::replay();
    let title = if file.title.is_empty() { file.game.as_str() } else { file.title.as_str() };
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                // The policy goes with the file: from a disk there are no headers.
                meta http-equiv="Content-Security-Policy" content=(inline.policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – replay" }
                style { (PreEscaped(inline.style)) }
            }
            body {
                main id="replay" {
                    h1 { (title) }
                    noscript {
                        p {
                            "This file plays the game by a script of its own. Without scripts, "
                            code { "fieldpost replay" } " shows the audit bundle of the game in words."
                        }
                    }
                }
                script type="application/json" id="played" { (PreEscaped(inside(&file.played))) }
                script type="application/json" id="bundle" { (PreEscaped(inside(&file.bundle))) }
                script type="module" { (PreEscaped(inline.script.as_str())) }
            }
        }
    };
    markup.into_string()
}

/// JSON as it may stand inside a script element: outside of its strings it has no such character, and inside them this is
/// the same character.
fn inside(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_wrote_stays_text() {
        let hostile = "</script><img src=x onerror=alert(1)>";
        let file = ReplayFile {
            game: "7k3m9q2x4c8n".to_owned(),
            title: hostile.to_owned(),
            played: serde_json::json!({ "title": hostile }).to_string(),
            bundle: serde_json::json!({ "log": [hostile, "<!--"] }).to_string(),
        };
        let page = page(&file);
        assert!(!page.contains("<img") && !page.contains("<!--"), "{page}");
        assert_eq!(page.matches("</script>").count(), 3);
        // Nothing is asked of anybody.
        for foreign in [" src=\"", "href=\"", "url(", "@import", "http:", "https:"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
    }
}
