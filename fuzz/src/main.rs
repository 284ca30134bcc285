//! `cargo run --profile fuzz -p fuzz -- TARGET [MINUTES [NUMBER]]` tries a target for so long, and keeps what broke it;
//! `… TARGET FILE` tries one input.

use std::{
    env, fs,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use fuzz::{TARGETS, Target, folder_of, run};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let named = arguments.first().and_then(|name| TARGETS.iter().find(|target| target.name == name));
    let Some(target) = named else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("usage: fuzz TARGET [MINUTES [NUMBER]] | TARGET FILE\ntargets: {}", names.join(", "));
        return ExitCode::FAILURE;
    };
    let minutes = arguments.get(1).map_or(Ok(1), |text| text.parse::<u64>());
    let number = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(1);
    let done = match (minutes, arguments.get(1)) {
        (Err(_), Some(file)) => fs::read(file).map(|input| {
            (target.run)(&input);
            true
        }),
        (minutes, _) => long(target, Duration::from_secs(60 * minutes.unwrap_or(1)), number),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn long(target: &Target, time: Duration, number: u64) -> std::io::Result<bool> {
    let begun = Instant::now();
    let run = run(target, number, |_| begun.elapsed() < time)?;
    let (took, slowest) = &run.slowest;
    println!(
        "{}: {} inputs in {} s; the slowest took {} ms and has {} bytes",
        target.name,
        run.n_inputs,
        begun.elapsed().as_secs(),
        took.as_millis(),
        slowest.len()
    );
    if let Some(input) = &run.broke {
        let file = folder_of(target).join(format!("new-{number}"));
        keep(&file, input)?;
        println!("{}: broken by {}", target.name, file.display());
    }
    Ok(run.broke.is_none())
}

fn keep(file: &Path, input: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(file))?;
    fs::write(file, input)
}
