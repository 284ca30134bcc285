//! RFC 8785 text for the values a line may hold: no blanks, members sorted, whole numbers, plain names, bounded depth
//! (verifiable-dice §1). Nobody needs this to hash a line; it serves to write one, and to refuse other bytes.

use std::{fmt, sync::Arc};

use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};

/// Of a line's own object; the objects and arrays in it lie deeper.
pub(super) const LINE_DEPTH: usize = 1;
/// Of the objects that are members of a line: `body` and `rules`.
const BODY_DEPTH: usize = 2;
const MAX_DEPTH: usize = 32;

/// The greatest whole number: 2^53 - 1, which every JSON parser keeps exact.
pub(super) const MAX_NUMBER: u64 = (1 << 53) - 1;

/// Why a value has no place in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCanonical {
    /// It does not serialize to JSON.
    Unserializable,
    /// It should be an object.
    NoObject,
    /// A number with a fraction, or of 2^53 or more.
    Number,
    /// A member's name that is not 1 to 64 printable ASCII characters.
    Name,
    /// A value, be it but a number, deeper than 32 levels; the line itself is the first.
    Depth,
}

impl fmt::Display for NotCanonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotCanonical::Unserializable => "it does not serialize to JSON",
            NotCanonical::NoObject => "it is not a JSON object",
            NotCanonical::Number => "a number is not whole or not less than 2^53",
            NotCanonical::Name => "a member's name is not 1 to 64 printable ASCII characters",
            NotCanonical::Depth => "it is nested deeper than 32",
        })
    }
}

impl std::error::Error for NotCanonical {}

/// The canonical text of `value`, which stands at `depth` in its line.
pub(super) fn text_of(value: &Value, depth: usize) -> Result<String, NotCanonical> {
    let mut out = Vec::new();
    write(value, depth, &mut out)?;
    Ok(String::from_utf8(out).expect("JSON is written from texts, which are UTF-8"))
}

fn write(value: &Value, depth: usize, out: &mut Vec<u8>) -> Result<(), NotCanonical> {
    if MAX_DEPTH < depth {
        return Err(NotCanonical::Depth);
    }
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        // Written from the number, not from its text: so "-0" and "1.0" never come out as they came in.
        Value::Number(number) => match number.as_i64() {
            Some(whole) if whole.unsigned_abs() <= MAX_NUMBER => {
                out.extend_from_slice(whole.to_string().as_bytes())
            }
            Some(_) | None => return Err(NotCanonical::Number),
        },
        Value::String(text) => write_text(text, out),
        Value::Array(items) => {
            out.push(b'[');
            for (n, item) in items.iter().enumerate() {
                if n != 0 {
                    out.push(b',');
                }
                write(item, depth + 1, out)?;
            }
            out.push(b']');
        }
        Value::Object(members) => {
            // Sorted here, so that no feature of serde_json elsewhere in the build can change a byte. Names are ASCII:
            // the order of bytes is the order of RFC 8785.
            let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
            sorted.sort_unstable_by_key(|(name, _)| *name);
            out.push(b'{');
            for (n, (name, member)) in sorted.into_iter().enumerate() {
                if !is_member_name(name) {
                    return Err(NotCanonical::Name);
                }
                if n != 0 {
                    out.push(b',');
                }
                write_text(name, out);
                out.push(b':');
                write(member, depth + 1, out)?;
            }
            out.push(b'}');
        }
    }
    Ok(())
}

/// serde_json escapes exactly what RFC 8785 does, in the same letters: a test over the vectors holds it to that.
fn write_text(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("a Vec takes every write");
}

fn is_member_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| (b' '..=b'~').contains(&b))
}

/// The free content of a line (`body`, `rules`): an object, as its canonical text. Cheap to clone.
#[derive(Clone)]
pub struct Body(Arc<RawValue>);

impl Body {
    /// The canonical text of a value.
    ///
    /// # Errors
    /// [`NotCanonical`] when it is not an object, or holds what a line cannot.
    pub fn of(value: &impl Serialize) -> Result<Self, NotCanonical> {
        let value = serde_json::to_value(value).map_err(|_| NotCanonical::Unserializable)?;
        if !value.is_object() {
            return Err(NotCanonical::NoObject);
        }
        let text = text_of(&value, BODY_DEPTH)?;
        Ok(Body(RawValue::from_string(text).expect("it was written as JSON").into()))
    }

    /// An object that stands in a line, as it stands there; `None` when it is no object.
    pub(super) fn from_line(raw: &RawValue) -> Option<Self> {
        raw.get().starts_with('{').then(|| Body(raw.to_owned().into()))
    }

    /// The text.
    pub fn get(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Body {}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

impl Serialize for Body {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_are_sorted_at_every_depth() {
        let body =
            Body::of(&json!({"b": [{"z": 1, "a": -5}], "B": "é\u{1f}\n\"", "a": null})).expect("canonical");
        assert_eq!(body.get(), "{\"B\":\"é\\u001f\\n\\\"\",\"a\":null,\"b\":[{\"a\":-5,\"z\":1}]}");
        assert_eq!(serde_json::to_string(&[&body]).expect("JSON"), format!("[{}]", body.get()));
    }

    #[test]
    fn what_a_line_cannot_hold_is_refused() {
        let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!([inner]));
        assert!(Body::of(&json!({"a": nested(29)})).is_ok());
        assert_eq!(Body::of(&json!({"a": nested(30)})), Err(NotCanonical::Depth));
        assert_eq!(Body::of(&json!({"a": 1.5})), Err(NotCanonical::Number));
        assert_eq!(Body::of(&json!({"a": 1u64 << 53})), Err(NotCanonical::Number));
        assert!(Body::of(&json!({"a": [MAX_NUMBER, -9007199254740991i64]})).is_ok());
        assert_eq!(Body::of(&json!({"é": 1})), Err(NotCanonical::Name));
        assert_eq!(Body::of(&json!({"": 1})), Err(NotCanonical::Name));
        assert_eq!(Body::of(&json!([])), Err(NotCanonical::NoObject));
        let no_names = std::collections::BTreeMap::from([((1, 2), 3)]);
        assert_eq!(Body::of(&no_names), Err(NotCanonical::Unserializable));
    }
}
