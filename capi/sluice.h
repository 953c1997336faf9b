#ifndef SLUICE_H
#define SLUICE_H

/* sluice: a question in; the database and the few columns that answer it, and a prompt, out.
 *
 * The C interface, for C and for every language that calls C. It needs no other header of sluice.
 * A whole program: examples/c/ask.c.
 *
 *    1. Library      2. Statuses   3. Strings    4. Errors    5. Progress   6. Cancellation
 *    7. Embedder     8. Catalog    9. Mask      10. Retriever 11. Routes   12. Subset
 *   13. Query       14. Suite     15. Verdict   16. Examples  17. Answer   18. Audit
 *   19. Score
 *
 * The rules, which hold for every function:
 *
 * Handles are opaque. Shared ones (catalog, retriever, query, suite, examples, cancellation) never
 * change, any threads may use them at once, and `_release` ends them. Owned ones (mask, routes,
 * subset, verdict, ranking, text, error) are used by one thread at a time, by several only where
 * all of them take it as const, and `_free` ends them. A handle keeps alive what it was made from,
 * so handles may be ended in any order. Ending NULL does nothing.
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
 * Structs begin with struct_size; initialize them with their _INIT macro. Later releases only add
 * fields at the end, so sizes may differ between a program and the library that runs: the default
 * stands for a field that the program does not know; one that the library does not know must be
 * zero, else the call fails with SLUICE_UNSUPPORTED. NULL in place of options means the defaults.
 *
 * Callbacks run on the thread that made the call. They must not throw, jump out, or end a handle
 * that the call was given.
 *
 * After fork, a child may use what existed before, if no other thread was in a call at that
 * moment. If others were, calls may wait for ever for a lock of a thread that the child does not
 * have: loading, judging and building often, asking (retrieve, route, rank) hardly ever. After exec
 * there is no such limit.
 *
 * A call takes at most 128 KiB of the calling thread's stack on any input, plus what callbacks
 * take; builds without optimization, or with a sanitizer, may take more. The library's own threads
 * need no more either, except one of 2 MiB that it starts while SQLite compiles a statement that
 * might nest deeply.
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

#if defined(__cplusplus) && (__cplusplus >= 201103L || defined(_MSC_VER))
#define SLUICE_NOEXCEPT noexcept
#else
#define SLUICE_NOEXCEPT
#endif
#ifdef __cplusplus
extern "C" {
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

/* No byte. */
#define SLUICE_NO_OFFSET SIZE_MAX

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

/* The byte of the SQL text that the error is about, counted from 0.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; SLUICE_NO_OFFSET if it is about no byte of SQL or `error` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_error_offset(const sluice_error *error) SLUICE_NOEXCEPT;

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

/* ---- 6. Cancellation ------------------------------------------------------------------------- */

/* A request to stop long work, made by one thread and seen by others. Once made, it stays. Shared.
 */
typedef struct sluice_cancellation sluice_cancellation;

/* Makes a request that nobody has made yet.
 *
 * owns:   the caller, *out: sluice_cancellation_release.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_cancellation_new(sluice_cancellation **out,
                                                 sluice_error **error) SLUICE_NOEXCEPT;

/* Makes the request: work that was given it, and work that will be, ends soon with
 * SLUICE_CANCELLED.
 *
 * owns:   nothing.
 * thread: any, also while another one works; not from a signal handler.
 * fails:  never; does nothing if `cancellation` is NULL.
 * since:  0.1, stable. */
SLUICE_API void sluice_cancellation_cancel(const sluice_cancellation *cancellation) SLUICE_NOEXCEPT;

/* Ends the caller's share of a request. Work that was given it goes on.
 *
 * owns:   takes `cancellation`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_cancellation_release(sluice_cancellation *cancellation) SLUICE_NOEXCEPT;

/* ---- 7. Embedder ----------------------------------------------------------------------------- */

/* As a flag: `embed` may be called from several threads at once. Without it, calls wait for each
 * other; they come from whatever threads make and ask the retriever, all the same. An embedder
 * without it that asks a retriever that it embeds for gets SLUICE_INVALID_ARGUMENT; if it has
 * another thread ask and waits for that, both wait for ever. */
#define SLUICE_CALLBACK_THREAD_SAFE 1u

/* A model of the caller's own that turns texts into vectors.
 *
 * `destroy(user)` is called exactly once: when the last retriever, and the last call on it, that
 * might embed has ended, or before sluice_retriever_new returns if that fails; unless it is refused
 * because its struct_size, or that of the options around it, is too small or absurd. */
typedef struct sluice_embedder {
  size_t struct_size;
  void *user;
  /* Writes one vector a text into `vectors`: count x dimensions numbers, row after row, all of them
   * finite; their lengths do not matter. The same text always gets the same vector. `texts` are
   * valid during the call. Returns SLUICE_OK; any other status ends the call that needed the
   * vectors, which returns it. */
  sluice_status (*embed)(void *user, const sluice_str *texts, size_t count, float *vectors);
  void (*destroy)(void *user); /* NULL: there is nothing to destroy. */
  const char *name;            /* Of the model and its version: vectors of one name are compared. */
  size_t name_size;
  size_t dimensions; /* Numbers a vector; at least 1, at most 65,536. */
  size_t batch;      /* Texts a call, at most; at least 1. */
  uint32_t flags;    /* SLUICE_CALLBACK_THREAD_SAFE, or 0. */
  uint32_t reserved; /* 0. */
} sluice_embedder;

