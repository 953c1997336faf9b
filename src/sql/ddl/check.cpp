#include "check.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::sql {
namespace {

// Longer lists are a rule, not a description.
constexpr std::size_t max_values = 1000;
constexpr int max_depth = 16;

/// Reads alternatives, each of which has to be about the same column.
class Alternatives {
 public:
  explicit Alternatives(Cursor &cursor) : cursor_(cursor) {}

  /// Reads `… OR …` up to the end of the cursor's tokens; false if it says something else too.
  bool read(int depth) {
    do {
      if (!read_one(depth)) return false;
    } while (cursor_.accept(TokenKind::kw_or));
    return true;
  }

  std::optional<DdlAllowedValues> found() && {
    if (!has_column_ || found_.values.empty()) return std::nullopt;
    return std::move(found_);
  }

 private:
  bool read_one(int depth) {
    // A group in parentheses is either a condition, or the column: (a)::text = …
    const std::size_t start = cursor_.position();
    if (cursor_.kind() == TokenKind::left_paren && depth < max_depth) {
      cursor_.advance();
      if (read(depth + 1) && cursor_.accept(TokenKind::right_paren)) return true;
      cursor_.move_to(start);
    }
    if (!read_column(depth)) return false;
    if (cursor_.accept({"is", "null"})) return true;
    if (cursor_.accept(TokenKind::kw_in)) return read_list(TokenKind::left_paren);
    if (!cursor_.accept(TokenKind::equal)) return false;
    if (cursor_.accept_any({"any", "some"})) return read_list(TokenKind::left_bracket);
    return read_value();
  }

  /// A column, in functions of one argument and with casts.
  bool read_column(int depth) {
    if (depth > max_depth) return false;
    if (cursor_.accept(TokenKind::left_paren)) {
      if (!read_column(depth + 1) || !cursor_.accept(TokenKind::right_paren)) return false;
    } else {
      if (!cursor_.is_name() || cursor_.is_string()) return false;
      if (cursor_.kind(1) == TokenKind::left_paren) {
        cursor_.advance(2);
        if (!read_column(depth + 1) || !cursor_.accept(TokenKind::right_paren)) return false;
      } else {
        NamePart name = cursor_.qualified_name().back();
        if (has_column_ && !same_name(name.text, found_.column.text)) return false;
        found_.column = std::move(name);
        has_column_ = true;
      }
    }
    skip_casts();
    return true;
  }

  void skip_casts() {
    while (cursor_.accept(TokenKind::double_colon)) {
      if (cursor_.is_name()) cursor_.qualified_name();
      while (cursor_.is_any({"varying", "precision"})) cursor_.advance();
      if (cursor_.kind() == TokenKind::left_paren || cursor_.kind() == TokenKind::left_bracket)
        cursor_.skip_group();
      if (cursor_.kind() == TokenKind::left_bracket) cursor_.skip_group();
    }
  }

  bool read_value() {
    std::size_t parentheses = 0;
    while (cursor_.accept(TokenKind::left_paren)) ++parentheses;
    const bool negative = cursor_.accept(TokenKind::minus);
    std::string value;
    if (cursor_.is_string() && !negative) {
      value = cursor_.value_of(cursor_.token());
    } else if (cursor_.kind() == TokenKind::integer || cursor_.kind() == TokenKind::real) {
      value = (negative ? "-" : "") + std::string(cursor_.text());
    } else {
      return false;
    }
    cursor_.advance();
    skip_casts();
    for (; parentheses > 0; --parentheses) {
      if (!cursor_.accept(TokenKind::right_paren)) return false;
      skip_casts();
    }
    if (found_.values.size() == max_values) return false;
    if (std::ranges::find(found_.values, value) == found_.values.end())
      found_.values.push_back(std::move(value));
    return true;
  }

  /// `(v, …)`, or `(ARRAY[v, …])` with casts around.
  bool read_list(TokenKind open) {
    const std::size_t end = cursor_.end_of_group();
    if (cursor_.kind() != TokenKind::left_paren) return false;
    if (open == TokenKind::left_bracket) {
      while (cursor_.position() < end && cursor_.kind() != open) cursor_.advance();
      if (cursor_.position() == end) return false;
    }
    cursor_.advance();
    do {
      if (!read_value()) return false;
    } while (cursor_.accept(TokenKind::comma));
    if (cursor_.kind() != TokenKind::right_paren && cursor_.kind() != TokenKind::right_bracket)
      return false;
    cursor_.move_to(end);
    return true;
  }

  Cursor &cursor_;
  DdlAllowedValues found_;
  bool has_column_ = false;
};

}  // namespace

std::optional<DdlAllowedValues> allowed_values(Cursor &cursor) {
  const std::size_t begin = cursor.position() + 1;
  cursor.skip_group();
  std::vector<Token> store;
  Cursor inside(cursor);
  inside.move_to(begin);
  Cursor condition = inside.part(begin, cursor.position() - 1, store);
  // Parts that are joined by AND hold each for itself.
  while (!condition.at_end()) {
    const std::size_t start = condition.position();
    Alternatives alternatives(condition);
    const bool understood = alternatives.read(0);
    if (understood && (condition.at_end() || condition.kind() == TokenKind::kw_and)) {
      if (auto found = std::move(alternatives).found()) return found;
    }
    condition.move_to(start);
    while (!condition.at_end() && condition.kind() != TokenKind::kw_and) {
      // a OR b AND c: nothing is sure.
      if (condition.kind() == TokenKind::kw_or) return std::nullopt;
      condition.skip_group();
    }
    condition.accept(TokenKind::kw_and);
  }
  return std::nullopt;
}

}  // namespace sluice::inline v0::sql
