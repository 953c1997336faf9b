#include "word_likelihood.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::detail {
namespace {

/// How the question is thought to be worded: by a name of the schema at `translated`, else by
/// anything.
constexpr float translated = 0.7F;

}  // namespace

WordLikelihood::WordLikelihood(const SchemaLayout &layout)
    : layout_(layout),
      databases_(layout.visible_database.size()),
      tables_(layout.visible_table.size()),
      stems_(layout.stems.size(), 1) {}

void WordLikelihood::add(std::span<const StemMatch> sources, float frequency) {
  if (sources.empty()) return;
  const float scale = translated / ((1 - translated) * frequency);
  for (const StemMatch &source : sources) {
    double &ratio = stems_[source.stem];
    if (ratio == 1) met_.push_back(source.stem);
    ratio *= 1 + double{source.strength} * scale;
    tables_.spread(layout_.in_table[source.stem], source.strength);
    databases_.spread(layout_.in_database[source.stem], source.strength);
  }
  tables_.settle(scale);
  databases_.settle(scale);
}

void WordLikelihood::Objects::settle(float scale) noexcept {
  const double by = scale;
  for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] *= 1 + double{sums[i]} * by;
  std::ranges::fill(sums, 0.0F);
}

void WordLikelihood::stems(float share, StemSignals &signals) const {
  for (const StemId stem : met_)
    signals.at(stem).likelihood = share * static_cast<float>(std::log(stems_[stem]));
}

std::vector<float> WordLikelihood::logarithms(const std::vector<double> &ratios, float share) {
  std::vector<float> logs;
  logs.reserve(ratios.size());
  for (const double ratio : ratios)
    logs.push_back(ratio == 1 ? 0 : share * static_cast<float>(std::log(ratio)));
  return logs;
}

}  // namespace sluice::detail