#define SLUICE_EMBEDDER_INIT \
  { sizeof(sluice_embedder), NULL, NULL, NULL, NULL, SLUICE_NUL, 0, 256, 0, 0 }

/* ---- 8. Catalog ------------------------------------------------------------------------------ */

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
  /* What sluice_catalog_load gave for this path before: SQLite files that are as they were then are
   * not read again. NULL: all are. Other loaders do not look at it. */
  const sluice_catalog *before;
} sluice_load_options;

#define SLUICE_LOAD_OPTIONS_INIT \
  { sizeof(sluice_load_options), 3, 60, NULL, NULL }

/* Reads whatever `path` is, told apart by content: a SQLite file or a folder of them, a SQL script,
 * tables.json as Spider and BIRD have it, sluice's own JSON, lines "database.table.column", each of
 * them gzipped or not; a DuckDB file, where DuckDB's library is; or an index that `sluice index`
 * made, which a retriever then need not make.
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

typedef struct sluice_index_options {
  size_t struct_size;
  /* As of a retriever, which then has to be given the same one. `destroy` is called before
   * sluice_index_build returns. */
  const sluice_embedder *embedder;
  size_t threads;                          /* For embedding, at most; at least 1. */
  const sluice_cancellation *cancellation; /* NULL: none. */
  const sluice_progress *progress;         /* NULL: none. */
} sluice_index_options;

#define SLUICE_INDEX_OPTIONS_INIT \
  { sizeof(sluice_index_options), NULL, 1, NULL, NULL }

/* Writes an index of a catalog, vectors included, which sluice_catalog_load then opens: retrievers
 * are made of it without reading or embedding anything again. What the folder held before is there
 * until the new index is whole, and stays if the call fails; what a call left that was killed is
 * removed by the next one that writes or loads the index.
 *
 * folder   made if need be.
 * options  NULL for the defaults.
 *
 * owns:   nothing.
 * thread: any; a folder has one writer at a time, in whatever process.
 * fails:  SLUICE_IO (among others, another writer is at work), SLUICE_CANCELLED,
 *         SLUICE_INVALID_ARGUMENT (among others, the folder holds other things), SLUICE_MALFORMED
 *         (the embedder left a number out, or it is not finite), SLUICE_UNSUPPORTED,
 *         SLUICE_OUT_OF_MEMORY, and what the embedder returns.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_index_build(const sluice_catalog *catalog, const char *folder,
                                            size_t folder_size, const sluice_index_options *options,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Ends the caller's share of a catalog. What was made from it goes on working.
 *
 * owns:   takes `catalog`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_catalog_release(sluice_catalog *catalog) SLUICE_NOEXCEPT;

/* ---- 9. Mask --------------------------------------------------------------------------------- */

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

/* ---- 10. Retriever --------------------------------------------------------------------------- */

/* Answers questions about one catalog. Shared. Beside its index it keeps, for the next question,
 * what words mean in the catalog, at most 128 MiB, and what sluice_answer prepares of single
 * databases, about 64 MiB: some 0.2 MB and 2 KB a column each; the least recently used goes first.
 */
typedef struct sluice_retriever sluice_retriever;

typedef struct sluice_retriever_options {
  size_t struct_size;
  /* NULL: the table that is compiled in, for which there is a trained ranker. With an embedder of
   * the caller's own, routing goes by words and vectors, and scores are no probabilities. */
  const sluice_embedder *embedder;
  /* The retriever of an earlier state of the catalog, which stays as it is: what did not change is
   * shared with it, its embedder too, and `embedder` is NULL. Answers are those of one made anew,
   * after milliseconds where a table was renamed among thousands of databases. NULL: made anew. */
  const sluice_retriever *before;
} sluice_retriever_options;

#define SLUICE_RETRIEVER_OPTIONS_INIT \
  { sizeof(sluice_retriever_options), NULL, NULL }

/* Makes a retriever. Indexes the catalog's text, unless it was loaded from an index; and embeds it,
 * unless that index has vectors of this embedder.
 *
 * options  NULL for the defaults.
 *
 * owns:   the caller, *out: sluice_retriever_release.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY, SLUICE_MISMATCH (the
 *         index it was loaded from holds vectors of an embedder other than the default, and none
 *         is given), SLUICE_MALFORMED (the embedder left a number out, or it is not finite), and
 *         what the embedder returns.
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
  const sluice_cancellation *cancellation; /* NULL: none. */
} sluice_retrieve_options;

#define SLUICE_RETRIEVE_OPTIONS_INIT \
  { sizeof(sluice_retrieve_options), 20, 1, NULL, SLUICE_NUL, NULL }

/* Chooses the columns that answer a question. Of a long question the beginning is read, here and
 * wherever a question is asked: 512 words, where a longer word than 256 bytes counts as several,
 * and 16 KiB. `hallucinated` is read up to 512 names and 16 KiB.
 *
 * mask     what the one who asks may see, made from the retriever's catalog; NULL for everything.
 * options  NULL for the defaults.
 * out      may be a subset of no columns: nothing visible has to do with the question.
 *
 * owns:   the caller, *out: sluice_subset_free.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (among others, a question without words), SLUICE_MISMATCH (the
 *         mask is of another catalog), SLUICE_MALFORMED (`hallucinated` begins as JSON and is not
 *         valid), SLUICE_CANCELLED, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY, and what an embedder
 *         of the caller's returns.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_retrieve(const sluice_retriever *retriever, const char *question,
                                         size_t question_size, const sluice_mask *mask,
                                         const sluice_retrieve_options *options,
                                         sluice_subset **out, sluice_error **error) SLUICE_NOEXCEPT;

/* ---- 11. Routes ------------------------------------------------------------------------------ */

