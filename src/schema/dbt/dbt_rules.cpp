#include "dbt_rules.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "dbt_names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_key_columns = 64;
constexpr std::size_t max_rule_values = 65'535;
constexpr std::size_t max_check_bytes = std::size_t{1} << 16;

struct KnownTest {
  std::string_view name;
  DbtRuleKind kind;
};

// dbt's own, and those of dbt_utils, dbt_expectations and dbt_constraints.
constexpr KnownTest known_tests[] = {
    {"unique", DbtRuleKind::unique},
    {"not_null", DbtRuleKind::not_null},
    {"accepted_values", DbtRuleKind::accepted_values},
    {"relationships", DbtRuleKind::foreign_key},
    {"relationships_where", DbtRuleKind::foreign_key},
    {"unique_combination_of_columns", DbtRuleKind::unique},
    {"expect_column_values_to_be_unique", DbtRuleKind::unique},
    {"expect_compound_columns_to_be_unique", DbtRuleKind::unique},
    {"expect_column_values_to_not_be_null", DbtRuleKind::not_null},
    {"expect_column_values_to_be_in_set", DbtRuleKind::accepted_values},
    {"primary_key", DbtRuleKind::primary_key},
    {"unique_key", DbtRuleKind::unique},
    {"foreign_key", DbtRuleKind::foreign_key},
};

/// The first of several arguments that is there.
std::vector<std::string> first_argument(DbtArguments arguments,
                                        std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    std::vector<std::string> texts = arguments(name);
    if (!texts.empty()) return texts;
  }
  return {};
}

std::string first_dbt_text(const std::vector<std::string> &texts) {
  return texts.empty() ? std::string() : texts.front();
}

/// The columns if all of them are names, else none.
std::vector<std::string> dbt_column_names(const std::vector<std::string> &texts) {
  std::vector<std::string> names;
  if (texts.size() > max_key_columns) return names;
  for (const std::string &text : texts) {
    const std::string_view plain = unquoted_column(text);
    if (plain.empty() || (plain.size() == text.size() && !is_column_name(plain))) return {};
    names.emplace_back(plain);
  }
  return names;
}

std::vector<std::string> own_columns(std::string_view column, DbtArguments arguments,
                                     std::initializer_list<std::string_view> names) {
  std::vector<std::string> columns = dbt_column_names(first_argument(arguments, names));
  if (columns.empty() && !column.empty()) columns.emplace_back(column);
  return columns;
}

/// "sales.customers (id)", as the expression of a foreign key.
void read_key_expression(std::string_view expression, DbtRule &rule) {
  expression = trimmed(expression);
  constexpr std::string_view word = "references";
  if (expression.size() > word.size() && same_name(expression.substr(0, word.size()), word))
    expression = trimmed(expression.substr(word.size()));
  const std::size_t open = expression.find('(');
  rule.target = std::string(trimmed(expression.substr(0, std::min(open, expression.size()))));
  if (open == expression.npos) return;
  std::string_view list = expression.substr(open + 1);
  list = list.substr(0, list.find(')'));
  std::vector<std::string> names;
  while (!list.empty() && names.size() <= max_key_columns) {
    const std::size_t comma = std::min(list.find(','), list.size());
    names.emplace_back(trimmed(list.substr(0, comma)));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  rule.target_columns = dbt_column_names(names);
}

/// Reads lists of values from the expression of a check.
void read_check(std::string_view expression, std::vector<DbtRule> &rules) {
  if (expression.empty() || expression.size() > max_check_bytes) return;
  const std::string script = fmt::format("CREATE TABLE t (c text, CHECK ({}));", expression);
  sql::read_ddl(script, {.dialect = sql::Dialect::permissive},
                [&](sql::DdlStatement &&statement, std::size_t) {
                  const auto *table = std::get_if<sql::CreateTable>(&statement);
                  if (table == nullptr) return;
                  for (const sql::DdlAllowedValues &allowed : table->allowed_values) {
                    DbtRule &rule = rules.emplace_back();
                    rule.kind = DbtRuleKind::accepted_values;
                    rule.columns = {allowed.column.text};
                    rule.values = allowed.values;
                  }
                });
}

}  // namespace

std::optional<DbtRule> read_dbt_test(std::string_view name, std::string_view column,
                                     DbtArguments arguments) {
  name = trimmed(name);
  name.remove_prefix(name.find_last_of('.') == name.npos ? 0 : name.find_last_of('.') + 1);
  const auto known = std::ranges::find(known_tests, name, &KnownTest::name);
  if (known == std::end(known_tests)) return std::nullopt;
  DbtRule rule;
  rule.kind = known->kind;
  if (rule.kind != DbtRuleKind::foreign_key &&
      !first_argument(arguments, {"where", "row_condition"}).empty()) {
    return std::nullopt;
  }
  rule.columns = own_columns(column, arguments,
                             {"combination_of_columns", "column_list", "fk_column_names",
                              "fk_column_name", "column_names", "column_name"});
  if (rule.columns.empty()) return std::nullopt;
  if (rule.kind == DbtRuleKind::accepted_values) {
    rule.values = first_argument(arguments, {"values", "value_set"});
    if (rule.values.empty() || rule.values.size() > max_rule_values) return std::nullopt;
  }
  if (rule.kind == DbtRuleKind::foreign_key) {
    rule.target = first_dbt_text(first_argument(arguments, {"to", "pk_table_name"}));
    rule.target_columns =
        dbt_column_names(first_argument(arguments, {"field", "pk_column_names", "pk_column_name"}));
    if (rule.target.empty() || rule.target_columns.size() != rule.columns.size())
      return std::nullopt;
  }
  return rule;
}

std::vector<DbtRule> read_dbt_constraint(std::string_view type, std::string_view column,
                                         DbtArguments arguments) {
  std::vector<DbtRule> rules;
  if (same_name(type, "check")) {
    read_check(first_dbt_text(arguments("expression")), rules);
  } else {
    constexpr std::array<KnownTest, 4> types = {{{"primary_key", DbtRuleKind::primary_key},
                                                 {"unique", DbtRuleKind::unique},
                                                 {"not_null", DbtRuleKind::not_null},
                                                 {"foreign_key", DbtRuleKind::foreign_key}}};
    const auto known = std::ranges::find_if(
        types, [&](const KnownTest &one) { return same_name(one.name, type); });
    if (known == types.end()) return rules;
    DbtRule rule;
    rule.kind = known->kind;
    rule.columns = own_columns(column, arguments, {"columns"});
    if (rule.columns.empty()) return rules;
    if (rule.kind == DbtRuleKind::foreign_key) {
      rule.target = first_dbt_text(arguments("to"));
      rule.target_columns = dbt_column_names(arguments("to_columns"));
      if (rule.target.empty()) read_key_expression(first_dbt_text(arguments("expression")), rule);
      if (rule.target.empty()) return rules;
    }
    rules.push_back(std::move(rule));
  }
  for (DbtRule &rule : rules) rule.is_declared = true;
  return rules;
}

}  // namespace sluice::inline v0::schema_detail
