#ifndef SLUICE_SRC_DB_DUCKDB_LIBRARY_HPP
#define SLUICE_SRC_DB_DUCKDB_LIBRARY_HPP

/// What we call of DuckDB's C interface. It is declared here, as no header of DuckDB's is needed to
/// build with: these functions and layouts are in its interface since 1.0; 1.2 to 1.5 were tried.

#include <cstdint>
#include <string_view>

namespace sluice::detail {

struct DuckdbConfig;
struct DuckdbDatabase;
struct DuckdbConnection;
struct DuckdbStatement;
struct DuckdbPending;
struct DuckdbChunk;
struct DuckdbVector;

/// duckdb_result: what it holds is not for us, its size is.
struct DuckdbResult {
  std::uint64_t numbers[3] = {};
  void *pointers[3] = {};
};

/// duckdb_string_t: up to twelve bytes stand behind the size, more elsewhere.
struct DuckdbText {
  std::uint32_t size;
  char start[4];
  const char *elsewhere;

  std::string_view view() const noexcept {
    constexpr std::uint32_t most_inside = 12;
    const char *const inside = reinterpret_cast<const char *>(this) + sizeof size;
    return {size <= most_inside ? inside : elsewhere, size};
  }
};
static_assert(sizeof(DuckdbResult) == 48 && sizeof(DuckdbText) == 16);

/// The functions that are called duckdb_… there. Those that return an int give 0 for success.
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
  /// Does a part of the work; returns a DuckdbProgress.
  int (*pending_execute_task)(DuckdbPending *pending);
  const char *(*pending_error)(DuckdbPending *pending);
  int (*execute_pending)(DuckdbPending *pending, DuckdbResult *result);
  void (*destroy_pending)(DuckdbPending **pending);

  const char *(*result_error)(DuckdbResult *result);
  std::uint64_t (*column_count)(DuckdbResult *result);
  int (*column_type)(DuckdbResult *result, std::uint64_t column);
  void (*destroy_result)(DuckdbResult *result);
  /// nullptr behind the last.
  DuckdbChunk *(*fetch_chunk)(DuckdbResult result);
  void (*destroy_data_chunk)(DuckdbChunk **chunk);
  std::uint64_t (*data_chunk_get_size)(DuckdbChunk *chunk);
  DuckdbVector *(*data_chunk_get_vector)(DuckdbChunk *chunk, std::uint64_t column);
  void *(*vector_get_data)(DuckdbVector *vector);
  /// A bit a row, or nullptr where none is NULL.
  std::uint64_t *(*vector_get_validity)(DuckdbVector *vector);
};

enum DuckdbProgress : int { duckdb_ready = 0, duckdb_working = 1, duckdb_failed = 2 };
constexpr int duckdb_varchar = 17;  // of the types of columns

/// Loads the library when it is first asked for: the one that the environment's
/// SLUICE_DUCKDB_LIBRARY names, else libduckdb.so (macOS: libduckdb.dylib) where the system looks
/// for libraries. Any threads at once. Throws Error(unsupported) where there is none, or one that
/// lacks a function.
const Duckdb &duckdb();

}  // namespace sluice::detail

#endif