/* Databases that a question may be about, best first. Owned, never changes. */
typedef struct sluice_routes sluice_routes;

/* One of them. */
typedef struct sluice_routed {
  size_t struct_size;
  sluice_str database; /* Its name. */
  double score;
  uint32_t database_id; /* In the catalog. */
  int32_t
      is_probability; /* 0: scores only compare; else those of all visible databases sum to 1. */
} sluice_routed;

#define SLUICE_ROUTED_INIT \
  { sizeof(sluice_routed), {NULL, 0}, 0, 0, 0 }

/* Ranks the databases by how likely a question is about them.
 *
 * mask  what the one who asks may see, made from the retriever's catalog; NULL for everything.
 *
 * owns:   the caller, *out: sluice_routes_free.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (among others, a question without words), SLUICE_MISMATCH (the
 *         mask is of another catalog), SLUICE_OUT_OF_MEMORY, and what an embedder of the caller's
 *         returns.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_route(const sluice_retriever *retriever, const char *question,
                                      size_t question_size, const sluice_mask *mask,
                                      sluice_routes **out, sluice_error **error) SLUICE_NOEXCEPT;

typedef struct sluice_route_options {
  size_t struct_size;
  const sluice_cancellation *cancellation; /* NULL: none. */
} sluice_route_options;

#define SLUICE_ROUTE_OPTIONS_INIT \
  { sizeof(sluice_route_options), NULL }

/* sluice_route that can be cancelled.
 *
 * options  NULL for the defaults.
 *
 * owns:   the caller, *out: sluice_routes_free.
 * thread: any.
 * fails:  as sluice_route, SLUICE_CANCELLED and SLUICE_UNSUPPORTED.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_route_with(const sluice_retriever *retriever, const char *question,
                                           size_t question_size, const sluice_mask *mask,
                                           const sluice_route_options *options, sluice_routes **out,
                                           sluice_error **error) SLUICE_NOEXCEPT;

/* How many databases there are.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; 0 if `routes` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_routes_size(const sluice_routes *routes) SLUICE_NOEXCEPT;

/* Describes the database at a position; the first is the best.
 *
 * out  its struct_size says how much of it is filled; it may be used again for the next position.
 *
 * owns:   views, valid until sluice_routes_free.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (no such position), SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_routes_item(const sluice_routes *routes, size_t position,
                                            sluice_routed *out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Ends routes.
 *
 * owns:   takes `routes`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_routes_free(sluice_routes *routes) SLUICE_NOEXCEPT;

/* ---- 12. Subset ------------------------------------------------------------------------------ */

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

/* ---- 13. Query ------------------------------------------------------------------------------- */

/* A statement of SQL that was read. Shared. */
typedef struct sluice_query sluice_query;

/* Whose SQL a text is. */
typedef int32_t sluice_dialect;

enum {
  SLUICE_SQLITE = 1,
  SLUICE_POSTGRESQL = 2, /* Its queries. */
  SLUICE_PERMISSIVE = 3  /* SQLite's, and what language models write by habit of other engines. */
};

/* Reads one statement.
 *
 * catalog   NULL: names mean nothing, and only what needs none can be asked of the query.
 * database  the database of the catalog that the query is for; ignored without a catalog.
 *
 * owns:   the caller, *out: sluice_query_release.
 * thread: any.
 * fails:  SLUICE_MALFORMED (with sluice_error_offset), SLUICE_LIMIT_EXCEEDED (too long or too deep,
 *         with an offset), SLUICE_INVALID_ARGUMENT (among others, no such database or dialect),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_parse(const sluice_catalog *catalog, uint32_t database,
                                            sluice_dialect dialect, const char *sql,
                                            size_t sql_size, sluice_query **out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Whether the statement is a query, and every name in it means something in its database. Runs
 * nothing.
 *
 * mask  what the one who asks may see, made from the query's catalog: what is hidden is as if it
 *       were not there, and the query has to name its columns; NULL for everything.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND (a name; with sluice_error_offset where it is known),
 *         SLUICE_UNSUPPORTED (it does something else than ask), SLUICE_MISMATCH (the mask is of
 *         another catalog), SLUICE_INVALID_ARGUMENT (among others, it was read without a catalog),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_check(const sluice_query *query, const sluice_mask *mask,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* How a query is written down. */
typedef int32_t sluice_query_form;

enum {
  SLUICE_QUERY_PRINTED = 1,    /* As it was read, with one spelling of keywords and blanks. */
  SLUICE_QUERY_NORMALIZED = 2, /* The same rows; aliases, case and needless qualifiers gone. */
  SLUICE_QUERY_MASKED = 3      /* Normalized, names and values hidden: its bare structure. */
};

