/// Rules about spelling: words and signs that have no effect, or have a synonym.

#include <array>
#include <string_view>
#include <vector>

#include "query_facts.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

struct DropParentheses {
  static std::string_view name() noexcept { return "drop_parentheses"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::paren || is_needed(tree, id)) continue;
      rules::become(tree, id, rules::inside_parens(tree, id));
      changed = true;
    }
    return changed;
  }

 private:
  static bool is_needed(const SyntaxTree &tree, NodeId id) {
    const NodeId parent = tree.parent(id);
    switch (tree.kind(parent)) {
      case NodeKind::in: return tree.first_child(parent) != id;
      case NodeKind::interval: return true;
      case NodeKind::limit: return tree[parent].has(flag::top);
      case NodeKind::select_list:
        return tree.kind(rules::inside_parens(tree, id)) != NodeKind::column &&
               rules::result_names_count(tree, tree.parent(parent));
      default: return false;
    }
  }
};

struct DropEmptyWords {
  static std::string_view name() noexcept { return "drop_empty_words"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    const bool postgresql = context.dialect() == Dialect::postgresql;
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      bool here = false;
      switch (tree.kind(id)) {
        case NodeKind::select:
        case NodeKind::function: here = unmark(tree, id, flag::all); break;
        case NodeKind::ordering: here = ordering(tree, id, postgresql); break;
        case NodeKind::join: here = join(tree, id, postgresql); break;
        case NodeKind::limit: here = limit(tree, id); break;
        default: break;
      }
      changed = changed || here;
    }
    return changed;
  }

 private:
  static bool unmark(SyntaxTree &tree, NodeId id, std::uint16_t marks) {
    if (!tree[id].has(marks)) return false;
    tree.at(id).flags = static_cast<std::uint16_t>(tree[id].flags & ~marks);
    return true;
  }
  static bool ordering(SyntaxTree &tree, NodeId id, bool postgresql) {
    // NULL sorts first in SQLite and last in PostgreSQL.
    const bool first = tree[id].has(flag::descending) == postgresql;
    const bool nulls = unmark(tree, id, first ? flag::nulls_first : flag::nulls_last);
    return unmark(tree, id, flag::ascending) || nulls;
  }
  static bool join(SyntaxTree &tree, NodeId id, bool postgresql) {
    const bool outer = unmark(tree, id, flag::outer);
    const auto kind = tree[id].as<JoinKind>();
    // PostgreSQL requires ON after JOIN, and its comma has lower precedence.
    if (kind != JoinKind::inner && (kind != JoinKind::comma || postgresql)) return outer;
    tree.at(id).op = static_cast<std::uint8_t>(JoinKind::plain);
    return true;
  }
  static bool limit(SyntaxTree &tree, NodeId id) {
    bool changed = false;
    if (tree[id].has(flag::top)) {
      const NodeId query = tree.parent(id);
      tree.remove(id);
      tree.append(query, id);
    }
    changed = unmark(tree, id, flag::top | flag::fetch | flag::comma);
    const NodeId offset = tree.child(id, NodeKind::offset);
    if (offset != no_node && offset != tree.first_child(id) &&
        tree.kind(tree.first_child(offset)) == NodeKind::number &&
        tree.text(tree.first_child(offset)) == "0") {
      tree.remove(offset);
      changed = true;
    }
    return changed;
  }
};

struct CanonicalFunctions {
  static std::string_view name() noexcept { return "canonical_functions"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    if (context.dialect() == Dialect::postgresql) return false;
    const bool deep = rules::is_deep(tree);
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::function) continue;
      const std::size_t arguments = plain_arguments(tree, id);
      if (arguments == 3 && !deep && same_name(tree.text(id), "iif")) {
        make_case(tree, id);
        changed = true;
        continue;
      }
      for (const Synonym &synonym : synonyms) {
        if (arguments < synonym.least || arguments > synonym.most ||
            !same_name(tree.text(id), synonym.name)) {
          continue;
        }
        tree.set_text(id, synonym.canonical);
        changed = true;
      }
    }
    return changed;
  }

 private:
  struct Synonym {
    std::string_view name, canonical;
    std::size_t least, most;
  };
  static constexpr std::array<Synonym, 3> synonyms = {{{"ifnull", "coalesce", 2, 2},
                                                       {"substring", "substr", 2, 3},
                                                       {"printf", "format", 1, SIZE_MAX}}};

  /// 0 if the call has more than plain arguments.
  static std::size_t plain_arguments(const SyntaxTree &tree, NodeId function) {
    if (tree[function].has(flag::qualified | flag::all)) return 0;
    std::size_t count = 0;
    for (const NodeId child : tree.children(function)) {
      switch (tree.kind(child)) {
        case NodeKind::distinct:
        case NodeKind::star:
        case NodeKind::order_by:
        case NodeKind::filter:
        case NodeKind::over:
        case NodeKind::within_group:
        case NodeKind::keyword_argument: return 0;
        default: ++count;
      }
    }
    return count;
  }
  static void make_case(SyntaxTree &tree, NodeId id) {
    const NodeId condition = tree.first_child(id), then = tree.next_sibling(condition);
    const NodeId rest = tree.next_sibling(then);
    const NodeId when = tree.add(NodeKind::when), otherwise = tree.add(NodeKind::otherwise);
    rules::set_children(tree, when, std::array{condition, then});
    rules::set_children(tree, otherwise, std::array{rest});
    Node &node = tree.at(id);
    node.kind = NodeKind::case_when;
    node.flags = 0;
    node.text_size = 0;
    rules::set_children(tree, id, std::array{when, otherwise});
  }
};

struct CanonicalNullTests {
  static std::string_view name() noexcept { return "canonical_null_tests"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    std::vector<NodeId> tests;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::unary) continue;
      const auto op = tree[id].as<Operator>();
      if (op == Operator::is_null || op == Operator::not_null) tests.push_back(id);
    }
    for (const NodeId id : tests) {
      const bool is = tree[id].as<Operator>() == Operator::is_null;
      tree.at(id).kind = NodeKind::binary;
      tree.at(id).op = static_cast<std::uint8_t>(is ? Operator::is : Operator::is_not);
      tree.append(id, tree.add(NodeKind::null));
    }
    return !tests.empty();
  }
};

}  // namespace

AnyRewriteRule drop_parentheses() { return DropParentheses(); }
AnyRewriteRule drop_empty_words() { return DropEmptyWords(); }
AnyRewriteRule canonical_functions() { return CanonicalFunctions(); }
AnyRewriteRule canonical_null_tests() { return CanonicalNullTests(); }

}  // namespace sluice::inline v0::sql
