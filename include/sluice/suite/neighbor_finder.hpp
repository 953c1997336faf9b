#ifndef SLUICE_SUITE_NEIGHBOR_FINDER_HPP
#define SLUICE_SUITE_NEIGHBOR_FINDER_HPP

/// Finds the distinct neighbors of a gold query: the output of the mutators without queries that do
/// not run, repeat another query, or are proved equivalent to the gold.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
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

/// Tells which of the queries that mutators generate are new neighbors, and counts what they may
/// still cost. For golds of one schema, in order. Not thread-safe.
class NeighborSorter {
 public:
  /// Throws Error(malformed) if `schema.empty` is not a database, invalid_argument if it is null.
  NeighborSorter(NeighborSchema schema, const NeighborOptions &options, CancellationToken token);
  NeighborSorter(NeighborSorter &&) noexcept;
  NeighborSorter &operator=(NeighborSorter &&) noexcept;
  ~NeighborSorter();

  /// Begins a gold, for which `mutators` mutators will run. Returns false if it has no neighbors.
  bool begin(std::string_view gold, std::size_t mutators);
  /// The gold as mutators read it; it must not outlive this object.
  GoldQuery read(std::string_view gold) const;
  /// Begins the next mutator and its share of what the earlier ones left over. Returns the seed for
  /// the mutator of this name.
  std::uint64_t begin_mutator(std::string_view name);
  /// Takes a query of the mutator. Returns false once the mutator has reached its limits. Throws
  /// Error(cancelled).
  bool take(std::string_view text, TextSpan changed);
  /// Ends the gold.
  NeighborSet finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Finds the neighbors of golds of one schema. Not thread-safe; use one per thread.
template <Mutator Model>
class BasicNeighborFinder {
 public:
  /// Throws as NeighborSorter does.
  BasicNeighborFinder(NeighborSchema schema, std::vector<Model> mutators,
                      const NeighborOptions &options = {}, CancellationToken token = {})
      : mutators_(std::move(mutators)), sorter_(std::move(schema), options, std::move(token)) {}

  /// Deterministic: depends only on the gold query, schema, mutators and options. Never throws
  /// because of the text. Throws Error(cancelled). Holds the texts of the neighbors it keeps, plus
  /// about 100 bytes per other distinct query. Takes about 50 µs per query that runs.
  NeighborSet find(std::string_view gold) {
    if (!sorter_.begin(gold, mutators_.size())) return sorter_.finish();
    const GoldQuery read = sorter_.read(gold);
    for (const Model &mutator : mutators_) {
      const std::uint64_t seed = sorter_.begin_mutator(mutator.name());
      mutator.mutate(read, seed, [this](std::string_view text, TextSpan changed) {
        return sorter_.take(text, changed);
      });
    }
    return sorter_.finish();
  }

  const std::vector<Model> &mutators() const noexcept { return mutators_; }

 private:
  std::vector<Model> mutators_;
  NeighborSorter sorter_;
};

/// The one that suites use: mutators of any types.
using NeighborFinder = BasicNeighborFinder<AnyMutator>;

extern template class BasicNeighborFinder<AnyMutator>;

}  // namespace sluice::inline v0

#endif
