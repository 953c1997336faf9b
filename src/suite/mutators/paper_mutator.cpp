#include "sluice/suite/paper_mutator.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "core/parse_number.hpp"
#include "judge/python_characters.hpp"
#include "paper_changes.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/random.hpp"

namespace sluice::inline v0 {
namespace {

using judge_detail::character_size;
using suite_detail::PaperChanges;

using Strings = std::vector<std::string>;

constexpr int random_numbers = 10;

/// `family` is sorted case-insensitively.
void exchange(const GoldQuery &gold, const Strings &family, PaperChanges &changes) {
  const bool capitals = family.empty() || family.front() == upper_ascii(family.front());
  for (const std::string_view token : gold.tokens()) {
    const std::string folded = capitals ? upper_ascii(token) : lower_ascii(token);
    if (!std::binary_search(family.begin(), family.end(), folded)) continue;
    for (const std::string &other : family) {
      if (!changes.wanted()) return;
      if (other != folded) changes.give_instead(token, other);
    }
  }
}

Strings columns_of(const Database &database) {
  Strings names;
  for (const Column &column : database.columns()) names.push_back(upper_ascii(column.name));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void change_integers(const GoldQuery &gold, Random random, PaperChanges &changes) {
  for (const std::string_view token : gold.tokens()) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max() / 4;
    if (error != std::errc() || end != token.data() + token.size()) continue;
    if (value > largest || value < -largest) continue;
    std::vector<std::int64_t> others = {value + 1, value - 1};
    const std::int64_t size = value < 0 ? -value : value;
    for (int i = 0; i < random_numbers; ++i) {
      const std::uint64_t drawn = random.below(2 * static_cast<std::uint64_t>(size) + 2);
      const std::int64_t other = static_cast<std::int64_t>(drawn) - size - 1;
      if (other != value) others.push_back(other);
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const std::int64_t other : others) changes.give_instead(token, fmt::format("{}", other));
    if (!changes.wanted()) return;
  }
}

bool is_real(std::string_view token) noexcept {
  if (token.starts_with('-')) token.remove_prefix(1);
  if (token.empty() || !(is_ascii_digit(token[0]) || token[0] == '.')) return false;
  const bool marked = token.find_first_of(".eE") != token.npos;
  return marked && token.find_first_not_of("0123456789.eE-") == token.npos &&
         token.find_first_of("0123456789") != token.npos;
}

void change_reals(const GoldQuery &gold, Random random, PaperChanges &changes) {
  constexpr double beside = 0.1;
  for (const std::string_view token : gold.tokens()) {
    if (!is_real(token)) continue;
    double value = 0;
    const auto read = detail::parse_number(token.data(), token.data() + token.size(), value);
    if (read.ec != std::errc()) continue;
    std::vector<double> others = {value + beside, value - beside};
    for (int i = 0; i < random_numbers; ++i) {
      others.push_back(random.unit() * 2 * value - value);
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const double other : others) {
      if (!std::isfinite(other) || other == value) continue;
      std::string text = fmt::format("{}", other);
      if (text.find_first_of(".e") == text.npos) text += ".0";
      changes.give_instead(token, text);
    }
    if (!changes.wanted()) return;
  }
}

/// Offsets of the characters of a text, and its size.
std::vector<std::size_t> characters_of(std::string_view text) {
  std::vector<std::size_t> offsets = {0};
  while (offsets.back() < text.size()) {
    offsets.push_back(offsets.back() + character_size(text.substr(offsets.back())));
  }
  return offsets;
}

void change_string(std::string_view token, PaperChanges &changes) {
  const std::string quote(token.substr(0, 1));
  const std::string_view inside = token.substr(1, token.size() - 2);
  std::string bare(inside), text;
  bare.erase(std::remove(bare.begin(), bare.end(), '%'), bare.end());
  const auto give = [&](std::string_view first, std::string_view second) {
    text.assign(first).append(second);
    // The published program skips the string without its %, not the gold's own string.
    if (text != bare) changes.give_instead(token, quote + text + quote);
  };
  give({}, {});
  give(bare, "%");
  give("%" + bare, {});
  give("%" + bare, "%");
  const std::vector<std::size_t> at = characters_of(inside);
  for (std::size_t begin = 0; begin + 1 < at.size(); ++begin) {
    for (std::size_t end = begin + 1; end + 1 < at.size(); ++end) {
      if (!changes.wanted()) return;
      give(inside.substr(at[begin], at[end] - at[begin]), {});
      give(inside.substr(0, at[begin]), inside.substr(at[end]));
    }
  }
}

void change_strings(const GoldQuery &gold, PaperChanges &changes) {
  for (const std::string_view token : gold.tokens()) {
    if (token.size() < 2 || (token[0] != '\'' && token[0] != '"')) continue;
    if (token.back() != token.front()) continue;
    change_string(token, changes);
    if (!changes.wanted()) return;
  }
}

}  // namespace

std::string_view PaperMutator::name() const noexcept {
  constexpr std::array names = {
      std::string_view("paper.aggregate"),  std::string_view("paper.comparison"),
      std::string_view("paper.direction"),  std::string_view("paper.arithmetic"),
      std::string_view("paper.connective"), std::string_view("paper.like"),
      std::string_view("paper.in"),         std::string_view("paper.column"),
      std::string_view("paper.integer"),    std::string_view("paper.real"),
      std::string_view("paper.string"),     std::string_view("paper.span"),
      std::string_view("paper.subtree")};
  return names[static_cast<std::size_t>(family_)];
}

void PaperMutator::mutate(const GoldQuery &gold, std::uint64_t seed, NeighborSink sink) const {
  PaperChanges changes(gold, sink);
  const auto among = [&](const Strings &family) { exchange(gold, family, changes); };
  switch (family_) {
    case PaperFamily::aggregate: return among({"avg", "count", "max", "min", "sum"});
    case PaperFamily::comparison: return among({"!=", "<", "<=", "=", ">", ">="});
    case PaperFamily::direction: return among({"ASC", "DESC"});
    case PaperFamily::arithmetic: return among({"*", "+", "-", "/"});
    case PaperFamily::connective: return among({"AND", "OR"});
    case PaperFamily::like: return among({"LIKE", "NOT LIKE"});
    case PaperFamily::in: return among({"IN", "NOT IN"});
    case PaperFamily::column: return among(columns_of(gold.database()));
    case PaperFamily::integer: return change_integers(gold, Random(seed), changes);
    case PaperFamily::real: return change_reals(gold, Random(seed), changes);
    case PaperFamily::string: return change_strings(gold, changes);
    case PaperFamily::span: return suite_detail::drop_spans(gold, changes);
    case PaperFamily::subtree: return suite_detail::drop_subtrees(gold, changes);
  }
}

std::vector<AnyMutator> paper_mutators(bool subtrees_only) {
  std::vector<AnyMutator> all;
  for (auto i = static_cast<int>(PaperFamily::aggregate); i < static_cast<int>(PaperFamily::span);
       ++i) {
    all.emplace_back(PaperMutator(static_cast<PaperFamily>(i)));
  }
  all.emplace_back(PaperMutator(subtrees_only ? PaperFamily::subtree : PaperFamily::span));
  return all;
}

std::string with_blank_counts(std::string_view text) {
  constexpr std::string_view word = "count";
  text = judge_detail::stripped(text);
  std::string blanked;
  std::size_t close = 0;  // the first `)` or end of line at or after the last search position
  for (std::size_t at = 0; at < text.size();) {
    std::size_t open = at + word.size();
    if (same_name(text.substr(at, word.size()), word)) {
      if (judge_detail::starts_with_space(text.substr(std::min(open, text.size())))) {
        open += character_size(text.substr(open));
      }
      if (open < text.size() && text[open] == '(') {
        if (close <= open) close = std::min(text.find_first_of(")\n", open), text.size());
        if (close < text.size() && text[close] == ')') {
          blanked += "COUNT()";
          at = close + 1;
          continue;
        }
      }
    }
    blanked += text[at++];
  }
  return blanked;
}

}  // namespace sluice::inline v0
