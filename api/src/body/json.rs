//! JSON that means one thing only: not too deep, numbers whole and safe everywhere, no member twice.
//!
//! Two passes over the text: the first looks at JSON as such, the second reads the shape the route wants. Both errors
//! carry line and column, those of the second a JSON Pointer too.

use std::{cell::RefCell, collections::HashSet, fmt};

use domain::pointer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::problem::{self, Code, Fault, Problem, codes};

/// How deep objects and lists may stand in each other.
const DEPTH: usize = 32;

/// The largest number every JSON reader keeps exactly.
const SAFE: u64 = (1 << 53) - 1;

/// Looks at JSON as such.
///
/// # Errors
/// 400 when it is no JSON or too deep, 422 when a number is not whole or a member stands twice.
pub fn check(text: &str) -> Result<(), Problem> {
    let found = RefCell::new(None);
    let mut from = serde_json::Deserializer::from_str(text);
    let walk = Walk { found: &found, pointer: Pointer(None), depth: 0 };
    let error = match walk.deserialize(&mut from).and_then(|()| from.end()) {
        Ok(()) => return Ok(()),
        Err(error) => error,
    };
    let (code, detail, pointer) = match found.into_inner() {
        Some((code, detail, pointer)) => (code, detail, Some(pointer)),
        None => (codes::BAD_JSON, format!("The body is not JSON: {}.", without_place(&error)), None),
    };
    let fault = Fault {
        code: code.code.to_owned(),
        detail: detail.clone(),
        pointer,
        line: u32::try_from(error.line()).ok(),
        column: u32::try_from(error.column()).ok(),
        ..Default::default()
    };
    let whole = if code.status == 422 { codes::INVALID_FIELDS } else { code };
    Err(Problem::new(whole, detail).with_faults(vec![fault]))
}

/// Reads the shape the route wants, which always is an object.
///
/// # Errors
/// 422.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    // serde would take a list for an object, its items for the members in their order.
    if !text.trim_start().starts_with('{') {
        let fault = problem::fault(codes::WRONG_TYPE, "", "The body is not an object.");
        return Err(Problem::fields(vec![fault]));
    }
    let mut from = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut from).map_err(|error| {
        let pointer = pointer::of_path(error.path());
        let said = without_place(error.inner());
        let code = kind(&said);
        let detail = match pointer.is_empty() {
            true => format!("The body: {said}."),
            false => format!("{pointer}: {said}."),
        };
        let fault = Fault {
            code: code.code.to_owned(),
            detail: detail.clone(),
            pointer: Some(pointer),
            line: u32::try_from(error.inner().line()).ok().filter(|line| 1 <= *line),
            column: u32::try_from(error.inner().column()).ok().filter(|column| 1 <= *column),
            ..Default::default()
        };
        Problem::new(codes::INVALID_FIELDS, detail).with_faults(vec![fault])
    })
}

/// Which kind of fault serde speaks of. Its words are stable enough to tell these two apart from the rest.
fn kind(said: &str) -> Code {
    if said.starts_with("unknown field") {
        codes::UNKNOWN_FIELD
    } else if said.starts_with("missing field") {
        codes::MISSING_FIELD
    } else {
        codes::WRONG_TYPE
    }
}

/// serde_json appends the place to its text; we give it apart.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) if 1 <= error.line() => text[..end].to_owned(),
        _ => text,
    }
}

/// The way down to a value: only spelled out when something is wrong there.
#[derive(Clone, Copy)]
struct Pointer<'a>(Option<(&'a Pointer<'a>, Step<'a>)>);

#[derive(Clone, Copy)]
enum Step<'a> {
    Item(usize),
    Member(&'a str),
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some((parent, Step::Item(index))) => write!(f, "{parent}/{index}"),
            Some((parent, Step::Member(name))) => write!(f, "{parent}/{}", pointer::escaped(name)),
        }
    }
}

type Found = RefCell<Option<(Code, String, String)>>;

/// Walks through any JSON and keeps nothing but the first fault.
struct Walk<'a> {
    found: &'a Found,
    pointer: Pointer<'a>,
    depth: usize,
}

