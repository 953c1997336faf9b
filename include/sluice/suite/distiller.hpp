#ifndef SLUICE_SUITE_DISTILLER_HPP
#define SLUICE_SUITE_DISTILLER_HPP

/// Distills the gold queries of one schema into the few databases that distinguish each gold from
/// its neighbors (Zhong et al. 2020, section 3.2). Candidate databases are tried until every
/// neighbor is distinguished or a budget is spent; then a small subset of them is chosen.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/suite/mutator.hpp"

namespace sluice::inline v0 {

struct SuiteSchema;
class ValuePools;

/// Budgets count databases and SQLite virtual machine steps, never seconds, so the suite is the
/// same on every machine.
struct DistillOptions {
  std::uint64_t seed = 0;
  /// Which kinds of databases are tried.
  bool directed = true;
  bool random = true;
  /// Maximum number of random databases per schema, and of consecutive ones that distinguish
  /// nothing.
  std::size_t random_databases = 96;
  std::size_t idle_databases = 24;
  /// The same limits for cheap random databases with 0 to 4 rows per table and many NULLs. Unused
  /// when only random databases are tried, which is the paper's method.
  std::size_t tiny_databases = 256;
  std::size_t idle_tiny_databases = 64;
  /// Maximum number of remaining neighbors of one gold that get directed databases of their own.
  std::size_t pursued = 48;
  std::size_t pursuits = 12;  ///< Databases per such neighbor.
  /// Step limit of a neighbor on one database: it starts at the first value and grows fourfold each
  /// time it was too low, up to the maximum. Golds start with the maximum.
  std::uint64_t first_steps = 50'000;
  std::uint64_t max_steps = 5'000'000;
  /// Step limit per schema; no further database is tried after it is reached.
  std::uint64_t max_total_steps = 20'000'000'000;
  /// Maximum number of prepared statements per schema; about 8 kB each.
  std::size_t statements = 12'000;
};

/// Distills the golds of one schema. Not thread-safe.
class Distiller {
 public:
  /// Without directed databases, random ones are exactly the paper's; otherwise some of them are
  /// tiny, and some have NULLs or empty tables.
  Distiller(std::shared_ptr<const ValuePools> pools, std::vector<AnyMutator> mutators,
            const DistillOptions &options = {});

  /// Results are compared by the rules of ComparisonMode::test_suite, where DISTINCT is significant
  /// and order matters if the gold has ORDER BY. Deterministic, and independent of the order of the
  /// golds; the caller fills in `id` and `fingerprint`. Reports progress as finished golds out of
  /// all distinct ones. Never throws because of a gold's text. Throws Error(cancelled).
  SuiteSchema distill(std::span<const std::string> golds, const Progress &progress = {}) const;

 private:
  std::shared_ptr<const ValuePools> pools_;
  std::vector<AnyMutator> mutators_;
  DistillOptions options_;
};

}  // namespace sluice::inline v0

#endif
