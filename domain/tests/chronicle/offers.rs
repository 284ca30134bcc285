//! Offers as lines: what is agreed is done, what is taken back is as it was, and nobody gains time by it.

use domain::{
    chronicle::{Awaited, Chronicle},
    ids::Seat,
    log::{Kind, Line},
    table::{Fate, Life, OfferAnswer, OfferTerms},
};

use super::*;

pub(super) const KNIVES: &str = "long_knives";
pub(super) const NATIONS: &str = "plains_nations";

/// The clock of these tests: three days a hand-over.
const ALLOW: u64 = 259_200;

pub(super) fn duel() -> Told {
    let clock = json!({"kind": "per_turn", "allow": "P3D", "all_absent": "run"});
    let mut told = begun_with("little_bighorn", clock);
    nobody_reveals(&mut told, 2_000);
    told
}

impl Told {
    pub(super) fn request(&self, name: &str) -> Request {
        Request::new(&format!("{name}-{}", self.game.ledger().version())).expect("a request")
    }

    pub(super) fn version(&self) -> u64 {
        self.game.ledger().version()
    }

    pub(super) fn offer(&mut self, name: &str, terms: OfferTerms, at: u64) -> Result<u64, &'static str> {
        let number = self.game.game().table().next_offer();
        let step = self.game.offer(&seat(name), &terms, self.request("offer"), at).map_err(|why| why.code)?;
        self.take(step);
        self.carry_out(at);
        Ok(number)
    }

    pub(super) fn answer(
        &mut self,
        name: &str,
        number: u64,
        answer: OfferAnswer,
        at: u64,
    ) -> Result<(), &'static str> {
        let request = self.request("answer");
        let step =
            self.game.answer_offer(&seat(name), number, answer, request, at).map_err(|why| why.code)?;
        self.take(step);
        self.carry_out(at);
        Ok(())
    }

    /// What is agreed to is done, and every seat is given what was left of its time.
    pub(super) fn carry_out(&mut self, at: u64) {
        while let Some(step) =
            self.game.carry_out(at, &|game, seat, more| left(game, seat).map(|deadline| deadline + more))
        {
            self.take(step);
        }
    }

    /// An order that moves somebody and throws no die.
    fn step(&self, name: &str) -> String {
        let hints = self.game.game().play().hints(&seat(name), None);
        let mut steps = hints.iter().map(|hint| hint.notation()).filter(|line| !line.starts_with("end"));
        steps.next().expect("a step")
    }

    fn fate(&self, number: u64) -> Fate {
        self.game.game().table().offer(number).expect("an offer").fate.clone()
    }

    /// The bodies of the lines after this one.
    pub(super) fn bodies(&self, after: u64) -> Vec<String> {
        let read = |text: &String| match Line::read(text).expect("a line").kind {
            Kind::Event(event) => format!("{} {}", event.seat, event.body.get()),
            other => format!("{other:?}").chars().take(3).collect(),
        };
        self.log.iter().skip(usize::try_from(after).expect("small")).map(read).collect()
    }
}

/// Until when a seat has time, as a clock of three days a hand-over gives it.
fn left(game: &Chronicle, seat: &Seat) -> Option<u64> {
    let awaited = game.awaited().iter().find(|awaited| awaited.seat == *seat)?;
    let table = game.game().table();
    Some(table.granted(seat).unwrap_or(awaited.begun() + ALLOW))
}

fn waits(told: &Told) -> Vec<(&str, u64, u64)> {
    told.game
        .awaited()
        .iter()
        .map(|Awaited { seat, since, still, .. }| (seat.as_str(), *since, *still))
        .collect()
}

#[test]
fn ones_own_turn_is_taken_back_at_once_and_costs_the_time_it_took() {
    let mut told = duel();
    let (before, start) = (told.game.game().clone(), told.version());
    submit(&mut told, KNIVES, "sol4 j7", 0, 3_000);
    let step = told.step(KNIVES);
    submit(&mut told, KNIVES, &step, 0, 4_000);
    let middle = told.version();
    assert_eq!(told.offer(KNIVES, OfferTerms::TakeBack { to: start }, 5_000), Ok(1));
    assert!(told.game.game().play().same(before.play()), "the battle stands as it did");
    assert_eq!(told.fate(1), Fate::Accepted);
    assert_eq!(waits(&told), [(KNIVES, 2_000, 0)], "the same hand-over goes on");
    assert!((start + 1..=middle).all(|seq| told.game.is_void(seq)) && !told.game.is_void(start));
    assert_eq!(
        told.bodies(middle),
        [
            format!("{KNIVES} {{\"kind\":\"take_back\",\"offer\":1,\"to\":{start},\"type\":\"offer_made\"}}"),
            format!("{KNIVES} {{\"to\":{start},\"type\":\"taken_back\"}}"),
        ]
    );
    // What is void cannot be gone back to, and where nothing has happened there is nothing to take back.
    for to in [middle, told.version(), start] {
        let refused = told.offer(KNIVES, OfferTerms::TakeBack { to }, 6_000);
        assert_eq!(refused, Err("nothing-to-take-back"), "{to}");
    }
    submit(&mut told, KNIVES, "sol4 j7", 0, 7_000);
    judged(&told);
}

