#ifndef SLUICE_TESTS_SQL_SQLITE_ORACLE_HPP
#define SLUICE_TESTS_SQL_SQLITE_ORACLE_HPP

/// SQLite's verdict on a text: whether its grammar accepts it, and the program that it compiles to.

#include <sqlite3.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace sluice::test {

enum class Verdict {
  accept,  ///< Prepared, or rejected because of a name or similar after the whole text was read.
  reject,  ///< A syntax error, an unknown token, or a premature end.
  unclear  ///< Rejected for its shape, or for another reason before the end of the text.
};

class SqliteOracle {
 public:
  /// An empty database in memory, or a file for reading.
  explicit SqliteOracle(const std::string &path = ":memory:") {
    const int flags = path == ":memory:" ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    if (sqlite3_open_v2(path.c_str(), &db_, flags, nullptr) != SQLITE_OK) {
      throw std::runtime_error("cannot open " + path);
    }
  }
  ~SqliteOracle() { sqlite3_close(db_); }
  SqliteOracle(const SqliteOracle &) = delete;
  SqliteOracle &operator=(const SqliteOracle &) = delete;

  /// Whether this is the release whose grammar we follow; later releases accept more.
  static bool is_reference() { return std::string_view(sqlite3_libversion()).starts_with("3.40."); }

  void run(const std::string &script) {
    if (sqlite3_exec(db_, script.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
      throw std::runtime_error(sqlite3_errmsg(db_));
    }
  }

  /// The verdict on one statement, with or without a semicolon after it.
  Verdict verdict(std::string_view sql) {
    while (!sql.empty() && std::string_view(" \t\r\n;").find(sql.back()) != std::string_view::npos)
      sql.remove_suffix(1);
    std::string text(sql);
    std::string_view rest;
    if (prepares(text, &rest)) {
      return rest.find_first_not_of(" \t\r\n;") == std::string_view::npos ? Verdict::accept
                                                                          : Verdict::unclear;
    }
    if (is_syntax_error()) return Verdict::reject;
    // Its grammar accepts any word after a table; ours knows the valid ones.
    if (message_.starts_with("unknown table option")) return Verdict::unclear;
    if (message_.starts_with("a JOIN clause is required") ||
        message_.find(" clause should come after ") != std::string::npos) {
      return Verdict::unclear;
    }
    const std::string said = message();
    // An earlier error hides what follows it, so this suffix shows whether the end was reached.
    text += "\n))";
    const bool late = !prepares(text) && is_syntax_error();
    message_ = said;
    return late ? Verdict::accept : Verdict::unclear;
  }

  /// The message of the last call.
  const std::string &message() const { return message_; }

  /// The program that SQLite compiles a query to, as text; "error: …" if it does not compile.
  std::string bytecode(const std::string &sql) {
    const std::string text = "EXPLAIN " + sql;
    sqlite3_stmt *statement = nullptr;
    std::string code;
    if (sqlite3_prepare_v2(db_, text.data(), static_cast<int>(text.size()), &statement, nullptr) !=
        SQLITE_OK) {
      return std::string("error: ") + sqlite3_errmsg(db_);
    }
    while (sqlite3_step(statement) == SQLITE_ROW) {
      for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const auto *value = reinterpret_cast<const char *>(sqlite3_column_text(statement, i));
        code += value == nullptr ? "" : value;
        code += ' ';
      }
      code += '\n';
    }
    sqlite3_finalize(statement);
    return code;
  }

 private:
  bool prepares(const std::string &text, std::string_view *rest = nullptr) {
    sqlite3_stmt *statement = nullptr;
    const char *tail = nullptr;
    const int status =
        sqlite3_prepare_v2(db_, text.data(), static_cast<int>(text.size()), &statement, &tail);
    sqlite3_finalize(statement);
    message_ = status == SQLITE_OK ? "" : sqlite3_errmsg(db_);
    if (rest != nullptr && tail != nullptr) {
      *rest = std::string_view(text).substr(static_cast<std::size_t>(tail - text.data()));
    }
    return status == SQLITE_OK;
  }
  bool is_syntax_error() const {
    return message_.ends_with(": syntax error") || message_.starts_with("unrecognized token") ||
           message_ == "incomplete input";
  }

  sqlite3 *db_ = nullptr;
  std::string message_;
};

}  // namespace sluice::test

#endif
