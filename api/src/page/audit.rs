//! The page on which a browser verifies a game by itself. Without scripts it says how to do the same by hand.

use maud::{Markup, html};

use super::site::{self, Reader};

/// The page, for a game of this server or, without one, for a file. `root` is the path under which the service lies, `url` its
/// whole address. Nothing is looked up: the page says the same whether or not there is such a game.
pub fn page(root: &str, url: &str, game: Option<&str>) -> Markup {
    let title = game.map_or_else(|| "Audit of a game".to_owned(), |game| format!("Audit of the game {game}"));
    let body = html! {
        link rel="stylesheet" href=(format!("{root}/script/audit.css"));
        div class="audit" {
            h1 { (title) }
            p {
                "Every line of a game holds the hash of the line before it, and every die comes from a seed that was fixed "
                "before anybody could know what it would be used for. Here your browser checks all of it, with a program that "
                "trusts this server in nothing but having sent it."
            }
            // Shown by the script: without one there is nothing to press.
            div id="audit" hidden data-root=(root) data-game=(game.unwrap_or("")) {}
            @if let Some(game) = game {
                p { "The dice so far, and how even they are: " a href=(format!("{root}/games/{game}/dice")) { "as a list" } "." }
            }
            (by_hand(url, game))
        }
        script type="module" src=(format!("{root}/script/audit.js")) {}
    };
    site::site(&Reader::stranger(root), &title, &body)
}

/// How to verify with programs of one's own.
fn by_hand(url: &str, game: Option<&str>) -> Markup {
    let game = game.unwrap_or("GAME");
    html! {
        section id="by-hand" {
            h2 { "Without this page" }
            p {
                "A page is sent by the server that it judges. If that is too little for you, fetch the bundle and verify it "
                "with a program that you have from elsewhere:"
            }
            pre { code {
                (format!("curl -fsS '{url}/v1/games/{game}/audit' > bundle.json\n"))
                "fieldpost verify bundle.json\n"
                "python3 verify_reference.py bundle.json"
            } }
            p {
                "The first also lets the rules replay the game, orders and all. The second is one file of Python without "
                "packages (" code { "tests/verify_reference.py" } " of the sources). Both take the mails with heads that you "
                "kept: " code { "--mail FILE" } ". For a private game send your token along: "
                code { "-H \"Authorization: Bearer $TOKEN\"" } "."
            }
            p {
                "What is checked, and how to check a single die with " code { "sha256sum" } " and " code { "openssl" }
                ", stands in " code { "docs/verifiable-dice.md" } "."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_scripts_the_page_tells_how_to_verify() {
        let page = page("/war", "https://example.org/war", Some("7k3m9q2x4c8n")).into_string();
        assert!(page.contains("curl -fsS 'https://example.org/war/v1/games/7k3m9q2x4c8n/audit'"), "{page}");
        assert!(page.contains("fieldpost verify bundle.json") && page.contains("verify_reference.py"));
        assert!(page.contains("src=\"/war/script/audit.js\"") && !page.contains(" style="));
    }
}
