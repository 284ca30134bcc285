//! What the operator's machines read: in the form they understand, all of it explained, and nothing of people in it.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use actix_web::rt::{spawn, task::JoinHandle, time::timeout};
use api::tasks;
use serde_json::{Value, json};

use crate::{
    streams::Stream,
    table::Table,
    world::{Answer, START, World, request},
};

const DOCS: &str = include_str!("../../../docs/operating.md");

/// A family as it is told.
#[derive(Default)]
struct Family {
    kind: String,
    labels: BTreeSet<String>,
    samples: Vec<Sample>,
}

/// A value: the end of its name after that of the family, its labels, and itself.
struct Sample {
    suffix: String,
    labels: Vec<(String, String)>,
    value: f64,
}

impl Sample {
    fn label(&self, name: &str) -> &str {
        self.labels.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
    }
}

async fn told(world: &World) -> Answer {
    let peer = "127.0.0.1:9".parse().expect("an address");
    world.send(request("GET", "/metrics", "", &Value::Null).peer_addr(peer)).await
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The labels between braces, and what comes after them.
fn labels(text: &str) -> (Vec<(String, String)>, &str) {
    let Some(mut rest) = text.strip_prefix('{') else { return (Vec::new(), text) };
    let mut all = Vec::new();
    loop {
        let (name, after) = rest.split_once("=\"").expect("a label");
        assert!(is_name(name), "{text}");
        let end = after.find('"').expect("the end of a value");
        assert!(!after[..end].contains('\\'), "no value of ours needs escapes: {text}");
        all.push((name.to_owned(), after[..end].to_owned()));
        rest = &after[end + 1..];
        match rest.strip_prefix(',') {
            Some(more) => rest = more,
            None => return (all, rest.strip_prefix('}').expect("the end of the labels")),
        }
    }
}

/// Reads the text by the rules of the format, version 0.0.4.
fn parse(text: &str) -> BTreeMap<String, Family> {
    assert!(text.ends_with('\n') && !text.contains("\n\n"));
    let mut families: BTreeMap<String, Family> = BTreeMap::new();
    let (mut now, mut series) = (String::new(), BTreeSet::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, words) = help.split_once(' ').expect("a name and words");
            assert!(is_name(name) && words.ends_with('.'), "{line}");
            let kind = lines.next().and_then(|kind| kind.strip_prefix("# TYPE ")).expect("a type");
            let (named, kind) = kind.split_once(' ').expect("a name and a type");
            assert_eq!(named, name);
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{kind}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{name}");
            now = name.to_owned();
            let family = Family { kind: kind.to_owned(), ..Family::default() };
            assert!(families.insert(now.clone(), family).is_none(), "{name} is told twice");
            continue;
        }
        assert!(series.insert(line.rsplit_once(' ').expect("a value").0), "twice: {line}");
        let family = families.get_mut(&now).expect("a family before its values");
        let end = line.find(['{', ' ']).expect("the end of a name");
        let suffix = line[..end].strip_prefix(&now).expect("a value of its family").to_owned();
        let (labels, rest) = labels(&line[end..]);
        let value = rest.strip_prefix(' ').expect("a space").parse().expect("a number");
        let is_part = ["_bucket", "_sum", "_count"].contains(&suffix.as_str());
        assert!(if family.kind == "histogram" { is_part } else { suffix.is_empty() }, "{line}");
        family.labels.extend(labels.iter().map(|(name, _)| name.clone()).filter(|name| name != "le"));
        family.samples.push(Sample { suffix, labels, value });
    }
    families.values().filter(|family| family.kind == "histogram").for_each(classes_add_up);
    families
}

fn classes_add_up(family: &Family) {
    let mut by_series: BTreeMap<Vec<&(String, String)>, Vec<&Sample>> = BTreeMap::new();
    for sample in &family.samples {
        let labels = sample.labels.iter().filter(|(name, _)| name != "le").collect();
        by_series.entry(labels).or_default().push(sample);
    }
    for samples in by_series.into_values() {
        let buckets: Vec<_> = samples.iter().filter(|sample| sample.suffix == "_bucket").collect();
        let bounds = buckets.iter().map(|b| b.label("le").parse::<f64>().expect("a bound"));
        assert!(bounds.is_sorted() && buckets.is_sorted_by_key(|bucket| bucket.value));
        let last = buckets.last().expect("a bucket");
        let count = samples.iter().find(|sample| sample.suffix == "_count").expect("a count");
        assert_eq!((last.label("le"), last.value), ("+Inf", count.value));
        assert!(samples.iter().any(|sample| sample.suffix == "_sum"));
    }
}

/// Names and labels of what is explained.
fn explained() -> BTreeMap<String, BTreeSet<String>> {
    let rows = DOCS.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.filter(|row| ["fieldpost_", "process_"].iter().any(|start| row.starts_with(start)));
    let names = cells.filter_map(|row| row.split(" | ").next()).flat_map(|cell| cell.split(", "));
    names
        .map(|name| {
            let name = name.trim_matches('`').trim_end_matches('}');
            let (name, labels) = name.split_once('{').unwrap_or((name, ""));
            let labels = labels.split(',').filter(|label| !label.is_empty()).map(str::to_owned);
            (name.to_owned(), labels.collect())
        })
        .collect()
}