/* Writes a query down. With a catalog, normal forms know what its names mean.
 *
 * owns:   the caller, *out: sluice_text_free.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_text(const sluice_query *query, sluice_query_form form,
                                           sluice_text **out, sluice_error **error) SLUICE_NOEXCEPT;

/* The tables and columns that a query reads, as JSON in the schema's spelling:
 * {"tables": ["t"], "columns": ["t.c"], "problems": ["no such column: d"]}.
 *
 * owns:   the caller, *out: sluice_text_free.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (among others, it was read without a catalog),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_reads(const sluice_query *query, sluice_text **out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* How like two queries are, by change distilling: of all edits from the first to the second, how
 * many keep something. Not symmetric.
 *
 * out  in [0, 1]; 1 for equal queries.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  SLUICE_LIMIT_EXCEEDED (too large to compare), SLUICE_INVALID_ARGUMENT,
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_similarity(const sluice_query *from, const sluice_query *to,
                                                 double *out, sluice_error **error) SLUICE_NOEXCEPT;

/* Ends the caller's share of a query.
 *
 * owns:   takes `query`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_query_release(sluice_query *query) SLUICE_NOEXCEPT;

/* ---- 14. Suite ------------------------------------------------------------------------------- */

/* The databases that predictions are judged on, by their names. Predictions are hostile: they only
 * read, and end within limits. Shared. */
typedef struct sluice_suite sluice_suite;

/* Opens whatever `path` is: a suite that `sluice suite build` made, whose databases were made to
 * tell queries apart; a SQLite file, gzipped or not, named after the file; a folder with
 * NAME.sqlite or NAME/NAME.sqlite, which each call that needs them reads again, wherever the
 * process's current folder is by then.
 *
 * owns:   the caller, *out: sluice_suite_release.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_UNSUPPORTED (a newer version),
 *         SLUICE_MISMATCH (another kind of our files), SLUICE_LIMIT_EXCEEDED, SLUICE_IO,
 *         SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_open(const char *path, size_t path_size, sluice_suite **out,
                                           sluice_error **error) SLUICE_NOEXCEPT;

/* Runs a SQL script that defines tables, and may fill them, in a database of its own in memory.
 *
 * name  what the database is to be called.
 *
 * owns:   the caller, *out: sluice_suite_release.
 * thread: any.
 * fails:  as sluice_catalog_load_ddl, but that nothing cancels it.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_open_ddl(const char *sql, size_t sql_size, const char *name,
                                               size_t name_size, sluice_suite **out,
                                               sluice_error **error) SLUICE_NOEXCEPT;

/* A gold query. This struct will never grow. */
typedef struct sluice_gold {
  sluice_str database; /* The name of the database that it was written for. */
  sluice_str sql;
} sluice_gold;

typedef struct sluice_suite_options {
  size_t struct_size;
  uint64_t seed;                           /* Of the random databases. */
  int32_t infer_keys;                      /* Not 0: what golds join by counts as a foreign key. */
  uint32_t jobs;                           /* Schemas at once, at most; at least 1. */
  const sluice_cancellation *cancellation; /* NULL: none. */
  const sluice_progress *progress;         /* NULL: none. */
} sluice_suite_options;

#define SLUICE_SUITE_OPTIONS_INIT \
  { sizeof(sluice_suite_options), 0, 0, 1, NULL, NULL }

/* Makes the few databases that tell each gold query from its neighbors: queries that differ from it
 * by one plausible mistake. The same golds, databases and options make the same suite.
 *
 * golds    `count` of them; NULL if that is 0.
 * folder   with NAME.sqlite or NAME/NAME.sqlite for each database that they name.
 * options  NULL for the defaults.
 *
 * owns:   the caller, *out: sluice_suite_release.
 * thread: any; `options->jobs` - 1 threads of its own meanwhile.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_IO, SLUICE_CANCELLED, SLUICE_LIMIT_EXCEEDED,
 *         SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_build(const sluice_gold *golds, size_t count,
                                            const char *folder, size_t folder_size,
                                            const sluice_suite_options *options, sluice_suite **out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Writes a suite that was built, or read from a suite's file, to a file that sluice_suite_open
 * opens. It is there whole or not at all.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  SLUICE_UNSUPPORTED (the suite is of other databases), SLUICE_IO, SLUICE_LIMIT_EXCEEDED
 *         (1 GB), SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_save(const sluice_suite *suite, const char *path,
                                           size_t path_size, sluice_error **error) SLUICE_NOEXCEPT;

/* Which mistakes the neighbors of a gold query differ from it by. */
typedef int32_t sluice_mutators;

enum {
  SLUICE_MUTATORS_ALL = 1,
  SLUICE_MUTATORS_PAPER = 2, /* Those of Zhong et al. 2020. */
  SLUICE_MUTATORS_TREE = 3   /* Those of syntax trees. */
};

/* Which databases are tried. */
typedef int32_t sluice_suite_data;

enum {
  SLUICE_SUITE_DATA_ALL = 1,
  SLUICE_SUITE_DATA_DIRECTED = 2, /* Made for the queries. */
  SLUICE_SUITE_DATA_RANDOM = 3
};

