#include "mysql_tables.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/sql/ddl.hpp"
#include "text_cell.hpp"
#include "text_kind.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// In these queries, {} is the condition.
constexpr std::string_view mysql_tables = R"(
SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ENGINE, TABLE_COMMENT
FROM information_schema.TABLES AS t WHERE {})";

constexpr std::string_view mysql_columns = R"(
SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, DATA_TYPE, COLUMN_COMMENT, IS_NULLABLE,
       GENERATION_EXPRESSION
FROM information_schema.COLUMNS AS t WHERE {} AND PRIVILEGES LIKE '%select%'
ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION)";

/// One row per column of a key. Of primary keys, the referenced table is NULL.
constexpr std::string_view mysql_keys = R"(
SELECT TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA,
       REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
FROM information_schema.KEY_COLUMN_USAGE AS t
WHERE {} AND (CONSTRAINT_NAME = 'PRIMARY' OR REFERENCED_TABLE_NAME IS NOT NULL)
ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION)";

constexpr std::string_view mariadb_checks = R"(
SELECT TABLE_SCHEMA, TABLE_NAME, CHECK_CLAUSE
FROM (SELECT CONSTRAINT_SCHEMA AS TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, CHECK_CLAUSE
      FROM information_schema.CHECK_CONSTRAINTS) AS t
WHERE {} ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME)";

constexpr std::string_view mysql_checks = R"(
SELECT t.TABLE_SCHEMA, t.TABLE_NAME, c.CHECK_CLAUSE
FROM information_schema.CHECK_CONSTRAINTS AS c JOIN information_schema.TABLE_CONSTRAINTS AS t
  ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME
WHERE t.CONSTRAINT_TYPE = 'CHECK' AND {}
ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME, t.CONSTRAINT_NAME)";

constexpr std::string_view mysql_views = R"(
SELECT TABLE_SCHEMA, TABLE_NAME, VIEW_DEFINITION
FROM information_schema.VIEWS AS t WHERE {})";

// More than any server allows.
constexpr std::size_t max_mysql_columns = 1 << 14;
constexpr std::size_t max_mysql_keys = 1 << 12;
constexpr std::size_t max_mysql_key_columns = 64;

bool is_mysql_binary(std::string_view type) {
  constexpr std::string_view binary[] = {
      "binary",          "varbinary",  "tinyblob",     "blob",
      "mediumblob",      "longblob",   "bit",          "geometry",
      "point",           "linestring", "polygon",      "multipoint",
      "multilinestring", "vector",     "multipolygon", "geometrycollection",
      "geomcollection"};
  return std::ranges::find(binary, type) != std::end(binary);
}

/// MySQL shows the quotes in a constraint escaped once more: `a` in (_utf8mb4\'x\').
std::string without_mysql_escapes(std::string_view clause) {
  std::string plain;
  for (std::size_t i = 0; i < clause.size(); ++i) {
    if (clause[i] == '\\' && i + 1 < clause.size()) ++i;
    plain += clause[i];
  }
  return plain;
}

MysqlTable *find_mysql_table(MysqlTables &tables, Row row) {
  const auto found = tables.find({text_of(row[0]), text_of(row[1])});
  return found != tables.end() ? &found->second : nullptr;
}

/// Reads the statement of a table that has only the part that is of interest.
std::optional<sql::CreateTable> read_mysql_table(const std::string &inside, sql::Dialect dialect) {
  std::optional<sql::CreateTable> read;
  sql::read_ddl("CREATE TABLE t (" + inside + ")", {.dialect = dialect},
                [&](sql::DdlStatement &&statement, std::size_t) {
                  auto *table = std::get_if<sql::CreateTable>(&statement);
                  if (table != nullptr && !read) read = std::move(*table);
                });
  return read;
}

}  // namespace

std::string mysql_literal(std::string_view text) {
  std::string literal = "_utf8mb4 x'";
  for (const char byte : text) literal += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return literal += '\'';
}

std::string mysql_identifier(std::string_view name) {
  std::string text = "`";
  for (const char byte : name) text.append(byte == '`' ? 2 : 1, byte);
  return text += '`';
}

void MysqlTableReader::query(const std::string &sql, function_ref<void(Row)> visit) {
  const std::string message = try_query(sql, visit);
  if (!message.empty()) {
    throw Error(ErrorCode::io, fmt::format("cannot read the schema: {}", message),
                {session_.source()});
  }
}

std::string MysqlTableReader::try_query(const std::string &sql, function_ref<void(Row)> visit) {
  const QueryOutcome outcome = session_.run(sql, [&](Row row) {
    visit(row);
    return true;
  });
  if (outcome.finished()) return {};
  if (outcome.end == QueryEnd::error || outcome.end == QueryEnd::refused)
    return outcome.message.empty() ? "refused" : outcome.message;
  throw Error(outcome.end == QueryEnd::connection_lost ? ErrorCode::io : ErrorCode::limit_exceeded,
              fmt::format("cannot read the schema: {}", outcome.message), {session_.source()});
}

