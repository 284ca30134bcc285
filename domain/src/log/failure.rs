//! What verification answers when it fails: one of 23 codes, and where (verifiable-dice §6).

use std::fmt;

/// Why a bundle does not verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// Not a bundle: other members, no strings, an empty log.
    BundleFormat,
    /// A line is not canonical JSON.
    LineEncoding,
    /// A line's members or their forms are others than §4 says.
    LineFields,
    /// `seq` is not the line's position.
    SeqGap,
    /// `prev` is not the hash of the line before.
    PrevMismatch,
    /// A line of another game.
    GameMismatch,
    /// A line dated before the one before it.
    TimeBackwards,
    /// A line that may not stand here.
    LineIllegal,
    /// `vkey` is not the expected one.
    KeyMismatch,
    /// Entropy that does not match its commitment.
    EntropyMismatch,
    /// A request that was carried out before.
    RequestDuplicate,
    /// An opening of no earlier, still closed seal.
    SealUnknown,
    /// An opened text that is not the sealed one.
    SealMismatch,
    /// A roll that is not the next of its epoch, or beyond its seeds.
    RollIndex,
    /// A seed that is not the next of its chain.
    SeedMismatch,
    /// Values that do not follow from the roll's key.
    DiceMismatch,
    /// A beacon round that is not the one for its time, or not yet published.
    BeaconRound,
    /// Randomness that is not the hash of its signature.
    BeaconValue,
    /// `unopened` is not exactly the closed seals.
    SealUnopened,
    /// A head of another form, origin or game.
    HeadFormat,
    /// A head that `vkey` did not sign.
    HeadSignature,
    /// A head of more lines than there are: the log was cut.
    HeadAhead,
    /// A head of another line: the log was rewritten or forked.
    HeadMismatch,
}

impl Code {
    /// Every code, in the order of the steps.
    pub const ALL: [Code; 23] = [
        Code::BundleFormat,
        Code::LineEncoding,
        Code::LineFields,
        Code::SeqGap,
        Code::PrevMismatch,
        Code::GameMismatch,
        Code::TimeBackwards,
        Code::LineIllegal,
        Code::KeyMismatch,
        Code::EntropyMismatch,
        Code::RequestDuplicate,
        Code::SealUnknown,
        Code::SealMismatch,
        Code::RollIndex,
        Code::SeedMismatch,
        Code::DiceMismatch,
        Code::BeaconRound,
        Code::BeaconValue,
        Code::SealUnopened,
        Code::HeadFormat,
        Code::HeadSignature,
        Code::HeadAhead,
        Code::HeadMismatch,
    ];

    /// The code as it is published, in kebab case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::BundleFormat => "bundle-format",
            Code::LineEncoding => "line-encoding",
            Code::LineFields => "line-fields",
            Code::SeqGap => "seq-gap",
            Code::PrevMismatch => "prev-mismatch",
            Code::GameMismatch => "game-mismatch",
            Code::TimeBackwards => "time-backwards",
            Code::LineIllegal => "line-illegal",
            Code::KeyMismatch => "key-mismatch",
            Code::EntropyMismatch => "entropy-mismatch",
            Code::RequestDuplicate => "request-duplicate",
            Code::SealUnknown => "seal-unknown",
            Code::SealMismatch => "seal-mismatch",
            Code::RollIndex => "roll-index",
            Code::SeedMismatch => "seed-mismatch",
            Code::DiceMismatch => "dice-mismatch",
            Code::BeaconRound => "beacon-round",
            Code::BeaconValue => "beacon-value",
            Code::SealUnopened => "seal-unopened",
            Code::HeadFormat => "head-format",
            Code::HeadSignature => "head-signature",
            Code::HeadAhead => "head-ahead",
            Code::HeadMismatch => "head-mismatch",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where something failed. Lines, heads and mailed heads are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The bundle itself.
    Bundle,
    /// A line of the log, by its position.
    Line(u64),
    /// A head of the bundle.
    Head(u64),
    /// A head from a mailbox.
    Mail(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Bundle => f.write_str("bundle"),
            Place::Line(n) => write!(f, "line:{n}"),
            Place::Head(n) => write!(f, "head:{n}"),
            Place::Mail(n) => write!(f, "mail:{n}"),
        }
    }
}

/// The first failure found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What.
    pub code: Code,
    /// Where.
    pub at: Place,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.code, self.at)
    }
}

impl std::error::Error for Failure {}
