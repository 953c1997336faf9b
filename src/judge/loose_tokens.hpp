#ifndef SLUICE_SRC_JUDGE_LOOSE_TOKENS_HPP
#define SLUICE_SRC_JUDGE_LOOSE_TOKENS_HPP

/// Any text cut into tokens without a grammar, and without ever failing, where the official script
/// cuts it: by the rules of sqlparse 0.4.2, quirks included. What the script does to a text before
/// it runs it depends on these cuts; everything else should use the tokens of the room sql.

#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice::detail {

enum class LooseKind : std::uint8_t {
  blank,  ///< One white-space character that is no line end.
  newline,
  line_comment,
  quoted,   ///< In single or double quotes.
  keyword,  ///< Of those that statements are told apart by.
  open,
  close,
  semicolon,
  other,
};

struct LooseToken {
  LooseKind kind = LooseKind::other;
  std::string_view text;
};

/// All of `text`, in order. O(size).
std::vector<LooseToken> loose_tokens(std::string_view text);

/// Those of the first statement: up to its semicolon, and what blanks and comments follow.
std::vector<LooseToken> first_statement(std::string_view text);

/// Bytes of the character at the start of `text`, a stray byte being one; 0 if it is empty.
std::size_t character_size(std::string_view text) noexcept;
/// Whether Python's str.isspace holds for the character at the start of `text`.
bool starts_with_space(std::string_view text) noexcept;
/// As Python's str.strip.
std::string_view stripped(std::string_view text) noexcept;

}  // namespace sluice::detail

#endif
