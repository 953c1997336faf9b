#include "definition_names.hpp"

#include <string>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// The key of a nested field among those of all tables.
std::string field_key(std::size_t table, std::string_view path) {
  return std::to_string(table) + ' ' + lower_ascii(path);
}

}  // namespace

void DefinitionNames::update() {
  for (; known_ < database_->tables.size(); ++known_) {
    const TableDefinition &table = database_->tables[known_];
    by_name_[lower_ascii(table.name)].push_back(static_cast<std::uint32_t>(known_));
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (table.columns[i].nested) fields_.emplace(field_key(known_, table.columns[i].name), i);
    }
  }
}

std::optional<std::size_t> DefinitionNames::find_field(std::uint32_t table,
                                                       std::string_view path) const {
  const auto found = fields_.find(field_key(table, path));
  return found == fields_.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

std::optional<std::uint32_t> DefinitionNames::find_table(std::string_view schema,
                                                         std::string_view name) const {
  if (schema.empty() && !current_schema_.empty()) {
    if (const auto table = find_in(current_schema_, name)) return table;
  }
  return find_in(schema, name);
}

std::optional<std::uint32_t> DefinitionNames::find_in(std::string_view schema,
                                                      std::string_view name) const {
  const auto found = by_name_.find(lower_ascii(name));
  if (found == by_name_.end()) {
    // `database.table` in one pair of quotes
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos || !schema.empty()) return std::nullopt;
    return find_in(name.substr(0, dot), name.substr(dot + 1));
  }
  std::optional<std::uint32_t> other;
  for (const std::uint32_t table : found->second) {
    const std::string &qualifier = database_->tables[table].qualifier;
    const bool same_schema =
        same_name(qualifier, schema) ||
        (qualifier.size() > schema.size() && !schema.empty() &&
         qualifier[qualifier.size() - schema.size() - 1] == '.' &&
         same_name(std::string_view(qualifier).substr(qualifier.size() - schema.size()), schema));
    if (same_schema) return table;
    // The default schema is left out of one of the two.
    const bool may_be_default =
        default_schema_.empty() || schema.empty() || same_name(schema, default_schema_);
    if (schema.empty() || (qualifier.empty() && may_be_default)) other = other.value_or(table);
  }
  return other;
}

}  // namespace sluice::inline v0::schema_detail
