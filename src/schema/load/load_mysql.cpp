#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "db/mysql/mysql_session.hpp"
#include "mysql_tables.hpp"
#include "sample_values.hpp"
#include "schema/ddl/view_links.hpp"
#include "schema/families.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/load.hpp"
#include "text_kind.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::mysql_identifier;
using schema_detail::mysql_literal;
using schema_detail::MysqlKey;
using schema_detail::MysqlName;
using schema_detail::MysqlTable;
using schema_detail::MysqlTables;

constexpr std::string_view system_databases =
    "t.TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'mysql', 'sys')";

/// Tables of other databases that keys of one refer to.
constexpr std::size_t max_referenced_tables = 10'000;

/// The whole schema is read, even from servers with very many tables.
QueryLimits mysql_schema_limits() {
  QueryLimits limits;
  limits.seconds = 600;
  limits.rows = 50'000'000;
  limits.bytes = std::uint64_t{4} << 30;
  limits.value_bytes = 16 << 20;
  return limits;
}

QueryLimits mysql_sample_limits() {
  QueryLimits limits;
  limits.seconds = 5;
  limits.bytes = schema_detail::max_sampled_bytes;
  return limits;
}

bool is_mariadb(std::string_view version) { return version.find("MariaDB") != version.npos; }

/// nullopt if one of the columns may not be read.
std::optional<std::vector<std::size_t>> mysql_positions(const TableDefinition &table,
                                                        const std::vector<std::string> &names) {
  std::vector<std::size_t> positions;
  for (const std::string &name : names) {
    const auto found = std::ranges::find(table.columns, name, &ColumnDefinition::name);
    if (found == table.columns.end()) return std::nullopt;
    positions.push_back(static_cast<std::size_t>(found - table.columns.begin()));
  }
  return positions;
}

/// Makes the definition of one of the server's databases.
class MysqlDefinition {
 public:
  MysqlDefinition(const std::string &name, const MysqlTables &tables, sql::Dialect dialect)
      : tables_(tables) {
    database_.name = name;
    database_.dialect = dialect;
  }

  DatabaseDefinition make() {
    // Databases are next to each other.
    const auto begin = tables_.lower_bound({database_.name, {}});
    const auto end = std::find_if(begin, tables_.end(), [&](const auto &entry) {
      return entry.first.first != database_.name;
    });
    for (auto table = begin; table != end; ++table) position_of(table->first);
    for (auto table = begin; table != end; ++table) {
      for (const MysqlKey &key : table->second.foreign_keys) add_key(table->first, key);
    }
    add_keys_of_others();
    add_views(begin, end);
    return std::move(database_);
  }

 private:
  /// Where a table is in the definition; tables of other databases are added when they are needed.
  std::optional<std::size_t> position_of(const MysqlName &name) {
    const auto [place, fresh] = positions_.emplace(name, database_.tables.size());
    if (!fresh) return place->second;
    const auto table = tables_.find(name);
    if (table == tables_.end()) {
      positions_.erase(place);
      return std::nullopt;
    }
    database_.tables.push_back(table->second.definition);
    if (name.first != database_.name) database_.tables.back().qualifier = name.first;
    return place->second;
  }

  void add_key(const MysqlName &table, const MysqlKey &key) {
    const auto from = position_of(table);
    const auto to = position_of(key.referenced);
    if (!from || !to) return;
    auto columns = mysql_positions(database_.tables[*from], key.columns);
    auto referenced = mysql_positions(database_.tables[*to], key.referenced_columns);
    if (!columns || !referenced) return;
    database_.foreign_keys.push_back({*from, *std::move(columns), *to, *std::move(referenced)});
  }

  /// Keys between tables of other databases that are here anyway.
  void add_keys_of_others() {
    const std::map<MysqlName, std::size_t> here = positions_;
    for (const auto &entry : here) {
      if (entry.first.first == database_.name) continue;
      for (const MysqlKey &key : tables_.at(entry.first).foreign_keys) {
        if (here.contains(key.referenced)) add_key(entry.first, key);
      }
    }
  }

  /// Where the columns of views come from, and which tables they join.
  void add_views(MysqlTables::const_iterator begin, MysqlTables::const_iterator end) {
    schema_detail::ViewLinks links(database_, database_.name);
    for (auto table = begin; table != end; ++table) {
      const std::string &query = table->second.query;
      if (!query.empty()) links.add_query(positions_.at(table->first), query);
    }
    schema_detail::add_view_values(database_);
    schema_detail::add_view_joins(database_, links.joins());
  }

  const MysqlTables &tables_;
  DatabaseDefinition database_;
  std::map<MysqlName, std::size_t> positions_;
};

class MysqlReader {
 public:
  MysqlReader(const std::string &connection, const LoadOptions &options)
      : options_(options),
        address_(db_detail::mysql_address_of(connection)),
        session_(address_, mysql_schema_limits()),
        dialect_(is_mariadb(session_.version()) ? sql::Dialect::mariadb : sql::Dialect::mysql),
        reader_(session_, dialect_, options_) {}

