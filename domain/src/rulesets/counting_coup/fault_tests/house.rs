//! What the scenarios of the house hold, and what their words mean.

use serde::Deserialize;
use serde_json::json;

use super::{last_stand, read, skirmish};
use crate::{
    geometry::Point,
    rulesets::counting_coup::{
        plan_faults::plan_faults,
        scenario::{
            Edge, Entry, Options, RandomDeployment, Role, Scenario, Side, TableSize, Unit, Weapon,
            entry_slots, options, seat_plans,
        },
        scenario_faults::{faults, option_faults},
    },
};

#[test]
fn the_scenarios_of_the_house_have_no_fault_and_are_written_as_they_are_read() {
    for (id, json) in [("last_stand", last_stand()), ("skirmish", skirmish())] {
        let scenario = read(&json);
        assert_eq!(scenario.id, id);
        assert_eq!(faults(&scenario), []);
        assert_eq!(serde_json::to_value(&scenario).unwrap(), json);
        let own = options(&scenario);
        assert_eq!(option_faults(&scenario, &own), []);
        assert_eq!(Options::deserialize(&serde_json::to_value(&own).unwrap()).unwrap(), own);
        for (name, plan) in seat_plans(&scenario) {
            assert_eq!(plan_faults(&scenario, &options(&scenario).units, &plan), [], "{name}");
        }
    }
}

fn of_side(scenario: &Scenario, side: Side) -> Vec<&Unit> {
    scenario.units.iter().filter(|unit| unit.side == side).collect()
}

fn names(units: &[&Unit]) -> Vec<String> {
    units.iter().map(|unit| unit.id.to_string()).collect()
}

#[test]
fn ccc_3_1_custer_and_his_bearer_stand_about_the_centre() {
    let scenario = read(&last_stand());
    let custers: Vec<&Unit> = scenario.units.iter().filter(|unit| unit.is_custers()).collect();
    assert_eq!(names(&custers), ["GAC"]);
    let [officer, trooper] = custers[0].figures.as_slice() else { panic!("two figures") };
    assert_eq!((officer.role, officer.bearer), (Role::Officer, false));
    assert_eq!((trooper.role, trooper.bearer), (Role::Trooper, true));
    let middle = (Point::new(4440, 3000), Point::new(4560, 3000));
    assert_eq!((officer.at.unwrap(), trooper.at.unwrap()), middle);
    assert_eq!(scenario.table, TableSize { width: 9000, height: 6000 }); // CCC-2.1
    assert!(!read(&skirmish()).units.iter().any(Unit::is_custers));
}

#[test]
fn ccc_3_2_five_companies_of_twelve_with_an_officer_and_a_trooper_with_the_guidon() {
    let scenario = read(&last_stand());
    let companies = of_side(&scenario, Side::Cavalry).split_off(1);
    assert_eq!(names(&companies), ["C", "E", "F", "I", "L"]);
    for company in companies {
        assert_eq!(company.figures.len(), 12);
        let count = |role| company.figures.iter().filter(|figure| figure.role == role).count();
        assert_eq!((count(Role::Officer), count(Role::Trooper)), (1, 11));
        let bearers: Vec<Role> =
            company.figures.iter().filter(|figure| figure.bearer).map(|figure| figure.role).collect();
        assert_eq!(bearers, [Role::Trooper]);
    }
}

fn lots() -> (TableSize, RandomDeployment) {
    let scenario = read(&last_stand());
    (scenario.table, scenario.random_deployment.unwrap())
}

#[test]
fn ccc_3_3_companies_start_twelve_inches_from_the_centre_by_the_clock() {
    let (_, random) = lots();
    assert_eq!(random.centre, Point::new(4500, 3000));
    let origin = Point::new(0, 0);
    let distances: Vec<i64> = random.ring.iter().map(|point| origin.distance(*point)).collect();
    assert_eq!(distances, [1200; 12]);
    let quarters = [0, 3, 6, 9].map(|clock: usize| random.ring[clock]);
    let [north, east, south, west] =
        [(0, -1200), (1200, 0), (0, 1200), (-1200, 0)].map(|(x, y)| Point::new(x, y));
    assert_eq!(quarters, [north, east, south, west]);
}

#[test]
fn ccc_3_4_a_company_stands_about_its_point_of_the_ring() {
    let (table, random) = lots();
    assert_eq!(random.place(7, 0), Some(Point::new(3835, 4039)));
    assert_eq!(random.place(12, 1), Some(Point::new(4565, 1800)));
    assert_eq!(random.place(12, 1), random.place(0, 1));
    assert_eq!(random.place(3, 11), Some(Point::new(5895, 3130)));
    assert_eq!(random.place(3, 12), None);
    assert_eq!(table.place(3835, 4039), Some(Point::new(3835, 4039)));
    assert_eq!(table.place(8951, 4039), None);
}

#[test]
fn ccc_3_5_six_bands_of_a_chief_and_twelve_warriors_from_all_sides() {
    let scenario = read(&last_stand());
    let bands = of_side(&scenario, Side::Nations);
    assert_eq!(names(&bands), ["CHE", "OGL", "MIN", "BRU", "HUN", "SAN"]);
    for band in &bands {
        let (chiefs, warriors): (Vec<_>, Vec<_>) =
            band.figures.iter().partition(|figure| figure.role == Role::Chief);
        assert_eq!((chiefs.len(), warriors.len()), (1, 12));
        for weapon in [Weapon::Rifle, Weapon::Bow, Weapon::None] {
            assert_eq!(warriors.iter().filter(|figure| figure.weapon == weapon).count(), 4);
        }
    }
    let edges: Vec<Edge> = bands.iter().map(|band| band.entry.unwrap().edge).collect();
    assert_eq!(edges, [Edge::North, Edge::North, Edge::East, Edge::South, Edge::South, Edge::West]);
}

