#ifndef SLUICE_SRC_ROUTE_FEATURES_KNOWN_PHRASES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_KNOWN_PHRASES_HPP

/// Phrases with a meaning that none of their words has alone: a "grand prix" is a race.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sluice/text/question.hpp"

namespace sluice::inline v0::route_detail {

struct KnownPhrase {
  std::size_t first = 0, end = 0;  ///< The positions of its words.
  std::string text;                ///< The words, separated by blanks.
};

/// For each word the longest phrase of two or three words that begins with it and is in the
/// built-in synonyms; none if the build has no synonyms. A phrase neither begins nor ends with a
/// stop word. `words`: of a question, in order. About a microsecond per word.
std::vector<KnownPhrase> known_phrases(std::span<const QuestionPart> words);

}  // namespace sluice::inline v0::route_detail

#endif
