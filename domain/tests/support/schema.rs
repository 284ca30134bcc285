//! A small reader of JSON schemas: it knows the keywords that our contracts use and fails on any other, so that none is
//! passed over. How a word is spelt (`pattern`) it does not look at: reading and writing of words have tests of their own.

use std::collections::BTreeMap;

use domain::seam::Schemas;
use serde_json::Value;

const COMPONENTS: &str = "#/components/schemas/";

/// The schemas of a ruleset, by name.
pub struct Contract {
    components: BTreeMap<String, Value>,
}

#[allow(dead_code, reason = "several tests share this, and none needs all of it")]
impl Contract {
    pub fn of(schemas: &Schemas) -> Self {
        let json = |(name, schema): &(String, _)| {
            (name.clone(), serde_json::to_value(schema).expect("schemas are JSON"))
        };
        Contract { components: schemas.components.iter().map(json).collect() }
    }

    /// The components of the API's document.
    pub fn of_document(document: &Value) -> Self {
        let components = document["components"]["schemas"].as_object().expect("components");
        Contract { components: components.clone().into_iter().collect() }
    }

    /// All components, by name.
    pub fn components(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.components.iter().map(|(name, schema)| (name.as_str(), schema))
    }

    /// Where a value is not what the component of that name says.
    pub fn faults(&self, component: &str, value: &Value) -> Vec<String> {
        let schema = self.components.get(component).unwrap_or_else(|| panic!("no component {component}"));
        self.judge(schema, value, component)
    }

    /// A schema, or the component it refers to.
    pub fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let name = schema["$ref"].as_str().and_then(|to| to.strip_prefix(COMPONENTS));
        name.and_then(|name| self.components.get(name)).unwrap_or(schema)
    }

    /// Where a value is not what a schema says.
    pub fn judge(&self, schema: &Value, value: &Value, place: &str) -> Vec<String> {
        let keywords = schema.as_object().unwrap_or_else(|| panic!("{place}: {schema} is no schema"));
        let mut found = Vec::new();
        for (keyword, says) in keywords {
            match keyword.as_str() {
                "$ref" => {
                    let name = says.as_str().and_then(|to| to.strip_prefix(COMPONENTS)).expect("a component");
                    found.extend(self.faults(name, value).into_iter().map(|told| format!("{place}: {told}")));
                }
                "allOf" => {
                    let all = says.as_array().into_iter().flatten();
                    found.extend(all.flat_map(|schema| self.judge(schema, value, place)));
                }
                "oneOf" => found.extend(self.one_of(says, value, place)),
                "anyOf" => {
                    let mut any = says.as_array().into_iter().flatten();
                    let fits = any.any(|schema| self.judge(schema, value, place).is_empty());
                    found.extend((!fits).then(|| format!("{place}: {value} is none of several")));
                }
                "enum" => {
                    let words = says.as_array().expect("a list of words");
                    found.extend(
                        (!words.contains(value)).then(|| format!("{place}: {value} is not in {says}")),
                    );
                }
                "type" => {
                    let is = match says {
                        Value::Array(types) => types.iter().any(|name| has_type(name, value)),
                        name => has_type(name, value),
                    };
                    found.extend((!is).then(|| format!("{place}: {value} is no {says}")));
                }
                "required" | "properties" | "additionalProperties" => {}
                "items" => {
                    let items = value.as_array().into_iter().flatten().enumerate();
                    found.extend(
                        items.flat_map(|(at, item)| self.judge(says, item, &format!("{place}/{at}"))),
                    );
                }
                "minItems" | "maxItems" | "minLength" | "maxLength" | "minimum" | "maximum" => {
                    let within = is_within(keyword, says, value);
                    found.extend((!within).then(|| format!("{place}: {value} breaks {keyword} {says}")));
                }
                "default" => {
                    let mut bare = keywords.clone();
                    bare.remove("default");
                    found.extend(self.judge(&Value::Object(bare), says, &format!("{place}, its default")));
                }
                "description" | "example" | "format" | "pattern" | "propertyNames" => {}
                other => panic!("{place}: unknown keyword {other}"),
            }
        }
        found.extend(self.members(schema, value, place));
        found
    }

    fn one_of(&self, schemas: &Value, value: &Value, place: &str) -> Vec<String> {
        let schemas = schemas.as_array().expect("a list of schemas");
        let judged: Vec<Vec<String>> =
            schemas.iter().map(|schema| self.judge(schema, value, place)).collect();
        match judged.iter().filter(|faults| faults.is_empty()).count() {
            1 => Vec::new(),
            0 => {
                // The nearest of them tells best what is wrong.
                let nearest = judged.into_iter().min_by_key(Vec::len).unwrap_or_default();
                std::iter::once(format!("{place}: {value} is none of several")).chain(nearest).collect()
            }
            n_fitting => vec![format!("{place}: {value} is {n_fitting} of several at once")],
        }
    }

    fn members(&self, schema: &Value, value: &Value, place: &str) -> Vec<String> {
        let Some(members) = value.as_object() else { return Vec::new() };
        let required = schema["required"].as_array().into_iter().flatten();
        let missing = required.filter_map(Value::as_str).filter(|name| !members.contains_key(*name));
        let mut found: Vec<String> = missing.map(|name| format!("{place}: {name} is missing")).collect();
        for (name, member) in members {
            let place = format!("{place}/{name}");
            match (&schema["properties"][name], &schema["additionalProperties"]) {
                (Value::Null, Value::Bool(false)) => found.push(format!("{place}: there is no such member")),
                (Value::Null, Value::Null | Value::Bool(true)) => {}
                (Value::Null, other) => found.extend(self.judge(other, member, &place)),
                (known, _) => found.extend(self.judge(known, member, &place)),
            }
        }
        found
    }
}

fn has_type(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    }
}

/// Whether a value keeps a limit; a value without such a measure does.
fn is_within(keyword: &str, limit: &Value, value: &Value) -> bool {
    let measure = match keyword {
        "minItems" | "maxItems" => value.as_array().map(Vec::len).and_then(|n| i64::try_from(n).ok()),
        "minLength" | "maxLength" => value.as_str().and_then(|text| i64::try_from(text.chars().count()).ok()),
        _ => value.as_i64(),
    };
    let limit = limit.as_i64().expect("a whole number");
    measure.is_none_or(|measure| match keyword.starts_with("min") {
        true => limit <= measure,
        false => measure <= limit,
    })
}
