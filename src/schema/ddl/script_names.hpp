#ifndef SLUICE_SRC_SCHEMA_DDL_SCRIPT_NAMES_HPP
#define SLUICE_SRC_SCHEMA_DDL_SCRIPT_NAMES_HPP

/// How the tables and columns of a script are found by name.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "schema/names.hpp"
#include "script_catalog.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {

/// Of one table.
inline constexpr std::size_t max_script_columns = std::size_t{1} << 15;

/// The written name, if folding loses where words begin: CustomerId, but not CUSTOMER_ID.
inline std::string title_of(const sql::NamePart &written, std::string_view stored) {
  const bool camel = std::ranges::any_of(written.text, is_ascii_lower) &&
                     std::ranges::any_of(written.text, is_ascii_upper);
  return camel && written.text != stored ? written.text : std::string();
}

/// By its exact name, or else ignoring ASCII case.
inline std::vector<ScriptColumn>::iterator find_script_column(std::vector<ScriptColumn> &columns,
                                                              std::string_view name) {
  const auto exact = std::ranges::find(columns, name, &ScriptColumn::name);
  if (exact != columns.end()) return exact;
  return std::ranges::find_if(
      columns, [&](const ScriptColumn &column) { return same_name(column.name, name); });
}

/// A name as messages show it.
inline std::string display_name(const sql::QualifiedName &name) {
  std::string text;
  for (const sql::NamePart &part : name) {
    if (!text.empty()) text += '.';
    text += part.text;
  }
  return quote_name(text);
}

}  // namespace sluice::inline v0::schema_detail

#endif
