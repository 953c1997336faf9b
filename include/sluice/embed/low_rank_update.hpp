#ifndef SLUICE_EMBED_LOW_RANK_UPDATE_HPP
#define SLUICE_EMBED_LOW_RANK_UPDATE_HPP

/// What was learned on top of a published encoder. Source: Hu et al. 2022 (LoRA).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// A change of each matrix of an encoder's layers: the product of a tall and a wide one of few
/// columns and rows, so that a megabyte or two say what was learned on top of a hundred. Immutable;
/// any threads at once.
class LowRankUpdate {
 public:
  static constexpr std::size_t matrices_per_layer = 4;

  /// From a .safetensors file with float tensors "i.m.down" (rank × inputs) and "i.m.up" (outputs ×
  /// rank) of each layer i from 0, where m is qkv (the three below each other), mixed (behind the
  /// attention), inner and outer; rounded to 8 bits. Throws Error: not_found, io, malformed.
  static LowRankUpdate load(const std::string &path);

  /// As bytes, to be kept in a file, and back. `parse` throws Error(malformed) for anything that
  /// `bytes` does not write.
  std::string bytes() const;
  static LowRankUpdate parse(std::string_view bytes);
  std::uint64_t fingerprint() const;

  std::size_t layers() const noexcept { return changes_.size() / matrices_per_layer; }
  /// Adds the change of the `matrix`-th (in the order above, layer by layer) to `weight`, outputs ×
  /// inputs. Throws Error(mismatch) where it is of another shape. O(outputs × inputs × rank).
  void add_to(std::size_t matrix, std::size_t inputs, std::span<float> weight) const;

 private:
  /// Rows of 8 bits, a scale each.
  struct Rows {
    std::size_t columns = 0;
    std::vector<float> scales;
    std::vector<std::int8_t> numbers;
  };
  struct Change {
    Rows down, up;
  };
  static Rows rounded(const std::vector<float> &numbers, std::size_t columns);

  std::vector<Change> changes_;
};

}  // namespace sluice

#endif
