#ifndef SLUICE_INDEX_QUANTIZED_ROWS_HPP
#define SLUICE_INDEX_QUANTIZED_ROWS_HPP

/// Vectors with 8 bits per number and one scale per row, which take a quarter of the memory of
/// floats.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"

namespace sluice::inline v0 {

class CheckedSection;

/// Row r represents scale(r) × codes(r). Codes are in [-127, 127]. The scale preserves the row's
/// length, so cosines stay in [-1, 1] except for rounding. Immutable, cheap to copy. Thread-safe.
class QuantizedRows {
 public:
  /// Dimensions must be in [1, max_dimensions].
  static constexpr std::size_t max_dimensions = 65'536;
  static constexpr std::size_t max_rows = std::size_t{1} << 30;
  /// Limit for scales, so that scores stay finite.
  static constexpr float max_scale = 1e12F;

  /// No rows.
  explicit QuantizedRows(std::size_t dimensions);
  /// `rows`: row-major. Throws Error(invalid_argument) if a number is not finite or too large, or
  /// if the size is not a multiple of `dimensions`. O(numbers).
  QuantizedRows(std::span<const float> rows, std::size_t dimensions);
  /// Views into memory that `owner` keeps alive. `codes` has the layout of `codes()`; `section`
  /// checks them when they are used (nullptr: already checked). Throws Error(invalid_argument) if
  /// sizes do not match or a scale is out of range.
  QuantizedRows(std::shared_ptr<const void> owner, std::span<const std::int8_t> codes,
                std::span<const float> scales, std::size_t dimensions,
                const CheckedSection *section);

  /// A range of the rows, which must be inside; shares the memory. O(1).
  QuantizedRows slice(std::size_t first, std::size_t count) const;

  std::size_t dimensions() const noexcept { return dimensions_; }
  std::size_t size() const noexcept { return scales_.size(); }

  /// Distance between rows in `codes()`: `dimensions()` rounded up to a multiple of 64; the padding
  /// is 0.
  std::size_t stride() const noexcept { return stride_; }
  /// size() × stride() codes. Call `check` on rows before using them.
  std::span<const std::int8_t> codes() const noexcept { return codes_; }
  std::span<const float> scales() const noexcept { return scales_; }
  /// Throws Error(malformed) if the bytes of these rows in their file are damaged.
  void(check)(std::size_t first, std::size_t count) const;

 private:
  std::shared_ptr<const void> owner_;
  std::span<const std::int8_t> codes_;
  std::span<const float> scales_;
  std::size_t dimensions_ = 0;
  std::size_t stride_ = 0;
  const CheckedSection *section_ = nullptr;
  std::size_t first_ = 0;  // in the section
};

/// Quantizes vectors in batches, so that they are never all in memory as floats. Not thread-safe.
class RowQuantizer {
 public:
  explicit RowQuantizer(std::size_t dimensions);

  /// Like the constructor of QuantizedRows from floats; if it throws, nothing was added.
  void add(std::span<const float> rows);
  /// Copies rows that are already quantized, with the same dimensions.
  void add(const QuantizedRows &rows, std::span<const std::uint32_t> numbers);
  std::size_t size() const noexcept { return scales_.size(); }
  /// Returns the rows; the quantizer must not be used afterwards.
  QuantizedRows finish();

 private:
  std::size_t dimensions_;
  std::size_t stride_;
  std::vector<std::int8_t> codes_;
  std::vector<float> scales_;
};

/// Writes the vectors of the rows from `first` on, row-major.
using WriteVectors = function_ref<void(std::size_t first, std::span<float> vectors)>;

/// Quantizes `rows` rows in batches on at most `threads` threads, so that only a few rows are in
/// memory as floats. The result does not depend on the number of threads. `write` is called from
/// each of them. Throws the errors of the constructor of QuantizedRows from floats and of `write`,
/// and Error(cancelled). `stage` is the stage's name in `progress`.
QuantizedRows quantize_rows(std::size_t rows, std::size_t dimensions, WriteVectors write,
                            std::size_t threads = 1, const Progress &progress = {},
                            std::string_view stage = "vectors");

}  // namespace sluice::inline v0

#endif
