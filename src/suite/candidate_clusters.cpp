#include "sluice/suite/candidate_clusters.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "result_comparison.hpp"
#include "sluice/core/error.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/suite/live_database.hpp"

namespace sluice::inline v0 {
namespace {

using Group = std::vector<std::size_t>;

/// Whether a query has ORDER BY at its outermost level.
bool is_ordered(const std::string &text) {
  sql::SyntaxTree tree;
  try {
    sql::parse(text, tree);
  } catch (const sql::SyntaxError &) {
    return false;
  }
  return tree.child(tree.root(), sql::NodeKind::order_by) != sql::no_node;
}

/// The result of a candidate on one database.
struct Returned {
  ReadResult result;
  bool in_order = false;  ///< It is ordered and has different rows.
};

bool has_different_rows(const Denotation &rows) {
  for (std::size_t row = 1; row < rows.rows(); ++row) {
    for (std::size_t column = 0; column < rows.columns(); ++column) {
      if (!(rows.hashes(row)[column] == rows.hashes(0)[column])) return true;
    }
  }
  return false;
}

/// Runs the distinct queries on one database at a time.
class CandidateRuns {
 public:
  CandidateRuns(std::vector<std::string> texts, const Constraints &constraints,
                const CandidateOptions &options, const CancellationToken &token)
      : texts_(std::move(texts)),
        options_(options),
        live_(constraints, options.limits, token),
        failures_(texts_.size()) {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      QueryOutcome outcome;
      queries_.push_back(live_.prepare(texts_[i], outcome));
      ordered_.push_back(options.mode != ComparisonMode::bird && is_ordered(texts_[i]));
      if (queries_[i].ready()) {
        run(i);
      } else {
        fail(i, outcome.finished() ? std::string() : reason_of(outcome));
      }
    }
  }

  std::size_t size() const noexcept { return texts_.size(); }
  const std::string &text(std::size_t query) const noexcept { return texts_[query]; }
  bool ordered(std::size_t query) const noexcept { return ordered_[query]; }
  bool failed(std::size_t query) const noexcept { return !failures_[query].empty(); }
  const std::string &failure(std::size_t query) const noexcept { return failures_[query]; }

  void load(const TestDatabase &database) { live_.load(database); }

  /// Runs a query on the database loaded last. Empty if it fails; then the query is marked as
  /// failed.
  std::optional<Returned> run(std::size_t query) {
    Returned returned;
    RowReader reader;
    const QueryOutcome outcome = live_.run(queries_[query], [&](Row row) {
      const Row readable = reader.read(row);
      returned.result.rows.add(readable, reader.hashes());
      return returned.result.rows.rows() <= options_.max_rows;
    });
    if (outcome.end == QueryEnd::cancelled) throw Error(ErrorCode::cancelled, "cancelled");
    const auto varies =
        std::find_if(outcome.unstable.begin(), outcome.unstable.end(), [](const std::string &name) {
          return name == "random" || name == "randomblob";
        });
    if (outcome.end == QueryEnd::abandoned) {
      fail(query, fmt::format("gives more than {} rows", options_.max_rows));
    } else if (!outcome.finished()) {
      fail(query, reason_of(outcome));
    } else if (outcome.columns == 0) {
      fail(query, {});
    } else if (varies != outcome.unstable.end()) {
      fail(query, fmt::format("gives a different result each time because of {}", *varies));
    } else {
      returned.result.columns = outcome.columns;
      returned.in_order = ordered_[query] && has_different_rows(returned.result.rows);
      return returned;
    }
    return std::nullopt;
  }

  bool same(const Returned &a, const Returned &b) const {
    if (a.in_order != b.in_order) return false;
    ComparisonRules rules;
    rules.mode = options_.mode;
    rules.order = a.in_order ? RowOrder::matters : RowOrder::ignored;
    return !suite::counts(suite::compare(a.result, b.result, rules));
  }

 private:
  static std::string reason_of(const QueryOutcome &outcome) {
    return outcome.message.empty() ? std::string(name_of(outcome.end)) : outcome.message;
  }
  void fail(std::size_t query, std::string reason) {
    failures_[query] = reason.empty() ? "is not a query" : std::move(reason);
  }

  std::vector<std::string> texts_;
  CandidateOptions options_;
  LiveDatabase live_;
  std::vector<LiveDatabase::Query> queries_;
  std::vector<bool> ordered_;
  std::vector<std::string> failures_;
};

/// Splits a group into parts that return the same, each in the group's order; failing queries are
/// dropped.
std::vector<Group> parts_of(const Group &group, CandidateRuns &runs) {
  std::vector<Group> parts;
  std::vector<Returned> returned;  // by the first of each part
  for (const std::size_t query : group) {
    std::optional<Returned> one = runs.run(query);
    if (!one) continue;
    std::size_t part = 0;
    while (part < parts.size() && !runs.same(returned[part], *one)) ++part;
    if (part == parts.size()) {
      parts.emplace_back();
      returned.push_back(*std::move(one));
    }
    parts[part].push_back(query);
  }
  return parts;
}

Group queries_that_run(const CandidateRuns &runs) {
  Group all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs.failed(i)) all.push_back(i);
  }
  return all;
}

/// The distinct texts in order, and for each candidate the position of its text.
struct DistinctTexts {
  explicit DistinctTexts(std::span<const std::string> candidates) {
    std::map<std::string, std::size_t> places;
    for (const std::string &candidate : candidates) {
      const auto [place, is_new] = places.try_emplace(candidate, texts.size());
      if (is_new) texts.push_back(candidate);
      of_candidate.push_back(place->second);
    }
  }
  std::vector<std::string> texts;
  std::vector<std::size_t> of_candidate;
};

