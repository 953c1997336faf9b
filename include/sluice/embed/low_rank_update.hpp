#ifndef SLUICE_EMBED_LOW_RANK_UPDATE_HPP
#define SLUICE_EMBED_LOW_RANK_UPDATE_HPP

/// A fine-tuned change to a published encoder. Source: Hu et al. 2022 (LoRA).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// A change to each matrix of an encoder's layers, stored as the product of two low-rank matrices,
/// so that one or two megabytes hold what was learned on top of a model of a hundred. Immutable.
/// Thread-safe.
class LowRankUpdate {
 public:
  static constexpr std::size_t matrices_per_layer = 4;

  /// Reads a .safetensors file with float tensors "i.m.down" (rank × inputs) and "i.m.up" (outputs
  /// × rank) for each layer i, counted from 0, where m is qkv (query, key and value stacked), mixed
  /// (attention output), inner or outer. Rounds them to 8 bits. Throws Error: not_found, io,
  /// malformed.
  static LowRankUpdate load(const std::string &path);

  /// Serializes to bytes that can be stored in a file, and parses them. `parse` throws
  /// Error(malformed) for anything that `bytes` does not produce.
  std::string bytes() const;
  static LowRankUpdate parse(std::string_view bytes);
  std::uint64_t fingerprint() const;

  std::size_t layers() const noexcept { return changes_.size() / matrices_per_layer; }
  /// Adds the change of matrix number `matrix` (in the order above, layer by layer) to `weight`,
  /// outputs × inputs. Throws Error(mismatch) if its shape differs. O(outputs × inputs × rank).
  void add_to(std::size_t matrix, std::size_t inputs, std::span<float> weight) const;

 private:
  /// Rows of 8-bit numbers, one scale per row.
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

}  // namespace sluice::inline v0

#endif
