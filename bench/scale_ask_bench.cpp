/// Asking 10,000 databases: writes an index folder of the large catalog, opens it and asks Spider's
/// dev questions, whose databases are in the catalog together with thousands of variations of them.
/// SLUICE_DATA and SLUICE_COLUMNS are as in scale_bench.cpp; SLUICE_EVERY: ask every n-th question
/// (10 by default).

#include <benchmark/benchmark.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "large_catalog.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/pipeline/retriever.hpp"

namespace {

using namespace sluice;
using bench::quantile;
using bench::seconds;

std::size_t every() {
  const char *chosen = std::getenv("SLUICE_EVERY");
  return chosen == nullptr ? 10 : std::max<std::size_t>(1, std::strtoull(chosen, nullptr, 10));
}

void report_memory(benchmark::State &state) {
  state.counters["resident_MB"] = bench::resident_megabytes();
  state.counters["anonymous_MB"] = bench::anonymous_megabytes();
  state.counters["peak_MB"] = bench::peak_megabytes();
}

/// The folder, which exists as long as the program runs.
const std::string &folder() {
  struct Folder {
    std::string path = (std::filesystem::temp_directory_path() /
                        ("sluice_scale_ask_" + std::to_string(::getpid())))
                           .string();
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };
  static const Folder made;
  return made.path;
}

void write_folder(benchmark::State &state) {
  if (!bench::there(state)) return;
  // In a separate process, so that its memory does not affect later measurements.
  const std::string &path = folder();
  for (auto _ : state) {
    if (const pid_t child = ::fork(); child == 0) {
      write_index_folder(path, bench::large_catalog(), {.threads = 2});
      ::_exit(0);
    } else {
      int status = 0;
      ::waitpid(child, &status, 0);
      if (status != 0) state.SkipWithError("the folder could not be written");
    }
  }
  double bytes = 0;
  for (const auto &entry : std::filesystem::directory_iterator(path))
    bytes += static_cast<double>(entry.file_size());
  state.counters["folder_MB"] = bytes / 1e6;
}
BENCHMARK(write_folder)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

const OpenIndex &index() {
  static const OpenIndex opened = open_index_folder(folder());
  return opened;
}

void open_folder(benchmark::State &state) {
  if (!bench::there(state)) return;
  for (auto _ : state) benchmark::DoNotOptimize(&index());
  report_memory(state);
}
BENCHMARK(open_folder)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

const Retriever &retriever() {
  static const Retriever made(index().catalog, index().lexical, index().vectors.get());
  return made;
}

void make_retriever(benchmark::State &state) {
  if (!bench::there(state)) return;
  for (auto _ : state) benchmark::DoNotOptimize(&retriever());
  report_memory(state);
}
BENCHMARK(make_retriever)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

void ask(benchmark::State &state) {
  if (!bench::there(state)) return;
  const std::string path = bench::data("spider/dev.jsonl.gz");
  const auto questions = read_benchmark_questions(read_file(path), path, *index().catalog);
  std::vector<double> times, cpu_times;
  double first = 0;
  double among_five = 0;
  for (auto _ : state) {
    for (std::size_t q = 0; q < questions.size(); q += every()) {
      const double start = seconds();
      const double cpu_start = bench::thread_seconds();
      const Answer answer = retriever().ask(questions[q].question);
      cpu_times.push_back(bench::thread_seconds() - cpu_start);
      times.push_back(seconds() - start);
      for (std::size_t d = 0; d < std::min<std::size_t>(5, answer.databases.size()); ++d) {
        if (answer.databases[d].id != questions[q].database) continue;
        first += d == 0 ? 1 : 0;
        among_five += 1;
      }
    }
  }
  const auto asked = static_cast<double>(times.size());
  state.counters["questions"] = asked;
  state.counters["recall@1"] = first / asked;
  state.counters["recall@5"] = among_five / asked;
  state.counters["p50_ms"] = quantile(times, 0.5) * 1e3;
  state.counters["p99_ms"] = quantile(times, 0.99) * 1e3;
  state.counters["p99_cpu_ms"] = quantile(cpu_times, 0.99) * 1e3;
  report_memory(state);
}
BENCHMARK(ask)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
