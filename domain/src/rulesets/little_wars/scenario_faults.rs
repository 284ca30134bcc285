//! What makes a scenario and its options playable, beyond their form (LW §10, LW §3.1): all that the schema and the rules
//! demand, nothing that is only taste (LW-10.5). The Country is judged in `land`, deployments in `places`, seat plans in
//! `plan_faults`.

mod land;
mod places;

pub(super) use places::{all, named};

use super::{
    deployment::{self, Deployed},
    event::PerSide,
    ids::{PieceId, Side},
    layout::Layout,
    opening::{FOOT_LEFT_OUT, HORSE_LEFT_OUT},
    plan_faults,
    putting_down::{self, FEWEST_MEN},
    rules::{self, LW_10_1, LW_10_3, LW_10_6},
    scenario::{self, DUEL, DrawBelow, FORMAT, Force, Options, Scenario},
    state::State,
    words::{Composition, Deployment, GameKind, Line, Role, SideChoice},
};
use crate::{
    picture::clean,
    rule::RuleId,
    ruleset::{Setup, SetupFault},
};

/// Faults told at once.
pub(super) const MOST: usize = 50;
/// Characters of a name.
const NAME: usize = 64;
const TITLE: usize = 80;
const SUMMARY: usize = 300;
/// Characters of an id.
const ID: usize = 40;
/// What a game may be asked to carry: men of both sides, things, corners or trunks of one, blocks.
const MEN: u64 = 500;
const THINGS: usize = 200;
const POINTS: usize = 64;
const BLOCKS: usize = 500;
const PLANS: usize = 64;
/// Hundredths of an inch.
const LONGEST: i32 = 30_000;
/// Of floor behind each line, and between the two (LW §10).
const BEHIND: i64 = 600;
const BETWEEN: i64 = 1500;
/// Of an arm, and guns (LW-10.6).
const MOST_OF_AN_ARM: u32 = 250;
const MOST_GUNS: u32 = 9;

/// A fault, the rule it offends and its place.
pub(super) fn fault(
    rule: RuleId,
    code: &'static str,
    pointer: impl Into<String>,
    detail: impl Into<String>,
) -> SetupFault {
    SetupFault { pointer: pointer.into(), code, rule: Some(rule), detail: detail.into() }
}

/// A fault of a scenario.
pub(super) fn bad(pointer: impl Into<String>, detail: impl Into<String>) -> SetupFault {
    fault(rules::SCENARIO, "bad-scenario", pointer, detail)
}

/// The faults of a scenario, each with its place; 50 at most.
pub(super) fn faults(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = sizes(scenario);
    if found.is_empty() {
        found.extend(head(scenario));
        found.extend(floor(scenario));
        found.extend(forces(scenario));
        if found.is_empty() {
            found.extend(land::faults(scenario));
        }
        // Who stands where, and what a game of it could be, is asked only of what could be a game.
        if found.is_empty() {
            found.extend(places::faults(scenario));
            found.extend(plan_faults::plans(scenario));
        }
        if found.is_empty() {
            found.extend(own_options(scenario));
        }
    }
    found.truncate(MOST);
    found
}

/// A scenario's own options are ones that a game of it can have.
fn own_options(scenario: &Scenario) -> Vec<SetupFault> {
    option_faults(scenario, &scenario::options(scenario))
}

/// `[a-z][a-z0-9_]*`, no longer than 40.
pub(super) fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.len() <= ID
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// What is wrong with an id.
pub(super) const NO_WORD: &str = "an id is a small letter, then small letters, digits and _, at most 40";

/// What is wrong with a name that people are shown.
pub(super) fn name_fault(name: &str) -> Option<&'static str> {
    let is_name = !name.trim().is_empty() && name.chars().count() <= NAME && clean(name) == name;
    (!is_name).then_some("a name has 1 to 64 characters, some to be seen, none that breaks or turns the line")
}

/// What is so large that the rest is not looked at: much of it is measured against all the others.
fn sizes(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let mut at_most = |pointer: String, number: usize, most: usize, what: &str| {
        if most < number {
            found.push(bad(pointer, format!("there are at most {most} {what}")));
        }
    };
    at_most("/country".to_owned(), scenario.country.len(), THINGS, "things in the Country");
    for (at, thing) in scenario.country.iter().enumerate() {
        let n_corners = thing.poly.as_ref().map_or(0, Vec::len);
        at_most(format!("/country/{at}/poly"), n_corners, POINTS, "corners");
        let n_points = thing.points.as_ref().map_or(0, Vec::len);
        at_most(format!("/country/{at}/points"), n_points, POINTS, "points");
    }
    at_most("/deployment".to_owned(), scenario.deployment.len(), BLOCKS, "blocks");
    at_most("/seat_plans".to_owned(), scenario.seat_plans.len(), PLANS, "seat plans");
    found
}

