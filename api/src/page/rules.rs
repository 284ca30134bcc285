//! The rules, by their ids: where every refusal and every die leads.

use maud::{Markup, html};
use openapi::rulesets::{RulesetView, Rulesets};

use super::site::Reader;

/// The rulesets there are.
pub fn list(reader: &Reader, rulesets: &Rulesets) -> Markup {
    html! {
        h1 { "Rules" }
        @for ruleset in &rulesets.items {
            section {
                h2 { a href=(reader.link(&format!("/rules/{}", ruleset.id))) { (ruleset.name) } }
                ul { @for scenario in &ruleset.scenarios {
                    li {
                        a href=(reader.link(&format!("/new/{}/{}", ruleset.id, scenario.id))) { (scenario.name) }
                        ": " (scenario.description)
                    }
                } }
            }
        }
    }
}

/// One ruleset: its rules in order, each with its place to link to, and its orders.
pub fn book(reader: &Reader, ruleset: &RulesetView) -> Markup {
    let mut sections: Vec<&str> = Vec::new();
    for rule in &ruleset.rules {
        if sections.last() != Some(&rule.section.as_str()) {
            sections.push(&rule.section);
        }
    }
    html! {
        h1 { (ruleset.name) " " small { "version " (ruleset.version) } }
        p {
            @for scenario in &ruleset.scenarios {
                a class="button" href=(reader.link(&format!("/new/{}/{}", ruleset.id, scenario.id))) { "Play: " (scenario.name) }
                " "
            }
        }
        nav aria-label="Sections" { ul class="columns" { @for (n, section) in sections.iter().enumerate() {
            li { a href=(format!("#section-{n}")) { (section) } }
        } li { a href="#orders" { "Orders" } } } }
        @for (n, section) in sections.iter().enumerate() {
            section id=(format!("section-{n}")) {
                h2 { (section) }
                dl class="rules" { @for rule in ruleset.rules.iter().filter(|rule| rule.section == **section) {
                    dt id=(rule.id) { a href=(format!("#{}", rule.id)) { (rule.id) } }
                    dd { (rule.text) }
                } }
            }
        }
        section id="orders" {
            h2 { "Orders" }
            table {
                tr { th { "Notation" } th { "What it does" } }
                @for order in ruleset.orders.iter().chain(&ruleset.table_orders) {
                    tr { td { code { (order.notation) } } td { (order.text) } }
                }
            }
        }
    }
}
