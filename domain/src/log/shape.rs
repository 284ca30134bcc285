//! The shapes of lines by `type`, as the table of verifiable-dice §4 has them, and what they become: reading one accepts
//! exactly the lines of that row. One pass over the text; free content is not looked into.

use std::{borrow::Cow, collections::BTreeSet};

use serde::Deserialize;
use serde_json::error::Category;

use super::{
    Beacon, BeaconChain, EpochHead, Event, Genesis, Kind, LineFault, Opening, Seal, Wait,
    form::{Array, Content, Items, Length, Object, Positive, Sides, Signature, Version, Whole, nullable},
    head::{is_origin, read_vkey},
};
use crate::{
    dice::RollProof,
    hash::Hash,
    ids::{Actor, GameId, Request, Seat},
};

/// The members that all lines have, less those that are the same in all lines of a type.
pub(super) struct Common {
    pub game: GameId,
    pub seq: u64,
    pub prev: Hash,
    pub time: u64,
}

/// A text of the right form whose kind our types do not hold, because it can stand in no log. The verifier still owes
/// such a line the code of the step where it fails.
pub(super) enum Misfit {
    /// `commit` or `reveal` by `server`, which is a name but no seat.
    ServerCommits,
    /// An event in which a die shows more than any die has faces; such a value is `u32::MAX` here.
    HugeDie(Box<Event>),
}

/// A text of a line's form.
pub(super) struct Shaped {
    pub common: Common,
    pub kind: Result<Kind, Misfit>,
}

