#ifndef SLUICE_SPIDER_HARDNESS_HPP
#define SLUICE_SPIDER_HARDNESS_HPP

/// Spider's four hardness levels of gold queries.
/// Source: Yu et al. 2018 (Spider), section 4, as the official evaluation script implements it.

#include <array>
#include <cstdint>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

struct OfficialQuery;

enum class Hardness : std::uint8_t { easy, medium, hard, extra };

inline constexpr std::array<std::string_view, 4> hardness_names = {"easy", "medium", "hard",
                                                                   "extra"};

constexpr std::string_view name_of(Hardness hardness) noexcept {
  return hardness_names[static_cast<std::size_t>(hardness)];
}

/// The level of a parsed query. Reproduces the script's peculiarities: a negated condition of WHERE
/// counts as an aggregate, and so does each AND and OR of HAVING; a query in FROM is not counted as
/// nesting. O(size of the query).
Hardness hardness_of(const OfficialQuery &query) noexcept;

}  // namespace sluice::inline v0

#endif
