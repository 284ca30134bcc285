//! The examples of Little Wars.

use std::collections::BTreeMap;

use domain::{
    game::{Decision, Game, Orders, Sending},
    harness::{ScriptedDice, begun},
    ids::Seat,
    ruleset::Viewer,
    rulesets::little_wars,
    seam::{AnyRuleset, Battle, Decided, PlanChoice, Refusal, Seam},
    table::{Hand, Table, TimeOutAction},
};
use serde_json::{Value, json, value::RawValue};

use crate::{begin, support};

const VECTORS: &str = include_str!("../../vectors/little_wars/vectors.json");
static RULESET: Seam<little_wars::LittleWars> = Seam::new();

fn seat(name: &Value) -> Seat {
    Seat::new(name.as_str().expect("a seat")).expect("a seat")
}

/// A game as the service keeps it: with the drafts of its seats.
struct Kept {
    game: Game,
    drafts: BTreeMap<Seat, Vec<Box<RawValue>>>,
}

/// What came of a step.
enum Came {
    Decided(Box<Decision>),
    Drafted,
}

fn raw(list: &[Value]) -> Vec<Box<RawValue>> {
    list.iter().map(|order| serde_json::value::to_raw_value(order).expect("JSON")).collect()
}

impl Kept {
    fn orders(&mut self, seat: &Seat, list: &Value, dice: &mut ScriptedDice) -> Result<Came, Vec<Refusal>> {
        let list = raw(list.as_array().expect("a list of orders"));
        let orders = Orders::Json(&list);
        let draft = self.drafts.entry(seat.clone()).or_default();
        let n_before = draft.len();
        let later = |refusals: Vec<Refusal>| {
            let own = |mut why: Refusal| {
                why.order_index = why.order_index.saturating_sub(n_before);
                why
            };
            refusals.into_iter().map(own).collect::<Vec<_>>()
        };
        match self.game.sending(seat, &orders)? {
            Sending::Turn => {
                self.game.submit(seat, &orders, dice).map(|decision| Came::Decided(Box::new(decision)))
            }
            Sending::Binds => {
                let decided = self.game.submit_with_draft(Hand::Own, seat, draft, &orders, dice);
                let decided = decided.map_err(later)?;
                draft.clear();
                Ok(Came::Decided(Box::new(decided)))
            }
            Sending::Draft => {
                self.game.judge_draft(seat, draft, &orders).map_err(later)?;
                draft.extend(raw(&self.game.as_draft(&orders)?));
                Ok(Came::Drafted)
            }
        }
    }

    /// Every seat still in the game offers a draw or agrees to one: the last one's turn brings it.
    fn draw(&mut self, dice: &mut ScriptedDice) -> Result<Came, Vec<Refusal>> {
        let mut last = None;
        for seat in self.game.in_game() {
            let word = if self.game.table().drawing().is_empty() { "offer_draw" } else { "accept_draw" };
            let came = self.orders(&seat, &json!([{ "type": word }]), dice)?;
            if let Came::Decided(decision) = &came {
                self.game = decision.next.clone();
            }
            last = Some(came);
        }
        Ok(last.expect("somebody is in the game"))
    }

    fn step(&mut self, step: &Value, dice: &mut ScriptedDice) -> Result<Came, Vec<Refusal>> {
        if step.get("start").is_some() {
            return Ok(Came::Decided(Box::new(self.game.start(dice).expect("dice for the start"))));
        }
        if let Some(name) = step.get("timeout") {
            let seat = seat(name);
            let draft = self.drafts.remove(&seat).unwrap_or_default();
            let action = TimeOutAction::DefaultAction;
            let decided = self.game.time_out_with_draft(&seat, action, &Orders::Json(&draft), dice);
            return Ok(Came::Decided(Box::new(decided.expect("no dice"))));
        }
        if let Some(name) = step.get("resign") {
            return self.orders(&seat(name), &json!([{"type": "resign"}]), dice);
        }
        if step.get("drawn").is_some() {
            return self.draw(dice);
        }
        self.orders(&seat(&step["seat"]), &step["orders"], dice)
    }
}

/// A body as the vectors write it: without its rules, of which there must be some.
fn body(text: &str, place: &str, faults: &mut Vec<String>) -> Value {
    let mut body: Value = serde_json::from_str(text).expect("bodies are JSON");
    let rules = body.as_object_mut().and_then(|body| body.remove("rules"));
    if rules.is_none_or(|rules| rules.as_array().is_none_or(Vec::is_empty)) {
        faults.push(format!("{place}: {body} cites no rule"));
    }
    body
}

fn events(decision: &Decision, place: &str, faults: &mut Vec<String>) -> Value {
    let shown = |done: &Decided, faults: &mut Vec<String>| {
        let kind: Value = serde_json::from_str(done.body.get()).expect("bodies are JSON");
        match kind["type"].as_str().unwrap_or_default() {
            "secrets_opened" => {
                let opened: Vec<Value> =
                    done.opens.iter().map(|open| body(open.text.get(), place, faults)).collect();
                Some(json!({"type": "secrets_opened", "opened": opened}))
            }
            kind if kind != "order_lapsed" && domain::table::TABLE_EVENTS.contains(&kind) => None,
            _ => Some(body(done.body.get(), place, faults)),
        }
    };
    decision.done.iter().filter_map(|done| shown(done, faults)).collect()
}

