#ifndef SLUICE_SCHEMA_JOIN_GRAPHS_HPP
#define SLUICE_SCHEMA_JOIN_GRAPHS_HPP

/// The join graphs of all databases of a catalog, built once.

#include <memory>
#include <vector>

#include "sluice/schema/schema_graph.hpp"

namespace sluice::inline v0 {

/// Immutable. Thread-safe.
class JoinGraphs {
 public:
  /// O(columns + joins).
  explicit JoinGraphs(std::shared_ptr<const Catalog> catalog, SchemaGraphOptions options = {});
  /// Builds the graphs of another catalog. Shares the graphs of databases that are in both catalogs
  /// with the same table and column ids. O(databases + columns of the other databases).
  JoinGraphs(const JoinGraphs &before, std::shared_ptr<const Catalog> catalog);

  /// The graph of the visible part of a database: the prebuilt graph if nothing of the database is
  /// hidden, else a graph built on each call.
  std::shared_ptr<const SchemaGraph> graph(DatabaseId database, const Mask *mask) const;

  const Catalog &catalog() const noexcept { return *catalog_; }
  const std::shared_ptr<const Catalog> &share_catalog() const noexcept { return catalog_; }

 private:
  std::shared_ptr<const Catalog> catalog_;
  SchemaGraphOptions options_;
  std::vector<std::shared_ptr<const SchemaGraph>> graphs_;
};

}  // namespace sluice::inline v0

#endif
