#ifndef SLUICE_SRC_ROUTE_FEATURES_MASKED_FEATURES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_MASKED_FEATURES_HPP

/// A cache of the ranker's features under masks.

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>

#include "route/features/ranker_features.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::route_detail {

/// Thread-safe.
class MaskedFeatures {
 public:
  /// The features under `mask`, cached for the last eight masks; otherwise O(text). Masks are equal
  /// if they show the same objects.
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
  std::list<std::shared_ptr<const Kept>> kept_;  // most recently used first
};

}  // namespace sluice::inline v0::route_detail

#endif
