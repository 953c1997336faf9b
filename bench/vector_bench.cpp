/// A million vectors of 128 numbers: building, writing, opening, exact and graph search, with
/// masks, and adding while others read. For comparison, the same run measures a copy, the limit of
/// memory, and the same search in 32-bit floats.
///
/// p50 and p99 are wall time; p99_cpu is the thread's processor time, which excludes other programs
/// on the machine. A hit is a row whose score is at least that of the exact tenth row.
/// SLUICE_VECTORS: another number of vectors; SLUICE_VECTOR_FILE: file that keeps the segment with
/// the graph between runs (building it takes minutes).

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "clustered_vectors.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/index/hnsw_index.hpp"
#include "sluice/index/quantized_index.hpp"
#include "sluice/index/vector_segment.hpp"
#include "sluice/index/vector_store.hpp"

namespace {

using namespace sluice;

constexpr std::size_t dimensions = 128;
constexpr std::size_t queries = 500;
constexpr std::uint64_t embedder = 1;

std::size_t vector_count() {
  const char *chosen = std::getenv("SLUICE_VECTORS");
  return chosen == nullptr ? 1'000'000 : std::strtoull(chosen, nullptr, 10);
}

const bench::ClusteredVectors &vectors() {
  static const bench::ClusteredVectors made(dimensions, 1);
  return made;
}

QuantizedRows quantized(std::size_t count) {
  RowQuantizer quantizer(dimensions);
  std::vector<float> row(dimensions);
  for (std::size_t r = 0; r < count; ++r) {
    vectors().row(r, row);
    quantizer.add(row);
  }
  return quantizer.finish();
}

const QuantizedIndex &exact() {
  static const QuantizedIndex index(quantized(vector_count()));
  return index;
}

std::span<const float> query(std::size_t number) {
  static const std::vector<float> all = [] {
    std::vector<float> made(queries * dimensions);
    for (std::size_t q = 0; q < queries; ++q) {
      vectors().query(q, vector_count(), std::span(made).subspan(q * dimensions, dimensions));
    }
    return made;
  }();
  return std::span(all).subspan(number % queries * dimensions, dimensions);
}

std::string segment_path() {
  if (const char *chosen = std::getenv("SLUICE_VECTOR_FILE")) return chosen;
  return (std::filesystem::temp_directory_path() / "sluice_vector_bench.segment").string();
}

std::vector<RowId> ids_from(std::size_t first, std::size_t count) {
  std::vector<RowId> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back(RowId(first + i));
  return ids;
}

/// Returns the segment with its graph; builds it if the file does not exist.
std::shared_ptr<const VectorSegment> segment() {
  static const std::shared_ptr<const VectorSegment> opened = [] {
    if (!std::filesystem::exists(segment_path())) {
      const QuantizedRows &rows = exact().rows();
      write_file(
          segment_path(),
          VectorSegment(rows, ids_from(0, rows.size()), embedder, HnswGraph::build(rows)).bytes());
    }
    return VectorSegment::open(segment_path(), embedder);
  }();
  return opened;
}

double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Times of single calls.
class Laps {
 public:
  template <class Call>
  void time(Call call) {
    const double wall = seconds();
    const double cpu = thread_seconds();
    call();
    cpu_.push_back(thread_seconds() - cpu);
    wall_.push_back(seconds() - wall);
  }

  void report(benchmark::State &state) {
    state.counters["p50_ms"] = quantile(wall_, 0.5) * 1e3;
    state.counters["p99_ms"] = quantile(wall_, 0.99) * 1e3;
    state.counters["p99_cpu_ms"] = quantile(cpu_, 0.99) * 1e3;
  }
  double median() { return quantile(wall_, 0.5); }

 private:
  static double quantile(std::vector<double> &times, double share) {
    std::sort(times.begin(), times.end());
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  }

