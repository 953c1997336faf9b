#include "pair_probe.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/evaluate/gold_result.hpp"

namespace sluice::suite {
namespace {

/// Of a result; more makes the two differ by sheer size.
constexpr std::size_t most_rows = 20'000;
/// Results whose order is looked at pair by pair.
constexpr std::size_t most_ordered_rows = 200;

enum class Turn : std::uint8_t { forward, reversed, from_middle };

/// The rows of each table by its primary key, as SQLite mostly reads them, or in another order.
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

bool counts(Difference difference) noexcept {
  switch (difference) {
    case Difference::none:
    // A quirk of a script, or nothing that is known.
    case Difference::number_types:
    case Difference::too_many_orders:
    case Difference::stray_bytes: return false;
    default: return true;
  }
}

/// Places of the rows that are there once, by what they hold.
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

/// Whether some two rows stand in one order in all results of gold, and in the other one in all of
/// the prediction.
bool orders_clash(const std::vector<ReadResult> &golds, const std::vector<ReadResult> &predicted) {
  if (golds.front().rows.rows() > most_ordered_rows) return true;
  std::vector<Places> of_gold, of_predicted;
  for (const ReadResult &result : golds) of_gold.push_back(places_of(result));
  for (const ReadResult &result : predicted) of_predicted.push_back(places_of(result));
  std::vector<std::uint64_t> keys;
  for (const auto &entry : of_gold.front()) keys.push_back(entry.first);
  const auto stand = [](const std::vector<Places> &all, std::uint64_t a, std::uint64_t b) {
    return std::all_of(all.begin(), all.end(), [&](const Places &places) {
      const auto at_a = places.find(a), at_b = places.find(b);
      return at_a != places.end() && at_b != places.end() && at_a->second < at_b->second;
    });
  };
  for (const std::uint64_t a : keys) {
    for (const std::uint64_t b : keys) {
      if (a != b && stand(of_gold, a, b) && stand(of_predicted, b, a)) return true;
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
        outcomes_[side].message = "is no query";
      }
      continue;
    }
    outcomes_[side] = stored_.run(queries_[side], [](Row) { return true; });
    if (outcomes_[side].finished() && outcomes_[side].columns == 0) {
      outcomes_[side].end = QueryEnd::refused;
      outcomes_[side].message = "is no query";
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

std::optional<ReadResult> PairProbe::read(LiveDatabase &live, const Queries &queries, Side side) {
  ReadResult result;
  RowReader reader;
  const QueryOutcome outcome = live.run(queries[side], [&](Row row) {
    const Row readable = reader.read(row);
    result.rows.add(readable, reader.hashes());
    return result.rows.rows() <= most_rows;
  });
  if (outcome.end == QueryEnd::cancelled) throw Error(ErrorCode::cancelled, "cancelled");
  steps_ += outcome.steps;
  if (!outcome.finished()) return std::nullopt;
  result.columns = outcome.columns;
  return result;
}

Difference PairProbe::compare(const ReadResult &gold, const ReadResult &predicted) const {
  GoldResult known(rules_.mode == ComparisonMode::bird);
  for (std::size_t row = 0; row < gold.rows.rows(); ++row) known.add(gold.rows.row(row));
  known.finish(gold.columns);
  PredictionReader reader(known, rules_);
  for (std::size_t row = 0; row < predicted.rows.rows(); ++row) {
    if (!reader(predicted.rows.row(row))) break;
  }
  return reader.finish(predicted.columns).difference;
}

bool PairProbe::differ(const ReadResult &gold, const ReadResult &predicted) const {
  return counts(compare(gold, predicted));
}

PairProbe::Verdict PairProbe::look(const TestDatabase &database) {
  if (!load(stored_, database)) return Verdict::same;
  const auto gold = read(stored_, queries_, gold_side);
  if (!gold) return Verdict::same;
  const auto predicted = read(stored_, queries_, predicted_side);
  if (!predicted || !differ(*gold, *predicted)) return Verdict::same;
  return differ_firmly(database) ? Verdict::different : Verdict::open;
}

/// Rows may lie otherwise than they do, and what the queries leave open follows them. So the two
/// differ only if each result that gold was seen to have differs from each of the prediction.
bool PairProbe::differ_firmly(const TestDatabase &database) {
  if (rows_in_place_) return true;
  if (!shuffled_) {
    shuffled_.emplace(constraints_, limits_, token_, RowLayout::insertion);
    for (const Side side : {gold_side, predicted_side}) {
      QueryOutcome outcome;
      shuffled_queries_[side] = shuffled_->prepare(texts_[side], outcome);
    }
  }
  if (!shuffled_queries_[gold_side].ready() || !shuffled_queries_[predicted_side].ready()) {
    return true;
  }
  std::vector<ReadResult> golds, predictions;
  const auto add = [&](LiveDatabase &live, const Queries &queries) {
    auto gold = read(live, queries, gold_side);
    auto predicted = gold ? read(live, queries, predicted_side) : std::nullopt;
    if (!predicted) return;
    golds.push_back(*std::move(gold));
    predictions.push_back(*std::move(predicted));
  };
  add(stored_, queries_);
  for (const Turn turn : {Turn::reversed, Turn::forward, Turn::from_middle}) {
    if (load(*shuffled_, reordered(database, constraints_, turn)))
      add(*shuffled_, shuffled_queries_);
  }
  for (const ReadResult &gold : golds) {
    for (const ReadResult &predicted : predictions) {
      if (!differ(gold, predicted)) return false;
    }
  }
  if (rules_.order == RowOrder::ignored) return true;
  ComparisonRules as_bag = rules_;
  as_bag.order = RowOrder::ignored;
  std::swap(as_bag, rules_);
  const bool same_bag = !differ(golds.front(), predictions.front());
  std::swap(as_bag, rules_);
  return !same_bag || orders_clash(golds, predictions);
}

PairResults PairProbe::results() {
  PairResults both;
  if (auto gold = read(stored_, queries_, gold_side)) both.gold = *std::move(gold);
  if (auto predicted = read(stored_, queries_, predicted_side)) {
    both.predicted = *std::move(predicted);
  }
  both.difference = compare(both.gold, both.predicted);
  return both;
}

}  // namespace sluice::suite