#[test]
fn a_turn_is_taken_back_even_when_it_had_ended_the_hand_over() {
    let mut told = duel();
    let start = told.version();
    submit(&mut told, KNIVES, "end movement\nend combat", 0, 12_000);
    assert_eq!(waits(&told), [(NATIONS, 12_000, 0)]);
    assert_eq!(told.game.hand_overs(&seat(KNIVES)), [10_000]);
    told.offer(KNIVES, OfferTerms::TakeBack { to: start }, 50_000).expect("nobody else has acted");
    // He had used 10,000 seconds, and has; the 38,000 in which the other was to move are nobody's.
    assert_eq!(waits(&told), [(KNIVES, 2_000, 38_000)]);
    assert_eq!(told.game.back(), [seat(KNIVES)]);
    assert!(
        told.game.hand_overs(&seat(KNIVES)).is_empty() && told.game.hand_overs(&seat(NATIONS)).is_empty()
    );
    judged(&told);
}

#[test]
fn when_somebody_else_has_acted_he_is_asked() {
    let mut told = duel();
    submit(&mut told, KNIVES, "end movement\nend combat", 0, 3_000);
    let start = told.version();
    submit(&mut told, NATIONS, "end return_fire", 0, 4_000);
    assert_eq!(told.offer(NATIONS, OfferTerms::TakeBack { to: start }, 5_000), Err("nothing-to-take-back"));
    let middle = told.offer(NATIONS, OfferTerms::TakeBack { to: start - 2 }, 5_000);
    assert_eq!(middle, Err("nothing-to-take-back"), "that is the middle of a turn");
    submit(&mut told, NATIONS, "end movement\nend combat", 0, 6_000);
    let (number, n_lines) = (told.offer(NATIONS, OfferTerms::TakeBack { to: start }, 7_000), told.version());
    assert_eq!((number, told.fate(1)), (Ok(1), Fate::Accepted), "only he has acted since");
    submit(&mut told, NATIONS, "end return_fire\nend movement\nend combat", 0, 8_000);
    submit(&mut told, KNIVES, "end movement", 0, 9_000);
    let number = told.offer(NATIONS, OfferTerms::TakeBack { to: n_lines }, 9_100).expect("an offer");
    assert_eq!(told.fate(number), Fate::Standing, "{:?}", told.bodies(0));
    assert_eq!(told.offer(NATIONS, OfferTerms::TakeBack { to: start }, 9_200), Err("already-offered"));
    assert_eq!(told.answer(NATIONS, number, OfferAnswer::Accepted, 9_300), Err("not-asked"));
    assert_eq!(told.answer(KNIVES, number, OfferAnswer::Withdrawn, 9_300), Err("not-asked"));
    assert_eq!(told.answer(KNIVES, 77, OfferAnswer::Accepted, 9_300), Err("no-such-offer"));
    told.answer(KNIVES, number, OfferAnswer::Declined, 9_400).expect("he is asked");
    assert_eq!(told.fate(number), Fate::Declined(seat(KNIVES)));
    assert_eq!(told.answer(KNIVES, number, OfferAnswer::Accepted, 9_500), Err("offer-closed"));
    let number = told.offer(NATIONS, OfferTerms::TakeBack { to: n_lines }, 9_600).expect("again");
    told.answer(KNIVES, number, OfferAnswer::Accepted, 9_700).expect("he is asked");
    assert_eq!(told.fate(number), Fate::Accepted);
    // Since 3,000 he has used 3,000 seconds for the turn that he took back and 1,000 for the one that he takes back now.
    assert_eq!(waits(&told), [(NATIONS, 3_000, 9_700 - 3_000 - 4_000)]);
    assert_eq!(
        told.bodies(told.version() - 1),
        [format!("{KNIVES} {{\"to\":{n_lines},\"type\":\"taken_back\"}}")]
    );
    judged(&told);
}

