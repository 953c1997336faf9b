#ifndef SLUICE_SRC_DB_DUCKDB_LIBRARY_HPP
#define SLUICE_SRC_DB_DUCKDB_LIBRARY_HPP

/// The part of DuckDB's C interface that we call. Declared here, so that building needs no header
/// of DuckDB. These functions and layouts have been in the interface since 1.0; tested with 1.2 to
/// 1.5.

#include <cstdint>
#include <string_view>

namespace sluice::inline v0::db_detail {

struct DuckdbConfig;
struct DuckdbDatabase;
struct DuckdbConnection;
struct DuckdbStatement;
struct DuckdbPending;
struct DuckdbChunk;
struct DuckdbVector;

/// duckdb_result. Only its size matters here; the contents are DuckDB's.
struct DuckdbResult {
  std::uint64_t numbers[3] = {};
  void *pointers[3] = {};
};

/// duckdb_string_t: up to twelve bytes are stored inline after the size, longer texts elsewhere.
struct DuckdbText {
  std::uint32_t size;
  char start[4];
  const char *elsewhere;

  std::string_view view() const noexcept {
    constexpr std::uint32_t max_inside = 12;
    const char *const inside = reinterpret_cast<const char *>(this) + sizeof size;
    return {size <= max_inside ? inside : elsewhere, size};
  }
};
static_assert(sizeof(DuckdbResult) == 48 && sizeof(DuckdbText) == 16);

/// DuckDB's functions, which have the prefix duckdb_ there. Those that return an int return 0 for
/// success.
struct Duckdb {
  int (*create_config)(DuckdbConfig **config);
  int (*set_config)(DuckdbConfig *config, const char *name, const char *value);
  void (*destroy_config)(DuckdbConfig **config);
  int (*open_ext)(const char *path, DuckdbDatabase **database, DuckdbConfig *config, char **error);
  void (*close)(DuckdbDatabase **database);
  int (*connect)(DuckdbDatabase *database, DuckdbConnection **connection);
  void (*disconnect)(DuckdbConnection **connection);
  void (*free)(void *text);

  int (*prepare)(DuckdbConnection *connection, const char *sql, DuckdbStatement **statement);
  const char *(*prepare_error)(DuckdbStatement *statement);
  void (*destroy_prepare)(DuckdbStatement **statement);
  int (*pending_prepared)(DuckdbStatement *statement, DuckdbPending **pending);
  /// Performs a part of the work; returns a DuckdbProgress.
  int (*pending_execute_task)(DuckdbPending *pending);
  const char *(*pending_error)(DuckdbPending *pending);
  int (*execute_pending)(DuckdbPending *pending, DuckdbResult *result);
  void (*destroy_pending)(DuckdbPending **pending);

  const char *(*result_error)(DuckdbResult *result);
  std::uint64_t (*column_count)(DuckdbResult *result);
  int (*column_type)(DuckdbResult *result, std::uint64_t column);
  void (*destroy_result)(DuckdbResult *result);
  /// nullptr after the last chunk.
  DuckdbChunk *(*fetch_chunk)(DuckdbResult result);
  void (*destroy_data_chunk)(DuckdbChunk **chunk);
  std::uint64_t (*data_chunk_get_size)(DuckdbChunk *chunk);
  DuckdbVector *(*data_chunk_get_vector)(DuckdbChunk *chunk, std::uint64_t column);
  void *(*vector_get_data)(DuckdbVector *vector);
  /// One bit per row, or nullptr if no value is NULL.
  std::uint64_t *(*vector_get_validity)(DuckdbVector *vector);
};

enum DuckdbProgress : int { duckdb_ready = 0, duckdb_working = 1, duckdb_failed = 2 };
constexpr int duckdb_varchar = 17;  // type of a column

/// Loads the library on first use: the file that the environment variable SLUICE_DUCKDB_LIBRARY
/// names, else libduckdb.so (macOS: libduckdb.dylib) from the system's library path. Thread-safe.
/// Throws Error(unsupported) if there is no library or it lacks a function.
const Duckdb &duckdb();

}  // namespace sluice::inline v0::db_detail

#endif
