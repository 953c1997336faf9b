#include "sluice/sql/reads.hpp"

#include <algorithm>
#include <utility>

#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {
namespace {

class Reader {
 public:
  Reader(const SyntaxTree &tree, const Bindings &bindings)
      : tree_(tree), bindings_(bindings), reached_(tree.size()), named_(tree.size()) {}

  std::vector<ColumnRead> read() && {
    if (tree_.root() != no_node) visit_all();
    for (const ImpliedColumn &implied : bindings_.implied()) {
      if (!reached_[implied.node.index()] || implied.table == no_position) continue;
      named_[implied.source.index()] = true;
      const NodeKind kind = tree_.kind(implied.node);
      if (kind == NodeKind::star || kind == NodeKind::join_tree)
        reads_.push_back({implied.table, implied.column});
    }
    for (const NodeId table : tables_) {
      if (!named_[table.index()]) reads_.push_back({bindings_.source(table).table, no_position});
    }
    std::ranges::sort(reads_);
    reads_.erase(std::unique(reads_.begin(), reads_.end()), reads_.end());
    return std::move(reads_);
  }

 private:
  /// Visits everything that the statement reaches, including the common tables that it refers to.
  void visit_all() {
    reach(tree_.root());
    while (!unvisited_.empty()) {
      const NodeId top = unvisited_.back();
      unvisited_.pop_back();
      walk(tree_, top, [this](NodeId id) { return visit(id); });
    }
  }

  void reach(NodeId id) {
    if (reached_[id.index()]) return;
    reached_[id.index()] = true;
    unvisited_.push_back(id);
  }

  bool visit(NodeId id) {
    reached_[id.index()] = true;
    switch (tree_.kind(id)) {
      case NodeKind::with: return false;
      case NodeKind::column: column(id); break;
      case NodeKind::table: table(id); break;
      default: break;
    }
    return true;
  }

  void column(NodeId id) {
    const Binding &binding = bindings_[id];
    if (binding.meaning == Meaning::column) {
      named_[binding.source.index()] = true;
      reads_.push_back({binding.table, binding.column});
    } else if (binding.meaning == Meaning::rowid && binding.column != no_position) {
      // SQLite does not report the row number as a column of the table.
      reads_.push_back({binding.table, binding.column});
    }
  }

  void table(NodeId id) {
    const SourceBinding &source = bindings_.source(id);
    if (source.common_table != no_node) {
      reach(source.common_table);
    } else if (source.table != no_position && in_from(id)) {
      tables_.push_back(id);
    }
  }

  bool in_from(NodeId id) const {
    const NodeKind above = tree_.kind(tree_.parent(id));
    return above == NodeKind::from || above == NodeKind::join || above == NodeKind::join_tree;
  }

  const SyntaxTree &tree_;
  const Bindings &bindings_;
  std::vector<NodeId> unvisited_;  // roots of reached subtrees
  std::vector<ColumnRead> reads_;
  std::vector<NodeId> tables_;
  std::vector<bool> reached_;
  std::vector<bool> named_;
};

}  // namespace

std::vector<ColumnRead> reads(const SyntaxTree &tree, const Bindings &bindings) {
  return Reader(tree, bindings).read();
}

}  // namespace sluice::inline v0::sql
