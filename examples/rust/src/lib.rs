//! sluice for Rust: schema retrieval, routing, SQL and evaluation, over the C library.
//!
//! ```no_run
//! # fn main() -> Result<(), sluice::Error> {
//! let catalog = sluice::Catalog::load("databases/")?;
//! let retriever = sluice::Retriever::new(&catalog)?;
//! let subset = retriever.retrieve("Which wines did the customers order?", &Default::default())?;
//! println!("{}", subset.render(sluice::Form::Prompt)?);
//! # Ok(())
//! # }
//! ```

pub mod sys;
mod work;

pub use work::{audit, AnswerOptions, Complete, Example, Gold, Message, RankOptions};

use std::cell::RefCell;
use std::ffi::CStr;
use std::os::raw::{c_char, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{null, null_mut, NonNull};

pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call failed.
#[derive(Debug)]
pub struct Error {
    /// One of `sys::SLUICE_...`.
    pub status: i32,
    /// One line for people.
    pub message: String,
    /// For programs: "source:line:column", or less; may be empty.
    pub place: String,
    /// Offset in the SQL text, in bytes.
    pub offset: Option<usize>,
    cause: Option<BoxError>,
}

impl Error {
    /// Such as "not_found".
    pub fn name(&self) -> &'static str {
        // SAFETY: a static string, for any value.
        unsafe { CStr::from_ptr(sys::sluice_status_name(self.status)) }
            .to_str()
            .unwrap_or("unknown")
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|e| e.as_ref() as _)
    }
}

thread_local! {
    /// The error of a closure of this thread, while the library returns its status. Callbacks run
    /// on the thread that made the call.
    static CAUSE: RefCell<Option<BoxError>> = const { RefCell::new(None) };
}

/// # Safety
/// `text` is a view that is valid for 'a.
unsafe fn str_of<'a>(text: sys::sluice_str) -> &'a str {
    if text.size == 0 {
        return "";
    }
    let bytes = std::slice::from_raw_parts(text.data as *const u8, text.size);
    std::str::from_utf8(bytes).unwrap_or("") // the library promises UTF-8
}

fn text_of(text: sys::sluice_str) -> String {
    // SAFETY: copied immediately.
    unsafe { str_of(text) }.to_owned()
}

/// Runs a call and converts its error.
fn call(function: impl FnOnce(*mut *mut sys::sluice_error) -> sys::sluice_status) -> Result<()> {
    CAUSE.with(|cause| cause.borrow_mut().take());
    let mut error = null_mut();
    let status = function(&mut error);
    if status == sys::SLUICE_OK {
        return Ok(());
    }
    // SAFETY: `error` is NULL or an error that we own and free here.
    let failure = unsafe {
        let offset = sys::sluice_error_offset(error);
        let failure = Error {
            status,
            message: text_of(sys::sluice_error_message(error)),
            place: text_of(sys::sluice_error_where(error)),
            offset: (offset != sys::SLUICE_NO_OFFSET).then_some(offset),
            cause: CAUSE.with(|cause| cause.borrow_mut().take()),
        };
        sys::sluice_error_free(error);
        failure
    };
    Err(failure)
}

/// The same for a call that creates a handle.
fn make<T>(
    function: impl FnOnce(*mut *mut T, *mut *mut sys::sluice_error) -> sys::sluice_status,
) -> Result<NonNull<T>> {
    let mut made = null_mut();
    call(|error| function(&mut made, error))?;
    Ok(NonNull::new(made).expect("a successful call returns a handle"))
}

fn data(text: &str) -> *const c_char {
    text.as_ptr() as *const c_char
}

fn null_or(text: Option<&str>) -> (*const c_char, usize) {
    text.map_or((null(), 0), |text| (data(text), text.len()))
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $raw:ty, $end:path) => {
        $(#[$doc])*
        pub struct $name(NonNull<$raw>);
        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: we are the only owner, and free it once.
                unsafe { $end(self.0.as_ptr()) }
            }
        }
        impl $name {
            fn raw(&self) -> *const $raw {
                self.0.as_ptr()
            }
        }
        // SAFETY: handles may move between threads; methods with `&self` pass the handle as const,
        // which several threads may do at the same time.
        unsafe impl Send for $name {}
        unsafe impl Sync for $name {}
    };
}

