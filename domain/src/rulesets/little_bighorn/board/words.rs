//! What the picture says in words: its title, what is going on, and what there is to know about a figure.

use super::{
    super::{
        command::{Advance, Command, Figures, Push, ReplyWhen},
        event::{Reason, Victor},
        notation,
        pieces::{Class, Side},
        view::{View, ViewFigure, ViewPhase, ViewResult, ViewStanding},
    },
    Guard,
};

/// Round, side and phase; at the end, the result.
pub(super) fn title(view: &View) -> String {
    let moment = format!("Little Big Horn, round {}", view.round);
    match &view.result {
        Some(result) => format!("{moment}: {}", ending(result)),
        None => format!("{moment}: {}, {}", acting(view).name(), phase(view.phase)),
    }
}

/// The side whose phase it is.
fn acting(view: &View) -> Side {
    match view.phase {
        ViewPhase::Deployment => view.deploying.unwrap_or(view.mover),
        ViewPhase::ReturnFire => view.mover.other(),
        ViewPhase::Movement | ViewPhase::Combat | ViewPhase::Finished => view.mover,
    }
}

fn phase(phase: ViewPhase) -> &'static str {
    match phase {
        ViewPhase::Deployment => "deployment",
        ViewPhase::Movement => "movement",
        ViewPhase::Combat => "combat",
        ViewPhase::ReturnFire => "return fire",
        ViewPhase::Finished => "over",
    }
}

fn ending(result: &ViewResult) -> String {
    let winner = match result.result {
        Victor::LongKnives => "the Long Knives have won",
        Victor::PlainsNations => "the Plains Nations have won",
        Victor::Draw => "a draw",
    };
    let reason = match result.reason {
        Reason::ChiefsEliminated => "the last chief has fallen",
        Reason::FlagExit => "the flag has got away",
        Reason::OfficersEliminated => "the last officer has fallen",
        Reason::FlagCaptured => "the flag is taken",
        Reason::Resignation => "the other side has given up",
        Reason::Agreed => "agreed",
        Reason::RoundLimit => "the last round is over",
        Reason::QuietLimit => "nothing has happened for too long",
    };
    format!("{winner}, {reason}")
}

/// Whether a Long Knife stands on the flag's square.
pub(super) fn guard(view: &View) -> Guard {
    let guarded =
        view.figures.iter().any(|figure| figure.side == Side::LongKnives && figure.cell == Some(view.flag));
    if guarded { Guard::Guarded } else { Guard::Unguarded }
}

/// Who is waited for.
pub(super) fn waiting(view: &View) -> Option<String> {
    let awaited = view.seats.iter().filter(|entry| view.awaited.contains(&entry.seat));
    let names: Vec<&str> = awaited.map(|entry| entry.name.as_str()).collect();
    (!names.is_empty()).then(|| format!("To act: {}.", names.join(", ")))
}

/// Who is waited for, and how the flag stands.
pub(super) fn status(view: &View) -> String {
    waiting(view).into_iter().chain([flag(view)]).collect::<Vec<_>>().join(" ")
}

/// Where the flag is and how well it is kept.
pub(super) fn flag(view: &View) -> String {
    let guard = match guard(view) {
        Guard::Guarded => "guarded",
        Guard::Unguarded => "UNGUARDED",
    };
    let exits: Vec<String> =
        (view.board.exits.iter()).map(|exit| format!("{exit} ({})", exit.distance(view.flag))).collect();
    format!("Flag on {}, {guard}; distance to the exits: {}.", view.flag, exits.join(", "))
}

/// The living and the fallen of a side, by class.
pub(super) fn strength(view: &View, side: Side) -> String {
    let of_class = |class: Class| {
        let figures = view.figures.iter().filter(|figure| figure.class == class);
        let (living, fallen): (Vec<_>, Vec<_>) = figures.partition(|figure| figure.cell.is_some());
        let all = living.len() + fallen.len();
        (all != 0).then(|| match all {
            1 => format!("{} {}", class.as_str(), if fallen.is_empty() { "alive" } else { "fallen" }),
            all => format!("{}s {} of {all}", class.as_str(), living.len()),
        })
    };
    let classes = Class::ALL.into_iter().filter(|class| class.side() == side);
    let parts: Vec<String> = classes.filter_map(of_class).collect();
    let living = match side {
        Side::LongKnives => view.living.long_knives,
        Side::PlainsNations => view.living.plains_nations,
    };
    format!("{}, {living} figures: {}", side.name(), parts.join(", "))
}

/// For whoever cannot see the picture.
pub(super) fn description(view: &View) -> String {
    let strengths = Side::ALL.map(|side| strength(view, side)).join(". ");
    format!("A board of {} by {} squares. {} {strengths}.", view.board.cols, view.board.rows, status(view))
}

/// A figure in a line.
pub(super) fn figure(figure: &ViewFigure) -> String {
    let place = figure.cell.map_or_else(|| "fallen".to_owned(), |cell| format!("on {cell}"));
    format!("{}, {}, {}, {place}: {}", figure.id, figure.name, figure.side.name(), state(figure).join(", "))
}

/// What a figure has done this turn and what it is told to do, the most urgent first.
pub(super) fn state(figure: &ViewFigure) -> Vec<String> {
    let shots = match figure.shots_left {
        0 => "no shot left".to_owned(),
        1 => "1 shot left".to_owned(),
        more => format!("{more} shots left"),
    };
    let contact = match (figure.owes_melee, figure.in_contact) {
        (true, _) => Some("owes melee"),
        (false, true) => Some("in contact"),
        (false, false) => None,
    };
    let moved = figure.moved.then_some("has moved");
    let replied = figure.replied.then_some("has replied");
    let mut words = vec![shots];
    words.extend([contact, moved, replied].into_iter().flatten().map(str::to_owned));
    words.extend(own_orders(figure));
    words
}

/// Whether somebody has told it anything.
pub(super) fn has_own_orders(standing: &ViewStanding) -> bool {
    standing.reply != ReplyWhen::default()
        || !standing.reply_to.is_empty()
        || standing.push != Push::default()
        || standing.advance != Advance::default()
}

/// What it is told beyond the default, as one would order it.
fn own_orders(figure: &ViewFigure) -> Option<String> {
    let told = &figure.standing;
    has_own_orders(told).then(|| {
        let order = notation::format(&Command::Standing {
            figures: Figures::Named(vec![figure.id.clone()]),
            reply: (told.reply != ReplyWhen::default()).then_some(told.reply),
            reply_to: (!told.reply_to.is_empty()).then(|| told.reply_to.clone()),
            push: (told.push != Push::default()).then(|| told.push.clone()),
            advance: (told.advance != Advance::default()).then_some(told.advance),
        });
        let own = format!("standing {} ", figure.id);
        format!("standing orders: {}", order.strip_prefix(&own).unwrap_or(&order))
    })
}
