//! The plane against the definitions it is to keep, worked out by other methods in rationals of any size. What touches,
//! coincides or lies on one line is drawn as often as what does not, near the origin and at the ends of an `i32`.

#[path = "geometry/drawn.rs"]
mod drawn;
#[path = "geometry/exact.rs"]
mod exact;

use domain::geometry::{
    Direction, Disc, Length, Place, Point, Polygon, Segment, isqrt, isqrt_up, march, path_length, r16, rdiv,
    turn, unit,
};
use drawn::{for_all, placed, points, polygons, segments, slacks};
use exact::{
    Common, are_on_one_line, common, comparison, difference, distance_squared, dot, exact, halves_up, kept,
    number, place, segment, sixteen_bits, unit_exactly, vector, winding,
};
use num_bigint::BigInt;
use num_rational::Ratio;
use proptest::prelude::{Just, Strategy, any, prop_oneof};

#[test]
fn roots_and_quotients_are_as_defined() {
    let ends = || prop_oneof![Just(i64::MIN), Just(-1), Just(i64::MAX)];
    let numbers = move || prop_oneof![-40_i64..=40, -70_000_i64..=70_000, any::<i64>(), ends()];
    for_all((numbers(), numbers()), |(a, b)| {
        assert_eq!(BigInt::from(r16(a)), sixteen_bits(a.into()));
        let root = BigInt::from(a.max(0)).sqrt();
        assert_eq!(BigInt::from(isqrt(a)), root);
        assert_eq!(BigInt::from(isqrt_up(a)), &root + i64::from(&root * &root < BigInt::from(a)));
        let square = (a % 3_037_000_500).pow(2);
        assert_eq!((isqrt(square), isqrt_up(square)), ((a % 3_037_000_500).abs(), (a % 3_037_000_500).abs()));
        if b != 0 {
            let quotient = halves_up(Ratio::new(a.into(), b.into()));
            assert_eq!(BigInt::from(rdiv(a, b)), quotient.min(i64::MAX.into()));
        }
    });
}

#[test]
fn distances_are_the_least_integers_not_below_the_true_ones() {
    for_all((points(2), slacks()), |(ends, slack)| {
        let squared = distance_squared(segment(ends[0], ends[0]), ends[1]);
        let distance = exact(ends[0].distance(ends[1]));
        assert!(squared <= &distance * &distance);
        let shorter = distance - exact(1);
        assert!(shorter < exact(0) || &shorter * &shorter < squared);
        let kept = squared.to_integer().min(i64::MAX.into());
        assert_eq!(BigInt::from(ends[0].distance_squared(ends[1])), kept);
        let reach = slack.length(&squared, 1);
        assert_eq!(ends[0].within(ends[1], reach), comparison(&squared, reach, 1).is_le());
        let quarters = slack.length(&squared, 4);
        let compared = ends[0].compare_distance(ends[1], Length::quarters(quarters));
        assert_eq!(compared, comparison(&squared, quarters, 4));
    });
}

#[test]
fn a_path_is_as_long_as_its_legs() {
    for_all(points(5), |points| {
        let legs = points.windows(2).map(|leg| {
            let squared = distance_squared(segment(leg[0], leg[0]), leg[1]).to_integer();
            let root = squared.sqrt();
            if &root * &root < squared { root + 1 } else { root }
        });
        assert_eq!(BigInt::from(path_length(points[0], &points[1..])), legs.sum::<BigInt>());
    });
}

#[test]
fn offsets_add_up_or_are_none() {
    for_all(points(3), |points| {
        let by = (points[2].x, points[2].y);
        let (x, y) = (i64::from(points[0].x) + i64::from(by.0), i64::from(points[0].y) + i64::from(by.1));
        let expected = i32::try_from(x).ok().zip(i32::try_from(y).ok()).map(|(x, y)| Point::new(x, y));
        assert_eq!(points[0].offset(by), expected);
        let (east, south) = points[1].minus(points[0]);
        assert_eq!((exact(east), exact(south)), vector(segment(points[0], points[1])));
    });
}

#[test]
fn a_segment_passes_as_close_as_the_foot_of_the_perpendicular() {
    for_all((points(3), slacks()), |(points, slack)| {
        let (segment, point) = (segment(points[0], points[1]), points[2]);
        let squared = distance_squared(segment, point);
        let radius = slack.length(&squared, 1);
        assert_eq!(segment.passes_closer(point, radius), comparison(&squared, radius, 1).is_lt());
        let quarters = slack.length(&squared, 4);
        let compared = segment.compare_distance(point, Length::quarters(quarters));
        assert_eq!(compared, comparison(&squared, quarters, 4));
        assert_eq!(segment.holds(point), squared == exact(0));
    });
}

#[test]
fn a_disc_is_cut_where_its_quadratic_is_negative() {
    for_all((points(3), slacks()), |(points, slack)| {
        let (segment, centre) = (segment(points[0], points[1]), points[2]);
        let radius = placed(slack.length(&distance_squared(segment, centre), 1));
        let disc = Disc { centre, radius };
        // |from + share · way − centre|² − radius² = square · share² + 2 · half · share + start
        let (way, aside) = (vector(segment), difference(&place(segment.from), &place(centre)));
        let (square, half) = (dot(&way, &way), dot(&way, &aside));
        let start = dot(&aside, &aside) - exact(radius) * exact(radius);
        let end = &square + exact(2) * &half + &start;
        let is_lowest_between = exact(0) < -&half && -&half < square;
        let is_lowest_negative = &square * &start < &half * &half;
        let is_cut = start < exact(0) || end < exact(0) || is_lowest_between && is_lowest_negative;
        assert_eq!(disc.cuts(segment), 0 <= radius && is_cut);
        assert_eq!(disc.holds(segment.from), 0 <= radius && start <= exact(0));
    });
}

