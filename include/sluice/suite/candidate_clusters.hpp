#ifndef SLUICE_SUITE_CANDIDATE_CLUSTERS_HPP
#define SLUICE_SUITE_CANDIDATE_CLUSTERS_HPP

/// Candidate queries by what they return: those of one cluster return the same on every database of
/// a suite, and for those of two there is a database that tells them apart. For self-consistency
/// voting (Wang et al. 2023: the answer that most samples give), and for people who choose among
/// candidates by looking at rows (as in SQLDriller).

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

namespace sluice {

struct CandidateOptions {
  /// test_suite, strict or bird. A result in an order and one without are the same where they hold
  /// no two different rows (bird: always).
  ComparisonMode mode = ComparisonMode::test_suite;
  QueryLimits limits{.steps = 2'000'000, .seconds = 10};
  std::size_t max_rows = 20'000;  ///< Of a result; a query with more fails.
};

/// Immutable; any threads.
class CandidateClusters {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// Runs the candidates on the databases, those with the fewest rows first. A query that cannot be
  /// run, gives another result each time or goes beyond the limits on one of them is in no
  /// cluster. Throws Error(invalid_argument) for another mode, malformed for constraints that
  /// SQLite does not take, mismatch for a database that does not obey them, and cancelled. O(texts
  /// × databases) runs, and as many comparisons times the clusters that a database makes of one.
  CandidateClusters(std::span<const std::string> candidates, const Constraints &constraints,
                    std::span<const TestDatabase> databases, const CandidateOptions &options = {},
                    const CancellationToken &token = {});

  /// Positions of candidates, ascending. Clusters with more members come first; of those with as
  /// many, the one with the first candidate.
  const std::vector<std::vector<std::size_t>> &clusters() const noexcept { return clusters_; }
  /// Candidates that are in no cluster, ascending.
  const std::vector<std::size_t> &failed() const noexcept { return failed_; }
  /// Why; empty for a candidate that is in a cluster.
  const std::string &failure(std::size_t candidate) const noexcept { return failures_[candidate]; }
  /// By voting: the first of the largest cluster. Nothing where no candidate can be run.
  std::optional<std::size_t> choice() const noexcept {
    if (clusters_.empty()) return std::nullopt;
    return clusters_.front().front();
  }
  /// The position of the smallest database on which two different clusters differ; of those with as
  /// many rows, the first. O(log databases) mostly, O(databases) at worst.
  std::size_t separating_database(std::size_t first, std::size_t second) const noexcept;

 private:
  /// What was one cluster up to some database.
  struct Split {
    std::size_t parent = none;
    std::size_t database = none;  ///< That made several of it; none: a cluster that is left.
    std::size_t depth = 0;
  };

  std::vector<std::vector<std::size_t>> clusters_;
  std::vector<std::size_t> failed_;
  std::vector<std::string> failures_;
  std::vector<Split> splits_;
  std::vector<std::size_t> split_of_;  // by cluster
};

/// Databases made for the candidates themselves, where there is no suite: of each two that a search
/// tells apart, the counterexample, until all that is left together is not refuted. Sorted by rows;
/// the same for the same candidates. `options` is for each pair. Throws what `Refuter` throws.
/// About 10 ms for each database, and what a vain search takes for each candidate.
std::vector<TestDatabase> separating_databases(
    std::span<const std::string> candidates, const std::shared_ptr<const Constraints> &constraints,
    const RefuterOptions &options = {.databases = 400}, const CancellationToken &token = {});

}  // namespace sluice

#endif
