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

namespace sluice::suite {

/// What the trials of one schema have used so far.
struct TrialLedger {
  std::uint64_t steps = 0;
  std::size_t statements = 0;  ///< Kept prepared.
};

/// A gold query and its neighbors, run on whatever a live database holds at the time.
class GoldTrial {
 public:
  GoldTrial(LiveDatabase &live, const DistillOptions &options, TrialLedger &ledger,
            std::string gold, NeighborSet neighbors);

  /// What gold did there.
  enum class Shown : std::uint8_t { failed, empty, rows };
  /// Runs gold and then those neighbors; `told[i]` says whether it told the i-th of them apart.
  /// Gold's own failure tells nothing apart.
  Shown run(std::span<const std::uint32_t> neighbors, std::vector<bool> &told);

  const std::string &gold() const noexcept { return gold_; }
  const NeighborSet &neighbors() const noexcept { return neighbors_; }
  /// Whether it ever took more steps than it may.
  bool ran_out_of_steps(std::uint32_t neighbor) const noexcept {
    return rivals_[neighbor].out_of_steps;
  }

 private:
  struct Query {
    LiveDatabase::Query kept;
    std::uint64_t steps = 0;  ///< That it may take.
    bool out_of_steps = false;
    /// Rows of the largest table where even more steps than at first were not enough. On others of
    /// that size, which joins raise to a power, it is not run.
    std::size_t too_large = static_cast<std::size_t>(-1);
  };

  QueryOutcome run(Query &query, std::string_view text, RowVisitor visit);
  bool is_told_apart(std::uint32_t neighbor, const GoldResult &gold);

  LiveDatabase &live_;
  const DistillOptions &options_;
  TrialLedger &ledger_;
  std::string gold_;
  NeighborSet neighbors_;
  ComparisonRules rules_;
  Query gold_query_;
  std::vector<Query> rivals_;
};

}  // namespace sluice::suite

#endif
