//! The deed: what crosses HTTP has its shape here, or is a ruleset's contract type.
//!
//! One module per resource. Requests refuse unknown fields, for those are typing errors; answers may gain fields, so
//! clients must ignore what they do not know. The document is assembled in `api`, which knows the handlers; its frame
//! (title, tags, security) and what all operations share is in [`document`].

pub mod about;
pub mod dice;
pub mod document;
pub mod drafts;
pub mod games;
pub mod mail;
pub mod messages;
pub mod offers;
pub mod pace;
pub mod pages;
pub mod players;
pub mod problem;
pub mod register;
pub mod replay;
pub mod rulesets;
pub mod tokens;
pub mod turns;
pub mod webhooks;
