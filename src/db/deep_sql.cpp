#include "deep_sql.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/roomy_stack.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::detail {
namespace {

constexpr std::size_t most_operators = 72;

bool is_operator_word(std::string_view word) noexcept {
  static constexpr std::array<std::string_view, 18> words = {
      "and",     "or",    "is",     "in",        "null",  "isnull", "notnull", "like", "glob",
      "between", "match", "regexp", "intersect", "union", "except", "collate", "case", "select"};
  return std::ranges::any_of(words,
                             [word](std::string_view known) { return same_name(word, known); });
}

bool is_word_byte(char c) noexcept {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || (c & 0x80) != 0;
}

bool is_sign(char c) noexcept {
  return std::string_view("+-*/%<>=!|&~").find(c) != std::string_view::npos;
}

}  // namespace

bool is_deep_sql(std::string_view sql) noexcept {
  if (sql.size() < 2 * most_operators) return false;
  std::size_t operators = 0;
  for (std::size_t at = 0; at < sql.size() && operators <= most_operators;) {
    std::size_t end = at + 1;
    if (is_word_byte(sql[at])) {
      while (end < sql.size() && is_word_byte(sql[end])) ++end;
      if (is_operator_word(sql.substr(at, end - at))) ++operators;
    } else if (is_sign(sql[at])) {
      while (end < sql.size() && is_sign(sql[end])) ++end;
      ++operators;
    }
    at = end;
  }
  return operators > most_operators;
}

bool has_deep_schema(sqlite3 *database, int &status) {
  const auto look = [](void *is_deep, int, char **columns, char **) {
    if (columns[0] != nullptr && is_deep_sql(columns[0])) *static_cast<bool *>(is_deep) = true;
    return 0;
  };
  bool is_deep = false;
  status = sqlite3_exec(database, "SELECT sql FROM sqlite_schema", look, &is_deep, nullptr);
  return is_deep;
}

void prepare_sql(bool is_deep, function_ref<void()> work) {
  if (is_deep) return run_on_roomy_stack(work);
  work();
}

}  // namespace sluice::detail
