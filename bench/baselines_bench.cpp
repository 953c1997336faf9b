/// DBCopilot's table 7 and figure 5 for every row of its tables that needs no language model, and
/// for our systems: the time to build a system, its size on disk and in memory, its speed, and its
/// mean average precision by database size. The time is that of building, including training. Only
/// the ranker has been trained on questions written by people.
///
/// SLUICE_DATA: the benchmark data. SLUICE_BASELINE_QUESTIONS: "spider" (the default), "spider_syn"
/// or another of its folders with a dev.jsonl.gz.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/schema/load.hpp"

namespace {

using namespace sluice;

std::string setting(const char *name, const std::string &otherwise) {
  const char *chosen = std::getenv(name);
  return chosen != nullptr ? chosen : otherwise;
}

struct Benchmark {
  std::shared_ptr<const Catalog> catalog;
  std::vector<BenchmarkQuestion> questions;
};

const Benchmark &benchmark_data() {
  static const Benchmark made = [] {
    const std::string folder = setting("SLUICE_DATA", SLUICE_DATA);
    const std::string path =
        folder + "/" + setting("SLUICE_BASELINE_QUESTIONS", "spider") + "/dev.jsonl.gz";
    Benchmark data{Catalog::make(load(folder + "/spider/tables.json.gz")), {}};
    data.questions = read_benchmark_questions(read_file(path), path, *data.catalog);
    return data;
  }();
  return made;
}

double megabytes(std::size_t bytes) { return static_cast<double>(bytes) / 1e6; }

std::size_t heap_in_use() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

void count(benchmark::State &state, const RetrievalReport &report, const Catalog &catalog) {
  const auto curve = [&state](const std::string &name, const std::vector<RecallAt> &recall) {
    for (const RecallAt &at : recall) {
      state.counters[name + std::to_string(at.cut)] = 100 * at.share;
    }
  };
  curve("dR@", report.database_recall);
  curve("tR@", report.table_recall);
  state.counters["mAP"] = 100 * report.mean_average_precision;
  for (const SizePrecision &size : precision_by_size(report, catalog)) {
    state.counters["mAP of " + std::to_string(size.least) + "+ tables"] = 100 * size.precision;
  }
  state.counters["disk MB"] = megabytes(report.disk_bytes);
  state.counters["questions/s"] = report.questions_per_second();
}

/// `vectors`: whether to compare vectors if the system could also compare words.
void row(benchmark::State &state, const char *system, bool vectors = false) {
  const Benchmark &data = benchmark_data();
  for (auto _ : state) {
    const std::size_t before = heap_in_use();
    const auto start = std::chrono::steady_clock::now();
    // Data that only this system needs, such as synthetic questions, is freed with the temporary.
    const auto made =
        RankingSystems(data.catalog, vectors ? default_embedder() : std::nullopt).make(system);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(spent.count());
    state.counters["memory MB"] = megabytes(heap_in_use() - before);
    count(state, evaluate_retrieval(*made, data.questions, ProbeField::question), *data.catalog);
  }
}

#define ROW(name, ...) \
  BENCHMARK_CAPTURE(row, name, __VA_ARGS__) \
      ->Iterations(1) \
      ->UseManualTime() \
      ->Unit(benchmark::kSecond)
ROW(bm25, "bm25-mean");
ROW(bm25_max, "bm25-max");
ROW(bm25_tuned, "bm25-tuned");
ROW(table_encoder, "table-encoder");
ROW(crush_words, "crush");
ROW(crush_vectors, "crush", true);
ROW(beam, "beam");
ROW(zero_shot, "zero-shot");
ROW(ranker, "ranker");

}  // namespace
