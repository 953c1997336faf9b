#ifndef SLUICE_JUDGE_PLUGGING_HPP
#define SLUICE_JUDGE_PLUGGING_HPP

/// The gold query's values put into the places of a prediction's values in every way, as the
/// official script of the distilled test suites does for systems that predict no values.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// A query cut at its values: quoted strings, and numbers that stand alone.
struct SlottedQuery {
  /// Lower-cased words; an empty one is a slot.
  std::vector<std::string> words;
  /// Distinct and sorted.
  std::vector<std::string> values;
};

/// O(size × strings).
SlottedQuery cut_at_values(std::string_view sql);

/// All fillings of a prediction's slots. Immutable; any threads.
class Plugging {
 public:
  /// Fills `predicted` with the values of `gold`.
  Plugging(const SlottedQuery &gold, SlottedQuery predicted);

  /// Values to the power of slots, or 2^64 - 1 if that is more; 0 if there are slots and no values,
  /// 1 if there are no slots.
  std::uint64_t size() const noexcept { return size_; }
  /// `index` in [0, size).
  std::string filling(std::uint64_t index) const;

 private:
  std::vector<std::string> words_;
  std::vector<std::string> values_;
  std::uint64_t size_ = 1;
};

}  // namespace sluice

#endif
