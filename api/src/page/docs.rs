//! The OpenAPI document as a page: operations by tag, then the schemas they name. Folding is the browser's own.

mod schema;
mod text;

use maud::{Markup, html};
use serde_json::Value;

use schema::{example, media, properties, type_of};
use text::prose;

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// An operation and where it is.
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    it: &'a Value,
}

impl Operation<'_> {
    fn text(&self, member: &str) -> &str {
        self.it[member].as_str().unwrap_or("")
    }

    fn anchor(&self) -> String {
        format!("{}-{}", self.method, self.path.trim_start_matches('/').replace(['/', '{', '}'], "-"))
    }
}

/// The page of a document; `root` is the path under which the service lies.
pub fn page(document: &Value, root: &str) -> Markup {
    let operations = operations(document);
    let info = &document["info"];
    let title = format!("{} API", info["title"].as_str().unwrap_or(""));
    let tags: Vec<(&str, &str)> = list(&document["tags"])
        .iter()
        .filter_map(|tag| Some((tag["name"].as_str()?, tag["description"].as_str().unwrap_or(""))))
        .filter(|(name, _)| operations.iter().any(|operation| has_tag(operation, name)))
        .collect();
    let body = html! {
        a class="skip" href="#main" { "Skip to the operations" }
        nav aria-label="Operations" {
            a class="brand" href="#top" { (title) }
            @for (tag, _) in &tags {
                h2 { a href=(format!("#tag-{tag}")) { (tag) } }
                ul {
                    @for operation in operations.iter().filter(|operation| has_tag(operation, tag)) {
                        li { a href=(format!("#{}", operation.anchor())) { (operation.text("summary")) } }
                    }
                }
            }
            h2 { a href="#schemas" { "schemas" } }
        }
        main id="main" {
            header id="top" {
                h1 { (title) " " small { (info["version"].as_str().unwrap_or("")) } }
                (prose(info["description"].as_str().unwrap_or("")))
                p {
                    a href=(format!("{root}/openapi.json")) { "openapi.json" } " · "
                    a href=(format!("{root}/problems")) { "All problem codes" }
                }
            }
            @for (tag, about) in &tags {
                section id=(format!("tag-{tag}")) {
                    h2 { (tag) }
                    p class="about" { (about) }
                    @for operation in operations.iter().filter(|operation| has_tag(operation, tag)) {
                        (one(operation, document))
                    }
                }
            }
            (schemas(document))
        }
    };
    super::frame(&title, root, &body)
}

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let Some(paths) = document["paths"].as_object() else { return Vec::new() };
    paths
        .iter()
        .flat_map(|(path, item)| {
            METHODS.iter().map(move |method| Operation { method, path, it: &item[*method] })
        })
        .filter(|operation| operation.it.is_object())
        .collect()
}

fn has_tag(operation: &Operation<'_>, tag: &str) -> bool {
    list(&operation.it["tags"]).iter().any(|name| name == tag)
}

fn one(operation: &Operation<'_>, document: &Value) -> Markup {
    let parameters = list(&operation.it["parameters"]);
    html! {
        article id=(operation.anchor()) {
            h3 {
                span class={ "method " (operation.method) } { (operation.method.to_uppercase()) } " "
                code { (operation.path) }
                @if let Some(need) = need(operation) {
                    " " span class="lock" title="Authorization: Bearer fp_…" { (need) }
                }
            }
            p class="summary" { (operation.text("summary")) }
            (prose(operation.text("description")))
            @if !parameters.is_empty() {
                h4 { "Parameters" }
                table {
                    @for parameter in parameters {
                        tr {
                            th scope="row" { code { (parameter["name"].as_str().unwrap_or("")) }
                                @if parameter["required"] == true { span class="required" title="required" { "*" } } }
                            td { (type_of(&parameter["schema"])) " in " (parameter["in"].as_str().unwrap_or("")) }
                            td { (prose(parameter["description"].as_str().unwrap_or(""))) }
                        }
                    }
                }
            }
            @if operation.it["requestBody"].is_object() {
                h4 { "Body" }
                (media(&operation.it["requestBody"], document))
            }
            h4 { "Answers" }
            @if let Some(responses) = operation.it["responses"].as_object() {
                @for (status, response) in responses {
                    (answer(status, response, document))
                }
            }
        }
    }
}

/// Whether one must be signed in, or may.
fn need(operation: &Operation<'_>) -> Option<&'static str> {
    let requirements = list(&operation.it["security"]);
    let may_be_left_out = |needed: &Value| needed.as_object().is_some_and(serde_json::Map::is_empty);
    match requirements {
        [] => None,
        [..] if requirements.iter().any(may_be_left_out) => Some("signed in or not"),
        [..] => Some("signed in"),
    }
}

fn answer(status: &str, response: &Value, document: &Value) -> Markup {
    // What all operations have in common is said once, at the top.
    if status == "default" {
        return html! {
            p class="answer" { b { "else" } " a " a href="#schema-Problem" { "Problem" } }
        };
    }
    html! {
        div class="answer" {
            p { b { (status) } " " (response["description"].as_str().unwrap_or("")) }
            @if let Some(headers) = response["headers"].as_object() {
                ul { @for (name, header) in headers {
                    li { code { (name) } ": " (text::inline(header["description"].as_str().unwrap_or(""))) }
                } }
            }
            (media(response, document))
        }
    }
}

fn schemas(document: &Value) -> Markup {
    html! {
        section id="schemas" {
            h2 { "schemas" }
            @if let Some(schemas) = document["components"]["schemas"].as_object() {
                @for (name, schema) in schemas {
                    details id=(format!("schema-{name}")) {
                        summary { code { (name) } }
                        (prose(schema["description"].as_str().unwrap_or("")))
                        (properties(schema))
                        @if let Some(example) = example(schema, document) { pre { (example) } }
                    }
                }
            }
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_operation_and_schema_of_the_document_is_on_the_page() {
        let document = serde_json::to_value(crate::routes::document()).expect("JSON");
        let page = page(&document, "/war").into_string();
        for operation in operations(&document) {
            assert!(page.contains(&format!("id=\"{}\"", operation.anchor())), "{}", operation.path);
            assert!(!operation.text("summary").is_empty(), "{} has no summary", operation.path);
        }
        for name in document["components"]["schemas"].as_object().expect("schemas").keys() {
            assert!(page.contains(&format!("id=\"schema-{name}\"")), "{name}");
        }
        assert!(page.contains("href=\"/war/docs/style.css\""));
        for foreign in ["<script", " style=", " src=", "href=\"http", "@import"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
    }

    #[test]
    fn texts_of_the_document_are_shown_as_text() {
        let document = json!({
            "info": {"title": "<b>", "version": "1", "description": "`<i>`"},
            "tags": [{"name": "x", "description": "<script>"}],
            "paths": {"/a": {"get": {"tags": ["x"], "summary": "<img src=x>", "responses": {}}}}
        });
        let page = page(&document, "").into_string();
        for raw in ["<b>", "<i>", "<script>", "<img"] {
            assert!(!page.contains(raw), "{raw}");
        }
    }
}
