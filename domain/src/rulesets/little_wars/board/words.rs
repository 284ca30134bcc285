//! What the picture says in words: its title, what is going on, and what there is to know about a man or a gun.

use super::super::{
    ids::Side,
    notation::inches,
    tell::{name, point, points},
    view::{FigureView, GunView, View},
    words::{GunStatus, Status, Used},
};

/// Move and phase; at the end, the result.
pub(super) fn title(view: &View) -> String {
    let game = "Little Wars";
    if let Some(end) = &view.end {
        let who = end.winner.map_or_else(|| "a draw".to_owned(), |side| format!("{} has won", name(side)));
        return format!("{game}, move {}: {who}", view.round);
    }
    match (view.phase.as_str(), view.mover) {
        ("choose_side", _) => format!("{game}: a side is chosen"),
        ("putting_down", _) => format!("{game}: putting down"),
        ("adjudicate", Some(side)) => {
            format!("{game}, move {}: {} settles the melees", view.round, name(side))
        }
        (_, Some(side)) => format!("{game}, move {}: {} moves", view.round, name(side)),
        (_, None) => format!("{game}, before the first move"),
    }
}

/// How both sides stand.
pub(super) fn status(view: &View) -> String {
    let of = |side: Side| {
        let own = view.sides.side(side);
        let half = view.end.as_ref().map_or(own.points.total(), |end| *end.half_points.side(side));
        format!("{}: {}, {} points", name(side), strength(view, side), points(half))
    };
    let retreat = view.retreat.map_or_else(String::new, |clock| {
        format!(" {} has {} moves to get away.", name(clock.side), clock.moves_left)
    });
    format!("{}. {}.{retreat}", of(Side::Red), of(Side::Blue))
}

/// Men, guns and prisoners of a side.
pub(super) fn strength(view: &View, side: Side) -> String {
    let men = |status: fn(Status) -> bool| {
        view.figures.iter().filter(|man| man.id.side == side && status(man.status)).count()
    };
    let guns = view.guns.iter().filter(|gun| gun.holder == side && gun.status == GunStatus::OnField);
    let free = men(Status::is_free);
    let taken = men(Status::is_captive);
    let waiting = men(|status| status == Status::Waiting);
    let waiting = if waiting == 0 { String::new() } else { format!(", {waiting} not yet put down") };
    let taken = if taken == 0 { String::new() } else { format!(", {taken} taken") };
    format!("{free} men, {} guns{waiting}{taken}", guns.count())
}

/// For whoever cannot see the picture.
pub(super) fn description(view: &View) -> String {
    let size = |length: i32| inches(length.into());
    format!(
        "A floor of {} by {} inches with {} things on it. {}",
        size(view.table.width),
        size(view.table.height),
        view.country.len(),
        status(view)
    )
}

/// A man in a line, for whoever points at him.
pub(super) fn man(man: &FigureView) -> String {
    let place = man.at.map_or_else(String::new, |at| format!(" at {}", point(at)));
    let led = man.escort.map_or_else(String::new, |escort| format!(", led by {escort}"));
    let used = match (man.used, man.moved) {
        (Some(Used::Crew), _) => ", went with a gun",
        (Some(Used::Trail), _) => ", serves a trail",
        (Some(Used::Escort), _) => ", leads prisoners",
        (Some(Used::Prisoner), _) => ", was led",
        (None, true) => ", has moved",
        (None, false) => "",
    };
    format!("{}{place}: {} of {}{led}{used}", man.id, man.status.as_str(), man.seat)
}

/// A gun in a line.
pub(super) fn gun(gun: &GunView) -> String {
    let place = gun.at.map_or_else(String::new, |at| format!(" at {}", point(at)));
    let state = match (gun.in_dispute, gun.in_action) {
        (true, true) => "in action, with enemies near",
        (true, false) => "in dispute",
        (false, true) => "in action",
        (false, false) => "not in action",
    };
    let done = match (gun.moved, gun.shots) {
        (true, _) => ", has moved".to_owned(),
        (false, 0) => String::new(),
        (false, shots) => format!(", {shots} of 4 shots fired"),
    };
    format!("{}{place}, held by {}: {state}{done}", gun.id, name(gun.holder))
}
