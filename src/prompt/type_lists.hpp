#ifndef SLUICE_SRC_PROMPT_TYPE_LISTS_HPP
#define SLUICE_SRC_PROMPT_TYPE_LISTS_HPP

/// The types of the engines whose statements have to be accepted.

#include <cstdint>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::prompt_detail::type_lists {

/// What may follow the name of a type.
enum class Arguments : std::uint8_t {
  none,
  numbers,   ///< Up to `max_count` numbers, the first of which is in [1, max_first].
  required,  ///< The same, but at least one.
  pair,      ///< Two numbers, or none.
  values,    ///< Strings.
  types,     ///< Types.
  fields,    ///< Names with types.
};

struct KnownType {
  std::string_view name;
  Arguments arguments = Arguments::none;
  std::uint8_t max_count = 0;
  std::uint32_t max_first = 0;
  std::uint32_t max_second = 0;
};

using enum Arguments;

inline constexpr std::uint32_t most_characters = 10'485'760;

inline constexpr std::string_view postgresql_plain_types =
    "|smallint|int2|integer|int|int4|bigint|int8|real|float4|float8|double precision|"
    "smallserial|serial2|serial|serial4|bigserial|serial8|money|text|name|bytea|boolean|bool|"
    "date|point|line|lseg|box|path|polygon|circle|cidr|inet|macaddr|macaddr8|tsvector|tsquery|"
    "uuid|xml|json|jsonb|jsonpath|int4range|int8range|numrange|tsrange|tstzrange|daterange|oid|"
    "regclass|pg_lsn|xid|";

inline constexpr KnownType postgresql_types[] = {
    {"numeric", numbers, 2, 1000, 1000},
    {"decimal", numbers, 2, 1000, 1000},
    {"dec", numbers, 2, 1000, 1000},
    {"float", numbers, 1, 53},
    {"character varying", numbers, 1, most_characters},
    {"varchar", numbers, 1, most_characters},
    {"character", numbers, 1, most_characters},
    {"char", numbers, 1, most_characters},
    {"bpchar", numbers, 1, most_characters},
    {"nchar", numbers, 1, most_characters},
    {"bit varying", numbers, 1, most_characters},
    {"varbit", numbers, 1, most_characters},
    {"bit", numbers, 1, most_characters},
    {"timestamp", numbers, 1, 6},
    {"timestamptz", numbers, 1, 6},
    {"time", numbers, 1, 6},
    {"timetz", numbers, 1, 6},
    {"interval", numbers, 1, 6},
};

// A VARCHAR of more characters may take more bytes than a row has.
inline constexpr std::uint32_t most_in_row = 16'383;

inline constexpr std::string_view mysql_plain_types =
    "|bool|boolean|serial|date|json|tinytext|mediumtext|longtext|"
    "tinyblob|mediumblob|longblob|geometry|point|linestring|polygon|multipoint|multilinestring|"
    "multipolygon|geometrycollection|";

inline constexpr KnownType mysql_types[] = {
    {"tinyint", numbers, 1, 255},
    {"smallint", numbers, 1, 255},
    {"mediumint", numbers, 1, 255},
    {"int", numbers, 1, 255},
    {"integer", numbers, 1, 255},
    {"bigint", numbers, 1, 255},
    {"decimal", numbers, 2, 65, 30},
    {"dec", numbers, 2, 65, 30},
    {"numeric", numbers, 2, 65, 30},
    {"fixed", numbers, 2, 65, 30},
    {"float", numbers, 2, 53, 30},
    {"double", pair, 2, 255, 30},
    {"double precision", pair, 2, 255, 30},
    {"real", pair, 2, 255, 30},
    {"bit", numbers, 1, 64},
    {"year", numbers, 1, 4},
    {"time", numbers, 1, 6},
    {"datetime", numbers, 1, 6},
    {"timestamp", numbers, 1, 6},
    {"char", numbers, 1, 255},
    {"character", numbers, 1, 255},
    {"nchar", numbers, 1, 255},
    {"binary", numbers, 1, 255},
    {"varchar", required, 1, most_in_row},
    {"character varying", required, 1, most_in_row},
    {"nvarchar", required, 1, most_in_row},
    {"varbinary", required, 1, most_in_row},
    {"text", numbers, 1, UINT32_MAX},
    {"blob", numbers, 1, UINT32_MAX},
    {"enum", values},
    {"set", values},
};

/// MariaDB has them as well.
inline constexpr std::string_view mariadb_plain_types = "|uuid|inet4|inet6|";

inline constexpr std::string_view duckdb_plain_types =
    "|bigint|int8|long|int64|bitstring|blob|bytea|binary|varbinary|boolean|bool|"
    "logical|date|double|double precision|float8|float|float4|real|hugeint|int128|uhugeint|"
    "integer|int4|int|int32|signed|interval|json|smallint|int2|int16|short|time|timetz|"
    "timestamptz|timestamp_s|timestamp_ms|timestamp_us|timestamp_ns|tinyint|int1|ubigint|"
    "uint64|uinteger|uint32|usmallint|uint16|utinyint|uint8|uuid|guid|";

inline constexpr KnownType duckdb_types[] = {
    {"bit", numbers, 1, most_characters},
    {"decimal", numbers, 2, 38, 38},
    {"numeric", numbers, 2, 38, 38},
    {"dec", numbers, 2, 38, 38},
    {"timestamp", numbers, 1, 9},
    {"datetime", numbers, 1, 9},
    {"varchar", numbers, 1, UINT32_MAX},
    {"character varying", numbers, 1, UINT32_MAX},
    {"character", numbers, 1, UINT32_MAX},
    {"char", numbers, 1, UINT32_MAX},
    {"bpchar", numbers, 1, UINT32_MAX},
    {"nvarchar", numbers, 1, UINT32_MAX},
    {"text", numbers, 1, UINT32_MAX},
    {"string", numbers, 1, UINT32_MAX},
    {"enum", values},
    {"struct", fields},
    {"row", fields},
    {"union", fields},
    {"map", types},
};

struct Equivalent {
  std::string_view foreign;
  std::string_view postgresql;
  std::string_view mysql;
  std::string_view duckdb;
};

/// Types that other engines, or files about schemas, have for the same.
inline constexpr Equivalent equivalents[] = {
    {"number", "numeric", "decimal", "decimal"},
    {"string", "text", "text", "varchar"},
    {"tinyint", "smallint", "tinyint", "tinyint"},
    {"byteint", "smallint", "tinyint", "tinyint"},
    {"mediumint", "integer", "mediumint", "integer"},
    {"int64", "bigint", "bigint", "bigint"},
    {"float64", "double precision", "double", "double"},
    {"double", "double precision", "double", "double"},
    {"datetime", "timestamp", "datetime", "timestamp"},
    {"timestamptz", "timestamptz", "timestamp", "timestamptz"},
    {"timestamp with time zone", "timestamptz", "timestamp", "timestamptz"},
    {"timestamp without time zone", "timestamp", "datetime", "timestamp"},
    {"blob", "bytea", "blob", "blob"},
    {"bytes", "bytea", "blob", "blob"},
    {"clob", "text", "longtext", "varchar"},
    {"serial", "serial", "bigint", "integer"},
    {"bigserial", "bigserial", "bigint", "bigint"},
    {"jsonb", "jsonb", "json", "json"},
};

}  // namespace sluice::inline v0::prompt_detail::type_lists

#endif
