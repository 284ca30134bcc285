//! A folder of mails as programs of many kinds write them, each with what must be read in it.

use std::{fs, path::PathBuf};

use super::{Envelope, Incoming, read};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mails")
}

/// What was read, as the expected files say it.
fn told(incoming: &Incoming) -> String {
    match incoming {
        Incoming::Machine(_) => "machine\n".to_owned(),
        Incoming::Reply(reply) => {
            let mut text = format!("from {}\n", reply.from);
            if let Some(doubt) = &reply.own.doubt {
                text.push_str(&format!("doubt {doubt}\n"));
            }
            for line in &reply.own.lines {
                text.push_str(&format!("| {line}\n"));
            }
            text
        }
    }
}

#[test]
fn every_mail_of_the_folder_is_read_as_a_person_would() {
    let mut names: Vec<String> = fs::read_dir(folder())
        .expect("the folder of mails")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".eml").map(str::to_owned))
        .collect();
    names.sort();
    assert!(60 <= names.len(), "{} mails", names.len());
    let mut faults = String::new();
    for name in names {
        let raw = fs::read(folder().join(format!("{name}.eml"))).expect("a mail");
        let wanted = fs::read_to_string(folder().join(format!("{name}.txt"))).expect("what is expected");
        let told = told(&read(&raw, &Envelope::default()));
        if told != wanted {
            faults.push_str(&format!("== {name}\nread\n{told}wanted\n{wanted}"));
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn no_bytes_break_the_reader() {
    let raw = fs::read(folder().join("gmail_web_top_posting.eml")).expect("a mail");
    for end in 0..raw.len() {
        let _ = read(&raw[..end], &Envelope::default());
    }
    let mut damaged = raw;
    for at in (0..damaged.len()).step_by(7) {
        damaged[at] ^= 0xa5;
        let _ = read(&damaged, &Envelope::default());
    }
}

#[test]
fn the_same_mail_has_the_same_id_and_the_envelope_comes_first() {
    let raw = b"From: A@x.example\r\nTo: \"R\" <Reply+AB@x.example>\r\n\r\nhelp\r\n";
    let envelope =
        Envelope { sender: Some("a@x.example".into()), recipients: vec!["reply+CD@x.example".into()] };
    let (Incoming::Reply(first), Incoming::Reply(again)) = (read(raw, &envelope), read(raw, &envelope))
    else {
        panic!("a person's mail")
    };
    assert_eq!(first, again);
    assert_eq!(first.recipients, ["reply+cd@x.example", "reply+ab@x.example"]);
    assert_eq!((first.from.as_str(), first.message_id.as_deref()), ("a@x.example", None));
    let bounce = Envelope { sender: Some(String::new()), ..envelope };
    assert!(matches!(read(raw, &bounce), Incoming::Machine(_)));
}
