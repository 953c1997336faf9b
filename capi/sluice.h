#ifndef SLUICE_H
#define SLUICE_H

/* sluice finds the databases, tables and columns that a question needs, renders them as a prompt,
 * and judges the SQL that a model wrote.
 *
 * This is the C interface, for C and for every language that can call C. It needs no other header
 * of sluice. See examples/c/ask.c for a complete program. One file, because a program includes one
 * header, and tools that bind other languages read one.
 *
 *    1. Library      2. Statuses   3. Strings    4. Errors    5. Progress   6. Cancellation
 *    7. Embedder     8. Catalog    9. Builder   10. Mask     11. Retriever 12. Routes
 *   13. Subset      14. Query     15. Suite     16. Verdict  17. Examples  18. Answer
 *   19. Audit       20. Score
 *
 * These rules hold for every function:
 *
 * Handles are opaque. Shared handles (catalog, retriever, query, suite, examples, cancellation) are
 * immutable and thread-safe; their `_release` function ends the caller's reference. Owned handles
 * (builder, mask, routes, subset, verdict, ranking, text, error) are not thread-safe, except that
 * several threads may pass one to parameters that are const at the same time; their `_free`
 * function frees them. A handle keeps alive what it was created from, so handles may be released in
 * any order. Releasing or freeing NULL does nothing.
 *
 * A call failed if its status is not SLUICE_OK. `out` is set on success and left unchanged on
 * failure. Functions without a status cannot fail: for NULL or an id that does not exist, they
 * return 0 or an empty string. No function prints, exits, aborts or throws.
 *
 * `error`, the last parameter, may be NULL. Otherwise *error must be NULL before the call; after a
 * failure it holds an error that the caller frees. If *error is not NULL, the call does nothing and
 * returns SLUICE_INVALID_ARGUMENT. A call that ran out of memory may return a status without
 * setting an error.
 *
 * A string parameter is a pointer, never NULL unless the comment allows it, and a size in bytes, or
 * SLUICE_NUL if the string is NUL-terminated. Strings are UTF-8. The library does not keep the
 * pointer after the call. For returned strings see sluice_str.
 *
 * Structs begin with struct_size; initialize them with their _INIT macro. Later releases only add
 * fields at the end, so a program and the library that it runs with may know different sizes. A
 * field that the program does not know has its default. A field that the library does not know must
 * be zero, else the call fails with SLUICE_UNSUPPORTED. A NULL options pointer means the defaults.
 *
 * Callbacks run on the thread that made the call. They must not throw, longjmp, or release a handle
 * that was passed to the call.
 *
 * After fork, the child may use existing handles if no other thread was inside a call at that
 * moment. Otherwise, calls in the child may wait forever for a lock whose owner does not exist
 * there: loading, judging and building often do, asking (retrieve, route, rank) hardly ever does.
 * After exec there is no such limit.
 *
 * A call uses at most 128 KiB of the calling thread's stack on any input, plus what callbacks use;
 * builds without optimization, or with a sanitizer, may use more. The library's own threads have
 * the same limit, except one with a stack of 2 MiB that it starts while SQLite compiles a statement
 * that might be deeply nested.
 *
 * Each comment ends with four tags. "owns": the owner of the result and how long it is valid.
 * "thread": which threads may make the call; "any" means that it is thread-safe. "fails": the
 * statuses that it returns, with the less obvious causes. "since": the first release that has it. A
 * declaration marked `stable` changes only together with SLUICE_ABI_VERSION. */

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

/* Version of the interface that this header describes. It is independent of the release number and
 * increases only when a change breaks existing callers. */
#define SLUICE_ABI_VERSION 1

/* Returns the release of the library in use, such as "0.1.0".
 *
 * owns:   a static string.
 * thread: any.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API const char *sluice_version(void) SLUICE_NOEXCEPT;

/* Returns the SLUICE_ABI_VERSION of the library in use. A program that loads the library at run
 * time should compare it with the SLUICE_ABI_VERSION that it was compiled with, and stop if they
 * differ.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API int32_t sluice_abi_version(void) SLUICE_NOEXCEPT;

/* ---- 2. Statuses ----------------------------------------------------------------------------- */

/* Result of a call. Existing values keep their meaning in all releases; treat a value that is not
 * listed here as a failure. */
typedef int32_t sluice_status;

enum {
  SLUICE_OK = 0,
  SLUICE_INVALID_ARGUMENT = 1, /* An argument is never valid. */
  SLUICE_NOT_FOUND = 2,        /* A file, a database or a name does not exist. */
  SLUICE_MALFORMED = 3,        /* Input (JSON, SQL, a file) violates its format. */
  SLUICE_UNSUPPORTED = 4,      /* Valid, but not supported by this build or release. */
  SLUICE_MISMATCH = 5,         /* Two arguments do not match: a mask of another catalog. */
  SLUICE_IO = 6,               /* The operating system refused to read or write. */
  SLUICE_LIMIT_EXCEEDED = 7,   /* A size, depth, step or time limit was reached. */
  SLUICE_CANCELLED = 8,        /* A callback or a cancellation asked to stop. */
  SLUICE_INTERNAL = 9,         /* A bug in the library. */
  SLUICE_OUT_OF_MEMORY = 100   /* Memory ran out. */
};

/* Returns the name of a status: "ok", "invalid_argument", and so on; "unknown" for a value not
 * listed above.
 *
 * owns:   a static string.
 * thread: any.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API const char *sluice_status_name(sluice_status status) SLUICE_NOEXCEPT;

/* ---- 3. Strings ------------------------------------------------------------------------------ */

/* Passed as the size of a string: the string is NUL-terminated. */
#define SLUICE_NUL SIZE_MAX

/* A view of UTF-8 text. It is valid until the handle that it came from is freed or released, and no
 * other call changes it. `data` is never NULL and has a NUL after its `size` bytes. This struct
 * will never get more fields. */
typedef struct sluice_str {
  const char *data;
  size_t size;
} sluice_str;

/* A text created for the caller. Owned. */
typedef struct sluice_text sluice_text;

/* Returns the text itself.
 *
 * owns:   a view, valid until sluice_text_free.
 * thread: as for owned handles.
 * fails:  never; empty if `text` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_text_view(const sluice_text *text) SLUICE_NOEXCEPT;

/* Frees a text.
 *
 * owns:   takes `text`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_text_free(sluice_text *text) SLUICE_NOEXCEPT;

/* ---- 4. Errors ------------------------------------------------------------------------------- */

/* Why a call failed. Owned. */
typedef struct sluice_error sluice_error;

/* As an offset: the error has no place in SQL text. */
#define SLUICE_NO_OFFSET SIZE_MAX

/* Returns the status that the failed call returned.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; SLUICE_OK if `error` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_error_status(const sluice_error *error) SLUICE_NOEXCEPT;

/* Returns one line for people: where the error is, if known, what was found, and what was expected.
 *
 * owns:   a view, valid until sluice_error_free.
 * thread: as for owned handles.
 * fails:  never; empty if `error` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_error_message(const sluice_error *error) SLUICE_NOEXCEPT;

/* Returns the place of the error for programs: "source", "source:line" or "source:line:column". The
 * source is a file or the name of the parameter whose text is wrong. Lines and columns count from
 * 1; columns are in bytes.
 *
 * owns:   a view, valid until sluice_error_free.
 * thread: as for owned handles.
 * fails:  never; empty if the place is unknown or `error` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_error_where(const sluice_error *error) SLUICE_NOEXCEPT;

/* Returns the offset of the error in the SQL text, in bytes from 0.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; SLUICE_NO_OFFSET if the error has no place in SQL or `error` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_error_offset(const sluice_error *error) SLUICE_NOEXCEPT;

/* Frees an error.
 *
 * owns:   takes `error`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_error_free(sluice_error *error) SLUICE_NOEXCEPT;

/* ---- 5. Progress ----------------------------------------------------------------------------- */

/* Callback that receives the progress of long work and decides whether it continues.
 *
 * `destroy(user)` is called exactly once, before the call that received this struct returns,
 * whether it succeeds or fails. It is not called if the call rejects this struct, or the options
 * that hold it, because its struct_size is too small or too large. `step` is not called again after
 * it returned a value other than 0 or the work failed. */
