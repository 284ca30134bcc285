//! A real mail server between the players and the binary: Debian's Exim, on loopback, with a spool and mailboxes of its
//! own, run by a user without rights.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use mail_parser::{HeaderValue, Message, MessageParser};
use tempfile::TempDir;

/// Where Debian puts it: outside the path of users without rights.
pub const EXIM: &str = "/usr/sbin/exim4";

/// `nobody`: whoever may be anybody runs the mail server as this one.
const NOBODY: u32 = 65_534;

/// What mail for replies goes to.
pub const REPLIES: &str = "reply.example.org";

/// The configuration, but for its ports and folders. What it says of `fieldpost` stands in docs/operating.md.
const CONFIGURATION: &str = include_str!("exim.conf");

/// The mail server.
pub struct Mta {
    child: Child,
    folder: TempDir,
    port: u16,
    /// The port at which the binary is to take mail by LMTP.
    pub lmtp: u16,
}

/// A mail in somebody's mailbox.
#[derive(Clone)]
pub struct Letter {
    /// To the byte.
    pub raw: Vec<u8>,
    /// Its text, as a person reads it.
    pub text: String,
}

/// A port that is free now.
pub fn free_port() -> u16 {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    address.expect("a free port").port()
}

impl Mta {
    /// Starts it, with these mailboxes at `example.org`.
    pub fn start(mailboxes: &[&str]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let owner = fs::metadata(folder.path()).expect("our own folder").uid();
        let user = if owner == 0 { NOBODY } else { owner };
        let (port, lmtp) = (free_port(), free_port());
        let configuration = CONFIGURATION
            .replace("@USER@", &user.to_string())
            .replace("@FOLDER@", folder.path().to_str().expect("a path"))
            .replace("@PORT@", &port.to_string())
            .replace("@LMTP@", &lmtp.to_string());
        fs::write(folder.path().join("exim.conf"), configuration).expect("written");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("our own folder");
        for inside in ["spool", "log", "mail"] {
            fs::create_dir(folder.path().join(inside)).expect("a folder");
        }
        for mailbox in mailboxes {
            fs::create_dir(folder.path().join("mail").join(mailbox)).expect("a folder");
        }
        let mut command = Command::new(EXIM);
        if user != owner {
            give(folder.path(), user);
            command.uid(user).gid(user);
        }
        let child = command
            .arg("-C")
            .arg(folder.path().join("exim.conf"))
            .args(["-bdf", "-q1s"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("exim");
        let mta = Mta { child, folder, port, lmtp };
        let until = Instant::now() + Duration::from_secs(30);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < until, "the mail server does not come up:\n{}", mta.log());
            std::thread::sleep(Duration::from_millis(20));
        }
        mta
    }

    /// What the binary is told, so that its mail goes out here and answers come in from here. `reply_to` and `from` are
    /// parts before the `@`.
    pub fn settings(&self, from: &str, reply_to: &str) -> Vec<(&'static str, &'static str)> {
        let leak = |text: String| -> &'static str { text.leak() };
        vec![
            ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
            ("FIELDPOST_SMTP", leak(format!("smtp://127.0.0.1:{}", self.port))),
            ("FIELDPOST_MAIL_FROM", leak(format!("Fieldpost <{from}@{REPLIES}>"))),
            ("FIELDPOST_REPLY_TO", leak(format!("{reply_to}@{REPLIES}"))),
            ("FIELDPOST_LMTP", leak(format!("127.0.0.1:{}", self.lmtp))),
        ]
    }

    /// From now on this mailbox does not exist: what is sent there bounces.
    pub fn close_mailbox(&self, mailbox: &str) {
        let folder = self.folder.path().join("mail");
        fs::rename(folder.join(mailbox), self.folder.path().join(format!("closed-{mailbox}")))
            .expect("moved");
    }

    /// Hands a mail over as mail programs do; the server must take it.
    pub fn send(&self, from: &str, to: &str, raw: &str) {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("an open door");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        let mut heard = BufReader::new(stream.try_clone().expect("a socket"));
        let (mut said, mut stream) = (String::new(), stream);
        let dotted = raw.replace("\r\n.", "\r\n..");
        for (command, wanted) in [
            (String::new(), "220"),
            ("EHLO laptop.example.org\r\n".to_owned(), "250"),
            (format!("MAIL FROM:<{from}>\r\n"), "250"),
            (format!("RCPT TO:<{to}>\r\n"), "250"),
            ("DATA\r\n".to_owned(), "354"),
            (format!("{dotted}\r\n.\r\n"), "250"),
            ("QUIT\r\n".to_owned(), "221"),
        ] {
            stream.write_all(command.as_bytes()).expect("heard");
            loop {
                said.clear();
                heard.read_line(&mut said).expect("an answer");
                if said.as_bytes().get(3) != Some(&b'-') {
                    break;
                }
            }
            assert!(said.starts_with(wanted), "{command}: {said}\n{}", self.log());
        }
    }