handle!(
    /// The schemas of all databases that questions may be about.
    Catalog, sys::sluice_catalog, sys::sluice_catalog_release
);
handle!(
    /// What the user may see.
    Mask, sys::sluice_mask, sys::sluice_mask_free
);
handle!(
    /// Answers questions about one catalog.
    Retriever, sys::sluice_retriever, sys::sluice_retriever_release
);
handle!(
    /// The columns that answer a question, in the order in which they were chosen.
    Subset, sys::sluice_subset, sys::sluice_subset_free
);
handle!(
    /// A parsed SQL statement.
    Query, sys::sluice_query, sys::sluice_query_release
);
handle!(
    /// The databases that predictions are judged on.
    Suite, sys::sluice_suite, sys::sluice_suite_release
);
handle!(
    /// A request to stop, from any thread.
    Cancellation, sys::sluice_cancellation, sys::sluice_cancellation_release
);
handle!(
    /// Worked examples: questions with their queries.
    Examples, sys::sluice_examples, sys::sluice_examples_release
);
handle!(Ranking, sys::sluice_ranking, sys::sluice_ranking_free);
handle!(Text, sys::sluice_text, sys::sluice_text_free);
handle!(Routes, sys::sluice_routes, sys::sluice_routes_free);
handle!(RawVerdict, sys::sluice_verdict, sys::sluice_verdict_free);

