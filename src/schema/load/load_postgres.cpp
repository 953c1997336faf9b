#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "sample_values.hpp"
#include "schema/ddl/view_links.hpp"
#include "schema/families.hpp"
#include "schema/names.hpp"
#include "sluice/core/error.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0 {
namespace {

/// One row per column, ordered by table. Omits partitions, which are read through their parent,
/// tables of extensions, and tables without readable columns.
constexpr std::string_view postgres_columns = R"(
SELECT c.oid::bigint, n.nspname::text, c.relname::text, pg_catalog.pg_table_is_visible(c.oid),
       c.relkind::text, pg_catalog.obj_description(c.oid, 'pg_class'),
       a.attnum::int, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod),
       pg_catalog.col_description(c.oid, a.attnum::int), a.atttypid = 'bytea'::regtype,
       a.attnotnull, a.attgenerated <> '', a.atttypid::bigint
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
  AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
  AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d
                  WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid
                    AND d.deptype = 'e')
ORDER BY c.relkind IN ('v', 'm'), n.nspname, c.relname, a.attnum)";

/// The partitions of each table, also those of partitions.
constexpr std::string_view postgres_partitions = R"(
WITH RECURSIVE part AS (
  SELECT i.inhparent AS parent, i.inhrelid AS child FROM pg_catalog.pg_inherits AS i
  JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid AND c.relispartition
  UNION ALL
  SELECT part.parent, i.inhrelid FROM part
  JOIN pg_catalog.pg_inherits AS i ON i.inhparent = part.child)
SELECT part.parent::bigint, count(*)::bigint, min(c.relname::text), max(c.relname::text)
FROM part JOIN pg_catalog.pg_class AS c ON c.oid = part.child GROUP BY 1)";

constexpr std::string_view postgres_enumerations = R"(
SELECT enumtypid::bigint, enumlabel::text FROM pg_catalog.pg_enum
ORDER BY enumtypid, enumsortorder)";

/// The types that domains are based on, and those of the elements of arrays.
constexpr std::string_view postgres_base_types = R"(
SELECT oid::bigint, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END::bigint
FROM pg_catalog.pg_type WHERE typtype = 'd' OR typelem <> 0)";

constexpr int max_base_types = 8;

/// CHECK constraints: of tables, and of domains.
constexpr std::string_view postgres_checks = R"(
SELECT conrelid::bigint, contypid::bigint, pg_catalog.pg_get_constraintdef(oid)
FROM pg_catalog.pg_constraint WHERE contype = 'c' ORDER BY oid)";

constexpr std::string_view postgres_views = R"(
SELECT oid::bigint, pg_catalog.pg_get_viewdef(oid) FROM pg_catalog.pg_class
WHERE relkind IN ('v', 'm') ORDER BY oid)";

/// Keys: 'p' primary, 'f' foreign; columns are given by number.
constexpr std::string_view postgres_keys = R"(
SELECT conrelid::bigint, contype = 'p', pg_catalog.array_to_string(conkey, ','),
       confrelid::bigint, pg_catalog.array_to_string(confkey, ',')
FROM pg_catalog.pg_constraint
WHERE contype IN ('p', 'f') AND conparentid = 0
ORDER BY conrelid, conname)";

constexpr double sampling_seconds = 5;

/// The whole schema is read, even from servers with very many tables.
QueryLimits schema_limits() {
  QueryLimits limits;
  limits.seconds = 600;
  limits.rows = 50'000'000;
  limits.bytes = std::uint64_t{4} << 30;
  return limits;
}

QueryLimits sample_limits() {
  QueryLimits limits;
  limits.seconds = sampling_seconds;
  limits.bytes = schema_detail::max_sampled_bytes;
  return limits;
}

/// Parses a list of column numbers such as "1,3".
std::vector<std::int64_t> numbers_of(std::string_view list) {
  std::vector<std::int64_t> numbers;
  while (!list.empty()) {
    const std::string_view one = list.substr(0, list.find(','));
    std::from_chars(one.data(), one.data() + one.size(), numbers.emplace_back());
    list.remove_prefix(std::min(one.size() + 1, list.size()));
  }
  return numbers;
}

TableKind kind_of(std::string_view relkind) {
  if (relkind == "v") return TableKind::view;
  if (relkind == "m") return TableKind::materialized_view;
  if (relkind == "f") return TableKind::external;
  return TableKind::table;
}

struct ServerTable {
  std::int64_t id = 0;
  std::string from;                   ///< Quoted for use in SQL.
  std::vector<std::int64_t> numbers;  ///< Column numbers on the server.
  std::vector<bool> sampled;          ///< By column; false for binary values.
  std::vector<std::int64_t> types;    ///< By column, the server's numbers.
  TableDefinition definition;

