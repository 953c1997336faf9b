#ifndef SLUICE_TESTS_SUPPORT_SQLITE_FILE_HPP
#define SLUICE_TESTS_SUPPORT_SQLITE_FILE_HPP

/// SQLite files as other programs write them, without the precautions of our connections.

#include <sqlite3.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sluice::test {

struct CloseSqlite {
  void operator()(sqlite3 *database) const noexcept { sqlite3_close_v2(database); }
};
using RawSqlite = std::unique_ptr<sqlite3, CloseSqlite>;

/// Runs `sql` on the database in `path`, created if it does not exist, and leaves it open.
inline RawSqlite open_raw(const std::string &path, const std::string &sql) {
  sqlite3 *opened = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  int status = sqlite3_open_v2(path.c_str(), &opened, flags, nullptr);
  RawSqlite database(opened);
  if (status == SQLITE_OK) status = sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) throw std::runtime_error(path + ": " + sqlite3_errmsg(opened));
  return database;
}

inline void make_sqlite(const std::string &path, const std::string &sql) { open_raw(path, sql); }

inline std::string bytes_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_bytes(const std::string &path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace sluice::test

#endif
