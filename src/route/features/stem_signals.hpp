#ifndef SLUICE_SRC_ROUTE_FEATURES_STEM_SIGNALS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_STEM_SIGNALS_HPP

/// How strongly a question means the stems of a schema, by channel. Only stems that a word of the
/// question matches have a row.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

class StemSignals {
 public:
  static constexpr std::size_t max_channels = 8;

  struct Row {
    std::array<float, max_channels> strengths{};  ///< The strongest match.
    std::array<float, max_channels> weights{};  ///< The greatest strength times its word's weight.
    double ratio = 1;  ///< The question's likelihood given the stem, over that without it.
  };

  explicit StemSignals(std::size_t stems = 0) : slots_(stems, 0) {
    constexpr std::size_t usual = 512;
    rows_.reserve((std::min)(stems, usual) + 1);
    matched_.reserve((std::min)(stems, usual));
    rows_.emplace_back();
  }

  /// The row of the stem; zeros if nothing matches it.
  const Row &operator[](std::uint32_t stem) const noexcept { return rows_[slots_[stem]]; }
  /// The row of the stem, added if needed. Invalidates references to rows.
  Row &at(std::uint32_t stem) {
    if (slots_[stem] == 0) {
      slots_[stem] = static_cast<std::uint32_t>(rows_.size());
      rows_.emplace_back();
      matched_.push_back(stem);
    }
    return rows_[slots_[stem]];
  }
  /// The row of stem `s` is `rows()[places()[s]]`.
  std::span<const Row> rows() const noexcept { return rows_; }
  std::span<const std::uint32_t> places() const noexcept { return slots_; }
  /// The stems that have a row, in the order in which they were added.
  std::span<const std::uint32_t> matched() const noexcept { return matched_; }

 private:
  std::vector<std::uint32_t> slots_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> matched_;
};

}  // namespace sluice::inline v0

#endif
