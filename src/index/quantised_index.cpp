#include "sluice/index/quantised_index.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "index/exact_scan.hpp"
#include "index/kernels/dot_kernels.hpp"
#include "sluice/core/error.hpp"

namespace sluice {

QuantisedIndex::QuantisedIndex(QuantisedRows rows)
    : rows_(std::move(rows)), kernels_(&detail::dot_kernels()) {}

QuantisedIndex::QuantisedIndex(std::span<const float> rows, std::size_t dimensions)
    : QuantisedIndex(QuantisedRows(rows, dimensions)) {}

std::string_view QuantisedIndex::kernels() const noexcept { return kernels_->name; }

QuantisedIndex QuantisedIndex::on(std::string_view kernels) const {
  for (const detail::DotKernels *set : detail::runnable_dot_kernels()) {
    if (set->name != kernels) continue;
    QuantisedIndex other = *this;
    other.kernels_ = set;
    return other;
  }
  throw Error(ErrorCode::unsupported, fmt::format("no kernels \"{}\" on this processor", kernels));
}

std::vector<Scored<RowId>> QuantisedIndex::search(std::span<const float> query,
                                                  std::size_t k) const {
  return detail::scan_all(rows_, {query, rows_}, k, *kernels_);
}

std::vector<Scored<RowId>> QuantisedIndex::search(std::span<const float> query, std::size_t k,
                                                  const RowSet &visible) const {
  const detail::QuantisedQuery quantised(query, rows_);
  if (visible.bound() <= size())
    return detail::scan_visible(rows_, quantised, k, visible, *kernels_);
  RowSet within(size(), RowSet::Holds::everything);
  within.intersect(visible);
  return detail::scan_visible(rows_, quantised, k, within, *kernels_);
}

std::vector<Scored<RowId>> QuantisedIndex::search(std::span<const float> query, std::size_t k,
                                                  function_ref<bool(RowId)> eligible) const {
  return search(query, k, RowSet(size(), eligible));
}

void QuantisedIndex::similarities(std::span<const float> queries, std::span<float> cosines) const {
  const detail::QuantisedQueries quantised(queries, rows_);
  if (cosines.size() != quantised.size() * size()) {
    throw Error(ErrorCode::invalid_argument, "there has to be room for one cosine a row");
  }
  detail::all_cosines(rows_, quantised, cosines.data(), size(), *kernels_);
}

void QuantisedIndex::scan(
    std::span<const float> query,
    function_ref<void(std::size_t first, std::span<const float> cosines)> visit) const {
  detail::scan_cosines(rows_, {query, rows_}, visit, *kernels_);
}

}  // namespace sluice
