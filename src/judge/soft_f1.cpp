#include <algorithm>

#include "sluice/judge/compare.hpp"

namespace sluice::inline v0 {
namespace {

bool holds(Row row, const Cell &value) noexcept {
  return std::any_of(row.begin(), row.end(),
                     [&](const Cell &cell) { return same_value(cell, value); });
}

std::size_t count_held(Row values, Row row) noexcept {
  return static_cast<std::size_t>(std::count_if(
      values.begin(), values.end(), [row](const Cell &value) { return holds(row, value); }));
}

}  // namespace

// Sums in the script's order, so that fractions such as 1/3 round equally.
double soft_f1(const Denotation &gold, const Denotation &predicted) {
  if (gold.empty() && predicted.empty()) return 1;
  double matched = 0;
  double predicted_only = 0;
  double gold_only = 0;
  for (std::size_t i = 0; i < gold.rows(); ++i) {
    if (i >= predicted.rows()) {
      gold_only += 1;
      continue;
    }
    const Row gold_row = gold.row(i);
    const Row row = predicted.row(i);
    const auto width = static_cast<double>(gold_row.size());
    const std::size_t held = count_held(row, gold_row);
    matched += static_cast<double>(held) / width;
    predicted_only += static_cast<double>(row.size() - held) / width;
    gold_only += static_cast<double>(gold_row.size() - count_held(gold_row, row)) / width;
  }
  for (std::size_t i = gold.rows(); i < predicted.rows(); ++i) predicted_only += 1;

  const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 0.0; };
  const double precision = share(matched, matched + predicted_only);
  const double recall = share(matched, matched + gold_only);
  return share(2 * precision * recall, precision + recall);
}

}  // namespace sluice::inline v0
