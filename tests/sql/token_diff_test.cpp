#include "sql/diff/token_diff.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/sql/syntax_error.hpp"
#include "sql/token.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

std::string marked(const std::vector<DiffPiece> &pieces) {
  std::string text;
  for (const DiffPiece &piece : pieces) {
    text += piece.changed ? '[' + std::string(piece.text) + ']' : std::string(piece.text);
  }
  return text;
}

std::string diff(std::string_view a, std::string_view b, const TokenDiffOptions &options = {}) {
  const TokenDiff found = token_diff(a, b, options);
  return marked(found.a) + " | " + marked(found.b);
}

/// The tokens of a text that are not marked as changed.
std::vector<std::string> kept(const std::vector<DiffPiece> &pieces) {
  std::vector<std::string> words;
  for (const DiffPiece &piece : pieces) {
    if (piece.changed) continue;
    for (const Token &token : tokenize(piece.text)) {
      if (token.kind != TokenKind::end)
        words.emplace_back(piece.text.substr(token.begin, token.end - token.begin));
    }
  }
  return words;
}

/// The length of the longest common subsequence, by brute force.
std::size_t longest(const std::string &a, const std::string &b, std::size_t i = 0,
                    std::size_t j = 0) {
  if (i == a.size() || j == b.size()) return 0;
  if (a[i] == b[j]) return 1 + longest(a, b, i + 1, j + 1);
  return std::max(longest(a, b, i + 1, j), longest(a, b, i, j + 1));
}

}  // namespace

TEST_CASE("a token diff marks tokens that only one of the statements has") {
  CHECK(diff("SELECT a FROM t", "select A  from T") == "SELECT a FROM t | select A  from T");
  CHECK(diff("SELECT a FROM t WHERE a <> 1", "SELECT a, b FROM t WHERE a != 2") ==
        "SELECT a FROM t WHERE a <> [1] | SELECT a[, b] FROM t WHERE a != [2]");
  CHECK(diff("SELECT 'a' FROM t", "SELECT 'A' FROM t") ==
        "SELECT ['a'] FROM t | SELECT ['A'] FROM t");
  CHECK(diff("SELECT a -- why\nFROM t", "SELECT a FROM u") ==
        "SELECT a -- why\nFROM [t] | SELECT a FROM [u]");
  CHECK(diff("", "SELECT 1") == " | [SELECT 1]");
  CHECK(diff(" ", " ") == "  |  ");
  CHECK(diff("a b c d", "x c y d z") == "[a b] c d | [x] c [y] d [z]");
  CHECK(diff("a b c d", "x c y d z", {.max_pairs = 3}) == "[a b c d] | [x c y d z]");
  CHECK_THROWS_AS(token_diff("SELECT 'a", "SELECT 1"), SyntaxError);
}

TEST_CASE("the fewest possible tokens are changed, and the kept tokens are equal on both sides") {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    std::string letters[2], texts[2];
    for (int side = 0; side < 2; ++side) {
      const std::size_t size = random.below(8);
      for (std::size_t i = 0; i < size; ++i) {
        letters[side] += static_cast<char>('a' + random.below(3));
        texts[side] += letters[side].back();
        texts[side] += ' ';
      }
    }
    const TokenDiff found = token_diff(texts[0], texts[1]);
    CHECK(kept(found.a) == kept(found.b));
    CHECK(kept(found.a).size() == longest(letters[0], letters[1]));
    std::string whole;
    for (const DiffPiece &piece : found.a) whole += piece.text;
    CHECK(whole == texts[0]);
  }
}