impl Text {
    fn take(self) -> String {
        // SAFETY: copied before the text is freed.
        text_of(unsafe { sys::sluice_text_view(self.raw()) })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Kind {
    Database = sys::SLUICE_DATABASE,
    Table = sys::SLUICE_TABLE,
    Column = sys::SLUICE_COLUMN,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Form {
    Prompt = sys::SLUICE_FORM_PROMPT,
    CreateTable = sys::SLUICE_FORM_CREATE_TABLE,
    Compact = sys::SLUICE_FORM_COMPACT,
    Json = sys::SLUICE_FORM_JSON,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Dialect {
    Sqlite = sys::SLUICE_SQLITE,
    Postgresql = sys::SLUICE_POSTGRESQL,
    Permissive = sys::SLUICE_PERMISSIVE,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum QueryForm {
    Printed = sys::SLUICE_QUERY_PRINTED,
    Normalized = sys::SLUICE_QUERY_NORMALIZED,
    Masked = sys::SLUICE_QUERY_MASKED,
}

/// When two query results are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Comparison {
    #[default]
    TestSuite = sys::SLUICE_TEST_SUITE,
    Strict = sys::SLUICE_STRICT,
    Bird = sys::SLUICE_BIRD,
}

impl Catalog {
    /// Loads a folder of databases, a file or an index.
    pub fn load(path: &str) -> Result<Self> {
        make(|out, error| unsafe {
            sys::sluice_catalog_load(data(path), path.len(), null(), out, error)
        })
        .map(Self)
    }

    /// Loads the same path again: files that have not changed since `before` are not read again.
    pub fn load_after(path: &str, before: &Catalog) -> Result<Self> {
        let options = sys::sluice_load_options {
            struct_size: std::mem::size_of::<sys::sluice_load_options>(),
            samples: 3,
            max_sample_bytes: 60,
            progress: null(),
            before: before.raw(),
            dialect: sys::sluice_str {
                data: null(),
                size: 0,
            },
        };
        make(|out, error| unsafe {
            sys::sluice_catalog_load(data(path), path.len(), &options, out, error)
        })
        .map(Self)
    }

    pub fn from_ddl(sql: &str, name: &str) -> Result<Self> {
        make(|out, error| unsafe {
            sys::sluice_catalog_load_ddl(
                data(sql),
                sql.len(),
                data(name),
                name.len(),
                null(),
                out,
                error,
            )
        })
        .map(Self)
    }

    pub fn from_json(json: &str) -> Result<Self> {
        make(|out, error| unsafe {
            sys::sluice_catalog_load_json(data(json), json.len(), null(), out, error)
        })
        .map(Self)
    }

    pub fn count(&self, kind: Kind) -> usize {
        unsafe { sys::sluice_catalog_count(self.raw(), kind as i32) }
    }

    /// Empty if there is no such object.
    pub fn name(&self, kind: Kind, id: u32) -> &str {
        // SAFETY: valid as long as the catalog.
        unsafe { str_of(sys::sluice_catalog_name(self.raw(), kind as i32, id)) }
    }

    pub fn find(&self, kind: Kind, path: &str) -> Result<u32> {
        let mut id = 0;
        call(|error| unsafe {
            sys::sluice_catalog_find(
                self.raw(),
                kind as i32,
                data(path),
                path.len(),
                &mut id,
                error,
            )
        })?;
        Ok(id)
    }
}

impl Mask {
    pub fn new(catalog: &Catalog, visible: bool) -> Result<Self> {
        make(|out, error| unsafe {
            sys::sluice_mask_new(catalog.raw(), visible.into(), out, error)
        })
        .map(Self)
    }

    /// Shows or hides an object and all objects in it.
    pub fn set(&mut self, kind: Kind, id: u32, visible: bool) -> Result<()> {
        call(|error| unsafe {
            sys::sluice_mask_set(self.0.as_ptr(), kind as i32, id, visible.into(), error)
        })
    }
}

type Embed = dyn Fn(&[&str]) -> std::result::Result<Vec<f32>, BoxError> + Send + Sync;

/// A custom model.
pub struct Embedder {
    name: String,
    dimensions: usize,
    embed: Box<Embed>,
}

impl Embedder {
    /// `embed` takes texts and returns `dimensions` numbers per text, row-major. Several threads
    /// may call it at the same time. `name` identifies the model and its version.
    pub fn new<F>(name: &str, dimensions: usize, embed: F) -> Self
    where
        F: Fn(&[&str]) -> std::result::Result<Vec<f32>, BoxError> + Send + Sync + 'static,
    {
        let embed = Box::new(embed);
        Self {
            name: name.to_owned(),
            dimensions,
            embed,
        }
    }

    unsafe extern "C" fn call(
        user: *mut c_void,
        texts: *const sys::sluice_str,
        count: usize,
        vectors: *mut f32,
    ) -> sys::sluice_status {
        let this = &*(user as *const Embedder);
        let result = catch_unwind(AssertUnwindSafe(|| {
            let texts: Vec<&str> = std::slice::from_raw_parts(texts, count)
                .iter()
                .map(|text| str_of(*text))
                .collect();
            let numbers = (this.embed)(&texts)?;
            let expected = count * this.dimensions;
            if numbers.len() != expected {
                let found = numbers.len();
                return Err(format!("{found} numbers, expected {expected}").into());
            }
            std::ptr::copy_nonoverlapping(numbers.as_ptr(), vectors, expected);
            Ok(())
        }));
        let cause: BoxError = match result {
            Ok(Ok(())) => return sys::SLUICE_OK,
            Ok(Err(cause)) => cause,
            Err(_) => "the embedder panicked".into(),
        };
        CAUSE.with(|held| *held.borrow_mut() = Some(cause));
        sys::SLUICE_INTERNAL
    }

    unsafe extern "C" fn destroy(user: *mut c_void) {
        let this = Box::from_raw(user as *mut Embedder);
        let _ = catch_unwind(AssertUnwindSafe(move || drop(this)));
    }
}

#[derive(Clone, Copy)]
pub struct RetrieveOptions<'a> {
    /// Maximum number of columns.
    pub budget: usize,
    /// Maximum number of databases that columns come from.
    pub databases: usize,
    pub mask: Option<&'a Mask>,
    /// Hallucinated schema: the one that a language model would expect.
    pub hallucinated: Option<&'a str>,
    pub cancellation: Option<&'a Cancellation>,
}

impl Default for RetrieveOptions<'_> {
    fn default() -> Self {
        Self {
            budget: 20,
            databases: 1,
            mask: None,
            hallucinated: None,
            cancellation: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    pub database: String,
    pub score: f64,
    pub is_probability: bool,
}

impl Retriever {
    pub fn new(catalog: &Catalog) -> Result<Self> {
        make(|out, error| unsafe { sys::sluice_retriever_new(catalog.raw(), null(), out, error) })
            .map(Self)
    }

    pub fn with_embedder(catalog: &Catalog, embedder: Embedder) -> Result<Self> {
        let (name_size, dimensions) = (embedder.name.len(), embedder.dimensions);
        let user = Box::into_raw(Box::new(embedder));
        let embedder = sys::sluice_embedder {
            struct_size: std::mem::size_of::<sys::sluice_embedder>(),
            user: user as *mut c_void,
            embed: Some(Embedder::call),
            destroy: Some(Embedder::destroy),
            // SAFETY: the library destroys `user` only when the call fails, just before it returns.
            name: data(unsafe { &(*user).name }),
            name_size,
            dimensions,
            batch: 256,
            flags: sys::SLUICE_CALLBACK_THREAD_SAFE,
            reserved: 0,
        };
        let options = sys::sluice_retriever_options {
            struct_size: std::mem::size_of::<sys::sluice_retriever_options>(),
            embedder: &embedder,
            before: null(),
        };
        make(|out, error| unsafe { sys::sluice_retriever_new(catalog.raw(), &options, out, error) })
            .map(Self)
    }

    /// Creates a retriever of another version of the catalog; it shares the unchanged parts.
    pub fn after(&self, catalog: &Catalog) -> Result<Self> {
        let options = sys::sluice_retriever_options {
            struct_size: std::mem::size_of::<sys::sluice_retriever_options>(),
            embedder: null(),
            before: self.raw(),
        };
        make(|out, error| unsafe { sys::sluice_retriever_new(catalog.raw(), &options, out, error) })
            .map(Self)
    }

    pub fn retrieve(&self, question: &str, options: &RetrieveOptions) -> Result<Subset> {
        let (hallucinated, hallucinated_size) = null_or(options.hallucinated);
        let chosen = sys::sluice_retrieve_options {
            struct_size: std::mem::size_of::<sys::sluice_retrieve_options>(),
            budget: options.budget,
            databases: options.databases,
            hallucinated,
            hallucinated_size,
            cancellation: options.cancellation.map_or(null(), Cancellation::raw),
        };
        let mask = options.mask.map_or(null(), Mask::raw);
        make(|out, error| unsafe {
            sys::sluice_retrieve(
                self.raw(),
                data(question),
                question.len(),
                mask,
                &chosen,
                out,
                error,
            )
        })
        .map(Subset)
    }

    /// Returns the databases that the question may be about, best first.
    pub fn route(&self, question: &str, mask: Option<&Mask>) -> Result<Vec<Route>> {
        let mask = mask.map_or(null(), Mask::raw);
        let routes = Routes(make(|out, error| unsafe {
            sys::sluice_route(self.raw(), data(question), question.len(), mask, out, error)
        })?);
        let count = unsafe { sys::sluice_routes_size(routes.raw()) };
        (0..count)
            .map(|position| {
                // SAFETY: a struct of numbers and pointers; all zeros is a valid value.
                let mut routed: sys::sluice_routed = unsafe { std::mem::zeroed() };
                routed.struct_size = std::mem::size_of::<sys::sluice_routed>();
                call(|error| unsafe {
                    sys::sluice_routes_item(routes.raw(), position, &mut routed, error)
                })?;
                Ok(Route {
                    database: text_of(routed.database),
                    score: routed.score,
                    is_probability: routed.is_probability != 0,
                })
            })
            .collect()
    }
}

/// One column of a subset.
#[derive(Clone, Debug, PartialEq)]
pub struct Column<'a> {
    pub database: &'a str,
    pub table: &'a str,
    pub column: &'a str,
    pub score: f64,
    /// Kind and text.
    pub reasons: Vec<(&'a str, &'a str)>,
}

impl Subset {
    pub fn len(&self) -> usize {
        unsafe { sys::sluice_subset_size(self.raw()) }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, position: usize) -> Result<Column<'_>> {
        // SAFETY: a struct of numbers and pointers; all zeros is a valid value.
        let mut item: sys::sluice_item = unsafe { std::mem::zeroed() };
        item.struct_size = std::mem::size_of::<sys::sluice_item>();
        call(|error| unsafe { sys::sluice_subset_item(self.raw(), position, &mut item, error) })?;
        // SAFETY: views are valid as long as the subset.
        unsafe {
            let reasons = (0..item.reason_count as usize)
                .map(|r| *item.reasons.add(r))
                .map(|reason| (str_of(reason.kind), str_of(reason.text)))
                .collect();
            Ok(Column {
                database: str_of(item.database),
                table: str_of(item.table),
                column: str_of(item.column),
                score: item.score,
                reasons,
            })
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = Column<'_>> {
        (0..self.len()).filter_map(|position| self.get(position).ok())
    }

    pub fn render(&self, form: Form) -> Result<String> {
        make(|out, error| unsafe {
            sys::sluice_subset_render(self.raw(), form as i32, null(), out, error)
        })
        .map(|text| Text(text).take())
    }

    /// What may be right besides the subset, and whether it is sure, as JSON: "alternatives" with
    /// "databases" and "tables", each with a "probability", and "unsure".
    pub fn doubts(&self) -> Result<String> {
        make(|out, error| unsafe { sys::sluice_subset_doubts(self.raw(), out, error) })
            .map(|text| Text(text).take())
    }
}

impl Query {
    /// Parses a statement without resolving its names.
    pub fn parse(sql: &str, dialect: Dialect) -> Result<Self> {
        make(|out, error| unsafe {
            sys::sluice_query_parse(null(), 0, dialect as i32, data(sql), sql.len(), out, error)
        })
        .map(Self)
    }

    /// Parses a statement for a database of a catalog, by its id.
    pub fn parse_for(
        catalog: &Catalog,
        database: u32,
        sql: &str,
        dialect: Dialect,
    ) -> Result<Self> {
        make(|out, error| unsafe {
            sys::sluice_query_parse(
                catalog.raw(),
                database,
                dialect as i32,
                data(sql),
                sql.len(),
                out,
                error,
            )
        })
        .map(Self)
    }

    /// Fails if a name does not exist, or if the statement is not a query.
    pub fn check(&self, mask: Option<&Mask>) -> Result<()> {
        let mask = mask.map_or(null(), Mask::raw);
        call(|error| unsafe { sys::sluice_query_check(self.raw(), mask, error) })
    }

    pub fn text(&self, form: QueryForm) -> Result<String> {
        make(|out, error| unsafe { sys::sluice_query_text(self.raw(), form as i32, out, error) })
            .map(|text| Text(text).take())
    }

    /// Returns the tables and columns that the query reads, as JSON.
    pub fn reads(&self) -> Result<String> {
        make(|out, error| unsafe { sys::sluice_query_reads(self.raw(), out, error) })
            .map(|text| Text(text).take())
    }

    pub fn similarity(&self, to: &Query) -> Result<f64> {
        let mut result = 0.0;
        call(|error| unsafe {
            sys::sluice_query_similarity(self.raw(), to.raw(), &mut result, error)
        })?;
        Ok(result)
    }
}

impl Cancellation {
    pub fn new() -> Result<Self> {
        make(|out, error| unsafe { sys::sluice_cancellation_new(out, error) }).map(Self)
    }

    pub fn cancel(&self) {
        unsafe { sys::sluice_cancellation_cancel(self.raw()) }
    }
}

#[derive(Clone, Copy, Default)]
pub struct JudgeOptions<'a> {
    /// May be None if the suite has only one.
    pub database: Option<&'a str>,
    pub comparison: Comparison,
    pub keep_distinct: bool,
    pub plug_values: bool,
    pub ties: bool,
    pub cancellation: Option<&'a Cancellation>,
}

#[derive(Clone, Copy)]
pub struct RefuteOptions<'a> {
    /// May be None if the suite has only one.
    pub database: Option<&'a str>,
    pub comparison: Comparison,
    /// Also satisfy the constraints that hold in the suite's data.
    pub mined: bool,
    pub seed: u64,
    /// Maximum number of databases to compare on.
    pub databases: u64,
    pub cancellation: Option<&'a Cancellation>,
    /// What the user may see; the schema is the visible part of the database in the mask's catalog.
    pub mask: Option<&'a Mask>,
}

impl Default for RefuteOptions<'_> {
    fn default() -> Self {
        let comparison = Comparison::default();
        Self {
            database: None,
            comparison,
            mined: false,
            seed: 0,
            databases: 1500,
            cancellation: None,
            mask: None,
        }
    }
}

