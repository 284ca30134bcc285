//! Sealed bids in words and pictures.

use super::facts::{Command, Event, Side, View};
use crate::{
    notation::{self, NotationError},
    picture::{Colour, Item, Legend, Picture, Weight, at},
    ruleset::{OrderInfo, PhaseInfo},
};

pub(super) const SIDES: [(&str, &str); 2] = [("north", "The north"), ("south", "The south")];

pub(super) const SCENARIOS: &[(&str, &str)] = &[(
    "auction",
    r#"{"id":"auction","name":"The auction","description":"Three rounds.","default_seat_plan":"duel",
        "options":{"purse":12,"rounds":3,"shared_drafts":false},
        "seat_plans":{
          "duel":[{"seat":"north","side":"north","name":"The north"},{"seat":"south","side":"south","name":"The south"}],
          "pairs":[{"seat":"north_a","side":"north","name":"North A"},{"seat":"south_a","side":"south","name":"South A"},
                   {"seat":"north_b","side":"north","name":"North B"},{"seat":"south_b","side":"south","name":"South B"}]}}"#,
)];

pub(super) const PHASES: &[PhaseInfo] = &[PhaseInfo {
    phase: "bidding",
    who: "every seat that has not bid",
    on_timeout: "the draft is bound if it is legal, else nothing is bid",
}];

pub(super) const ORDERS: &[OrderInfo] = &[
    OrderInfo { order: "bid", text: "Bids tokens in secret.", notation: "bid 3" },
    OrderInfo { order: "ready", text: "Binds the bid.", notation: "ready" },
    OrderInfo { order: "boast", text: "Throws a die for nothing.", notation: "boast" },
];

pub(super) fn parse(line: &str) -> Result<Command, NotationError> {
    let words = notation::words(line);
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let fault = |at: usize, expected: &str| NotationError {
        column: words.get(at).map_or(1, |word| word.column),
        expected: expected.to_owned(),
    };
    match texts.as_slice() {
        ["ready"] => Ok(Command::Ready {}),
        ["boast"] => Ok(Command::Boast {}),
        ["bid", tokens] => match tokens.parse() {
            Ok(tokens) => Ok(Command::Bid { tokens }),
            Err(_) => Err(fault(1, "a number of tokens")),
        },
        _ => Err(fault(0, "`bid`, `ready` or `boast`")),
    }
}

pub(super) fn format(command: &Command) -> String {
    match command {
        Command::Bid { tokens } => format!("bid {tokens}"),
        Command::Ready {} => "ready".to_owned(),
        Command::Boast {} => "boast".to_owned(),
    }
}

pub(super) fn tell(event: &Event) -> String {
    let side = |side: &Option<Side>| side.map_or("nobody", Side::as_str);
    match event {
        Event::RoundBegan { round } => format!("round {round}"),
        Event::BidCommitted { seat } => format!("{seat} has bid"),
        Event::BidMade { seat, tokens } => format!("{seat} bid {tokens}"),
        Event::Boasted { seat, value } => format!("{seat} boasts: {value}"),
        Event::RoundTaken { side: taken, dice } => {
            format!("luck {} against {}: taken by {}", dice[0], dice[1], side(taken))
        }
        Event::SeatLeft { seat } => format!("{seat} has left"),
        Event::GameEnded { side: winner, reason } => format!("over ({reason}): {}", side(winner)),
    }
}

pub(super) fn board(view: &View) -> Picture {
    let bids = view.bids.iter().map(|(seat, tokens)| format!("{seat} bids {tokens}"));
    let purses = view.purses.iter().map(|(side, tokens)| format!("{side} has {tokens}"));
    let text: Vec<String> = [format!("round {}", view.round)].into_iter().chain(purses).chain(bids).collect();
    let ink = Colour(0x20_20_20);
    let line = |(n, words): (i32, &String)| {
        Item::words(at(10, 20 + 20 * n), 14, Weight::Normal, words.as_str()).fill(ink)
    };
    Picture {
        name: "bids",
        title: "Sealed bids".to_owned(),
        description: text.join(". "),
        width: 200,
        height: 20 + 20 * i32::try_from(text.len()).unwrap_or(0),
        units_per_pixel: 1,
        part: None,
        paper: Colour(0xff_ff_ff),
        patterns: Vec::new(),
        items: (0..).zip(&text).map(line).collect(),
        legend: Legend { size: 10, columns: 1, ink, entries: Vec::new() },
        text,
    }
}
