/// Parses a query as the script does, or not at all.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/large_stack.hpp"
#include "official_parser.hpp"
#include "official_words.hpp"
#include "sluice/spider/official_query.hpp"

namespace sluice::inline v0 {
namespace {

using official::Token;
using official::Word;
using official::Words;

constexpr std::size_t max_bytes = std::size_t{1} << 20;
/// Each level of nesting takes about 1.5 KB of stack.
constexpr std::ptrdiff_t max_queries_here = 20;

/// Whether every connective is at a position where the script expects one. If not, the script fails
/// when it drops values, although not when it parses.
bool is_aligned(const OfficialConditions &conditions) noexcept {
  for (std::size_t i = 0; i < conditions.size(); i += 2) {
    if (conditions[i].kind != OfficialCondition::Kind::condition) return false;
  }
  return true;
}

bool is_aligned(const OfficialQuery &query) noexcept {
  if (!is_aligned(query.on) || !is_aligned(query.where) || !is_aligned(query.having)) return false;
  for (const auto *conditions : {&query.on, &query.where, &query.having}) {
    for (const OfficialCondition &condition : *conditions) {
      for (const auto *value : {&condition.first, &condition.second}) {
        const auto *subquery = std::get_if<OfficialSubquery>(value);
        if (subquery != nullptr && !is_aligned(*subquery->query)) return false;
      }
    }
  }
  return query.arm.query == nullptr || is_aligned(*query.arm.query);
}

}  // namespace

bool operator==(const OfficialSubquery &a, const OfficialSubquery &b) noexcept {
  if (a.query == nullptr || b.query == nullptr) return a.query == b.query;
  return *a.query == *b.query;
}

std::optional<OfficialQuery> parse_official(std::string_view sql, const OfficialSchema &schema) {
  if (sql.size() > max_bytes) return std::nullopt;
  Words words;
  if (!words.read(sql)) return std::nullopt;
  std::optional<OfficialQuery> read;
  const auto parse = [&] {
    try {
      OfficialQuery query = official::Parser(words.tokens(), schema).query();
      if (is_aligned(query)) read = std::move(query);
    } catch (const official::Unreadable &) {  // corresponds to any exception in Python
    }
  };
  const auto queries = std::ranges::count(words.tokens(), Word::kw_select, &Token::word);
  if (queries > max_queries_here) {
    detail::run_on_large_stack(parse);
  } else {
    parse();
  }
  return read;
}

}  // namespace sluice::inline v0