#[test]
fn ccc_3_6_slots_go_outward_from_the_marker_row_by_row() {
    const ASIDE: [i32; 13] = [0, 110, -110, 220, -220, 330, -330, 440, -440, 550, -550, 660, -660];
    let scenario = read(&last_stand());
    let slots = |id: &str, n: usize| {
        let unit = scenario.units.iter().find(|unit| unit.id.as_str() == id).unwrap();
        entry_slots(&unit.entry.unwrap(), &scenario.table).skip(n).take(13).collect::<Vec<_>>()
    };
    let along_x = |x: i32, y: i32| ASIDE.map(|aside| Point::new(x + aside, y));
    let along_y = |x: i32, y: i32| ASIDE.map(|aside| Point::new(x, y + aside));
    assert_eq!(slots("CHE", 0), along_x(2000, 60));
    assert_eq!(slots("OGL", 0), along_x(7000, 60));
    assert_eq!(slots("MIN", 0), along_y(8940, 3000));
    assert_eq!(slots("BRU", 0), along_x(7000, 5940));
    assert_eq!(slots("HUN", 0), along_x(2000, 5940));
    assert_eq!(slots("SAN", 0), along_y(60, 3000));
    assert_eq!(slots("SAN", 13), along_y(170, 3000));
    assert_eq!(slots("MIN", 65), along_y(8390, 3000));
    assert_eq!(slots("MIN", 78), []);
}

#[test]
fn ccc_3_6_slots_too_near_to_an_edge_are_left_out() {
    let table = TableSize { width: 300, height: 300 };
    let slots = |edge, x, y| {
        let entry = Entry { edge, at: Point::new(x, y) };
        entry_slots(&entry, &table).map(|slot| (slot.x, slot.y)).collect::<Vec<_>>()
    };
    assert_eq!(slots(Edge::West, 0, 150), [(60, 150), (170, 150)]);
    assert_eq!(slots(Edge::West, 0, 0), [(60, 110), (60, 220), (170, 110), (170, 220)]);
    assert_eq!(slots(Edge::South, 300, 300), [(190, 240), (80, 240), (190, 130), (80, 130)]);
    assert_eq!(slots(Edge::North, 5000, 0), []);
    for at in 0..=300 {
        let all = [(Edge::North, at, 0), (Edge::East, 300, at), (Edge::South, at, 300), (Edge::West, 0, at)];
        assert!(all.into_iter().all(|(edge, x, y)| !slots(edge, x, y).is_empty()), "{at}");
    }
}

#[test]
fn ccc_3_7_bands_wait_for_the_first_round() {
    for json in [last_stand(), skirmish()] {
        let scenario = read(&json);
        let figures = || of_side(&scenario, Side::Nations).into_iter().flat_map(|band| &band.figures);
        assert!(figures().all(|figure| figure.enters == Some(1) && figure.at.is_none()));
    }
    // They may also stand there from the start, or come later.
    let mut here = skirmish();
    super::set(&mut here, "/units/1/figures/0/enters", json!(null));
    super::set(&mut here, "/units/1/figures/0/at", json!([4000, 1800]));
    super::set(&mut here, "/units/1/figures/1/enters", json!(3));
    assert_eq!(faults(&read(&here)), []);
}

#[test]
fn ccc_3_8_only_chiefs_have_horses_but_a_scenario_may_give_others() {
    for json in [last_stand(), skirmish()] {
        let scenario = read(&json);
        let figures = scenario.units.iter().flat_map(|unit| &unit.figures);
        assert!(figures.into_iter().all(|figure| figure.mounted == (figure.role == Role::Chief)));
    }
    let mut riding = skirmish();
    super::set(&mut riding, "/units/0/figures/0/mounted", json!(true));
    super::set(&mut riding, "/units/0/figures/1/mounted", json!(true));
    super::set(&mut riding, "/units/1/figures/0/mounted", json!(false));
    assert_eq!(faults(&read(&riding)), []);
}

#[test]
fn words_are_written_as_they_are_called() {
    for side in Side::ALL {
        assert_eq!(json!(side), side.as_str());
        assert_eq!(side.other().other(), side);
    }
    let edges = [Edge::North, Edge::East, Edge::South, Edge::West];
    assert_eq!(json!(edges), json!(edges.map(Edge::as_str)));
    let roles = [Role::Officer, Role::Trooper, Role::Chief, Role::Warrior];
    assert_eq!(json!(roles), json!(roles.map(Role::as_str)));
    let weapons = [Weapon::Carbine, Weapon::Rifle, Weapon::Bow, Weapon::None];
    assert_eq!(json!(weapons), json!(weapons.map(Weapon::as_str)));
    let Options { edition, shooting_table, deployment, chief_first_hit, guidon_guard, .. } =
        options(&read(&skirmish()));
    let words = [
        edition.as_str(),
        shooting_table.as_str(),
        deployment.as_str(),
        chief_first_hit.as_str(),
        guidon_guard.as_str(),
    ];
    assert_eq!(words, ["v2", "as_printed", "fixed", "stays", "company"]);
}
