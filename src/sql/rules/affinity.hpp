#ifndef SLUICE_SRC_SQL_RULES_AFFINITY_HPP
#define SLUICE_SRC_SQL_RULES_AFFINITY_HPP

/// What a declared type makes of values (SQLite, "Determination Of Column Affinity").

#include <cstdint>
#include <string_view>

namespace sluice::sql::rules {

enum class Affinity : std::uint8_t { integer, text, blob, real, numeric };

Affinity affinity_of(std::string_view type);

/// Whether values of two columns of the affinity that compare equal are the same value: 1 and 1.0
/// do not both occur.
constexpr bool equals_are_same(Affinity affinity) noexcept {
  return affinity == Affinity::integer || affinity == Affinity::text || affinity == Affinity::real;
}

}  // namespace sluice::sql::rules

#endif