  std::vector<double> wall_;
  std::vector<double> cpu_;
};

double resident_megabytes() {
  std::ifstream status("/proc/self/statm");
  std::size_t pages = 0;
  status >> pages >> pages;
  return static_cast<double>(pages) * 4096 / 1e6;
}

double peak_megabytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

void report_rate(benchmark::State &state, Laps &laps, double bytes) {
  laps.report(state);
  state.counters["GB_per_s"] = bytes / laps.median() / 1e9;
}

void copy_memory(benchmark::State &state) {
  const auto codes = exact().rows().codes();
  std::vector<std::int8_t> copy(codes.size());
  Laps laps;
  for (auto _ : state) {
    laps.time([&] { std::memcpy(copy.data(), codes.data(), codes.size()); });
    benchmark::DoNotOptimize(copy.data());
  }
  report_rate(state, laps, static_cast<double>(codes.size()));
}
BENCHMARK(copy_memory)->Iterations(100)->Unit(benchmark::kMillisecond);

void search_exactly(benchmark::State &state, const char *kernels) {
  QuantizedIndex index = exact();
  try {
    if (*kernels != '\0') index = index.on(kernels);
  } catch (const Error &error) {
    state.SkipWithError(error.what());
    return;
  }
  Laps laps;
  std::size_t q = 0;
  for (auto _ : state) laps.time([&] { benchmark::DoNotOptimize(index.search(query(q++), 10)); });
  const auto bytes = static_cast<double>(index.size() * (index.rows().stride() + sizeof(float)));
  report_rate(state, laps, bytes);
  state.counters["resident_MB"] = resident_megabytes();
}
BENCHMARK_CAPTURE(search_exactly, plain, "plain")->Iterations(50)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_exactly, avx2, "avx2")->Iterations(300)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_exactly, avx512, "avx512")->Iterations(300)->Unit(benchmark::kMillisecond);

/// One row in `state.range(0)` of 10,000 is visible.
RowSet mask(std::int64_t visible) {
  Random random(static_cast<std::uint64_t>(visible));
  return RowSet(exact().size(),
                [&](RowId) { return random.below(10'000) < static_cast<std::uint64_t>(visible); });
}

void search_masked_exactly(benchmark::State &state) {
  const RowSet visible = mask(state.range(0));
  Laps laps;
  std::size_t q = 0;
  for (auto _ : state) {
    laps.time([&] { benchmark::DoNotOptimize(exact().search(query(q++), 10, visible)); });
  }
  laps.report(state);
}
BENCHMARK(search_masked_exactly)
    ->Arg(5000)
    ->Arg(200)
    ->Arg(10)
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);

void search_by_links(benchmark::State &state) {
  const RowSet visible = mask(state.range(0));
  const bool masked = visible.count() < visible.bound();
  const auto with_graph = segment();
  const HnswIndex index(with_graph->rows(), *with_graph->graph());
  Laps laps;
  std::size_t q = 0;
  std::size_t hits = 0;
  std::vector<Scored<RowId>> found;
  const auto search = [&] {
    found = masked ? index.search(query(q), 10, visible) : index.search(query(q), 10);
  };
  for (std::size_t i = 0; i < queries; ++i, ++q) search();  // all blocks have been checked
  for (auto _ : state) {
    laps.time(search);
    state.PauseTiming();
    const auto gold = exact().search(query(q++), 10, visible);
    hits +=
        static_cast<std::size_t>(std::count_if(found.begin(), found.end(), [&](const auto &row) {
          return row.score >= gold.back().score;
        }));
    state.ResumeTiming();
  }
  laps.report(state);
  state.counters["recall"] = static_cast<double>(hits) / static_cast<double>(q - queries) / 10;
  state.counters["resident_MB"] = resident_megabytes();
}
BENCHMARK(search_by_links)
    ->Arg(10'000)
    ->Arg(5000)
    ->Arg(200)
    ->Arg(10)
    ->Iterations(queries)
    ->Unit(benchmark::kMillisecond);

void open_file(benchmark::State &state) {
  segment();
  Laps laps;
  for (auto _ : state) {
    laps.time([&] { benchmark::DoNotOptimize(VectorSegment::open(segment_path(), embedder)); });
  }
  laps.report(state);
  state.counters["file_MB"] = static_cast<double>(std::filesystem::file_size(segment_path())) / 1e6;
}
BENCHMARK(open_file)->Iterations(100)->Unit(benchmark::kMillisecond);

/// The first search after opening also checks every block.
void open_and_search_exactly(benchmark::State &state) {
  segment();
  Laps laps;
  for (auto _ : state) {
    const auto opened = VectorSegment::open(segment_path(), embedder);
    const QuantizedIndex index(opened->rows());
    laps.time([&] { benchmark::DoNotOptimize(index.search(query(0), 10)); });
  }
  laps.report(state);
}
BENCHMARK(open_and_search_exactly)->Iterations(20)->Unit(benchmark::kMillisecond);

/// Adds 1,000 rows to the others while four threads search.
void add_while_others_read(benchmark::State &state) {
  VectorStore store(VectorSnapshot(dimensions, embedder, {{segment(), nullptr}}));
  std::atomic<bool> done = false;
  std::vector<std::thread> readers;
  for (std::size_t r = 0; r < 4; ++r) {
    readers.emplace_back([&, r] {
      for (std::size_t q = r; !done; q += 4) {
        benchmark::DoNotOptimize(store.snapshot()->search(query(q), 10));
      }
    });
  }
  std::vector<float> added(1000 * dimensions);
  std::size_t first = vector_count();
  Laps laps;
  for (auto _ : state) {
    for (std::size_t i = 0; i < 1000; ++i) {
      vectors().row(first + i, std::span(added).subspan(i * dimensions, dimensions));
    }
    const std::vector<RowId> ids = ids_from(first, 1000);
    laps.time([&] { store.add(ids, added); });
    first += 1000;
  }
  done = true;
  for (std::thread &reader : readers) reader.join();
  laps.report(state);
}
BENCHMARK(add_while_others_read)->Iterations(30)->Unit(benchmark::kMillisecond);

/// Quantizes 32-bit vectors to 8 bits, as for an index.
void quantize_rows(benchmark::State &state) {
  constexpr std::size_t rows = 10'000;
  std::vector<float> numbers(rows * dimensions);
  for (std::size_t r = 0; r < rows; ++r) {
    vectors().row(r, std::span(numbers).subspan(r * dimensions, dimensions));
  }
  for (auto _ : state) benchmark::DoNotOptimize(QuantizedRows(numbers, dimensions));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows));
}
BENCHMARK(quantize_rows)->Unit(benchmark::kMillisecond);

/// A tenth of the rows, by one thread.
void build_graph(benchmark::State &state) {
  const QuantizedRows rows = quantized(vector_count() / 10);
  for (auto _ : state) benchmark::DoNotOptimize(HnswGraph::build(rows));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows.size()));
}
BENCHMARK(build_graph)->Iterations(1)->Unit(benchmark::kSecond);

