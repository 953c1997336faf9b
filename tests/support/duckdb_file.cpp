#include "duckdb_file.hpp"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "support.hpp"

namespace sluice::test {
namespace {

constexpr const char *variable = "SLUICE_DUCKDB_LIBRARY";

void *library() {
  static void *const opened = [] {
    const auto fetched = source_directory() / "build/duckdb/libduckdb.so";
    if (std::getenv(variable) == nullptr && exists(fetched)) ::setenv(variable, fetched.c_str(), 0);
    const char *const named = std::getenv(variable);
    const bool is_named = named != nullptr && *named != '\0';
    return ::dlopen(is_named ? named : "libduckdb.so", RTLD_NOW);
  }();
  return opened;
}

template <class Function>
Function *find(const char *name) {
  if (void *const found = ::dlsym(library(), name)) return reinterpret_cast<Function *>(found);
  throw std::runtime_error(std::string("DuckDB's library has no ") + name);
}

/// Has the size of DuckDB's struct.
struct QueryResult {
  std::uint64_t words[6] = {};
};

}  // namespace

bool has_duckdb() { return library() != nullptr; }

DuckdbWriter::DuckdbWriter(const std::string &path) : path_(path) {
  if (find<int(const char *, void **)>("duckdb_open")(path.c_str(), &database_) != 0 ||
      find<int(void *, void **)>("duckdb_connect")(database_, &connection_) != 0)
    throw std::runtime_error(path + ": cannot be opened for writing");
}

DuckdbWriter::~DuckdbWriter() {
  find<void(void **)>("duckdb_disconnect")(&connection_);
  find<void(void **)>("duckdb_close")(&database_);
}

void DuckdbWriter::run(const std::string &sql) {
  QueryResult result;
  const int status = find<int(void *, const char *, QueryResult *)>("duckdb_query")(
      connection_, sql.c_str(), &result);
  const std::string message =
      status == 0 ? "" : find<const char *(QueryResult *)>("duckdb_result_error")(&result);
  find<void(QueryResult *)>("duckdb_destroy_result")(&result);
  if (status != 0) throw std::runtime_error(path_ + ": " + message);
}

}  // namespace sluice::test
