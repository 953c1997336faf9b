#ifndef SLUICE_SRC_INDEX_ROW_PIECES_HPP
#define SLUICE_SRC_INDEX_ROW_PIECES_HPP

/// Rows of vectors put together of pieces of others, so that what follows a change shares the rest.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/index/quantized_rows.hpp"

namespace sluice::detail {

/// A value; copies share the rows. Many threads may read it at once.
class RowPieces {
 public:
  explicit RowPieces(std::size_t dimensions) : none_(dimensions) {}
  explicit RowPieces(QuantizedRows rows) : none_(rows.dimensions()) { append(std::move(rows)); }

  std::size_t dimensions() const noexcept { return none_.dimensions(); }
  std::size_t size() const noexcept { return size_; }

  void append(QuantizedRows rows);
  /// Rows of others from `first` on. O(their pieces).
  void append(const RowPieces &others, std::size_t first, std::size_t count);

  /// All of them in a row; copied where there are several pieces.
  QuantizedRows rows() const { return rows(0, size()); }
  QuantizedRows rows(std::size_t first, std::size_t count) const;

  /// As QuantizedIndex's.
  void similarities(std::span<const float> queries, std::span<float> cosines) const;

 private:
  QuantizedRows none_;
  std::vector<QuantizedRows> pieces_;
  std::size_t size_ = 0;
};

}  // namespace sluice::detail

#endif
