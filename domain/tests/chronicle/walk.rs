//! A walk at random through offers, answers, absences, changes of hands and turns: whatever comes, what was written is read as
//! it was meant, and the judge finds nothing.

use domain::table::{Life, OfferAnswer, OfferTerms};

use super::{
    offers::{KNIVES, NATIONS, duel},
    *,
};

/// Chance for a walk at random, the same each time.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n as u64).expect("small")
    }
}

#[test]
fn whatever_is_offered_and_answered_reader_writer_and_judge_agree() {
    for walk in 0..24 {
        let mut luck = Luck(walk);
        let mut told = duel();
        let mut now = 3_000;
        let mut bounds = vec![told.version()];
        for _ in 0..40 {
            now += u64::try_from(luck.below(5_000)).expect("small");
            if *told.game.game().table().life() != Life::Active {
                break;
            }
            step_at_random(&mut told, &mut luck, now, &bounds);
            bounds.push(told.version());
        }
        judged(&told);
        assert!(told.bodies(0).iter().any(|body| body.contains("offer_made")), "walk {walk}");
    }
}

fn step_at_random(told: &mut Told, luck: &mut Luck, now: u64, bounds: &[u64]) {
    let name = [KNIVES, NATIONS][luck.below(2)];
    let to = bounds[bounds.len() - 1 - luck.below(bounds.len().min(6))];
    let standing: Vec<u64> = told
        .game
        .game()
        .table()
        .offers()
        .iter()
        .filter(|offer| offer.stands())
        .map(|offer| offer.number)
        .collect();
    // What is refused changes nothing: it is as good a step as any.
    let _ = match luck.below(12) {
        0 | 1 => told.offer(name, OfferTerms::TakeBack { to }, now).map(|_| ()),
        2 => told.offer(name, OfferTerms::Pause { seconds: 2_000 }, now).map(|_| ()),
        3 => told.offer(name, OfferTerms::Time { seat: seat(KNIVES), seconds: 500 }, now).map(|_| ()),
        4 | 5 if !standing.is_empty() => {
            let answer =
                [OfferAnswer::Accepted, OfferAnswer::Accepted, OfferAnswer::Declined, OfferAnswer::Withdrawn];
            told.answer(name, standing[luck.below(standing.len())], answer[luck.below(4)], now)
        }
        6 => {
            let (away, seat) = (told.game.game().table().away().contains_key(name), seat(name));
            let step = if away {
                told.game.bring_back(&seat, now)
            } else {
                told.game.send_away(&seat, now + 9_000, now)
            };
            told.take(step);
            Ok(())
        }
        7 if told
            .game
            .game()
            .table()
            .stopped()
            .is_some_and(|pause| pause.until.is_some_and(|until| until <= now)) =>
        {
            told.take(told.game.resume_clock(ResumeWhy::Elapsed, now));
            Ok(())
        }
        8 if luck.below(4) == 0 => {
            told.take(told.game.substitute(&seat(name), domain::table::Substitute::Player, now));
            Ok(())
        }
        _ => {
            let own = told.game.awaited()[0].seat.clone();
            let suggested = told.game.game().suggested(&own);
            // Most steps without dice, so that there is something to go back to.
            let n_orders = if luck.below(6) == 0 { suggested.len() } else { 1 };
            let is_quiet = |order: &dyn domain::seam::AnyOrder| {
                n_orders != 1 || told.game.game().play().odds(&own, order).is_none()
            };
            let quiet = suggested.iter().take(n_orders).filter(|order| is_quiet(&***order));
            let lines: Vec<String> = quiet.map(|order| order.notation()).collect();
            if !lines.is_empty() {
                submit(told, &own, &lines.join("\n"), 0, now);
            }
            Ok(())
        }
    };
}
