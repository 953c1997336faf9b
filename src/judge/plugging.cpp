#include "judge/plugging.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "loose_tokens.hpp"
#include "python_characters.hpp"
#include "replace_all.hpp"
#include "sluice/core/ascii.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {
namespace {

using judge_detail::character_size;
using judge_detail::LooseKind;
using judge_detail::LooseToken;
using judge_detail::replace_all;
using judge_detail::starts_with_space;

// Replaces a value. Any later occurrence counts as a slot, even one from the original text.
constexpr std::string_view slot = "VALUERARE";

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t size = character_size(rest);
    const bool space = starts_with_space(rest);
    if (!space && !inside) words.emplace_back();
    if (!space) words.back() += rest.substr(0, size);
    inside = !space;
    at += size;
  }
  return words;
}

std::string join(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    if (&word != &words.front()) text += ' ';
    text += word;
  }
  return text;
}

/// Joins tokens with single blanks; removes semicolons, tabs and the qualifiers of stars.
std::string reformat(std::string_view sql) {
  std::string bare = replace_all(replace_all(judge_detail::stripped(sql), ";", ""), "\t", "");
  std::string text;
  bool first = true;
  for (const LooseToken &token : judge_detail::first_statement(bare)) {
    if (token.kind == LooseKind::blank) continue;
    if (!std::exchange(first, false)) text += ' ';
    text += token.text;
  }
  for (const std::string_view star : {"t1.*", "t2.*", "t3.*", "T1.*", "T2.*", "T3.*"}) {
    text = replace_all(text, star, "*");
  }
  return text;
}

/// Removes the blank in "T1. ".
std::string close_qualifiers(std::string_view text) {
  std::string closed;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (text[at] == 'T') {
      while (end < text.size() && is_ascii_digit(text[end])) ++end;
    }
    const bool qualifies = end > at + 1 && end < text.size() && text[end] == '.' &&
                           starts_with_space(text.substr(end + 1));
    if (qualifies) ++end;
    closed += text.substr(at, end - at);
    at = end;
    if (qualifies) at += character_size(text.substr(at));
  }
  return closed;
}

/// Matches of [-+]?\d*\.\d+, from left to right.
std::unordered_set<std::string> reals_in(std::string_view text) {
  std::unordered_set<std::string> found;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + (text[at] == '-' || text[at] == '+' ? 1 : 0);
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    const std::size_t fraction = end + 1;
    if (fraction < text.size() && text[end] == '.' && is_ascii_digit(text[fraction])) {
      end = fraction;
      while (end < text.size() && is_ascii_digit(text[end])) ++end;
      found.emplace(text.substr(at, end - at));
      at = end;
    } else {
      // No later digit of this run starts a match either, since that would need a point after the
      // run.
      at = std::max(end, at + 1);
    }
  }
  return found;
}

/// Matches of [^tT]\d+, from left to right, without a leading white-space character.
std::unordered_set<std::string> integers_in(std::string_view text) {
  std::unordered_set<std::string> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text.substr(at));
    std::size_t end = at + size;
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    if (end == at + size || text[at] == 't' || text[at] == 'T') {
      at += size;
      continue;
    }
    found.emplace(judge_detail::stripped(text.substr(at, end - at)));
    at = end;
  }
  return found;
}

/// Moves the words that are numbers into `values`.
void take_numbers(std::vector<std::string> &words, const std::unordered_set<std::string> &numbers,
                  std::vector<std::string> &values) {
  for (std::string &word : words) {
    if (numbers.count(word) > 0) values.push_back(std::exchange(word, std::string(slot)));
  }
}

/// Whether [Tt]\d+\. matches anywhere.
bool has_qualifier(std::string_view word) noexcept {
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (lower_ascii(word[at]) != 't') continue;
    std::size_t end = at + 1;
    while (end < word.size() && is_ascii_digit(word[end])) ++end;
    if (end > at + 1 && end < word.size() && word[end] == '.') return true;
  }
  return false;
}

}  // namespace

SlottedQuery cut_at_values(std::string_view sql) {
  SlottedQuery query;
  std::string text = close_qualifiers(reformat(sql));
  std::vector<std::string> strings;
  for (const LooseToken &token : judge_detail::first_statement(text)) {
    if (token.kind == LooseKind::quoted) strings.emplace_back(token.text);
  }
  for (std::string &string : strings) {
    text = replace_all(text, string, slot);
    query.values.push_back(std::move(string));
  }
  std::vector<std::string> words = split(text);
  take_numbers(words, reals_in(text), query.values);
  take_numbers(words, integers_in(join(words)), query.values);

  const std::string slot_word = lower_case(slot);
  const auto add = [&](std::string word) {
    if (word == slot_word) word.clear();
    query.words.push_back(std::move(word));
  };
  for (const std::string &word : words) {
    if (!has_qualifier(word)) {
      add(lower_case(word));
      continue;
    }
    for (const std::string &part : split(replace_all(word, ".", " . "))) add(lower_case(part));
  }
  std::sort(query.values.begin(), query.values.end());
  query.values.erase(std::unique(query.values.begin(), query.values.end()), query.values.end());
  return query;
}

Plugging::Plugging(const SlottedQuery &gold, SlottedQuery predicted)
    : words_(std::move(predicted.words)), values_(gold.values) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const std::string &word : words_) {
    if (!word.empty()) continue;
    size_ = values_.empty() || size_ <= most / values_.size() ? size_ * values_.size() : most;
  }
}

std::string Plugging::filling(std::uint64_t index) const {
  // The last slot changes fastest, as in a product of lists.
  std::vector<std::string> words = words_;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    if (!word->empty()) continue;
    *word = values_[index % values_.size()];
    index /= values_.size();
  }
  return join(words);
}

}  // namespace sluice::inline v0
