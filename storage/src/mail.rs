//! What the store does for a player's mail beside keeping the letters themselves: letters that leave together, the list of
//! what was sent and received, counts for the operator.

use crate::{
    LetterRow, MadeLetter, MailCount, MailFilter, MailRow, NewLetter, PlayerId, ReceivedMail, Result,
};

/// The part of [`Storage`](crate::Storage) that is about a player's mail as a whole.
pub trait MailStorage {
    /// A player's queued letters that have no text yet, have not been tried and are carried by none, oldest first;
    /// whenever they are due.
    fn waiting_letters(&self, player: &PlayerId) -> Result<Vec<LetterRow>>;

    /// When a letter of one of these kinds to the player last set out, if it was not dropped or refused afterwards.
    fn last_set_out(&self, player: &PlayerId, kinds: &[&str]) -> Result<Option<u64>>;

    /// Queues a letter whose text is made already, in which others of the same player leave. They share its end: sent when
    /// it is sent, given up when it is given up, free again when it is dropped. Until then they are not due by themselves.
    ///
    /// # Errors
    /// [`Error::Conflict`](crate::Error::Conflict) when one of them no longer waits, or the message id is taken.
    fn carry(&self, letter: NewLetter, made: MadeLetter, carried: &[u64]) -> Result<()>;

    /// The queued letters that leave inside this one, oldest first.
    fn carried_letters(&self, carrier: u64) -> Result<Vec<LetterRow>>;

    /// Lets all waiting letters of a player be looked at now: his settings have changed.
    fn hurry_letters(&self, player: &PlayerId, now: u64) -> Result<usize>;

    /// A page of what was sent to a player and received from him, newest first.
    fn mails_of(&self, filter: &MailFilter) -> Result<Vec<MailRow>>;

    /// Notes that a mail came from a player. Only his newest `n_max` are kept.
    fn note_received(&self, mail: ReceivedMail, n_max: usize) -> Result<()>;

    /// Forgets letters that ended, and mails that came, before this; at most `n_max` of each. How many it were.
    fn forget_mail(&self, before: u64, n_max: usize) -> Result<usize>;

    /// How many letters of each kind came to what, since the store was made.
    fn mail_counts(&self) -> Result<Vec<MailCount>>;

    /// How many players have an address that was refused for good.
    fn failing_addresses(&self) -> Result<u64>;

    /// Notes that an address, known by this hash, wants no invitations.
    fn refuse_invitations(&self, hash: &[u8; 32], at: u64) -> Result<()>;

    /// Whether it wants none.
    fn refuses_invitations(&self, hash: &[u8; 32]) -> Result<bool>;
}
