#ifndef SLUICE_SRC_DB_DUCKDB_SESSION_HPP
#define SLUICE_SRC_DB_DUCKDB_SESSION_HPP

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/file_thread.hpp"
#include "duckdb_library.hpp"
#include "sluice/db/query.hpp"
#include "sluice/db/sqlite.hpp"

namespace sluice::inline v0::db_detail {

template <class Object, void (*Duckdb::*destroy)(Object **)>
struct DuckdbDelete {
  void operator()(Object *object) const noexcept { (duckdb().*destroy)(&object); }
};
template <class Object, void (*Duckdb::*destroy)(Object **)>
using DuckdbOwned = std::unique_ptr<Object, DuckdbDelete<Object, destroy>>;

/// Runs our own queries on an untrusted DuckDB file. Not thread-safe.
///
/// The file is attached read-only to an in-memory database. Function names are resolved in that
/// database, so macros in the file cannot replace functions. DuckDB may access only this file and
/// its log, loads no extensions, writes no temporary files, has no threads of its own, and does not
/// let queries change these settings.
///
/// DuckDB runs on a FileThread, so that the host, which may have the file open with its own copy of
/// DuckDB, keeps its lock. If the host has the file open for writing, opening fails as it does in
/// another process.
///
/// Limitations: DuckDB reads the file in this process. Checksums of blocks detect damage, but a
/// crafted file can have valid checksums and exploit defects of DuckDB. Opening a file, including
/// the replay of its log, cannot be interrupted. The memory limit is enforced by DuckDB, which does
/// not count all its allocations.
class DuckdbSession {
 public:
  /// Name of the attached file in queries.
  static constexpr std::string_view catalog = "subject";

  /// Of `limits`, seconds apply to each query, and bytes to DuckDB's buffers. Throws Error:
  /// unsupported (no library, or older than 1.2), io (another process writes to the file),
  /// malformed.
  DuckdbSession(const std::string &path, const SqliteLimits &limits);
  DuckdbSession(const DuckdbSession &) = delete;
  DuckdbSession &operator=(const DuckdbSession &) = delete;
  ~DuckdbSession();

  /// Runs one statement whose columns must all have type VARCHAR: cells are text or NULL. Throws
  /// Error: unsupported (the file's types need an extension), malformed (the data read is damaged),
  /// limit_exceeded.
  void query(const std::string &sql, RowVisitor visit);

 private:
  void open();
  void close() noexcept;
  void execute(const std::string &sql, DuckdbResult &result);
  void run(const std::string &sql);
  [[noreturn]] void fail(std::string_view message) const;

  std::string path_;
  SqliteLimits limits_;
  detail::FileThread thread_;
  DuckdbOwned<DuckdbDatabase, &Duckdb::close> database_;
  DuckdbOwned<DuckdbConnection, &Duckdb::disconnect> connection_;
};

/// The path of a database file with links resolved, and the possible paths of its logs.
struct DuckdbFiles {
  std::string database;
  std::vector<std::string> logs;
};
DuckdbFiles duckdb_files(const std::string &path);

}  // namespace sluice::inline v0::db_detail

#endif