typedef struct sluice_progress {
  size_t struct_size;
  void *user;
  /* Returns 0 to continue; any other value ends the work with SLUICE_CANCELLED. `stage` names the
   * current step and is valid during the call; `total` is 0 while it is unknown. May be NULL:
   * progress is not reported. */
  int32_t (*step)(void *user, const char *stage, uint64_t done, uint64_t total);
  void (*destroy)(void *user); /* May be NULL. */
} sluice_progress;

#define SLUICE_PROGRESS_INIT \
  { sizeof(sluice_progress), NULL, NULL, NULL }

/* ---- 6. Cancellation ------------------------------------------------------------------------- */

/* A request to stop long work, made by one thread and seen by others. It cannot be withdrawn.
 * Shared.
 */
typedef struct sluice_cancellation sluice_cancellation;

/* Creates a cancellation that is not requested yet.
 *
 * owns:   the caller owns *out; sluice_cancellation_release releases it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_cancellation_new(sluice_cancellation **out,
                                                 sluice_error **error) SLUICE_NOEXCEPT;

/* Requests cancellation: current and later calls that receive it end soon with SLUICE_CANCELLED.
 *
 * owns:   nothing.
 * thread: any, also while another thread is in a call; not from a signal handler.
 * fails:  never; does nothing if `cancellation` is NULL.
 * since:  0.1, stable. */
SLUICE_API void sluice_cancellation_cancel(const sluice_cancellation *cancellation) SLUICE_NOEXCEPT;

/* Releases the caller's reference to a cancellation. Calls that use it continue.
 *
 * owns:   takes `cancellation`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_cancellation_release(sluice_cancellation *cancellation) SLUICE_NOEXCEPT;

/* ---- 7. Embedder ----------------------------------------------------------------------------- */

/* Flag: `embed` is thread-safe. Without it, the library makes one call of `embed` at a time, on
 * whichever thread creates or queries a retriever. Without it, an `embed` that queries a retriever
 * of this embedder gets SLUICE_INVALID_ARGUMENT; if it waits for another thread to do so, both
 * threads wait forever. */
#define SLUICE_CALLBACK_THREAD_SAFE 1u

/* A custom model that turns texts into vectors.
 *
 * `destroy(user)` is called exactly once: after the last retriever that might embed with it is
 * released and its last call returned, or before sluice_retriever_new returns if that fails. It is
 * not called if the call rejects this struct, or the options that hold it, because its struct_size
 * is too small or too large. */
typedef struct sluice_embedder {
  size_t struct_size;
  void *user;
  /* Writes one vector per text into `vectors`: count x dimensions finite numbers, row-major.
   * Vectors need not be normalized. The same text must always get the same vector. `texts` are
   * valid during the call. Returns SLUICE_OK; any other status ends the call that needed the
   * vectors, which returns it. */
  sluice_status (*embed)(void *user, const sluice_str *texts, size_t count, float *vectors);
  void (*destroy)(void *user); /* May be NULL. */
  const char *name;            /* Model and version. Vectors of the same name are comparable. */
  size_t name_size;
  size_t dimensions; /* Numbers per vector, in [1, 65536]. */
  size_t batch;      /* Maximum number of texts per call; at least 1. */
  uint32_t flags;    /* SLUICE_CALLBACK_THREAD_SAFE, or 0. */
  uint32_t reserved; /* Must be 0. */
} sluice_embedder;

#define SLUICE_EMBEDDER_INIT \
  { sizeof(sluice_embedder), NULL, NULL, NULL, NULL, SLUICE_NUL, 0, 256, 0, 0 }

/* ---- 8. Catalog ------------------------------------------------------------------------------ */

/* The schemas of all databases that questions may be about. Shared. */
typedef struct sluice_catalog sluice_catalog;

/* Kind of an object in a catalog. The objects of a kind have the ids 0 to count - 1. The tables of
 * a database have consecutive ids, and so have the columns of a table. */
typedef int32_t sluice_kind;

enum { SLUICE_DATABASE = 1, SLUICE_TABLE = 2, SLUICE_COLUMN = 3 };

/* As an id: there is no such object. */
#define SLUICE_NO_ID UINT32_MAX

typedef struct sluice_load_options {
  size_t struct_size;
  size_t samples;                  /* Distinct sample values per column; 0: rows are not read. */
  size_t max_sample_bytes;         /* Longer sample values are skipped. */
  const sluice_progress *progress; /* May be NULL. */
  /* The earlier result of sluice_catalog_load for this path: SQLite files that have not changed
   * since are not read again. NULL: all files are read. Other loaders ignore it. */
  const sluice_catalog *before;
  /* Name of the dialect of SQL scripts, such as "postgresql", "mysql", "sqlserver" or "snowflake".
   * {NULL, 0}: detected for each script. Other kinds of files do not need it. */
  sluice_str dialect;
} sluice_load_options;

#define SLUICE_LOAD_OPTIONS_INIT \
  { \
    sizeof(sluice_load_options), 3, 60, NULL, NULL, { NULL, 0 } \
  }

/* Loads a catalog from a file or folder. Its content decides how it is read: a SQLite file; a SQL
 * script; tables.json in the format of Spider and BIRD; sluice's own JSON; lines
 * "database.table.column"; each of these may be gzipped. A DuckDB file, if DuckDB's library is
 * available. A folder of such databases and scripts. An index that `sluice index` wrote; a
 * retriever then does not have to build one. What cannot be read is skipped, while there is
 * something else: see sluice_catalog_skipped.
 *
 * path     a file or folder.
 * options  NULL for the defaults. Progress is reported per database of a folder.
 *
 * owns:   the caller owns *out; sluice_catalog_release releases it.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_UNSUPPORTED (an unknown file format),
 *         SLUICE_MISMATCH (the parts of an index do not match), SLUICE_LIMIT_EXCEEDED, SLUICE_IO,
 *         SLUICE_CANCELLED, SLUICE_INVALID_ARGUMENT (for example, no such dialect),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_load(const char *path, size_t path_size,
                                             const sluice_load_options *options,
                                             sluice_catalog **out,
                                             sluice_error **error) SLUICE_NOEXCEPT;

/* Loads a catalog from a SQL script that defines tables: a dump, an export, an installation script.
 * Nothing in it is executed; rows that it inserts give sample values. What cannot be read is
 * skipped, each with its line: see sluice_catalog_skipped.
 *
 * sql      in the dialect of the options, or any.
 * name     name of the new database.
 * options  NULL for the defaults.
 *
 * owns:   the caller owns *out; sluice_catalog_release releases it.
 * thread: any.
 * fails:  SLUICE_MALFORMED (it defines no table or view), SLUICE_UNSUPPORTED,
 *         SLUICE_LIMIT_EXCEEDED, SLUICE_CANCELLED, SLUICE_INVALID_ARGUMENT (for example, no such
 *         dialect), SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_load_ddl(const char *sql, size_t sql_size, const char *name,
                                                 size_t name_size,
                                                 const sluice_load_options *options,
                                                 sluice_catalog **out,
                                                 sluice_error **error) SLUICE_NOEXCEPT;

/* Loads a catalog from JSON: an array in the format of tables.json of Spider and BIRD, or an object
 * in sluice's own format.
 *
 * options  NULL for the defaults. The sample values are those in the text.
 *
 * owns:   the caller owns *out; sluice_catalog_release releases it.
 * thread: any.
 * fails:  SLUICE_MALFORMED, SLUICE_CANCELLED, SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_load_json(const char *json, size_t json_size,
                                                  const sluice_load_options *options,
                                                  sluice_catalog **out,
                                                  sluice_error **error) SLUICE_NOEXCEPT;

/* Returns the number of objects of a kind.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never; 0 if `catalog` is NULL or there is no such kind.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_catalog_count(const sluice_catalog *catalog,
                                       sluice_kind kind) SLUICE_NOEXCEPT;

/* Returns an object's name without its parents, as SQL spells it. A table's begins with its
 * qualifier, if it has one: "sales.orders". A nested field's has the names of all steps:
 * "address.city".
 *
 * owns:   a view, valid until sluice_catalog_release.
 * thread: any.
 * fails:  never; empty if there is no such object.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_catalog_name(const sluice_catalog *catalog, sluice_kind kind,
                                          uint32_t id) SLUICE_NOEXCEPT;

/* Returns the id of an object's parent: a column's table, a table's database.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never; SLUICE_NO_ID for a database, or if there is no such object.
 * since:  0.1, stable. */
