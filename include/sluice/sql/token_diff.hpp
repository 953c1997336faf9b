#ifndef SLUICE_SQL_TOKEN_DIFF_HPP
#define SLUICE_SQL_TOKEN_DIFF_HPP

/// Two statements word by word, as a person compares them.
/// Source: Wagner and Fischer 1974 (longest common subsequence).

#include <cstddef>
#include <string_view>
#include <vector>

#include "sluice/sql/dialect.hpp"

namespace sluice::sql {

/// A stretch of a text that the other text has as well, or has not.
struct DiffPiece {
  std::string_view text;
  bool changed = false;
};

/// The pieces of each text cover it, blanks and comments included; those around a changed piece are
/// not part of it.
struct TokenDiff {
  std::vector<DiffPiece> a;
  std::vector<DiffPiece> b;
};

struct TokenDiffOptions {
  Dialect dialect = Dialect::permissive;
  /// Tokens of the one times tokens of the other, between what both begin and end with; past it
  /// all of that counts as changed.
  std::size_t max_pairs = std::size_t{1} << 22;
};

/// Tokens are the same if SQL takes them for the same: keywords and bare names whatever their case,
/// `<>` and `!=`, all else byte by byte. As few are changed as can be. The views are of `a` and
/// `b`. Throws SyntaxError for what cannot be cut into tokens. O(tokens of a × tokens of b).
TokenDiff token_diff(std::string_view a, std::string_view b, const TokenDiffOptions &options = {});

}  // namespace sluice::sql

#endif
