#include "sluice/schema/join_graphs.hpp"

#include <algorithm>
#include <utility>

namespace sluice::inline v0 {
namespace {

/// Whether a graph of the database is valid in both catalogs.
bool has_same_ids(const Catalog &a, const Catalog &b, DatabaseId id) {
  return &a.database(id) == &b.database(id) && a.tables(id)[0] == b.tables(id)[0] &&
         a.columns(id)[0] == b.columns(id)[0];
}

}  // namespace

JoinGraphs::JoinGraphs(std::shared_ptr<const Catalog> catalog, SchemaGraphOptions options)
    : catalog_(std::move(catalog)), options_(options) {
  graphs_.reserve(catalog_->database_count());
  for (const DatabaseId database : catalog_->databases()) {
    graphs_.push_back(std::make_shared<SchemaGraph>(*catalog_, database, nullptr, options_));
  }
}

JoinGraphs::JoinGraphs(const JoinGraphs &before, std::shared_ptr<const Catalog> catalog)
    : catalog_(std::move(catalog)), options_(before.options_) {
  graphs_.reserve(catalog_->database_count());
  const std::size_t both = std::min(catalog_->database_count(), before.graphs_.size());
  for (const DatabaseId database : catalog_->databases()) {
    const bool is_shared =
        database.index() < both && has_same_ids(*catalog_, before.catalog(), database);
    graphs_.push_back(
        is_shared ? before.graphs_[database.index()]
                  : std::make_shared<const SchemaGraph>(*catalog_, database, nullptr, options_));
  }
}

std::shared_ptr<const SchemaGraph> JoinGraphs::graph(DatabaseId database, const Mask *mask) const {
  const auto all_visible = [&] {
    if (mask == nullptr) return true;
    if (!mask->visible(database)) return false;
    for (const ColumnId column : catalog_->columns(database)) {
      if (!mask->visible(column)) return false;
    }
    return true;
  };
  if (all_visible()) return graphs_[database.index()];
  return std::make_shared<SchemaGraph>(*catalog_, database, mask, options_);
}

}  // namespace sluice::inline v0
