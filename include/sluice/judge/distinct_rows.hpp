#ifndef SLUICE_JUDGE_DISTINCT_ROWS_HPP
#define SLUICE_JUDGE_DISTINCT_ROWS_HPP

/// A set of rows in the order in which they were first added.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/judge/denotation.hpp"

namespace sluice::inline v0 {

class DistinctRows {
 public:
  /// Returns false and adds nothing if an equal row is present.
  bool add(Row row, std::span<const Hash128> hashes);
  bool contains(Row row, std::span<const Hash128> hashes) const;

  const Denotation &rows() const noexcept { return rows_; }
  std::size_t size() const noexcept { return rows_.rows(); }

 private:
  static std::uint64_t key_of(std::span<const Hash128> hashes) noexcept;
  /// Where an equal row is, or the free slot for it.
  std::size_t place_of(std::uint64_t key, Row row) const noexcept;
  void grow();

  Denotation rows_;
  std::vector<std::uint64_t> keys_;  ///< One per row.
  /// Open addressing: the number of a row plus 1, or 0.
  std::vector<std::size_t> places_;
};

}  // namespace sluice::inline v0

#endif