SLUICE_API uint32_t sluice_catalog_parent(const sluice_catalog *catalog, sluice_kind kind,
                                          uint32_t id) SLUICE_NOEXCEPT;

/* Looks up an object by its path, ignoring ASCII case: "database", "database.table" or
 * "database.table.column", depending on its kind. Names may contain dots; if a path matches several
 * objects, the first one is returned.
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

/* What a text says about an object of a catalog. sluice_catalog_json has the rest. */
typedef int32_t sluice_property;

enum {
  SLUICE_DESCRIPTION = 1, /* Of any object. */
  SLUICE_TITLE = 2,       /* Of a table or column: a readable form of its name. */
  SLUICE_DIALECT = 3,     /* Of a database: "sqlite", "postgresql", and so on. */
  /* Of a table: "table", "view", "materialized_view", "virtual", "external" or "family". */
  SLUICE_TABLE_KIND = 4,
  SLUICE_QUALIFIER = 5,   /* Of a table: the schema, or "database.schema". */
  SLUICE_PRIMARY_KEY = 6, /* Of a table: the names of the columns, in key order. */
  SLUICE_TYPE = 7,        /* Of a column: as declared. */
  /* Of a column: its name; of a nested field, steps that repeat end in "[]": "events[].name". */
  SLUICE_PATH = 8,
  SLUICE_SAMPLES = 9, /* Of a column: some of its values. */
  SLUICE_VALUES = 10  /* Of a column: all values that its type or a constraint allows. */
};

/* Returns the number of texts of a property: at most 1, except of SLUICE_PRIMARY_KEY,
 * SLUICE_SAMPLES and SLUICE_VALUES.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never; 0 if there is no such object, or it has no such property.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_catalog_text_count(const sluice_catalog *catalog, sluice_kind kind,
                                            uint32_t id, sluice_property property) SLUICE_NOEXCEPT;

/* Returns a text of a property. Positions count from 0.
 *
 * owns:   a view, valid until sluice_catalog_release.
 * thread: any.
 * fails:  never; empty if there is no such text.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_catalog_text(const sluice_catalog *catalog, sluice_kind kind,
                                          uint32_t id, sluice_property property,
                                          size_t position) SLUICE_NOEXCEPT;

/* Returns a whole catalog, and what was skipped, as one JSON object: the output of `sluice schema
 * show --json`.
 *
 * owns:   the caller owns *out; sluice_text_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_json(const sluice_catalog *catalog, sluice_text **out,
                                             sluice_error **error) SLUICE_NOEXCEPT;

/* Something that was not read, while the rest was. */
typedef struct sluice_skipped {
  size_t struct_size;
  sluice_str where;  /* A file, a line or an object: "shop.sql:12". */
  sluice_str reason; /* One line. */
} sluice_skipped;

#define SLUICE_SKIPPED_INIT \
  { \
    sizeof(sluice_skipped), {NULL, 0}, { NULL, 0 } \
  }

/* Returns the number of things that were skipped when a catalog was loaded.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never; 0 if `catalog` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_catalog_skipped_count(const sluice_catalog *catalog) SLUICE_NOEXCEPT;

/* Describes what was skipped at a position. Positions count from 0.
 *
 * out  only its first struct_size bytes are written; it may be reused for the next position.
 *
 * owns:   views, valid until sluice_catalog_release.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (no such position), SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_skipped(const sluice_catalog *catalog, size_t position,
                                                sluice_skipped *out,
                                                sluice_error **error) SLUICE_NOEXCEPT;

typedef struct sluice_index_options {
  size_t struct_size;
  /* The embedder, as for a retriever; a retriever of this index must receive the same one.
   * `destroy` is called before sluice_index_build returns. */
  const sluice_embedder *embedder;
  size_t threads;                          /* Maximum number of embedding threads; at least 1. */
  const sluice_cancellation *cancellation; /* May be NULL. */
  const sluice_progress *progress;         /* May be NULL. */
} sluice_index_options;

#define SLUICE_INDEX_OPTIONS_INIT \
  { sizeof(sluice_index_options), NULL, 1, NULL, NULL }

/* Writes an index of a catalog, including vectors, for sluice_catalog_load. Retrievers of a catalog
 * loaded from it do not index or embed anything again. The previous content of the folder is
 * replaced only when the new index is complete, and stays if the call fails. If a call was killed,
 * the next call that writes or loads the index removes its incomplete files.
 *
 * folder   created if it does not exist.
 * options  NULL for the defaults.
 *
 * owns:   nothing.
 * thread: any; only one call may write to a folder at a time, over all processes.
 * fails:  SLUICE_IO (for example, another call is writing to the folder), SLUICE_CANCELLED,
 *         SLUICE_INVALID_ARGUMENT (for example, the folder holds other files), SLUICE_MALFORMED
 *         (the embedder did not write a number, or it is not finite), SLUICE_UNSUPPORTED,
 *         SLUICE_OUT_OF_MEMORY, and what the embedder returns.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_index_build(const sluice_catalog *catalog, const char *folder,
                                            size_t folder_size, const sluice_index_options *options,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Releases the caller's reference to a catalog. Handles that were created from it remain valid.
 *
 * owns:   takes `catalog`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_catalog_release(sluice_catalog *catalog) SLUICE_NOEXCEPT;

/* ---- 9. Builder ------------------------------------------------------------------------------ */

/* Collects the databases of a catalog from an application's own metadata, so that it needs no file.
 * A call that fails changes nothing. Owned.
 *
 * Databases and tables have numbers, which the calls that add them return; these are numbers of the
 * builder, not ids of the catalog. Keys and origins name columns and tables, which may be added
 * later; sluice_catalog_builder_build looks them up, in the same database. Names are first searched
 * as they are, then ignoring ASCII case; the qualifier of a table may be left out. */
typedef struct sluice_catalog_builder sluice_catalog_builder;

/* Creates a builder without databases.
 *
 * owns:   the caller owns *out; sluice_catalog_builder_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_builder_new(sluice_catalog_builder **out,
                                                    sluice_error **error) SLUICE_NOEXCEPT;

/* A text {NULL, 0} is empty. */
typedef struct sluice_database_options {
  size_t struct_size;
  sluice_str description;
  sluice_str dialect; /* Name, such as "postgresql"; {NULL, 0}: "sqlite". */
} sluice_database_options;

#define SLUICE_DATABASE_OPTIONS_INIT \
  { \
    sizeof(sluice_database_options), {NULL, 0}, { NULL, 0 } \
  }

/* Adds a database.
 *
 * name     not that of another database; ASCII case is ignored.
 * options  NULL for the defaults.
 * out      set to the database's number: 0, 1, and so on.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, there is such a database, or no such dialect),
 *         SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_builder_add_database(sluice_catalog_builder *builder,
                                                             const char *name, size_t name_size,
                                                             const sluice_database_options *options,
                                                             uint32_t *out,
                                                             sluice_error **error) SLUICE_NOEXCEPT;

/* Kind of a table. */
typedef int32_t sluice_table_kind;

enum {
  SLUICE_KIND_TABLE = 1,
  SLUICE_KIND_VIEW = 2,
  SLUICE_KIND_MATERIALIZED_VIEW = 3,
  SLUICE_KIND_VIRTUAL = 4,  /* Of SQLite, such as full-text tables. */
  SLUICE_KIND_EXTERNAL = 5, /* Its rows are elsewhere: foreign and external tables. */
  SLUICE_KIND_FAMILY = 6    /* Several tables as one, such as one per day. */
};

