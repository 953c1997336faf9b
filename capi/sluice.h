#ifndef SLUICE_H
#define SLUICE_H

/* sluice: a question in; the database and the few columns that answer it, and a prompt, out.
 *
 * The C interface, for C and for every language that calls C. It needs no other header of sluice.
 * A whole program: examples/c/ask.c.
 *
 *   1. Library   2. Statuses   3. Strings   4. Errors   5. Progress
 *   6. Catalog   7. Mask       8. Retriever 9. Subset
 *
 * The rules, which hold for every function:
 *
 * Handles are opaque. Shared ones (catalog, retriever) never change, any threads may use them at
 * once, and `_release` ends them. Owned ones (mask, subset, text, error) are used by one thread at
 * a time, by several only where all of them take it as const, and `_free` ends them. A handle keeps
 * alive what it was made from, so handles may be ended in any order. Ending NULL does nothing.
 *
 * Failure is a status other than SLUICE_OK. What a function gives back through `out` is set when it
 * succeeds and left alone when it fails. Functions without a status cannot fail: given NULL, or an
 * id that is not there, they return 0 or an empty string. No function prints, exits, aborts or
 * throws.
 *
 * `error`, the last parameter, may be NULL. Otherwise *error must be NULL before the call; after a
 * failure it holds an error that the caller frees. If *error is not NULL, the call does nothing and
 * returns SLUICE_INVALID_ARGUMENT. When memory ran out there may be a status and no error.
 *
 * Strings passed in are a pointer, never NULL, and a size in bytes, or SLUICE_NUL if they end in
 * NUL. They are UTF-8 and nothing keeps them after the call. Strings handed out: see sluice_str.
 *
 * Structs begin with struct_size; initialise them with their _INIT macro. Later releases only add
 * fields at the end, so sizes may differ between a program and the library that runs: the default
 * stands for a field that the program does not know; one that the library does not know must be
 * zero, else the call fails with SLUICE_UNSUPPORTED. NULL in place of options means the defaults.
 *
 * Callbacks run on the thread that made the call. They must not throw, jump out, or end a handle
 * that the call was given.
 *
 * The tags that end each comment: who owns what and for how long, from which thread, how it fails,
 * since which release. A `stable` declaration changes only together with SLUICE_ABI_VERSION. */

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(sluice_c_EXPORTS)
#define SLUICE_API __declspec(dllexport)
#elif defined(_WIN32)
#define SLUICE_API __declspec(dllimport)
#elif defined(__GNUC__)
#define SLUICE_API __attribute__((visibility("default")))
#else
#define SLUICE_API
#endif

