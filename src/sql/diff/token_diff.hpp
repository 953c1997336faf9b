#ifndef SLUICE_SRC_SQL_DIFF_TOKEN_DIFF_HPP
#define SLUICE_SRC_SQL_DIFF_TOKEN_DIFF_HPP

/// Compares two statements token by token, as a person would.
/// Source: Wagner and Fischer 1974 (longest common subsequence).

#include <cstddef>
#include <string_view>
#include <vector>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::sql {

/// A piece of a text; `changed` if the other text does not have it.
struct DiffPiece {
  std::string_view text;
  bool changed = false;
};

/// The pieces of each text cover it completely, whitespace and comments included. Whitespace and
/// comments around a changed piece are not part of it.
struct TokenDiff {
  std::vector<DiffPiece> a;
  std::vector<DiffPiece> b;
};

struct TokenDiffOptions {
  Dialect dialect = Dialect::permissive;
  /// Maximum product of the numbers of tokens, not counting the common start and end. If it is
  /// exceeded, everything in between counts as changed.
  std::size_t max_pairs = std::size_t{1} << 22;
};

/// Tokens are equal if SQL treats them as equal: keywords and bare names in any case, `<>` and
/// `!=`; everything else byte by byte. The number of changed tokens is minimal. The views refer to
/// `a` and `b`. Throws SyntaxError if a text cannot be split into tokens. O(tokens of a × tokens of
/// b).
TokenDiff token_diff(std::string_view a, std::string_view b, const TokenDiffOptions &options = {});

}  // namespace sluice::inline v0::sql

#endif
