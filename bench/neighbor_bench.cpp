/// Neighbors of Spider's 1,034 dev golds: how many of each kind, their fates, and the time on one
/// thread and on two. Duplicate golds are processed once and counted with their multiplicity.
/// `made/…` writes the texts only; `paper/…` follows the rules of the published program (96,948 in
/// total, 93.8 per gold, including 2,767 random integers); `proved/…` merges and proves. Needs the
/// benchmark data; `--benchmark_counters_tabular=true` reads best.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "schema/sql_keys.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/suite/empty_database.hpp"
#include "sluice/suite/neighbor_finder.hpp"
#include "sluice/suite/paper_mutator.hpp"
#include "sluice/suite/tree_mutators.hpp"

namespace {

using namespace sluice;

std::string data(const std::string &path) {
  const char *const folder = std::getenv("SLUICE_DATA");
  return std::string(folder != nullptr ? folder : SLUICE_DATA) + '/' + path;
}

struct DevSchema {
  NeighborSchema schema;
  std::map<std::string, double> golds;  // with their multiplicity
};

std::vector<DevSchema> load_dev() {
  std::map<std::string, DevSchema> schemas;
  const std::string lines = read_file(data("spider/dev_gold.sql"));
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string line = lines.substr(at, end - at);
    const std::size_t tab = line.find('\t');
    schemas[line.substr(tab + 1)].golds[line.substr(0, tab)] += 1;
    at = end + 1;
  }
  std::vector<DevSchema> dev;
  for (auto &entry : schemas) {
    const std::string path = data("spider/databases/dev/" + entry.first + ".sqlite");
    NeighborSchema &schema = entry.second.schema;
    schema.database = load_sqlite(path);
    schema.empty = empty_database(path);
    schema.keys = sql_keys(*schema.database, ForeignKeyReading::total);
    dev.push_back(std::move(entry.second));
  }
  return dev;
}

const std::vector<DevSchema> &dev() {
  static const std::vector<DevSchema> loaded = load_dev();
  return loaded;
}

/// Sums over golds, by mutator and fate.
struct Sums {
  std::vector<std::array<double, neighbor_fates>> fates;
  double golds = 0, problems = 0, neighbors = 0, proved = 0, most = 0, incomplete = 0;

  void add(const NeighborSet &set, double times) {
    fates.resize(set.fates.size());
    for (std::size_t m = 0; m < set.fates.size(); ++m) {
      for (std::size_t f = 0; f < neighbor_fates; ++f) {
        fates[m][f] += times * static_cast<double>(set.fates[m][f]);
      }
    }
    const auto kept = static_cast<double>(set.neighbors.size());
    golds += times;
    problems += set.gold_problem.empty() ? 0 : times;
    neighbors += times * kept;
    proved += times * static_cast<double>(set.proved.size());
    most = std::max(most, kept);
    incomplete += set.complete ? 0 : times;
  }
};

void find(benchmark::State &state, const std::vector<AnyMutator> &mutators,
          NeighborMerging merging) {
  struct Job {
    const DevSchema *schema;
    std::vector<std::pair<NeighborSet, double>> found;
  };
  Sums sums;
  NeighborOptions options;
  options.merging = merging;
  dev();
  for (auto _ : state) {
    std::vector<Job> jobs;
    for (const DevSchema &schema : dev()) jobs.push_back({&schema, {}});
    run_jobs(jobs.size(), static_cast<std::size_t>(state.range(0)),
             [&](std::size_t job, const Progress &) {
               NeighborFinder finder(jobs[job].schema->schema, mutators, options);
               for (const auto &gold : jobs[job].schema->golds) {
                 jobs[job].found.emplace_back(finder.find(gold.first), gold.second);
               }
             });
    state.PauseTiming();
    sums = {};
    for (const Job &job : jobs) {
      for (const auto &found : job.found) sums.add(found.first, found.second);
    }
    state.ResumeTiming();
  }
  state.counters["golds"] = sums.golds;
  state.counters["gold_problems"] = sums.problems;
  state.counters["neighbors"] = sums.neighbors;
  state.counters["mean"] = sums.neighbors / sums.golds;
  state.counters["most"] = sums.most;
  state.counters["incomplete"] = sums.incomplete;
  for (std::size_t f = 0; f < neighbor_fates; ++f) {
    double count = 0;
    for (const auto &of : sums.fates) count += of[f];
    state.counters["all." + std::string(name_of(static_cast<NeighborFate>(f)))] = count;
  }
  for (std::size_t m = 0; m < sums.fates.size(); ++m) {
    state.counters["kept." + std::string(mutators[m].name())] = sums.fates[m][0];
  }
}

void make(benchmark::State &state, const std::vector<AnyMutator> &mutators) {
  double made = 0, bytes = 0;
  dev();
  for (auto _ : state) {
    made = bytes = 0;
    for (const DevSchema &schema : dev()) {
      for (const auto &entry : schema.golds) {
        const GoldQuery gold(entry.first, *schema.schema.database);
        for (const AnyMutator &mutator : mutators) {
          mutator.mutate(gold, 0, [&](std::string_view text, TextSpan) {
            made += 1;
            bytes += static_cast<double>(text.size());
            return true;
          });
        }
      }
    }
  }
  state.counters["made"] = made;
  state.counters["bytes"] = bytes;
}

std::vector<AnyMutator> both() {
  std::vector<AnyMutator> all = tree_mutators();
  for (AnyMutator &mutator : paper_mutators()) all.push_back(std::move(mutator));
  return all;
}

void register_all() {
  const std::vector<std::pair<std::string, std::vector<AnyMutator>>> sets = {
      {"paper", paper_mutators()},
      {"paper_subtrees", paper_mutators(true)},
      {"tree", tree_mutators()},
      {"both", both()}};
  const auto add = [](const std::string &name, std::function<void(benchmark::State &)> run) {
    return benchmark::RegisterBenchmark(name.c_str(), std::move(run))
        ->Iterations(1)
        ->UseRealTime()
        ->Unit(benchmark::kSecond);
  };
  for (const auto &entry : sets) {
    const std::vector<AnyMutator> mutators = entry.second;
    add("made/" + entry.first, [mutators](benchmark::State &state) { make(state, mutators); });
    add("paper/" + entry.first, [mutators](benchmark::State &state) {
      find(state, mutators, NeighborMerging::paper);
    })->Arg(1);
    add("proved/" + entry.first,
        [mutators](benchmark::State &state) { find(state, mutators, NeighborMerging::proofs); })
        ->Arg(1)
        ->Arg(2);
  }
}

const bool registered = (register_all(), true);

}  // namespace