/// The accuracy loss of 8 bits: hits among the best ten of the same vectors in 32 bits, for a
/// quantized query and one that is not. It is last, because of the memory of the reference.
void search_in_floats(benchmark::State &state) {
  const std::size_t count = vector_count();
  std::vector<float> numbers(count * dimensions);
  for (std::size_t r = 0; r < count; ++r) {
    vectors().row(r, std::span(numbers).subspan(r * dimensions, dimensions));
  }
  const ExactIndex peer(std::move(numbers), dimensions);
  const QuantizedRows &rows = exact().rows();
  Laps laps;
  std::size_t q = 0;
  std::size_t hits = 0;
  std::size_t hits_of_wide_query = 0;
  std::vector<Scored<RowId>> gold;
  std::vector<float> cosines(count);
  for (auto _ : state) {
    laps.time([&] { gold = peer.search(query(q), 10, [](RowId) { return true; }); });
    state.PauseTiming();
    peer.similarities(query(q), cosines);
    for (const auto &row : exact().search(query(q), 10)) {
      hits += cosines[row.id.index()] >= gold.back().score ? 1 : 0;
    }
    TopK<RowId> wide(10);
    for (std::size_t r = 0; r < count; ++r) {
      float dot = 0;
      for (std::size_t i = 0; i < dimensions; ++i) {
        dot += query(q)[i] * static_cast<float>(rows.codes()[r * rows.stride() + i]);
      }
      wide.offer(RowId(r), dot * rows.scales()[r]);
    }
    for (const auto &row : wide.take()) {
      hits_of_wide_query += cosines[row.id.index()] >= gold.back().score ? 1 : 0;
    }
    ++q;
    state.ResumeTiming();
  }
  report_rate(state, laps, static_cast<double>(count * dimensions * sizeof(float)));
  state.counters["recall_8_bit_query"] = static_cast<double>(hits) / static_cast<double>(q) / 10;
  state.counters["recall_wide_query"] =
      static_cast<double>(hits_of_wide_query) / static_cast<double>(q) / 10;
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(search_in_floats)->Iterations(30)->Unit(benchmark::kMillisecond);

}  // namespace
