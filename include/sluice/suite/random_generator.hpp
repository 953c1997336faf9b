#ifndef SLUICE_SUITE_RANDOM_GENERATOR_HPP
#define SLUICE_SUITE_RANDOM_GENERATOR_HPP

/// Random databases as Zhong et al. 2020 fuzz them (section 3.3; constants as in their published
/// code).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {

class ValuePools;

struct RandomOptions {
  std::uint64_t seed = 0;
  /// Number of original values of a column that one database draws from, in addition to the
  /// constants of golds.
  std::size_t originals = 5;
  /// Probability that a value of the pool is left out of a database.
  double drop = 0.1;
  /// Probabilities of a random value instead of one from the pool, and of a whole database without
  /// random values.
  double random = 0.2;
  double no_random = 0.3;
  /// Maximum number of rows per table.
  std::size_t max_rows = 2500;
  /// Extensions to the paper: probabilities of NULL in a nullable column, of an empty table, and of
  /// a tiny database (0 to 4 rows per table). 0 for all three is the paper's method.
  double nulls = 0;
  double empty_tables = 0;
  double tiny = 0;
};

/// Models Generator; never ends. Thread-safe. Takes about 1 µs per drawn value. Of several rows
/// with the same key, only one is kept, as in the paper.
class RandomGenerator {
 public:
  /// Throws Error(invalid_argument) if a probability is outside [0, 1].
  explicit RandomGenerator(std::shared_ptr<const ValuePools> pools,
                           const RandomOptions &options = {});

  std::optional<TestDatabase> generate(std::size_t number) const;

 private:
  std::shared_ptr<const ValuePools> pools_;
  RandomOptions options_;
  std::vector<std::size_t> level_;  // by table: references from it to a root
};

}  // namespace sluice::inline v0

#endif
