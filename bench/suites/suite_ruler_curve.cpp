/// Neighbors left by number of databases: the paper's figure 5.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/parallel.hpp"
#include "sluice/suite/directed_generator.hpp"
#include "sluice/suite/live_database.hpp"
#include "sluice/suite/paper_mutator.hpp"
#include "sluice/suite/random_generator.hpp"
#include "sluice/suite/suite_folder.hpp"
#include "suite/gold_trial.hpp"
#include "suite_data.hpp"
#include "suite_ruler.hpp"

namespace sluice::bench {
namespace {

using suite::GoldTrial;

constexpr std::array<std::size_t, 4> marks = {1, 10, 100, 1000};

/// A gold query and its neighbors that are not distinguished yet.
struct Race {
  std::unique_ptr<GoldTrial> trial;
  double lines = 0;
  std::vector<std::uint32_t> alive;
  std::size_t tried = 0;
  std::size_t mark = 0;  // the next of `marks`
  std::array<double, marks.size()> left{};

  void run(std::vector<bool> &told) {
    trial->run(alive, told);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive.size(); ++i) {
      if (!told[i]) alive[kept++] = alive[i];
    }
    alive.resize(kept);
    if (++tried == marks[mark]) note();
  }
  bool done(std::size_t most) const { return alive.empty() || tried >= most; }
  void note() { left[mark++] = lines * static_cast<double>(alive.size()); }
};

struct Curve {
  double neighbors = 0, original = 0;
  std::array<double, marks.size()> left{};
};

/// Number of neighbors left by the published database, which may violate its own definitions.
double left_by_original(LiveDatabase &original, const GoldTrial &trial,
                        const DistillOptions &options) {
  suite::TrialLedger ledger;
  GoldTrial again(original, options, ledger, trial.gold(), trial.neighbors());
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < trial.neighbors().neighbors.size(); ++i) all.push_back(i);
  std::vector<bool> told;
  again.run(all, told);
  return static_cast<double>(std::count(told.begin(), told.end(), false));
}

Curve curve_of(const DevSchema &schema, bool directed, bool random, std::size_t most) {
  DistillOptions options;
  options.max_steps = 1'000'000;
  options.statements = 4000;
  suite::TrialLedger ledger;
  std::vector<bool> told;
  Curve curve;
  LiveDatabase live(schema.pools->constraints(), limits_of(options));
  NeighborFinder finder(schema.neighbors, paper_mutators());
  std::vector<Race> races;
  std::vector<std::string> texts;
  for (const auto &[text, lines] : schema.golds) {
    Race &race = races.emplace_back();
    race.lines = lines;
    race.trial = std::make_unique<GoldTrial>(live, options, ledger, text, finder.find(text));
    const std::size_t neighbors = race.trial->neighbors().neighbors.size();
    for (std::uint32_t i = 0; i < neighbors; ++i) race.alive.push_back(i);
    curve.neighbors += lines * static_cast<double>(neighbors);
    texts.push_back(text);
  }
  {
    const Suite published =
        import_suite(data("spider/databases/dev"), {{schema.id, texts.front()}});
    const SuiteSchema &only = published.schemas.front();
    LiveDatabase original(schema.pools->constraints(), limits_of(options), {},
                          RowLayout::insertion);
    original.load(TestDatabase::from_bytes(only.schema, only.databases.front().bytes));
    DistillOptions patient = options;
    patient.first_steps = patient.max_steps;
    for (const Race &race : races) {
      curve.original += race.lines * left_by_original(original, *race.trial, patient);
    }
  }
  if (directed) {
    const DirectedGenerator generator(schema.pools, texts);
    for (std::size_t number = 0; number < generator.size(); ++number) {
      const std::size_t gold = generator.gold(number);
      const bool all = gold == DirectedGenerator::no_gold;
      if (!all && races[gold].done(most)) continue;
      if (!load(live, *generator.generate(number))) continue;
      for (std::size_t i = all ? 0 : gold; i < (all ? races.size() : gold + 1); ++i) {
        if (!races[i].done(most)) races[i].run(told);
      }
    }
  }
  RandomOptions random_options;
  random_options.seed = seed();
  if (directed) {
    random_options.nulls = 0.1;
    random_options.empty_tables = 0.05;
    random_options.tiny = 0.4;
  }
  const RandomGenerator generator(schema.pools, random_options);
  for (std::size_t number = 0; random && number < most; ++number) {
    const auto done = [most](const Race &race) { return race.done(most); };
    if (std::all_of(races.begin(), races.end(), done)) break;
    if (!load(live, *generator.generate(number))) continue;
    for (Race &race : races) {
      if (!race.done(most)) race.run(told);
    }
  }
  for (Race &race : races) {
    while (race.mark < marks.size()) race.note();
    for (std::size_t i = 0; i < marks.size(); ++i) curve.left[i] += race.left[i];
  }
  return curve;
}

}  // namespace

void curve(benchmark::State &state, bool directed, bool random) {
  const std::size_t most = number_of("SLUICE_BENCH_DATABASES", marks.back());
  const auto &schemas = dev_schemas();
  std::vector<Curve> curves(schemas.size());
  for (auto _ : state) {
    run_jobs(schemas.size(), jobs(), [&](std::size_t i, const Progress &) {
      curves[i] = curve_of(schemas[i], directed, random, most);
    });
  }
  Curve sum;
  for (const Curve &one : curves) {
    sum.neighbors += one.neighbors;
    sum.original += one.original;
    for (std::size_t i = 0; i < marks.size(); ++i) sum.left[i] += one.left[i];
  }
  state.counters["neighbors"] = sum.neighbors;
  state.counters["original_%"] = 100 * share(sum.original, sum.neighbors);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] <= most) {
      state.counters[fmt::format("after_{}_%", marks[i])] = 100 * share(sum.left[i], sum.neighbors);
    }
  }
}

}  // namespace sluice::bench
