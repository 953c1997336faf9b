#ifndef SLUICE_INDEX_QUANTIZED_ROWS_HPP
#define SLUICE_INDEX_QUANTIZED_ROWS_HPP

/// Vectors in 8 bits a number and one scale a row: a quarter of the memory to read.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"

namespace sluice {

class CheckedSection;

/// Row r stands for scale(r) × codes(r), where codes lie in [-127, 127] and the scale keeps the
/// row's length: so no cosine leaves [-1, 1] by more than rounding. Immutable, cheap to copy; any
/// threads at once.
class QuantizedRows {
 public:
  /// Of length 1 to 65,536.
  static constexpr std::size_t max_dimensions = 65'536;
  static constexpr std::size_t max_rows = std::size_t{1} << 30;
  /// No scale is larger: scores stay finite.
  static constexpr float max_scale = 1e12F;

  /// None yet.
  explicit QuantizedRows(std::size_t dimensions);
  /// `rows`: row-major. Throws Error(invalid_argument) if a number is not finite or too large, or
  /// if the size is not a multiple of `dimensions`. O(numbers).
  QuantizedRows(std::span<const float> rows, std::size_t dimensions);
  /// Views of what `owner` keeps alive: `codes` as `codes()` gives them, which `section` checks as
  /// they are used (null: they were checked). Throws Error(invalid_argument) if sizes do not fit or
  /// a scale is out of range.
  QuantizedRows(std::shared_ptr<const void> owner, std::span<const std::int8_t> codes,
                std::span<const float> scales, std::size_t dimensions,
                const CheckedSection *section);

  /// Some of these, which it keeps alive. The range has to lie inside. O(1).
  QuantizedRows slice(std::size_t first, std::size_t count) const;

  std::size_t dimensions() const noexcept { return dimensions_; }
  std::size_t size() const noexcept { return scales_.size(); }

  /// From one row to the next: `dimensions()` rounded up to a multiple of 64, with zeros.
  std::size_t stride() const noexcept { return stride_; }
  /// size() × stride(). Rows have to be checked before they are used.
  std::span<const std::int8_t> codes() const noexcept { return codes_; }
  std::span<const float> scales() const noexcept { return scales_; }
  /// Throws Error(malformed) if a byte of these rows is not what was written to their file.
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

/// Takes vectors in parts, so that all of them need never be there in full width. One thread at a
/// time.
class RowQuantizer {
 public:
  explicit RowQuantizer(std::size_t dimensions);

  /// As the constructor of QuantizedRows from floats; where it throws, nothing was added.
  void add(std::span<const float> rows);
  /// Copies rows that are quantized already, of the same dimensions.
  void add(const QuantizedRows &rows, std::span<const std::uint32_t> numbers);
  std::size_t size() const noexcept { return scales_.size(); }
  /// Ends it.
  QuantizedRows finish();

 private:
  std::size_t dimensions_;
  std::size_t stride_;
  std::vector<std::int8_t> codes_;
  std::vector<float> scales_;
};

/// Writes the vectors of the rows from `first` on, row-major.
using WriteVectors = function_ref<void(std::size_t first, std::span<float> vectors)>;

/// `rows` rows, made in parts on at most `threads` threads, so that few of them are there in full
/// width at once; the result does not depend on the number of threads, each of which calls `write`.
/// Throws as the constructor of QuantizedRows from floats does, what `write` throws, and
/// Error(cancelled). `stage` is what `progress` is told.
QuantizedRows quantize_rows(std::size_t rows, std::size_t dimensions, WriteVectors write,
                            std::size_t threads = 1, const Progress &progress = {},
                            std::string_view stage = "vectors");

}  // namespace sluice

#endif
