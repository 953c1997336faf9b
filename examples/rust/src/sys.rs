//! Declarations of the C interface, written by hand from capi/sluice.h, which documents them;
//! tests/crate.rs fails if they differ.
#![allow(non_camel_case_types)]

use std::os::raw::{c_char, c_void};

pub const SLUICE_ABI_VERSION: i32 = 1;
pub const SLUICE_NUL: usize = usize::MAX;
pub const SLUICE_UNLIMITED: usize = usize::MAX;
pub const SLUICE_NO_OFFSET: usize = usize::MAX;
pub const SLUICE_NO_ID: u32 = u32::MAX;
pub const SLUICE_CALLBACK_THREAD_SAFE: u32 = 1;

pub const SLUICE_OK: i32 = 0;
pub const SLUICE_INVALID_ARGUMENT: i32 = 1;
pub const SLUICE_NOT_FOUND: i32 = 2;
pub const SLUICE_MALFORMED: i32 = 3;
pub const SLUICE_UNSUPPORTED: i32 = 4;
pub const SLUICE_MISMATCH: i32 = 5;
pub const SLUICE_IO: i32 = 6;
pub const SLUICE_LIMIT_EXCEEDED: i32 = 7;
pub const SLUICE_CANCELLED: i32 = 8;
pub const SLUICE_INTERNAL: i32 = 9;
pub const SLUICE_OUT_OF_MEMORY: i32 = 100;

pub const SLUICE_DATABASE: i32 = 1;
pub const SLUICE_TABLE: i32 = 2;
pub const SLUICE_COLUMN: i32 = 3;

pub const SLUICE_DESCRIPTION: i32 = 1;
pub const SLUICE_TITLE: i32 = 2;
pub const SLUICE_DIALECT: i32 = 3;
pub const SLUICE_TABLE_KIND: i32 = 4;
pub const SLUICE_QUALIFIER: i32 = 5;
pub const SLUICE_PRIMARY_KEY: i32 = 6;
pub const SLUICE_TYPE: i32 = 7;
pub const SLUICE_PATH: i32 = 8;
pub const SLUICE_SAMPLES: i32 = 9;
pub const SLUICE_VALUES: i32 = 10;

pub const SLUICE_KIND_TABLE: i32 = 1;
pub const SLUICE_KIND_VIEW: i32 = 2;
pub const SLUICE_KIND_MATERIALIZED_VIEW: i32 = 3;
pub const SLUICE_KIND_VIRTUAL: i32 = 4;
pub const SLUICE_KIND_EXTERNAL: i32 = 5;
pub const SLUICE_KIND_FAMILY: i32 = 6;

pub const SLUICE_KEY_DECLARED: i32 = 1;
pub const SLUICE_KEY_TESTED: i32 = 2;
pub const SLUICE_KEY_VIEW: i32 = 3;

pub const SLUICE_FORM_PROMPT: i32 = 1;
pub const SLUICE_FORM_CREATE_TABLE: i32 = 2;
pub const SLUICE_FORM_COMPACT: i32 = 3;
pub const SLUICE_FORM_JSON: i32 = 4;

pub const SLUICE_SQLITE: i32 = 1;
pub const SLUICE_POSTGRESQL: i32 = 2;
pub const SLUICE_PERMISSIVE: i32 = 3;

pub const SLUICE_QUERY_PRINTED: i32 = 1;
pub const SLUICE_QUERY_NORMALIZED: i32 = 2;
pub const SLUICE_QUERY_MASKED: i32 = 3;

pub const SLUICE_TEST_SUITE: i32 = 1;
pub const SLUICE_STRICT: i32 = 2;
pub const SLUICE_BIRD: i32 = 3;
pub const SLUICE_SOFT_F1: i32 = 4;
pub const SLUICE_R_VES: i32 = 5;
pub const SLUICE_SPIDER2: i32 = 6;

pub const SLUICE_MUTATORS_ALL: i32 = 1;
pub const SLUICE_MUTATORS_PAPER: i32 = 2;
pub const SLUICE_MUTATORS_TREE: i32 = 3;

pub const SLUICE_SUITE_DATA_ALL: i32 = 1;
pub const SLUICE_SUITE_DATA_DIRECTED: i32 = 2;
pub const SLUICE_SUITE_DATA_RANDOM: i32 = 3;

pub const SLUICE_SCORE_EXECUTION: i32 = 1;
pub const SLUICE_SCORE_MATCH: i32 = 2;
pub const SLUICE_SCORE_BOTH: i32 = 3;

