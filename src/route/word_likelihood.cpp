#include "word_likelihood.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/ranker_kernels.hpp"

namespace sluice::detail {
namespace {

/// How the question is thought to be worded: by a name of the schema at `translated`, else by
/// anything.
constexpr float translated = 0.7F;

}  // namespace

WordLikelihood::WordLikelihood(const SchemaLayout &layout)
    : layout_(layout), databases_(layout.grid.databases()), tables_(layout.grid.size()) {}

void WordLikelihood::add(std::span<const StemMatch> sources, float frequency, StemSignals &stems) {
  if (sources.empty()) return;
  const float scale = translated / ((1 - translated) * frequency);
  for (const StemMatch &source : sources)
    stems.at(source.stem).ratio *= 1 + double{source.strength} * scale;
  tables_.add(layout_.in_table, sources, scale);
  databases_.add(layout_.in_database, sources, scale);
}

void WordLikelihood::Objects::add(const SharedLists<Share> &shares,
                                  std::span<const StemMatch> sources, double scale) noexcept {
  std::size_t places = 0;
  for (const StemMatch &source : sources) {
    const auto of_stem = shares[source.stem];
    places += of_stem.size();
    for (const Share &share : of_stem) sums[share.place] += source.strength * share.share;
  }
  if (places > ratios.size() / 4) {
    ranker_kernels().settle(ratios.data(), sums.data(), ratios.size(), scale);
    return;
  }
  const auto settle = [&](std::size_t place) {
    ratios[place] *= 1 + double{sums[place]} * scale;
    sums[place] = 0;
  };
  // Where an object comes again, its sum is 0 by then, and changes nothing.
  for (const StemMatch &source : sources) {
    for (const Share &share : shares[source.stem]) settle(share.place);
  }
}

void WordLikelihood::logarithms(const std::vector<double> &ratios, float share, float *logs) {
  for (const double ratio : ratios)
    *logs++ = ratio == 1 ? 0 : share * static_cast<float>(std::log(ratio));
}

}  // namespace sluice::detail
