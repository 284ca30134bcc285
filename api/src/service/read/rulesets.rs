//! Rulesets and scenarios, told whole: what a client needs to know before it makes a game, and while it writes orders.

use domain::{
    ruleset::OrderInfo,
    seam::{AnyRuleset, Schemas},
    table::{TABLE_ORDERS, TableOrder},
};
use openapi::rulesets::{
    OrderType, RuleView, RulesetItem, RulesetView, Rulesets, ScenarioItem, ScenarioView, SideView,
};
use serde_json::Value;
use utoipa::{PartialSchema, ToSchema};

use super::{
    board::{ruleset, scenario},
    schema::Components,
};
use crate::problem::{Problem, codes};

/// The bots that every ruleset has.
const BOTS: &[&str] = &["standard"];

/// The rulesets there are. `root` is the path under which clients see the service.
pub fn list(root: &str) -> Rulesets {
    let item = |ruleset: &&dyn AnyRuleset| RulesetItem {
        id: ruleset.id().to_owned(),
        name: ruleset.name().to_owned(),
        version: ruleset.version(),
        scenarios: scenarios(*ruleset, root),
    };
    Rulesets { items: domain::rulesets::ALL.iter().map(item).collect(), next: None }
}

/// A ruleset, whole.
///
/// # Errors
/// 404.
pub fn page(id: &str, root: &str) -> Result<RulesetView, Problem> {
    let ruleset = ruleset(id)?;
    let schemas = ruleset.schemas();
    let components = Components::of(&schemas);
    Ok(RulesetView {
        id: ruleset.id().to_owned(),
        name: ruleset.name().to_owned(),
        version: ruleset.version(),
        options: components.whole(&schemas.options),
        orders: ruleset
            .orders()
            .iter()
            .map(|order| order_type(ruleset, order, &schemas, &components))
            .collect(),
        table_orders: table_orders(),
        phases: ruleset.phases().to_vec(),
        bots: BOTS.iter().map(|bot| (*bot).to_owned()).collect(),
        rules: ruleset.rules().iter().map(rule_view).collect(),
        scenarios: scenarios(ruleset, root),
    })
}

/// One rule.
///
/// # Errors
/// 404.
pub fn rule(ruleset_id: &str, rule: &str) -> Result<RuleView, Problem> {
    let found = ruleset(ruleset_id)?.rules().iter().find(|own| own.id.0 == rule);
    found.map(rule_view).ok_or_else(|| Problem::new(codes::NOT_FOUND, "This ruleset has no such rule."))
}

/// A scenario, whole.
///
/// # Errors
/// 404; 500 when a scenario of the house is not playable.
pub fn scenario_page(ruleset_id: &str, id: &str, root: &str) -> Result<ScenarioView, Problem> {
    let ruleset = ruleset(ruleset_id)?;
    let data = scenario(ruleset, id)?;
    let page = ruleset
        .page(&data)
        .map_err(|faults| Problem::internal(&std::io::Error::other(format!("scenario {id}: {faults:?}"))))?;
    let default_seat_plan = page.seat_plans.first().map(|(name, _)| name.clone()).unwrap_or_default();
    Ok(ScenarioView {
        id: id.to_owned(),
        name: page.names.name,
        description: page.names.description,
        sides: page.sides.into_iter().map(|(id, name)| SideView { id, name }).collect(),
        default_seat_plan,
        seat_plans: page.seat_plans.into_iter().collect(),
        options: page.options,
        data: page.data,
        picture: picture(ruleset, id, root),
    })
}

fn picture(ruleset: &dyn AnyRuleset, id: &str, root: &str) -> String {
    format!("{root}/v1/rulesets/{}/scenarios/{id}/board.svg", ruleset.id())
}

fn scenarios(ruleset: &dyn AnyRuleset, root: &str) -> Vec<ScenarioItem> {
    let item = |(id, json): &(&'static str, &'static str)| {
        // A scenario of the house is valid JSON: the domain's tests read it.
        let data: Value = serde_json::from_str(json).unwrap_or_default();
        let names = ruleset.names(&data);
        let (name, description) = names.map(|names| (names.name, names.description)).unwrap_or_default();
        ScenarioItem {
            id: (*id).to_owned(),
            name,
            description,
            link: format!("{root}/v1/rulesets/{}/scenarios/{id}", ruleset.id()),
            picture: picture(ruleset, id, root),
        }
    };
    ruleset.scenarios().iter().map(item).collect()
}

fn rule_view(rule: &domain::rule::Rule) -> RuleView {
    let origin = serde_json::to_value(rule.origin).ok();
    RuleView {
        id: rule.id.0.to_owned(),
        section: rule.section.to_owned(),
        origin: origin.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned(),
        text: rule.text.to_owned(),
    }
}

fn order_type(
    ruleset: &dyn AnyRuleset,
    order: &OrderInfo,
    schemas: &Schemas,
    components: &Components,
) -> OrderType {
    OrderType {
        kind: order.order.to_owned(),
        text: order.text.to_owned(),
        notation: order.notation.to_owned(),
        example: ruleset.parse(order.notation).ok().and_then(|orders| orders.into_iter().next()),
        schema: components.variant(&schemas.order, order.order),
    }
}

fn table_orders() -> Vec<OrderType> {
    let name = TableOrder::name().into_owned();
    let schemas = Schemas {
        order: name.clone(),
        event: String::new(),
        view: String::new(),
        scenario: String::new(),
        options: String::new(),
        components: vec![(name.clone(), TableOrder::schema())],
    };
    let components = Components::of(&schemas);
    let shown = |(words, order): &(&'static str, TableOrder)| {
        let kind = order.type_name();
        let schema = components.variant(&name, kind);
        let text = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
        OrderType {
            kind: kind.to_owned(),
            text,
            notation: (*words).to_owned(),
            example: serde_json::to_value(order).ok(),
            schema,
        }
    };
    TABLE_ORDERS.iter().map(shown).collect()
}
