/// Rules that rewrite names regardless of where they are used.

#include "sluice/core/ascii.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

bool has_upper_case(std::string_view text) noexcept {
  return std::ranges::any_of(text, is_ascii_upper);
}

struct ResolveStrings {
  static std::string_view name() noexcept { return "resolve_strings"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    if (context.dialect() == Dialect::postgresql) return false;
    const Bindings *bindings = context.bindings(tree);
    if (bindings == nullptr) return false;
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) != NodeKind::column || (*bindings)[id].meaning != Meaning::string) continue;
      tree.at(id).kind = NodeKind::string;
      tree.at(id).flags = 0;
      changed = true;
    }
    return changed;
  }
};

struct LowerCaseNames {
  static std::string_view name() noexcept { return "lower_case_names"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    const Bindings *bindings = nullptr;
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      const Node &node = tree[id];
      if (!is_name(tree, id)) continue;
      if (node.has(flag::quoted) && context.dialect() == Dialect::postgresql) continue;
      if (perhaps_string(node)) {
        if (bindings == nullptr) bindings = context.bindings(tree);
        if (bindings == nullptr || !is_known((*bindings)[id])) continue;
        // This style of quotes marks it as a name; the printer omits quotes that are not needed.
        tree.at(id).flags =
            static_cast<std::uint16_t>((node.flags & ~flag::quoted) | flag::back_quoted);
        changed = true;
      }
      if (!has_upper_case(tree.text(id))) continue;
      tree.set_text(id, lower_ascii(tree.text(id)));
      changed = true;
    }
    return changed;
  }

 private:
  static bool perhaps_string(const Node &node) noexcept {
    return node.kind == NodeKind::column && node.first_child == no_node &&
           (node.flags & flag::quoted) == flag::double_quoted;
  }
  static bool is_known(const Binding &binding) noexcept {
    switch (binding.meaning) {
      case Meaning::unknown:
      case Meaning::string: return false;
      case Meaning::derived: return binding.column != no_position;
      default: return true;
    }
  }
  static bool is_name(const SyntaxTree &tree, NodeId id) noexcept {
    switch (tree.kind(id)) {
      case NodeKind::name: return tree.kind(tree.parent(id)) != NodeKind::raise;
      case NodeKind::alias:
      case NodeKind::column:
      case NodeKind::table:
      case NodeKind::table_function:
      case NodeKind::common_table:
      case NodeKind::indexed_by:
      case NodeKind::function:
      case NodeKind::type:
      case NodeKind::collate:
      case NodeKind::window:
      case NodeKind::window_definition:
      case NodeKind::over:
      case NodeKind::keyword_argument:
      case NodeKind::typed_literal:
      case NodeKind::interval: return true;
      default: return false;
    }
  }
};

/// Replaces names by the mask and drops their qualifiers.
struct MaskNames {
  static constexpr bool masks = true;
  static std::string_view name() noexcept { return "mask_names"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    bool changed = false;
    for (const NodeId id : nodes_of(tree)) {
      while (tree.kind(id) == NodeKind::aliased) {
        rules::become(tree, id, tree.first_child(id));
        changed = true;
      }
      if (mask(tree, id)) changed = true;
    }
    return changed;
  }

 private:
  static bool mask(SyntaxTree &tree, NodeId id) {
    switch (tree.kind(id)) {
      case NodeKind::column:
      case NodeKind::table:
      case NodeKind::indexed_by: {
        const bool cut = drop_children(tree, id);
        return write(tree, id) || cut;
      }
      case NodeKind::star: return drop_children(tree, id);
      case NodeKind::subquery:
      case NodeKind::join_tree:
      case NodeKind::table_function: {
        const NodeId alias = tree.child(id, NodeKind::alias);
        if (alias != no_node) tree.remove(alias);
        return drop_qualifier(tree, id) || alias != no_node;
      }
      case NodeKind::function: return drop_qualifier(tree, id);
      case NodeKind::common_table:
      case NodeKind::window_definition: return write(tree, id);
      case NodeKind::window:
      case NodeKind::over: return !tree.text(id).empty() && write(tree, id);
      case NodeKind::name: return tree.kind(tree.parent(id)) != NodeKind::raise && write(tree, id);
      default: return false;
    }
  }
  static bool write(SyntaxTree &tree, NodeId id) {
    const auto flags = static_cast<std::uint16_t>(tree[id].flags & ~flag::quoted);
    if (tree.text(id) == rules::mask_text && tree[id].flags == flags) return false;
    tree.at(id).flags = flags;
    tree.set_text(id, rules::mask_text);
    return true;
  }
  static bool drop_children(SyntaxTree &tree, NodeId id) {
    if (tree.first_child(id) == no_node) return false;
    tree.at(id).first_child = no_node;
    return true;
  }
  static bool drop_qualifier(SyntaxTree &tree, NodeId id) {
    const NodeKind kind = tree.kind(id);
    if (!tree[id].has(flag::qualified) ||
        (kind != NodeKind::function && kind != NodeKind::table_function)) {
      return false;
    }
    while (tree.first_child(id) != no_node && tree.kind(tree.first_child(id)) == NodeKind::name)
      tree.remove(tree.first_child(id));
    tree.at(id).flags = static_cast<std::uint16_t>(tree[id].flags & ~flag::qualified);
    return true;
  }
};

struct MaskValues {
  static constexpr bool masks = true;
  static std::string_view name() noexcept { return "mask_values"; }

  static bool apply(SyntaxTree &tree, RewriteContext & /*context*/) {
    bool changed = false;
    walk(tree, tree.root(), [&](NodeId id) {
      switch (tree.kind(id)) {
        case NodeKind::type:
        case NodeKind::raise: return false;
        case NodeKind::number:
          if (tree.text(id) == rules::mask_text) return false;
          break;
        case NodeKind::string:
        case NodeKind::blob:
        case NodeKind::parameter:
        case NodeKind::interval:
        case NodeKind::typed_literal: break;
        default: return true;
      }
      Node &node = tree.at(id);
      node.kind = NodeKind::number;
      node.op = 0;
      node.flags = 0;
      node.first_child = no_node;
      tree.set_text(id, rules::mask_text);
      changed = true;
      return false;
    });
    return changed;
  }
};

}  // namespace

AnyRewriteRule resolve_strings() { return ResolveStrings(); }
AnyRewriteRule lower_case_names() { return LowerCaseNames(); }
AnyRewriteRule mask_names() { return MaskNames(); }
AnyRewriteRule mask_values() { return MaskValues(); }

}  // namespace sluice::inline v0::sql
