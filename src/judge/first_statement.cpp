/// Where the first of several statements ends.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "loose_tokens.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::judge_detail {
namespace {

/// Finds the boundaries of statements: sqlparse tracks the nesting level of brackets and blocks.
class Splitter {
 public:
  /// Whether the statement ends with this token.
  bool ends_with(const LooseToken &token) {
    level_ += change(token);
    return level_ <= 0 && token.kind == LooseKind::semicolon;
  }

 private:
  int change(const LooseToken &token) {
    if (token.kind == LooseKind::open) return 1;
    if (token.kind == LooseKind::close) return -1;
    if (token.kind != LooseKind::keyword) return 0;
    const std::string word = lower_ascii(token.text);
    if (word.starts_with("create")) {
      creates_ = true;
      return 0;
    }
    if (word == "declare" && creates_ && blocks_ == 0) return 1;
    if (word == "begin") {
      ++blocks_;
      return creates_ ? 1 : 0;
    }
    if (word == "end") {
      blocks_ = std::max(0, blocks_ - 1);
      return -1;
    }
    const bool opens = word == "if" || word == "for" || word == "while" || word == "case";
    if (opens && creates_ && blocks_ > 0) return 1;
    return word == "end if" || word == "end while" ? -1 : 0;
  }

  int level_ = 0;
  int blocks_ = 0;
  bool creates_ = false;
};

}  // namespace

std::vector<LooseToken> first_statement(std::string_view text) {
  std::vector<LooseToken> tokens = loose_tokens(text);
  Splitter splitter;
  std::size_t end = 0;
  while (end < tokens.size() && !splitter.ends_with(tokens[end])) ++end;
  if (end < tokens.size()) ++end;
  while (end < tokens.size() &&
         (tokens[end].kind == LooseKind::blank || tokens[end].kind == LooseKind::line_comment)) {
    ++end;
  }
  tokens.resize(end);
  return tokens;
}

}  // namespace sluice::inline v0::judge_detail
