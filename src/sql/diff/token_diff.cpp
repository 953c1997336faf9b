#include "sql/diff/token_diff.hpp"

#include <algorithm>
#include <cstdint>

#include "sluice/core/ascii.hpp"
#include "sql/token.hpp"

namespace sluice::inline v0::sql {
namespace {

/// The tokens of a statement, and which of them the other statement does not have.
struct Words {
  Words(std::string_view sql, Dialect dialect) : text(sql), tokens(tokenize(sql, dialect)) {
    tokens.pop_back();  // removes the end token
    changed.resize(tokens.size());
  }

  std::string_view word(std::size_t i) const {
    return text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
  }
  void change(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) changed[i] = true;
  }
  std::vector<DiffPiece> pieces() const {
    std::vector<DiffPiece> found;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const bool last = i + 1 == tokens.size();
      if (!last && changed[i + 1] == changed[i]) continue;
      // Whitespace stays outside the changed pieces.
      const std::size_t end = last ? text.size() : changed[i] ? tokens[i].end : tokens[i + 1].begin;
      found.push_back({text.substr(begin, end - begin), changed[i]});
      begin = end;
    }
    if (tokens.empty() && !text.empty()) found.push_back({text, false});
    return found;
  }

  std::string_view text;
  std::vector<Token> tokens;
  std::vector<bool> changed;
};

bool same(const Words &a, std::size_t i, const Words &b, std::size_t j) {
  const TokenKind kind = a.tokens[i].kind;
  if (kind != b.tokens[j].kind) return false;
  // The kind identifies keywords and operators completely.
  if (kind < TokenKind::identifier || kind > TokenKind::parameter) return true;
  const std::string_view one = a.word(i), other = b.word(j);
  return kind == TokenKind::identifier ? same_name(one, other) : one == other;
}

}  // namespace

TokenDiff token_diff(std::string_view a, std::string_view b, const TokenDiffOptions &options) {
  Words left(a, options.dialect), right(b, options.dialect);
  std::size_t begin = 0;
  std::size_t left_end = left.tokens.size(), right_end = right.tokens.size();
  while (begin < left_end && begin < right_end && same(left, begin, right, begin)) ++begin;
  while (left_end > begin && right_end > begin && same(left, left_end - 1, right, right_end - 1)) {
    --left_end;
    --right_end;
  }
  const std::size_t rows = left_end - begin, columns = right_end - begin;
  if (rows == 0 || columns == 0 || rows > options.max_pairs / columns) {
    left.change(begin, left_end);
    right.change(begin, right_end);
    return {left.pieces(), right.pieces()};
  }

  // common[i][j]: length of the longest common subsequence of what follows i and j.
  const std::size_t width = columns + 1;
  std::vector<std::uint32_t> common((rows + 1) * width);
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      common[i * width + j] =
          same(left, begin + i, right, begin + j)
              ? common[(i + 1) * width + j + 1] + 1
              : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  std::size_t i = 0, j = 0;
  while (i < rows && j < columns) {
    if (same(left, begin + i, right, begin + j)) {
      ++i;
      ++j;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
      left.changed[begin + i++] = true;
    } else {
      right.changed[begin + j++] = true;
    }
  }
  left.change(begin + i, left_end);
  right.change(begin + j, right_end);
  return {left.pieces(), right.pieces()};
}

}  // namespace sluice::inline v0::sql
