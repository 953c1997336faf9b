#ifndef SLUICE_SRC_SQL_RULES_AFFINITY_HPP
#define SLUICE_SRC_SQL_RULES_AFFINITY_HPP

#include "sluice/sql/affinity.hpp"

namespace sluice::sql::rules {

/// Whether values of two columns of the affinity that compare equal are the same value: 1 and 1.0
/// do not both occur.
constexpr bool equals_are_same(Affinity affinity) noexcept {
  return affinity == Affinity::integer || affinity == Affinity::text || affinity == Affinity::real;
}

}  // namespace sluice::sql::rules

#endif
