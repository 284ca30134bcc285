//! The hall behind the doors: what the service does, whoever asked. Functions here block; doors call them through
//! [`App::block`](crate::app::App::block).

pub mod accounts;
pub mod aftermath;
pub mod answers;
pub mod change;
pub mod clockwork;
pub mod deadline;
pub mod fields;
pub mod hall;
pub mod housekeeping;
pub mod lobby;
pub mod mail;
pub mod play;
pub mod press;
pub mod read;
pub mod seeds;
pub mod tokens;
pub mod webhooks;