typedef struct sluice_suite_run_options {
  size_t struct_size;
  const sluice_gold *golds; /* Instead of a file of them; NULL: none. */
  size_t gold_count;
  sluice_str tables; /* tables.json, whose foreign keys count too; {NULL, 0}: none. */
  uint64_t seed;     /* Of the random databases. */
  uint32_t shard;    /* Of `shards` parts of the databases' names, this one, from 0 on. */
  uint32_t shards;   /* At least 1. */
  sluice_mutators mutators;
  sluice_suite_data data;
  int32_t infer_keys; /* Not 0: what golds join by counts as a foreign key. */
  int32_t resume;     /* Not 0: go on from FILE.partial, if it is there. */
  uint32_t jobs;      /* Schemas at once, at most; at least 1. */
  uint32_t reserved;  /* 0. */
  double save_every;  /* Seconds between two times that FILE.partial is written. */
  const sluice_cancellation *cancellation; /* NULL: none. */
  const sluice_progress *progress;         /* NULL: none. */
} sluice_suite_run_options;

#define SLUICE_SUITE_RUN_OPTIONS_INIT \
  { \
    sizeof(sluice_suite_run_options), NULL, 0, {NULL, 0}, 0, 0, 1, SLUICE_MUTATORS_ALL, \
        SLUICE_SUITE_DATA_ALL, 0, 0, 1, 0, 5, NULL, NULL \
  }

/* Builds a suite and writes it to a file, as `sluice suite build` does. Work that was cancelled
 * leaves what is finished in FILE.partial, and goes on from there if asked to.
 *
 * gold       a file of lines `SQL<tab>database`, or of JSON lines; NULL: options->golds.
 * databases  a folder, as for sluice_suite_build.
 * file       where the suite is written. It is there whole or not at all.
 * options    NULL for the defaults.
 * out        JSON, as of `sluice suite build --json`.
 *
 * owns:   the caller, *out: sluice_text_free.
 * thread: any; `options->jobs` - 1 threads of its own meanwhile. No two calls at once for one file.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED (among others, FILE.partial is damaged),
 *         SLUICE_MISMATCH (FILE.partial is something else), SLUICE_IO, SLUICE_CANCELLED,
 *         SLUICE_LIMIT_EXCEEDED, SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED,
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_run(const char *gold, size_t gold_size, const char *databases,
                                          size_t databases_size, const char *file, size_t file_size,
                                          const sluice_suite_run_options *options,
                                          sluice_text **out, sluice_error **error) SLUICE_NOEXCEPT;

/* What was found out about a prediction. Owned, never changes. */
typedef struct sluice_verdict sluice_verdict;

/* When two results are the same. */
typedef int32_t sluice_comparison;

enum {
  SLUICE_TEST_SUITE = 1, /* As the official script of the distilled test suites. */
  SLUICE_STRICT = 2,     /* The same, with the columns in their order. */
  SLUICE_BIRD = 3,       /* The same set of rows, columns in their order. */
  /* For sluice_score_run alone: */
  SLUICE_SOFT_F1 = 4, /* As BIRD's soft F1. */
  SLUICE_R_VES = 5,  /* As BIRD's R-VES, which rewards queries that take fewer steps than gold's. */
  SLUICE_SPIDER2 = 6 /* As Spider 2.0. */
};

typedef struct sluice_judge_options {
  size_t struct_size;
  sluice_comparison comparison;
  int32_t keep_distinct; /* For SLUICE_TEST_SUITE and _STRICT; not 0: DISTINCT counts. */
  int32_t plug_values;   /* The same; not 0: gold's values are tried in the prediction's places. */
  int32_t ties;          /* The same; not 0: any order of what gold's ORDER BY leaves equal. */
  uint64_t steps;        /* Of SQLite's virtual machine, for one query. */
  double seconds;        /* For one query; above 0. */
  const sluice_cancellation *cancellation; /* NULL: none. */
  const sluice_progress *progress;         /* NULL: none. Told several times a second. */
} sluice_judge_options;

#define SLUICE_JUDGE_OPTIONS_INIT \
  { sizeof(sluice_judge_options), SLUICE_TEST_SUITE, 0, 0, 0, 300000000, 60, NULL, NULL }

/* Runs a prediction and its gold query on the databases that are there for them, and compares what
 * they give. A prediction that cannot be run is wrong; that is no failure of the call.
 *
 * database  the name of the database that both were written for; NULL where there is only one.
 * options   NULL for the defaults.
 *
 * owns:   the caller, *out: sluice_verdict_free.
 * thread: any; the queries run on a thread of their own meanwhile.
 * fails:  SLUICE_NOT_FOUND (no such database), SLUICE_CANCELLED, SLUICE_INVALID_ARGUMENT,
 *         SLUICE_UNSUPPORTED, SLUICE_MALFORMED and SLUICE_IO (a file of a folder cannot be read),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_judge(const sluice_suite *suite, const char *database,
                                            size_t database_size, const char *gold,
                                            size_t gold_size, const char *predicted,
                                            size_t predicted_size,
                                            const sluice_judge_options *options,
                                            sluice_verdict **out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

typedef struct sluice_refute_options {
  size_t struct_size;
  sluice_comparison comparison;
  int32_t mined;      /* Not 0: keep to what the data keeps; of a suite file, there is none. */
  uint64_t seed;      /* Of the random databases. */
  uint64_t databases; /* To compare the two on, at most. */
  const sluice_cancellation *cancellation; /* NULL: none. */
  /* What the one who asks may see. Then the schema is what it shows of the database of that name in
   * its own catalog, and nothing is mined. NULL: the suite's schema, and everything of it. */
  const sluice_mask *mask;
} sluice_refute_options;

