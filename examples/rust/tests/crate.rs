//! Tests what the example does not show, and that src/sys.rs matches sluice.h.

use std::error::Error as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;

use sluice::*;

const DDL: &str = "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT);
    INSERT INTO t VALUES (1, 'x'), (2, NULL)";
const ENDLESS: &str = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT count(*) FROM n";

fn catalog() -> Catalog {
    Catalog::from_ddl(DDL, "db").unwrap()
}

#[test]
fn an_error_tells_all_that_it_knows() {
    let query = Query::parse_for(&catalog(), 0, "SELECT a, c FROM t", Dialect::Sqlite).unwrap();
    let error = query.check(None).unwrap_err();
    assert_eq!((error.name(), error.offset), ("not_found", Some(10)));
    assert_eq!(error.place, "sql:1:11");
    assert_eq!(query.reads().unwrap().find("no such column"), Some(47));
}

#[test]
fn a_mask_hides() {
    let catalog = catalog();
    let mut mask = Mask::new(&catalog, true).unwrap();
    mask.set(
        Kind::Column,
        catalog.find(Kind::Column, "db.t.b").unwrap(),
        false,
    )
    .unwrap();
    let query = Query::parse_for(&catalog, 0, "SELECT b FROM t", Dialect::Sqlite).unwrap();
    assert!(query.check(None).is_ok());
    assert!(query.check(Some(&mask)).is_err());
    assert_eq!(catalog.name(Kind::Column, 1), "b");
    assert_eq!(catalog.count(Kind::Column), 2);
}

#[test]
fn a_retriever_follows() {
    let path = std::env::temp_dir().join(format!("sluice_follows_{}.sql", std::process::id()));
    let path = path.to_str().unwrap();
    let script = |table| format!("CREATE TABLE {table} (name TEXT, weight REAL);");
    std::fs::write(path, script("animal")).unwrap();
    let first = Catalog::load(path).unwrap();
    let before = Retriever::new(&first).unwrap();
    std::fs::write(path, script("creature")).unwrap();
    let after = before
        .after(&Catalog::load_after(path, &first).unwrap())
        .unwrap();
    std::fs::remove_file(path).unwrap();
    for (retriever, table) in [(before, "animal"), (after, "creature")] {
        let subset = retriever
            .retrieve("weights", &RetrieveOptions::default())
            .unwrap();
        assert_eq!(subset.get(0).unwrap().table, table);
    }
}

/// Counts how often it is dropped.
struct Dropped(Arc<AtomicUsize>);
impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn an_embedder_is_dropped_once_and_its_failures_come_out() {
    let drops = Arc::new(AtomicUsize::new(0));
    let held = Dropped(drops.clone());
    let retriever = Retriever::with_embedder(
        &catalog(),
        Embedder::new("ones", 1, move |texts| {
            let _ = &held;
            Ok(vec![1.0; texts.len()])
        }),
    )
    .unwrap();
    assert_eq!(
        retriever
            .retrieve("b of t", &Default::default())
            .unwrap()
            .get(0)
            .unwrap()
            .table,
        "t"
    );
    assert_eq!(drops.load(Ordering::SeqCst), 0);
    drop(retriever);
    assert_eq!(drops.load(Ordering::SeqCst), 1);

    let held = Dropped(drops.clone());
    let failing = Embedder::new("fails", 1, move |_| {
        let _ = &held;
        Err("no model".into())
    });
    let error = Retriever::with_embedder(&catalog(), failing).err().unwrap();
    assert_eq!(error.source().unwrap().to_string(), "no model");
    assert_eq!(drops.load(Ordering::SeqCst), 2);
    let short = Embedder::new("short", 2, |_| Ok(vec![1.0]));
    assert!(Retriever::with_embedder(&catalog(), short).is_err());
}

#[test]
fn threads_share_what_may_be_shared() {
    let retriever = Retriever::new(&catalog()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let subset = retriever.retrieve("b of t", &Default::default()).unwrap();
                assert_eq!(subset.get(0).unwrap().database, "db");
            });
        }
    });
}

