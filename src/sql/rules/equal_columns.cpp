/// Uses one name for columns that a join makes equal.

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "affinity.hpp"
#include "conjunctions.hpp"
#include "query_facts.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

using rules::EqualColumns;
using rules::SourceColumn;

class EqualColumnRewrite {
 public:
  EqualColumnRewrite(SyntaxTree &tree, const Bindings &bindings, RewriteContext &context,
                     NodeId select)
      : tree_(tree), bindings_(bindings), context_(context), select_(select) {}

  bool run() {
    joins_ = rules::all_conditions(tree_, select_);
    if (joins_.sources.empty()) return false;
    equal_ = rules::equal_columns(tree_, bindings_, *context_.names(), joins_);
    choose();
    if (names_are_taken()) return false;
    const bool uses = replace_uses();
    joins_ = rules::all_conditions(tree_, select_);  // a condition may have been a replaced column
    const bool equations = replace_equations();
    return uses || equations;
  }

 private:
  /// Chooses the column that represents each class. Avoids a key that others refer to, because its
  /// table may then become unnecessary.
  void choose() {
    chosen_.resize(equal_.columns.size());
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      chosen_[i] = i;
      for (std::size_t other = 0; other < chosen_.size(); ++other) {
        if (equal_.classes[other] == equal_.classes[i] && comes_before(other, chosen_[i]))
          chosen_[i] = other;
      }
    }
  }
  bool comes_before(std::size_t a, std::size_t b) const {
    const SourceColumn &x = equal_.columns[a], &y = equal_.columns[b];
    const bool unique_x = is_unique(x), unique_y = is_unique(y);
    if (unique_x != unique_y) return unique_y;
    const AnyNames &names = *context_.names();
    const auto key = [&names](const SourceColumn &column) {
      return std::pair(lower_ascii(names.table_name(column.table)),
                       lower_ascii(names.column_name(column.table, column.column)));
    };
    if (const auto of_x = key(x), of_y = key(y); of_x != of_y) return of_x < of_y;
    return x.source < y.source;
  }
  bool is_unique(const SourceColumn &column) const {
    return context_.keys() != nullptr && context_.keys()->is_unique({column.table, column.column});
  }

  /// Whether a name that would be written could be read as the alias of a result.
  bool names_are_taken() const {
    for (const NodeId result : tree_.children(tree_.child(select_, NodeKind::select_list))) {
      if (tree_.kind(result) != NodeKind::aliased) continue;
      const std::string_view alias = tree_.text(tree_.last_child(result));
      for (const SourceColumn &column : equal_.columns) {
        if (same_name(alias, tree_.text(column.node))) return true;
      }
    }
    return false;
  }

  bool replace_uses() {
    const bool names_count = rules::result_names_count(tree_, select_);
    std::vector<std::pair<NodeId, std::size_t>> uses;
    for (const NodeId part : tree_.children(select_)) {
      if (tree_.kind(part) == NodeKind::from) continue;
      walk(tree_, part, [&](NodeId id) {
        if (is_query(tree_.kind(id)) || equal_.is_equation(id)) return false;
        if (tree_.kind(id) != NodeKind::column) return true;
        const std::size_t at = equal_.find(bindings_[id]);
        if (at == EqualColumns::none || chosen_[at] == at) return false;
        if (names_count && tree_.kind(tree_.parent(id)) == NodeKind::select_list) return false;
        uses.emplace_back(id, chosen_[at]);
        return false;
      });
    }
    for (const auto &[use, chosen] : uses)
      tree_.replace(use, rules::duplicate(tree_, equal_.columns[chosen].node));
    return !uses.empty();
  }

  /// Rewrites the equations so that each class has one column that is equated with each of the
  /// others.
  bool replace_equations() {
    std::vector<char> met(equal_.columns.size());
    bool canonical = true;
    for (const rules::Equation &equation : equal_.equations) {
      const std::size_t other =
          chosen_[equation.left] == equation.left ? equation.right : equation.left;
      const std::size_t one = other == equation.left ? equation.right : equation.left;
      if (chosen_[other] != one || other == one || met[other] != 0) canonical = false;
      met[other] = 1;
    }
    if (canonical) return false;
    std::vector<NodeId> conditions;
    for (const NodeId condition : joins_.conditions) {
      if (!equal_.is_equation(condition)) conditions.push_back(condition);
    }
    std::vector<NodeId> made;
    for (std::size_t i = 0; i < equal_.columns.size(); ++i) {
      if (chosen_[i] == i) continue;
      const NodeId equation =
          tree_.add(NodeKind::binary, {}, static_cast<std::uint8_t>(Operator::equal));
      const NodeId left = rules::duplicate(tree_, equal_.columns[chosen_[i]].node);
      const NodeId right = rules::duplicate(tree_, equal_.columns[i].node);
      rules::set_children(tree_, equation, std::array{left, right});
      made.push_back(equation);
    }
    conditions.insert(conditions.end(), made.begin(), made.end());
    rules::set_sources(tree_, select_, joins_, joins_.sources, conditions);
    return true;
  }

  SyntaxTree &tree_;
  const Bindings &bindings_;
  RewriteContext &context_;
  NodeId select_;
  rules::InnerJoins joins_;
  EqualColumns equal_;
  std::vector<std::size_t> chosen_;
};

struct CanonicalEqualColumns {
  static std::string_view name() noexcept { return "canonical_equal_columns"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    if (context.column_collations()) return false;
    bool changed = false;
    for (const NodeId select : rules::selects_with_joins(tree)) {
      const Bindings *bindings = context.bindings(tree);
      if (bindings == nullptr) return false;
      if (!EqualColumnRewrite(tree, *bindings, context, select).run()) continue;
      context.changed();
      changed = true;
    }
    return changed;
  }
};

}  // namespace

AnyRewriteRule canonical_equal_columns() { return CanonicalEqualColumns(); }

}  // namespace sluice::inline v0::sql
