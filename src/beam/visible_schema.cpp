#include "visible_schema.hpp"

#include <span>
#include <utility>

namespace sluice::inline v0::beam_detail {

VisibleSchema::VisibleSchema(std::shared_ptr<const JoinGraphs> graphs, const EvidenceSource &source)
    : graphs_(std::move(graphs)),
      tokens_(graphs_->catalog()),
      dimensions_(source.dimensions()),
      neighbors_(std::make_shared<TableNeighbors>(*graphs_)),
      name_vectors_(tokens_.size() * dimensions_, 0.0F),
      is_whole_(tokens_.size(), 1) {
  count();
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) make_vector(SchemaToken(i), source);
}

VisibleSchema::VisibleSchema(const VisibleSchema &whole, const Mask &mask,
                             const EvidenceSource &source)
    : VisibleSchema(whole) {
  mask_ = &mask;
  neighbors_ = std::make_shared<TableNeighbors>(*graphs_, mask_);
  count();
  for (const DatabaseId database : catalog().databases()) {
    bool is_whole = mask.visible(database);
    for (const TableId table : catalog().tables(database)) {
      const std::size_t all = catalog().columns(table).size();
      if (mask.visible(table) && column_count(table) == all) continue;
      is_whole = false;
      is_whole_[tokens_.of(table).index()] = 0;
      make_vector(tokens_.of(table), source);
    }
    if (is_whole) continue;
    is_whole_[tokens_.of(database).index()] = 0;
    make_vector(tokens_.of(database), source);
  }
}

void VisibleSchema::count() {
  table_counts_.assign(catalog().database_count(), 0);
  column_counts_.assign(catalog().table_count(), 0);
  for (const TableId table : catalog().tables()) {
    if (!visible(mask_, table)) continue;
    ++table_counts_[catalog().database_of(table).index()];
    for (const ColumnId column : catalog().columns(table)) {
      if (visible(mask_, column)) ++column_counts_[table.index()];
    }
  }
}

void VisibleSchema::make_vector(SchemaToken token, const EvidenceSource &source) {
  const std::span<float> vector =
      std::span(name_vectors_).subspan(token.index() * dimensions_, dimensions_);
  if (tokens_.is_database(token)) {
    source.name_vector(tokens_.database(token), mask_, vector);
  } else {
    source.name_vector(tokens_.table(token), mask_, vector);
  }
}

}  // namespace sluice::inline v0::beam_detail