#[test]
fn nobody_goes_back_past_a_die_whoever_agrees() {
    let mut told = duel();
    let start = told.version();
    submit(&mut told, KNIVES, "sol4 j7\nend movement\nsol4 x war4\nend combat", 0, 3_000);
    let number = told.offer(KNIVES, OfferTerms::TakeBack { to: start }, 4_000);
    assert_eq!(number, Err("undo-crosses-roll"));
    let after = told.version();
    let step = told.step(NATIONS);
    submit(&mut told, NATIONS, &step, 0, 5_000);
    let number = told.offer(KNIVES, OfferTerms::TakeBack { to: after }, 6_000).expect("an offer");
    let (.., rolled) = told.game.ledger().epoch();
    let turn: Vec<String> =
        told.game.game().suggested(&seat(NATIONS)).iter().map(|order| order.notation()).collect();
    submit(&mut told, NATIONS, &turn.join("\n"), 0, 7_000);
    assert!(rolled < told.game.ledger().epoch().3, "{turn:?}");
    assert_eq!(told.fate(number), Fate::Lapsed, "a die has fallen since");
    judged(&told);
}

#[test]
fn a_pause_gives_nobody_time_and_takes_none() {
    let mut told = duel();
    let mut now = 2_000 + ALLOW - 60;
    for cycle in 1..=10 {
        let number = told.offer(NATIONS, OfferTerms::Pause { seconds: 86_400 }, now).expect("an offer");
        assert_eq!(told.fate(number), Fate::Standing);
        told.answer(KNIVES, number, OfferAnswer::Accepted, now).expect("he is asked");
        let pause = told.game.game().table().stopped().expect("it stands still");
        assert_eq!(pause.until, Some(now + 86_400));
        assert_eq!(told.offer(KNIVES, OfferTerms::Pause { seconds: 60 }, now), Err("clock-stopped"));
        now += 86_400;
        told.take(told.game.resume_clock(ResumeWhy::Elapsed, now));
        assert_eq!(left(&told.game, &seat(KNIVES)), Some(now + 60), "cycle {cycle}: 60 seconds were left");
    }
    submit(&mut told, KNIVES, "end movement\nend combat", 0, now + 10);
    assert_eq!(told.game.hand_overs(&seat(KNIVES)), [ALLOW - 50], "time that stood still is none of it");
    judged(&told);
}

#[test]
fn what_was_granted_waits_while_time_stands_still() {
    let mut told = duel();
    let number = told.offer(NATIONS, OfferTerms::Time { seat: seat(KNIVES), seconds: 3_600 }, 3_000);
    assert_eq!((number, told.fate(1)), (Ok(1), Fate::Accepted), "who is given something is not asked");
    assert_eq!(left(&told.game, &seat(KNIVES)), Some(2_000 + ALLOW + 3_600));
    let asked =
        told.offer(KNIVES, OfferTerms::Time { seat: seat(KNIVES), seconds: 60 }, 3_100).expect("an offer");
    assert_eq!(told.fate(asked), Fate::Standing, "for himself he asks the other");
    let waiting = told.offer(KNIVES, OfferTerms::Time { seat: seat(NATIONS), seconds: 60 }, 3_100);
    assert_eq!(waiting, Err("already-offered"));
    assert_eq!(
        told.offer(NATIONS, OfferTerms::Time { seat: seat(NATIONS), seconds: 60 }, 3_200),
        Err("not-awaited")
    );
    let number = told.offer(KNIVES, OfferTerms::Pause { seconds: 1_000 }, 4_000).expect("an offer");
    told.answer(NATIONS, number, OfferAnswer::Accepted, 4_000).expect("he is asked");
    assert_eq!(told.fate(asked), Fate::Lapsed, "nobody needs time that stands still");
    told.take(told.game.resume_clock(ResumeWhy::Elapsed, 5_500));
    assert_eq!(left(&told.game, &seat(KNIVES)), Some(2_000 + ALLOW + 3_600 + 1_500));
    submit(&mut told, KNIVES, "end movement\nend combat", 0, 6_000);
    assert_eq!(told.game.game().table().granted(&seat(KNIVES)), None);
    judged(&told);
}

