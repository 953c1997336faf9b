#include "source_scopes.hpp"

#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql::rules {
namespace {

class Finder {
 public:
  explicit Finder(const SyntaxTree &tree) : tree_(tree), scope_of_(tree.size(), nowhere) {}

  SourceScopes find() && {
    walk(
        tree_, tree_.root(),
        [this](NodeId id) {
          enter(id);
          return true;
        },
        [this](NodeId id) {
          while (!open_.empty() && open_.back().node == id) open_.pop_back();
        });
    for (Qualified &reference : found_.references) resolve(reference);
    return std::move(found_);
  }

 private:
  struct Open {
    NodeId node;
    std::uint32_t scope;
  };

  std::uint32_t here() const { return open_.empty() ? nowhere : open_.back().scope; }
  std::uint32_t around(std::uint32_t scope) const {
    return scope == nowhere ? nowhere : found_.scopes[scope].outer;
  }

  void enter(NodeId id) {
    const NodeKind parent = tree_.kind(tree_.parent(id));
    switch (tree_.kind(id)) {
      case NodeKind::select: open_scope(id, false); break;
      case NodeKind::insert_statement:
      case NodeKind::update_statement:
      case NodeKind::delete_statement: open_scope(id, true); break;
      case NodeKind::table:
        if (parent != NodeKind::in) add_source(id, lower_ascii(tree_.text(id)));
        break;
      case NodeKind::table_function:
        if (parent != NodeKind::in) add_source(id, lower_ascii(tree_.text(id)));
        break;
      case NodeKind::subquery:
        if (parent == NodeKind::from || parent == NodeKind::join || parent == NodeKind::join_tree) {
          add_source(id, {});
          // A derived table sees what is around the query, not its siblings in FROM.
          if (!tree_[id].has(flag::lateral)) open_.push_back({id, around(here())});
        }
        break;
      case NodeKind::common_table:
        if (const NodeKind owner = tree_.kind(tree_.parent(tree_.parent(id)));
            owner != NodeKind::compound && owner != NodeKind::values) {
          open_.push_back({id, around(here())});
        }
        break;
      case NodeKind::join_tree:
        if (tree_.child(id, NodeKind::alias) != no_node && here() != nowhere)
          found_.scopes[here()].frozen = true;
        break;
      case NodeKind::order_by:
        if (parent == NodeKind::compound) open_.push_back({id, first_scope(tree_.parent(id))});
        break;
      case NodeKind::column:
      case NodeKind::star:
        if (tree_.first_child(id) != no_node)
          found_.references.push_back({id, tree_.last_child(id), here(), nowhere});
        break;
      default: break;
    }
  }

  void open_scope(NodeId id, bool frozen) {
    const auto scope = static_cast<std::uint32_t>(found_.scopes.size());
    SourceScope &made = found_.scopes.emplace_back();
    made.query = id;
    made.outer = here();
    made.frozen = frozen;
    scope_of_[id.index()] = scope;
    open_.push_back({id, scope});
  }

  void add_source(NodeId id, std::string bare) {
    const std::uint32_t scope = here();
    if (scope == nowhere) return;
    NamedSource source{id, scope, std::move(bare), {}, tree_.child(id, NodeKind::alias)};
    source.shown = source.alias == no_node ? source.bare : lower_ascii(tree_.text(source.alias));
    SourceScope &own = found_.scopes[scope];
    ++own.sources;
    if (source.alias != no_node && tree_.first_child(source.alias) != no_node) own.frozen = true;
    if (!source.shown.empty() &&
        !own.shown.emplace(source.shown, static_cast<std::uint32_t>(found_.sources.size())).second)
      own.frozen = true;
    found_.sources.push_back(std::move(source));
  }

  /// The scope of the first select of a compound.
  std::uint32_t first_scope(NodeId query) const {
    while (query != no_node && tree_.kind(query) != NodeKind::select) {
      query = tree_.first_child(query);
      if (query != no_node && tree_.kind(query) == NodeKind::with)
        query = tree_.next_sibling(query);
    }
    return query == no_node ? nowhere : scope_of_[query.index()];
  }

  void resolve(Qualified &reference) const {
    const std::string name = lower_ascii(tree_.text(reference.qualifier));
    for (std::uint32_t scope = reference.scope; scope != nowhere; scope = around(scope)) {
      const auto &shown = found_.scopes[scope].shown;
      if (const auto at = shown.find(name); at != shown.end()) {
        reference.source = at->second;
        return;
      }
    }
  }

  const SyntaxTree &tree_;
  std::vector<std::uint32_t> scope_of_;
  std::vector<Open> open_;
  SourceScopes found_;
};

}  // namespace

SourceScopes find_scopes(const SyntaxTree &tree) { return Finder(tree).find(); }

}  // namespace sluice::inline v0::sql::rules
