#ifndef SLUICE_SRC_PROMPT_TOKENS_HPP
#define SLUICE_SRC_PROMPT_TOKENS_HPP

/// Estimates the number of tokens of a text without a model's vocabulary.

#include <cstddef>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The estimate is within about 10 % of the usual byte-pair vocabularies on schemas and SQL. Counts
/// one token per five letters of a word and per three digits of a number, rounded up, one per other
/// visible character, and one per two bytes beyond ASCII. O(size).
std::size_t estimate_tokens(std::string_view text) noexcept;

}  // namespace sluice::inline v0

#endif
