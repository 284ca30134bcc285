//! Post, end to end: games played by the service, letters made, sent and read again.

mod delivery;
mod house;
mod letters;
mod pages;
mod play;
mod sink;
mod smtp;
