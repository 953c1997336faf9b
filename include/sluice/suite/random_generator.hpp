#ifndef SLUICE_SUITE_RANDOM_GENERATOR_HPP
#define SLUICE_SUITE_RANDOM_GENERATOR_HPP

/// Random databases as Zhong et al. 2020 fuzz them (section 3.3; figures as in the code that they
/// published).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "sluice/suite/test_database.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice {

struct RandomOptions {
  std::uint64_t seed = 0;
  /// Original values of a column that one database draws from, beside the constants of golds.
  std::size_t originals = 5;
  /// Of a value of the pool to be left out of a database.
  double drop = 0.1;
  /// Of a random value in place of one of the pool; of whole databases that have none.
  double random = 0.2;
  double no_random = 0.3;
  /// Rows of a table, at most.
  std::size_t max_rows = 2500;
  /// Beyond the paper: of NULL where it may stand, of a table without rows, of a database that is
  /// tiny (0 to 4 rows a table). 0 each is the paper.
  double nulls = 0;
  double empty_tables = 0;
  double tiny = 0;
};

/// A model of Generator without an end. Any threads at once. About 1 µs a value that is
/// drawn; of rows with a key that was there before, one is kept, as in the paper.
class RandomGenerator {
 public:
  /// Throws Error(invalid_argument) for a share outside [0, 1].
  explicit RandomGenerator(std::shared_ptr<const ValuePools> pools,
                           const RandomOptions &options = {});

  std::optional<TestDatabase> generate(std::size_t number) const;

 private:
  std::shared_ptr<const ValuePools> pools_;
  RandomOptions options_;
  std::vector<std::size_t> level_;  // by table: references from it to a root
};

}  // namespace sluice

#endif