fn begun_from(setup: &Value, id: &str) -> Game {
    if let Some(scenario) = setup["scenario"].as_str() {
        let (_, text) = RULESET.scenarios().iter().find(|(id, _)| *id == scenario).expect("a scenario");
        let plan =
            setup["seat_plan"].as_str().map_or(PlanChoice::Default, |name| PlanChoice::Named(name.into()));
        let scenario: Value = serde_json::from_str(text).expect("JSON");
        let prepared =
            RULESET.prepare(&scenario, &plan, setup.get("options")).expect("a scenario of the house");
        let seats = prepared.seats.iter().map(|seat| seat.seat.clone()).collect();
        let table = Table::new(seats, Default::default(), Default::default());
        return Game::of(table, begin(&RULESET, &prepared));
    }
    let (state, seats) = little_wars::harness::position(setup).unwrap_or_else(|why| panic!("{id}: {why}"));
    Game::of(begun(seats), Box::new(Battle::<little_wars::LittleWars> { state }))
}

/// What the example says of the position at its end, against the view.
fn compare_state(game: &Game, wanted: &Value, faults: &mut Vec<String>, id: &str) {
    let view = game.view(&Viewer::Spectator);
    let listed = |list: &str, name: &str| {
        view[list].as_array().expect("a list").iter().find(|own| own["id"] == name).cloned()
    };
    for (name, facts) in wanted.as_object().into_iter().flatten() {
        if facts.is_string() {
            if view[name] != *facts {
                faults.push(format!("{id} at the end: {name} is {}, wanted {facts}", view[name]));
            }
            continue;
        }
        let shown = listed("figures", name).or_else(|| listed("guns", name)).unwrap_or_default();
        for (fact, value) in facts.as_object().expect("facts") {
            if shown[fact] != *value {
                faults.push(format!("{id} at the end: {name}.{fact} is {}, wanted {value}", shown[fact]));
            }
        }
    }
}

fn run(example: &Value, faults: &mut Vec<String>) {
    let id = example["id"].as_str().expect("an id");
    let mut kept = Kept { game: begun_from(&example["setup"], id), drafts: BTreeMap::new() };
    for (at, step) in example["steps"].as_array().expect("steps").iter().enumerate() {
        let place = format!("{id} step {at}");
        let values = step["dice"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let mut dice = ScriptedDice::new(values.map(|value| u32::try_from(value).expect("a die")));
        let (got, wanted) = match kept.step(step, &mut dice) {
            Ok(Came::Decided(decision)) => {
                let got = events(&decision, &place, faults);
                kept.game = decision.next;
                (json!({ "events": got }), json!({ "events": step["events"] }))
            }
            Ok(Came::Drafted) => (json!({"events": []}), json!({ "events": step["events"] })),
            Err(refusals) => {
                let why = &refusals[0];
                let rule = why.rule.map(|rule| rule.0);
                let got = json!({"order_index": why.order_index, "code": why.code, "rule": rule});
                (json!({ "reject": got }), json!({"reject": step["reject"]}))
            }
        };
        if got != wanted {
            faults.push(format!("{place} {}:\n   got {got}\nwanted {wanted}", example["title"]));
        }
        if dice.left() != 0 {
            faults.push(format!("{place}: {} dice were not thrown", dice.left()));
        }
    }
    compare_state(&kept.game, &example["state"], faults, id);
}

#[test]
fn every_worked_example_of_little_wars_comes_out_as_written() {
    let vectors: Value = serde_json::from_str(VECTORS).expect("JSON");
    let examples = vectors["vectors"].as_array().expect("examples");
    assert_eq!(examples.len(), 135, "none may be left out");
    let mut faults = Vec::new();
    examples.iter().for_each(|example| run(example, &mut faults));
    support::none(&faults);
}

#[test]
fn every_line_of_notation_reads_and_writes_as_written() {
    let vectors: Value = serde_json::from_str(VECTORS).expect("JSON");
    let lines = vectors["notation"].as_array().expect("lines");
    assert_eq!(lines.len(), 29, "none may be left out");
    let mut faults = Vec::new();
    for line in lines {
        let text = line["text"].as_str().expect("text");
        let read = RULESET.parse(text);
        if read.as_ref().ok() != line["orders"].as_array() {
            faults.push(format!("{text}: read {read:?}, wanted {}", line["orders"]));
        }
        let written: Option<Vec<Value>> = line["orders"]
            .as_array()
            .expect("orders")
            .iter()
            .map(|order| RULESET.notation(&serde_json::value::to_raw_value(order).ok()?).map(Value::from))
            .collect();
        if written.as_ref() != line["canonical"].as_array() {
            faults.push(format!("{text}: written {written:?}, wanted {}", line["canonical"]));
        }
    }
    support::none(&faults);
}
