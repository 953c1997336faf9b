#ifndef SLUICE_TESTS_SUPPORT_DUCKDB_FILE_HPP
#define SLUICE_TESTS_SUPPORT_DUCKDB_FILE_HPP

/// DuckDB files as other programs write them, by the same library that reads them.

#include <string>

namespace sluice::test {

/// Whether DuckDB's library is available: at $SLUICE_DUCKDB_LIBRARY, downloaded by
/// cmake/duckdb_library.sh, or installed. This process uses it from then on.
bool has_duckdb();

/// The database in `path`, created if it does not exist, open for writing during the lifetime of
/// this object. Requires has_duckdb().
class DuckdbWriter {
 public:
  explicit DuckdbWriter(const std::string &path);
  ~DuckdbWriter();
  DuckdbWriter(const DuckdbWriter &) = delete;
  DuckdbWriter &operator=(const DuckdbWriter &) = delete;

  /// Runs a script; throws DuckDB's error.
  void run(const std::string &sql);

 private:
  std::string path_;
  void *database_ = nullptr;
  void *connection_ = nullptr;
};

inline void make_duckdb(const std::string &path, const std::string &sql) {
  DuckdbWriter(path).run(sql);
}

}  // namespace sluice::test

#endif