/* A text {NULL, 0} is empty. */
typedef struct sluice_table_options {
  size_t struct_size;
  /* The schema, or "database.schema", if the table is not found by its name alone. */
  sluice_str qualifier;
  sluice_str title; /* A readable form of the name. */
  sluice_str description;
  sluice_str first_member; /* Of a family: the names of its first and its last table. */
  sluice_str last_member;
  sluice_table_kind kind;
  uint32_t member_count; /* Of a family: the number of its tables; else 0. */
} sluice_table_options;

#define SLUICE_TABLE_OPTIONS_INIT \
  { \
    sizeof(sluice_table_options), {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, \
        SLUICE_KIND_TABLE, 0 \
  }

/* Adds a table to a database.
 *
 * database  the database's number.
 * name      without its qualifier; with it, not that of another table of the database.
 * options   NULL for the defaults.
 * out       set to the table's number: 0, 1, and so on, over all databases.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, there is such a table, or no such database),
 *         SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_builder_add_table(
    sluice_catalog_builder *builder, uint32_t database, const char *name, size_t name_size,
    const sluice_table_options *options, uint32_t *out, sluice_error **error) SLUICE_NOEXCEPT;

/* A text {NULL, 0} is empty. */
typedef struct sluice_column_options {
  size_t struct_size;
  sluice_str type;  /* As declared: "VARCHAR(20)". */
  sluice_str title; /* A readable form of the name. */
  sluice_str description;
  const sluice_str *samples; /* Some of its values; NULL if `sample_count` is 0. */
  size_t sample_count;
  const sluice_str *values; /* All values that it may have; NULL if `value_count` is 0: any. */
  size_t value_count;       /* At most 65,535 values are kept. */
  int32_t nullable;
  int32_t generated; /* Not 0: computed from other columns. */
  int32_t nested;    /* Not 0: a field in the column whose name is the first step of the name. */
  uint32_t reserved; /* Must be 0. */
} sluice_column_options;

#define SLUICE_COLUMN_OPTIONS_INIT \
  { sizeof(sluice_column_options), {NULL, 0}, {NULL, 0}, {NULL, 0}, NULL, 0, NULL, 0, 1, 0, 0, 0 }

/* Adds a column to a table.
 *
 * table    the table's number.
 * name     not that of another column of the table. Of a nested field, the names of all steps:
 *          "address.city".
 * options  NULL for the defaults.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, there is such a column, or no such table),
 *         SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_builder_add_column(sluice_catalog_builder *builder,
                                                           uint32_t table, const char *name,
                                                           size_t name_size,
                                                           const sluice_column_options *options,
                                                           sluice_error **error) SLUICE_NOEXCEPT;

/* Adds the primary key of a table.
 *
 * table    the table's number.
 * columns  `count` names, in key order; at least one.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, the table has a primary key),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_builder_add_primary_key(
    sluice_catalog_builder *builder, uint32_t table, const sluice_str *columns, size_t count,
    sluice_error **error) SLUICE_NOEXCEPT;

/* How a foreign key is known. */
typedef int32_t sluice_key_evidence;

enum {
  SLUICE_KEY_DECLARED = 1,
  SLUICE_KEY_TESTED = 2, /* A test of the data states it. */
  SLUICE_KEY_VIEW = 3    /* A view joins the tables so. */
};

typedef struct sluice_foreign_key {
  size_t struct_size;
  const sluice_str *columns; /* `count` names; at least one. */
  size_t count;
  sluice_str referenced_table;
  const sluice_str *referenced_columns; /* `count` names; NULL: those of the primary key. */
  sluice_key_evidence evidence;
  uint32_t reserved; /* Must be 0. */
} sluice_foreign_key;

#define SLUICE_FOREIGN_KEY_INIT \
  { sizeof(sluice_foreign_key), NULL, 0, {NULL, 0}, NULL, SLUICE_KEY_DECLARED, 0 }

/* Adds a foreign key of a table.
 *
 * table  the table's number.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, it has no columns), SLUICE_UNSUPPORTED,
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_builder_add_foreign_key(
    sluice_catalog_builder *builder, uint32_t table, const sluice_foreign_key *key,
    sluice_error **error) SLUICE_NOEXCEPT;

/* Says that a column of a view shows a column of another table unchanged.
 *
 * table  the view's number.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_builder_add_origin(
    sluice_catalog_builder *builder, uint32_t table, const char *column, size_t column_size,
    const char *source_table, size_t source_table_size, const char *source_column,
    size_t source_column_size, sluice_error **error) SLUICE_NOEXCEPT;

/* Builds a catalog of everything that was added so far. The builder stays as it is: more can be
 * added, and another catalog built.
 *
 * owns:   the caller owns *out; sluice_catalog_release releases it.
 * thread: as for owned handles.
 * fails:  SLUICE_NOT_FOUND (a key or an origin names a table or a column that does not exist, or
 *         refers to the primary key of a table without one), SLUICE_INVALID_ARGUMENT (for example,
 *         a primary key names a column twice), SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_catalog_builder_build(const sluice_catalog_builder *builder,
                                                      sluice_catalog **out,
                                                      sluice_error **error) SLUICE_NOEXCEPT;

/* Frees a builder. Catalogs that it built remain valid.
 *
 * owns:   takes `builder`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_catalog_builder_free(sluice_catalog_builder *builder) SLUICE_NOEXCEPT;

/* ---- 10. Mask -------------------------------------------------------------------------------- */

/* What the user may see of a catalog. Hidden objects have no effect on an answer. Owned. */
typedef struct sluice_mask sluice_mask;

/* Creates a mask that shows everything or nothing.
 *
 * visible  0: everything is hidden at first; otherwise everything is visible.
 *
 * owns:   the caller owns *out; sluice_mask_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_mask_new(const sluice_catalog *catalog, int32_t visible,
                                         sluice_mask **out, sluice_error **error) SLUICE_NOEXCEPT;

/* Shows or hides an object and all objects in it. Showing an object also shows its parents, but not
 * its siblings. The last call wins.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (no such object), SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_mask_set(sluice_mask *mask, sluice_kind kind, uint32_t id,
                                         int32_t visible, sluice_error **error) SLUICE_NOEXCEPT;

/* Frees a mask.
 *
 * owns:   takes `mask`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_mask_free(sluice_mask *mask) SLUICE_NOEXCEPT;

/* ---- 11. Retriever --------------------------------------------------------------------------- */

/* Answers questions about one catalog. Shared. In addition to its index it caches, for later
 * questions, what words mean in the catalog, at most 128 MiB, and what sluice_answer prepares for
 * single databases, about 64 MiB (0.2 MB plus 2 KB per column each). The least recently used
 * entries are evicted first.
 */
typedef struct sluice_retriever sluice_retriever;

typedef struct sluice_retriever_options {
  size_t struct_size;
  /* NULL: the built-in vector table, for which there is a trained ranker. With a custom embedder,
   * routing uses words and vectors, and its scores are not probabilities. */
  const sluice_embedder *embedder;
  /* A retriever of an earlier version of the catalog. It does not change; the new one shares the
   * unchanged parts and the embedder with it, so `embedder` must be NULL. Answers are the same as
   * of a retriever built from scratch. The call takes milliseconds if one table was renamed among
   * thousands of databases. NULL: build from scratch. */
  const sluice_retriever *before;
} sluice_retriever_options;

#define SLUICE_RETRIEVER_OPTIONS_INIT \
  { sizeof(sluice_retriever_options), NULL, NULL }

/* Creates a retriever. Indexes the catalog's text unless it was loaded from an index, and embeds it
 * unless that index has vectors of this embedder.
 *
 * options  NULL for the defaults.
 *
 * owns:   the caller owns *out; sluice_retriever_release releases it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY, SLUICE_MISMATCH (the
 *         catalog's index holds vectors of a custom embedder, and `embedder` is NULL),
 *         SLUICE_MALFORMED (the embedder did not write a number, or it is not finite), and what the
 *         embedder returns.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_retriever_new(const sluice_catalog *catalog,
                                              const sluice_retriever_options *options,
                                              sluice_retriever **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Releases the caller's reference to a retriever. Its answers remain valid.
 *
 * owns:   takes `retriever`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_retriever_release(sluice_retriever *retriever) SLUICE_NOEXCEPT;

/* The columns that answer a question, in the order in which they were chosen. Owned, immutable.
 */
typedef struct sluice_subset sluice_subset;

typedef struct sluice_retrieve_options {
  size_t struct_size;
  size_t budget;    /* Maximum number of columns; at least 1. */
  size_t databases; /* Maximum number of databases that columns come from; at least 1. */
  /* Hallucinated schema: the one that a language model would expect for this question, as lines
   * "Table(column, column)" or a JSON array of such strings. If NULL, or if it names nothing, the
   * words of the question are used. */
  const char *hallucinated;
  size_t hallucinated_size;
  const sluice_cancellation *cancellation; /* May be NULL. */
} sluice_retrieve_options;

#define SLUICE_RETRIEVE_OPTIONS_INIT \
  { sizeof(sluice_retrieve_options), 20, 1, NULL, SLUICE_NUL, NULL }

/* Chooses the columns that answer a question. Every function that takes a question reads at most
 * its first 512 words and 16 KiB; a word of more than 256 bytes counts as several. At most 512
 * names and 16 KiB of `hallucinated` are read.
 *
 * mask     what the user may see, created from the retriever's catalog; NULL for everything.
 * options  NULL for the defaults.
 * out      has no columns if nothing visible is related to the question.
 *
 * owns:   the caller owns *out; sluice_subset_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, a question without words), SLUICE_MISMATCH (the
 *         mask is of another catalog), SLUICE_MALFORMED (`hallucinated` begins as JSON but is not
 *         valid), SLUICE_CANCELLED, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY, and what the custom
 *         embedder returns.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_retrieve(const sluice_retriever *retriever, const char *question,
                                         size_t question_size, const sluice_mask *mask,
                                         const sluice_retrieve_options *options,
                                         sluice_subset **out, sluice_error **error) SLUICE_NOEXCEPT;

/* ---- 12. Routes ------------------------------------------------------------------------------ */

/* Databases that a question may be about, best first. Owned, immutable. */
typedef struct sluice_routes sluice_routes;

/* One database of routes. */
typedef struct sluice_routed {
  size_t struct_size;
  sluice_str database; /* Name of the database. */
  double score;
  uint32_t database_id; /* Id in the catalog. */
  /* Not 0: the scores of all visible databases sum to 1. 0: scores can only be compared. */
  int32_t is_probability;
} sluice_routed;

#define SLUICE_ROUTED_INIT \
  { sizeof(sluice_routed), {NULL, 0}, 0, 0, 0 }

/* Ranks the databases by how likely a question is about them.
 *
 * mask  what the user may see, created from the retriever's catalog; NULL for everything.
 *
 * owns:   the caller owns *out; sluice_routes_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, a question without words), SLUICE_MISMATCH (the
 *         mask is of another catalog), SLUICE_OUT_OF_MEMORY, and what the custom embedder returns.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_route(const sluice_retriever *retriever, const char *question,
                                      size_t question_size, const sluice_mask *mask,
                                      sluice_routes **out, sluice_error **error) SLUICE_NOEXCEPT;

typedef struct sluice_route_options {
  size_t struct_size;
  const sluice_cancellation *cancellation; /* May be NULL. */
} sluice_route_options;

