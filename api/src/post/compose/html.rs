//! The HTML part of a mail, made of the same parts as its text: one small style sheet in its head, the board as a picture
//! that travels with the mail, nothing from elsewhere. `maud` escapes whatever is written into it; only links of our own
//! become links.
//!
//! Who sees no picture finds the board in letters below it; who sees no style sheet, a page in plain headings and paragraphs.

use domain::picture::{Picture, clean};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::text::{Page, Part, UNWANTED, What};
use crate::{app::App, png, post::receive::DIVIDER, problem::Problem};

/// The style sheet of all mails. Larger ones are cut off by some mail programs.
const STYLE: &str = include_str!("mail.css");

/// All pictures of a mail together are smaller: as base64 they grow by a third, and the mail stays below 200 kB.
const PICTURE_BYTES: usize = 96 * 1024;

/// Who writes.
const BRAND: &str = "Fieldpost";

/// How wide a picture is shown at most, in pixels: the width of the page without its margins.
const SHOWN_PIXELS: u32 = 596;

/// How wide it is drawn, for screens with finer pixels.
const DRAWN_PIXELS: u32 = SHOWN_PIXELS * 3 / 2;

/// The longest description of a picture.
const ALT_CHARACTERS: usize = 600;

/// A page as HTML, and the pictures that belong to it.
pub(super) struct Html {
    /// The document.
    pub(super) document: String,
    /// Content-ID and PNG of each picture.
    pub(super) pictures: Vec<(String, Vec<u8>)>,
}

/// What a mail needs beside its page.
pub(super) struct Frame<'a> {
    /// What it is about.
    pub(super) subject: &'a str,
    /// Whether it may be answered above its first line.
    pub(super) is_answerable: bool,
    /// The link that ends such mail.
    pub(super) unwanted: Option<&'a str>,
    /// What the names of its pictures end with: no two mails share it.
    pub(super) mark: &'a str,
}

/// The page as HTML.
///
/// # Errors
/// 500 when a board cannot be drawn, which is the ruleset's error.
pub(super) fn render(app: &App, page: &Page, frame: &Frame<'_>) -> Result<Html, Problem> {
    let mut pictures = Vec::new();
    let mut body = Vec::new();
    for part in page.parts() {
        body.push(match &part.what {
            What::Board(picture) => board(picture, frame.mark, &mut pictures)?,
            _ => shown(app, part, frame.unwanted),
        });
    }
    let subject = clean(frame.subject);
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="supported-color-schemes" content="light dark";
                title { (subject) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                div class="page" {
                    @if frame.is_answerable {
                        p class="mark" { (DIVIDER) }
                    }
                    @if !subject.starts_with(BRAND) { p class="brand" { (BRAND) } }
                    h1 { (subject) }
                    @for part in &body { (part) "\n" }
                }
            }
        }
    };
    Ok(Html { document: document.into_string(), pictures })
}

fn shown(app: &App, part: &Part, unwanted: Option<&str>) -> Markup {
    match &part.what {
        What::Greeting(words) | What::Say(words) => html! { p { (prose(words)) } },
        What::Time(words) => html! { p class="time" { (prose(words)) } },
        What::Chapter(words) => html! { h2 class="chapter" { (clean(words)) } },
        What::Heading(words) => html! { h2 { (clean(words)) } },
        What::Lines(lines) if lines.iter().all(|line| own_link(app, line).is_some()) => html! {
            @for (about, to) in lines.iter().filter_map(|line| own_link(app, line)) {
                p { (about) " " (link(to)) }
            }
        },
        What::Lines(lines) => html! { pre { (in_lines(lines)) } },
        What::Code(code) => html! { pre class="code" { b { (clean(code)) } } },
        What::Quote(lines) => html! { blockquote { (in_lines(lines)) } },
        What::Events(events) => happened(events),
        What::Choices(groups) => html! {
            table {
                @for (first, rests) in groups {
                    tr { th scope="row" { (clean(first)) } td { (clean(&rests.join(BETWEEN))) } }
                }
            }
        },
        // It has a picture, and is drawn where pictures are counted.
        What::Board(picture) => plan(picture),
        What::Footer(lines) => html! {
            div class="foot" {
                @if let [first, rest @ ..] = lines.as_slice() {
                    p { (clean(first)) }
                    p { (prose(&rest.join(" "))) }
                }
                @if let Some(unwanted) = unwanted { p { (UNWANTED) br; (link(unwanted)) } }
            }
        },
    }
}

/// What stands between orders: the bar stays with the one before it.
const BETWEEN: &str = "\u{a0}| ";

/// A paragraph; what stands between two backticks is to be typed.
fn prose(words: &str) -> Markup {
    let words = clean(words);
    let pieces: Vec<&str> = words.split('`').collect();
    match pieces.len() % 2 {
        0 => html! { (words) },
        _ => html! {
            @for (at, piece) in pieces.iter().enumerate() {
                @if at % 2 == 0 { (piece) } @else { code { (piece) } }
            }
        },
    }
}

/// Events, as lists below their headings.
fn happened(events: &[(Option<String>, Vec<String>)]) -> Markup {
    let mut groups: Vec<(Option<&String>, Vec<String>)> = Vec::new();
    for (heading, lines) in events {
        let words: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
        let words = clean(&words.join(" "));
        match (heading, groups.last_mut()) {
            (None, Some((_, group))) => group.push(words),
            (heading, _) => groups.push((heading.as_ref(), vec![words])),
        }
    }
    html! {
        @for (heading, items) in &groups {
            @if let Some(heading) = heading { h3 { (clean(heading)) } }
            ul { @for item in items { li { (item) } } }
        }
    }
}

/// A board as a picture, with the same in letters; without the picture where the mail would grow too large.
fn board(picture: &Picture, mark: &str, pictures: &mut Vec<(String, Vec<u8>)>) -> Result<Markup, Problem> {
    let used: usize = pictures.iter().map(|(_, png)| png.len()).sum();
    let Some(drawn) = png::for_mail(picture, DRAWN_PIXELS, PICTURE_BYTES.saturating_sub(used))? else {
        return Ok(plan(picture));
    };
    let id = format!("board-{}.{mark}", pictures.len() + 1);
    let about = format!("{}. {}", picture.title, picture.description);
    let alt: String = clean(&about).chars().take(ALT_CHARACTERS).collect();
    pictures.push((id.clone(), drawn));
    Ok(html! {
        img src=(format!("cid:{id}")) alt=(alt) width=(SHOWN_PIXELS);
        details {
            summary { "The same in letters, and all that stands on it" }
            (plan(picture))
        }
    })
}

/// A board in letters.
fn plan(picture: &Picture) -> Markup {
    html! { pre class="plan" { (picture.to_text().trim_end()) } }
}

fn in_lines(lines: &[String]) -> String {
    lines.iter().map(|line| clean(line)).collect::<Vec<_>>().join("\n")
}

/// A line that is a link of ours and nothing else, perhaps with a word before it: the word and the link. What players write
/// never begins a line of ours.
fn own_link<'a>(app: &App, line: &'a str) -> Option<(&'a str, &'a str)> {
    let (about, to) = line.split_once("  ").unwrap_or(("", line));
    let to = to.trim_start();
    let rest = to.strip_prefix(app.config.base_url.as_str())?;
    let is_link = rest.starts_with('/') && !rest.contains(char::is_whitespace);
    let is_word = about.is_empty() == (to.len() == line.len()) && !about.contains(' ');
    (is_link && is_word).then_some((about, to))
}

fn link(to: &str) -> Markup {
    html! { a href=(to) { (to) } }
}
