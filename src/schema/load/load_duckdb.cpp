#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "db/duckdb_session.hpp"
#include "file_kind.hpp"
#include "sample_values.hpp"
#include "schema/ddl/nested_columns.hpp"
#include "schema/ddl/view_links.hpp"
#include "schema/names.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0 {
namespace {

// Limits for what a file may define: DuckDB's listings repeat a table's names in each row.
constexpr std::size_t max_name_bytes = 4096;
constexpr std::size_t max_lines = 5'000'000;

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// Tables and views. The definition shows whether a column is computed by an expression.
constexpr std::string_view duckdb_tables = R"(
SELECT table_oid::VARCHAR, schema_name, table_name, comment, 'false',
       contains(sql, 'GENERATED ALWAYS AS')::VARCHAR, sql
FROM duckdb_tables() WHERE database_name = '{0}' AND NOT internal
UNION ALL
SELECT view_oid::VARCHAR, schema_name, view_name, comment, 'true', 'false', sql
FROM duckdb_views() WHERE database_name = '{0}' AND NOT internal
ORDER BY 5, 2, 3 LIMIT {1})";

/// Shortens types with a long list of ENUM values or STRUCT fields. Type ids are those of the file
/// format: 26 is BLOB, and those from 100 on are nested, except ENUM.
constexpr std::string_view duckdb_columns = R"(
SELECT table_oid::VARCHAR, column_name,
       CASE WHEN length(data_type) > 200 THEN split_part(data_type, '(', 1) ELSE data_type END,
       comment, (data_type_id = 26 OR (data_type_id >= 100 AND data_type_id <> 104))::VARCHAR,
       (column_default IS NOT NULL)::VARCHAR, is_nullable::VARCHAR
FROM duckdb_columns() WHERE database_name = '{0}' AND NOT internal
ORDER BY table_oid, column_index LIMIT {1})";

/// One row per column of a key.
constexpr std::string_view duckdb_keys = R"(
SELECT table_oid::VARCHAR, (constraint_type = 'FOREIGN KEY')::VARCHAR, (place = 1)::VARCHAR,
       name, schema_name, referenced_table, referenced_name
FROM (SELECT *, unnest(constraint_column_names) AS name,
             unnest(referenced_column_names) AS referenced_name,
             generate_subscripts(constraint_column_names, 1) AS place
      FROM duckdb_constraints()
      WHERE database_name = '{0}' AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY'))
ORDER BY schema_name, table_name, constraint_index, place LIMIT {1})";

bool is_true(const Cell &cell) { return cell.bytes == "true"; }

struct FileTable {
  std::string id;
  std::string schema;
  std::string name;
  std::string sql;  ///< Its definition.
  bool is_view = false;
  bool is_computed = false;   ///< Whether expressions compute some of its columns.
  std::vector<bool> sampled;  ///< By column; false for BLOBs, nested and computed columns.
  TableDefinition definition;
};

class FileReader {
 public:
  FileReader(const std::string &path, const LoadOptions &options)
      : options_(options), path_(path), session_(path, options.limits) {}

  std::shared_ptr<const Database> read() {
    DatabaseDefinition database;
    database.name = schema_detail::database_name_of(path_);
    database.place.source = path_;
    database.dialect = sql::Dialect::duckdb;
    read_tables();
    if (tables_.empty()) throw Error(ErrorCode::malformed, "holds no tables", database.place);
    read_columns();
    for (FileTable &table : tables_) read_definition(table);
    read_keys(database.foreign_keys);
    if (options_.samples > 0) read_samples();
    for (FileTable &table : tables_) database.tables.push_back(std::move(table.definition));
    read_views(database);
    return Database::make(std::move(database));
  }

 private:
  template <class Visit>
  void query(std::string_view sql, Visit visit) {
    std::size_t lines = 0;
    session_.query(fmt::format(fmt::runtime(sql), db_detail::DuckdbSession::catalog, max_lines + 1),
                   [&](Row row) {
                     if (++lines > max_lines)
                       too_much("more than 5,000,000 tables, columns or keys");
                     visit(row);
                     return true;
                   });
  }

  [[noreturn]] void too_much(std::string_view what) const {
    throw Error(ErrorCode::limit_exceeded, fmt::format("defines {}", what), {path_});
  }

