#include "sluice/judge/miss_kind.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <system_error>
#include <utility>
#include <vector>

#include "core/parse_number.hpp"
#include "python_characters.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/judge/column_match.hpp"
#include "sluice/judge/distinct_rows.hpp"
#include "sluice/judge/execution.hpp"

namespace sluice::inline v0 {
namespace {

struct KindNames {
  std::string_view name;
  std::string_view title;
};

constexpr std::array<KindNames, miss_kinds> kind_names = {{
    {"error", "cannot be run"},
    {"refused", "refused"},
    {"too_slow", "takes too long"},
    {"too_large", "too large"},
    {"gold_failed", "gold cannot be run"},
    {"column_missing", "column missing"},
    {"column_extra", "extra column"},
    {"column_order", "order of columns"},
    {"columns", "other columns"},
    {"empty", "empty result"},
    {"row_missing", "rows missing"},
    {"row_extra", "extra rows"},
    {"duplicates", "duplicates"},
    {"order", "order of rows"},
    {"rows", "other rows"},
    {"number_as_text", "number vs. text"},
    {"null_value", "NULL vs. a value"},
    {"rounding", "rounded numbers"},
    {"letter_case", "letter case or blanks"},
    {"values", "other values"},
    {"number_types", "integers vs. reals"},
    {"not_utf8", "not UTF-8"},
    {"undecided", "undecided"},
}};

/// Maximum number of values that are examined to pair columns.
constexpr std::size_t max_column_work = 20'000'000;
/// Maximum number of rows of one side that are paired with rows of the other one by one.
constexpr std::size_t max_paired_rows = 500;

using Indices = std::vector<std::size_t>;

/// The given columns of a result, in that order.
Denotation projected(const Denotation &from, const Indices &columns) {
  Denotation to;
  std::vector<Cell> cells(columns.size());
  std::vector<Hash128> hashes(columns.size());
  for (std::size_t row = 0; row < from.rows(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      cells[i] = from.at(row, columns[i]);
      hashes[i] = from.hash_at(row, columns[i]);
    }
    to.add(cells, hashes);
  }
  return to;
}

/// The distinct rows.
Denotation distinct(const Denotation &from) {
  DistinctRows set;
  Denotation to;
  for (std::size_t row = 0; row < from.rows(); ++row) {
    if (set.add(from.row(row), from.hashes(row))) to.add(from.row(row), from.hashes(row));
  }
  return to;
}

std::vector<Hash128> sorted_column(const Denotation &rows, std::size_t column) {
  std::vector<Hash128> values;
  values.reserve(rows.rows());
  for (std::size_t row = 0; row < rows.rows(); ++row) values.push_back(rows.hash_at(row, column));
  std::sort(values.begin(), values.end());
  return values;
}

std::size_t shared(const std::vector<Hash128> &a, const std::vector<Hash128> &b) {
  std::size_t count = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      ++count;
      ++i;
      ++j;
    } else if (a[i] < b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return count;
}

/// Pairs columns of gold and of the prediction by the values that they share, in gold's order.
/// There are as many pairs as the result with fewer columns has columns.
std::pair<Indices, Indices> paired_columns(const Denotation &gold, const Denotation &predicted) {
  const std::size_t most = std::min(gold.columns(), predicted.columns());
  Indices golds(most), others(most);
  std::iota(golds.begin(), golds.end(), std::size_t{0});
  std::iota(others.begin(), others.end(), std::size_t{0});
  const std::size_t pairs = gold.columns() * predicted.columns();
  if (pairs > max_column_work / (gold.rows() + predicted.rows())) return {golds, others};

  struct Candidate {
    std::size_t shared, distance, gold, predicted;
  };
  std::vector<std::vector<Hash128>> gold_values, values;
  for (std::size_t i = 0; i < gold.columns(); ++i) gold_values.push_back(sorted_column(gold, i));
  for (std::size_t i = 0; i < predicted.columns(); ++i)
    values.push_back(sorted_column(predicted, i));
  std::vector<Candidate> candidates;
  for (std::size_t g = 0; g < gold.columns(); ++g) {
    for (std::size_t p = 0; p < predicted.columns(); ++p)
      candidates.push_back({shared(gold_values[g], values[p]), g < p ? p - g : g - p, g, p});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate &a, const Candidate &b) {
                     return a.shared != b.shared ? a.shared > b.shared : a.distance < b.distance;
                   });
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  Indices of_gold(gold.columns(), none);
  std::vector<bool> taken(predicted.columns());
  for (const Candidate &candidate : candidates) {
    if (of_gold[candidate.gold] != none || taken[candidate.predicted]) continue;
    of_gold[candidate.gold] = candidate.predicted;
    taken[candidate.predicted] = true;
  }
  golds.clear();
  others.clear();
  for (std::size_t g = 0; g < gold.columns(); ++g) {
    if (of_gold[g] == none) continue;
    golds.push_back(g);
    others.push_back(of_gold[g]);
  }
  return {golds, others};
}

/// Whether the two are equal under some order of columns.
bool match(const Denotation &gold, const Denotation &predicted, RowOrder order) {
  if (gold.rows() != predicted.rows() || gold.columns() != predicted.columns()) return false;
  return match_columns(gold, predicted, order).found == ColumnMatch::Found::yes;
}

/// How two values differ, as bits: 0 if not at all, otherwise one bit per kind.
constexpr std::uint32_t bit(MissKind kind) noexcept {
  return std::uint32_t{1} << static_cast<std::uint32_t>(kind);
}

bool says_number(std::string_view text, const Cell &number) {
  text = judge_detail::stripped(text);
  if (number.kind == CellKind::integer) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value == number.integer;
  }
  double value = 0;
  const auto [end, error] = detail::parse_number(text.data(), text.data() + text.size(), value);
  const double same =
      number.kind == CellKind::integer ? static_cast<double>(number.integer) : number.real;
  return error == std::errc() && end == text.data() + text.size() && !text.empty() && value == same;
}

