/// The names of sources, and which columns need a qualifier.

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/visit.hpp"
#include "source_scopes.hpp"
#include "tree_edit.hpp"

namespace sluice::inline v0::sql {
namespace {

using rules::NamedSource;
using rules::nowhere;
using rules::Qualified;
using rules::SourceScope;
using rules::SourceScopes;

struct CanonicalTableAliases {
  static std::string_view name() noexcept { return "canonical_table_aliases"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    const SourceScopes found = rules::find_scopes(tree);
    if (found.sources.empty() || names_rows(tree, found, context.dialect())) return false;
    const std::vector<std::string> names = choose_names(tree, found, context.dialect());
    bool changed = false;
    for (const Qualified &reference : found.references) {
      if (reference.source == nowhere || is_frozen(found, reference.source)) continue;
      const std::string &wanted = names[reference.source].empty()
                                      ? found.sources[reference.source].bare
                                      : names[reference.source];
      if (same_name(tree.text(reference.qualifier), wanted)) continue;
      rules::rename(tree, reference.qualifier, wanted);
      // With another name, the table no longer belongs to a schema.
      tree.at(reference.node).first_child = reference.qualifier;
      changed = true;
    }
    for (std::size_t i = 0; i < found.sources.size(); ++i) {
      if (!is_frozen(found, i) && rename(tree, found.sources[i], names[i])) changed = true;
    }
    return changed;
  }

 private:
  static bool is_frozen(const SourceScopes &found, std::size_t source) {
    return found.scopes[found.sources[source].scope].frozen;
  }

  /// In PostgreSQL, the name of a source alone means its whole row.
  static bool names_rows(const SyntaxTree &tree, const SourceScopes &found, Dialect dialect) {
    if (dialect == Dialect::sqlite) return false;
    std::unordered_set<std::string> shown;
    for (const NamedSource &source : found.sources) shown.insert(source.shown);
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::column && tree.first_child(id) == no_node &&
          shown.count(lower_ascii(tree.text(id))) != 0) {
        return true;
      }
    }
    return false;
  }

  /// The alias of each source; empty if it has none.
  static std::vector<std::string> choose_names(const SyntaxTree &tree, const SourceScopes &found,
                                               Dialect dialect) {
    std::vector<std::unordered_map<std::string, std::uint32_t>> bare(found.scopes.size());
    for (const NamedSource &source : found.sources) ++bare[source.scope][source.bare];

    std::unordered_set<std::string> taken, unknown;
    for (const NodeId id : nodes_of(tree)) {
      const NodeKind kind = tree.kind(id);
      if (kind == NodeKind::table || kind == NodeKind::table_function ||
          kind == NodeKind::common_table) {
        taken.insert(lower_ascii(tree.text(id)));
      }
    }
    for (std::size_t i = 0; i < found.sources.size(); ++i) {
      if (is_frozen(found, i)) taken.insert(found.sources[i].shown);
    }
    std::vector<char> named(found.sources.size()), used(found.sources.size());
    for (const Qualified &reference : found.references) {
      if (reference.source == nowhere) {
        unknown.insert(lower_ascii(tree.text(reference.qualifier)));
        continue;
      }
      used[reference.source] = 1;
      const NamedSource &source = found.sources[reference.source];
      for (std::uint32_t scope = reference.scope; scope != source.scope;
           scope = found.scopes[scope].outer) {
        const bool captured = found.scopes[scope].frozen
                                  ? found.scopes[scope].shown.count(source.bare) != 0
                                  : bare[scope].count(source.bare) != 0;
        if (captured) named[reference.source] = 1;
      }
    }
    taken.insert(unknown.begin(), unknown.end());

    std::vector<std::string> names(found.sources.size());
    std::size_t number = 0;
    for (std::size_t i = 0; i < found.sources.size(); ++i) {
      const NamedSource &source = found.sources[i];
      if (is_frozen(found, i)) continue;
      const bool derived = source.bare.empty();
      const bool wanted = derived ? used[i] != 0 || dialect == Dialect::postgresql
                                  : named[i] != 0 || bare[source.scope][source.bare] > 1 ||
                                        unknown.count(source.bare) != 0;
      if (!wanted) continue;
      do names[i] = "t" + std::to_string(++number);
      while (taken.count(names[i]) != 0);
    }
    return names;
  }

  static bool rename(SyntaxTree &tree, const NamedSource &source, const std::string &wanted) {
    if (wanted.empty()) {
      if (source.alias != no_node) tree.remove(source.alias);
      return source.alias != no_node;
    }
    if (source.alias != no_node) {
      if (tree.text(source.alias) == wanted) return false;
      rules::rename(tree, source.alias, wanted);
      return true;
    }
    const NodeId alias = tree.add(NodeKind::alias, wanted);
    if (const NodeId index = tree.child(source.node, NodeKind::indexed_by); index != no_node) {
      tree.insert_before(index, alias);
    } else {
      tree.append(source.node, alias);
    }
    return true;
  }
};

