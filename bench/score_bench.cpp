/// Execution match over Spider dev, compared to a bare loop that only prepares and steps the same
/// statements on the same images with the same number of threads. Needs the benchmark data;
/// `--benchmark_filter=dail` for one system.

#include <benchmark/benchmark.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "judge/repairs.hpp"
#include "sluice/core/file.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/judge/execution.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;
const fs::path data = SLUICE_DATA;

EvaluationItems items_of(const std::string &system) {
  return read_evaluation_items(
      {"gold", read_file((data / "spider/dev_gold.sql").string())},
      {system, read_file((data / "predictions/spider_dev" / (system + ".sql.gz")).string())});
}

SqliteFolder source() { return SqliteFolder((data / "spider/databases/dev").string()); }

void score(benchmark::State &state, const std::string &system) {
  const EvaluationItems read = items_of(system);
  ExecutionOptions options;
  options.jobs = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(score_execution(read.items, source(), options).verdicts.data());
  }
}

/// The distinct statements per database, gold ones and predictions.
using Statements = std::map<std::string, std::set<std::string>>;

void step_through(const Statements &statements, std::size_t threads) {
  std::vector<const Statements::value_type *> work;
  for (const auto &entry : statements) work.push_back(&entry);
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) {
    running.emplace_back([&] {
      for (std::size_t at = 0; (at = next++) < work.size();) {
        const auto image = SqliteImage::load(source().files(work[at]->first).front());
        SqliteSession session(image);
        for (const std::string &sql : work[at]->second) {
          benchmark::DoNotOptimize(session.run(sql, [](Row) { return true; }).rows);
        }
      }
    });
  }
  for (std::thread &thread : running) thread.join();
}

void bare_loop(benchmark::State &state, const std::string &system) {
  Statements statements;
  for (const EvaluationItem &item : items_of(system).items) {
    auto &of_database = statements[item.database_id];
    for (const std::string &sql : {item.golds.front(), without_placeholder(item.predicted)}) {
      of_database.insert(without_distinct(close_operators(sql)));
    }
  }
  for (auto _ : state) step_through(statements, static_cast<std::size_t>(state.range(0)));
}

void plug_values(benchmark::State &state, const std::string &system) {
  const EvaluationItems read = items_of(system);
  ExecutionOptions options;
  options.jobs = static_cast<std::size_t>(state.range(0));
  options.plug_values = true;
  for (auto _ : state) {
    benchmark::DoNotOptimize(score_execution(read.items, source(), options).verdicts.data());
  }
}

const bool registered = [] {
  for (const char *system : {"dail_gpt4", "graphix_t5_3b_picard", "submission_08"}) {
    const std::string name = system;
    const auto add = [&](const std::string &kind, auto function) {
      benchmark::RegisterBenchmark((name + "/" + kind).c_str(), function, name)
          ->Arg(1)
          ->Arg(2)
          ->UseRealTime()
          ->MeasureProcessCPUTime()
          ->Unit(benchmark::kMillisecond);
    };
    add("score", score);
    add("bare_loop", bare_loop);
    add("plug_values", plug_values);
  }
  return true;
}();

}  // namespace
}  // namespace sluice
