#ifndef SLUICE_SUITE_CANDIDATE_CLUSTERS_HPP
#define SLUICE_SUITE_CANDIDATE_CLUSTERS_HPP

/// Groups candidate queries by the results they return. Queries of one cluster return the same
/// result on every database of a suite; for any two clusters, some database distinguishes them.
/// Used for self-consistency voting (Wang et al. 2023: the answer that most samples give), and for
/// users who choose among candidates by looking at rows (as in SQLDriller).

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"
#include "sluice/suite/refuter.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {

struct CandidateOptions {
  /// test_suite, strict or bird. An ordered and an unordered result are equal if each holds no two
  /// different rows (bird: always).
  ComparisonMode mode = ComparisonMode::test_suite;
  QueryLimits limits{.steps = 2'000'000, .seconds = 10};
  std::size_t max_rows = 20'000;  ///< Of one result; a query that returns more fails.
};

/// Immutable. Thread-safe.
class CandidateClusters {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// Runs the candidates on the databases, those with the fewest rows first. A query that fails to
  /// run, is not deterministic or exceeds the limits on any of the databases belongs to no cluster.
  /// Throws Error(invalid_argument) if the mode is another one, malformed if SQLite rejects the
  /// constraints, mismatch if a database violates them, and Error(cancelled). Needs O(texts ×
  /// databases) runs and, per database, as many comparisons times the number of clusters into which
  /// it splits a cluster.
  CandidateClusters(std::span<const std::string> candidates, const Constraints &constraints,
                    std::span<const TestDatabase> databases, const CandidateOptions &options = {},
                    const CancellationToken &token = {});

  /// Positions of candidates, ascending. Larger clusters come first; ties are broken by the first
  /// candidate.
  const std::vector<std::vector<std::size_t>> &clusters() const noexcept { return clusters_; }
  /// Candidates that belong to no cluster, ascending.
  const std::vector<std::size_t> &failed() const noexcept { return failed_; }
  /// Why a candidate failed; empty if it belongs to a cluster.
  const std::string &failure(std::size_t candidate) const noexcept { return failures_[candidate]; }
  /// The winner of the vote: the first candidate of the largest cluster. Empty if every candidate
  /// failed.
  std::optional<std::size_t> choice() const noexcept {
    if (clusters_.empty()) return std::nullopt;
    return clusters_.front().front();
  }
  /// The position of the smallest database on which two different clusters differ; ties are broken
  /// by position. Usually O(log databases), O(databases) in the worst case.
  std::size_t separating_database(std::size_t first, std::size_t second) const noexcept;

 private:
  /// A group of candidates that no database so far has separated.
  struct Split {
    std::size_t parent = none;
    std::size_t database = none;  ///< The database that split it; none if it is a final cluster.
    std::size_t depth = 0;
  };

  std::vector<std::vector<std::size_t>> clusters_;
  std::vector<std::size_t> failed_;
  std::vector<std::string> failures_;
  std::vector<Split> splits_;
  std::vector<std::size_t> split_of_;  // by cluster
};

/// Creates databases for the candidates themselves if no suite exists. The search adds a
/// counterexample for every two candidates that it can distinguish, until it refutes no pair within
/// a cluster. Sorted by rows; deterministic. `options` applies to each pair. Throws what `Refuter`
/// throws. Takes about 10 ms per database, plus one unsuccessful search per candidate.
std::vector<TestDatabase> separating_databases(
    std::span<const std::string> candidates, const std::shared_ptr<const Constraints> &constraints,
    const RefuterOptions &options = {.databases = 400}, const CancellationToken &token = {});

}  // namespace sluice::inline v0

#endif
