//! The hall behind the doors: what the service does, whoever asked. Functions here block; doors call them through
//! [`App::block`](crate::app::App::block).

pub mod accounts;
pub mod aftermath;
pub mod answers;
pub mod arrivals;
pub mod change;
pub mod clockwork;
pub mod deadline;
pub mod drafts;
pub mod fields;
pub mod freshness;
pub mod hall;
pub mod housekeeping;
pub mod lobby;
pub mod mail;
pub mod mails;
pub mod offers;
pub mod pace;
pub mod play;
pub mod press;
pub mod projection;
pub mod read;
pub mod secrets;
pub mod seeds;
pub mod tokens;
pub mod vacation;
pub mod webhooks;
