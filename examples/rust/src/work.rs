//! Index and suite builds, audits, worked examples, and answers.

use super::*;

/// A gold query and the name of its database.
#[derive(Clone, Copy, Debug)]
pub struct Gold<'a> {
    pub database: &'a str,
    pub sql: &'a str,
}

fn view(text: &str) -> sys::sluice_str {
    sys::sluice_str {
        data: data(text),
        size: text.len(),
    }
}

fn raw_golds(golds: &[Gold]) -> Vec<sys::sluice_gold> {
    golds
        .iter()
        .map(|gold| sys::sluice_gold {
            database: view(gold.database),
            sql: view(gold.sql),
        })
        .collect()
}

impl Catalog {
    /// Writes an index, including vectors, for `load`.
    pub fn build_index(&self, folder: &str) -> Result<()> {
        call(|error| unsafe {
            sys::sluice_index_build(self.raw(), data(folder), folder.len(), null(), error)
        })
    }
}

impl Suite {
    /// Generates databases that distinguish each gold query from its neighbors; `folder` has the
    /// databases of the queries.
    pub fn build(
        golds: &[Gold],
        folder: &str,
        cancellation: Option<&Cancellation>,
    ) -> Result<Self> {
        let golds = raw_golds(golds);
        let options = sys::sluice_suite_options {
            struct_size: std::mem::size_of::<sys::sluice_suite_options>(),
            seed: 0,
            infer_keys: 0,
            jobs: 1,
            cancellation: cancellation.map_or(null(), Cancellation::raw),
            progress: null(),
        };
        make(|out, error| unsafe {
            sys::sluice_suite_build(
                golds.as_ptr(),
                golds.len(),
                data(folder),
                folder.len(),
                &options,
                out,
                error,
            )
        })
        .map(Self)
    }

    pub fn save(&self, path: &str) -> Result<()> {
        call(|error| unsafe { sys::sluice_suite_save(self.raw(), data(path), path.len(), error) })
    }
}

/// Reports doubtful gold queries of a SQLite file, as JSON.
pub fn audit(path: &str, golds: &[Gold]) -> Result<String> {
    let golds = raw_golds(golds);
    make(|out, error| unsafe {
        let (golds, count) = (golds.as_ptr(), golds.len());
        sys::sluice_audit(data(path), path.len(), golds, count, null(), out, error)
    })
    .map(|text| Text(text).take())
}

#[derive(Clone, Copy)]
pub struct RankOptions<'a> {
    /// Maximum number of examples.
    pub count: usize,
    /// Guesses at the question's query.
    pub guesses: &'a [&'a str],
    /// Id of the question's database in the catalog.
    pub database: Option<u32>,
    /// Name of a database whose examples are skipped.
    pub except_database: Option<&'a str>,
    pub cancellation: Option<&'a Cancellation>,
}

