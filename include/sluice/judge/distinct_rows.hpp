#ifndef SLUICE_JUDGE_DISTINCT_ROWS_HPP
#define SLUICE_JUDGE_DISTINCT_ROWS_HPP

/// A set of rows in the order in which they were first seen.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/judge/denotation.hpp"

namespace sluice {

class DistinctRows {
 public:
  /// False, and nothing is added, if the same row is there.
  bool add(Row row, std::span<const Hash128> hashes);
  bool contains(Row row, std::span<const Hash128> hashes) const;

  const Denotation &rows() const noexcept { return rows_; }
  std::size_t size() const noexcept { return rows_.rows(); }

 private:
  static std::uint64_t key_of(std::span<const Hash128> hashes) noexcept;
  /// Where the same row is, or the place for it.
  std::size_t place_of(std::uint64_t key, Row row) const noexcept;
  void grow();

  Denotation rows_;
  std::vector<std::uint64_t> keys_;  ///< Of each row.
  /// Open addressing: a row's number plus 1, or 0.
  std::vector<std::size_t> places_;
};

}  // namespace sluice

#endif