  Databases read() {
    std::vector<std::string> names = read_tables();
    report_hidden_queries();
    const std::map<std::string, std::string> comments = read_comments();
    if (options_.samples > 0) read_samples();
    Databases databases;
    std::exception_ptr first;
    for (const std::string &name : names) {
      DatabaseDefinition definition = MysqlDefinition(name, tables_, dialect_).make();
      definition.place.source = source_of(name);
      if (const auto comment = comments.find(name); comment != comments.end())
        definition.description = comment->second;
      try {
        schema_detail::fold_families(definition);
        databases.push_back(Database::make(std::move(definition)));
      } catch (const Error &error) {
        schema_detail::skip(options_, source_of(name), error.message());
        if (!first) first = std::current_exception();
      }
    }
    if (databases.empty() && first) std::rethrow_exception(first);
    if (databases.empty()) {
      throw Error(ErrorCode::malformed, "holds no tables that this user may select from",
                  {session_.source()});
    }
    return databases;
  }

 private:
  std::string source_of(const std::string &database) const {
    return address_.database.empty() ? session_.source() + '/' + database : session_.source();
  }

  /// Reads the database that the URI names, or all; returns the names of those with tables.
  std::vector<std::string> read_tables() {
    std::vector<std::string> names;
    if (address_.database.empty()) {
      tables_ = reader_.read(std::string(system_databases), [](const MysqlName &) { return true; });
    } else {
      const std::string name = stored_name();
      tables_ = reader_.read("t.TABLE_SCHEMA = " + mysql_literal(name),
                             [&](const MysqlName &table) { return table.first == name; });
    }
    for (const auto &[name, table] : tables_) {
      if (names.empty() || names.back() != name.first) names.push_back(name.first);
    }
    if (!address_.database.empty()) read_referenced_tables();
    return names;
  }

  /// A server may ignore the case of names, and list the database's name in another.
  std::string stored_name() {
    std::string stored;
    reader_.try_query("SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = " +
                          mysql_literal(address_.database),
                      [&](Row row) {
                        std::string name = schema_detail::text_of(row[0]);
                        if (stored.empty() || name == address_.database) stored = std::move(name);
                      });
    return stored.empty() ? address_.database : stored;
  }

  void read_referenced_tables() {
    std::map<std::string, std::set<std::string>> wanted;  // tables by database
    std::size_t count = 0;
    for (const auto &[name, table] : tables_) {
      for (const MysqlKey &key : table.foreign_keys) {
        if (key.referenced.first == name.first || ++count > max_referenced_tables) continue;
        wanted[key.referenced.first].insert(key.referenced.second);
      }
    }
    for (const auto &entry : wanted) {
      const std::string &database = entry.first;
      const std::set<std::string> &names = entry.second;
      std::string condition = "t.TABLE_SCHEMA = " + mysql_literal(database);
      std::string_view separator = " AND t.TABLE_NAME IN (";
      for (const std::string &name : names) {
        condition += separator;
        condition += mysql_literal(name);
        separator = ", ";
      }
      tables_.merge(reader_.read(condition + ')', [&](const MysqlName &name) {
        return name.first == database && names.contains(name.second);
      }));
    }
  }

  void report_hidden_queries() const {
    const auto hidden = std::ranges::count_if(tables_, [](const auto &entry) {
      return entry.second.is_view() && entry.second.query.empty();
    });
    if (hidden == 0) return;
    schema_detail::skip(options_, session_.source(),
                        fmt::format("without the right SHOW VIEW, {} {} not shown", hidden,
                                    hidden == 1 ? "view's query is" : "views' queries are"));
  }

  /// Only newer releases of MariaDB have comments of databases.
  std::map<std::string, std::string> read_comments() {
    std::map<std::string, std::string> comments;
    if (dialect_ != sql::Dialect::mariadb) return comments;
    reader_.try_query(
        "SELECT SCHEMA_NAME, SCHEMA_COMMENT FROM information_schema.SCHEMATA", [&](Row row) {
          comments.emplace(schema_detail::text_of(row[0]), schema_detail::text_of(row[1]));
        });
    return comments;
  }

  /// Tables whose rows do not arrive in time, or cannot be read, get no samples. The server
  /// truncates long values.
  void read_samples() {
    db_detail::MysqlSession session(address_, mysql_sample_limits());
    for (auto &[name, table] : tables_) {
      if (table.is_view()) continue;
      std::vector<ColumnDefinition *> columns;
      std::string sql;
      for (std::size_t i = 0; i < table.sampled.size(); ++i) {
        if (!table.sampled[i]) continue;
        columns.push_back(&table.definition.columns[i]);
        sql += fmt::format("{} LEFT(t.{}, {})", sql.empty() ? "SELECT" : ",",
                           mysql_identifier(columns.back()->name), options_.max_sample_bytes + 1);
      }
      if (columns.empty()) continue;
      sql += fmt::format(" FROM {}.{} AS t LIMIT {}", mysql_identifier(name.first),
                         mysql_identifier(name.second), schema_detail::max_sampled_rows);
      const QueryOutcome outcome = session.run(
          sql, [&](Row row) { return schema_detail::add_samples(row, columns, options_); });
      if (outcome.end == QueryEnd::connection_lost)
        throw Error(ErrorCode::io, outcome.message, {session_.source()});
    }
  }

  const LoadOptions &options_;
  db_detail::MysqlAddress address_;
  db_detail::MysqlSession session_;
  sql::Dialect dialect_;
  schema_detail::MysqlTableReader reader_;
  MysqlTables tables_;
};

}  // namespace

Databases load_mysql(const std::string &connection, const LoadOptions &options) {
  return MysqlReader(connection, options).read();
}

}  // namespace sluice::inline v0
