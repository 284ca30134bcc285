//! Making a game.

use std::collections::BTreeSet;

use domain::{
    chronicle::{self, Chronicle},
    ids::{GameId, Seat},
    rulesets,
    seam::{AnyRuleset, PlanChoice, Prepared, PreparedSeat},
};
use openapi::games::{GameVisibility, NewGame, SeatPlayer, SeatWord};
use serde_json::Value;
use storage::{AnswerRow, GameRow, GameState, NewLetter, PlayerId, SeatRow, SeatStatus, Visibility};

use super::{complete, custom::custom_limits};
use crate::{
    app::App,
    layers::gate::too_many,
    post::content::LetterContent,
    problem::{Fault, FaultAbout, Problem, codes, fault},
    service::{
        aftermath,
        change::{line_row, roll_rows, row_after, turn_rows},
        deadline::clock_of,
        fields,
        hall::Opened,
    },
};

/// A game that was made, and the invitations' secrets, which nobody is shown again.
pub struct Created {
    /// The game.
    pub game: Opened,
    /// Secrets by seat.
    pub invites: Vec<(Seat, String)>,
}

/// What a creator wants, checked.
pub(super) struct Plan {
    pub(super) ruleset: &'static dyn AnyRuleset,
    pub(super) prepared: Prepared,
    pub(super) title: String,
    pub(super) visibility: Visibility,
    pub(super) clock: Value,
    pub(super) seats: Vec<Sitting>,
}

/// Who shall sit on a seat.
#[derive(Clone, PartialEq)]
pub(super) enum Sitting {
    Open,
    Me { entropy: bool },
    Player { player: PlayerId, entropy: bool },
    Email(String),
    Bot(String),
}

impl App {
    /// Makes a game. `remember` gives the answer to be kept, from what was made.
    ///
    /// # Errors
    /// 422 with every fault found and its JSON pointer; 503.
    pub fn create_game(
        &self,
        host: &PlayerId,
        wanted: &NewGame,
        remember: &dyn Fn(&Created) -> Result<Option<AnswerRow>, Problem>,
    ) -> Result<Created, Problem> {
        let (created, mut new) = self.assemble(host, &plan(wanted)?)?;
        new.letters.extend(self.invitations(host, &created.game, &created.invites, self.clock.now())?);
        new.answer = remember(&created)?;
        self.store.create_game(new)?;
        self.wake.notify();
        Ok(created)
    }

    /// A game of a plan, and all that is to be written of it.
    pub(super) fn assemble(
        &self,
        host: &PlayerId,
        plan: &Plan,
    ) -> Result<(Created, storage::NewGame), Problem> {
        let id = GameId::new(&crate::random::game_id()).map_err(|why| Problem::internal(&why))?;
        let now = self.clock.now();
        let chain = self.new_chain(&id, 0);
        let new = chronicle::NewGame {
            id: id.clone(),
            origin: self.signer.origin(),
            vkey: self.signer.vkey(),
            prepared: &plan.prepared,
            bots: bots(plan),
            clock: plan.clock.clone(),
            epoch: chain.head.clone(),
            now,
        };
        let genesis = Chronicle::create(plan.ruleset, new).map_err(|why| {
            Problem::internal(&std::io::Error::other(format!("a checked scenario: {why:?}")))
        })?;
        let mut invites = Vec::new();
        let mut seats = Vec::new();
        for (place, (seat, sitting)) in plan.prepared.seats.iter().zip(&plan.seats).enumerate() {
            seats.push(seat_row(&id, place, seat, sitting, host, now, &mut invites));
        }
        let row = row(plan, &id, host, self.signer.origin(), now);
        let (mut written, mut kept, mut chronicle) = (genesis.lines, genesis.kept, genesis.next);
        if let Some(commits) = complete(&seats) {
            let seeds = self.unsaved_seeds(&id, &chain);
            let step = chronicle.commit(&commits, now, &seeds).map_err(|domain::dice::NoDice| {
                seeds.failure().unwrap_or_else(|| Problem::plain(codes::ENTROPY_OWED))
            })?;
            let step = self.with_absences(None, &seats, step)?;
            written.extend(step.lines);
            kept.extend(step.kept);
            chronicle = step.next;
        }
        let game = Opened::new(row_after(&row, &chronicle, now), seats, chronicle);
        let follow = aftermath::follow(&game, now);
        let new = storage::NewGame {
            row: game.row.clone(),
            seats: game.seats.clone(),
            lines: written.iter().map(line_row).collect(),
            turns: turn_rows(&written, [0; 32]),
            rolls: roll_rows(&written),
            to_act: follow.to_act,
            timers: follow.timers,
            seeds: vec![(0, chain.sealed)],
            secrets: self.secret_rows(&id, &kept),
            letters: aftermath::letters(self, None, &game, now),
            answer: None,
            bundle: None,
        };
        Ok((Created { game, invites }, new))
    }

