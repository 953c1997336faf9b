#ifndef SLUICE_SUITE_NEIGHBOR_FINDER_HPP
#define SLUICE_SUITE_NEIGHBOR_FINDER_HPP

/// Finds the distinct neighbors of a gold query: the output of the mutators without queries that do
/// not run, repeat another query, or are proved equivalent to the gold.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/schema/database.hpp"
#include "sluice/sql/key_facts.hpp"
#include "sluice/suite/mutator.hpp"
#include "sluice/suite/neighbor_set.hpp"

namespace sluice::inline v0 {

/// The schema on which neighbors have to run, and the facts assumed about its data. Immutable.
/// Thread-safe.
struct NeighborSchema {
  std::shared_ptr<const Database> database;
  /// The same tables without rows; see empty_database.hpp.
  std::shared_ptr<const SqliteImage> empty;
  /// What every database guarantees on which gold and neighbors will be compared.
  sql::KeyFacts keys;
};

/// When two queries count as the same.
enum class NeighborMerging : std::uint8_t {
  /// By the paper's rule: queries with equal texts are merged, and a neighbor that differs from the
  /// gold only in the argument of COUNT is dropped. No proofs.
  paper,
  /// Queries are the same if their texts are equal up to whitespace and case, or if they have the
  /// same normal form or the same SQLite program.
  proofs,
};

/// Limits per gold query. They count work and bytes, never seconds, so they take effect at the same
/// point on every machine.
struct NeighborOptions {
  std::uint64_t seed = 0;
  NeighborMerging merging = NeighborMerging::proofs;
  /// Maximum size of the gold; a longer one gets no neighbors.
  std::size_t text_bytes = std::size_t{64} << 10;
  /// Limits on the queries that mutators generate and on those of them that run, which take the
  /// most time. Each mutator may use its share of what earlier ones left over.
  std::size_t candidates = 200'000;
  std::size_t candidate_bytes = std::size_t{32} << 20;
  std::size_t runnable_bytes = std::size_t{8} << 20;
  /// Limits on SQLite virtual machine steps on empty tables: for one query, and for all together.
  std::uint64_t steps = 100'000;
  std::uint64_t max_total_steps = 50'000'000;
};

/// Finds the neighbors of golds of one schema. Not thread-safe; use one per thread.
class NeighborFinder {
 public:
  /// Throws Error(malformed) if `schema.empty` is not a database, invalid_argument if it is null.
  NeighborFinder(NeighborSchema schema, std::vector<AnyMutator> mutators,
                 const NeighborOptions &options = {}, CancellationToken token = {});

  /// Deterministic: depends only on the gold query, schema, mutators and options. Never throws
  /// because of the text. Throws Error(cancelled). Holds the texts of the neighbors it keeps, plus
  /// about 100 bytes per other distinct query. Takes about 50 µs per query that runs.
  NeighborSet find(std::string_view gold);

  const std::vector<AnyMutator> &mutators() const noexcept { return mutators_; }

 private:
  NeighborSchema schema_;
  std::vector<AnyMutator> mutators_;
  NeighborOptions options_;
  CancellationToken token_;
  SqliteSession session_;
};

}  // namespace sluice::inline v0

#endif
