#ifndef SLUICE_SRC_SUITE_MINIMIZE_HPP
#define SLUICE_SRC_SUITE_MINIMIZE_HPP

#include <cstddef>

#include "sluice/core/function_ref.hpp"
#include "sluice/suite/test_database.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::suite {

struct Minimized {
  TestDatabase database;
  /// Whether no row can be taken out alone.
  bool minimal = false;
};

/// Takes rows out as long as `holds` stays true (delta debugging: halves first, then smaller
/// parts), then puts plain values in the place of others, an equal one in all columns that
/// references join. Legal databases alone are asked about, `most` of them. `holds` is true of
/// `database`.
Minimized minimize(TestDatabase database, const ValuePools &pools, std::size_t most,
                   function_ref<bool(const TestDatabase &)> holds);

}  // namespace sluice::suite

#endif
