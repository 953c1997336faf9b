#include "channel_cover.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "route/features/kernels/ranker_kernels.hpp"

namespace sluice::inline v0::route_detail {

WordWeights::WordWeights(std::span<const float> weights, std::span<const float> counted)
    : weights_(weights.begin(), weights.end()), parts_(weights.size(), 0) {
  for (std::size_t w = 0; w < weights.size(); ++w) {
    if (!(weights[w] > 0)) continue;
    parts_[w] = counted[w] / weights[w];
    counted_ += counted[w];
  }
  if (weights_.empty()) weights_ = parts_ = {0};
}

ChannelCover::ChannelCover(const SchemaLayout &layout, const WordWeights &words)
    : layout_(&layout),
      words_(&words),
      stride_(CoverWords::cells_of(layout.grid.size(), layout.grid.databases())),
      cells_(words.size() * stride_, 0) {}

void ChannelCover::spread(std::size_t word, std::span<const StemMatch> stems,
                          std::span<float> strengths) {
  const float weight = (*words_)[word];
  float *const cells = cells_.data() + word * stride_;
  for (const StemMatch &match : stems) layout_->cells.fetch(match.stem);
  for (const StemMatch &match : stems) {
    const float weighted = weight * match.strength;
    for (const std::uint32_t cell : layout_->cells[match.stem]) {
      raise_to(cells[cell], weighted);
      raise_to(strengths[layout_->strength_places[cell]], match.strength);
    }
  }
}

void ChannelCover::weigh_by(const WordWeights &words) {
  for (std::size_t w = 0; w < words.size(); ++w) {
    if (!((*words_)[w] > 0)) continue;
    const float times = words[w] / (*words_)[w];
    for (std::size_t at = w * stride_; at < (w + 1) * stride_; ++at) cells_[at] *= times;
  }
  words_ = &words;
}

void ChannelCover::merge_and_reset(ChannelCover &other, const ChannelCover &initial) {
  ranker_kernels().merge_and_reset(cells_.data(), other.cells_.data(), initial.cells_.data(),
                                   cells_.size());
}

void ChannelCover::fill(const CoverSums &sums) const {
  const DatabaseGrid &grid = layout_->grid;
  ranker_kernels().fill({words_->size(), grid.size(), grid.databases(), words_->weights_.data(),
                         words_->parts_.data(), cells_.data(), grid.first_row,
                         *layout_->joined_rows},
                        sums);
  for (std::size_t d = 0; d < grid.databases(); ++d)
    sums.uncovered[d] = std::max(words_->counted_ - sums.uncovered[d], 0.0F);
}

void fill_names(const SchemaLayout &layout, const StemSignals &stems, std::size_t channel,
                std::span<const StemId> all_matched, float *of_name, float *of_columns) {
  constexpr float nearly_whole = 0.75F, rounding = 1e-3F;
  const ColumnNames &names = *layout.column_names;
  // By stem + 1, so that `none` wraps around to index 0, which stays 0.
  std::vector<float> strengths(layout.stems.size() + 1, 0);
  static_assert(ColumnNames::Start::none + 1 == 0);
  const auto strength_of = [&](StemId stem) -> float & { return strengths[stem + 1]; };
  // Stems that are all weak cannot be strong together.
  const auto is_strong = [&](StemId stem) { return strength_of(stem) > nearly_whole - rounding; };
  for (const StemId stem : all_matched) {
    strength_of(stem) = stems[stem].strengths[channel];
    layout.cells.fetch(stem);
    if (is_strong(stem)) names.fetch(stem);
  }
  // Sums of rounded numbers are exact, so that the order of names does not matter.
  std::vector<double> sums(layout.grid.size(), 0);
  constexpr double parts = 1 << 20;
  for (const StemId matched : all_matched) {
    for (const std::uint32_t table : layout.cells[matched]) {
      if (table >= layout.grid.size()) break;  // tables' names come first
      if (of_name[table] > 0) continue;        // already done for another of its stems
      const auto of = layout.table_names[table];
      float strength = 0;
      for (const StemId stem : of) strength += strength_of(stem);
      if (!of.empty()) of_name[table] = strength / static_cast<float>(of.size());
    }
    if (!is_strong(matched)) continue;
    for (const ColumnNames::Start &name : names.with(matched)) {
      float strength = 0;
      for (const StemId stem : name.first) strength += strength_of(stem);
      for (std::size_t s = name.first.size(); s < name.size; ++s)
        strength += strength_of(names.stems[name.name][s]);
      if (!(strength > nearly_whole * static_cast<float>(name.size))) continue;
      const auto of = names.stems[name.name];
      if (*std::ranges::find_if(of, is_strong) != matched) continue;  // counted for that stem
      float rare = 0;
      for (const StemId stem : of) rare += strength_of(stem) * layout.rarity[stem];
      const double exact = static_cast<double>(static_cast<std::int64_t>(rare * parts)) / parts;
      for (const std::uint32_t table : names.tables[name.name]) sums[table] += exact;
    }
  }
  for (std::size_t t = 0; t < sums.size(); ++t) {
    if (sums[t] != 0) of_columns[t] = static_cast<float>(sums[t] / 10);  // rarely
  }
}

}  // namespace sluice::inline v0::route_detail
