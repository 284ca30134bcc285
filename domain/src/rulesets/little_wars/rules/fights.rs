//! The rules of melees, prisoners, captured guns, games, forces and several players a side.

rulebook! {
    "Melee" {
        "LW-6.1" LW_6_1 SourceAndRuling "At the end of a move men of the side that moved who are in \
            contact with men of the other side fight a melee. By ruling only armed men do. Those whom \
            contact between enemies links together are its core."
        "LW-6.2" LW_6_2 SourceAndRuling "Everybody in contact takes part, and everybody else, of either \
            side, within six inches of one who is. By ruling these others draw in nobody further."
        "LW-6.3" LW_6_3 Ruling "Cores that have men in common are one melee. Melees are numbered in the \
            order of their lowest id, and all are judged on the position at the end of the move: none \
            changes another. Those that leave no choice are settled at once, the others when their dead \
            are named."
        "LW-6.4" LW_6_4 Source "Where both sides have the same number, all of them die."
        "LW-6.5" LW_6_5 Source "Where one side has fewer, it matters whether that smaller force is \
            isolated or supported."
        "LW-6.6" LW_6_6 SourceAndRuling "A body is isolated if fewer men of its side are within a move \
            of it than half its own number; otherwise it is supported. In a melee one measures from the \
            men in contact. By ruling these helpers are armed men of that side who are in no melee now, \
            each within his own arm's move (12 or 24 inches, straight, whatever lies between) of one of \
            his side in the core."
        "LW-6.7" LW_6_7 Source "An isolated smaller force of n against N loses N − n men as prisoners, \
            and the rest kill a man each and die. If N is twice n or more, all n are taken and nobody \
            dies."
        "LW-6.8" LW_6_8 Source "A supported smaller force gives no prisoners: each of its men kills one \
            and dies."
        "LW-6.9" LW_6_9 Source "In a melee all count the same: horse, foot and escorts one each. \
            Prisoners and disarmed men are not counted."
        "LW-6.10" LW_6_10 Source "Only the smaller force's isolation matters, even if it is the one that \
            charged."
        "LW-6.11" LW_6_11 Source "Where there is a choice, the player who has just moved says who of \
            both sides dies, who is taken and by whom."
        "LW-6.12" LW_6_12 Source "That is done when the move is over, in extra time (2.9)."
        "LW-6.13" LW_6_13 Ruling "allocate names exactly as many dead as there must be, of each side \
            that loses some and not all; the others of an isolated smaller force are prisoners. Wrong, \
            repeated or miscounted names are bad-allocation. A side left out falls to the default \
            (6.14). Captors are survivors of the larger side in this melee, with seven prisoners at \
            most, those they had already among them; who is given none has one by default."
        "LW-6.14" LW_6_14 Ruling "By default the mover's foot die before his horse, and the other side's \
            horse before its foot, by id. Each prisoner in turn belongs to the nearest survivor of the \
            larger side in the melee who has fewer than seven; if there is none, 7.4 says who has him."
        "LW-6.15" LW_6_15 Source "The survivors may have to fight again in the next move. The prisoners \
            of the first melee do not count in the second."
    }
    "Prisoners, surrender" {
        "LW-7.1" LW_7_1 SourceAndRuling "A prisoner is disarmed at once. He is his captor's, who may \
            move him from his own next move on, to the rear or anywhere. Guns he had passed (8.2) he has \
            passed no more."
        "LW-7.2" LW_7_2 SourceAndRuling "An armed man within six inches of up to seven prisoners escorts \
            them, and goes with them. By ruling each prisoner has one escort by name."
        "LW-7.3" LW_7_3 Ruling "With escort an armed man and prisoners of his side (else not-a-prisoner) \
            go together: each at the same distance from him as before, unless he has a path of his own, \
            as far as both arms can go. All are placed together, the escort first, and each ends within \
            six inches of him (too-far-from-escort). Prisoners of another who were that near to him when \
            the move began may be handed over; more than seven are too-many-prisoners."
        "LW-7.4" LW_7_4 SourceAndRuling "Prisoners are free when their escort dies within six inches of \
            them, or by ruling is taken or surrenders. But another armed man of his side within six \
            inches who has fewer than seven takes over at once, the nearest. After a shot this is done \
            when it has come to rest, after melees when all are settled."
        "LW-7.5" LW_7_5 Ruling "At the end of his captor's move a prisoner whose escort is more than six \
            inches away, or has left the floor, is taken over in the same way, or is free. Not so who \
            was taken at the end of this very move: his captor has the next to come to him."
        "LW-7.6" LW_7_6 Source "His own side may not move a freed man before the move after that in \
            which he was freed (just-freed)."
        "LW-7.7" LW_7_7 SourceAndRuling "Prisoners who touch their captor's back line at the end of a \
            move, with their escort alive and free, can no more be freed: they leave the floor, secured, \
            and the escort may go back to fight."
        "LW-7.8" LW_7_8 SourceAndRuling "A freed man is disarmed. He moves, but serves no gun, supports \
            nobody, escorts nobody, fights no melee and captures nothing, until he touches his own back \
            line at the end of a move of his side: then he is armed again."
        "LW-7.9" LW_7_9 Ruling "A disarmed man who at the end of the enemy's move, after the melees, is \
            in contact with an armed enemy who has room for a prisoner is a prisoner again."
        "LW-7.10" LW_7_10 SourceAndRuling "An isolated body of men may surrender at any time. By ruling \
            it is free men of one seat, no gap between neighbours more than six inches (else \
            not-a-body), with fewer helpers than half its number (6.6, else not-isolated). That may be \
            in either side's move, and the enemy is not asked."
        "LW-7.11" LW_7_11 Ruling "Men under the white flag belong to the enemy: they do nothing, stand \
            in the way like prisoners, count as prisoners and cannot be freed. At the end of a move of \
            their captor's the nearest of his armed men within six inches who has room becomes their \
            escort."
        "LW-7.12" LW_7_12 Source "To surrender or to withdraw in time is worth while: see the points \
            (9.4)."
    }
    "Capture of guns" {
        "LW-8.1" LW_8_1 SourceAndRuling "A gun is captured when no free man of the side that holds it, \
            armed or not, is within six inches of it, and at least four armed men of the other side are, \
            who have come up to it and passed its axle in the direction of their attack, not all of them \
            in one move."
        "LW-8.2" LW_8_2 Ruling "An armed man has passed a gun that the enemy holds if at the end of a \
            move in which he was moved he is within six inches of it and beyond its axle, seen from \
            where his move began: (place − axle)·(axle − start) > 0. He keeps that while he is armed and \
            that near at the end of every move and the gun stands where it is."
        "LW-8.3" LW_8_3 Source "Men all round a gun do not capture it while a single defender is within \
            six inches of it, or of the end of its trail; nor do men who have not passed its axle. While \
            it is in dispute the attackers can neither fire it nor move it (not-your-gun)."
        "LW-8.4" LW_8_4 Ruling "Captures are looked for at the end of moves of either side. The captor \
            may use the gun in his next move. It points as it did, and goes to a seat by 11.5. It may be \
            retaken in the same way."
        "LW-8.5" LW_8_5 Ruling "A side that holds a gun and has four armed men within six inches of it \
            may use it even with enemies beside it: 3.1 asks nothing else."
    }
    "The games, points and endings" {
        "LW-9.1" LW_9_1 SourceAndRuling "In the fight to the finish one comes from anywhere on one's \
            line and tries to kill, capture or drive over his back line all of the enemy's force. By \
            ruling it is won when at the end of a move the enemy has no free man on the floor and the \
            winner has one. Guns the beaten side still holds there are the victor's."
        "LW-9.2" LW_9_2 Ruling "If neither side has a free man left, it is a draw."
        "LW-9.3" LW_9_3 Source "The game is for points."
        "LW-9.4" LW_9_4 SourceAndRuling "Points are counted here in halves: 200 for victory; 20 for each \
            gun one holds or is in a position to take; for each own man alive and uncaught 3 on \
            horseback, 2 on foot; 1 for each own man who is a prisoner, 1 for each prisoner one has \
            taken. Withdrawn and disarmed men are alive and uncaught."
        "LW-9.5" LW_9_5 Ruling "Each gun counts for one side: its holder, even if it has left the floor. \
            But a gun on the floor counts for the enemy if no free man of its holder is within six \
            inches of it and at least four armed enemies could reach its wheels in a move."
        "LW-9.6" LW_9_6 SourceAndRuling "If both forces are below fifteen men and nothing is decided, it \
            is a draw, and the hundred points are shared. By ruling free men on the floor are counted, \
            at the end of every move, after victory has been looked for. How many it takes is said in \
            9.7."
        "LW-9.7" LW_9_7 SourceAndRuling "Of battles of fewer than fifty a side the source adds that ten \
            must be the least. That is read as the limit of 9.6, so with draw_below auto it is 15 where \
            both sides begin with fifty men or more, else 10. A game may have another number, 0 for \
            never; the scenario skirmish has 3."
        "LW-9.8" LW_9_8 SourceAndRuling "In a campaign a battle gives one's points less the enemy's, and \
            a war goes up to 200, 300 or 400. By ruling the result tells this margin; adding up is done \
            elsewhere."
        "LW-9.9" LW_9_9 SourceAndRuling "A blow at the rear decides the battle: at least three men on \
            the enemy's back line. By ruling three armed men who touch it or are beyond it together at \
            the end of a move of their own side."
        "LW-9.10" LW_9_10 SourceAndRuling "The side so beaten has six moves to take its force over its \
            back line; what is left then capitulates: men are prisoners, guns the victor's, and men of \
            the victor's whom it still held are free, those it had secured excepted. Both may fire and \
            fight meanwhile. It ends sooner when the beaten side has no free man on the floor, and in no \
            other way."
        "LW-9.11" LW_9_11 SourceAndRuling "Points are as in the fight to the finish. By ruling who \
            destroys the enemy before any blow has won too; that is looked at first."
        "LW-9.12" LW_9_12 SourceAndRuling "Instead of the whole line, its middle or one half may count \
            (rear_zone). Left and right are as its owner sees them facing the enemy; the middle is the \
            central half of the width. A man's own x decides, ends included."
        "LW-9.13" LW_9_13 SourceAndRuling "The defender has two thirds of the attacker's strength. By \
            ruling he keeps of each arm the first two thirds by id, rounded down, and of the guns at \
            least one. A scenario that says its forces are agreed upon gives both sides their own."
        "LW-9.14" LW_9_14 Source "The Country is made before anybody knows who will defend; a toss for \
            choice of sides says it, and its winner is the defender (toss-defender: 1 red, 2 blue). With \
            side_choice other_player he chooses his line. The options first_move and curtain have no \
            meaning here."
        "LW-9.15" LW_9_15 SourceAndRuling "The defender puts out first, in the open, anywhere on his own \
            side but at least a move from the middle line. By ruling that is (north + south)/2, rounded \
            down, and from it to the edge of his disc is more than his arm's move; guns count as foot. \
            An arm for which the floor has no such place has the strip of 1.9 (else outside-deployment)."
        "LW-9.16" LW_9_16 SourceAndRuling "The attacker moves first, and sets out a move from his back \
            line: by ruling anywhere within his arm's move of it, guns within a foot (else \
            outside-deployment). Both sides are measured from where they stand, not from the line."
        "LW-9.17" LW_9_17 Source "The defender may fire in his first move, the attacker from his second."
        "LW-9.18" LW_9_18 SourceAndRuling "The attacker must come to the defender's back line while he \
            still has a quarter of his strength. By ruling he wins when, at the end of his move, armed \
            men on it or beyond are a quarter of those he began with, rounded up, or when the defender \
            has no free man left. The defender wins when the attacker's free men on the floor are fewer \
            than a quarter. Small numbers make no draw here."
        "LW-9.19" LW_9_19 Ruling "Who resigns or forfeits capitulates as in 9.10, and the other side has \
            the victory. Where a side has several seats, the first one still in the game takes over his \
            men and guns, and a choice that waited for him is made by default; the last seat to resign \
            resigns for its side."
        "LW-9.20" LW_9_20 Ruling "In an agreed draw each side has 100 half-points for victory, and the \
            rest as things stand."
        "LW-9.21" LW_9_21 Ruling "Six moves in a row, of both sides together, without a shot, a move or \
            a captured gun end the game as a draw. So do as many as quiet_moves says, once both sides \
            may fire, in which nobody is killed, taken, freed, secured or withdrawn and no gun changes \
            hands or leaves. In the defensive game the defender has won then."
        "LW-9.22" LW_9_22 Ruling "When both sides have made max_moves moves, the side with more \
            half-points, victory left out, has won and gets the 200; if they are equal, it is a draw (in \
            the defensive game the defender's)."
        "LW-9.23" LW_9_23 Ruling "At the end of a move the program looks in this order: after a blow at \
            9.10 alone; else at victory (both gone, annihilation, blow; in the defensive game line \
            reached, defence held, annihilation), small numbers, idle moves, the limit of moves."
    }
    "Composition" {
        "LW-10.1" LW_10_1 SourceAndRuling "Forces are equal in number and alike in kind, unless the \
            players agree otherwise. By ruling a scenario with unequal forces must say so with agreed \
            true."
        "LW-10.2" LW_10_2 SourceAndRuling "With composition selection each side secretly makes up a \
            force of 150 points: 1 for a man on foot, 1½ for a horseman, 10 for a gun. By ruling it may \
            cost less (over-points) and comes from the scenario's box (not-in-box). The side's first \
            seat picks, places, assigns and is ready for all, always unseen. Men are numbered from 1 in \
            each arm; a new pick clears the places. A defender has two thirds of the points."
        "LW-10.3" LW_10_3 SourceAndRuling "With handicap_dice each side leaves out twelve men, throws \
            two dice and takes back that many. By ruling they are the last eight on foot and the last \
            four on horseback by id; who comes back does so by id, foot first, red throwing first. A \
            side without such twelve, or with fewer than ten men left, cannot do it (too-few-men). The \
            places of the others stay empty."
        "LW-10.4" LW_10_4 Source "Other handicaps may be agreed upon, in a scenario of one's own."
        "LW-10.5" LW_10_5 Source "Advice, which nothing enforces: 20 to 25 foot and 12 to 15 horse for \
            each gun, on 4 to 5 feet of front; usually 80 foot, 50 horse and 4 or 5 guns a side. A \
            player may brigade his force as he likes."
        "LW-10.6" LW_10_6 Ruling "A side has ten men at least (too-few-men), the defender of 9.13 \
            excepted; of an arm it has 250 at most, and 9 guns. What may be picked is the scenario's \
            box, or its forces where there is none."
        "LW-10.7" LW_10_7 Ruling "A picked force is placed by default like this, seen from its back \
            line: the guns 3 inches in front of it, spread evenly over the width; then horse, then foot, \
            by id at the first free place of a raster of rows 0, 1.40, 2.80 and 4.20 inches in front of \
            the line, with places 1 inch from the west edge and every 1.40 on. Free is where 1.9, 5.6 \
            and 5.7 allow it."
        "LW-10.8" LW_10_8 Ruling "Who lets his time for putting down run out has his draft bound, if it \
            may be; else each of his men and guns goes to its place in the scenario, turned by 1.2, or, \
            where a friend stands there, to the first free place of the raster of 10.7. In the defensive \
            game the raster counts from the back line too."
    }
    "Several players a side" {
        "LW-11.1" LW_11_1 SourceAndRuling "A player can handle about a hundred men and three guns; more \
            players may share a side, with a general and commanders of divisions, brigades and \
            batteries. By ruling the scenario's seat plans say how."
        "LW-11.2" LW_11_2 Ruling "Each man and gun belongs to one seat, which alone gives it orders \
            (not-your-figure). The seats of the side that moves do so at the same time, in any order. \
            Guns in action, support, melees and points are reckoned by side."
        "LW-11.3" LW_11_3 Ruling "The general, or without one the side's first seat, hands men and guns \
            of his side to another of its seats with assign (not-general, no-such-seat): before they are \
            put down in the open, in the list of a picked force, or in a move of his side before they \
            have moved or fired (already-moved, gun-already-moved, gun-already-fired). Behind the \
            curtain nobody else can: not-your-phase."
        "LW-11.4" LW_11_4 Ruling "With end_move for the side, its general, or without one its first \
            seat, ends the move of all its seats (not-general)."
        "LW-11.5" LW_11_5 Ruling "A prisoner is moved by the seat of his escort, which is waited for on \
            his account. A captured gun goes to the seat of the lowest id among those who passed it. \
            Crews and named trail men are the gun's own seat's; others serve a trail only if that seat \
            has nobody."
    }
}
