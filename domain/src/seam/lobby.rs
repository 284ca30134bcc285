//! A ruleset behind the seam, as the lobby knows it: scenarios, seat plans, options, pages.

use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};
use utoipa::{PartialSchema, ToSchema};

use super::{
    AnyGame, AnyRuleset, Battle, Corrupt, GenesisRules, PlanChoice, Prepared, PreparedSeat, ScenarioPage,
    Schemas, Seam, prepared_seat, to_value,
};
use crate::{
    log::Body,
    notation::NotationError,
    pointer,
    rule::Rule,
    ruleset::{
        Fact, Gesture, OrderInfo, PhaseInfo, Roll, Ruleset, ScenarioNames, Setup, SetupFault, Unreadable,
    },
};

fn read<T: DeserializeOwned>(root: &str, value: &Value, kind: Unreadable) -> Result<T, Vec<SetupFault>> {
    serde_path_to_error::deserialize(value).map_err(|why| {
        let place = format!("{root}{}", pointer::of_path(why.path()));
        vec![fault(place, kind, why.into_inner().to_string())]
    })
}

fn fault(pointer: String, kind: Unreadable, detail: String) -> SetupFault {
    SetupFault { pointer, code: kind.code, rule: kind.rule, detail }
}

const BAD_PLAN: Unreadable = Unreadable { code: "malformed", rule: None };

fn none_or<T>(faults: Vec<SetupFault>, value: T) -> Result<T, Vec<SetupFault>> {
    if faults.is_empty() { Ok(value) } else { Err(faults) }
}

fn scenario<R: Ruleset>(json: &Value) -> Result<R::Scenario, Vec<SetupFault>> {
    let scenario: R::Scenario = read("", json, R::BAD_SCENARIO)?;
    none_or(R::faults(&scenario), scenario)
}

/// The scenario's options with the creator's laid over them, member by member.
fn options<R: Ruleset>(
    scenario: &R::Scenario,
    chosen: Option<&Value>,
) -> Result<R::Options, Vec<SetupFault>> {
    let mut all = to_value(&R::options(scenario));
    let bad = |pointer: String, detail: &str| vec![fault(pointer, R::BAD_OPTION, detail.to_owned())];
    match (&mut all, chosen) {
        (_, None) => {}
        (Value::Object(all), Some(Value::Object(chosen))) => {
            for (name, value) in chosen {
                match all.get_mut(name) {
                    Some(place) => *place = value.clone(),
                    None => {
                        return Err(bad(format!("/options/{name}"), "there is no such option"));
                    }
                }
            }
        }
        (_, Some(_)) => return Err(bad("/options".to_owned(), "options are an object")),
    }
    let options: R::Options = read("/options", &all, R::BAD_OPTION)?;
    none_or(R::option_faults(scenario, &options), options)
}

fn plan<R: Ruleset>(
    scenario: &R::Scenario,
    options: &R::Options,
    choice: &PlanChoice,
) -> Result<Vec<R::SeatEntry>, Vec<SetupFault>> {
    let plans = R::seat_plans(scenario);
    let names: Vec<&str> = plans.iter().map(|(name, _)| name.as_str()).collect();
    let unknown = || {
        let unknown = Unreadable { code: "unknown-seat-plan", rule: None };
        vec![fault("/seat_plan".to_owned(), unknown, format!("the scenario has {}", names.join(", ")))]
    };
    match choice {
        PlanChoice::Default => plans.first().map(|(_, entries)| entries.clone()).ok_or_else(unknown),
        PlanChoice::Named(name) => {
            plans.iter().find(|(own, _)| own == name).map(|(_, entries)| entries.clone()).ok_or_else(unknown)
        }
        PlanChoice::Custom(list) => {
            let entries: Vec<R::SeatEntry> = read("/seat_plan", list, BAD_PLAN)?;
            none_or(R::plan_faults(scenario, options, &entries), entries)
        }
    }
}

fn setup<R: Ruleset>(rules: GenesisRules<R>) -> Setup<R> {
    Setup { scenario: rules.scenario, options: rules.options, seats: rules.seats }
}