#define SLUICE_ROUTE_OPTIONS_INIT \
  { sizeof(sluice_route_options), NULL }

/* Like sluice_route, and can be cancelled.
 *
 * options  NULL for the defaults.
 *
 * owns:   the caller owns *out; sluice_routes_free frees it.
 * thread: any.
 * fails:  as sluice_route, and SLUICE_CANCELLED and SLUICE_UNSUPPORTED.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_route_with(const sluice_retriever *retriever, const char *question,
                                           size_t question_size, const sluice_mask *mask,
                                           const sluice_route_options *options, sluice_routes **out,
                                           sluice_error **error) SLUICE_NOEXCEPT;

/* Returns the number of databases.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; 0 if `routes` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_routes_size(const sluice_routes *routes) SLUICE_NOEXCEPT;

/* Describes the database at a position. Positions count from 0; the first is the best.
 *
 * out  only its first struct_size bytes are written; it may be reused for the next position.
 *
 * owns:   views, valid until sluice_routes_free.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (no such position), SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_routes_item(const sluice_routes *routes, size_t position,
                                            sluice_routed *out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Says what may be right besides the first database, and whether that is sure, as JSON:
 * {"alternatives": {"databases": [{"name": "…", "probability": 0.3}], "tables": []},
 * "unsure": false}. Alternatives are the databases at least a twentieth as likely as the first, at
 * most nine. It is unsure if it is more likely wrong than right, or perhaps no database answers the
 * question.
 *
 * owns:   the caller owns *out; sluice_text_free frees it.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_routes_doubts(const sluice_routes *routes, sluice_text **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Frees routes.
 *
 * owns:   takes `routes`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_routes_free(sluice_routes *routes) SLUICE_NOEXCEPT;

/* ---- 13. Subset ------------------------------------------------------------------------------ */

/* Why a column was chosen. This struct will never get more fields; later releases may add kinds. */
typedef struct sluice_reason {
  /* "word": a word of the question is in the column's name; "table": in its table's name; "value":
   * in its values; "description": in its description; "table_description": in its table's. "probe":
   * similar to one of the search texts. "join": joins a table. "key": part of its table's primary
   * key. */
  sluice_str kind;
  sluice_str text; /* The word, the search text, or the joined table. */
} sluice_reason;

/* One column of a subset. */
typedef struct sluice_item {
  size_t struct_size;
  const sluice_reason *reasons; /* `reason_count` reasons. */
  sluice_str database;          /* Names, each without its parents. */
  sluice_str table;
  sluice_str column;
  uint32_t database_id; /* Ids in the catalog. */
  uint32_t table_id;
  uint32_t column_id;
  uint32_t reason_count;
  double score; /* Contribution to the answer; 0 for a column that only joins. */
} sluice_item;

#define SLUICE_ITEM_INIT \
  { sizeof(sluice_item), NULL, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0, 0, 0, 0 }

/* Returns the number of columns.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; 0 if `subset` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_subset_size(const sluice_subset *subset) SLUICE_NOEXCEPT;

/* Describes the column at a position. Positions count from 0, in the order of choice.
 *
 * out  only its first struct_size bytes are written; it may be reused for the next position.
 *
 * owns:   views, valid until sluice_subset_free.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (no such position), SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_subset_item(const sluice_subset *subset, size_t position,
                                            sluice_item *out, sluice_error **error) SLUICE_NOEXCEPT;

/* Format of a subset's text. */
typedef int32_t sluice_form;

enum {
  SLUICE_FORM_PROMPT = 1,       /* Schema, task and question, ready for a language model. */
  SLUICE_FORM_CREATE_TABLE = 2, /* CREATE TABLE statements with comments and keys. */
  SLUICE_FORM_COMPACT = 3,      /* One line per table, then the joins. */
  SLUICE_FORM_JSON = 4          /* {"databases": [{"name", "tables", "foreign_keys"}]} */
};

/* Passed as a token budget: no limit. */
#define SLUICE_UNLIMITED SIZE_MAX

typedef struct sluice_render_options {
  size_t struct_size;
  size_t token_budget; /* Maximum estimated tokens; the columns chosen last are dropped. */
  size_t samples;      /* Maximum number of sample values per column. */
} sluice_render_options;

#define SLUICE_RENDER_OPTIONS_INIT \
  { sizeof(sluice_render_options), SLUICE_UNLIMITED, 3 }

