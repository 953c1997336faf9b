#ifndef SLUICE_STORE_STORE_VECTORS_HPP
#define SLUICE_STORE_STORE_VECTORS_HPP

/// Candidates by vectors that a store keeps.

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/retrieve/candidates.hpp"
#include "sluice/store/store_snapshot.hpp"

namespace sluice {

/// As DenseCandidates over `embed_columns`, with the store's vectors: it finds the nearest, what
/// they are worth is computed here. Models RescoringSource. In exact mode the same columns with the
/// same similarities. One round trip a call, whatever the number of probes. With a mask only its
/// visible databases are searched, and always exactly.
class StoreVectorCandidates {
 public:
  /// Throws Error(mismatch) if the store's vectors are not of this embedder.
  StoreVectorCandidates(std::shared_ptr<const StoreSnapshot> snapshot, AnyEmbedder model,
                        SearchMode mode = SearchMode::exact, float question_weight = 1.0F);

  /// Beside what CatalogStore names, throws Error(mismatch) once the store changed.
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

}  // namespace sluice

#endif
