//! Every rule of the game by its id, each in our own words; those that events, rolls and refusals cite have a name.

use crate::rule::{Origin, Rule, RuleId};

macro_rules! rulebook {
    ($($section:literal { $($id:literal $(($name:ident))? $origin:ident $text:literal)* })*) => {
        $($($(pub(super) const $name: RuleId = RuleId($id);)?)*)*

        /// All rules, in their order.
        pub(super) const RULES: &[Rule] = &[$($(
            Rule { id: RuleId($id), section: $section, origin: Origin::$origin, text: $text },
        )*)*];
    };
}

rulebook! {
    "Sides, seats, editions, options" {
        "CCC-1.1" Source "The 7th Cavalry fights the Plains Nations; there are no other sides."
        "CCC-1.2" SourceAndRuling "Each band and each company is a unit with a player of its own; so, by \
            ruling, are Custer and his bearer, who are ranked as a company. Hence the plan units has a seat \
            for each unit; duel has one for each side. In every plan each unit belongs to exactly one seat \
            of its side."
        "CCC-1.3" Source "Friends are rivals: the bands vie for honor, the companies for the longest stand."
        "CCC-1.4" Ruling "Option edition: v1, or v2 (default). Two things differ, the table for shots (1.5) \
            and the honors (11.1–11.6); where the text of v1 says nothing (forces, table, aim, victory), v2 \
            is followed."
        "CCC-1.5" Ruling "Option shooting_table: as_printed (default) plays the table of the edition, 6.6 in \
            v2 and 6.7 in v1; corrected plays 6.6 in both. In v1 the two headings seem to have changed \
            places, for far shots hit better, and both claim 12 inches: a misprint, we think, but the page \
            has it."
        "CCC-1.6" Ruling "Both editions go through the same six phases, since both texts print them, though \
            v2 says that it did away with simultaneous shooting. There is no option for it."
        "CCC-1.7" (UNITS_IN_PLAY) SourceAndRuling "The more players, the more units, with plenty of the \
            Plains Nations. Option units names units of the scenario, each once and in any order (default \
            all); the others stay away, and so do the seats that have no other. Without a cavalry unit and a \
            band it is a bad-option; with fewer figures of the Plains Nations than of the cavalry it is \
            too-few-nations."
        "CCC-1.8" (OPTIONS) Ruling "Options are units (1.7), edition (v1, v2), shooting_table (as_printed, \
            corrected; 1.5), deployment (random, fixed; 3.4), guidon_guard (company, contact; 7.9), \
            chief_first_hit (stays, withdraws; 8.5) and round_limit (1 to 60, or null; 13.2). The scenario \
            has a value for each that is not given. Any other name or value, or random where the scenario \
            has no random_deployment, is a bad-option, which is told before too-few-nations."
    }
    "Table and geometry" {
        "CCC-2.1" SourceAndRuling "The table of the big battle is 90 inches wide and 60 deep. By ruling \
            places are whole hundredths of an inch, x to the east and y to the south, each from 0 to the \
            table's width or height."
        "CCC-2.2" Ruling "A figure, on foot or mounted, is a disc with a radius of 0.50 inch, so the centres \
            of two figures on the table are never less than 1.00 apart."
        "CCC-2.3" Ruling "Distances are taken between centres and rounded up to a whole hundredth. Who is \
            nearest or farthest is told by the squares, which are not rounded."
        "CCC-2.4" Ruling "Within a distance means up to and with it: at exactly 12 inches a target is near."
        "CCC-2.5" Ruling "Figures touch if their centres are 1.10 inches apart or less; that tenth of an \
            inch lets whole numbers find contact on every side."
        "CCC-2.6" Ruling "A hill is made of discs, its lobes, and may be a single one. A figure is on it if \
            its centre is inside a lobe or on the rim."
        "CCC-2.7" Ruling "A hill cuts the line between two centres if neither figure is on it and the line \
            goes through the inside of a lobe (2.8); along the rim it is clear. So from a hill one sees, and \
            is seen, over that hill, though not over another."
        "CCC-2.8" Ruling "A segment AB is closer to P than r if one of its points is. In whole numbers, with \
            d = B - A, p = P - A, L = d·d and t = p·d: for L = 0 or t ≤ 0 if p·p < r²; for t ≥ L if |P - B|² \
            < r²; else if (p.x·d.y - p.y·d.x)² < r²·L. Lobes block sight by it, enemies block paths by it (r \
            = 1.00); 64 bits are enough, as 5.7 is asked first."
        "CCC-2.9" Source "Low hills are plentiful. They hide from shots and hinder no move (5.12)."
    }
    "Set-up" {
        "CCC-3.1" (CUSTER) Source "Custer and the trooper with his guidon begin in the middle of the table."
        "CCC-3.2" SourceAndRuling "Companies C, E, F, I and L have 10 to 12 figures, among them \
            an officer, and a guidon. By ruling they are 12, officer and bearer counted, and the bearer is a \
            plain trooper."
        "CCC-3.3" (RING) SourceAndRuling "A company begins some 12 inches from Custer in a direction left to \
            chance: by ruling, its block has its centre at one of the twelve hours of a clock, exactly 12.00 \
            away."
        "CCC-3.4" (DEPLOYMENT) Ruling "Option deployment. With random (default in last_stand) a twelve-sided \
            die is rolled for each unit that random_deployment lists and that plays, in that order: 12 is \
            north, 3 is east; from a direction that is taken one goes on clockwise, after 12 to 1, to the \
            first that is free. Figure i, counted from 0, stands at centre + ring[direction mod 12] + \
            formation[i]. With fixed (default in skirmish) all stand where the scenario has them."
        "CCC-3.5" (SCENARIO) SourceAndRuling "There are six bands of a mounted chief and 10 to 12 warriors \
            on foot, who have bows, rifles or neither; a marker for each on the rim of the table shows where \
            it enters, and together they come from all sides. By ruling there are 12 warriors, four of each \
            sort, and the Northern and Southern Cheyenne are one band, as the six are given seven names. A \
            scenario whose forces or table cannot be played is refused as bad-scenario."
        "CCC-3.6" Ruling "The places behind a marker lie in rows r = 0 to 5, at 0.60 + 1.10·r inches from \
            its edge. In a row the first is straight in from the marker, the next are 1.10, 2.20 and so on \
            to 6.60 along the edge, each to plus before minus. Rows come in order; a place less than 0.50 \
            from any edge does not count."
        "CCC-3.7" Ruling "Bands start off the table and enter before phase 4 of round 1 (8.3), unless the \
            scenario puts their figures on it."
        "CCC-3.8" Ruling "Only the chiefs have horses; all cavalry, Custer too, is on foot. Who is mounted \
            is for the scenario to say: a trooper or officer who was would move and fight as a rider."
    }
    "Sequence and orders" {
        "CCC-4.1" (SEQUENCE) Source "A round has six phases: move, action and melee of the cavalry, then \
            move, action and melee of the Plains Nations."
        "CCC-4.2" (CHECKS) Ruling "An order comes from one seat and is judged for the figure or unit it \
            names: game-over, unknown-figure or unknown-unit, not-your-unit, not-your-phase, already-done, \
            not-on-table, then what is asked of its kind; the first fault is told. In a list everything is \
            asked of one entry before the next. Orders are carried out singly, each whole or not at all."
        "CCC-4.3" (PHASE_ENDS) Ruling "A phase is over at once when it waits for no unit of the active side \
            (4.4)."
        "CCC-4.4" (STILL_TO_ACT) Ruling "A phase waits for the units still to act: those that are not done \
            for it (4.5, 4.9), not retired, and have a figure on the table that has not moved (phases 1 and \
            4), has not acted (2 and 5), or has not fought and touches an enemy who has not either (3 and 6; \
            7.9 apart). A phase that waits for nobody starts and ends at once. A unit with nothing to do is \
            not done: while the phase is kept open by others, its orders fail for what is wrong with them."
        "CCC-4.5" (DONE) Ruling "done names a phase: its units are done for the rest of this half-round up \
            to and with that phase, and orders of theirs are already-done. Meant is the half-round in which \
            the request came in; said too late or twice, it is accepted with neither effect nor event. If it \
            names no units it is for the seat's live ones, in unit order, be there any or none."
        "CCC-4.6" (RESUME) Ruling "resume undoes all that marks a unit as done in this half-round, be it \
            from a time-out, for as long as the half-round lasts. It is for the same units as done, and \
            where nothing is marked it is accepted with neither effect nor event."
        "CCC-4.7" (REHEARSAL) Ruling "A request is a list of one seat's orders, taken whole or not at all. \
            First it is rehearsed on a copy without dice, where all happens but shots and fights: shooters \
            have acted, fighters have fought, no more. If an order fails, the request is refused by the \
            index and code of the first that does, and no die is rolled; failing, it changes nothing, and \
            the rehearsal goes on to find the others. So what works only with luck is refused: it takes a \
            second request."
        "CCC-4.8" Ruling "Then it is played. An order that dice have made impossible has lapsed: it is \
            recorded with its code, and those after it go on; to take back would be to show dice. Once the \
            game is over, rehearsed or played, nothing more is tried."
        "CCC-4.9" Ruling "When time is up for a seat, each of its units still to act is done with \
            this half-round, in unit order, as if by done melee."
        "CCC-4.10" (FRESH_PHASE) Ruling "As a phase starts, the active side's figures have not moved or \
            acted; if it is a melee phase, no figure of either side has fought; in phases 1 and 4 no unit is \
            done."
        "CCC-4.11" (ROUND) Ruling "After phase 6 the round has ended, and at its limit the game too (13.2); \
            otherwise the next round starts."
        "CCC-4.12" Ruling "Casualty orders and coup orders are taken at all times and hold from then on."
    }
    "Movement" {
        "CCC-5.1" (ONE_MOVE) SourceAndRuling "In phases 1 and 4 figures of the active side may move: by \
            ruling, each of them once."
        "CCC-5.2" (ALLOWANCE) Source "The allowance is 6 inches on foot and 12 mounted."
        "CCC-5.3" (PATH) Ruling "A path is one to six straight legs, measured one by one and rounded up \
            (2.3); the sum is its length, and 0 will do."
        "CCC-5.4" Ruling "Figures of one's own side let one through."
        "CCC-5.5" (ENEMY_IN_THE_WAY) Ruling "Enemies do not: no leg may come closer (2.8) than 1.00 to the \
            centre of one. The refusal names the first of them on the first leg that does."
        "CCC-5.6" (FREE_SPACE) Ruling "Where a move ends, every other figure on the table is 1.00 away or \
            more; the refusal names the first that is not."
        "CCC-5.7" (TABLE_EDGE) Ruling "All points of a path keep 0.50 or more from the edges; one does not \
            leave the table."
        "CCC-5.8" (MOVE_OR_SHOOT) Source "In phases 2 and 5 a figure may move again, as far as before, or \
            shoot instead."
        "CCC-5.9" (GROUP) Ruling "A group is figures of one unit that move by the same vector v, each on a \
            leg of its own at the end of which guidons are taken up (10.5, 10.6); all means every one on the \
            table with its move, or action, of this phase left. Greater x·vx + y·vy goes first, equals go in \
            figure order. If one of them cannot, none moves, and the refusal names him."
        "CCC-5.10" (CHARGE) Ruling "A charge is one leg into contact with an end that the program finds, in \
            hundredths. With v from the target to the figure and L its length rounded down it is target + \
            (105·vx/L, 105·vy/L), rounded to the nearest, halves away from zero; next come target + (±105, \
            0), (0, ±105), (±97, ±40), (±40, ±97), (±74, ±74), nearest to the figure first, equals from the \
            east round by the south. The first where the move is legal (5.2–5.7) is used, or it is \
            no-charge-spot; who touches the target is already-in-contact."
        "CCC-5.11" Ruling "Contact holds nobody: one may walk away from an enemy, as those did who fought \
            while retreating in the accounts of play."
        "CCC-5.12" Source "Hills make no difference to a move."
    }
    "Shooting" {
        "CCC-6.1" SourceAndRuling "In phases 2 and 5 a figure may give up its second move for a \
            shot: by ruling a single one, whether or not it moved in the phase before."
        "CCC-6.2" (WHO_SHOOTS) SourceAndRuling "All the cavalry may shoot, by ruling officers, bearers and \
            Custer too. Of the Plains Nations those may who have a bow or a rifle, and chiefs in any case."
        "CCC-6.3" (RANGE) SourceAndRuling "No range is too great. By ruling it is measured from the shooter \
            to the nearest figure of the target unit that he sees."
        "CCC-6.4" (SIGHT) Source "Hills cut off sight (2.7), and one must see somebody of the target unit."
        "CCC-6.5" Ruling "No figure, friend or enemy, stands in the way of a shot."
        "CCC-6.6" (SHOOTING_TABLE) Source "Each shooter rolls a six-sided die. Up to 12 inches the Plains \
            Nations hit with 5 or 6 and the cavalry with 4 to 6; farther away both need a 6. (v2, and v1 \
            with the corrected table.)"
        "CCC-6.7" (FIRST_SHOOTING_TABLE) SourceAndRuling "In v1 as printed both need a 6 up to 12 inches; \
            farther away the Plains Nations hit with 5 or 6 and the cavalry with 4 to 6. By ruling 12 itself \
            is near (2.4)."
        "CCC-6.8" Ruling "In contact one may shoot and be shot at as anywhere; troopers \
            carry pistols."
        "CCC-6.9" (VOLLEY) Ruling "A volley goes from one unit to one enemy unit. With all each figure fires \
            that can (it may shoot, has its action left and sees the target), in figure order; a list fires \
            in the order given. within keeps back those farther away (6.3), and a volley of nobody is an \
            empty-order. Sight and distance are those at the time of the order; all dice fall, shooter by \
            shooter, before any figure does."
        "CCC-6.10" (HITS_TAKEN) SourceAndRuling "Who falls is for the player who was hit to say. By ruling \
            hits are settled singly, in the shooters' order. Each takes one of the target unit, near or far, \
            who is still on the table and whom that very shooter saw at the time of the order; each is a new \
            choice, for the guidon may have changed hands."
        "CCC-6.11" (CASUALTY_ORDER) Ruling "It is said beforehand, in a casualty order: ids of the unit's \
            own figures, kinds of figure, and a word for ties. Kinds of cavalry are trooper, officer, \
            bearer; of a band warrior, melee (neither bow nor rifle), bow, rifle (all three warriors only), \
            chief. The guidon's carrier is bearer and neither of the others; an id always fits its figure. \
            Other words, and repetitions, are a bad-casualty-order. At its end trooper, officer, bearer or \
            warrior, chief always follow, so that guidon and chief last longest."
        "CCC-6.12" (CHOICE) Ruling "Hits go to the first entry that fits somebody eligible, and among \
            several to the one farthest from that shooter (with the word nearest, to the nearest), equals in \
            figure order. The default farthest keeps the front line."
        "CCC-6.13" (WASTED) Ruling "A hit for which nobody is eligible is wasted."
    }
    "Melee" {
        "CCC-7.1" SourceAndRuling "Phases 3 and 6 are for fighting. By ruling the cavalry attacks in 3 and \
            the Plains Nations in 6, as the half-rounds are theirs."
        "CCC-7.2" Ruling "Nobody is made to attack, for the source has the attacker match the figures and \
            speaks of no duty; who is attacked cannot decline."
        "CCC-7.3" (MUST_TOUCH) Ruling "Who would fight must touch."
        "CCC-7.4" (ONE_FIGHT) SourceAndRuling "One fights one. By ruling a figure has a single fight in a \
            melee phase, and attackers in excess wait."
        "CCC-7.5" SourceAndRuling "The attacker says who fights whom: by ruling each player for \
            the figures he owns, an order for each fight, which is settled at once, team-mates as their \
            orders arrive."
        "CCC-7.6" (FIGHT) SourceAndRuling "Each of the two rolls a six-sided die, by ruling the attacker \
            first, and adds 7.8. The greater total wins; the other is a casualty (8)."
        "CCC-7.7" (TIE) Source "The Plains Nations win ties."
        "CCC-7.8" (MODIFIERS) Source "A chief or officer has +1, a rider has +1, and a mounted chief has \
            both."
        "CCC-7.9" (GUIDON_GUARD) SourceAndRuling "A guidon bearer may not be attacked while a comrade is \
            without an opponent. By ruling officers are comrades too, even Custer, and whoever has fought, \
            or fallen in a fight, this phase has had his. Option guidon_guard: company (default, the letter \
            of the rule) asks it of the whole unit on the table, far or near, and keeps the bearer from \
            attacking sooner as well; contact asks it only of those who touch an enemy where neither has \
            fought, as the source's tale of a chief who rode alone into a crowd of troopers and took their \
            guidon demands."
        "CCC-7.10" Ruling "Who wins stays on his place."
    }
    "Casualties" {
        "CCC-8.1" (CAVALRY_FALLS) Source "Of the cavalry, who is shot or beaten never comes back."
        "CCC-8.2" (WARRIOR_RETURNS) SourceAndRuling "A warrior who is shot or beaten is taken off and comes \
            on again at the marker of his band: by ruling in the next round, in whatever phase it was."
        "CCC-8.3" (ENTRY) Ruling "Between phases 3 and 4 all who wait for this round or an earlier one \
            enter, in unit and figure order, each at the first place (3.6) with nobody on the table nearer \
            than 1.00. If there is none he waits for the next round. To enter is not to move; he may still \
            move and act."
        "CCC-8.4" (CHIEF_HIT) Ruling "For a chief a hit is a hit: by a shot, in a lost fight, in a failed \
            coup."
        "CCC-8.5" (FIRST_HIT) SourceAndRuling "At the first hit a chief loses his horse. By option \
            chief_first_hit he stays where he was, on foot (stays, default, as the source sets chiefs apart \
            from other casualties), or is taken off and comes back in the next round, on foot (withdraws)."
        "CCC-8.6" (SECOND_HIT) Source "At the second he is out of the game."
        "CCC-8.7" Ruling "Warriors come back time and again, with their chief or without."
    }
    "Counting coup" {
        "CCC-9.1" (COUP) Source "A chief may try to count coup in a fight, if that is said before the dice."
        "CCC-9.2" (NO_BONUS) SourceAndRuling "He gives up all his modifiers. By ruling his opponent has his \
            own, and a tie is still the chief's."
        "CCC-9.3" (COUP_COUNTED) SourceAndRuling "With success the opponent stays, and the band has 2 honor: \
            by ruling with nothing for an enemy beaten and no fight won, though both have fought."
        "CCC-9.4" Source "With failure the chief is a casualty (8.5, 8.6)."
        "CCC-9.5" (COUP_ONCE) SourceAndRuling "No chief counts coup on a figure twice. By ruling failures do \
            not count, so he may try anew, and an ordinary fight is open to him at any time."
        "CCC-9.6" (COUP_ORDER) Ruling "When the cavalry attacks a chief (phase 3), he tries a coup if the \
            coup order of his band says always and 9.5 allows it. The default is never, for the modifiers \
            would be lost."
        "CCC-9.7" Ruling "A bearer may have coup counted on him, once his guard (7.9) allows; he keeps the \
            guidon."
    }
    "Guidons" {
        "CCC-10.1" Ruling "Every cavalry unit has a guidon, and one figure carries it: the bearer, who \
            differs from others in 7.9 and in 6.11 alone."
        "CCC-10.2" (GUIDON_CAPTURED) Ruling "A bearer who loses a fight loses the guidon to the winner's \
            band; in a coup he does not."
        "CCC-10.3" (GUIDON_PASSES) Ruling "If a bearer is shot, the nearest of his unit on the table within \
            6 inches has it at once, equals in figure order."
        "CCC-10.4" (GUIDON_FALLS) Ruling "If nobody is, it lies where he stood and is in nobody's way."
        "CCC-10.5" (GUIDON_RECOVERED) Ruling "Who ends a move within 1.10 inches of a guidon of his own unit \
            on the ground takes it up and carries it; other cavalry may not."
        "CCC-10.6" (GUIDON_TAKEN_UP) Ruling "Who ends a move there for the Plains Nations captures it, be \
            the move of length 0 and be its unit gone; entering is no move. Whoever reaches several (10.5, \
            10.6) has them all, in unit order."
        "CCC-10.7" (GUIDON_LOST) Ruling "A unit loses its guidon by capture or with its last figure on the \
            table, whichever is sooner, and losses are numbered. One lost with the last figure may yet be \
            captured (10.6), but is not lost again."
        "CCC-10.8" Ruling "No captured guidon is won back."
    }
    "Honor" {
        "CCC-11.1" (HONOR_FOR_FIGHT) Source "v2: 1 for an enemy beaten in a fight, in attack or defence."
        "CCC-11.2" (HONOR_FOR_GUIDON) Source "v2: 1 for a captured guidon."
        "CCC-11.3" (HONOR_FOR_CUSTERS) SourceAndRuling "v2: 2 for Custer's, by ruling in place of that 1."
        "CCC-11.4" Ruling "All of it adds up: a bearer beaten is worth 11.1 and either 11.2 \
            or 11.3, a guidon taken from the ground only the latter."
        "CCC-11.5" Ruling "11.1 to 11.3 score nothing in v1, whose text has honor for coups only, and v2 \
            speaks of changed points; what was won and captured counts for 13.4 even so."
        "CCC-11.6" (HONOR_FOR_COUP) Source "2 for a coup that succeeds, in either edition."
        "CCC-11.7" Ruling "No honor is to be had by shooting."
    }
    "Markers" {
        "CCC-12.1" (GRAVESTONE) Source "A gravestone marks the place where a cavalry figure fell."
        "CCC-12.2" Ruling "It is in nobody's way and remains until the end."
    }
    "The end" {
        "CCC-13.1" (DESTROYED) Ruling "With the last cavalry figure on the table the game is over at once, \
            as in the two battles told of in the source; first what is left of the volley's hits is wasted."
        "CCC-13.2" (ROUND_LIMIT) Ruling "It is over, too, with phase 6 of the round round_limit; null sets \
            no limit."
        "CCC-13.3" (SIDE_RESULT) Ruling "Of the sides the Plains Nations win with no cavalry on the table, \
            or at the limit with all guidons lost; the cavalry wins at the limit with a guidon or more not \
            lost. An agreed draw is a draw, and who resigns leaves the win to the other side."
        "CCC-13.4" (NATIONS_RANKING) SourceAndRuling "The band with the most honor is first among the Plains \
            Nations. By ruling equals are told apart by guidon points (1 for a guidon, 2 for Custer's), then \
            coups, fights won, fewer hits taken."
        "CCC-13.5" (CAVALRY_RANKING) SourceAndRuling "First of the cavalry is the company whose guidon was \
            kept longest. By ruling units that never lost theirs lead, by figures still on the table, and \
            the others follow, the later loss before the earlier."
        "CCC-13.6" (DRAW) Ruling "A draw agreed at the table ends the game at once. A seat may offer and \
            accept as long as one of its units is live."
        "CCC-13.7" (RESIGNATION) Ruling "The units of a seat that resigns are retired: their figures stand \
            idle where they are until the end, nobody waits for them, no order reaches them, and they rank \
            below all others. A bot's or a substitute's seat has not resigned. A live unit is one not \
            retired and, of the cavalry, with a figure on the table; once a side has none, the game is over: \
            cavalry_destroyed without cavalry (13.1), else cavalry_resigned or nations_resigned."
        "CCC-13.8" Ruling "Those still equal share their rank (1, 1, 3)."
    }
}