/* Renders a subset as text. The text names only what the subset holds.
 *
 * options  NULL for the defaults.
 * out      empty if even the first column does not fit the token budget; a prompt then has no
 *          tables.
 *
 * owns:   the caller owns *out; sluice_text_free frees it.
 * thread: as for owned handles.
 * fails:  SLUICE_LIMIT_EXCEEDED (the prompt's question alone does not fit the token budget),
 *         SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_subset_render(const sluice_subset *subset, sluice_form form,
                                              const sluice_render_options *options,
                                              sluice_text **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Says what may be right besides a subset, and whether it is sure, as JSON like that of
 * sluice_routes_doubts. "tables" has the tables of the subset's databases that the subset has no
 * column of, although they are at least a twentieth as likely to be needed as the first:
 * [{"database": "…", "table": "…", "probability": 0.1}]; none with a custom embedder. A subset
 * without columns is unsure.
 *
 * owns:   the caller owns *out; sluice_text_free frees it.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_subset_doubts(const sluice_subset *subset, sluice_text **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Frees a subset.
 *
 * owns:   takes `subset`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_subset_free(sluice_subset *subset) SLUICE_NOEXCEPT;

/* ---- 14. Query ------------------------------------------------------------------------------- */

/* A parsed SQL statement. Shared. */
typedef struct sluice_query sluice_query;

/* SQL dialect of a text. */
typedef int32_t sluice_dialect;

enum {
  SLUICE_SQLITE = 1,
  SLUICE_POSTGRESQL = 2, /* Queries only. */
  SLUICE_PERMISSIVE = 3 /* SQLite's, and forms of other engines that language models often write. */
};

/* Parses one statement.
 *
 * catalog   resolves names. NULL: names are not resolved, and functions that need the catalog fail.
 * database  the query's database in the catalog; ignored without a catalog.
 *
 * owns:   the caller owns *out; sluice_query_release releases it.
 * thread: any.
 * fails:  SLUICE_MALFORMED (with sluice_error_offset), SLUICE_LIMIT_EXCEEDED (too long or too deep,
 *         with an offset), SLUICE_INVALID_ARGUMENT (for example, no such database or dialect),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_parse(const sluice_catalog *catalog, uint32_t database,
                                            sluice_dialect dialect, const char *sql,
                                            size_t sql_size, sluice_query **out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Checks that the statement is a query and that every name in it exists in its database. Does not
 * run it.
 *
 * mask  what the user may see, created from the query's catalog; NULL for everything. With a mask,
 *       hidden names do not exist, and the query must name its columns.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND (a name does not exist; with sluice_error_offset if known),
 *         SLUICE_UNSUPPORTED (the statement is not a query), SLUICE_MISMATCH (the mask is of
 *         another catalog), SLUICE_INVALID_ARGUMENT (for example, it was parsed without a catalog),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_check(const sluice_query *query, const sluice_mask *mask,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Form of a query's text. */
typedef int32_t sluice_query_form;

enum {
  SLUICE_QUERY_PRINTED = 1,    /* As parsed, with uniform keywords and spacing. */
  SLUICE_QUERY_NORMALIZED = 2, /* Same result; no aliases, case or needless qualifiers. */
  SLUICE_QUERY_MASKED = 3      /* Normalized, with names and values hidden: only structure. */
};

/* Renders a query as text. With a catalog, the normal forms resolve its names.
 *
 * owns:   the caller owns *out; sluice_text_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_text(const sluice_query *query, sluice_query_form form,
                                           sluice_text **out, sluice_error **error) SLUICE_NOEXCEPT;

/* Returns the tables and columns that a query reads, as JSON in the schema's spelling:
 * {"tables": ["t"], "columns": ["t.c"], "problems": ["no such column: d"]}.
 *
 * owns:   the caller owns *out; sluice_text_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, it was parsed without a catalog),
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_query_reads(const sluice_query *query, sluice_text **out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Computes the similarity of two queries by change distilling: the share of the edits, from the
 * first to the second, that keep a part of the query. Not symmetric.
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

/* Releases the caller's reference to a query.
 *
 * owns:   takes `query`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_query_release(sluice_query *query) SLUICE_NOEXCEPT;

/* ---- 15. Suite ------------------------------------------------------------------------------- */

/* The databases that predictions are judged on, by name. Predictions are treated as hostile: they
 * can only read, and run within limits. Shared. */
typedef struct sluice_suite sluice_suite;

/* Opens a suite: a file that `sluice suite build` wrote, whose databases were generated to
 * distinguish queries; a SQLite file, gzipped or not, whose name is that of the file; or a folder
 * with NAME.sqlite or NAME/NAME.sqlite. The files of a folder are read again by each call that
 * needs them, even if the process has changed its current folder; those of a database that cannot
 * be read are skipped, while there is another.
 *
 * owns:   the caller owns *out; sluice_suite_release releases it.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_UNSUPPORTED (a newer version),
 *         SLUICE_MISMATCH (a sluice file of another kind), SLUICE_LIMIT_EXCEEDED, SLUICE_IO,
 *         SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_open(const char *path, size_t path_size, sluice_suite **out,
                                           sluice_error **error) SLUICE_NOEXCEPT;

/* Opens a suite of one database that a SQL script defines and may fill. The script runs in a new
 * in-memory database and can read or write nothing outside it.
 *
 * sql   in SQLite's dialect; the place of an error is a line and column of it.
 * name  name of the new database.
 *
 * owns:   the caller owns *out; sluice_suite_release releases it.
 * thread: any.
 * fails:  SLUICE_MALFORMED, SLUICE_UNSUPPORTED (the script does something that is not allowed),
 *         SLUICE_LIMIT_EXCEEDED, SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_open_ddl(const char *sql, size_t sql_size, const char *name,
                                               size_t name_size, sluice_suite **out,
                                               sluice_error **error) SLUICE_NOEXCEPT;

/* A gold query: one that is known to be correct. This struct will never get more fields. */
typedef struct sluice_gold {
  sluice_str database; /* Name of the database that the query is for. */
  sluice_str sql;
} sluice_gold;

typedef struct sluice_suite_options {
  size_t struct_size;
  uint64_t seed;                           /* Seed of the random databases. */
  int32_t infer_keys;                      /* Not 0: joins of the golds count as foreign keys. */
  uint32_t jobs;                           /* Maximum schemas in parallel; at least 1. */
  const sluice_cancellation *cancellation; /* May be NULL. */
  const sluice_progress *progress;         /* May be NULL. */
} sluice_suite_options;

#define SLUICE_SUITE_OPTIONS_INIT \
  { sizeof(sluice_suite_options), 0, 0, 1, NULL, NULL }

/* Generates a few databases that distinguish each gold query from its neighbors: queries that
 * differ from it by one plausible mistake. Deterministic: the same golds, databases and options
 * give the same suite.
 *
 * golds    `count` gold queries; NULL if `count` is 0.
 * folder   has NAME.sqlite or NAME/NAME.sqlite for each database that they name. The suite lacks
 *          those that cannot be read, while there is another: see sluice_suite_skipped.
 * options  NULL for the defaults.
 *
 * owns:   the caller owns *out; sluice_suite_release releases it.
 * thread: any; uses `options->jobs` - 1 more threads.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_IO, SLUICE_CANCELLED, SLUICE_LIMIT_EXCEEDED,
 *         SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_build(const sluice_gold *golds, size_t count,
                                            const char *folder, size_t folder_size,
                                            const sluice_suite_options *options, sluice_suite **out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Returns the number of databases that were skipped when a suite was built, because they cannot be
 * read.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  never; 0 if `suite` is NULL or was not built.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_suite_skipped_count(const sluice_suite *suite) SLUICE_NOEXCEPT;

/* Describes the skipped database at a position. Positions count from 0.
 *
 * out  only its first struct_size bytes are written; it may be reused for the next position.
 *
 * owns:   views, valid until sluice_suite_release.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (no such position), SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_suite_skipped(const sluice_suite *suite, size_t position,
                                              sluice_skipped *out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Writes a suite that was built, or opened from a suite file, to a file for sluice_suite_open. The
 * write is atomic: a failed call leaves no partial file.
 *
 * owns:   nothing.
 * thread: any.
 * fails:  SLUICE_UNSUPPORTED (the suite was opened from SQLite files or SQL), SLUICE_IO,
 *         SLUICE_LIMIT_EXCEEDED (over 1 GB), SLUICE_INVALID_ARGUMENT, SLUICE_OUT_OF_MEMORY.
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

/* The result of judging or refuting a prediction. Owned, immutable. */
typedef struct sluice_verdict sluice_verdict;

