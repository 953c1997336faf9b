#include "row_pieces.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "exact_scan.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::index_detail {

void RowPieces::append(QuantizedRows rows) {
  if (rows.dimensions() != dimensions())
    throw Error(ErrorCode::invalid_argument, "vectors of different dimensions");
  if (rows.size() == 0) return;
  size_ += rows.size();
  pieces_.push_back(std::move(rows));
}

void RowPieces::append(const RowPieces &others, std::size_t first, std::size_t count) {
  for (const QuantizedRows &piece : others.pieces_) {
    if (count == 0) return;
    if (first >= piece.size()) {
      first -= piece.size();
      continue;
    }
    const std::size_t taken = std::min(count, piece.size() - first);
    append(taken == piece.size() ? piece : piece.slice(first, taken));
    first = 0;
    count -= taken;
  }
}

QuantizedRows RowPieces::rows(std::size_t first, std::size_t count) const {
  RowPieces wanted(dimensions());
  wanted.append(*this, first, count);
  if (wanted.pieces_.empty()) return none_;
  if (wanted.pieces_.size() == 1) return wanted.pieces_.front();
  RowQuantizer all(dimensions());
  std::vector<std::uint32_t> numbers;
  for (const QuantizedRows &piece : wanted.pieces_) {
    numbers.resize(piece.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    all.add(piece, numbers);
  }
  return all.finish();
}

void RowPieces::similarities(std::span<const float> queries, std::span<float> cosines) const {
  const QuantizedQueries quantized(queries, none_);
  if (cosines.size() != quantized.size() * size())
    throw Error(ErrorCode::invalid_argument, "there must be room for one cosine per row");
  float *of_piece = cosines.data();
  for (const QuantizedRows &piece : pieces_) {
    all_cosines(piece, quantized, of_piece, size());
    of_piece += piece.size();
  }
}

}  // namespace sluice::inline v0::index_detail
