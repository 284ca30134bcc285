//! What a seat may order now, as far as it can be listed: standing orders always can be given and are not (rules,
//! section 6). Every hint is legal as it stands.

use super::{
    cell::Cell,
    command::{Command, FLAG, Phase, Placement},
    deployment,
    pieces::{Class, FigureId},
    state::State,
};
use crate::ids::Seat;

/// The legal orders of a seat: by figure in roster order, the end of the phase last; or those of one figure.
pub(super) fn hints(known: &State, seat: &Seat, figure: Option<&str>) -> Vec<Command> {
    let mut orders = of_seat(known, seat);
    if let Some(figure) = figure {
        orders.retain(|order| match order {
            Command::Move { figure: own, .. } | Command::Attack { figure: own, .. } => own.as_str() == figure,
            Command::Deploy { .. } | Command::Standing { .. } | Command::EndPhase { .. } => false,
        });
    }
    orders
}

fn of_seat(known: &State, seat: &Seat) -> Vec<Command> {
    let Some(seat_idx) = known.ground().seat_idx(seat).filter(|seat_idx| known.may_act(*seat_idx)) else {
        return Vec::new();
    };
    let figures: Vec<usize> = known.commanded_by(seat_idx).map(|(figure_idx, _, _)| figure_idx).collect();
    if figures.is_empty() {
        return Vec::new(); // LBH-12.7
    }
    let mut orders: Vec<Command> = match known.phase {
        Phase::Deployment => swaps(known, seat_idx, &figures),
        Phase::Movement => figures.iter().flat_map(|figure_idx| moves(known, *figure_idx)).collect(),
        Phase::Combat | Phase::ReturnFire => {
            figures.iter().flat_map(|figure_idx| attacks(known, *figure_idx)).collect()
        }
    };
    let auto_melee = match known.phase {
        Phase::Combat => known.owing_of_seat(seat_idx).is_some(), // LBH-7.9: no other end is legal then
        Phase::Deployment | Phase::Movement | Phase::ReturnFire => false,
    };
    orders.push(Command::EndPhase { phase: known.phase, auto_melee });
    orders
}

/// A move to each cell the figure can reach; then, if it can take the flag, each once more with it.
fn moves(known: &State, figure_idx: usize) -> Vec<Command> {
    let figure = &known.piece(figure_idx).id;
    let walks = known.walks(figure_idx);
    let ways = |with_flag| {
        let order =
            move |path: &Vec<Cell>| Command::Move { figure: figure.clone(), path: path.clone(), with_flag };
        walks.iter().map(|walk| &walk.path).map(order)
    };
    if known.can_take_flag(figure_idx) {
        ways(false).chain(ways(true)).collect()
    } else {
        ways(false).collect()
    }
}

fn attacks(known: &State, attacker_idx: usize) -> Vec<Command> {
    let figure = &known.piece(attacker_idx).id;
    let attack = |target_idx: usize| Command::Attack {
        figure: figure.clone(),
        targets: vec![known.piece(target_idx).id.clone()],
        push: None,
        advance: None,
    };
    known.legal_targets(attacker_idx).into_iter().map(attack).collect()
}

/// Every exchange of two pieces that the triangles allow; the flag comes last, as no figure of the roster.
fn swaps(known: &State, seat_idx: usize, figures: &[usize]) -> Vec<Command> {
    let mut pieces: Vec<(FigureId, Cell)> = figures
        .iter()
        .filter_map(|figure_idx| {
            Some((known.piece(*figure_idx).id.clone(), known.figures[*figure_idx].cell?))
        })
        .collect();
    if figures.iter().any(|figure_idx| known.figures[*figure_idx].class == Class::General) {
        pieces.push((FigureId::new(FLAG), known.flag)); // LBH-2.4
    }
    let mut orders = Vec::new();
    for (at, (one, first)) in pieces.iter().enumerate() {
        for (other, second) in &pieces[at + 1..] {
            let placements = vec![
                Placement { piece: one.clone(), cell: *second },
                Placement { piece: other.clone(), cell: *first },
            ];
            if deployment::deploy(known, seat_idx, &placements).is_ok() {
                orders.push(Command::Deploy { placements });
            }
        }
    }
    orders
}

impl State {
    /// Whether a figure may begin a move with the flag, as far as the flag is concerned.
    pub(super) fn can_take_flag(&self, figure_idx: usize) -> bool {
        let figure = &self.figures[figure_idx];
        self.may_bear(figure.class) && figure.cell == Some(self.flag) && !self.flag_moved // LBH-4.10 LBH-4.11
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{
        super::{harness::position, notation::format},
        *,
    };

    /// What a seat may do on a board of 5 by 3 with woods in the middle column; `flag` stands on b2.
    fn shown(changes: Value, seat: &str) -> String {
        let mut setup = json!({
            "board": {
                "cols": 5, "rows": 3, "terrain": ["..w..", "..w..", "..r.."], "exits": ["a1", "e3"], "flag": "b2",
            },
            "round": 2, "mover": "long_knives", "phase": "movement",
            "figures": {"gen1": {"cell": "a3"}, "sol1": {"cell": "b2"}, "chf1": {"cell": "d1"}},
        });
        for (field, value) in changes.as_object().expect("changes") {
            setup[field] = value.clone();
        }
        let state = position(&setup).expect("a position");
        let orders = hints(&state, &Seat::new(seat).expect("a seat"), None);
        orders.iter().map(format).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn lbh_4_10_a_bearer_has_each_move_once_more_with_the_flag() {
        let without = "gen1 a2; gen1 b2; gen1 b3; sol1 a1; sol1 b1; sol1 c1; sol1 a2; sol1 c2; sol1 a3; \
                       sol1 b3; sol1 c3";
        let with = "sol1 a1 flag; sol1 b1 flag; sol1 c1 flag; sol1 a2 flag; sol1 c2 flag; sol1 a3 flag; \
                    sol1 b3 flag; sol1 c3 flag";
        assert_eq!(shown(json!({}), "long_knives"), format!("{without}; {with}; end movement"));
        assert_eq!(shown(json!({"flag_moved": true}), "long_knives"), format!("{without}; end movement"));
        assert_eq!(shown(json!({}), "plains_nations"), "");
    }

    #[test]
    fn lbh_5_2_a_ride_ends_beside_the_enemy_and_on_the_flag() {
        let rides = json!({
            "mover": "plains_nations",
            "board": {
                "cols": 5, "rows": 3, "terrain": [".....", "~~~~~", "....."], "exits": ["a1", "e3"], "flag": "c1",
            },
            "figures": {"gen1": {"cell": "a1"}, "chf1": {"cell": "e1"}},
        });
        assert_eq!(shown(rides, "plains_nations"), "chf1 d1; chf1 d1 c1; end movement");
    }

    #[test]
    fn lbh_7_10_only_melee_is_hinted_while_it_is_owed_and_only_the_automatic_end() {
        let figures = json!({
            "gen1": {"cell": "a3"}, "sol1": {"cell": "b2"}, "chf1": {"cell": "d1"}, "war1": {"cell": "a2"},
        });
        let combat = |figures: Value| shown(json!({"phase": "combat", "figures": figures}), "long_knives");
        assert_eq!(combat(figures.clone()), "gen1 x war1; sol1 x war1; end combat auto");
        let mut fought = figures;
        for id in ["gen1", "sol1"] {
            fought[id]["shots_used"] = json!(1);
        }
        assert_eq!(combat(fought), "gen1 x war1; end combat");
    }
}
