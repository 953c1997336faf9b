#ifndef SLUICE_SRC_ROUTE_FEATURES_WORD_LIKELIHOOD_HPP
#define SLUICE_SRC_ROUTE_FEATURES_WORD_LIKELIHOOD_HPP

/// How likely a question's words are, where they come from the names of a schema by translation.

#include <cstddef>
#include <span>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "route/features/stem_signals.hpp"
#include "schema_layout.hpp"

namespace sluice::inline v0::detail {

/// The question's likelihood under each database and table, above that of no relation. Of at
/// most 40 words: their product stays within a double.
class WordLikelihood {
 public:
  explicit WordLikelihood(const SchemaLayout &layout);

  /// Adds a word of that frequency, which comes from these stems with these probabilities; their
  /// own ratios into their rows. O(places of the stems + tables).
  void add(std::span<const StemMatch> sources, float frequency, StemSignals &stems);

  // Logarithms, a word's mean, by place in the grid: `share` is 1 over the number of words.
  void databases(float share, float *logs) const {
    logarithms(std::span(ratios_).subspan(layout_.grid.size()), share, logs);
  }
  void tables(float share, float *logs) const {
    logarithms(std::span(ratios_).first(layout_.grid.size()), share, logs);
  }

 private:
  static void logarithms(std::span<const double> ratios, float share, float *logs);

  const SchemaLayout &layout_;
  // By place of a table, then of a database.
  std::vector<double> ratios_;
  std::vector<float> sums_;  // of one word; zeros between words
};

}  // namespace sluice::inline v0::detail

#endif
