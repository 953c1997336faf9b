#include "sluice/index/quantized_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "index/kernels/dot_kernels.hpp"
#include "quantize.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::inline v0 {
namespace {

[[noreturn]] void refuse(std::string_view why) { throw Error(ErrorCode::invalid_argument, why); }

std::size_t stride_for(std::size_t dimensions) {
  if (dimensions == 0 || dimensions > QuantizedRows::max_dimensions) {
    refuse(fmt::format("vectors of {} numbers; expected 1 to {}", dimensions,
                       QuantizedRows::max_dimensions));
  }
  constexpr std::size_t step = index_detail::DotKernels::row_step;
  return (dimensions + step - 1) / step * step;
}

void check_length(std::span<const float> query, const QuantizedRows &rows) {
  if (query.size() == rows.dimensions()) return;
  refuse(fmt::format("a query of {} numbers; expected {}", query.size(), rows.dimensions()));
}

struct Owned {
  std::vector<std::int8_t> codes;
  std::vector<float> scales;
};

}  // namespace

namespace index_detail {

float quantize(std::span<const float> vector, std::int8_t *codes) {
  float largest = 0;
  double square = 0;
  for (const float x : vector) {
    if (!std::isfinite(x)) refuse("a vector holds a number that is not finite");
    largest = std::max(largest, std::abs(x));
    square += double{x} * x;
  }
  constexpr float nothing = 1e-30F;
  if (largest < nothing) {
    std::fill_n(codes, vector.size(), std::int8_t{0});
    return 0;
  }
  const float inverse = 127 / largest;
  std::int64_t code_square = 0;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const float code = vector[i] * inverse;
    const int rounded = static_cast<int>(code + (code < 0 ? -0.5F : 0.5F));
    codes[i] = static_cast<std::int8_t>(std::clamp(rounded, -127, 127));
    code_square += codes[i] * codes[i];
  }
  const double scale = std::sqrt(square / static_cast<double>(code_square));
  if (scale > double{QuantizedRows::max_scale}) refuse("a vector holds a number that is too large");
  return static_cast<float>(scale);
}

QuantizedQuery::QuantizedQuery(std::span<const float> query, const QuantizedRows &rows)
    : codes(rows.stride()) {
  check_length(query, rows);
  scale = quantize(query, codes.data());
}

QuantizedQueries::QuantizedQueries(std::span<const float> queries, const QuantizedRows &rows)
    : scales(std::max<std::size_t>(1, queries.size() / rows.dimensions())) {
  codes.resize(scales.size() * rows.stride());
  for (std::size_t q = 0; q < scales.size(); ++q) {
    const bool is_last = q + 1 == scales.size();  // takes the rest, whose size is checked
    const auto query =
        queries.subspan(q * rows.dimensions(), is_last ? std::dynamic_extent : rows.dimensions());
    check_length(query, rows);
    scales[q] = quantize(query, codes.data() + q * rows.stride());
  }
}

}  // namespace index_detail

QuantizedRows::QuantizedRows(std::size_t dimensions)
    : dimensions_(dimensions), stride_(stride_for(dimensions)) {}

QuantizedRows::QuantizedRows(std::span<const float> rows, std::size_t dimensions)
    : QuantizedRows(dimensions) {
  RowQuantizer quantizer(dimensions);
  quantizer.add(rows);
  *this = quantizer.finish();
}

QuantizedRows::QuantizedRows(std::shared_ptr<const void> owner, std::span<const std::int8_t> codes,
                             std::span<const float> scales, std::size_t dimensions,
                             const CheckedSection *section)
    : owner_(std::move(owner)),
      codes_(codes),
      scales_(scales),
      dimensions_(dimensions),
      stride_(stride_for(dimensions)),
      section_(section) {
  if (scales.size() > max_rows || codes.size() != scales.size() * stride_) {
    refuse("vectors and their scales differ in number");
  }
  // Also false for NaN.
  bool in_range = true;
  for (const float scale : scales) in_range &= scale >= 0 && scale <= max_scale;
  if (!in_range) refuse("a vector's scale is out of range");
}

void QuantizedRows::check(std::size_t first, std::size_t count) const {
  if (section_ != nullptr) section_->check((first_ + first) * stride_, count * stride_);
}

QuantizedRows QuantizedRows::slice(std::size_t first, std::size_t count) const {
  QuantizedRows some = *this;
  some.codes_ = codes_.subspan(first * stride_, count * stride_);
  some.scales_ = scales_.subspan(first, count);
  some.first_ += first;
  return some;
}

RowQuantizer::RowQuantizer(std::size_t dimensions)
    : dimensions_(dimensions), stride_(stride_for(dimensions)) {}

void RowQuantizer::add(std::span<const float> rows) {
  if (rows.size() % dimensions_ != 0) refuse("vectors do not fill whole rows");
  const std::size_t before = scales_.size();
  const std::size_t added = rows.size() / dimensions_;
  if (added > QuantizedRows::max_rows - before) refuse("too many vectors");
  codes_.resize((before + added) * stride_);
  scales_.resize(before + added);
  try {
    for (std::size_t r = 0; r < added; ++r) {
      scales_[before + r] = index_detail::quantize(rows.subspan(r * dimensions_, dimensions_),
                                                   codes_.data() + (before + r) * stride_);
    }
  } catch (...) {
    codes_.resize(before * stride_);
    scales_.resize(before);
    throw;
  }
}

void RowQuantizer::add(const QuantizedRows &rows, std::span<const std::uint32_t> numbers) {
  if (rows.dimensions() != dimensions_) refuse("vectors of different dimensions");
  if (numbers.size() > QuantizedRows::max_rows - scales_.size()) refuse("too many vectors");
  for (const std::uint32_t number : numbers) rows.check(number, 1);
  for (const std::uint32_t number : numbers) {
    const std::span<const std::int8_t> row = rows.codes().subspan(number * stride_, stride_);
    codes_.insert(codes_.end(), row.begin(), row.end());
    scales_.push_back(rows.scales()[number]);
  }
}

QuantizedRows quantize_rows(std::size_t rows, std::size_t dimensions, WriteVectors write,
                            std::size_t threads, const Progress &progress, std::string_view stage) {
  constexpr std::size_t part = 1024;
  const std::size_t stride = stride_for(dimensions);
  if (rows > QuantizedRows::max_rows) refuse("too many vectors");
  auto owned = std::make_shared<Owned>();
  owned->codes.resize(rows * stride);
  owned->scales.resize(rows);
  const auto make = [&](std::size_t job, const Progress &reports) {
    const std::size_t first = job * part;
    const std::size_t count = std::min(part, rows - first);
    reports.step(stage, first, rows);
    std::vector<float> vectors(count * dimensions);
    write(first, vectors);
    for (std::size_t r = 0; r < count; ++r) {
      owned->scales[first + r] = index_detail::quantize(
          std::span<const float>(vectors).subspan(r * dimensions, dimensions),
          owned->codes.data() + (first + r) * stride);
    }
  };
  run_jobs((rows + part - 1) / part, threads, make, progress);
  const Owned &held = *owned;
  return {std::move(owned), held.codes, held.scales, dimensions, nullptr};
}

QuantizedRows RowQuantizer::finish() {
  auto owned = std::make_shared<Owned>();
  owned->codes = std::exchange(codes_, {});
  owned->scales = std::exchange(scales_, {});
  const Owned &held = *owned;
  return {std::move(owned), held.codes, held.scales, dimensions_, nullptr};
}

}  // namespace sluice::inline v0
