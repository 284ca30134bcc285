//! Writing a line: the inverse of `wire`. All structs of a line declare their fields in sorted order, and free content is
//! canonical already; so what is left to do is to sort the members.

use serde::Serialize;

use super::{Kind, Line, form::TAG};

impl Line {
    /// The line's canonical text: what is stored, served and hashed.
    pub fn to_text(&self) -> String {
        let mut members = vec![
            ("v", json(TAG)),
            ("game", json(&self.game)),
            ("seq", json(&self.seq)),
            ("prev", json(&self.prev)),
            ("time", json(&self.time)),
            ("type", json(self.kind.name())),
        ];
        self.kind.write(&mut members);
        members.sort_unstable_by_key(|(name, _)| *name);
        let members: Vec<String> =
            members.into_iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{{{}}}", members.join(","))
    }
}

/// Canonical JSON of a member: the structs of a line declare their fields in sorted order.
fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("texts, numbers, hashes and structs of them serialize")
}

impl Kind {
    fn write(&self, to: &mut Vec<(&'static str, String)>) {
        match self {
            Kind::Genesis(genesis) => to.extend([
                ("origin", json(&genesis.origin)),
                ("vkey", json(&genesis.vkey)),
                ("seats", json(&genesis.seats)),
                ("rules", json(&genesis.rules)),
                ("beacon", json(&genesis.beacon)),
                ("epoch", json(&genesis.epoch)),
            ]),
            Kind::Commit { seat, epoch, commit } => {
                to.extend([("seat", json(seat)), ("epoch", json(epoch)), ("commit", json(commit))]);
            }
            Kind::Reveal { seat, epoch, entropy } => {
                to.extend([("seat", json(seat)), ("epoch", json(epoch)), ("entropy", json(entropy))]);
            }
            Kind::Event(event) => to.extend([
                ("seat", json(&event.seat)),
                ("request", json(&event.request)),
                ("body", json(&event.body)),
                ("rolls", json(&event.rolls)),
                ("seals", json(&event.seals)),
                ("opens", json(&event.opens)),
            ]),
            Kind::Wait(wait) => to.extend([
                ("seat", json(&wait.seat)),
                ("request", json(&wait.request)),
                ("body", json(&wait.body)),
                ("round", json(&wait.round)),
            ]),
            Kind::Beacon(beacon) => to.extend([
                ("round", json(&beacon.round)),
                ("randomness", json(&beacon.randomness)),
                ("signature", json(&beacon.signature)),
            ]),
            Kind::Epoch { epoch, reason } => to.extend([("epoch", json(epoch)), ("reason", json(reason))]),
            Kind::End { body, unopened } => to.extend([("body", json(body)), ("unopened", json(unopened))]),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        dice::RollProof,
        hash::Hash,
        ids::{Actor, GameId, Request, Seat},
        log::{Beacon, BeaconChain, Body, EpochHead, Event, Genesis, Opening, Seal, Signer, Wait},
    };

    fn kinds() -> Vec<Kind> {
        let seat = Seat::new("red").expect("a name");
        let request = Request::new("r-1").expect("a request");
        let body = Body::of(&json!({"z": "é\n", "a": [1]})).expect("canonical");
        let some = Hash::of("some");
        let epoch = EpochHead { anchor: some, length: 4, number: 0 };
        let vkey = Signer::new("dice.example.org", &[7; 32]).expect("an origin").vkey();
        let genesis = Genesis {
            origin: "dice.example.org".to_owned(),
            vkey,
            seats: vec![seat.clone(), Seat::new("blue").expect("a name")],
            rules: body.clone(),
            beacon: Some(BeaconChain { chain: some, delay: 300, genesis: 0, period: 3 }),
            epoch: epoch.clone(),
        };
        let why = "a \"quoted\" why".to_owned();
        let roll = RollProof { index: 1, rule: String::new(), seed: some, sides: 6, values: vec![6, 1], why };
        let event = Event {
            seat: Actor::Server,
            request: request.clone(),
            body: body.clone(),
            rolls: vec![roll],
            seals: vec![Seal { owner: Actor::Seat(seat.clone()), seal: some }],
            opens: vec![Opening { n: 0, salt: some, seq: 3, text: "\u{1}\\".to_owned() }],
        };
        let wait = Wait { seat: Actor::Seat(seat.clone()), request, body: body.clone(), round: 9 };
        vec![
            Kind::Genesis(Box::new(Genesis { beacon: None, ..genesis.clone() })),
            Kind::Genesis(Box::new(genesis)),
            Kind::Commit { seat: seat.clone(), epoch: 0, commit: None },
            Kind::Commit { seat: seat.clone(), epoch: 0, commit: Some(some) },
            Kind::Reveal { seat, epoch: 1, entropy: some },
            Kind::Event(event),
            Kind::Wait(wait),
            Kind::Beacon(Beacon { round: 9, randomness: some, signature: "00ff".to_owned() }),
            Kind::Epoch { epoch, reason: "chain used up".to_owned() },
            Kind::End { body, unopened: vec![(3, 0), (3, 1)] },
        ]
    }

    #[test]
    fn what_is_written_is_canonical_and_reads_back() {
        for kind in kinds() {
            let game = GameId::new("g-1").expect("a name");
            let line = Line { game, seq: 2, prev: Hash::ZERO, time: 1_800_000_000, kind };
            let text = line.to_text();
            assert_eq!(Line::parse(&text).as_ref(), Ok(&line), "{text}");
            assert_eq!(Line::read(&text), Ok(line), "{text}");
        }
    }
}
