// Generated databases: the fraction of Spider dev's gold queries with a result that is not empty on
// them, and the time per database.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "judge/spider_dev.hpp"
#include "sluice/suite/directed_generator.hpp"
#include "sluice/suite/live_database.hpp"
#include "sluice/suite/random_generator.hpp"
#include "sluice/suite/value_pool.hpp"

namespace {

using namespace sluice;

struct Schema {
  std::string name;
  std::vector<std::string> golds;
  std::shared_ptr<const ValuePools> pools;
};

std::filesystem::path spider() {
  const char *data = std::getenv("SLUICE_DATA");
  return std::filesystem::path(data != nullptr ? data : SLUICE_DATA) / "spider";
}

const std::vector<Schema> &schemas() {
  static const std::vector<Schema> loaded = [] {
    std::map<std::string, std::vector<std::string>> golds;
    if (!exists(spider())) return std::vector<Schema>();
    for (const test::GoldQuery &gold : test::read_gold(spider() / "dev_gold.sql")) {
      golds[gold.database].push_back(gold.sql);
    }
    std::vector<Schema> made;
    for (auto &[name, queries] : golds) {
      const std::string path = (spider() / "databases/dev" / (name + ".sqlite")).string();
      SqliteConnection connection(path, SqliteConnection::Access::read);
      auto pools = std::make_shared<ValuePools>(std::make_shared<const Constraints>(
          Constraints::declared(load_sqlite(path), connection)));
      pools->add_originals(connection);
      pools->add_constants(queries);
      made.push_back({name, std::move(queries), std::move(pools)});
    }
    return made;
  }();
  return loaded;
}

bool gives_rows(LiveDatabase &live, const std::string &sql) {
  bool any = false;
  live.run(sql, [&any](Row) {
    any = true;
    return false;
  });
  return any;
}

/// Golds with rows on their witness, on one of their first four databases, and on one of all.
void directed(benchmark::State &state) {
  std::size_t golds = 0, databases = 0, rows = 0, unsolved = 0;
  std::array<std::size_t, 3> shown{};
  for (auto _ : state) {
    golds = databases = rows = unsolved = 0;
    shown = {};
    for (const Schema &schema : schemas()) {
      const DirectedGenerator generator(schema.pools, schema.golds);
      LiveDatabase live(schema.pools->constraints());
      for (std::size_t gold = 0; gold < schema.golds.size(); ++gold) {
        ++golds;
        unsolved += !generator.unsolved(gold).empty();
        std::array<bool, 3> seen{};
        const auto numbers = generator.databases_for(gold);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          const auto database = generator.generate(numbers[i]);
          ++databases;
          rows += database->rows();
          live.load(*database);
          const bool any = gives_rows(live, schema.golds[gold]);
          seen[0] = seen[0] || (any && i == 0);
          seen[1] = seen[1] || (any && i < 4);
          seen[2] = seen[2] || any;
        }
        for (std::size_t i = 0; i < 3; ++i) shown[i] += seen[i];
        if (!seen[0] && std::getenv("SLUICE_BENCH_VERBOSE") != nullptr) {
          fmt::print(stderr, "{}\t{}{}{}\t{}", schema.name, seen[0], seen[1], seen[2],
                     schema.golds[gold]);
          for (const std::string &why : generator.unsolved(gold)) fmt::print(stderr, "\t{}", why);
          fmt::print(stderr, "\n");
        }
      }
    }
  }
  const auto share = [&](std::size_t count) {
    return static_cast<double>(count) / static_cast<double>(golds);
  };
  state.counters["golds"] = static_cast<double>(golds);
  state.counters["unsolved"] = static_cast<double>(unsolved);
  state.counters["on_witness"] = share(shown[0]);
  state.counters["on_first_4"] = share(shown[1]);
  state.counters["on_any"] = share(shown[2]);
  state.counters["databases"] = static_cast<double>(databases);
  state.counters["rows_each"] = static_cast<double>(rows) / static_cast<double>(databases);
}
BENCHMARK(directed)->Unit(benchmark::kMillisecond)->Iterations(1);

/// Golds with rows on one of ten random databases.
void random(benchmark::State &state) {
  constexpr std::size_t tried = 10;
  std::size_t golds = 0, databases = 0, rows = 0, shown = 0;
  for (auto _ : state) {
    golds = databases = rows = shown = 0;
    for (const Schema &schema : schemas()) {
      const RandomGenerator generator(schema.pools);
      LiveDatabase live(schema.pools->constraints());
      std::vector<bool> seen(schema.golds.size());
      for (std::size_t number = 0; number < tried; ++number) {
        const auto database = generator.generate(number);
        ++databases;
        rows += database->rows();
        live.load(*database);
        for (std::size_t gold = 0; gold < seen.size(); ++gold) {
          seen[gold] = seen[gold] || gives_rows(live, schema.golds[gold]);
        }
      }
      golds += seen.size();
      shown += static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
    }
  }
  state.counters["golds"] = static_cast<double>(golds);
  state.counters["on_any"] = static_cast<double>(shown) / static_cast<double>(golds);
  state.counters["databases"] = static_cast<double>(databases);
  state.counters["rows_each"] = static_cast<double>(rows) / static_cast<double>(databases);
}
BENCHMARK(random)->Unit(benchmark::kMillisecond)->Iterations(1);

/// The time to generate one database; range(0): 0 directed, 1 random.
void generate(benchmark::State &state) {
  if (schemas().empty()) return state.SkipWithError("no benchmark data");
  const Schema &schema = schemas()[4];
  const DirectedGenerator directed_generator(schema.pools, schema.golds);
  const RandomGenerator random_generator(schema.pools);
  std::size_t number = 0, rows = 0;
  for (auto _ : state) {
    const auto database = state.range(0) == 0
                              ? directed_generator.generate(number % directed_generator.size())
                              : random_generator.generate(number);
    ++number;
    rows += database->rows();
  }
  state.counters["rows_each"] = static_cast<double>(rows) / static_cast<double>(number);
}
BENCHMARK(generate)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

/// Refilling a live database, and running a kept query or one that is prepared each time.
void refill(benchmark::State &state) {
  if (schemas().empty()) return state.SkipWithError("no benchmark data");
  const Schema &schema = schemas()[4];
  const RandomGenerator generator(schema.pools);
  LiveDatabase live(schema.pools->constraints());
  const auto database = generator.generate(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) live.load(*database);
  state.counters["rows"] = static_cast<double>(database->rows());
}
BENCHMARK(refill)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

/// range(0): 0 kept, 1 prepared each time.
void run(benchmark::State &state) {
  if (schemas().empty()) return state.SkipWithError("no benchmark data");
  const Schema &schema = schemas()[4];
  LiveDatabase live(schema.pools->constraints());
  live.load(*RandomGenerator(schema.pools).generate(0));
  std::vector<LiveDatabase::Query> kept;
  for (const std::string &gold : schema.golds) {
    QueryOutcome outcome;
    kept.push_back(live.prepare(gold, outcome));
  }
  std::size_t at = 0;
  for (auto _ : state) {
    std::uint64_t rows = 0;
    const auto count = [&rows](Row) { return ++rows > 0; };
    if (state.range(0) == 0) {
      live.run(kept[at], count);
    } else {
      live.run(schema.golds[at], count);
    }
    benchmark::DoNotOptimize(rows);
    at = (at + 1) % kept.size();
  }
}
BENCHMARK(run)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

}  // namespace
