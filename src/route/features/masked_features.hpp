#ifndef SLUICE_SRC_ROUTE_FEATURES_MASKED_FEATURES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_MASKED_FEATURES_HPP

/// The ranker's features as askers with masks see them, kept for their next question.

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>

#include "route/features/ranker_features.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::detail {

/// Any threads at once.
class MaskedFeatures {
 public:
  /// Those of another mask than the last eight cost O(text). Masks are told apart by all they show,
  /// whichever object they are.
  std::shared_ptr<const RankerFeatures> of(const RankerFeatures &whole, const Mask &mask);

 private:
  static constexpr std::size_t max_kept = 8;

  struct Kept {
    std::uint64_t hash;
    Mask mask;  // a copy: the features view it
    std::unique_ptr<const RankerFeatures> features;
  };
  std::shared_ptr<const Kept> find(std::uint64_t hash, const Mask &mask);

  std::mutex mutex_;
  std::list<std::shared_ptr<const Kept>> kept_;  // the last asked for first
};

}  // namespace sluice::inline v0::detail

#endif
