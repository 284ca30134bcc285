//! Why an order is not carried out: the code, the rule it rests on, whom it concerns, and a sentence.

use std::fmt;

use super::{ids::PieceId, rules};
use crate::{
    rule::RuleId,
    ruleset::{About, Reject},
};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $code:literal $rule:ident $text:literal)*) => {
        /// What is wrong with an order (LW §6).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Its public name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Code::$name => $code,)*
                }
            }

            /// The rule it rests on, where the case says no other.
            pub fn rule(self) -> RuleId {
                match self {
                    $(Code::$name => rules::$rule,)*
                }
            }

            /// What it says, in words; `{}` is who it is about.
            fn text(self) -> &'static str {
                match self {
                    $(Code::$name => $text,)*
                }
            }
        }
    };
}

codes! {
    /// The battle is over.
    GameOver "game-over" SEQUENCE "the battle is over"
    /// The order belongs to another phase, or to another side's move.
    NotYourPhase "not-your-phase" SEQUENCE "this order is for another phase, or for the other side's move"
    /// Another seat's, or the enemy's.
    NotYourFigure "not-your-figure" LW_11_2 "{} is not under the command of this seat"
    /// Never was there such a man or gun.
    UnknownFigure "unknown-figure" STATE "there is no {} in this game"
    /// Dead, captive or gone.
    NotAvailable "not-available" LW_5_11 "{} cannot do that: dead, captive, gone or without a weapon"
    /// Dead or gone: a man aimed at.
    NotOnFloor "not-available" LW_5_11 "{} is no longer on the floor"
    /// The seat's guns are closed, or another's still open.
    GunsFirst "guns-first" LW_2_2 "guns come first: once men have moved, no gun fires or moves"
    /// Nobody fires in the first move.
    NoFireYet "no-fire-yet" LW_2_4 "no gun fires before a side's second move"
    /// Fewer than four men are with it.
    GunNotInAction "gun-not-in-action" LW_3_1 "{} is not in action: fewer than four armed men are within six inches"
    /// It has moved.
    GunAlreadyMoved "gun-already-moved" LW_3_2 "{} has moved in this move"
    /// It has fired.
    GunAlreadyFired "gun-already-fired" LW_3_2 "{} has fired in this move"
    /// It has had its four.
    NoShotsLeft "no-shots-left" LW_4_1 "{} has fired four shots in this move"
    /// The enemy holds it.
    NotYourGun "not-your-gun" LW_8_3 "{} is held by the enemy"
    /// Too near to aim at.
    TooClose "too-close" LW_4_2 "that is too close for {} to aim at"
    /// Too far, or too high.
    OutOfRange "out-of-range" LW_4_2 "{} cannot reach that"
    /// Above or below what the screw gives.
    ElevationOutOfLimits "elevation-out-of-limits" LW_4_2 "the elevation is -1000 to 3500"
    /// No room.
    SwingBlocked "swing-blocked" LW_4_3 "there is no room to swing {} that way"
    /// Fewer than four.
    CrewTooFew "crew-too-few" LW_3_3 "at least four men go with {}"
    /// He is too far from the gun.
    CrewNotWithGun "crew-not-with-gun" LW_3_3 "{} is not within six inches of the gun"
    /// He would end too far from it.
    CrewPlacement "crew-placement" LW_3_3 "{} would not end within six inches of the gun"
    /// He cannot come there.
    CannotServeTrail "cannot-serve-trail" LW_4_20 "{} cannot come to his place at the trail"
    /// Outside where he may be put down.
    OutsideDeployment "outside-deployment" LW_1_9 "{} may not be put down there"
    /// Only the general does that.
    NotGeneral "not-general" LW_11_3 "only the general of the side, or without one its first seat, does that"
    /// No seat of the side.
    NoSuchSeat "no-such-seat" LW_11_3 "there is no such seat on this side"
    /// None of them comes to touch him.
    NoContact "no-contact" LW_5_12 "none of them can come into contact with {}"
    /// Farther than he goes.
    TooFar "too-far" LW_5_1 "{} cannot go that far"
    /// Something is in the way.
    PathBlocked "path-blocked" LW_5_4 "something bars the way of {}"
    /// Too near to a thing.
    NotClear "not-clear" LW_5_6 "{} would not stand clear of the things there"
    /// Too near to a man.
    TooCloseToMan "too-close-to-man" LW_5_7 "{} would stand too close to another man"
    /// Off the floor.
    OffTable "off-table" LW_0_9 "that is off the floor"
    /// Held by an enemy he has touched.
    InContact "in-contact" LW_5_5 "{} has moved into contact with an enemy and stays there"
    /// He was used otherwise in this move.
    AlreadyMoved "already-moved" LW_5_3 "{} has done his part in this move"
    /// Nothing would move.
    NoMove "no-move" LW_3_6 "that moves nobody"
    /// It does not reach the line.
    NotAtBackLine "not-at-back-line" LW_5_10 "{} would not reach the back line of his own side"
    /// He would end, or is, too far from him.
    TooFarFromEscort "too-far-from-escort" LW_7_3 "{} is not within six inches of the escort"
    /// More than seven.
    TooManyPrisoners "too-many-prisoners" LW_7_2 "an escort has at most seven prisoners"
    /// He is none of this side's.
    NotAPrisoner "not-a-prisoner" LW_7_3 "{} is no prisoner of this side"
    /// Freed too lately.
    JustFreed "just-freed" LW_7_6 "{} has only just been freed"
    /// They do not stand together.
    NotABody "not-a-body" LW_7_10 "they are no body: some are more than six inches apart"
    /// They have support.
    NotIsolated "not-isolated" LW_7_10 "they are not isolated"
    /// The names or numbers are wrong.
    BadAllocation "bad-allocation" LW_6_13 "those are not the right men, or not so many"
    /// None of that number waits.
    NoSuchMelee "no-such-melee" LW_6_13 "no melee of that number waits for its dead to be named"
    /// It costs too much.
    OverPoints "over-points" LW_10_2 "that force costs more points than there are"
    /// The box does not have so many.
    NotInBox "not-in-box" LW_10_2 "there are not so many in the box"
    /// Fewer than ten men.
    TooFewMen "too-few-men" LW_10_6 "a side has at least ten men"
    /// Somebody is not yet put down.
    NotAllPlaced "not-all-placed" SEQUENCE "not everything is put down: {} is not"
    /// The deployment is bound.
    AlreadyReady "already-ready" SEQUENCE "this seat has bound its deployment"
    /// A gun that has not fired needs nobody at its trail.
    NoGunsOrder "no-guns-order" LW_4_20 "{} has not fired: nobody serves its trail"
}

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// What is wrong.
    pub code: Code,
    /// The rule it rests on.
    pub rule: RuleId,
    /// Who fails the check.
    pub piece: Option<PieceId>,
    /// Who or what is in the way: a man's, a gun's or a thing's id.
    pub by: Option<String>,
    /// Of the path, in hundredths of an inch.
    pub length: Option<i64>,
    /// An enemy bars the path: a shot might cure that (LW §6).
    pub is_curable: bool,
}

