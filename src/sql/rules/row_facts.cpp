#include "row_facts.hpp"

#include <algorithm>

#include "affinity.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql::rules {
namespace {

constexpr std::size_t max_items = 64;
constexpr std::size_t max_sources = 32;
constexpr std::size_t max_depth = 100;

using Items = std::vector<NullItem>;

Items both(const Items &a, const Items &b) {
  Items all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  if (all.size() > max_items) all.resize(max_items);
  return all;
}

Items common(const Items &a, const Items &b) {
  Items shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  return shared;
}

/// Computes which NULLs make an expression NULL, or not true.
class NullFlow {
 public:
  NullFlow(const SyntaxTree &tree, const Bindings &bindings) : tree_(tree), bindings_(bindings) {}

  Items not_true(NodeId id, std::size_t depth) const {
    if (depth > max_depth) return {};
    id = inside_parens(tree_, id);
    const auto op = tree_[id].as<Operator>();
    switch (tree_.kind(id)) {
      case NodeKind::binary:
        if (op == Operator::logical_and || op == Operator::logical_or) {
          std::vector<NodeId> operands;
          collect_operands(tree_, id, op, operands);
          Items items = not_true(operands.front(), depth + 1);
          for (std::size_t i = 1; i < operands.size(); ++i) {
            const Items more = not_true(operands[i], depth + 1);
            items = op == Operator::logical_and ? both(items, more) : common(items, more);
          }
          return items;
        }
        if (op == Operator::is_not && tree_.kind(tree_.last_child(id)) == NodeKind::null)
          return null(tree_.first_child(id), depth + 1);
        return null(id, depth);
      case NodeKind::in:
        // `NULL IN ()` passes no row, but `NULL NOT IN ()` passes every row.
        if (!tree_[id].has(flag::negated)) return null(tree_.first_child(id), depth + 1);
        return null(id, depth);
      default: return null(id, depth);
    }
  }

 private:
  Items null(NodeId id, std::size_t depth) const {
    if (depth > max_depth) return {};
    id = inside_parens(tree_, id);
    const NodeId first = tree_.first_child(id);
    const auto op = tree_[id].as<Operator>();
    switch (tree_.kind(id)) {
      case NodeKind::column: return of_column(id);
      case NodeKind::unary:
        if (op == Operator::logical_not || op == Operator::minus || op == Operator::plus ||
            op == Operator::bit_not) {
          return null(first, depth + 1);
        }
        return {};
      case NodeKind::binary:
        if ((op >= Operator::equal && op <= Operator::greater_equal) ||
            (op >= Operator::bit_and && op <= Operator::modulo) || op == Operator::concat) {
          return both(null(first, depth + 1), null(tree_.last_child(id), depth + 1));
        }
        return {};
      case NodeKind::pattern:
        if (op != Operator::like && op != Operator::glob) return {};
        return both(null(first, depth + 1), null(tree_.next_sibling(first), depth + 1));
      case NodeKind::collate:
      case NodeKind::cast:
      case NodeKind::between: return null(first, depth + 1);
      case NodeKind::in: {
        const NodeId list = tree_.next_sibling(first);
        const bool values = tree_.kind(list) == NodeKind::list && !tree_.children(list).empty();
        return values ? null(first, depth + 1) : Items();
      }
      default: return {};
    }
  }

  Items of_column(NodeId id) const {
    const Binding &binding = bindings_[id];
    if (binding.levels != 0 || binding.source == no_node) return {};
    if (binding.meaning == Meaning::derived) return {{binding.source, no_position}};
    if (binding.meaning != Meaning::column && binding.meaning != Meaning::rowid) return {};
    if (binding.column == no_position) return {{binding.source, no_position}};
    return {{binding.source, binding.column}, {binding.source, no_position}};
  }

  const SyntaxTree &tree_;
  const Bindings &bindings_;
};

bool is_value(const SyntaxTree &tree, NodeId id) {
  const NodeKind kind = tree.kind(id);
  if (kind == NodeKind::unary) return is_literal(tree, id);
  if (kind == NodeKind::number || kind == NodeKind::string) return tree.text(id) != mask_text;
  return false;
}

}  // namespace

std::vector<NullItem> nulls_that_fail(const SyntaxTree &tree, const Bindings &bindings,
                                      NodeId condition) {
  return NullFlow(tree, bindings).not_true(condition, 0);
}

RowFacts::RowFacts(const SyntaxTree &tree, RewriteContext &context, NodeId select)
    : tree_(tree),
      bindings_(context.bindings(tree)),
      names_(context.names()),
      keys_(context.keys()) {
  if (bindings_ == nullptr || context.column_collations()) return;
  joins_ = all_conditions(tree, select);
  if (joins_.sources.size() > max_sources) joins_ = {};
  for (const NodeId source : joins_.sources) {
    std::uint32_t table = no_position;
    if (tree.kind(source) == NodeKind::table) {
      const SourceBinding &binding = bindings_->source(source);
      if (binding.common_table == no_node) table = binding.table;
    }
    tables_.push_back(table);
  }
  read_conditions();
}

Affinity RowFacts::affinity(const SourceColumn &column) const {
  return affinity_of(names_->column_type(column.table, column.column));
}

