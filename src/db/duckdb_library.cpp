#include "duckdb_library.hpp"

#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "core/lazy_library.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::db_detail {
namespace {

constexpr const char *library_variable = "SLUICE_DUCKDB_LIBRARY";
#ifdef __APPLE__
constexpr const char *duckdb_file = "libduckdb.dylib";
#else
constexpr const char *duckdb_file = "libduckdb.so";
#endif

detail::LazyLibrary open_library(const char *named) {
  try {
    return detail::LazyLibrary(named != nullptr ? named : duckdb_file);
  } catch (const Error &error) {
    if (named == nullptr) {
      throw Error(error.code(), fmt::format("is a DuckDB database, and {}: install DuckDB's C "
                                            "library, or set {} to where it is",
                                            error.message(), library_variable));
    }
    throw Error(error.code(),
                fmt::format("is a DuckDB database, and {} names a library that cannot be loaded: "
                            "{}",
                            library_variable, named));
  }
}

Duckdb load_functions() {
  const char *const value = std::getenv(library_variable);
  const detail::LazyLibrary library =
      open_library(value != nullptr && *value != '\0' ? value : nullptr);
  Duckdb functions;
  const auto find = [&library]<class Function>(Function *&function, const char *name) {
    function = library.find<Function>(name);
  };
  find(functions.create_config, "duckdb_create_config");
  find(functions.set_config, "duckdb_set_config");
  find(functions.destroy_config, "duckdb_destroy_config");
  find(functions.open_ext, "duckdb_open_ext");
  find(functions.close, "duckdb_close");
  find(functions.connect, "duckdb_connect");
  find(functions.disconnect, "duckdb_disconnect");
  find(functions.free, "duckdb_free");
  find(functions.prepare, "duckdb_prepare");
  find(functions.prepare_error, "duckdb_prepare_error");
  find(functions.destroy_prepare, "duckdb_destroy_prepare");
  find(functions.pending_prepared, "duckdb_pending_prepared");
  find(functions.pending_execute_task, "duckdb_pending_execute_task");
  find(functions.pending_error, "duckdb_pending_error");
  find(functions.execute_pending, "duckdb_execute_pending");
  find(functions.destroy_pending, "duckdb_destroy_pending");
  find(functions.result_error, "duckdb_result_error");
  find(functions.column_count, "duckdb_column_count");
  find(functions.column_type, "duckdb_column_type");
  find(functions.destroy_result, "duckdb_destroy_result");
  find(functions.fetch_chunk, "duckdb_fetch_chunk");
  find(functions.destroy_data_chunk, "duckdb_destroy_data_chunk");
  find(functions.data_chunk_get_size, "duckdb_data_chunk_get_size");
  find(functions.data_chunk_get_vector, "duckdb_data_chunk_get_vector");
  find(functions.vector_get_data, "duckdb_vector_get_data");
  find(functions.vector_get_validity, "duckdb_vector_get_validity");
  return functions;
}

}  // namespace

const Duckdb &duckdb() {
  static const Duckdb functions = load_functions();
  return functions;
}

}  // namespace sluice::inline v0::db_detail
