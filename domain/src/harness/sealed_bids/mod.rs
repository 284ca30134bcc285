//! Sealed bids: the smallest game with secrets, for tests of what is the same for all of them. Each round every seat bids
//! tokens of its side's purse in secret; all bids are opened together, a die a side is added, and the greater sum takes the
//! round. Whoever has bid may boast meanwhile, which throws a die in the open and changes nothing.

mod facts;
mod play;
mod words;

pub use facts::{Command, Event, Options, Rejection, Scenario, SeatEntry, State, View};

use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    notation::NotationError,
    picture::Picture,
    prose::{sentence, spoken},
    rule::{Origin, Rule, RuleId},
    ruleset::{
        Act, Focus, Halt, Odds, OrderInfo, PhaseInfo, Ruleset, ScenarioNames, Setup, SetupFault, Stage,
        Standing, Viewer,
    },
    seam::Seam,
};

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct SealedBids;

/// Ready for the seam. It is found by name where tests are built, and stands in no register.
pub static SEALED_BIDS: Seam<SealedBids> = Seam::new();

const BID: RuleId = RuleId("SB-1");
const OPEN: RuleId = RuleId("SB-2");
const BOAST: RuleId = RuleId("SB-3");
const OVER: RuleId = RuleId("SB-4");

const RULES: &[Rule] = &[
    Rule {
        id: BID,
        section: "Bids",
        origin: Origin::Ruling,
        text: "A seat bids in secret from its side's purse.",
    },
    Rule {
        id: OPEN,
        section: "Bids",
        origin: Origin::Ruling,
        text: "All bids are opened together; a die decides along.",
    },
    Rule { id: BOAST, section: "Bids", origin: Origin::Ruling, text: "Whoever has bid may boast." },
    Rule { id: OVER, section: "The end", origin: Origin::Ruling, text: "After the last round it is over." },
];

impl Ruleset for SealedBids {
    const ID: &'static str = "sealed_bids";
    const NAME: &'static str = "Sealed bids";
    const VERSION: u32 = 1;
    const RULES: &'static [Rule] = RULES;
    const FORM_RULE: RuleId = BID;
    const OVER_RULE: RuleId = OVER;
    const SCENARIOS: &'static [(&'static str, &'static str)] = words::SCENARIOS;
    const PHASES: &'static [PhaseInfo] = words::PHASES;
    const ORDERS: &'static [OrderInfo] = words::ORDERS;
    const ENDINGS: &'static [&'static str] = &["ready"];
    const PRIMER: &'static [&'static str] =
        &["Each seat bids tokens in secret, `bid 3`, and binds its bid: `ready`."];

    type Scenario = Scenario;
    type Options = Options;
    type SeatEntry = SeatEntry;
    type Command = Command;
    type Event = Event;
    type State = State;
    type View = View;
    type Rejection = Rejection;

    fn names(scenario: &Scenario) -> ScenarioNames {
        let Scenario { id, name, description, .. } = scenario.clone();
        ScenarioNames { id, name, description }
    }

    fn faults(_: &Scenario) -> Vec<SetupFault> {
        Vec::new()
    }

    fn options(scenario: &Scenario) -> Options {
        scenario.options.clone()
    }

    fn option_faults(_: &Scenario, _: &Options) -> Vec<SetupFault> {
        Vec::new()
    }

    fn seat_plans(scenario: &Scenario) -> Vec<(String, Vec<SeatEntry>)> {
        scenario.seat_plans.clone().into_iter().collect()
    }

    fn plan_faults(_: &Scenario, _: &Options, _: &[SeatEntry]) -> Vec<SetupFault> {
        Vec::new()
    }

    fn sides(_: &Scenario) -> Vec<(String, String)> {
        words::SIDES.map(|(id, name)| (id.to_owned(), name.to_owned())).to_vec()
    }

    fn initial(setup: &Setup<Self>) -> State {
        State::at_start(&setup.options, &setup.seats)
    }

    fn answer(state: &State, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
        play::answer(state, act, dice)
    }

    fn check(_: &State, _: &Seat, _: &[(usize, Command)]) -> Vec<(usize, Rejection)> {
        Vec::new()
    }

    fn decide(
        state: &State,
        seat: &Seat,
        command: &Command,
        _: &Stage,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt<Rejection>> {
        play::decide(state, seat, command, dice)
    }

    fn cites(_: &State, event: &Event) -> Vec<RuleId> {
        vec![match event {
            Event::BidCommitted { .. } | Event::BidMade { .. } => BID,
            Event::RoundBegan { .. } | Event::RoundTaken { .. } => OPEN,
            Event::Boasted { .. } => BOAST,
            Event::SeatLeft { .. } | Event::GameEnded { .. } => OVER,
        }]
    }

    fn evolve(state: &mut State, event: &Event) {
        play::evolve(state, event);
    }

    fn standing(state: &State) -> Standing {
        play::standing(state)
    }

    fn stage(state: &State) -> Stage {
        Stage { round: state.round, phase: if state.ended.is_some() { "finished" } else { "bidding" } }
    }

    fn is_secret(state: &State, seat: &Seat) -> bool {
        state.owing().any(|owing| owing == seat)
    }

    fn binds(command: &Command) -> bool {
        matches!(command, Command::Ready {})
    }

    fn binding(_: &State, _: &Seat) -> Option<Command> {
        Some(Command::Ready {})
    }

    fn shares_draft(state: &State, _: &Seat) -> bool {
        state.shared_drafts
    }

    fn hints(known: &State, seat: &Seat, figure: Option<&str>) -> Vec<Command> {
        if figure.is_some() { Vec::new() } else { play::hints(known, seat) }
    }

    fn odds(known: &State, seat: &Seat, command: &Command) -> Option<Odds> {
        play::odds(known, seat, command)
    }

    fn bot(known: &State, seat: &Seat, whim: u64) -> Vec<Command> {
        play::bot(known, seat, whim)
    }

    fn bot_agrees_to_draw(known: &State, seat: &Seat) -> bool {
        known.side_of(seat).is_some_and(|side| known.taken_by(side) <= known.taken_by(side.other()))
    }

    fn view(known: &State, _: &Viewer) -> View {
        View::of(known)
    }

    fn parse(line: &str) -> Result<Vec<Command>, NotationError> {
        words::parse(line).map(|order| vec![order])
    }

    fn format(command: &Command) -> String {
        words::format(command)
    }

    fn tell(event: &Event) -> String {
        words::tell(event)
    }

    fn narrate(_: &State, event: &Event) -> String {
        sentence(&spoken(&words::tell(event)))
    }

    fn board(view: &View, _: &Focus<'_, Event>) -> Picture {
        words::board(view)
    }
}