/// The result of judging or refuting a prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// "right", "wrong" or "failed"; "refuted", "proved", "not_refuted" or "failed".
    pub name: String,
    /// Kind of difference, such as "column_missing".
    pub kind: String,
    /// The kind for people.
    pub title: String,
    /// Why a query cannot be run.
    pub message: String,
    /// The database that refutes it, as SQL.
    pub script: String,
    pub score: f64,
    /// The whole verdict, with the results of both queries.
    pub json: String,
}

impl RawVerdict {
    fn take(self) -> Result<Verdict> {
        // SAFETY: a struct of numbers and pointers; all zeros is a valid value.
        let mut info: sys::sluice_verdict_info = unsafe { std::mem::zeroed() };
        info.struct_size = std::mem::size_of::<sys::sluice_verdict_info>();
        call(|error| unsafe { sys::sluice_verdict_get(self.raw(), &mut info, error) })?;
        Ok(Verdict {
            name: text_of(info.name),
            kind: text_of(info.kind),
            title: text_of(info.title),
            message: text_of(info.message),
            script: text_of(info.script),
            score: info.score,
            json: text_of(unsafe { sys::sluice_verdict_json(self.raw()) }),
        })
    }
}

impl Suite {
    /// Opens a suite file, a SQLite file or a folder of them.
    pub fn open(path: &str) -> Result<Self> {
        make(|out, error| unsafe { sys::sluice_suite_open(data(path), path.len(), out, error) })
            .map(Self)
    }