/* When two query results are equal. */
typedef int32_t sluice_comparison;

enum {
  SLUICE_TEST_SUITE = 1, /* As in the official script of the distilled test suites. */
  SLUICE_STRICT = 2,     /* As SLUICE_TEST_SUITE, with columns in the same order. */
  SLUICE_BIRD = 3,       /* The same set of rows, with columns in the same order. */
  /* For sluice_score_run only: */
  SLUICE_SOFT_F1 = 4, /* As BIRD's soft F1. */
  SLUICE_R_VES = 5,   /* As BIRD's R-VES, which rewards queries that take fewer steps than gold. */
  SLUICE_SPIDER2 = 6  /* As Spider 2.0. */
};

typedef struct sluice_judge_options {
  size_t struct_size;
  sluice_comparison comparison;
  /* The next three apply to SLUICE_TEST_SUITE and SLUICE_STRICT only. */
  int32_t keep_distinct; /* Not 0: DISTINCT is significant. */
  int32_t plug_values;   /* Not 0: the prediction is also tried with the gold query's values. */
  int32_t ties;          /* Not 0: rows that the gold ORDER BY leaves equal may be in any order. */
  uint64_t steps;        /* Maximum steps of SQLite's virtual machine per query. */
  double seconds;        /* Maximum time per query; above 0. */
  const sluice_cancellation *cancellation; /* May be NULL. */
  const sluice_progress *progress;         /* May be NULL. Called several times per second. */
} sluice_judge_options;

#define SLUICE_JUDGE_OPTIONS_INIT \
  { sizeof(sluice_judge_options), SLUICE_TEST_SUITE, 0, 0, 0, 300000000, 60, NULL, NULL }

/* Runs a prediction and its gold query on their databases of the suite and compares the results. A
 * prediction that cannot be run is wrong; the call still succeeds.
 *
 * database  name of the database that both are for; may be NULL if there is only one.
 * options   NULL for the defaults.
 *
 * owns:   the caller owns *out; sluice_verdict_free frees it.
 * thread: any; the queries run on another thread.
 * fails:  SLUICE_NOT_FOUND (no such database), SLUICE_CANCELLED, SLUICE_INVALID_ARGUMENT,
 *         SLUICE_UNSUPPORTED, SLUICE_MALFORMED or SLUICE_IO (a file of the folder cannot be read),
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
  /* Not 0: the databases also satisfy the constraints that hold in the suite's data. A suite file
   * has no such data. */
  int32_t mined;
  uint64_t seed;                           /* Seed of the random databases. */
  uint64_t databases;                      /* Maximum number of databases to compare on. */
  const sluice_cancellation *cancellation; /* May be NULL. */
  /* What the user may see. With a mask, the schema is the visible part of the database of that name
   * in the mask's catalog, and `mined` has no effect. NULL: the whole schema of the suite. */
  const sluice_mask *mask;
} sluice_refute_options;

#define SLUICE_REFUTE_OPTIONS_INIT \
  { sizeof(sluice_refute_options), SLUICE_TEST_SUITE, 0, 0, 1500, NULL, NULL }

/* Searches for a small database with this schema on which two queries differ, or a proof that there
 * is none. If a query cannot be run, the verdict says so; the call still succeeds.
 *
 * database  name of the database that both are for; may be NULL if there is only one.
 * options   NULL for the defaults.
 *
 * owns:   the caller owns *out; sluice_verdict_free frees it.
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

/* Releases the caller's reference to a suite.
 *
 * owns:   takes `suite`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_suite_release(sluice_suite *suite) SLUICE_NOEXCEPT;

/* ---- 16. Verdict ----------------------------------------------------------------------------- */

/* Values of a verdict. sluice_suite_judge gives the first three, sluice_suite_refute gives
 * SLUICE_FAILED and the rest. */
enum {
  SLUICE_RIGHT = 1,
  SLUICE_WRONG = 2,
  SLUICE_FAILED = 3,     /* The gold query (refuting: either query) cannot be run. */
  SLUICE_REFUTED = 4,    /* There is a database on which the queries differ. */
  SLUICE_PROVED = 5,     /* It is proved that there is no such database. */
  SLUICE_NOT_REFUTED = 6 /* No such database was found. */
};

typedef struct sluice_verdict_info {
  size_t struct_size;
  int32_t verdict;     /* One of the values above. */
  int32_t gold_failed; /* SLUICE_FAILED: not 0 if the gold query cannot be run. */
  sluice_str name;     /* "right", "wrong", "failed", "refuted", "proved", "not_refuted". */
  sluice_str kind;     /* Wrong, refuted: the kind of difference, such as "column_missing". */
  sluice_str title;    /* The kind in a few words for people. */
  sluice_str message;  /* Why a query cannot be run. */
  sluice_str script;   /* Refuted: the database, as CREATE and INSERT statements. */
  uint64_t databases;  /* Refuting: number of databases compared on. */
  double score;        /* Judging: 1 or 0. */
} sluice_verdict_info;

#define SLUICE_VERDICT_INFO_INIT \
  { sizeof(sluice_verdict_info), 0, 0, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0 }

/* Returns the content of a verdict.
 *
 * out  only its first struct_size bytes are written.
 *
 * owns:   views, valid until sluice_verdict_free.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_verdict_get(const sluice_verdict *verdict, sluice_verdict_info *out,
                                            sluice_error **error) SLUICE_NOEXCEPT;

/* Returns a whole verdict as one JSON object, including the results of both queries. Refuting: the
 * output of `sluice refute --json`. Judging: {"verdict", "reason", "score", "kind", "database",
 * "message", "gold": {"columns", "row_count", "rows"}, "predicted": ...}, where results are
 * samples, as texts, or null.
 *
 * owns:   a view, valid until sluice_verdict_free.
 * thread: as for owned handles.
 * fails:  never; empty if `verdict` is NULL.
 * since:  0.1, stable. */
SLUICE_API sluice_str sluice_verdict_json(const sluice_verdict *verdict) SLUICE_NOEXCEPT;

/* Frees a verdict.
 *
 * owns:   takes `verdict`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_verdict_free(sluice_verdict *verdict) SLUICE_NOEXCEPT;

/* ---- 17. Examples ---------------------------------------------------------------------------- */

/* Worked examples: questions with their queries. Shared. */
typedef struct sluice_examples sluice_examples;

/* Opens an index that `sluice examples index` wrote, or JSON lines with "question", "sql" (or
 * "query") and "db_id", gzipped or not. Lines whose SQL cannot be parsed are skipped.
 *
 * catalog  the catalog of the examples' databases; NULL if unknown.
 * mask     what the user may see, created from the catalog; NULL for everything. Examples that use
 *          a hidden name are skipped.
 *
 * owns:   the caller owns *out; sluice_examples_release releases it.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_UNSUPPORTED (a newer version), SLUICE_MISMATCH
 *         (a sluice file of another kind, vectors of another embedder, or the mask is of another
 *         catalog), SLUICE_LIMIT_EXCEEDED, SLUICE_IO, SLUICE_INVALID_ARGUMENT,
 *         SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_examples_open(const sluice_catalog *catalog,
                                              const sluice_mask *mask, const char *path,
                                              size_t path_size, sluice_examples **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Examples, best first. Owned, immutable. */
typedef struct sluice_ranking sluice_ranking;

typedef struct sluice_rank_options {
  size_t struct_size;
  size_t count;              /* Maximum number of examples; at least 1. */
  const sluice_str *guesses; /* Guesses at the question's query; invalid SQL is skipped. */
  size_t guess_count;
  uint32_t database;           /* Id of the question's database in the catalog, or SLUICE_NO_ID. */
  uint32_t reserved;           /* Must be 0. */
  const char *except_database; /* Name; examples of this database are skipped. May be NULL. */
  size_t except_database_size;
  const sluice_cancellation *cancellation; /* May be NULL. */
} sluice_rank_options;

#define SLUICE_RANK_OPTIONS_INIT \
  { sizeof(sluice_rank_options), 5, NULL, 0, SLUICE_NO_ID, 0, NULL, SLUICE_NUL, NULL }

