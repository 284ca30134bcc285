//! Reply addresses: each leads to one seat, as its present holder has it, from one moment of one game on. It cannot be
//! guessed (a keyed hash of 128 bits), needs no row, and survives being written in capitals.

use domain::{hash::Hash, ids::GameId};
use storage::SeatRow;

use crate::{app::App, random::BASE32, service::hall::Opened};

/// Characters of a game's id that was drawn here.
const GAME: usize = 12;

/// Characters of a seat's place in the plan.
const PLACE: usize = 2;

/// Characters of a line's number.
const SEQ: usize = 6;

/// Characters of the keyed hash: 128 bits.
const MAC: usize = 26;

/// How long what stands for `{token}` is.
pub const TOKEN_CHARACTERS: usize = GAME + PLACE + SEQ + MAC;

/// What an address says. It is to be believed only once [`Ticket::opens`] has looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The game.
    pub game: GameId,
    /// The seat's place in the plan.
    pub place: u32,
    /// The version at which the mail was written that had this address.
    pub seq: u64,
    mac: String,
}

/// The address that leads to a seat from a version on; `None` where no answers come in, where nobody holds the seat and
/// nobody is invited to it, or where a game's id is not of our making.
pub fn of(app: &App, game: &GameId, seat: &SeatRow, seq: u64) -> Option<String> {
    let inbound = app.config.inbound.as_ref()?;
    let ours = game.len() == GAME && holder(seat).is_some();
    let fits = u64::from(seat.place) < 1 << (5 * PLACE) && seq < 1 << (5 * SEQ);
    if !ours || !fits {
        return None;
    }
    let (place, number) = (base32(u64::from(seat.place), PLACE), base32(seq, SEQ));
    let token = format!("{game}{place}{number}{}", mac(app, game, seat, seq));
    Some(inbound.reply_to.replace("{token}", &token))
}

/// A mail is for one seat; a copy or two may have gone to others.
const N_TICKETS: usize = 8;

/// What the first addresses of a mail say that have our pattern, in their order, each once.
pub fn tickets(pattern: &str, addresses: &[String]) -> Vec<Ticket> {
    let mut found: Vec<Ticket> = Vec::new();
    for ticket in addresses.iter().filter_map(|address| read(pattern, address)) {
        if N_TICKETS <= found.len() {
            break;
        }
        if !found.contains(&ticket) {
            found.push(ticket);
        }
    }
    found
}

fn read(pattern: &str, address: &str) -> Option<Ticket> {
    let (before, after) = pattern.split_once("{token}")?;
    let low = address.to_ascii_lowercase();
    let token = low.strip_prefix(before)?.strip_suffix(after)?;
    if token.len() != TOKEN_CHARACTERS || !token.bytes().all(|byte| BASE32.contains(&byte)) {
        return None;
    }
    let (game, rest) = token.split_at(GAME);
    let (place, rest) = rest.split_at(PLACE);
    let (seq, mac) = rest.split_at(SEQ);
    Some(Ticket {
        game: GameId::new(game).ok()?,
        place: u32::try_from(number(place)).ok()?,
        seq: number(seq),
        mac: mac.to_owned(),
    })
}

impl Ticket {
    /// The seat it leads to, if the address was made for who holds it now, or for whom it is kept.
    pub fn opens<'a>(&self, app: &App, game: &'a Opened) -> Option<&'a SeatRow> {
        let seat = game.seats.iter().find(|row| row.place == self.place)?;
        let right = holder(seat).map(|_| mac(app, &self.game, seat, self.seq))?;
        let differs = right.bytes().zip(self.mac.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        (right.len() == self.mac.len() && differs == 0).then_some(seat)
    }
}

fn mac(app: &App, game: &GameId, seat: &SeatRow, seq: u64) -> String {
    let holder = holder(seat).unwrap_or_default();
    let hash = app.keys.mac("reply-address", &format!("{game}\n{}\n{holder}\n{seq}", seat.seat));
    let (half, _) = hash.split_at(16);
    let bits = half.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
    (0..MAC).rev().map(|at| digit(bits >> (5 * at))).collect()
}

/// Who holds a seat, or for whom it is kept: with him its addresses change.
fn holder(seat: &SeatRow) -> Option<String> {
    let invited = || seat.invite_hash.map(|hash| format!("invitation {}", Hash::from_bytes(hash)));
    seat.player.as_ref().map(|player| player.0.clone()).or_else(invited)
}

fn digit(bits: u128) -> char {
    let low = u8::try_from(bits & 31).expect("five bits are a byte");
    char::from(BASE32[usize::from(low)])
}

fn base32(number: u64, n_characters: usize) -> String {
    (0..n_characters).rev().map(|at| digit(u128::from(number) >> (5 * at))).collect()
}

fn number(text: &str) -> u64 {
    let place = |byte: u8| BASE32.iter().zip(0..).find(|(own, _)| **own == byte).map_or(0, |(_, at)| at);
    text.bytes().fold(0, |number, byte| number << 5 | place(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERN: &str = "reply+{token}@x.example";

    fn token() -> String {
        format!("7k3m9q2x4c8n{}{}{}", base32(33, PLACE), base32(1_000_000, SEQ), "0".repeat(MAC))
    }

    #[test]
    fn what_an_address_says_is_read_whatever_its_case() {
        let address = format!("reply+{}@x.example", token());
        let ticket = read(PATTERN, &address).expect("a ticket");
        assert_eq!((ticket.game.as_str(), ticket.place, ticket.seq), ("7k3m9q2x4c8n", 33, 1_000_000));
        assert_eq!(read(PATTERN, &address.to_uppercase()), Some(ticket.clone()));
        assert_eq!(tickets(PATTERN, &["a@x.example".to_owned(), address.clone(), address]), [ticket]);
    }

    #[test]
    fn other_addresses_say_nothing() {
        let token = token();
        for other in [
            format!("reply+{token}@y.example"),
            format!("reply+{token}0@x.example"),
            format!("reply+{}@x.example", &token[1..]),
            format!("reply+{}@x.example", token.replace('7', "u")),
            "reply+@x.example".to_owned(),
            String::new(),
        ] {
            assert_eq!(read(PATTERN, &other), None, "{other}");
        }
        assert_eq!(token.len(), TOKEN_CHARACTERS);
    }
}
