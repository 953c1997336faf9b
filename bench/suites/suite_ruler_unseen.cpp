/// How well suites judge queries that they were not distilled against.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/core/random.hpp"
#include "sluice/suite/live_database.hpp"
#include "suite/gold_trial.hpp"
#include "suite_data.hpp"
#include "suite_ruler.hpp"

namespace sluice::bench {
namespace {

using suite::GoldTrial;

/// A mutator that returns given texts, so that NeighborFinder removes those that do not run, are
/// duplicates or are proved equal to gold.
struct GivenTexts {
  std::shared_ptr<const std::vector<std::string>> texts;
  std::string_view name() const { return "given"; }
  void mutate(const GoldQuery &, std::uint64_t, NeighborSink sink) const {
    for (const std::string &text : *texts) {
      if (!sink(text, {})) return;
    }
  }
};

/// Results of a suite on queries that were not used to build it.
struct Ruled {
  double queries = 0, apart = 0;
  double distinguished_by_other = 0;  // distinguished by another suite's databases, of the rest
  std::map<std::string, std::array<double, 2>> by_mutator;

  void add(const Ruled &other) {
    queries += other.queries;
    apart += other.apart;
    distinguished_by_other += other.distinguished_by_other;
    for (const auto &[name, counts] : other.by_mutator) {
      for (std::size_t i = 0; i < counts.size(); ++i) by_mutator[name][i] += counts[i];
    }
  }
};

/// Returns the queries of `set` that the databases of a gold query do not distinguish.
std::vector<std::uint32_t> left_by(const SuiteSchema &schema, const SuiteGold &gold,
                                   LiveDatabase &live, GoldTrial &trial,
                                   std::vector<std::uint32_t> alive) {
  std::vector<bool> told;
  for (const std::uint32_t database : gold.databases) {
    live.load(TestDatabase::from_bytes(schema.schema, schema.databases[database].bytes));
    trial.run(alive, told);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive.size(); ++i) {
      if (!told[i]) alive[kept++] = alive[i];
    }
    alive.resize(kept);
  }
  return alive;
}

const SuiteGold *find(const SuiteSchema &schema, const std::string &text) {
  const auto found = std::find_if(schema.golds.begin(), schema.golds.end(),
                                  [&text](const SuiteGold &gold) { return gold.text == text; });
  return found == schema.golds.end() ? nullptr : &*found;
}

/// Judges the neighbors of `set` on `schema`'s databases, and the rest on `other`'s.
Ruled rule(const SuiteSchema &schema, const SuiteSchema *other, LiveDatabase &live,
           const std::string &gold, double lines, NeighborSet set,
           const std::vector<AnyMutator> &mutators) {
  Ruled ruled;
  const SuiteGold *const serving = find(schema, gold);
  if (serving == nullptr || !set.gold_problem.empty()) return ruled;
  const DistillOptions options;
  suite::TrialLedger ledger;
  GoldTrial trial(live, options, ledger, gold, std::move(set));
  const auto &neighbors = trial.neighbors().neighbors;
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < neighbors.size(); ++i) all.push_back(i);
  const auto left = left_by(schema, *serving, live, trial, all);
  ruled.queries = lines * static_cast<double>(all.size());
  ruled.apart = lines * static_cast<double>(all.size() - left.size());
  for (const std::uint32_t i : all) {
    auto &counts = ruled.by_mutator[std::string(mutators[neighbors[i].mutator].name())];
    counts[0] += lines;
    counts[1] += std::binary_search(left.begin(), left.end(), i) ? 0 : lines;
  }
  const SuiteGold *const again = other == nullptr ? nullptr : find(*other, gold);
  if (again != nullptr) {
    const auto still = left_by(*other, *again, live, trial, left);
    ruled.distinguished_by_other = lines * static_cast<double>(left.size() - still.size());
    for (const std::uint32_t i : left) {
      if (!is_verbose() || std::binary_search(still.begin(), still.end(), i)) continue;
      fmt::print("{}\n\t{}\n", gold, neighbors[i].text);
    }
  } else if (is_verbose()) {
    for (const std::uint32_t i : left) fmt::print("{}\n\t{}\n", gold, neighbors[i].text);
  }
  return ruled;
}

/// Splits all operators randomly into two halves.
std::array<std::vector<AnyMutator>, 2> halves() {
  std::vector<AnyMutator> all = mutators_of(MutatorSet::all);
  Random random(seed() + 1);
  random.shuffle(all);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  return {std::vector<AnyMutator>(all.begin(), middle), std::vector<AnyMutator>(middle, all.end())};
}

const SuiteSchema &of_dev_suite(const std::string &id) {
  for (const SuiteSchema &schema : dev_suite()->schemas) {
    if (schema.id == id) return schema;
  }
  throw Error(ErrorCode::not_found, "the suite has no such schema", {id});
}

