/// One table of 10,000 databases is renamed: what each part of the snapshots costs that follow it,
/// beside making it anew, and what readers of the old ones notice. SLUICE_DATA and SLUICE_COLUMNS
/// are as in scale_bench.cpp.

#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "large_catalog.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/route/schema_words.hpp"
#include "sluice/schema/catalog_delta.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace {

using namespace sluice;
using bench::large_catalog;
using bench::quantile;
using bench::seconds;

const std::shared_ptr<const LexicalIndex> &large_index() {
  static const auto made = index_catalog(*large_catalog());
  return made;
}

/// A table of the `number`th database, called otherwise.
CatalogDelta renamed(const Catalog &catalog, std::size_t number) {
  const DatabaseId id(number * 7919 % catalog.database_count());
  DatabaseDefinition definition = catalog.database(id).definition();
  definition.tables.front().name = "client_orders_" + std::to_string(number);
  definition.tables.front().title.clear();
  return {{Database::make(std::move(definition))}, {}};
}

void tell(benchmark::State &state, const std::vector<double> &times) {
  state.counters["p50_ms"] = quantile(times, 0.5) * 1e3;
  state.counters["p99_ms"] = quantile(times, 0.99) * 1e3;
}

/// Each step follows the one before.
void catalog_after_rename(benchmark::State &state) {
  if (!bench::there(state)) return;
  auto catalog = large_catalog();
  std::vector<double> times;
  for (auto _ : state) {
    const CatalogDelta delta = renamed(*catalog, times.size());
    const double start = seconds();
    catalog = apply(delta, *catalog);
    times.push_back(seconds() - start);
  }
  tell(state, times);
}
BENCHMARK(catalog_after_rename)->Iterations(50)->Unit(benchmark::kMillisecond);

void difference_after_rename(benchmark::State &state) {
  if (!bench::there(state)) return;
  const auto next = apply(renamed(*large_catalog(), 1), *large_catalog());
  for (auto _ : state) benchmark::DoNotOptimize(difference(*large_catalog(), *next));
}
BENCHMARK(difference_after_rename)->Unit(benchmark::kMillisecond);

void lexical_anew(benchmark::State &state) {
  if (!bench::there(state)) return;
  large_catalog();
  for (auto _ : state) benchmark::DoNotOptimize(large_index());
}
BENCHMARK(lexical_anew)->Iterations(1)->Unit(benchmark::kMillisecond);

void lexical_after_rename(benchmark::State &state) {
  if (!bench::there(state)) return;
  auto catalog = large_catalog();
  auto index = large_index();
  std::vector<double> times;
  for (auto _ : state) {
    const auto next = apply(renamed(*catalog, times.size()), *catalog);
    const double start = seconds();
    index = index_catalog(*next, *catalog, index);
    times.push_back(seconds() - start);
    catalog = next;
  }
  tell(state, times);
}
BENCHMARK(lexical_after_rename)->Iterations(50)->Unit(benchmark::kMillisecond);

void bm25_of_tables(benchmark::State &state) {
  if (!bench::there(state)) return;
  for (auto _ : state)
    benchmark::DoNotOptimize(Bm25(large_index(), {.granularity = Level::table}).size());
}
BENCHMARK(bm25_of_tables)->Unit(benchmark::kMillisecond);

void vectors_after_rename(benchmark::State &state) {
  if (!bench::there(state)) return;
  const auto embedder = default_embedder();
  if (!embedder) return state.SkipWithError("no static table in this build");
  const MeaningVectors first =
      embed_meanings(large_catalog(), *embedder, word_embedder(*embedder), false, nullptr, 2);
  const auto next = apply(renamed(*large_catalog(), 1), *large_catalog());
  const KnownMeanings known{large_catalog(), first};
  std::vector<double> times;
  for (auto _ : state) {
    const double start = seconds();
    benchmark::DoNotOptimize(
        embed_meanings(next, *embedder, word_embedder(*embedder), false, &known));
    times.push_back(seconds() - start);
  }
  tell(state, times);
  const double start = seconds();
  benchmark::DoNotOptimize(SchemaWords(*next).size());
  state.counters["words_of_them_ms"] = (seconds() - start) * 1e3;
}
BENCHMARK(vectors_after_rename)->Iterations(3)->Unit(benchmark::kMillisecond);

void join_graphs_anew(benchmark::State &state) {
  if (!bench::there(state)) return;
  for (auto _ : state)
    benchmark::DoNotOptimize(JoinGraphs(large_catalog()).graph(DatabaseId(0), nullptr));
}
BENCHMARK(join_graphs_anew)->Iterations(2)->Unit(benchmark::kMillisecond);

/// Scores of a few words over all tables, with and without a writer that renames a table ten times
/// a second.
void readers(benchmark::State &state) {
  if (!bench::there(state)) return;
  const Bm25 tables(large_index(), {.granularity = Level::table});
  const std::vector<std::string> words{"singer", "concert", "stadium"};
  std::atomic<bool> done{false};
  std::thread writer;
  if (state.range(0) != 0) {
    writer = std::thread([&] {
      auto catalog = large_catalog();
      auto index = large_index();
      for (std::size_t change = 0; !done; ++change) {
        const auto next = apply(renamed(*catalog, change), *catalog);
        index = index_catalog(*next, *catalog, index);
        catalog = next;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
    });
  }
  std::vector<double> times;
  for (auto _ : state) {
    const double start = seconds();
    benchmark::DoNotOptimize(tables.scores(words));
    times.push_back(seconds() - start);
  }
  done = true;
  if (writer.joinable()) writer.join();
  tell(state, times);
}
BENCHMARK(readers)->Arg(0)->Arg(1)->Arg(0)->Arg(1)->Iterations(3000)->UseRealTime()->Unit(
    benchmark::kMillisecond);

}  // namespace