bool is_rounded(double exact, double rounded) {
  if (std::trunc(exact) == rounded) return true;
  double scale = 1;
  for (int digits = 0; digits <= 6; ++digits, scale *= 10) {
    const double tolerance = 1e-9 * std::max(1.0, std::abs(rounded));
    if (std::abs(std::round(exact * scale) / scale - rounded) <= tolerance) return true;
  }
  return std::abs(exact - rounded) <= 1e-6 * std::abs(exact);
}

bool is_number(const Cell &cell) noexcept {
  return cell.kind == CellKind::integer || cell.kind == CellKind::real;
}

double as_real(const Cell &cell) noexcept {
  return cell.kind == CellKind::integer ? static_cast<double>(cell.integer) : cell.real;
}

std::uint32_t difference_of(const Cell &a, const Cell &b) {
  if (same_value(a, b)) return 0;
  if (a.kind == CellKind::null || b.kind == CellKind::null) return bit(MissKind::null_value);
  if (a.kind == CellKind::text && is_number(b) && says_number(a.bytes, b))
    return bit(MissKind::number_as_text);
  if (b.kind == CellKind::text && is_number(a) && says_number(b.bytes, a))
    return bit(MissKind::number_as_text);
  if (is_number(a) && is_number(b) && (a.kind == CellKind::real || b.kind == CellKind::real)) {
    const double x = as_real(a), y = as_real(b);
    if (is_rounded(x, y) || is_rounded(y, x)) return bit(MissKind::rounding);
  }
  if (a.kind == CellKind::text && b.kind == CellKind::text &&
      same_name(judge_detail::stripped(a.bytes), judge_detail::stripped(b.bytes))) {
    return bit(MissKind::letter_case);
  }
  return bit(MissKind::values);
}

std::uint32_t difference_of(Row a, Row b) {
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < a.size() && (found & bit(MissKind::values)) == 0; ++i)
    found |= difference_of(a[i], b[i]);
  return found;
}

/// The single kind in which all pairs of rows differ; `values` if there are several.
MissKind single_kind(std::uint32_t found) noexcept {
  for (const MissKind kind : {MissKind::number_as_text, MissKind::null_value, MissKind::rounding,
                              MissKind::letter_case}) {
    if (found == bit(kind)) return kind;
  }
  return MissKind::values;
}

/// For equally many rows that are only in gold and only in the prediction.
MissKind kind_of_values(const Denotation &gold, const Indices &golds, const Denotation &predicted,
                        const Indices &others, RowOrder order) {
  if (golds.size() > max_paired_rows) return MissKind::values;
  std::vector<bool> taken(others.size());
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < golds.size(); ++i) {
    std::uint32_t best = bit(MissKind::values);
    std::size_t at = 0;
    for (std::size_t j = 0; j < others.size(); ++j) {
      if (taken[j] || (order == RowOrder::matters && j != i)) continue;
      const std::uint32_t here = difference_of(gold.row(golds[i]), predicted.row(others[j]));
      // A text that spells the number is a better partner than NULL, which matches anything.
      if (here >= best && best != bit(MissKind::values)) continue;
      if ((here & bit(MissKind::values)) != 0) continue;
      best = here;
      at = j;
    }
    if (best == bit(MissKind::values)) return MissKind::values;
    taken[at] = true;
    found |= best;
  }
  return single_kind(found);
}

/// Rows that are in only one of the two, or more often in it.
std::pair<Indices, Indices> unshared_rows(const Denotation &gold, const Denotation &predicted) {
  const auto sorted_rows = [](const Denotation &rows) {
    std::vector<std::pair<Hash128, std::size_t>> sorted;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      const auto hashes = rows.hashes(row);
      const auto *const bytes = reinterpret_cast<const char *>(hashes.data());
      sorted.emplace_back(hash128({bytes, hashes.size_bytes()}), row);
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  const auto a = sorted_rows(gold), b = sorted_rows(predicted);
  Indices only_a, only_b;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].first < b[j].first)) {
      only_a.push_back(a[i++].second);
    } else if (i == a.size() || b[j].first < a[i].first) {
      only_b.push_back(b[j++].second);
    } else {
      ++i;
      ++j;
    }
  }
  std::sort(only_a.begin(), only_a.end());
  std::sort(only_b.begin(), only_b.end());
  return {only_a, only_b};
}

