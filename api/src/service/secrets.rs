//! Secrets under lock: what seals hide and what seats have put down, kept encrypted. Without its key a text is lost: the
//! game is read and played on, and its seal stays closed (log-mapping §6).

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{
    chronicle::{Kept, Lore},
    ids::{GameId, Seat},
};
use storage::SecretRow;
use zeroize::Zeroizing;

use crate::app::App;

/// A salt in front of its text, in hexadecimal digits.
const SALT_DIGITS: usize = 64;

fn seal_place(game: &GameId, seq: u64, n: u64) -> String {
    format!("secret\n{game}\n{seq}\n{n}")
}

fn draft_place(game: &GameId, seat: &Seat) -> String {
    format!("draft\n{game}\n{seat}")
}

impl App {
    /// What seals hide, as it is kept.
    pub fn secret_rows(&self, game: &GameId, kept: &[Kept]) -> Vec<SecretRow> {
        let row = |kept: &Kept| {
            let plain = Zeroizing::new(format!("{}{}", kept.salt, kept.text));
            let sealed = self.keys.encrypt(plain.as_bytes(), &seal_place(game, kept.seq, kept.n));
            SecretRow { seq: kept.seq, n: kept.n, sealed }
        };
        kept.iter().map(row).collect()
    }

    /// What the seals of a game hide, as far as the key of this data folder opens it.
    ///
    /// # Errors
    /// As the store.
    pub fn lore(&self, game: &GameId) -> storage::Result<Lore> {
        let rows = self.store.secrets(game)?;
        let (kept, lost): (Vec<_>, Vec<_>) =
            rows.iter().map(|row| self.kept(game, row).ok_or(row.seq)).partition(Result::is_ok);
        if !lost.is_empty() {
            let n_lost = lost.len();
            tracing::warn!(game = %game, n_lost, "secrets cannot be read with the key of this data folder");
        }
        Ok(Lore::new(kept.into_iter().flatten()))
    }

    fn kept(&self, game: &GameId, row: &SecretRow) -> Option<Kept> {
        let plain = self.keys.decrypt(&row.sealed, &seal_place(game, row.seq, row.n)).ok()?;
        let (salt, text) = std::str::from_utf8(&plain).ok()?.split_at_checked(SALT_DIGITS)?;
        Some(Kept { seq: row.seq, n: row.n, salt: salt.parse().ok()?, text: text.to_owned() })
    }

    /// A draft's text as it is kept.
    pub(super) fn seal_draft(&self, game: &GameId, seat: &Seat, orders: &str) -> String {
        STANDARD.encode(self.keys.encrypt(orders.as_bytes(), &draft_place(game, seat)))
    }

    /// A draft's text; `None` when the key of this data folder does not open it. Older programs kept it as it was.
    pub(super) fn open_draft(&self, game: &GameId, seat: &Seat, kept: &str) -> Option<String> {
        if kept.starts_with('[') {
            return Some(kept.to_owned());
        }
        let sealed = STANDARD.decode(kept).ok()?;
        let plain = self.keys.decrypt(&sealed, &draft_place(game, seat)).ok()?;
        std::str::from_utf8(&plain).ok().map(str::to_owned)
    }
}
