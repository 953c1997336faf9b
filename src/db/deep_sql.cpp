#include "deep_sql.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <thread>

#include <fmt/format.h>

#include "core/large_stack.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sqlite_library.hpp"

namespace sluice::inline v0::db_detail {
namespace {

// Limit for running on the caller's stack with about 60 KiB for SQLite: an operator takes up to 800
// bytes.
constexpr std::size_t max_operators = 72;
constexpr std::size_t few_selects = 16;

constexpr std::size_t bytes_of_select = std::size_t{4} << 10;

bool is_operator_word(std::string_view word) noexcept {
  static constexpr std::array<std::string_view, 19> words = {
      "and",    "or",      "is",      "in",     "null",   "isnull",    "notnull",
      "like",   "glob",    "between", "match",  "regexp", "intersect", "union",
      "except", "collate", "case",    "select", "not"};
  return std::ranges::any_of(words,
                             [word](std::string_view known) { return same_name(word, known); });
}

bool is_word_byte(char c) noexcept {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || (c & 0x80) != 0;
}

bool is_sign(char c) noexcept {
  return std::string_view("+-*/%<>=!|&~").find(c) != std::string_view::npos;
}

/// The end of the comment or quoted text that starts at `at`, or `at` if none does. As SQLite's own
/// tokenizer: a doubled quote does not end the text.
std::size_t end_of_quoted(std::string_view sql, std::size_t at) noexcept {
  const auto end_after = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = sql.find(mark, from);
    return found == sql.npos ? sql.size() : found + mark.size();
  };
  switch (sql[at]) {
    case '\'':
    case '"':
    case '`': {
      std::size_t end = at;
      do {
        end = end_after(sql.substr(at, 1), end + 1);
      } while (end < sql.size() && sql[end] == sql[at]);
      return end;
    }
    case '[': return end_after("]", at + 1);
    case '-': return sql.substr(at, 2) == "--" ? end_after("\n", at + 2) : at;
    case '/': return sql.substr(at, 2) == "/*" ? end_after("*/", at + 2) : at;
    default: return at;
  }
}

}  // namespace

SqlDepth SqlDepth::combined_with(const SqlDepth &other) const noexcept {
  return {std::max(operators, other.operators), selects + other.selects,
          reads_json || other.reads_json};
}

SqlDepth depth_of_sql(std::string_view sql) noexcept {
  SqlDepth depth;
  // Fast path: a text of so few bytes cannot be deep.
  if (sql.size() < max_operators && sql.find_first_of("jJ>") == sql.npos) return depth;
  std::size_t open = 0, max_open = 0;  // brackets
  bool follows_not = false;
  for (std::size_t at = 0; at < sql.size();) {
    std::size_t end = end_of_quoted(sql, at);
    if (end == at) {
      end = at + 1;
      if (is_word_byte(sql[at])) {
        while (end < sql.size() && is_word_byte(sql[end])) ++end;
        const std::string_view word = sql.substr(at, end - at);
        if (is_operator_word(word)) ++depth.operators;
        if (same_name(word, "null") && follows_not) --depth.operators;  // NOT NULL is one operator
        follows_not = same_name(word, "not");
        if (same_name(word, "select")) ++depth.selects;
        if (word.size() >= 4 && same_name(word.substr(0, 4), "json")) depth.reads_json = true;
      } else if (is_sign(sql[at])) {
        ++depth.operators;  // each sign for itself: ~~a is two operators
        if (sql.substr(at, 2) == "->") depth.reads_json = true;
      } else if (sql[at] == '(') {
        max_open = std::max(max_open, ++open);
      } else if (sql[at] == ')' && open > 0) {
        --open;
      }
    }
    at = end;
  }
  depth.operators += max_open;  // since SQLite 3.46, brackets nest as deeply as other operators do
  return depth;
}

SqlDepth depth_of_schema(sqlite3 *database, int &status) {
  const auto look = [](void *sum, int, char **columns, char **) {
    auto &depth = *static_cast<SqlDepth *>(sum);
    if (columns[0] != nullptr) depth = depth.combined_with(depth_of_sql(columns[0]));
    return 0;
  };
  SqlDepth depth;
  status = sqlite3_exec(database, "SELECT sql FROM sqlite_schema", look, &depth, nullptr);
  return depth;
}

void prepare_sql(const SqlDepth &depth, function_ref<void()> work) {
  if (depth.operators <= max_operators && depth.selects <= few_selects) return work();
  if (depth.selects > SqlDepth::max_selects) {
    throw Error(
        ErrorCode::limit_exceeded,
        fmt::format("more than {} queries might refer to each other", SqlDepth::max_selects));
  }
  std::int64_t memory = 0;
  const auto caller = std::this_thread::get_id();
  detail::run_on_large_stack(
      [&] {
        const std::int64_t before = sqlite_memory();
        work();
        if (std::this_thread::get_id() != caller) memory = sqlite_memory() - before;
      },
      detail::large_stack + depth.selects * bytes_of_select);
  take_sqlite_memory(memory);
}

void run_sql(const SqlDepth &depth, function_ref<void()> work) {
  if (!depth.reads_json) return work();
  detail::run_on_large_stack(work);
}

}  // namespace sluice::inline v0::db_detail
