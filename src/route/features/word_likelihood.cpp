#include "word_likelihood.hpp"

#include "route/features/kernels/ranker_kernels.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// The assumed probability that a word of the question translates a name of the schema; otherwise
/// it is any word.
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
    const float strength =
        source.strength;  // a copy, because the compiler cannot rule out aliasing
    for (const Share &share : of_stem) sums_[share.place] += strength * share.share;
  }
  // For many places, updating everything eight at a time is faster than scattered updates.
  if (places > ratios_.size() / 16) {
    ranker_kernels().scale_ratios(ratios_.data(), sums_.data(), ratios_.size(), double{scale});
    return;
  }
  // When an object occurs again, its sum is 0 and changes nothing.
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

}  // namespace sluice::inline v0::route_detail
