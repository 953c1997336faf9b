#ifndef SLUICE_TESTS_SUPPORT_DUCKDB_FILE_HPP
#define SLUICE_TESTS_SUPPORT_DUCKDB_FILE_HPP

/// DuckDB files as other programs write them, through the same library that reads them.

#include <string>

namespace sluice::test {

/// Whether there is DuckDB's library: the one that $SLUICE_DUCKDB_LIBRARY names, or that
/// cmake/duckdb_library.sh fetched, or an installed one. From then on this process reads through
/// it.
bool has_duckdb();

/// The database in `path`, made if need be, held open for writing while this lives. It needs
/// has_duckdb().
class DuckdbWriter {
 public:
  explicit DuckdbWriter(const std::string &path);
  ~DuckdbWriter();
  DuckdbWriter(const DuckdbWriter &) = delete;
  DuckdbWriter &operator=(const DuckdbWriter &) = delete;

  /// Runs a script; throws what DuckDB says against it.
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
