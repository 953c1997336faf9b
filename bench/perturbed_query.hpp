#ifndef SLUICE_BENCH_PERTURBED_QUERY_HPP
#define SLUICE_BENCH_PERTURBED_QUERY_HPP

/// Perturbs queries like the mistakes of a model: one element is dropped, added or replaced. Used
/// for approximations of training questions, for which there are no recorded predictions.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::bench {

class PerturbedQuery {
 public:
  using NodeId = sql::NodeId;
  using NodeKind = sql::NodeKind;

  PerturbedQuery(std::string_view gold, Random &random) : random_(random) {
    sql::parse(gold, tree_, {.dialect = sql::Dialect::permissive});
  }

  std::string text() const { return sql::print(tree_); }

  /// Makes one change, with clauses of `other`. Tries at most 20 times until something has changed.
  void perturb(std::string_view other) {
    sql::SyntaxTree lender;
    sql::parse(other, lender, {.dialect = sql::Dialect::permissive});
    const std::string before = text();
    for (int tries = 0; tries < 20 && text() == before; ++tries) change(lender);
  }

 private:
  static std::vector<NodeId> all_of(const sql::SyntaxTree &tree, NodeKind kind) {
    std::vector<NodeId> found, stack{tree.root()};
    while (!stack.empty()) {
      const NodeId at = stack.back();
      stack.pop_back();
      if (tree.kind(at) == kind) found.push_back(at);
      for (const NodeId child : tree.children(at)) stack.push_back(child);
    }
    return found;
  }
  NodeId any_of(const sql::SyntaxTree &tree, NodeKind kind) {
    const std::vector<NodeId> found = all_of(tree, kind);
    return found.empty() ? sql::no_node : found[random_.below(found.size())];
  }
  NodeId clause(NodeId select, NodeKind kind) const { return tree_.child(select, kind); }
  void drop(NodeId id) {
    if (id != sql::no_node) tree_.remove(id);
  }
  /// Inserts a clause; the clauses of a select are in the order of their kinds.
  void put(NodeId select, NodeId made) {
    const NodeId old = clause(select, tree_.kind(made));
    if (old != sql::no_node) return tree_.replace(old, made);
    for (const NodeId child : tree_.children(select)) {
      if (tree_.kind(child) > tree_.kind(made)) return tree_.insert_before(child, made);
    }
    tree_.append(select, made);
  }
  void lend(NodeId select, const sql::SyntaxTree &lender, NodeId from, NodeKind kind) {
    const NodeId with = lender.child(from, kind);
    if (with != sql::no_node) put(select, tree_.copy(lender, with));
  }

  void change(const sql::SyntaxTree &lender) {
    const NodeId select = any_of(tree_, NodeKind::select);
    if (select == sql::no_node) return;
    const NodeId results = clause(select, NodeKind::select_list);
    switch (random_.below(13)) {
      case 0:
        if (tree_.count_children(results) > 1)
          drop(tree_.child(results,
                           static_cast<std::size_t>(random_.below(tree_.count_children(results)))));
        break;
      case 1:
        if (const NodeId column = any_of(tree_, NodeKind::column); column != sql::no_node)
          tree_.append(results, tree_.copy(tree_, column));
        break;
      case 2: drop_condition(clause(select, NodeKind::where)); break;
      case 3: {
        const NodeId limit = clause(select, NodeKind::limit);
        const NodeId order = clause(select, NodeKind::order_by);
        if (limit == sql::no_node || random_.below(2) == 0) drop(order);
        drop(limit);
        break;
      }
      case 4:
        drop(clause(select, NodeKind::having));
        if (random_.below(2) == 0) drop(clause(select, NodeKind::group_by));
        break;
      case 5: {
        const NodeId distinct = clause(select, NodeKind::distinct);
        if (distinct != sql::no_node) {
          tree_.remove(distinct);
        } else {
          put(select, tree_.add(NodeKind::distinct));
        }
        break;
      }
      case 6: change_function(); break;
      case 7: change_comparison(); break;
      case 8:
        if (const NodeId join = any_of(tree_, NodeKind::join); join != sql::no_node) {
          if (random_.below(3) == 0) {
            tree_.at(join).op = static_cast<std::uint8_t>(sql::JoinKind::left);
          } else {
            tree_.remove(join);
          }
        }
        break;
      case 9: {
        const NodeId from = any_of(tree_, NodeKind::from), join = any_of(lender, NodeKind::join);
        if (from != sql::no_node && join != sql::no_node)
          tree_.append(from, tree_.copy(lender, join));
        break;
      }
      case 10: change_compound(); break;
      default: {
        static constexpr std::array kinds{NodeKind::where,    NodeKind::group_by,
                                          NodeKind::order_by, NodeKind::select_list,
                                          NodeKind::having,   NodeKind::limit};
        const NodeKind kind = kinds[random_.below(kinds.size())];
        const NodeId lent = any_of(lender, kind);
        if (lent == sql::no_node || lender.kind(lender.parent(lent)) != NodeKind::select) break;
        const NodeId from = lender.parent(lent);
        lend(select, lender, from, kind);
        if (kind == NodeKind::order_by) lend(select, lender, from, NodeKind::limit);
        if (kind == NodeKind::having) lend(select, lender, from, NodeKind::group_by);
      }
    }
  }

  void drop_condition(NodeId where) {
    if (where == sql::no_node) return;
    const NodeId top = tree_.first_child(where);
    const auto op = tree_[top].as<sql::Operator>();
    if (tree_.kind(top) != NodeKind::binary ||
        (op != sql::Operator::logical_and && op != sql::Operator::logical_or))
      return tree_.remove(where);
    const NodeId kept = tree_.child(top, static_cast<std::size_t>(random_.below(2)));
    tree_.remove(kept);
    tree_.replace(top, kept);
  }

  void change_function() {
    const NodeId function = any_of(tree_, NodeKind::function);
    if (function == sql::no_node) return;
    static constexpr std::array<const char *, 5> names{"count", "avg", "sum", "max", "min"};
    const NodeId argument = tree_.first_child(function);
    if (random_.below(2) == 0) {
      tree_.set_text(function, names[random_.below(names.size())]);
    } else if (argument != sql::no_node && tree_.kind(argument) == NodeKind::column) {
      tree_.remove(argument);
      tree_.replace(function, argument);
    }
  }

  void change_comparison() {
    const NodeId node = any_of(tree_, NodeKind::binary);
    if (node == sql::no_node || tree_.kind(tree_.parent(node)) == NodeKind::on) return;
    const auto first = static_cast<std::uint8_t>(sql::Operator::equal);
    const auto last = static_cast<std::uint8_t>(sql::Operator::greater_equal);
    if (tree_[node].op < first || tree_[node].op > last) return;
    tree_.at(node).op = static_cast<std::uint8_t>(first + random_.below(last - first + 1U));
  }

  void change_compound() {
    const NodeId node = any_of(tree_, NodeKind::compound);
    if (node == sql::no_node) return;
    const NodeId left = tree_.first_child(node);
    if (random_.below(2) == 0) {
      tree_.at(node).op = static_cast<std::uint8_t>(random_.below(4));
    } else if (tree_.kind(left) == NodeKind::select) {
      tree_.remove(left);
      if (node == tree_.root()) {
        tree_.set_root(left);
      } else {
        tree_.replace(node, left);
      }
    }
  }

  Random &random_;
  sql::SyntaxTree tree_;
};

}  // namespace sluice::bench

#endif