  bool is_view() const {
    return definition.kind == TableKind::view || definition.kind == TableKind::materialized_view;
  }
};

/// Reads with our own queries in read-only transactions, so it may use a powerful role.
class ServerReader {
 public:
  ServerReader(const std::string &connection, const LoadOptions &options)
      : connection_(connection),
        options_(options),
        session_(connection, schema_limits(), {}, {.allow_privileged_role = true}) {}

  std::shared_ptr<const Database> read() {
    DatabaseDefinition database;
    database.place.source = session_.source();
    database.dialect = sql::Dialect::postgresql;
    query(
        "SELECT pg_catalog.current_database()::text, pg_catalog.shobj_description(oid, "
        "'pg_database') FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()",
        [&](Row row) {
          database.name = schema_detail::text_of(row[0]);
          database.description = schema_detail::text_of(row[1]);
        });
    read_columns();
    if (tables_.empty()) {
      throw Error(ErrorCode::malformed, "holds no tables that this role may select from",
                  database.place);
    }
    read_keys(database.foreign_keys);
    read_partitions();
    read_allowed_values();
    if (options_.samples > 0) read_samples();
    for (ServerTable &table : tables_) database.tables.push_back(std::move(table.definition));
    read_views(database);
    schema_detail::fold_families(database);
    return Database::make(std::move(database));
  }

 private:
  template <class Visit>
  void query(std::string_view sql, Visit visit) {
    const QueryOutcome outcome = session_.run(sql, [&](Row row) {
      visit(row);
      return true;
    });
    if (outcome.finished()) return;
    const bool limited = outcome.end != QueryEnd::error && outcome.end != QueryEnd::connection_lost;
    throw Error(limited ? ErrorCode::limit_exceeded : ErrorCode::io,
                fmt::format("cannot read the schema: {}", outcome.message), {session_.source()});
  }

  void read_columns() {
    query(postgres_columns, [&](Row row) {
      if (tables_.empty() || tables_.back().id != row[0].integer) {
        ServerTable &table = tables_.emplace_back();
        table.id = row[0].integer;
        const std::string schema = schema_detail::text_of(row[1]),
                          name = schema_detail::text_of(row[2]);
        table.from =
            schema_detail::sql_identifier(schema) + '.' + schema_detail::sql_identifier(name);
        table.definition.name = name;
        if (row[3].integer == 0) table.definition.qualifier = schema;
        table.definition.kind = kind_of(row[4].bytes);
        table.definition.description = schema_detail::text_of(row[5]);
      }
      ServerTable &table = tables_.back();
      table.numbers.push_back(row[6].integer);
      table.sampled.push_back(row[10].integer == 0);
      table.types.push_back(row[13].integer);
      ColumnDefinition &column = table.definition.columns.emplace_back();
      column.name = schema_detail::text_of(row[7]);
      column.type = schema_detail::text_of(row[8]);
      column.description = schema_detail::text_of(row[9]);
      column.nullable = row[11].integer == 0;
      column.generated = row[12].integer != 0;
    });
    for (std::size_t i = 0; i < tables_.size(); ++i) positions_.emplace(tables_[i].id, i);
  }

  void read_partitions() {
    query(postgres_partitions, [&](Row row) {
      const auto found = positions_.find(row[0].integer);
      if (found == positions_.end()) return;
      TableDefinition &table = tables_[found->second].definition;
      table.kind = TableKind::family;
      table.members = {static_cast<std::size_t>(row[1].integer), schema_detail::text_of(row[2]),
                       schema_detail::text_of(row[3])};
    });
  }

  void read_allowed_values() {
    std::map<std::int64_t, std::vector<std::string>> values;  // by the number of a type
    query(postgres_enumerations,
          [&](Row row) { values[row[0].integer].push_back(schema_detail::text_of(row[1])); });
    query(postgres_checks, [&](Row row) {
      const auto allowed = allowed_values_of(schema_detail::text_of(row[2]));
      if (!allowed) return;
      const auto table = positions_.find(row[0].integer);
      if (table == positions_.end()) {
        if (row[1].integer != 0) values.try_emplace(row[1].integer, allowed->values);
        return;
      }
      for (ColumnDefinition &column : tables_[table->second].definition.columns) {
        if (column.name == allowed->column.text) column.values = allowed->values;
      }
    });
    if (values.empty()) return;
    std::map<std::int64_t, std::int64_t> bases;
    query(postgres_base_types, [&](Row row) { bases.emplace(row[0].integer, row[1].integer); });
    for (ServerTable &table : tables_) {
      for (std::size_t i = 0; i < table.types.size(); ++i) {
        ColumnDefinition &column = table.definition.columns[i];
        if (!column.values.empty()) continue;
        std::int64_t type = table.types[i];
        for (int step = 0; step < max_base_types && !values.contains(type); ++step) {
          const auto base = bases.find(type);
          if (base == bases.end()) break;
          type = base->second;
        }
        if (const auto found = values.find(type); found != values.end())
          column.values = found->second;
      }
    }
  }

