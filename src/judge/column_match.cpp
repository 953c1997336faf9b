#include "sluice/judge/column_match.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "hash_mix.hpp"

namespace sluice::inline v0 {
namespace {

using judge_detail::BagHash;
using judge_detail::chain;

using Columns = std::span<const std::size_t>;

bool same_row(const Denotation &gold, std::size_t gold_row, const Denotation &predicted,
              std::size_t row, Columns columns) noexcept {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!same_value(gold.at(gold_row, i), predicted.at(row, columns[i]))) return false;
  }
  return true;
}

bool same_sequence(const Denotation &gold, const Denotation &predicted, Columns columns) noexcept {
  for (std::size_t row = 0; row < gold.rows(); ++row) {
    if (!same_row(gold, row, predicted, row, columns)) return false;
  }
  return true;
}

struct HashedRow {
  Hash128 hash;
  std::size_t row;

  friend bool operator<(const HashedRow &a, const HashedRow &b) noexcept {
    return a.hash != b.hash ? a.hash < b.hash : a.row < b.row;
  }
};

std::vector<HashedRow> sorted_rows(const Denotation &denotation, Columns columns) {
  std::vector<HashedRow> rows;
  rows.reserve(denotation.rows());
  for (std::size_t row = 0; row < denotation.rows(); ++row) {
    Hash128 hash;
    for (const std::size_t column : columns) hash = chain(hash, denotation.hash_at(row, column));
    rows.push_back({hash, row});
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Compares rows with the same hash. They are equal unless the hash collides.
bool same_bag(const Denotation &gold, std::span<const HashedRow> gold_rows,
              const Denotation &predicted, std::span<const HashedRow> rows, Columns columns) {
  std::vector<bool> taken(rows.size(), false);
  for (const HashedRow &gold_row : gold_rows) {
    std::size_t at = 0;
    while (at < rows.size() &&
           (taken[at] || !same_row(gold, gold_row.row, predicted, rows[at].row, columns))) {
      ++at;
    }
    if (at == rows.size()) return false;
    taken[at] = true;
  }
  return true;
}

bool same_bag(const Denotation &gold, const Denotation &predicted, Columns columns) {
  std::vector<std::size_t> in_order(columns.size());
  std::iota(in_order.begin(), in_order.end(), std::size_t{0});
  const std::vector<HashedRow> gold_rows = sorted_rows(gold, in_order);
  const std::vector<HashedRow> rows = sorted_rows(predicted, columns);
  bool pairwise = true;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (gold_rows[i].hash != rows[i].hash) return false;
    pairwise &= same_row(gold, gold_rows[i].row, predicted, rows[i].row, columns);
  }
  if (pairwise) return true;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && rows[end].hash == rows[begin].hash) ++end;
    const auto run = [&](const std::vector<HashedRow> &all) {
      return std::span<const HashedRow>(all).subspan(begin, end - begin);
    };
    if (!same_bag(gold, run(gold_rows), predicted, run(rows), columns)) return false;
  }
  return true;
}

class Search {
 public:
  Search(const Denotation &gold, const Denotation &predicted, RowOrder order, std::uint64_t work)
      : gold_(gold), predicted_(predicted), order_(order), work_(work) {}

  ColumnMatch run() {
    if (!find_candidates()) return {};
    chosen_.resize(gold_.columns());
    used_.assign(gold_.columns(), false);
    const bool found = ambiguous_ ? choose() : take_only_candidates();
    if (found) return {ColumnMatch::Found::yes, std::move(chosen_)};
    return {out_of_work_ ? ColumnMatch::Found::unknown : ColumnMatch::Found::no, {}};
  }

 private:
  /// For each gold column, finds the columns of the prediction that hold the same values. Returns
  /// false if one has none.
  bool find_candidates() {
    const std::vector<Hash128> gold_hashes = column_hashes(gold_, order_);
    const std::vector<Hash128> hashes = column_hashes(predicted_, order_);
    const std::size_t columns = gold_hashes.size();
    candidates_.resize(columns);
    for (std::size_t g = 0; g < columns; ++g) {
      for (std::size_t p = 0; p < columns; ++p) {
        if (gold_hashes[g] == hashes[p]) candidates_[g].push_back(p);
      }
      if (candidates_[g].empty()) return false;
      ambiguous_ |= candidates_[g].size() > 1;
    }
    if (ambiguous_) sequences_ = column_hashes(predicted_, RowOrder::matters);
    return true;
  }

  static std::vector<Hash128> column_hashes(const Denotation &denotation, RowOrder order) {
    std::vector<Hash128> hashes;
    hashes.reserve(denotation.columns());
    for (std::size_t column = 0; column < denotation.columns(); ++column) {
      BagHash bag;
      Hash128 sequence;
      for (std::size_t row = 0; row < denotation.rows(); ++row) {
        if (order == RowOrder::matters) {
          sequence = chain(sequence, denotation.hash_at(row, column));
        } else {
          bag.add(denotation.hash_at(row, column));
        }
      }
      hashes.push_back(order == RowOrder::matters ? sequence : bag.value());
    }
    return hashes;
  }

