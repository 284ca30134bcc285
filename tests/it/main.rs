//! The visitor: comes in by the front doors only (HTTP, mailbox, command line), to a server of its own with a fresh data
//! folder.

mod support;

mod admin;
mod administration;
mod audit;
mod bad_input;
mod browser;
mod browser_access;
mod browser_audit;
mod browser_board;
mod browser_pictures;
mod configuration;
mod crash;
mod damage;
mod deadlines;
mod disk;
mod ending;
mod fixtures;
mod full_game;
mod little_wars;
mod logs;
mod mail_test;
mod mta;
mod operator;
mod post;
mod post_in;
mod readme;
mod restore;
mod rough;
mod team;
mod turns;
mod wal;