#define SLUICE_REFUTE_OPTIONS_INIT \
  { sizeof(sluice_refute_options), SLUICE_TEST_SUITE, 0, 0, 1500, NULL, NULL }

/* Looks for a small database of the schema on which two queries differ, or a proof that there is
 * none. A query that cannot be run gives a verdict that says so; that is no failure of the call.
 *
 * database  the name of the database that both were written for; NULL where there is only one.
 * options   NULL for the defaults.
 *
 * owns:   the caller, *out: sluice_verdict_free.
 * thread: any.
 * fails:  as sluice_suite_judge.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_refute(const sluice_suite *suite, const char *database,
                                             size_t database_size, const char *gold,
                                             size_t gold_size, const char *predicted,
                                             size_t predicted_size,
                                             const sluice_refute_options *options,
                                             sluice_verdict **out,
                                             sluice_error **error) SLUICE_NOEXCEPT;

/* Ends the caller's share of a suite.
 *
 * owns:   takes `suite`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_suite_release(sluice_suite *suite) SLUICE_NOEXCEPT;

/* ---- 15. Verdict ----------------------------------------------------------------------------- */

/* What a verdict says: of sluice_suite_judge the first three, of sluice_suite_refute the others and
 * SLUICE_FAILED. */
enum {
  SLUICE_RIGHT = 1,
  SLUICE_WRONG = 2,
  SLUICE_FAILED = 3,     /* Gold (when refuting, either of them) cannot be run. */
  SLUICE_REFUTED = 4,    /* There is a database on which they differ. */
  SLUICE_PROVED = 5,     /* There is none. */
  SLUICE_NOT_REFUTED = 6 /* None was found. */
};

typedef struct sluice_verdict_info {
  size_t struct_size;
  int32_t verdict;     /* One of the above. */
  int32_t gold_failed; /* SLUICE_FAILED: not 0 if it was gold. */
  sluice_str name;     /* "right", "wrong", "failed", "refuted", "proved", "not_refuted". */
  sluice_str kind;     /* Wrong, refuted: in what way, such as "column_missing"; else empty. */
  sluice_str title;    /* The kind in a few words for people. */
  sluice_str message;  /* Why a query cannot be run. */
  sluice_str script;   /* Refuted: the database, as CREATE and INSERT statements. */
  uint64_t databases;  /* Refuting: how many the two were compared on. */
  double score;        /* Judging: 1 or 0. */
} sluice_verdict_info;

#define SLUICE_VERDICT_INFO_INIT \
  { sizeof(sluice_verdict_info), 0, 0, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0 }

/* What a verdict says.
 *
 * out  its struct_size says how much of it is filled.
 *
 * owns:   views, valid until sluice_verdict_free.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_verdict_get(const sluice_verdict *verdict, sluice_verdict_info *out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* All of a verdict as one JSON object, the results of both queries among it: of refuting, that of
 * `sluice refute --json`; of judging,
 * {"verdict", "reason", "score", "kind", "database", "message", "gold": {"columns", "row_count",
 * "rows"}, "predicted": ...}, where results are samples, as texts, or null.
 *
 * owns:   a view, valid until sluice_verdict_free.
 * thread: as for owned handles.
 * fails:  never; empty if `verdict` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_verdict_json(const sluice_verdict *verdict) SLUICE_NOEXCEPT;

/* Ends a verdict.
 *
 * owns:   takes `verdict`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_verdict_free(sluice_verdict *verdict) SLUICE_NOEXCEPT;

/* ---- 16. Examples ---------------------------------------------------------------------------- */

/* Worked examples: questions with the queries that answer them. Shared. */
typedef struct sluice_examples sluice_examples;

/* Opens what `sluice examples index` made, or JSON lines with "question", "sql" (or "query") and
 * "db_id", gzipped or not; lines whose SQL cannot be read are left out.
 *
 * catalog  whose databases the examples are about; NULL: unknown.
 * mask     what the one who asks may see, made from the catalog: examples that name what is hidden
 *          are as if they were not there; NULL for everything.
 *
 * owns:   the caller, *out: sluice_examples_release.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_UNSUPPORTED (a newer version),
 *         SLUICE_MISMATCH (another kind of our files, another embedder's, or the mask is of another
 *         catalog), SLUICE_LIMIT_EXCEEDED, SLUICE_IO, SLUICE_INVALID_ARGUMENT,
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_examples_open(const sluice_catalog *catalog,
                                              const sluice_mask *mask, const char *path,
                                              size_t path_size, sluice_examples **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Examples, best first. Owned, never changes. */
typedef struct sluice_ranking sluice_ranking;

typedef struct sluice_rank_options {
  size_t struct_size;
  size_t count;              /* Examples at most; at least 1. */
  const sluice_str *guesses; /* At the question's query; what is no SQL is passed over. */
  size_t guess_count;
  uint32_t database; /* In the catalog, that the question is about; SLUICE_NO_ID: unknown. */
  uint32_t reserved; /* 0. */
  const char *except_database; /* By name; its examples are left out. NULL: none. */
  size_t except_database_size;
  const sluice_cancellation *cancellation; /* NULL: none. */
} sluice_rank_options;

#define SLUICE_RANK_OPTIONS_INIT \
  { sizeof(sluice_rank_options), 5, NULL, 0, SLUICE_NO_ID, 0, NULL, SLUICE_NUL, NULL }

