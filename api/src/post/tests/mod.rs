//! Post, end to end: games played by the service, letters made, sent and read again.

mod clock;
mod delivery;
mod house;
mod letters;
mod lmtp;
mod mail_in;
mod pages;
mod play;
mod press;
mod sink;
mod smtp;