  /// The values that a constraint lists: "CHECK ((a = ANY (ARRAY['x'::text, 'y'::text])))".
  static std::optional<sql::DdlAllowedValues> allowed_values_of(const std::string &constraint) {
    std::optional<sql::DdlAllowedValues> allowed;
    sql::read_ddl("CREATE TABLE t (" + constraint + ")", {.dialect = sql::Dialect::postgresql},
                  [&](sql::DdlStatement &&statement, std::size_t) {
                    auto *table = std::get_if<sql::CreateTable>(&statement);
                    if (table != nullptr && !table->allowed_values.empty())
                      allowed = std::move(table->allowed_values.front());
                  });
    return allowed;
  }

  /// Where the columns of views come from, and which tables they join.
  void read_views(DatabaseDefinition &database) {
    schema_detail::ViewLinks links(database);
    query(postgres_views, [&](Row row) {
      const auto found = positions_.find(row[0].integer);
      if (found != positions_.end()) links.add_query(found->second, schema_detail::text_of(row[1]));
    });
    schema_detail::add_view_values(database);
    schema_detail::add_view_joins(database, links.joins());
  }

  /// Converts the server's column numbers to positions; nullopt if one of the columns may not be
  /// read.
  std::optional<std::vector<std::size_t>> columns_of(const ServerTable &table,
                                                     std::string_view list) const {
    std::vector<std::size_t> columns;
    for (const std::int64_t number : numbers_of(list)) {
      const auto found = std::ranges::find(table.numbers, number);
      if (found == table.numbers.end()) return std::nullopt;
      columns.push_back(static_cast<std::size_t>(found - table.numbers.begin()));
    }
    return columns;
  }

  void read_keys(std::vector<ForeignKeyDefinition> &foreign_keys) {
    query(postgres_keys, [&](Row row) {
      const auto from = positions_.find(row[0].integer);
      if (from == positions_.end()) return;
      auto columns = columns_of(tables_[from->second], schema_detail::text_of(row[2]));
      if (!columns) return;
      if (row[1].integer != 0) {
        tables_[from->second].definition.primary_key = *std::move(columns);
        return;
      }
      const auto to = positions_.find(row[3].integer);
      if (to == positions_.end()) return;
      auto referenced = columns_of(tables_[to->second], schema_detail::text_of(row[4]));
      if (!referenced || referenced->size() != columns->size()) return;
      foreign_keys.push_back(
          {from->second, *std::move(columns), to->second, *std::move(referenced)});
    });
  }

  /// Tables whose rows do not arrive in time, or cannot be read, get no samples. The server
  /// truncates long values.
  void read_samples() {
    PostgresSession session(connection_, sample_limits(), {}, {.allow_privileged_role = true});
    for (ServerTable &table : tables_) {
      if (table.is_view()) continue;
      std::vector<ColumnDefinition *> columns;
      std::string sql;
      for (std::size_t i = 0; i < table.sampled.size(); ++i) {
        if (!table.sampled[i]) continue;
        columns.push_back(&table.definition.columns[i]);
        sql += fmt::format("{} pg_catalog.left(t.{}::text, {})", sql.empty() ? "SELECT" : ",",
                           schema_detail::sql_identifier(columns.back()->name),
                           options_.max_sample_bytes + 1);
      }
      if (columns.empty()) continue;
      sql += fmt::format(" FROM {} AS t LIMIT {}", table.from, schema_detail::max_sampled_rows);
      const QueryOutcome outcome = session.run(
          sql, [&](Row row) { return schema_detail::add_samples(row, columns, options_); });
      if (outcome.end == QueryEnd::connection_lost)
        throw Error(ErrorCode::io, outcome.message, {session_.source()});
    }
  }

  const std::string &connection_;
  const LoadOptions &options_;
  PostgresSession session_;
  std::vector<ServerTable> tables_;
  std::map<std::int64_t, std::size_t> positions_;  // by the server's number
};

}  // namespace

std::shared_ptr<const Database> load_postgres(const std::string &connection,
                                              const LoadOptions &options) {
  return ServerReader(connection, options).read();
}

}  // namespace sluice::inline v0
