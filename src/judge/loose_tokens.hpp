#ifndef SLUICE_SRC_JUDGE_LOOSE_TOKENS_HPP
#define SLUICE_SRC_JUDGE_LOOSE_TOKENS_HPP

/// Splits any text into tokens without a grammar and without failing, exactly as the official
/// script does: by the rules of sqlparse 0.4.2, including quirks. The script's repairs of a query
/// depend on these tokens; everything else should use the tokens of src/sql.

#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice::inline v0::judge_detail {

enum class LooseKind : std::uint8_t {
  blank,  ///< One white-space character other than a line end.
  newline,
  line_comment,
  quoted,   ///< In single or double quotes.
  keyword,  ///< Keywords that determine where statements end.
  open,
  close,
  semicolon,
  other,
};

struct LooseToken {
  LooseKind kind = LooseKind::other;
  std::string_view text;
};

/// All tokens of `text`, in order. O(size).
std::vector<LooseToken> loose_tokens(std::string_view text);

/// The tokens of the first statement: up to its semicolon, and the blanks and comments that follow.
std::vector<LooseToken> first_statement(std::string_view text);

}  // namespace sluice::inline v0::judge_detail

#endif
