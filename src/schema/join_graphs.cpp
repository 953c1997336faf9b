#include "sluice/schema/join_graphs.hpp"

namespace sluice {

JoinGraphs::JoinGraphs(std::shared_ptr<const Catalog> catalog, SchemaGraphOptions options)
    : catalog_(std::move(catalog)), options_(options) {
  graphs_.reserve(catalog_->database_count());
  for (const DatabaseId database : catalog_->databases()) {
    graphs_.push_back(std::make_shared<SchemaGraph>(*catalog_, database, nullptr, options_));
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

}  // namespace sluice