  bool take_only_candidates() {
    for (std::size_t g = 0; g < candidates_.size(); ++g) {
      const std::size_t column = candidates_[g].front();
      if (used_[column]) return false;
      used_[column] = true;
      chosen_[g] = column;
    }
    return same_rows(gold_, predicted_, chosen_, order_);
  }

  /// One hash per row is enough to reject an order; to accept one, values are compared.
  using Prefixes = std::vector<std::uint64_t>;

  /// The first gold columns, the columns chosen for all but the last of them, and the next
  /// candidate for the last.
  struct Level {
    Prefixes gold_prefixes;  // hashes of each row's columns
    Prefixes prefixes;
    Hash128 wanted;
    std::vector<Hash128> tried;
    std::size_t next = 0;  // position among the candidates
  };

  /// Chooses a column for each gold column by backtracking. Uses an explicit stack, since there may
  /// be thousands of columns.
  bool choose() {
    std::vector<Level> levels;
    const auto deepen = [&](const Prefixes &gold_before, Prefixes before) {
      Level level;
      level.gold_prefixes = extended(gold_, gold_before, levels.size());
      level.prefixes = std::move(before);
      level.wanted = hash_of_rows(level.gold_prefixes);
      levels.push_back(std::move(level));
    };
    deepen({}, {});
    while (!levels.empty()) {
      const std::size_t g = levels.size() - 1;
      std::optional<Prefixes> prefixes = choose_next(g, levels.back());
      if (out_of_work_) return false;
      if (!prefixes) {
        levels.pop_back();
        if (g > 0) used_[chosen_[g - 1]] = false;
      } else if (g + 1 < candidates_.size()) {
        deepen(levels.back().gold_prefixes, *std::move(prefixes));
      } else if (same_rows(gold_, predicted_, chosen_, order_)) {
        return true;
      } else {
        used_[chosen_[g]] = false;
      }
    }
    return false;
  }

  /// Chooses the next candidate for gold column `g`; returns the hash of each row's chosen columns.
  std::optional<Prefixes> choose_next(std::size_t g, Level &level) {
    while (level.next < candidates_[g].size()) {
      const std::size_t column = candidates_[g][level.next++];
      // Of several columns that are equal row by row, only one needs to be tried.
      const Hash128 sequence = sequences_[column];
      if (used_[column] ||
          std::find(level.tried.begin(), level.tried.end(), sequence) != level.tried.end()) {
        continue;
      }
      level.tried.push_back(sequence);
      if (!spend(predicted_.rows(), g + 1)) return std::nullopt;
      Prefixes prefixes = extended(predicted_, level.prefixes, column);
      if (hash_of_rows(prefixes) != level.wanted) continue;
      used_[column] = true;
      chosen_[g] = column;
      return prefixes;
    }
    return std::nullopt;
  }

  static Prefixes extended(const Denotation &denotation, const Prefixes &before,
                           std::size_t column) {
    Prefixes prefixes(denotation.rows());
    for (std::size_t row = 0; row < prefixes.size(); ++row) {
      const Hash128 prefix{before.empty() ? 0 : before[row], 0};
      prefixes[row] = chain(prefix, denotation.hash_at(row, column)).low;
    }
    return prefixes;
  }

  Hash128 hash_of_rows(const Prefixes &prefixes) const noexcept {
    BagHash bag;
    Hash128 sequence;
    for (const std::uint64_t prefix : prefixes) {
      if (order_ == RowOrder::matters) {
        sequence = chain(sequence, {prefix, 0});
      } else {
        bag.add({prefix, 0});
      }
    }
    return order_ == RowOrder::matters ? sequence : bag.value();
  }

  bool spend(std::size_t rows, std::size_t depth) noexcept {
    constexpr std::size_t max_kept = 4'000'000;  // 16 bytes each
    out_of_work_ |= rows > work_ || rows * depth > max_kept;
    work_ -= std::min<std::uint64_t>(rows, work_);
    return !out_of_work_;
  }

  const Denotation &gold_;
  const Denotation &predicted_;
  RowOrder order_;
  std::uint64_t work_;
  bool out_of_work_ = false;
  bool ambiguous_ = false;
  std::vector<std::vector<std::size_t>> candidates_;
  std::vector<Hash128> sequences_;
  std::vector<std::size_t> chosen_;
  std::vector<bool> used_;
};

}  // namespace

bool same_rows(const Denotation &gold, const Denotation &predicted, Columns columns,
               RowOrder order) {
  if (gold.rows() != predicted.rows()) return false;
  if (same_sequence(gold, predicted, columns)) return true;
  return order == RowOrder::ignored && same_bag(gold, predicted, columns);
}

ColumnMatch match_columns(const Denotation &gold, const Denotation &predicted, RowOrder order,
                          std::uint64_t work) {
  return Search(gold, predicted, order, work).run();
}

}  // namespace sluice::inline v0
