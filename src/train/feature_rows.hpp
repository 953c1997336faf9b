#ifndef SLUICE_SRC_TRAIN_FEATURE_ROWS_HPP
#define SLUICE_SRC_TRAIN_FEATURE_ROWS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/rank/hashed_model.hpp"

namespace sluice::inline v0::train_detail {

/// Feature rows of one kind with their labels, packed.
class FeatureRows {
 public:
  void add(LabelFeatures features, std::uint64_t labels) {
    std::ranges::sort(features);
    features_.insert(features_.end(), features.begin(), features.end());
    end_.push_back(features_.size());
    labels_.push_back(labels);
  }
  /// Drops features that are set less often.
  void drop_rare(std::size_t least) {
    std::vector<std::size_t> counts;
    for (const std::uint32_t feature : features_) {
      if (feature >= counts.size()) counts.resize(feature + 1);
      ++counts[feature];
    }
    std::size_t read = 0, kept = 0;
    for (std::size_t &end : end_) {
      for (; read < end; ++read) {
        if (counts[features_[read]] >= least) features_[kept++] = features_[read];
      }
      end = kept;
    }
    features_.resize(kept);
  }
  std::size_t size() const noexcept { return labels_.size(); }
  std::span<const std::uint32_t> features(std::size_t row) const noexcept {
    const std::size_t begin = row == 0 ? 0 : end_[row - 1];
    return std::span(features_).subspan(begin, end_[row] - begin);
  }
  std::uint64_t labels(std::size_t row) const noexcept { return labels_[row]; }

 private:
  std::vector<std::uint32_t> features_;
  std::vector<std::size_t> end_;
  std::vector<std::uint64_t> labels_;
};

}  // namespace sluice::inline v0::train_detail

#endif
