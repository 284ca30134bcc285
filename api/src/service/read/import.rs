//! A bundle from elsewhere: verified, first the protocol, then the rules, and kept byte for byte under its own origin and
//! key, to be watched and audited but not played on.

use domain::{
    audit::{RulesFailure, judge},
    hash::Hash,
    ids::GameId,
    log::{Bundle, Failure, Genesis, Kind, Line, Place, verify},
    rulesets,
    seam::{AnyRuleset, PlanChoice},
};
use serde::Deserialize;
use serde_json::Value;
use storage::{AnswerRow, PlayerId};

use super::imported::{Kept, kept};
use crate::{
    app::App,
    problem::{Fault, Problem, codes},
    service::{hall::Opened, lobby::custom_limits},
};

/// Bytes of one line, at most.
const LINE_BYTES: usize = 1024 * 1024;

/// What came of an import.
pub enum Imported {
    /// It is new here.
    New,
    /// The same game was here already.
    Known(std::sync::Arc<Opened>),
}

/// A bundle that has been verified.
pub struct Verified {
    /// Its game.
    pub id: GameId,
    /// What is fixed for it.
    pub genesis: Genesis,
    /// What the rules read of its first line.
    pub rules: GenesisRules,
    /// Its ruleset.
    pub ruleset: &'static dyn AnyRuleset,
    /// Its lines.
    pub log: Vec<String>,
    /// The hash of the last one.
    pub head: Hash,
}

/// What stands in the `rules` of a first line.
#[derive(Deserialize)]
pub struct GenesisRules {
    /// Its ruleset.
    pub ruleset: String,
    /// The scenario, whole.
    pub scenario: Value,
    /// All options.
    pub options: Value,
    /// The seat plan's entries.
    pub seats: Value,
    /// The seats that a bot held.
    pub bots: Vec<String>,
}

impl App {
    /// Takes in a bundle. `remember` gives the answer to be kept.
    ///
    /// # Errors
    /// 422 with the failure's code and place; 409 when another game has its id.
    pub fn import(
        &self,
        host: &PlayerId,
        bytes: &[u8],
        remember: &dyn Fn(&Opened) -> Result<Option<AnswerRow>, Problem>,
    ) -> Result<Imported, Problem> {
        let verified = verified(bytes)?;
        if let Some(known) = self.same_game(host, &verified)? {
            return Ok(Imported::Known(known));
        }
        let Kept { opened, lines, turns, rolls, to_act } = kept(&verified, host, self.clock.now())?;
        let written = self.store.create_game(storage::NewGame {
            row: opened.row.clone(),
            seats: opened.seats.clone(),
            lines,
            turns,
            rolls,
            to_act,
            timers: Vec::new(),
            seeds: Vec::new(),
            secrets: Vec::new(),
            letters: Vec::new(),
            answer: remember(&opened)?,
            bundle: Some(bytes.to_vec()),
        });
        match written {
            Ok(()) => Ok(Imported::New),
            // Somebody else brought it meanwhile.
            Err(storage::Error::Conflict) => self
                .same_game(host, &verified)?
                .map(Imported::Known)
                .ok_or_else(|| Problem::plain(codes::CONFLICT)),
            Err(error) => Err(error.into()),
        }
    }

    /// The game that is here already, if it is the very same.
    fn same_game(
        &self,
        caller: &PlayerId,
        verified: &Verified,
    ) -> Result<Option<std::sync::Arc<Opened>>, Problem> {
        let known = match self.look(&verified.id) {
            Ok(known) => known,
            Err(problem) if problem.status() == 404 => return Ok(None),
            Err(problem) => return Err(problem),
        };
        let visible = crate::service::lobby::may_see(&known, Some(caller)).is_ok();
        if visible && known.chronicle.ledger().head() == verified.head {
            return Ok(Some(known));
        }
        Err(Problem::new(codes::GAME_EXISTS, "Another game, or another state of this one, has this id here."))
    }
}

