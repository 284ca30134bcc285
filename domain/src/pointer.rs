//! JSON pointers (RFC 6901): where in what somebody sent a fault lies.

use serde_path_to_error::{Path, Segment};

/// A member's name as a step of a pointer, without the slash before it.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The place at which serde has stopped.
pub fn of_path(path: &Path) -> String {
    let mut pointer = String::new();
    for step in path {
        match step {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            // A variant that carries something is a member whose name is the variant's.
            Segment::Map { key } | Segment::Enum { variant: key } => {
                pointer.push_str(&format!("/{}", escaped(key)));
            }
            Segment::Unknown => {}
        }
    }
    pointer
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::of_path;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code, reason = "only read")]
    enum Choice {
        Named { list: Vec<u32> },
    }

    #[test]
    fn every_kind_of_step_leads_to_its_value() {
        let value = json!({"a/b~c.d": [{"named": {"list": [1, 2, "x"]}}]});
        let read = serde_path_to_error::deserialize::<_, BTreeMap<String, Vec<Choice>>>(&value);
        let pointer = of_path(read.expect_err("x is no number").path());
        assert_eq!(pointer, "/a~1b~0c.d/0/named/list/2");
        assert_eq!(value.pointer(&pointer), Some(&json!("x")));
        let whole = serde_path_to_error::deserialize::<_, u32>(&value).expect_err("no number");
        assert_eq!(of_path(whole.path()), "");
    }
}