pub const SLUICE_RIGHT: i32 = 1;
pub const SLUICE_WRONG: i32 = 2;
pub const SLUICE_FAILED: i32 = 3;
pub const SLUICE_REFUTED: i32 = 4;
pub const SLUICE_PROVED: i32 = 5;
pub const SLUICE_NOT_REFUTED: i32 = 6;

pub type sluice_status = i32;
pub type sluice_kind = i32;
pub type sluice_property = i32;
pub type sluice_table_kind = i32;
pub type sluice_key_evidence = i32;
pub type sluice_form = i32;
pub type sluice_dialect = i32;
pub type sluice_query_form = i32;
pub type sluice_comparison = i32;
pub type sluice_mutators = i32;
pub type sluice_suite_data = i32;
pub type sluice_score_kind = i32;

#[repr(C)]
pub struct sluice_text {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_error {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_cancellation {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_catalog {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_catalog_builder {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_mask {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_retriever {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_subset {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_routes {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_query {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_suite {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_verdict {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_examples {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct sluice_ranking {
    _opaque: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_str {
    pub data: *const c_char,
    pub size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_progress {
    pub struct_size: usize,
    pub user: *mut c_void,
    pub step: Option<
        unsafe extern "C" fn(user: *mut c_void, stage: *const c_char, done: u64, total: u64) -> i32,
    >,
    pub destroy: Option<unsafe extern "C" fn(user: *mut c_void)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_embedder {
    pub struct_size: usize,
    pub user: *mut c_void,
    pub embed: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            texts: *const sluice_str,
            count: usize,
            vectors: *mut f32,
        ) -> sluice_status,
    >,
    pub destroy: Option<unsafe extern "C" fn(user: *mut c_void)>,
    pub name: *const c_char,
    pub name_size: usize,
    pub dimensions: usize,
    pub batch: usize,
    pub flags: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_load_options {
    pub struct_size: usize,
    pub samples: usize,
    pub max_sample_bytes: usize,
    pub progress: *const sluice_progress,
    pub before: *const sluice_catalog,
    pub dialect: sluice_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_skipped {
    pub struct_size: usize,
    pub r#where: sluice_str,
    pub reason: sluice_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_database_options {
    pub struct_size: usize,
    pub description: sluice_str,
    pub dialect: sluice_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_table_options {
    pub struct_size: usize,
    pub qualifier: sluice_str,
    pub title: sluice_str,
    pub description: sluice_str,
    pub first_member: sluice_str,
    pub last_member: sluice_str,
    pub kind: sluice_table_kind,
    pub member_count: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_column_options {
    pub struct_size: usize,
    pub r#type: sluice_str,
    pub title: sluice_str,
    pub description: sluice_str,
    pub samples: *const sluice_str,
    pub sample_count: usize,
    pub values: *const sluice_str,
    pub value_count: usize,
    pub nullable: i32,
    pub generated: i32,
    pub nested: i32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_foreign_key {
    pub struct_size: usize,
    pub columns: *const sluice_str,
    pub count: usize,
    pub referenced_table: sluice_str,
    pub referenced_columns: *const sluice_str,
    pub evidence: sluice_key_evidence,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_retriever_options {
    pub struct_size: usize,
    pub embedder: *const sluice_embedder,
    pub before: *const sluice_retriever,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_retrieve_options {
    pub struct_size: usize,
    pub budget: usize,
    pub databases: usize,
    pub hallucinated: *const c_char,
    pub hallucinated_size: usize,
    pub cancellation: *const sluice_cancellation,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_route_options {
    pub struct_size: usize,
    pub cancellation: *const sluice_cancellation,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_routed {
    pub struct_size: usize,
    pub database: sluice_str,
    pub score: f64,
    pub database_id: u32,
    pub is_probability: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_reason {
    pub kind: sluice_str,
    pub text: sluice_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_item {
    pub struct_size: usize,
    pub reasons: *const sluice_reason,
    pub database: sluice_str,
    pub table: sluice_str,
    pub column: sluice_str,
    pub database_id: u32,
    pub table_id: u32,
    pub column_id: u32,
    pub reason_count: u32,
    pub score: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_render_options {
    pub struct_size: usize,
    pub token_budget: usize,
    pub samples: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_judge_options {
    pub struct_size: usize,
    pub comparison: sluice_comparison,
    pub keep_distinct: i32,
    pub plug_values: i32,
    pub ties: i32,
    pub steps: u64,
    pub seconds: f64,
    pub cancellation: *const sluice_cancellation,
    pub progress: *const sluice_progress,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_refute_options {
    pub struct_size: usize,
    pub comparison: sluice_comparison,
    pub mined: i32,
    pub seed: u64,
    pub databases: u64,
    pub cancellation: *const sluice_cancellation,
    pub mask: *const sluice_mask,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_verdict_info {
    pub struct_size: usize,
    pub verdict: i32,
    pub gold_failed: i32,
    pub name: sluice_str,
    pub kind: sluice_str,
    pub title: sluice_str,
    pub message: sluice_str,
    pub script: sluice_str,
    pub databases: u64,
    pub score: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_index_options {
    pub struct_size: usize,
    pub embedder: *const sluice_embedder,
    pub threads: usize,
    pub cancellation: *const sluice_cancellation,
    pub progress: *const sluice_progress,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_gold {
    pub database: sluice_str,
    pub sql: sluice_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_suite_options {
    pub struct_size: usize,
    pub seed: u64,
    pub infer_keys: i32,
    pub jobs: u32,
    pub cancellation: *const sluice_cancellation,
    pub progress: *const sluice_progress,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_suite_run_options {
    pub struct_size: usize,
    pub golds: *const sluice_gold,
    pub gold_count: usize,
    pub tables: sluice_str,
    pub seed: u64,
    pub shard: u32,
    pub shards: u32,
    pub mutators: sluice_mutators,
    pub data: sluice_suite_data,
    pub infer_keys: i32,
    pub resume: i32,
    pub jobs: u32,
    pub reserved: u32,
    pub save_every: f64,
    pub cancellation: *const sluice_cancellation,
    pub progress: *const sluice_progress,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_score_item {
    pub database: sluice_str,
    pub gold: sluice_str,
    pub predicted: sluice_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_score_options {
    pub struct_size: usize,
    pub items: *const sluice_score_item,
    pub item_count: usize,
    pub comparison: sluice_comparison,
    pub kind: sluice_score_kind,
    pub keep_distinct: i32,
    pub plug_values: i32,
    pub ties: i32,
    pub best_only: i32,
    pub official: i32,
    pub refute: i32,
    pub mined: i32,
    pub jobs: u32,
    pub steps: u64,
    pub seconds: f64,
    pub refute_databases: u64,
    pub tables: sluice_str,
    pub reports: *const sluice_str,
    pub report_count: usize,
    pub resume: sluice_str,
    pub baseline: sluice_str,
    pub save_every: f64,
    pub cancellation: *const sluice_cancellation,
    pub progress: *const sluice_progress,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_rank_options {
    pub struct_size: usize,
    pub count: usize,
    pub guesses: *const sluice_str,
    pub guess_count: usize,
    pub database: u32,
    pub reserved: u32,
    pub except_database: *const c_char,
    pub except_database_size: usize,
    pub cancellation: *const sluice_cancellation,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_ranked {
    pub struct_size: usize,
    pub question: sluice_str,
    pub database: sluice_str,
    pub sql: sluice_str,
    pub score: f64,
    pub similarity: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_message {
    pub role: sluice_str,
    pub text: sluice_str,
}

pub type sluice_write =
    Option<unsafe extern "C" fn(to: *mut c_void, data: *const c_char, size: usize)>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_completer {
    pub struct_size: usize,
    pub user: *mut c_void,
    pub complete: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            messages: *const sluice_message,
            count: usize,
            write: sluice_write,
            to: *mut c_void,
        ) -> sluice_status,
    >,
    pub destroy: Option<unsafe extern "C" fn(user: *mut c_void)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sluice_answer_options {
    pub struct_size: usize,
    pub completer: *const sluice_completer,
    pub examples: *const sluice_examples,
    pub databases: *const sluice_suite,
    pub example_count: usize,
    pub budget: usize,
    pub repairs: usize,
    pub rows: usize,
    pub cancellation: *const sluice_cancellation,
    pub progress: *const sluice_progress,
}

extern "C" {
    pub fn sluice_version() -> *const c_char;
    pub fn sluice_abi_version() -> i32;
    pub fn sluice_status_name(status: sluice_status) -> *const c_char;
    pub fn sluice_text_view(text: *const sluice_text) -> sluice_str;
    pub fn sluice_text_free(text: *mut sluice_text);
    pub fn sluice_error_status(error: *const sluice_error) -> sluice_status;
    pub fn sluice_error_message(error: *const sluice_error) -> sluice_str;
    pub fn sluice_error_where(error: *const sluice_error) -> sluice_str;
    pub fn sluice_error_offset(error: *const sluice_error) -> usize;
    pub fn sluice_error_free(error: *mut sluice_error);
    pub fn sluice_cancellation_new(
        out: *mut *mut sluice_cancellation,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_cancellation_cancel(cancellation: *const sluice_cancellation);
    pub fn sluice_cancellation_release(cancellation: *mut sluice_cancellation);
    pub fn sluice_catalog_load(
        path: *const c_char,
        path_size: usize,
        options: *const sluice_load_options,
        out: *mut *mut sluice_catalog,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_load_ddl(
        sql: *const c_char,
        sql_size: usize,
        name: *const c_char,
        name_size: usize,
        options: *const sluice_load_options,
        out: *mut *mut sluice_catalog,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_load_json(
        json: *const c_char,
        json_size: usize,
        options: *const sluice_load_options,
        out: *mut *mut sluice_catalog,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_count(catalog: *const sluice_catalog, kind: sluice_kind) -> usize;
    pub fn sluice_catalog_name(
        catalog: *const sluice_catalog,
        kind: sluice_kind,
        id: u32,
    ) -> sluice_str;
    pub fn sluice_catalog_parent(catalog: *const sluice_catalog, kind: sluice_kind, id: u32)
        -> u32;
    pub fn sluice_catalog_find(
        catalog: *const sluice_catalog,
        kind: sluice_kind,
        path: *const c_char,
        path_size: usize,
        out: *mut u32,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_text_count(
        catalog: *const sluice_catalog,
        kind: sluice_kind,
        id: u32,
        property: sluice_property,
    ) -> usize;
    pub fn sluice_catalog_text(
        catalog: *const sluice_catalog,
        kind: sluice_kind,
        id: u32,
        property: sluice_property,
        position: usize,
    ) -> sluice_str;
    pub fn sluice_catalog_json(
        catalog: *const sluice_catalog,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_skipped_count(catalog: *const sluice_catalog) -> usize;
    pub fn sluice_catalog_skipped(
        catalog: *const sluice_catalog,
        position: usize,
        out: *mut sluice_skipped,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_release(catalog: *mut sluice_catalog);
    pub fn sluice_catalog_builder_new(
        out: *mut *mut sluice_catalog_builder,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_builder_add_database(
        builder: *mut sluice_catalog_builder,
        name: *const c_char,
        name_size: usize,
        options: *const sluice_database_options,
        out: *mut u32,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_builder_add_table(
        builder: *mut sluice_catalog_builder,
        database: u32,
        name: *const c_char,
        name_size: usize,
        options: *const sluice_table_options,
        out: *mut u32,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_builder_add_column(
        builder: *mut sluice_catalog_builder,
        table: u32,
        name: *const c_char,
        name_size: usize,
        options: *const sluice_column_options,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_builder_add_primary_key(
        builder: *mut sluice_catalog_builder,
        table: u32,
        columns: *const sluice_str,
        count: usize,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_builder_add_foreign_key(
        builder: *mut sluice_catalog_builder,
        table: u32,
        key: *const sluice_foreign_key,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_builder_add_origin(
        builder: *mut sluice_catalog_builder,
        table: u32,
        column: *const c_char,
        column_size: usize,
        source_table: *const c_char,
        source_table_size: usize,
        source_column: *const c_char,
        source_column_size: usize,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_builder_build(
        builder: *const sluice_catalog_builder,
        out: *mut *mut sluice_catalog,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_catalog_builder_free(builder: *mut sluice_catalog_builder);
    pub fn sluice_mask_new(
        catalog: *const sluice_catalog,
        visible: i32,
        out: *mut *mut sluice_mask,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_mask_set(
        mask: *mut sluice_mask,
        kind: sluice_kind,
        id: u32,
        visible: i32,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_mask_free(mask: *mut sluice_mask);
    pub fn sluice_retriever_new(
        catalog: *const sluice_catalog,
        options: *const sluice_retriever_options,
        out: *mut *mut sluice_retriever,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_retriever_release(retriever: *mut sluice_retriever);
    pub fn sluice_retrieve(
        retriever: *const sluice_retriever,
        question: *const c_char,
        question_size: usize,
        mask: *const sluice_mask,
        options: *const sluice_retrieve_options,
        out: *mut *mut sluice_subset,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_route(
        retriever: *const sluice_retriever,
        question: *const c_char,
        question_size: usize,
        mask: *const sluice_mask,
        out: *mut *mut sluice_routes,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_route_with(
        retriever: *const sluice_retriever,
        question: *const c_char,
        question_size: usize,
        mask: *const sluice_mask,
        options: *const sluice_route_options,
        out: *mut *mut sluice_routes,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_routes_size(routes: *const sluice_routes) -> usize;
    pub fn sluice_routes_item(
        routes: *const sluice_routes,
        position: usize,
        out: *mut sluice_routed,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_routes_doubts(
        routes: *const sluice_routes,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_routes_free(routes: *mut sluice_routes);
    pub fn sluice_subset_size(subset: *const sluice_subset) -> usize;
    pub fn sluice_subset_item(
        subset: *const sluice_subset,
        position: usize,
        out: *mut sluice_item,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_subset_render(
        subset: *const sluice_subset,
        form: sluice_form,
        options: *const sluice_render_options,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_subset_doubts(
        subset: *const sluice_subset,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_subset_free(subset: *mut sluice_subset);
    pub fn sluice_query_parse(
        catalog: *const sluice_catalog,
        database: u32,
        dialect: sluice_dialect,
        sql: *const c_char,
        sql_size: usize,
        out: *mut *mut sluice_query,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_query_check(
        query: *const sluice_query,
        mask: *const sluice_mask,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_query_text(
        query: *const sluice_query,
        form: sluice_query_form,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_query_reads(
        query: *const sluice_query,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_query_similarity(
        from: *const sluice_query,
        to: *const sluice_query,
        out: *mut f64,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_query_release(query: *mut sluice_query);
    pub fn sluice_suite_open(
        path: *const c_char,
        path_size: usize,
        out: *mut *mut sluice_suite,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_suite_open_ddl(
        sql: *const c_char,
        sql_size: usize,
        name: *const c_char,
        name_size: usize,
        out: *mut *mut sluice_suite,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_suite_judge(
        suite: *const sluice_suite,
        database: *const c_char,
        database_size: usize,
        gold: *const c_char,
        gold_size: usize,
        predicted: *const c_char,
        predicted_size: usize,
        options: *const sluice_judge_options,
        out: *mut *mut sluice_verdict,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_suite_refute(
        suite: *const sluice_suite,
        database: *const c_char,
        database_size: usize,
        gold: *const c_char,
        gold_size: usize,
        predicted: *const c_char,
        predicted_size: usize,
        options: *const sluice_refute_options,
        out: *mut *mut sluice_verdict,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_suite_release(suite: *mut sluice_suite);
    pub fn sluice_verdict_get(
        verdict: *const sluice_verdict,
        out: *mut sluice_verdict_info,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_verdict_json(verdict: *const sluice_verdict) -> sluice_str;
    pub fn sluice_verdict_free(verdict: *mut sluice_verdict);
    pub fn sluice_index_build(
        catalog: *const sluice_catalog,
        folder: *const c_char,
        folder_size: usize,
        options: *const sluice_index_options,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_suite_build(
        golds: *const sluice_gold,
        count: usize,
        folder: *const c_char,
        folder_size: usize,
        options: *const sluice_suite_options,
        out: *mut *mut sluice_suite,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_suite_run(
        gold: *const c_char,
        gold_size: usize,
        databases: *const c_char,
        databases_size: usize,
        file: *const c_char,
        file_size: usize,
        options: *const sluice_suite_run_options,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_score_run(
        gold: *const c_char,
        gold_size: usize,
        predicted: *const c_char,
        predicted_size: usize,
        databases: *const c_char,
        databases_size: usize,
        options: *const sluice_score_options,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_suite_skipped_count(suite: *const sluice_suite) -> usize;
    pub fn sluice_suite_skipped(
        suite: *const sluice_suite,
        position: usize,
        out: *mut sluice_skipped,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_suite_save(
        suite: *const sluice_suite,
        path: *const c_char,
        path_size: usize,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_examples_open(
        catalog: *const sluice_catalog,
        mask: *const sluice_mask,
        path: *const c_char,
        path_size: usize,
        out: *mut *mut sluice_examples,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_examples_rank(
        examples: *const sluice_examples,
        question: *const c_char,
        question_size: usize,
        options: *const sluice_rank_options,
        out: *mut *mut sluice_ranking,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_examples_release(examples: *mut sluice_examples);
    pub fn sluice_ranking_size(ranking: *const sluice_ranking) -> usize;
    pub fn sluice_ranking_item(
        ranking: *const sluice_ranking,
        position: usize,
        out: *mut sluice_ranked,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_ranking_free(ranking: *mut sluice_ranking);
    pub fn sluice_answer(
        retriever: *const sluice_retriever,
        question: *const c_char,
        question_size: usize,
        mask: *const sluice_mask,
        options: *const sluice_answer_options,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
    pub fn sluice_audit(
        path: *const c_char,
        path_size: usize,
        golds: *const sluice_gold,
        count: usize,
        progress: *const sluice_progress,
        out: *mut *mut sluice_text,
        error: *mut *mut sluice_error,
    ) -> sluice_status;
}
