//! The difference of two views as a JSON Patch (RFC 6902).
//!
//! Not a merge patch: that cannot set a member to null, and a view says `null` for a figure that has fallen.

use openapi::replay::PatchStep;
use serde_json::Value;

/// What turns `before` into `after`.
pub fn diff(before: &Value, after: &Value) -> Vec<PatchStep> {
    let mut steps = Vec::new();
    walk(before, after, "", &mut steps);
    steps
}

fn walk(before: &Value, after: &Value, path: &str, steps: &mut Vec<PatchStep>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for name in before.keys().filter(|name| !after.contains_key(*name)) {
                steps.push(PatchStep::Remove { path: below(path, name) });
            }
            for (name, value) in after {
                let path = below(path, name);
                match before.get(name) {
                    Some(old) => walk(old, value, &path, steps),
                    None => steps.push(PatchStep::Add { path, value: value.clone() }),
                }
            }
        }
        (Value::Array(before), Value::Array(after)) => {
            for (at, (old, value)) in before.iter().zip(after).enumerate() {
                walk(old, value, &format!("{path}/{at}"), steps);
            }
            // From behind, so that every step finds its item where it was.
            for at in (after.len()..before.len()).rev() {
                steps.push(PatchStep::Remove { path: format!("{path}/{at}") });
            }
            for (at, value) in after.iter().enumerate().skip(before.len()) {
                steps.push(PatchStep::Add { path: format!("{path}/{at}"), value: value.clone() });
            }
        }
        (
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_),
            after,
        ) => {
            if before != after {
                steps.push(PatchStep::Replace { path: path.to_owned(), value: after.clone() });
            }
        }
    }
}

fn below(path: &str, name: &str) -> String {
    format!("{path}/{}", domain::pointer::escaped(name))
}

/// Does to a view what the steps say; `None` when they do not fit it.
pub fn apply(mut view: Value, steps: &[PatchStep]) -> Option<Value> {
    for step in steps {
        let (path, value) = match step {
            PatchStep::Replace { path, value } => {
                *view.pointer_mut(path)? = value.clone();
                continue;
            }
            PatchStep::Add { path, value } => (path, Some(value)),
            PatchStep::Remove { path } => (path, None),
        };
        let (parent, last) = path.rsplit_once('/')?;
        match (view.pointer_mut(parent)?, value) {
            (Value::Object(members), Some(value)) => {
                members.insert(last.replace("~1", "/").replace("~0", "~"), value.clone());
            }
            (Value::Object(members), None) => {
                members.remove(&last.replace("~1", "/").replace("~0", "~"))?;
            }
            (Value::Array(items), Some(value)) if last.parse() == Ok(items.len()) => {
                items.push(value.clone())
            }
            (Value::Array(items), None) if last.parse() == Ok(items.len().checked_sub(1)?) => {
                items.pop()?;
            }
            _ => return None,
        }
    }
    Some(view)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_patch_leads_from_one_view_to_the_next() {
        let views = [
            json!({"figures": [{"id": "a", "cell": "f3"}, {"id": "b", "cell": null}], "result": null}),
            json!({"figures": [{"id": "a", "cell": null}, {"id": "b", "cell": "a/~1"}], "result": {"by": "x"}}),
            json!({"figures": [{"id": "a"}], "re/su~lt": 1, "list": [1, 2, 3]}),
            json!({"figures": [], "re/su~lt": null, "list": [1, [2], 3, {"x": 4}]}),
            json!([1]),
            json!(null),
        ];
        for before in &views {
            for after in &views {
                let steps = diff(before, after);
                assert_eq!(apply(before.clone(), &steps).as_ref(), Some(after), "{before} {after}");
                assert_eq!(steps.is_empty(), before == after);
            }
        }
    }

    #[test]
    fn a_fallen_figure_is_one_step() {
        let steps = diff(
            &json!({"figures": [{"cell": "f3", "moved": true}]}),
            &json!({"figures": [{"cell": null, "moved": true}]}),
        );
        assert_eq!(
            serde_json::to_value(&steps).ok(),
            Some(json!([{"op": "replace", "path": "/figures/0/cell", "value": null}]))
        );
    }
}