impl Walk<'_> {
    fn fault<E: serde::de::Error>(&self, code: Code, detail: String) -> E {
        *self.found.borrow_mut() = Some((code, detail, self.pointer.to_string()));
        E::custom("")
    }

    fn deeper<E: serde::de::Error>(&self) -> Result<usize, E> {
        if self.depth < DEPTH {
            return Ok(self.depth + 1);
        }
        Err(self.fault(codes::TOO_DEEP, format!("JSON may be nested {DEPTH} deep.")))
    }

    fn not_whole<E: serde::de::Error>(&self, number: impl fmt::Display) -> E {
        let place = self.pointer.to_string();
        let place = if place.is_empty() { "The body".to_owned() } else { place };
        self.fault(codes::NOT_WHOLE, format!("{place}: {number} is not a whole number below 2^53."))
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<(), E> {
        if number <= SAFE { Ok(()) } else { Err(self.not_whole(number)) }
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<(), E> {
        if number.unsigned_abs() <= SAFE { Ok(()) } else { Err(self.not_whole(number)) }
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        Err(self.not_whole(number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let depth = self.deeper()?;
        let mut index = 0;
        loop {
            let pointer = Pointer(Some((&self.pointer, Step::Item(index))));
            if items.next_element_seed(Walk { found: self.found, pointer, depth })?.is_none() {
                return Ok(());
            }
            index += 1;
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let depth = self.deeper()?;
        let mut names = HashSet::new();
        while let Some(name) = members.next_key::<String>()? {
            let pointer = Pointer(Some((&self.pointer, Step::Member(&name))));
            let walk = Walk { found: self.found, pointer, depth };
            if names.contains(&name) {
                return Err(walk.fault(codes::DUPLICATE_MEMBER, format!("{pointer} is given twice.")));
            }
            members.next_value_seed(walk)?;
            names.insert(name);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    fn refused(text: &str) -> (u16, String, String) {
        let problem = check(text).expect_err(text);
        let fault = problem.body().errors[0].clone();
        (problem.status(), fault.code, fault.pointer.unwrap_or_default())
    }

    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        let problem = check("{\n  \"a\": 1,\n}").expect_err("a comma too many");
        let fault = &problem.body().errors[0];
        assert_eq!((problem.code(), problem.status()), ("bad-json", 400));
        assert_eq!((fault.line, fault.column), (Some(3), Some(1)));
        for text in ["", "{", "nul", "[1] 2", "\"\\ud800\"", "01", "{a:1}", "\u{feff}{}", "1e999"] {
            assert_eq!(check(text).expect_err(text).status(), 400, "{text}");
        }
    }

    #[test]
    fn json_that_could_mean_two_things_is_refused() {
        let of = |status, code: &str, pointer: &str| (status, code.to_owned(), pointer.to_owned());
        assert_eq!(refused(r#"{"a":{"x/y":1,"b":2,"x\u002fy":3}}"#), of(422, "duplicate-member", "/a/x~1y"));
        assert_eq!(refused(r#"{"a":[0,1.5]}"#), of(422, "not-whole", "/a/1"));
        assert_eq!(refused("9007199254740992"), of(422, "not-whole", ""));
        assert_eq!(refused("-9007199254740992"), of(422, "not-whole", ""));
        assert!(check("[9007199254740991,-9007199254740991,null,true,\"x\",{}]").is_ok());
    }

    #[test]
    fn json_may_be_32_deep() {
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(check(&deep(32)).is_ok());
        assert_eq!(check(&deep(33)).expect_err("33 deep").code(), "too-deep");
        assert_eq!(check(&"[".repeat(100_000)).expect_err("very deep").code(), "too-deep");
    }

    #[test]
    fn another_shape_is_refused_with_a_pointer() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "only read")]
        struct Order {
            to: Vec<u32>,
        }
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "only read")]
        struct Turn {
            orders: Vec<Order>,
        }
        let of = |text| {
            let problem = read::<Turn>(text).expect_err(text);
            let fault = problem.body().errors[0].clone();
            (fault.code, fault.pointer.unwrap_or_default())
        };
        let is = |code: &str, pointer: &str| (code.to_owned(), pointer.to_owned());
        assert_eq!(of(r#"{"orders":[{"to":[1]},{"to":[1,"x"]}]}"#), is("wrong-type", "/orders/1/to/1"));
        assert_eq!(of(r#"{"orders":[{"too":[1]}]}"#), is("unknown-field", "/orders/0/too"));
        assert_eq!(of(r#"{"orders":[{}]}"#), is("missing-field", "/orders/0"));
        assert_eq!(of("[[]]"), is("wrong-type", ""));
    }
}
