//! `fieldpost replay`: a battle again, move by move, from a bundle, a record or a game's address.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use domain::{
    chronicle::Chronicle,
    hash::Hash,
    log::{Bundle, Line},
    ruleset::{Focus, Viewer},
    rulesets,
    tell::tell,
};

use super::{Failure, input, say};
use crate::record::{RecordItem, RecordTurn, parse_record};

/// How a moment is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// What happened, line by line, and the board after each turn.
    Text,
    /// The board after the last line shown, as SVG.
    Svg,
}

/// Replay a battle: an audit bundle, a record, or a game's address
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost replay bundle.json
  fieldpost replay bundle.json --from 8 --to 40
  fieldpost replay bundle.json --to 40 --svg > board.svg
  fieldpost replay http://127.0.0.1:8080/v1/games/7k3m9q2x4c8n
  curl -s $URL/v1/games/$GAME/record | fieldpost replay -")]
pub(crate) struct Replay {
    /// A bundle, a record (`-` reads standard input), or the address of a public or unlisted game.
    game: String,
    /// The first line (of a record: turn) shown.
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// The last line (of a record: turn) shown.
    #[arg(long)]
    to: Option<u64>,
    /// What happened in words, with the board as text after each turn (the default).
    #[arg(long, conflicts_with = "svg")]
    text: bool,
    /// The board after the last line shown, as SVG.
    #[arg(long)]
    svg: bool,
}

impl Replay {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let bytes = match self.game.starts_with("http://") || self.game.starts_with("https://") {
            true => input::fetch(&format!("{}/audit", self.game.trim_end_matches('/')))?,
            false => input::read(&PathBuf::from(&self.game))?,
        };
        let show = if self.svg { Show::Svg } else { Show::Text };
        match Bundle::read(&bytes) {
            Ok(bundle) => self.bundle(&bundle, show),
            Err(_) => {
                let text = String::from_utf8(bytes)
                    .map_err(|_| Failure("neither a bundle nor a record".to_owned()))?;
                self.record(&text, show)
            }
        }
    }

    fn bundle(&self, bundle: &Bundle, show: Show) -> Result<(), Failure> {
        let last = self.to.unwrap_or(u64::MAX).min(bundle.log.len() as u64);
        let mut game: Option<Chronicle> = None;
        let mut turn = None;
        for text in bundle.log.iter().take(usize::try_from(last).unwrap_or(usize::MAX)) {
            let line = Line::read(text)
                .map_err(|_| Failure("body-unreadable: verify the bundle first".to_owned()))?;
            let hash = Hash::of(text);
            let now = line.turn().map(|(actor, request)| (actor.clone(), request.clone()));
            if let Some(game) = &mut game {
                let shown = self.from < line.seq && show == Show::Text;
                if shown && turn.is_some() && now.is_some() && now != turn {
                    say(&board(game));
                }
                game.follow(&line, hash)
                    .map_err(|why| Failure(format!("{} at line:{}", why.code(), line.seq)))?;
            } else {
                game = Some(Chronicle::open(&rulesets::find, [(text.as_str(), hash)])?);
            }
            turn = now.or(turn);
            if let Some(game) = &game
                && self.from <= line.seq
                && show == Show::Text
            {
                say(&format!("{:>5}  {}", line.seq, tell(game.ruleset(), &line)));
            }
        }
        let mut game = game.ok_or_else(|| Failure("there is no line to show".to_owned()))?;
        game.settle();
        say(&match show {
            Show::Text => board(&game),
            Show::Svg => game.game().play().board(&Viewer::Spectator, &Focus::none()).to_svg(),
        });
        Ok(())
    }

    fn record(&self, text: &str, show: Show) -> Result<(), Failure> {
        let record = parse_record(text)?;
        let last = self.to.unwrap_or(u64::MAX);
        let mut picture = None;
        record.play(&mut |turn, game| {
            let number = turn.map_or(0, |turn| turn.turn);
            if last < number {
                return;
            }
            let drawn = game.play().board(&Viewer::Spectator, &Focus::none());
            if show == Show::Text && self.from <= number.max(1) {
                turn.iter().for_each(|turn| say(&told(turn)));
                say(&drawn.to_text());
            }
            picture = Some(drawn);
        })?;
        if let (Show::Svg, Some(picture)) = (show, picture) {
            say(&picture.to_svg());
        }
        Ok(())
    }
}

/// A record's turn in words.
fn told(turn: &RecordTurn) -> String {
    let mut text = format!("turn {} {} {}", turn.turn, turn.seat, turn.at);
    for item in &turn.items {
        match item {
            RecordItem::Order(line) => text.push_str(&format!("\n  {line}")),
            RecordItem::Act(line) => text.push_str(&format!("\n  ({line})")),
            RecordItem::Comment(line) => text.push_str(&format!("\n    {line}")),
            RecordItem::Roll(_) => {}
        }
    }
    text
}

fn board(game: &Chronicle) -> String {
    format!("\n{}", game.game().play().board(&Viewer::Spectator, &Focus::none()).to_text())
}
