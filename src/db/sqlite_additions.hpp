#ifndef SLUICE_SRC_DB_SQLITE_ADDITIONS_HPP
#define SLUICE_SRC_DB_SQLITE_ADDITIONS_HPP

#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

namespace sluice::detail {

/// What a connection has that SQLite did not bring: functions, collations and modules that the host
/// registers with every connection of a SQLite that it shares (sqlite3_auto_extension). A private
/// copy has none of it.
class SqliteAdditions {
 public:
  /// Takes them out of the connection, before its first statement: they are then as if they were
  /// not there. A function of SQLite's that the host replaced is not there any more, either; NOCASE
  /// and RTRIM are SQLite's again. What stays is a replaced BINARY or module of SQLite's own.
  void remove_from(sqlite3 *database);

  /// Whether a function of that name was taken out.
  bool had_function(std::string_view name) const noexcept;

 private:
  void remove_functions(sqlite3 *database);

  std::vector<std::string> functions_;
};

}  // namespace sluice::detail

#endif