    /// The mails in a mailbox that are not among those read; from now on they are.
    pub fn fetch(&self, mailbox: &str, read: &mut BTreeSet<PathBuf>) -> Vec<Letter> {
        let folder = self.folder.path().join("mail").join(mailbox).join("new");
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut paths: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| !read.contains(path)).collect();
        paths.sort();
        read.extend(paths.iter().cloned());
        paths.iter().map(|path| Letter::of(fs::read(path).expect("a mail"))).collect()
    }

    /// What it did, a line each.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log/main")).unwrap_or_default()
    }

    /// How many lines of its log have all of these words.
    pub fn n_logged(&self, words: &[&str]) -> usize {
        self.log().lines().filter(|line| words.iter().all(|word| line.contains(word))).count()
    }
}

impl Drop for Mta {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Gives a folder and all in it to a user, as only the superuser can.
fn give(path: &Path, user: u32) {
    chown(path, Some(user), Some(user)).expect("given away");
    let Ok(entries) = fs::read_dir(path) else { return };
    entries.flatten().for_each(|entry| give(&entry.path(), user));
}

impl Letter {
    fn of(raw: Vec<u8>) -> Self {
        let message = MessageParser::default().parse(&raw).expect("a mail");
        let text = message.body_text(0).unwrap_or_default().replace("\r\n", "\n");
        Letter { text, raw }
    }

    fn message(&self) -> Message<'_> {
        MessageParser::default().parse(&self.raw).expect("a mail")
    }

    /// A header's words; ids without their angle brackets.
    pub fn header(&self, name: &str) -> String {
        match self.message().header(name) {
            Some(HeaderValue::Text(text)) => text.to_string(),
            Some(HeaderValue::TextList(texts)) => texts.join(" "),
            Some(HeaderValue::Address(address)) => {
                address.first().and_then(|one| one.address()).unwrap_or_default().to_owned()
            }
            Some(_) | None => String::new(),
        }
    }

    /// What it is about, as its Message-ID says: `your_move`, `reply`.
    pub fn kind(&self) -> String {
        let id = self.header("Message-ID");
        let local = id.split('@').next().unwrap_or_default();
        // Behind it may stand what leads answers back.
        let is_kind = |part: &&str| part.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        local.rsplit('.').find(is_kind).unwrap_or_default().to_owned()
    }

    /// The whole turn that it proposes, if it asks for one.
    pub fn proposal(&self) -> Option<String> {
        let (_, after) = self.text.split_once("A whole turn, ready to send\n")?;
        Some(after.split("\n\n").nth(2).expect("lines below the words").trim().to_owned())
    }

    /// The answer to it as a mail program writes it: the writer's lines above, all else quoted.
    pub fn answered(&self, from: &str, id: &str, own: &str) -> String {
        let quoted: String = self.text.lines().map(|line| format!("> {line}\n")).collect();
        let body = format!("{own}\n\nOn Monday, 18/01/2027 12:11, Fieldpost wrote:\n{quoted}");
        format!(
            "From: Somebody <{from}>\r\nTo: Fieldpost <{}>\r\nSubject: Re: {}\r\nMessage-ID: <{id}@laptop.example.org>\r\n\
             In-Reply-To: <{}>\r\nReferences: {}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
             Content-Transfer-Encoding: 8bit\r\n\r\n{}",
            self.header("Reply-To"),
            self.header("Subject"),
            self.header("Message-ID"),
            self.references(),
            body.replace('\n', "\r\n"),
        )
    }

    /// The ids of the thread with its own at the end, as mail programs write them.
    fn references(&self) -> String {
        let all = format!("{} {}", self.header("References"), self.header("Message-ID"));
        let ids: Vec<String> = all.split_whitespace().map(|id| format!("<{id}>")).collect();
        ids.join("\r\n ")
    }
}
