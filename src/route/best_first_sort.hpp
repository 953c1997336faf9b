#ifndef SLUICE_SRC_ROUTE_BEST_FIRST_SORT_HPP
#define SLUICE_SRC_ROUTE_BEST_FIRST_SORT_HPP

/// Radix sort of rankings by score: comparisons would be branches that are mispredicted half of the
/// time.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sluice/core/top_k.hpp"

namespace sluice::inline v0::route_detail {

/// Stable radix sort by the bytes from `first_digit` (0 is the lowest) up. Bytes that are equal in
/// all numbers are skipped.
inline void sort_by_digits(std::vector<std::uint64_t> &numbers, std::size_t first_digit = 0) {
  constexpr std::size_t digits = sizeof(std::uint64_t), values = 256;
  const auto digit_of = [](std::uint64_t number, std::size_t digit) {
    return static_cast<std::uint8_t>(number >> 8 * digit);
  };
  std::array<std::array<std::uint32_t, values>, digits> counts{};
  for (const std::uint64_t number : numbers) {
    for (std::size_t digit = first_digit; digit < digits; ++digit)
      ++counts[digit][digit_of(number, digit)];
  }
  std::vector<std::uint64_t> sorted(numbers.size());
  for (std::size_t digit = first_digit; digit < digits; ++digit) {
    std::array<std::uint32_t, values> &places = counts[digit];
    if (places[digit_of(numbers.front(), digit)] == numbers.size()) continue;
    std::uint32_t before = 0;
    for (std::uint32_t &place : places) {
      const std::uint32_t count = place;
      place = before;
      before += count;
    }
    for (const std::uint64_t number : numbers) sorted[places[digit_of(number, digit)]++] = number;
    numbers.swap(sorted);
  }
}

/// Sorts like std::ranges::sort with BestFirst, but -0 becomes 0.
template <class Id>
void sort_best_first(std::vector<Scored<Id>> &items) {
  constexpr std::size_t few = 64;
  if (items.size() < few) {
    std::ranges::sort(items, BestFirst{});
    return;
  }
  constexpr std::uint32_t sign = 0x80000000;
  std::vector<std::uint64_t> keys;
  keys.reserve(items.size());
  for (const Scored<Id> &item : items) {
    const auto bits = std::bit_cast<std::uint32_t>(item.score + 0.0F);  // -0 becomes 0
    const std::uint32_t falling = (bits & sign) != 0 ? bits : ~(bits | sign);
    keys.push_back(std::uint64_t{falling} << 32 | item.id.value);
  }
  const bool ids_rise = std::ranges::is_sorted(items, {}, &Scored<Id>::id);
  sort_by_digits(keys, ids_rise ? sizeof(std::uint32_t) : 0);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto falling = static_cast<std::uint32_t>(keys[i] >> 32);
    const std::uint32_t bits = (falling & sign) != 0 ? falling : ~falling & ~sign;
    items[i] = {Id(static_cast<std::uint32_t>(keys[i])), std::bit_cast<float>(bits)};
  }
}

}  // namespace sluice::inline v0::route_detail

#endif
