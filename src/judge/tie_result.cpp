#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "hash_mix.hpp"
#include "judge/ties.hpp"

namespace sluice::inline v0 {

bool TieResult::add(Row row) {
  const std::size_t own = row.size() - query_.appended;
  const auto key_at = [&](std::size_t i) -> const Cell & {
    if (i >= query_.keys.size()) return row[own + i - query_.keys.size()];
    const std::ptrdiff_t key = query_.keys[i];
    const auto at =
        static_cast<std::size_t>(key < 0 ? key + static_cast<std::ptrdiff_t>(own) : key);
    return row[std::min(at, row.size() - 1)];
  };
  const std::size_t keys = query_.keys.size() + query_.appended;
  bool is_new = seen_ == 0;
  for (std::size_t i = 0; i < keys && !is_new; ++i) is_new = !same_value(key_[i], key_at(i));
  if (is_new) {
    if (seen_ >= query_.skipped && seen_ - query_.skipped >= query_.count) return false;
    if (seen_ <= query_.skipped) {
      // LIMIT skips all earlier groups.
      rows_ = Denotation();
      groups_.clear();
      dropped_ = seen_;
    }
    groups_.push_back(rows_.rows());
    key_.resize(keys);
    key_bytes_.resize(keys);
    for (std::size_t i = 0; i < keys; ++i) {
      key_[i] = key_at(i);
      key_bytes_[i] = key_[i].bytes;
      key_[i].bytes = key_bytes_[i];
    }
  }
  ++seen_;
  const Row readable = reader_.read(row.first(own));
  rows_.add(readable, reader_.hashes());
  return true;
}

void TieResult::finish() { groups_.push_back(rows_.rows()); }

/// Searches for an order of the prediction's columns, one column at a time. Each row carries a hash
/// of the columns chosen so far.
class TieSearch {
 public:
  TieSearch(const TieResult &gold, const Denotation &predicted, std::uint64_t work)
      : gold_(gold), predicted_(predicted), work_(work) {
    // Determines which rows of the prediction must come from which group.
    std::size_t begin = 0;
    for (std::size_t g = 0; g + 1 < gold.groups_.size() && begin < predicted.rows(); ++g) {
      const std::size_t behind = gold.dropped_ + gold.groups_[g + 1];
      const std::size_t end =
          std::min(behind - std::min(gold.query_.skipped, behind), predicted.rows());
      slices_.push_back({gold.groups_[g], gold.groups_[g + 1], begin, end});
      begin = end;
    }
  }

  bool run(bool in_order) {
    const std::size_t columns = predicted_.columns();
    in_order_ = in_order;
    used_.assign(columns, false);
    chosen_.resize(columns);
    return choose();
  }

 private:
  struct Slice {
    std::size_t gold_begin, gold_end, begin, end;
  };
  using Hashes = std::vector<Hash128>;

  /// The first columns, the columns chosen for all but the last of them, and the next candidate for
  /// it.
  struct Level {
    Hashes gold;  // of each row's columns
    Hashes before;
    std::size_t next = 0;
  };

  /// Searches by backtracking. Uses an explicit stack, since there may be thousands of columns.
  bool choose() {
    const std::size_t columns = chosen_.size();
    Hashes gold(gold_.rows_.rows()), before(predicted_.rows());
    if (columns == 0) return matches(gold, before);
    std::vector<Level> levels;
    levels.push_back({extended(gold_.rows_, gold, 0), std::move(before)});
    while (!levels.empty()) {
      const std::size_t column = levels.size() - 1;
      std::optional<Hashes> hashes = choose_next(column, levels.back());
      if (out_of_work_) return false;
      if (!hashes) {
        levels.pop_back();
        if (column > 0) used_[chosen_[column - 1]] = false;
      } else if (column + 1 < columns) {
        Hashes deeper = extended(gold_.rows_, levels.back().gold, column + 1);
        levels.push_back({std::move(deeper), *std::move(hashes)});
      } else if (matches(levels.back().gold, *hashes)) {
        return true;
      } else {
        used_[chosen_[column]] = false;
      }
    }
    return false;
  }

  std::optional<Hashes> choose_next(std::size_t column, Level &level) {
    while (level.next < chosen_.size()) {
      const std::size_t candidate = level.next++;
      if (used_[candidate] || (in_order_ && candidate != column)) continue;
      const std::uint64_t cost = level.gold.size() + level.before.size();
      out_of_work_ = cost > work_;
      if (out_of_work_) return std::nullopt;
      work_ -= cost;
      Hashes hashes = extended(predicted_, level.before, candidate);
      if (!holds_all(level.gold, hashes)) continue;
      used_[candidate] = true;
      chosen_[column] = candidate;
      return hashes;
    }
    return std::nullopt;
  }

  static Hashes extended(const Denotation &rows, const Hashes &before, std::size_t column) {
    Hashes hashes(before.size());
    for (std::size_t row = 0; row < hashes.size(); ++row)
      hashes[row] = judge_detail::chain(before[row], rows.hash_at(row, column));
    return hashes;
  }

  /// Whether each slice is a sub-multiset of its group.
  bool holds_all(const Hashes &gold, const Hashes &hashes) const {
    return std::all_of(slices_.begin(), slices_.end(), [&](const Slice &slice) {
      Hashes whole(gold.begin() + offset(slice.gold_begin), gold.begin() + offset(slice.gold_end));
      Hashes part(hashes.begin() + offset(slice.begin), hashes.begin() + offset(slice.end));
      std::sort(whole.begin(), whole.end());
      std::sort(part.begin(), part.end());
      return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
    });
  }

  /// The same test by values, since hashes may collide.
  bool matches(const Hashes &gold, const Hashes &hashes) const {
    return std::all_of(slices_.begin(), slices_.end(), [&](const Slice &slice) {
      const auto wholes = sorted(gold, slice.gold_begin, slice.gold_end);
      auto whole = wholes.begin();
      for (const std::size_t row : sorted(hashes, slice.begin, slice.end)) {
        while (whole != wholes.end() && gold[*whole] != hashes[row]) ++whole;
        if (whole == wholes.end() || !same_row(*whole, row)) return false;
        ++whole;
      }
      return true;
    });
  }

  static std::vector<std::size_t> sorted(const Hashes &hashes, std::size_t begin, std::size_t end) {
    std::vector<std::size_t> rows(end - begin);
    std::iota(rows.begin(), rows.end(), begin);
    std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
      return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b;
    });
    return rows;
  }

  bool same_row(std::size_t gold, std::size_t row) const {
    for (std::size_t column = 0; column < chosen_.size(); ++column) {
      if (!same_value(gold_.rows_.at(gold, column), predicted_.at(row, chosen_[column])))
        return false;
    }
    return true;
  }

  static std::ptrdiff_t offset(std::size_t index) noexcept {
    return static_cast<std::ptrdiff_t>(index);
  }

  const TieResult &gold_;
  const Denotation &predicted_;
  std::uint64_t work_;
  bool out_of_work_ = false;
  bool in_order_ = false;
  std::vector<Slice> slices_;
  std::vector<bool> used_;
  std::vector<std::size_t> chosen_;
};

bool TieResult::allows(const Denotation &predicted, bool in_order, std::uint64_t work) const {
  const std::size_t all = dropped_ + rows_.rows();
  const std::size_t wanted =
      all > query_.skipped ? std::min(all - query_.skipped, query_.count) : 0;
  if (predicted.rows() != wanted) return false;
  if (wanted == 0) return true;
  return predicted.columns() == rows_.columns() && TieSearch(*this, predicted, work).run(in_order);
}

}  // namespace sluice::inline v0
