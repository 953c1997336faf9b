#ifndef SLUICE_TESTS_SUPPORT_MEMORY_DATABASE_HPP
#define SLUICE_TESTS_SUPPORT_MEMORY_DATABASE_HPP

#include <sqlite3.h>

#include <string>

#include <doctest/doctest.h>

namespace sluice::test {

/// What SQLite says to a query.
class MemoryDatabase {
 public:
  MemoryDatabase() { REQUIRE(sqlite3_open(":memory:", &handle_) == SQLITE_OK); }
  ~MemoryDatabase() { sqlite3_close(handle_); }
  MemoryDatabase(const MemoryDatabase &) = delete;
  MemoryDatabase &operator=(const MemoryDatabase &) = delete;

  /// The first value of the first row as text; SQLite's message if there is none.
  std::string ask(const std::string &sql) {
    sqlite3_stmt *statement = nullptr;
    std::string answer = "(none)";
    if (sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
      return sqlite3_errmsg(handle_);
    }
    if (sqlite3_step(statement) == SQLITE_ROW) {
      answer = reinterpret_cast<const char *>(sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    return answer;
  }

 private:
  sqlite3 *handle_ = nullptr;
};

}  // namespace sluice::test

#endif
