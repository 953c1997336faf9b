#ifndef SLUICE_SUITE_NEIGHBOR_FINDER_HPP
#define SLUICE_SUITE_NEIGHBOR_FINDER_HPP

/// From a gold query to its distinct neighbors: what mutators make, less what does not run, repeats
/// another or is proved to be gold in other words.

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

namespace sluice {

/// Where neighbors have to run, and what may be taken for granted there. Immutable; any threads.
struct NeighborSchema {
  std::shared_ptr<const Database> database;
  /// The same tables without rows: see empty_database.hpp.
  std::shared_ptr<const SqliteImage> empty;
  /// What every database keeps that gold and neighbors are to be compared on.
  sql::KeyFacts keys;
};

/// When two queries are one.
enum class NeighborMerging : std::uint8_t {
  /// By the paper's rule: equal texts repeat each other, and what differs from gold in what COUNT
  /// counts only is dropped. Nothing is proved.
  paper,
  /// Equal up to blanks and case, by normal form or by SQLite's program.
  proofs,
};

/// Bounds on what one gold query may take. They count work and bytes, never seconds, so that they
/// cut at the same place everywhere.
struct NeighborOptions {
  std::uint64_t seed = 0;
  NeighborMerging merging = NeighborMerging::proofs;
  /// Of gold. What is longer has no neighbors.
  std::size_t text_bytes = std::size_t{64} << 10;
  /// Of what mutators make, and of it what runs, which takes the most time. Each mutator may take
  /// its share of what is left over by those before it.
  std::size_t candidates = 200'000;
  std::size_t candidate_bytes = std::size_t{32} << 20;
  std::size_t runnable_bytes = std::size_t{8} << 20;
  /// Of SQLite's virtual machine on tables without rows: for one query, and for all together.
  std::uint64_t steps = 100'000;
  std::uint64_t all_steps = 50'000'000;
};

/// Finds the neighbors of golds of one schema. One thread at a time; each makes its own.
class NeighborFinder {
 public:
  /// Throws Error(malformed) if `schema.empty` is no database, invalid_argument if it is missing.
  NeighborFinder(NeighborSchema schema, std::vector<AnyMutator> mutators,
                 const NeighborOptions &options = {}, CancellationToken token = {});

  /// The same for a gold query, schema, mutators and options, whatever was asked before. Never
  /// throws because of the text. Throws Error(cancelled). Holds the texts of what is kept, and some
  /// 100 bytes for each other distinct query. About 50 µs for each one that runs.
  NeighborSet find(std::string_view gold);

  const std::vector<AnyMutator> &mutators() const noexcept { return mutators_; }

 private:
  NeighborSchema schema_;
  std::vector<AnyMutator> mutators_;
  NeighborOptions options_;
  CancellationToken token_;
  SqliteSession session_;
};

}  // namespace sluice

#endif
