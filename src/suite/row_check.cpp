#include "row_check.hpp"

#include "sluice/core/ascii.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::inline v0::suite {
namespace {

Term read(const Constraints &constraints, const CheckConstraint &check) {
  sql::SyntaxTree tree;
  try {
    sql::parse("SELECT (" + check.expression + ")", tree);
  } catch (const Error &) {
    return {};
  }
  const sql::NodeId list = tree.child(tree.root(), sql::NodeKind::select_list);
  if (list == sql::no_node) return {};
  const auto columns = constraints.schema().tables()[check.table].columns;
  return term_of(tree, tree.first_child(list), [&](sql::NodeId node) {
    if (tree.kind(node) != sql::NodeKind::column) return Term();
    for (std::uint32_t column = 0; column < columns.size(); ++column) {
      if (!same_name(columns[column].name, tree.text(node))) continue;
      const ColumnConstraint &facts = constraints.column(check.table, column);
      return Term::of_variable(column, facts.affinity, facts.no_case);
    }
    // A double-quoted name that refers to nothing is a string.
    const bool quoted = tree[node].has(sql::flag::quoted);
    return quoted ? Term::of_value(Value::of_text(tree.text(node))) : Term();
  });
}

}  // namespace

RowCheck::RowCheck(const Constraints &constraints, const CheckConstraint &check)
    : table_(check.table), term_(read(constraints, check)) {}

bool RowCheck::allows(Row row) const {
  std::vector<Value> values(row.begin(), row.end());
  const auto value =
      evaluate(term_, [&](std::uint32_t column) -> const Value * { return &values[column]; });
  return !value || truth_of(*value) != 0;
}

}  // namespace sluice::inline v0::suite
