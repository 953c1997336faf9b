#ifndef SLUICE_SRC_ROUTE_FEATURES_WORD_LIKELIHOOD_HPP
#define SLUICE_SRC_ROUTE_FEATURES_WORD_LIKELIHOOD_HPP

/// The likelihood of a question's words as translations of the names of a schema.

#include <cstddef>
#include <span>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "route/features/stem_signals.hpp"
#include "schema_layout.hpp"

namespace sluice::inline v0::route_detail {

/// The likelihood ratio of the question for each database and table, relative to an unrelated one.
/// At most 40 words, so that the product stays within a double.
class WordLikelihood {
 public:
  explicit WordLikelihood(const SchemaLayout &layout);

  /// Adds a word of that frequency that translates these stems with these probabilities. Also
  /// updates the ratios of the stems. O(places of the stems + tables).
  void add(std::span<const StemMatch> sources, float frequency, StemSignals &stems);

  // Mean logarithms per word, by place in the grid. `share`: 1 over the number of words.
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

}  // namespace sluice::inline v0::route_detail

#endif
