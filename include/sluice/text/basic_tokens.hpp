#ifndef SLUICE_TEXT_BASIC_TOKENS_HPP
#define SLUICE_TEXT_BASIC_TOKENS_HPP

/// The words that BERT's tokenizers start from. Source: Devlin et al. 2019, its BasicTokenizer; the
/// lower-case ("uncased") variant.

#include <string_view>

#include "sluice/core/function_ref.hpp"

namespace sluice {

/// Calls `visit` with each word in order: blanks separate, control characters vanish, letters are
/// in lower case and without accents, each punctuation mark and each CJK ideograph is a word of its
/// own. Stray bytes that are no UTF-8 vanish. The views live for the call only. O(size).
void each_basic_token(std::string_view text, function_ref<void(std::string_view token)> visit);

}  // namespace sluice

#endif