/* Chooses the examples to show beside a question: those whose query most likely has the shape that
 * the question asks for.
 *
 * options  NULL for the defaults.
 * out      may be of fewer examples, or none.
 *
 * owns:   the caller, *out: sluice_ranking_free.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (among others, no such database), SLUICE_CANCELLED,
 *         SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_examples_rank(const sluice_examples *examples, const char *question,
                                              size_t question_size,
                                              const sluice_rank_options *options,
                                              sluice_ranking **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Ends the caller's share of examples. Rankings stay.
 *
 * owns:   takes `examples`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_examples_release(sluice_examples *examples) SLUICE_NOEXCEPT;

/* One of a ranking's examples. */
typedef struct sluice_ranked {
  size_t struct_size;
  sluice_str question;
  sluice_str database; /* Its name; may be empty. */
  sluice_str sql;
  double score;      /* In [0, 1]: how likely its query has the right shape. */
  double similarity; /* Of the questions; in [-1, 1]. */
} sluice_ranked;

#define SLUICE_RANKED_INIT \
  { sizeof(sluice_ranked), {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0 }

/* How many examples there are.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; 0 if `ranking` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_ranking_size(const sluice_ranking *ranking) SLUICE_NOEXCEPT;

/* Describes the example at a position; the first is the best.
 *
 * out  its struct_size says how much of it is filled; it may be used again for the next position.
 *
 * owns:   views, valid until sluice_ranking_free.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (no such position), SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_ranking_item(const sluice_ranking *ranking, size_t position,
                                             sluice_ranked *out,
                                             sluice_error **error) SLUICE_NOEXCEPT;

/* Ends a ranking.
 *
 * owns:   takes `ranking`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_ranking_free(sluice_ranking *ranking) SLUICE_NOEXCEPT;

/* ---- 17. Answer ------------------------------------------------------------------------------ */

/* A part of what a language model is asked. This struct will never grow. */
typedef struct sluice_message {
  sluice_str role; /* "system", "user" or "assistant". */
  sluice_str text;
} sluice_message;

/* Takes a piece of an answer; `to` is what came with it. Valid during the call of `complete`. */
typedef void (*sluice_write)(void *to, const char *data, size_t size);

/* A language model of the caller's own.
 *
 * `destroy(user)` is called exactly once before the call that was given this struct returns,
 * however it ends; unless it is refused because its struct_size, or that of the options around it,
 * is too small or absurd. */
typedef struct sluice_completer {
  size_t struct_size;
  void *user;
  /* Answers `count` messages, which are valid during the call, by `write(to, data, size)`, in one
   * piece or several, UTF-8 in all; other bytes are mended. Returns SLUICE_OK; any other status
   * ends the call that needed the answer, which returns it. */
  sluice_status (*complete)(void *user, const sluice_message *messages, size_t count,
                            sluice_write write, void *to);
  void (*destroy)(void *user); /* NULL: there is nothing to destroy. */
} sluice_completer;

#define SLUICE_COMPLETER_INIT \
  { sizeof(sluice_completer), NULL, NULL, NULL }

typedef struct sluice_answer_options {
  size_t struct_size;
  const sluice_completer *completer; /* NULL: the trained label model guesses. */
  const sluice_examples *examples;   /* Shown to the model; NULL: none. */
  const sluice_suite *databases;     /* To run the query on, by name, reading only; NULL: it is
                                      * checked and not run. */
  size_t example_count;              /* At most. */
  size_t budget;                     /* Columns at most; at least 1. */
  size_t repairs;                    /* Times that the model is told what is wrong, at most. */
  size_t rows;                       /* Kept of the result, at most. */
  const sluice_cancellation *cancellation; /* NULL: none. */
  const sluice_progress *progress;         /* NULL: none. */
} sluice_answer_options;

#define SLUICE_ANSWER_OPTIONS_INIT \
  { sizeof(sluice_answer_options), NULL, NULL, NULL, 5, 20, 1, 1000, NULL, NULL }

/* The whole way from a question to SQL that was checked, and its rows: chooses columns and
 * examples, asks the model, checks what it wrote and has it mended. SQL that cannot be run is no
 * failure of the call.
 *
 * mask     what the one who asks may see, made from the retriever's catalog: nothing else reaches
 *          the model, is read or answered with; NULL for everything.
 * options  NULL for the defaults.
 * out      JSON: {"sql", "passed", "fault", "message", "database", "is_guess", "confidence",
 *          "prompt", "rounds", "column_names", "rows", "all_rows"}; "database", "rows" null where
 *          there are none.
 *
 * owns:   the caller, *out: sluice_text_free.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (among others, a question without words), SLUICE_MISMATCH (the
 *         mask is of another catalog), SLUICE_NOT_FOUND (the database is not among those to run
 *         on), SLUICE_CANCELLED, SLUICE_UNSUPPORTED (among others, a build without SLUICE_WITH_LLM,
 *         or no label model in it), SLUICE_OUT_OF_MEMORY, and what the completer and an embedder of
 *         the caller's return.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_answer(const sluice_retriever *retriever, const char *question,
                                       size_t question_size, const sluice_mask *mask,
                                       const sluice_answer_options *options, sluice_text **out,
                                       sluice_error **error) SLUICE_NOEXCEPT;

/* ---- 18. Audit ------------------------------------------------------------------------------- */

/* Looks for doubts about gold queries over one database: no rows, ties that a LIMIT cuts, numbers
 * ordered as text, joins without a declared key, and so on. A query that cannot be run is a
 * finding, and no failure of the call.
 *
 * path      a SQLite file.
 * golds     `count` of them; NULL if that is 0. Their database is only repeated in the report.
 * progress  NULL: none. Told of each query.
 * out       JSON, as of `sluice audit --json`; "line" counts golds from 1.
 *
 * owns:   the caller, *out: sluice_text_free.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_IO, SLUICE_CANCELLED, SLUICE_LIMIT_EXCEEDED,
 *         SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_audit(const char *path, size_t path_size, const sluice_gold *golds,
                                      size_t count, const sluice_progress *progress,
                                      sluice_text **out, sluice_error **error) SLUICE_NOEXCEPT;

/* ---- 19. Score ------------------------------------------------------------------------------- */

/* A prediction and the gold query of its question. This struct will never grow. */
typedef struct sluice_score_item {
  sluice_str database; /* The name of the database that both are written for. */
  sluice_str gold;
  sluice_str predicted;
} sluice_score_item;

/* What is judged. */
typedef int32_t sluice_score_kind;

enum {
  SLUICE_SCORE_EXECUTION = 1, /* Queries are run, and their results compared. */
  SLUICE_SCORE_MATCH = 2,     /* Exact-set match: queries are compared as they are written. */
  SLUICE_SCORE_BOTH = 3
};

typedef struct sluice_score_options {
  size_t struct_size;
  const sluice_score_item *items; /* Instead of files; NULL: none. */
  size_t item_count;
  sluice_comparison comparison;
  sluice_score_kind kind;
  int32_t keep_distinct; /* For SLUICE_TEST_SUITE and _STRICT; not 0: DISTINCT counts. */
  int32_t plug_values;   /* The same; not 0: gold's values are tried in the prediction's places. */
  int32_t ties;          /* The same; not 0: any order of what gold's ORDER BY leaves equal. */
  int32_t best_only;     /* For a suite; not 0: only the best of a query's databases is used. */
  /* For SLUICE_TEST_SUITE, not of PostgreSQL. Not 0: the text and the hardness are those of the
   * official script; a gold query that it cannot read then ends the call, as it ends the script. */
  int32_t official;
  int32_t refute;            /* Not 0: a counterexample is looked for to each prediction. */
  int32_t mined;             /* Not 0: counterexamples keep to what the data keeps. */
  uint32_t jobs;             /* Threads; 0 for as many as the machine has. */
  uint64_t steps;            /* Of SQLite's virtual machine, for one query. */
  double seconds;            /* For one query; above 0. */
  uint64_t refute_databases; /* That one prediction is compared on, at most. */
  sluice_str tables;         /* tables.json, for exact-set match; {NULL, 0}: none. */
  const sluice_str *reports; /* Files: .json, .csv, .xml (JUnit) or .html; NULL: none. */
  size_t report_count;
  sluice_str resume;   /* A .json report of cancelled work; {NULL, 0}: none. */
  sluice_str baseline; /* An older .json report to compare with; {NULL, 0}: none. */
  double save_every;   /* Seconds between two savings of unfinished .json reports. */
  const sluice_cancellation *cancellation; /* NULL: none. */
  const sluice_progress *progress;         /* NULL: none. Called several times a second. */
} sluice_score_options;

#define SLUICE_SCORE_OPTIONS_INIT \
  { \
    sizeof(sluice_score_options), NULL, 0, SLUICE_TEST_SUITE, SLUICE_SCORE_EXECUTION, 0, 0, 0, 0, \
        1, 0, 0, 0, 300000000, 60, 600, {NULL, 0}, NULL, 0, {NULL, 0}, {NULL, 0}, 30, NULL, NULL \
  }

/* Judges predictions, as `sluice score` does: with reports, which are saved meanwhile, resuming and
 * a baseline. A query that cannot be run is an item with that verdict; that is no failure of the
 * call. Work that was cancelled has written what it knows to the reports.
 *
 * gold       a file of lines `SQL<tab>database`, or of JSON lines; NULL: options->items.
 * predicted  a file with a prediction a line; NULL: options->items.
 * databases  a folder, as for sluice_suite_build; the file of a suite; or a PostgreSQL URI with
 *            {db_id} in the place of the name.
 * options    NULL for the defaults.
 * out        JSON: {"score", "text", "doubts", "report"}. "text" is what the command prints,
 *            "doubts" are lines about gold queries and verdicts, "report" is what a .json report
 *            holds.
 *
 * owns:   the caller, *out: sluice_text_free.
 * thread: any; threads of its own run the queries meanwhile. No two calls at once for one report.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED (among others, a line of gold without two fields, a
 *         gold query that the official script cannot read), SLUICE_MISMATCH (`resume` or `baseline`
 *         is of other work), SLUICE_IO, SLUICE_CANCELLED, SLUICE_LIMIT_EXCEEDED,
 *         SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_score_run(const char *gold, size_t gold_size, const char *predicted,
                                          size_t predicted_size, const char *databases,
                                          size_t databases_size,
                                          const sluice_score_options *options, sluice_text **out,
                                          sluice_error **error) SLUICE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
