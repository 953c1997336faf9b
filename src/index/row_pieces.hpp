#ifndef SLUICE_SRC_INDEX_ROW_PIECES_HPP
#define SLUICE_SRC_INDEX_ROW_PIECES_HPP

/// Rows of vectors, concatenated from ranges of other rows, so that an update shares the unchanged
/// rows.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/index/quantized_rows.hpp"

namespace sluice::inline v0::index_detail {

/// A value type; copies share the rows. Safe to read from several threads.
class RowPieces {
 public:
  explicit RowPieces(std::size_t dimensions) : none_(dimensions) {}
  explicit RowPieces(QuantizedRows rows) : none_(rows.dimensions()) { append(std::move(rows)); }

  std::size_t dimensions() const noexcept { return none_.dimensions(); }
  std::size_t size() const noexcept { return size_; }

  void append(QuantizedRows rows);
  /// Appends a range of rows of `others`. O(their pieces).
  void append(const RowPieces &others, std::size_t first, std::size_t count);

  /// The rows in contiguous memory; copied if there are several pieces.
  QuantizedRows rows() const { return rows(0, size()); }
  QuantizedRows rows(std::size_t first, std::size_t count) const;

  /// Same contract as QuantizedIndex::similarities.
  void similarities(std::span<const float> queries, std::span<float> cosines) const;

 private:
  QuantizedRows none_;
  std::vector<QuantizedRows> pieces_;
  std::size_t size_ = 0;
};

}  // namespace sluice::inline v0::index_detail

#endif
