//! The line between two cells, on offsets alone: which cells it crosses and through which corners it passes. What
//! lies on the cells is the ground's.

/// What a line meets on its way, ends excluded, from the firer towards the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Met {
    /// It runs through the inside of the cell at this offset.
    Cell((i32, i32)),
    /// It passes exactly between these two cells, which touch at a corner.
    Corner((i32, i32), (i32, i32)),
}

/// Everything that the line to the cell at `offset` meets. It is the same from the other end.
pub(crate) fn met(offset: (i32, i32)) -> impl Iterator<Item = Met> {
    let (x, y) = (offset.0.abs(), offset.1.abs());
    let (east, south) = (offset.0.signum(), offset.1.signum());
    let real = move |i: i32, j: i32| (i * east, j * south);
    (0..=x).flat_map(move |i| (0..=y).map(move |j| (i, j))).flat_map(move |(i, j)| {
        let is_end = (i, j) == (0, 0) || (i, j) == (x, y); // LBH-9.4
        let crosses = 2 * (x * j - y * i).abs() < x + y; // LBH-9.2
        let cell = (!is_end && crosses).then(|| Met::Cell(real(i, j)));
        let passes = i < x && j < y && x * (2 * j + 1) == y * (2 * i + 1); // LBH-9.3
        let corner = passes.then(|| Met::Corner(real(i + 1, j), real(i, j + 1)));
        cell.into_iter().chain(corner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(offset: (i32, i32)) -> String {
        let all: Vec<String> = met(offset)
            .map(|met| match met {
                Met::Cell((i, j)) => format!("({i},{j})"),
                Met::Corner((i, j), (k, l)) => format!("({i},{j})|({k},{l})"),
            })
            .collect();
        all.join(" ")
    }

    #[test]
    fn lbh_9_2_the_cells_between_by_normalised_offset() {
        assert_eq!(shown((1, 0)), "");
        assert_eq!(shown((1, 1)), "(1,0)|(0,1)");
        assert_eq!(shown((2, 0)), "(1,0)");
        assert_eq!(shown((3, 0)), "(1,0) (2,0)");
        assert_eq!(shown((2, 1)), "(1,0) (1,1)");
        assert_eq!(shown((3, 1)), "(1,0) (2,0)|(1,1) (2,1)");
        assert_eq!(shown((3, 2)), "(1,0) (1,1) (2,1) (2,2)");
        assert_eq!(shown((2, 2)), "(1,0)|(0,1) (1,1) (2,1)|(1,2)");
        assert_eq!(shown((-2, 2)), "(-1,0)|(0,1) (-1,1) (-2,1)|(-1,2)");
    }
}