#[actix_web::test]
async fn all_that_is_told_is_explained_and_nobody_is_named() {
    let table = Table::begun("private").await;
    let world = &table.world;
    let _outbox = world.app.beats.register("outbox", 60, START);
    let mut stream = Stream::open_as(world, &table.path("/events"), None, &table.alice).await;
    assert!(stream.hear("game_started").await);
    assert!(table.play_on().await);
    for path in ["/v1/games/nowhere", "/nowhere/at/all", "/v1/games/%22%5C%0A", "/n%22%5C%0A", "/join"] {
        world.get(path).await;
    }
    let odd = request("BREW", "/v1/games", "", &Value::Null);
    assert_eq!(world.send(odd).await.status, 405);
    // A letter that has left, so that its kind has a last success.
    let letter = world.app.store.letters_due(u64::MAX >> 1, 1).expect("letters").remove(0);
    world.app.store.letter_outcome(letter.id, storage::LetterOutcome::Sent(START)).expect("noted");

    let answer = told(world).await;
    assert_eq!(answer.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let families = parse(&answer.text);
    let told: BTreeMap<String, BTreeSet<String>> =
        families.iter().map(|(name, family)| (name.clone(), family.labels.clone())).collect();
    assert_eq!(told, explained(), "docs/operating.md explains what is told, and nothing else");

    let value = |name: &str, suffix: &str, labels: &[(&str, &str)]| {
        let fits = |sample: &&Sample| {
            sample.suffix == suffix && labels.iter().all(|(name, value)| sample.label(name) == *value)
        };
        families[name].samples.iter().filter(fits).map(|sample| sample.value).sum::<f64>()
    };
    let turns = [("route", "/v1/games/{game}/turns"), ("method", "POST"), ("status", "2xx")];
    assert_eq!(value("fieldpost_http_requests_total", "", &turns), 1.0);
    assert_eq!(value("fieldpost_http_requests_total", "", &[("method", "other"), ("status", "4xx")]), 1.0);
    assert_eq!(value("fieldpost_http_requests_total", "", &[("route", "none")]), 2.0, "no addresses of ours");
    assert_eq!(value("fieldpost_turn_seconds", "_count", &[]), 1.0);
    assert_eq!(value("fieldpost_streams", "", &[]), 1.0);
    assert!(1.0 <= value("fieldpost_store_commit_writes", "_sum", &[]));
    assert!(1.0 <= value("fieldpost_cache_total", "", &[("cache", "games"), ("outcome", "hit")]));
    assert!(1e6 < value("process_resident_memory_bytes", "", &[]));
    drop(stream);
    assert!(self::told(world).await.text.contains("\nfieldpost_streams 0\n"));

    let names = ["Alice", "Hester", "example.org", &table.game, "nowhere", "BREW", "fp_"];
    for name in names {
        assert!(!answer.text.contains(name), "{name}: {}", answer.text);
    }
}

/// Keeps a task that does what it is told at its first, second, … run.
fn keep<F: Future<Output = ()> + 'static>(
    world: &World,
    pause: Duration,
    run: impl Fn(usize) -> F + 'static,
) -> JoinHandle<()> {
    let app = Arc::clone(&world.app);
    spawn(async move {
        let n_runs = Cell::new(0);
        let task = || {
            app.beats.register("digger", 60, app.now());
            run(n_runs.replace(n_runs.get() + 1))
        };
        tasks::keep(&app, "digger", pause, task).await;
    })
}

async fn has_broken_off(world: &World, n_times: u64) {
    while world.app.beats.told().first().is_none_or(|task| task.restarts < n_times) {
        tokio::task::yield_now().await;
    }
}

#[actix_web::test]
async fn a_task_that_panics_is_seen_and_counted() {
    let world = World::new();
    let kept = keep(&world, Duration::from_secs(3600), |n| async move { assert_ne!(n, 0, "a mistake") });
    has_broken_off(&world, 1).await;
    let answer = world.get("/readyz").await;
    assert_eq!(answer.problem(), (503, "not-ready"));
    let check = &answer.json["checks"][2];
    assert_eq!((&check["name"], &check["ok"]), (&json!("digger"), &json!(false)));
    assert!(told(&world).await.text.contains("\nfieldpost_task_restarts_total{task=\"digger\"} 1\n"));
    // The end of the service does not wait for the pause, and the task does what it does last.
    world.app.stop.set();
    timeout(Duration::from_secs(20), kept).await.expect("an end").expect("no panic");
}

#[actix_web::test]
async fn a_task_that_panics_or_ends_is_started_again() {
    let world = World::new();
    let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
    let kept = keep(&world, Duration::ZERO, move |n| {
        started.send(n).expect("somebody listens");
        async move {
            match n {
                0 => panic!("a mistake"),
                1 => {}
                _ => std::future::pending().await,
            }
        }
    });
    for n in 0..3 {
        assert_eq!(timeout(Duration::from_secs(20), starts.recv()).await.expect("a start"), Some(n));
    }
    assert_eq!(world.get("/readyz").await.status, 200, "it is there again");
    assert_eq!(world.app.beats.told()[0].restarts, 2);
    kept.abort();
}
