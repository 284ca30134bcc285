//! Schemas for people: a type in words, a table of members, an example.

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::{
    list,
    text::{inline, prose},
};

/// How deep an example follows references: far enough to show the shape, and an end where schemas name themselves.
const EXAMPLE_DEPTH: usize = 6;

/// A type in words, with links to the schemas it names.
pub(super) fn type_of(schema: &Value) -> Markup {
    if let Some(name) = reference(schema) {
        return html! { a href=(format!("#schema-{name}")) { (name) } };
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        let choices = list(&schema[several]);
        if !choices.is_empty() {
            return html! { @for (idx, choice) in choices.iter().enumerate() {
                @if 0 < idx { " or " } (type_of(choice))
            } };
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        return html! { @for (idx, word) in words.iter().enumerate() {
            @if 0 < idx { " | " } code { (word.to_string()) }
        } };
    }
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => vec!["anything"],
    };
    html! { @for (idx, name) in names.iter().enumerate() {
        @if 0 < idx { " or " }
        @if *name == "array" { "list of " (type_of(&schema["items"])) } @else { (name) }
        @if let (true, Some(format)) = (idx == 0, schema["format"].as_str()) { " (" (format) ")" }
    } }
}

/// The members of a schema, those of its parts too.
pub(super) fn properties(schema: &Value) -> Markup {
    let required = list(&schema["required"]);
    let parts = ["allOf", "oneOf", "anyOf"].iter().flat_map(|several| list(&schema[*several]));
    html! {
        @if let Some(members) = schema["properties"].as_object() {
            table { @for (name, member) in members { tr {
                th scope="row" { code { (name) }
                    @if required.iter().any(|known| known == name) { span class="required" title="required" { "*" } } }
                td { (type_of(member)) }
                td { (prose(member["description"].as_str().unwrap_or(""))) }
            } } }
        } @else if !schema["enum"].is_null() || (schema["type"].is_string() && schema["type"] != "object") {
            p { (type_of(schema)) }
        }
        @for part in parts {
            @if reference(part).is_some() { p { (type_of(part)) } } @else { div class="part" {
                (inline(part["description"].as_str().unwrap_or(""))) (properties(part))
            } }
        }
    }
}

/// The media types of a body, each with its schema and an example.
pub(super) fn media(body: &Value, document: &Value) -> Markup {
    html! { @if let Some(content) = body["content"].as_object() {
        @for (name, media) in content {
            p { code { (name) } " " @if media["schema"].is_object() { (type_of(&media["schema"])) } }
            @if let Some(example) = given(media).or_else(|| example(&media["schema"], document)) {
                pre { (example) }
            }
        }
    } }
}

/// The example a media type brings itself.
fn given(media: &Value) -> Option<String> {
    media.get("example").map(|example| match example {
        Value::String(text) => text.clone(),
        other => pretty(other),
    })
}

/// An example of a schema that is an object or a list: its own, or one put together from its parts.
pub(super) fn example(schema: &Value, document: &Value) -> Option<String> {
    let example = build(schema, document, 0)?;
    (example.is_object() || example.is_array()).then(|| pretty(&example))
}

fn build(schema: &Value, document: &Value, depth: usize) -> Option<Value> {
    if EXAMPLE_DEPTH < depth {
        return None;
    }
    if let Some(example) = schema.get("example").or_else(|| list(&schema["examples"]).first()) {
        return Some(example.clone());
    }
    if let Some(name) = reference(schema) {
        return build(&document["components"]["schemas"][name], document, depth + 1);
    }
    let deeper = |schema: &Value| build(schema, document, depth + 1);
    if let Some(choice) = list(&schema["oneOf"]).iter().find(|choice| choice["type"] != "null") {
        return deeper(choice);
    }
    let mut object = Map::new();
    for part in list(&schema["allOf"]) {
        if let Some(Value::Object(members)) = deeper(part) {
            object.extend(members);
        }
    }
    if let Some(members) = schema["properties"].as_object() {
        object.extend(members.iter().filter_map(|(name, member)| Some((name.clone(), deeper(member)?))));
    }
    if !object.is_empty() {
        return Some(Value::Object(object));
    }
    if schema["type"] == "array" {
        return Some(Value::Array(deeper(&schema["items"]).into_iter().collect()));
    }
    list(&schema["enum"]).first().cloned()
}

fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