fn head(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    if scenario.format != FORMAT {
        found.push(bad("/format", format!("the format is not {FORMAT}")));
    }
    if scenario.ruleset != "little_wars" {
        found.push(bad("/ruleset", "the ruleset is not little_wars"));
    }
    if !is_word(&scenario.id) {
        found.push(bad("/id", NO_WORD));
    }
    let texts = [("/title", &scenario.title, 1, TITLE), ("/summary", &scenario.summary, 0, SUMMARY)];
    for (pointer, text, least, most) in texts {
        let is_text = (least..=most).contains(&text.chars().count()) && clean(text) == **text;
        if !is_text || (0 < least && text.trim().is_empty()) {
            let detail = format!("it has {least} to {most} characters, none that breaks or turns the line");
            found.push(bad(pointer, detail));
        }
    }
    if scenario.players.min == 0 {
        found.push(bad("/players/min", "somebody has to play"));
    }
    if scenario.players.max < scenario.players.min || 16 < scenario.players.max {
        found.push(bad("/players/max", "the most players are no fewer than the fewest, and 16 at most"));
    }
    for (at, side) in scenario.sides.iter().enumerate() {
        found.extend(name_fault(&side.name).map(|detail| bad(format!("/sides/{at}/name"), detail)));
    }
    let sides = |side: Side| scenario.sides.iter().filter(move |names| names.id == side);
    let lines = |line: Line| scenario.sides.iter().filter(move |names| names.line == line);
    let is_each_once = Side::ALL.into_iter().all(|side| sides(side).count() == 1)
        && [Line::North, Line::South].into_iter().all(|line| lines(line).count() == 1);
    if !is_each_once || scenario.sides.len() != Side::ALL.len() {
        found.push(bad("/sides", "there are two sides, red and blue, one on each line"));
    }
    found
}

/// The floor and its back lines.
fn floor(scenario: &Scenario) -> Vec<SetupFault> {
    let table = scenario.table;
    let (north, south) = (i64::from(scenario.lines.north), i64::from(scenario.lines.south));
    let mut found = Vec::new();
    for (pointer, length) in [("/table/width", table.width), ("/table/height", table.height)] {
        if !(1..=LONGEST).contains(&length) {
            found.push(bad(pointer, format!("the floor is 1 to {LONGEST} hundredths of an inch long")));
        }
    }
    if !found.is_empty() {
        return found;
    }
    if north < BEHIND {
        found.push(bad("/lines/north", format!("{BEHIND} of floor lie behind each line")));
    }
    if i64::from(table.height) - BEHIND < south {
        found.push(bad("/lines/south", format!("{BEHIND} of floor lie behind each line")));
    }
    if found.is_empty() && south - north < BETWEEN {
        found.push(bad("/lines", format!("the lines are at least {BETWEEN} apart")));
    }
    found
}