    pub fn from_ddl(sql: &str, name: &str) -> Result<Self> {
        make(|out, error| unsafe {
            sys::sluice_suite_open_ddl(data(sql), sql.len(), data(name), name.len(), out, error)
        })
        .map(Self)
    }

    /// Runs both queries and compares their results.
    pub fn judge(&self, gold: &str, predicted: &str, options: &JudgeOptions) -> Result<Verdict> {
        let chosen = sys::sluice_judge_options {
            struct_size: std::mem::size_of::<sys::sluice_judge_options>(),
            comparison: options.comparison as i32,
            keep_distinct: options.keep_distinct.into(),
            plug_values: options.plug_values.into(),
            ties: options.ties.into(),
            steps: 300_000_000,
            seconds: 60.0,
            cancellation: options.cancellation.map_or(null(), Cancellation::raw),
            progress: null(),
        };
        let (database, database_size) = null_or(options.database);
        RawVerdict(make(|out, error| unsafe {
            sys::sluice_suite_judge(
                self.raw(),
                database,
                database_size,
                data(gold),
                gold.len(),
                data(predicted),
                predicted.len(),
                &chosen,
                out,
                error,
            )
        })?)
        .take()
    }

    /// Searches for a database on which the two queries differ.
    pub fn refute(&self, gold: &str, predicted: &str, options: &RefuteOptions) -> Result<Verdict> {
        let chosen = sys::sluice_refute_options {
            struct_size: std::mem::size_of::<sys::sluice_refute_options>(),
            comparison: options.comparison as i32,
            mined: options.mined.into(),
            seed: options.seed,
            databases: options.databases,
            cancellation: options.cancellation.map_or(null(), Cancellation::raw),
            mask: options.mask.map_or(null(), Mask::raw),
        };
        let (database, database_size) = null_or(options.database);
        RawVerdict(make(|out, error| unsafe {
            sys::sluice_suite_refute(
                self.raw(),
                database,
                database_size,
                data(gold),
                gold.len(),
                data(predicted),
                predicted.len(),
                &chosen,
                out,
                error,
            )
        })?)
        .take()
    }
}
