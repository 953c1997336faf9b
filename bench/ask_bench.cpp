/// Loading and asking real schemas: a data warehouse of 1,046 tables, and Spider's 166 databases.
/// SLUICE_DATA is the folder with the benchmark data.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/schema/load.hpp"

namespace {

using namespace sluice;

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

bool there(benchmark::State &state, const std::string &path) {
  if (std::filesystem::exists(path)) return true;
  state.SkipWithError("no benchmark data; set SLUICE_DATA");
  return false;
}

double peak_megabytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void load_social_db(benchmark::State &state) {
  const std::string path = data("socialdb/tables.json.gz");
  if (!there(state, path)) return;
  for (auto _ : state) {
    Retriever retriever(Catalog::make(load(path)));
    benchmark::DoNotOptimize(retriever);
  }
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(load_social_db)->Unit(benchmark::kMillisecond);

void ask_social_db(benchmark::State &state) {
  const std::string path = data("socialdb/tables.json.gz");
  if (!there(state, path)) return;
  const Retriever retriever(Catalog::make(load(path)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(retriever.ask(
        "What is the change in female school enrollment and GDP between 2010 and 2020?"));
  }
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(ask_social_db)->Unit(benchmark::kMillisecond);

void ask_spider(benchmark::State &state) {
  const std::string path = data("spider/dev.jsonl.gz");
  if (!there(state, path)) return;
  const Retriever retriever(Catalog::make(load(data("spider/tables.json.gz"))));
  const auto questions = read_benchmark_questions(read_file(path), path, *retriever.catalog());
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(retriever.ask(questions[next].question));
    next = (next + 1) % questions.size();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(ask_spider)->Unit(benchmark::kMillisecond);

}  // namespace
