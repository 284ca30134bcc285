//! Makes new inputs of old ones, knowing their shape: a blind change to a JSON text is refused by its reader long before
//! the rules see it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::rng::Rng;

/// What the inputs of a target look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Lines of words.
    Text,
    /// One JSON value.
    Json,
    /// A JSON value a line.
    JsonLines,
    /// Lines of words, a blank line, and a body of any of these.
    Letter,
}

/// An input is not grown beyond this by one change.
const MOST_BYTES: usize = 1 << 20;

/// Words that readers stumble over.
const WORDS: &[&str] = &[
    "",
    "0",
    "-0",
    "-1",
    "1",
    "1.5",
    "1e308",
    "255",
    "4294967295",
    "4294967296",
    "2147483648",
    "-2147483648",
    "9007199254740991",
    "9007199254740992",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "340282366920938463463374607431768211456",
    "null",
    "true",
    "{}",
    "[]",
    "\"",
    "\\",
    "%",
    "%00",
    "../..",
    "..",
    "=",
    "=3D",
    "<>",
    "&#0;",
    "#",
    "@",
    "\0",
    "\r\n",
    "\r\n\r\n",
    "\u{feff}",
    "\u{202e}",
    "\u{130}",
    "\u{df}",
    "\u{1d7d9}",
    "e\u{301}\u{301}\u{301}",
    "\u{fdfa}",
    "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}",
];

/// Numbers at which something ends.
const NUMBERS: &[i64] = &[
    0,
    1,
    -1,
    2,
    7,
    64,
    255,
    256,
    65_535,
    65_536,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    (1 << 53) - 1,
    1 << 53,
    i64::MAX,
    i64::MIN,
];

/// Makes inputs of a shape.
pub struct Mutator {
    shape: Shape,
    seeds: Vec<Vec<u8>>,
    words: Vec<String>,
    rng: Rng,
}

impl Mutator {
    /// A maker of inputs; the same number makes the same ones.
    pub fn new(shape: Shape, seeds: Vec<Vec<u8>>, number: u64) -> Self {
        let words = WORDS.iter().map(|word| (*word).to_owned()).chain(words_of(&seeds)).collect();
        Mutator { shape, seeds, words, rng: Rng::new(number) }
    }

