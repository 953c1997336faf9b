#include "export_dialect.hpp"

#include <algorithm>
#include <initializer_list>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

using sql::Dialect;

constexpr std::size_t max_counted_types = 1000;
constexpr std::size_t max_counted_bytes = 64;  // of a type
constexpr int min_votes = 2;

struct DialectMark {
  std::string_view text;
  Dialect dialect;
  int weight;
};

/// Names of columns that only some engines have, as ExportHeader::has_name compares them.
constexpr DialectMark header_marks[] = {
    {"columnkey", Dialect::mysql, 8},
    {"srsid", Dialect::mysql, 8},
    {"fieldpath", Dialect::bigquery, 20},
    {"spannertype", Dialect::bigquery, 20},
    {"ispartitioningcolumn", Dialect::bigquery, 20},
    {"clusteringordinalposition", Dialect::bigquery, 20},
    {"issystemdefined", Dialect::bigquery, 10},
    {"fulldatatype", Dialect::spark, 20},
    {"partitionordinalposition", Dialect::spark, 10},
    {"datatypealias", Dialect::snowflake, 20},
    {"schemaevolutionrecord", Dialect::snowflake, 20},
    {"dataprecision", Dialect::oracle, 10},
    {"charused", Dialect::oracle, 10},
    {"datatypemod", Dialect::oracle, 10},
    {"columnid", Dialect::oracle, 3},
    {"owner", Dialect::oracle, 3},
    {"comments", Dialect::oracle, 2},
    {"colname", Dialect::db2, 10},
    {"tabschema", Dialect::db2, 10},
    {"defaultkind", Dialect::clickhouse, 20},
    {"isinprimarykey", Dialect::clickhouse, 20},
    {"distkey", Dialect::redshift, 20},
    {"sortkey", Dialect::redshift, 20},
    {"externaltype", Dialect::redshift, 20},
    {"columnacl", Dialect::redshift, 20},
    {"databaseoid", Dialect::duckdb, 20},
    {"dfltvalue", Dialect::sqlite, 20},
    {"attname", Dialect::postgresql, 5},
    {"udtname", Dialect::postgresql, 1},
};

/// Types as they are written, before any parenthesis. Case matters.
constexpr DialectMark type_marks[] = {
    {"ARRAY", Dialect::postgresql, 2},
    {"USER-DEFINED", Dialect::postgresql, 4},
    {"bytea", Dialect::postgresql, 4},
    {"character", Dialect::postgresql, 1},
    {"character varying", Dialect::postgresql, 3},
    {"inet", Dialect::postgresql, 3},
    {"jsonb", Dialect::postgresql, 4},
    {"time without time zone", Dialect::postgresql, 3},
    {"timestamp with time zone", Dialect::postgresql, 2},
    {"timestamp without time zone", Dialect::postgresql, 3},
    {"tsvector", Dialect::postgresql, 4},
    {"super", Dialect::redshift, 4},
    {"datetime", Dialect::mysql, 1},
    {"enum", Dialect::mysql, 4},
    {"longblob", Dialect::mysql, 4},
    {"longtext", Dialect::mysql, 4},
    {"mediumint", Dialect::mysql, 4},
    {"mediumtext", Dialect::mysql, 4},
    {"set", Dialect::mysql, 4},
    {"tinyint", Dialect::mysql, 1},
    {"bit", Dialect::sqlserver, 2},
    {"datetime", Dialect::sqlserver, 1},
    {"datetime2", Dialect::sqlserver, 4},
    {"datetimeoffset", Dialect::sqlserver, 4},
    {"hierarchyid", Dialect::sqlserver, 4},
    {"image", Dialect::sqlserver, 3},
    {"money", Dialect::sqlserver, 2},
    {"nchar", Dialect::sqlserver, 3},
    {"ntext", Dialect::sqlserver, 4},
    {"nvarchar", Dialect::sqlserver, 4},
    {"smalldatetime", Dialect::sqlserver, 4},
    {"smallmoney", Dialect::sqlserver, 4},
    {"uniqueidentifier", Dialect::sqlserver, 4},
    {"CLOB", Dialect::oracle, 1},
    {"NUMBER", Dialect::oracle, 2},
    {"NVARCHAR2", Dialect::oracle, 4},
    {"VARCHAR2", Dialect::oracle, 6},
    {"NUMBER", Dialect::snowflake, 2},
    {"TEXT", Dialect::snowflake, 2},
    {"TIMESTAMP_LTZ", Dialect::snowflake, 4},
    {"TIMESTAMP_NTZ", Dialect::snowflake, 3},
    {"TIMESTAMP_TZ", Dialect::snowflake, 4},
    {"VARIANT", Dialect::snowflake, 3},
    {"BIGNUMERIC", Dialect::bigquery, 4},
    {"BYTES", Dialect::bigquery, 2},
    {"FLOAT64", Dialect::bigquery, 4},
    {"GEOGRAPHY", Dialect::bigquery, 1},
    {"INT64", Dialect::bigquery, 4},
    {"STRING", Dialect::bigquery, 1},
    {"HUGEINT", Dialect::duckdb, 4},
    {"UBIGINT", Dialect::duckdb, 4},
    {"UINTEGER", Dialect::duckdb, 4},
    {"USMALLINT", Dialect::duckdb, 4},
    {"UTINYINT", Dialect::duckdb, 4},
    {"VARCHAR", Dialect::duckdb, 2},
    {"VARCHAR", Dialect::db2, 1},
    {"DECFLOAT", Dialect::db2, 3},
    {"GRAPHIC", Dialect::db2, 3},
    {"VARGRAPHIC", Dialect::db2, 3},
    {"BYTE", Dialect::spark, 2},
    {"LONG", Dialect::spark, 2},
    {"SHORT", Dialect::spark, 2},
    {"STRING", Dialect::spark, 1},
    {"string", Dialect::spark, 3},
    {"double", Dialect::trino, 2},
    {"varchar", Dialect::trino, 1},
    {"DateTime", Dialect::clickhouse, 4},
    {"Float64", Dialect::clickhouse, 4},
    {"Int32", Dialect::clickhouse, 4},
    {"Int64", Dialect::clickhouse, 4},
    {"String", Dialect::clickhouse, 4},
    {"UInt32", Dialect::clickhouse, 4},
    {"UInt64", Dialect::clickhouse, 4},
    {"UInt8", Dialect::clickhouse, 4},
};

