#ifndef SLUICE_SRC_TEXT_UNSPACED_HPP
#define SLUICE_SRC_TEXT_UNSPACED_HPP

/// Scripts that are written without spaces between words: Chinese characters, Japanese kana, Thai,
/// Lao, Khmer and Burmese.
///
/// Text in them is cut into overlapping pairs of characters, without a dictionary: a shared word is
/// a shared sequence of pairs, wherever it begins, and pairs across a boundary of words are rare in
/// names, so that they weigh little. A dictionary would tie the index to its version, weigh tens of
/// megabytes, and cut the same word differently in a question and in a name, which costs a match.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::text_detail {

/// Whether a letter or mark belongs to such a script. Digits of these scripts do not.
bool is_unspaced(std::uint32_t code_point) noexcept;

/// Whether combining marks after this character distinguish letters, as in kana and Thai; in other
/// scripts they are accents.
bool keeps_marks(std::uint32_t code_point) noexcept;

/// False for texts without unspaced characters in Latin, Greek, Cyrillic, Hebrew, Arabic and some
/// other scripts; a fast check that may be true for others.
bool may_be_unspaced(std::string_view text) noexcept;

/// Whether a text contains an unspaced character. O(size).
bool has_unspaced(std::string_view text) noexcept;

/// Calls `visit` with the pieces of a word that a match may begin or end with, in order; together
/// they are the word. A piece is a run of other scripts, or one character of an unspaced script:
/// a letter with its marks, and with the vowels written around it (Thai, Lao), the letters stacked
/// below it (Khmer, Burmese), or the small kana and the length mark after it. O(size).
void each_character(std::string_view word,
                    function_ref<void(std::string_view piece, bool is_unspaced)> visit);

/// Calls `visit` with the index terms of a folded word: overlapping pairs of characters of a run in
/// an unspaced script, a character alone if the run has no other, and runs of other scripts whole:
/// "etf基金净值" → etf, 基金, 金净, 净值. Katakana and other characters are separate runs. A length
/// mark at the end of a katakana run of four or more characters is dropped, since writers disagree
/// on it. O(size).
void each_term(std::string_view folded_word, function_ref<void(std::string_view term)> visit);

/// Calls `visit` with sequences of at most 24 pieces of a word (see each_character), folded, from
/// left to right, the longest first: where a value or a term may occur in text without spaces. If
/// `visit` returns true, the search continues after that sequence. Sequences that match by chance
/// are left out: a single character, two kana, and parts of other scripts of less than three bytes.
/// Nothing if the word has no unspaced character. O(size × 24) calls.
void each_inner_run(std::string_view word, function_ref<bool(std::string_view folded_run)> visit);

}  // namespace sluice::inline v0::text_detail

#endif
