#include "rails_columns.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace sluice::inline v0::schema_detail {
namespace {

bool is_rails_word(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// The quoted values of a type such as `enum('a','b')`.
std::vector<std::string> rails_values(std::string_view type) {
  std::vector<std::string> values;
  if (!type.starts_with("enum(") && !type.starts_with("set(")) return values;
  for (std::size_t start = type.find('\''); start != type.npos; start = type.find('\'', start)) {
    const std::size_t end = type.find('\'', start + 1);
    if (end == type.npos) break;
    values.emplace_back(type.substr(start + 1, end - start - 1));
    start = end + 1;
  }
  return values;
}

/// The number that an option gives; empty if it gives none.
std::string_view rails_size(const RubyCall &call, std::string_view option) {
  const std::string_view size = call.text(option);
  return size == "nil" ? std::string_view() : size;
}

std::string rails_type(std::string_view name, const RubyCall &call) {
  std::string type(name);
  const std::string_view limit = rails_size(call, "limit");
  const std::string_view precision = rails_size(call, "precision");
  const std::string_view scale = rails_size(call, "scale");
  if (!limit.empty()) {
    type += fmt::format("({})", limit);
  } else if (type == "decimal" && !precision.empty()) {
    type +=
        scale.empty() ? fmt::format("({})", precision) : fmt::format("({},{})", precision, scale);
  }
  if (call.text("unsigned") == "true") type += " unsigned";
  if (call.text("array") == "true") type += "[]";
  return type;
}

}  // namespace

ColumnDefinition rails_column(std::string name, std::string_view type, const RubyCall &call) {
  ColumnDefinition column;
  column.name = std::move(name);
  column.generated = type == "virtual";
  if (column.generated) type = call.text("type");
  if (const std::string_view named = call.text("enum_type"); type == "enum" && !named.empty())
    type = named;
  column.values = rails_values(type);
  if (const RubyValue *values = call.find("values"); values != nullptr && column.values.empty())
    column.values = values->items;
  column.type = rails_type(type, call);
  column.description = call.text("comment");
  column.nullable = call.text("null") != "false";
  return column;
}

std::optional<sql::Dialect> rails_dialect(std::string_view type, const RubyCall &call) {
  if (call.text("array") == "true" ||
      is_rails_word(type, {"jsonb", "hstore", "inet", "citext", "tsvector", "uuid", "interval"})) {
    return sql::Dialect::postgresql;
  }
  if (call.text("unsigned") == "true" || call.find("charset") != nullptr)
    return sql::Dialect::mysql;
  return std::nullopt;
}

bool defines_rails_column(std::string_view method) {
  return !is_rails_word(method, {"index", "check_constraint", "unique_constraint", "foreign_key",
                                 "exclusion_constraint", "remove"});
}

}  // namespace sluice::inline v0::schema_detail