/// What each side has, and what it may pick from (LW-10.1, LW-10.6).
fn forces(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    for side in Side::ALL {
        let (force, pointer) = (scenario.forces.of(side), format!("/forces/{}", side.as_str()));
        found.extend(too_many(force, &pointer));
        if u64::from(force.infantry) + u64::from(force.cavalry) < u64::from(FEWEST_MEN) {
            let detail = format!("a side has at least {FEWEST_MEN} men");
            found.push(fault(LW_10_6, "too-few-men", pointer, detail));
        }
    }
    if let Some(r#box) = scenario.r#box {
        found.extend(too_many(r#box, "/box"));
        if !Side::ALL.into_iter().all(|side| scenario.forces.of(side).is_within(r#box)) {
            found.push(fault(LW_10_6, "bad-scenario", "/box", "the box holds what each side has at least"));
        }
    }
    if found.is_empty() {
        let men = |force: Force| u64::from(force.men());
        let fixed: u64 = Side::ALL.into_iter().map(|side| men(scenario.forces.of(side))).sum();
        if MEN < fixed {
            found.push(bad("/forces", format!("there are at most {MEN} men in all")));
        }
        if scenario.r#box.is_some_and(|r#box| MEN < 2 * men(r#box)) {
            found.push(bad("/box", format!("two sides that pick from it have at most {MEN} men in all")));
        }
    }
    if scenario.forces.red != scenario.forces.blue && !scenario.is_agreed() {
        let detail = "forces are equal, unless the scenario says `\"agreed\": true`";
        found.push(fault(LW_10_1, "bad-scenario", "/forces", detail)); // LW-10.1, LW-10.4
    }
    found
}

fn too_many(force: Force, pointer: &str) -> Vec<SetupFault> {
    let counts = [
        ("infantry", force.infantry, MOST_OF_AN_ARM),
        ("cavalry", force.cavalry, MOST_OF_AN_ARM),
        ("guns", force.guns, MOST_GUNS),
    ];
    let beyond = counts.into_iter().filter(|(_, number, most)| most < number);
    let told = |(kind, _, most): (&str, u32, u32)| {
        fault(LW_10_6, "bad-scenario", format!("{pointer}/{kind}"), format!("there are at most {most}"))
    };
    beyond.map(told).collect()
}

/// The faults of options that are to be played with this scenario; 50 at most.
pub(super) fn option_faults(scenario: &Scenario, options: &Options) -> Vec<SetupFault> {
    let wrong = |option: &str, detail: &str| {
        fault(rules::OPTIONS, "bad-option", format!("/options/{option}"), detail)
    };
    let mut found = Vec::new();
    if !(1..=1000).contains(&options.selection_points) {
        found.push(wrong("selection_points", "1 to 1000 points may be spent"));
    }
    if matches!(options.draw_below, DrawBelow::Men(201..)) {
        found.push(wrong("draw_below", "it is `\"auto\"` or 0 to 200 men"));
    }
    if 500 < options.max_moves {
        found.push(wrong("max_moves", "the limit is 0 to 500 moves a side, 0 for none"));
    }
    if 100 < options.quiet_moves {
        found.push(wrong("quiet_moves", "it is 0 to 100 moves, 0 for never"));
    }
    let picks = options.composition == Composition::Selection;
    if picks && options.deployment == Deployment::Fixed {
        found.push(wrong("deployment", "a force that is picked is put down by whoever picked it"));
    }
    if picks && options.handicap_dice {
        found.push(wrong("handicap_dice", "no men are left out of a force that is picked"));
    }
    if found.is_empty() && options.handicap_dice {
        found.extend(handicap(scenario, options));
    }
    if found.is_empty() && picks {
        found.extend(selection(scenario, options));
    }
    found
}

/// Whether the scenario can do without twelve men a side, whoever defends (LW-10.3).
fn handicap(scenario: &Scenario, options: &Options) -> Option<SetupFault> {
    let is_reduced = options.game == GameKind::Defensive && !scenario.is_agreed();
    let can = |force: Force, least: u32| {
        let (foot, horse) = (FOOT_LEFT_OUT as u32, HORSE_LEFT_OUT as u32);
        foot <= force.infantry && horse <= force.cavalry && least + foot + horse <= force.men()
    };
    let fits = |side: Side| {
        let force = scenario.forces.of(side);
        can(force, FEWEST_MEN) && (!is_reduced || can(force.two_thirds(), 1))
    };
    let detail = "a side that leaves out eight foot and four horse has ten men left";
    let is_fine = Side::ALL.into_iter().all(fits);
    (!is_fine).then(|| fault(LW_10_3, "too-few-men", "/options/handicap_dice", detail))
}

/// Whether forces can be picked: ten men can be paid for out of the box, and what is put down for whoever does not come has
/// room on the floor, on whichever line and in whichever role (LW-10.2, LW-10.6, LW-10.7).
fn selection(scenario: &Scenario, options: &Options) -> Option<SetupFault> {
    let roles: &[Role] = match options.game {
        GameKind::Defensive => &[Role::Attacker, Role::Defender],
        GameKind::FightToTheFinish | GameKind::BlowAtTheRear => &[Role::None],
    };
    let is_turned: &[bool] = match options.side_choice {
        SideChoice::OtherPlayer => &[false, true],
        SideChoice::Fixed => &[false],
    };
    let seats = scenario.seat_plans.get(DUEL).cloned().unwrap_or_default();
    let setup = Setup { scenario: scenario.clone(), options: options.clone(), seats };
    for side in Side::ALL {
        for &role in roles {
            for &is_turned in is_turned {
                let mut state = State::at_start(&setup);
                state.sides.side_mut(side).role = role;
                if is_turned {
                    let lines = PerSide::of(|side| scenario.line_of(side).other());
                    Side::ALL
                        .into_iter()
                        .for_each(|side| state.sides.side_mut(side).line = *lines.side(side));
                }
                let told = picked(&state, side);
                if told.is_some() {
                    return told;
                }
            }
        }
    }
    None
}

fn picked(state: &State, side: Side) -> Option<SetupFault> {
    let force = deployment::default_pick(state, side);
    let least = putting_down::fewest_men(state, side);
    if force.men() < least || deployment::budget(state, side) < force.half_points() {
        let detail = "so few points do not pay for ten men out of the box";
        return Some(fault(LW_10_6, "too-few-men", "/options/selection_points", detail));
    }
    let at = state.chief_seat(side).and_then(|seat| state.seat_index(seat))?;
    let detail = "the floor has no room for a force that nobody puts down";
    let no_room = || fault(rules::OPTIONS, "bad-option", "/options/composition", detail);
    (!stands(state, side, deployment::default(state, at))).then(no_room)
}

/// Whether a deployment is one that its seat could have put down itself.
fn stands(state: &State, side: Side, deployed: Deployed) -> bool {
    let mut layout = Layout::bound(state, side);
    let men = deployed.figures.iter().map(|man| (PieceId::from(man.id), man.at));
    let guns = deployed.guns.iter().map(|gun| (PieceId::from(gun.id), gun.at));
    let pieces: Vec<PieceId> = { men.chain(guns) }
        .map(|(piece, at)| {
            layout.put(piece, at);
            piece
        })
        .collect();
    layout.judge(state, &pieces).is_ok()
}
