//! Every rule of the game by its id, each in our own words, and names for those that events and refusals cite.

use crate::rule::{Origin, Rule, RuleId};

pub(super) const RIVER: RuleId = RuleId("LBH-1.3");
pub(super) const MOUNTED_TERRAIN: RuleId = RuleId("LBH-1.5");
pub(super) const BOARD: RuleId = RuleId("LBH-1.1");
pub(super) const TRIANGLES: RuleId = RuleId("LBH-2.2");
pub(super) const DEPLOYMENT: RuleId = RuleId("LBH-2.4");
pub(super) const STACKING: RuleId = RuleId("LBH-2.5");
pub(super) const FALLEN: RuleId = RuleId("LBH-2.9");
pub(super) const ONE_MOVE: RuleId = RuleId("LBH-4.1");
pub(super) const FOOT_MOVE: RuleId = RuleId("LBH-4.2");
pub(super) const MOUNTED_MOVE: RuleId = RuleId("LBH-4.3");
pub(super) const FLAG_BEARER: RuleId = RuleId("LBH-4.8");
pub(super) const FLAG_PICK_UP: RuleId = RuleId("LBH-4.10");
pub(super) const FLAG_ONCE: RuleId = RuleId("LBH-4.11");
pub(super) const MUST_STOP: RuleId = RuleId("LBH-5.2");
pub(super) const ENEMY_CELL: RuleId = RuleId("LBH-6.1");
pub(super) const FIREARMS_REACH: RuleId = RuleId("LBH-7.2");
pub(super) const TOMAHAWKS_REACH: RuleId = RuleId("LBH-7.3");
pub(super) const ONE_SHOT: RuleId = RuleId("LBH-7.6");
pub(super) const TWO_SHOTS: RuleId = RuleId("LBH-7.7");
pub(super) const TARGET_NAMED: RuleId = RuleId("LBH-7.8");
pub(super) const MELEE_OWED: RuleId = RuleId("LBH-7.9");
pub(super) const MELEE_FIRST: RuleId = RuleId("LBH-7.10");
pub(super) const ANSWERED: RuleId = RuleId("LBH-7.18");
pub(super) const TIE: RuleId = RuleId("LBH-7.19");
pub(super) const ELIMINATED: RuleId = RuleId("LBH-7.20");
pub(super) const PUSHED_BACK: RuleId = RuleId("LBH-7.21");
pub(super) const MISS: RuleId = RuleId("LBH-7.22");
pub(super) const UNANSWERED: RuleId = RuleId("LBH-7.23");
pub(super) const ADVANCE: RuleId = RuleId("LBH-7.24");
pub(super) const NOTHING_LEFT: RuleId = RuleId("LBH-7.31");
pub(super) const RETREAT: RuleId = RuleId("LBH-8.1");
pub(super) const VICTOR_CHOOSES: RuleId = RuleId("LBH-8.4");
pub(super) const NO_RETREAT: RuleId = RuleId("LBH-8.5");
pub(super) const LINE: RuleId = RuleId("LBH-9.1");
pub(super) const SEQUENCE: RuleId = RuleId("LBH-11.1");
pub(super) const CHIEFS_ELIMINATED: RuleId = RuleId("LBH-12.1");
pub(super) const FLAG_EXIT: RuleId = RuleId("LBH-12.2");
pub(super) const OFFICERS_ELIMINATED: RuleId = RuleId("LBH-12.3");
pub(super) const FLAG_CAPTURED: RuleId = RuleId("LBH-12.4");
pub(super) const OVER: RuleId = RuleId("LBH-12.5");
pub(super) const ROUND_LIMIT: RuleId = RuleId("LBH-12.8");
pub(super) const QUIET_LIMIT: RuleId = RuleId("LBH-12.9");
pub(super) const RESIGNATION: RuleId = RuleId("LBH-12.10");
pub(super) const AGREED: RuleId = RuleId("LBH-12.11");
pub(super) const TIMEOUT: RuleId = RuleId("LBH-12.12");
pub(super) const STANDING: RuleId = RuleId("LBH-13.1");
pub(super) const FIRST_PASS: RuleId = RuleId("LBH-14.4");
pub(super) const END_PHASE: RuleId = RuleId("LBH-14.9");
pub(super) const WRONG_PHASE: RuleId = RuleId("LBH-14.10");
pub(super) const OWN_FIGURES: RuleId = RuleId("LBH-15.2");
pub(super) const COMMAND_PASSES: RuleId = RuleId("LBH-15.4");

