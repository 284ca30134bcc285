//! What the ruleset's page says of its scenarios, phases and orders.

use crate::ruleset::{Chosen, Gesture, OrderInfo, PhaseInfo, Target};

pub(super) const SCENARIOS: &[(&str, &str)] = &[
    ("skirmish", include_str!("../../../scenarios/little_wars/skirmish.json")),
    ("hooks_farm", include_str!("../../../scenarios/little_wars/hooks_farm.json")),
    ("meeting_engagement", include_str!("../../../scenarios/little_wars/meeting_engagement.json")),
];

pub(super) const PHASES: &[PhaseInfo] = &[
    PhaseInfo {
        phase: "choose_side",
        who: "the first seat of the side that did not win the toss for the Country (in the defensive game, of the \
              defender)",
        on_timeout: "it keeps the line the scenario gives its side",
    },
    PhaseInfo {
        phase: "putting_down",
        who: "every seat with men or guns: all at once behind the curtain, else side after side; where forces are \
              picked, the first seat of each side for all of it",
        on_timeout: "its draft, if that is complete and legal; else the scenario's deployment",
    },
    PhaseInfo {
        phase: "move",
        who: "the seats of the side whose move it is that command a free man, a gun in action or a prisoner",
        on_timeout: "its orders so far stand, its guns get their trail men, and it has done",
    },
    PhaseInfo {
        phase: "adjudicate",
        who: "the mover's seat with most men in the melees that leave a choice who dies",
        on_timeout: "of the mover's men foot dies before horse, of the enemy's horse before foot",
    },
];

const fn gesture(name: &'static str, chosen: Chosen, target: Target, order: &'static str) -> Gesture {
    Gesture { name, phases: &["move"], chosen, target, order }
}

pub(super) const GESTURES: &[Gesture] = &[
    gesture("Fire", Chosen::Gun, Target::Enemy, "fire {figures} @ {target}"),
    gesture("Move", Chosen::Gun, Target::Path, "gun {figures} > {target}"),
    gesture("Fire at a place", Chosen::Gun, Target::Place, "fire {figures} @ {target}"),
    gesture("Move", Chosen::Figure, Target::Path, "move {figures} > {target}"),
    gesture("Move", Chosen::Figures, Target::Place, "march {figures} by {by}"),
    gesture("Loose", Chosen::Figures, Target::Place, "march {figures} by {by} loose"),
    gesture("Line", Chosen::Figures, Target::Ends, "line {figures} from {target}"),
    gesture("Close", Chosen::AnyFigures, Target::Enemy, "close {figures} on {target}"),
    gesture("Retreat", Chosen::AnyFigures, Target::Nothing, "retreat {figures}"),
    gesture("White flag", Chosen::AnyFigures, Target::Nothing, "flag {figures}"),
];

pub(super) const PRIMER: &[&str] = &[
    "Two armies of infantry, cavalry and guns fight across a floor. In the usual game a side wins when the enemy has no \
     free man left on it; in a blow at the rear three men on the enemy's back line win, and in a defensive game the \
     attackers must reach it.",
    "Where the players put their men down themselves, that comes first: `place ri1-ri13 at 69,5 step 1.7,0 per 13`, then \
     `ready`.",
    "The sides move in turn, and in each move the guns come before the men. A gun with four of its side's armed men within \
     six inches may fire up to four shots, `fire rg1 @ bi12`, or be moved, `gun rg1 > 34,18`, but not both; in a side's \
     first move no gun fires, the defenders' in a defensive game excepted.",
    "Then an infantryman may go up to 12 inches and a cavalryman up to 24: `move ri5 > 12,33`, many at once with `march \
     ri1-ri12 by 0,11.5`, and up to an enemy with `close rc1-rc8 on bi5`. Only guns shoot; the men fight by touching \
     the enemy.",
    "At the end of the move men who touch fight, and all within six inches of them. Of equal forces all die. A smaller \
     force that has at least half its number of friends within a move dies and takes as many with it; one that has fewer \
     gives up prisoners, and against twice its number or more it is taken whole.",
    "`done` ends the move. Where it is left open who dies in a melee, `melee 1 auto` leaves it to the rules.",
    "The usual battle is a draw when both forces have become too small or nothing happens any more; when a game of limited \
     moves has run through them, the side with more points wins. Guns, men and prisoners are worth points, and victory most.",
];

macro_rules! orders {
    ($($order:literal $notation:literal $text:literal)*) => {
        pub(super) const ORDERS: &[OrderInfo] =
            &[$(OrderInfo { order: $order, text: $text, notation: $notation },)*];
    };
}

orders! {
    "choose_side" "side north" "Chooses the line your side starts from."
    "pick" "pick 60 infantry 40 cavalry 3 guns" "Makes up your side's force in secret, for points; clears the places."
    "place" "place ri1-ri13 at 69,5 step 1.7,0 per 13" "Puts men down in rows, or a gun (`place rg1 at 72.9,9.5`): in \
        your draft, until `ready`."
    "ready" "ready" "All are put down: it binds."
    "fire" "fire rg1 @ bi12" "One shot: at a man, at the first of several who still stands (`fire rg1 @ bi12 bi15-bi18 \
        x4`), or at a place (`fire rg1 @ 34,42.5 h1.5`)."
    "move_gun" "gun rg2 > 34,18 > 34,25 crew rc1-rc3 rc4>35,26" "Moves a gun with four men or more; `off` takes it over \
        your line."
    "trail" "trail rg1 ri3 ri4" "Says who serves the trail of a gun that has fired, left and right."
    "end_guns" "guns done" "Your guns have done; those that fired get two men each at the trail."
    "move" "move ri5 > 12,33 > 13,36" "Moves a man along a path."
    "march" "march ri1-ri12 by 0,11.5" "Moves many by one vector; `loose`: each as far as he can."
    "line" "line ri1-ri12 from 10,30 to 22,30" "Spreads many evenly from one place to another."
    "close" "close rc1-rc8 on bi5" "Brings men up to an enemy, into contact."
    "escort" "escort ri4 > 20,10 with bi3 bi5>21,11" "Leads prisoners; without names, all that he holds."
    "retreat" "retreat ri1-ri6" "Takes men off over your own line: straight back, or one by a path."
    "surrender" "flag bi1-bi4" "An isolated body gives itself up, at any time."
    "assign" "give ri1-ri5 rg2 to red_left" "The general gives men and guns to another seat of his side."
    "end_move" "done" "Your move is over; `done side`: for all seats of the side."
    "allocate" "melee 1 dead ri1-ri7 bi3-bi9 captors bi1:ri8" "Names the dead and the captors of a melee; `melee 2 auto` \
        leaves them to the rule."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::little_wars::notation;

    #[test]
    fn every_gesture_writes_an_order() {
        for gesture in GESTURES {
            let figures = match gesture.chosen {
                Chosen::Figure => "ri5",
                Chosen::Figures | Chosen::AnyFigures => "ri1-ri5 rc2",
                Chosen::Gun => "rg1",
            };
            let target = match gesture.target {
                Target::Nothing => "",
                Target::Enemy => "bi12",
                Target::Place => "34,42.5",
                Target::Path => "34,18 > 34,25.25",
                Target::Ends => "10,30 to 22,30",
            };
            let order = gesture
                .order
                .replace("{figures}", figures)
                .replace("{target}", target)
                .replace("{by}", "-2,+11.5");
            let read = notation::parse(&order).map(|read| read.len());
            assert_eq!(read, Ok(1), "{order}");
        }
    }
}
