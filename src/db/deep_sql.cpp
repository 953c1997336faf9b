#include "deep_sql.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <thread>

#include <fmt/format.h>

#include "core/roomy_stack.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sqlite_library.hpp"

namespace sluice::detail {
namespace {

// Limit for running on the caller's stack with about 60 KiB for SQLite: an operator takes up to 800
// bytes.
constexpr std::size_t max_operators = 72;
constexpr std::size_t few_selects = 16;

constexpr std::size_t bytes_of_select = std::size_t{4} << 10;

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

SqlDepth SqlDepth::beside(const SqlDepth &other) const noexcept {
  return {std::max(operators, other.operators), selects + other.selects,
          reads_json || other.reads_json};
}

SqlDepth depth_of_sql(std::string_view sql) noexcept {
  SqlDepth depth;
  // Fast path: most queries are too short to be deep.
  constexpr std::size_t shortest = few_selects * std::string_view("select ").size();
  if (sql.size() < shortest && sql.find_first_of("jJ>") == sql.npos) return depth;
  for (std::size_t at = 0; at < sql.size();) {
    std::size_t end = at + 1;
    if (is_word_byte(sql[at])) {
      while (end < sql.size() && is_word_byte(sql[end])) ++end;
      const std::string_view word = sql.substr(at, end - at);
      if (is_operator_word(word)) ++depth.operators;
      if (same_name(word, "select")) ++depth.selects;
      if (word.size() >= 4 && same_name(word.substr(0, 4), "json")) depth.reads_json = true;
    } else if (is_sign(sql[at])) {
      while (end < sql.size() && is_sign(sql[end])) ++end;
      ++depth.operators;
      if (sql.substr(at, end - at).find("->") != sql.npos) depth.reads_json = true;
    }
    at = end;
  }
  return depth;
}

SqlDepth depth_of_schema(sqlite3 *database, int &status) {
  const auto look = [](void *sum, int, char **columns, char **) {
    auto &depth = *static_cast<SqlDepth *>(sum);
    if (columns[0] != nullptr) depth = depth.beside(depth_of_sql(columns[0]));
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
  run_on_roomy_stack(
      [&] {
        const std::int64_t before = sqlite_memory();
        work();
        if (std::this_thread::get_id() != caller) memory = sqlite_memory() - before;
      },
      roomy_stack + depth.selects * bytes_of_select);
  take_sqlite_memory(memory);
}

void run_sql(const SqlDepth &depth, function_ref<void()> work) {
  if (!depth.reads_json) return work();
  run_on_roomy_stack(work);
}

}  // namespace sluice::detail
