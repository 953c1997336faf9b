#ifndef SLUICE_TEXT_WORD_PARTS_HPP
#define SLUICE_TEXT_WORD_PARTS_HPP

/// The boundaries inside a written word.

#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::text_detail {

/// Longer than any word of a language. An analyzer does not stem longer ones, which are data such
/// as hashes.
inline constexpr std::size_t max_stemmed_bytes = 64;

/// Changes when the same text gives other terms than in earlier releases: files with terms contain
/// it.
inline constexpr char terms_version = 2;

/// Calls `visit` with the parts of a word: "HTTPServer2" → HTTP, Server, 2. Case and digits make
/// boundaries in every script; a letter without case ends before a capital: "用户Id" → 用户, Id.
void each_part(std::string_view word, bool split_case, bool split_digits,
               function_ref<void(std::string_view part)> visit);

/// Calls `visit` with the parts of a word, folded. A part that folds to several words ("½" to 1 and
/// 2) gives several, one that folds to nothing gives none: each result is one word and not empty.
void each_folded_word(std::string_view word, bool split_case, bool split_digits,
                      function_ref<void(std::string folded)> visit);

/// The same for search: text in scripts without spaces gives overlapping pairs of characters (see
/// each_term): "基金净值2" → 基金, 金净, 净值, 2.
void each_folded_part(std::string_view word, bool split_case, bool split_digits,
                      function_ref<void(std::string term)> visit);

}  // namespace sluice::inline v0::text_detail

#endif
