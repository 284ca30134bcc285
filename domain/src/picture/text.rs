//! A picture in letters, and the cleaning of untrusted words that both renderers need.

use super::Picture;

/// Untrusted words as one line of plain text: line breaks and other control characters become blanks or vanish, and
/// so do the characters that turn the direction of writing, with which a name could dress up as another.
pub fn clean(text: &str) -> String {
    text.chars()
        .filter(|&letter| !is_invisible(letter))
        .map(|letter| if is_break(letter) { ' ' } else { letter })
        .collect()
}

fn is_break(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}')
}

/// Controls, marks that steer direction, and what no XML document may contain.
fn is_invisible(letter: char) -> bool {
    let steers = matches!(letter, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}');
    let isolates = matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    let no_xml = matches!(letter, '\u{fffe}' | '\u{ffff}');
    (letter.is_control() && !is_break(letter)) || steers || isolates || no_xml
}

/// Title, plan, what stands on it, and the letters explained.
pub(super) fn render(picture: &Picture) -> String {
    let mut out = String::new();
    let mut put = |line: &str| {
        out.push_str(line.trim_end());
        out.push('\n');
    };
    put(&clean(&picture.title));
    put("");
    for line in &picture.text {
        put(&clean(line));
    }
    let key = picture.legend.entries.iter().filter_map(|entry| entry.letter.map(|letter| (letter, entry)));
    for (place, (letter, entry)) in key.enumerate() {
        if place == 0 {
            put("");
        }
        put(&format!("{letter} {}", clean(&entry.label)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn a_name_cannot_break_the_line_or_turn_the_writing() {
        assert_eq!(clean("Red\r\n\u{202e}wolC\u{7}"), "Red  wolC");
        assert_eq!(clean("Crazy Horse, Tȟašúŋke Witkó"), "Crazy Horse, Tȟašúŋke Witkó");
    }
}
