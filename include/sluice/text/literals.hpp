#ifndef SLUICE_TEXT_LITERALS_HPP
#define SLUICE_TEXT_LITERALS_HPP

/// Kinds of literal values that a question mentions: "on 2012/8/24" contains a date.

#include <cstdint>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

enum class LiteralKind : std::uint8_t {
  date,        ///< 2012/8/24, 24.8.2012, 24 August, August 2012
  time,        ///< 16:25, 16:25:00
  year,        ///< 1500 to 2099, alone or at the start of a longer token: 2015/16, 1990s
  month,       ///< An English name of a month, without a day or a year.
  money,       ///< A number with a currency sign or name.
  percentage,  ///< 12.5%
  email,
  url,
};

/// A readable name of the kind: "a date".
std::string_view name_of(LiteralKind kind) noexcept;

/// The kinds of the literals in a text, without duplicates, in enum order. O(size).
std::vector<LiteralKind> literal_kinds(std::string_view text);

}  // namespace sluice::inline v0

#endif
