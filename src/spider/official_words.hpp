#ifndef SLUICE_SRC_SPIDER_OFFICIAL_WORDS_HPP
#define SLUICE_SRC_SPIDER_OFFICIAL_WORDS_HPP

/// Splits SQL text into words as the official script does: quoted strings first, the rest by NLTK's
/// rules for English (Treebank's, with its untrained sentence splitter).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::inline v0::official {

/// Words that the script tests for; all others are `other`.
enum class Word : std::uint8_t {
  other,
  // clauses
  kw_select,
  kw_from,
  kw_where,
  kw_group,
  kw_order,
  kw_limit,
  kw_intersect,
  kw_union,
  kw_except,
  // joins
  kw_join,
  kw_on,
  kw_as,
  // operators of conditions
  kw_not,
  kw_between,
  equal,
  greater,
  less,
  greater_equal,
  less_equal,
  not_equal,
  kw_in,
  kw_like,
  kw_is,
  kw_exists,
  // arithmetic; the script counts `none` as an operator, as it does for aggregates
  kw_none,
  minus,
  plus,
  star,
  slash,
  // aggregates
  kw_max,
  kw_min,
  kw_count,
  kw_sum,
  kw_avg,
  // the rest
  kw_and,
  kw_or,
  kw_asc,
  kw_desc,
  kw_by,
  kw_having,
  kw_distinct,
  left_paren,
  right_paren,
  comma,
  semicolon,
};

/// Classes of words that the script tests for.
constexpr bool is_clause(Word word) noexcept {
  return word >= Word::kw_select && word <= Word::kw_except;
}
constexpr bool is_join(Word word) noexcept { return word >= Word::kw_join && word <= Word::kw_as; }
constexpr bool is_end(Word word) noexcept {
  return is_clause(word) || word == Word::right_paren || word == Word::semicolon;
}
constexpr bool is_aggregate(Word word) noexcept {
  return word == Word::kw_none || (word >= Word::kw_max && word <= Word::kw_avg);
}
constexpr bool is_arithmetic(Word word) noexcept {
  return word >= Word::kw_none && word <= Word::slash;
}

struct Token {
  std::string_view text;  ///< In lower case; a string as written, between double quotes.
  Word word = Word::other;
  bool is_string = false;
};

/// The words of one text. Memory is reused by the next text.
class Words {
 public:
  /// Returns false if a quote is not closed. O(size).
  bool read(std::string_view sql);

  const std::vector<Token> &tokens() const noexcept { return tokens_; }

 private:
  void mask(std::string_view sql);
  void cut();
  void add(std::size_t begin, std::size_t end);
  void add_parts(std::size_t begin, std::size_t end);
  bool ends_sentence(std::size_t dot) const noexcept;
  bool is_last_dot(std::size_t dot) const noexcept;

  std::string text_;    // every string is enclosed in double quotes
  std::string masked_;  // like text_, but each string is one byte, and words become lowercase
  std::vector<std::string_view> strings_;
  std::vector<Token> tokens_;
  std::size_t next_string_ = 0;
};

}  // namespace sluice::inline v0::official

#endif
