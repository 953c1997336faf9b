/// DBCopilot's table 6 and figure 6 for the beam router: the effect of depth-first serialization,
/// synthetic questions, constrained decoding and diverse beams, and of the amount of data. Each row
/// is one training and one evaluation; its counters are percentages, and its time is that of
/// training.
///
/// SLUICE_DATA: the benchmark data. SLUICE_BEAM_QUESTIONS: "train" (the default: questions about a
/// fifth of the train databases, which the question generator is then not trained on; all options
/// were tuned on these) or the folder of a dev set, "spider" or "spider_syn". SLUICE_BEAM_PAIRS:
/// number of synthetic questions (10,000 by default; 100,000, as in the paper, for the final
/// figures).

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/beam/synthetic_pairs.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/train/beam_training.hpp"

namespace {

using namespace sluice;

std::string setting(const char *name, const std::string &otherwise) {
  const char *chosen = std::getenv(name);
  return chosen != nullptr ? chosen : otherwise;
}

/// Questions to train the question generator, questions to evaluate, and the catalog of both.
struct Benchmark {
  std::shared_ptr<const JoinGraphs> graphs;
  std::vector<RoutingPair> pairs;
  std::vector<BenchmarkQuestion> questions;
  AnyEmbedder words = *default_embedder();

  const Catalog &catalog() const { return graphs->catalog(); }
};

RoutingPair pair_of(const BenchmarkQuestion &question) {
  return {question.question, {{question.database, question.tables}, question.columns}};
}

const Benchmark &benchmark_data() {
  static const Benchmark made = [] {
    Benchmark data;
    const std::string folder = setting("SLUICE_DATA", SLUICE_DATA);
    data.graphs =
        std::make_shared<JoinGraphs>(Catalog::make(load(folder + "/spider/tables.json.gz")));
    const auto read = [&](const std::string &path) {
      return read_benchmark_questions(read_file(path), path, data.catalog());
    };
    const std::string questions = setting("SLUICE_BEAM_QUESTIONS", "train");
    const bool on_train = questions == "train";
    for (const BenchmarkQuestion &question : read(folder + "/spider/train.jsonl.gz")) {
      if (on_train && question.database.index() % 5 == 0) {
        data.questions.push_back(question);
      } else {
        data.pairs.push_back(pair_of(question));
      }
    }
    if (!on_train) data.questions = read(folder + "/" + questions + "/dev.jsonl.gz");
    return data;
  }();
  return made;
}

class BeamSystem final : public RankingSystem {
 public:
  BeamSystem(const BeamRouter &router, BeamOptions options) : router_(router), options_(options) {}
  Ranking rank(const RankingQuery &query) const override {
    const BeamRoutes routes = router_.route(query.question, nullptr, options_);
    Ranking ranking;
    for (const auto &database : routes.databases) ranking.databases.push_back(database.id);
    for (const auto &table : routes.tables) ranking.tables.push_back(table.id);
    return ranking;
  }

 private:
  const BeamRouter &router_;
  BeamOptions options_;
};

double percent(const std::vector<RecallAt> &recall, std::size_t cut) {
  for (const RecallAt &at : recall) {
    if (at.cut == cut) return 100 * at.share;
  }
  return 0;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(benchmark::State &state, const RankingSystem &system) {
  const RetrievalReport report =
      evaluate_retrieval(system, benchmark_data().questions, ProbeField::question);
  state.counters["dR@1"] = percent(report.database_recall, 1);
  state.counters["dR@5"] = percent(report.database_recall, 5);
  state.counters["tR@5"] = percent(report.table_recall, 5);
  state.counters["tR@15"] = percent(report.table_recall, 15);
  state.counters["mAP"] = 100 * report.mean_average_precision;
  state.counters["questions"] = static_cast<double>(report.questions);
  state.counters["questions/s"] = report.questions_per_second();
}

void measure(benchmark::State &state, const BeamRouter &router, const BeamOptions &options = {}) {
  measure(state, BeamSystem(router, options));
}

std::vector<RoutingPair> first_synthetic_pairs(std::size_t count) {
  const Benchmark &data = benchmark_data();
  return synthesize_pairs(*data.graphs, data.pairs, count, 1);
}

std::size_t whole() { return std::stoul(setting("SLUICE_BEAM_PAIRS", "10000")); }

BeamTrainingOptions training(BeamDecoding decoding = BeamDecoding::graph) {
  BeamTrainingOptions options;
  options.decoding = decoding;
  options.threads = 2;
  return options;
}

BeamRouter train(benchmark::State &state, const std::vector<RoutingPair> &pairs,
                 const BeamTrainingOptions &options) {
  const Benchmark &data = benchmark_data();
  const auto start = std::chrono::steady_clock::now();
  BeamRouter router = train_beam_router(data.graphs, data.words, pairs, options);
  state.SetIterationTime(seconds_since(start));
  return router;
}

void row(benchmark::State &state, BeamDecoding decoding, std::size_t pairs,
         const BeamOptions &options = {}) {
  for (auto _ : state) {
    measure(state, train(state, first_synthetic_pairs(pairs), training(decoding)), options);
  }
}

void untrained(benchmark::State &state) {
  for (auto _ : state) {
    measure(state, BeamRouter(benchmark_data().graphs, benchmark_data().words));
    state.SetIterationTime(0);
  }
}
void router(benchmark::State &state) { row(state, BeamDecoding::graph, whole()); }
void basic_serialization(benchmark::State &state) { row(state, BeamDecoding::tables, whole()); }
void unconstrained(benchmark::State &state) { row(state, BeamDecoding::free, whole()); }
void no_diverse_beams(benchmark::State &state) {
  row(state, BeamDecoding::graph, whole(), {.groups = 1, .beams = 10});
}
void original_pairs_only(benchmark::State &state) {
  for (auto _ : state) {
    measure(state, train(state, benchmark_data().pairs, training()));
  }
}
void amount_of_data(benchmark::State &state) {
  row(state, BeamDecoding::graph, static_cast<std::size_t>(state.range(0)));
}

#define ROW(function) BENCHMARK(function)->Iterations(1)->UseManualTime()->Unit(benchmark::kSecond)
ROW(untrained);
ROW(router);
ROW(basic_serialization);
ROW(original_pairs_only);
ROW(unconstrained);
ROW(no_diverse_beams);
ROW(amount_of_data)->Arg(1000)->Arg(5000)->Arg(20000)->Arg(50000);

}  // namespace