#[test]
fn a_game_is_called_off_when_all_want_it_and_offers_end_with_their_makers_turn() {
    let mut told = duel();
    let first = told.offer(KNIVES, OfferTerms::Abort {}, 3_000).expect("an offer");
    submit(&mut told, KNIVES, "offer draw", 0, 3_100);
    assert_eq!(told.fate(first), Fate::Standing, "to offer something else is no turn");
    submit(&mut told, KNIVES, "sol4 j7", 0, 3_200);
    assert_eq!((told.fate(first), told.fate(2)), (Fate::Lapsed, Fate::Lapsed), "a draw has a number, too");
    let second = told.offer(KNIVES, OfferTerms::Abort {}, 3_300).expect("an offer");
    told.answer(KNIVES, second, OfferAnswer::Withdrawn, 3_400).expect("his own");
    assert_eq!(told.fate(second), Fate::Withdrawn);
    let third = told.offer(NATIONS, OfferTerms::Abort {}, 3_500).expect("an offer");
    submit(&mut told, NATIONS, "offer draw", 0, 3_600);
    let n_lines = told.version();
    told.answer(KNIVES, third, OfferAnswer::Accepted, 4_000).expect("he is asked");
    assert!(matches!(told.game.game().table().life(), Life::Ended(_)));
    assert_eq!((told.fate(third), told.fate(third + 1)), (Fate::Accepted, Fate::Lapsed));
    let bodies = told.bodies(n_lines);
    assert_eq!(bodies[1], "server {\"type\":\"game_aborted\",\"why\":\"agreed\"}");
    assert_eq!(told.offer(KNIVES, OfferTerms::Abort {}, 5_000), Err("game-over"));
    judged(&told);
}

#[test]
fn what_nobody_agreed_to_is_no_act_of_the_server() {
    let forge = |make: &dyn Fn(&mut Told)| {
        let mut told = duel();
        told.offer(KNIVES, OfferTerms::Pause { seconds: 60 }, 3_000).expect("an offer");
        make(&mut told);
        let judged = domain::audit::judge(&rulesets::find, &told.log, &mut |_| {});
        judged.expect_err("nobody agreed").fault.code()
    };
    let abort = |told: &mut Told| told.take(told.game.abort(domain::table::AbortReason::Agreed, 4_000));
    assert_eq!(forge(&abort), "decision-differs");
    let grant = |told: &mut Told| {
        told.take(told.game.set_deadline(&seat(KNIVES), 9_000_000, DeadlineWhy::Granted, 4_000));
    };
    assert_eq!(forge(&grant), "decision-differs");
    let wake = |told: &mut Told| {
        told.answer(NATIONS, 1, OfferAnswer::Accepted, 4_000).expect("he is asked");
        told.take(told.game.resume_clock(ResumeWhy::Elapsed, 4_010));
    };
    assert_eq!(forge(&wake), "decision-differs", "a pause lasts as long as was agreed");
}

#[test]
fn bots_agree_and_who_resigns_is_no_longer_asked() {
    let clock = json!({"kind": "per_turn", "allow": "P3D", "all_absent": "run"});
    let mut told = begun_with("counting_coup", clock);
    nobody_reveals(&mut told, 2_000);
    let seats: Vec<Seat> = told.game.ledger().seats().to_vec();
    assert!(3 <= seats.len());
    let number = told.offer(&seats[0], OfferTerms::Pause { seconds: 600 }, 3_000).expect("an offer");
    for asked in &seats[2..] {
        told.answer(asked, number, OfferAnswer::Accepted, 3_100).expect("he is asked");
    }
    let still = |told: &Told| told.game.game().table().stopped().is_some();
    assert_eq!(
        told.game.game().asked(told.game.game().table().offer(number).expect("it")),
        [seats[1].clone()]
    );
    assert!(!still(&told));
    submit(&mut told, &seats[1].clone(), "resign", 0, 3_200);
    told.carry_out(3_200);
    assert!(still(&told), "those who stay have agreed");
    judged(&told);
}

#[test]
fn a_bot_agrees_to_what_a_person_wants() {
    let mut told = duel();
    told.take(told.game.substitute(&seat(NATIONS), domain::table::Substitute::Bot, 2_500));
    let start = told.version();
    submit(&mut told, KNIVES, "end movement\nend combat", 0, 3_000);
    let orders = told.game.game().bot_orders(&seat(NATIONS), 0);
    let quiet: Vec<_> = orders.iter().filter(|order| order["type"] == "end_phase").collect();
    let raw: Vec<_> =
        quiet.iter().map(|order| serde_json::value::to_raw_value(order).expect("JSON")).collect();
    let request = told.game.own_request("bot");
    let step = told.game.submit(&seat(NATIONS), &Orders::Json(&raw[..1]), request, 3_010, &seeds(0));
    told.take(step.unwrap_or_else(|why| panic!("{why:?}")));
    told.offer(KNIVES, OfferTerms::TakeBack { to: start }, 4_000).expect("the bot does not mind");
    assert_eq!(told.game.awaited()[0].seat, seat(KNIVES));
    told.offer(KNIVES, OfferTerms::Pause { seconds: 600 }, 4_100).expect("nor a pause");
    assert!(told.game.game().table().stopped().is_some());
    told.offer(KNIVES, OfferTerms::Abort {}, 4_200).expect("nor the end");
    assert!(told.game.game().outcome().is_some());
    judged(&told);
}