/* Chooses examples to show with a question in a prompt: those whose query most likely has the shape
 * that the question needs.
 *
 * options  NULL for the defaults.
 * out      may have fewer examples than `count`, or none.
 *
 * owns:   the caller owns *out; sluice_ranking_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, no such database), SLUICE_CANCELLED,
 *         SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_examples_rank(const sluice_examples *examples, const char *question,
                                              size_t question_size,
                                              const sluice_rank_options *options,
                                              sluice_ranking **out,
                                              sluice_error **error) SLUICE_NOEXCEPT;

/* Releases the caller's reference to examples. Rankings remain valid.
 *
 * owns:   takes `examples`, which may be NULL.
 * thread: any, once.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_examples_release(sluice_examples *examples) SLUICE_NOEXCEPT;

/* One example of a ranking. */
typedef struct sluice_ranked {
  size_t struct_size;
  sluice_str question;
  sluice_str database; /* Name of its database; may be empty. */
  sluice_str sql;
  double score;      /* Estimated probability, in [0, 1], that its query has the right shape. */
  double similarity; /* Similarity of the two questions, in [-1, 1]. */
} sluice_ranked;

#define SLUICE_RANKED_INIT \
  { sizeof(sluice_ranked), {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0 }

/* Returns the number of examples.
 *
 * owns:   nothing.
 * thread: as for owned handles.
 * fails:  never; 0 if `ranking` is NULL.
 * since:  0.1, stable. */
SLUICE_API size_t sluice_ranking_size(const sluice_ranking *ranking) SLUICE_NOEXCEPT;

/* Describes the example at a position. Positions count from 0; the first is the best.
 *
 * out  only its first struct_size bytes are written; it may be reused for the next position.
 *
 * owns:   views, valid until sluice_ranking_free.
 * thread: as for owned handles.
 * fails:  SLUICE_INVALID_ARGUMENT (no such position), SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_ranking_item(const sluice_ranking *ranking, size_t position,
                                             sluice_ranked *out,
                                             sluice_error **error) SLUICE_NOEXCEPT;

/* Frees a ranking.
 *
 * owns:   takes `ranking`, which may be NULL.
 * thread: as for owned handles.
 * fails:  never.
 * since:  0.1, stable. */
SLUICE_API void sluice_ranking_free(sluice_ranking *ranking) SLUICE_NOEXCEPT;

/* ---- 18. Answer ------------------------------------------------------------------------------ */

/* One message of a prompt for a language model. This struct will never get more fields. */
typedef struct sluice_message {
  sluice_str role; /* "system", "user" or "assistant". */
  sluice_str text;
} sluice_message;

/* Receives a piece of an answer; `to` is the pointer that `complete` received. Valid during the
 * call of `complete`. */
typedef void (*sluice_write)(void *to, const char *data, size_t size);

/* A custom language model.
 *
 * `destroy(user)` is called exactly once, before the call that received this struct returns,
 * whether it succeeds or fails. It is not called if the call rejects this struct, or the options
 * that hold it, because its struct_size is too small or too large. */
typedef struct sluice_completer {
  size_t struct_size;
  void *user;
  /* Answers `count` messages, which are valid during the call, by calling `write(to, data, size)`
   * once or several times. The pieces together are UTF-8; invalid bytes are replaced. Returns
   * SLUICE_OK; any other status ends the call that needed the answer, which returns it. */
  sluice_status (*complete)(void *user, const sluice_message *messages, size_t count,
                            sluice_write write, void *to);
  void (*destroy)(void *user); /* May be NULL. */
} sluice_completer;

#define SLUICE_COMPLETER_INIT \
  { sizeof(sluice_completer), NULL, NULL, NULL }

typedef struct sluice_answer_options {
  size_t struct_size;
  const sluice_completer *completer; /* NULL: the trained label model writes the query. */
  const sluice_examples *examples;   /* Examples for the prompt. May be NULL. */
  /* The query runs, read-only, on the database of its name in this suite. NULL: the query is
   * checked but not run. */
  const sluice_suite *databases;
  size_t example_count; /* Maximum number of examples in the prompt. */
  size_t budget;        /* Maximum number of columns; at least 1. */
  size_t repairs;       /* Maximum number of times that the model may correct its query. */
  size_t rows;          /* Maximum number of result rows to keep. */
  const sluice_cancellation *cancellation; /* May be NULL. */
  const sluice_progress *progress;         /* May be NULL. */
} sluice_answer_options;

#define SLUICE_ANSWER_OPTIONS_INIT \
  { sizeof(sluice_answer_options), NULL, NULL, NULL, 5, 20, 1, 1000, NULL, NULL }

/* Answers a question with checked SQL and its rows: chooses columns and examples, asks the model
 * for a query, checks it and asks the model to correct it. If the SQL cannot be run, the result
 * says so; the call still succeeds.
 *
 * mask     what the user may see, created from the retriever's catalog; NULL for everything.
 *          Nothing hidden reaches the model, is read, or is part of the result.
 * options  NULL for the defaults.
 * out      JSON: {"sql", "passed", "fault", "message", "database", "is_guess", "confidence",
 *          "prompt", "rounds", "column_names", "rows", "all_rows", "alternatives", "unsure"};
 *          "database" and "rows" may be null; the last two are those of sluice_subset_doubts.
 *
 * owns:   the caller owns *out; sluice_text_free frees it.
 * thread: any.
 * fails:  SLUICE_INVALID_ARGUMENT (for example, a question without words), SLUICE_MISMATCH (the
 *         mask is of another catalog), SLUICE_NOT_FOUND (the database is not in `databases`),
 *         SLUICE_CANCELLED, SLUICE_UNSUPPORTED (for example, a build without SLUICE_WITH_LLM or
 *         without a label model), SLUICE_OUT_OF_MEMORY, and what the completer and the custom
 *         embedder return.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_answer(const sluice_retriever *retriever, const char *question,
                                       size_t question_size, const sluice_mask *mask,
                                       const sluice_answer_options *options, sluice_text **out,
                                       sluice_error **error) SLUICE_NOEXCEPT;

/* ---- 19. Audit ------------------------------------------------------------------------------- */

/* Reports doubtful gold queries of one database: no rows, ties that a LIMIT cuts, numbers ordered
 * as text, joins without a declared key, and so on. A query that cannot be run is a finding; the
 * call still succeeds.
 *
 * path      a SQLite file.
 * golds     `count` gold queries; NULL if `count` is 0. Their database name is only repeated in the
 *           report.
 * progress  may be NULL. Called for each query.
 * out       the JSON of `sluice audit --json`; "line" counts golds from 1.
 *
 * owns:   the caller owns *out; sluice_text_free frees it.
 * thread: any.
 * fails:  SLUICE_NOT_FOUND, SLUICE_MALFORMED, SLUICE_IO, SLUICE_CANCELLED, SLUICE_LIMIT_EXCEEDED,
 *         SLUICE_INVALID_ARGUMENT, SLUICE_UNSUPPORTED, SLUICE_OUT_OF_MEMORY.
 * since:  0.1, stable. */
SLUICE_API sluice_status sluice_audit(const char *path, size_t path_size, const sluice_gold *golds,
                                      size_t count, const sluice_progress *progress,
                                      sluice_text **out, sluice_error **error) SLUICE_NOEXCEPT;

/* ---- 20. Score ------------------------------------------------------------------------------- */

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
 * a baseline. A query that cannot be run, or whose database cannot be read, is an item with that
 * verdict; that is no failure of the call. Work that was cancelled has written what it knows to the
 * reports.
 *
 * gold       a file of lines `SQL<tab>database`, or of JSON lines; NULL: options->items.
 * predicted  a file with a prediction a line; NULL: options->items.
 * databases  a folder, as for sluice_suite_build; the file of a suite; or a PostgreSQL URI with
 *            {db_id} in the place of the name.
 * options    NULL for the defaults.
 * out        JSON: {"score", "text", "doubts", "report"}. "text" is what the command prints,
 *            "doubts" are lines about gold queries and verdicts, "report" is what a .json report
 *            holds; its "skipped" lists the databases that cannot be read.
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
