/// Replaces the aliases of results by the aliased expressions.

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "query_facts.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

struct InlineResultAliases {
  static std::string_view name() noexcept { return "inline_result_aliases"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    std::vector<NodeId> selects;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::select && has_alias(tree, id) &&
          !rules::result_names_count(tree, id)) {
        selects.push_back(id);
      }
    }
    if (selects.empty()) return false;
    Rewriter rewriter(tree, context);
    bool changed = false;
    // From the innermost outwards, so that copies contain no aliases.
    for (auto select = selects.rbegin(); select != selects.rend(); ++select) {
      if (rewriter.rewrite(*select)) changed = true;
    }
    return changed;
  }

 private:
  static bool has_alias(const SyntaxTree &tree, NodeId select) {
    const NodeId list = tree.child(select, NodeKind::select_list);
    if (list == no_node) return false;
    const auto results = tree.children(list);
    return std::any_of(results.begin(), results.end(),
                       [&tree](NodeId result) { return tree.kind(result) == NodeKind::aliased; });
  }

  /// The places that refer to one alias.
  struct Uses {
    std::vector<NodeId> nodes;
    bool elsewhere = false;  ///< Something that cannot be replaced refers to it, or may do so.
  };

  class Rewriter {
   public:
    Rewriter(SyntaxTree &tree, RewriteContext &context) : tree_(tree) {
      bindings_ = context.bindings(tree);
      if (bindings_ == nullptr) return;
      for (const NodeId id : nodes_of(tree)) {
        if (tree.kind(id) != NodeKind::column) continue;
        const Binding &binding = (*bindings_)[id];
        if (binding.meaning != Meaning::result) continue;
        Uses &uses = bound_[binding.result.value];
        if (binding.levels > 0) uses.elsewhere = true;
        uses.nodes.push_back(id);
      }
    }

    bool rewrite(NodeId select) {
      const NodeId list = tree_.child(select, NodeKind::select_list);
      std::unordered_map<std::string, std::size_t> names;
      std::vector<NodeId> aliased;
      for (const NodeId result : tree_.children(list)) {
        if (tree_.kind(result) != NodeKind::aliased) continue;
        aliased.push_back(result);
        ++names[name_of(result)];
      }
      std::unordered_map<std::string, Uses> read;
      if (bindings_ == nullptr) read = read_names(select, names);
      bool changed = false;
      for (const NodeId result : aliased) {
        const NodeId value = tree_.first_child(result);
        const std::string name = name_of(result);
        if (names[name] > 1) continue;
        Uses *uses = nullptr;
        if (bindings_ != nullptr) {
          if (const auto found = bound_.find(value.value); found != bound_.end())
            uses = &found->second;
        } else if (const auto found = read.find(name); found != read.end()) {
          uses = &found->second;
          if (reads_name(value, name)) keep_plain_orderings(*uses, select);
        }
        if (uses != nullptr && !uses->nodes.empty() && !may_replace(value, *uses, names, name))
          continue;
        if (uses != nullptr && uses->elsewhere) continue;
        if (uses != nullptr) replace(value, uses->nodes);
        rules::become(tree_, result, value);
        changed = true;
      }
      return changed;
    }

   private:
    static constexpr std::size_t max_large_copies = 4;

    std::string name_of(NodeId result) const {
      return lower_ascii(tree_.text(tree_.last_child(result)));
    }

    /// Without a schema, by name. In WHERE, in ON and in subqueries, what the name refers to is
    /// unknown.
    std::unordered_map<std::string, Uses> read_names(
        NodeId select, const std::unordered_map<std::string, std::size_t> &names) const {
      std::unordered_map<std::string, Uses> read;
      for (const NodeId part : tree_.children(select)) {
        const NodeKind kind = tree_.kind(part);
        if (kind == NodeKind::select_list) continue;
        const bool here =
            kind == NodeKind::group_by || kind == NodeKind::having || kind == NodeKind::order_by;
        std::size_t inside = 0;
        walk(
            tree_, part,
            [&](NodeId id) {
              if (is_query(tree_.kind(id))) ++inside;
              if (tree_.kind(id) != NodeKind::column || tree_.first_child(id) != no_node)
                return true;
              const std::string name = lower_ascii(tree_.text(id));
              if (names.count(name) == 0) return true;
              Uses &uses = read[name];
              if (here && inside == 0) {
                uses.nodes.push_back(id);
              } else {
                uses.elsewhere = true;
              }
              return true;
            },
            [&](NodeId id) {
              if (is_query(tree_.kind(id))) --inside;
            });
      }
      return read;
    }

    bool reads_name(NodeId value, const std::string &name) const {
      const NodeRange nodes = nodes_below(tree_, value);
      return std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) {
        return tree_.kind(id) == NodeKind::column && same_name(tree_.text(id), name);
      });
    }

    /// A column has the same name as the alias, so only a whole term of ORDER BY refers to the
    /// alias.
    void keep_plain_orderings(Uses &uses, NodeId select) const {
      uses.elsewhere = false;
      const NodeId order_by = tree_.child(select, NodeKind::order_by);
      const auto is_other = [&](NodeId use) { return !is_plain_term(use, order_by); };
      uses.nodes.erase(std::remove_if(uses.nodes.begin(), uses.nodes.end(), is_other),
                       uses.nodes.end());
    }
    bool is_plain_term(NodeId use, NodeId order_by) const {
      NodeId at = tree_.parent(use);
      while (tree_.kind(at) == NodeKind::paren || tree_.kind(at) == NodeKind::collate)
        at = tree_.parent(at);
      return tree_.kind(at) == NodeKind::ordering && tree_.parent(at) == order_by;
    }

    bool may_replace(NodeId value, const Uses &uses,
                     const std::unordered_map<std::string, std::size_t> &names,
                     const std::string &own) const {
      NodeId inner = value;
      for (;;) {
        const NodeKind kind = tree_.kind(inner);
        const bool sign =
            kind == NodeKind::unary && (tree_[inner].as<Operator>() == Operator::minus ||
                                        tree_[inner].as<Operator>() == Operator::plus);
        if (!sign && kind != NodeKind::paren && kind != NodeKind::collate) break;
        inner = tree_.first_child(inner);
      }
      const NodeKind kind = tree_.kind(inner);
      if (kind == NodeKind::number || kind == NodeKind::parameter) return false;
      // As a term of ORDER BY, the column would refer to the other alias.
      if (kind == NodeKind::column && tree_.first_child(inner) == no_node) {
        const std::string name = lower_ascii(tree_.text(inner));
        if (name != own && names.count(name) != 0) return false;
      }
      return rules::is_repeatable(tree_, value) && may_copy(value, uses.nodes.size());
    }

    /// Small expressions may be copied any number of times, large ones a few times, and queries, in
    /// which aliases were already replaced, only if they are small.
    bool may_copy(NodeId value, std::size_t times) const {
      return count_nodes(tree_, value, rules::small_copy + 1) <= rules::small_copy ||
             (times <= max_large_copies && !rules::holds_query(tree_, value));
    }

    void replace(NodeId value, const std::vector<NodeId> &uses) {
      for (const NodeId use : uses) {
        if (tree_.kind(use) == NodeKind::column)
          rules::become(tree_, use, rules::duplicate(tree_, value));
      }
    }

    SyntaxTree &tree_;
    const Bindings *bindings_;
    std::unordered_map<std::uint32_t, Uses> bound_;  ///< By the node that the alias names.
  };
};

}  // namespace

AnyRewriteRule inline_result_aliases() { return InlineResultAliases(); }

}  // namespace sluice::inline v0::sql
