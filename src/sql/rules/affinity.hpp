#ifndef SLUICE_SRC_SQL_RULES_AFFINITY_HPP
#define SLUICE_SRC_SQL_RULES_AFFINITY_HPP

#include "sluice/sql/affinity.hpp"

namespace sluice::inline v0::sql::rules {

/// Whether values of two columns with this affinity are identical if they compare equal: 1 and 1.0
/// cannot both occur.
constexpr bool equals_are_same(Affinity affinity) noexcept {
  return affinity == Affinity::integer || affinity == Affinity::text || affinity == Affinity::real;
}

}  // namespace sluice::inline v0::sql::rules

#endif
