#include <algorithm>
#include <charconv>
#include <system_error>

#include "judge/ties.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/syntax_error.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0 {
namespace {

using sql::no_node;
using sql::NodeId;
using sql::NodeKind;
using sql::SyntaxTree;

std::optional<std::size_t> count_of(const SyntaxTree &tree, NodeId id) {
  if (id == no_node || tree.kind(id) != NodeKind::number) return std::nullopt;
  std::size_t count = 0;
  const std::string_view text = tree.text(id);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return count;
}

class Opening {
 public:
  Opening(SyntaxTree &tree, sql::Dialect dialect) : tree_(tree), dialect_(dialect) {}

  std::optional<TieQuery> run() {
    const NodeId root = tree_.root();
    if (!sql::is_query(tree_.kind(root))) return std::nullopt;
    first_ = root;
    while (tree_.kind(first_) == NodeKind::compound) first_ = first_operand(first_);
    if (tree_.kind(first_) == NodeKind::select) read_results();
    if (!read_limit(root)) return std::nullopt;
    const NodeId order_by = tree_.child(root, NodeKind::order_by);
    if (order_by != no_node) {
      for (const NodeId ordering : tree_.children(order_by)) {
        if (!read_key(tree_.first_child(ordering))) return std::nullopt;
      }
    }
    append_keys();
    query_.sql = print(tree_, {.dialect = dialect_});
    return std::move(query_);
  }

 private:
  NodeId first_operand(NodeId compound) const {
    for (const NodeId child : tree_.children(compound)) {
      if (sql::is_query(tree_.kind(child))) return child;
      // Operands in parentheses could have their own ORDER BY and LIMIT.
      if (tree_.kind(child) != NodeKind::with) break;
    }
    return no_node;
  }

  void read_results() {
    const NodeId list = tree_.child(first_, NodeKind::select_list);
    for (const NodeId result : tree_.children(list)) results_.push_back(result);
  }

  bool read_limit(NodeId root) {
    const NodeId limit = tree_.child(root, NodeKind::limit);
    if (limit == no_node) return true;
    const NodeId offset = tree_.child(limit, NodeKind::offset);
    const NodeId count = tree_.first_child(limit);
    if (offset != no_node) {
      const auto skipped = count_of(tree_, tree_.first_child(offset));
      if (!skipped) return false;
      query_.skipped = *skipped;
    }
    if (count != offset) {
      const auto most = count_of(tree_, count);
      if (!most) return false;
      query_.count = *most;
    }
    tree_.remove(limit);
    return true;
  }

  /// The position of the result, counted from the front or the end; empty if there are stars on
  /// both sides of it.
  std::optional<std::ptrdiff_t> column_of(std::size_t result) const {
    const auto is_star = [this](NodeId id) { return tree_.kind(id) == NodeKind::star; };
    const auto at = results_.begin() + static_cast<std::ptrdiff_t>(result);
    if (is_star(*at)) return std::nullopt;
    if (std::none_of(results_.begin(), at, is_star)) return static_cast<std::ptrdiff_t>(result);
    if (std::any_of(at, results_.end(), is_star)) return std::nullopt;
    return static_cast<std::ptrdiff_t>(result) - static_cast<std::ptrdiff_t>(results_.size());
  }

  std::string_view alias_of(NodeId result) const {
    if (tree_.kind(result) != NodeKind::aliased) return {};
    return tree_.text(tree_.child(result, NodeKind::alias));
  }
  NodeId expression_of(NodeId result) const {
    return tree_.kind(result) == NodeKind::aliased ? tree_.first_child(result) : result;
  }

  bool is_bare_name(NodeId id) const {
    return tree_.kind(id) == NodeKind::column && tree_.first_child(id) == no_node;
  }

  /// The result whose alias is this name.
  std::optional<std::size_t> aliased(std::string_view name) const {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (const auto alias = alias_of(results_[i]); !alias.empty() && same_name(alias, name))
        return i;
    }
    return std::nullopt;
  }

  bool takes(std::size_t result) {
    const auto column = column_of(result);
    if (!column) return false;
    query_.keys.push_back(*column);
    return true;
  }

  bool read_key(NodeId key) {
    // Collations do not affect which texts are equal here.
    while (tree_.kind(key) == NodeKind::paren || tree_.kind(key) == NodeKind::collate)
      key = tree_.first_child(key);
    const bool compound = tree_.kind(tree_.root()) != NodeKind::select;
    if (const auto position = count_of(tree_, key)) {
      if (*position == 0) return false;
      query_.keys.push_back(static_cast<std::ptrdiff_t>(*position) - 1);
      return true;
    }
    // SQLite also treats a signed number as a position.
    if (tree_.kind(key) == NodeKind::unary) {
      for (const NodeId id : sql::nodes_below(tree_, key)) {
        if (tree_.kind(id) == NodeKind::number && tree_.kind(tree_.parent(id)) == NodeKind::unary)
          return false;
      }
    }
    if (is_bare_name(key)) {
      if (const auto result = aliased(tree_.text(key))) {
        if (takes(*result)) return true;
        return !compound && append(expression_of(results_[*result]));
      }
    } else if (holds_alias(key)) {
      return false;
    }
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const NodeId result = expression_of(results_[i]);
      if (equal(tree_, result, tree_, key) && takes(i)) return true;
      if (compound && is_bare_name(key) && tree_.kind(result) == NodeKind::column &&
          alias_of(results_[i]).empty() && same_name(tree_.text(result), tree_.text(key)) &&
          takes(i)) {
        return true;
      }
    }
    return !compound && append(key);
  }

  /// In ORDER BY an alias may be part of an expression, among the results it may not.
  bool holds_alias(NodeId key) const {
    for (const NodeId id : sql::nodes_below(tree_, key)) {
      if (is_bare_name(id) && aliased(tree_.text(id))) return true;
    }
    return false;
  }

  bool append(NodeId key) {
    if (tree_.child(tree_.root(), NodeKind::distinct) != no_node) return false;
    appended_.push_back(key);
    return true;
  }

  void append_keys() {
    query_.appended = appended_.size();
    const NodeId list = tree_.child(first_, NodeKind::select_list);
    for (const NodeId key : appended_) tree_.append(list, tree_.copy(tree_, key));
  }

  SyntaxTree &tree_;
  sql::Dialect dialect_;
  NodeId first_;
  std::vector<NodeId> results_;
  std::vector<NodeId> appended_;
  TieQuery query_;
};

}  // namespace

std::optional<TieQuery> open_ties(std::string_view sql, sql::Dialect dialect) {
  SyntaxTree tree;
  try {
    sql::parse(sql, tree, {.dialect = dialect});
  } catch (const sql::SyntaxError &) {
    return std::nullopt;
  }
  return Opening(tree, dialect).run();
}

}  // namespace sluice::inline v0