impl Default for RankOptions<'_> {
    fn default() -> Self {
        Self {
            count: 5,
            guesses: &[],
            database: None,
            except_database: None,
            cancellation: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    pub question: String,
    pub database: String,
    pub sql: String,
    pub score: f64,
    pub similarity: f64,
}

impl Examples {
    /// Opens a store, or JSON lines. Examples that use a hidden name are skipped.
    pub fn open(path: &str, catalog: Option<&Catalog>, mask: Option<&Mask>) -> Result<Self> {
        let catalog = catalog.map_or(null(), Catalog::raw);
        let mask = mask.map_or(null(), Mask::raw);
        make(|out, error| unsafe {
            sys::sluice_examples_open(catalog, mask, data(path), path.len(), out, error)
        })
        .map(Self)
    }

    /// Returns examples to show with a question in a prompt, best first.
    pub fn rank(&self, question: &str, options: &RankOptions) -> Result<Vec<Example>> {
        let guesses: Vec<_> = options.guesses.iter().map(|guess| view(guess)).collect();
        let (except_database, except_database_size) = null_or(options.except_database);
        let chosen = sys::sluice_rank_options {
            struct_size: std::mem::size_of::<sys::sluice_rank_options>(),
            count: options.count,
            guesses: guesses.as_ptr(),
            guess_count: guesses.len(),
            database: options.database.unwrap_or(sys::SLUICE_NO_ID),
            reserved: 0,
            except_database,
            except_database_size,
            cancellation: options.cancellation.map_or(null(), Cancellation::raw),
        };
        let ranking = Ranking(make(|out, error| unsafe {
            let (text, size) = (data(question), question.len());
            sys::sluice_examples_rank(self.raw(), text, size, &chosen, out, error)
        })?);
        (0..unsafe { sys::sluice_ranking_size(ranking.raw()) })
            .map(|position| {
                // SAFETY: a struct of numbers and pointers, for which zero is a value.
                let mut item: sys::sluice_ranked = unsafe { std::mem::zeroed() };
                item.struct_size = std::mem::size_of::<sys::sluice_ranked>();
                call(|error| unsafe {
                    sys::sluice_ranking_item(ranking.raw(), position, &mut item, error)
                })?;
                Ok(Example {
                    question: text_of(item.question),
                    database: text_of(item.database),
                    sql: text_of(item.sql),
                    score: item.score,
                    similarity: item.similarity,
                })
            })
            .collect()
    }
}

/// One message of a prompt: a role, "system", "user" or "assistant", and a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Message<'a> {
    pub role: &'a str,
    pub text: &'a str,
}

/// A custom language model.
pub type Complete<'a> = dyn Fn(&[Message]) -> std::result::Result<String, BoxError> + 'a;

unsafe extern "C" fn complete(
    user: *mut c_void,
    messages: *const sys::sluice_message,
    count: usize,
    write: sys::sluice_write,
    to: *mut c_void,
) -> sys::sluice_status {
    let model = &*(user as *const &Complete);
    let result = catch_unwind(AssertUnwindSafe(|| {
        let messages: Vec<Message> = std::slice::from_raw_parts(messages, count)
            .iter()
            .map(|message| Message {
                role: str_of(message.role),
                text: str_of(message.text),
            })
            .collect();
        model(&messages)
    }));
    let cause: BoxError = match (result, write) {
        (Ok(Ok(answer)), Some(write)) => {
            write(to, data(&answer), answer.len());
            return sys::SLUICE_OK;
        }
        (Ok(Err(cause)), _) => cause,
        _ => "the model panicked".into(),
    };
    CAUSE.with(|held| *held.borrow_mut() = Some(cause));
    sys::SLUICE_INTERNAL
}

#[derive(Clone, Copy, Default)]
pub struct AnswerOptions<'a> {
    /// Writes the SQL; without it, the label model does.
    pub model: Option<&'a Complete<'a>>,
    pub examples: Option<&'a Examples>,
    /// The databases to run the query on; None: it is checked but not run.
    pub databases: Option<&'a Suite>,
    pub mask: Option<&'a Mask>,
    pub cancellation: Option<&'a Cancellation>,
}

impl Retriever {
    /// Answers a question with checked SQL and its rows, as JSON.
    pub fn answer(&self, question: &str, options: &AnswerOptions) -> Result<String> {
        let completer = options.model.as_ref().map(|model| sys::sluice_completer {
            struct_size: std::mem::size_of::<sys::sluice_completer>(),
            user: model as *const &Complete as *mut c_void,
            complete: Some(complete),
            destroy: None,
        });
        let chosen = sys::sluice_answer_options {
            struct_size: std::mem::size_of::<sys::sluice_answer_options>(),
            completer: completer.as_ref().map_or(null(), |given| given as *const _),
            examples: options.examples.map_or(null(), Examples::raw),
            databases: options.databases.map_or(null(), Suite::raw),
            example_count: 5,
            budget: 20,
            repairs: 1,
            rows: 1000,
            cancellation: options.cancellation.map_or(null(), Cancellation::raw),
            progress: null(),
        };
        let mask = options.mask.map_or(null(), Mask::raw);
        make(|out, error| unsafe {
            let (text, size) = (data(question), question.len());
            sys::sluice_answer(self.raw(), text, size, mask, &chosen, out, error)
        })
        .map(|text| Text(text).take())
    }
}
