#ifndef SLUICE_SRC_SCHEMA_FAMILY_MARKS_HPP
#define SLUICE_SRC_SCHEMA_FAMILY_MARKS_HPP

/// Dates and numbers in the names of tables.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::schema_detail {

enum class MarkKind : std::uint8_t {
  day,      ///< 20201231, 2020_12_31
  month,    ///< 202012, 2020_12
  week,     ///< 2020_w52
  quarter,  ///< 2020_Q4, Q4_2020
  year,     ///< Four digits from 1000 to 2999.
  number,
};

struct NameMark {
  std::size_t start = 0;
  std::size_t size = 0;
  MarkKind kind = MarkKind::number;
  bool in_word = false;        ///< A letter is next to it.
  bool beside_number = false;  ///< One separator is between it and other digits.

  /// A year that dates something of today's world, not just four digits.
  bool is_recent = false;
};

/// The marks of a name from left to right, at most eight. O(size).
std::vector<NameMark> marks_of(std::string_view name);

/// A text that orders marks of one kind, later ones after earlier ones.
std::string mark_order(std::string_view name, const NameMark &mark);

}  // namespace sluice::inline v0::schema_detail

#endif
