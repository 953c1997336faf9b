#ifndef SLUICE_SRC_BEAM_WORD_ALTERNATIVES_HPP
#define SLUICE_SRC_BEAM_WORD_ALTERNATIVES_HPP

/// Which words people use for a word of a schema.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/synonyms.hpp"
#include "sluice/beam/routing_pair.hpp"
#include "sluice/core/random.hpp"

namespace sluice::inline v0 {

/// For each stem, a list of words with probabilities. Immutable. Thread-safe.
class WordAlternatives {
 public:
  /// No alternatives: every word is kept.
  WordAlternatives() = default;

  /// Learns from the pairs' questions how people express the names of the tables and columns that
  /// they mean: IBM model 1 (Brown et al. 1993), six rounds of expectation maximization over
  /// question words given name words, with an empty word. O(rounds × pairs × words²).
  static WordAlternatives from_pairs(std::span<const RoutingPair> pairs, const Catalog &catalog);
  /// Words with similar meaning for each word of the catalog's names, with probabilities
  /// proportional to similarity.
  static WordAlternatives from_synonyms(const Synonyms &synonyms, const Catalog &catalog);

  /// Draws a word that may replace `word` (folded), possibly the same word; always the same word if
  /// no alternatives are known. O(log).
  std::string_view draw(std::string_view word, Random &random) const;

  std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct Alternative {
    std::string word;
    double end = 0;  ///< Running sum of the probabilities; 1 for the last.
  };
  struct Entry {
    std::string stem;
    std::vector<Alternative> alternatives;
  };
  std::vector<Entry> entries_;  // by stem
};

}  // namespace sluice::inline v0

#endif