    /// The invitations' letters.
    fn invitations(
        &self,
        from: &PlayerId,
        game: &Opened,
        invites: &[(Seat, String)],
        now: u64,
    ) -> Result<Vec<NewLetter>, Problem> {
        invites
            .iter()
            .filter_map(|(seat, secret)| {
                let row = game.seat(seat)?;
                let email = row.invite_email.as_ref()?;
                Some(self.invitation(from, game, row, email, secret, now))
            })
            .collect()
    }

    /// One invitation's letter. It goes to an address, not to a player: who has none yet, gets an account by accepting.
    pub(super) fn invitation(
        &self,
        from: &PlayerId,
        game: &Opened,
        row: &SeatRow,
        email: &str,
        secret: &str,
        now: u64,
    ) -> Result<NewLetter, Problem> {
        let (of_sender, of_mailbox) = (&self.limits.invitations, &self.limits.invitation_mails);
        for standing in [of_sender.take(&from.0), of_mailbox.take(&fields::same_email(email))] {
            if standing.exceeded {
                return Err(too_many(codes::TOO_MANY_MAILS, &standing));
            }
        }
        let content = LetterContent::Invitation { invite: secret.to_owned() };
        let id = &game.row.id;
        Ok(NewLetter {
            game: Some(id.clone()),
            seat: Some(row.seat.clone()),
            seq: game.chronicle.ledger().version(),
            kind: "invitation".to_owned(),
            player: None,
            address: Some(email.to_owned()),
            content: content.seal(&self.keys)?,
            queued: now,
            message_id: format!(
                "<{id}.{}.{}.invitation@{}>",
                row.seat,
                crate::random::letter_id(),
                self.config.base_url.host()
            ),
            due: now,
        })
    }
}

fn one(fault: Fault) -> Problem {
    Problem::fields(vec![fault])
}

fn bots(plan: &Plan) -> BTreeSet<Seat> {
    let seats = plan.prepared.seats.iter().zip(&plan.seats);
    seats
        .filter(|(_, sitting)| matches!(sitting, Sitting::Bot(_)))
        .map(|(seat, _)| seat.seat.clone())
        .collect()
}

fn row(plan: &Plan, id: &GameId, host: &PlayerId, origin: &str, now: u64) -> GameRow {
    GameRow {
        id: id.clone(),
        origin: origin.to_owned(),
        ruleset: plan.ruleset.id().to_owned(),
        scenario: plan.prepared.scenario_id.clone(),
        title: plan.title.clone(),
        visibility: plan.visibility,
        state: GameState::Open,
        round: 0,
        phase: "joining".to_owned(),
        version: 0,
        head: [0; 32],
        revision: 1,
        host: Some(host.clone()),
        imported: false,
        result: None,
        created: now,
        active: now,
    }
}

fn seat_row(
    id: &GameId,
    place: usize,
    seat: &PreparedSeat,
    sitting: &Sitting,
    host: &PlayerId,
    now: u64,
    invites: &mut Vec<(Seat, String)>,
) -> SeatRow {
    let open = SeatRow {
        game: id.clone(),
        seat: seat.seat.clone(),
        place: u32::try_from(place).unwrap_or(u32::MAX),
        side: seat.side.clone(),
        status: SeatStatus::Open,
        player: None,
        bot: None,
        invite_hash: None,
        invite_email: None,
        commit: None,
        declined: false,
        since: None,
    };
    match sitting {
        Sitting::Open => open,
        Sitting::Me { entropy } => SeatRow {
            // With a number of his own the seat waits for his `PUT`: the commitment needs the game's id.
            status: SeatStatus::Taken,
            player: Some(host.clone()),
            declined: !entropy,
            since: Some(now),
            ..open
        },
        Sitting::Player { player, entropy } => SeatRow {
            status: SeatStatus::Taken,
            player: Some(player.clone()),
            declined: !entropy,
            since: Some(now),
            ..open
        },
        Sitting::Email(email) => {
            let secret = crate::random::invite();
            let hash = crate::auth::hash(&secret);
            invites.push((seat.seat.clone(), secret));
            SeatRow {
                status: SeatStatus::Invited,
                invite_hash: Some(hash),
                invite_email: Some(email.clone()),
                ..open
            }
        }
        Sitting::Bot(bot) => SeatRow {
            status: SeatStatus::Taken,
            bot: Some(bot.clone()),
            declined: true,
            since: Some(now),
            ..open
        },
    }
}

