//! The visitor: comes in by the front doors only (HTTP, mailbox, command line), to a server of its own with a fresh data
//! folder.

mod support;

mod audit;
mod bad_input;
mod crash;
mod fixtures;
mod full_game;
mod post;
mod post_in;
mod readme;
mod restore;
mod team;
mod turns;