MissKind kind_of_rows(const Denotation &gold, const Denotation &predicted, RowOrder order) {
  const auto [missing, extra] = unshared_rows(gold, predicted);
  if (missing.empty() && extra.empty()) return MissKind::order;
  if (extra.empty()) return MissKind::row_missing;
  if (missing.empty()) return MissKind::row_extra;
  if (missing.size() != extra.size()) return MissKind::rows;
  return kind_of_values(gold, missing, predicted, extra, order);
}

MissKind kind_of_columns(const Denotation &gold, const Denotation &predicted, RowOrder order) {
  const auto [golds, others] = paired_columns(gold, predicted);
  if (!match(projected(gold, golds), projected(predicted, others), order)) return MissKind::columns;
  return gold.columns() > predicted.columns() ? MissKind::column_missing : MissKind::column_extra;
}

/// The kind if the results could not be read completely.
MissKind kind_of(Difference noticed) noexcept {
  switch (noticed) {
    case Difference::columns: return MissKind::columns;
    case Difference::fewer_rows: return MissKind::row_missing;
    case Difference::more_rows: return MissKind::row_extra;
    case Difference::rows:
    case Difference::arrangement: return MissKind::values;
    case Difference::number_types: return MissKind::number_types;
    case Difference::invalid_utf8: return MissKind::not_utf8;
    case Difference::none:
    case Difference::too_many_orders: break;
  }
  return MissKind::undecided;
}

}  // namespace

std::string_view name_of(MissKind kind) noexcept {
  return kind_names[static_cast<std::size_t>(kind)].name;
}

std::string_view title_of(MissKind kind) noexcept {
  return kind_names[static_cast<std::size_t>(kind)].title;
}

std::optional<MissKind> kind_of(const ExecutionVerdict &verdict) noexcept {
  if (verdict.right) return std::nullopt;
  if (verdict.gold_failed) return MissKind::gold_failed;
  switch (verdict.end) {
    case QueryEnd::finished:
    case QueryEnd::abandoned: break;
    case QueryEnd::error: return MissKind::error;
    case QueryEnd::refused:
    case QueryEnd::several_statements:
    case QueryEnd::unbound_parameter:
    case QueryEnd::text_too_long: return MissKind::refused;
    case QueryEnd::too_many_steps:
    case QueryEnd::too_slow: return MissKind::too_slow;
    case QueryEnd::too_much_memory:
    case QueryEnd::value_too_large:
    case QueryEnd::too_many_rows:
    case QueryEnd::too_many_bytes: return MissKind::too_large;
    case QueryEnd::connection_lost:
    case QueryEnd::cancelled: return MissKind::undecided;
  }
  switch (verdict.difference) {
    case Difference::number_types:
    case Difference::invalid_utf8:
    case Difference::too_many_orders: return kind_of(verdict.difference);
    default: return std::nullopt;
  }
}

MissKind kind_of(const ReadResult &gold, const ReadResult &predicted, const ComparisonRules &rules,
                 Difference noticed) {
  if (!gold.whole || !predicted.whole) return kind_of(noticed);
  if (gold.rows.empty() && predicted.rows.empty()) {
    if (gold.columns == predicted.columns) return MissKind::undecided;
    return gold.columns > predicted.columns ? MissKind::column_missing : MissKind::column_extra;
  }
  if (predicted.rows.empty()) return MissKind::empty;
  if (gold.rows.empty()) return MissKind::row_extra;

  const bool as_set =
      rules.mode == ComparisonMode::bird || rules.mode == ComparisonMode::bird_soft_f1;
  const RowOrder order = as_set ? RowOrder::ignored : rules.order;
  const Denotation gold_set = distinct(gold.rows), predicted_set = distinct(predicted.rows);
  const Denotation &golds = as_set ? gold_set : gold.rows;
  const Denotation &others = as_set ? predicted_set : predicted.rows;
  if (gold.columns != predicted.columns) return kind_of_columns(golds, others, order);
  if (match(golds, others, order)) {
    const bool fixed = as_set || rules.mode == ComparisonMode::strict;
    return fixed ? MissKind::column_order : MissKind::undecided;
  }
  if (match(golds, others, RowOrder::ignored)) return MissKind::order;
  if (!as_set && match(gold_set, predicted_set, RowOrder::ignored)) return MissKind::duplicates;
  const auto [left, right] = paired_columns(golds, others);
  return kind_of_rows(projected(golds, left), projected(others, right), order);
}

}  // namespace sluice::inline v0
