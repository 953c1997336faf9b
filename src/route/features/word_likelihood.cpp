#include "word_likelihood.hpp"

#include "route/features/kernels/ranker_kernels.hpp"

namespace sluice::inline v0::detail {
namespace {

/// How the question is thought to be worded: by a name of the schema at `translated`, else by
/// anything.
constexpr float translated = 0.7F;

}  // namespace

WordLikelihood::WordLikelihood(const SchemaLayout &layout)
    : layout_(layout),
      ratios_(layout.grid.size() + layout.grid.databases(), 1),
      sums_(ratios_.size(), 0) {}

void WordLikelihood::add(std::span<const StemMatch> sources, float frequency, StemSignals &stems) {
  if (sources.empty()) return;
  const float scale = translated / ((1 - translated) * frequency);
  for (const StemMatch &source : sources) layout_.shares.fetch(source.stem);
  std::size_t places = 0;
  for (const StemMatch &source : sources) {
    stems.at(source.stem).ratio *= 1 + double{source.strength} * scale;
    const auto of_stem = layout_.shares[source.stem];
    places += of_stem.size();
    const float strength = source.strength;  // which a compiler cannot tell from a sum
    for (const Share &share : of_stem) sums_[share.place] += strength * share.share;
  }
  // To go through all of them, eight at a time, soon costs less than to go here and there.
  if (places > ratios_.size() / 16) {
    ranker_kernels().settle(ratios_.data(), sums_.data(), ratios_.size(), double{scale});
    return;
  }
  // Where an object comes again, its sum is 0 by then, and changes nothing.
  for (const StemMatch &source : sources) {
    for (const Share &share : layout_.shares[source.stem]) {
      ratios_[share.place] *= 1 + double{sums_[share.place]} * scale;
      sums_[share.place] = 0;
    }
  }
}

void WordLikelihood::logarithms(std::span<const double> ratios, float share, float *logs) {
  ranker_kernels().logarithms(ratios.data(), ratios.size(), share, logs);
}

}  // namespace sluice::inline v0::detail
