#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_NAMES_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_NAMES_HPP

/// The names in the files of a dbt project.

#include <optional>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::schema_detail {

/// Where a table or view is. Parts that are unknown are empty.
struct DbtName {
  std::string database;
  std::string schema;
  std::string name;
};

/// Reads `relation_name`, such as `"shop"."main"."orders"`, in the quotes of any engine. nullopt if
/// it is not a name of one to three parts.
std::optional<DbtName> read_relation_name(std::string_view text);

/// What `ref('orders')` or `source('shop', 'orders')` names.
struct DbtReference {
  std::string source;   ///< The first argument of `source`; empty for `ref`.
  std::string package;  ///< Of `ref('package', 'orders')`.
  std::string name;
  std::string version;  ///< Of `ref('orders', v=2)`.
};

/// Finds the first `ref` or `source` in a text; nullopt if there is none.
std::optional<DbtReference> read_reference(std::string_view text);

/// A column's name without quotes around it.
std::string_view unquoted_column(std::string_view name);

/// Whether this may be the name of a column, and not an expression.
bool is_column_name(std::string_view name);

/// The text, or if dbt computes it, the default that it names: `{{ var('schema', 'shop') }}` is
/// "shop". Empty if there is no default.
std::string_view literal_of(std::string_view text);

}  // namespace sluice::inline v0::schema_detail

#endif
