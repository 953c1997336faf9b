#ifndef SLUICE_TESTS_HOSTS_HOST_DATABASE_HPP
#define SLUICE_TESTS_HOSTS_HOST_DATABASE_HPP

/// A database that the host has open and writes to, and operations of another process on it.

#include <spawn.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include "host.h"

extern char **environ;

namespace host {

/// Runs this program again with two arguments. Returns its exit status, or -1.
inline int run_child(std::string what, std::string path) {
  std::string self = "/proc/self/exe";
  char *arguments[] = {self.data(), what.data(), path.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, self.c_str(), nullptr, nullptr, arguments, environ) != 0) return -1;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

/// A connection of the host.
class Connection {
 public:
  explicit Connection(const std::string &path) {
    if (sqlite3_open(path.c_str(), &database_) != SQLITE_OK) ++host_failures;
    sqlite3_busy_timeout(database_, 0);
  }
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;
  ~Connection() { sqlite3_close(database_); }

  int run(const std::string &sql) {
    return sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr) & 0xFF;
  }
  void must(const std::string &sql) {
    if (run(sql) == SQLITE_OK) return;
    std::fprintf(stderr, "%s: %s\n", sql.c_str(), sqlite3_errmsg(database_));
    ++host_failures;
  }
  /// Returns the first value of the first row.
  std::string ask(const std::string &sql) {
    sqlite3_stmt *statement = nullptr;
    std::string value = "nothing";
    if (sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
      const auto *text = sqlite3_column_text(statement, 0);
      if (text != nullptr) value = reinterpret_cast<const char *>(text);
    }
    sqlite3_finalize(statement);
    return value;
  }

 private:
  sqlite3 *database_ = nullptr;
};

/// Body of a child process. Returns 0 if it got the write lock, 5 (SQLITE_BUSY) if not; for
/// "count", the number of rows in `noted`.
inline int be_child(const std::string &what, const std::string &path) {
  Connection connection(path);
  if (what == "count") return std::stoi(connection.ask("SELECT count(*) FROM noted"));
  const int status = connection.run("BEGIN IMMEDIATE");
  if (status == SQLITE_OK) connection.run("ROLLBACK");
  return status;
}

}  // namespace host

#endif
