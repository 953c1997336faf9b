#include "export_type.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "schema/ddl/nested_columns.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/ddl.hpp"
#include "sluice/sql/quote.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

using TypeWords = std::initializer_list<std::string_view>;

bool is_type_word(std::string_view type, TypeWords words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return same_name(type, word); });
}

bool has_length(std::string_view type) {
  return is_type_word(type, {"char", "character", "varchar", "character varying", "nchar",
                             "nvarchar", "varchar2", "nvarchar2", "bpchar", "binary", "varbinary",
                             "binary varying", "raw", "bit", "bit varying", "graphic", "vargraphic",
                             "national character", "national character varying"});
}

bool has_precision(std::string_view type) {
  return is_type_word(type, {"numeric", "decimal", "number", "dec"});
}

/// The precision of times that is assumed if none is written; nullopt for other types.
std::optional<std::uint64_t> assumed_time_precision(std::string_view type) {
  if (type.ends_with(" time zone") || type == "interval") return 6;
  if (is_type_word(type, {"datetime2", "datetimeoffset"})) return 7;
  if (is_type_word(type, {"timestamp_ntz", "timestamp_ltz", "timestamp_tz"})) return 9;
  return std::nullopt;
}

/// The name of a type that users define, with its schema if queries have to name it.
std::string user_type(std::string_view schema, std::string_view name, bool is_postgresql) {
  const auto written = [&](std::string_view part) {
    return is_postgresql ? sql::quoted_identifier(part, sql::Dialect::postgresql)
                         : std::string(part);
  };
  const bool is_default = schema.empty() || is_type_word(schema, {"public", "pg_catalog", "dbo"});
  return is_default ? written(name) : written(schema) + '.' + written(name);
}

/// PostgreSQL's internal names, which arrays show: "_int4" is "integer[]".
std::string_view postgresql_type(std::string_view internal) {
  constexpr auto names = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"char", "\"char\""},
      {"int2", "smallint"},
      {"int4", "integer"},
      {"int8", "bigint"},
      {"float4", "real"},
      {"float8", "double precision"},
      {"bool", "boolean"},
      {"varchar", "character varying"},
      {"bpchar", "character"},
      {"varbit", "bit varying"},
      {"timestamp", "timestamp without time zone"},
      {"timestamptz", "timestamp with time zone"},
      {"time", "time without time zone"},
      {"timetz", "time with time zone"},
  });
  const auto found =
      std::ranges::find(names, internal, &std::pair<std::string_view, std::string_view>::first);
  return found != names.end() ? found->second : internal;
}

std::string with_arguments(std::string_view type, std::string_view arguments) {
  // "timestamp(3) without time zone", but "character varying(50)".
  const std::size_t blank = type.ends_with(" time zone") ? type.find(' ') : type.npos;
  const std::string_view word = type.substr(0, blank);
  return fmt::format("{}({}){}", word, arguments, type.substr(word.size()));
}

std::string with_length(std::string_view type, const ExportRow &row) {
  // Not written: numbers that mean "no limit", and the largest length that the engine has.
  constexpr std::uint64_t unlimited = 1'000'000'000;
  constexpr std::uint64_t snowflake_text[] = {16'777'216, 134'217'728};
  constexpr std::uint64_t snowflake_binary[] = {8'388'608, 67'108'864};
  std::string_view text = row[ExportField::char_length];
  if (text.empty() && !same_name(type, "bit")) text = row[ExportField::type_length];
  if (text == "-1" && is_type_word(type, {"varchar", "nvarchar", "varbinary"}))
    return fmt::format("{}(max)", type);
  const auto length = export_count(text);
  if (!length || *length == 0 || *length >= unlimited) return std::string(type);
  if (std::ranges::count(snowflake_text, *length) > 0 ||
      std::ranges::count(snowflake_binary, *length) > 0) {
    return std::string(type);
  }
  const bool counts_characters = row[ExportField::char_unit] == "C" && !type.starts_with('N');
  return with_arguments(type, fmt::format("{}{}", *length, counts_characters ? " CHAR" : ""));
}

