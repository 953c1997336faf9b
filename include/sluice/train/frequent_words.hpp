#ifndef SLUICE_TRAIN_FREQUENT_WORDS_HPP
#define SLUICE_TRAIN_FREQUENT_WORDS_HPP

/// Finds the frequent words of texts.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Returns the words of at least two ASCII letters, as tokenized by each_basic_token, that occur at
/// least `least` times in the texts: most frequent first, ties alphabetically. O(size).
std::vector<std::string> frequent_words(std::span<const std::string> texts, std::size_t least);

}  // namespace sluice::inline v0

#endif
