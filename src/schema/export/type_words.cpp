#include "type_words.hpp"

#include <algorithm>
#include <iterator>

namespace sluice::inline v0::schema_detail {
namespace {

/// What most engines mean. Sorted by word.
constexpr TypeWord common_words[] = {
    {"bigint", TypeFamily::big_integer},
    {"bigint unsigned", TypeFamily::decimal, 20},
    {"bignumeric", TypeFamily::decimal},
    {"bigserial", TypeFamily::big_integer},
    {"binary", TypeFamily::binary},
    {"binary large object", TypeFamily::binary},
    {"binary_double", TypeFamily::floating},
    {"binary_float", TypeFamily::single},
    {"blob", TypeFamily::binary},
    {"bool", TypeFamily::boolean},
    {"boolean", TypeFamily::boolean},
    {"bpchar", TypeFamily::character},
    {"byte", TypeFamily::tiny_integer},
    {"bytea", TypeFamily::binary},
    {"byteint", TypeFamily::tiny_integer},
    {"bytes", TypeFamily::binary},
    {"char", TypeFamily::character},
    {"char varying", TypeFamily::varying},
    {"character", TypeFamily::character},
    {"character large object", TypeFamily::text},
    {"character varying", TypeFamily::varying},
    {"citext", TypeFamily::text},
    {"clob", TypeFamily::text},
    {"date", TypeFamily::date},
    {"date32", TypeFamily::date},
    {"datetime", TypeFamily::timestamp},
    {"datetime2", TypeFamily::timestamp},
    {"datetime64", TypeFamily::timestamp},
    {"datetimeoffset", TypeFamily::zoned_timestamp},
    {"dbclob", TypeFamily::text},
    {"dec", TypeFamily::decimal},
    {"decimal", TypeFamily::decimal},
    {"double", TypeFamily::floating},
    {"double precision", TypeFamily::floating},
    {"enum", TypeFamily::text},
    {"enum16", TypeFamily::text},
    {"enum8", TypeFamily::text},
    {"fixedstring", TypeFamily::character},
    {"float", TypeFamily::floating},
    {"float32", TypeFamily::single},
    {"float4", TypeFamily::single},
    {"float64", TypeFamily::floating},
    {"float8", TypeFamily::floating},
    {"hugeint", TypeFamily::decimal, 38},
    {"image", TypeFamily::binary},
    {"int", TypeFamily::integer},
    {"int unsigned", TypeFamily::big_integer},
    {"int1", TypeFamily::tiny_integer},
    {"int128", TypeFamily::decimal, 38},
    {"int16", TypeFamily::small_integer},
    {"int2", TypeFamily::small_integer},
    {"int32", TypeFamily::integer},
    {"int4", TypeFamily::integer},
    {"int64", TypeFamily::big_integer},
    {"int8", TypeFamily::big_integer},
    {"integer", TypeFamily::integer},
    {"integer unsigned", TypeFamily::big_integer},
    {"json", TypeFamily::json},
    {"jsonb", TypeFamily::json},
    {"long raw", TypeFamily::binary},
    {"long varchar", TypeFamily::text},
    {"longblob", TypeFamily::binary},
    {"longtext", TypeFamily::text},
    {"longvarchar", TypeFamily::text},
    {"mediumblob", TypeFamily::binary},
    {"mediumint", TypeFamily::integer},
    {"mediumint unsigned", TypeFamily::integer},
    {"mediumtext", TypeFamily::text},
    {"money", TypeFamily::decimal, 19, 4},
    {"national character", TypeFamily::character},
    {"national character varying", TypeFamily::varying},
    {"national varchar", TypeFamily::varying},
    {"nchar", TypeFamily::character},
    {"nclob", TypeFamily::text},
    {"ntext", TypeFamily::text},
    {"number", TypeFamily::decimal},
    {"numeric", TypeFamily::decimal},
    {"nvarchar", TypeFamily::varying},
    {"nvarchar2", TypeFamily::varying},
    {"object", TypeFamily::json},
    {"raw", TypeFamily::binary},
    {"real", TypeFamily::single},
    {"serial", TypeFamily::integer},
    {"serial2", TypeFamily::small_integer},
    {"serial4", TypeFamily::integer},
    {"serial8", TypeFamily::big_integer},
    {"set", TypeFamily::text},
    {"smalldatetime", TypeFamily::timestamp},
    {"smallint", TypeFamily::small_integer},
    {"smallint unsigned", TypeFamily::integer},
    {"smallmoney", TypeFamily::decimal, 10, 4},
    {"smallserial", TypeFamily::small_integer},
    {"string", TypeFamily::varying},
    {"super", TypeFamily::json},
    {"sysname", TypeFamily::varying, 128},
    {"text", TypeFamily::text},
    {"time", TypeFamily::time},
    {"time with time zone", TypeFamily::time},
    {"time without time zone", TypeFamily::time},
    {"timestamp", TypeFamily::timestamp},
    {"timestamp with local time zone", TypeFamily::zoned_timestamp},
    {"timestamp with time zone", TypeFamily::zoned_timestamp},
    {"timestamp without time zone", TypeFamily::timestamp},
    {"timestamp_ltz", TypeFamily::zoned_timestamp},
    {"timestamp_ntz", TypeFamily::timestamp},
    {"timestamp_tz", TypeFamily::zoned_timestamp},
    {"timestamptz", TypeFamily::zoned_timestamp},
    {"timetz", TypeFamily::time},
    {"tinyblob", TypeFamily::binary},
    {"tinyint", TypeFamily::tiny_integer},
    {"tinyint unsigned", TypeFamily::small_integer},
    {"tinytext", TypeFamily::text},
    {"ubigint", TypeFamily::decimal, 20},
    {"uint128", TypeFamily::decimal, 38},
    {"uint16", TypeFamily::integer},
    {"uint32", TypeFamily::big_integer},
    {"uint64", TypeFamily::decimal, 20},
    {"uint8", TypeFamily::small_integer},
    {"uinteger", TypeFamily::big_integer},
    {"uniqueidentifier", TypeFamily::uuid},
    {"usmallint", TypeFamily::integer},
    {"utinyint", TypeFamily::small_integer},
    {"uuid", TypeFamily::uuid},
    {"varbinary", TypeFamily::binary},
    {"varbyte", TypeFamily::binary},
    {"varchar", TypeFamily::varying},
    {"varchar2", TypeFamily::varying},
    {"variant", TypeFamily::json},
    {"xml", TypeFamily::text},
    {"year", TypeFamily::small_integer},
};

static_assert(std::ranges::is_sorted(common_words, {}, &TypeWord::word));

/// Words that mean something else in one dialect.
struct DialectWord {
  sql::Dialect dialect;
  TypeWord word;
};

constexpr DialectWord special_words[] = {
    {sql::Dialect::postgresql, {"\"char\"", TypeFamily::character}},
    {sql::Dialect::redshift, {"\"char\"", TypeFamily::character}},
    {sql::Dialect::clickhouse, {"int8", TypeFamily::tiny_integer}},
    {sql::Dialect::sqlserver, {"bit", TypeFamily::boolean}},
    {sql::Dialect::sqlserver, {"timestamp", TypeFamily::binary}},
    {sql::Dialect::sqlserver, {"rowversion", TypeFamily::binary}},
    {sql::Dialect::oracle, {"date", TypeFamily::timestamp}},
    {sql::Dialect::oracle, {"long", TypeFamily::text}},
    {sql::Dialect::spark, {"long", TypeFamily::big_integer}},
    {sql::Dialect::spark, {"float", TypeFamily::single}},
    {sql::Dialect::spark, {"timestamp", TypeFamily::zoned_timestamp}},
    {sql::Dialect::bigquery, {"timestamp", TypeFamily::zoned_timestamp}},
    {sql::Dialect::bigquery, {"integer", TypeFamily::big_integer}},
    {sql::Dialect::bigquery, {"int", TypeFamily::big_integer}},
    {sql::Dialect::mysql, {"float", TypeFamily::single}},
    {sql::Dialect::mariadb, {"float", TypeFamily::single}},
    {sql::Dialect::mysql, {"real", TypeFamily::floating}},
    {sql::Dialect::mariadb, {"real", TypeFamily::floating}},
    {sql::Dialect::duckdb, {"float", TypeFamily::single}},
    {sql::Dialect::snowflake, {"real", TypeFamily::floating}},
};

struct WordPair {
  std::string_view word;
  std::string_view same;
};

/// Other words for a type, in all engines that have both.
constexpr WordPair synonyms[] = {
    {"bigserial", "bigint"},
    {"bool", "boolean"},
    {"bpchar", "character"},
    {"char", "character"},
    {"char varying", "varchar"},
    {"character varying", "varchar"},
    {"dec", "decimal"},
    {"float8", "double precision"},
    {"int", "integer"},
    {"int unsigned", "integer unsigned"},
    {"int4", "integer"},
    {"numeric", "decimal"},
    {"serial", "integer"},
    {"serial2", "smallint"},
    {"serial4", "integer"},
    {"serial8", "bigint"},
    {"smallserial", "smallint"},
    {"time without time zone", "time"},
    {"timestamp with time zone", "timestamptz"},
    {"timestamp without time zone", "timestamp"},
};

}  // namespace

std::string_view canonical_word(std::string_view word) noexcept {
  const auto found = std::ranges::find(synonyms, word, &WordPair::word);
  return found == std::end(synonyms) ? word : found->same;
}

const TypeWord *find_type_word(std::string_view word, sql::Dialect dialect) noexcept {
  for (const DialectWord &special : special_words) {
    if (special.dialect == dialect && special.word.word == word) return &special.word;
  }
  const auto found = std::ranges::lower_bound(common_words, word, {}, &TypeWord::word);
  return found != std::end(common_words) && found->word == word ? found : nullptr;
}

}  // namespace sluice::inline v0::schema_detail
