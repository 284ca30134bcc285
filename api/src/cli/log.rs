//! The log: one line an event on standard error, whatever is in it, and nothing in it that libraries would tell of what is sent.

use std::io::{self, IsTerminal, Write};

use tracing_subscriber::{
    EnvFilter, Layer, filter::filter_fn, fmt::MakeWriter, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::config::{Config, LogFormat};

/// Whose events are told below `info` too. Libraries would tell whole requests, and their tokens.
const OURS: [&str; 5] = ["api", "domain", "fieldpost", "openapi", "storage"];

/// Begins the log.
pub(super) fn start(config: &Config) {
    let ours = |metadata: &tracing::Metadata<'_>| {
        let name = metadata.target().split("::").next().unwrap_or("");
        *metadata.level() <= tracing::Level::INFO || OURS.contains(&name)
    };
    let is_terminal = io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(Lines { is_terminal }).with_ansi(is_terminal);
    let lines = match config.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let wanted = EnvFilter::builder().parse_lossy(&config.log);
    tracing_subscriber::registry().with(lines.with_filter(filter_fn(ours))).with(wanted).init();
}

/// Standard error, line by line.
struct Lines {
    is_terminal: bool,
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Line<io::StderrLock<'a>>;

    fn make_writer(&'a self) -> Self::Writer {
        Line { to: io::stderr().lock(), is_terminal: self.is_terminal }
    }
}

/// Writes each event, which comes whole, as one line: what somebody has put into a message begins no other.
struct Line<W> {
    to: W,
    /// Where colours are made of control characters.
    is_terminal: bool,
}

impl<W: Write> Write for Line<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = event.strip_suffix(b"\n").unwrap_or(event);
        let is_bad = |byte: &u8| byte.is_ascii_control() && !(self.is_terminal && *byte == 0x1b);
        if text.iter().any(is_bad) {
            let line: Vec<u8> = text
                .iter()
                .flat_map(|byte| match is_bad(byte) {
                    true => byte.escape_ascii().collect(),
                    false => vec![*byte],
                })
                .chain(*b"\n")
                .collect();
            self.to.write_all(&line)?;
        } else {
            self.to.write_all(event)?;
        }
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line() {
        let mut line = Line { to: Vec::new(), is_terminal: false };
        line.write_all("a\r\nINFO forged \u{1b}[2K\u{7f} Grüße\n".as_bytes()).expect("written");
        line.write_all(b"b\n").expect("written");
        let written = String::from_utf8(line.to).expect("text");
        assert_eq!(written, "a\\r\\nINFO forged \\x1b[2K\\x7f Grüße\nb\n");
    }
}
