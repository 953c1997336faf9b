#ifndef SLUICE_SRC_EMBED_KERNELS_ENCODER_KERNELS_HPP
#define SLUICE_SRC_EMBED_KERNELS_ENCODER_KERNELS_HPP

/// The arithmetic of a transformer encoder, compiled once per instruction set.

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::inline v0::embed_detail {

/// y = x Wᵀ + b in 32-bit floats. `weight` is packed: blocks of 16 outputs, each with 16 numbers
/// per input, padded with zeros.
struct FloatLinear {
  const float *weight = nullptr;
  const float *bias = nullptr;
  std::size_t in = 0;
  std::size_t out = 0;

  static constexpr std::size_t block = 16;
};

/// The same with 8-bit weights, one scale per row of W. `weight` is packed: blocks of 16 outputs,
/// each with 16 × 4 numbers per 4 inputs, padded with zeros. `offsets` is 128 × the sum of the row.
struct Int8Linear {
  const std::int8_t *weight = nullptr;
  const float *scales = nullptr;
  const std::int32_t *offsets = nullptr;
  const float *bias = nullptr;
  std::size_t in = 0;  ///< A multiple of 4.
  std::size_t out = 0;

  static constexpr std::size_t block = 16;
  static constexpr std::size_t group = 4;
};

/// The bias that is added to the product of a query and a key, by their distance: in head h, for a
/// key d rows after the query (before it if negative), numbers[h × stride + middle + d]. Covers all
/// d within a text, plus 15 further entries with any content.
struct DistanceBias {
  const float *numbers = nullptr;  ///< Null: no bias.
  std::size_t stride = 0;
  std::size_t middle = 0;
};

/// The functions of one instruction set. Matrices are row-major; rows are tokens.
struct EncoderKernels {
  const char *name;
  /// Bytes of a quantized number, as this set's quantize writes and its linear_int8 reads them.
  std::size_t code_size;
  void (*linear)(const FloatLinear &layer, const float *x, std::size_t rows, float *y);
  /// `x` is rows × in codes. The sums are exact, so all sets agree on them.
  void (*linear_int8)(const Int8Linear &layer, const void *x, const float *scales, std::size_t rows,
                      float *y);
  /// Quantizes each row with its own scale: round(x / scale), plus 128 if the set needs unsigned
  /// codes.
  void (*quantize)(const float *x, std::size_t rows, std::size_t width, void *quantized,
                   float *scales);
  /// x = layer_norm(x + residual) × weight + bias; without a residual: layer_norm(x).
  void (*add_norm)(float *x, const float *residual, std::size_t rows, std::size_t width,
                   const float *weight, const float *bias, float epsilon);
  /// x = x Φ(x), using the error function (absolute error below 2e-7).
  void (*gelu)(float *x, std::size_t size);
  /// Softmax attention within each text. `qkv` has rows of adjacent queries, keys and values, each
  /// heads × head_width; text i has the rows [starts[i], starts[i + 1]).
  void (*attend)(const float *qkv, std::span<const std::size_t> starts, std::size_t heads,
                 std::size_t head_width, const DistanceBias &bias, float *out);
};

/// The fastest set that this processor supports. Constant during a run of the program.
const EncoderKernels &encoder_kernels() noexcept;
/// All sets that this processor supports, the plain one first.
std::span<const EncoderKernels *const> runnable_encoder_kernels() noexcept;

}  // namespace sluice::inline v0::embed_detail

#endif
