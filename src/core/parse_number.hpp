#ifndef SLUICE_SRC_CORE_PARSE_NUMBER_HPP
#define SLUICE_SRC_CORE_PARSE_NUMBER_HPP

/// Reads floating-point numbers. libc++ before release 20 has no std::from_chars for them.

#include <charconv>

namespace sluice::inline v0::detail {

/// Reads a number from the start of the text, as std::from_chars(first, last, number) does: decimal
/// or with an exponent, "inf", "infinity" or "nan" in any case, no blanks and no "+" before it,
/// rounded to the nearest double. Returns where the number ends. A number too large or too small
/// for a double, other than zero, is std::errc::result_out_of_range; what is not a number is
/// std::errc::invalid_argument. On an error, `number` keeps its value. Does not depend on the
/// locale, allocates nothing. Thread-safe.
std::from_chars_result parse_number(const char *first, const char *last, double &number) noexcept;

}  // namespace sluice::inline v0::detail

#endif
