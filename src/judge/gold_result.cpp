#include "sluice/judge/gold_result.hpp"

#include <algorithm>

namespace sluice::inline v0 {

void GoldResult::add(Row row) {
  const Row readable = reader_.read(row);
  if (as_set_) {
    distinct_.add(readable, reader_.hashes());
  } else {
    rows_.add(readable, reader_.hashes());
  }
}

void GoldResult::finish(std::size_t columns) {
  columns_ = columns;
  const Denotation &rows = denotation();
  row_hashes_.reserve(rows.rows());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    row_hashes_.push_back(hash_of_values(rows.hashes(row)));
  }
  sorted_hashes_ = row_hashes_;
  std::sort(sorted_hashes_.begin(), sorted_hashes_.end());
  sorted_hashes_.erase(std::unique(sorted_hashes_.begin(), sorted_hashes_.end()),
                       sorted_hashes_.end());
}

bool GoldResult::has_row(Hash128 row_hash) const noexcept {
  return std::binary_search(sorted_hashes_.begin(), sorted_hashes_.end(), row_hash);
}

}  // namespace sluice::inline v0