std::string with_precision(std::string_view type, const ExportRow &row) {
  auto precision = export_count(row[ExportField::precision]);
  const auto scale = export_count(row[ExportField::scale]);
  if (!precision && row[ExportField::char_length].empty() && !same_name(type, "number"))
    precision = export_count(row[ExportField::type_length]);  // JDBC and Db2
  // Oracle's INTEGER has a scale and no precision.
  if (!precision) return type == "NUMBER" && scale == 0u ? "INTEGER" : std::string(type);
  if (!scale) return with_arguments(type, fmt::format("{}", *precision));
  return with_arguments(type, fmt::format("{},{}", *precision, *scale));
}

bool is_number(std::string_view text) { return text.find_first_not_of("-0123456789") == text.npos; }

/// Whether the type may list values or contain fields.
bool has_content(std::string_view type) {
  const std::size_t open = type.find_first_of("(<");
  if (open == type.npos) return false;
  if (type[open] == '<') return true;
  const std::string_view word = trimmed(type.substr(0, open));
  return is_type_word(word, {"enum", "enum8", "enum16", "set", "struct", "row", "tuple", "nested",
                             "object", "record", "array", "list", "nullable", "lowcardinality"});
}

/// Whether the paths of the fields together are not much longer than the type, as they would be if
/// long names contained many short ones.
bool has_short_paths(std::string_view type) {
  std::vector<std::size_t> steps;
  std::size_t path = 0, total = 0, begin = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    switch (type[i]) {
      case '<':
      case '(':
        steps.push_back(i - begin);
        path += steps.back();
        break;
      case '>':
      case ')':
        if (steps.empty()) break;
        path -= steps.back();
        steps.pop_back();
        break;
      case ',': break;
      default: continue;
    }
    begin = i + 1;
    total += path;
  }
  return total <= 4096 + 64 * type.size();
}

}  // namespace

std::string export_type(const ExportRow &row) {
  using enum ExportField;
  if (!row[domain].empty())
    return user_type(row[domain_schema], row[domain], !row[udt_name].empty());
  if (!row[full_type].empty()) return std::string(trimmed(row[full_type]));
  std::string_view type = trimmed(row[data_type]);
  if (is_number(type)) type = trimmed(row[type_name]);
  const std::string_view udt = row[udt_name];
  if (type == "ARRAY" && udt.starts_with('_')) {
    const std::string_view internal = udt.substr(1), element = postgresql_type(internal);
    return (element != internal ? std::string(element)
                                : user_type(row[udt_schema], internal, true)) +
           "[]";
  }
  if (type.empty()) return std::string(udt);
  if ((type == "USER-DEFINED" || type == "ARRAY") && !udt.empty())
    return user_type(row[udt_schema], udt, true);
  if (type.find_first_of("(<[") != type.npos) return std::string(type);
  if (type == "TEXT" && !row[char_length].empty()) type = "VARCHAR";  // Snowflake
  if (has_length(type)) return with_length(type, row);
  if (has_precision(type)) return with_precision(type, row);
  if (type == "interval" && !row[interval_fields].empty())
    return fmt::format("interval {}", lower_ascii(row[interval_fields]));
  if (const auto assumed = assumed_time_precision(type)) {
    const auto written = export_count(row[time_precision]);
    if (written && *written != *assumed && *written <= 9)
      return with_arguments(type, fmt::format("{}", *written));
  }
  return std::string(type);
}

ExportTypeContent content_of_type(std::string_view type, sql::Dialect dialect) {
  ExportTypeContent content;
  if (!has_content(type) || !has_short_paths(type)) return content;
  const auto columns =
      sql::select_list_columns(fmt::format("SELECT CAST(x AS {}) AS y", type), dialect);
  if (columns.empty()) return content;
  content.values = columns.front().type.values;
  for (const sql::NestedField &field : columns.front().type.fields)
    content.fields.push_back({without_array_marks(field.path), field.type, field.comment});
  return content;
}

}  // namespace sluice::inline v0::schema_detail
