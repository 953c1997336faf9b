#ifndef SLUICE_SUITE_DISTILLER_HPP
#define SLUICE_SUITE_DISTILLER_HPP

/// From gold queries of one schema to the few databases that tell each from its neighbors (Zhong et
/// al. 2020, section 3.2): candidates are tried until every neighbor is told apart or budgets end,
/// then a small set of them is chosen.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/suite/mutator.hpp"
#include "sluice/suite/suite.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice {

/// Budgets count databases and steps of SQLite's machine, never seconds: the same suite everywhere.
struct DistillOptions {
  std::uint64_t seed = 0;
  /// Which databases are tried.
  bool directed = true;
  bool random = true;
  /// Random databases of a schema, at most, and how many in a row may tell nothing apart.
  std::size_t random_databases = 96;
  std::size_t idle_databases = 24;
  /// The same for those of 0 to 4 rows a table with many NULLs, which are cheap; not for random
  /// data alone, which is the paper's.
  std::size_t tiny_databases = 256;
  std::size_t idle_tiny_databases = 64;
  /// Neighbors of one gold that are left over by then and get directed databases of their own.
  std::size_t pursued = 48;
  std::size_t pursuits = 12;  ///< Databases for each of them.
  /// What a neighbor may take on one database at first; four times as much each time that it was
  /// not enough, up to the most. Gold may take the most at once.
  std::uint64_t first_steps = 50'000;
  std::uint64_t max_steps = 5'000'000;
  /// Of one schema. Then no further database is tried.
  std::uint64_t all_steps = 20'000'000'000;
  /// Of one schema that are kept prepared; about 8 kB each.
  std::size_t statements = 12'000;
};

/// Distills golds of one schema. One call at a time.
class Distiller {
 public:
  /// Random databases are the paper's alone without directed ones beside them; else some of them
  /// are tiny, and some have NULLs or empty tables.
  Distiller(std::shared_ptr<const ValuePools> pools, std::vector<AnyMutator> mutators,
            const DistillOptions &options = {});

  /// Two results are told apart by the rules of ComparisonMode::test_suite, where DISTINCT counts
  /// and order matters if gold orders. The same for the same golds, in whatever order; `id` and
  /// `fingerprint` are left to the caller. Reports golds that are settled, of all distinct ones.
  /// Never throws because of a gold's text. Throws Error(cancelled).
  SuiteSchema distill(std::span<const std::string> golds, const Progress &progress = {}) const;

 private:
  std::shared_ptr<const ValuePools> pools_;
  std::vector<AnyMutator> mutators_;
  DistillOptions options_;
};

}  // namespace sluice

#endif