/// How types begin that have arguments in the same text.
constexpr DialectMark start_marks[] = {
    {"ARRAY<", Dialect::bigquery, 2},      {"STRUCT<", Dialect::bigquery, 2},
    {"ARRAY<", Dialect::spark, 1},         {"STRUCT<", Dialect::spark, 1},
    {"MAP<", Dialect::spark, 3},           {"array<", Dialect::spark, 4},
    {"map<", Dialect::spark, 4},           {"struct<", Dialect::spark, 4},
    {"ENUM(", Dialect::duckdb, 4},         {"STRUCT(", Dialect::duckdb, 4},
    {"MAP(", Dialect::duckdb, 4},          {"DECIMAL(", Dialect::duckdb, 1},
    {"varchar(", Dialect::trino, 2},       {"timestamp(", Dialect::trino, 3},
    {"row(", Dialect::trino, 4},           {"array(", Dialect::trino, 4},
    {"map(", Dialect::trino, 4},           {"TIMESTAMP(", Dialect::oracle, 1},
    {"Array(", Dialect::clickhouse, 4},    {"DateTime64(", Dialect::clickhouse, 4},
    {"Decimal(", Dialect::clickhouse, 4},  {"Enum8(", Dialect::clickhouse, 4},
    {"Nullable(", Dialect::clickhouse, 4}, {"LowCardinality(", Dialect::clickhouse, 4},
};

bool is_name_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view one) { return same_name(name, one); });
}

bool starts_with_name(std::string_view name, std::string_view start) {
  return name.size() >= start.size() && same_name(name.substr(0, start.size()), start);
}

bool is_oracle_schema(std::string_view schema) {
  return starts_with_name(schema, "APEX_") || starts_with_name(schema, "FLOWS_") ||
         is_name_of(schema, {"SYSTEM",
                             "XDB",
                             "CTXSYS",
                             "MDSYS",
                             "OLAPSYS",
                             "ORDSYS",
                             "WMSYS",
                             "ORDDATA",
                             "DBSNMP",
                             "OUTLN",
                             "LBACSYS",
                             "DVSYS",
                             "AUDSYS",
                             "APPQOSSYS",
                             "GSMADMIN_INTERNAL",
                             "OJVMSYS",
                             "DVF",
                             "EXFSYS",
                             "ORDPLUGINS",
                             "SI_INFORMTN_SCHEMA",
                             "PUBLIC",
                             "SYSMAN",
                             "DBSFWUSER",
                             "REMOTE_SCHEDULER_AGENT"});
}

}  // namespace

