#include "type_names.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace sluice::inline v0::schema_detail {
namespace {

/// The types of one dialect. `decimal`, `character` and `varying` take sizes.
struct DialectTypes {
  /// By TypeFamily.
  std::array<std::string_view, type_family_count> names;
  std::uint32_t max_character = 255;   ///< Longer ones are `varying`.
  std::uint32_t max_varying = 65'535;  ///< Longer ones are `text`.
  std::uint32_t max_digits = 38;
  /// A decimal without digits; empty: of `max_digits`, ten of them after the point.
  std::string_view decimal = {};
  std::string_view key_text = {};  ///< A text in a key; empty: like others.
};

// In the order of TypeFamily: unknown, integers of 8, 16, 32 and 64 bits, decimal, single,
// floating, boolean, character, varying, text, date, time, timestamp, with a zone, binary, JSON,
// UUID.

constexpr DialectTypes sqlite_types{{"", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL",
                                     "REAL", "REAL", "BOOLEAN", "CHAR", "VARCHAR", "TEXT", "DATE",
                                     "TIME", "TIMESTAMP", "TIMESTAMP", "BLOB", "TEXT", "TEXT"},
                                    65'535,
                                    1'000'000'000,
                                    1000,
                                    "NUMERIC"};

constexpr DialectTypes postgresql_types{{"", "SMALLINT", "SMALLINT", "INTEGER", "BIGINT", "NUMERIC",
                                         "REAL", "DOUBLE PRECISION", "BOOLEAN", "CHAR", "VARCHAR",
                                         "TEXT", "DATE", "TIME", "TIMESTAMP",
                                         "TIMESTAMP WITH TIME ZONE", "BYTEA", "JSONB", "UUID"},
                                        10'485'760,
                                        10'485'760,
                                        1000,
                                        "NUMERIC"};

constexpr DialectTypes standard_types{{"", "SMALLINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL",
                                       "REAL", "DOUBLE PRECISION", "BOOLEAN", "CHAR", "VARCHAR",
                                       "TEXT", "DATE", "TIME", "TIMESTAMP",
                                       "TIMESTAMP WITH TIME ZONE", "BLOB", "JSON", "UUID"},
                                      255,
                                      65'535,
                                      38,
                                      "DECIMAL"};

constexpr DialectTypes mysql_types{{"", "TINYINT", "SMALLINT", "INT", "BIGINT", "DECIMAL", "FLOAT",
                                    "DOUBLE", "BOOLEAN", "CHAR", "VARCHAR", "LONGTEXT", "DATE",
                                    "TIME", "DATETIME", "TIMESTAMP", "LONGBLOB", "JSON",
                                    "CHAR(36)"},
                                   255,
                                   16'383,
                                   65,
                                   {},
                                   "VARCHAR(255)"};

constexpr DialectTypes sqlserver_types{
    {"", "SMALLINT", "SMALLINT", "INT", "BIGINT", "DECIMAL", "REAL", "FLOAT", "BIT", "NCHAR",
     "NVARCHAR", "NVARCHAR(MAX)", "DATE", "TIME", "DATETIME2", "DATETIMEOFFSET", "VARBINARY(MAX)",
     "NVARCHAR(MAX)", "UNIQUEIDENTIFIER"},
    4000,
    4000,
    38,
    {},
    "NVARCHAR(450)"};

constexpr DialectTypes oracle_types{
    {"", "NUMBER(3)", "NUMBER(5)", "NUMBER(10)", "NUMBER(19)", "NUMBER", "BINARY_FLOAT",
     "BINARY_DOUBLE", "NUMBER(1)", "CHAR", "VARCHAR2", "CLOB", "DATE", "INTERVAL DAY TO SECOND",
     "TIMESTAMP", "TIMESTAMP WITH TIME ZONE", "BLOB", "CLOB", "RAW(16)"},
    2000,
    4000,
    38,
    "NUMBER",
    "VARCHAR2(1000)"};

constexpr DialectTypes snowflake_types{{"", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL",
                                        "FLOAT", "FLOAT", "BOOLEAN", "CHAR", "VARCHAR", "VARCHAR",
                                        "DATE", "TIME", "TIMESTAMP_NTZ", "TIMESTAMP_TZ", "BINARY",
                                        "VARIANT", "VARCHAR(36)"},
                                       65'535,
                                       16'777'215};

constexpr DialectTypes bigquery_types{{"", "INT64", "INT64", "INT64", "INT64", "NUMERIC", "FLOAT64",
                                       "FLOAT64", "BOOL", "STRING", "STRING", "STRING", "DATE",
                                       "TIME", "DATETIME", "TIMESTAMP", "BYTES", "JSON", "STRING"},
                                      10'485'760,
                                      10'485'760,
                                      76,
                                      "NUMERIC"};

constexpr DialectTypes redshift_types{{"", "SMALLINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL",
                                       "REAL", "DOUBLE PRECISION", "BOOLEAN", "CHAR", "VARCHAR",
                                       "VARCHAR(65535)", "DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ",
                                       "VARBYTE", "SUPER", "VARCHAR(36)"},
                                      4096};

constexpr DialectTypes duckdb_types{{"", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL",
                                     "FLOAT", "DOUBLE", "BOOLEAN", "CHAR", "VARCHAR", "VARCHAR",
                                     "DATE", "TIME", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE",
                                     "BLOB", "JSON", "UUID"},
                                    65'535,
                                    1'000'000'000};

constexpr DialectTypes clickhouse_types{{"", "Int8", "Int16", "Int32", "Int64", "Decimal",
                                         "Float32", "Float64", "Bool", "String", "String", "String",
                                         "Date32", "String", "DateTime64(6)", "DateTime64(6)",
                                         "String", "String", "UUID"},
                                        0,
                                        0,
                                        76};

constexpr DialectTypes spark_types{{"", "TINYINT", "SMALLINT", "INT", "BIGINT", "DECIMAL", "FLOAT",
                                    "DOUBLE", "BOOLEAN", "CHAR", "VARCHAR", "STRING", "DATE",
                                    "STRING", "TIMESTAMP_NTZ", "TIMESTAMP", "BINARY", "STRING",
                                    "STRING"}};

constexpr DialectTypes trino_types{{"", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL",
                                    "REAL", "DOUBLE", "BOOLEAN", "CHAR", "VARCHAR", "VARCHAR",
                                    "DATE", "TIME", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE",
                                    "VARBINARY", "JSON", "UUID"},
                                   65'535,
                                   1'000'000'000};

constexpr DialectTypes db2_types{{"", "SMALLINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL",
                                  "REAL", "DOUBLE", "BOOLEAN", "CHAR", "VARCHAR", "CLOB", "DATE",
                                  "TIME", "TIMESTAMP", "TIMESTAMP", "BLOB", "CLOB", "CHAR(36)"},
                                 255,
                                 32'672,
                                 31,
                                 {},
                                 "VARCHAR(255)"};

const DialectTypes &types_of(sql::Dialect dialect) {
  switch (dialect) {
    case sql::Dialect::sqlite: return sqlite_types;
    case sql::Dialect::postgresql: return postgresql_types;
    case sql::Dialect::permissive: break;
    case sql::Dialect::mysql:
    case sql::Dialect::mariadb: return mysql_types;
    case sql::Dialect::sqlserver: return sqlserver_types;
    case sql::Dialect::oracle: return oracle_types;
    case sql::Dialect::snowflake: return snowflake_types;
    case sql::Dialect::bigquery: return bigquery_types;
    case sql::Dialect::redshift: return redshift_types;
    case sql::Dialect::duckdb: return duckdb_types;
    case sql::Dialect::clickhouse: return clickhouse_types;
    case sql::Dialect::spark: return spark_types;
    case sql::Dialect::trino: return trino_types;
    case sql::Dialect::db2: return db2_types;
  }
  return standard_types;
}

std::string_view name_of(TypeFamily family, const DialectTypes &types) {
  return types.names[static_cast<std::size_t>(family)];
}

std::string decimal_name(const TypeShape &shape, sql::Dialect dialect, const DialectTypes &types) {
  const std::string_view name = name_of(TypeFamily::decimal, types);
  if (shape.size == 0 && !types.decimal.empty()) return std::string(types.decimal);
  constexpr std::uint32_t standard_scale = 10;
  const std::uint32_t digits =
      shape.size == 0 ? types.max_digits : std::clamp(shape.size, 1U, types.max_digits);
  const std::uint32_t scale =
      std::min(shape.size == 0 ? standard_scale : shape.scale.value_or(0), digits);
  if (dialect == sql::Dialect::bigquery) {
    constexpr std::uint32_t whole = 29, after_point = 9;
    const bool fits = scale <= after_point && digits - scale <= whole;
    return fmt::format("{}({}, {})", fits ? "NUMERIC" : "BIGNUMERIC", digits, scale);
  }
  return fmt::format("{}({}, {})", name, digits, scale);
}

}  // namespace

std::string type_name(const TypeShape &shape, sql::Dialect dialect, bool in_key) {
  const DialectTypes &types = types_of(dialect);
  TypeFamily family = shape.family;
  if (family == TypeFamily::decimal) return decimal_name(shape, dialect, types);
  if (family == TypeFamily::character && shape.size > types.max_character)
    family = TypeFamily::varying;
  if (family == TypeFamily::varying && shape.size > types.max_varying) family = TypeFamily::text;
  const std::string_view name = name_of(family, types);
  // ClickHouse's strings have no limits.
  const bool sized =
      (family == TypeFamily::character || family == TypeFamily::varying) && types.max_varying > 0;
  if (sized) return fmt::format("{}({})", name, std::max(shape.size, 1U));
  if (family == TypeFamily::text && in_key && !types.key_text.empty())
    return std::string(types.key_text);
  return std::string(name);
}

}  // namespace sluice::inline v0::schema_detail
