#ifndef SLUICE_SRC_TEXT_BASIC_TOKENS_HPP
#define SLUICE_SRC_TEXT_BASIC_TOKENS_HPP

/// Basic tokenization for BERT models: the words that WordPiece then splits. Source: Devlin et al.
/// 2019, BasicTokenizer, lower-case ("uncased") variant.

#include <string_view>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0 {

/// Calls `visit` with each word in order. Blanks separate words; each punctuation mark and each CJK
/// ideograph is a word by itself. Letters are lowercased and lose their accents; control characters
/// and bytes that are not valid UTF-8 are dropped. The views are valid during the call only.
/// O(size).
void each_basic_token(std::string_view text, function_ref<void(std::string_view token)> visit);

}  // namespace sluice::inline v0

#endif
