#include "sluice/index/row_set.hpp"

#include <bit>

namespace sluice::inline v0 {

RowSet::RowSet(std::size_t bound, Holds start) : bound_(bound), words_((bound + 63) / 64) {
  if (start == Holds::nothing) return;
  count_ = bound;
  for (std::uint64_t &word : words_) word = ~std::uint64_t{0};
  if (bound % 64 != 0) words_.back() >>= 64 - bound % 64;
}

RowSet::RowSet(std::size_t bound, function_ref<bool(RowId)> holds) : RowSet(bound, Holds::nothing) {
  for (std::size_t row = 0; row < bound; ++row) {
    if (holds(RowId(row))) insert(RowId(row));
  }
}

void RowSet::insert(RowId row) noexcept {
  std::uint64_t &word = words_[row.index() / 64];
  const std::uint64_t bit = std::uint64_t{1} << (row.index() % 64);
  count_ += (word & bit) == 0;
  word |= bit;
}

void RowSet::erase(RowId row) noexcept {
  std::uint64_t &word = words_[row.index() / 64];
  const std::uint64_t bit = std::uint64_t{1} << (row.index() % 64);
  count_ -= (word & bit) != 0;
  word &= ~bit;
}

void RowSet::intersect(const RowSet &other) noexcept {
  count_ = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words_[i] &= i < other.words_.size() ? other.words_[i] : 0;
    count_ += static_cast<std::size_t>(std::popcount(words_[i]));
  }
}

RowSet RowSet::slice(std::size_t first, std::size_t count) const {
  const auto word_at = [&](std::size_t i) { return i < words_.size() ? words_[i] : 0; };
  RowSet part(count, Holds::everything);
  const std::size_t shift = first % 64;
  for (std::size_t i = 0; i < part.words_.size(); ++i) {
    std::uint64_t word = word_at(first / 64 + i) >> shift;
    if (shift != 0) word |= word_at(first / 64 + i + 1) << (64 - shift);
    part.words_[i] &= word;
  }
  part.count_ = 0;
  for (const std::uint64_t word : part.words_) {
    part.count_ += static_cast<std::size_t>(std::popcount(word));
  }
  return part;
}

}  // namespace sluice::inline v0
