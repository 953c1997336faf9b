#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "python_text.hpp"
#include "sluice/core/error.hpp"
#include "sluice/judge/compare.hpp"

namespace sluice::inline v0 {
namespace {

bool is_numeric(const Cell &cell) noexcept {
  return cell.kind == CellKind::integer || cell.kind == CellKind::real;
}

double number_of(const Cell &cell) noexcept {
  return cell.kind == CellKind::integer ? static_cast<double>(cell.integer) : cell.real;
}

std::vector<Cell> column_of(const Denotation &denotation, std::size_t column) {
  std::vector<Cell> cells;
  cells.reserve(denotation.rows());
  for (std::size_t row = 0; row < denotation.rows(); ++row) {
    const Cell &cell = denotation.at(row, column);
    cells.push_back(cell.kind == CellKind::null ? Cell::of(std::int64_t{0}) : cell);
  }
  return cells;
}

/// The published rules sort numbers by their text. Columns of a data frame have a single type, so
/// an integer among reals is printed as a real; here all numbers are.
void sort_as_text(std::vector<Cell> &cells) {
  std::vector<std::tuple<std::string, bool, std::size_t>> keys;
  keys.reserve(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell &cell = cells[i];
    std::string text = is_numeric(cell) ? judge_detail::python_text(number_of(cell))
                                        : judge_detail::python_text(cell);
    keys.emplace_back(std::move(text), is_numeric(cell), i);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<Cell> sorted;
  sorted.reserve(cells.size());
  for (const auto &key : keys) sorted.push_back(cells[std::get<2>(key)]);
  cells = std::move(sorted);
}

/// Python's math.isclose with a relative tolerance.
bool is_close(double a, double b, double tolerance) noexcept {
  if (a == b) return true;
  if (std::isinf(a) || std::isinf(b)) return false;
  return std::abs(a - b) <= std::max(1e-9 * std::max(std::abs(a), std::abs(b)), tolerance);
}

bool columns_match(const std::vector<Cell> &gold, const std::vector<Cell> &predicted,
                   double tolerance) noexcept {
  return std::equal(gold.begin(), gold.end(), predicted.begin(), predicted.end(),
                    [tolerance](const Cell &a, const Cell &b) {
                      return is_numeric(a) && is_numeric(b)
                                 ? is_close(number_of(a), number_of(b), tolerance)
                                 : same_value(a, b);
                    });
}

std::vector<std::size_t> wanted_columns(const Denotation &gold, const ComparisonRules &rules) {
  std::vector<std::size_t> wanted = rules.condition_columns;
  if (wanted.empty()) {
    wanted.resize(gold.columns());
    std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  }
  for (const std::size_t column : wanted) {
    if (column < gold.columns()) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("condition column {} is out of range: gold has {} columns", column,
                            gold.columns()));
  }
  return wanted;
}

}  // namespace

bool spider2_columns_found(const Denotation &gold, const Denotation &predicted,
                           const ComparisonRules &rules) {
  const auto prepared = [&](const Denotation &denotation, std::size_t column) {
    std::vector<Cell> cells = column_of(denotation, column);
    if (rules.order == RowOrder::ignored) sort_as_text(cells);
    return cells;
  };
  std::vector<std::vector<Cell>> columns;
  for (std::size_t column = 0; column < predicted.columns(); ++column) {
    columns.push_back(prepared(predicted, column));
  }
  const std::vector<std::size_t> wanted = wanted_columns(gold, rules);
  return std::all_of(wanted.begin(), wanted.end(), [&](std::size_t column) {
    const std::vector<Cell> cells = prepared(gold, column);
    return std::any_of(columns.begin(), columns.end(), [&](const std::vector<Cell> &other) {
      return columns_match(cells, other, rules.tolerance);
    });
  });
}

}  // namespace sluice::inline v0
