#include "gold_trial.hpp"

#include <algorithm>
#include <utility>

#include "judge/repairs.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::suite {
namespace {

/// The text that is run for a query, repaired as judging does.
std::string runnable(std::string_view text) { return with_fixed_year(close_operators(text)); }

/// As judging decides it.
RowOrder order_of(std::string_view gold) {
  return lower_ascii(gold).find("order by") == std::string::npos ? RowOrder::ignored
                                                                 : RowOrder::matters;
}

}  // namespace

GoldTrial::GoldTrial(LiveDatabase &live, const DistillOptions &options, TrialLedger &ledger,
                     std::string gold, NeighborSet neighbors)
    : live_(live),
      options_(options),
      ledger_(ledger),
      gold_(std::move(gold)),
      neighbors_(std::move(neighbors)),
      rivals_(neighbors_.neighbors.size()) {
  rules_.order = order_of(gold_);
  gold_query_.steps = options.max_steps;
  for (Query &rival : rivals_) rival.steps = std::min(options.first_steps, options.max_steps);
}

QueryOutcome GoldTrial::run(Query &query, std::string_view text, RowVisitor visit) {
  QueryOutcome outcome;
  if (query.kept.ready()) {
    outcome = live_.run(query.kept, query.steps, visit);
  } else {
    LiveDatabase::Query prepared = live_.prepare(runnable(text), outcome);
    if (!prepared.ready()) return outcome;
    outcome = live_.run(prepared, query.steps, visit);
    if (ledger_.statements < options_.statements) {
      ++ledger_.statements;
      query.kept = std::move(prepared);
    }
  }
  ledger_.steps += outcome.steps;
  return outcome;
}

bool GoldTrial::is_distinguished(std::uint32_t neighbor, const GoldResult &gold) {
  Query &rival = rivals_[neighbor];
  if (live_.largest_table() >= rival.too_large) return false;
  PredictionReader reader(gold, rules_);
  const QueryOutcome outcome =
      run(rival, neighbors_.neighbors[neighbor].text, [&reader](Row row) { return reader(row); });
  switch (outcome.end) {
    case QueryEnd::finished:
    case QueryEnd::abandoned: return !reader.finish(outcome.columns).same;
    case QueryEnd::error: return true;  // gold had none
    case QueryEnd::too_many_steps:
      if (rival.out_of_steps) rival.too_large = live_.largest_table();
      rival.out_of_steps = true;
      rival.steps = std::min(4 * rival.steps, options_.max_steps);
      return false;
    default: return false;
  }
}

GoldTrial::Shown GoldTrial::run(std::span<const std::uint32_t> neighbors,
                                std::vector<bool> &distinguished) {
  distinguished.assign(neighbors.size(), false);
  GoldResult result(false);
  const QueryOutcome outcome = run(gold_query_, gold_, [&result](Row row) {
    result.add(row);
    return true;
  });
  if (!outcome.finished()) return Shown::failed;
  result.finish(outcome.columns);
  for (std::size_t i = 0; i < neighbors.size(); ++i)
    distinguished[i] = is_distinguished(neighbors[i], result);
  return result.denotation().empty() ? Shown::empty : Shown::rows;
}

}  // namespace sluice::inline v0::suite
