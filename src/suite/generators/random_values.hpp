#ifndef SLUICE_SRC_SUITE_GENERATORS_RANDOM_VALUES_HPP
#define SLUICE_SRC_SUITE_GENERATORS_RANDOM_VALUES_HPP

#include <cstdint>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/suite/random_generator.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::inline v0::suite {

inline bool happens(Random &random, double share) { return random.unit() < share; }

/// Draws the values of one column of one random database.
class ColumnValues {
 public:
  /// `random_share` is the share of values from outside the pool in this database.
  ColumnValues(const ValuePools &pools, std::uint32_t table, std::uint32_t column,
               const RandomOptions &options, double random_share, Random &random);

  Value draw(Random &random);

 private:
  Value random_value(Random &random) const;
  Value perturbed(const Value &value, Random &random) const;
  Value word(Random &random) const;
  Value contaminated(Value value, Random &random) const;
  Value plain(Random &random) const;

  Affinity affinity_;
  ColumnStyle style_;
  const RangeConstraint *range_ = nullptr;
  double random_share_;
  std::vector<Value> pool_;
  std::size_t max_distinct_;  // of generated values; SIZE_MAX means no limit
  std::vector<Value> made_;
};

}  // namespace sluice::inline v0::suite

#endif
