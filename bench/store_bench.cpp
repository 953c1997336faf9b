/// A catalog in a store compared to the same catalog in process: loading, questions, a rename of
/// one table, and its effect on readers. SLUICE_STORE names the store (its content is replaced
/// unless it is the catalog); SLUICE_DATA and SLUICE_COLUMNS are as in scale_bench.cpp.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "large_catalog.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/store_catalog.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/schema/catalog_delta.hpp"
#include "sluice/store/store_snapshot.hpp"
#include "sluice/store/store_update.hpp"
#include "store/store_vectors.hpp"

namespace {

using namespace sluice;
using bench::large_catalog;
using bench::quantile;
using bench::seconds;

bool there(benchmark::State &state) {
  if (!bench::there(state)) return false;
  if (std::getenv("SLUICE_STORE") != nullptr) return true;
  state.SkipWithError("SLUICE_STORE names no store");
  return false;
}

const std::shared_ptr<CatalogStore> &the_store() {
  static const auto store =
      open_store(parse_store_url(std::getenv("SLUICE_STORE")), {.seconds = 600, .connections = 16});
  return store;
}

StoreUpdateOptions options() { return {.analyses = {{}}, .embedder = default_embedder()}; }

const std::vector<BenchmarkQuestion> &questions() {
  static const auto made = [] {
    const std::string path = bench::data("spider/dev.jsonl.gz");
    auto all = read_benchmark_questions(read_file(path), path, *large_catalog());
    std::vector<BenchmarkQuestion> some;
    for (std::size_t i = 0; i < all.size(); i += 5) some.push_back(std::move(all[i]));
    return some;
  }();
  return made;
}

void tell(benchmark::State &state, const std::vector<double> &times) {
  state.counters["p50_ms"] = quantile(times, 0.5) * 1e3;
  state.counters["p99_ms"] = quantile(times, 0.99) * 1e3;
}

template <class Ask>
void ask_all(benchmark::State &state, Ask ask) {
  std::vector<double> times;
  for (auto _ : state) {
    for (const BenchmarkQuestion &question : questions()) {
      const double start = seconds();
      ask(question);
      times.push_back(seconds() - start);
    }
  }
  tell(state, times);
}

void store_load(benchmark::State &state) {
  if (!there(state)) return;
  large_catalog();
  for (auto _ : state) {
    const double start = seconds();
    const StoreUpdate update = update_store(*the_store(), *large_catalog(), options());
    state.counters["seconds"] = seconds() - start;
    state.counters["changed"] =
        static_cast<double>(update.found.missing.size() + update.found.changed.size());
  }
  double bytes = 0, postings = 0, vectors = 0;
  for (const StoreServer &server : the_store()->health().servers) {
    bytes += static_cast<double>(server.bytes);
    postings += static_cast<double>(server.postings);
    vectors += static_cast<double>(server.vectors);
  }
  state.counters["bytes"] = bytes;
  state.counters["postings"] = postings;
  state.counters["vectors"] = vectors;
}
BENCHMARK(store_load)->Iterations(1)->Unit(benchmark::kSecond);

void store_open_snapshot(benchmark::State &state) {
  if (!there(state)) return;
  for (auto _ : state) benchmark::DoNotOptimize(StoreSnapshot::open(the_store())->lexical());
}
BENCHMARK(store_open_snapshot)->Iterations(1)->Unit(benchmark::kMillisecond);

void words_in_process(benchmark::State &state) {
  if (!there(state)) return;
  const LexicalCandidates source(index_catalog(*large_catalog()));
  ask_all(state, [&](const BenchmarkQuestion &of) {
    benchmark::DoNotOptimize(source.candidates(make_probes(of.question, {}), nullptr, 100));
  });
}
BENCHMARK(words_in_process)->Iterations(1)->Unit(benchmark::kMillisecond);

/// The first use of a word reads its postings; later uses take them from the cache.
void words_in_store(benchmark::State &state) {
  if (!there(state)) return;
  const LexicalCandidates source(StoreSnapshot::open(the_store())->lexical());
  for (int round = 0; round <= state.range(0); ++round) {
    std::vector<double> times;
    for (const BenchmarkQuestion &of : questions()) {
      const double start = seconds();
      benchmark::DoNotOptimize(source.candidates(make_probes(of.question, {}), nullptr, 100));
      times.push_back(seconds() - start);
    }
    tell(state, times);
  }
  for (auto _ : state) {
  }
}
BENCHMARK(words_in_store)->Arg(0)->Arg(1)->Iterations(1)->Unit(benchmark::kMillisecond);

/// Arguments: mode, effort. Uses tables, which always have a graph.
void vectors_in_store(benchmark::State &state) {
  if (!there(state)) return;
  const AnyEmbedder model = *default_embedder();
  const auto store =
      open_store(parse_store_url(std::getenv("SLUICE_STORE")),
                 {.seconds = 600, .graph_effort = static_cast<std::size_t>(state.range(1))});
  const auto found_by = [&](const std::string &question, SearchMode mode) {
    std::vector<float> vector(model.dimensions());
    const std::string_view text = question;
    model.embed({&text, 1}, vector);
    return store
        ->nearest({.level = Level::table,
                   .vectors = vector,
                   .dimensions = model.dimensions(),
                   .nearest = 100,
                   .mode = mode})
        .objects;
  };
  const auto mode = static_cast<SearchMode>(state.range(0));
  double same = 0, all = 0;
  ask_all(state, [&](const BenchmarkQuestion &of) { found_by(of.question, mode); });
  for (std::size_t i = 0; i < questions().size(); i += 10) {
    const auto exact = found_by(questions()[i].question, SearchMode::exact);
    const auto found = found_by(questions()[i].question, mode);
    std::vector<StoreObject> both;
    std::ranges::set_intersection(exact, found, std::back_inserter(both));
    same += static_cast<double>(both.size());
    all += static_cast<double>(exact.size());
  }
  state.counters["recall@100"] = same / all;
}
BENCHMARK(vectors_in_store)
    ->Args({static_cast<int>(SearchMode::exact), 1})
    ->Args({static_cast<int>(SearchMode::graph), 200})
    ->Args({static_cast<int>(SearchMode::graph), 400})
    ->Args({static_cast<int>(SearchMode::graph), 1000})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

void ask_routed(benchmark::State &state) {
  if (!there(state)) return;
  const auto databases = static_cast<std::size_t>(state.range(0));
  const StoreCatalog catalog(the_store(), {.databases = databases, .embedder = default_embedder()});
  double routed = 0, first = 0, asked = 0;
  ask_all(state, [&](const BenchmarkQuestion &of) {
    const Answer answer = catalog.ask(of.question);
    const std::string_view gold = large_catalog()->database(of.database).name();
    const Catalog &part = *answer.subset.catalog;
    routed += part.find_database(gold) ? 1 : 0;
    first +=
        !answer.databases.empty() && part.database(answer.databases[0].id).name() == gold ? 1 : 0;
    ++asked;
  });
  state.counters["gold_routed"] = routed / asked;
  state.counters["gold_first"] = first / asked;
}
BENCHMARK(ask_routed)
    ->Arg(20)
    ->Arg(50)
    ->Arg(100)
    ->Arg(200)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

/// Time from the change of the catalog until a question finds the new name.
void rename_until_visible(benchmark::State &state) {
  if (!there(state)) return;
  const bool with_readers = state.range(0) != 0;
  auto catalog = large_catalog();
  std::atomic<bool> done = false, updating_now = false;
  std::vector<double> quiet, busy;  // times of a reader's questions, without and during an update
  const StoreCatalog reader(the_store(), {.databases = 20, .embedder = default_embedder()});
  std::thread other([&] {
    for (std::size_t i = 0; with_readers && !done; ++i) {
      const bool before = updating_now;
      const double start = seconds();
      benchmark::DoNotOptimize(reader.routed(questions()[i % questions().size()].question));
      (before || updating_now ? busy : quiet).push_back(seconds() - start);
    }
  });
  StoreUpdater updater(*the_store(), options());
  updater.update(*catalog);  // a process that follows the sources has done this before
  std::vector<double> updating, visible;
  for (auto _ : state) {
    const std::size_t number = updating.size();
    const DatabaseId id((number + 1) * 7919 % catalog->database_count());
    DatabaseDefinition definition = catalog->database(id).definition();
    const std::string name = "quokka" + std::string(1 + number, 'x');
    definition.tables.front().name = name;
    definition.tables.front().title.clear();
    // Questions with and without an update alternate, so that both run under the same conditions.
    if (with_readers) std::this_thread::sleep_for(std::chrono::milliseconds(500));
    updating_now = true;
    const double start = seconds();
    catalog = apply({{Database::make(std::move(definition))}, {}}, *catalog);
    updater.update(*catalog);
    updating.push_back(seconds() - start);
    updating_now = false;
    const OpenIndex found = reader.routed("how many " + name);
    const bool is_there = found.catalog->find_database(catalog->database(id).name()).has_value();
    if (!is_there) state.SkipWithError("the new name is not found");
    visible.push_back(seconds() - start);
  }
  done = true;
  other.join();
  tell(state, visible);
  state.counters["update_p50_ms"] = quantile(updating, 0.5) * 1e3;
  if (with_readers) {
    state.counters["reader_p99_quiet_ms"] = quantile(quiet, 0.99) * 1e3;
    state.counters["reader_p99_busy_ms"] = quantile(busy, 0.99) * 1e3;
    state.counters["reader_p50_quiet_ms"] = quantile(quiet, 0.5) * 1e3;
    state.counters["reader_p50_busy_ms"] = quantile(busy, 0.5) * 1e3;
  }
  updater.update(*large_catalog());
}
BENCHMARK(rename_until_visible)->Arg(0)->Arg(1)->Iterations(50)->Unit(benchmark::kMillisecond);

}  // namespace
