#ifndef SLUICE_SCHEMA_JOIN_GRAPHS_HPP
#define SLUICE_SCHEMA_JOIN_GRAPHS_HPP

/// The join graphs of all databases of a catalog, made once.

#include <memory>
#include <vector>

#include "sluice/schema/schema_graph.hpp"

namespace sluice {

/// Immutable; any threads at once.
class JoinGraphs {
 public:
  /// O(columns + joins).
  explicit JoinGraphs(std::shared_ptr<const Catalog> catalog, SchemaGraphOptions options = {});
  /// The same of another catalog. Graphs of databases that both have, and whose tables and columns
  /// have the same ids in both, are shared. O(databases + columns of the others).
  JoinGraphs(const JoinGraphs &before, std::shared_ptr<const Catalog> catalog);

  /// The graph as the asker sees it: the prepared one if nothing of the database is hidden, else
  /// made anew.
  std::shared_ptr<const SchemaGraph> graph(DatabaseId database, const Mask *mask) const;

  const Catalog &catalog() const noexcept { return *catalog_; }
  const std::shared_ptr<const Catalog> &share_catalog() const noexcept { return catalog_; }

 private:
  std::shared_ptr<const Catalog> catalog_;
  SchemaGraphOptions options_;
  std::vector<std::shared_ptr<const SchemaGraph>> graphs_;
};

}  // namespace sluice

#endif
