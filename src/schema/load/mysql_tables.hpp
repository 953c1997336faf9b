#ifndef SLUICE_SRC_SCHEMA_LOAD_MYSQL_TABLES_HPP
#define SLUICE_SRC_SCHEMA_LOAD_MYSQL_TABLES_HPP

/// The tables of a MySQL or MariaDB server, as its information_schema describes them.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/mysql/mysql_session.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/schema/definition.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0::schema_detail {

/// Database and table.
using MysqlName = std::pair<std::string, std::string>;

struct MysqlKey {
  std::string name;
  std::vector<std::string> columns;
  MysqlName referenced;
  std::vector<std::string> referenced_columns;
};

struct MysqlTable {
  std::vector<bool> sampled;  ///< By column; false for binary values.
  std::vector<MysqlKey> foreign_keys;
  std::string query;  ///< Of a view; empty if this user may not see it.
  TableDefinition definition;

  bool is_view() const { return definition.kind == TableKind::view; }
};

/// In the order of names, so that results do not depend on the server's collation.
using MysqlTables = std::map<MysqlName, MysqlTable>;

class MysqlTableReader {
 public:
  /// All three have to outlive the reader.
  MysqlTableReader(db_detail::MysqlSession &session, sql::Dialect dialect,
                   const LoadOptions &options)
      : session_(session), dialect_(dialect), options_(options) {}

  /// Reads the tables and views for which `condition` and `accepts` hold and of which this user may
  /// select a column. The condition is SQL about t.TABLE_SCHEMA and t.TABLE_NAME, which are
  /// compared without regard to case. Throws Error: io, limit_exceeded.
  MysqlTables read(const std::string &condition, function_ref<bool(const MysqlName &)> accepts);

  /// Runs a query; throws Error if it fails.
  void query(const std::string &sql, function_ref<void(Row)> visit);
  /// The same for what a server may lack, or not show to this user: returns the server's message;
  /// empty if it has none.
  std::string try_query(const std::string &sql, function_ref<void(Row)> visit);

 private:
  void add_table(Row row, MysqlTables &tables, function_ref<bool(const MysqlName &)> accepts);
  void add_column(Row row, MysqlTables &tables) const;
  static void add_key(Row row, MysqlTables &tables);
  void add_check(Row row, MysqlTables &tables) const;
  void drop_unreadable(MysqlTables &tables) const;
  std::vector<std::string> values_of_type(const std::string &type) const;

  db_detail::MysqlSession &session_;
  sql::Dialect dialect_;
  const LoadOptions &options_;
};

/// A string or a name as SQL that means the same whatever the settings are.
std::string mysql_literal(std::string_view text);
std::string mysql_identifier(std::string_view name);

}  // namespace sluice::inline v0::schema_detail

#endif