void ExportDialect::add_header(const ExportHeader &header) {
  for (const DialectMark &mark : header_marks) {
    if (header.has_name(mark.text)) vote(mark.dialect, mark.weight);
  }
  // These have no catalogs.
  if (header.has(ExportField::catalog)) {
    vote(Dialect::oracle, -4);
    vote(Dialect::db2, -4);
  }
  // MySQL has no IS_GENERATED, MariaDB no SRS_ID.
  if (header.has_name("columnkey") && header.has(ExportField::generated)) vote(Dialect::mariadb, 1);
  // DuckDB adds one column to those of PostgreSQL.
  if (header.has_name("udtname") && header.has_name("columncomment")) vote(Dialect::duckdb, 10);
  if (header.has_name("datatypeid") && header.has_name("internal")) vote(Dialect::duckdb, 20);
  // Redshift adds another.
  if (header.has_name("remarks") && header.has_name("intervaltype")) vote(Dialect::redshift, 20);
  // The same columns in capitals: SQL Server writes them without UDT_NAME, Snowflake with it.
  if (header.is_upper() && header.has(ExportField::domain) && !header.has_name("columnkey"))
    vote(header.has_name("udtname") ? Dialect::snowflake : Dialect::sqlserver, 3);
}

void ExportDialect::add_type(const ExportRow &row) {
  const std::string_view type = row[ExportField::data_type].empty() ? row[ExportField::full_type]
                                                                    : row[ExportField::data_type];
  const std::string_view start = type.substr(0, max_counted_bytes);
  if (types_.size() >= max_counted_types || !types_.insert(std::string(start)).second) return;
  const std::string_view word = start.substr(0, start.find('('));
  for (const DialectMark &mark : type_marks) {
    if (word == mark.text) vote(mark.dialect, mark.weight);
  }
  for (const DialectMark &mark : start_marks) {
    if (start.starts_with(mark.text)) vote(mark.dialect, mark.weight);
  }
  if (start.ends_with("[]") && std::ranges::none_of(start, is_ascii_lower))
    vote(Dialect::duckdb, 3);
  if (!row[ExportField::udt_name].empty()) vote(Dialect::postgresql, 2);
}

sql::Dialect ExportDialect::dialect() const {
  const auto most = std::ranges::max_element(votes_);
  if (*most < min_votes) return Dialect::permissive;
  const auto found = static_cast<Dialect>(most - votes_.begin());
  // The types are the same.
  const bool is_mariadb = votes_[static_cast<std::size_t>(Dialect::mariadb)] > 0;
  return found == Dialect::mysql && is_mariadb ? Dialect::mariadb : found;
}

bool is_default_schema(std::string_view schema, sql::Dialect dialect) {
  switch (dialect) {
    case Dialect::postgresql:
    case Dialect::redshift:
    case Dialect::snowflake: return same_name(schema, "public");
    case Dialect::sqlserver: return same_name(schema, "dbo");
    case Dialect::sqlite:
    case Dialect::duckdb: return same_name(schema, "main");
    case Dialect::clickhouse:
    case Dialect::spark:
    case Dialect::trino: return same_name(schema, "default");
    case Dialect::permissive: return is_name_of(schema, {"public", "dbo", "main"});
    default: return false;
  }
}

bool is_system_schema(std::string_view schema, sql::Dialect dialect) {
  if (is_name_of(schema, {"information_schema", "pg_catalog", "sys", "crdb_internal"})) return true;
  switch (dialect) {
    case Dialect::mysql:
    case Dialect::mariadb: return is_name_of(schema, {"mysql", "performance_schema"});
    case Dialect::oracle: return is_oracle_schema(schema);
    case Dialect::db2: return starts_with_name(schema, "SYS");
    case Dialect::clickhouse: return same_name(schema, "system");
    case Dialect::postgresql:
    case Dialect::redshift:
    case Dialect::permissive:
      return starts_with_name(schema, "pg_") || is_name_of(schema, {"mysql", "performance_schema"});
    default: return false;
  }
}

bool is_system_catalog(std::string_view catalog, sql::Dialect dialect) {
  switch (dialect) {
    case Dialect::duckdb: return is_name_of(catalog, {"system", "temp"});
    case Dialect::spark:
    case Dialect::trino: return same_name(catalog, "system");
    case Dialect::snowflake: return same_name(catalog, "snowflake");
    default: return false;
  }
}

bool schemas_are_databases(sql::Dialect dialect) {
  switch (dialect) {
    case Dialect::mysql:
    case Dialect::mariadb:
    case Dialect::oracle:
    case Dialect::db2:
    case Dialect::clickhouse: return true;
    default: return false;
  }
}

}  // namespace sluice::inline v0::schema_detail
