/// Exact search against a graph, by number of vectors: the table in docs/scaling.md, which says
/// from which size AdaptiveIndex uses a graph. Vectors have 128 numbers, like those of the built-in
/// table, or 384, like those of a small encoder, and are clustered like the columns of a large
/// catalog. Times are processor time of one thread, which excludes other programs on the machine.
///
/// A hit is a row whose score is at least that of the exact tenth (or hundredth) row.
/// SLUICE_VECTORS limits the number of vectors: a graph over a million takes minutes to build.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <span>
#include <utility>
#include <vector>

#include "clustered_vectors.hpp"
#include "sluice/index/hnsw_index.hpp"
#include "sluice/index/quantized_index.hpp"

namespace {

using namespace sluice;

constexpr std::size_t queries = 200;

std::size_t max_vectors() {
  const char *chosen = std::getenv("SLUICE_VECTORS");
  return chosen == nullptr ? 1'000'000 : std::strtoull(chosen, nullptr, 10);
}

double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

QuantizedRows rows_of(const bench::ClusteredVectors &vectors, std::size_t count) {
  RowQuantizer quantizer(vectors.dimensions());
  std::vector<float> row(vectors.dimensions());
  for (std::size_t r = 0; r < count; ++r) {
    vectors.row(r, row);
    quantizer.add(row);
  }
  return quantizer.finish();
}

std::size_t bytes_of(const HnswGraph &graph) {
  const HnswGraph::Parts &parts = graph.parts();
  return parts.upper.size_bytes() + parts.upper_links.size_bytes() + parts.row_links.size_bytes();
}

struct Searches {
  double exact_ms = 0;
  double graph_ms = 0;
  double recall = 0;
};

Searches search(const bench::ClusteredVectors &vectors, const QuantizedIndex &exact,
                const HnswIndex &graph, std::size_t k) {
  std::vector<double> exact_times, graph_times;
  std::vector<float> query(vectors.dimensions());
  std::size_t hits = 0;
  for (std::size_t q = 0; q < queries; ++q) {
    vectors.query(q, exact.size(), query);
    const double start = thread_seconds();
    const auto gold = exact.search(query, k);
    const double between = thread_seconds();
    const auto found = graph.search(query, k);
    graph_times.push_back(thread_seconds() - between);
    exact_times.push_back(between - start);
    for (const auto &row : found) hits += row.score >= gold.back().score ? 1 : 0;
  }
  return {median(exact_times) * 1e3, median(graph_times) * 1e3,
          static_cast<double>(hits) / static_cast<double>(queries * k)};
}

void exact_against_graph(benchmark::State &state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  if (count > max_vectors()) {
    state.SkipWithError("more vectors than SLUICE_VECTORS");
    return;
  }
  const bench::ClusteredVectors vectors(static_cast<std::size_t>(state.range(1)), 1);
  const QuantizedIndex exact(rows_of(vectors, count));
  for (auto _ : state) {
    const double start = thread_seconds();
    const HnswIndex graph(exact.rows());
    state.counters["build_s"] = thread_seconds() - start;
    const Searches ten = search(vectors, exact, graph, 10);
    const Searches hundred = search(vectors, exact, graph, 100);
    state.counters["exact_ms"] = ten.exact_ms;
    state.counters["graph_ms"] = ten.graph_ms;
    state.counters["graph_ms_100"] = hundred.graph_ms;
    state.counters["recall_10"] = ten.recall;
    state.counters["recall_100"] = hundred.recall;
    state.counters["vectors_MB"] =
        static_cast<double>(exact.rows().codes().size() + exact.rows().scales().size_bytes()) / 1e6;
    state.counters["graph_MB"] = static_cast<double>(bytes_of(graph.graph())) / 1e6;
  }
}
BENCHMARK(exact_against_graph)
    ->ArgNames({"vectors", "numbers"})
    ->ArgsProduct({{10'000, 30'000, 100'000, 300'000, 1'000'000}, {128, 384}})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

}  // namespace