#[test]
fn judging_stops_when_another_thread_says_so() {
    let suite = Suite::from_ddl(DDL, "db").unwrap();
    let wrong = suite
        .judge(
            "SELECT count(*) FROM t",
            "SELECT count(b) FROM t",
            &Default::default(),
        )
        .unwrap();
    assert_eq!(
        (wrong.name.as_str(), wrong.kind.as_str()),
        ("wrong", "values")
    );
    let cancellation = Cancellation::new().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            cancellation.cancel();
        });
        let options = JudgeOptions {
            cancellation: Some(&cancellation),
            ..Default::default()
        };
        assert_eq!(
            suite
                .judge("SELECT 1", ENDLESS, &options)
                .unwrap_err()
                .name(),
            "cancelled"
        );
    });
}

#[test]
fn examples_are_ranked_and_a_model_answers() {
    let folder = std::env::temp_dir().join(format!("sluice_crate_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("examples.jsonl");
    let line = r#"{"question": "How many t?", "db_id": "db", "sql": "SELECT count(*) FROM t"}"#;
    std::fs::write(&path, line).unwrap();
    let catalog = catalog();
    let examples = Examples::open(path.to_str().unwrap(), Some(&catalog), None).unwrap();
    let guesses = ["SELECT count(*) FROM t"];
    let ranked = examples
        .rank(
            "How many?",
            &RankOptions {
                guesses: &guesses,
                database: Some(0),
                ..Default::default()
            },
        )
        .unwrap();
    assert_eq!(ranked[0].question, "How many t?");
    let index = folder.join("index");
    catalog.build_index(index.to_str().unwrap()).unwrap();
    let indexed = Catalog::load(index.to_str().unwrap()).unwrap();
    assert_eq!(indexed.count(Kind::Table), 1);
    std::fs::remove_dir_all(&folder).unwrap();

    let suite = Suite::from_ddl(DDL, "db").unwrap();
    let retriever = Retriever::new(&catalog).unwrap();
    let model = |messages: &[Message]| -> std::result::Result<String, BoxError> {
        assert!(messages.last().unwrap().text.contains("How many t?"));
        Ok("SELECT count(*) FROM t".to_owned())
    };
    let options = AnswerOptions {
        model: Some(&model),
        examples: Some(&examples),
        databases: Some(&suite),
        ..Default::default()
    };
    let answer = retriever.answer("How many b of t?", &options).unwrap();
    assert!(answer.contains("\"passed\":true"), "{answer}");
    let fails = |_: &[Message]| -> std::result::Result<String, BoxError> { Err("no model".into()) };
    let options = AnswerOptions {
        model: Some(&fails),
        ..Default::default()
    };
    let error = retriever.answer("b of t", &options).unwrap_err();
    assert_eq!(error.source().unwrap().to_string(), "no model");
    assert_eq!(suite.save("x").unwrap_err().name(), "unsupported");
    let gold = Gold {
        database: "db",
        sql: "SELECT 1",
    };
    assert_eq!(audit("/nowhere", &[gold]).unwrap_err().name(), "not_found");
    let built = Suite::build(&[gold], "/nowhere", None);
    assert_eq!(built.err().unwrap().name(), "not_found");
}

/// Converts C declarations to Rust's, to search for them in sys.rs.
mod header {
    pub fn without_comments(text: &str) -> String {
        let mut parts = text.split("/*");
        let mut code = parts.next().unwrap().to_owned();
        parts.for_each(|part| code += part.split_once("*/").unwrap().1);
        code
    }

    pub fn type_of(c: &str) -> String {
        let c = c.trim();
        let (is_const, c) = c
            .strip_prefix("const ")
            .map_or((false, c), |rest| (true, rest));
        let base = match c.trim_end_matches(['*', ' ']).trim() {
            "void" => "c_void",
            "char" => "c_char",
            "size_t" => "usize",
            "int32_t" => "i32",
            "uint32_t" => "u32",
            "uint64_t" => "u64",
            "double" => "f64",
            "float" => "f32",
            other => other,
        };
        let stars = c.matches('*').count();
        let inner = if is_const { "*const " } else { "*mut " };
        match stars {
            0 => base.to_owned(),
            _ => format!("{}{inner}{base}", "*mut ".repeat(stars - 1)),
        }
    }

    /// "type name" as "name: type".
    pub fn named(c: &str) -> String {
        let c = c.trim();
        let at = c.rfind(|x: char| !x.is_alphanumeric() && x != '_').unwrap() + 1;
        format!("{}: {}", &c[at..], type_of(&c[..at]))
    }

    pub fn signature(parameters: &str, result: &str) -> String {
        let named: Vec<String> = match parameters.trim() {
            "void" => vec![],
            some => some.split(',').map(named).collect(),
        };
        match result.trim() {
            "void" => format!("({})", named.join(", ")),
            some => format!("({}) -> {}", named.join(", "), type_of(some)),
        }
    }
}

fn squeezed(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    text.replace(",)", ")")
        .replace(",}", "}")
        .replace(",>", ">")
}

#[test]
fn the_bindings_say_what_the_header_says() {
    let root = env!("CARGO_MANIFEST_DIR");
    let Ok(text) = std::fs::read_to_string(format!("{root}/../../capi/sluice.h")) else {
        eprintln!("test skipped: not in a source tree");
        return;
    };
    let code = header::without_comments(&text);
    // `type` and `where` are keywords of Rust.
    let bound = squeezed(&std::fs::read_to_string(format!("{root}/src/sys.rs")).unwrap())
        .replace("pubr#", "pub");
    let mut expected = vec![];

    for part in code.split("\nSLUICE_API ").skip(1) {
        let declaration = part.split(" SLUICE_NOEXCEPT").next().unwrap();
        let (start, parameters) = declaration.split_once('(').unwrap();
        let at = start
            .find("sluice_")
            .filter(|at| !start[*at..].contains(' '));
        let at = at.unwrap_or_else(|| start.rfind("sluice_").unwrap());
        let signature = header::signature(parameters.trim_end_matches(')'), &start[..at]);
        expected.push(format!("pub fn {}{signature};", &start[at..]));
    }
    let functions = expected.len();
    assert_eq!(functions, bound.matches("pubfn").count());
    assert!(functions > 40);

    for part in code.split("typedef struct ").skip(1) {
        let Some((name, rest)) = part.split_once(" {") else {
            continue;
        };
        if name.contains(';') {
            continue;
        }
        let body = rest.split_once('}').unwrap().0;
        let fields: Vec<String> = body
            .split(';')
            .filter(|field| !field.trim().is_empty())
            .map(|field| match field.split_once("(*") {
                None => format!("pub {}", header::named(field)),
                Some((result, rest)) => {
                    let (name, parameters) = rest.split_once(")(").unwrap();
                    let parameters = parameters.trim_end_matches(')');
                    let signature = header::signature(parameters, result);
                    format!("pub {name}: Option<unsafe extern \"C\" fn{signature}>")
                }
            })
            .collect();
        expected.push(format!("pub struct {name} {{{}}}", fields.join(", ")));
    }
    assert_eq!(expected.len() - functions, 30);

    for part in code.split("enum {").skip(1) {
        for value in part.split_once('}').unwrap().0.split(',') {
            let (name, number) = value.trim().split_once(" = ").unwrap();
            expected.push(format!("pub const {name}: i32 = {number};"));
        }
    }
    for declaration in &expected {
        assert!(
            bound.contains(&squeezed(declaration)),
            "sys.rs lacks: {declaration}"
        );
    }
    assert_eq!(
        unsafe { sys::sluice_abi_version() },
        sys::SLUICE_ABI_VERSION
    );
}
