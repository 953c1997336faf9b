/// Renames one table among 10,000 databases: the cost of updating each part of the snapshots,
/// compared to building it from scratch, and the effect on readers of the old snapshots.
/// SLUICE_DATA and SLUICE_COLUMNS are as in scale_bench.cpp.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "large_catalog.hpp"
#include "route/schema_words.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/pipeline/live_retriever.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/schema/catalog_delta.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "support/sqlite_file.hpp"

namespace {

using namespace sluice;
using bench::large_catalog;
using bench::quantile;
using bench::seconds;

const std::shared_ptr<const LexicalIndex> &large_index() {
  static const auto made = index_catalog(*large_catalog());
  return made;
}

/// Renames a table of database `number`.
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

/// Each step updates the result of the previous one.
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

void lexical_from_scratch(benchmark::State &state) {
  if (!bench::there(state)) return;
  large_catalog();
  for (auto _ : state) benchmark::DoNotOptimize(&large_index());
}
BENCHMARK(lexical_from_scratch)->Iterations(1)->Unit(benchmark::kMillisecond);

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

void join_graphs_from_scratch(benchmark::State &state) {
  if (!bench::there(state)) return;
  for (auto _ : state)
    benchmark::DoNotOptimize(JoinGraphs(large_catalog()).graph(DatabaseId(0), nullptr));
}
BENCHMARK(join_graphs_from_scratch)->Iterations(2)->Unit(benchmark::kMillisecond);

void retriever_from_scratch(benchmark::State &state) {
  if (!bench::there(state)) return;
  const auto index = large_index();
  for (auto _ : state) {
    const Retriever made(large_catalog(), index);
    benchmark::DoNotOptimize(made.ranker());
    state.counters["resident_mb"] = bench::resident_megabytes();
  }
}
BENCHMARK(retriever_from_scratch)->Iterations(1)->Unit(benchmark::kMillisecond);

/// The retriever of the catalog, from which the others are updated.
const std::shared_ptr<const Retriever> &first_retriever() {
  static const auto made = std::make_shared<const Retriever>(large_catalog(), large_index());
  return made;
}

/// The time of each part of a retriever, in order; medians of processor time.
void parts_after_rename(benchmark::State &state) {
  if (!bench::there(state)) return;
  const Retriever &first = *first_retriever();
  if (first.ranker() == nullptr) return state.SkipWithError("no ranker in this build");
  constexpr std::array<const char *, 6> parts{"catalog", "changes", "words",
                                              "joins",   "columns", "ranker"};
  std::array<std::vector<double>, parts.size()> times;
  auto catalog = large_catalog();
  auto index = large_index();
  auto graphs = std::make_shared<const JoinGraphs>(catalog);
  LexicalCandidates columns(index, Retriever::Options().candidates);
  RankerSchema schema = first.ranker()->schema();
  for (auto _ : state) {
    const CatalogDelta delta = renamed(*catalog, times[0].size());
    std::size_t part = 0;
    double start = bench::thread_seconds();
    const auto lap = [&] {
      const double now = bench::thread_seconds();
      times[part++].push_back(now - start);
      start = now;
    };
    const auto next = apply(delta, *catalog);
    lap();
    const auto changes = lexical_changes(*next, *catalog);
    lap();
    index = LexicalIndex::change(index, *changes, next->fingerprint());
    lap();
    graphs = std::make_shared<const JoinGraphs>(*graphs, next);
    lap();
    columns = columns.after(index, *changes);
    lap();
    schema = schema.after(graphs, index, &*changes);
    lap();
    catalog = next;
  }
  for (std::size_t part = 0; part < parts.size(); ++part)
    state.counters[std::string(parts[part]) + "_ms"] = quantile(times[part], 0.5) * 1e3;
}
BENCHMARK(parts_after_rename)->Iterations(50)->Unit(benchmark::kMillisecond);

/// Time until a retriever shows the new name.
void retriever_after_rename(benchmark::State &state) {
  if (!bench::there(state)) return;
  auto now = first_retriever();
  std::vector<double> times, of_processor;
  for (auto _ : state) {
    const auto next = apply(renamed(*now->catalog(), times.size()), *now->catalog());
    const double start = seconds(), processor = bench::thread_seconds();
    now = now->after(next);
    times.push_back(seconds() - start);
    of_processor.push_back(bench::thread_seconds() - processor);
  }
  tell(state, times);
  state.counters["processor_p50_ms"] = quantile(of_processor, 0.5) * 1e3;
  state.counters["processor_p99_ms"] = quantile(of_processor, 0.99) * 1e3;
  state.counters["resident_mb"] = bench::resident_megabytes();
}
BENCHMARK(retriever_after_rename)->Iterations(60)->Unit(benchmark::kMillisecond);

/// The same if a table gets one more column, which renumbers all later objects.
void retriever_after_new_column(benchmark::State &state) {
  if (!bench::there(state)) return;
  const auto first = first_retriever();
  const Catalog &catalog = *first->catalog();
  DatabaseDefinition definition =
      catalog.database(DatabaseId(catalog.database_count() / 2)).definition();
  definition.tables.front().columns.push_back({"rating", "", "INTEGER", "", {}});
  const auto next = apply({{Database::make(std::move(definition))}, {}}, catalog);
  for (auto _ : state) benchmark::DoNotOptimize(first->after(next));
}
BENCHMARK(retriever_after_new_column)->Iterations(1)->Unit(benchmark::kMillisecond);

/// One file per database, in a temporary folder.
class Files {
 public:
  explicit Files(const Catalog &catalog)
      : folder_(std::filesystem::temp_directory_path() /
                ("sluice_sync_bench_" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
    for (const DatabaseId id : catalog.databases()) {
      std::string sql =
          "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 512; BEGIN;";
      for (const Table &table : catalog.database(id).tables()) {
        sql += "CREATE TABLE " + quoted(free_name(table.name)) + " (";
        for (const Column &column : table.columns)
          sql += (&column == table.columns.data() ? "" : ", ") + quoted(column.name);
        sql += ");";
      }
      test::make_sqlite(path(catalog.database(id).name()), sql + "COMMIT;");
    }
  }
  ~Files() {
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
  }
  Files(const Files &) = delete;
  Files &operator=(const Files &) = delete;

  std::string folder() const { return folder_.string(); }
  std::string path(std::string_view database) const {
    return (folder_ / database).string() + ".sqlite";
  }
  static std::string quoted(std::string_view name) { return '"' + std::string(name) + '"'; }
  /// SQLite reserves some names.
  static std::string free_name(std::string_view name) {
    return (name.starts_with("sqlite_") ? "own_" : "") + std::string(name);
  }

 private:
  std::filesystem::path folder_;
};

/// The same, starting at the change of the file: `source` is the time to read the sources, `ours`
/// the rest.
void visible_after_rename(benchmark::State &state) {
  if (!bench::there(state)) return;
  const Files files(*large_catalog());
  const std::vector<AnySource> sources{PathSource(files.folder())};
  std::this_thread::sleep_for(
      std::chrono::seconds(1));  // timestamps of recently written files are not reliable
  LiveRetriever live(sources);
  SourceSnapshot read = read_sources(sources);
  std::vector<double> times, of_update, of_source, of_processor, source_of_processor;
  for (auto _ : state) {
    const Catalog &catalog = *live.current()->catalog();
    const Database &database =
        catalog.database(DatabaseId(times.size() * 7919 % catalog.database_count()));
    const std::string name(database.tables().front().name);
    test::make_sqlite(files.path(database.name()),
                      "PRAGMA journal_mode = OFF; ALTER TABLE " + Files::quoted(name) +
                          " RENAME TO " + Files::quoted(name + std::to_string(times.size())));
    double start = seconds(), processor = bench::thread_seconds();
    // Questions see the change before the update has freed the older snapshots.
    const auto before = live.current();
    std::thread asker([&] {
      while (live.current() == before) std::this_thread::sleep_for(std::chrono::microseconds(200));
      times.push_back(seconds() - start);
    });
    live.update();
    of_update.push_back(seconds() - start);
    of_processor.push_back(bench::thread_seconds() - processor);
    asker.join();
    start = seconds();
    processor = bench::thread_seconds();
    read = read_sources(sources, {}, &read);
    of_source.push_back(seconds() - start);
    source_of_processor.push_back(bench::thread_seconds() - processor);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  tell(state, times);
  state.counters["update_p50_ms"] = quantile(of_update, 0.5) * 1e3;
  state.counters["source_p50_ms"] = quantile(of_source, 0.5) * 1e3;
  state.counters["processor_p50_ms"] = quantile(of_processor, 0.5) * 1e3;
  state.counters["processor_p99_ms"] = quantile(of_processor, 0.99) * 1e3;
  state.counters["processor_source_p50_ms"] = quantile(source_of_processor, 0.5) * 1e3;
}
BENCHMARK(visible_after_rename)->Iterations(50)->Unit(benchmark::kMillisecond);

/// Questions, with and without a writer that renames one table per second.
void askers(benchmark::State &state) {
  if (!bench::there(state)) return;
  LiveRetriever live(large_catalog());
  std::atomic<bool> done{false};
  std::thread writer;
  if (state.range(0) != 0) {
    writer = std::thread([&] {
      for (std::size_t change = 0; !done; ++change) {
        const auto catalog = live.current()->catalog();
        live.follow(apply(renamed(*catalog, change), *catalog));
        for (int tenth = 0; tenth < 10 && !done; ++tenth)
          std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
    });
  }
  std::vector<double> times, of_processor;
  constexpr std::array questions{"How many singers are there?", "average capacity of stadiums",
                                 "names of students who have a pet", "flights by airline",
                                 "customers who ordered wine"};
  for (auto _ : state) {
    const double start = seconds(), processor = bench::thread_seconds();
    benchmark::DoNotOptimize(live.current()->ask(questions[times.size() % questions.size()]));
    times.push_back(seconds() - start);
    of_processor.push_back(bench::thread_seconds() - processor);
  }
  done = true;
  if (writer.joinable()) writer.join();
  tell(state, times);
  state.counters["processor_p50_ms"] = quantile(of_processor, 0.5) * 1e3;
  state.counters["processor_p99_ms"] = quantile(of_processor, 0.99) * 1e3;
}
BENCHMARK(askers)->Arg(0)->Arg(1)->Iterations(200)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Scores of a few words over all tables, with and without a writer that renames ten tables per
/// second.
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
