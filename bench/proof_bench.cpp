// Tests proofs: neighbors of Spider's dev golds that are proved to be equivalent to their gold
// query, alternating over kinds of proof and mutators, are compared with their gold on databases
// that satisfy the schema's constraints: 200 neighbors on 10,000 databases, and all on 300. None
// may be refuted.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "judge/spider_dev.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/suite/empty_database.hpp"
#include "sluice/suite/neighbor_finder.hpp"
#include "sluice/suite/refuter.hpp"
#include "sluice/suite/suite_builder.hpp"

namespace {

using namespace sluice;

struct Proof {
  std::shared_ptr<const Constraints> constraints;
  std::string gold, neighbor, mutator;
  bool by_program = false;
};

std::filesystem::path spider() {
  const char *given = std::getenv("SLUICE_DATA");
  return std::filesystem::path(given != nullptr ? given : SLUICE_DATA) / "spider";
}

/// Returns all proved neighbors, by kind and mutator, each in an order that is independent of their
/// content.
std::map<std::string, std::vector<Proof>> find_all() {
  std::map<std::string, std::set<std::string>> golds;
  for (const test::GoldQuery &gold : test::read_gold(spider() / "dev_gold.sql"))
    golds[gold.database].insert(gold.sql);
  std::map<std::string, std::vector<Proof>> found;
  for (const auto &[name, texts] : golds) {
    const std::string path = (spider() / "databases/dev" / (name + ".sqlite")).string();
    SqliteConnection connection(path, SqliteConnection::Access::read);
    const auto constraints = std::make_shared<const Constraints>(
        Constraints::declared(load_sqlite(path, {.samples = 0}), connection));
    SqliteConnection empty = SqliteConnection::scratch("tables");
    empty.run_script(constraints->definitions());
    NeighborSchema schema;
    schema.database = constraints->share_schema();
    schema.empty = SqliteImage::from_bytes(empty.image(), "tables");
    schema.keys = constraints->key_facts();
    NeighborFinder finder(std::move(schema), mutators_of(MutatorSet::all));
    for (const std::string &gold : texts) {
      for (const Neighbor &neighbor : finder.find(gold).proved) {
        const std::string mutator(finder.mutators()[neighbor.mutator].name());
        const bool by_program = neighbor.fate == NeighborFate::proved_by_program;
        found[(by_program ? "program " : "form ") + mutator].push_back(
            {constraints, gold, neighbor.text, mutator, by_program});
      }
    }
  }
  for (auto &entry : found) {
    std::sort(entry.second.begin(), entry.second.end(), [](const Proof &a, const Proof &b) {
      return hash64(a.neighbor, hash64(a.gold)) < hash64(b.neighbor, hash64(b.gold));
    });
  }
  return found;
}

/// Takes one of each kind in turn.
std::vector<Proof> sample(const std::map<std::string, std::vector<Proof>> &all,
                          std::size_t wanted) {
  std::vector<Proof> chosen;
  for (std::size_t round = 0; chosen.size() < wanted; ++round) {
    const std::size_t before = chosen.size();
    for (const auto &entry : all) {
      if (round < entry.second.size() && chosen.size() < wanted)
        chosen.push_back(entry.second[round]);
    }
    if (chosen.size() == before) break;
  }
  return chosen;
}

/// range(0): databases per proof; range(1): maximum number of proofs.
void attack(benchmark::State &state) {
  if (!exists(spider())) return state.SkipWithError("no benchmark data");
  const auto all = find_all();
  const std::vector<Proof> chosen = sample(all, static_cast<std::size_t>(state.range(1)));
  RefuterOptions options;
  options.prove = false;
  options.databases = static_cast<std::size_t>(state.range(0));
  options.max_total_steps = 40'000'000'000;
  struct Count {
    std::size_t attacked = 0, refuted = 0;
  };
  std::map<std::string, Count> counts;
  double databases = 0, refuted = 0, open = 0;
  for (auto _ : state) {
    for (const Proof &proof : chosen) {
      const Refutation found =
          Refuter(proof.constraints, options).refute(proof.gold, proof.neighbor);
      Count &count = counts[(proof.by_program ? "program, " : "form, ") + proof.mutator];
      ++count.attacked;
      databases += static_cast<double>(found.databases);
      open += found.open_rows ? 1 : 0;
      if (found.verdict == RefutationVerdict::not_refuted) continue;
      ++count.refuted;
      refuted += 1;
      fmt::print("{} ({}): {}\n  {}\n{}", name_of(found.verdict), proof.mutator, proof.gold,
                 proof.neighbor, found.script());
    }
  }
  for (const auto &entry : counts) {
    fmt::print("{}: {} attacked, {} refuted\n", entry.first, entry.second.attacked,
               entry.second.refuted);
  }
  std::size_t known = 0;
  for (const auto &entry : all) known += entry.second.size();
  state.counters["proved"] = static_cast<double>(known);
  state.counters["attacked"] = static_cast<double>(chosen.size());
  state.counters["databases"] = databases;
  state.counters["differ_in_open_rows"] = open;
  state.counters["refuted"] = refuted;
}
BENCHMARK(attack)
    ->Args({10'000, 200})
    ->Args({300, 1'000'000})
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseRealTime();

}  // namespace
