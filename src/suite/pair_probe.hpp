#ifndef SLUICE_SRC_SUITE_PAIR_PROBE_HPP
#define SLUICE_SRC_SUITE_PAIR_PROBE_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sluice/judge/compare.hpp"
#include "sluice/judge/miss_kind.hpp"
#include "sluice/suite/live_database.hpp"

namespace sluice::inline v0::suite {

/// The results of two queries on one database.
struct PairResults {
  ReadResult gold;
  ReadResult predicted;
  Difference difference = Difference::none;
};

/// Compares two queries on one database at a time. Not thread-safe.
class PairProbe {
 public:
  /// `rows_in_place` says that a query reads row numbers, so that rows must not be reordered.
  PairProbe(const Constraints &constraints, const std::string &gold, const std::string &predicted,
            const ComparisonRules &rules, bool rows_in_place, const QueryLimits &limits,
            const CancellationToken &token);

  /// How gold or the prediction ended when it was prepared or run on empty tables.
  const QueryOutcome &gold_outcome() const noexcept { return outcomes_[0]; }
  const QueryOutcome &predicted_outcome() const noexcept { return outcomes_[1]; }
  bool ready() const noexcept {
    return gold_outcome().finished() && predicted_outcome().finished();
  }

  /// Runs any other query on the database examined last.
  QueryOutcome run(std::string_view sql, RowVisitor visit) { return stored_.run(sql, visit); }

  enum class Verdict : std::uint8_t {
    same,
    open,       ///< They differ, but may agree if rows are stored or ties broken differently.
    one_sided,  ///< No two observed results agree, but the results of one query vary.
    different,
  };
  /// Returns `same` if one of the queries fails, or if SQLite rejects a row.
  Verdict look(const TestDatabase &database);
  /// The results on the database examined last.
  PairResults results();

  std::uint64_t steps() const noexcept { return steps_; }

 private:
  enum Side : std::size_t { gold_side, predicted_side };
  using Queries = std::array<LiveDatabase::Query, 2>;

  std::optional<ReadResult> read(LiveDatabase &live, const LiveDatabase::Query &query);
  bool load(LiveDatabase &live, const TestDatabase &database);
  bool differ(const ReadResult &gold, const ReadResult &predicted) const;
  Verdict judge(const TestDatabase &database);
  bool is_stable(const std::vector<ReadResult> &results) const;
  bool same_bag(const ReadResult &gold, const ReadResult &predicted) const;
  void prepare_others();

  ComparisonRules rules_;
  std::array<std::string, 2> texts_;
  LiveDatabase stored_;
  Queries queries_;
  std::array<QueryOutcome, 2> outcomes_;
  /// The queries with their ties broken in ascending and in descending order.
  std::array<std::vector<LiveDatabase::Query>, 2> tie_broken_;
  bool prepared_others_ = false;
  /// For running the queries on the same rows in other orders.
  const Constraints &constraints_;
  bool rows_in_place_;
  QueryLimits limits_;
  CancellationToken token_;
  std::optional<LiveDatabase> shuffled_;
  Queries shuffled_queries_;
  std::uint64_t steps_ = 0;
};

}  // namespace sluice::inline v0::suite

#endif
