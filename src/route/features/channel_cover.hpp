#ifndef SLUICE_SRC_ROUTE_FEATURES_CHANNEL_COVER_HPP
#define SLUICE_SRC_ROUTE_FEATURES_CHANNEL_COVER_HPP

/// Which of a question's words stand where, by one channel.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "route/features/kernels/ranker_kernels.hpp"
#include "route/features/stem_signals.hpp"
#include "schema_layout.hpp"

namespace sluice::inline v0::detail {

/// The words' weights, of sum 1 (or all 0), and what each counts where it stands nowhere.
class WordWeights {
 public:
  /// At most CoverWords::most words.
  WordWeights(std::span<const float> weights, std::span<const float> counted);

  float operator[](std::size_t word) const noexcept { return weights_[word]; }
  /// At least one, which then weighs nothing.
  std::size_t size() const noexcept { return weights_.size(); }

 private:
  friend class ChannelCover;

  std::vector<float> weights_;
  std::vector<float> parts_;  // counted / weight
  float counted_ = 0;
};

/// Strengths times the word's weight, by word and then cell.
class ChannelCover {
 public:
  /// `words` must outlive it.
  ChannelCover(const SchemaLayout &layout, const WordWeights &words);

  /// The word means the stems with these strengths, which are raised in `strengths`, too, as
  /// WordStrengths has them of a channel. O(cells).
  void spread(std::size_t word, std::span<const StemMatch> stems, std::span<float> strengths);
  /// The word stands in what the table holds, as sure as can be.
  void raise(std::size_t word, TableId table) {
    const std::size_t cell = layout_->grid.size() + layout_->grid.place_of[table.index()];
    raise_to(cells_[word * stride_ + cell], (*words_)[word]);
  }
  /// The same with other weights of the same words, which must outlive it. O(cells of all words).
  void weigh_by(const WordWeights &words);
  /// The greater of both, everywhere; the other one is `anew` then.
  void take(ChannelCover &other, const ChannelCover &anew);
  /// What it says of each database and table. O(tables × words + joins × words).
  void fill(const CoverSums &sums) const;

 private:
  static void raise_to(float &value, float at_least) {
    value = std::max(value, at_least);  // stored in any case: no branch to foresee
  }

  const SchemaLayout *layout_;
  const WordWeights *words_;
  std::size_t stride_;
  std::vector<float> cells_;  // as CoverWords has them
};

/// How much of the names is matched by a channel, which `matched` are all stems that it means. By
/// place in the grid, zeros at first: the mean strength over the stems of each table's name; the
/// rarity of names of its columns that are matched nearly whole. O(names that hold a matched stem).
void fill_names(const SchemaLayout &layout, const StemSignals &stems, std::size_t channel,
                std::span<const StemId> matched, float *of_name, float *of_columns);

}  // namespace sluice::inline v0::detail

#endif
