//! Lists of men and guns, runs of numbers as ranges: `ri1-ri7 ri9 bc2`.

use crate::rulesets::little_wars::ids::{FigureId, PieceId};

/// Men, in the order given.
pub(in super::super) fn ids(men: &[FigureId]) -> String {
    let pieces_of: Vec<PieceId> = men.iter().map(|id| PieceId::Figure(*id)).collect();
    pieces(&pieces_of)
}

/// Men and guns, in the order given.
pub(in super::super) fn pieces(pieces: &[PieceId]) -> String {
    let follows = |one: &PieceId, next: &PieceId| match (one, next) {
        (PieceId::Figure(one), PieceId::Figure(next)) => {
            (one.side, one.arm, one.number + 1) == (next.side, next.arm, next.number)
        }
        (PieceId::Gun(one), PieceId::Gun(next)) => (one.origin, one.number + 1) == (next.origin, next.number),
        (PieceId::Figure(_), PieceId::Gun(_)) | (PieceId::Gun(_), PieceId::Figure(_)) => false,
    };
    let run = |run: &[PieceId]| match run {
        [] => String::new(),
        [one] => one.to_string(),
        [one, two] => format!("{one} {two}"),
        [first, .., last] => format!("{first}-{last}"),
    };
    match pieces {
        [] => "nobody".to_owned(),
        some => some.chunk_by(follows).map(run).collect::<Vec<_>>().join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_ranges() {
        let men: Vec<FigureId> =
            ["bc1", "bc2", "ri1", "ri2", "ri3", "ri5"].map(|text| FigureId::parse(text).unwrap()).to_vec();
        assert_eq!(ids(&men), "bc1 bc2 ri1-ri3 ri5");
        assert_eq!(ids(&[]), "nobody");
    }
}
