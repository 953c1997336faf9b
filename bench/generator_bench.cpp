// What generated databases show: the share of Spider dev's gold queries whose result is not empty
// on them, and what a database costs.

#include <benchmark/benchmark.h>

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evaluate/spider_dev.hpp"
#include "sluice/suite/directed_generator.hpp"
#include "sluice/suite/live_database.hpp"

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

/// Golds that are not empty on their witness, on one of their first four, on one of all.
void directed(benchmark::State &state) {
  std::size_t golds = 0, databases = 0, rows = 0;
  std::array<std::size_t, 3> shown{};
  for (auto _ : state) {
    golds = databases = rows = 0;
    shown = {};
    for (const Schema &schema : schemas()) {
      const DirectedGenerator generator(schema.pools, schema.golds);
      LiveDatabase live(schema.pools->constraints());
      for (std::size_t gold = 0; gold < schema.golds.size(); ++gold) {
        ++golds;
        std::array<bool, 3> seen{};
        const auto numbers = generator.made_for(gold);
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
  state.counters["on_witness"] = share(shown[0]);
  state.counters["on_first_4"] = share(shown[1]);
  state.counters["on_any"] = share(shown[2]);
  state.counters["databases"] = static_cast<double>(databases);
  state.counters["rows_each"] = static_cast<double>(rows) / static_cast<double>(databases);
}
BENCHMARK(directed)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
