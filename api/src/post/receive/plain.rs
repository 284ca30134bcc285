//! Letters as keyboards mean them: what mail programs make pretty becomes plain again, so that notation is read as it
//! was typed.

/// A line with plain dashes, blanks, quotation marks and digits, without invisible letters, and without blanks at its
/// end.
pub(super) fn line(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => plain.push('-'),
            '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
                plain.push(' ');
            }
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
            | '\u{fe0e}'
            | '\u{fe0f}' => {}
            '\u{2018}'..='\u{201b}' | '\u{2032}' => plain.push('\''),
            '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => plain.push('"'),
            '\u{2026}' => plain.push_str("..."),
            '\u{d7}' => plain.push('x'),
            // The wide forms of ASCII stand in the same order, elsewhere.
            '\u{ff01}'..='\u{ff5e}' => {
                plain.push(char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter));
            }
            control if control.is_control() => {}
            letter => plain.push(letter),
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn what_mail_programs_make_pretty_becomes_plain() {
        assert_eq!(line("off1 f3\u{2013}e3"), "off1 f3-e3");
        assert_eq!(line("sol3\u{a0}k9\u{200b}  "), "sol3 k9");
        assert_eq!(line("ｓｏｌ３　ｋ９"), "sol3 k9");
        assert_eq!(line("\u{201c}a\u{201d} \u{2018}b\u{2019}\u{feff}"), "\"a\" 'b'");
        assert_eq!(line("sol4 \u{d7} war4\u{7}"), "sol4 x war4");
    }
}