/// Verifies a bundle: the protocol, whether its first line can be played here, the rules.
///
/// # Errors
/// 422 with the failure's code and place.
pub fn verified(bytes: &[u8]) -> Result<Verified, Problem> {
    let bundle = Bundle::read(bytes).map_err(|why| failed(&why))?;
    if let Some(at) = bundle.log.iter().position(|line| LINE_BYTES < line.len()) {
        let detail = format!("Line {} has more than 1 MiB.", at + 1);
        return Err(refused(
            codes::LINE_TOO_LARGE.code,
            detail,
            &format!("line:{}", at + 1),
            &format!("/log/{at}"),
        ));
    }
    verify(&bundle, None, &[]).map_err(|why| failed(&why))?;
    // Anybody can write a log in anybody's name: only a head over all of it says whose it is.
    let whole = bundle.log.len().to_string();
    if !bundle.heads.iter().any(|head| head.lines().nth(3) == Some(&whole)) {
        let detail = "No signed head covers the whole log, so nobody has vouched for it.".to_owned();
        return Err(refused(domain::log::Code::HeadMismatch.as_str(), detail, "head:1", "/heads"));
    }
    let (id, genesis, rules, ruleset) = begun(&bundle.log[0])?;
    judge(&rulesets::find, &bundle.log, &mut |_| {}).map_err(|why| rules_failed(&why))?;
    let head = bundle.log.last().map_or(Hash::ZERO, |line| Hash::of(line));
    Ok(Verified { id, genesis, rules, ruleset, log: bundle.log, head })
}

/// What is begun in the first line. The rules trust a scenario that was checked; nobody has checked this one for us.
fn begun(line: &str) -> Result<(GameId, Genesis, GenesisRules, &'static dyn AnyRuleset), Problem> {
    let unreadable =
        |detail: &str| refused(codes::BODY_UNREADABLE.code, detail.to_owned(), "line:1", "/log/0");
    let line = Line::parse(line).map_err(|_| unreadable("The first line cannot be read."))?;
    let (id, genesis) = match line.kind {
        Kind::Genesis(genesis) => (line.game, *genesis),
        Kind::Commit { .. }
        | Kind::Reveal { .. }
        | Kind::Event(_)
        | Kind::Wait(_)
        | Kind::Beacon(_)
        | Kind::Epoch { .. }
        | Kind::End { .. } => return Err(unreadable("The first line begins no game.")),
    };
    let rules: GenesisRules = serde_json::from_str(genesis.rules.get())
        .map_err(|_| unreadable("The first line does not say what is played."))?;
    let ruleset =
        rulesets::find(&rules.ruleset).ok_or_else(|| unreadable("This server does not know the ruleset."))?;
    custom_limits(&rules.scenario, "/log/0/rules/scenario")?;
    let plan = PlanChoice::Custom(rules.seats.clone());
    let prepared = ruleset.prepare(&rules.scenario, &plan, Some(&rules.options)).map_err(|faults| {
        let told: Vec<String> =
            faults.iter().map(|fault| format!("{}: {}", fault.pointer, fault.detail)).collect();
        unreadable(&format!("The scenario cannot be played: {}.", told.join("; ")))
    })?;
    let named = prepared.seats.iter().map(|seat| &seat.seat);
    if !named.eq(&genesis.seats) {
        return Err(unreadable("The seats are not those of the seat plan."));
    }
    Ok((id, genesis, rules, ruleset))
}

fn failed(why: &Failure) -> Problem {
    let pointer = match why.at {
        Place::Bundle => String::new(),
        Place::Line(seq) => format!("/log/{}", seq.saturating_sub(1)),
        Place::Head(n) | Place::Mail(n) => format!("/heads/{}", n.saturating_sub(1)),
    };
    refused(why.code.as_str(), format!("The bundle does not verify: {why}."), &why.at.to_string(), &pointer)
}

fn rules_failed(why: &RulesFailure) -> Problem {
    let (place, pointer) = (format!("line:{}", why.seq), format!("/log/{}", why.seq.saturating_sub(1)));
    refused(why.fault.code(), format!("The log does not follow the rules: {why}."), &place, &pointer)
}

fn refused(code: &str, detail: String, place: &str, pointer: &str) -> Problem {
    let fault = Fault {
        code: code.to_owned(),
        detail: detail.clone(),
        pointer: Some(pointer.to_owned()),
        ..Fault::default()
    };
    Problem::of_rules(code, 422, "The bundle does not verify", detail)
        .with_faults(vec![fault])
        .with("place", place)
}