#[test]
fn segments_meet_where_their_lines_intersect() {
    for_all(segments(), |(one, other)| {
        assert_eq!(one.meets(other), common(one, other) != Common::Nothing);
        assert_eq!(one.is_collinear(other), are_on_one_line(one, other));
    });
}

#[test]
fn polygons_are_simple_when_only_neighbours_share_a_corner() {
    for_all((0_usize..=6).prop_flat_map(points), |corners| {
        let ends = corners.iter().cycle().skip(1);
        let edges: Vec<Segment> = corners.iter().zip(ends).map(|(from, to)| segment(*from, *to)).collect();
        let n_edges = edges.len();
        let are_apart = (0..n_edges).all(|first| {
            edges[first].from != edges[first].to
                && (first + 1..n_edges).all(|second| {
                    let shared = match (first, second) {
                        (first, second) if first + 1 == second => Common::One(place(corners[second])),
                        (0, last) if last + 1 == n_edges => Common::One(place(corners[0])),
                        (_, _) => Common::Nothing,
                    };
                    common(edges[first], edges[second]) == shared
                })
        });
        assert_eq!(Polygon::new(corners).is_some(), 3 <= n_edges && are_apart);
    });
}

#[test]
fn points_are_in_where_the_polygon_goes_round_them() {
    let triangles = points(4).prop_filter_map("a flat triangle", |mut points| {
        let near = points.split_off(3);
        Polygon::new(points).map(|polygon| (polygon, near))
    });
    for_all(prop_oneof![3 => polygons().boxed(), 1 => triangles.boxed()], |(polygon, near)| {
        for point in near {
            let is_on = polygon.edges().any(|edge| distance_squared(edge, point) == exact(0));
            let expected = match (is_on, winding(&polygon, point)) {
                (true, _) => Place::On,
                (false, 0) => Place::Out,
                (false, _) => Place::In,
            };
            assert_eq!(polygon.place(point), expected);
        }
    });
}

#[test]
fn the_first_edge_met_and_the_nearest_edge_are_found() {
    for_all((polygons(), slacks()), |((polygon, near), slack)| {
        let path = segment(near[0], near[1]);
        let is_met = |edge| common(edge, path) != Common::Nothing && !are_on_one_line(edge, path);
        assert_eq!(polygon.first_met(path), polygon.edges().find(|edge| is_met(*edge)));
        let nearest =
            polygon.edges().map(|edge| distance_squared(edge, near[2])).min().expect("it has edges");
        let quarters = slack.length(&nearest, 4);
        let compared = polygon.compare_distance(near[2], Length::quarters(quarters));
        assert_eq!(compared, comparison(&nearest, quarters, 4));
    });
}

#[test]
fn directions_are_as_defined() {
    let parts = || prop_oneof![any::<i32>(), -70_000_i32..=70_000];
    for_all((points(2), parts(), parts(), -20_000_i32..=20_000), |(ends, x, y, by)| {
        let (east, south) = ends[1].minus(ends[0]);
        if (east, south) != (0, 0) {
            let unit = unit(east, south);
            assert_eq!((unit.x.into(), unit.y.into()), unit_exactly(east, south));
        }
        let share = |part: i32| halves_up(exact(part) * exact(by) / exact(10_000));
        let turned = turn(Direction { x, y }, by);
        assert_eq!(BigInt::from(turned.x), kept(BigInt::from(x) - share(y)));
        assert_eq!(BigInt::from(turned.y), kept(BigInt::from(y) + share(x)));
    });
}

#[test]
fn a_walk_goes_so_far_in_its_direction() {
    let far = -(1_i64 << 31)..(1_i64 << 31);
    let parts = || prop_oneof![any::<i32>(), -70_000_i32..=70_000];
    for_all((points(1), parts(), parts(), prop_oneof![-60_000_i64..=60_000, far]), |(starts, x, y, far)| {
        let end = Direction { x, y }.walked(starts[0], far);
        let walked = |start: i32, part: i32| kept(sixteen_bits(BigInt::from(part) * far) + start);
        assert_eq!((end.x.into(), end.y.into()), (walked(starts[0].x, x), walked(starts[0].y, y)));
    });
}

#[test]
fn marches_pass_the_checkpoints_of_their_definition() {
    for_all(points(2), |ends| {
        let (from, to) = (ends[0], ends[1]);
        let length = distance_squared(segment(from, from), to).to_integer().sqrt();
        let n_steps = number(&(length / 10));
        let (east, south) = to.minus(from);
        let step = |start: i32, part: &BigInt, k: i64| kept(sixteen_bits(part * 10 * k) + start);
        let n_looked_at = n_steps.min(40);
        let mut marched = march(from, to);
        for k in 1..=n_looked_at {
            let (unit_x, unit_y) = unit_exactly(east, south);
            let checkpoint = marched.next().expect("it is on its way");
            assert_eq!(BigInt::from(checkpoint.x), step(from.x, &unit_x, k));
            assert_eq!(BigInt::from(checkpoint.y), step(from.y, &unit_y, k));
        }
        if n_steps < 20_000 {
            assert_eq!(marched.by_ref().count() as i64, n_steps - n_looked_at + 1);
            assert_eq!(march(from, to).last(), Some(to));
        }
    });
}
