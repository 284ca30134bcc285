//! Making a game.

mod wanted;

use actix_web::{HttpResponse, web};
use openapi::rulesets::ScenarioView;
use serde::Deserialize;
use serde_json::Value;

use super::{Shown, shown};
use crate::{
    app::App,
    auth::{MaybeCaller, unauthorized},
    body::Fields,
    page::{
        create::{self, Battle},
        form::Form,
        site::Reader,
    },
    problem::Problem,
    service::{
        fields,
        read::{board, rulesets},
    },
};

pub async fn choose(app: web::Data<App>, caller: MaybeCaller) -> HttpResponse {
    shown(&app, caller.0, |_, reader| {
        let page = create::choose(reader, &rulesets::list(&reader.root));
        Ok(Shown::page(reader, "New game", &page))
    })
    .await
}

/// Which seat plan.
#[derive(Deserialize)]
pub struct Plan {
    plan: Option<String>,
}

/// The ruleset's name, the schema of its options, and the scenario.
struct Chosen {
    name: String,
    options: Value,
    scenario: ScenarioView,
    plan: String,
    has_minutes: bool,
}

impl Chosen {
    fn of(ids: &(String, String), root: &str, plan: Option<&str>) -> Result<Self, Problem> {
        let ruleset = rulesets::page(&ids.0, root)?;
        let scenario = rulesets::scenario_page(&ids.0, &ids.1, root)?;
        let known = plan.filter(|plan| scenario.seat_plans.contains_key(*plan));
        let plan = known.unwrap_or(&scenario.default_seat_plan).to_owned();
        let has_minutes = board::ruleset(&ids.0)?.has_minutes();
        Ok(Chosen { name: ruleset.name, options: ruleset.options, scenario, plan, has_minutes })
    }

    fn battle<'a>(&'a self, ruleset: &'a str) -> Battle<'a> {
        Battle {
            ruleset: (ruleset, &self.name),
            scenario: &self.scenario,
            options: &self.options,
            plan: &self.plan,
            has_minutes: self.has_minutes,
        }
    }
}

pub async fn form(
    app: web::Data<App>,
    caller: MaybeCaller,
    ids: web::Path<(String, String)>,
    query: web::Query<Plan>,
) -> HttpResponse {
    shown(&app, caller.0, move |_, reader| {
        let chosen = Chosen::of(&ids, &reader.root, query.plan.as_deref())?;
        let page = create::form(reader, &chosen.battle(&ids.0), &Form::default(), None);
        Ok(Shown::page(reader, &chosen.scenario.name, &page))
    })
    .await
}

pub async fn create(
    app: web::Data<App>,
    caller: MaybeCaller,
    ids: web::Path<(String, String)>,
    fields: Fields,
) -> HttpResponse {
    let player = caller.0.as_ref().map(|caller| caller.player.clone());
    shown(&app, caller.0, move |app, reader| {
        let player = player.ok_or_else(unauthorized)?;
        let chosen = Chosen::of(&ids, &reader.root, fields.get("plan"))?;
        let battle = chosen.battle(&ids.0);
        let done = wanted::game(&battle, &fields).and_then(|wanted| match fields.get("do") {
            Some("try") => {
                let (first, zones) = (app.foresee_game(&wanted)?, zones(reader, &fields)?);
                let form = Form { typed: Some(&fields), why: None };
                let page = create::form(reader, &battle, &form, Some((&first, &zones)));
                Ok(Shown::page(reader, &chosen.scenario.name, &page))
            }
            _ => {
                let created = app.create_game(&player, &wanted, &|_| Ok(None))?;
                Ok(Shown::Away(reader.link(&format!("/games/{}", created.game.row.id))))
            }
        });
        done.or_else(|why| {
            let form = Form { typed: Some(&fields), why: Some(&why) };
            let page = create::form(reader, &battle, &form, None);
            Ok(Shown::again(reader, &chosen.scenario.name, &page, &why))
        })
    })
    .await
}

/// The reader's zone, and those of the others as he knows them. We do not tell him: whose address is known here, nobody learns.
fn zones(reader: &Reader, typed: &Fields) -> Result<Vec<String>, Problem> {
    let own = reader.me.iter().map(|me| me.zone.clone());
    let others = typed.text("zones").split([',', ' ']).filter(|zone| !zone.is_empty());
    let known = others.map(|zone| fields::zone(zone, "/zones").map_err(|fault| Problem::fields(vec![fault])));
    own.map(Ok).chain(known).collect()
}
