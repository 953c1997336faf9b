#ifndef SLUICE_TESTS_MASKED_QUERY_HPP
#define SLUICE_TESTS_MASKED_QUERY_HPP

/// Queries as in the recorded edit counts: aliases resolved, qualifiers dropped, then every name
/// and value replaced by `_`. A simple version, for queries whose aliases are unambiguous.

#include <map>
#include <string>
#include <string_view>

#include "sluice/sql/parse.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::test {

class QueryMask {
 public:
  explicit QueryMask(sql::SyntaxTree &tree) : tree_(tree) {
    find_aliases(tree.root());
    mask(tree.root());
  }

 private:
  using NodeId = sql::NodeId;
  using NodeKind = sql::NodeKind;

  static std::string lower(std::string_view text) {
    std::string low(text);
    for (char &c : low) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return low;
  }

  void find_aliases(NodeId id) {
    for (const NodeId child : tree_.children(id)) find_aliases(child);
    if (tree_.kind(id) == NodeKind::aliased)
      aliases_[lower(tree_.text(tree_.last_child(id)))] = tree_.first_child(id);
  }

  void hide(NodeId id) {
    tree_.set_text(id, "_");
    tree_.at(id).flags = 0;
  }

  void drop_children(NodeId id) {
    while (tree_.first_child(id) != sql::no_node) tree_.remove(tree_.first_child(id));
  }

  void mask(NodeId id) {
    for (NodeId child = tree_.first_child(id); child != sql::no_node;) {
      const NodeId next = tree_.next_sibling(child);
      mask(child);
      child = next;
    }
    switch (tree_.kind(id)) {
      case NodeKind::column: {
        drop_children(id);
        const auto alias = aliases_.find(lower(tree_.text(id)));
        if (alias == aliases_.end() || tree_.kind(tree_.parent(id)) == NodeKind::aliased) {
          hide(id);
        } else {
          tree_.replace(id, tree_.copy(tree_, alias->second));
        }
        break;
      }
      case NodeKind::table:
        drop_children(id);
        hide(id);
        break;
      case NodeKind::star: drop_children(id); break;
      case NodeKind::number:
      case NodeKind::string:
        tree_.at(id).kind = NodeKind::number;
        hide(id);
        break;
      case NodeKind::aliased: {
        const NodeId value = tree_.first_child(id);
        tree_.remove(value);
        tree_.replace(id, value);
        break;
      }
      case NodeKind::subquery:
        if (const NodeId alias = tree_.child(id, NodeKind::alias); alias != sql::no_node)
          tree_.remove(alias);
        break;
      default: break;
    }
  }

  sql::SyntaxTree &tree_;
  std::map<std::string, NodeId> aliases_;
};

inline sql::SyntaxTree masked_query(std::string_view sql) {
  sql::SyntaxTree tree = sql::parse(sql, {sql::Dialect::permissive});
  QueryMask mask(tree);
  return tree;
}

}  // namespace sluice::test

#endif
