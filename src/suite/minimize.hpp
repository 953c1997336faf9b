#ifndef SLUICE_SRC_SUITE_MINIMIZE_HPP
#define SLUICE_SRC_SUITE_MINIMIZE_HPP

#include <cstddef>

#include "sluice/core/function_ref.hpp"
#include "sluice/suite/test_database.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::inline v0::suite {

struct Minimized {
  TestDatabase database;
  /// Whether no single row can be removed.
  bool minimal = false;
};

/// Removes rows as long as `holds` stays true (delta debugging: halves first, then smaller parts),
/// then replaces values with plain ones, consistently in all columns that references connect. Calls
/// `holds` only for legal databases, with a budget of `max_tests` calls. `holds` must be true for
/// `database`.
Minimized minimize(TestDatabase database, const ValuePools &pools, std::size_t max_tests,
                   function_ref<bool(const TestDatabase &)> holds);

}  // namespace sluice::inline v0::suite

#endif
