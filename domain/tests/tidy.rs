//! The code base tests itself: who may know whom, how long things may get, which rules are cited.

#![allow(clippy::disallowed_methods)] // tests may read the files of the house; what they test may not

mod support;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use domain::rulesets;

/// Lines of a file, lines of a function.
const FILE: usize = 400;
const FUNCTION: usize = 70;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                walk(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

/// Rust files below these folders of the workspace, with their texts.
fn sources(folders: &[&str]) -> Vec<(String, String)> {
    let root = root();
    let mut paths = Vec::new();
    for folder in folders {
        walk(&root.join(folder), &mut paths);
    }
    paths.sort();
    paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let name = path.strip_prefix(&root).expect("below the workspace").display().to_string();
            (name, fs::read_to_string(&path).expect("a source file"))
        })
        .collect()
}

const CODE: &[&str] = &["domain/src", "storage/src", "openapi/src", "api/src"];

/// What stands before the tests of a file.
fn code_of(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod ").map_or(text, |(code, _)| code)
}

#[test]
fn no_file_knows_both_a_ruleset_and_http_or_sql() {
    let mut faults = Vec::new();
    for (name, text) in sources(&["storage/src", "openapi/src", "api/src"]) {
        for ruleset in rulesets::ALL {
            let camel: String =
                ruleset.id().split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
            // Doc comments, help texts and examples of the API's document speak of real games; code may not.
            let is_prose =
                |line: &str| ["//", "fieldpost ", "\"ruleset\":"].iter().any(|start| line.starts_with(start));
            let named = code_of(&text)
                .lines()
                .filter(|line| !is_prose(line.trim_start()))
                .any(|line| line.contains(ruleset.id()) || line.contains(&camel));
            if named {
                faults.push(format!("{name} names {}", ruleset.id()));
            }
        }
    }
    for (name, text) in sources(&["domain/src"]) {
        for word in ["actix", "rusqlite", "SELECT ", "http::", "lettre"] {
            if code_of(&text).contains(word) {
                faults.push(format!("{name} knows `{word}`"));
            }
        }
    }
    support::none(&faults);
}

#[test]
fn rulesets_know_neither_the_table_nor_each_other() {
    let mut faults = Vec::new();
    for (name, text) in sources(&["domain/src/rulesets"]) {
        let Some(folder) = name.split('/').nth(3).filter(|folder| !folder.ends_with(".rs")) else { continue };
        for word in ["crate::table", "crate::game", "crate::chronicle", "crate::log", "crate::seam"] {
            if code_of(&text).contains(word) {
                faults.push(format!("{name} knows `{word}`"));
            }
        }
        for other in rulesets::ALL.iter().filter(|ruleset| ruleset.id() != folder) {
            if text.contains(&format!("rulesets::{}", other.id())) {
                faults.push(format!("{name} knows {}", other.id()));
            }
        }
    }
    support::none(&faults);
}

#[test]
fn each_folder_of_a_ruleset_is_registered() {
    let folder = root().join("domain/src/rulesets");
    let folders: BTreeSet<String> = fs::read_dir(&folder)
        .expect("the rulesets")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let registered: BTreeSet<String> = rulesets::ALL.iter().map(|ruleset| ruleset.id().to_owned()).collect();
    assert_eq!(folders, registered);
}

#[test]
fn files_and_functions_stay_readable() {
    let mut faults = Vec::new();
    for (name, text) in sources(CODE) {
        let lines: Vec<&str> = text.lines().collect();
        if FILE < lines.len() {
            faults.push(format!("{name}: {} lines", lines.len()));
        }
        if !text.starts_with("//!") {
            faults.push(format!("{name} does not say what it is"));
        }
        faults.extend(long_functions(&name, &lines));
    }
    support::none(&faults);
}

fn long_functions(name: &str, lines: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let words = line.trim_start();
        let is_function =
            ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn ", "async fn ", "pub async fn "]
                .iter()
                .any(|start| words.starts_with(start));
        // A declaration in a trait has no body: its head ends with a semicolon.
        let head_end = lines[at..].iter().find(|line| line.ends_with('{') || line.ends_with(';'));
        if !is_function || head_end.is_none_or(|line| line.ends_with(';')) {
            continue;
        }
        let end = format!("{}}}", " ".repeat(line.len() - words.len()));
        let length = lines[at..].iter().position(|other| *other == end).map_or(0, |found| found + 1);
        if FUNCTION < length {
            faults.push(format!("{name}:{}: a function of {length} lines", at + 1));
        }
    }
    faults
}

#[test]
fn every_rule_is_cited_where_it_is_implemented() {
    let mut faults = Vec::new();
    for ruleset in rulesets::ALL {
        let folder = format!("domain/src/rulesets/{}", ruleset.id());
        let cited: String = sources(&[&folder])
            .iter()
            .filter(|(name, _)| !name.ends_with("/rules.rs") && !name.contains("/rules/"))
            .map(|(_, text)| code_of(text).to_owned())
            .collect();
        for rule in ruleset.rules() {
            let id = rule.id.0;
            let whole = cited.match_indices(id).any(|(at, _)| {
                !cited[at + id.len()..].starts_with(|next: char| next.is_ascii_alphanumeric())
            });
            if !whole {
                faults.push(format!("{id} is cited nowhere but in rules.rs"));
            }
        }
    }
    support::none(&faults);
}

#[test]
fn the_rules_page_lists_every_rule_as_the_code_has_it() {
    for ruleset in rulesets::ALL {
        let path = root().join("docs/rules").join(format!("{}.md", ruleset.id()));
        let page = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let marker = "<!-- from here on written by a test -->\n";
        let (head, kept) = page.split_once(marker).expect("the page has the marker");
        let mut list = String::new();
        let mut section = "";
        for rule in ruleset.rules() {
            if rule.section != section {
                section = rule.section;
                list.push_str(&format!("\n### {section}\n\n"));
            }
            let origin = match rule.origin {
                domain::rule::Origin::Source => "source",
                domain::rule::Origin::Ruling => "ruling",
                domain::rule::Origin::SourceAndRuling => "source, form ours",
            };
            list.push_str(&format!("- **{}** ({origin}) {}\n", rule.id, rule.text));
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, format!("{head}{marker}{list}")).expect("the page can be written");
        } else {
            assert_eq!(kept, list, "{}: UPDATE_EXPECT=1 writes it anew", path.display());
        }
    }
}
