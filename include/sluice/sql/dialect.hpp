#ifndef SLUICE_SQL_DIALECT_HPP
#define SLUICE_SQL_DIALECT_HPP

/// The SQL dialects: their names, and how each writes a name.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::sql {

/// The first three have grammars for queries. Queries of the others are read as permissive ones;
/// the definitions of schemas are read by the rules of each.
enum class Dialect : std::uint8_t {
  /// SQLite 3.40's queries, INSERT, UPDATE, DELETE, CREATE TABLE, VIEW and INDEX, and DROP: exactly
  /// those that SQLite accepts. Triggers, virtual tables, ALTER, PRAGMA and transactions are not
  /// parsed.
  sqlite,
  /// PostgreSQL queries: `::`, arrays, dollar quotes, its operators and their precedence.
  postgresql,
  /// SQLite plus syntax of other engines that language models tend to write: `TOP`, `FETCH FIRST`,
  /// `ILIKE`, `::`, `> ALL (SELECT …)`, `EXTRACT(YEAR FROM x)`, `DATE '…'`, `INTERVAL`,
  /// parenthesized operands of UNION, ORDER BY and LIMIT before UNION, and the quoting styles of
  /// those engines.
  permissive,
  mysql,
  mariadb,
  sqlserver,  ///< Also Synapse and Sybase.
  oracle,
  snowflake,
  bigquery,  ///< Also Spanner.
  redshift,
  duckdb,
  clickhouse,
  spark,  ///< Also Databricks, Hive and Impala.
  trino,
  db2,
};

inline constexpr std::size_t dialect_count = static_cast<std::size_t>(Dialect::db2) + 1;

/// The name that commands and files use: "postgresql", "sqlserver" …
std::string_view dialect_name(Dialect dialect) noexcept;

/// The name that people use: "PostgreSQL", "SQL Server" …; "SQL" for `permissive`.
std::string_view dialect_title(Dialect dialect) noexcept;

/// The dialect of that name, or of another common one: "postgres", "tsql", "databricks" … ASCII
/// case is ignored.
std::optional<Dialect> find_dialect(std::string_view name) noexcept;

}  // namespace sluice::inline v0::sql

#endif
