#include "pair_probe.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "result_comparison.hpp"
#include "sluice/core/error.hpp"
#include "tie_breaks.hpp"

namespace sluice::inline v0::suite {
namespace {

/// Maximum number of rows of a result; if there are more, the queries count as different.
constexpr std::size_t max_rows = 20'000;
/// Maximum size of results whose row order is compared pair by pair.
constexpr std::size_t max_ordered_rows = 200;

enum class Turn : std::uint8_t { forward, reversed, from_middle };

/// The rows of each table sorted by primary key, as SQLite usually reads them, or in another order.
TestDatabase reordered(const TestDatabase &database, const Constraints &constraints, Turn turn) {
  TestDatabase other(constraints.share_schema());
  for (std::uint32_t table = 0; table < constraints.schema().tables().size(); ++table) {
    const auto key = constraints.schema().tables()[table].primary_key;
    std::vector<std::size_t> order(database.rows(table));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      for (const std::uint32_t column : key) {
        const auto comparison =
            Value(database.row(table, a)[column]) <=> Value(database.row(table, b)[column]);
        if (comparison != 0) return comparison < 0;
      }
      return false;
    });
    if (turn == Turn::reversed) {
      std::reverse(order.begin(), order.end());
    } else if (turn == Turn::from_middle) {
      const auto middle = static_cast<std::ptrdiff_t>((order.size() + 1) / 2);
      std::rotate(order.begin(), order.begin() + middle, order.end());
    }
    for (const std::size_t row : order) other.add(table, database.row(table, row));
  }
  return other;
}

/// Positions of the rows that occur exactly once, by content.
using Places = std::unordered_map<std::uint64_t, std::size_t>;

Places places_of(const ReadResult &result) {
  Places places;
  std::vector<std::uint64_t> repeated;
  for (std::size_t row = 0; row < result.rows.rows(); ++row) {
    const std::uint64_t key = hash_of_values(result.rows.hashes(row)).low;
    if (!places.emplace(key, row).second) repeated.push_back(key);
  }
  for (const std::uint64_t key : repeated) places.erase(key);
  return places;
}

/// Whether two rows have one order in all results of gold, and the opposite order in some result of
/// the prediction.
bool orders_clash(const std::vector<ReadResult> &golds, const std::vector<ReadResult> &predicted) {
  if (golds.front().rows.rows() > max_ordered_rows) return true;
  std::vector<Places> of_gold, of_predicted;
  for (const ReadResult &result : golds) of_gold.push_back(places_of(result));
  for (const ReadResult &result : predicted) of_predicted.push_back(places_of(result));
  std::vector<std::uint64_t> keys;
  for (const auto &entry : of_gold.front()) keys.push_back(entry.first);
  const auto precedes = [](const Places &places, std::uint64_t a, std::uint64_t b) {
    const auto at_a = places.find(a), at_b = places.find(b);
    return at_a != places.end() && at_b != places.end() && at_a->second < at_b->second;
  };
  const auto clash = [&](std::uint64_t a, std::uint64_t b) {
    return std::all_of(of_gold.begin(), of_gold.end(),
                       [&](const Places &places) { return precedes(places, a, b); }) &&
           std::any_of(of_predicted.begin(), of_predicted.end(),
                       [&](const Places &places) { return precedes(places, b, a); });
  };
  for (const std::uint64_t a : keys) {
    for (const std::uint64_t b : keys) {
      if (a != b && clash(a, b)) return true;
    }
  }
  return false;
}

}  // namespace

PairProbe::PairProbe(const Constraints &constraints, const std::string &gold,
                     const std::string &predicted, const ComparisonRules &rules, bool rows_in_place,
                     const QueryLimits &limits, const CancellationToken &token)
    : rules_(rules),
      texts_{gold, predicted},
      stored_(constraints, limits, token),
      constraints_(constraints),
      rows_in_place_(rows_in_place),
      limits_(limits),
      token_(token) {
  for (const Side side : {gold_side, predicted_side}) {
    queries_[side] = stored_.prepare(texts_[side], outcomes_[side]);
    if (!queries_[side].ready()) {
      if (outcomes_[side].finished()) {
        outcomes_[side].end = QueryEnd::refused;
        outcomes_[side].message = "is not a query";
      }
      continue;
    }
    outcomes_[side] = stored_.run(queries_[side], [](Row) { return true; });
    if (outcomes_[side].finished() && outcomes_[side].columns == 0) {
      outcomes_[side].end = QueryEnd::refused;
      outcomes_[side].message = "is not a query";
    }
  }
}

bool PairProbe::load(LiveDatabase &live, const TestDatabase &database) {
  try {
    live.load(database);
    return true;
  } catch (const Error &error) {
    if (error.code() == ErrorCode::cancelled) throw;
    return false;
  }
}

