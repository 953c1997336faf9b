#ifndef SLUICE_SRC_STORE_STORE_VECTORS_HPP
#define SLUICE_SRC_STORE_STORE_VECTORS_HPP

/// Candidates by the vectors of a store.

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/retrieve/candidates.hpp"
#include "sluice/store/store_snapshot.hpp"

namespace sluice::inline v0 {

/// Like DenseCandidates over `embed_columns`, with the store's vectors: the store finds the nearest
/// vectors, and similarities are computed here. Models RescoringSource. In exact mode, the columns
/// and similarities are the same as those of DenseCandidates. A call takes one round trip, whatever
/// the number of probes. With a mask, only its visible databases are searched, always in exact
/// mode.
class StoreVectorCandidates {
 public:
  /// Throws Error(mismatch) if the store's vectors are of another embedder.
  StoreVectorCandidates(std::shared_ptr<const StoreSnapshot> snapshot, AnyEmbedder model,
                        SearchMode mode = SearchMode::exact, float question_weight = 1.0F);

  /// Throws the errors of CatalogStore, and Error(mismatch) if the store has changed.
  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const;
  std::vector<float> similarities(const ProbeSet &probes, const Mask *mask,
                                  std::span<const ColumnId> columns) const;

 private:
  std::vector<float> probe_vectors(const ProbeSet &probes) const;

  std::shared_ptr<const StoreSnapshot> snapshot_;
  AnyEmbedder model_;
  SearchMode mode_;
  float question_weight_;
};

}  // namespace sluice::inline v0

#endif
