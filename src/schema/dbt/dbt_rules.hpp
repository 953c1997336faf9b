#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_RULES_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_RULES_HPP

/// What the tests and constraints of a dbt project say about its tables.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::schema_detail {

enum class DbtRuleKind : std::uint8_t {
  primary_key,
  unique,
  not_null,
  accepted_values,
  foreign_key,
};

struct DbtRule {
  DbtRuleKind kind = DbtRuleKind::unique;
  std::vector<std::string> columns;
  std::vector<std::string> values;  ///< Of `accepted_values`.
  /// Of a foreign key: "ref('orders')", or the name of a relation; and its relation, if that is
  /// known already.
  std::string target;
  std::optional<std::size_t> target_relation;
  std::vector<std::string> target_columns;
  bool is_declared = false;  ///< A constraint, not a test.
  std::string where;         ///< For messages.
};

/// The argument of that name as texts: of a list its elements, of another value one, or none.
using DbtArguments = function_ref<std::vector<std::string>(std::string_view name)>;

/// What a test says; nullopt if that is nothing that a schema has. `name` may begin with a package:
/// "dbt_utils.unique_combination_of_columns". `column` is where the test is written; empty if that
/// is at the table. A test of some rows says nothing about the others, so only foreign keys are
/// taken from it.
std::optional<DbtRule> read_dbt_test(std::string_view name, std::string_view column,
                                     DbtArguments arguments);

/// What a constraint says. `column` as above.
std::vector<DbtRule> read_dbt_constraint(std::string_view type, std::string_view column,
                                         DbtArguments arguments);

}  // namespace sluice::inline v0::schema_detail

#endif
