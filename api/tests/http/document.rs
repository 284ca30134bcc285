//! The document: committed, complete, and true.

use expect_test::expect_file;
use serde_json::Value;

use crate::world::World;

fn document() -> Value {
    serde_json::to_value(api::routes::document()).expect("JSON")
}

fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().expect("paths");
    let of_path = |(path, item): (&String, &Value)| {
        let item = item.as_object().expect("operations").clone();
        let path = path.clone();
        item.into_iter().map(move |(method, operation)| (method.to_uppercase(), path.clone(), operation))
    };
    paths.iter().flat_map(of_path).collect()
}

#[test]
fn the_committed_document_is_the_one_we_serve() {
    let text = serde_json::to_string_pretty(&document()).expect("JSON") + "\n";
    expect_file!["../../../openapi/openapi.json"].assert_eq(&text);
}

#[test]
fn every_operation_has_a_tag_a_summary_and_an_id_of_its_own() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    let tags: Vec<&str> = openapi::document::TAGS.iter().map(|(name, _)| *name).collect();
    let mut ids = Vec::new();
    for (method, path, operation) in operations(&document) {
        let tag = operation["tags"][0].as_str().unwrap_or("");
        assert!(tags.contains(&tag), "{method} {path}: {tag}");
        assert!(operation["summary"].is_string(), "{method} {path}");
        assert!(operation["responses"]["default"].is_object(), "{method} {path}");
        ids.push(operation["operationId"].as_str().expect("an id").to_owned());
    }
    let n_ids = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), n_ids);
}

#[test]
fn every_reference_leads_somewhere() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(to)) = members.get("$ref") {
                    found.push(to.clone());
                }
                members.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let (document, mut found) = (document(), Vec::new());
    references(&document, &mut found);
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("a reference into the document");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

#[actix_web::test]
async fn what_needs_a_token_says_so_and_is_401_without() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    for (method, path, operation) in operations(&document()) {
        // An empty requirement says that it also goes without.
        let needed =
            operation["security"].as_array().is_some_and(|all| !all.contains(&serde_json::json!({})));
        if !needed {
            continue;
        }
        let path = path.replace(['{', '}'], "");
        let answer = world.ask(&method, &path, "", Value::Null).await;
        assert_eq!(answer.problem(), (401, "unauthorized"), "{method} {path}");
    }
}

#[actix_web::test]
async fn the_document_and_its_pages_need_nothing_from_elsewhere() {
    let world = World::new();
    assert_eq!(world.get("/openapi.json").await.json, document());
    let page = world.get("/docs").await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text.contains("/v1/players") && !page.text.contains("<script"));
    assert!(page.header("content-security-policy").starts_with("default-src 'none'"));
    assert_eq!(world.get("/docs/style.css").await.header("content-type"), "text/css; charset=utf-8");
}

#[actix_web::test]
async fn only_a_page_with_scripts_may_run_them_and_only_ours() {
    let world = World::new();
    for (path, may) in
        [("/docs", false), ("/problems", false), ("/audit", true), ("/games/0123456789ab/audit", true)]
    {
        let policy = world.get(path).await.header("content-security-policy").to_owned();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(policy.contains("script-src 'self'"), may, "{path}: {policy}");
    }
    assert_eq!(world.get("/games/No-Such%20Id/audit").await.problem(), (404, "not-found"));
    let script = world.get("/script/verify.js").await;
    assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(script.header("x-content-type-options"), "nosniff");
    assert_eq!(script.header("cache-control"), "public, max-age=300");
    let request = crate::world::request("GET", "/script/verify.js", "", &Value::Null);
    let again = world.send(request.insert_header(("if-none-match", script.header("etag").to_owned()))).await;
    assert_eq!((again.status.as_u16(), again.text.len()), (304, 0));
    for name in ["nothing.js", "..%2Fstyle.css", "%2e%2e"] {
        assert_eq!(world.get(&format!("/script/{name}")).await.status.as_u16(), 404, "{name}");
    }
}

#[actix_web::test]
async fn every_code_is_explained_in_three_forms() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    for code in api::problem::codes::CODES {
        let answer = world.get(&format!("/problems/{}", code.code)).await;
        assert_eq!(
            (&answer.json["status"], &answer.json["title"]),
            (&code.status.into(), &code.title.into())
        );
    }
    let get = async |accept: &str| {
        let request = crate::world::request("GET", "/problems", "", &Value::Null);
        world.send(request.insert_header(("accept", accept.to_owned()))).await
    };
    assert!(get("text/html,application/xhtml+xml;q=0.9").await.text.contains("<code>wrong-code</code>"));
    assert!(get("text/plain").await.text.contains("wrong-code (422)\nThe code is wrong."));
    assert!(get("*/*").await.json["items"].is_array());
}
