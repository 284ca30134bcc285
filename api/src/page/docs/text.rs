//! The little Markdown the document's texts use: paragraphs, lists, `code`.

use maud::{Markup, html};

/// Paragraphs and lists.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
            @if block.starts_with("* ") {
                ul { @for item in items(block) { li { (inline(&item)) } } }
            } @else {
                p { (inline(block)) }
            }
        }
    }
}

/// One run of text, with code in it.
pub(super) fn inline(text: &str) -> Markup {
    html! {
        @for (idx, part) in text.split('`').enumerate() {
            @if idx % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// The items of a list; a line that begins otherwise continues the one before.
fn items(block: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("* "), items.last_mut()) {
            (Some(item), _) => items.push(item.to_owned()),
            (None, Some(last)) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            (None, None) => {}
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn paragraphs_lists_and_code_are_seen_and_nothing_else() {
        let html = prose("Say `a<b`.\n\n* one\n  more\n* two **x**").into_string();
        assert_eq!(html, "<p>Say <code>a&lt;b</code>.</p><ul><li>one more</li><li>two **x**</li></ul>");
    }
}