    /// The next input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.rng.pick(&self.seeds).cloned().unwrap_or_default();
        for _ in 0..=self.rng.below(4) {
            input = self.changed(&input);
        }
        input
    }

    /// An input that differs a little from this one.
    pub fn changed(&mut self, input: &[u8]) -> Vec<u8> {
        let shape = if self.rng.one_in(12) { None } else { Some(self.shape) };
        let mut changed = match shape {
            None => self.bytes(input),
            Some(Shape::Text) => self.text(input),
            Some(Shape::Json) => self.json(input),
            Some(Shape::JsonLines) => self.json_lines(input),
            Some(Shape::Letter) => self.letter(input),
        };
        changed.truncate(MOST_BYTES);
        changed
    }

    fn word(&mut self) -> String {
        match self.rng.below(40) {
            0 => "x".repeat(self.rng.below(5000)),
            1 => "[".repeat(self.rng.below(5000)),
            _ => self.rng.pick(&self.words).cloned().unwrap_or_default(),
        }
    }

    fn bytes(&mut self, input: &[u8]) -> Vec<u8> {
        let at = self.rng.below(input.len() + 1);
        let to = (at + self.rng.below(16)).min(input.len());
        let (before, inside, after) = (&input[..at], &input[at..to], &input[to..]);
        match self.rng.below(5) {
            0 => [before, after].concat(),
            1 => [before, inside, inside, after].concat(),
            2 => [before, self.word().as_bytes(), inside, after].concat(),
            3 => [before, &[self.rng.below(256) as u8], after].concat(),
            _ => {
                let other = self.rng.pick(&self.seeds).cloned().unwrap_or_default();
                [before, &other[self.rng.below(other.len() + 1)..]].concat()
            }
        }
    }

    fn text(&mut self, input: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(input);
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let at = self.rng.below(lines.len());
        match self.rng.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = self.rng.below(lines.len());
                lines.swap(at, other);
            }
            3 => {
                let other = self.rng.pick(&self.seeds).cloned().unwrap_or_default();
                let other = String::from_utf8_lossy(&other).into_owned();
                let others: Vec<&str> = other.split('\n').collect();
                lines.extend(self.rng.pick(&others).map(|line| (*line).to_owned()));
            }
            _ => lines[at] = self.line(&lines[at].clone()),
        }
        lines.join("\n").into_bytes()
    }

    fn line(&mut self, line: &str) -> String {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let at = self.rng.below(words.len());
        match self.rng.below(6) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at].clone()),
            2 => words.insert(at, self.word()),
            3 => {
                let inside: Vec<char> = words[at].chars().collect();
                let cut = self.rng.below(inside.len() + 1);
                let (before, after) = inside.split_at(cut);
                words[at] =
                    before.iter().collect::<String>() + &self.word() + &after.iter().collect::<String>();
            }
            _ => words[at] = self.word(),
        }
        words.join(" ")
    }

    fn json(&mut self, input: &[u8]) -> Vec<u8> {
        let Ok(mut value) = serde_json::from_slice::<Value>(input) else { return self.bytes(input) };
        let mut n_places = 0;
        count(&value, &mut n_places);
        let at = self.rng.below(n_places);
        if let Some(place) = nth(&mut value, &mut at.clone()) {
            self.change_value(place);
        }
        value.to_string().into_bytes()
    }

    fn json_lines(&mut self, input: &[u8]) -> Vec<u8> {
        if self.rng.one_in(6) {
            return self.text(input);
        }
        let mut lines: Vec<Vec<u8>> = input.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let at = self.rng.below(lines.len());
        lines[at] = self.json(&lines[at].clone());
        lines.join(&b'\n')
    }

    fn letter(&mut self, input: &[u8]) -> Vec<u8> {
        let end = input.windows(2).position(|two| two == b"\n\n");
        let Some(end) = end.filter(|_| !self.rng.one_in(4)) else { return self.text(input) };
        let (head, body) = input.split_at(end + 2);
        let body = match serde_json::from_slice::<Value>(body) {
            Ok(_) => self.json(body),
            Err(_) => self.text(body),
        };
        [head, &body].concat()
    }

    fn change_value(&mut self, value: &mut Value) {
        let other = self.any_value();
        match value {
            Value::Number(_) if !self.rng.one_in(4) => *value = self.any_number(value.as_i64()),
            Value::String(_) if !self.rng.one_in(4) => *value = Value::String(self.word()),
            Value::Array(items) if !items.is_empty() && !self.rng.one_in(6) => {
                let at = self.rng.below(items.len());
                match self.rng.below(5) {
                    0 => drop(items.remove(at)),
                    1 => items.insert(at, items[at].clone()),
                    2 => items.extend(vec![items[at].clone(); self.rng.below(70)]),
                    3 => items.push(other),
                    _ => items.reverse(),
                }
            }
            Value::Object(members) if !members.is_empty() && !self.rng.one_in(6) => {
                let names: Vec<String> = members.keys().cloned().collect();
                let name = self.rng.pick(&names).cloned().unwrap_or_default();
                match self.rng.below(4) {
                    0 => drop(members.remove(&name)),
                    1 => drop(members.insert(self.word(), other)),
                    2 => {
                        let moved = members.remove(&name).unwrap_or_default();
                        members.insert(self.word(), moved);
                    }
                    _ => {
                        let from = self.rng.pick(&names).cloned().unwrap_or_default();
                        let copied = members.get(&from).cloned().unwrap_or_default();
                        members.insert(name, copied);
                    }
                }
            }
            Value::Bool(is) => *value = Value::Bool(!*is),
            _ => *value = other,
        }
    }

    fn any_number(&mut self, near: Option<i64>) -> Value {
        let number = match (self.rng.below(3), near) {
            (0, Some(near)) => near.wrapping_add(1),
            (1, Some(near)) => near.wrapping_sub(1),
            _ => self.rng.pick(NUMBERS).copied().unwrap_or(0),
        };
        Value::from(number)
    }

    fn any_value(&mut self) -> Value {
        match self.rng.below(6) {
            0 => Value::Null,
            1 => self.any_number(None),
            2 => Value::Array(Vec::new()),
            3 => serde_json::json!({}),
            4 => Value::Bool(true),
            _ => Value::String(self.word()),
        }
    }
}

fn count(value: &Value, n_places: &mut usize) {
    *n_places += 1;
    match value {
        Value::Array(items) => items.iter().for_each(|item| count(item, n_places)),
        Value::Object(members) => members.values().for_each(|item| count(item, n_places)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn nth<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, left)),
        Value::Object(members) => members.values_mut().find_map(|item| nth(item, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// The words that occur in inputs, in their order.
fn words_of(seeds: &[Vec<u8>]) -> Vec<String> {
    let is_end = |letter: char| letter.is_whitespace() || "\"{}[]:,;&=".contains(letter);
    let mut words = BTreeSet::new();
    for seed in seeds {
        let text = String::from_utf8_lossy(seed);
        words.extend(text.split(is_end).filter(|word| word.len() <= 64).map(str::to_owned));
    }
    words.into_iter().collect()
}
