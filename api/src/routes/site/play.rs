//! What the forms of a game's page do: orders, messages, offers, seats. Afterwards the page is shown again, with what happened
//! or with what was typed and why it was refused.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use domain::{hash::Hash, ids::Request, table::OfferAnswer};
use openapi::{
    games::{Claim, Ready},
    messages::{MessageSeat, MessageSide, MessageTo, MessageWord, NewMessage},
    offers::{NewOffer, NewSubstitute},
};
use storage::PlayerId;

use super::{
    Shown,
    game::{Gathered, Wanted, key},
    shown,
};
use crate::{
    app::App,
    auth::{MaybeCaller, unauthorized},
    body::Fields,
    page::{
        game::{Typed, title},
        site::Reader,
    },
    problem::{Problem, codes},
    service::{
        lobby::game_id,
        offers::Offering,
        play::{Given, OrdersWanted, Submission, Submitted},
        press::Writing,
    },
};

/// One press of a button on a game's page.
struct Press<'a> {
    app: &'a Arc<App>,
    reader: &'a Reader,
    id: &'a str,
    player: &'a PlayerId,
    fields: &'a Fields,
}

impl Press<'_> {
    fn wanted(&self) -> Wanted {
        let field = |name| self.fields.get(name).map(str::to_owned);
        Wanted { seat: field("seat"), figure: field("figure"), since: None }
    }

    fn back(&self, query: &str) -> Shown {
        Shown::Away(self.reader.link(&format!("/games/{}{query}", self.id)))
    }

    /// The page with a refusal on it.
    fn refused(&self, why: &Problem) -> Result<Shown, Problem> {
        let gathered = Gathered::of(self.app, self.id, Some(self.player), &self.wanted())?;
        let typed = Typed { orders: gathered.drafted(self.app, Some(self.player)), key: key() };
        let body = gathered.page(self.reader, &typed, None, Some(why));
        Ok(Shown::again(self.reader, &title(&gathered.game), &body, why))
    }

    fn done(&self, done: Result<(), Problem>, query: &str) -> Result<Shown, Problem> {
        match done {
            Ok(()) => Ok(self.back(query)),
            Err(why) => self.refused(&why),
        }
    }

    /// A query that keeps the eyes, and an anchor.
    fn eyes(&self, more: &str) -> String {
        match self.fields.get("seat") {
            Some(seat) => format!("?seat={seat}{more}"),
            None => more.replacen('&', "?", 1),
        }
    }
}

