//! The small words of scenarios, options, orders and events: an enum each, with its word in JSON and notation.

crate::ruleset::words! { in little_wars;
    /// A back line.
    Line {
        /// The one with the smaller y.
        North "north",
        /// The one with the greater y.
        South "south",
    }

    /// Which rules are played.
    Rules {
        /// The core game.
        Core "core",
    }

    /// What is fought for (LW-9).
    GameKind {
        /// Until one side has no free man left (LW-9.1).
        FightToTheFinish "fight_to_the_finish",
        /// Three men on the enemy's back line (LW-9.9).
        BlowAtTheRear "blow_at_the_rear",
        /// A weaker side holds, the stronger one must come through (LW-9.13).
        Defensive "defensive",
    }

    /// How forces are made up (LW-10).
    Composition {
        /// As the scenario says.
        Fixed "fixed",
        /// Each side secretly spends points (LW-10.2).
        Selection "selection",
    }

    /// Who says which line a side starts from (LW-1.2).
    SideChoice {
        /// The scenario.
        Fixed "fixed",
        /// Whoever did not win the toss for the Country.
        OtherPlayer "other_player",
    }

    /// Who moves first (LW-1.6).
    FirstMove {
        /// A coin says it.
        Toss "toss",
        /// Red.
        Red "red",
        /// Blue.
        Blue "blue",
    }

    /// Whether players put their men down (LW-1.11).
    Deployment {
        /// They do.
        Free "free",
        /// The scenario does.
        Fixed "fixed",
    }

    /// How far shots scatter (LW-4.6).
    Gunnery {
        /// Against the clock.
        Hurried "hurried",
        /// With great care.
        Steady "steady",
    }

    /// Which part of the line counts in a blow at the rear (LW-9.12).
    RearZone {
        /// All of it.
        Whole "whole",
        /// The central half.
        Middle "middle",
        /// The half to its owner's left.
        Left "left",
        /// The half to its owner's right.
        Right "right",
    }

    /// Whom the rule of guns first binds (LW-2.3).
    GunsFirstScope {
        /// Each player for himself.
        Seat "seat",
        /// The whole side.
        Side "side",
    }

    /// Who names the dead of a melee (LW-6.11).
    Adjudication {
        /// The player who has just moved.
        Mover "mover",
        /// The default does (LW-6.14).
        Auto "auto",
    }

    /// A kind of thing in the Country (LW-1.5).
    TerrainKind {
        /// Solid; guns and men keep out of it.
        House "house",
        /// Solid.
        Wall "wall",
        /// Men cross it, guns do not.
        Hedge "hedge",
        /// Solid.
        Rock "rock",
        /// Single trunks.
        Trees "trees",
        /// Higher ground.
        Hill "hill",
        /// Bars men and guns.
        Water "water",
        /// A way over water.
        Bridge "bridge",
        /// A way through water.
        Ford "ford",
        /// A name on the map.
        Label "label",
    }

    /// What a coin is tossed for.
    Toss {
        /// Who arranges the Country (LW-1.1).
        Arranger "toss-arranger",
        /// Who moves first (LW-1.6).
        FirstMove "toss-first-move",
        /// Who defends (LW-9.14).
        Defender "toss-defender",
    }

    /// Whether a side attacks or defends (LW-9.13).
    Role {
        /// Neither: not the defensive game.
        None "none",
        /// The stronger side, which must come through.
        Attacker "attacker",
        /// The weaker side.
        Defender "defender",
    }

    /// What has become of a man (LW §3).
    Status {
        /// Not yet put down.
        Waiting "waiting",
        /// On the floor, fit to fight.
        Armed "armed",
        /// On the floor, freed, without a weapon.
        Disarmed "disarmed",
        /// On the floor, under escort.
        Prisoner "prisoner",
        /// On the floor, has surrendered, no escort yet.
        Flag "flag",
        /// Behind his captor's line.
        Secured "secured",
        /// Dead.
        Dead "dead",
        /// Over his own line.
        Withdrawn "withdrawn",
    }

    /// Where a gun is.
    GunStatus {
        /// On the floor.
        OnField "on_field",
        /// Over its holder's line.
        Withdrawn "withdrawn",
    }

    /// For what a man was used in this move.
    Used {
        /// He went with a gun (LW-3.3).
        Crew "crew",
        /// He serves the trail of a gun that fired (LW-4.20).
        Trail "trail",
        /// He went with prisoners (LW-7.3).
        Escort "escort",
        /// He was led, as a prisoner.
        Prisoner "prisoner",
    }

    /// Why a man moved.
    MovedBy {
        /// An order of his own.
        Order "order",
        /// With his gun (LW-3.3).
        Crew "crew",
        /// To the trail (LW-4.20).
        Trail "trail",
        /// As an escort (LW-7.3).
        Escort "escort",
        /// Led by his escort (LW-7.3).
        Prisoner "prisoner",
    }

    /// Why a man left the floor.
    LeftBy {
        /// An order of his own (LW-5.10).
        Order "order",
        /// With his gun (LW-3.7).
        Crew "crew",
    }

    /// How a man died.
    DeathCause {
        /// Knocked over by a shot (LW-4.12).
        Fell "fell",
        /// Touched first by a shot (LW-4.13).
        Touched "touched",
        /// Knocked over by a falling neighbour (LW-4.14).
        Domino "domino",
        /// In a melee (LW-6).
        Melee "melee",
    }

    /// How a man was taken.
    TakenBy {
        /// In a melee (LW-6.7).
        Melee "melee",
        /// After his white flag (LW-7.11).
        Flag "flag",
        /// Touched while disarmed (LW-7.9).
        Retaken "retaken",
        /// With his whole side (LW-9.10).
        Capitulation "capitulation",
    }

    /// How a prisoner was freed.
    FreedBy {
        /// His escort fell, was taken or surrendered (LW-7.4).
        EscortLost "escort_lost",
        /// His escort was too far away (LW-7.5).
        EscortAway "escort_away",
        /// The side that held him capitulated (LW-9.10).
        Capitulation "capitulation",
    }

    /// Who named the dead of a melee.
    ResolvedBy {
        /// The player who had moved.
        Mover "mover",
        /// The default (LW-6.14).
        Default "default",
    }

    /// One side of a trail (LW-4.20).
    TrailPlace {
        /// To the left, looking along the barrel.
        Left "left",
        /// To the right.
        Right "right",
    }

    /// How the battle ended.
    Reason {
        /// One side has no free man left (LW-9.1).
        Annihilation "annihilation",
        /// Neither has (LW-9.2).
        BothGone "both-gone",
        /// Both are below the limit (LW-9.6).
        BelowLimit "below-limit",
        /// A blow at the rear (LW-9.9).
        Blow "blow",
        /// The attacker is too weak (LW-9.18).
        DefenceHeld "defence-held",
        /// The attacker stands on the defender's line (LW-9.18).
        LineReached "line-reached",
        /// Nothing happens any more (LW-9.21).
        Idle "idle",
        /// All moves are made (LW-9.22).
        MoveLimit "move-limit",
        /// A side has resigned (LW-9.19).
        Resigned "resigned",
        /// A draw was agreed (LW-9.20).
        Agreed "agreed",
    }
}

impl Line {
    /// The other one.
    pub fn other(self) -> Line {
        match self {
            Line::North => Line::South,
            Line::South => Line::North,
        }
    }
}

impl Status {
    /// On the floor: it has a place, and bars others from it (LW §3).
    pub fn is_on_floor(self) -> bool {
        matches!(self, Status::Armed | Status::Disarmed | Status::Prisoner | Status::Flag)
    }

    /// A free man on the floor (LW §3).
    pub fn is_free(self) -> bool {
        matches!(self, Status::Armed | Status::Disarmed)
    }

    /// A prisoner, in the counting of points (LW-9.4).
    pub fn is_captive(self) -> bool {
        matches!(self, Status::Prisoner | Status::Flag | Status::Secured)
    }
}
