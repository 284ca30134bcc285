//! Mail that comes in.

use std::{fs, path::Path};

use api::post::receive::{Envelope, Incoming, read};

/// The mails of the house's own collection.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/tests/mails");
    let entries = fs::read_dir(folder).expect("the mails").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "eml")).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("a mail")).collect()
}

pub(super) fn run(input: &[u8]) {
    for sender in [None, Some(String::new()), Some("alice@example.org".to_owned())] {
        let envelope = Envelope { sender, recipients: vec!["Reply@Example.org".to_owned()] };
        let Incoming::Reply(reply) = read(input, &envelope) else { continue };
        assert_eq!(
            read(input, &envelope),
            Incoming::Reply(reply.clone()),
            "the same mail is read in one way"
        );
        assert!(reply.from.contains('@') && reply.recipients.contains(&"reply@example.org".to_owned()));
        assert!(
            reply.own.lines.iter().all(|line| !line.trim().is_empty() && !line.contains('\n')),
            "{reply:?}"
        );
        if let Some(id) = &reply.message_id {
            assert!(id.bytes().all(|byte| byte.is_ascii_graphic()), "{id:?} goes into a header of ours");
        }
        assert!(
            !reply.is_vouched_for_by("mx.example.org") || !reply.results.is_empty(),
            "nobody vouches for it"
        );
    }
}
