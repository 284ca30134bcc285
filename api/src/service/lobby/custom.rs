//! What a creator brings of his own, a scenario or a seat plan: its texts are shown to everybody, so they follow the rules of
//! names, whatever its ruleset demands besides (service §11).

use serde_json::Value;

use crate::{
    problem::{Fault, Problem, codes, fault},
    service::fields,
};

/// Texts and figures of a custom scenario (service §11).
const TEXT_BYTES: usize = 4096;
const FIGURES: usize = 500;

/// A custom scenario's texts, and a custom plan's, are shown to everybody: they follow the rules of names (service §11).
///
/// # Errors
/// 422 with a pointer for each.
pub(in crate::service) fn custom_limits(custom: &Value, root: &str) -> Result<(), Problem> {
    fn walk(value: &Value, member: &str, pointer: &str, faults: &mut Vec<Fault>) {
        match value {
            Value::String(name) if member == "name" => faults.extend(fields::name(name, pointer).err()),
            Value::String(text) if !fields::is_plain(text) => {
                faults.push(fault(codes::BAD_NAME, pointer, "Control characters do not belong here."));
            }
            Value::String(text) if TEXT_BYTES < text.len() => {
                faults.push(fault(codes::SCENARIO_TOO_LARGE, pointer, "A text has at most 4096 bytes."));
            }
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(at, item)| walk(item, "", &format!("{pointer}/{at}"), faults));
            }
            Value::Object(members) => members.iter().for_each(|(name, item)| {
                let escaped = domain::pointer::escaped(name);
                walk(item, name, &format!("{pointer}/{escaped}"), faults);
            }),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut faults = Vec::new();
    walk(custom, "", root, &mut faults);
    let figures = custom.get("figures").and_then(Value::as_array).map_or(0, Vec::len);
    if FIGURES < figures {
        let pointer = format!("{root}/figures");
        faults.push(fault(codes::SCENARIO_TOO_LARGE, &pointer, "A scenario has at most 500 figures."));
    }
    if faults.is_empty() { Ok(()) } else { Err(Problem::fields(faults)) }
}
