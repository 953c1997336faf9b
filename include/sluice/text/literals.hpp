#ifndef SLUICE_TEXT_LITERALS_HPP
#define SLUICE_TEXT_LITERALS_HPP

/// What kinds of values a question names by writing them: "on 2012/8/24" names a date.

#include <cstdint>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

enum class LiteralKind : std::uint8_t {
  date,        ///< 2012/8/24, 24.8.2012, 24 August, August 2012
  time,        ///< 16:25, 16:25:00
  year,        ///< 1500 to 2099, alone or first in what is written together: 2015/16, 1990s
  month,       ///< By its English name, without a day or a year.
  money,       ///< A number with a sign or a name of a currency.
  percentage,  ///< 12.5%
  email,
  url,
};

/// What people call a value of that kind: "a date".
std::string_view name_of(LiteralKind kind) noexcept;

/// The kinds of the literals in a text, each once, in the order of the kinds. O(size).
std::vector<LiteralKind> literal_kinds(std::string_view text);

}  // namespace sluice

#endif
