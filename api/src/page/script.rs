//! The scripts of our pages: modules as they stand here, without a build. `verify.js` and what it imports were written from
//! the specification alone, so that a page can judge this server.

use std::sync::LazyLock;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::hash::Hash;

/// A file of `script/`.
macro_rules! file {
    ($name:literal) => {
        ($name, include_str!(concat!("script/", $name)))
    };
}

/// What makes up the verifier, each file after those it imports.
const VERIFIER: [(&str, &str); 6] = [
    file!("hash.js"),
    file!("chacha.js"),
    file!("ed25519.js"),
    file!("shape.js"),
    file!("head.js"),
    file!("verify.js"),
];

/// What else pages load.
const PAGES: [(&str, &str); 5] =
    [file!("codes.js"), file!("fairness.js"), file!("parts.js"), file!("audit.js"), file!("audit.css")];

/// What a replay in one file has besides the verifier, in this order.
const REPLAY: [(&str, &str); 3] = [file!("codes.js"), file!("parts.js"), file!("replay.js")];

/// A script or style sheet, with its media type.
pub fn find(name: &str) -> Option<(&'static str, &'static str)> {
    let (_, text) = VERIFIER.iter().chain(&PAGES).find(|(own, _)| *own == name)?;
    let is_style = name.ends_with(".css");
    Some((text, if is_style { "text/css; charset=utf-8" } else { "text/javascript; charset=utf-8" }))
}

/// What a page in one file has inline.
pub struct Inline {
    /// The modules as one.
    pub script: String,
    /// The style sheet.
    pub style: &'static str,
    /// The policy that allows just these two, for the file itself.
    pub policy: String,
}

/// The parts of the replay in one file.
pub fn replay() -> &'static Inline {
    static INLINE: LazyLock<Inline> = LazyLock::new(|| {
        let script = joined(VERIFIER.iter().chain(&REPLAY).map(|(_, text)| *text));
        let style = include_str!("script/replay.css");
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
            hash_of(&script),
            hash_of(style)
        );
        Inline { script, style, policy }
    });
    &INLINE
}

/// How a policy names an inline text.
fn hash_of(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Hash::of(text).as_bytes()))
}

/// Modules as one: imports stand on lines of their own, and no two modules have a name in common.
fn joined<'a>(modules: impl Iterator<Item = &'a str>) -> String {
    let mut script = String::new();
    for line in modules.flat_map(str::lines).filter(|line| !line.starts_with("import ")) {
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
    script
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What a module names at its top.
    fn names(text: &str) -> impl Iterator<Item = &str> {
        let words = ["function* ", "async function ", "function ", "class ", "const ", "let "];
        text.lines().filter_map(move |line| {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let rest = words.iter().find_map(|word| line.strip_prefix(word))?;
            Some(rest.split(|c: char| !(c.is_alphanumeric() || "_$".contains(c))).next().unwrap_or(""))
        })
    }

    #[test]
    fn modules_that_are_joined_share_no_name() {
        let mut known = BTreeSet::new();
        for (file, text) in VERIFIER.iter().chain(&REPLAY) {
            for name in names(text) {
                assert!(name.is_empty() || known.insert(name), "{file}: {name} is taken");
            }
        }
    }

    #[test]
    fn scripts_ask_nothing_of_others_and_never_write_markup() {
        let all = VERIFIER.iter().chain(&PAGES).chain(&REPLAY);
        for (file, text) in all {
            for foreign in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "Function(",
                "//cdn",
                "https:",
            ] {
                assert!(!text.contains(foreign), "{file}: {foreign}");
            }
            assert!(!text.contains("</script") && !text.contains("<!--"), "{file} can stand inside a page");
            let imports = text.lines().filter(|line| line.starts_with("import "));
            for import in imports {
                let name = import.split('"').nth(1).and_then(|path| path.strip_prefix("./"));
                assert!(name.is_some_and(|name| find(name).is_some()), "{file}: {import}");
            }
        }
    }

    #[test]
    fn the_joined_script_has_no_module_left_to_load() {
        let replay = replay();
        assert!(!replay.script.contains("\nimport ") && !replay.script.contains("\nexport "));
        assert!(replay.policy.contains("script-src 'sha256-") && !replay.policy.contains("unsafe"));
    }
}
