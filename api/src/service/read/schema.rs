//! JSON Schemas of a ruleset that stand on their own: a component of the document, with all it refers to in `$defs`.

use std::collections::BTreeSet;

use domain::seam::Schemas;
use serde_json::{Map, Value, json};

const COMPONENTS: &str = "#/components/schemas/";
const DEFS: &str = "#/$defs/";

/// All components of a ruleset as JSON, referring to `$defs`.
pub struct Components(Map<String, Value>);

impl Components {
    /// Those of these schemas.
    pub fn of(schemas: &Schemas) -> Self {
        let json = |(name, schema): &(String, _)| {
            let mut schema = serde_json::to_value(schema).unwrap_or_default();
            refer_to_defs(&mut schema);
            (name.clone(), schema)
        };
        Components(schemas.components.iter().map(json).collect())
    }

    /// A component as a schema of its own.
    pub fn whole(&self, name: &str) -> Value {
        self.with_defs(self.0.get(name).cloned().unwrap_or_default())
    }

    /// The variant of a component whose `type` is this.
    pub fn variant(&self, name: &str, tag: &str) -> Value {
        let variants = self.0.get(name).and_then(|schema| schema.get("oneOf")).and_then(Value::as_array);
        let found = variants.into_iter().flatten().find(|variant| has_tag(variant, tag));
        self.with_defs(found.cloned().unwrap_or_default())
    }

    fn with_defs(&self, mut schema: Value) -> Value {
        let mut needed = BTreeSet::new();
        self.collect(&schema, &mut needed);
        if let (Value::Object(members), false) = (&mut schema, needed.is_empty()) {
            let defs: Map<String, Value> =
                needed.iter().filter_map(|name| Some((name.clone(), self.0.get(name)?.clone()))).collect();
            members.insert("$defs".to_owned(), Value::Object(defs));
        }
        schema
    }

    fn collect(&self, schema: &Value, needed: &mut BTreeSet<String>) {
        match schema {
            Value::Object(members) => {
                if let Some(name) =
                    members.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix(DEFS))
                    && needed.insert(name.to_owned())
                    && let Some(component) = self.0.get(name)
                {
                    self.collect(component, needed);
                }
                members.values().for_each(|member| self.collect(member, needed));
            }
            Value::Array(items) => items.iter().for_each(|item| self.collect(item, needed)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

fn refer_to_defs(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(to)) = members.get_mut("$ref")
                && let Some(name) = to.strip_prefix(COMPONENTS)
            {
                *to = format!("{DEFS}{name}");
            }
            members.values_mut().for_each(refer_to_defs);
        }
        Value::Array(items) => items.iter_mut().for_each(refer_to_defs),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a variant's `type` is this; it may stand in one of the parts a variant is made of.
fn has_tag(variant: &Value, tag: &str) -> bool {
    let own = variant.pointer("/properties/type");
    let says =
        |kind: &Value| kind.get("const") == Some(&json!(tag)) || kind.get("enum") == Some(&json!([tag]));
    let parts = variant.get("allOf").and_then(Value::as_array);
    own.is_some_and(says) || parts.into_iter().flatten().any(|part| has_tag(part, tag))
}

#[cfg(test)]
mod tests {
    use domain::rulesets;

    use super::*;

    #[test]
    fn every_order_has_a_schema_that_refers_to_nothing_outside() {
        fn references(schema: &Value, root: &Value) {
            match schema {
                Value::Object(members) => {
                    if let Some(to) = members.get("$ref").and_then(Value::as_str) {
                        let name = to.strip_prefix(DEFS).unwrap_or_else(|| panic!("{to}"));
                        assert!(root["$defs"].get(name).is_some(), "{to}");
                    }
                    members.values().for_each(|member| references(member, root));
                }
                Value::Array(items) => items.iter().for_each(|item| references(item, root)),
                _ => {}
            }
        }
        for ruleset in rulesets::ALL {
            let schemas = ruleset.schemas();
            let components = Components::of(&schemas);
            for order in ruleset.orders() {
                let schema = components.variant(&schemas.order, order.order);
                assert!(schema.is_object(), "{} {}", ruleset.id(), order.order);
                references(&schema, &schema);
            }
            let options = components.whole(&schemas.options);
            assert!(options["properties"].is_object(), "{}", ruleset.id());
            references(&options, &options);
        }
    }
}
