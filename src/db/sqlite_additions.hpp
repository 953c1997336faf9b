#ifndef SLUICE_SRC_DB_SQLITE_ADDITIONS_HPP
#define SLUICE_SRC_DB_SQLITE_ADDITIONS_HPP

#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

namespace sluice::inline v0::db_detail {

/// Functions, collations and modules that the host adds to every connection of a shared SQLite
/// (sqlite3_auto_extension). A private copy of SQLite has none.
class SqliteAdditions {
 public:
  /// Removes them from the connection, before its first statement, as if they had never been added.
  /// A built-in function that the host replaced is removed too; NOCASE and RTRIM are restored. A
  /// replaced BINARY collation or built-in module cannot be removed.
  void remove_from(sqlite3 *database);

  /// Whether a function of that name was removed.
  bool had_function(std::string_view name) const noexcept;

 private:
  void remove_functions(sqlite3 *database);

  std::vector<std::string> functions_;
};

}  // namespace sluice::inline v0::db_detail

#endif
