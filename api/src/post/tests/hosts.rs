//! What who made a game may do for it without a seat: give time.

use domain::ids::Seat;
use openapi::offers::OfferDone;
use serde_json::{Value, json};
use storage::PlayerId;

use super::{
    clock::{DAY, Table},
    house::{FakePost, House, START},
    offers::{code, offering},
};
use crate::problem::Problem;

/// A game whose maker plays no seat of it.
struct Hosted {
    table: Table,
    host: PlayerId,
}

impl Hosted {
    fn new(clock: Value) -> Self {
        let house = House::new();
        let host = house.player("Host");
        let players = ["Alice", "Bob"].map(|name| house.player(name));
        let seats = House::seats().into_iter().map(|seat| json!({ "seat": seat, "player": "open" }));
        let more = json!({ "seats": seats.collect::<Vec<_>>(), "clock": clock });
        let game = house.game(&host, json!("open"), more).game.row.id.clone();
        for (seat, player) in House::seats().iter().zip(&players) {
            let claim = serde_json::from_value(json!({})).expect("a claim");
            house.app.claim_seat(&game, seat, player, &claim).expect("a seat");
        }
        Hosted { table: Table { house, post: FakePost::new(), players, game }, host }
    }

    fn ask(&self, player: &PlayerId, wanted: Value) -> Result<OfferDone, Problem> {
        let wanted = serde_json::from_value(wanted).expect("an offer");
        self.table.house.app.make_offer(&self.table.game, &offering(player), &wanted, None)
    }
}

#[actix_web::test]
async fn who_made_a_game_and_plays_none_of_it_gives_time_and_asks_nobody() {
    let hosted = Hosted::new(json!({"kind": "per_turn", "allow": "P3D", "remind": []}));
    let (table, host) = (&hosted.table, &hosted.host);
    table.letters().await;
    let (first, second) = (&House::seats()[0], &House::seats()[1]);
    let before = table.version();
    let done = hosted.ask(host, json!({"kind": "time", "seat": first, "add": "P1D"})).expect("given");
    assert!(done.offer.is_none());
    assert_eq!(done.to_act[0].seat, Seat::new(first).expect("a seat"));
    assert_eq!(table.deadline(), Some(START + 4 * DAY));
    assert_eq!(table.events(before), [format!("{first} is given more time by who made the game")]);
    assert_eq!(table.letters().await, ["a clock"]);
    for (wanted, refused) in [
        (json!({"kind": "time", "add": "P1D"}), (422, "seat-needed")),
        (json!({"kind": "time", "seat": "nobody", "add": "P1D"}), (422, "unknown-seat")),
        (json!({"kind": "time", "seat": first, "add": "P8D"}), (422, "bad-duration")),
        (json!({"kind": "time", "seat": second, "add": "P1D"}), (409, "not-awaited")),
        (json!({"kind": "pause", "for": "P1D"}), (403, "forbidden")),
        (json!({"kind": "abort"}), (403, "forbidden")),
    ] {
        let problem = hosted.ask(host, wanted.clone()).expect_err("refused");
        let told = problem.body().errors.first().map_or(problem.code(), |fault| fault.code.as_str());
        assert_eq!((problem.status(), told), refused, "{wanted}");
    }
    let stranger = table.house.player("Mallory");
    let wanted = json!({"kind": "time", "seat": first, "add": "P1D"});
    assert_eq!(code(hosted.ask(&stranger, wanted.clone())), (403, "forbidden".into()));
    table.verify();
    // When she has resigned there is nothing to give.
    super::play::submit(&table.house, &table.game, &table.players[0], first, "resign");
    assert_eq!(code(hosted.ask(host, wanted)), (409, "game-over".into()));
}

#[actix_web::test]
async fn where_no_time_is_kept_none_is_given() {
    let hosted = Hosted::new(json!({"kind": "none"}));
    let wanted = json!({"kind": "time", "seat": House::seats()[0], "add": "P1D"});
    assert_eq!(code(hosted.ask(&hosted.host, wanted)), (409, "no-clock".into()));
}