std::optional<ReadResult> PairProbe::read(LiveDatabase &live, const LiveDatabase::Query &query) {
  ReadResult result;
  RowReader reader;
  const QueryOutcome outcome = live.run(query, [&](Row row) {
    const Row readable = reader.read(row);
    result.rows.add(readable, reader.hashes());
    return result.rows.rows() <= max_rows;
  });
  if (outcome.end == QueryEnd::cancelled) throw Error(ErrorCode::cancelled, "cancelled");
  steps_ += outcome.steps;
  if (!outcome.finished()) return std::nullopt;
  result.columns = outcome.columns;
  return result;
}

bool PairProbe::differ(const ReadResult &gold, const ReadResult &predicted) const {
  return counts(compare(gold, predicted, rules_));
}

PairProbe::Verdict PairProbe::look(const TestDatabase &database) {
  if (!load(stored_, database)) return Verdict::same;
  const auto gold = read(stored_, queries_[gold_side]);
  if (!gold) return Verdict::same;
  const auto predicted = read(stored_, queries_[predicted_side]);
  if (!predicted || !differ(*gold, *predicted)) return Verdict::same;
  return judge(database);
}

void PairProbe::prepare_others() {
  prepared_others_ = true;
  QueryOutcome ignored;
  for (const Side side : {gold_side, predicted_side}) {
    for (const bool descending : {false, true}) {
      const auto text = with_ties_broken(texts_[side], outcomes_[side].columns, descending);
      if (text) tie_broken_[side].push_back(stored_.prepare(*text, ignored));
    }
  }
  if (rows_in_place_) return;
  shuffled_.emplace(constraints_, limits_, token_, RowLayout::insertion);
  for (const Side side : {gold_side, predicted_side}) {
    shuffled_queries_[side] = shuffled_->prepare(texts_[side], ignored);
    if (!shuffled_queries_[side].ready()) rows_in_place_ = true;
  }
}

/// Results may depend on how rows are stored and how ties are broken. So the two queries differ
/// only if every observed result of gold differs from every one of the prediction; if only the
/// order of rows differs, only if some order of the prediction contradicts all orders of gold. The
/// results of an unstable query cannot all be observed: then they must differ in the number of
/// rows, or the other query must be stable.
PairProbe::Verdict PairProbe::judge(const TestDatabase &database) {
  if (!prepared_others_) prepare_others();
  std::array<std::vector<ReadResult>, 2> results;
  const auto add = [&](LiveDatabase &live, const LiveDatabase::Query &query, Side side) {
    if (!query.ready()) return;
    if (auto result = read(live, query)) results[side].push_back(*std::move(result));
  };
  for (const Side side : {gold_side, predicted_side}) {
    add(stored_, queries_[side], side);
    for (const LiveDatabase::Query &tie_broken : tie_broken_[side]) add(stored_, tie_broken, side);
  }
  for (const Turn turn : {Turn::reversed, Turn::forward, Turn::from_middle}) {
    if (rows_in_place_ || !load(*shuffled_, reordered(database, constraints_, turn))) continue;
    for (const Side side : {gold_side, predicted_side})
      add(*shuffled_, shuffled_queries_[side], side);
  }
  const auto &golds = results[gold_side];
  const auto &predictions = results[predicted_side];
  if (golds.empty() || predictions.empty()) return Verdict::same;
  if (rules_.order == RowOrder::matters && same_bag(golds.front(), predictions.front())) {
    return orders_clash(golds, predictions) ? Verdict::different : Verdict::open;
  }
  const auto each_pair = [&](auto holds) {
    return std::all_of(golds.begin(), golds.end(), [&](const ReadResult &gold) {
      return std::all_of(predictions.begin(), predictions.end(),
                         [&](const ReadResult &predicted) { return holds(gold, predicted); });
    });
  };
  if (!each_pair([this](const auto &gold, const auto &other) { return differ(gold, other); })) {
    return Verdict::open;
  }
  if (each_pair([](const auto &gold, const auto &other) {
        return gold.rows.rows() != other.rows.rows();
      })) {
    return Verdict::different;
  }
  const bool gold_stable = is_stable(golds), predicted_stable = is_stable(predictions);
  if (gold_stable && predicted_stable) return Verdict::different;
  return gold_stable || predicted_stable ? Verdict::one_sided : Verdict::open;
}

/// Whether all results are equal up to the order of their rows.
bool PairProbe::is_stable(const std::vector<ReadResult> &results) const {
  return std::all_of(results.begin(), results.end(),
                     [&](const ReadResult &result) { return same_bag(results.front(), result); });
}

bool PairProbe::same_bag(const ReadResult &gold, const ReadResult &predicted) const {
  ComparisonRules rules = rules_;
  rules.order = RowOrder::ignored;
  return !counts(compare(gold, predicted, rules));
}

PairResults PairProbe::results() {
  PairResults both;
  if (auto gold = read(stored_, queries_[gold_side])) both.gold = *std::move(gold);
  if (auto predicted = read(stored_, queries_[predicted_side])) {
    both.predicted = *std::move(predicted);
  }
  both.difference = compare(both.gold, both.predicted, rules_);
  return both;
}

}  // namespace sluice::inline v0::suite
