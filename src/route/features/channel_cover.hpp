#ifndef SLUICE_SRC_ROUTE_FEATURES_CHANNEL_COVER_HPP
#define SLUICE_SRC_ROUTE_FEATURES_CHANNEL_COVER_HPP

/// How much of a question each table and database covers, by one channel.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "route/features/kernels/ranker_kernels.hpp"
#include "route/features/stem_signals.hpp"
#include "schema_layout.hpp"

namespace sluice::inline v0::route_detail {

/// The weights of the words, which sum to 1 (or are all 0), and what each counts in a database that
/// lacks it.
class WordWeights {
 public:
  /// At most CoverWords::max_words words.
  WordWeights(std::span<const float> weights, std::span<const float> counted);

  float operator[](std::size_t word) const noexcept { return weights_[word]; }
  /// At least 1: without words there is one of weight 0.
  std::size_t size() const noexcept { return weights_.size(); }

 private:
  friend class ChannelCover;

  std::vector<float> weights_;
  std::vector<float> parts_;  // counted / weight
  float counted_ = 0;
};

/// Strength times the word's weight, by word and cell (see CoverWords).
class ChannelCover {
 public:
  /// `words` must outlive it.
  ChannelCover(const SchemaLayout &layout, const WordWeights &words);

  /// Raises the cells of the objects that contain the matched stems to these strengths, and
  /// `strengths`, the word's part of a channel in WordStrengths. O(cells).
  void spread(std::size_t word, std::span<const StemMatch> stems, std::span<float> strengths);
  /// Raises the word's cell of the table to strength 1, for a value that the table contains.
  void raise(std::size_t word, TableId table) {
    const std::size_t cell = layout_->grid.size() + layout_->grid.place_of[table.index()];
    raise_to(cells_[word * stride_ + cell], (*words_)[word]);
  }
  /// Replaces the weights of the words. `words` must outlive it. O(cells of all words).
  void weigh_by(const WordWeights &words);
  /// Raises each cell to that of `other`, then sets `other` to `initial`.
  void merge_and_reset(ChannelCover &other, const ChannelCover &initial);
  /// Fills the sums of each database and table. O(tables × words + joins × words).
  void fill(const CoverSums &sums) const;

 private:
  static void raise_to(float &value, float at_least) {
    value = std::max(value, at_least);  // stored unconditionally to avoid a branch
  }

  const SchemaLayout *layout_;
  const WordWeights *words_;
  std::size_t stride_;
  std::vector<float> cells_;  // by word, then as CoverWords::cells
};

/// How completely names are matched by a channel. `matched`: all stems that it matches. Outputs by
/// place in the grid, initially zeros: `of_name`, the mean strength over the stems of a table's
/// name; `of_columns`, the rarity of its column names that are matched almost completely. O(names
/// that contain a matched stem).
void fill_names(const SchemaLayout &layout, const StemSignals &stems, std::size_t channel,
                std::span<const StemId> matched, float *of_name, float *of_columns);

}  // namespace sluice::inline v0::route_detail

#endif
