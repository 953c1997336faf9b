#ifndef SLUICE_SRC_PROMPT_TOKENS_HPP
#define SLUICE_SRC_PROMPT_TOKENS_HPP

/// How many tokens a language model will see in a text, without its vocabulary.

#include <cstddef>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// An estimate that fits the usual byte-pair vocabularies within some ten percent on schemas and
/// SQL: a token for every five letters of a word or three digits of a number begun, one for every
/// other visible character, one for every two bytes beyond ASCII. O(size).
std::size_t estimate_tokens(std::string_view text) noexcept;

}  // namespace sluice::inline v0

#endif