impl Code {
    /// This fault, of nobody in particular.
    pub fn plain(self) -> Rejection {
        let is_curable = matches!(
            self,
            Code::TooCloseToMan
                | Code::InContact
                | Code::NoContact
                | Code::CannotServeTrail
                | Code::NotABody
                | Code::NotIsolated
                | Code::BadAllocation
                | Code::NoSuchMelee
        );
        Rejection { code: self, rule: self.rule(), piece: None, by: None, length: None, is_curable }
    }

    /// This fault of a man or a gun.
    pub fn of(self, piece: impl Into<PieceId>) -> Rejection {
        Rejection { piece: Some(piece.into()), ..self.plain() }
    }
}

impl Rejection {
    /// The same, resting on another rule.
    pub fn by_rule(self, rule: RuleId) -> Rejection {
        Rejection { rule, ..self }
    }

    /// The same, with what is in the way.
    pub fn because_of(self, by: impl fmt::Display) -> Rejection {
        Rejection { by: Some(by.to_string()), ..self }
    }

    /// The same, with the length of the path.
    pub fn with_length(self, length: i64) -> Rejection {
        Rejection { length: Some(length), ..self }
    }

    /// The same; a shot might cure it, or not (LW §6).
    pub fn curable(self, is_curable: bool) -> Rejection {
        Rejection { is_curable, ..self }
    }
}

impl Reject for Rejection {
    fn code(&self) -> &'static str {
        self.code.as_str()
    }

    fn rule(&self) -> RuleId {
        self.rule
    }

    fn untimely(&self) -> bool {
        matches!(
            self.code,
            Code::GameOver | Code::NotYourPhase | Code::GunsFirst | Code::AlreadyReady | Code::NoFireYet
        )
    }

    fn about(&self) -> About {
        About { figure: self.piece.map(|id| id.to_string()), by: self.by.clone(), length: self.length }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match (self.piece, self.code) {
            (Some(piece), _) => piece.to_string(),
            (None, Code::NotAvailable) => {
                return f.write_str("none of those who were named can do that"); // LW-5.13
            }
            (None, Code::NotAllPlaced) => "the force".to_owned(),
            (None, _) => "this".to_owned(),
        };
        f.write_str(&self.code.text().replace("{}", &who))
    }
}