/// Texts two edits away: for a few neighbors, a few of the operators' results.
std::vector<std::string> twice_edited(const std::vector<AnyMutator> &mutators,
                                      const NeighborSet &once, const Database &database,
                                      Random &random) {
  constexpr std::size_t firsts = 4, seconds = 30;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < firsts && !once.neighbors.empty(); ++i) {
    const GoldQuery neighbor(once.neighbors[random.below(once.neighbors.size())].text, database);
    std::vector<std::string> kept;
    std::uint64_t made = 0;
    for (const AnyMutator &mutator : mutators) {
      mutator.mutate(neighbor, random(), [&](std::string_view text, TextSpan) {
        ++made;
        if (kept.size() < seconds) {
          kept.emplace_back(text);
        } else if (const std::uint64_t at = random.below(made); at < seconds) {
          kept[at] = text;
        }
        return made < 20'000;
      });
    }
    texts.insert(texts.end(), kept.begin(), kept.end());
  }
  return texts;
}

}  // namespace

void held_out(benchmark::State &state) {
  const auto parts = halves();
  const std::vector<AnyMutator> &given = parts[state.range(0) == 0 ? 0 : 1];
  const std::vector<AnyMutator> &held = parts[state.range(0) == 0 ? 1 : 0];
  dev_suite();
  const auto &schemas = dev_schemas();
  std::vector<Ruled> ruled(schemas.size());
  for (auto _ : state) {
    run_jobs(schemas.size(), jobs(), [&](std::size_t job, const Progress &) {
      const DevSchema &schema = schemas[job];
      std::vector<std::string> golds;
      for (const auto &gold : schema.golds) golds.push_back(gold.first);
      const SuiteSchema made = Distiller(schema.pools, given).distill(golds);
      const DistillOptions options;
      LiveDatabase live(schema.pools->constraints(), limits_of(options));
      NeighborFinder seen(schema.neighbors, given);
      NeighborFinder unseen(schema.neighbors, held);
      for (const auto &[gold, lines] : schema.golds) {
        std::set<std::string> known;
        for (const Neighbor &neighbor : seen.find(gold).neighbors) known.insert(neighbor.text);
        NeighborSet set = unseen.find(gold);
        auto &neighbors = set.neighbors;
        neighbors.erase(std::remove_if(neighbors.begin(), neighbors.end(),
                                       [&known](const Neighbor &neighbor) {
                                         return known.count(neighbor.text) > 0;
                                       }),
                        neighbors.end());
        ruled[job].add(
            rule(made, &of_dev_suite(schema.id), live, gold, lines, std::move(set), held));
      }
    });
  }
  Ruled sum;
  for (const Ruled &one : ruled) sum.add(one);
  for (const auto &[name, counts] : sum.by_mutator) {
    fmt::print(stderr, "{:24} {:7.0f} held out, {:6.2f} % told apart\n", name, counts[0],
               100 * share(counts[1], counts[0]));
  }
  state.counters["queries"] = sum.queries;
  state.counters["apart_%"] = 100 * share(sum.apart, sum.queries);
  state.counters["of_separable_%"] = 100 * share(sum.apart, sum.apart + sum.distinguished_by_other);
}

void two_edits(benchmark::State &state) {
  const std::vector<AnyMutator> mutators = mutators_of(MutatorSet::all);
  dev_suite();
  const auto &schemas = dev_schemas();
  std::vector<Ruled> ruled(schemas.size());
  for (auto _ : state) {
    run_jobs(schemas.size(), jobs(), [&](std::size_t job, const Progress &) {
      const DevSchema &schema = schemas[job];
      const DistillOptions options;
      LiveDatabase live(schema.pools->constraints(), limits_of(options));
      NeighborFinder finder(schema.neighbors, mutators);
      const auto texts = std::make_shared<std::vector<std::string>>();
      const std::vector<AnyMutator> given = {GivenTexts{texts}};
      NeighborFinder sorting(schema.neighbors, given);
      for (const auto &[gold, lines] : schema.golds) {
        Random random(Fingerprint().add(seed()).add(gold).value());
        const NeighborSet once = finder.find(gold);
        *texts = twice_edited(mutators, once, *schema.neighbors.database, random);
        std::set<std::string> known;
        for (const Neighbor &neighbor : once.neighbors) known.insert(neighbor.text);
        const auto is_known = [&known](const std::string &text) { return known.count(text) > 0; };
        texts->erase(std::remove_if(texts->begin(), texts->end(), is_known), texts->end());
        ruled[job].add(
            rule(of_dev_suite(schema.id), nullptr, live, gold, lines, sorting.find(gold), given));
      }
    });
  }
  Ruled sum;
  for (const Ruled &one : ruled) sum.add(one);
  state.counters["queries"] = sum.queries;
  state.counters["apart_%"] = 100 * share(sum.apart, sum.queries);
}

}  // namespace sluice::bench
