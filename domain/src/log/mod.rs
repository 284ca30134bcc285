//! The log of a game: what a line is and how its bytes come about, the small state that the next line follows from,
//! signed heads, and the verifier (verifiable-dice §1, §4 to §6). What stands in a line's `body` is not known here.
//!
//! Invariant: a line is its exact bytes. Whoever needs its hash takes the text, never a line written again.

mod bundle;
mod canonical;
mod failure;
mod form;
mod head;
mod judge;
mod ledger;
mod line;
mod shape;
mod verifier;
mod wire;
mod write;

pub use bundle::{Bundle, verify};
pub use canonical::{Body, NotCanonical};
pub use failure::{Code, Failure, Place};
pub use head::{Signer, is_origin, notes_in, read_vkey};
pub use ledger::{Ledger, Sealed};
pub use line::{
    Beacon, BeaconChain, EpochHead, Event, Genesis, Kind, Line, LineFault, Opening, Seal, Wait, beacon_round,
    beacon_time,
};
pub use verifier::{Summary, Verifier};