#ifdef __cplusplus
#define SLUICE_NOEXCEPT noexcept
extern "C" {
#else
#define SLUICE_NOEXCEPT
#endif

/* ---- 1. Library ------------------------------------------------------------------------------ */

/* The interface that this header describes. Apart from the release, and raised only by a change
 * that breaks its callers. */
#define SLUICE_ABI_VERSION 1

/* The release of the library that runs, such as "0.1.0".
 *
 * owns:   a static string.
 * thread: any.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API const char *sluice_version(void) SLUICE_NOEXCEPT;

/* The SLUICE_ABI_VERSION of the library that runs. A program that loads it at run time compares it
 * with the one that it was compiled with, and goes no further if they differ.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API int32_t sluice_abi_version(void) SLUICE_NOEXCEPT;

/* ---- 2. Statuses ----------------------------------------------------------------------------- */

/* How a call ended. Values are never given another meaning; take one that is not listed here as a
 * failure. */
typedef int32_t sluice_status;

enum {
  SLUICE_OK = 0,
  SLUICE_INVALID_ARGUMENT = 1, /* Something was passed that can never be right. */
  SLUICE_NOT_FOUND = 2,        /* A file, a database or a name does not exist. */
  SLUICE_MALFORMED = 3,        /* Input (JSON, SQL, a file) is not what its format asks for. */
  SLUICE_UNSUPPORTED = 4,      /* Valid, but this build or release does not do it. */
  SLUICE_MISMATCH = 5,         /* Two parts do not belong together: a mask of another catalog. */
  SLUICE_IO = 6,               /* The operating system refused to read or write. */
  SLUICE_LIMIT_EXCEEDED = 7,   /* A size, depth, step or time limit was reached. */
  SLUICE_CANCELLED = 8,        /* A callback asked to stop. */
  SLUICE_INTERNAL = 9,         /* A defect of the library. */
  SLUICE_OUT_OF_MEMORY = 100   /* Memory ran out. */
};

/* The name of a status: "ok", "invalid_argument", and so on; "unknown" for a value not listed
 * above.
 *
 * owns:   a static string.
 * thread: any.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API const char *sluice_status_name(sluice_status status) SLUICE_NOEXCEPT;

/* ---- 3. Strings ------------------------------------------------------------------------------ */

/* As the size of a string passed in: it ends in NUL. */
#define SLUICE_NUL SIZE_MAX

/* A view of UTF-8 text. It is valid until the handle that gave it ends, and no other call changes
 * it. `data` is never NULL and has a NUL after its `size` bytes. This struct will never grow. */
typedef struct sluice_str {
  const char *data;
  size_t size;
} sluice_str;

/* A text that was made for the caller. Owned. */
typedef struct sluice_text sluice_text;

/* The text itself.
 *
 * owns:   a view, valid until sluice_text_free.
 * thread: as for owned handles.
 * fails:  never; empty if `text` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_text_view(const sluice_text *text) SLUICE_NOEXCEPT;

/* Ends a text.
 *
 * owns:   takes `text`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_text_free(sluice_text *text) SLUICE_NOEXCEPT;

/* ---- 4. Errors ------------------------------------------------------------------------------- */

/* Why a call failed. Owned. */
typedef struct sluice_error sluice_error;

/* The status that the failed call returned.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; SLUICE_OK if `error` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_error_status(const sluice_error *error) SLUICE_NOEXCEPT;

/* One line for people: where, if that is known, then what was found and what would be right.
 *
 * owns:   a view, valid until sluice_error_free.
 * thread: as for owned handles.
 * fails:  never; empty if `error` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_error_message(const sluice_error *error) SLUICE_NOEXCEPT;

/* Where, for programs: "source", "source:line" or "source:line:column". The source is a file, or
 * the parameter whose text is wrong; lines and columns count from 1, columns in bytes.
 *
 * owns:   a view, valid until sluice_error_free.
 * thread: as for owned handles.
 * fails:  never; empty if nothing is known or `error` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_error_where(const sluice_error *error) SLUICE_NOEXCEPT;

/* Ends an error.
 *
 * owns:   takes `error`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_error_free(sluice_error *error) SLUICE_NOEXCEPT;

/* ---- 5. Progress ----------------------------------------------------------------------------- */

/* Told how far long work has come, and asked whether to go on.
 *
 * `destroy(user)` is called exactly once before the call that was given this struct returns,
 * however it ends; unless it is refused because its struct_size, or that of the options around it,
 * is too small or absurd. After `step` returned other than 0, or the work failed, `step` is not
 * called again. */
typedef struct sluice_progress {
  size_t struct_size;
  void *user;
  /* Returns 0 to go on; anything else ends the work with SLUICE_CANCELLED. `stage` says what is
   * being done and is valid during the call; `total` is 0 while it is not known. NULL: nobody is
   * told. */
  int32_t (*step)(void *user, const char *stage, uint64_t done, uint64_t total);
  void (*destroy)(void *user); /* NULL: there is nothing to destroy. */
} sluice_progress;

#define SLUICE_PROGRESS_INIT \
  { sizeof(sluice_progress), NULL, NULL, NULL }

/* ---- 6. Catalog ------------------------------------------------------------------------------ */

/* The schemas of all databases that questions are asked of. Shared. */
typedef struct sluice_catalog sluice_catalog;

/* What stands in a catalog. Objects of a kind have the ids 0, 1, ... up to their count; the tables
 * of a database, and the columns of a table, have ids in a row. */
typedef int32_t sluice_kind;

enum { SLUICE_DATABASE = 1, SLUICE_TABLE = 2, SLUICE_COLUMN = 3 };

/* No object. */
#define SLUICE_NO_ID UINT32_MAX

typedef struct sluice_load_options {
  size_t struct_size;
  size_t samples;                  /* Distinct sample values kept a column; 0: no rows are read. */
  size_t max_sample_bytes;         /* Longer sample values are left out. */
  const sluice_progress *progress; /* NULL: none. */
} sluice_load_options;

#define SLUICE_LOAD_OPTIONS_INIT \
  { sizeof(sluice_load_options), 3, 60, NULL }

/* Reads whatever `path` is, told apart by content: a SQLite file or a folder of them, a SQL script,
 * tables.json as Spider and BIRD have it, sluice's own JSON, lines "database.table.column", each of
 * them gzipped or not; or an index that `sluice index` made, which a retriever then need not make.
 *
 * path     a file or folder.
 * options  NULL for the defaults. Its progress is told of each database of a folder.
 *
 * owns:   the caller, *out: sluice_catalog_release.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_UNSUPPORTED (a file of no known kind),
 *         SLUICE_MISMATCH (an index whose parts do not fit), SLUICE_LIMIT_EXCEEDED, SLUICE_IO,
 *         SLUICE_CANCELLED, SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_load(const char *path, size_t path_size,
                                             const sluice_load_options *options,
                                             sluice_catalog **out,
                                             sluice_error **error) SLUICE_NOEXCEPT;

/* Runs a SQL script that defines tables, and may fill them, in a database of its own in memory.
 * Nothing outside can be read or written by it.
 *
 * sql      SQLite's dialect; an error's place counts lines and columns in it.
 * name     what the database is to be called.
 * options  NULL for the defaults.
 *
 * owns:   the caller, *out: sluice_catalog_release.
 * thread: any.
 * fails:  SLUICE_MALFORMED, SLUICE_UNSUPPORTED (what the script does is not allowed),
 *         SLUICE_LIMIT_EXCEEDED, SLUICE_CANCELLED, SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_load_ddl(const char *sql, size_t sql_size, const char *name,
                                                 size_t name_size,
                                                 const sluice_load_options *options,
                                                 sluice_catalog **out,
                                                 sluice_error **error) SLUICE_NOEXCEPT;

/* Reads schemas from JSON: an array is tables.json as Spider and BIRD have it, an object sluice's
 * own format.
 *
 * options  NULL for the defaults. Sample values are those that the text holds.
 *
 * owns:   the caller, *out: sluice_catalog_release.
 * thread: any.
 * fails:  SLUICE_MALFORMED, SLUICE_CANCELLED, SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_load_json(const char *json, size_t json_size,
                                                  const sluice_load_options *options,
                                                  sluice_catalog **out,
                                                  sluice_error **error) SLUICE_NOEXCEPT;

/* How many objects of a kind there are.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never; 0 if `catalog` is NULL or there is no such kind.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_catalog_count(const sluice_catalog *catalog,
                                       sluice_kind kind) SLUICE_NOEXCEPT;

/* An object's own name, as SQL spells it.
 *
 * owns:   a view, valid until sluice_catalog_release.
 * thread: any.
 * fails:  never; empty if there is no such object, which a name never is.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_catalog_name(const sluice_catalog *catalog, sluice_kind kind,
                                          uint32_t id) SLUICE_NOEXCEPT;

/* The id of what an object stands in: a column's table, a table's database.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never; SLUICE_NO_ID for a database, or if there is no such object.
 * since:  0.1, stable. */
SLUICE_API uint32_t sluice_catalog_parent(const sluice_catalog *catalog, sluice_kind kind,
                                          uint32_t id) SLUICE_NOEXCEPT;

/* Looks an object up by its path, ignoring ASCII case: "database", "database.table" or
 * "database.table.column", as its kind asks for. Names may hold dots; of several objects that a
 * path might mean it is the first.
 *
 * out  set to the object's id.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_find(const sluice_catalog *catalog, sluice_kind kind,
                                             const char *path, size_t path_size, uint32_t *out,
                                             sluice_error **error) SLUICE_NOEXCEPT;

/* Ends the caller's share of a catalog. What was made from it goes on working.
 *
 * owns:   takes `catalog`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_catalog_release(sluice_catalog *catalog) SLUICE_NOEXCEPT;

/* ---- 7. Mask --------------------------------------------------------------------------------- */

/* What the one who asks may see. What is hidden changes nothing in an answer. Owned. */
typedef struct sluice_mask sluice_mask;

/* Makes a mask that shows everything, or nothing.
 *
 * visible  0: everything is hidden at first; else everything is visible.
 *
 * owns:   the caller, *out: sluice_mask_free.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_mask_new(const sluice_catalog *catalog, int32_t visible,
                                         sluice_mask **out, sluice_error **error) SLUICE_NOEXCEPT;

/* Shows or hides an object and all that stands in it. Showing an object shows what it stands in,
 * too, but not its siblings. The last call wins.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (no such object), SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_mask_set(sluice_mask *mask, sluice_kind kind, uint32_t id,
                                         int32_t visible, sluice_error **error) SLUICE_NOEXCEPT;

/* Ends a mask.
 *
 * owns:   takes `mask`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_mask_free(sluice_mask *mask) SLUICE_NOEXCEPT;

/* ---- 8. Retriever ---------------------------------------------------------------------------- */

/* Answers questions about one catalog. Shared. */
typedef struct sluice_retriever sluice_retriever;

/* There is nothing to choose yet. */
typedef struct sluice_retriever_options {
  size_t struct_size;
} sluice_retriever_options;

#define SLUICE_RETRIEVER_OPTIONS_INIT \
  { sizeof(sluice_retriever_options) }

/* Makes a retriever. Indexes the catalog's text, unless it was loaded from an index.
 *
 * options  NULL for the defaults.
 *
 * owns:   the caller, *out: sluice_retriever_release.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY, SLUICE_MISMATCH (the
 *         index it was loaded from holds vectors of an embedder other than the default).
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_retriever_new(const sluice_catalog *catalog,
                                              const sluice_retriever_options *options,
                                              sluice_retriever **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Ends the caller's share of a retriever. Its answers stay.
 *
 * owns:   takes `retriever`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_retriever_release(sluice_retriever *retriever) SLUICE_NOEXCEPT;

/* The columns that answer a question, in the order in which they were chosen. Owned, never changes.
 */
typedef struct sluice_subset sluice_subset;

typedef struct sluice_retrieve_options {
  size_t struct_size;
  size_t budget;    /* Columns at most; at least 1. */
  size_t databases; /* Databases at most that columns come from, best first; at least 1. */
  /* The schema that a language model would expect for this question: lines "Table(column, column)"
   * or a JSON array of them. NULL, or nothing named: the question's own words. */
  const char *hallucinated;
  size_t hallucinated_size;
} sluice_retrieve_options;

#define SLUICE_RETRIEVE_OPTIONS_INIT \
  { sizeof(sluice_retrieve_options), 20, 1, NULL, SLUICE_NUL }

/* Chooses the columns that answer a question.
 *
 * mask     what the one who asks may see, made from the retriever's catalog; NULL for everything.
 * options  NULL for the defaults.
 * out      may be a subset of no columns: nothing visible has to do with the question.
 *
 * owns:   the caller, *out: sluice_subset_free.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (among others, a question without words), SLUICE_MISMATCH (the
 * mask is of another catalog), SLUICE_MALFORMED (`hallucinated` begins as JSON and is none),
 *         SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_retrieve(const sluice_retriever *retriever, const char *question,
                                         size_t question_size, const sluice_mask *mask,
                                         const sluice_retrieve_options *options,
                                         sluice_subset **out, sluice_error **error) SLUICE_NOEXCEPT;

/* ---- 9. Subset ------------------------------------------------------------------------------- */

/* Why a column was chosen. This struct will never grow; there will be more kinds. */
typedef struct sluice_reason {
  /* "word" or "table": a word of the question in the column's or its table's name; "value": one in
   * its values; "probe": similar to what was looked for; "join": joins a table; "key": part of its
   * table's primary key. */
  sluice_str kind;
  sluice_str text; /* The word, what was looked for, or the joined table. */
} sluice_reason;

/* One column of a subset. */
typedef struct sluice_item {
  size_t struct_size;
  const sluice_reason *reasons; /* `reason_count` of them. */
  sluice_str database;          /* Names. */
  sluice_str table;
  sluice_str column;
  uint32_t database_id; /* Ids in the catalog. */
  uint32_t table_id;
  uint32_t column_id;
  uint32_t reason_count;
  double score; /* What it adds to the answer; 0 for a column that only joins. */
} sluice_item;

#define SLUICE_ITEM_INIT \
  { sizeof(sluice_item), NULL, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0, 0, 0, 0 }

/* How many columns there are.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; 0 if `subset` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_subset_size(const sluice_subset *subset) SLUICE_NOEXCEPT;

/* Describes the column at a position; the first was chosen first.
 *
 * out  its struct_size says how much of it is filled; it may be used again for the next position.
 *
 * owns:   views, valid until sluice_subset_free.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (no such position), SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_subset_item(const sluice_subset *subset, size_t position,
                                            sluice_item *out, sluice_error **error) SLUICE_NOEXCEPT;

/* How a subset is written down. */
typedef int32_t sluice_form;

enum {
  SLUICE_FORM_PROMPT = 1,       /* Schema, task and question, ready for a language model. */
  SLUICE_FORM_CREATE_TABLE = 2, /* CREATE TABLE statements with comments and keys. */
  SLUICE_FORM_COMPACT = 3,      /* A line a table, then the joins. */
  SLUICE_FORM_JSON = 4          /* {"databases": [{"name", "tables", "foreign_keys"}]} */
};

/* As a token budget: none. */
#define SLUICE_UNLIMITED SIZE_MAX

typedef struct sluice_render_options {
  size_t struct_size;
  size_t token_budget; /* Tokens at most, estimated: the columns chosen last are left out. */
  size_t samples;      /* Sample values named a column. */
} sluice_render_options;

#define SLUICE_RENDER_OPTIONS_INIT \
  { sizeof(sluice_render_options), SLUICE_UNLIMITED, 3 }

/* Writes a subset down. Nothing but what it holds is named.
 *
 * options  NULL for the defaults.
 * out      empty if not even the first column fits the token budget; the prompt then has no tables.
 *
 * owns:   the caller, *out: sluice_text_free.
 * thread: as for owned handles.
 * fails:  SLUICE_LIMIT_EXCEEDED (the prompt's question alone does not fit the token budget),
 *         SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_subset_render(const sluice_subset *subset, sluice_form form,
                                              const sluice_render_options *options,
                                              sluice_text **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Ends a subset.
 *
 * owns:   takes `subset`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_subset_free(sluice_subset *subset) SLUICE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
