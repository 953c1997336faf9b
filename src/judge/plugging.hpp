#ifndef SLUICE_SRC_JUDGE_PLUGGING_HPP
#define SLUICE_SRC_JUDGE_PLUGGING_HPP

/// Fills a prediction's value slots with the gold query's values in every way, as the official
/// script of the distilled test suites does for systems that predict no values.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// A query split at its values: quoted strings and standalone numbers.
struct SlottedQuery {
  /// Lowercase words; an empty word is a slot.
  std::vector<std::string> words;
  /// Distinct and sorted.
  std::vector<std::string> values;
};

/// O(size × strings).
SlottedQuery cut_at_values(std::string_view sql);

/// All fillings of a prediction's slots. Immutable. Thread-safe.
class Plugging {
 public:
  /// Fills `predicted` with the values of `gold`.
  Plugging(const SlottedQuery &gold, SlottedQuery predicted);

  /// The number of values to the power of the number of slots, at most 2^64 - 1; 0 if there are
  /// slots but no values, 1 if there are no slots.
  std::uint64_t size() const noexcept { return size_; }
  /// `index` in [0, size).
  std::string filling(std::uint64_t index) const;

 private:
  std::vector<std::string> words_;
  std::vector<std::string> values_;
  std::uint64_t size_ = 1;
};

}  // namespace sluice::inline v0

#endif