async fn press(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: String,
    fields: Fields,
    work: impl FnOnce(&Press<'_>) -> Result<Shown, Problem> + Send + 'static,
) -> HttpResponse {
    let player = caller.0.as_ref().map(|caller| caller.player.clone());
    shown(&app, caller.0, move |app, reader| {
        let player = player.ok_or_else(unauthorized)?;
        work(&Press { app, reader, id: &id, player: &player, fields: &fields })
    })
    .await
}

pub async fn orders(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: web::Path<String>,
    fields: Fields,
) -> HttpResponse {
    // The moment counts at which the orders were there whole.
    let arrival = game_id(&id).ok().map(|game| app.arrivals.note(&game, app.now()));
    let answer = press(app, caller, id.into_inner(), fields, ordered).await;
    drop(arrival);
    answer
}

fn ordered(press: &Press<'_>) -> Result<Shown, Problem> {
    let fields = press.fields;
    let game = game_id(press.id)?;
    let mut typed =
        Typed { orders: fields.text("orders").replace("\r\n", "\n"), key: fields.text("key").to_owned() };
    if let Some(order) = fields.get("add") {
        if !typed.orders.is_empty() && !typed.orders.ends_with('\n') {
            typed.orders.push('\n');
        }
        typed.orders.push_str(order);
        typed.orders.push('\n');
        return again(press, &typed, None);
    }
    match fields.get("do") {
        Some("suggest") => {
            let seat = fields.get("seat").map(str::to_owned);
            let wanted = OrdersWanted { seat, suggest: true, ..OrdersWanted::default() };
            let orders = press.app.orders(&game, press.player, &wanted)?;
            let gathered = Gathered::of(press.app, press.id, Some(press.player), &press.wanted())?;
            let lines = orders.suggested.iter();
            typed.orders = lines.map(|order| format!("{}\n", order.notation)).collect();
            let body = gathered.page(press.reader, &typed, None, None);
            Ok(Shown::page(press.reader, &title(&gathered.game), &body))
        }
        Some("undo") => {
            let kept = typed.orders.trim_end().rfind('\n').map_or(0, |end| end + 1);
            typed.orders.truncate(kept);
            again(press, &typed, None)
        }
        Some("keep") => {
            let given = Given::Text(typed.orders.clone());
            let kept = press.app.put_draft(&game, press.player, fields.get("seat"), &given);
            match kept {
                Ok(_) => Ok(press.back(&press.eyes("#orders"))),
                Err(why) => again(press, &typed, Some(&why)),
            }
        }
        Some("try") => match press.app.rehearse(&game, &submission(press, &typed)?) {
            Ok(tried) => {
                let gathered = Gathered::of(press.app, press.id, Some(press.player), &press.wanted())?;
                let body = gathered.page(press.reader, &typed, Some(&tried), None);
                Ok(Shown::page(press.reader, &title(&gathered.game), &body))
            }
            Err(why) => again(press, &typed, Some(&why)),
        },
        Some("send") => match press.app.submit(&game, &submission(press, &typed)?) {
            Ok(Submitted::Turn(turn)) => {
                let before = turn.events.first().map_or(turn.version, |event| event.seq.saturating_sub(1));
                Ok(press.back(&press.eyes(&format!("&since={before}#happened"))))
            }
            Ok(Submitted::Draft(_)) => Ok(press.back(&press.eyes("#orders"))),
            Err(why) => again(press, &typed, Some(&why)),
        },
        // Enter in the list, or a button of a newer page.
        Some(_) | None => again(press, &typed, None),
    }
}

/// The page once more, with what was typed.
fn again(press: &Press<'_>, typed: &Typed, why: Option<&Problem>) -> Result<Shown, Problem> {
    let gathered = Gathered::of(press.app, press.id, Some(press.player), &press.wanted())?;
    // Whoever mends his orders sends something else: under another key.
    let typed = Typed { key: key(), ..typed.clone() };
    let body = gathered.page(press.reader, &typed, None, why);
    Ok(match why {
        Some(why) => Shown::again(press.reader, &title(&gathered.game), &body, why),
        None => Shown::page(press.reader, &title(&gathered.game), &body),
    })
}

fn submission(press: &Press<'_>, typed: &Typed) -> Result<Submission, Problem> {
    let fields = press.fields;
    let round = fields.get("round").map(str::parse).transpose();
    let request = Some(typed.key.as_str()).filter(|key| !key.is_empty()).map(Request::new).transpose();
    Ok(Submission {
        player: press.player.clone(),
        seat: fields.get("seat").map(str::to_owned),
        given: Given::Text(typed.orders.clone()),
        round: round.map_err(|_| Problem::new(codes::BAD_REQUEST, "`round` is a whole number."))?,
        phase: fields.get("phase").map(str::to_owned),
        if_match: None,
        request: request.map_err(|_| Problem::plain(codes::BAD_IDEMPOTENCY_KEY))?,
        body_hash: *Hash::of_bytes(typed.orders.as_bytes()).as_bytes(),
    })
}

pub async fn message(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: web::Path<String>,
    fields: Fields,
) -> HttpResponse {
    press(app, caller, id.into_inner(), fields, |press| {
        let to = match press.fields.text("to").split_once(':') {
            Some(("seat", seat)) => MessageTo::Seat(MessageSeat { seat: seat.to_owned() }),
            Some(("side", side)) => MessageTo::Side(MessageSide { side: side.to_owned() }),
            Some(_) | None => MessageTo::Word(MessageWord::All),
        };
        let wanted = NewMessage {
            text: press.fields.text("text").replace("\r\n", "\n"),
            to: Some(to),
            seat: press.fields.get("seat").map(str::to_owned),
        };
        let writing = Writing { player: press.player.clone(), wanted, key: None };
        let written = press.app.write_message(press.id, &writing, None);
        press.done(written.map(|_| ()), &press.eyes("#press"))
    })
    .await
}

fn offering(press: &Press<'_>) -> Offering {
    Offering {
        player: press.player.clone(),
        seat: press.fields.get("seat").map(str::to_owned),
        if_match: None,
        key: None,
        body_hash: *Hash::of_bytes(&press.fields.raw).as_bytes(),
    }
}

pub async fn offer(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: web::Path<String>,
    fields: Fields,
) -> HttpResponse {
    press(app, caller, id.into_inner(), fields, |press| {
        let days = || format!("P{}D", press.fields.get("days").unwrap_or("1"));
        let wanted = match press.fields.text("kind") {
            "draw" => NewOffer::Draw {},
            "take_back" => NewOffer::TakeBack { to_turn: None },
            "abort" => NewOffer::Abort {},
            "pause" => NewOffer::Pause { length: days() },
            "time" => NewOffer::Time { seat: None, add: days() },
            "rematch" => NewOffer::Rematch { swap: false },
            "swap" => NewOffer::Rematch { swap: true },
            _ => return Err(Problem::new(codes::BAD_REQUEST, "There is no such offer.")),
        };
        let made = press.app.make_offer(&game_id(press.id)?, &offering(press), &wanted, None);
        press.done(made.map(|_| ()), &press.eyes("#offers"))
    })
    .await
}

pub async fn answer(
    app: web::Data<App>,
    caller: MaybeCaller,
    ids: web::Path<(String, u64)>,
    fields: Fields,
) -> HttpResponse {
    let (id, number) = ids.into_inner();
    press(app, caller, id, fields, move |press| {
        let answer = match press.fields.text("do") {
            "accept" => OfferAnswer::Accepted,
            "decline" => OfferAnswer::Declined,
            "withdraw" => OfferAnswer::Withdrawn,
            _ => return Err(Problem::new(codes::BAD_REQUEST, "There is no such answer.")),
        };
        let done = press.app.answer_offer(&game_id(press.id)?, &offering(press), (number, answer), None);
        press.done(done.map(|_| ()), &press.eyes("#offers"))
    })
    .await
}

pub async fn seat(
    app: web::Data<App>,
    caller: MaybeCaller,
    ids: web::Path<(String, String)>,
    fields: Fields,
) -> HttpResponse {
    let (id, seat) = ids.into_inner();
    press(app, caller, id, fields, move |press| {
        let Press { app, player, fields, .. } = *press;
        let game = game_id(press.id)?;
        let given = |name: &str| fields.get(name).map(str::to_owned);
        let substitute = |bot: Option<&str>| {
            let wanted = NewSubstitute { email: None, bot: bot.map(str::to_owned) };
            app.offer_seat(&game, &seat, player, &wanted, None).map(|_| ())
        };
        let done = match fields.text("do") {
            "claim" => {
                let claim = Claim { invite: given("invite"), commit: given("commit") };
                app.claim_seat(&game, &seat, player, &claim).map(|_| ())
            }
            "ready" => {
                let ready = Ready { entropy: fields.text("entropy").trim().to_owned() };
                app.seat_ready(&game, &seat, player, &ready, None).map(|_| ())
            }
            "leave" => app.give_up_seat(&game, &seat, player),
            "offer" => substitute(None),
            "bot" => substitute(Some("standard")),
            _ => return Err(Problem::new(codes::BAD_REQUEST, "There is no such button.")),
        };
        press.done(done, "#seats")
    })
    .await
}
