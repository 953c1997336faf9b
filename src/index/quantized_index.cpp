#include "sluice/index/quantized_index.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "exact_scan.hpp"
#include "index/kernels/dot_kernels.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

QuantizedIndex::QuantizedIndex(QuantizedRows rows)
    : rows_(std::move(rows)), kernels_(&index_detail::dot_kernels()) {}

QuantizedIndex::QuantizedIndex(std::span<const float> rows, std::size_t dimensions)
    : QuantizedIndex(QuantizedRows(rows, dimensions)) {}

std::string_view QuantizedIndex::kernels() const noexcept { return kernels_->name; }

QuantizedIndex QuantizedIndex::on(std::string_view kernels) const {
  for (const index_detail::DotKernels *set : index_detail::runnable_dot_kernels()) {
    if (set->name != kernels) continue;
    QuantizedIndex other = *this;
    other.kernels_ = set;
    return other;
  }
  throw Error(ErrorCode::unsupported, fmt::format("no kernels \"{}\" on this processor", kernels));
}

std::vector<Scored<RowId>> QuantizedIndex::search(std::span<const float> query,
                                                  std::size_t k) const {
  return index_detail::scan_all(rows_, {query, rows_}, k, *kernels_);
}

std::vector<Scored<RowId>> QuantizedIndex::search(std::span<const float> query, std::size_t k,
                                                  const RowSet &visible) const {
  const index_detail::QuantizedQuery quantized(query, rows_);
  if (visible.bound() <= size())
    return index_detail::scan_visible(rows_, quantized, k, visible, *kernels_);
  RowSet within(size(), RowSet::Holds::everything);
  within.intersect(visible);
  return index_detail::scan_visible(rows_, quantized, k, within, *kernels_);
}

std::vector<Scored<RowId>> QuantizedIndex::search(std::span<const float> query, std::size_t k,
                                                  function_ref<bool(RowId)> eligible) const {
  return search(query, k, RowSet(size(), eligible));
}

void QuantizedIndex::similarities(std::span<const float> queries, std::span<float> cosines) const {
  const index_detail::QuantizedQueries quantized(queries, rows_);
  if (cosines.size() != quantized.size() * size()) {
    throw Error(ErrorCode::invalid_argument, "there must be room for one cosine per row");
  }
  index_detail::all_cosines(rows_, quantized, cosines.data(), size(), *kernels_);
}

void QuantizedIndex::similarities(std::span<const float> query, std::span<const RowId> wanted,
                                  std::span<float> cosines) const {
  const bool exist = std::ranges::all_of(wanted, [&](RowId row) { return row.index() < size(); });
  if (!exist) throw Error(ErrorCode::invalid_argument, "a row that does not exist");
  if (cosines.size() != wanted.size()) {
    throw Error(ErrorCode::invalid_argument, "there must be room for one cosine per row");
  }
  index_detail::some_cosines(rows_, {query, rows_}, wanted, cosines, *kernels_);
}

void QuantizedIndex::scan(
    std::span<const float> query,
    function_ref<void(std::size_t first, std::span<const float> cosines)> visit) const {
  index_detail::scan_cosines(rows_, {query, rows_}, visit, *kernels_);
}

}  // namespace sluice::inline v0
