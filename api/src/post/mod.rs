//! Post that leaves. A letter is a row, written with its cause; [`compose`] makes its text when it first leaves, so
//! that it is true then, and [`deliver`] sends that text and no other until it has arrived or is given up.
//!
//! [`mailbox`] shows what left where no mail server is configured.

pub mod address;
pub mod again;
pub mod answer;
pub mod compose;
pub mod content;
pub mod deliver;
pub mod lmtp;
pub mod mailbox;
pub mod receive;
pub mod test_mail;
pub mod unsubscribe;
pub mod webhook;

#[cfg(test)]
mod tests;
