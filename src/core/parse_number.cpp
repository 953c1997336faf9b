#include "parse_number.hpp"

#include <algorithm>
#include <cmath>
#include <system_error>

// Under a name of its own: the linker must not merge its functions with those of a host that uses
// another release.
#define fast_float sluice_fast_float
#include <fast_float/fast_float.h>
#undef fast_float

namespace sluice::inline v0::detail {
namespace {

bool is_nonzero_digit(char c) noexcept { return c >= '1' && c <= '9'; }

/// Whether the digits of a number, which its exponent scales, are not all zeros.
bool has_nonzero_digit(const char *first, const char *last) noexcept {
  const char *const exponent =
      std::find_if(first, last, [](char c) { return c == 'e' || c == 'E'; });
  return std::any_of(first, exponent, is_nonzero_digit);
}

/// Whether a text names infinity instead of having digits.
bool starts_with_letter(const char *first, const char *last) noexcept {
  if (first != last && *first == '-') ++first;
  return first != last && (*first == 'i' || *first == 'I');
}

}  // namespace

std::from_chars_result parse_number(const char *first, const char *last, double &number) noexcept {
  double value = 0;
  const auto [end, error] = sluice_fast_float::from_chars(first, last, value);
  if (error == std::errc::invalid_argument) return {first, error};
  // Releases of the library differ in whether they report these, and in the value they give then.
  const bool is_too_large = std::isinf(value) && !starts_with_letter(first, end);
  const bool is_too_small = value == 0 && has_nonzero_digit(first, end);
  if (is_too_large || is_too_small) return {end, std::errc::result_out_of_range};
  number = value;
  return {end, std::errc()};
}

}  // namespace sluice::inline v0::detail
