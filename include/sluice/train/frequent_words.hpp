#ifndef SLUICE_TRAIN_FREQUENT_WORDS_HPP
#define SLUICE_TRAIN_FREQUENT_WORDS_HPP

/// Which words texts use often.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// Words of two ASCII letters or more, as each_basic_token gives them, that stand `least` times or
/// more in the texts: the most frequent first, equally frequent ones by their letters. O(size).
std::vector<std::string> frequent_words(std::span<const std::string> texts, std::size_t least);

}  // namespace sluice

#endif
