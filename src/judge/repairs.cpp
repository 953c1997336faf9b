#include "judge/repairs.hpp"

#include <algorithm>

#include "loose_tokens.hpp"
#include "python_characters.hpp"
#include "replace_all.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0 {
namespace judge_detail {

std::string replace_all(std::string_view text, std::string_view part, std::string_view other) {
  std::string result;
  for (;;) {
    const std::size_t found = text.find(part);
    result += text.substr(0, found);
    if (found == text.npos) return result;
    result += other;
    text.remove_prefix(found + part.size());
  }
}

}  // namespace judge_detail

namespace {

using judge_detail::replace_all;

/// If `text` starts with YEAR(CURDATE()), the end of it and of the white space after it; otherwise
/// 0.
std::size_t current_year_size(std::string_view text) {
  std::size_t at = 0;
  const auto skip_spaces = [&] {
    while (judge_detail::starts_with_space(text.substr(at)))
      at += judge_detail::character_size(text.substr(at));
  };
  for (const std::string_view part : {"year", "(", "curdate", "(", ")", ")"}) {
    if (!same_name(text.substr(at, part.size()), part)) return 0;
    at += part.size();
    skip_spaces();
  }
  return at;
}

}  // namespace

std::string close_operators(std::string_view sql) {
  return replace_all(replace_all(replace_all(sql, "> =", ">="), "< =", "<="), "! =", "!=");
}

std::string without_distinct(std::string_view sql) {
  constexpr std::string_view dropped = "distinct";
  const auto same_letter = [](char a, char b) { return lower_ascii(a) == b; };
  const bool has_none =
      std::search(sql.begin(), sql.end(), dropped.begin(), dropped.end(), same_letter) == sql.end();
  if (has_none && sql.find(';') == sql.npos) return std::string(sql);
  std::string kept;
  kept.reserve(sql.size());
  for (const judge_detail::LooseToken &token : judge_detail::first_statement(sql)) {
    if (!same_name(token.text, dropped)) kept += token.text;
  }
  return kept;
}

std::string with_fixed_year(std::string_view sql) {
  std::string result;
  result.reserve(sql.size());
  for (std::size_t at = 0; at < sql.size();) {
    const bool possible = lower_ascii(sql[at]) == 'y';
    const std::size_t size = possible ? current_year_size(sql.substr(at)) : 0;
    if (size > 0) {
      result += "2020";
      at += size;
    } else {
      result += sql[at++];
    }
  }
  return result;
}

std::string without_placeholder(std::string_view sql) { return replace_all(sql, "value", "1"); }

}  // namespace sluice::inline v0
