//! Ends of moves and of battles, played on positions set up by hand.

mod battle;
mod guns;
mod melees;
mod moves;
mod prisoners;
mod properties;

use serde_json::{Map, Value, json};

use super::{
    course::{Chance, Course},
    decide,
    event::Event,
    evolve::evolve,
    harness::position,
    ids::{FigureId, GunId},
    move_end,
    rejection::Rejection,
    state::{Figure, Gun, State},
    table,
    words::MovedBy,
};
use crate::{
    dice::ClosedDice,
    geometry::Point,
    ids::Seat,
    ruleset::{Act, Halt, Standing},
};

/// A game that goes on from a position.
struct Play {
    state: State,
}

/// Men of a row: names of one prefix, numbered on from `first`, a step apart.
fn row(
    men: &mut Map<String, Value>,
    names: &str,
    numbers: std::ops::RangeInclusive<i32>,
    at: [i32; 2],
    step: i32,
) {
    for (k, number) in (0..).zip(numbers) {
        men.insert(format!("{names}{number}"), json!([at[0] + k * step, at[1]]));
    }
}

/// Foot of both sides face to face, as in the worked examples: red at y 1000, blue at y 1080. A man of each stands far off.
fn facing(red: i32, blue: i32) -> Map<String, Value> {
    let mut men = bystanders();
    row(&mut men, "ri", 1..=red, [1000, 1000], 80);
    row(&mut men, "bi", 1..=blue, [1000, 1080], 80);
    men
}

/// A man of each side, far off.
fn bystanders() -> Map<String, Value> {
    Map::from_iter([("ri90".to_owned(), json!([9000, 1200])), ("bi90".to_owned(), json!([9000, 6000]))])
}

/// A man's name.
fn man(name: &str) -> FigureId {
    FigureId::parse(name).expect("a man")
}

/// Men's names, in this order.
fn men(names: &[&str]) -> Vec<FigureId> {
    names.iter().map(|name| man(name)).collect()
}

/// A seat's name.
fn seat(name: &str) -> Seat {
    Seat::new(name).expect("a seat")
}

impl Play {
    fn of(setup: &Value) -> Play {
        Play { state: position(setup).expect("a position").0 }
    }

    fn with(men: Map<String, Value>) -> Play {
        Play::of(&json!({ "figures": men }))
    }

    fn man(&self, name: &str) -> &Figure {
        self.state.figure(man(name)).expect("he is there")
    }

    fn gun(&self, name: &str) -> &Gun {
        self.state.gun(GunId::parse(name).expect("a gun")).expect("it is there")
    }

    /// A list of one seat's, with what it leaves behind: all of it, or the first refusal and nothing.
    fn list(&mut self, by: &str, orders: &[Value]) -> Result<Vec<Event>, Rejection> {
        let mut course = Course::from(&self.state);
        for order in orders {
            let order = serde_json::from_value(order.clone()).expect("an order");
            match decide::order(&course.state, &seat(by), &order, &mut Chance::Rehearsal) {
                Ok(next) => {
                    course.state = next.state;
                    course.events.extend(next.events);
                }
                Err(Halt::Refused(why)) => return Err(why),
                Err(Halt::NoDice) => panic!("no die is thrown here"),
            }
        }
        course.events.extend(move_end::leftover(&course.state));
        self.take(course.events.clone());
        Ok(course.events)
    }

    fn order(&mut self, by: &str, order: Value) -> Result<Vec<Event>, Rejection> {
        self.list(by, &[order])
    }

    fn done(&mut self, by: &str) -> Vec<Event> {
        self.order(by, json!({"type": "end_move"})).expect("it is his move")
    }

    fn act(&mut self, act: &Act) -> Vec<Event> {
        let events = table::answer(&self.state, act, &mut ClosedDice).expect("no die is thrown here");
        self.take(events.clone());
        events
    }

    fn time_out(&mut self, by: &str) -> Vec<Event> {
        self.act(&Act::TimedOut(seat(by)))
    }

    fn resign(&mut self, by: &str) -> Vec<Event> {
        let stays = |name: &&Seat| **name != seat(by);
        let seats: Vec<Seat> = self.state.house.seats.iter().map(|entry| entry.seat.clone()).collect();
        let gone = |name: &Seat| self.state.seats[self.state.seat_index(name).expect("a seat")].left;
        let left = seats.iter().filter(stays).filter(|name| !gone(name)).cloned().collect();
        self.act(&Act::Resigned { seat: seat(by), left })
    }

    /// Facts as the log has them.
    fn take(&mut self, events: Vec<Event>) {
        events.iter().for_each(|event| evolve(&mut self.state, event));
    }

    /// A man of the mover's has walked straight to a place.
    fn walk(&mut self, name: &str, to: [i32; 2]) {
        let start = self.man(name).start;
        let end = Point::new(to[0], to[1]);
        let (figure, path, length) = (man(name), vec![start, end], start.distance(end));
        self.take(vec![Event::FigureMoved { figure, path, length, reason: MovedBy::Order }]);
    }

    fn awaited(&self) -> Vec<String> {
        match table::standing(&self.state) {
            Standing::Waiting(seats) => seats.iter().map(|seat| seat.as_str().to_owned()).collect(),
            Standing::Reveal => panic!("nothing is secret here"),
            Standing::Over(_) => Vec::new(),
        }
    }
}

/// The names of facts.
fn kinds(events: &[Event]) -> Vec<String> {
    let name = |event: &Event| serde_json::to_value(event).expect("JSON")["type"].as_str().map(str::to_owned);
    events.iter().filter_map(name).collect()
}

/// The facts of one name, as JSON.
fn of_kind(events: &[Event], kind: &str) -> Vec<Value> {
    let all = events.iter().map(|event| serde_json::to_value(event).expect("JSON"));
    all.filter(|event| event["type"] == kind).collect()
}
