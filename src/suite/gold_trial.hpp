#ifndef SLUICE_SRC_SUITE_GOLD_TRIAL_HPP
#define SLUICE_SRC_SUITE_GOLD_TRIAL_HPP

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sluice/judge/compare.hpp"
#include "sluice/suite/distiller.hpp"
#include "sluice/suite/live_database.hpp"
#include "sluice/suite/neighbor_set.hpp"

namespace sluice::inline v0::suite {

/// Resources that the trials of one schema have used so far.
struct TrialLedger {
  std::uint64_t steps = 0;
  std::size_t statements = 0;  ///< Number kept prepared.
};

/// Runs a gold query and its neighbors on the current rows of a live database.
class GoldTrial {
 public:
  GoldTrial(LiveDatabase &live, const DistillOptions &options, TrialLedger &ledger,
            std::string gold, NeighborSet neighbors);

  /// The outcome of running gold.
  enum class Shown : std::uint8_t { failed, empty, rows };
  /// Runs gold and then these neighbors; sets `distinguished[i]` to whether the result of the i-th
  /// neighbor differs from gold's. If gold itself fails, nothing is distinguished.
  Shown run(std::span<const std::uint32_t> neighbors, std::vector<bool> &distinguished);

  const std::string &gold() const noexcept { return gold_; }
  const NeighborSet &neighbors() const noexcept { return neighbors_; }
  /// Whether the neighbor ever exceeded its step limit.
  bool ran_out_of_steps(std::uint32_t neighbor) const noexcept {
    return rivals_[neighbor].out_of_steps;
  }

 private:
  struct Query {
    LiveDatabase::Query kept;
    std::uint64_t steps = 0;  ///< Step limit.
    bool out_of_steps = false;
    /// Number of rows in the largest table on which even a raised step limit was exceeded. The
    /// query is skipped on databases of at least that size, since the cost of joins grows as a
    /// power of it.
    std::size_t too_large = static_cast<std::size_t>(-1);
  };

  QueryOutcome run(Query &query, std::string_view text, RowVisitor visit);
  bool is_distinguished(std::uint32_t neighbor, const GoldResult &gold);

  LiveDatabase &live_;
  const DistillOptions &options_;
  TrialLedger &ledger_;
  std::string gold_;
  NeighborSet neighbors_;
  ComparisonRules rules_;
  Query gold_query_;
  std::vector<Query> rivals_;
};

}  // namespace sluice::inline v0::suite

#endif
