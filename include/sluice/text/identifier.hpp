#ifndef SLUICE_TEXT_IDENTIFIER_HPP
#define SLUICE_TEXT_IDENTIFIER_HPP

/// What the names in a schema are made of.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice {

/// Splits an identifier into folded words at case changes, punctuation and borders of digits:
/// "custAddr2" → cust, addr, 2; "HTTPServer_log" → http, server, log. O(size).
std::vector<std::string> split_identifier(std::string_view identifier);

/// The same words with blanks between: "custAddr2" is "cust addr 2". O(size).
std::string spaced_words(std::string_view identifier);

/// A name as people would write it, folded: blanks where the case changes and for "_" and ".", the
/// rest kept, so that "Percent (%) FRPM_K-12" is "percent (%) frpm k-12" and "a11" stays one word.
/// What encoders are given. O(size).
std::string readable_name(std::string_view identifier);

/// Splits a folded word that is glued together from words of schemas, their inflections and
/// abbreviations: "empno" → emp, no; "billedto" → billed, to. Of several ways the one whose
/// words are the commonest together. Empty if the word is itself known or cannot be split.
/// O(size²); none longer than 40 bytes is split.
std::vector<std::string> split_glued(std::string_view folded_word);
/// The same where `rank_of` knows further words: a word's rank by falling frequency, from 1; 0: it
/// is none.
std::vector<std::string> split_glued(std::string_view folded_word,
                                     function_ref<std::uint32_t(std::string_view)> rank_of);

/// What a folded abbreviation stands for in schemas, likeliest first: "addr" → address;
/// "no" → number. Empty if it is none. O(log n).
std::vector<std::string_view> expansions(std::string_view folded_word);

/// Words that a name means but does not spell: the parts of its glued words, and what the
/// abbreviations among all of them stand for. Each once, in order of the name.
std::vector<std::string> implied_words(std::string_view identifier);

}  // namespace sluice

#endif
