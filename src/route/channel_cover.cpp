#include "channel_cover.hpp"

#include <algorithm>
#include <iterator>

#include "route/kernels/ranker_kernels.hpp"

namespace sluice::detail {
WordWeights::WordWeights(std::span<const float> weights, std::span<const float> counted)
    : parts_(std::max<std::size_t>(1, (weights.size() + CoverRows::step - 1) / CoverRows::step) *
                 CoverRows::step,
             0) {
  constexpr float least = 1e-30F;
  weights_.assign(parts_.size() + CoverRows::step, least);
  std::fill(weights_.begin(), weights_.end() - CoverRows::step, 0.0F);
  std::ranges::copy(weights, weights_.begin());
  for (std::size_t w = 0; w < weights.size(); ++w) {
    if (!(weights[w] > 0)) continue;
    parts_[w] = counted[w] / weights[w];
    counted_ += counted[w];
  }
}

ChannelCover::ChannelCover(const SchemaLayout &layout, const WordWeights &words)
    : layout_(&layout),
      words_(&words),
      tables_(layout.owner.size() * words.stride(), 0),
      names_(tables_.size(), 0),
      databases_(layout.log_tables.size() * words.stride(), 0),
      touched_(layout.owner.size(), 0),
      touched_databases_(layout.log_tables.size(), 0) {}

void ChannelCover::spread(std::size_t word, StemId stem, float strength) {
  const float weighted = (*words_)[word] * strength;
  const std::size_t stride = words_->stride();
  float *const cells = tables_.data() + word;
  std::uint8_t *const touched = touched_.data();
  for (const std::uint32_t table : layout_->in_table_name[stem]) {
    touched[table] = 1;
    raise_to(cells[table * stride], weighted);
    raise_to(names_[table * stride + word], weighted);
  }
  for (const std::uint32_t table : layout_->in_columns[stem]) {
    touched[table] = 1;
    raise_to(cells[table * stride], weighted);
  }
  for (const std::uint32_t database : layout_->in_database_name[stem]) {
    touched_databases_[database] = 1;
    raise_to(databases_[database * stride + word], weighted);
  }
}

void ChannelCover::take(ChannelCover &other) {
  const std::size_t stride = words_->stride();
  const auto add = [](std::vector<std::uint8_t> &flags, std::vector<std::uint8_t> &others) {
    for (std::size_t i = 0; i < flags.size(); ++i) {
      flags[i] |= others[i];
      others[i] = 0;
    }
  };
  const RankerKernels &kernels = ranker_kernels();
  kernels.take(tables_.data(), other.tables_.data(), other.touched_.data(), touched_.size(),
               stride);
  kernels.take(names_.data(), other.names_.data(), other.touched_.data(), touched_.size(), stride);
  kernels.take(databases_.data(), other.databases_.data(), other.touched_databases_.data(),
               touched_databases_.size(), stride);
  add(touched_, other.touched_);
  add(touched_databases_, other.touched_databases_);
}

CoverSignals ChannelCover::signals() const {
  CoverSignals made;
  for (auto *of : {&made.covered, &made.best_table, &made.table_names, &made.database_name,
                   &made.best_pair, &made.uncovered})
    of->assign(touched_databases_.size(), 0);
  for (auto *of : {&made.table, &made.name, &made.pair, &made.unique})
    of->assign(touched_.size(), 0);
  const CoverRows rows{words_->stride(),      words_->weights_.data(),
                       words_->parts_.data(), tables_.data(),
                       names_.data(),         databases_.data(),
                       touched_.data(),       touched_databases_.data(),
                       layout_->first_table,  layout_->joined,
                       layout_->owner.data()};
  std::vector<std::uint32_t> room(touched_.size() + 1);
  ranker_kernels().fill(rows, {made.covered.data(), made.uncovered.data(), made.table_names.data(),
                               made.database_name.data(), made.best_table.data(),
                               made.best_pair.data(), made.table.data(), made.name.data(),
                               made.unique.data(), made.pair.data(), room.data()});
  for (float &uncovered : made.uncovered) uncovered = std::max(words_->counted_ - uncovered, 0.0F);
  return made;
}

NameSignals::NameSignals(const SchemaLayout &layout, const StemSignals &stems, std::size_t channel)
    : name(layout.owner.size(), 0), columns(layout.owner.size(), 0) {
  constexpr float nearly_whole = 0.75F;
  std::vector<float> strengths(layout.stems.size(), 0);
  for (const StemId stem : stems.met()) strengths[stem] = stems[stem].strengths[channel];
  const auto strength_of = [&](StemId stem) { return strengths[stem]; };
  for (const StemId matched : stems.met()) {
    if (!(strength_of(matched) > 0)) continue;
    for (const std::uint32_t table : layout.in_table_name[matched]) {
      if (name[table] > 0) continue;  // met by another of its stems
      const auto of = layout.table_names[table];
      float strength = 0;
      for (const StemId stem : of) strength += strength_of(stem);
      if (!of.empty()) name[table] = strength / static_cast<float>(of.size());
    }
    // Names come by their length: of short ones, a weak match cannot be nearly the whole.
    constexpr float rounding = 1e-3F;
    const float lacking = 1 - strength_of(matched) - rounding;
    const auto is_short = [&](std::uint32_t place) {
      const auto size = static_cast<float>(layout.different_names[place].size());
      return (1 - nearly_whole) * size <= lacking;
    };
    const auto places = layout.names_with_stem[matched];
    auto at = places.end();
    while (at != places.begin() && !is_short(*std::prev(at))) --at;
    for (; at != places.end(); ++at) {
      const std::uint32_t place = *at;
      const auto of = layout.different_names[place];
      float strength = 0;
      for (const StemId stem : of) strength += strength_of(stem);
      if (!(strength > nearly_whole * static_cast<float>(of.size()))) continue;
      const auto is_matched = [&](StemId stem) { return strength_of(stem) > 0; };
      if (*std::ranges::find_if(of, is_matched) != matched) continue;  // counted by that one
      float rare = 0;
      for (const StemId stem : of) rare += strength_of(stem) * layout.rarity[stem];
      for (const std::uint32_t table : layout.tables_with_name[place]) columns[table] += rare;
    }
  }
  for (float &rarity : columns) rarity /= 10;
}

}  // namespace sluice::detail