/// Shapes by `type`, with the members that all lines have.
macro_rules! shapes {
    ($($shape:ident { $($(#[$attr:meta])* $member:ident: $form:ty,)* })*) => {$(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $shape<'a> {
            #[serde(rename = "v")]
            _version: Version,
            game: GameId,
            seq: Whole,
            prev: Hash,
            time: Whole,
            #[serde(borrow, rename = "type")]
            kind: Cow<'a, str>,
            $($(#[$attr])* $member: $form,)*
        }

        impl<'a> $shape<'a> {
            /// Reads a text whose `type` is `name`.
            fn read(text: &'a str, name: &str) -> Result<(Common, Self), LineFault> {
                let Object(read): Object<Self> = serde_json::from_str(text).map_err(|error| fault(&error))?;
                if read.kind != name {
                    return Err(LineFault::Fields);
                }
                let game = read.game.clone();
                Ok((Common { game, seq: read.seq.0, prev: read.prev, time: read.time.0 }, read))
            }
        }
    )*};
}

shapes! {
    GenesisShape {
        origin: String,
        vkey: String,
        seats: Array<Seat, 1, 64>,
        rules: Content,
        #[serde(deserialize_with = "nullable")] beacon: Option<Object<BeaconShape>>,
        epoch: Object<EpochShape>,
    }
    CommitShape { seat: Actor, epoch: Whole, #[serde(deserialize_with = "nullable")] commit: Option<Hash>, }
    RevealShape { seat: Actor, epoch: Whole, entropy: Hash, }
    EventShape {
        seat: Actor,
        request: Request,
        body: Content,
        rolls: Array<Object<RollShape>, 0, 1000>,
        seals: Items<Object<SealShape>>,
        opens: Items<Object<OpeningShape>>,
    }
    WaitShape { seat: Actor, request: Request, body: Content, round: Positive, }
    RoundShape { round: Positive, randomness: Hash, signature: Signature, }
    NewEpochShape { epoch: Object<EpochShape>, reason: String, }
    EndShape { body: Content, unopened: Items<(Whole, Whole)>, }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BeaconShape {
    chain: Hash,
    genesis: Whole,
    period: Positive,
    delay: Positive,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EpochShape {
    number: Whole,
    length: Length,
    anchor: Hash,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RollShape {
    index: Whole,
    seed: Hash,
    sides: Sides,
    values: Array<Whole, 1, 1000>,
    why: String,
    rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SealShape {
    owner: Actor,
    seal: Hash,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningShape {
    seq: Whole,
    n: Whole,
    salt: Hash,
    text: String,
}

fn fault(error: &serde_json::Error) -> LineFault {
    match error.classify() {
        Category::Data => LineFault::Fields,
        Category::Io | Category::Syntax | Category::Eof => LineFault::Encoding,
    }
}

/// Reads the shape of a text that is canonical.
pub(super) fn shape_of(text: &str) -> Result<Shaped, LineFault> {
    let sits = |common: Common, kind: Kind| Ok(Shaped { common, kind: Ok(kind) });
    match type_of(text) {
        "genesis" => {
            let (common, read) = GenesisShape::read(text, "genesis")?;
            sits(common, Kind::Genesis(Box::new(read.genesis()?)))
        }
        "commit" => {
            let (common, CommitShape { seat, epoch, commit, .. }) = CommitShape::read(text, "commit")?;
            Ok(by_seat(common, seat, |seat| Kind::Commit { seat, epoch: epoch.0, commit }))
        }
        "reveal" => {
            let (common, RevealShape { seat, epoch, entropy, .. }) = RevealShape::read(text, "reveal")?;
            Ok(by_seat(common, seat, |seat| Kind::Reveal { seat, epoch: epoch.0, entropy }))
        }
        "event" => {
            let (common, read) = EventShape::read(text, "event")?;
            Ok(Shaped { common, kind: read.event() })
        }
        "wait" => {
            let (common, WaitShape { seat, request, body, round, .. }) = WaitShape::read(text, "wait")?;
            sits(common, Kind::Wait(Wait { seat, request, body: body.0, round: round.0 }))
        }
        "beacon" => {
            let (common, RoundShape { round, randomness, signature, .. }) = RoundShape::read(text, "beacon")?;
            sits(common, Kind::Beacon(Beacon { round: round.0, randomness, signature: signature.0 }))
        }
        "epoch" => {
            let (common, NewEpochShape { epoch, reason, .. }) = NewEpochShape::read(text, "epoch")?;
            sits(common, Kind::Epoch { epoch: epoch.0.head(), reason })
        }
        "end" => {
            let (common, EndShape { body, unopened, .. }) = EndShape::read(text, "end")?;
            let unopened = unopened.0.into_iter().map(|(seq, n)| (seq.0, n.0)).collect();
            sits(common, Kind::End { body: body.0, unopened })
        }
        _ => Err(LineFault::Fields),
    }
}

/// The `type` of a canonical line, found from its end: after it come at most `unopened`, `v` and `vkey`, and in none of
/// their texts can this stand, as a quote in a text is escaped. The shape then asks for the same `type`, so that a
/// wrong guess, possible only with members no line has, is refused there.
fn type_of(text: &str) -> &str {
    const MEMBER: &str = "\"type\":\"";
    match text.rfind(MEMBER) {
        Some(at) => text[at + MEMBER.len()..].split('"').next().unwrap_or_default(),
        None => "",
    }
}

fn by_seat(common: Common, actor: Actor, kind: impl FnOnce(Seat) -> Kind) -> Shaped {
    let kind = match actor {
        Actor::Seat(seat) => Ok(kind(seat)),
        Actor::Server => Err(Misfit::ServerCommits),
    };
    Shaped { common, kind }
}

impl GenesisShape<'_> {
    fn genesis(self) -> Result<Genesis, LineFault> {
        let different = self.seats.0.iter().collect::<BTreeSet<_>>().len() == self.seats.0.len();
        if !different || !is_origin(&self.origin) || read_vkey(&self.vkey, &self.origin).is_none() {
            return Err(LineFault::Fields);
        }
        let beacon = self.beacon.map(|Object(beacon)| BeaconChain {
            chain: beacon.chain,
            delay: beacon.delay.0,
            genesis: beacon.genesis.0,
            period: beacon.period.0,
        });
        Ok(Genesis {
            origin: self.origin,
            vkey: self.vkey,
            seats: self.seats.0,
            rules: self.rules.0,
            beacon,
            epoch: self.epoch.0.head(),
        })
    }
}

impl EpochShape {
    fn head(self) -> EpochHead {
        EpochHead { anchor: self.anchor, length: self.length.0, number: self.number.0 }
    }
}

impl EventShape<'_> {
    fn event(self) -> Result<Kind, Misfit> {
        let mut huge = false;
        let mut face = |value: Whole| {
            u32::try_from(value.0).unwrap_or_else(|_| {
                huge = true;
                u32::MAX
            })
        };
        let mut proof = |Object(roll): Object<RollShape>| RollProof {
            index: roll.index.0,
            rule: roll.rule,
            seed: roll.seed,
            sides: roll.sides.0,
            values: roll.values.0.into_iter().map(&mut face).collect(),
            why: roll.why,
        };
        let event = Event {
            rolls: self.rolls.0.into_iter().map(&mut proof).collect(),
            seat: self.seat,
            request: self.request,
            body: self.body.0,
            seals: self.seals.0.into_iter().map(|Object(seal)| seal.seal()).collect(),
            opens: self.opens.0.into_iter().map(|Object(opening)| opening.opening()).collect(),
        };
        if huge { Err(Misfit::HugeDie(Box::new(event))) } else { Ok(Kind::Event(event)) }
    }
}

impl SealShape {
    fn seal(self) -> Seal {
        Seal { owner: self.owner, seal: self.seal }
    }
}

impl OpeningShape {
    fn opening(self) -> Opening {
        Opening { n: self.n.0, salt: self.salt, seq: self.seq.0, text: self.text }
    }
}
