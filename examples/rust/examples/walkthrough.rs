//! A tour of the library. Its output is that of ../../cpp/walkthrough.cpp.
//!
//! SLUICE_LIB_DIR=... cargo run --example walkthrough -- DATABASES

use sluice::{Catalog, Dialect, Embedder, Form, JudgeOptions, Query, RefuteOptions};
use sluice::{RetrieveOptions, Retriever, Subset, Suite};

const QUESTION: &str = "Which wines did the customers order?";
const DATABASE: &str = "vineyard";
const GOLD: &str = "SELECT count(*) FROM tasting_note";
const PREDICTED: &str = "SELECT count(rating) FROM tasting_note";
const DIMENSIONS: usize = 64;

/// Counts each byte: a poor embedder, but a short one.
fn count_bytes(texts: &[&str]) -> Vec<f32> {
    let mut vectors = vec![0.0; texts.len() * DIMENSIONS];
    for (vector, text) in vectors.chunks_mut(DIMENSIONS).zip(texts) {
        text.bytes()
            .for_each(|byte| vector[byte as usize % DIMENSIONS] += 1.0);
    }
    vectors
}

fn print_columns(subset: &Subset) {
    for column in subset.iter() {
        println!("  {}.{}.{}", column.database, column.table, column.column);
    }
}

fn ask(catalog: &Catalog) -> sluice::Result<()> {
    let retriever = Retriever::new(catalog)?;
    println!("databases");
    for route in retriever.route(QUESTION, None)?.iter().take(3) {
        println!("  {} {:.3}", route.database, route.score);
    }
    println!("columns");
    let options = RetrieveOptions {
        budget: 8,
        ..Default::default()
    };
    let subset = retriever.retrieve(QUESTION, &options)?;
    print_columns(&subset);
    println!("prompt\n{}", subset.render(Form::Prompt)?);

    let embedder = Embedder::new("byte counts 1", DIMENSIONS, |texts: &[&str]| {
        Ok(count_bytes(texts))
    });
    let own = Retriever::with_embedder(catalog, embedder)?;
    println!("columns, with a custom embedder");
    let options = RetrieveOptions {
        budget: 4,
        ..Default::default()
    };
    print_columns(&own.retrieve(QUESTION, &options)?);
    Ok(())
}

fn judge(path: &str) -> sluice::Result<()> {
    let suite = Suite::open(path)?;
    let options = JudgeOptions {
        database: Some(DATABASE),
        ..Default::default()
    };
    let verdict = suite.judge(GOLD, PREDICTED, &options)?;
    println!("judged: {}", verdict.name);
    if !verdict.title.is_empty() {
        println!("  {}", verdict.title);
    }
    let options = RefuteOptions {
        database: Some(DATABASE),
        ..Default::default()
    };
    let found = suite.refute(GOLD, PREDICTED, &options)?;
    print!(
        "looked for a counterexample: {}\n{}",
        found.name, found.script
    );
    Ok(())
}

fn compare() -> sluice::Result<()> {
    let from = Query::parse(GOLD, Dialect::Sqlite)?;
    let to = Query::parse(PREDICTED, Dialect::Sqlite)?;
    println!("similarity {:.3}", from.similarity(&to)?);
    if let Err(error) = Query::parse("SELECT label FROM wine WHERE", Dialect::Sqlite) {
        println!("invalid SQL at byte {}", error.offset.unwrap_or_default());
    }
    Ok(())
}

fn main() -> std::process::ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: walkthrough DATABASES");
        return 2.into();
    };
    let done = Catalog::load(&path)
        .and_then(|catalog| ask(&catalog))
        .and_then(|()| judge(&path))
        .and_then(|()| compare());
    if let Err(error) = done {
        eprintln!("walkthrough: {error}");
        return 2.into();
    }
    0.into()
}
