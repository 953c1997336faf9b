#include "sluice/sql/dialect.hpp"

#include <array>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::sql {
namespace {

struct Names {
  std::string_view name;
  std::string_view title;
};

/// By Dialect.
constexpr std::array<Names, dialect_count> names{{{"sqlite", "SQLite"},
                                                  {"postgresql", "PostgreSQL"},
                                                  {"permissive", "SQL"},
                                                  {"mysql", "MySQL"},
                                                  {"mariadb", "MariaDB"},
                                                  {"sqlserver", "SQL Server"},
                                                  {"oracle", "Oracle"},
                                                  {"snowflake", "Snowflake"},
                                                  {"bigquery", "BigQuery"},
                                                  {"redshift", "Redshift"},
                                                  {"duckdb", "DuckDB"},
                                                  {"clickhouse", "ClickHouse"},
                                                  {"spark", "Spark SQL"},
                                                  {"trino", "Trino"},
                                                  {"db2", "Db2"}}};

struct OtherName {
  std::string_view name;
  Dialect dialect;
};

constexpr OtherName other_names[] = {
    {"postgres", Dialect::postgresql}, {"cockroachdb", Dialect::postgresql},
    {"netezza", Dialect::postgresql},  {"tsql", Dialect::sqlserver},
    {"mssql", Dialect::sqlserver},     {"synapse", Dialect::sqlserver},
    {"sybase", Dialect::sqlserver},    {"spanner", Dialect::bigquery},
    {"databricks", Dialect::spark},    {"hive", Dialect::spark},
    {"impala", Dialect::spark},        {"athena", Dialect::spark},
    {"presto", Dialect::trino},        {"ansi", Dialect::permissive},
};

}  // namespace

std::string_view dialect_name(Dialect dialect) noexcept {
  return names[static_cast<std::size_t>(dialect)].name;
}

std::string_view dialect_title(Dialect dialect) noexcept {
  return names[static_cast<std::size_t>(dialect)].title;
}

std::optional<Dialect> find_dialect(std::string_view name) noexcept {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (same_name(names[i].name, name)) return static_cast<Dialect>(i);
  }
  for (const OtherName &other : other_names) {
    if (same_name(other.name, name)) return other.dialect;
  }
  return std::nullopt;
}

}  // namespace sluice::inline v0::sql
