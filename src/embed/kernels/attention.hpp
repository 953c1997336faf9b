#ifndef SLUICE_SRC_EMBED_KERNELS_ATTENTION_HPP
#define SLUICE_SRC_EMBED_KERNELS_ATTENTION_HPP

/// Softmax attention.

#include <cmath>
#include <cstddef>
#include <span>

#include "encoder_kernels.hpp"
#include "lanes.hpp"

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {
namespace {

/// Numbers, initially zero. Not a std::vector: the linker would keep one instruction set's version
/// of its functions for all sets.
class Numbers {
 public:
  explicit Numbers(std::size_t size) : numbers_(new float[size]()) {}
  ~Numbers() { delete[] numbers_; }
  Numbers(const Numbers &) = delete;
  Numbers &operator=(const Numbers &) = delete;

  float &operator[](std::size_t i) const { return numbers_[i]; }
  float *data() const { return numbers_; }

 private:
  float *numbers_;
};

/// One attention head of one text.
class Head {
 public:
  /// `bias` is for a key at the position of the query; null: no bias.
  Head(const float *qkv, std::size_t rows, std::size_t width, std::size_t head_width,
       const float *bias)
      : qkv_(qkv),
        bias_(bias),
        rows_(rows),
        width_(width),
        head_width_(head_width),
        keys_(head_width * padded(rows)),
        shares_(padded(rows)) {
    for (std::size_t j = 0; j < rows; ++j) {
      const float *key = qkv + j * 3 * width + width;
      for (std::size_t d = 0; d < head_width; ++d) keys_[d * padded(rows) + j] = key[d];
    }
  }

  void attend(std::size_t row, float *out) {
    share_out(qkv_ + row * 3 * width_, bias_ != nullptr ? bias_ - row : nullptr);
    for (std::size_t d = 0; d < head_width_; d += lanes) {
      Lanes mixed;
      const float *value = qkv_ + 2 * width_ + d;
      for (std::size_t j = 0; j < rows_; ++j) {
        mixed += shares_[j] * load(value + j * 3 * width_, head_width_ - d);
      }
      store(mixed, out + d, head_width_ - d);
    }
  }

 private:
  /// Computes how much each row's value contributes: the softmax of the products of query and keys.
  /// `bias` is for the key of the first row.
  void share_out(const float *query, const float *bias) {
    const std::size_t columns = padded(rows_);
    const float scale = 1 / std::sqrt(static_cast<float>(head_width_));
    for (std::size_t j = 0; j < columns; j += lanes) {
      Lanes products;
      for (std::size_t d = 0; d < head_width_; ++d) {
        products += query[d] * load(keys_.data() + d * columns + j, lanes);
      }
      products *= scale;
      if (bias != nullptr) products += load(bias + j, lanes);
      store(products, shares_.data() + j, lanes);
    }
    float largest = shares_[0];
    for (std::size_t j = 1; j < rows_; ++j) largest = shares_[j] > largest ? shares_[j] : largest;
    Lanes sums;
    for (std::size_t j = 0; j < columns; j += lanes) {
      const Lanes weights =
          first_of(exponential(load(shares_.data() + j, lanes) - largest), rows_ - j);
      sums += weights;
      store(weights, shares_.data() + j, lanes);
    }
    const float whole = 1 / total(sums);
    for (std::size_t j = 0; j < columns; j += lanes) {
      store(load(shares_.data() + j, lanes) * whole, shares_.data() + j, lanes);
    }
  }

  const float *qkv_, *bias_;
  std::size_t rows_, width_, head_width_;
  Numbers keys_;    // transposed: by dimension, then by row
  Numbers shares_;  // by row
};

inline void attend(const float *qkv, std::span<const std::size_t> starts, std::size_t heads,
                   std::size_t head_width, const DistanceBias &bias, float *out) {
  const std::size_t width = heads * head_width;
  for (std::size_t text = 0; text + 1 < starts.size(); ++text) {
    const std::size_t rows = starts[text + 1] - starts[text];
    for (std::size_t h = 0; h < heads; ++h) {
      const float *of_head =
          bias.numbers != nullptr ? bias.numbers + h * bias.stride + bias.middle : nullptr;
      Head head(qkv + starts[text] * 3 * width + h * head_width, rows, width, head_width, of_head);
      for (std::size_t r = 0; r < rows; ++r)
        head.attend(r, out + (starts[text] + r) * width + h * head_width);
    }
  }
}

}  // namespace
}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET

#endif
