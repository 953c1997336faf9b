#ifndef SLUICE_SRC_TEXT_STOP_WORDS_HPP
#define SLUICE_SRC_TEXT_STOP_WORDS_HPP

/// English function words, which carry little meaning by themselves.

#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Whether a folded word is one of the common English function words ("the", "of", "which", "how",
/// …). O(log n).
bool is_stop_word(std::string_view folded_word) noexcept;

}  // namespace sluice::inline v0

#endif
