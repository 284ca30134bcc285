//! Each target, briefly: what once broke it, its seeds, and some thousand inputs that are the same in every run.

use fuzz::{TARGETS, run};

fn brief(name: &str, n_inputs: u64) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    let run = run(target, 1, |tried| tried < n_inputs).expect("what once broke it can be read");
    if let Some(input) = run.broke {
        panic!("{name} is broken by {:?}", String::from_utf8_lossy(&input));
    }
    assert!(n_inputs <= run.n_inputs, "{name}: {} inputs", run.n_inputs);
}

#[test]
fn logs() {
    brief("log", 150);
}

#[test]
fn bundles() {
    brief("bundle", 400);
}

#[test]
fn notation() {
    brief("notation", 800);
}

#[test]
fn orders() {
    brief("orders", 1_500);
}

#[test]
fn scenarios() {
    brief("scenario", 200);
}

#[test]
fn records() {
    brief("record", 400);
}

#[test]
fn mails() {
    brief("mail", 5_000);
}

#[test]
fn requests() {
    brief("http", 800);
}
