#ifndef SLUICE_SRC_BEAM_VISIBLE_SCHEMA_HPP
#define SLUICE_SRC_BEAM_VISIBLE_SCHEMA_HPP

/// A catalog as one user sees it: sizes, joins and name vectors without anything hidden.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "beam/decoding_constraint.hpp"
#include "sluice/beam/query_schema.hpp"
#include "sluice/beam/table_neighbors.hpp"
#include "word_evidence.hpp"

namespace sluice::inline v0::beam_detail {

/// Immutable. Thread-safe. The mask must outlive it.
class VisibleSchema {
 public:
  /// The whole schema, without a mask. O(text × dimensions).
  VisibleSchema(std::shared_ptr<const JoinGraphs> graphs, const EvidenceSource &source);
  /// The same under a mask; only recomputes what has hidden parts.
  VisibleSchema(const VisibleSchema &whole, const Mask &mask, const EvidenceSource &source);

  const Catalog &catalog() const { return graphs_->catalog(); }
  const Mask *mask() const { return mask_; }
  const SchemaTokens &tokens() const { return tokens_; }
  const TableNeighbors &neighbors() const { return *neighbors_; }
  DecodingGraph decoding_graph() const { return {graphs_->share_catalog(), neighbors_, mask_}; }

  std::size_t table_count(DatabaseId database) const { return table_counts_[database.index()]; }
  std::size_t column_count(TableId table) const { return column_counts_[table.index()]; }
  /// The vector of the token's names; all zero for the end token.
  const float *name_vector(SchemaToken token) const {
    return name_vectors_.data() + token.index() * dimensions_;
  }
  /// Whether no part of the token is hidden, so that what was learned about it may be used.
  bool is_whole(SchemaToken token) const { return is_whole_[token.index()] != 0; }

 private:
  void count();
  void make_vector(SchemaToken token, const EvidenceSource &source);

  std::shared_ptr<const JoinGraphs> graphs_;
  const Mask *mask_ = nullptr;
  SchemaTokens tokens_;
  std::size_t dimensions_;
  std::shared_ptr<const TableNeighbors> neighbors_;
  std::vector<std::size_t> table_counts_;
  std::vector<std::size_t> column_counts_;
  std::vector<float> name_vectors_;
  std::vector<std::uint8_t> is_whole_;
};

}  // namespace sluice::inline v0::beam_detail

#endif
