#include "word_parts.hpp"

namespace sluice::detail {
namespace {

bool upper(char c) { return c >= 'A' && c <= 'Z'; }
bool lower(char c) { return c >= 'a' && c <= 'z'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a part ends before word[i].
bool border(std::string_view word, std::size_t i, bool split_case, bool split_digits) {
  const char before = word[i - 1];
  const char here = word[i];
  if (split_case && upper(here)) {
    const bool acronym_ends = upper(before) && i + 1 < word.size() && lower(word[i + 1]);
    if (lower(before) || digit(before) || acronym_ends) return true;
  }
  return split_digits && digit(before) != digit(here);
}

}  // namespace

void each_part(std::string_view word, bool split_case, bool split_digits,
               function_ref<void(std::string_view part)> visit) {
  std::size_t start = 0;
  for (std::size_t i = 1; i <= word.size(); ++i) {
    if (i < word.size() && !border(word, i, split_case, split_digits)) continue;
    visit(word.substr(start, i - start));
    start = i;
  }
}

}  // namespace sluice::detail
