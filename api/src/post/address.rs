//! Reply addresses: each leads to one seat, as its present holder has it or as it is kept for somebody, from one moment of one
//! game on. It cannot be
//! guessed (a keyed hash of 128 bits), needs no row, and survives being written in capitals.
//!
//! Where the operator has one address for all answers, the same token stands in the Message-ID of our letters instead, and
//! comes back in `In-Reply-To` and `References` (RFC 5322, section 3.6.4).

use domain::{hash::Hash, ids::GameId};
use storage::{NewLetter, SeatRow, SeatStatus};

use crate::{
    app::App, auth::is_same, config::Config, post::receive::Reply, random::BASE32, service::hall::Opened,
};

/// What stands for the token in the pattern of reply addresses.
pub const TOKEN: &str = "{token}";

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

/// As what somebody has an address: a seat that is offered may have one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// He holds the seat.
    Holder,
    /// He has an invitation to it.
    Invited,
}

impl Bearer {
    /// As what a letter is written to somebody: an account holds seats, an invitation goes to an address.
    pub fn of(letter: &NewLetter) -> Self {
        if letter.player.is_some() { Bearer::Holder } else { Bearer::Invited }
    }

    /// What makes his addresses his own: with it they end.
    fn name(self, seat: &SeatRow) -> Option<String> {
        match (self, seat.status) {
            (Bearer::Holder, _) => seat.player.as_ref().map(|player| player.0.clone()),
            (Bearer::Invited, SeatStatus::Invited | SeatStatus::Offered) => {
                seat.invite_hash.map(|hash| format!("invitation {}", Hash::from_bytes(hash)))
            }
            (Bearer::Invited, SeatStatus::Open | SeatStatus::Taken | SeatStatus::Resigned) => None,
        }
    }
}

/// The way back to a seat that a letter shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Where answers go.
    pub address: String,
    /// What the letter's Message-ID must end with, before its `@`, where the address is the same for all.
    pub mark: Option<String>,
}

/// The way that leads to a seat from a version on; `None` where no answers come in, where nobody bears the seat so, or
/// where a game's id is not of our making.
pub fn of(app: &App, game: &GameId, seat: &SeatRow, bearer: Bearer, seq: u64) -> Option<Way> {
    let inbound = app.config.inbound.as_ref()?;
    let fits = u64::from(seat.place) < 1 << (5 * PLACE) && seq < 1 << (5 * SEQ);
    if game.len() != GAME || !fits {
        return None;
    }
    let (place, number) = (base32(u64::from(seat.place), PLACE), base32(seq, SEQ));
    let token = format!("{game}{place}{number}{}", mac(app, game, seat, bearer, seq)?);
    Some(match inbound.reply_to.contains(TOKEN) {
        true => Way { address: inbound.reply_to.replace(TOKEN, &token), mark: None },
        false => Way { address: inbound.reply_to.clone(), mark: Some(token) },
    })
}

/// A Message-ID with the mark of a way back in it.
pub fn marked(message_id: &str, mark: &str) -> String {
    match message_id.rsplit_once('@') {
        Some((local, host)) => format!("{local}.{mark}@{host}"),
        None => message_id.to_owned(),
    }
}

/// A mail is for one seat; a copy or two may have gone to others.
const N_TICKETS: usize = 8;

/// What the addresses say to which a mail went, or, where there is one for all, the letters that it answers: the first few,
/// each once.
pub fn tickets(config: &Config, reply: &Reply) -> Vec<Ticket> {
    let Some(inbound) = &config.inbound else { return Vec::new() };
    let pattern = &inbound.reply_to;
    if pattern.contains(TOKEN) {
        return first(reply.recipients.iter().filter_map(|address| read(pattern, address)));
    }
    if !reply.recipients.contains(pattern) {
        return Vec::new();
    }
    let host = config.base_url.host();
    first(reply.answered.iter().filter_map(|id| read_mark(host, id)))
}

fn first(tickets: impl Iterator<Item = Ticket>) -> Vec<Ticket> {
    let mut found: Vec<Ticket> = Vec::new();
    for ticket in tickets {
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
    let (before, after) = pattern.split_once(TOKEN)?;
    let low = address.to_ascii_lowercase();
    ticket(low.strip_prefix(before)?.strip_suffix(after)?)
}

/// What the Message-ID of a letter of ours says, without its angle brackets.
fn read_mark(host: &str, id: &str) -> Option<Ticket> {
    let low = id.to_ascii_lowercase();
    let (local, at) = low.rsplit_once('@')?;
    let (_, token) = local.rsplit_once('.').filter(|_| at.eq_ignore_ascii_case(host))?;
    ticket(token)
}

fn ticket(token: &str) -> Option<Ticket> {
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
    /// The seat it leads to, and as what, if the address was made for who holds it now, or for whom it is kept.
    pub fn opens<'a>(&self, app: &App, game: &'a Opened) -> Option<(&'a SeatRow, Bearer)> {
        let seat = game.seats.iter().find(|row| row.place == self.place)?;
        let is_his = |bearer: &Bearer| {
            mac(app, &self.game, seat, *bearer, self.seq)
                .is_some_and(|right| is_same(right.as_bytes(), self.mac.as_bytes()))
        };
        let bearer = [Bearer::Holder, Bearer::Invited].into_iter().find(is_his)?;
        Some((seat, bearer))
    }
}

fn mac(app: &App, game: &GameId, seat: &SeatRow, bearer: Bearer, seq: u64) -> Option<String> {
    let bearer = bearer.name(seat)?;
    let hash = app.keys.mac("reply-address", &format!("{game}\n{}\n{bearer}\n{seq}", seat.seat));
    let (half, _) = hash.split_at(16);
    let bits = half.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
    Some((0..MAC).rev().map(|at| digit(bits >> (5 * at))).collect())
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
        let twice = [&ticket, &ticket].into_iter().cloned();
        assert_eq!(first(twice), [ticket]);
    }

    #[test]
    fn a_message_id_says_the_same_and_others_nothing() {
        let ours = marked("<7k3m9q2x4c8n.a.5.your_move@x.example>", &token());
        let bare = ours.trim_matches(['<', '>']);
        assert_eq!(read_mark("x.example", bare).expect("a ticket").seq, 1_000_000);
        assert_eq!(read_mark("x.example", &bare.to_uppercase()), read_mark("x.example", bare));
        for other in
            [bare.replace("x.example", "y.example"), bare.replace(".your_move", ""), bare[1..].to_owned()]
        {
            let (found, right) = (read_mark("x.example", &other), other.ends_with("x.example"));
            assert_eq!(found.is_some(), right, "{other}: what stands before the token does not matter");
        }
        assert_eq!(read_mark("x.example", "7k3m9q2x4c8n.a.5.your_move@x.example"), None);
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
