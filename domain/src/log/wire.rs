//! Reading a line: for foreign text the canonical bytes are asked for first, then the shape (verifiable-dice §6).

use serde_json::Value;

use super::{
    Line, LineFault,
    canonical::{LINE_DEPTH, text_of},
    shape::{Common, Shaped, shape_of},
};

/// The canonical text that `text` must be: parsed to a value and written again, which also undoes a member given twice.
fn is_canonical(text: &str) -> bool {
    match serde_json::from_str::<Value>(text) {
        Ok(value) => value.is_object() && text_of(&value, LINE_DEPTH).is_ok_and(|again| again == text),
        Err(_) => false,
    }
}

/// Reads foreign text: canonical first, then its shape.
pub(super) fn shaped(text: &str) -> Result<Shaped, LineFault> {
    if is_canonical(text) { shape_of(text) } else { Err(LineFault::Encoding) }
}

impl Shaped {
    fn line(self) -> Result<Line, LineFault> {
        let Common { game, seq, prev, time } = self.common;
        let kind = self.kind.map_err(|_| LineFault::Fields)?;
        Ok(Line { game, seq, prev, time, kind })
    }
}

impl Line {
    /// Reads a line that anybody may have written. Writing it again gives the same bytes.
    ///
    /// # Errors
    /// [`LineFault::Encoding`] when it is not canonical (§1), else [`LineFault::Fields`] when it has not exactly the
    /// members of its type in their forms (§4), or holds a die or a seat that can stand in no log.
    pub fn parse(text: &str) -> Result<Line, LineFault> {
        shaped(text)?.line()
    }

    /// Reads a line of our own store, whose bytes were canonical when they were written: as [`Line::parse`], only that
    /// nobody asks whether they still are. Fast: one pass, bodies are not looked into.
    ///
    /// # Errors
    /// [`LineFault`], as far as it shows without that.
    pub fn read(text: &str) -> Result<Line, LineFault> {
        shape_of(text)?.line()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hash::Hash, log::shape::Misfit};

    const COMMIT: &str = "{\"commit\":null,\"epoch\":0,\"game\":\"g\",\"prev\":\"\
        0000000000000000000000000000000000000000000000000000000000000000\",\"seat\":\"red\",\"seq\":2,\"time\":1,\
        \"type\":\"commit\",\"v\":\"fair-dice/v1\"}";

    fn parsed(from: &str, to: &str) -> Result<Line, LineFault> {
        assert!(COMMIT.contains(from), "{from}");
        Line::parse(&COMMIT.replace(from, to))
    }

    #[test]
    fn other_bytes_are_an_encoding_fault() {
        assert!(Line::parse(COMMIT).is_ok());
        for (from, to) in [
            ("\"seq\":2", "\"seq\": 2"),
            ("\"seq\":2", "\"seq\":2.0"),
            ("\"seq\":2", "\"seq\":2,\"seq\":2"),
            ("\"seq\":2", "\"seq\":9007199254740992"),
            ("\"seq\":2", "\"seq\":-0"),
            ("red", "r\\u0065d"),
            ("\"seq\"", "\"é\""),
            ("\"v\":\"fair-dice/v1\"}", "\"v\":\"fair-dice/v1\"}\n"),
        ] {
            assert_eq!(parsed(from, to), Err(LineFault::Encoding), "{to}");
        }
        for text in ["", "null", "[]", "{", "\u{feff}{}"] {
            assert_eq!(Line::parse(text), Err(LineFault::Encoding), "{text}");
        }
    }

    #[test]
    fn other_members_or_forms_are_a_fields_fault() {
        for (from, to) in [
            ("\"seq\":2", "\"seq\":-2"),
            ("\"seq\":2,", ""),
            ("\"commit\":null,", ""),
            ("\"commit\":null", "\"commit\":\"00\""),
            ("\"epoch\":0", "\"epoch\":\"0\""),
            ("\"seat\":\"red\"", "\"seat\":\"Red\""),
            ("\"seat\":\"red\"", "\"seat\":\"server\""),
            ("\"type\":\"commit\"", "\"type\":\"reveal\""),
            ("\"type\":\"commit\"", "\"type\":\"vote\""),
            ("\"type\":\"commit\"", "\"type\":null"),
            ("\"type\":\"commit\",", ""),
            ("fair-dice/v1", "fair-dice/v2"),
            ("\"v\":\"fair-dice/v1\"", "\"v\":\"fair-dice/v1\",\"w\":0"),
            // A quote and the name of another type where a careless search would look for it.
            ("\"type\":\"commit\"", "\"type\":\"commit\",\"u\\\"type\":\"reveal\""),
        ] {
            assert_eq!(parsed(from, to), Err(LineFault::Fields), "{to}");
        }
        assert_eq!(Line::parse("{}"), Err(LineFault::Fields));
    }

    #[test]
    fn an_array_is_no_object_even_with_the_right_values_in_order() {
        let zero = Hash::ZERO;
        let roll = |roll: &str| {
            format!(
                "{{\"body\":{{}},\"game\":\"g\",\"opens\":[],\"prev\":\"{zero}\",\"request\":\"r\",\"rolls\":[{roll}],\
                 \"seals\":[],\"seat\":\"red\",\"seq\":2,\"time\":1,\"type\":\"event\",\"v\":\"fair-dice/v1\"}}"
            )
        };
        let object = |value: &str| {
            format!(
                "{{\"index\":1,\"rule\":\"\",\"seed\":\"{zero}\",\"sides\":6,\"values\":[{value}],\"why\":\"\"}}"
            )
        };
        assert!(Line::parse(&roll(&object("6"))).is_ok());
        let array = format!("[1,\"{zero}\",6,[6],\"\",\"\"]");
        assert_eq!(Line::parse(&roll(&array)), Err(LineFault::Fields));
        // A die that no type of ours holds: form enough for the verifier, no line for anybody else.
        let huge = roll(&object("4294967296"));
        assert_eq!(Line::parse(&huge), Err(LineFault::Fields));
        assert!(matches!(shaped(&huge), Ok(Shaped { kind: Err(Misfit::HugeDie(_)), .. })));
        assert_eq!(Line::parse(&roll(&object("9007199254740992"))), Err(LineFault::Encoding));
    }
}
