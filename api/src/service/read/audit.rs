//! The audit bundle, byte for byte the same for every viewer (verifiable-dice §6), and the newest head as a signed note.

use domain::{ids::GameId, log::Bundle};
use storage::PlayerId;

use crate::{
    app::App,
    etag,
    problem::{Problem, codes},
    service::hall::Opened,
};

/// What a bundle is made of.
pub enum Audit {
    /// A game of ours: the log up to `version`, and its head.
    Own {
        /// Which.
        id: GameId,
        /// Number of lines.
        version: u64,
        /// Signed notes.
        heads: Vec<String>,
        /// Of these bytes.
        tag: String,
    },
    /// A game from elsewhere: the bytes as they came.
    Kept {
        /// Which.
        id: GameId,
        /// The file.
        bundle: Vec<u8>,
        /// Of these bytes.
        tag: String,
    },
}

impl App {
    /// What the bundle of a game is made of.
    ///
    /// # Errors
    /// 404.
    pub fn audit(&self, game: &str, caller: Option<&PlayerId>) -> Result<Audit, Problem> {
        let opened = self.seen(game, caller)?;
        let id = opened.row.id.clone();
        let ledger = opened.chronicle.ledger();
        let tag = etag::of(ledger.version(), &ledger.head(), b"audit");
        if opened.row.imported {
            return Ok(Audit::Kept { bundle: self.store.bundle(&id)?, id, tag });
        }
        Ok(Audit::Own { version: ledger.version(), heads: vec![self.sign_head(&opened.chronicle)], id, tag })
    }

    /// The audit bundle of a game, whoever may see it: for the operator.
    ///
    /// # Errors
    /// 404, or 500 when its log cannot be read.
    pub fn whole_bundle(&self, game: &GameId) -> Result<String, Problem> {
        let opened = self.look(game)?;
        let rows = self.line_rows(game, 1, opened.chronicle.ledger().version())?;
        self.bundle_text(&opened, rows.into_iter().map(|row| row.line).collect())
    }

    /// The audit bundle as `GET …/audit` gives it.
    pub(super) fn bundle_text(&self, opened: &Opened, lines: Vec<String>) -> Result<String, Problem> {
        if opened.row.imported {
            return String::from_utf8(self.store.bundle(&opened.row.id)?)
                .map_err(|why| Problem::internal(&why));
        }
        Ok(Bundle::new(lines, vec![self.sign_head(&opened.chronicle)]).to_text())
    }

    /// The newest head of a game as a signed note. Of a game from elsewhere: the newest one that came with it, for only
    /// its own server can sign.
    ///
    /// # Errors
    /// 404, also when a bundle came without heads.
    pub fn newest_head(&self, game: &str, caller: Option<&PlayerId>) -> Result<String, Problem> {
        let opened = self.seen(game, caller)?;
        if opened.row.imported { self.head_that_came(&opened) } else { Ok(self.sign_head(&opened.chronicle)) }
    }

    fn head_that_came(&self, opened: &Opened) -> Result<String, Problem> {
        let bytes = self.store.bundle(&opened.row.id)?;
        let bundle = Bundle::read(bytes).map_err(|why| Problem::internal(&why))?;
        // The size is the fourth line of a note; all of them were verified when the bundle came.
        let size = |note: &String| note.lines().nth(3).and_then(|size| size.parse::<u64>().ok());
        let newest = bundle.heads.into_iter().max_by_key(size);
        newest.ok_or_else(|| {
            Problem::new(codes::NOT_FOUND, "This game came from elsewhere, without a signed head.")
        })
    }
}
