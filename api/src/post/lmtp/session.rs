//! One LMTP connection: what a mail server says and what it is answered. A mail is handed on once for each of its
//! recipients, and each has an answer of its own, given when that mail is done with and on disk.
//!
//! Lines of mails may be of any length within the size of a mail: what a mail server let through is not refused here.

use std::{io, sync::Arc, time::Duration};

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufStream};
use tracing::Instrument;

use crate::{
    app::App,
    post::receive::{Envelope, LIMIT_BYTES},
    random,
};

/// The longest line of a command, with its end (RFC 5321 asks for 512).
const LINE_BYTES: u64 = 1000;

/// How many recipients a mail may have.
const N_RECIPIENTS: usize = 100;

/// How many wrong commands end a connection.
const N_FAULTS: u32 = 10;

/// How long the other side may be silent (RFC 5321, section 4.5.3.2).
const PATIENCE: Duration = Duration::from_secs(300);

/// Talks until the other side goes, or the service ends.
///
/// # Errors
/// A connection that breaks off, or is silent for too long.
pub(in crate::post) async fn hold<S: AsyncRead + AsyncWrite + Unpin>(
    app: &Arc<App>,
    stream: S,
) -> io::Result<()> {
    let mut session = Session {
        app,
        stream: BufStream::new(stream),
        is_greeted: false,
        sender: None,
        recipients: Vec::new(),
        n_faults: 0,
    };
    let host = app.config.base_url.host().to_owned();
    session.say(&format!("220 {host} Fieldpost LMTP")).await?;
    loop {
        let line = tokio::select! {
            line = session.line() => line?,
            () = app.stop.wait() => {
                return session.say("421 4.3.2 the service ends, come back later").await;
            }
        };
        let Some(line) = line else { return Ok(()) };
        if session.answer(&line, &host).await? == Next::End {
            return Ok(());
        }
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    Go,
    End,
}

/// A line that was said, or that it was too long to be heard.
enum Said {
    Line(String),
    TooLong,
}

struct Session<'a, S> {
    app: &'a Arc<App>,
    stream: BufStream<S>,
    is_greeted: bool,
    sender: Option<String>,
    recipients: Vec<String>,
    n_faults: u32,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Session<'_, S> {
    async fn say(&mut self, line: &str) -> io::Result<()> {
        let write = async {
            self.stream.write_all(line.as_bytes()).await?;
            self.stream.write_all(b"\r\n").await?;
            self.stream.flush().await
        };
        patiently(write).await
    }

    async fn line(&mut self) -> io::Result<Option<Said>> {
        let mut line = Vec::new();
        let mut limited = (&mut self.stream).take(LINE_BYTES);
        if patiently(limited.read_until(b'\n', &mut line)).await? == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') {
            return Ok(Some(Said::Line(String::from_utf8_lossy(&line).trim_end().to_owned())));
        }
        // The rest of a line that is too long is not another command.
        while line.last() != Some(&b'\n') {
            line.clear();
            let mut limited = (&mut self.stream).take(LINE_BYTES);
            if patiently(limited.read_until(b'\n', &mut line)).await? == 0 {
                return Ok(None);
            }
        }
        Ok(Some(Said::TooLong))
    }

    async fn fault(&mut self, line: &str) -> io::Result<Next> {
        self.n_faults += 1;
        if N_FAULTS <= self.n_faults {
            self.say("421 4.7.0 too many faults").await?;
            return Ok(Next::End);
        }
        self.say(line).await?;
        Ok(Next::Go)
    }

    async fn answer(&mut self, said: &Said, host: &str) -> io::Result<Next> {
        let line = match said {
            Said::Line(line) => line,
            Said::TooLong => return self.fault("500 5.5.2 the line is too long").await,
        };
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_ascii_uppercase().as_str() {
            "LHLO" if rest.trim().is_empty() => return self.fault("501 5.5.4 LHLO needs a name").await,
            "LHLO" => {
                self.is_greeted = true;
                self.forget();
                for line in [format!("250-{host}"), format!("250-SIZE {LIMIT_BYTES}")] {
                    self.say(&line).await?;
                }
                for line in ["250-8BITMIME", "250-SMTPUTF8", "250-PIPELINING", "250 ENHANCEDSTATUSCODES"] {
                    self.say(line).await?;
                }
            }
            "HELO" | "EHLO" => return self.fault("500 5.5.1 this is LMTP: LHLO").await,
            "MAIL" => return self.mail(rest).await,
            "RCPT" => return self.recipient(rest).await,
            "DATA" => return self.data().await,
            "RSET" => {
                self.forget();
                self.say("250 2.0.0 forgotten").await?;
            }
            "NOOP" => self.say("250 2.0.0 yes").await?,
            "VRFY" => self.say("252 2.1.5 send it and see").await?,
            "QUIT" => {
                self.say("221 2.0.0 goodbye").await?;
                return Ok(Next::End);
            }
            _ => return self.fault("500 5.5.1 there is no such command").await,
        }
        Ok(Next::Go)
    }

    fn forget(&mut self) {
        self.sender = None;
        self.recipients.clear();
    }

    async fn mail(&mut self, rest: &str) -> io::Result<Next> {
        if !self.is_greeted || self.sender.is_some() {
            return self.fault("503 5.5.1 not now").await;
        }
        let Some((sender, parameters)) = path(rest, "FROM:") else {
            return self.fault("501 5.5.4 MAIL FROM:<address>").await;
        };
        for parameter in parameters.split_whitespace() {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            match name.to_ascii_uppercase().as_str() {
                "SIZE" if value.parse::<usize>().is_ok_and(|size| LIMIT_BYTES < size) => {
                    self.say("552 5.3.4 mails have at most 1 MiB").await?;
                    return Ok(Next::Go);
                }
                "SIZE" | "BODY" | "SMTPUTF8" => {}
                _ => return self.fault("555 5.5.4 there is no such parameter").await,
            }
        }
        self.sender = Some(sender);
        self.say("250 2.1.0 yes").await?;
        Ok(Next::Go)
    }

    /// Every address is taken: to refuse one would make the mail server write to who may not be answered.
    async fn recipient(&mut self, rest: &str) -> io::Result<Next> {
        if self.sender.is_none() {
            return self.fault("503 5.5.1 MAIL first").await;
        }
        match path(rest, "TO:") {
            Some((to, parameters)) if to.contains('@') && parameters.trim().is_empty() => {
                if N_RECIPIENTS <= self.recipients.len() {
                    self.say("452 4.5.3 too many recipients at once").await?;
                    return Ok(Next::Go);
                }
                self.recipients.push(to);
                self.say("250 2.1.5 yes").await?;
                Ok(Next::Go)
            }
            Some(_) | None => self.fault("501 5.5.4 RCPT TO:<address>").await,
        }
    }

    async fn data(&mut self) -> io::Result<Next> {
        if self.recipients.is_empty() {
            return self.fault("503 5.5.1 RCPT first").await;
        }
        self.say("354 the mail, then a dot").await?;
        let Some(raw) = self.text().await? else { return Ok(Next::End) };
        let (sender, recipients) = (self.sender.take(), std::mem::take(&mut self.recipients));
        let raw = raw.map(Arc::new);
        for recipient in recipients {
            let Some(raw) = raw.clone() else {
                self.say("552 5.3.4 mails have at most 1 MiB").await?;
                continue;
            };
            let envelope = Envelope { sender: sender.clone(), recipients: vec![recipient] };
            let span = tracing::info_span!("mail", request_id = random::request_id());
            let received = self.app.block(move |app| app.receive(&raw, &envelope)).instrument(span).await;
            match received {
                Ok(_) => self.say("250 2.0.0 taken").await?,
                Err(_) => self.say("451 4.3.0 it cannot be taken now, come back later").await?,
            }
        }
        Ok(Next::Go)
    }

    /// The mail up to the line with a dot alone; `Some(None)` when it was too large, `None` when it broke off. Only CR LF
    /// ends a line here: otherwise a mail could hide another one in itself.
    async fn text(&mut self) -> io::Result<Option<Option<Vec<u8>>>> {
        let (mut raw, mut piece) = (Vec::new(), Vec::new());
        let (mut is_start, mut is_too_large) = (true, false);
        loop {
            piece.clear();
            let mut limited = (&mut self.stream).take(LIMIT_BYTES as u64);
            if patiently(limited.read_until(b'\n', &mut piece)).await? == 0 {
                return Ok(None);
            }
            if is_start && piece == b".\r\n" {
                return Ok(Some((!is_too_large).then_some(raw)));
            }
            let line = if is_start && piece.first() == Some(&b'.') { &piece[1..] } else { &piece[..] };
            is_start = piece.ends_with(b"\r\n");
            is_too_large |= LIMIT_BYTES < raw.len() + line.len();
            if is_too_large {
                raw.clear();
            } else {
                raw.extend_from_slice(line);
            }
        }
    }
}

/// An address in angle brackets after a word, and what follows it.
fn path<'a>(rest: &'a str, word: &str) -> Option<(String, &'a str)> {
    let rest = rest.trim_start();
    let starts = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let rest = rest.get(word.len()..).filter(|_| starts)?.trim_start();
    let (address, after) = rest.strip_prefix('<')?.split_once('>')?;
    // An old route before the address means nothing.
    let address =
        address.strip_prefix('@').and_then(|route| route.split_once(':')).map_or(address, |(_, to)| to);
    Some((address.to_owned(), after))
}

/// Does not wait for ever.
async fn patiently<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let late = || io::Error::new(io::ErrorKind::TimedOut, "silent for too long");
    tokio::time::timeout(PATIENCE, work).await.map_err(|_| late())?
}