struct DropQualifiers {
  static std::string_view name() noexcept { return "drop_qualifiers"; }

  static bool apply(SyntaxTree &tree, RewriteContext &context) {
    if (has_merged_columns(tree)) return false;
    const SourceScopes found = rules::find_scopes(tree);
    if (found.references.empty()) return false;
    bool changed = false;
    std::vector<Trial> trials;
    Aliases aliases;
    const Bindings *bindings = context.bindings(tree);
    for (const Qualified &reference : found.references) {
      if (tree.kind(reference.node) == NodeKind::star) {
        if (is_only_source(found, reference)) {
          tree.at(reference.node).first_child = no_node;
          changed = true;
        }
      } else if (bindings != nullptr && is_known((*bindings)[reference.node])) {
        trials.push_back({reference.node, tree.first_child(reference.node),
                          tree[reference.node].flags, (*bindings)[reference.node]});
      } else if (is_only_source(found, reference) && is_bare(tree.text(reference.node)) &&
                 !is_result(tree, found, reference, aliases)) {
        trials.push_back({reference.node, no_node, 0, {}});
      }
    }
    // Names are resolved independently, so all can be tried at once.
    for (const Trial &trial : trials) drop(tree, trial.node);
    if (bindings != nullptr) {
      context.changed();
      const Bindings &after = *context.bindings(tree);
      std::vector<char> wrong(tree.size());
      for (const BindProblem &problem : after.problems()) wrong[problem.node.index()] = 1;
      for (const Trial &trial : trials) {
        if (trial.qualifiers == no_node) continue;
        if (wrong[trial.node.index()] == 0 && same_meaning(after[trial.node], trial.meaning))
          continue;
        tree.at(trial.node).first_child = trial.qualifiers;
        tree.at(trial.node).flags = trial.flags;
      }
      context.changed();
    }
    for (const Trial &trial : trials) changed = changed || tree.first_child(trial.node) == no_node;
    return changed;
  }

 private:
  struct Trial {
    NodeId node;
    NodeId qualifiers;  ///< To restore; no_node if there is nothing to resolve.
    std::uint16_t flags;
    Binding meaning;
  };

  /// A column shared by a RIGHT or FULL JOIN belongs to neither side.
  static bool has_merged_columns(const SyntaxTree &tree) {
    bool shared = false, sided = false;
    for (const NodeId id : nodes_of(tree)) {
      if (tree.kind(id) == NodeKind::using_names) shared = true;
      if (tree.kind(id) != NodeKind::join) continue;
      const auto kind = tree[id].as<JoinKind>();
      if (kind == JoinKind::right || kind == JoinKind::full) sided = true;
      if (tree[id].has(flag::natural)) shared = true;
    }
    return shared && sided;
  }

  static bool is_known(const Binding &binding) noexcept {
    return binding.meaning == Meaning::column || binding.meaning == Meaning::rowid ||
           (binding.meaning == Meaning::derived && binding.column != no_position);
  }
  static bool same_meaning(const Binding &a, const Binding &b) noexcept {
    return a.meaning == b.meaning && a.levels == b.levels && a.source == b.source &&
           a.table == b.table && a.column == b.column;
  }

  /// Without a qualifier, a double-quoted name that matches no column would become a string.
  static bool is_bare(std::string_view name) { return quote_name(name) == name; }

  static bool is_only_source(const SourceScopes &found, const Qualified &reference) {
    return reference.source != nowhere &&
           found.sources[reference.source].scope == reference.scope &&
           found.scopes[reference.scope].sources == 1 && !found.scopes[reference.scope].frozen;
  }
  /// The aliases of the results of a scope's select.
  using Aliases = std::unordered_map<std::uint32_t, std::unordered_set<std::string>>;

  /// Whether the name alone could refer to a result of the select.
  static bool is_result(const SyntaxTree &tree, const SourceScopes &found,
                        const Qualified &reference, Aliases &aliases) {
    const auto [known, fresh] = aliases.try_emplace(reference.scope);
    const NodeId list = tree.child(found.scopes[reference.scope].query, NodeKind::select_list);
    if (fresh && list != no_node) {
      for (const NodeId result : tree.children(list)) {
        if (tree.kind(result) == NodeKind::aliased)
          known->second.insert(lower_ascii(tree.text(tree.last_child(result))));
      }
    }
    return list == no_node || known->second.count(lower_ascii(tree.text(reference.node))) != 0;
  }

  static void drop(SyntaxTree &tree, NodeId column) {
    Node &node = tree.at(column);
    node.first_child = no_node;
    // Some words may be bare after a dot but not alone. Double quotes would make the name ambiguous
    // with a string from here on.
    node.flags = static_cast<std::uint16_t>((node.flags & ~flag::quoted) | flag::back_quoted);
  }
};

}  // namespace

AnyRewriteRule canonical_table_aliases() { return CanonicalTableAliases(); }
AnyRewriteRule drop_qualifiers() { return DropQualifiers(); }

}  // namespace sluice::inline v0::sql
