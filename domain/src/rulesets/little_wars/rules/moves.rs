//! The rules of measuring, putting down, moves, guns and shots.

rulebook! {
    "Measuring" {
        "LW-0.1" LW_0_1 Ruling "Only whole numbers are used. isqrt(n) is the square root rounded down, \
            isqrt_up(n) rounded up; rdiv(a,b) is a/b rounded to the nearest, halves up; r16(a) divides \
            by 65,536 in the same way. Wherever else something is divided, it is rounded down, below \
            zero too."
        "LW-0.2" LW_0_2 Ruling "unit(dx,dy) is the direction of (dx,dy), its length scaled to 65,536: \
            with L = isqrt((dx²+dy²)·2³²) it is (rdiv(dx·2³², L), rdiv(dy·2³², L)). Nobody asks it of \
            (0,0)."
        "LW-0.3" LW_0_3 SourceAndRuling "All soldiers are of one size, a man on foot close on two inches \
            tall. By ruling a figure is a disc: radius 0.35 inch on foot, 0.60 on horseback. A gun has a \
            disc of 0.80 round the middle of its axle, which is where it stands, and its trail ends 2.50 \
            behind: T = (x − r16(250·ux), y − r16(250·uy)), u being where it points."
        "LW-0.4" LW_0_4 Source "To a man one measures up to any point of him, his weapon or his horse. \
            So the gap between two figures is the distance of their centres less both radii, and within \
            d means: distance of centres² ≤ (d + r₁ + r₂)²."
        "LW-0.5" LW_0_5 Source "Men stand at least a sixteenth of an inch apart: 16·D² ≥ (4(r₁+r₂)+25)², \
            D being the distance of their centres. A sixteenth is 6.25 hundredths, so the test is exact."
        "LW-0.6" LW_0_6 Source "Men are in contact if the gap between them is an eighth of an inch or \
            less: 4·D² ≤ (2(r₁+r₂)+25)²."
        "LW-0.7" LW_0_7 SourceAndRuling "Within six inches of a gun is who has a gap of six inches or \
            less to the disc of its wheels, or whose edge is six inches or less from the end of its \
            trail, which the source measures to as well. By ruling the barrel does not count."
        "LW-0.8" LW_0_8 Ruling "march(A,B) are the checkpoints of a straight leg, a tenth of an inch \
            apart: with L = isqrt(|AB|²) and u = unit(B−A), P_k = (Ax + r16(10k·ux), Ay + r16(10k·uy)) \
            for k = 1 to L/10 rounded down, then B. A is none of them. Paths and shots alike are looked \
            at there, and for that reason things in the Country are at least 0.20 inch thick."
        "LW-0.9" LW_0_9 SourceAndRuling "A path is measured as with a string laid on the floor: from its \
            start to the points of the order in turn (equal neighbours count once), each leg as \
            isqrt_up(dx²+dy²), heights left out. The floor is 0 ≤ x ≤ width, 0 ≤ y ≤ height. A point \
            that an order names or leads to beyond it is off-table, and that is told before anything is \
            measured."
        "LW-0.10" LW_0_10 Ruling "Whether a point is in an area is told exactly, and a point on an edge \
            counts as on it; so is its distance to an edge. The ground at a point is as high as the \
            highest hill it is in or on, else 0, and who stands there stands on the ground under his \
            centre."
    }
    "The Country and putting down" {
        "LW-1.1" LW_1_1 SourceAndRuling "One player arranges the Country, by toss of a coin unless they \
            agree otherwise. By ruling the scenario is such an agreement. With side_choice other_player \
            the coin (toss-arranger: 1 red, 2 blue) only says who counts as arranger."
        "LW-1.2" LW_1_2 SourceAndRuling "The other player then chooses the back line he fights from. So \
            it is with side_choice other_player; with fixed (default) everybody has the line of the \
            scenario. A deployment written for the other line is turned by half a turn: x becomes width \
            − x, and y height − y."
        "LW-1.3" LW_1_3 Source "The Country stays as it is: nothing is moved away to help a gun, and \
            what a shot or a hand upsets is put back."
        "LW-1.4" LW_1_4 Source "Houses and sheds are solid, and nobody is ever in one. What the other \
            things do is said in 1.5."
        "LW-1.5" LW_1_5 Ruling "Houses, walls and rocks bar everybody and stop shots below their top. A \
            hedge stops shots and guns; men cross it, but do not stand in it. Trees are single trunks \
            (radius 0.15 inch unless given) that stop shots and are passed between. A hill raises the \
            ground to its top. Water bars everybody but on a bridge or a ford. A label does nothing. A \
            top is a height above the floor, even of a thing on a hill, and greater than the ground \
            below."
        "LW-1.6" LW_1_6 SourceAndRuling "When the Country is made and sides are chosen, and not before, \
            a coin says who moves first (toss-first-move: 1 red, 2 blue). By ruling the option \
            first_move may name him instead."
        "LW-1.7" LW_1_7 SourceAndRuling "Without a curtain the first player puts his men down, then the \
            second. With it (default) both do so at once, unseen, and it is drawn when both are ready. \
            By ruling pick, place and assign only make up a private draft, of which the log tells \
            nothing; ready, or the end of one's time, binds it in one line, the same whatever it seals. \
            When the last seat has bound, all seals are opened together."
        "LW-1.8" LW_1_8 SourceAndRuling "One may take as long as one likes over putting down. By ruling \
            it is one full allowance in a game with a clock."
        "LW-1.9" LW_1_9 SourceAndRuling "Men are put down along the back line wherever their player \
            likes. A man in front of it or behind it, by ruling with all of his disc within six inches \
            of it (else outside-deployment), counts in his side's first move as if he touched it: he is \
            measured from (x, y of the line). For everything else he is where he stands. So are guns."
        "LW-1.10" LW_1_10 Ruling "Who is put down stands clear of things (5.6) and of men (5.7). All \
            blocks of one place order are tested together, with the rest of the seat's draft and with \
            what its side has bound already, but never with the enemy. A gun points at the enemy's line, \
            its barrel level."
        "LW-1.11" LW_1_11 Ruling "With deployment fixed nobody puts anything down: the scenario's \
            deployment is there from the start, for all to see. In the defensive game the defender's \
            surplus is left out (9.13), 9.15 and 9.16 are not asked, and everybody is measured from \
            where he stands."
    }
    "The move and its time" {
        "LW-2.1" LW_2_1 Source "The sides move in turn, the first player first. In a move each soldier \
            may be moved, and each gun moved or fired."
        "LW-2.2" LW_2_2 Source "Guns come first, always: a player moves or fires them before he moves a \
            man. His first order to men, his end_guns or his end_move closes his guns, as soon as the \
            ids in it are found good, even if it comes to nothing for another reason. From then on fire, \
            move_gun, trail and end_guns are guns-first."
        "LW-2.3" LW_2_3 Ruling "Where several seats share a side, the rule of guns first binds each for \
            himself (guns_first_scope seat, default). With side nobody orders men about while another \
            seat of the side has a gun in action and its guns are not closed (guns-first); end_guns and \
            end_move may be given at any time."
        "LW-2.4" LW_2_4 Source "No gun fires before the first player's second move, and putting down is \
            no move. So nobody fires in his first move, and both sides may in their second. The \
            defensive game has a rule of its own (9.17)."
        "LW-2.5" LW_2_5 SourceAndRuling "A move has about a minute for thirty men and a minute for each \
            gun. By ruling it is M = men/30, rounded up, + guns, at least 1: the mover's free men and \
            the guns he holds, on the floor. So 110 men with 3 guns have 7 minutes, as in the source."
        "LW-2.6" LW_2_6 SourceAndRuling "As men fall the time may shrink, if the players agree. By \
            ruling the option shrink_clock says so: with true M is reckoned anew for each move, with \
            false every move has M₀, the M of that side's first."
        "LW-2.7" LW_2_7 SourceAndRuling "Warnings come two minutes, one minute and thirty seconds before \
            time is up, as far as the move is longer than that. In a game by post the allowance D of the \
            clock belongs to M₀, and a move has D·M/M₀, at least D/4 and at most D; reminders are sent \
            when 2/M, 1/M and 1/(2M) of it are left. Naming the dead of a melee has no time of its own. \
            Live, a move has M real minutes."
        "LW-2.8" LW_2_8 SourceAndRuling "When time is called the player stops at once. By ruling what a \
            seat has ordered so far stands, its guns are closed and get their trail men (4.20), and it \
            is done. When nobody is waited for any more the move ends, and what the late seat would have \
            chosen is chosen by 6.14. There is no other penalty: the men of a player who is not there \
            just stand."
        "LW-2.9" LW_2_9 SourceAndRuling "Between moves there are four or five minutes to tidy up and \
            think; melees are settled in extra time beside them. By ruling there is no such pause in a \
            game by post. Live, the clock's pause (4 or 5 minutes, 5 by default) comes before the next \
            mover's time, and his first order ends it. Nobody is obeyed before his side's move has begun."
        "LW-2.10" LW_2_10 Ruling "Nothing is ever upset by accident: a figure stands where the log says."
    }
    "Guns: in action, moving" {
        "LW-3.1" LW_3_1 SourceAndRuling "A gun is in action if at least four armed men of the side that \
            holds it are within six inches of it; otherwise it neither moves nor fires \
            (gun-not-in-action). A man may count for two guns. By ruling a gun that has fired in this \
            move counts men near the place and facing it had when the move began, too: swinging it takes \
            nobody's hand off it."
        "LW-3.2" LW_3_2 Source "In a move a gun in action may be moved or fired, but not both \
            (gun-already-fired, gun-already-moved), and it moves once."
        "LW-3.3" LW_3_3 SourceAndRuling "When a gun moves, at least four men who are with it go with it, \
            and end within six inches of it. By ruling they are armed men of the gun's seat who stand \
            within six inches of it and have not moved (crew-too-few, crew-not-with-gun, already-moved); \
            each goes his own path, or straight by as much as the gun. All are tested when all are \
            moved. If none are named, they are four horsemen with it, the nearest, or else the four \
            nearest men who escort nobody."
        "LW-3.4" LW_3_4 SourceAndRuling "With four horsemen in its crew a gun may go two feet, otherwise \
            one foot (too-far)."
        "LW-3.5" LW_3_5 Source "A gun is pulled trail first, so after a move it points back to where it \
            came from, against its last leg, until it is swung to fire."
        "LW-3.6" LW_3_6 Ruling "A gun's path is tested like a man's (5.4), with the things that bar guns \
            (1.5), from where it stood when the move began. It ends clear of things and of other guns' \
            wheels (5.6, radius 0.80) and of every man (5.7, too-close-to-man). A path of no length is \
            no-move."
        "LW-3.7" LW_3_7 Ruling "With off a gun whose path ends on or over the back line of the side that \
            holds it leaves the floor with its crew (else not-at-back-line). Their own paths and its \
            place are not looked at then. It is withdrawn, and still counts for its holder."
        "LW-3.8" LW_3_8 Source "A captured gun is used by its captor as if it were his own."
    }
    "Firing" {
        "LW-4.1" LW_4_1 Source "A gun in action may fire up to four shots in a move (no-shots-left). \
            Each fire order is one shot, and before each the gun must be in action. Guns may take turns."
        "LW-4.2" LW_4_2 SourceAndRuling "A gun is swung on its axle and its barrel screwed up or down. \
            By ruling it aims at a point with a height above the ground there (0 to 20 inches, 1 by \
            default), or at a man at half his height. The program finds the least elevation whose flight \
            comes that high: −1000 to 3500 ten-thousandths (else out-of-range), unless the order gives \
            one (else elevation-out-of-limits). Nearer than 0.50 inch before the muzzle is too-close."
        "LW-4.3" LW_4_3 SourceAndRuling "To be swung a gun needs room. By ruling its muzzle and the end \
            of its trail must come to be on the floor; the ground, or a house, wall, hedge or rock, may \
            not reach up to the muzzle along the barrel; nothing of these may lie along the trail; and \
            both places of its trail men must be clear (5.6) for a man on foot. Else it is \
            swing-blocked. Men never hinder it."
        "LW-4.4" LW_4_4 SourceAndRuling "Men round a gun, and men in front of their own guns, may lie \
            down while it fires. By ruling all free men of the side that fires lie (0.40 inch high) for \
            that shot, or with lie_down false none. Prisoners and enemies stand."
        "LW-4.5" LW_4_5 Source "At the end of the move a gun still points as it was aimed for its last \
            shot, at the same elevation; the scatter of the shot does not turn it."
        "LW-4.6" LW_4_6 Ruling "Two dice scatter a shot to the side, two more up or down. The sums 2 to \
            12 stand for −120, −12, −9, −6, −3, 0, 3, 6, 9, 12, 120 ten-thousandths; with gunnery \
            hurried (default) six times that, with steady once. To the side, + is to the right: the shot \
            goes along turn(u, deflection), turn((a,b),δ) being (a − rdiv(b·δ, 10000), b + rdiv(a·δ, \
            10000))."
        "LW-4.7" LW_4_7 Ruling "At a distance s from the muzzle a shot is as high as z(s) = z_m + \
            (s·t′·1,200,000,000 − s²·(10⁸ + t′²)) / (120,000·10⁸), rounded down: a parabola that would \
            reach 600 inches at 45°. z_m is the muzzle's height, t′ the elevation with its scatter."
        "LW-4.8" LW_4_8 Ruling "A shot goes on by tenths of an inch. It begins in flight with an energy \
            of 100, losing 1 every ten inches there, and 1 every half inch once it runs along the floor, \
            where it rests when it has none. At each step the program asks in this order: is it off the \
            floor, spent, at a bank, at a man, at a thing, at the ground? After a strike, a glance or a \
            graze it runs on, reckoned from there."
        "LW-4.9" LW_4_9 Ruling "A shot that comes to the edge of the floor is gone. One that meets \
            higher ground, running or lower than that ground, stops in the bank before it."
        "LW-4.10" LW_4_10 Ruling "A shot strikes a man of any side whose centre is within his radius and \
            0.08 inch of it, if it is at a height between his feet and his head (lying: 0.40 inch); of \
            several the nearest, then by id, and one at each step. A man is struck once by a shot. It \
            costs the shot 60 of its energy; with none left it rests there, else it runs on."
        "LW-4.11" LW_4_11 SourceAndRuling "A die says whether the man struck falls. He does from 2 up if \
            the shot had 60 of energy or more, from 3 up with 40, from 4 up with 25, from 5 up with 10, \
            else with a 6; one more for a horseman, one more if the shot runs. Where more than 6 is \
            needed, and for a man who lies, no die is cast: he does not fall."
        "LW-4.12" LW_4_12 Source "A man who is knocked over is dead, whether the shot felled him or a \
            neighbour who fell against him."
        "LW-4.13" LW_4_13 Source "A man who is touched and does not fall is dead if the shot has killed \
            nobody before; otherwise he is unhurt. So a shot kills at most one man without knocking him \
            over, the first it touches."
        "LW-4.14" LW_4_14 Ruling "Who falls may knock over who stands behind him, seen along the shot: a \
            standing man not farther along than the fallen one's height and his own radius, not farther \
            aside than his radius and 0.20 inch, on ground less than 0.50 inch higher or lower. The \
            nearest rolls a die: a man on foot falls with 5 or 6, a horseman with 6. Then it goes on \
            from him; when one stands, it ends."
        "LW-4.15" LW_4_15 Source "A shot that has rebounded or glanced off something, or just rolls to a \
            man's feet, kills like any other."
        "LW-4.16" LW_4_16 Ruling "A shot below its top strikes a house, wall, hedge or rock that it \
            comes to, else a trunk, else the wheels of another gun (1.50 inch high); so things and guns \
            give cover. With less than 20 of energy, or at its third bounce (grazes count), it stops \
            there. Otherwise it glances off and runs on from the step before with a third of its energy. \
            Nothing is damaged by it."
        "LW-4.17" LW_4_17 Ruling "It glances off the first edge of the thing that its last step meets, \
            or off a round thing straight from the centre, as a ball does: v becomes v − 2(v·n)n. Then a \
            die kicks it (4.19). A shot that meets no edge, as when it drops on a roof, stops."
        "LW-4.18" LW_4_18 Ruling "A shot in flight that comes down to the ground grazes it: it loses 10 \
            of its energy and 1 more for each hundredth of slope, and with none left it rests. Else a \
            die kicks it (4.19) and it runs on."
        "LW-4.19" LW_4_19 Ruling "A shot that grazes or glances is kicked aside by a die: 1 to 6 turn it \
            by −1500, −800, −300, 300, 800 or 1500 ten-thousandths."
        "LW-4.20" LW_4_20 SourceAndRuling "After a gun has fired two men go to the end of its trail, one \
            on each side, and that is their move. By ruling they are placed when the seat's guns close: \
            armed men who have not moved and can walk there. The server takes the pair with the shortest \
            ways, first of the gun's seat, escorts only if there is nobody else, then of the side; trail \
            may name one or both (cannot-serve-trail). Where nobody comes, the place stays empty."
        "LW-4.21" LW_4_21 Ruling "The scatter was set so that with steady a man on foot, alone and in \
            the open, is struck nine times in ten at nine yards, as the source says of its gun. With \
            hurried it is about nine in ten up to five feet, and one in seven at nine yards. A shot at a \
            line of men kills about one."
        "LW-4.22" LW_4_22 Ruling "Before a shot the program tells the exact chance of each man to be the \
            first struck, and of nobody, out of 46,656. Whoever is struck first is dead (4.12, 4.13), so \
            these are the chances that the shot kills; whom it might fell besides is not told. Only what \
            everybody can see is used."
        "LW-4.23" LW_4_23 SourceAndRuling "A gun may not be tipped up to hide behind: against shots it \
            is always 1.50 inch high."
        "LW-4.24" LW_4_24 Ruling "A fire order may name several men. It is aimed at the first of them, \
            in the order given, who is on the floor and can be aimed at; if none can, it is refused for \
            the reason of the first. So equal orders pick off a row one by one, and none is wasted while \
            one of the row stands."
    }
    "Moving men" {
        "LW-5.1" LW_5_1 Source "A man on foot moves a foot (12 inches) at most (too-far)."
        "LW-5.2" LW_5_2 Source "A horseman moves two feet at most (too-far)."
        "LW-5.3" LW_5_3 Ruling "A man's path is measured from where he stood when the move began, or in \
            his first move from his line (1.9). He may be ordered again in the same move, and the new \
            path takes the old one's place. Not so when he went as crew, trail man, escort or prisoner \
            (already-moved), or has come into contact (5.5)."
        "LW-5.4" LW_5_4 Ruling "No checkpoint of a path (0.8) may lie inside a thing that bars the man \
            (1.5), on the edges of two such things, or inside a free enemy's disc (path-blocked). So a \
            wall may be followed along its edge, but nobody squeezes through where two houses join. \
            Friends, prisoners, guns and trees are no hindrance: figures are lifted over them by hand."
        "LW-5.5" LW_5_5 SourceAndRuling "A man may move up into contact with a free enemy, and then \
            stays there until the end of the move (in-contact). A man who has not moved is not held by \
            an enemy beside him."
        "LW-5.6" LW_5_6 SourceAndRuling "Each man is put a sixteenth of an inch clear of hills' edges, \
            buildings, trees and guns, never jammed in between. By ruling his disc is on the floor, that \
            far from every edge of a house, wall, hedge, rock or hill, from trunks and wheels; his \
            centre is in none of them (a hill excepted: he is on it or off it) and not in water, unless \
            on a crossing (not-clear)."
        "LW-5.7" LW_5_7 Source "He stands clear of all other men on the floor by a sixteenth of an inch \
            (0.5): friends, enemies and prisoners (too-close-to-man)."
        "LW-5.8" LW_5_8 Ruling "In the core game men have no facing, formation or rank, and only guns \
            shoot."
        "LW-5.9" LW_5_9 Ruling "march moves many men by one vector, each straight from where his move \
            began; line spreads them evenly from one point to another. Either is one order: all of them \
            are legal or none is, each test is made for all before the next, and how they stand is asked \
            when all have moved. They are told as single moves."
        "LW-5.10" LW_5_10 SourceAndRuling "A man may leave over his own back line with retreat, if his \
            path ends touching it (else not-at-back-line). He is withdrawn: alive, uncaught, and not \
            coming back; where he would stand is not asked. Who stands on his line without that order \
            stays in play. Several men named together each go straight back, all or none."
        "LW-5.11" LW_5_11 Ruling "There are no wounds and no fear: a man is whole, captive, gone or \
            dead. The last three take no orders (not-available)."
        "LW-5.12" LW_5_12 Ruling "close brings armed men up to a free enemy without a ruler. In the \
            order given each goes straight to the first legal place on rings round him, the first in \
            contact, the others 1.2, 2.3 and 3.4 inches off; on each ring nearest his own side first. \
            Who finds none stays. If nobody comes into contact, nobody moves (no-contact). Who is placed \
            takes part in the melee."
        "LW-5.13" LW_5_13 Ruling "A range (ri1-ri12) or a star (ri*) in march, line, close, retreat, \
            move_gun, surrender and assign means those of its men who can do it, and passes over the \
            others; if that is nobody: not-available. A man who is named by himself must be able. In \
            escort it means the prisoners this man holds; in place, fire and allocate it is only short \
            for all of them."
        "LW-5.14" LW_5_14 Ruling "A march may be loose: then the men go one by one, those in front \
            first, each by the greatest twelfth of the vector that is legal for him, or not at all. If \
            nobody can: no-move."
    }
}
