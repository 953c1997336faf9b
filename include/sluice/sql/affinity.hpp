#ifndef SLUICE_SQL_AFFINITY_HPP
#define SLUICE_SQL_AFFINITY_HPP

#include <cstdint>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::sql {

/// How a declared type converts values (SQLite, "Determination Of Column Affinity").
enum class Affinity : std::uint8_t { blob, text, numeric, integer, real };

/// The affinity of a declared type such as "VARCHAR(20)". O(size).
Affinity affinity_of(std::string_view type);

}  // namespace sluice::inline v0::sql

#endif
