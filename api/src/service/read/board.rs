//! The board as a picture: of a game at any moment, for a viewer; and of a scenario before its first event.

use domain::{
    log::Body,
    picture::{Picture, Region},
    ruleset::{Focus, Viewer},
    rulesets,
    seam::{AnyRuleset, PlanChoice},
};
use serde_json::{Value, json};
use storage::PlayerId;

use super::games::Look;
use crate::{
    app::App,
    problem::{Problem, codes},
    service::lobby::viewer_for,
};

/// What the looker wants to be shown besides the position.
#[derive(Clone, Debug, Default)]
pub struct Pointing {
    /// A figure, with its reach and what it sees.
    pub figure: Option<String>,
    /// What has happened after this line; left out: after the last turn of the seat that looks.
    pub since: Option<u64>,
    /// The part of a measured floor, `X,Y,W,H` in inches.
    pub region: Option<String>,
}

impl App {
    /// The board of a game.
    ///
    /// # Errors
    /// 400 for a region that is none; 403 for another's eyes; 404.
    pub fn board(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        look: &Look,
        pointing: &Pointing,
    ) -> Result<Picture, Problem> {
        let opened = self.seen_at(game, caller, look.at)?;
        let viewer = viewer_for(&opened, caller, look.seat.as_deref())?;
        let upto = opened.chronicle.ledger().version();
        let after = match (pointing.since, &viewer) {
            (Some(since), _) => Some(since),
            (None, Viewer::Seat(seat)) => self
                .last_turn_of(&opened, seat, Some(upto))?
                .map(|turn| turn.last)
                .filter(|last| *last < upto),
            (None, Viewer::Spectator) => None,
        };
        let lately = match after {
            Some(after) => self.bodies_between(&opened.row.id, after, upto)?,
            None => Vec::new(),
        };
        let bad = |why: &str| Problem::new(codes::BAD_QUERY, format!("`region` {why}."));
        let region = pointing.region.as_deref().map(|text| {
            let form = "is X,Y,W,H in inches of the floor, at least one to each side, e.g. `24,12,36,30.5`";
            Region::parse(text).ok_or_else(|| bad(form))
        });
        let region = region.transpose()?;
        let focus = Focus { figure: pointing.figure.as_deref(), lately: &lately, region };
        let picture = opened.chronicle.game().board(&viewer, &focus);
        match region {
            Some(_) if picture.part.is_none() => {
                Err(bad("is a part of a measured floor: this board has none, or it lies beside it"))
            }
            Some(_) | None => Ok(picture),
        }
    }
}

/// A ruleset of the register.
///
/// # Errors
/// 404.
pub fn ruleset(id: &str) -> Result<&'static dyn AnyRuleset, Problem> {
    rulesets::find(id).ok_or_else(|| {
        let known: Vec<&str> = rulesets::ALL.iter().map(|ruleset| ruleset.id()).collect();
        Problem::new(codes::NOT_FOUND, format!("This server plays {}.", known.join(", ")))
    })
}

/// A scenario that comes with a ruleset.
///
/// # Errors
/// 404.
pub fn scenario(ruleset: &dyn AnyRuleset, id: &str) -> Result<Value, Problem> {
    let found = ruleset.scenarios().iter().find(|(own, _)| *own == id);
    let (_, text) = found.ok_or_else(|| {
        let known: Vec<&str> = ruleset.scenarios().iter().map(|(id, _)| *id).collect();
        Problem::new(codes::NOT_FOUND, format!("{} has the scenarios {}.", ruleset.name(), known.join(", ")))
    })?;
    serde_json::from_str(text).map_err(|why| Problem::internal(&why))
}

/// The starting position of a scenario, with its own options and its usual seats.
///
/// # Errors
/// 404; 500 when a scenario of the house cannot be played.
pub fn starting_position(ruleset_id: &str, scenario_id: &str) -> Result<Picture, Problem> {
    let ruleset = ruleset(ruleset_id)?;
    let scenario = scenario(ruleset, scenario_id)?;
    let unplayable = |what: String| Problem::internal(&std::io::Error::other(what));
    let prepared = ruleset
        .prepare(&scenario, &PlanChoice::Default, None)
        .map_err(|faults| unplayable(format!("scenario {scenario_id}: {faults:?}")))?;
    let rules = json!({ "scenario": scenario, "options": prepared.options, "seats": prepared.entries });
    let rules = Body::of(&rules).map_err(|why| Problem::internal(&why))?;
    let game =
        ruleset.begin(&rules).map_err(|why| unplayable(format!("scenario {scenario_id}: {}", why.code())))?;
    Ok(game.board(&Viewer::Spectator, &Focus::none()))
}
