#ifndef SLUICE_SRC_TEXT_IDENTIFIER_HPP
#define SLUICE_SRC_TEXT_IDENTIFIER_HPP

/// Splits the names in a schema into words.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0 {

/// Splits an identifier into folded words at case changes, punctuation and digit boundaries:
/// "custAddr2" → cust, addr, 2; "HTTPServer_log" → http, server, log. Scripts without spaces give
/// overlapping pairs of characters, which is for search: "基金净值" → 基金, 金净, 净值. O(size).
std::vector<std::string> split_identifier(std::string_view identifier);

/// The same for reading: runs of scripts without spaces stay whole: "基金净值2" → 基金净值, 2.
std::vector<std::string> whole_words(std::string_view identifier);

/// The written words, separated by blanks: "custAddr2" → "cust addr 2". O(size).
std::string spaced_words(std::string_view identifier);

/// A folded name as people would write it: "_", "." and case changes become blanks, the rest is
/// kept. "Percent (%) FRPM_K-12" → "percent (%) frpm k-12"; "a11" stays one word. Encoders receive
/// this form. O(size).
std::string readable_name(std::string_view identifier);

/// Splits a folded word that joins several words without a separator, such as schema words, their
/// inflections and abbreviations: "empno" → emp, no; "billedto" → billed, to. Prefers the split
/// whose words are the most frequent overall. Empty if the word itself is known or cannot be split,
/// or is longer than 40 bytes. O(size²).
std::vector<std::string> split_glued(std::string_view folded_word);
/// The same with additional words: `rank_of` returns a word's rank by descending frequency, from 1,
/// or 0 if it does not know the word.
std::vector<std::string> split_glued(std::string_view folded_word,
                                     function_ref<std::uint32_t(std::string_view)> rank_of);

/// The words that a folded abbreviation can mean in a schema, most likely first: "addr" → address;
/// "no" → number. Empty if it is not a known abbreviation. O(log n).
std::vector<std::string_view> expansions(std::string_view folded_word);

/// Words that a name implies but does not spell out: the parts of its joined words, and the
/// expansions of abbreviations among all of these. Without duplicates, in the order of the name.
std::vector<std::string> implied_words(std::string_view identifier);

}  // namespace sluice::inline v0

#endif