pub(super) fn plan(wanted: &NewGame) -> Result<Plan, Problem> {
    let ruleset = rulesets::find(&wanted.ruleset).ok_or_else(|| {
        let known: Vec<&str> = rulesets::ALL.iter().map(|ruleset| ruleset.id()).collect();
        Problem::field(codes::UNKNOWN_RULESET, "/ruleset", format!("This server plays {}.", known.join(", ")))
    })?;
    let scenario = scenario(ruleset, &wanted.scenario)?;
    let choice = match &wanted.seat_plan {
        None | Some(Value::Null) => PlanChoice::Default,
        Some(Value::String(name)) => PlanChoice::Named(name.clone()),
        Some(custom) => {
            custom_limits(custom, "/seat_plan")?;
            PlanChoice::Custom(custom.clone())
        }
    };
    let prepared = ruleset
        .prepare(&scenario, &choice, wanted.options.as_ref())
        .map_err(|faults| Problem::fields(faults.into_iter().map(setup_fault).collect()))?;
    let seats = sittings(&prepared.seats, wanted)?;
    let title = match &wanted.title {
        Some(title) => fields::name(title, "/title").map_err(one)?,
        None => fields::name(&prepared.scenario_name, "/scenario/name").map_err(one)?,
    };
    let visibility = match wanted.visibility.unwrap_or_default() {
        GameVisibility::Public => Visibility::Public,
        GameVisibility::Unlisted => Visibility::Unlisted,
        GameVisibility::Private => Visibility::Private,
    };
    let clock = clock_of(wanted.clock.as_ref(), ruleset.has_minutes())?;
    Ok(Plan { ruleset, prepared, title, visibility, clock, seats })
}

/// The scenario: one of the house, or the creator's own.
fn scenario(ruleset: &dyn AnyRuleset, wanted: &Value) -> Result<Value, Problem> {
    match wanted {
        Value::String(id) => {
            let found = ruleset.scenarios().iter().find(|(own, _)| own == id);
            let (_, json) = found.ok_or_else(|| {
                let known: Vec<&str> = ruleset.scenarios().iter().map(|(id, _)| *id).collect();
                let detail = format!("{} has {}.", ruleset.name(), known.join(", "));
                Problem::field(codes::UNKNOWN_SCENARIO, "/scenario", detail)
            })?;
            serde_json::from_str(json).map_err(|why| Problem::internal(&why))
        }
        custom @ Value::Object(_) => {
            custom_limits(custom, "/scenario")?;
            Ok(custom.clone())
        }
        _ => {
            Err(Problem::field(codes::UNKNOWN_SCENARIO, "/scenario", "A scenario's id, or a whole scenario."))
        }
    }
}

fn setup_fault(why: domain::ruleset::SetupFault) -> Fault {
    Fault {
        code: why.code.to_owned(),
        detail: why.detail,
        pointer: Some(why.pointer),
        about: Box::new(FaultAbout { rule: why.rule.map(|rule| rule.0.to_owned()), ..FaultAbout::default() }),
        ..Fault::default()
    }
}

fn sittings(seats: &[PreparedSeat], wanted: &NewGame) -> Result<Vec<Sitting>, Problem> {
    let mut chosen: Vec<Option<Sitting>> = vec![None; seats.len()];
    let mut faults = Vec::new();
    for (at, choice) in wanted.seats.iter().enumerate() {
        let pointer = format!("/seats/{at}");
        let matching: Vec<usize> = seats
            .iter()
            .enumerate()
            .filter(|(_, own)| match (&choice.seat, &choice.side) {
                (Some(seat), None) => own.seat.as_str() == seat,
                (None, Some(side)) => own.side == *side,
                (Some(_), Some(_)) | (None, None) => false,
            })
            .map(|(place, _)| place)
            .collect();
        if matching.is_empty() {
            let names: Vec<&str> = seats.iter().map(|own| own.seat.as_str()).collect();
            let detail = format!("Name one `seat` of {}, or one `side`.", names.join(", "));
            faults.push(fault(codes::UNKNOWN_SEAT, &pointer, detail));
        }
        match sitting(&choice.player, choice.entropy) {
            Err(detail) => faults.push(fault(codes::INVALID_FIELDS, &format!("{pointer}/player"), detail)),
            Ok(sitting) => {
                for place in matching {
                    if chosen[place].replace(sitting.clone()).is_some() {
                        faults.push(fault(codes::SEAT_TWICE, &pointer, "This seat is named twice."));
                    }
                }
            }
        }
    }
    if !faults.is_empty() {
        return Err(Problem::fields(faults));
    }
    Ok(chosen.into_iter().map(|sitting| sitting.unwrap_or(Sitting::Open)).collect())
}

fn sitting(player: &SeatPlayer, entropy: bool) -> Result<Sitting, &'static str> {
    match (player, entropy) {
        (SeatPlayer::Word(SeatWord::Me), entropy) => Ok(Sitting::Me { entropy }),
        (_, true) => Err("Only `me` brings a number of his own when the game is made."),
        (SeatPlayer::Word(SeatWord::Open), false) => Ok(Sitting::Open),
        (SeatPlayer::Email(email), false) => {
            fields::email(&email.email, "").map(Sitting::Email).map_err(|_| "This is not an e-mail address.")
        }
        (SeatPlayer::Bot(bot), false) if bot.bot == "standard" => Ok(Sitting::Bot(bot.bot.clone())),
        (SeatPlayer::Bot(_), false) => Err("There is one bot: `standard`."),
    }
}