impl<R: Ruleset> AnyRuleset for Seam<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn name(&self) -> &'static str {
        R::NAME
    }

    fn version(&self) -> u32 {
        R::VERSION
    }

    fn has_minutes(&self) -> bool {
        R::HAS_MINUTES
    }

    fn rules(&self) -> &'static [Rule] {
        R::RULES
    }

    fn orders(&self) -> &'static [OrderInfo] {
        R::ORDERS
    }

    fn endings(&self) -> &'static [&'static str] {
        R::ENDINGS
    }

    fn gestures(&self) -> &'static [Gesture] {
        R::GESTURES
    }

    fn phases(&self) -> &'static [PhaseInfo] {
        R::PHASES
    }

    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        R::SCENARIOS
    }

    fn names(&self, scenario: &Value) -> Option<ScenarioNames> {
        R::Scenario::deserialize(scenario).ok().map(|scenario| R::names(&scenario))
    }

    fn page(&self, json: &Value) -> Result<ScenarioPage, Vec<SetupFault>> {
        let scenario = scenario::<R>(json)?;
        let seat_plans = R::seat_plans(&scenario)
            .into_iter()
            .map(|(name, entries)| (name, entries.iter().map(to_value).collect()))
            .collect();
        Ok(ScenarioPage {
            names: R::names(&scenario),
            sides: R::sides(&scenario),
            seat_plans,
            options: to_value(&R::options(&scenario)),
            data: json.clone(),
        })
    }

    fn prepare(
        &self,
        json: &Value,
        choice: &PlanChoice,
        chosen: Option<&Value>,
    ) -> Result<Prepared, Vec<SetupFault>> {
        let scenario = scenario::<R>(json).map_err(|faults| {
            let rooted =
                |fault: SetupFault| SetupFault { pointer: format!("/scenario{}", fault.pointer), ..fault };
            faults.into_iter().map(rooted).collect::<Vec<_>>()
        })?;
        let options = options::<R>(&scenario, chosen);
        // A plan is told its faults beside those of the options: then it is judged by what the scenario itself has.
        let usual = R::options(&scenario);
        let entries = plan::<R>(&scenario, options.as_ref().unwrap_or(&usual), choice);
        let (options, entries) = match (options, entries) {
            (Ok(options), Ok(entries)) => (options, entries),
            (Err(faults), Ok(_)) | (Ok(_), Err(faults)) => return Err(faults),
            (Err(mut faults), Err(more)) => {
                faults.extend(more);
                return Err(faults);
            }
        };
        let entries = R::seats(&options, entries);
        let names = R::names(&scenario);
        Ok(Prepared {
            ruleset: R::ID,
            version: R::VERSION,
            scenario: json.clone(),
            scenario_id: names.id,
            scenario_name: names.name,
            options: to_value(&options),
            seats: entries.iter().map(prepared_seat).collect(),
            entries: entries.iter().map(to_value).collect(),
        })
    }

    fn begin(&self, rules: &Body) -> Result<Box<dyn AnyGame>, Corrupt> {
        let rules: GenesisRules<R> =
            serde_json::from_str(rules.get()).map_err(|_| Corrupt::BodyUnreadable)?;
        Ok(Box::new(Battle::<R> { state: R::initial(&setup(rules)) }))
    }

    fn seats(&self, rules: &Body) -> Result<Vec<PreparedSeat>, Corrupt> {
        let rules: GenesisRules<R> =
            serde_json::from_str(rules.get()).map_err(|_| Corrupt::BodyUnreadable)?;
        Ok(rules.seats.iter().map(prepared_seat).collect())
    }

    fn primer(&self) -> &'static [&'static str] {
        R::PRIMER
    }

    fn tell(&self, body: &Body) -> Option<String> {
        serde_json::from_str::<R::Event>(body.get()).ok().map(|event| R::tell(&event))
    }

    fn explain(&self, body: &Body) -> Vec<String> {
        serde_json::from_str::<R::Event>(body.get()).map(|event| R::explain(&event)).unwrap_or_default()
    }

    fn rolls(&self, body: &Body) -> Option<Vec<Roll>> {
        serde_json::from_str::<R::Event>(body.get()).ok().map(|event| event.rolls())
    }

    fn notation(&self, order: &RawValue) -> Option<String> {
        serde_json::from_str::<R::Command>(order.get()).ok().map(|command| R::format(&command))
    }

    fn parse(&self, line: &str) -> Result<Vec<Value>, NotationError> {
        R::parse(line).map(|commands| commands.iter().map(to_value).collect())
    }

    fn schemas(&self) -> Schemas {
        let mut components = BTreeMap::new();
        let mut add = Adder(&mut components);
        Schemas {
            order: add.named::<R::Command>(),
            event: add.named::<R::Event>(),
            view: add.named::<R::View>(),
            scenario: add.named::<R::Scenario>(),
            options: add.named::<R::Options>(),
            components: components.into_iter().collect(),
        }
    }
}

type Component = utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>;

struct Adder<'a>(&'a mut BTreeMap<String, Component>);

impl Adder<'_> {
    /// Adds a type and all it refers to; gives its component name.
    fn named<T: ToSchema + PartialSchema>(&mut self) -> String {
        let mut found = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut found);
        self.0.extend(found);
        T::name().into_owned()
    }
}
