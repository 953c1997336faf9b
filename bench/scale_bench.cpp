/// A catalog of 10,000 databases, 100,000 tables and a million columns: generated from Spider's
/// schemas, embedded by the built-in table on two threads, indexed, written, opened and searched.
/// The folder with the benchmark data is taken from SLUICE_DATA; SLUICE_COLUMNS: another number of
/// columns, with databases and tables in proportion.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "catalog_generator.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "sluice/index/quantised_index.hpp"
#include "sluice/index/vector_segment.hpp"
#include "sluice/index/vector_snapshot.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/schema/load.hpp"

namespace {

using namespace sluice;

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

std::size_t column_count() {
  const char *chosen = std::getenv("SLUICE_COLUMNS");
  return chosen == nullptr ? 1'000'000 : std::strtoull(chosen, nullptr, 10);
}

const Databases &pack() {
  static const Databases loaded = load(data("spider/tables.json.gz"));
  return loaded;
}

bench::CatalogScale scale() {
  return {
      .databases = column_count() / 100, .tables = column_count() / 10, .columns = column_count()};
}

bool there(benchmark::State &state) {
  if (std::filesystem::exists(data("spider/tables.json.gz"))) return true;
  state.SkipWithError("no benchmark data; set SLUICE_DATA");
  return false;
}

const std::shared_ptr<const Catalog> &catalog() {
  static const auto made = Catalog::make(bench::generate_catalog(pack(), scale()));
  return made;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What this thread ran: on a shared machine, wall time counts others' time slices too.
double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double peak_megabytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

double resident_megabytes() {
  std::ifstream status("/proc/self/statm");
  std::size_t pages = 0;
  status >> pages >> pages;
  return static_cast<double>(pages) * 4096 / 1e6;
}

/// Rows of the texts, in parts on `threads` threads: the same rows whatever their number.
std::vector<VectorSnapshot::Part> embed(const std::vector<std::string> &texts,
                                        const StaticEmbedder &model, std::size_t threads) {
  constexpr std::size_t part_size = 262'144;
  constexpr std::size_t batch = 1024;
  std::vector<VectorSnapshot::Part> parts((texts.size() + part_size - 1) / part_size);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    std::vector<float> vectors(batch * model.dimensions());
    for (std::size_t p = next++; p < parts.size(); p = next++) {
      RowQuantiser rows(model.dimensions());
      std::vector<RowId> ids;
      const std::size_t end = std::min(texts.size(), (p + 1) * part_size);
      for (std::size_t first = p * part_size; first < end; first += batch) {
        const std::size_t count = std::min(batch, end - first);
        const std::vector<std::string_view> views(
            texts.begin() + static_cast<std::ptrdiff_t>(first),
            texts.begin() + static_cast<std::ptrdiff_t>(first + count));
        const std::span<float> room = std::span(vectors).first(count * model.dimensions());
        model.embed(views, room);
        rows.add(room);
        for (std::size_t i = 0; i < count; ++i) ids.push_back(RowId(first + i));
      }
      parts[p].segment =
          std::make_shared<const VectorSegment>(rows.finish(), std::move(ids), model.fingerprint());
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work);
  work();
  others.clear();
  return parts;
}

const VectorSnapshot &snapshot() {
  static const VectorSnapshot made = [] {
    const StaticEmbedder model = StaticEmbedder::builtin();
    return VectorSnapshot(model.dimensions(), model.fingerprint(),
                          embed(column_texts(*catalog()), model, 2))
        .compacted({});
  }();
  return made;
}

/// Questions' vectors, made of columns' names.
std::vector<std::vector<float>> probes(std::size_t count) {
  const StaticEmbedder model = StaticEmbedder::builtin();
  std::vector<std::vector<float>> made;
  for (std::size_t i = 0; i < count; ++i) {
    const ColumnId id(i * 7919 % catalog()->column_count());
    const std::string text = "which " + std::string(catalog()->column(id).name) + " of " +
                             std::string(catalog()->table(catalog()->table_of(id)).name);
    made.emplace_back(model.dimensions());
    const std::string_view view = text;
    model.embed(std::span(&view, 1), made.back());
  }
  return made;
}

void generate(benchmark::State &state) {
  if (!there(state)) return;
  for (auto _ : state) benchmark::DoNotOptimize(catalog());
  state.counters["databases"] = static_cast<double>(catalog()->database_count());
  state.counters["tables"] = static_cast<double>(catalog()->table_count());
  state.counters["columns"] = static_cast<double>(catalog()->column_count());
  state.counters["resident_MB"] = resident_megabytes();
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(generate)->Iterations(1)->Unit(benchmark::kSecond);

void embed_and_index(benchmark::State &state) {
  if (!there(state)) return;
  catalog();
  for (auto _ : state) benchmark::DoNotOptimize(snapshot());
  state.counters["resident_MB"] = resident_megabytes();
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(embed_and_index)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

void search(benchmark::State &state, const VectorSnapshot &searched) {
  const auto vectors = probes(300);
  std::vector<double> times;
  std::vector<double> cpu_times;
  std::size_t hits = 0;
  for (auto _ : state) {
    for (const auto &vector : vectors) {
      const double start = seconds();
      const double cpu_start = thread_seconds();
      const auto found = searched.search(vector, 10);
      cpu_times.push_back(thread_seconds() - cpu_start);
      times.push_back(seconds() - start);
      const auto gold = snapshot().searched_by(0).search(vector, 10);
      hits +=
          static_cast<std::size_t>(std::count_if(found.begin(), found.end(), [&](const auto &row) {
            return row.score >= gold.back().score;
          }));
    }
  }
  std::sort(times.begin(), times.end());
  std::sort(cpu_times.begin(), cpu_times.end());
  state.counters["p50_ms"] = times[times.size() / 2] * 1e3;
  state.counters["p99_ms"] = times[times.size() * 99 / 100] * 1e3;
  state.counters["p99_cpu_ms"] = cpu_times[cpu_times.size() * 99 / 100] * 1e3;
  state.counters["recall"] = static_cast<double>(hits) / static_cast<double>(times.size()) / 10;
}

void search_exactly(benchmark::State &state) {
  if (there(state)) search(state, snapshot().searched_by(0));
}
BENCHMARK(search_exactly)->Iterations(1)->Unit(benchmark::kSecond);

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

/// With a graph, made by one thread: minutes.
const VectorSnapshot &linked() {
  static const VectorSnapshot made = snapshot().compacted({.segments = 1, .graph = HnswOptions{}});
  return made;
}

void build_graph(benchmark::State &state) {
  if (!there(state)) return;
  snapshot();
  for (auto _ : state) benchmark::DoNotOptimize(linked());
  state.counters["resident_MB"] = resident_megabytes();
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(build_graph)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

void search_by_links(benchmark::State &state) {
  if (!there(state)) return;
  search(state, linked().searched_by(static_cast<std::size_t>(state.range(0))));
}
BENCHMARK(search_by_links)
    ->Arg(96)
    ->Arg(HnswIndex::default_breadth)
    ->Arg(256)
    ->Arg(384)
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

}  // namespace