macro_rules! rulebook {
    ($($section:literal { $($id:literal $origin:ident $text:literal)* })*) => {
        /// All rules, in their order.
        pub(super) const RULES: &[Rule] = &[$($(
            Rule { id: RuleId($id), section: $section, origin: Origin::$origin, text: $text },
        )*)*];
    };
}

rulebook! {
    "Battlefield" {
        "LBH-1.1" Source "The board is a grid of squares; each cell has exactly one terrain."
        "LBH-1.2" Source "Terrains: open, woods, rocks, parapet, ford, river."
        "LBH-1.3" Source "A river cell can never be entered, crossed or occupied by any figure or by the \
            flag."
        "LBH-1.4" Source "Foot figures may enter every other terrain."
        "LBH-1.5" SourceAndRuling "Mounted figures may enter open, parapet and ford; never woods, rocks, \
            river. (Parapets: not forbidden by the source, so allowed.)"
        "LBH-1.6" Source "Two cells are adjacent if they touch at any point (8 neighbours). A diagonal \
            step is not hindered by the two cells it passes between."
        "LBH-1.7" Ruling "Because of 1.6 a scenario's river must not be crossable diagonally: where a \
            river cell touches another river or ford cell at a corner only, one of the two cells beside \
            that corner is river or ford too (checked by the validator, not by move legality)."
        "LBH-1.8" Source "Starting triangles are blue (Long Knives and flag), red (Plains Nations) and \
            red with a horse's head (mounted); after set-up they have no effect."
        "LBH-1.9" SourceAndRuling "Two exit cells are marked by a blue arrow. For everything but LBH-12.2 \
            they are ordinary cells; either side may stand there."
        "LBH-1.10" Ruling "Parapets, fords and exits never hinder movement and never block fire (a ford \
            between lengthens the range, LBH-9.6)."
        "LBH-1.11" SourceAndRuling "Only the Plains Nations have cavalry; every Long Knife is on foot."
    }
    "Placement and stacking" {
        "LBH-2.1" SourceAndRuling "Long Knives and the flag start on blue triangles, one piece per \
            triangle. The flag has its own triangle and starts unattended."
        "LBH-2.2" SourceAndRuling "Plains Nations start on red triangles, one each; mounted figures on \
            horse's-head triangles, foot figures on the plain red ones."
        "LBH-2.3" Ruling "The scenario names each piece's triangle; the option deployment (default fixed) \
            may leave the choice to the sides."
        "LBH-2.4" Ruling "With deployment free, the Plains Nations deploy first, then the Long Knives, \
            who go straight on to move; a deploy order exchanges pieces of the seat among the cells they \
            hold (respecting 2.2), and the flag belongs to the seat that has the general."
        "LBH-2.5" Source "After the start a cell holds at most: 3 foot; or 2 mounted; or 1 mounted + 1 \
            foot."
        "LBH-2.6" Source "The limit holds at every instant: also on cells passed through, in retreats and \
            advances."
        "LBH-2.7" Ruling "The flag is not a combatant: it does not count for stacking, stops nobody, \
            blocks nothing."
        "LBH-2.8" Source "Enemies never share a cell."
        "LBH-2.9" Ruling "Eliminated figures leave the board for good."
    }
    "Start" {
        "LBH-3.1" Source "The Long Knives move first."
    }
    "Movement" {
        "LBH-4.1" SourceAndRuling "In his movement phase the mover may move all, some or none of his \
            figures; each at most once per movement phase."
        "LBH-4.2" Source "Foot: one adjacent cell."
        "LBH-4.3" Source "Mounted: one, two or three adjacent cells one after another, each step legal by \
            itself."
        "LBH-4.4" Source "No figure is obliged to move."
        "LBH-4.5" Source "Any direction, straight or diagonal."
        "LBH-4.6" Ruling "Moves are executed in the order given; each sees the result of those before it."
        "LBH-4.7" SourceAndRuling "A path may pass over cells held by friends if 2.5 would allow stopping \
            there. It may come back to a cell already passed."
        "LBH-4.8" SourceAndRuling "The flag is moved only by a soldier, which the general and officers \
            are not; with the option flag_bearers any (default soldiers), by any Long Knife."
        "LBH-4.9" Source "The flag never moves alone."
        "LBH-4.10" Ruling "To move it a bearer must begin his move on the flag's cell and say with_flag; \
            flag and bearer arrive together. Picking up costs nothing."
        "LBH-4.11" Ruling "The flag moves at most one cell per turn (no relay from soldier to soldier)."
        "LBH-4.12" Ruling "The flag moves only in the Long Knives' movement phase: a melee advance leaves \
            it where it is."
        "LBH-4.13" Ruling "A soldier may leave the flag's cell without it; the flag then stands alone."
    }
    "Threatened squares" {
        "LBH-5.1" Source "Moving within reach of enemy weapons is free."
        "LBH-5.2" Source "A moving figure that enters a cell adjacent to an enemy-occupied cell must stop \
            there."
        "LBH-5.3" Ruling "A figure that starts in contact may move: away, or to another cell in contact, \
            where 5.2 stops it."
        "LBH-5.4" Source "Figures that have moved into contact must fight in the following combat phase \
            (LBH-7.9)."
        "LBH-5.5" Ruling "Contact depends on adjacency alone: terrain between or under the figures does \
            not matter."
    }
    "Squares occupied by the enemy" {
        "LBH-6.1" Source "Movement never enters an enemy-occupied cell."
        "LBH-6.2" Source "Such a cell is gained only by winning a melee (LBH-7.24)."
        "LBH-6.3" Ruling "The unguarded flag's cell is not enemy-occupied: a figure of the Plains Nations \
            may move onto it. A path ends there; further cells of the path are ignored (but checked by \
            14.4)."
    }
    "Battle" {
        "LBH-7.1" Source "Combat follows the completed movement."
        "LBH-7.2" Source "Firearms (all but the riders' tomahawks) reach enemies up to range 3."
        "LBH-7.3" Source "Riders reach only adjacent enemies."
        "LBH-7.4" Ruling "Range = distance, plus LBH-9.5. Melee = distance 1; everything else is distant."
        "LBH-7.5" SourceAndRuling "An enemy is reachable if adjacent, or within reach with a clear line \
            (LBH-9)."
        "LBH-7.6" SourceAndRuling "A figure fires at most once per turn; attack and reply both use the \
            shot; shots come back at the start of every turn of either side."
        "LBH-7.7" SourceAndRuling "General and officers have two shots per turn, at the same or different \
            enemies; other figures may fire between them, and a reply uses one."
        "LBH-7.8" Source "The firing side names the target figure of each attack (on a stack: one \
            figure)."
        "LBH-7.9" SourceAndRuling "A figure of the acting side owes melee while it is in contact, has \
            used no shot this turn and its seat has not ended the phase, whether or not it has moved; one \
            attack on any enemy in contact settles it. In combat a seat cannot end the phase while one of \
            its figures owes melee; in return fire it can (7.30)."
        "LBH-7.10" SourceAndRuling "Melee before distant fire: no distant attack while any figure of the \
            acting side owes melee (whole side, all seats). No order between ranges 2 and 3; the same \
            holds in return_fire."
        "LBH-7.11" Ruling "Contact is judged at each moment: a retreat or advance may create or cancel a \
            debt. A seat that has ended the phase owes nothing any more."
        "LBH-7.12" Source "Distant attacks are optional."
        "LBH-7.13" Source "Several figures may attack the same enemy; each attack is its own encounter."
        "LBH-7.14" SourceAndRuling "A target replies at most once per turn (general and officers too); \
            later attacks on it are unanswered."
        "LBH-7.15" Source "In melee the target must reply if able."
        "LBH-7.16" Source "At a distance the reply is optional (standing order, LBH-13.2)."
        "LBH-7.17" SourceAndRuling "Able to reply = shot left, not yet replied this turn, attacker \
            reachable by the target's weapon."
        "LBH-7.18" Source "Answered: both roll d6 and add bonuses; the higher total wins."
        "LBH-7.19" Source "Equal totals: nothing happens."
        "LBH-7.20" SourceAndRuling "Winner's total 6 or more: the loser is eliminated. (7 is possible \
            with a bonus; read as 6.)"
        "LBH-7.21" Source "Winner's total 5 or 4: the loser retreats (LBH-8)."
        "LBH-7.22" Source "Winner's total 3 or less: missed, nothing happens."
        "LBH-7.23" Source "Unanswered: the attacker's total alone is read against 7.20–7.22."
        "LBH-7.24" SourceAndRuling "In melee the victor (7.20 or 7.21; attacker or replying target alike) \
            may occupy the vanquished's cell, if no other enemy is left on it and the terrain admits him. \
            No advance after distant fire."
        "LBH-7.25" Ruling "Whether to advance is said beforehand: in the attack order or standing order \
            (LBH-13.4)."
        "LBH-7.26" Ruling "An advance is not a move: no effect on moved, shots or the flag."
        "LBH-7.27" SourceAndRuling "After the mover's side, figures of the other side with a shot left \
            may attack (return_fire), optionally. A general or officer who has replied once has a shot \
            left."
        "LBH-7.28" Ruling "In return_fire the mover's figures with a shot left reply under the same rules \
            (compulsory in melee, standing order at a distance)."
        "LBH-7.29" Ruling "There is no third volley: the turn ends after return_fire."
        "LBH-7.30" SourceAndRuling "In return_fire melee is not compulsory: a seat may end the phase with \
            figures in contact; but 7.10 still forbids distant fire before melee."
        "LBH-7.31" Ruling "A combat or return-fire phase without any possible attack is skipped, and it \
            ends by itself when none is left."
        "LBH-7.32" Ruling "One attack at a time: (1) legality; (2) range, melee, bonuses from the cells \
            now held; (3) reply or not; (4) mark shots, replied; (5) attacker's die, then replying die; \
            (6) outcome; (7) retreat or elimination; (8) victory check; (9) advance; (10) capture of the \
            flag."
    }
    "Retreat" {
        "LBH-8.1" SourceAndRuling "A cell next to the loser is a retreat if it lies further along the \
            shot: with s = loser - winner and v = cell - loser, in columns and rows, s·v > 0."
        "LBH-8.2" Ruling "So a straight or exactly diagonal shot leaves three cells, any other four."
        "LBH-8.3" SourceAndRuling "Available = qualifies, on the board, terrain allowed, no enemy figure, \
            stacking kept."
        "LBH-8.4" Source "The victor chooses among available cells."
        "LBH-8.5" Source "None available: the loser is eliminated."
        "LBH-8.6" Source "A retreating figure never takes the flag: it stays on its cell."
        "LBH-8.7" Ruling "The flag's cell is not available to a figure of the Plains Nations: the flag is \
            conquered by entering its square, not by being driven onto it."
        "LBH-8.8" Ruling "A retreat is not a move: LBH-5.2 does not apply, it may end in contact."
        "LBH-8.9" Ruling "Only the loser retreats, not the figures stacked with it."
        "LBH-8.10" Ruling "Automatic choice: among available cells the least by (1 if the loser would \
            have a cover bonus there else 0; −d2(cell, flag); row; col)."
    }
    "Line of fire" {
        "LBH-9.1" Source "Woods or rocks strictly between the cells block a distant attack."
        "LBH-9.2" Ruling "The line joins the cell centres. With X=|Δcol|, Y=|Δrow| and offsets (i,j) \
            counted from the firer towards the target, ends excluded, it crosses cell (i,j) iff 2·|X·j - \
            Y·i| < X + Y (the interior, not a mere corner)."
        "LBH-9.3" Ruling "Where the line passes exactly through a corner, i.e. X(2j+1) = Y(2i+1) with \
            0≤i<X, 0≤j<Y, it is blocked there iff both cells (i+1,j) and (i,j+1) are woods or rocks."
        "LBH-9.4" SourceAndRuling "The two end cells never block (a figure in woods or rocks can fire and \
            be fired at)."
        "LBH-9.5" SourceAndRuling "Firing over the river is allowed; the river adds 1 to the range, once, \
            however many river cells the line crosses."
        "LBH-9.6" SourceAndRuling "It is added iff a cell crossed by 9.2 is river or ford, or both cells \
            of a corner of 9.3 are. End cells do not count."
        "LBH-9.7" Ruling "Figures of either side, the flag and parapets never block."
        "LBH-9.8" Ruling "Adjacent cells: range 1, never blocked, nothing added."
        "LBH-9.9" Ruling "Hence line and range are symmetric."
    }
    "Bonus" {
        "LBH-10.1" Source "Mounted figure in melee: +1."
        "LBH-10.2" Source "Foot figure in woods: +1."
        "LBH-10.3" Source "Foot figure in rocks: +1."
        "LBH-10.4" SourceAndRuling "Foot figure on a parapet: +1 (of either side)."
        "LBH-10.5" Ruling "10.2–10.4 apply to attacker and replier, in melee and at a distance."
        "LBH-10.6" Ruling "No figure ever has more than +1 (terrains exclude each other; cover is for \
            foot, melee bonus for mounted)."
        "LBH-10.7" Source "Totals decide, not dice."
        "LBH-10.8" Ruling "Unanswered: the attacker's own bonus counts, the target's does not (he rolls \
            no die). Option unanswered_cover (default false): subtract the target's bonus from the \
            attacker's total."
    }
    "Turns" {
        "LBH-11.1" Source "Movement, combat, movement, combat…, sides alternating."
        "LBH-11.2" Source "Without combat the movements simply alternate."
        "LBH-11.3" Ruling "Round = Long Knives' turn + Plains Nations' turn; it advances after the \
            return_fire of the latter."
    }
    "End" {
        "LBH-12.1" Source "Long Knives win when the last chief of the order of battle is eliminated."
        "LBH-12.2" Source "Long Knives win the moment the flag is moved onto an exit."
        "LBH-12.3" Source "Plains Nations win when the general and every officer are eliminated."
        "LBH-12.4" Source "Plains Nations win the moment one of their figures enters the flag's cell (by \
            move or advance) with no Long Knife on it."
        "LBH-12.5" Ruling "Checked after every elimination, move and advance; the first met ends the game \
            at once. No two can be met together (one figure dies per encounter)."
        "LBH-12.6" SourceAndRuling "Any other result is a draw. While the game lasts an officer and a \
            chief are alive, so either side could still win; a draw therefore comes only from 12.8, 12.9, \
            12.11."
        "LBH-12.7" Ruling "A seat without living figures is not awaited. A side cannot lose all its \
            figures without 12.1 or 12.3."
        "LBH-12.8" Ruling "Option round_limit (0 = none): draw when that round is complete."
        "LBH-12.9" Ruling "Option quiet_limit (0 = none): draw after that many complete rounds in a row \
            without any attack and without any flag move. If both limits fall together the reason is \
            round_limit."
        "LBH-12.10" Ruling "A side loses when its last seat resigns or is forfeited."
        "LBH-12.11" Ruling "Draw by agreement: when every seat still in the game, of both sides, has \
            offered or accepted it (the table's offers)."
        "LBH-12.12" Ruling "When the time of an awaited seat is up, its deployment stays as it is, \
            nothing is moved or fired, and the melees it owes in combat are fought by 14.8, phase after \
            phase, until the seat is no longer awaited."
    }
    "Standing orders" {
        "LBH-13.1" Ruling "Every living figure has standing orders. Its seat may change them at any time \
            before the end, in any phase, on move or not; they bind from the next attack. They are open \
            to all, as if called across the table."
        "LBH-13.2" Ruling "Standing order reply, at a distance: always (default), even (own bonus at \
            least the attacker's), better (own bonus higher than the attacker's) or never (hold fire for \
            return fire). Melee ignores it (7.15)."
        "LBH-13.3" Ruling "Standing order reply_to: figures and classes; if any are named (default none), \
            only they are replied to. Reply and reply_to must both hold."
        "LBH-13.4" Ruling "Standing order advance, after a won melee: never; capture (default: only onto \
            the unguarded flag, which wins); if_eliminated, if_pushed, always. Every value but never \
            includes capture; elimination for want of a retreat cell counts as if_eliminated."
        "LBH-13.5" Ruling "Standing order push, where the vanquished goes: auto (default, 8.10); to (the \
            first available of 1 to 8 cells, else auto); toward a cell (least d2 to it); away from a cell \
            (greatest d2); ties by 8.10."
        "LBH-13.6" Ruling "An attack order that omits push or advance uses the attacker's standing value."
    }
    "Requests" {
        "LBH-14.1" Ruling "A request is a list of orders of one seat, executed in order."
        "LBH-14.2" Ruling "No order is judged by dice not yet rolled."
        "LBH-14.3" Ruling "The faults of an order have one order of precedence, and each has one code and \
            one rule; the first that applies is told."
        "LBH-14.4" Ruling "First pass, over the whole list, before anything is applied: the form of the \
            orders; then, if that is right, what no die can change, judged on the position in which the \
            request arrives. Any fault refuses the request; every faulty order is reported, with its \
            first fault."
        "LBH-14.5" Ruling "Second pass, each order on what those before it have left. An order that is \
            illegal before the first die of the request refuses the whole request and undoes it; it alone \
            is reported. After the first die nothing is refused: an order that is not legal then has \
            lapsed; it is recorded as order_lapsed with its code, and the list goes on. (Otherwise a \
            deliberately broken list would show the dice and take them back.) An order is carried out \
            whole or not at all."
        "LBH-14.6" Ruling "When the game ends inside a request the remaining orders are not tried and \
            leave no event."
        "LBH-14.7" Ruling "The targets of an attack are a list of preferences: the first target legal at \
            that moment is attacked; if none is, the code is that of the first."
        "LBH-14.8" Ruling "An end_phase order with auto_melee fights what melee the seat owes in combat: \
            its first such figure in roster order attacks the adjacent enemy that is least by (able to \
            reply: no before yes; its bonus; rank general/chief, officer/rider, soldier/warrior; roster \
            order), with its standing push and advance, until none is owed. Then the seat's phase ends by \
            this order, even if nothing is left to do. In other phases auto_melee is ignored."
        "LBH-14.9" Ruling "end_phase names its phase. For the current phase of the seat's side it ends \
            that phase for the seat. For a phase that may have ended by itself or been skipped meanwhile \
            it is accepted without any effect: while the seat's side is acting, one that comes before the \
            current phase in the order deployment, return_fire, movement, combat; while the other side is \
            acting, combat. For any other it is not-your-phase."
        "LBH-14.10" Ruling "An order belongs to its phase: deploy to the deployment of the seat's side, \
            move to its movement, attack to its combat and its return fire, standing to any. Otherwise, \
            and when the seat has ended the phase (15.3), it is not-your-phase."
    }
    "Seats" {
        "LBH-15.1" Ruling "A seat commands one or more groups of its side, and their figures; every group \
            belongs to one seat. Which seats there are, and their order, says the seat plan."
        "LBH-15.2" Ruling "A seat orders only its own figures; a phase waits for every awaited seat of \
            the side; orders apply in order of arrival."
        "LBH-15.3" Ruling "A seat that has ended a phase gives no more orders in it, standing orders \
            apart."
        "LBH-15.4" Ruling "The living figures of a seat that resigns pass to the first seat of its side \
            still in the game, in the plan's order. A seat that has ended the phase has ended it for them \
            too; if nobody is awaited then, the phase ends by itself."
    }
}