  void read_tables() {
    query(duckdb_tables, [&](Row row) {
      FileTable &table = tables_.emplace_back();
      table.id = schema_detail::text_of(row[0]);
      table.schema = schema_detail::text_of(row[1]);
      table.name = schema_detail::text_of(row[2]);
      if (std::max(table.schema.size(), table.name.size()) > max_name_bytes)
        too_much("a name of more than 4,096 bytes");
      table.definition.name = table.name;
      if (table.schema != "main") table.definition.qualifier = table.schema;
      table.definition.description = schema_detail::text_of(row[3]);
      table.is_view = is_true(row[4]);
      if (table.is_view) table.definition.kind = TableKind::view;
      table.is_computed = is_true(row[5]);
      table.sql = schema_detail::text_of(row[6]);
    });
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      positions_.emplace(tables_[i].id, i);
      named_.emplace(std::pair(lower_ascii(tables_[i].schema), lower_ascii(tables_[i].name)), i);
    }
  }

  void read_columns() {
    query(duckdb_columns, [&](Row row) {
      const auto found = positions_.find(schema_detail::text_of(row[0]));
      if (found == positions_.end()) return;
      FileTable &table = tables_[found->second];
      ColumnDefinition &column = table.definition.columns.emplace_back();
      column.name = schema_detail::text_of(row[1]);
      column.type = schema_detail::text_of(row[2]);
      column.description = schema_detail::text_of(row[3]);
      const bool has_default = is_true(row[5]);
      column.generated = table.is_computed && has_default;
      column.nullable = is_true(row[6]);
      table.sampled.push_back(!table.is_view && !is_true(row[4]) && !column.generated);
    });
  }

  /// Takes allowed values and nested fields from the definition.
  static void read_definition(FileTable &table) {
    if (table.is_view) return;
    sql::read_ddl(table.sql, {.dialect = sql::Dialect::duckdb},
                  [&](sql::DdlStatement &&statement, std::size_t) {
                    auto *definition = std::get_if<sql::CreateTable>(&statement);
                    if (definition != nullptr) add_details(table, *definition);
                  });
  }

  static void add_details(FileTable &table, sql::CreateTable &definition) {
    std::unordered_map<std::string, sql::DdlColumn *> written;
    for (sql::DdlColumn &column : definition.columns) written.emplace(column.name.text, &column);
    for (const sql::DdlAllowedValues &allowed : definition.allowed_values) {
      const auto found = written.find(allowed.column.text);
      if (found != written.end()) found->second->values = allowed.values;
    }
    std::vector<ColumnDefinition> columns;
    std::vector<bool> sampled;
    for (std::size_t i = 0; i < table.definition.columns.size(); ++i) {
      ColumnDefinition &column = columns.emplace_back(std::move(table.definition.columns[i]));
      sampled.push_back(table.sampled[i]);
      const auto found = written.find(column.name);
      if (found == written.end()) continue;
      sql::DdlColumn &source = *found->second;
      column.values =
          source.values.empty() ? std::move(source.type.values) : std::move(source.values);
      schema_detail::add_nested(source.type, columns);
      sampled.resize(columns.size(), false);
    }
    table.definition.columns = std::move(columns);
    table.sampled = std::move(sampled);
  }

  /// Where the columns of views come from, and which tables they join.
  void read_views(DatabaseDefinition &database) const {
    schema_detail::ViewLinks links(database);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (tables_[i].is_view) links.add_statement(i, tables_[i].sql);
    }
    schema_detail::add_view_values(database);
    schema_detail::add_view_joins(database, links.joins());
  }

  static std::size_t column_of(const TableDefinition &table, std::string_view name) {
    const auto found = std::ranges::find_if(table.columns, [name](const ColumnDefinition &column) {
      return same_name(column.name, name);
    });
    if (found == table.columns.end()) return nowhere;
    return static_cast<std::size_t>(found - table.columns.begin());
  }

  void read_keys(std::vector<ForeignKeyDefinition> &foreign_keys) {
    query(duckdb_keys, [&](Row row) {
      const auto from = positions_.find(schema_detail::text_of(row[0]));
      if (from == positions_.end()) return;
      TableDefinition &table = tables_[from->second].definition;
      const std::size_t column = column_of(table, row[3].bytes);
      if (!is_true(row[1])) return table.primary_key.push_back(column);
      const auto to = named_.find({lower_ascii(row[4].bytes), lower_ascii(row[5].bytes)});
      if (to == named_.end()) return;
      if (is_true(row[2])) foreign_keys.push_back({from->second, {}, to->second, {}});
      foreign_keys.back().columns.push_back(column);
      foreign_keys.back().referenced_columns.push_back(
          column_of(tables_[to->second].definition, row[6].bytes));
    });
    std::erase_if(foreign_keys, [](const ForeignKeyDefinition &key) {
      return std::ranges::count(key.columns, nowhere) > 0 ||
             std::ranges::count(key.referenced_columns, nowhere) > 0;
    });
    for (FileTable &table : tables_) std::erase(table.definition.primary_key, nowhere);
  }

  /// DuckDB truncates long values.
  void read_samples() {
    for (FileTable &table : tables_) {
      std::vector<ColumnDefinition *> columns;
      std::string sql;
      for (std::size_t i = 0; i < table.sampled.size(); ++i) {
        if (!table.sampled[i]) continue;
        columns.push_back(&table.definition.columns[i]);
        sql += fmt::format("{} left(t.{}::VARCHAR, {})", sql.empty() ? "SELECT" : ",",
                           schema_detail::sql_identifier(columns.back()->name),
                           options_.max_sample_bytes + 1);
      }
      if (columns.empty()) continue;
      sql +=
          fmt::format(" FROM {}.{}.{} AS t LIMIT {}", db_detail::DuckdbSession::catalog,
                      schema_detail::sql_identifier(table.schema),
                      schema_detail::sql_identifier(table.name), schema_detail::max_sampled_rows);
      add_samples(sql, columns);
    }
  }

  /// A table whose types need an extension gets no samples.
  void add_samples(const std::string &sql, const std::vector<ColumnDefinition *> &columns) {
    try {
      session_.query(sql,
                     [&](Row row) { return schema_detail::add_samples(row, columns, options_); });
    } catch (const Error &error) {
      if (error.code() != ErrorCode::unsupported) throw;
    }
  }

  const LoadOptions &options_;
  const std::string &path_;
  db_detail::DuckdbSession session_;
  std::vector<FileTable> tables_;
  std::unordered_map<std::string, std::size_t> positions_;            // by the table's number in
                                                                      // the file
  std::map<std::pair<std::string, std::string>, std::size_t> named_;  // in lower case
};

}  // namespace

std::shared_ptr<const Database> load_duckdb(const std::string &path, const LoadOptions &options) {
  return FileReader(path, options).read();
}

}  // namespace sluice::inline v0