MysqlTables MysqlTableReader::read(const std::string &condition,
                                   function_ref<bool(const MysqlName &)> accepts) {
  const auto with = [&](std::string_view sql) { return fmt::format(fmt::runtime(sql), condition); };
  MysqlTables tables;
  query(with(mysql_tables), [&](Row row) { add_table(row, tables, accepts); });
  query(with(mysql_columns), [&](Row row) { add_column(row, tables); });
  drop_unreadable(tables);
  query(with(mysql_keys), [&](Row row) { add_key(row, tables); });
  const std::string message =
      try_query(with(dialect_ == sql::Dialect::mariadb ? mariadb_checks : mysql_checks),
                [&](Row row) { add_check(row, tables); });
  if (!message.empty()) {
    skip(options_, session_.source(),
         fmt::format("the CHECK constraints cannot be read: {}", message));
  }
  query(with(mysql_views), [&](Row row) {
    if (MysqlTable *view = find_mysql_table(tables, row)) view->query = text_of(row[2]);
  });
  return tables;
}

void MysqlTableReader::add_table(Row row, MysqlTables &tables,
                                 function_ref<bool(const MysqlName &)> accepts) {
  MysqlName name{text_of(row[0]), text_of(row[1])};
  const std::string_view type = row[2].bytes, engine = row[3].bytes;
  // Sequences are listed, too.
  if (type != "BASE TABLE" && type != "SYSTEM VERSIONED" && type != "VIEW") return;
  if (!accepts(name)) return;
  TableDefinition table;
  table.name = name.second;
  table.description = text_of(row[4]);
  if (type == "VIEW") {
    table.kind = TableKind::view;
    if (table.description == "VIEW") table.description.clear();
  } else if (engine == "FEDERATED" || engine == "CONNECT" || engine == "SPIDER") {
    table.kind = TableKind::external;
  }
  tables[std::move(name)].definition = std::move(table);
}

void MysqlTableReader::add_column(Row row, MysqlTables &tables) const {
  MysqlTable *const table = find_mysql_table(tables, row);
  if (table == nullptr || table->definition.columns.size() == max_mysql_columns) return;
  ColumnDefinition &column = table->definition.columns.emplace_back();
  column.name = text_of(row[2]);
  column.type = text_of(row[3]);
  // MariaDB adds versioned comments: varchar(10) /*M!100301 COMPRESSED*/.
  if (const std::size_t comment = column.type.find(" /*");
      comment != std::string::npos && column.type.ends_with("*/")) {
    column.type.resize(comment);
  }
  column.description = text_of(row[5]);
  column.nullable = row[6].bytes != "NO";
  // MariaDB's ROW START and ROW END are times that it fills in.
  column.generated = !row[7].bytes.empty() && !row[7].bytes.starts_with("ROW ");
  if (row[4].bytes == "enum" || row[4].bytes == "set") column.values = values_of_type(column.type);
  table->sampled.push_back(!is_mysql_binary(row[4].bytes));
}

std::vector<std::string> MysqlTableReader::values_of_type(const std::string &type) const {
  auto table = read_mysql_table("c " + type, dialect_);
  if (!table || table->columns.empty()) return {};
  return std::move(table->columns.front().type.values);
}

/// Drops tables without columns that may be selected. A view that no longer works has none, too.
void MysqlTableReader::drop_unreadable(MysqlTables &tables) const {
  std::erase_if(tables, [&](const auto &entry) {
    const TableDefinition &table = entry.second.definition;
    if (!table.columns.empty()) return false;
    if (entry.second.is_view()) {
      skip(options_, fmt::format("{}: view {}", session_.source(), quote_name(table.name)),
           "none of its columns may be selected; perhaps what it selects from is gone");
    }
    return true;
  });
}

void MysqlTableReader::add_key(Row row, MysqlTables &tables) {
  MysqlTable *const table = find_mysql_table(tables, row);
  if (table == nullptr) return;
  const std::string column = text_of(row[3]);
  if (row[5].kind == CellKind::null) {
    const auto &columns = table->definition.columns;
    const auto found = std::ranges::find(columns, column, &ColumnDefinition::name);
    if (found != columns.end() && table->definition.primary_key.size() < max_mysql_key_columns) {
      table->definition.primary_key.push_back(static_cast<std::size_t>(found - columns.begin()));
    }
    return;
  }
  std::string name = text_of(row[2]);
  auto key = std::ranges::find(table->foreign_keys, name, &MysqlKey::name);
  if (key == table->foreign_keys.end()) {
    if (table->foreign_keys.size() == max_mysql_keys) return;
    table->foreign_keys.push_back({std::move(name), {}, {text_of(row[4]), text_of(row[5])}, {}});
    key = table->foreign_keys.end() - 1;
  }
  if (key->columns.size() == max_mysql_key_columns) return;
  key->columns.push_back(column);
  key->referenced_columns.push_back(text_of(row[6]));
}

void MysqlTableReader::add_check(Row row, MysqlTables &tables) const {
  MysqlTable *const table = find_mysql_table(tables, row);
  if (table == nullptr) return;
  const std::string clause =
      dialect_ == sql::Dialect::mariadb ? text_of(row[2]) : without_mysql_escapes(row[2].bytes);
  const auto read = read_mysql_table("CHECK (" + clause + ")", dialect_);
  if (!read) return;
  for (const sql::DdlAllowedValues &allowed : read->allowed_values) {
    for (ColumnDefinition &column : table->definition.columns) {
      if (same_name(column.name, allowed.column.text)) column.values = allowed.values;
    }
  }
}

}  // namespace sluice::inline v0::schema_detail
