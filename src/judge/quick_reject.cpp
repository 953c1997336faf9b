#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "hash_mix.hpp"
#include "python_text.hpp"
#include "sluice/judge/compare.hpp"

namespace sluice::inline v0 {
namespace {

using judge_detail::BagHash;
using judge_detail::chain;

std::string_view python_type(CellKind kind) noexcept {
  switch (kind) {
    case CellKind::null: return "<class 'NoneType'>";
    case CellKind::integer: return "<class 'int'>";
    case CellKind::real: return "<class 'float'>";
    case CellKind::text: return "<class 'str'>";
    case CellKind::blob: return "<class 'bytes'>";
  }
  return {};
}

/// Sorts the row's values by their text and type, as `unorder_row` of the script does.
Hash128 hash_of_sorted(Row row, std::span<const Hash128> hashes) {
  std::vector<std::pair<std::string, Hash128>> values;
  values.reserve(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    values.emplace_back(judge_detail::python_text(row[i]).append(python_type(row[i].kind)),
                        hashes[i]);
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  Hash128 hash;
  for (const auto &[text, value] : values) hash = chain(hash, value);
  return hash;
}

/// The sorted rows in order, or the set of them if order is ignored.
std::vector<Hash128> sorted_rows(const Denotation &denotation, RowOrder order) {
  std::vector<Hash128> rows;
  rows.reserve(denotation.rows());
  for (std::size_t row = 0; row < denotation.rows(); ++row) {
    rows.push_back(hash_of_sorted(denotation.row(row), denotation.hashes(row)));
  }
  if (order == RowOrder::ignored) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  }
  return rows;
}

/// If two results have the same hash, their rows sort alike. Unlike equality, it distinguishes
/// values that are equal but written differently: 1 from 1.0, and 0.0 from -0.0.
Hash128 hash_of_spelling(const Denotation &denotation, RowOrder order) {
  BagHash bag;
  Hash128 sequence;
  for (std::size_t row = 0; row < denotation.rows(); ++row) {
    BagHash values;
    for (std::size_t column = 0; column < denotation.columns(); ++column) {
      const Cell &cell = denotation.at(row, column);
      const bool negative_zero =
          cell.kind == CellKind::real && cell.real == 0 && std::signbit(cell.real);
      const auto kind = static_cast<std::uint64_t>(cell.kind) + (negative_zero ? 16U : 0U);
      values.add(chain({kind, kind}, denotation.hash_at(row, column)));
    }
    if (order == RowOrder::matters) {
      sequence = chain(sequence, values.value());
    } else {
      bag.add(values.value());
    }
  }
  return order == RowOrder::matters ? sequence : bag.value();
}

}  // namespace

bool official_quick_reject(const Denotation &gold, const Denotation &predicted, RowOrder order) {
  if (hash_of_spelling(gold, order) == hash_of_spelling(predicted, order)) return false;
  return sorted_rows(gold, order) != sorted_rows(predicted, order);
}

}  // namespace sluice::inline v0
