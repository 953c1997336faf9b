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

namespace sluice::detail {

template <class Object, void (*Duckdb::*destroy)(Object **)>
struct DuckdbDelete {
  void operator()(Object *object) const noexcept { (duckdb().*destroy)(&object); }
};
template <class Object, void (*Duckdb::*destroy)(Object **)>
using DuckdbOwned = std::unique_ptr<Object, DuckdbDelete<Object, destroy>>;

/// Queries of our own on a DuckDB file of unknown origin. One thread at a time.
///
/// The file is attached, for reading only, to a database in memory, where names of functions are
/// looked up: macros that the file defines take the place of none. DuckDB may touch this file and
/// its log and nothing else, loads no extension, writes no temporary file, has no threads of its
/// own, and lets no query change any of that.
///
/// DuckDB works on a FileThread, so that the host, which may have the file open with a DuckDB of
/// its own, keeps its lock; where the host writes to it, opening fails as it does in another
/// process.
///
/// What cannot be kept from here: DuckDB reads the file in this process. Its blocks have checksums,
/// which find damage; who forges a file forges these too, and meets what defects the library has.
/// Opening a file, with replaying its log, cannot be stopped; the memory limit is DuckDB's own, and
/// does not count all that it holds.
class DuckdbSession {
 public:
  /// What the file is called in queries.
  static constexpr std::string_view catalog = "subject";

  /// `limits`: seconds bound a query, bytes what DuckDB's buffers hold. Throws Error: unsupported
  /// (no library, or one older than 1.2), io (another process writes to the file), malformed.
  DuckdbSession(const std::string &path, const SqliteLimits &limits);
  DuckdbSession(const DuckdbSession &) = delete;
  DuckdbSession &operator=(const DuckdbSession &) = delete;
  ~DuckdbSession();

  /// Runs one statement whose columns are all of type VARCHAR: cells are text or NULL. Throws
  /// Error: unsupported (the file's types need an extension), malformed (what is read is damaged),
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
  FileThread thread_;
  DuckdbOwned<DuckdbDatabase, &Duckdb::close> database_;
  DuckdbOwned<DuckdbConnection, &Duckdb::disconnect> connection_;
};

/// A database file, whatever links lead to it, and what its logs are called, where there are any.
struct DuckdbFiles {
  std::string database;
  std::vector<std::string> logs;
};
DuckdbFiles duckdb_files(const std::string &path);

}  // namespace sluice::detail

#endif
