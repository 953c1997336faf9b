#ifndef SLUICE_SRC_ROUTE_FEATURES_KNOWN_PHRASES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_KNOWN_PHRASES_HPP

/// Words that mean together what none of them means alone: a "grand prix" is a race.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sluice::detail {

struct KnownPhrase {
  std::size_t first = 0, end = 0;  ///< Which words of the text.
  std::string text;                ///< These, with blanks between.
};

/// The longest phrase of two or three words from each word on that the synonyms inside know; none
/// where the build left these out. A phrase neither begins nor ends with a stop word. `words`:
/// folded, all of a text in order; `stems`: those of the first ones, which alone are read. About a
/// microsecond a word.
std::vector<KnownPhrase> known_phrases(std::span<const std::string> words,
                                       std::span<const std::string> stems);

}  // namespace sluice::detail

#endif