void check_mode(ComparisonMode mode) {
  if (mode == ComparisonMode::test_suite || mode == ComparisonMode::strict ||
      mode == ComparisonMode::bird) {
    return;
  }
  throw Error(ErrorCode::invalid_argument, "the mode must be test-suite, strict or bird");
}

/// The same rows in a schema with more tables.
TestDatabase widened(const TestDatabase &database, const Constraints &constraints) {
  TestDatabase wide(constraints.share_schema());
  const auto tables = constraints.schema().tables();
  const auto known = database.schema().tables();
  for (std::uint32_t from = 0; from < known.size(); ++from) {
    const auto table = std::find_if(tables.begin(), tables.end(),
                                    [&](const Table &one) { return one.name == known[from].name; });
    const auto to = static_cast<std::uint32_t>(table - tables.begin());
    for (std::size_t row = 0; row < database.rows(from); ++row)
      wide.add(to, database.row(from, row));
  }
  return wide;
}

}  // namespace

CandidateClusters::CandidateClusters(std::span<const std::string> candidates,
                                     const Constraints &constraints,
                                     std::span<const TestDatabase> databases,
                                     const CandidateOptions &options,
                                     const CancellationToken &token)
    : failures_(candidates.size()) {
  check_mode(options.mode);
  const DistinctTexts distinct(candidates);
  CandidateRuns runs(distinct.texts, constraints, options, token);
  std::vector<std::size_t> order(databases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return databases[a].rows() < databases[b].rows();
  });

  struct Leaf {
    Group queries;
    std::size_t split = 0;
  };
  splits_.emplace_back();
  std::vector<Leaf> leaves = {{queries_that_run(runs), 0}};
  for (const std::size_t database : order) {
    token.check();
    runs.load(databases[database]);
    std::vector<Leaf> next;
    for (Leaf &leaf : leaves) {
      std::vector<Group> parts = parts_of(leaf.queries, runs);
      const bool splits = parts.size() > 1;
      if (splits) splits_[leaf.split].database = database;
      for (Group &part : parts) {
        std::size_t split = leaf.split;
        if (splits) {
          split = splits_.size();
          splits_.push_back({leaf.split, none, splits_[leaf.split].depth + 1});
        }
        next.push_back({std::move(part), split});
      }
    }
    leaves = std::move(next);
  }

  std::vector<std::size_t> leaf_of(runs.size(), none);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    for (const std::size_t query : leaves[i].queries) leaf_of[query] = i;
  }
  std::vector<std::vector<std::size_t>> members(leaves.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t query = distinct.of_candidate[i];
    if (runs.failed(query)) {
      failed_.push_back(i);
      failures_[i] = runs.failure(query);
    } else {
      members[leaf_of[query]].push_back(i);
    }
  }
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!members[i].empty()) places.push_back(i);
  }
  std::sort(places.begin(), places.end(), [&members](std::size_t a, std::size_t b) {
    if (members[a].size() != members[b].size()) return members[a].size() > members[b].size();
    return members[a].front() < members[b].front();
  });
  for (const std::size_t place : places) {
    clusters_.push_back(std::move(members[place]));
    split_of_.push_back(leaves[place].split);
  }
}

std::size_t CandidateClusters::separating_database(std::size_t first,
                                                   std::size_t second) const noexcept {
  std::size_t a = split_of_[first], b = split_of_[second];
  while (a != b) {
    std::size_t &deeper = splits_[a].depth >= splits_[b].depth ? a : b;
    deeper = splits_[deeper].parent;
  }
  return splits_[a].database;
}

std::vector<TestDatabase> separating_databases(
    std::span<const std::string> candidates, const std::shared_ptr<const Constraints> &constraints,
    const RefuterOptions &options, const CancellationToken &token) {
  check_mode(options.mode);
  const Refuter refuter(constraints, options, token);
  CandidateOptions running;
  running.mode = options.mode;
  CandidateRuns runs(DistinctTexts(candidates).texts, *constraints, running, token);
  std::vector<TestDatabase> databases;
  // Each query is compared only with the first one of its group.
  std::vector<Group> open = {queries_that_run(runs)};
  std::set<std::pair<std::size_t, std::size_t>> alike;
  while (!open.empty()) {
    const Group group = std::move(open.back());
    open.pop_back();
    for (std::size_t i = 1; i < group.size(); ++i) {
      token.check();
      // If one of the two is ordered, it takes the role of gold, whose order counts.
      const auto [gold, other] =
          runs.ordered(group[i]) ? std::pair(group[i], group[0]) : std::pair(group[0], group[i]);
      if (!alike.emplace(gold, other).second) continue;
      const Refutation found = refuter.refute(runs.text(gold), runs.text(other));
      if (found.verdict != RefutationVerdict::refuted) continue;
      TestDatabase database = widened(*found.database, *constraints);
      runs.load(database);
      std::vector<Group> parts = parts_of(group, runs);
      if (parts.size() < 2) continue;
      databases.push_back(std::move(database));
      // This database may also split other groups; that shows when all candidates are clustered.
      for (Group &part : parts) open.push_back(std::move(part));
      break;
    }
  }
  std::stable_sort(
      databases.begin(), databases.end(),
      [](const TestDatabase &a, const TestDatabase &b) { return a.rows() < b.rows(); });
  return databases;
}

}  // namespace sluice::inline v0