void RowFacts::read_conditions() {
  for (const NodeId condition : joins_.conditions) {
    failing_ = both(failing_, nulls_that_fail(tree_, *bindings_, condition));
    const NodeId id = inside_parens(tree_, condition);
    if (tree_.kind(id) != NodeKind::binary || tree_[id].as<Operator>() != Operator::equal) continue;
    const SourceColumn left = column(tree_.first_child(id)), right = column(tree_.last_child(id));
    if (left.source != no_node && right.source != no_node) {
      for (const auto &[from, to] : {std::pair(left, right), std::pair(right, left)}) {
        // The lookup value is computed from the existing one. The value found must be compared
        // unconverted, or several values could match.
        const Affinity given = affinity(from), found = affinity(to);
        if (!equals_are_same(given)) continue;
        if (given == found || found == Affinity::integer || found == Affinity::real ||
            found == Affinity::numeric) {
          links_.push_back({from, to});
        }
      }
    } else if (left.source != no_node || right.source != no_node) {
      const SourceColumn &fixed = left.source != no_node ? left : right;
      const NodeId value = left.source != no_node ? tree_.last_child(id) : tree_.first_child(id);
      if (is_value(tree_, value) && equals_are_same(affinity(fixed))) constants_.push_back(fixed);
    }
  }
}

SourceColumn RowFacts::column(NodeId node) const {
  node = inside_parens(tree_, node);
  if (tree_.kind(node) != NodeKind::column) return {};
  const Binding &binding = (*bindings_)[node];
  const bool of_table = (binding.meaning == Meaning::column || binding.meaning == Meaning::rowid) &&
                        binding.levels == 0 && binding.column != no_position;
  if (!of_table || position_of(binding.source) == joins_.sources.size()) return {};
  return {binding.source, binding.table, binding.column, node};
}

void RowFacts::add_columns(NodeId result, std::vector<SourceColumn> &into) const {
  const NodeKind kind = tree_.kind(result);
  if (kind == NodeKind::star) {
    const auto implied = bindings_->implied();
    auto at = std::find_if(implied.begin(), implied.end(),
                           [result](const ImpliedColumn &column) { return column.node == result; });
    for (; at != implied.end() && at->node == result; ++at) {
      if (at->table != no_position && position_of(at->source) < joins_.sources.size())
        into.push_back({at->source, at->table, at->column, result});
    }
    return;
  }
  if (kind == NodeKind::aliased || kind == NodeKind::ordering) result = tree_.first_child(result);
  if (const SourceColumn found = column(result); found.source != no_node) into.push_back(found);
}

std::size_t RowFacts::position_of(NodeId source) const noexcept {
  return static_cast<std::size_t>(std::find(joins_.sources.begin(), joins_.sources.end(), source) -
                                  joins_.sources.begin());
}

bool RowFacts::is_row_number(const SourceColumn &column) const {
  if (keys_ != nullptr) return false;  // they include it
  const auto key = names_->primary_key(column.table);
  return key.size() == 1 && key[0] == column.column &&
         same_name(names_->column_type(column.table, column.column), "integer");
}

bool RowFacts::is_never_null(const SourceColumn &column) const {
  return is_row_number(column) || (keys_ != nullptr && keys_->is_never_null(column.key())) ||
         contains(failing_, {column.source, column.column});
}

bool RowFacts::is_fixed(const Closure &closure, const SourceColumn &column) const {
  const std::size_t position = position_of(column.source);
  return (position < closure.sources.size() && closure.sources[position] != 0) ||
         std::find(closure.columns.begin(), closure.columns.end(), column) != closure.columns.end();
}

bool RowFacts::is_fixed_key(const Closure &closure, const SourceColumn &column) const {
  return is_fixed(closure, column) && is_never_null(column);
}

bool RowFacts::has_fixed_key(const Closure &closure, std::size_t position) const {
  const std::uint32_t table = tables_[position];
  if (table == no_position) return false;
  const NodeId source = joins_.sources[position];
  for (const std::uint32_t column : names_->primary_key(table)) {
    const SourceColumn key{source, table, column};
    if (is_row_number(key) && is_fixed_key(closure, key)) return true;
  }
  if (keys_ == nullptr) return false;
  auto single = std::lower_bound(keys_->unique.begin(), keys_->unique.end(), KeyColumn{table, 0});
  for (; single != keys_->unique.end() && single->table == table; ++single) {
    if (is_fixed_key(closure, {source, table, single->column})) return true;
  }
  auto together =
      std::lower_bound(keys_->composites.begin(), keys_->composites.end(), CompositeKey{table, {}});
  for (; together != keys_->composites.end() && together->table == table; ++together) {
    if (std::all_of(together->columns.begin(), together->columns.end(), [&](std::uint32_t column) {
          return is_fixed_key(closure, {source, table, column});
        })) {
      return true;
    }
  }
  return false;
}

RowFacts::Closure RowFacts::close(std::span<const SourceColumn> given) const {
  Closure closure;
  closure.columns.assign(given.begin(), given.end());
  closure.columns.insert(closure.columns.end(), constants_.begin(), constants_.end());
  closure.sources.resize(joins_.sources.size());
  for (bool grown = true; grown;) {
    grown = false;
    for (const Link &link : links_) {
      if (!is_fixed(closure, link.from) || is_fixed(closure, link.to)) continue;
      closure.columns.push_back(link.to);
      grown = true;
    }
    for (std::size_t i = 0; i < closure.sources.size(); ++i) {
      if (closure.sources[i] != 0 || !has_fixed_key(closure, i)) continue;
      closure.sources[i] = 1;
      grown = true;
    }
  }
  return closure;
}

bool RowFacts::determine(std::span<const SourceColumn> given, const SourceColumn &column) const {
  return known() && is_fixed(close(given), column);
}

bool RowFacts::determine_row(std::span<const SourceColumn> given) const {
  if (!known()) return false;
  const Closure closure = close(given);
  return std::all_of(closure.sources.begin(), closure.sources.end(),
                     [](char fixed) { return fixed != 0; });
}

}  // namespace sluice::inline v0::sql::rules
