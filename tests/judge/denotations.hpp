#ifndef SLUICE_TESTS_JUDGE_DENOTATIONS_HPP
#define SLUICE_TESTS_JUDGE_DENOTATIONS_HPP

/// Handwritten results, and slow reference comparisons.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <string_view>
#include <vector>

#include "sluice/judge/compare.hpp"

namespace sluice::test {

using Rows = std::vector<std::vector<Cell>>;

inline Cell i(std::int64_t number) { return Cell::of(number); }
inline Cell r(double number) { return Cell::of(number); }
inline Cell t(std::string_view text) { return Cell::of_text(text); }
inline Cell b(std::string_view blob) { return Cell::of_blob(blob); }
inline const Cell null = Cell::of_null();

inline ComparisonResult compare(const Rows &gold, const Rows &predicted,
                                const ComparisonRules &rules, std::size_t empty_columns = 1) {
  const bool as_set =
      rules.mode == ComparisonMode::bird || rules.mode == ComparisonMode::bird_soft_f1;
  GoldResult result(as_set);
  for (const auto &row : gold) result.add(row);
  result.finish(gold.empty() ? empty_columns : gold.front().size());
  PredictionReader reader(result, rules);
  for (const auto &row : predicted) {
    if (!reader(row)) break;
  }
  return reader.finish(predicted.empty() ? empty_columns : predicted.front().size());
}

inline bool same_row(const std::vector<Cell> &a, const std::vector<Cell> &b) {
  return same_values(a, b);
}

/// Whether the two are the same multiset, by searching a partner for each row.
inline bool same_bag(const Rows &a, Rows b) {
  if (a.size() != b.size()) return false;
  for (const auto &row : a) {
    const auto found =
        std::find_if(b.begin(), b.end(), [&](const auto &other) { return same_row(row, other); });
    if (found == b.end()) return false;
    b.erase(found);
  }
  return true;
}

/// Tries every order of the columns.
inline bool same_under_some_order(const Rows &gold, const Rows &predicted, RowOrder order) {
  if (gold.empty() && predicted.empty()) return true;
  if (gold.size() != predicted.size() || gold[0].size() != predicted[0].size()) return false;
  std::vector<std::size_t> columns(gold[0].size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  do {
    Rows arranged;
    for (const auto &row : predicted) {
      auto &target = arranged.emplace_back();
      for (const std::size_t column : columns) target.push_back(row[column]);
    }
    const bool same = order == RowOrder::matters
                          ? std::equal(gold.begin(), gold.end(), arranged.begin(), same_row)
                          : same_bag(gold, arranged);
    if (same) return true;
  } while (std::next_permutation(columns.begin(), columns.end()));
  return false;
}

}  // namespace sluice::test

#endif
