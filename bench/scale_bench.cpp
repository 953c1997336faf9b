/// A catalog of 10,000 databases, 100,000 tables and a million columns: generated from Spider's
/// schemas, embedded by the built-in table on two threads, indexed, written, opened and searched.
/// SLUICE_DATA is the folder with the benchmark data; SLUICE_COLUMNS sets another number of
/// columns, with databases and tables in proportion.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "large_catalog.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "sluice/index/quantized_index.hpp"
#include "sluice/index/vector_segment.hpp"
#include "sluice/index/vector_snapshot.hpp"
#include "sluice/index/vector_store.hpp"
#include "sluice/retrieve/dense_candidates.hpp"

namespace {

using namespace sluice;
using bench::large_catalog;
using bench::quantile;
using bench::seconds;
using bench::there;
using bench::thread_seconds;

void report_memory(benchmark::State &state) {
  state.counters["resident_MB"] = bench::resident_megabytes();
  state.counters["peak_MB"] = bench::peak_megabytes();
}

/// Embeds every column, on two threads.
VectorSnapshot embed(const StaticEmbedder &model) {
  const std::vector<std::string> texts = column_texts(*large_catalog());
  const auto write = [&](std::size_t first, std::span<float> vectors) {
    const auto part = std::span(texts).subspan(first, vectors.size() / model.dimensions());
    const std::vector<std::string_view> views(part.begin(), part.end());
    model.embed(views, vectors);
  };
  QuantizedRows rows = quantize_rows(texts.size(), model.dimensions(), write, 2);
  std::vector<RowId> ids;
  for (std::size_t row = 0; row < rows.size(); ++row) ids.emplace_back(row);
  auto segment =
      std::make_shared<const VectorSegment>(std::move(rows), std::move(ids), model.fingerprint());
  return {model.dimensions(), model.fingerprint(), {{std::move(segment), nullptr}}};
}

const VectorSnapshot &snapshot() {
  static const VectorSnapshot made = embed(StaticEmbedder::shipped());
  return made;
}

/// Question vectors, computed from column names.
std::vector<std::vector<float>> probes(std::size_t count) {
  const StaticEmbedder model = StaticEmbedder::shipped();
  std::vector<std::vector<float>> made;
  for (std::size_t i = 0; i < count; ++i) {
    const ColumnId id(i * 7919 % large_catalog()->column_count());
    const std::string text =
        "which " + std::string(large_catalog()->column(id).name) + " of " +
        std::string(large_catalog()->table(large_catalog()->table_of(id)).name);
    made.emplace_back(model.dimensions());
    const std::string_view view = text;
    model.embed(std::span(&view, 1), made.back());
  }
  return made;
}

void generate(benchmark::State &state) {
  if (!there(state)) return;
  for (auto _ : state) benchmark::DoNotOptimize(&large_catalog());
  state.counters["databases"] = static_cast<double>(large_catalog()->database_count());
  state.counters["tables"] = static_cast<double>(large_catalog()->table_count());
  state.counters["columns"] = static_cast<double>(large_catalog()->column_count());
  report_memory(state);
}
BENCHMARK(generate)->Iterations(1)->Unit(benchmark::kSecond);

void embed_and_index(benchmark::State &state) {
  if (!there(state)) return;
  large_catalog();
  for (auto _ : state) benchmark::DoNotOptimize(&snapshot());
  report_memory(state);
}
BENCHMARK(embed_and_index)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

void search(benchmark::State &state, const VectorSnapshot &searched, const RowSet &visible) {
  const auto vectors = probes(300);
  const bool all = visible.count() == searched.live();
  std::vector<double> times, cpu_times;
  std::size_t hits = 0;
  std::size_t best = 0;
  for (auto _ : state) {
    for (const auto &vector : vectors) {
      const double start = seconds();
      const double cpu_start = thread_seconds();
      const auto found = all ? searched.search(vector, 10) : searched.search(vector, 10, visible);
      cpu_times.push_back(thread_seconds() - cpu_start);
      times.push_back(seconds() - start);
      const auto gold = snapshot().with_breadth(0).search(vector, 10, visible);
      best += gold.size();
      for (const auto &row : found) hits += row.score >= gold.back().score ? 1 : 0;
    }
  }
  state.counters["visible"] = static_cast<double>(visible.count());
  state.counters["p50_ms"] = quantile(times, 0.5) * 1e3;
  state.counters["p99_ms"] = quantile(times, 0.99) * 1e3;
  state.counters["p99_cpu_ms"] = quantile(cpu_times, 0.99) * 1e3;
  state.counters["recall"] = static_cast<double>(hits) / static_cast<double>(best);
  const auto bytes = static_cast<double>(visible.count() * searched.dimensions());
  if (searched.breadth() == 0) state.counters["GB_per_s"] = bytes / quantile(times, 0.5) / 1e9;
}

/// Masks with one in `share` rows visible.
RowSet one_in(std::size_t share) {
  Random random(share);
  return {snapshot().size(), [&](RowId) { return random.below(share) == 0; }};
}

/// A copy of the same number of bytes: the limit of memory bandwidth.
void copy_memory(benchmark::State &state) {
  if (!there(state)) return;
  const std::span<const std::int8_t> codes = snapshot().parts().front().segment->rows().codes();
  std::vector<std::int8_t> copy(codes.size());
  std::vector<double> times;
  for (auto _ : state) {
    const double start = seconds();
    std::memcpy(copy.data(), codes.data(), codes.size());
    benchmark::DoNotOptimize(copy.data());
    times.push_back(seconds() - start);
  }
  state.counters["read_GB_per_s"] = static_cast<double>(codes.size()) / quantile(times, 0.5) / 1e9;
}
BENCHMARK(copy_memory)->Iterations(50)->Unit(benchmark::kMillisecond);

void search_exactly(benchmark::State &state) {
  if (there(state)) search(state, snapshot().with_breadth(0), one_in(1));
}
BENCHMARK(search_exactly)->Iterations(1)->Unit(benchmark::kSecond);

/// A thousand new columns, with and without four threads that search continuously.
void add_columns(benchmark::State &state) {
  if (!there(state)) return;
  VectorStore store(snapshot().with_breadth(0));
  const auto vectors = probes(1000);
  std::vector<float> rows;
  for (const auto &vector : vectors) rows.insert(rows.end(), vector.begin(), vector.end());
  std::atomic<bool> done = false;
  std::atomic<std::size_t> searches = 0;
  std::vector<std::thread> readers;
  for (int r = 0; r < state.range(0); ++r) {
    readers.emplace_back([&] {
      for (std::size_t q = 0; !done; q = (q + 1) % vectors.size(), ++searches)
        benchmark::DoNotOptimize(store.snapshot()->search(vectors[q], 10));
    });
  }
  std::vector<double> times, cpu_times;
  std::size_t next = snapshot().size();
  for (auto _ : state) {
    std::vector<RowId> ids;
    for (std::size_t i = 0; i < vectors.size(); ++i) ids.emplace_back(next++);
    const double start = seconds();
    const double cpu_start = thread_seconds();
    store.add(ids, rows);
    cpu_times.push_back(thread_seconds() - cpu_start);
    times.push_back(seconds() - start);
  }
  done = true;
  for (std::thread &reader : readers) reader.join();
  state.counters["p50_ms"] = quantile(times, 0.5) * 1e3;
  state.counters["max_ms"] = quantile(times, 1) * 1e3;
  state.counters["max_cpu_ms"] = quantile(cpu_times, 1) * 1e3;
  state.counters["searches"] = static_cast<double>(searches.load());
}
BENCHMARK(add_columns)->Arg(0)->Arg(4)->Iterations(20)->Unit(benchmark::kMillisecond);

void write_and_open(benchmark::State &state) {
  if (!there(state)) return;
  const std::string path =
      (std::filesystem::temp_directory_path() / "sluice_scale_bench.segment").string();
  write_file(path, snapshot().parts().front().segment->bytes());
  for (auto _ : state) {
    benchmark::DoNotOptimize(VectorSegment::open(path, snapshot().fingerprint()));
  }
  state.counters["file_MB"] = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  std::filesystem::remove(path);
}
BENCHMARK(write_and_open)->Iterations(20)->Unit(benchmark::kMillisecond);

/// With a graph, built by one thread, which takes minutes.
const VectorSnapshot &linked() {
  static const VectorSnapshot made = snapshot().compacted({.segments = 1, .graph = HnswOptions{}});
  return made;
}

void build_graph(benchmark::State &state) {
  if (!there(state)) return;
  snapshot();
  for (auto _ : state) benchmark::DoNotOptimize(&linked());
  report_memory(state);
}
BENCHMARK(build_graph)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

void search_by_links(benchmark::State &state) {
  if (!there(state)) return;
  search(state, linked().with_breadth(static_cast<std::size_t>(state.range(0))),
         one_in(static_cast<std::size_t>(state.range(1))));
}
BENCHMARK(search_by_links)
    ->ArgNames({"breadth", "one_in"})
    ->ArgsProduct({{96, HnswIndex::default_breadth, 256}, {1}})
    ->ArgsProduct({{HnswIndex::default_breadth}, {2, 50, 1000}})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

}  // namespace
